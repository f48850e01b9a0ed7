/*
 * What every host program does: choose the kernel text, allocate, copy, launch, and stop at the
 * first error. A host_t lives for one run. After an error (of the device, of memory, of input)
 * every call is a no-op that returns zero or NULL, so that a host checks host_ok() before it
 * touches memory, and otherwise once at its end.
 *
 *     int rc = host_open(&h, d, w, o, diag);
 *     if (!rc)
 *         rc = atax(&h, &sizes[o->scale]);
 *     return host_close(&h, rc);
 */
#ifndef LW_WORKLOAD_HOST_H
#define LW_WORKLOAD_HOST_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "common/rng.h"
#include "driver/texture.h"
#include "workload/workload.h"

#define HOST_BLOCKS 64 /* of memory in one run */

typedef struct host {
    device_t *d; /* NULL: memory and inputs only, as tests of readers use it */
    const workload_t *w;
    const workload_opts_t *o;
    diag_t *diag;
    dev_module_t *module;
    rng_t rng;                /* seeded with o->seed */
    int error;                /* negative errno */
    void *block[HOST_BLOCKS]; /* freed by host_close */
    unsigned blocks;
} host_t;

/* Chooses and loads the kernel text. 0, or a negative errno (an input that the workload does not
 * read, an unknown variant: -EINVAL). */
int host_open(host_t *h, device_t *d, const workload_t *w, const workload_opts_t *o, diag_t *diag);

/* Frees memory. The host's or the device's error if there is one, else rc. */
int host_close(host_t *h, int rc);

bool host_ok(const host_t *h);

/* True when the run asked for this kernel variant. */
bool host_variant(const host_t *h, const char *variant);

/* Zeroed memory of n elements; NULL after an error (-ENOMEM). */
void *host_memory(host_t *h, size_t n, size_t size);

/* n floats uniform in [0, 1), in host memory. */
float *host_floats(host_t *h, size_t n);

/* The numbers from 0 to n - 1 in random order, in host memory. */
uint32_t *host_shuffle(host_t *h, uint32_t n);

/* Device memory: with a copy of bytes at src, or zeroed. */
uint64_t host_upload(host_t *h, const void *src, size_t bytes);
uint64_t host_buffer(host_t *h, size_t bytes);
/* Reads bytes back into host memory, which it allocates. */
void *host_download(host_t *h, uint64_t src, size_t bytes);

/* Binds a texture of the kernel text: a texture reference, or, in a text of a compiler without
 * those, the variable of that name that holds a texture object. */
void host_texture(host_t *h, const char *symbol, const dev_texture_t *t);

/* CTAs of `threads` that cover n. */
uint32_t host_ctas(uint32_t n, uint32_t threads);

void host_launch(host_t *h, const char *kernel, dim3_t grid, dim3_t block, const dev_arg_t *args,
                 unsigned n_args);
#define HOST_LAUNCH(h, kernel, grid, block, ...)                                                   \
    host_launch(h, kernel, grid, block, (const dev_arg_t[]){__VA_ARGS__},                          \
                (unsigned)(sizeof((const dev_arg_t[]){__VA_ARGS__}) / sizeof(dev_arg_t)))

#endif
