/*
 * The path inside an SM: one warp's issue, the memory stage, a hit in the L1.
 */
#include "micro/derive.h"

/* ---- The L1 ---- */

uint64_t derive_memory_stage(const derive_t *d, uint64_t issue)
{
    return issue + 1 + d->c->exec_delay;
}

uint64_t derive_sent(const gpu_cfg_t *c, uint64_t t)
{
    return t + max_of(c->l1_miss_delay, c->tick_order == GPU_TICK_RELEASE ? 1 : 0);
}

uint64_t derive_place_free(const gpu_cfg_t *c, uint64_t sent)
{
    return c->tick_order == GPU_TICK_RELEASE ? sent : sent + 1;
}

uint64_t derive_l1_hit(const derive_t *d, uint64_t issue)
{
    return derive_memory_stage(d, issue) + d->c->l1_hit_latency - 1;
}

/* ---- One warp ---- */

uint64_t derive_first_issue(const gpu_cfg_t *c)
{
    return c->fetch_latency + (c->tick_order == GPU_TICK_RELEASE ? 1 : 0);
}

derive_issue_t derive_warp(const gpu_cfg_t *c)
{
    return (derive_issue_t){.c = c, .left = c->fetch_insts, .from = derive_first_issue(c)};
}

bool derive_simple_issue(const gpu_cfg_t *c)
{
    return c->simt_width == c->warp_size && c->sp_initiation == 1;
}

uint64_t derive_next(derive_issue_t *w, bool memory, uint64_t ready)
{
    const gpu_cfg_t *c = w->c;
    uint64_t t = max_of(max_of(w->at, ready), w->from);
    uint32_t class = memory ? w->memory : w->sp, units = memory ? c->ldst_units : c->sp_units;
    if (t == w->at && (w->issued == c->issue_per_sched || class == units))
        t++;
    if (t != w->at)
        w->issued = w->memory = w->sp = 0;
    w->at = t;
    w->issued++;
    memory ? w->memory++ : w->sp++;
    if (--w->left == 0)
        derive_jump(w);
    return t;
}

void derive_jump(derive_issue_t *w)
{
    w->left = w->c->fetch_insts;
    w->from = w->at + w->c->fetch_latency;
}
