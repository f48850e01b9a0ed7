/* Policy counter: worked by hand on one set of two ways. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "policy_rig.h"

/*
 * All accesses come from one PC, and the lines' hashes differ: each line has an entry of its own,
 * {value, conf}, {0, no} at first. c, present and past as in the policy's file; "newest" is the
 * most recent line, which is not asked whether it has expired.
 *
 *    1 A  an empty way
 *    2 B  an empty way; c: A 1
 *    3 C  c: A 2, B 1. No conf, so nothing expires; takes A, the least recent: entry A {0, yes}
 *    4 A  its entry says never again: bypassed. c: B 2, C 1
 *    5 B  hit at c 3: present 3, c 0. c: C 2
 *    6 D  takes C: entry C {0, yes}. c: B 1
 *    7 C  round. c: B 2, D 1
 *    8 B  hit at c 3: present 3. c: D 2
 *    9 E  takes D: entry D {0, yes}. c: B 1
 *   10 F  c: B 2, E 1. Takes B: present 3 was past 0: entry B {3, no}
 *   11 B  takes E: entry E {0, yes}. Comes with past 3, no conf. c: F 1
 *   12 A  round. c: B 1, F 2
 *   13 C  round. c: B 2
 *   14 B  hit at c 3: present 3
 *   15 G  takes F (of 10): entry F {0, yes}. c: B 1
 *   16 H  c: B 2, G 1. Takes B: present 3 equals past 3: entry B {3, yes}
 *   17 B  takes G: entry G {0, yes}. Comes with past 3 and conf. c: H 1
 *   18 H  hit at c 2: present 2. c: B 1
 *   19 A  B (c 2) has not expired; round
 *   20 C  B (c 3) has not expired, 3 being what it has seen; round
 *   21 D  B (c 4) has expired, and H is newest: takes B, though its own entry says never again.
 *       Entry B: present 0 is not past 3: {0, no}. D comes with past 0 and conf
 *   22 I  D is newest; H (c 4) has no conf: takes H, the least recent: present 2, past 0: {2, no}
 *   23 J  D (c 2) has expired, I is newest: takes D: entry D {0, yes}
 *
 * Hits: 5, 8, 14, 18. Round: 4, 7, 12, 13, 19, 20. The other 13 allocate, 11 of them in place of a
 * line; of these 21 and 23 of an expired one. Entries with conf: A, C, D, E, F, B (16), G, D (23).
 */
static void policy_counter_100_one_set_by_hand(void **state)
{
    (void)state;
    const gpu_cfg_t c = rig_cfg(1, 2);
    policy_rig_t r;
    synth_t s;
    rig_seq(&s, "ABCABDCBEFBACBGHBHACDIJ");
    rig_new(&r, &c, "counter", NULL);
    rig_run(&r, &s);
    assert_int_equal(rig_count(&r, "accesses"), 23);
    assert_int_equal(r.stats.l1d.hits, 4);
    assert_int_equal(rig_count(&r, "counter_bypasses"), 6);
    assert_int_equal(r.stats.l1d.bypasses, 6);
    assert_int_equal(rig_count(&r, "allocations"), 13);
    assert_int_equal(rig_count(&r, "trained"), 11);
    assert_int_equal(rig_count(&r, "expired_victims"), 2);
    assert_int_equal(rig_count(&r, "confirmed"), 8);
    rig_free(&r);
    synth_free(&s);
}

/*
 * The table outlives a kernel, the lines do not. First kernel: A B C, of which C takes A: entry A
 * {0, yes}. Second kernel: A finds an empty way and is filled, B too; C takes A again (conf, but c
 * 2 exceeds present 0 and past 0, and B is newest: A is even expired); A, whose entry is {0, yes}
 * still (0 equals 0), bypasses, unless B, of c 2, had expired: it has no conf, as it was never
 * replaced.
 */
static void policy_counter_110_table_outlives_a_kernel(void **state)
{
    (void)state;
    const gpu_cfg_t c = rig_cfg(1, 2);
    policy_rig_t r;
    synth_t s;
    rig_seq(&s, "ABC");
    rig_new(&r, &c, "counter", NULL);
    rig_run(&r, &s);
    assert_int_equal(rig_count(&r, "expired_victims"), 0);
    synth_free(&s);
    rig_seq(&s, "ABCA");
    rig_run(&r, &s);
    assert_int_equal(rig_count(&r, "expired_victims"), 1);
    assert_int_equal(rig_count(&r, "counter_bypasses"), 1);
    assert_int_equal(rig_count(&r, "allocations"), 6);
    rig_free(&r);
    synth_free(&s);
}

/*
 * Two kernels, the second with what the first has taught: in ABCD, C takes A and D takes B, both
 * unused: their entries are {0, yes}, those of C and D still {0, no}.
 */
static void taught_beside(const char *seq, rig_beside_t x, policy_rig_t *r)
{
    const gpu_cfg_t c = rig_cfg(1, 2);
    const char *const kernel[] = {"ABCD", seq};
    rig_new(r, &c, "counter", NULL);
    rig_beside(r, &x);
    for (int i = 0; i < 2; i++) {
        synth_t s;
        rig_seq(&s, kernel[i]);
        rig_run(r, &s);
        synth_free(&s);
    }
    rig_free(r);
}

