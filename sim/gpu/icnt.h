/*
 * One crossbar: packets of flits from input ports to output ports.
 *
 * An input port has one buffer, so a packet behind another waits for it. Every cycle each free
 * output port takes one packet among the free inputs whose head wants it, round-robin from the
 * one after the last taken. A packet of n flits occupies both ports for n + icnt_gap cycles and is
 * visible to the receiver icnt_latency cycles after its last flit. Buffers are counted in flits; a
 * packet larger than a buffer may enter it when it is empty. An output buffer's space is taken
 * at the grant and given back when the receiver takes the packet.
 */
#ifndef LW_GPU_ICNT_H
#define LW_GPU_ICNT_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

#include "common/bits.h"
#include "gpu/clock.h"
#include "gpu/gpu_cfg.h"
#include "gpu/gpu_stats.h"
#include "gpu/ring.h"
#include "gpu/wake.h"

#define ICNT_PORTS 64

/* Walked by state_memory.c. */
/* What a packet's move reads and writes of a port lies together. */
typedef struct icnt_in {
    _Alignas(64) ring_t q; /* slot.ready: output port << 32 | flits */
    uint64_t until;        /* occupied until then */
    uint32_t flits;        /* in q */
} icnt_in_t;

typedef struct icnt_out {
    _Alignas(64) ring_t q; /* slot.ready: receiver's cycle from which it is visible */
    uint64_t until;        /* occupied until then */
    uint64_t want;         /* inputs whose head wants this output */
    uint32_t flits;        /* in q and under way */
    uint8_t next_in;       /* round-robin pointer */
} icnt_out_t;

typedef struct icnt {
    uint32_t n_in, n_out;
    uint32_t latency, gap, in_cap, out_cap, sector_bytes;
    uint8_t data_flits[9];           /* of a data reply, by number of sectors */
    uint8_t piece_flits[9];          /* of a packet with so many 32-byte pieces */
    bool replies;                    /* direction: L2 to SMs */
    const gpu_clock_t *clk, *rx_clk; /* own, and that of the receivers */
    wake_set_t *tx_wake, *rx_wake;   /* of the senders and the receivers, by port */
    wake_set_t *wake;                /* own: member 0 */
    uint64_t last;                   /* cycle simulated last */
    uint32_t inside;                 /* packets */
    uint32_t reading;                /* of these, of reads */

    uint64_t wanted, blocked;   /* masks of ports */
    uint64_t in_busy, out_busy; /* ports that a packet of more than a cycle may still occupy */
    uint64_t waiting;           /* inputs whose sender found no space */
    icnt_in_t in[ICNT_PORTS];
    icnt_out_t out[ICNT_PORTS];
    gpu_stats_icnt_t stats;
} icnt_t;

bool icnt_init(icnt_t *n, const gpu_cfg_t *cfg, bool replies, uint32_t n_in, uint32_t n_out);
void icnt_free(icnt_t *n);

/* Payload: stores and atomics carry the 32-byte pieces they touch, data replies their sectors or,
 * with l1_bypass_size asked, the pieces asked for; read requests and acknowledgements are the
 * header alone. */
static inline uint32_t icnt_packet_flits(const icnt_t *n, const gpu_req_t *r)
{
    if (r->kind == GPU_REQ_READ)
        return !n->replies        ? n->piece_flits[0]
               : gpu_req_whole(r) ? n->data_flits[gpu_req_sectors(r)]
                                  : n->piece_flits[r->chunks];
    if (n->replies && r->kind != GPU_REQ_ATOMIC)
        return n->piece_flits[0];
    return n->piece_flits[r->chunks];
}

/* The payload's bytes. */
static inline uint32_t icnt_packet_payload(const icnt_t *n, const gpu_req_t *r)
{
    if (r->kind == GPU_REQ_READ)
        return !n->replies        ? 0
               : gpu_req_whole(r) ? gpu_req_sectors(r) * n->sector_bytes
                                  : r->chunks * 32u;
    return n->replies && r->kind != GPU_REQ_ATOMIC ? 0 : r->chunks * 32u;
}

/* Whether the input buffer takes a packet now; if not, its sender is woken when space appears. */
static inline bool icnt_can_accept(icnt_t *n, uint32_t in, uint32_t flits)
{
    const icnt_in_t *i = &n->in[in];
    if (i->q.count == 0 || i->flits + flits <= n->in_cap)
        return true;
    n->waiting |= UINT64_C(1) << in;
    return false;
}

void icnt_push(icnt_t *n, uint32_t in, uint32_t out, const gpu_req_t *r, uint32_t flits);

/* The packet that the receiver of port `out` may take in its cycle `cycle`, or NULL. */
static inline const gpu_req_t *icnt_peek(const icnt_t *n, uint32_t out, uint64_t cycle)
{
    const ring_t *q = &n->out[out].q;
    return ring_ready(q) <= cycle ? &ring_head(q)->r : NULL;
}
void icnt_pop(icnt_t *n, uint32_t out);

/* The receiver's cycle in which it may take the next packet, or UINT64_MAX. */
static inline uint64_t icnt_ready(const icnt_t *n, uint32_t out)
{
    return ring_ready(&n->out[out].q);
}

/* One cycle; returns the next cycle in which something can happen by itself. */
uint64_t icnt_tick(icnt_t *n, uint64_t cycle);

/* Charges the cycles up to `cycle` (excluded) that were not simulated. */
void icnt_settle(icnt_t *n, uint64_t cycle);

/* Statistics up to now. */
void icnt_stats(const icnt_t *n, gpu_stats_icnt_t *out);

bool icnt_empty(const icnt_t *n);
void icnt_dump(const icnt_t *n, FILE *f);

#endif
