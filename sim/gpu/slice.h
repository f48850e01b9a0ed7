/*
 * One slice of the L2, or of the memory-side L3: write-back, write-allocate, sectored (one
 * sector being the line when it is not), non-blocking.
 *
 * A cycle, in this order: take one fill; hand one reply to the level above; let one waiting
 * request of a filled MSHR into the reply pipeline; move one fetch or write-back into
 * l2_dram_queue, if there is one; look one sector of the head request up; hand one fetch or
 * write-back to the level below; take one request from above.
 *
 * Requests are served in order; one that cannot be served waits at the head, is looked at
 * again when something in the slice has changed, and its cycles are counted by cause. Unless
 * dram_admit is push, the channel takes fetches and write-backs out of the slice by itself.
 */
#ifndef LW_GPU_SLICE_H
#define LW_GPU_SLICE_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

#include "gpu/clock.h"
#include "gpu/dram.h"
#include "gpu/gpu_cfg.h"
#include "gpu/gpu_stats.h"
#include "gpu/hook_table.h"
#include "gpu/icnt.h"
#include "gpu/map.h"
#include "gpu/repl.h"
#include "gpu/ring.h"
#include "gpu/wake.h"

typedef enum slice_fail {
    SLICE_OK,
    SLICE_FAIL_ASSOCIATIVITY,
    SLICE_FAIL_MSHR,
    SLICE_FAIL_MERGE,
    SLICE_FAIL_MISS_QUEUE,
    SLICE_FAIL_REPLY_QUEUE,
    SLICE_FAIL_DRAM_QUEUE,
    SLICE_FAIL_PORT,
    SLICE_FAILS,
} slice_fail_t;

#define SLICE_NIL UINT16_MAX

/* The structs of a slice are walked by state_memory.c. */
typedef struct slice_mshr {
    uint32_t index;  /* of the sector: line index * nsec + sector */
    uint16_t n;      /* waiting requests, also stores (through); 0: of a partial store (fetch) */
    uint16_t served; /* of these, how many have gone into the reply pipeline */
    uint16_t next;   /* free list, or list of filled entries */
    uint8_t from;    /* GPU_REQ_FROM_* of the fill */
} slice_mshr_t;

/* A line but for its tag; the masks have a bit per sector. */
typedef struct slice_line {
    uint8_t state; /* WAY_*: blocked while a sector is pending */
    uint8_t valid, pend, dirty;
} slice_line_t;

/* The members are in the order in which a cycle that does little reads them. */
typedef struct slice {
    _Alignas(64) ring_t fill; /* sectors from the level below, which puts them here and wakes the
                                 slice; slot.ready: cycle from which they are seen */
    ring_t pipe;              /* replies; slot.ready: cycle in which they may leave */
    ring_t in;                /* requests; slot.ready: cycle of the first lookup */
    ring_t down;              /* fetches and write-backs for the level below */
    ring_t *out;              /* what it takes them out of: `down`, or `below` if there is one */

    uint64_t last; /* cycle simulated last */
    slice_fail_t fail;
    uint16_t mshr_free, filled_head, filled_tail;
    bool started; /* the head has had a sector accepted */
    bool up_blocked;
    bool l2;          /* false: L3 */
    bool pulled;      /* the channel takes what is in `down` by itself */
    bool lazy;        /* partial stores do not fetch */
    bool through;     /* stores that miss are written to the DRAM and fetch */
    bool fetch_first; /* a fetch goes down before its victim's write-back */
    bool sector_acks; /* each sector of a store is acknowledged */
    bool extra;       /* any of lookup_room, open, l2_dram_queue, l2_port_bytes: looked at first */
    bool lookup_room; /* a lookup waits for room below and above */
    bool open;        /* arrivals are limited by those that may be looked up (rop_queue) */
    uint8_t whose;    /* GPU_REQ_FROM_* of what it holds itself */
    uint32_t id;      /* L2: in the whole GPU; L3: the channel */
    icnt_t *req_net, *reply_net; /* of the L2: to and from the SMs */
    struct slice *l3;            /* below: an L3 or the channel */
    dram_t *dram;

    uint32_t head_set, head_way; /* of the head, once started: its line stays where it is */
    uint32_t sets, ways, nsec, merge;
    uint32_t nsec_shift; /* log2 nsec */
    uint32_t latency, lookup_delay;
    uint32_t queue;                               /* l2_queue */
    uint32_t miss_queue, read_spare, store_spare; /* places of `down` */
    uint32_t port, sector_bytes, line_bytes;      /* port: l2_port_bytes */
    const gpu_clock_t *clk, *delay_clk; /* delay_clk: what lookup_delay counts; NULL: clk */
    uint64_t data_free, fill_free;      /* cycles from which the ports are free */
    ring_t below;                       /* l2_dram_queue */
    const addr_map_t *map;
    gpu_hook_table_t *hooks;
    wake_set_t *wake; /* own: member id */

    /* By line index = set * ways + way. */
    uint64_t *tag;
    slice_line_t *lines;
    uint16_t *mshr_of; /* [line index * nsec + sector], meaningful while pending */
    repl_t repl;

    slice_mshr_t *mshr;
    gpu_req_t *target;    /* [mshr * merge + i] */
    uint32_t outstanding; /* sectors asked for and not received, and stores not acknowledged */
    uint64_t reading;     /* sectors of reads taken in and not replied to */

    uint64_t fails[SLICE_FAILS];

    struct slice *up; /* L3: the L2 slices, by id */
    wake_set_t *up_wake;
    uint32_t up_first, up_count;

    gpu_stats_l2_t stats;
} slice_t;

typedef struct slice_geometry {
    uint32_t sets, ways, nsec, mshrs, merge, queue, miss_queue, reply_queue, latency, lookup_delay;
    uint32_t read_spare, store_spare, dram_queue;
    uint32_t back; /* answers to stores that may wait here beside the fills of MSHRs */
    uint32_t port, sector_bytes, delay_places;
    bool plru, lazy, through, l2, sector_acks, fetch_first, lookup_room, open;
} slice_geometry_t;

bool slice_init(slice_t *s, uint32_t id, const slice_geometry_t *g, const addr_map_t *map);
void slice_free(slice_t *s);

/* L3: the L2 hands over a fetch or write-back in `cycle`. */
static inline bool slice_can_accept(const slice_t *s)
{
    return !ring_full(&s->in);
}
void slice_push(slice_t *s, const gpu_req_t *r, uint64_t cycle);

/* One cycle; returns the next in which something can happen by itself. */
uint64_t slice_tick(slice_t *s, uint64_t cycle);

/* Charges the cycles up to `cycle` (excluded) that were not simulated. */
void slice_settle(slice_t *s, uint64_t cycle);

/* Makes a line present and clean, as if it had been read; no statistics. */
void slice_preload(slice_t *s, uint64_t line);

/* Statistics up to `cycle` (excluded) with the failure causes. */
void slice_stats(const slice_t *s, uint64_t cycle, gpu_stats_l2_t *out);

bool slice_empty(const slice_t *s);
void slice_dump(const slice_t *s, FILE *f);

#endif
