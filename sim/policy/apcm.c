/*
 * Policy apcm: access-pattern-aware cache management (Koo et al., ISCA 2017). One `apcm` unit an
 * SM behind an engine (C, RTL or lockstep); docs/units/apcm.md has its ports.
 *
 * The hooks of one SM-cycle collect the cycle's inputs, and on_cycle clocks the unit if there are
 * any. The unit takes one event of each kind a cycle: a request at the L1, a load, a warp's start
 * or finish, a loop left, a line that is gone. Warps' events, loops and lines wait for their turn;
 * the lowest warp comes first, and its finish before its start. That a warp has left a loop is
 * told only if the unit says that this loop ends the warp's protection.
 *
 * What the paper lets travel with a request is kept here: a load's ID, how many of its requests the
 * L1 has still to accept, and the method of a request that has been presented before.
 *
 * A prefetch is a request of no plain load; one of a load of type bypass is dropped. A late fill is
 * a line that is replaced without an access: unprotected, its count 0.
 */
#include <stdlib.h>

#include "policy/apcm_int.h"

static const policy_name_t manage_names[] = {
    {"none", 0},
    {"bypass", APCM_MANAGE_BYPASS},
    {"protect", APCM_MANAGE_PROTECT},
    {"both", APCM_MANAGE_BYPASS | APCM_MANAGE_PROTECT},
    {.name = NULL},
};

static const policy_name_t off_names[] = {{"off", 0}, {.name = NULL}};

static const policy_option_t options[] = {
    {"manage", 3, .doc = "streaming loads bypass, intra-warp lines are protected, or both",
     .at = offsetof(policy_t, manage), .names = manage_names},
    {"loads", 16, 1, 64, "entries of LAT and CAIT", .at = offsetof(policy_t, loads)},
    {"mta_sets", 32, 1, 128, "sets of the MTA; sets * ways is at most 128",
     .at = offsetof(policy_t, mta_sets), .pow2 = true},
    {"mta_ways", 1, 1, 128, "ways of the MTA", .at = offsetof(policy_t, mta_ways)},
    {"cnt_w", 4, 1, 8, "bits of a count", .at = offsetof(policy_t, cnt_w)},
    {"distance", 0, 1, 1000000,
     "accesses of the set for which a line of a load of type protect is "
     "held (APCM-pN); off: as the unit says",
     .at = offsetof(policy_t, distance), .names = off_names},
};

static void configure(const policy_t *p, void *cfg)
{
    *(apcm_cfg_t *)cfg = (apcm_cfg_t){
        .loads = p->loads,
        .pc_w = 32,
        .mta_sets = p->mta_sets,
        .mta_ways = p->mta_ways,
        .line_w = apcm_line_bits(p),
        .cnt_w = p->cnt_w,
        .warps = p->run.cfg->warps_per_sm,
        .sets = p->run.cfg->l1_sets,
        .ways = p->run.cfg->l1_ways,
        .manage = p->distance ? p->manage & ~(uint32_t)APCM_MANAGE_PROTECT : p->manage,
    };
}

static uint32_t distant_sets(const policy_t *p)
{
    return p->distance ? policy_l1_sets(p) : 0;
}

static uint32_t distant_lines(const policy_t *p)
{
    return p->distance ? policy_l1_lines(p) : 0;
}

static const policy_part_t sm_parts[] = {
    {.at = offsetof(sm_t, unit),
     .unit = &apcm_unit,
     .configure = configure,
     .check = apcm_check_unit},
    {.at = offsetof(sm_t, gone), .size = 1, .count = policy_l1_lines, .lines = true, .most = 1},
    {.at = offsetof(sm_t, distant.seen),
     .size = sizeof(uint64_t),
     .count = distant_sets,
     .lines = true},
    {.at = offsetof(sm_t, distant.until),
     .size = sizeof(uint64_t),
     .count = distant_lines,
     .lines = true},
};

static const policy_part_t parts[] = {
    {.at = offsetof(policy_t, sm),
     .size = sizeof(sm_t),
     .count = policy_sms,
     .each = "sm",
     .walk = apcm_walk_sm,
     .parts = sm_parts,
     .n_parts = sizeof sm_parts / sizeof *sm_parts},
};

