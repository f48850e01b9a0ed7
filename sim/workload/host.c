#include "workload/host.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static bool has_word(const char *words, const char *word)
{
    size_t n = strlen(word);
    for (const char *at = words; n && (at = strstr(at, word)) != NULL; at += n) {
        bool starts = at == words || at[-1] == ' ';
        if (starts && (at[n] == ' ' || !at[n]))
            return true;
    }
    return false;
}

bool host_variant(const host_t *h, const char *variant)
{
    return !strcmp(h->o->variant ? h->o->variant : "default", variant);
}

/* A variant has a text of its own (NAME.unrolled.ptx) or is another kernel of the default text. */
static int load(host_t *h)
{
    const workload_t *w = h->w;
    const char *variant = h->o->variant ? h->o->variant : "default";
    if (strcmp(variant, "default") && !has_word(w->variants, variant))
        return diag_at(h->diag, w->name, 0, 0, "no kernel variant \"%s\"; expected default%s%s",
                       variant, *w->variants ? " " : "", w->variants);
    size_t bytes;
    char label[64];
    const char *ptx = workload_ptx(w->name, variant, &bytes);
    if (ptx && strcmp(variant, "default")) {
        snprintf(label, sizeof label, "%s.%s.ptx", w->name, variant);
    } else {
        ptx = workload_ptx(w->name, "default", &bytes);
        snprintf(label, sizeof label, "%s.ptx", w->name);
    }
    if (h->o->ptx) {
        ptx = h->o->ptx;
        bytes = h->o->ptx_bytes;
    }
    h->module = dev_module(h->d, label, ptx, bytes);
    return dev_error(h->d);
}

int host_open(host_t *h, device_t *d, const workload_t *w, const workload_opts_t *o, diag_t *diag)
{
    *h = (host_t){.d = d, .w = w, .o = o, .diag = diag};
    rng_seed(&h->rng, o->seed);
    h->error = workload_check_scale(w, o->scale, w->name, diag);
    if (!h->error)
        h->error = workload_check_input(w, o->input, diag);
    if (!h->error)
        h->error = load(h);
    return h->error;
}

int host_close(host_t *h, int rc)
{
    for (unsigned i = 0; i < h->blocks; i++)
        free(h->block[i]);
    h->blocks = 0;
    if (h->error)
        return h->error;
    int error = h->d ? dev_error(h->d) : 0;
    return error ? error : rc;
}

bool host_ok(const host_t *h)
{
    return !h->error && (!h->d || !dev_error(h->d));
}

void *host_memory(host_t *h, size_t n, size_t size)
{
    if (!host_ok(h))
        return NULL;
    void *p = h->blocks < HOST_BLOCKS ? calloc(n ? n : 1, size) : NULL;
    if (!p) {
        diag_at(h->diag, h->w->name, 0, 0, "no memory for %zu elements of %zu bytes", n, size);
        h->error = -ENOMEM;
        return NULL;
    }
    h->block[h->blocks++] = p;
    return p;
}

float *host_floats(host_t *h, size_t n)
{
    float *p = host_memory(h, n, sizeof *p);
    for (size_t i = 0; p && i < n; i++)
        p[i] = rng_float(&h->rng);
    return p;
}

uint32_t *host_shuffle(host_t *h, uint32_t n)
{
    uint32_t *p = host_memory(h, n, sizeof *p);
    for (uint32_t i = 0; p && i < n; i++) {
        uint32_t at = rng_below(&h->rng, i + 1);
        p[i] = p[at];
        p[at] = i;
    }
    return p;
}

uint64_t host_buffer(host_t *h, size_t bytes)
{
    return host_ok(h) ? dev_alloc(h->d, bytes) : 0;
}

uint64_t host_upload(host_t *h, const void *src, size_t bytes)
{
    uint64_t at = host_buffer(h, bytes);
    if (host_ok(h))
        dev_write(h->d, at, src, bytes);
    return at;
}

void *host_download(host_t *h, uint64_t src, size_t bytes)
{
    void *p = host_memory(h, bytes, 1);
    if (p)
        dev_read(h->d, p, src, bytes);
    return host_ok(h) ? p : NULL;
}

void host_texture(host_t *h, const char *symbol, const dev_texture_t *t)
{
    uint64_t bytes = 0;
    if (!host_ok(h) || dev_symbol_bytes(h->d, h->module, symbol, &bytes))
        return;
    if (bytes == sizeof(uint64_t)) {
        uint64_t object = dev_texture_object(h->d, t);
        dev_symbol_write(h->d, h->module, symbol, 0, &object, sizeof object);
    } else {
        dev_texture_bind(h->d, h->module, symbol, t);
    }
}

uint32_t host_ctas(uint32_t n, uint32_t threads)
{
    return (uint32_t)(((uint64_t)n + threads - 1) / threads);
}

void host_launch(host_t *h, const char *kernel, dim3_t grid, dim3_t block, const dev_arg_t *args,
                 unsigned n_args)
{
    if (host_ok(h))
        dev_launch(h->d, h->module, kernel, grid, block, 0, args, n_args);
}
