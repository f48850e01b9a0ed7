#include "policy/prefetcher.h"

bool prefetcher_init(prefetcher_t *p, const policy_env_t *env, uint64_t queue)
{
    *p = (prefetcher_t){.gpu = env->gpu, .line_bytes = env->cfg->line_bytes};
    return gpu_want_prefetch_queue(env->gpu, (uint32_t)queue);
}

void prefetcher_start(prefetcher_t *p, const front_t *front)
{
    p->base = front->arena_base;
    p->bytes = front->arena_bytes;
}

void prefetcher_ask(prefetcher_t *p, uint32_t sm, uint64_t addr, uint32_t pc, uint32_t warp)
{
    if (addr - p->base >= p->bytes) {
        p->outside++;
        return;
    }
    p->asked++;
    p->queue_full += !gpu_l1_prefetch(p->gpu, sm, addr / p->line_bytes, pc, warp);
}

STATE_LAYOUT("prefetcher_t", sizeof(prefetcher_t), 56);

void prefetcher_state(prefetcher_t *p, state_io_t *io)
{
    STATE(io, p->base);
    STATE(io, p->bytes);
    STATE(io, p->asked);
    STATE(io, p->queue_full);
    STATE(io, p->outside);
}
