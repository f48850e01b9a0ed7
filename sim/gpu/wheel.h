/*
 * A timing wheel: events at most WHEEL_SLOTS - 1 cycles ahead, pooled nodes, FIFO within a
 * cycle. A bit per slot says where events are, so that the earliest is found without a walk.
 * The owner must look at every cycle that has events (wheel_next names them).
 */
#ifndef LW_GPU_WHEEL_H
#define LW_GPU_WHEEL_H

#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>

#define WHEEL_SLOTS 1024u
#define WHEEL_NIL   UINT16_MAX

/* Walked by state_sm.c. */
typedef struct wheel_node {
    const void *ptr;
    uint16_t next;
    uint16_t num;
    uint8_t kind;
    uint8_t warp;
} wheel_node_t;

typedef struct wheel_slot {
    uint16_t head, tail;
} wheel_slot_t;

typedef struct wheel {
    uint64_t next; /* cycle of the earliest event; UINT64_MAX: none */
    wheel_node_t *node;
    uint32_t n_nodes, count;
    uint16_t free;
    uint64_t used[WHEEL_SLOTS / 64]; /* slots with events */
    wheel_slot_t slot[WHEEL_SLOTS];
} wheel_t;

static inline bool wheel_init(wheel_t *w)
{
    *w = (wheel_t){.next = UINT64_MAX, .free = WHEEL_NIL};
    return true;
}

static inline void wheel_destroy(wheel_t *w)
{
    free(w->node);
}

/* Doubles the pool; aborts when memory is exhausted, as the run cannot continue. */
void wheel_grow(wheel_t *w);

static inline void wheel_add(wheel_t *w, uint64_t cycle, const wheel_node_t *n)
{
    if (w->free == WHEEL_NIL)
        wheel_grow(w);
    uint16_t i = w->free;
    uint32_t s = (uint32_t)cycle & (WHEEL_SLOTS - 1);
    w->free = w->node[i].next;
    w->node[i] = *n;
    w->node[i].next = WHEEL_NIL;
    uint64_t bit = UINT64_C(1) << (s & 63);
    if (w->used[s >> 6] & bit)
        w->node[w->slot[s].tail].next = i;
    else
        w->slot[s].head = i;
    w->slot[s].tail = i;
    w->used[s >> 6] |= bit;
    w->count++;
    if (cycle < w->next)
        w->next = cycle;
}

/* Puts an event before those of `cycle`: behind `after`, which was put there so, or at the front
 * (WHEEL_NIL). Its node, to be the next one's `after` until a node of that cycle is taken. */
static inline uint16_t wheel_put_off(wheel_t *w, uint64_t cycle, uint16_t after,
                                     const wheel_node_t *n)
{
    if (w->free == WHEEL_NIL)
        wheel_grow(w);
    uint16_t i = w->free;
    uint32_t s = (uint32_t)cycle & (WHEEL_SLOTS - 1);
    uint64_t bit = UINT64_C(1) << (s & 63);
    bool empty = !(w->used[s >> 6] & bit);
    uint16_t *at = after == WHEEL_NIL ? &w->slot[s].head : &w->node[after].next;
    w->free = w->node[i].next;
    w->node[i] = *n;
    w->node[i].next = empty ? WHEEL_NIL : *at;
    *at = i;
    if (w->node[i].next == WHEEL_NIL)
        w->slot[s].tail = i;
    w->used[s >> 6] |= bit;
    w->count++;
    if (cycle < w->next)
        w->next = cycle;
    return i;
}

static inline bool wheel_due(const wheel_t *w, uint64_t cycle)
{
    return w->next <= cycle;
}

/* First cycle after `cycle` that has events, or UINT64_MAX. */
static inline uint64_t wheel_after(const wheel_t *w, uint64_t cycle)
{
    if (w->count == 0)
        return UINT64_MAX;
    uint32_t s = (uint32_t)(cycle + 1) & (WHEEL_SLOTS - 1);
    uint32_t i = s >> 6;
    uint64_t m = w->used[i] & (~UINT64_C(0) << (s & 63));
    for (uint32_t k = 0; m == 0; k++) {
        if (k > WHEEL_SLOTS / 64)
            return UINT64_MAX;
        i = (i + 1) & (WHEEL_SLOTS / 64 - 1);
        m = w->used[i];
    }
    uint32_t at = i * 64 + (uint32_t)__builtin_ctzll(m);
    return cycle + 1 + ((at - s) & (WHEEL_SLOTS - 1));
}

/* Takes the first event of this cycle; call while wheel_due(). */
static inline wheel_node_t wheel_take(wheel_t *w, uint64_t cycle)
{
    uint32_t s = (uint32_t)cycle & (WHEEL_SLOTS - 1);
    uint16_t i = w->slot[s].head;
    wheel_node_t n = w->node[i];
    w->node[i].next = w->free;
    w->free = i;
    w->count--;
    if (n.next == WHEEL_NIL) {
        w->used[s >> 6] &= ~(UINT64_C(1) << (s & 63));
        w->next = wheel_after(w, cycle);
    } else {
        w->slot[s].head = n.next;
    }
    return n;
}

#endif
