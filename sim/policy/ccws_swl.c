/*
 * Policy ccws_swl: static wavefront limiting (Rogers et al., "Cache-conscious wavefront
 * scheduling", MICRO 2012). Only the `limit` oldest warps of an SM that do not wait at a barrier
 * are scheduled; with loads_only the others may do everything but issue loads.
 *
 * A warp at a barrier is not counted: those that it waits for may be among the held. The held
 * warps change only when an instruction is issued (a barrier, the end of a warp) or
 * a CTA comes, which the schedulers look at by themselves.
 */
#include "policy/policy.h"
#include "policy/throttle.h"

struct policy {
    policy_run_t run;
    uint32_t limit, loads_only; /* options */
    throttle_t n;
};

static const policy_option_t options[] = {
    {"limit", 8, 1, 64, "warps of an SM that are scheduled", .at = offsetof(policy_t, limit)},
    {"loads_only", .doc = "the other warps are held at loads alone",
     .at = offsetof(policy_t, loads_only), .names = policy_off_on},
    {THROTTLE_SCHEDULER, .at = offsetof(policy_t, n.scheduler)},
};

static const policy_count_t counts[] = {
    {"instructions", offsetof(policy_t, n.instructions)},
    {"held", offsetof(policy_t, n.held)},
};

static int pick_warp(void *ctx, uint32_t sm, uint32_t sched, uint64_t ready, uint64_t cycle)
{
    policy_t *p = ctx;
    (void)cycle;
    uint64_t held = throttle_beyond(p->run.gpu, sm, ready, p->limit);
    if (p->loads_only)
        held = gpu_warps_loading(p->run.gpu, sm, held);
    return throttle_pick(&p->n, p->run.gpu, sm, sched, ready, held);
}

static const gpu_hooks_t hooks = {.policy = "ccws_swl", .pick_warp = pick_warp};

static unsigned derive(const policy_t *p, policy_row_t *rows)
{
    rows[0] = policy_ratio("held_per_instruction", p->n.held, p->n.instructions);
    return 1;
}

/* ---- Checkpoints ---- */

/* clang-format off */
#define POLICY_MEMBERS(F) \
    F(KEEPS, run,) F(KEEP, limit,) F(KEEP, loads_only,) F(PART, n, throttle_state(&o->n, io))
/* clang-format on */

STATE_LIST(struct policy, POLICY_MEMBERS);

static void walk(policy_t *p, state_io_t *io)
{
    STATE_WALK(p, io, POLICY_MEMBERS);
}

const policy_ops_t policy_ccws_swl = {
    .name = "ccws_swl",
    .doc = "static limit on the warps scheduled (CCWS-SWL; Rogers et al., 2012)",
    .hooks = &hooks,
    .owns = POLICY_OWNS_PICK_WARP,
    .bytes = sizeof(policy_t),
    .options = options,
    .counts = counts,
    .n_options = sizeof options / sizeof *options,
    .n_counts = sizeof counts / sizeof *counts,
    .derive = derive,
    .walk = walk,
};
