/*
 * A texture: 32 bytes of device memory that say where its elements are and what they are. A
 * texture object is the address of one, a texture reference (.texref) is one. So binding a texture
 * is writing these bytes, and they are part of device memory in a checkpoint.
 *
 * Elements lie in linear memory, rows `pitch` bytes apart. No filtering, no normalised coordinates.
 */
#ifndef LW_ISA_TEXTURE_H
#define LW_ISA_TEXTURE_H

#include <stdint.h>

#define ISA_TEXTURE_MAGIC UINT64_C(0x3174786554776f4c)

enum { ISA_TEXTURE_UNSIGNED, ISA_TEXTURE_SIGNED, ISA_TEXTURE_FLOAT };

typedef struct isa_texture {
    uint64_t magic; /* ISA_TEXTURE_MAGIC */
    uint64_t address;
    uint32_t width, height; /* elements; height 1: one row */
    uint32_t pitch;         /* bytes from row to row */
    uint8_t channels;       /* of an element: 1, 2 or 4 */
    uint8_t bytes;          /* of a channel: 1, 2 or 4; of a float 4 */
    uint8_t kind;           /* ISA_TEXTURE_* */
    uint8_t zero;
} isa_texture_t;

_Static_assert(sizeof(isa_texture_t) == 32, "a texture is 32 bytes");

#endif
