#include "policy/throttle.h"

#include "common/bits.h"

const policy_name_t throttle_schedulers[] = {
    {"lrr", GPU_SCHED_LRR}, {"gto", GPU_SCHED_GTO}, {"oldest", GPU_SCHED_OLDEST}, {NULL, 0}};

#define THROTTLE_MEMBERS(F) F(ANY, instructions, ) F(ANY, held, ) F(KEEP, scheduler, )

STATE_LIST(throttle_t, THROTTLE_MEMBERS);

void throttle_state(throttle_t *t, state_io_t *io)
{
    STATE_WALK(t, io, THROTTLE_MEMBERS);
}

int throttle_pick(throttle_t *t, const gpu_t *g, uint32_t sm, uint32_t sched, uint64_t ready,
                  uint64_t held)
{
    held &= ready;
    if (ready == held)
        return GPU_PICK_WAIT;
    t->instructions++;
    t->held += bits_popcount(held);
    return (int)gpu_warps_choice(g, sm, sched, t->scheduler, ready & ~held);
}

uint64_t throttle_beyond(const gpu_t *g, uint32_t sm, uint64_t ready, uint32_t limit)
{
    uint64_t counted = gpu_warps_live(g, sm) & ~gpu_warps_at_barrier(g, sm);
    return ready & ~gpu_warps_oldest(g, sm, counted, limit);
}
