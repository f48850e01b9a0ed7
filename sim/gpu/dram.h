/*
 * One DRAM channel: bank state machines, FR-FCFS, open page.
 *
 * A request enters through a pipeline of dram_latency cycles into the scheduler's queue, kept as
 * one list per bank. A bank takes up one request at a time: the oldest of its list that hits
 * the open row, else the oldest. Commands go to the channel by dram_scan (dram_command.c). A read
 * is done when its last data have come, a write when its last column command is out; a store that
 * the DRAM acknowledges (THROUGH) when its last data have gone. The slices
 * above take its data out of the return queue; with l2_fill_queue the channel gives a slice that
 * has room the oldest of them, one a cycle.
 *
 * A refresh is worked out as a whole when it is due, since nothing else happens until its end.
 */
#ifndef LW_GPU_DRAM_H
#define LW_GPU_DRAM_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

#include "gpu/clock.h"
#include "gpu/gpu_cfg.h"
#include "gpu/gpu_stats.h"
#include "gpu/map.h"
#include "gpu/ring.h"
#include "gpu/wake.h"

#define DRAM_NIL UINT16_MAX

/* The structs of a channel are walked by state_memory.c. */
typedef struct dram_req {
    gpu_req_t r; /* READ, or WRITE with the sectors to write; owner and sm name the asker. Of a
                    store that missed, THROUGH, or WRITEBACK, the chunks are written */
    uint64_t arrive;
    uint32_t row;
    uint16_t cols; /* column commands to go */
    uint16_t next; /* of the bank's list or the free list */
} dram_req_t;

typedef enum dram_cmd { DRAM_COLUMN, DRAM_ACTIVATE, DRAM_PRECHARGE } dram_cmd_t;

typedef struct dram_bank {
    uint64_t act_ok, pre_ok, col_ok; /* earliest activate, precharge, column command of a read */
    uint32_t row;
    uint16_t head, tail; /* waiting requests, oldest first */
    uint16_t cur;        /* the request taken up */
    bool open;
} dram_bank_t;

/* The members are in the order in which a cycle that does little reads them. */
typedef struct dram {
    _Alignas(64) ring_t entry; /* the latency pipeline; slot.ready: cycle of entry into the queue */
    uint64_t col_at, row_at;   /* no column, no row command is legal before */
    uint64_t idle;             /* banks with waiting requests and none taken up */
    uint16_t free;
    bool up_blocked;    /* a slice above waits for room */
    bool no_credit;     /* a request above waits for one */
    bool no_room;       /* a reply, or a request above, waits for room in a slice's fill queue */
    uint32_t next_bank; /* round-robin pointer */

    uint64_t busy[3];   /* banks by the next command of the request taken up: dram_cmd_t */
    uint64_t rrd_ok;    /* earliest activate of any bank */
    uint64_t col_ok[2]; /* earliest read, write command of any bank */
    dram_req_t *req;
    uint32_t queued;    /* requests in the queue and at the banks */
    uint32_t held;      /* of these, how many take a place of the queue (dram_hold) */
    uint32_t returning; /* reads that hold an entry of the return queue */

    uint64_t group_ok[8];     /* earliest column command of a bank group */
    uint64_t group_pre_ok[8]; /* ... precharge (t_rtpl) */
    uint64_t refresh_due;     /* the next refresh; CLOCK_NEVER: none */
    uint64_t refresh_end;     /* of the last one */
    dram_bank_t bank[32];

    /* dram_admit credits; slices of the channel from 0 */
    uint8_t own_credit[8];   /* borrowed: 0 or 1 */
    uint32_t shared_credits; /* borrowed */
    uint32_t shared_limit;
    uint32_t last_borrower;

    uint32_t fill_queue; /* l2_fill_queue */
    ring_t ret;          /* with it, the return queue; slot.ready: own cycle */

    uint32_t id;
    uint64_t write_later; /* t_rcdwr - t_rcd, modulo 2^64 */
    uint32_t n_req;       /* requests req[] has room for */
    uint32_t group_shift; /* bank to bank group */
    uint16_t cols[9];     /* column commands of a request, by number of sectors */
    const gpu_cfg_t *cfg;
    const addr_map_t *map;
    const gpu_clock_t *clk, *up_clk, *delay_clk; /* delay_clk: of dram_latency; NULL: clk */
    wake_set_t *wake;                            /* own: member id */
    wake_set_t *up_wake;                         /* of the slices above */
    ring_t **up;   /* what all slices of the level above are filled through, by id; a reply
                      goes to up[r.sm] and wakes that slice */
    ring_t **down; /* what their requests are taken out of, unless dram_admit is push */
    uint32_t up_first, up_count;

    uint64_t active_since;
    uint64_t reads_in, writes_in;
    gpu_stats_dram_t stats;
} dram_t;

bool dram_init(dram_t *d, uint32_t id, const gpu_cfg_t *cfg, const addr_map_t *map);
void dram_free(dram_t *d);

static inline bool dram_can_accept(const dram_t *d)
{
    return !ring_full(&d->entry);
}
void dram_push(dram_t *d, const gpu_req_t *r);

/* A slice has a request for the channel, which takes requests by itself. */
static inline void dram_offer(dram_t *d)
{
    wake_lower(d->wake, d->id, 0);
}

/* A credit borrowed for slice `from` of the level above is free again. */
void dram_repay(dram_t *d, uint32_t from);

/* Slice `from` of the level above has taken a reply. */
static inline void dram_returned(dram_t *d, uint32_t from)
{
    if (__builtin_expect(d->fill_queue != 0, 0)) { /* it left the return queue before */
        if (d->no_room) {
            d->no_room = false;
            wake_lower(d->wake, d->id, 0);
        }
        return;
    }
    if (d->returning-- == d->cfg->dram_return_queue) { /* columns may have waited for it */
        d->col_at = 0;
        wake_lower(d->wake, d->id, 0);
    }
    if (d->cfg->dram_admit == GPU_DRAM_CREDITS)
        dram_repay(d, from);
}

uint64_t dram_tick(dram_t *d, uint64_t cycle);

/* Makes up for the refreshes due before `cycle` that were slept through: those of a channel without
 * requests in its queue, the others wake it. */
void dram_settle(dram_t *d, uint64_t cycle);
bool dram_empty(const dram_t *d);
void dram_dump(const dram_t *d, FILE *f);

#endif
