/*
 * Textures for kernels: linear device memory read by tex.1d and tex.2d (isa/texture.h).
 */
#ifndef LW_DRIVER_TEXTURE_H
#define LW_DRIVER_TEXTURE_H

#include "driver/driver.h"

typedef enum dev_texel { DEV_TEXEL_UNSIGNED, DEV_TEXEL_SIGNED, DEV_TEXEL_FLOAT } dev_texel_t;

typedef struct dev_texture {
    uint64_t address;
    uint32_t width, height; /* elements; height 1: one row */
    uint32_t pitch;         /* bytes from row to row; 0: rows follow one another */
    unsigned channels;      /* 1, 2 or 4 */
    unsigned bytes;         /* of a channel: 1, 2 or 4 */
    dev_texel_t kind;       /* float: 4 bytes */
} dev_texture_t;

/* A texture object, as a kernel takes it in a .u64 parameter; 0 after an error. */
uint64_t dev_texture_object(device_t *d, const dev_texture_t *t);

/* Binds a texture reference of the module (.texref). */
int dev_texture_bind(device_t *d, dev_module_t *m, const char *texref, const dev_texture_t *t);

#endif
