/*
 * Accel-Sim traces: the first part is the kernel list, the others are kernel-1.traceg,
 * kernel-2.traceg... They are read from a tar, which is made here.
 */
#include "fuzz.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "walk.h"

enum { BLOCK = 512, KERNELS = 4 };

/* A header of POSIX's ustar. */
static void put_header(char *h, const char *name, size_t bytes)
{
    memset(h, 0, BLOCK);
    snprintf(h, 100, "%s", name);
    strcpy(h + 100, "0000644");
    strcpy(h + 108, "0000000");
    strcpy(h + 116, "0000000");
    snprintf(h + 124, 12, "%011zo", bytes);
    strcpy(h + 136, "00000000000");
    memset(h + 148, ' ', 8);
    h[156] = '0';
    memcpy(h + 257, "ustar\00000", 8);
    unsigned sum = 0;
    for (unsigned i = 0; i < BLOCK; i++)
        sum += (unsigned char)h[i];
    snprintf(h + 148, 8, "%06o", sum);
}

static size_t put_entry(char *tar, const char *name, fuzz_part_t part)
{
    size_t room = (part.bytes + BLOCK - 1) / BLOCK * BLOCK;
    put_header(tar, name, part.bytes);
    memset(tar + BLOCK, 0, room);
    memcpy(tar + BLOCK, part.text, part.bytes);
    return BLOCK + room;
}

void fuzz_one(const uint8_t *data, size_t size)
{
    char name[32] = "kernelslist.g";
    fuzz_part_t rest = {(const char *)data, size}, part;
    char *tar = calloc(1, size + (KERNELS + 2) * 2 * BLOCK);
    size_t n = 0;
    if (!tar)
        fuzz_fail("out of memory");
    for (unsigned k = 1; k <= KERNELS + 1 && fuzz_next(&rest, &part); k++) {
        n += put_entry(tar + n, name, part);
        snprintf(name, sizeof name, "kernel-%u.traceg", k);
    }
    walk_trace(fuzz_file(0, tar, n + 2 * BLOCK));
    free(tar);
}
