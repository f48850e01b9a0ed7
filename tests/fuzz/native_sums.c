#include "native_sums.h"

#include <stdlib.h>
#include <string.h>
#include <zlib.h>

#include "fuzz.h"
#include "trace/native_file.h"

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

uint8_t *native_sums(const uint8_t *data, size_t size)
{
    uint8_t *copy = malloc(size + 1);
    if (!copy)
        fuzz_fail("out of memory");
    memcpy(copy, data, size);
    if (size <= FIXED + TRAILER || memcmp(data, nat_magic, NAT_MAGIC_BYTES) != 0)
        return copy;
    uint32_t header = word(copy + 12);
    if (header > size - FIXED - TRAILER)
        return copy;
    uint8_t *trailer = copy + size - TRAILER;
    uint32_t crc = (uint32_t)crc32(0, copy + FIXED, header);
    put_word(copy + 16, crc);
    put_word(trailer + 16, (uint32_t)crc32(crc, trailer, 16));
    memcpy(trailer + 20, nat_magic, NAT_MAGIC_BYTES);
    return copy;
}
