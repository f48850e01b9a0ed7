/*
 * The L1 data cache of an SM: write-evict, no write-allocate, allocate-on-miss, hit-under-miss,
 * MSHRs with merging; and the queue of what leaves the SM.
 *
 * Everything that leaves goes through one FIFO in the order of acceptance, so that no read of
 * a warp passes its own earlier store; read misses and the rest (stores, atomics, bypassed and
 * volatile reads) only count against limits of their own. With l1_bypass_path beside, bypassed and
 * volatile reads and atomics go straight into the crossbar instead, and may pass what is in it.
 *
 * A rejected request is looked at again when something in the SM has changed (`changed`); the
 * cycles in between are counted to the same cause without a lookup.
 */
#ifndef LW_GPU_L1D_H
#define LW_GPU_L1D_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

#include "gpu/clock.h"
#include "gpu/gpu_cfg.h"
#include "gpu/gpu_stats.h"
#include "gpu/hook_table.h"
#include "gpu/icnt.h"
#include "gpu/linemap.h"
#include "gpu/lineset.h"
#include "gpu/map.h"
#include "gpu/prefetch.h"
#include "gpu/recency.h"
#include "gpu/repl.h"
#include "gpu/ring.h"

typedef enum l1d_fail {
    L1D_OK,
    L1D_FAIL_ASSOCIATIVITY,
    L1D_FAIL_MSHR,
    L1D_FAIL_MERGE,
    L1D_FAIL_MISS_QUEUE,
    L1D_FAIL_INJECT,
    L1D_FAIL_NET, /* alone does not wait for `changed`: the crossbar wakes the SM */
    L1D_FAIL_POLICY,
    L1D_FAILS,
} l1d_fail_t;

#define L1D_NIL UINT16_MAX

/* The structs of the cache are walked by state_sm.c. */

/* What is known of a line beside its tag, for statistics. */
typedef struct l1d_line {
    uint32_t cta;  /* number, unique on the SM, of the CTA that allocated it */
    uint32_t row;  /* per-load row of the load that did */
    uint32_t hits; /* since then, merges included */
    uint16_t mshr; /* while pending */
    uint8_t warp;
    bool unread; /* prefetched, and not asked for since; else the first three are of its reader */
} l1d_line_t;

/* Of a line of local memory that is written back (l1_local_store): the L2 sectors that stores have
 * written into, and of these in full. No sectors: clean. */
typedef struct l1d_dirty {
    uint8_t sectors, full;
} l1d_dirty_t;

typedef struct l1d_mshr {
    uint32_t index; /* of the line: set * ways + way */
    uint16_t n, served;
    uint16_t next;   /* free list, or list of filled entries */
    uint8_t sectors; /* still to come */
    uint8_t from;    /* GPU_REQ_FROM_* of those that have */
} l1d_mshr_t;

/* A request that waits for an MSHR's line. Cycles of acceptance are kept modulo 2^32. */
typedef struct l1d_wait {
    uint32_t since; /* core cycle of its acceptance */
    uint16_t op;    /* memory instruction */
} l1d_wait_t;

/* A bypassed read, or one that waits for another's reply. */
typedef struct l1d_bypassed {
    uint64_t line;  /* which others may wait for, or UINT64_MAX */
    uint32_t since; /* core cycle of its acceptance */
    uint16_t op;    /* memory instruction */
    uint16_t next;  /* free list, or list of those that wait */
    uint16_t wait;  /* first that waits for this reply, or L1D_NIL */
    uint16_t last;  /* last of them */
    uint16_t left;  /* replies to come */
    uint8_t from;   /* GPU_REQ_FROM_* of those that have */
    uint8_t pieces; /* 32-byte pieces of the line that they bring, 1 b each */
} l1d_bypassed_t;

/* How a request was accepted, or why not. */
typedef struct l1d_answer {
    l1d_fail_t fail;
    bool done;       /* a hit: data at the hit latency, a store kept; else a reply will come */
    uint8_t replies; /* if not done: replies to count, 1 for a line of the cache */
} l1d_answer_t;

