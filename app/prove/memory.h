/*
 * Memory of a symbolic run: objects of bytes, each bit a literal. Copies are cheap: objects are cut
 * into pages that states share until one of them writes. Nothing is freed before the arena is.
 */
#ifndef LW_PROVE_MEMORY_H
#define LW_PROVE_MEMORY_H

#include "prove/aig.h"
#include "prove/arena.h"

enum { PAGE_BYTES = 32 };

/* Numbers of objects of constants, which lie in a memory of their own. */
#define MEMORY_CONSTANT (UINT32_C(1) << 31)

typedef struct page {
    uint32_t owner; /* stamp of the memory that may write it */
    lit_t bit[PAGE_BYTES * 8];
} page_t;

typedef struct object {
    uint32_t bytes;
    page_t **page; /* NULL: bytes that nobody has written, anything */
} object_t;

typedef struct memory {
    object_t *object;
    uint32_t n, cap, stamp;
} memory_t;

/* Where pages and stamps come from. */
typedef struct memory_from {
    aig_t *aig;
    arena_t *arena;
    uint32_t *stamps;
    void (*no_memory)(void *ctx); /* does not return */
    void *ctx;
} memory_from_t;

/* A new object of bytes that mean nothing; its number. */
uint32_t memory_add(const memory_from_t *f, memory_t *m, uint32_t bytes);
/* Forgets the objects from number n on. */
void memory_cut(memory_t *m, uint32_t n);
/* Both share all pages from now on. */
memory_t memory_copy(const memory_from_t *f, memory_t *m);
/* What a byte is: 8 literals. A byte that nobody has written becomes new inputs. */
const lit_t *memory_read(const memory_from_t *f, memory_t *m, uint32_t object, uint32_t at);
void memory_write(const memory_from_t *f, memory_t *m, uint32_t object, uint32_t at,
                  const lit_t *bit);
/* a becomes s ? a : b. Both have the same objects. */
void memory_join(const memory_from_t *f, lit_t s, memory_t *a, memory_t *b);

#endif
