/*
 * Policy ccws_swl: static wavefront limiting (Rogers et al., "Cache-conscious wavefront
 * scheduling", MICRO 2012). Only the `limit` oldest warps of an SM that do not wait at a barrier
 * are scheduled; with loads_only the others may do everything but issue loads.
 *
 * A warp at a barrier lends its place to the next one: those that it waits for may be among the
 * held. The held warps change only when an instruction is issued (a barrier, the end of a warp) or
 * a CTA comes, which the schedulers look at by themselves.
 */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "common/bits.h"
#include "policy/policy.h"
#include "policy/throttle.h"

enum { OPT_LIMIT, OPT_LOADS_ONLY, OPT_SCHEDULER, OPT_COUNT };

static const policy_option_t options[OPT_COUNT] = {
    [OPT_LIMIT] = {"limit", 8, 1, 64, "warps of an SM that are scheduled"},
    [OPT_LOADS_ONLY] = {"loads_only", 0, 0, 1, "1: the other warps are held at loads alone"},
    [OPT_SCHEDULER] = THROTTLE_SCHEDULER,
};

struct policy {
    gpu_t *gpu;
    uint32_t limit, scheduler;
    bool loads_only;
    throttle_t n;
};

static int pick_warp(void *ctx, uint32_t sm, uint32_t sched, uint64_t ready, uint64_t cycle)
{
    policy_t *p = ctx;
    (void)cycle;
    uint64_t places = gpu_warps_live(p->gpu, sm) & ~gpu_warps_at_barrier(p->gpu, sm);
    uint64_t held = ready & ~gpu_warps_oldest(p->gpu, sm, places, p->limit);
    if (p->loads_only)
        held = gpu_warps_loading(p->gpu, sm, held);
    return throttle_pick(&p->n, p->gpu, sm, sched, p->scheduler, ready, held);
}

static const gpu_hooks_t hooks = {.policy = "ccws_swl", .pick_warp = pick_warp};

static void destroy(policy_t *p)
{
    free(p);
}

static int create(const policy_env_t *env, const uint64_t *opt, policy_t **out, diag_t *d)
{
    policy_t *p = calloc(1, sizeof *p);
    if (!p)
        return diag_at(d, "ccws_swl", 0, 0, "out of memory");
    p->gpu = env->gpu;
    p->limit = (uint32_t)opt[OPT_LIMIT];
    p->loads_only = opt[OPT_LOADS_ONLY];
    p->scheduler = (uint32_t)opt[OPT_SCHEDULER];
    *out = p;
    return 0;
}

static unsigned report(const policy_t *p, policy_row_t *rows)
{
    const policy_row_t all[] = {
        {"instructions", false, p->n.instructions, 0},
        {"held", false, p->n.held, 0},
        {"held_per_instruction", true, 0,
         p->n.instructions ? (double)p->n.held / (double)p->n.instructions : 0},
    };
    memcpy(rows, all, sizeof all);
    return sizeof all / sizeof all[0];
}

static unit_inst_t *instance(const policy_t *p, unsigned i)
{
    (void)p, (void)i;
    return NULL;
}

STATE_LAYOUT("ccws_swl's policy", sizeof(policy_t), 40);

static void state(policy_t *p, state_io_t *io)
{
    STATE(io, p->n);
}

const policy_ops_t policy_ccws_swl = {
    .name = "ccws_swl",
    .doc = "static limit on the warps scheduled (CCWS-SWL; Rogers et al., 2012)",
    .hooks = &hooks,
    .owns = POLICY_OWNS_PICK_WARP,
    .options = options,
    .n_options = OPT_COUNT,
    .create = create,
    .destroy = destroy,
    .report = report,
    .instance = instance,
    .state = state,
};
