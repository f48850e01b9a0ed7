/*
 * Policy pa: prefetch-aware warp scheduling (Jog et al., "Orchestrated scheduling and prefetching
 * for GPGPUs", ISCA 2013). Two-level with fixed groups (Narasiman et al., MICRO 2011): a scheduler
 * issues from one group alone, loosely round-robin, until each of its warps waits for memory or at
 * a barrier; then the next group that has a ready warp replaces it. The warps of a group are
 * not consecutive ones: with n groups, a scheduler's slots k, k + n, k + 2n ... are one, so that
 * neighbours, whose data lie side by side, run at different times and prefetch for one another.
 *
 * The groups are of the slots that a launch can occupy: as few groups as have at most `group`
 * warps.
 */
#include <string.h>

#include "common/bits.h"
#include "policy/policy.h"

enum { SCHEDS = 4, WARPS = 64 };

typedef struct counts {
    uint64_t switches;  /* from one group to another */
    uint64_t scheduled; /* warps chosen */
} counts_t;

struct policy {
    policy_run_t run;
    uint32_t size, consecutive; /* options */
    uint32_t warps_per_cta;
    uint32_t n_groups[SCHEDS];     /* 0: to be made of the launch */
    uint64_t group[SCHEDS][WARPS]; /* masks of slots */
    uint8_t (*current)[SCHEDS];    /* [SM]: the group that issues */
    counts_t n;
};

static const policy_option_t options[] = {
    {"group", 8, 1, 64, "most warps of a group", .at = offsetof(policy_t, size)},
    {"consecutive", .doc = "groups of consecutive warps, to compare with",
     .at = offsetof(policy_t, consecutive), .names = policy_off_on},
};

/* ---- Checkpoints ---- */

/* clang-format off */
#define POLICY_MEMBERS(F) \
    F(KEEPS, run,) F(KEEP, size,) F(KEEP, consecutive,) F(MOST, warps_per_cta, WARPS) F(MADES, n_groups,) \
    F(MADES, group,) F(KEEP, current,) F(COUNTS, n,)
/* clang-format on */

STATE_LIST(struct policy, POLICY_MEMBERS);

static void walk_current(const policy_t *p, void *element, state_io_t *io)
{
    (void)p;
    state_numbers(io, element, 1, SCHEDS, WARPS - 1, "group");
}

static const policy_part_t parts[] = {
    {.at = offsetof(policy_t, current),
     .size = sizeof(uint8_t[SCHEDS]),
     .count = policy_sms,
     .launch = true,
     .walk = walk_current},
};

static const policy_count_t counts[] = {
    {"group_switches", offsetof(policy_t, n.switches)},
    {"scheduled", offsetof(policy_t, n.scheduled)},
};

static void on_kernel_start(void *ctx, const front_t *front)
{
    policy_t *p = ctx;
    p->warps_per_cta = front->warps_per_cta;
    memset(p->n_groups, 0, sizeof p->n_groups);
    policy_forget(p);
}

/* Slot w is number w / n_sched of scheduler w mod n_sched. */
static void make_groups(policy_t *p, uint32_t sm, uint32_t sched)
{
    uint32_t n_sched = p->run.cfg->schedulers;
    uint32_t slots = gpu_cta_limit(p->run.gpu, sm) * p->warps_per_cta;
    uint32_t own = (slots - sched + n_sched - 1) / n_sched;
    uint32_t n = (own + p->size - 1) / p->size;
    p->n_groups[sched] = n;
    memset(p->group[sched], 0, sizeof p->group[sched]);
    for (uint32_t k = 0; k < own; k++)
        p->group[sched][p->consecutive ? k / p->size : k % n] |= UINT64_C(1)
                                                                 << (k * n_sched + sched);
}

static int choose(policy_t *p, uint32_t sm, uint32_t sched, uint64_t mask)
{
    p->n.scheduled++;
    return (int)gpu_warps_choice(p->run.gpu, sm, sched, GPU_SCHED_LRR, mask);
}

static int pick_warp(void *ctx, uint32_t sm, uint32_t sched, uint64_t ready, uint64_t cycle)
{
    policy_t *p = ctx;
    const uint64_t *group = p->group[sched];
    uint8_t *current = &p->current[sm][sched];
    (void)cycle;
    if (!p->n_groups[sched])
        make_groups(p, sm, sched);
    if (ready & group[*current])
        return choose(p, sm, sched, ready & group[*current]);
    uint64_t in = group[*current] & gpu_warps_live(p->run.gpu, sm);
    if (in & ~gpu_warps_waiting(p->run.gpu, sm, in) & ~gpu_warps_at_barrier(p->run.gpu, sm))
        return GPU_PICK_WAIT; /* until one of them issues or becomes ready: this changes by events
                               */
    while (!(ready & group[*current]))
        *current = (uint8_t)(*current + 1u < p->n_groups[sched] ? *current + 1u : 0);
    p->n.switches++;
    return choose(p, sm, sched, ready & group[*current]);
}

static const gpu_hooks_t hooks = {
    .policy = "pa",
    .on_kernel_start = on_kernel_start,
    .pick_warp = pick_warp,
};

static void walk(policy_t *p, state_io_t *io)
{
    STATE_WALK(p, io, POLICY_MEMBERS);
}

const policy_ops_t policy_pa = {
    .name = "pa",
    .doc = "prefetch-aware scheduling: two-level with groups of non-consecutive warps (Jog et al., "
           "2013)",
    .hooks = &hooks,
    .bytes = sizeof(policy_t),
    .options = options,
    .parts = parts,
    .counts = counts,
    .n_options = sizeof options / sizeof *options,
    .n_parts = sizeof parts / sizeof *parts,
    .n_counts = sizeof counts / sizeof *counts,
    .walk = walk,
};
