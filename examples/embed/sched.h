/*
 * The warp schedulers of an SM of the mock: which of the ready warps issues is decided by a unit
 * `apres.laws`, which is told of loads, of the hits and misses of their first requests, and of
 * warps that begin and end. It works on its own, too, so it is clocked in every cycle.
 */
#ifndef EMBED_SCHED_H
#define EMBED_SCHED_H

#include "block.h"
#include "stream.h"

enum { LOADS_UNDER_WAY = 1024 };

typedef struct under_way {
    int grouped; /* the unit has a group for it, and no result yet */
    uint32_t group;
} under_way_t;

typedef struct sched {
    const shape_t *shape;
    counts_t *counts;
    block_t laws;
    uint64_t cycle;        /* of the inputs that the unit has */
    uint64_t live;         /* warps that have begun and not ended */
    uint64_t begun, ended; /* in this cycle */
    int starts;            /* a launch begins in this cycle */
    int loads, results;    /* a load, a result in this cycle */
    uint32_t load;         /* which */
    under_way_t load_of[LOADS_UNDER_WAY];
} sched_t;

/* 0, or -1: laws.status says why. groups: that loads under way can have. */
int sched_open(sched_t *s, const shape_t *shape, counts_t *counts, const char *engine,
               uint32_t groups);
void sched_close(sched_t *s);

/* Everything that has happened in earlier cycles is clocked. */
void sched_advance(sched_t *s, uint64_t cycle);

void sched_kernel(sched_t *s, const event_t *e);
void sched_cta_start(sched_t *s, const event_t *e);
void sched_warp_end(sched_t *s, const event_t *e);
void sched_load(sched_t *s, const event_t *e);
/* The L1 has answered a request of a load. */
void sched_result(sched_t *s, const event_t *e, int hit);
/* The warp that issues. */
uint32_t sched_pick(sched_t *s, const event_t *e);

#endif
