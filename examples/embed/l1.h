/*
 * An L1 data cache of the mock: write-evict, no write-allocate, allocate on miss, LRU; its tags are
 * its own, and who bypasses it is decided by a unit `abyp`. Lines that are on their way merge
 * reads.
 */
#ifndef EMBED_L1_H
#define EMBED_L1_H

#include "block.h"
#include "stream.h"

typedef enum outcome { HIT, PENDING, MISS, BYPASS, NO_PLACE } outcome_t;

typedef struct tag {
    uint64_t line, used; /* used: when it was read last, larger is later */
    enum { EMPTY, RESERVED, VALID } state;
} tag_t;

/* A read on its way. */
typedef struct flight {
    uint64_t line;
    uint32_t hash;      /* of its PC, by the unit */
    int predicted;      /* it bypasses the L1 because of a prediction */
    int looked_up, bit; /* in the L2, which has returned this bit */
} flight_t;

typedef struct l1 {
    const shape_t *shape;
    counts_t *counts;
    block_t abyp;
    tag_t *tag; /* [set * ways + way] */
    uint64_t clock;
    flight_t *flight;
    size_t n_flights, room;
    uint64_t cycle; /* of the inputs that the unit has */
    int active;     /* they hold something to clock */
    int fault;      /* replaces the most recently used line: for a test */
} l1_t;

/* 0, or -1: no memory, or abyp.status says why. threshold: of the predictor. */
int l1_open(l1_t *l, const shape_t *shape, counts_t *counts, const char *engine,
            uint32_t threshold);
void l1_close(l1_t *l);

void l1_kernel(l1_t *l);
outcome_t l1_read(l1_t *l, const event_t *e);
void l1_write(l1_t *l, const event_t *e);
void l1_fill(l1_t *l, const event_t *e);
void l1_reply(l1_t *l, const event_t *e);
/* The end of the SM's cycle, if anything happened in it. */
void l1_settle(l1_t *l);

/* Of the request that a slice looks up now: the flight, or NULL: none. */
flight_t *l1_sent(l1_t *l, uint64_t line);
/* ... and the bit that goes back with its reply. */
void l1_looked_up(l1_t *l, flight_t *f, int bit);

#endif
