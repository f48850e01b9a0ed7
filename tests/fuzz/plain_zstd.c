#include "plain_zstd.h"

#include <string.h>

enum { BLOCK = 1 << 17, HEAD = 4 + 1 + 8, BLOCK_HEAD = 3 };

size_t plain_zstd_room(size_t bytes)
{
    return HEAD + bytes + (bytes / BLOCK + 1) * BLOCK_HEAD;
}

static void put_le(uint8_t *out, uint64_t v, unsigned bytes)
{
    for (unsigned i = 0; i < bytes; i++)
        out[i] = (uint8_t)(v >> 8 * i);
}

/* RFC 8878: magic; a single segment with its size in 8 bytes; raw blocks. */
size_t plain_zstd(uint8_t *out, const uint8_t *data, size_t bytes)
{
    size_t n = HEAD;
    put_le(out, 0xfd2fb528u, 4);
    out[4] = 3 << 6 | 1 << 5;
    put_le(out + 5, bytes, 8);
    for (size_t at = 0; at == 0 || at < bytes;) {
        size_t left = bytes - at, part = left < BLOCK ? left : BLOCK;
        put_le(out + n, (uint64_t)part << 3 | (part == left), BLOCK_HEAD);
        memcpy(out + n + BLOCK_HEAD, data + at, part);
        n += BLOCK_HEAD + part;
        at += part;
        if (part == left)
            break;
    }
    return n;
}