static void taught(const char *seq, policy_rig_t *r)
{
    taught_beside(seq, (rig_beside_t){0}, r);
}

/*
 * A use at a later access than any before moves a line's expiry: A comes with past 0 and conf, and
 * is used at c 2: present 2. At B, A's c is 2: more than past, but not than present. So nothing has
 * expired, and B, by its entry of no use, bypasses; the last A hits, as do the second A and C.
 */
static void policy_counter_140_what_was_seen_moves_the_expiry(void **state)
{
    (void)state;
    policy_rig_t r;
    taught("ACACBA", &r);
    assert_int_equal(r.stats.l1d.hits, 3);
    assert_int_equal(rig_count(&r, "expired_victims"), 0);
    assert_int_equal(rig_count(&r, "counter_bypasses"), 1);
    assert_int_equal(rig_count(&r, "allocations"), 4 + 2);
}

/* The most recent line is spared: at B, A is at c 1, more than its present and past of 0, and has
 * conf; but nothing was read since. C has no conf. So B bypasses, and A is still there. */
static void policy_counter_150_the_most_recent_line_is_spared(void **state)
{
    (void)state;
    policy_rig_t r;
    taught("CABA", &r);
    assert_int_equal(r.stats.l1d.hits, 1);
    assert_int_equal(rig_count(&r, "expired_victims"), 0);
    assert_int_equal(rig_count(&r, "counter_bypasses"), 1);
    assert_int_equal(rig_count(&r, "allocations"), 4 + 2);
}

/* Two ways: B is on its way when A is used again and C comes: B is the least recent line, but its
 * way is reserved, so that C takes A; B, its data there, is hit. */
static void policy_counter_160_a_reserved_way_is_not_taken(void **state)
{
    (void)state;
    policy_rig_t r;
    rig_reserved(&r, "counter", NULL);
    assert_int_equal(r.stats.l1d.misses, 3);
    assert_int_equal(r.stats.l1d.hits, 2);
    assert_int_equal(r.stats.l1d.evictions, 1);
}

/*
 * Prefetches and late fills are no accesses, and obey the entries. A's present is 2 as in 140, and
 * when B comes, A is at c 2 again: not expired, as it would be with one access more. So B, by its
 * entry of no use, is not filled, and the last A hits. B comes by a prefetch that is asked for at
 * the fifth load of the second kernel, after four of the first, and follows that to the tags; or
 * it is that load, bypassed, and returned with its bit set.
 */
static void policy_counter_170_prefetches_and_late_fills_are_no_accesses(void **state)
{
    (void)state;
    policy_rig_t r;
    taught_beside("ACACCA", (rig_beside_t){.prefetch = 4 + 5}, &r);
    assert_int_equal(r.stats.l1d.prefetches_dropped_policy, 1);
    assert_int_equal(r.stats.l1d.hits, 4);
    taught_beside("ACACBA", (rig_beside_t){.bypass = 4 + 5}, &r);
    assert_int_equal(r.stats.l1d.late_fills, 0);
    assert_int_equal(r.stats.l1d.late_fills_refused, 1);
    assert_int_equal(r.stats.l1d.hits, 3);
}

/* 128 x 128 entries of 4 + 1 bits, and for each of 256 lines 7 + 3 x 4 + 1: 81920 + 5120
 * bits, 10.625 KB, as the abyp paper counts (10.626). */
static void policy_counter_120_storage(void **state)
{
    (void)state;
    const gpu_cfg_t c = synth_preset("abyp-gcn");
    policy_rig_t r;
    rig_new(&r, &c, "counter", NULL);
    rig_report(&r);
    assert_int_equal(rig_count(&r, "storage_bits"), 128 * 128 * 5 + 256 * 20);
    assert_int_equal(128 * 128 * 5 + 256 * 20, 10625 * 8 * 1024 / 1000);
    rig_free(&r);
}

static void policy_counter_130_side_is_a_power_of_two(void **state)
{
    (void)state;
    policy_set_t set;
    diag_t d = {{0}};
    const gpu_cfg_t c = rig_cfg(1, 2);
    gpu_t *g = gpu_new(&c);
    const policy_env_t env = {.gpu = g, .cfg = &c, .engine = &unit_engine_c};
    assert_int_equal(policy_set_parse(&set, "counter", &d), 0);
    assert_int_equal(policy_set_option(&set, "counter.side", "100", &d), 0);
    assert_true(policy_set_create(&set, &env, &d) < 0);
    assert_non_null(strstr(d.text, "counter.side: expected a power of two"));
    policy_set_destroy(&set);
    gpu_free(g);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(policy_counter_100_one_set_by_hand),
        cmocka_unit_test(policy_counter_110_table_outlives_a_kernel),
        cmocka_unit_test(policy_counter_120_storage),
        cmocka_unit_test(policy_counter_130_side_is_a_power_of_two),
        cmocka_unit_test(policy_counter_140_what_was_seen_moves_the_expiry),
        cmocka_unit_test(policy_counter_150_the_most_recent_line_is_spared),
        cmocka_unit_test(policy_counter_160_a_reserved_way_is_not_taken),
        cmocka_unit_test(policy_counter_170_prefetches_and_late_fills_are_no_accesses),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
