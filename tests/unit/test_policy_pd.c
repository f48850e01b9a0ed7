/* Policy pd: worked by hand on one set of two ways. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "policy_rig.h"

static void run(policy_rig_t *r, uint32_t ways, const char *seq, const char *const *options)
{
    const gpu_cfg_t c = rig_cfg(1, ways);
    synth_t s;
    rig_seq(&s, seq);
    rig_new(r, &c, "pd", options);
    rig_run(r, &s);
    rig_free(r);
    synth_free(&s);
}

/*
 * Two ways, distance 3, the stream A B C C A C B A. A line allocated in access t is protected in
 * accesses t + 1 and t + 2, and may be taken from t + 3 on.
 *
 *   1 A  an empty way; free from 4 on
 *   2 B  an empty way; free from 5 on
 *   3 C  A and B are protected: bypassed
 *   4 C  A may be taken; C is free from 7 on
 *   5 A  B may be taken; A is free from 8 on
 *   6 C  hit
 *   7 B  C may be taken, A not, although A is the least recent one (used in 5, C in 6)
 *   8 A  hit
 */
static void policy_pd_100_distance_from_allocation(void **state)
{
    (void)state;
    static const char *const options[] = {"distance=3", NULL};
    policy_rig_t r;
    run(&r, 2, "ABCCACBA", options);
    assert_int_equal(rig_count(&r, "accesses"), 8);
    assert_int_equal(rig_count(&r, "allocations"), 5);
    assert_int_equal(rig_count(&r, "protected_bypasses"), 1);
    assert_int_equal(rig_count(&r, "spared"), 1);
    assert_int_equal(r.stats.l1d.hits, 2);
    assert_int_equal(r.stats.l1d.misses, 5);
    assert_int_equal(r.stats.l1d.bypasses, 1);
}

/*
 * The same with renew: the hit of C in access 6 protects it up to 8, so that 7 finds both protected
 * (A until 8) and bypasses; A hits in 8.
 */
static void policy_pd_110_renewed_by_hits(void **state)
{
    (void)state;
    static const char *const options[] = {"distance=3", "renew=on", NULL};
    policy_rig_t r;
    run(&r, 2, "ABCCACBA", options);
    assert_int_equal(rig_count(&r, "allocations"), 4);
    assert_int_equal(rig_count(&r, "protected_bypasses"), 2);
    assert_int_equal(rig_count(&r, "spared"), 0);
    assert_int_equal(r.stats.l1d.hits, 2);
}

/* Distance 1: the line of access t may be taken in t + 1: what is left is LRU. A B C A B C A misses
 * always in two ways; with A B B A C A, hits are B, A and A (C takes B, the least recent). */
static void policy_pd_120_distance_one_is_lru(void **state)
{
    (void)state;
    static const char *const options[] = {"distance=1", NULL};
    policy_rig_t r;
    run(&r, 2, "ABCABCA", options);
    assert_int_equal(r.stats.l1d.misses, 7);
    assert_int_equal(rig_count(&r, "protected_bypasses"), 0);
    run(&r, 2, "ABBACA", options);
    assert_int_equal(r.stats.l1d.hits, 3);
    assert_int_equal(rig_count(&r, "spared"), 0);
}

static uint64_t two_lines(const synth_t *s, const synth_at_t *at, uint32_t lane)
{
    (void)s;
    return RIG_BASE + at->inst * 128 + lane * 4;
}

/* One way, two loads that do not wait for each other: the second finds the only way reserved, which
 * is a stall and no bypass; once the first one's data are there, its line is protected, and the
 * second bypasses. */
static void policy_pd_130_reserved_ways_stall(void **state)
{
    (void)state;
    const gpu_cfg_t c = rig_cfg(1, 1);
    policy_rig_t r;
    synth_t s;
    synth_init(&s, 1, 1, 32);
    synth_load(&s, 1, -1);
    synth_load(&s, 2, -1);
    s.addr = two_lines;
    rig_new(&r, &c, "pd", NULL);
    rig_run(&r, &s);
    assert_true(r.stats.l1d.fail_associativity > 0);
    assert_int_equal(r.stats.l1d.misses, 1);
    assert_int_equal(rig_count(&r, "protected_bypasses"), 1);
    rig_free(&r);
    synth_free(&s);
}

