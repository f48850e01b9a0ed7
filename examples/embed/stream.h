/*
 * What the mock is given: the requests of a program, as a simulator's front end and memory system
 * hand them to its L1 data caches and warp schedulers, in order of time. It holds no decision of an
 * L1 or a scheduler, but for `issued`, which only a check reads.
 */
#ifndef EMBED_STREAM_H
#define EMBED_STREAM_H

#include <stddef.h>
#include <stdint.h>

typedef enum kind {
    KERNEL,    /* a launch begins */
    CTA_START, /* warps first ... first + n - 1 begin */
    WARP_END,
    READY, /* a scheduler may issue one of the warps in `warps` */
    LOAD,  /* a load is issued; its requests follow, each a READ */
    READ,  /* a request stands before the L1 */
    WRITE, /* a store stands before the L1 */
    FILL,  /* the memory has brought a line that the L1 has a place for */
    REPLY, /* ... and one that has bypassed it */
    L2     /* a request of this SM has been looked up in the L2 */
} kind_t;

typedef struct event {
    kind_t kind;
    uint32_t sm;
    uint64_t cycle; /* of the SM */
    uint64_t line;
    uint64_t warps;     /* READY */
    uint32_t scheduler; /* READY */
    uint32_t issued;    /* READY: the warp that the recorded program issued; for the check */
    uint32_t warp, pc;  /* LOAD, READ, WARP_END */
    uint32_t load;      /* LOAD, READ: number of the load among those under way in the SM */
    uint32_t index;     /* READ: number of the request within its load */
    uint32_t global;    /* LOAD: from global memory, and may be cached */
    uint32_t first, n;  /* CTA_START */
    uint32_t slice, set, way, hit, write; /* L2 */
} event_t;

typedef struct stream {
    event_t *event;
    size_t n, room;
    int lost; /* no memory for all of it */
} stream_t;

/* The machine that the stream is for. */
typedef struct shape {
    uint32_t sms, warps, schedulers;
    uint32_t l1_sets, l1_ways;
    uint32_t slices, l2_sets, l2_ways;
} shape_t;

/* The counts that the mock and the recorded program are compared in. */
typedef enum count {
    HITS,
    PENDING_HITS,
    MISSES,
    BYPASSES,
    WRITES,
    WRITE_EVICTIONS,
    LATE_FILLS,
    LATE_FILLS_REFUSED,
    BYPASS_PREDICTIONS,
    INCREMENTS,
    DECREMENTS,
    BITS_RETURNED,
    PICKS,
    LOADS,
    GROUPS,
    UNGROUPED,
    GROUP_HITS,
    GROUP_MISSES,
    MOVES_HIT,
    MOVES_MISS,
    MOVES_BEGIN,
    COUNTS
} count_t;

/* Their places in the results of a run (docs/guide/json.md). */
extern const char *const count_path[COUNTS];

typedef struct counts {
    uint64_t n[COUNTS];
    uint64_t other_picks; /* where the recorded program issued another warp */
} counts_t;

#endif
