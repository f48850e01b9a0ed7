/*
 * Bytes being written, and bytes being read that nobody trusts. Numbers are little-endian base
 * 128 ("varints"), signed ones folded (0, -1, 1, -2...).
 */
#ifndef LW_TRACE_NATIVE_BUF_H
#define LW_TRACE_NATIVE_BUF_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "front/memory.h"

enum { NAT_VARINT_MAX = 10 };

typedef struct nat_buf {
    uint8_t *at;
    size_t n, room;
} nat_buf_t;

/* Makes room for `more` bytes. Ends the program when memory is exhausted, as the GPU model does. */
static inline void nat_reserve(nat_buf_t *b, size_t more)
{
    if (b->room - b->n >= more)
        return;
    size_t room = b->room ? b->room * 2 : 256;
    while (room - b->n < more)
        room *= 2;
    uint8_t *grown = realloc(b->at, room);
    if (!grown)
        memory_out();
    b->at = grown;
    b->room = room;
}

static inline void nat_put(nat_buf_t *b, uint8_t byte)
{
    nat_reserve(b, 1);
    b->at[b->n++] = byte;
}

static inline void nat_put_bytes(nat_buf_t *b, const void *from, size_t n)
{
    if (!n)
        return;
    nat_reserve(b, n);
    memcpy(b->at + b->n, from, n);
    b->n += n;
}

static inline void nat_put_varint(nat_buf_t *b, uint64_t v)
{
    nat_reserve(b, NAT_VARINT_MAX);
    while (v >= 0x80) {
        b->at[b->n++] = (uint8_t)(v | 0x80);
        v >>= 7;
    }
    b->at[b->n++] = (uint8_t)v;
}

static inline uint64_t nat_fold(uint64_t v)
{
    return v << 1 ^ (0 - (v >> 63));
}

static inline uint64_t nat_unfold(uint64_t v)
{
    return v >> 1 ^ (0 - (v & 1));
}

/* Bytes that nat_put_varint would write. */
static inline unsigned nat_varint_bytes(uint64_t v)
{
    return v ? (70u - (unsigned)__builtin_clzll(v)) / 7u : 1u;
}

/* What is left to read. Reading past the end gives zeros and sets bad. */
typedef struct nat_cur {
    const uint8_t *at, *end;
    bool bad;
} nat_cur_t;

static inline uint8_t nat_get(nat_cur_t *c)
{
    if (c->at < c->end)
        return *c->at++;
    c->bad = true;
    return 0;
}

static inline uint64_t nat_get_varint(nat_cur_t *c)
{
    uint64_t v = 0;
    for (unsigned shift = 0; shift < 70; shift += 7) {
        uint8_t b = nat_get(c);
        if (shift == 63 && b > 1)
            break;
        v |= (uint64_t)(b & 0x7f) << shift;
        if (!(b & 0x80))
            return v;
    }
    c->bad = true;
    return 0;
}

#endif
