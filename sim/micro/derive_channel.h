/*
 * What a DRAM channel does with a train of reads, or of stores that miss (l2_write_miss: through),
 * cycle by cycle, as docs/gpu.md states it: who gives the channel a request when, which bank takes
 * it up, which command goes out. A plain loop over cycles and banks that remembers when things
 * happened last; nothing of it is shared with the model.
 *
 * L2 and DRAM have the same clock, so that an edge of one is an edge of the other.
 */
#ifndef LW_MICRO_DERIVE_CHANNEL_H
#define LW_MICRO_DERIVE_CHANNEL_H

#include <stdbool.h>
#include <stdint.h>

#include "gpu/gpu_cfg.h"

/* The slices' queues to and from the channel are as the configuration has them; all others, their
 * MSHRs and their replies' way have room. */
enum { DERIVE_CHANNEL_READS = 256 };

typedef struct derive_read {
    uint64_t lookup; /* cycle from which a slice may look it up; it misses */
    uint32_t slice, bank, row;
    bool store; /* written, a piece of 32 bytes; the next one is the read of its line, which enters
                   the slice's queue with it */
    uint64_t arrive; /* out: cycle in which the channel has it */
    uint64_t end;    /* out: first cycle after its data */
} derive_read_t;

typedef struct derive_channel {
    uint64_t misses; /* requests taken up by a bank whose row is not theirs */
    uint64_t time;   /* end - arrive, of all reads */
    uint64_t fail_miss_queue, fail_dram_queue; /* cycles in which a slice rejects its head */
} derive_channel_t;

/* Where an address lies; one channel. */
void derive_place(const gpu_cfg_t *c, uint64_t addr, derive_read_t *r);

/* n of them, in order of lookup; all banks closed. */
derive_channel_t derive_channel(const gpu_cfg_t *c, derive_read_t *r, uint32_t n);

#endif
