/*
 * Texture objects of the CUDA driver API: linear memory or rows with a pitch, without filtering,
 * by whole coordinates that are not normalised, elements as they are. The structures are cuda.h's
 * CUDA_RESOURCE_DESC and CUDA_TEXTURE_DESC.
 */
#ifndef LW_TESTS_NVCC_REPLAY_TEXTURE_H
#define LW_TESTS_NVCC_REPLAY_TEXTURE_H

#include <stddef.h>
#include <stdint.h>
#include <string.h>

typedef unsigned long long cu_ptr_t; /* CUdeviceptr, CUtexObject */

enum { CU_LINEAR = 2, CU_PITCH = 3 };                     /* resType */
enum { CU_UNSIGNED = 1, CU_SIGNED = 8, CU_FLOAT = 0x20 }; /* of 8 bits; 16: 1, 32: 2 more */
enum { CU_CLAMP = 1, CU_READ_AS_INTEGER = 1 };            /* addressMode, flags */

typedef struct cu_resource {
    int type;
    union {
        struct {
            cu_ptr_t at;
            int format;
            unsigned channels;
            size_t bytes;
        } linear;
        struct {
            cu_ptr_t at;
            int format;
            unsigned channels;
            size_t width, height, pitch;
        } rows;
        int reserved[32];
    } of;
    unsigned flags;
} cu_resource_t;

typedef struct cu_texture {
    int address_mode[3], filter;
    unsigned flags, anisotropy;
    int mipmap_filter;
    float mipmap_bias, mipmap_least, mipmap_most, border[4];
    int reserved[12];
} cu_texture_t;

_Static_assert(sizeof(cu_resource_t) == 144, "CUDA_RESOURCE_DESC");
_Static_assert(sizeof(cu_texture_t) == 104, "CUDA_TEXTURE_DESC");

/* An argument that is a texture object: of which elements, where. */
typedef struct replay_texture {
    unsigned arg;
    uint64_t offset, bytes;                                 /* in the memory */
    unsigned width, height, pitch, channels, element, kind; /* element: bytes of a channel; kind:
                                                               0 unsigned, 1 signed, 2 float */
    cu_ptr_t at, object;                                    /* on the device; 0: not there */
} replay_texture_t;

static inline void replay_describe(const replay_texture_t *t, cu_resource_t *r, cu_texture_t *x)
{
    int size = t->element == 4 ? 2 : t->element == 2 ? 1 : 0;
    int format = t->kind == 2 ? CU_FLOAT : (t->kind ? CU_SIGNED : CU_UNSIGNED) + size;
    memset(r, 0, sizeof *r);
    memset(x, 0, sizeof *x);
    r->type = t->height > 1 ? CU_PITCH : CU_LINEAR;
    if (t->height > 1) {
        r->of.rows.at = t->at;
        r->of.rows.format = format;
        r->of.rows.channels = t->channels;
        r->of.rows.width = t->width;
        r->of.rows.height = t->height;
        r->of.rows.pitch = t->pitch;
    } else {
        r->of.linear.at = t->at;
        r->of.linear.format = format;
        r->of.linear.channels = t->channels;
        r->of.linear.bytes = t->bytes;
    }
    for (unsigned k = 0; k < 3; k++)
        x->address_mode[k] = CU_CLAMP;
    x->flags = t->kind == 2 ? 0 : CU_READ_AS_INTEGER;
}

#endif