/* Sets count apart: with two sets, A C E G lie in the first, B in the second; C and E cannot end
 * B's protection. Two sets of one way, distance 2: A B (empty ways), C (A protected: round), E (A
 * was allocated in access 1 of its set, this is the third: taken), B hits, D (B's set is in its
 * third access: taken). */
static void policy_pd_140_sets_count_apart(void **state)
{
    (void)state;
    static const char *const options[] = {"distance=2", NULL};
    const gpu_cfg_t c = rig_cfg(2, 1);
    policy_rig_t r;
    synth_t s;
    rig_seq(&s, "ABCEBD");
    rig_new(&r, &c, "pd", options);
    rig_run(&r, &s);
    assert_int_equal(r.stats.l1d.hits, 1);
    assert_int_equal(rig_count(&r, "allocations"), 4);
    assert_int_equal(rig_count(&r, "protected_bypasses"), 1);
    rig_free(&r);
    synth_free(&s);
}

/* Two ways, distance 1: B, pending, is the least recent line that may be taken by its distance, but
 * its way is reserved: C takes A, and B is hit. */
static void policy_pd_150_a_reserved_way_is_not_taken(void **state)
{
    (void)state;
    static const char *const options[] = {"distance=1", NULL};
    policy_rig_t r;
    rig_reserved(&r, "pd", options);
    assert_int_equal(r.stats.l1d.misses, 3);
    assert_int_equal(r.stats.l1d.hits, 2);
    assert_int_equal(r.stats.l1d.evictions, 1);
}

/* Loads are counted from 1. */
static void run_beside(policy_rig_t *r, rig_beside_t x, const char *seq, const char *const *options)
{
    const gpu_cfg_t c = rig_cfg(1, 1);
    synth_t s;
    rig_seq(&s, seq);
    rig_new(r, &c, "pd", options);
    rig_beside(r, &x);
    rig_run(r, &s);
    rig_free(r);
    synth_free(&s);
}

/*
 * A prefetch is no access. One way, A A A: the prefetch of B meets the tags after the second A, so
 * that the set has seen 2 accesses. With distance 2 A, of access 1, is protected up to 2: B is
 * dropped, and A hits twice. With distance 1 it is not: B takes A's place.
 */
static void policy_pd_160_a_prefetch_is_no_access(void **state)
{
    (void)state;
    static const char *const two[] = {"distance=2", NULL}, *const one[] = {"distance=1", NULL};
    policy_rig_t r;
    run_beside(&r, (rig_beside_t){.prefetch = 2}, "AAA", two);
    assert_int_equal(r.stats.l1d.prefetches_dropped_policy, 1);
    assert_int_equal(r.stats.l1d.hits, 2);
    assert_int_equal(rig_count(&r, "accesses"), 3);
    run_beside(&r, (rig_beside_t){.prefetch = 2}, "AAA", one);
    assert_int_equal(r.stats.l1d.prefetches_issued, 1);
    assert_int_equal(r.stats.l1d.hits, 1);
}

/*
 * Nor is a late fill. One way, A B A, B bypassed and returned with its bit set when the set has
 * seen 2 accesses: with distance 2 A is protected and B not filled, with distance 1 B takes its
 * place.
 */
static void policy_pd_170_a_late_fill_is_no_access(void **state)
{
    (void)state;
    static const char *const two[] = {"distance=2", NULL}, *const one[] = {"distance=1", NULL};
    policy_rig_t r;
    run_beside(&r, (rig_beside_t){.bypass = 1}, "ABA", two);
    assert_int_equal(r.stats.l1d.late_fills, 0);
    assert_int_equal(r.stats.l1d.late_fills_refused, 1);
    assert_int_equal(r.stats.l1d.hits, 1);
    run_beside(&r, (rig_beside_t){.bypass = 1}, "ABA", one);
    assert_int_equal(r.stats.l1d.late_fills, 1);
    assert_int_equal(r.stats.l1d.hits, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(policy_pd_100_distance_from_allocation),
        cmocka_unit_test(policy_pd_110_renewed_by_hits),
        cmocka_unit_test(policy_pd_120_distance_one_is_lru),
        cmocka_unit_test(policy_pd_130_reserved_ways_stall),
        cmocka_unit_test(policy_pd_140_sets_count_apart),
        cmocka_unit_test(policy_pd_150_a_reserved_way_is_not_taken),
        cmocka_unit_test(policy_pd_160_a_prefetch_is_no_access),
        cmocka_unit_test(policy_pd_170_a_late_fill_is_no_access),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
