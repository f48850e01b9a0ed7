/*
 * A synthetic kernel for policies laws, sap and apres, and what a run of it told.
 *
 * Every warp loads a line that all share, so that the LLT has one PC for all of them. Then turns
 * pass in which one warp after the other makes its load of the second PC: warp w in turn
 * GAP * (w + 1), so that each is answered, and its stride computed, before the next one comes.
 */
#ifndef LW_TESTS_POLICY_APRES_PLAN_H
#define LW_TESTS_POLICY_APRES_PLAN_H

#include "policy_synth.h"

enum { GAP = 40, WARPS = 8 };

/* Where warp w makes its second load, from RIG_BASE. */
typedef struct plan {
    const uint64_t *at;
    uint32_t warps;      /* that make it; the others' lanes are off */
    uint32_t first_lane; /* lanes below it are off */
} plan_t;

static inline uint64_t addr_of(const synth_t *s, const synth_at_t *at, uint32_t lane)
{
    const plan_t *p = s->user;
    if (lane < p->first_lane)
        return RIG_BASE + (at->warp * at->warp + lane) * UINT64_C(65536);
    return RIG_BASE + (at->inst ? p->at[at->warp] : 0) + lane * 4;
}

static inline uint64_t mask_of(const synth_t *s, const synth_at_t *at)
{
    const plan_t *p = s->user;
    const bool now =
        at->inst ? at->warp < p->warps && at->iter == GAP * (at->warp + 1) : at->iter == 0;
    return now ? bits_mask(32) & ~bits_mask(p->first_lane) : 0;
}

/* The kernel; its loads wait for each other. */
static inline void make(synth_t *s, const plan_t *p, uint32_t warps)
{
    synth_init(s, 1, warps, 32);
    synth_load(s, 1, 1);
    synth_load(s, 1, 1);
    s->repeat = GAP * (warps + 2);
    s->addr = addr_of;
    s->mask = mask_of;
    s->user = p;
}

/* The lines asked for, in order, and how each ended. */
static inline void told(const policy_rig_t *r, const uint64_t *at, uint32_t n,
                        gpu_prefetch_outcome_t outcome)
{
    assert_int_equal(r->n_told, n);
    for (uint32_t i = 0; i < n; i++) {
        assert_int_equal(r->told_line[i], at[i] / 128);
        assert_int_equal(r->told[i].outcome, outcome);
    }
}

static inline void sums_up(const policy_rig_t *r)
{
    const gpu_stats_l1d_t *l = &r->st.l1d;
    assert_int_equal(l->prefetches_useful + l->prefetches_late + l->prefetches_early_evicted +
                         l->prefetches_useless,
                     l->prefetches_issued);
    assert_int_equal(rig_count(r, "asked"),
                     rig_count(r, "sap_issued") + rig_count(r, "sap_present") +
                         rig_count(r, "sap_pending") + rig_count(r, "sap_refused") +
                         rig_count(r, "sap_no_way") + rig_count(r, "sap_no_mshr") +
                         rig_count(r, "sap_no_queue"));
    assert_int_equal(rig_count(r, "group_hits") + rig_count(r, "group_misses"),
                     rig_count(r, "groups"));
    assert_int_equal(rig_count(r, "groups") + rig_count(r, "ungrouped"), rig_count(r, "loads"));
}

static const uint64_t strided[WARPS] = {1024, 2048, 3072, 4096, 5120, 6144, 7168, 8192};

#endif