/* The members are in the order in which a cycle that does little reads them. */
typedef struct l1d {
    ring_t out; /* to the interconnect; slot.ready: core cycle of entry */
    uint32_t n_miss, n_inject;
    uint16_t mshr_free, filled_head, filled_tail;
    bool changed; /* since the last lookup of a rejected head */
    bool last_hit;
    bool prefetching;    /* prefetches may come */
    uint8_t all_sectors; /* mask of a whole line */
    uint8_t line_chunks; /* 32-byte pieces of a line */
    bool queue_first;    /* reads look for room in the queue before an MSHR */
    bool beside;         /* bypasses and atomics leave beside `out` */
    bool fermi_index, sector_acks, bypass_merge, store_keeps, flush;
    uint32_t sector_bytes;
    uint32_t sm, sets, ways, merge, miss_cap, read_cap, inject_cap, miss_delay, hit_delay,
        fill_delay;
    gpu_hook_table_t *hooks;
    icnt_t *net; /* of requests */
    const addr_map_t *addr_map;
    gpu_stats_load_t *load; /* the running kernel's per-load rows */

    uint64_t *tag;
    uint8_t *state; /* WAY_* */
    l1d_line_t *line;
    l1d_dirty_t *dirty; /* NULL: all stores go through */
    repl_t repl;
    lineset_range_t local; /* lines of local memory, of the running kernel */
    bool wide;         /* many ways: map and recency stand for scans of tag and of repl's stamps */
    linemap_t map;     /* of wide */
    recency_t recency; /* of wide */
    l1d_mshr_t *mshr;
    l1d_wait_t *target; /* [mshr * merge + i]: requests that wait */
    l1d_bypassed_t *bypassed;
    uint32_t n_bypassed; /* allocated */
    uint16_t bypassed_free;

    lineset_t seen;
    prefetch_book_t book;
    gpu_stats_l1d_t stats;
    gpu_stats_latency_t latency; /* but for hits */
    uint64_t bytes_asked; /* of data, by what has left; and what the L2 added for late fills */
    uint64_t fails[L1D_FAILS];
} l1d_t;

bool l1d_init(l1d_t *d, uint32_t sm, const gpu_cfg_t *cfg, gpu_hook_table_t *hooks, icnt_t *net,
              const addr_map_t *map);
void l1d_free(l1d_t *d);

/* Kernel start: every line is invalidated, or (l1_flush: false) becomes one of `nobody`, a row for
 * the loads of kernels before. The lines of the arena and of local memory. */
void l1d_kernel_start(l1d_t *d, lineset_range_t arena, lineset_range_t local, uint32_t nobody,
                      uint64_t cycle);

uint32_t l1d_set(const l1d_t *d, uint64_t line);

/* A load's request. cta: number of the warp's CTA; row: per-load row. */
l1d_answer_t l1d_read(l1d_t *d, gpu_req_t *r, uint32_t cta, uint32_t row, uint64_t cycle);

/* A prefetch, for a warp of CTA number cta: issued or dropped. */
void l1d_prefetch(l1d_t *d, gpu_req_t *r, uint32_t cta, uint64_t cycle);

/* The launch has ended, drained. */
void l1d_kernel_end(l1d_t *d);

/* A store's or atomic's. */
l1d_answer_t l1d_write(l1d_t *d, gpu_req_t *r, uint64_t cycle);

/* A reply for a line of the cache (its MSHR is r->owner). */
void l1d_fill(l1d_t *d, const gpu_req_t *r, uint64_t cycle);

/* The next memory instruction whose data have arrived with a filled MSHR, or L1D_NIL. */
uint16_t l1d_next_served(l1d_t *d, uint64_t cycle);

/* A reply to a bypassed read (its l1d_bypassed_t is r->owner): the memory
 * instruction that waits for it. *wait: the others that do, for l1d_next_waiting(), or L1D_NIL. */
uint16_t l1d_take_bypassed(l1d_t *d, const gpu_req_t *r, uint16_t *wait, uint64_t cycle);

/* The memory instruction of the first of *wait, served in that cycle; *wait becomes the next. */
uint16_t l1d_next_waiting(l1d_t *d, uint16_t *wait, uint64_t cycle);

/* A bypassed line comes with advice to keep it: filled if it can be. r as replied. */
void l1d_late_fill(l1d_t *d, const gpu_req_t *r, uint32_t cta, uint32_t row, uint64_t cycle);

/* After the head of `out` has gone. */
void l1d_sent(l1d_t *d);

void l1d_stats(const l1d_t *d, gpu_stats_l1d_t *out);
void l1d_latency(const l1d_t *d, gpu_stats_latency_t *out);
void l1d_dump(const l1d_t *d, FILE *f);

#endif
