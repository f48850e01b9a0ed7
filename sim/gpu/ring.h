/*
 * A fixed ring of request tokens, each with a time from which it may be taken. The capacity is
 * logical; the storage is the next power of two.
 */
#ifndef LW_GPU_RING_H
#define LW_GPU_RING_H

#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>

#include "gpu/req.h"

typedef struct ring_slot {
    gpu_req_t r;
    uint64_t ready; /* cycle of the taker, or a number the owner of the ring needs */
} ring_slot_t;

/* Walked by state_memory.c. */
typedef struct ring {
    uint64_t ready; /* of the head; UINT64_MAX: empty */
    ring_slot_t *q;
    uint32_t mask;
    uint32_t head;
    uint32_t count;
    uint32_t cap;
} ring_t;

static inline bool ring_init(ring_t *r, uint32_t cap)
{
    uint32_t n = 1;
    while (n < cap)
        n *= 2;
    *r = (ring_t){
        .ready = UINT64_MAX, .q = calloc(n, sizeof(ring_slot_t)), .mask = n - 1, .cap = cap};
    return r->q != NULL;
}

static inline void ring_free(ring_t *r)
{
    free(r->q);
}

static inline bool ring_full(const ring_t *r)
{
    return r->count >= r->cap;
}

static inline ring_slot_t *ring_head(const ring_t *r)
{
    return &r->q[r->head & r->mask];
}

static inline ring_slot_t *ring_at(const ring_t *r, uint32_t i)
{
    return &r->q[(r->head + i) & r->mask];
}

static inline void ring_push(ring_t *r, const gpu_req_t *req, uint64_t ready)
{
    ring_slot_t *s = &r->q[(r->head + r->count) & r->mask];
    s->r = *req;
    s->ready = ready;
    if (r->count++ == 0)
        r->ready = ready;
}

static inline void ring_pop(ring_t *r)
{
    bool some = --r->count != 0; /* an empty ring begins again: those slots are in the cache */
    r->head = some ? r->head + 1 : 0;
    uint64_t t = ring_head(r)->ready;
    r->ready = some ? t : UINT64_MAX;
}

/* Time of the head, or CLOCK_NEVER. */
static inline uint64_t ring_ready(const ring_t *r)
{
    return r->ready;
}

#endif
