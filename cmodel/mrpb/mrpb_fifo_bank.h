/*
 * mrpb.fifo_bank: circular FIFOs, one per signature, in one memory; one write and one read per
 * cycle. Source: Jia, Shaw and Martonosi, "MRPB: Memory Request Prioritization for Massively
 * Parallel Processors", HPCA 2014, section 3.1.
 *
 * A read makes no room for a write of its own cycle, and a write is not seen by a read of its own
 * cycle. A number that names no queue writes and reads nothing.
 *
 * Positions and lengths stand in bit planes (common/planes.h), as in the RTL: bit q of len[b] is
 * bit b of queue q's length.
 *
 * rd_data is a don't-care where the place that is read holds no entry.
 *
 * cfg: queues 1..64, depth 1..1024 entries per queue (any number: the pointers wrap at depth),
 * width 1..64 bits. init returns -EINVAL outside; it leaves the memory alone, so that the caller
 * gives zeroed memory once. Idle always. Contract: docs/units/mrpb.md. Ports and state:
 * mrpb_fifo_bank_fields.h.
 */
#ifndef LW_MRPB_MRPB_FIFO_BANK_H
#define LW_MRPB_MRPB_FIFO_BANK_H

#include "mrpb/mrpb_fifo_bank_fields.h"

#include "common/planes.h"
#include "common/unit_types.inc"

/* Planes in use: of head and tail, and of len. */
static inline unsigned mrpb_fifo_bank_pos_w(const mrpb_fifo_bank_t *u)
{
    return bits_index_w(u->cfg.depth);
}

static inline unsigned mrpb_fifo_bank_len_w(const mrpb_fifo_bank_t *u)
{
    return bits_count_w(u->cfg.depth);
}

static inline unsigned mrpb_fifo_bank_head(const mrpb_fifo_bank_t *u, unsigned q)
{
    return (unsigned)planes_get(u->head, mrpb_fifo_bank_pos_w(u), q);
}

static inline unsigned mrpb_fifo_bank_tail(const mrpb_fifo_bank_t *u, unsigned q)
{
    return (unsigned)planes_get(u->tail, mrpb_fifo_bank_pos_w(u), q);
}

static inline unsigned mrpb_fifo_bank_len(const mrpb_fifo_bank_t *u, unsigned q)
{
    return (unsigned)planes_get(u->len, mrpb_fifo_bank_len_w(u), q);
}

/* Does entry p of queue q hold something? */
static inline bool mrpb_fifo_bank_occupied(const mrpb_fifo_bank_t *u, unsigned q, unsigned p)
{
    const unsigned depth = u->cfg.depth, head = mrpb_fifo_bank_head(u, q);
    const unsigned from_head = p >= head ? p - head : p + depth - head;
    return p < depth && from_head < mrpb_fifo_bank_len(u, q);
}

/* Does the place that is read hold an entry? The gate of rd_data. */
static inline bool mrpb_fifo_bank_reads_entry(const mrpb_fifo_bank_t *u,
                                              const mrpb_fifo_bank_in_t *in)
{
    return in->flush_read ? in->wr_queue < u->cfg.queues && mrpb_fifo_bank_len(u, in->wr_queue) != 0
                          : mrpb_fifo_bank_occupied(u, in->rd_queue, in->rd_head);
}

#endif
