/*
 * The texture cache of an SM: read-only, LRU, and in order, as in GPGPU-Sim. An access looks at the
 * tags, gives a missing line a way and asks for it at once, and joins a FIFO of fragments; so does
 * one that hits, also on a line that is still on its way. The oldest fragment becomes a result when
 * its line is here, one a cycle, while there is room for results. So data leave in the order of the
 * accesses, and lines are reserved long before their data come: the FIFO hides the latency.
 *
 * An access is refused when the FIFO of fragments, or the queue to the interconnect, is full.
 * Invariant: `rob` holds the lines asked for and not yet made a result, in order; the oldest
 * fragment marked as a miss waits for the oldest of them.
 */
#ifndef LW_GPU_TEXCACHE_H
#define LW_GPU_TEXCACHE_H

#include <stdbool.h>
#include <stdint.h>

#include "gpu/gpu_cfg.h"
#include "gpu/repl.h"
#include "gpu/ring.h"

typedef enum texcache_answer {
    TEXCACHE_HIT,
    TEXCACHE_MISS,        /* the line was asked for */
    TEXCACHE_NO_FRAGMENT, /* refused: the FIFO of fragments is full */
    TEXCACHE_NO_REQUEST,  /* refused: the queue to the interconnect is full */
} texcache_answer_t;

typedef struct texcache_fragment {
    uint16_t who;
    bool miss;
} texcache_fragment_t;

typedef struct texcache {
    uint32_t sm, sets, ways;                /* sets 0: there is none */
    uint32_t shift, l2_shift, sector_shift; /* log2 bytes: line, line of the L2, its sector */
    uint32_t n_fragments, n_results;        /* room */
    uint32_t head, count;                   /* of the fragments */
    uint32_t rob_head, rob_count;
    uint32_t result_head, result_count;
    uint8_t line_sectors, chunks; /* of a request; sectors as if at the line's start */
    uint64_t *tag;
    uint8_t *state; /* WAY_INVALID or WAY_VALID */
    repl_t repl;
    texcache_fragment_t *fragment;
    uint8_t *rob;     /* sectors still to come */
    uint16_t *result; /* whose data are here */
    ring_t out;       /* to the interconnect */
} texcache_t;

bool texcache_init(texcache_t *t, uint32_t sm, const gpu_cfg_t *cfg);
void texcache_free(texcache_t *t);

/* An access to the byte address; `who` is handed over by texcache_next(), unless it was refused. */
texcache_answer_t texcache_access(texcache_t *t, uint64_t addr, uint16_t who, uint32_t pc,
                                  uint32_t warp, uint64_t cycle);

/* A reply. */
void texcache_fill(texcache_t *t, const gpu_req_t *r);

/* Whether the oldest fragment can become a result; it becomes one. */
static inline bool texcache_can_move(const texcache_t *t)
{
    return t->count && t->result_count < t->n_results &&
           (!t->fragment[t->head].miss || !t->rob[t->rob_head]);
}
void texcache_move(texcache_t *t);

/* Whether there is a result, and the oldest. */
static inline bool texcache_ready(const texcache_t *t)
{
    return t->result_count != 0;
}
uint16_t texcache_next(texcache_t *t);

/* Nothing under way. */
static inline bool texcache_idle(const texcache_t *t)
{
    return t->count == 0 && t->result_count == 0;
}

#endif
