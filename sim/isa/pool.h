/*
 * Memory of a module: everything read from a PTX file lives exactly as long as its module, so
 * it is carved from a chain of blocks and freed at once. Never returns NULL: out of memory ends
 * the program, as everywhere in the simulator's set-up code.
 */
#ifndef LW_ISA_POOL_H
#define LW_ISA_POOL_H

#include <stddef.h>

typedef struct pool_block pool_block_t;

typedef struct pool {
    pool_block_t *head;
    size_t left; /* bytes free in head */
} pool_t;

void *pool_alloc(pool_t *p, size_t bytes); /* zeroed, 16-byte aligned */
char *pool_text(pool_t *p, const char *s, size_t n);
/* Room for one more element: array of count elements of size bytes each, its capacity always
 * the power of two at or above count (0 for none). Returns the array, moved if it grew. */
void *pool_grow(pool_t *p, void *array, size_t count, size_t size);
void pool_free(pool_t *p);

#endif
