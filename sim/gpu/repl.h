/*
 * Replacement state of a set-associative cache: exact LRU by stamps, or the binary-tree
 * pseudo-LRU (ways a power of two, at most 64). An invalid way is always taken first, the
 * lowest; a blocked way never.
 */
#ifndef LW_GPU_REPL_H
#define LW_GPU_REPL_H

#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>

/* State of a way, as far as replacement is concerned. */
enum { WAY_INVALID, WAY_VALID, WAY_BLOCKED /* a fill is pending */ };

/* Walked by state_memory.c. */
typedef struct repl {
    uint64_t *stamp; /* LRU: [sets * ways]; time of last use */
    uint64_t *tree;  /* PLRU: [sets]; bit n of node n (1 is the root): 1 = victim on the right */
    uint64_t now;
    uint32_t ways;
} repl_t;

bool repl_init(repl_t *r, uint32_t sets, uint32_t ways, bool plru);
void repl_free(repl_t *r);

/* The way to replace among the set's ways, or -1 if all are blocked. state: the set's ways. */
int repl_victim(const repl_t *r, uint32_t set, const uint8_t *state);

/* The way to replace of those whose bits are set; at most 64 ways, mask is not 0. */
uint32_t repl_victim_of(const repl_t *r, uint32_t set, uint64_t mask);

/* Turns the tree's nodes on the path to way away from it. */
static inline void repl_tree_touch(uint64_t *tree, uint32_t ways, uint32_t way)
{
    uint32_t node = 1;
    for (uint32_t half = ways / 2; half; half /= 2) {
        bool right = (way & half) != 0;
        *tree = right ? *tree & ~(UINT64_C(1) << node) : *tree | UINT64_C(1) << node;
        node = node * 2 + right;
    }
}

static inline void repl_touch(repl_t *r, uint32_t set, uint32_t way)
{
    if (r->stamp)
        r->stamp[set * r->ways + way] = ++r->now;
    else
        repl_tree_touch(&r->tree[set], r->ways, way);
}

#endif
