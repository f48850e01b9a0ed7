#include "driver/launch_texture.h"

#include <inttypes.h>
#include <string.h>

#include "driver/launch_arg.h"
#include "driver/texture.h"

int lf_find_texture(const launch_file_t *f, const char *name)
{
    for (unsigned i = 0; i < f->n_textures; i++)
        if (!strcmp(f->textures[i].name, name))
            return (int)i;
    return -1;
}

static int read_number(const yaml_node_t *map, const char *key, uint64_t most, uint32_t *out,
                       diag_t *d)
{
    const yaml_node_t *n = yaml_get(map, key);
    uint64_t v = *out;
    int rc = n ? yaml_u64(n, key, 1, most, &v, d) : 0;
    *out = (uint32_t)v;
    return rc;
}

/* Channels, width and height against the buffer's elements. */
static int read_shape(const lf_buffer_t *b, const yaml_node_t *n, lf_texture_t *t, diag_t *d)
{
    t->channels = t->height = 1;
    int rc = read_number(n, "channels", 4, &t->channels, d);
    if (!rc && t->channels == 3)
        rc = yaml_error(yaml_get(n, "channels"), d, "channels is 3; expected 1, 2 or 4");
    if (!rc)
        rc = read_number(n, "height", UINT32_MAX, &t->height, d);
    if (rc)
        return rc;
    uint64_t rows = (uint64_t)t->channels * t->height, width = b->count / rows;
    t->width = width <= UINT32_MAX ? (uint32_t)width : UINT32_MAX;
    rc = read_number(n, "width", UINT32_MAX, &t->width, d);
    if (!rc && (!t->width || t->width > b->count / rows)) /* a product might not fit */
        rc = yaml_error(n, d,
                        "%u x %u elements of %u channels in a buffer of %" PRIu64
                        "; expected at most as many",
                        t->width, t->height, t->channels, b->count);
    return rc;
}

int lf_read_texture(const launch_file_t *f, const yaml_item_t *it, lf_texture_t *t, diag_t *d)
{
    static const char *const keys[] = {"buffer", "channels", "width", "height", "symbol"};
    const yaml_node_t *n = it->node, *symbol;
    t->name = it->key;
    t->at = n;
    int rc = yaml_check_map(n, "a texture", keys, 5, 1, d);
    if (!rc)
        rc = lf_read_buffer_ref(f, yaml_get(n, "buffer"), &t->buffer, d);
    if (rc)
        return rc;
    const lf_buffer_t *b = &f->buffers[t->buffer];
    if (elem_bytes(b->type) > 4)
        return yaml_error(yaml_get(n, "buffer"), d,
                          "buffer '%s' has elements of 8 bytes; a texture has 1, 2 or 4", b->name);
    symbol = yaml_get(n, "symbol");
    if (symbol)
        rc = yaml_string(symbol, "symbol", &t->symbol, d);
    return rc ? rc : read_shape(b, n, t, d);
}

int lf_make_texture(const launch_file_t *f, lf_texture_t *t, device_t *dev, dev_module_t *m)
{
    const lf_buffer_t *b = &f->buffers[t->buffer];
    elem_class_t class = elem_class(b->type);
    const dev_texture_t x = {.address = b->addr,
                             .width = t->width,
                             .height = t->height,
                             .channels = t->channels,
                             .bytes = elem_bytes(b->type),
                             .kind = class == ELEM_FLOAT    ? DEV_TEXEL_FLOAT
                                     : class == ELEM_SIGNED ? DEV_TEXEL_SIGNED
                                                            : DEV_TEXEL_UNSIGNED};
    if (t->symbol)
        return dev_texture_bind(dev, m, t->symbol, &x);
    t->object = dev_texture_object(dev, &x);
    return dev_error(dev);
}
