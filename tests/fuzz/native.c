/*
 * Native traces. The checksums of header and trailer are put right before the trace is read, so
 * that a changed byte comes further than these; they are wrong where the first bytes say so.
 */
#include "fuzz.h"

#include <stdlib.h>
#include <string.h>
#include <zlib.h>

#include "trace/native_file.h"
#include "walk.h"

enum { FIXED = NAT_MAGIC_BYTES + 12, TRAILER = 20 + NAT_MAGIC_BYTES };

static uint32_t word(const uint8_t *p)
{
    return p[0] | (uint32_t)p[1] << 8 | (uint32_t)p[2] << 16 | (uint32_t)p[3] << 24;
}

static void put_word(uint8_t *p, uint32_t v)
{
    for (unsigned i = 0; i < 4; i++)
        p[i] = (uint8_t)(v >> 8 * i);
}

static void put_right(uint8_t *p, size_t size)
{
    uint32_t header = word(p + 12);
    if (header > size - FIXED - TRAILER)
        return;
    uint8_t *trailer = p + size - TRAILER;
    uint32_t crc = (uint32_t)crc32(0, p + FIXED, header);
    put_word(p + 16, crc);
    put_word(trailer + 16, (uint32_t)crc32(crc, trailer, 16));
    memcpy(trailer + 20, nat_magic, NAT_MAGIC_BYTES);
}

void fuzz_one(const uint8_t *data, size_t size)
{
    uint8_t *copy = malloc(size + 1);
    if (!copy)
        fuzz_fail("out of memory");
    memcpy(copy, data, size);
    if (size > FIXED + TRAILER && !memcmp(data, nat_magic, NAT_MAGIC_BYTES))
        put_right(copy, size);
    walk_trace(fuzz_file(0, copy, size));
    free(copy);
}
