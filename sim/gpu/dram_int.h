/*
 * Inside a DRAM channel: what its files share.
 *
 *   dram.c          life, refresh, the tick, dump
 *   dram_queue.c    from the level above into the FR-FCFS queue, and from there to a bank
 *   dram_command.c  when a command is legal, what it does, and which goes first
 */
#ifndef LW_GPU_DRAM_INT_H
#define LW_GPU_DRAM_INT_H

#include "common/bits.h"
#include "gpu/dram.h"

static inline uint64_t dram_later(uint64_t a, uint64_t b)
{
    return a > b ? a : b;
}

/* The scheduler's queue has a place. */
static inline bool dram_has_room(const dram_t *d)
{
    return d->held < d->cfg->dram_queue;
}

/* The bank's group: of the bank's number the low bits, or the high ones. */
static inline unsigned dram_group_of(const dram_t *d, unsigned bank)
{
    return bank >> d->group_shift & (d->cfg->dram_bank_groups - 1);
}

/* A bank has come to wait for a command of the class. */
void dram_classify(dram_t *d, unsigned bank, dram_cmd_t cmd);

/* The class of the next command of the bank's current request. */
static inline dram_cmd_t dram_next_command(const dram_t *d, const dram_bank_t *k)
{
    if (!k->open)
        return DRAM_ACTIVATE;
    return k->row == d->req[k->cur].row ? DRAM_COLUMN : DRAM_PRECHARGE;
}

/* The head of the pipeline enters the queue. */
void dram_enqueue(dram_t *d);

/* Banks without a request each take one up, or one bank does (dram_take_up). */
void dram_take_up(dram_t *d);

/* Takes at most one request out of the slices above. True: the next cycle may take another. */
bool dram_admit(dram_t *d, uint64_t cycle);

/* The slice above has room for a reply; if not, it wakes the channel when it has. */
static inline bool dram_fill_room(dram_t *d, uint32_t slice)
{
    if (d->up[slice]->count < d->fill_queue)
        return true;
    d->no_room = true;
    return false;
}

/* The oldest reply in the return queue goes to its slice, if that has room (l2_fill_queue). */
void dram_return(dram_t *d, uint64_t cycle);

/* The commands of a cycle. */
void dram_command(dram_t *d, uint64_t cycle);

#endif
