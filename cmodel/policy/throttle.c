#include "policy/throttle.h"

#include "common/bits.h"

int throttle_pick(throttle_t *t, const gpu_t *g, uint32_t sm, uint32_t sched, uint32_t scheduler,
                  uint64_t ready, uint64_t held)
{
    held &= ready;
    if (ready == held)
        return GPU_PICK_WAIT;
    t->instructions++;
    t->held += bits_popcount(held);
    return (int)gpu_warps_choice(g, sm, sched, scheduler, ready & ~held);
}
