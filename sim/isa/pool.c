#include "isa/pool.h"

#include <stdlib.h>
#include <string.h>

#include "front/memory.h"

#define POOL_BLOCK ((size_t)1 << 16)

struct pool_block {
    pool_block_t *next;
    size_t bytes;
};

void *pool_alloc(pool_t *p, size_t bytes)
{
    const size_t head = (sizeof(pool_block_t) + 15) & ~(size_t)15;
    bytes = (bytes + 15) & ~(size_t)15;
    if (!p->head || bytes > p->left) {
        size_t room = bytes > POOL_BLOCK ? bytes : POOL_BLOCK;
        pool_block_t *b = calloc(1, head + room);
        if (!b)
            memory_out();
        b->bytes = head + room;
        b->next = p->head;
        p->head = b;
        p->left = room;
    }
    void *at = (char *)p->head + (p->head->bytes - p->left);
    p->left -= bytes;
    return at;
}

char *pool_text(pool_t *p, const char *s, size_t n)
{
    char *t = pool_alloc(p, n + 1);
    memcpy(t, s, n);
    return t;
}

void *pool_grow(pool_t *p, void *array, size_t count, size_t size)
{
    if (count & (count - 1)) /* not at a power of two: there is room */
        return array;
    size_t cap = count ? count * 2 : 1;
    void *moved = pool_alloc(p, cap * size);
    if (count)
        memcpy(moved, array, count * size);
    return moved;
}

void pool_free(pool_t *p)
{
    while (p->head) {
        pool_block_t *next = p->head->next;
        free(p->head);
        p->head = next;
    }
    p->left = 0;
}
