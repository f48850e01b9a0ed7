/*
 * The driver: device memory, modules and launches. The one way in which kernels reach the
 * GPU model; workload hosts, launch files and traces all go through it.
 *
 * Device memory is one dense arena that starts at DEV_BASE; addresses are 64-bit. A launch
 * runs either through the timing model (gpu/) or functionally only, as the device was opened.
 * Errors: functions that can fail return 0 or a negative errno and fill the diag_t given to
 * dev_open; after the first error every later call on the device is a no-op that returns it, so
 * that a host program may check once at its end.
 */
#ifndef LW_DRIVER_DRIVER_H
#define LW_DRIVER_DRIVER_H

#include <stddef.h>
#include <stdint.h>

#include "common/diag.h"

#define DEV_BASE UINT64_C(0x10000000)

typedef struct dev device_t; /* POSIX has a dev_t */
typedef struct dev_module dev_module_t;

typedef struct dim3 {
    uint32_t x, y, z;
} dim3_t;

/* A kernel argument: the bytes of one .param, in declaration order. */
typedef struct dev_arg {
    uint32_t bytes;   /* must equal the kernel's .param size */
    uint64_t bits;    /* little-endian value, of up to 8 bytes */
    const void *data; /* not NULL: the bytes of a struct or array, instead */
} dev_arg_t;

dev_arg_t dev_arg_ptr(uint64_t addr);
dev_arg_t dev_arg_u32(uint32_t v);
dev_arg_t dev_arg_i32(int32_t v);
dev_arg_t dev_arg_f32(float v);
dev_arg_t dev_arg_f64(double v);

/* Allocates bytes, 256-byte aligned and zeroed; 0 when the arena is full (error -ENOMEM). */
uint64_t dev_alloc(device_t *d, uint64_t bytes);
int dev_write(device_t *d, uint64_t dst, const void *src, uint64_t bytes);
int dev_read(device_t *d, void *dst, uint64_t src, uint64_t bytes);
int dev_fill(device_t *d, uint64_t dst, uint8_t value, uint64_t bytes);

/* Loads PTX text; label is used in messages ("bfs.ptx"). NULL on error. Owned by the device. */
dev_module_t *dev_module(device_t *d, const char *label, const char *ptx, size_t bytes);

/* The same of n files linked as one program (isa_module_link). */
typedef struct dev_ptx {
    const char *label;
    const char *text;
    size_t bytes;
} dev_ptx_t;
dev_module_t *dev_module_link(device_t *d, const dev_ptx_t *ptx, unsigned n);

/* Writes to a module-scope .const or .global variable, offset bytes from its start; -EINVAL when
 * the module has no variable of that name or the bytes would pass its end. */
int dev_symbol_write(device_t *d, dev_module_t *m, const char *symbol, uint64_t offset,
                     const void *src, uint64_t bytes);

/* The size of such a variable; errors as above. */
int dev_symbol_bytes(device_t *d, const dev_module_t *m, const char *symbol, uint64_t *bytes);

/* Whether there is such a kernel, and nothing that it reaches is unsupported; -EINVAL if not. */
int dev_check_kernel(device_t *d, const dev_module_t *m, const char *kernel);

/* Whether a texture is bound to each .texref that the kernel names; -EINVAL if not. */
int dev_check_textures(device_t *d, const dev_module_t *m, const char *kernel);

/* Whether argument i (from 0) of a kernel may have so many bytes; -EINVAL if not, 0 also when there
 * is no such kernel or argument, which dev_launch() says. */
int dev_check_arg(device_t *d, const dev_module_t *m, const char *kernel, unsigned i,
                  uint32_t bytes);

/* Launches and waits. shared: dynamic shared memory in bytes on top of the static. */
int dev_launch(device_t *d, dev_module_t *m, const char *kernel, dim3_t grid, dim3_t block,
               uint32_t shared, const dev_arg_t *args, unsigned n_args);

/* The error so far: 0 or a negative errno. */
int dev_error(const device_t *d);

#endif
