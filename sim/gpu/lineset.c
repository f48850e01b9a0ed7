#include "gpu/lineset.h"

#include <stdlib.h>
#include <string.h>

#include "front/memory.h"

static void *zeroed(size_t n, size_t size)
{
    void *p = calloc(n, size);
    if (!p)
        memory_out();
    return p;
}

void lineset_reset(lineset_t *s, lineset_range_t main, lineset_range_t more)
{
    if (s->used)
        memset(s->key, 0, s->cap * sizeof *s->key);
    s->used = 0;
    uint64_t words = s->room / 64;
    for (uint64_t page = 0; page * LINESET_PAGE < words; page++) {
        if (!s->touched[page])
            continue;
        uint64_t first = page * LINESET_PAGE;
        uint64_t len = words - first < LINESET_PAGE ? words - first : LINESET_PAGE;
        memset(s->bits + first, 0, len * sizeof *s->bits);
        s->touched[page] = 0;
    }
    if (main.n > LINESET_DENSE_MAX)
        main.n = 0;
    if (more.n > LINESET_DENSE_MAX - main.n)
        more.n = 0;
    s->main = main;
    s->more = more;
    s->more_at = (main.n + 63) / 64 * 64;
    uint64_t room = s->more_at + (more.n + 63) / 64 * 64;
    if (room > s->room) {
        free(s->bits);
        free(s->touched);
        s->bits = zeroed(room / 64, sizeof *s->bits);
        s->touched = zeroed(room / 64 / LINESET_PAGE + 1, 1);
        s->room = room;
    }
}

void lineset_free(lineset_t *s)
{
    free(s->bits);
    free(s->touched);
    free(s->key);
}

static uint32_t home(const lineset_t *s, uint64_t line)
{
    return (uint32_t)((line * UINT64_C(0x9e3779b97f4a7c15)) >> 32) & (s->cap - 1);
}

static uint32_t slot_of(const lineset_t *s, uint64_t line)
{
    uint32_t i = home(s, line);
    while (s->key[i] && s->key[i] != line + 1)
        i = (i + 1) & (s->cap - 1);
    return i;
}

static void grow(lineset_t *s)
{
    lineset_t old = *s;
    s->cap = old.cap ? old.cap * 2 : 1024;
    s->key = zeroed(s->cap, sizeof *s->key);
    for (uint32_t i = 0; i < old.cap; i++)
        if (old.key[i])
            s->key[slot_of(s, old.key[i] - 1)] = old.key[i];
    free(old.key);
}

/* Adds the lines of the bits of one page of another set. */
static void add_page(lineset_t *s, const lineset_t *from, uint64_t page)
{
    uint64_t words = from->room / 64, end = (page + 1) * LINESET_PAGE;
    for (uint64_t w = page * LINESET_PAGE; w < end && w < words; w++)
        for (uint64_t m = from->bits[w]; m; m &= m - 1) {
            uint64_t i = w * 64 + (uint64_t)__builtin_ctzll(m);
            lineset_add(s, i < from->more_at ? from->main.base + i
                                             : from->more.base + i - from->more_at);
        }
}

void lineset_move(lineset_t *s, lineset_range_t main, lineset_range_t more)
{
    lineset_t old = *s;
    if (old.room && old.main.base == main.base && old.main.n == main.n &&
        old.more.base == more.base && old.more.n == more.n)
        return;
    *s = (lineset_t){0};
    lineset_reset(s, main, more);
    for (uint64_t page = 0; page * LINESET_PAGE < old.room / 64; page++)
        if (old.touched[page])
            add_page(s, &old, page);
    for (uint32_t i = 0; i < old.cap; i++)
        if (old.key[i])
            lineset_add(s, old.key[i] - 1);
    lineset_free(&old);
}

bool lineset_add_sparse(lineset_t *s, uint64_t line)
{
    if (2 * s->used >= s->cap)
        grow(s);
    uint32_t i = slot_of(s, line);
    if (s->key[i])
        return false;
    s->key[i] = line + 1;
    s->used++;
    return true;
}

/* The hole is filled from behind, with the next key that may stand there. */
bool lineset_take_sparse(lineset_t *s, uint64_t line)
{
    if (!s->used)
        return false;
    uint32_t mask = s->cap - 1, hole = slot_of(s, line);
    if (!s->key[hole])
        return false;
    for (uint32_t i = (hole + 1) & mask; s->key[i]; i = (i + 1) & mask) {
        if (((i - home(s, s->key[i] - 1)) & mask) < ((i - hole) & mask))
            continue; /* its home lies behind the hole */
        s->key[hole] = s->key[i];
        hole = i;
    }
    s->key[hole] = 0;
    s->used--;
    return true;
}