static const policy_count_t counts[] = {
    {"requests", offsetof(policy_t, n.requests)},
    {"bypass_requests", offsetof(policy_t, n.bypass)},
    {"protect_requests", offsetof(policy_t, n.protect)},
    {"streams", offsetof(policy_t, n.streams)},
    {"pins", offsetof(policy_t, n.pins)},
    {"held_bypasses", offsetof(policy_t, n.held_bypasses)},
    {"releases", offsetof(policy_t, n.releases)},
    {"lapses", offsetof(policy_t, n.lapses)},
    {"loads", offsetof(policy_t, n.loads)},
    {"untracked", offsetof(policy_t, n.untracked)},
    {"mta_allocations", offsetof(policy_t, n.mta_allocations)},
    {"mta_hits", offsetof(policy_t, n.mta_hits)},
    {"cait_evictions", offsetof(policy_t, n.cait_evictions)},
    {"cait_thresholds", offsetof(policy_t, n.cait_thresholds)},
    {"monitored", offsetof(policy_t, n.monitored)},
    {"prefetch_drops", offsetof(policy_t, n.prefetch_drops)},
};

/* Ends the run when a unit's two sides have differed. */
void apcm_unit_done(policy_t *p, int rc)
{
    if (__builtin_expect(rc != 0, 0))
        gpu_halt(p->run.gpu, "apcm: the C model and the RTL differ");
}

void apcm_evaluate(policy_t *p, sm_t *sm, const apcm_in_t *in, apcm_out_t *out, uint64_t cycle)
{
    apcm_unit_done(p, unit_inst_at(sm->unit, cycle));
    apcm_unit_done(p, unit_inst_eval(sm->unit, in, out));
}

static const gpu_hooks_t hooks = {
    .policy = "apcm",
    .on_kernel_start = apcm_on_kernel_start,
    .on_cta_ready = apcm_on_cta_ready,
    .on_load_issue = apcm_on_load_issue,
    .on_l1_access = apcm_on_l1_access,
    .on_l1_result = apcm_on_l1_result,
    .on_prefetch = apcm_on_prefetch,
    .on_prefetch_result = apcm_on_prefetch_result,
    .on_l1_evict = apcm_on_l1_evict,
    .on_late_fill = apcm_on_late_fill,
    .on_loop_exit = apcm_on_loop_exit,
    .on_warp_finish = apcm_on_warp_finish,
    .on_cycle = apcm_on_cycle,
    .pick_victim = apcm_pick_victim,
};

/* What the unit can hold; each option is in its own range already. */
static int fits(const policy_t *p, diag_t *d)
{
    enum { MTA = 128, LINES = 2048, WAYS = 64 };
    const gpu_cfg_t *cfg = p->run.cfg;
    if (cfg->ldst_units > 1)
        return diag_at(d, "ldst_units", 0, 0,
                       "expected 1 with policy apcm, whose unit takes one load a cycle");
    if (p->mta_sets * p->mta_ways > MTA)
        return diag_at(d, "apcm.mta_sets", 0, 0, "times apcm.mta_ways is %u; expected at most %d",
                       p->mta_sets * p->mta_ways, MTA);
    if (policy_l1_lines(p) > LINES || cfg->l1_ways > WAYS)
        return diag_at(d, "l1_sets", 0, 0,
                       "the L1 has %u lines in %u ways; apcm takes at most %d lines and %d ways",
                       policy_l1_lines(p), cfg->l1_ways, LINES, WAYS);
    return 0;
}

static void end(policy_t *p)
{
    for (uint32_t i = 0; p->sm && i < p->run.cfg->n_sms; i++) {
        free(p->sm[i].load);
        free(p->sm[i].tried);
    }
}

static unsigned derive(const policy_t *p, policy_row_t *rows)
{
    const counts_t *n = &p->n;
    rows[0] = policy_ratio("bypass_share", n->bypass, n->requests);
    rows[1] = policy_ratio("protect_share", n->protect, n->requests);
    return 2;
}

const policy_ops_t policy_apcm = {
    .name = "apcm",
    .doc = "access-pattern-aware bypassing and protection (Koo et al., 2017)",
    .hooks = &hooks,
    .owns = POLICY_OWNS_PROTECTION,
    .bytes = sizeof(policy_t),
    .options = options,
    .parts = parts,
    .counts = counts,
    .n_options = sizeof options / sizeof *options,
    .n_parts = sizeof parts / sizeof *parts,
    .n_counts = sizeof counts / sizeof *counts,
    .fits = fits,
    .end = end,
    .derive = derive,
    .walk = apcm_walk,
};
