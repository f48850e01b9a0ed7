#include "policy/prefetcher.h"

/* clang-format off */
#define PREFETCHER_MEMBERS(F) \
    F(KEEP, queue,) F(ANY, asked,) F(ANY, queue_full,) F(ANY, outside,)
/* clang-format on */

STATE_LIST(prefetcher_t, PREFETCHER_MEMBERS);

void prefetcher_state(prefetcher_t *p, state_io_t *io)
{
    STATE_WALK(p, io, PREFETCHER_MEMBERS);
}

int prefetcher_init(const prefetcher_t *p, const policy_run_t *run, diag_t *d)
{
    if (gpu_want_prefetch_queue(run->gpu, p->queue))
        return 0;
    return diag_at(d, run->ops->name, 0, 0, "out of memory");
}

void prefetcher_ask(prefetcher_t *p, const policy_run_t *run, uint32_t sm, uint64_t addr,
                    uint32_t pc, uint32_t warp)
{
    if (!gpu_memory_has(run->gpu, addr)) {
        p->outside++;
        return;
    }
    p->asked++;
    p->queue_full += !gpu_l1_prefetch(run->gpu, sm, addr / run->cfg->line_bytes, pc, warp);
}
