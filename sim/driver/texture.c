#include "driver/texture.h"

#include <errno.h>
#include <inttypes.h>

#include "driver/device_impl.h"
#include "isa/texture.h"

/* 0, or the error that a texture of no kernel's use makes. */
static int describe(device_t *dev, const dev_texture_t *t, isa_texture_t *out)
{
    bool sizes = (t->channels == 1 || t->channels == 2 || t->channels == 4) &&
                 (t->bytes == 1 || t->bytes == 2 || t->bytes == 4) &&
                 (t->kind != DEV_TEXEL_FLOAT || t->bytes == 4) && t->width && t->height;
    uint64_t element = (uint64_t)t->channels * t->bytes, row = t->width * element;
    uint64_t pitch = t->pitch ? t->pitch : row;
    if (!sizes || pitch < row || pitch > UINT32_MAX || pitch % t->bytes || t->address % element) {
        diag_at(
            dev->d, "texture", 0, 0,
            "%u x %u elements of %u channels of %u bytes at 0x%" PRIx64 ", rows %" PRIu64
            " bytes apart; expected 1, 2 or 4 channels of 1, 2 or 4 bytes "
            "(floats 4), an address that is a multiple of the element, rows that do not overlap",
            t->width, t->height, t->channels, t->bytes, t->address, pitch);
        return dev_fail(dev, -EINVAL);
    }
    *out = (isa_texture_t){.magic = ISA_TEXTURE_MAGIC,
                           .address = t->address,
                           .width = t->width,
                           .height = t->height,
                           .pitch = (uint32_t)pitch,
                           .channels = (uint8_t)t->channels,
                           .bytes = (uint8_t)t->bytes,
                           .kind = (uint8_t)t->kind};
    return 0;
}

uint64_t dev_texture_object(device_t *dev, const dev_texture_t *t)
{
    isa_texture_t x;
    if (dev_error(dev) || describe(dev, t, &x))
        return 0;
    uint64_t at = dev_alloc(dev, sizeof x);
    return at && dev_write(dev, at, &x, sizeof x) == 0 ? at : 0;
}

int dev_texture_bind(device_t *dev, dev_module_t *m, const char *texref, const dev_texture_t *t)
{
    isa_texture_t x;
    uint64_t bytes = 0;
    if (dev_error(dev) || dev_symbol_bytes(dev, m, texref, &bytes))
        return dev_error(dev);
    if (bytes != sizeof x) {
        diag_at(dev->d, "texture", 0, 0, "'%s' is no texture reference; expected a .texref",
                texref);
        return dev_fail(dev, -EINVAL);
    }
    return describe(dev, t, &x) ? dev_error(dev)
                                : dev_symbol_write(dev, m, texref, 0, &x, sizeof x);
}
