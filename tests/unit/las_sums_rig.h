/*
 * The sums of las.sched, from its degrees and its active warps.
 */
#ifndef LW_TESTS_LAS_SUMS_RIG_H
#define LW_TESTS_LAS_SUMS_RIG_H

#include "las/las_sched.h"
#include "unit_bench.h"

static inline unsigned degree(const las_sched_t *u, unsigned s, unsigned v, unsigned w)
{
    const unsigned per = u->cfg.per, r = v > w ? v : w, c = v > w ? w : v;
    return v == w ? 0 : u->degrees.deg[s * per * (per - 1) / 2 + r * (r - 1) / 2 + c];
}

/* What a difference that waits will add to the sum of a warp. */
static inline unsigned waiting_diff(const las_sched_t *u, unsigned s, unsigned w, uint64_t counted)
{
    if (!u->diff_en || u->diff_sched != s)
        return 0;
    const bool one = w == u->diff_one && (counted >> u->diff_other & 1);
    const bool other = w == u->diff_other && (counted >> u->diff_one & 1);
    const unsigned sign = 1U << (u->cfg.deg_w + (u->cfg.active > 1) - 1);
    return one || other ? (u->diff ^ sign) - sign : 0;
}

/* In every state the sums are what the degrees and the active warps say, but for what waits in the
 * registers of `stages`: a warp that has left still counts, and a difference is still to come. */
static inline void assert_all_sums(const las_sched_t *u)
{
    const unsigned mask = (unsigned)bits_mask(u->cfg.deg_w + bits_log2_up(u->cfg.active));
    for (unsigned s = 0; s < u->cfg.scheds; s++) {
        const uint64_t left = u->left_en[s] ? UINT64_C(1) << u->left[s] : 0;
        const uint64_t counted = u->active[s] | left;
        assert_true(bits_popcount(u->active[s]) <= u->cfg.active && !(u->active[s] & left));
        for (unsigned w = 0; w < u->cfg.per; w++) {
            unsigned sum = 0;
            for (unsigned v = 0; v < u->cfg.per; v++)
                sum += counted >> v & 1 ? degree(u, s, v, w) : 0;
            const unsigned is = u->sum[s * u->cfg.per + w] + waiting_diff(u, s, w, counted);
            assert_int_equal(is & mask, sum & mask);
        }
    }
}

#endif
