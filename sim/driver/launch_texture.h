/* Textures of a launch file: {buffer: NAME, channels: N, width: W, height: H, symbol: TEXREF}. */
#ifndef LW_DRIVER_LAUNCH_TEXTURE_H
#define LW_DRIVER_LAUNCH_TEXTURE_H

#include "driver/launch_file.h"

/* One entry of `textures`; the buffers are known. */
int lf_read_texture(const launch_file_t *f, const yaml_item_t *it, lf_texture_t *t, diag_t *d);

/* The number of the texture of that name, or -1. */
int lf_find_texture(const launch_file_t *f, const char *name);

/* Makes the texture object, or binds the reference: the buffer has its place. */
int lf_make_texture(const launch_file_t *f, lf_texture_t *t, device_t *dev, dev_module_t *m);

#endif
