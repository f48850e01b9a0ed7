/* Policy ccws: victim tags, scores and what they hold back, worked by hand. */
#include <errno.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "policy_rig.h"

static void run_seq(policy_rig_t *r, const char *seq, const char *const *options)
{
    const gpu_cfg_t c = rig_cfg(1, 2);
    synth_t s;
    rig_seq(&s, seq);
    rig_new(r, &c, "ccws", options);
    rig_run(r, &s);
    rig_free(r);
    synth_free(&s);
}

/*
 * One warp, two ways, A B C A B D, each load waiting for the one before:
 *   C replaces A, which goes to the warp's VTA; A replaces B; B replaces C; D replaces A: 4
 * inserts. Six misses are looked up; the second A and the second B are found: 2 hits. The cutoff is
 * 100 x 1 warp. At the second A four loads have been issued: 1 x 8 x 100 / 4 = 200, above the base:
 * raised. At the second B five, two hits: 2 x 8 x 100 / 5 = 320, and the first raise has long
 * decayed (a miss takes at least 200 cycles): raised again.
 */
static void policy_ccws_100_victim_tags(void **state)
{
    (void)state;
    policy_rig_t r;
    run_seq(&r, "ABCABD", NULL);
    assert_int_equal(rig_count(&r, "instructions"), 6);
    assert_int_equal(rig_count(&r, "vta_inserts"), 4);
    assert_int_equal(rig_count(&r, "vta_probes"), 6);
    assert_int_equal(rig_count(&r, "vta_hits"), 2);
    assert_int_equal(rig_count(&r, "raises"), 2);
    assert_int_equal(rig_count(&r, "max_score"), 320);
}

/* A VTA of one set of two tags: A B C D E replaces A, B, C in turn, of which B and C are kept; then
 * B (replaces D: C, D are left, B being taken out) is found; A, which is gone, is not. With the
 * default of 8 ways A is found, too. */
static void policy_ccws_110_the_oldest_tag_goes(void **state)
{
    (void)state;
    static const char *const two[] = {"vta_entries=2", "vta_ways=2", NULL};
    policy_rig_t r;
    run_seq(&r, "ABCDEBA", two);
    assert_int_equal(rig_count(&r, "vta_hits"), 1);
    run_seq(&r, "ABCDEBA", NULL);
    assert_int_equal(rig_count(&r, "vta_hits"), 2);
}

/* A score that the formula puts at no more than what the warp has is no raise: weight 1, cutoff
 * 100, one hit in four instructions: 25, below the base of 100. (The fifth keeps the warp alive.)
 */
static void policy_ccws_120_no_score_below_the_base(void **state)
{
    (void)state;
    static const char *const options[] = {"k_throttle=1", NULL};
    policy_rig_t r;
    run_seq(&r, "ABCAA", options);
    assert_int_equal(rig_count(&r, "vta_hits"), 1);
    assert_int_equal(rig_count(&r, "raises"), 0);
    assert_int_equal(rig_count(&r, "max_score"), 0);
}

/* Tags are a warp's own: warp 0 loses A to warp 1's lines, and it is warp 0 alone that finds it.
 * Turn i of the warps is separated by a barrier, so that the order is 0's A, 1's B, 1's C, A of
 * both. */
enum { W0_A = 0, W1_B = 2, W1_C = 4, BOTH_A = 6 };

static uint64_t apart_addr(const synth_t *s, const synth_at_t *at, uint32_t lane)
{
    (void)s;
    uint32_t line = at->inst == W1_B ? 1 : at->inst == W1_C ? 2 : 0;
    return RIG_BASE + line * 128 + lane * 4;
}

static uint64_t apart_mask(const synth_t *s, const synth_at_t *at)
{
    (void)s;
    if (at->inst == W0_A)
        return at->warp == 0 ? 0xffffffff : 0;
    if (at->inst == W1_B || at->inst == W1_C)
        return at->warp == 1 ? 0xffffffff : 0;
    if (at->inst == BOTH_A) /* the other warp has it as its own line by now */
        return at->warp == at->iter ? 0xffffffff : 0;
    return 0xffffffff;
}

static void program_apart(synth_t *s)
{
    synth_init(s, 1, 2, 32);
    for (int i = 0; i < 4; i++) {
        synth_load(s, 1, 1);
        synth_add(s, INST_UNIT_CTRL, INST_BARRIER, INST_SPACE_NONE, -1, 1);
    }
    s->addr = apart_addr;
    s->mask = apart_mask;
}

/*
 * In the only turn (iter 0) BOTH_A is warp 0's. C of warp 1 replaces A of warp 0: one insert, into
 * the VTA of warp 0; then A is found there, and replaces B of warp 1. With the last load made by
 * warp 1, its VTA is empty when it asks for A: no hit.
 */
static uint64_t apart_mask_1(const synth_t *s, const synth_at_t *at)
{
    if (at->inst == BOTH_A)
        return at->warp == 1 ? 0xffffffff : 0;
    return apart_mask(s, at);
}

static void policy_ccws_130_tags_are_of_the_warp_that_brought_the_line(void **state)
{
    (void)state;
    for (uint32_t who = 0; who < 2; who++) {
        const gpu_cfg_t c = rig_cfg(1, 2);
        policy_rig_t r;
        synth_t s;
        program_apart(&s);
        if (who)
            s.mask = apart_mask_1;
        rig_new(&r, &c, "ccws", NULL);
        rig_run(&r, &s);
        assert_int_equal(rig_count(&r, "vta_inserts"), 2);
        assert_int_equal(rig_count(&r, "vta_probes"), 4);
        assert_int_equal(rig_count(&r, "vta_hits"), who ? 0 : 1);
        rig_free(&r);
        synth_free(&s);
    }
}

/*
 * Holding back. Two warps of one CTA; of the loads, lanes are active in warp 0 alone, so that warp
 * 1's do nothing, but they are loads. Warp 0 reads A, B, C (two ways: C replaces A), both meet at a
 * barrier, then comes A again (instruction 4), and B (5).
 *
 * gto: warp 0 issues 4 in cycle t. It reaches the tags in t + 1 and is found in the VTA. Warp 1
 * issues its 4 in t + 1. By then 5 + 5 instructions have been issued: 1 x 8 x (100 x 2) / 10 = 160
 * is warp 0's score in t + 2. Warp 1's 5 is ready in t + 2, as its 4 had no effect. Its score is
 * 100 and 160 + 100 is more than 200: held. Warp 0's score is 100 in t + 2 + 60: 200 is not more
 * than 200, and warp 1 issues. (Warp 0 waits for the L2, at least 200 cycles.)
 */
static uint64_t hold_addr(const synth_t *s, const synth_at_t *at, uint32_t lane)
{
    static const uint32_t line[] = {0, 1, 2, 0, 0, 1};
    (void)s;
    return RIG_BASE + line[at->inst] * 128 + lane * 4;
}

static uint64_t hold_mask(const synth_t *s, const synth_at_t *at)
{
    return at->warp && s->inst[at->inst].kind == INST_LOAD ? 0 : 0xffffffff;
}

static void policy_ccws_140_loads_wait_for_the_score_to_fall(void **state)
{
    (void)state;
    for (uint32_t awake = 0; awake < 2; awake++) {
        const gpu_cfg_t c = rig_cfg(1, 2);
        policy_rig_t r;
        synth_t s;
        synth_clock_t clock = {.s = &s};
        uint64_t t = 0, held_until = 0;
        synth_init(&s, 1, 2, 32);
        for (int i = 0; i < 6; i++) {
            if (i == 3)
                synth_add(&s, INST_UNIT_CTRL, INST_BARRIER, INST_SPACE_NONE, -1, 1);
            else
                synth_load(&s, 1, 1);
        }
        s.addr = hold_addr;
        s.mask = hold_mask;
        synth_log_on(&s, 64);
        rig_new(&r, &c, "ccws", NULL);
        const char *other = NULL;
        assert_int_equal(gpu_attach(r.gpu, &synth_clock_hooks, &clock, &other), 0);
        gpu_set_never_sleep(r.gpu, awake);
        rig_run(&r, &s);
        assert_int_equal(s.log_n, 12);
        for (uint32_t i = 0; i < s.log_n; i++) {
            if (s.log[i].warp == 0 && s.log[i].inst == 4)
                t = clock.cycle[i];
            if (s.log[i].warp == 1 && s.log[i].inst == 4)
                assert_int_equal(clock.cycle[i], t + 1);
            if (s.log[i].warp == 1 && s.log[i].inst == 5)
                held_until = clock.cycle[i];
        }
        assert_int_equal(held_until, t + 2 + 60);
        assert_int_equal(rig_count(&r, "max_score") >= 160, 1);
        if (!awake)
            assert_true(r.sleep.sm_slept > 50);
        rig_free(&r);
        synth_free(&s);
    }
}

/*
 * A score is never lowered. One warp, two ways, k_throttle 1024: C replaces A, so that the second
 * A, the fourth load, is found: 1 x 1024 x 100 / 4 = 25,600. It replaces B. Eight more A hit; B,
 * the 13th load, is found: 2 x 1024 x 100 / 13 = 15,753. Nine latencies of the L1 and one of memory
 * are less than the 9,800 cycles in which the score would have come down to that: no raise.
 */
static void policy_ccws_121_a_score_is_not_lowered(void **state)
{
    (void)state;
    static const char *const options[] = {"k_throttle=1024", NULL};
    policy_rig_t r;
    run_seq(&r, "ABCAAAAAAAAABB", options);
    assert_int_equal(rig_count(&r, "vta_hits"), 2);
    assert_int_equal(rig_count(&r, "raises"), 1);
    assert_int_equal(rig_count(&r, "max_score"), 25600);
    assert_true(r.stats.run.cycles < 9000);
}

/*
 * Slots are used again. An SM of one slot, two CTAs of one warp: the first reads A, B, C, of which
 * C replaces A: its tag goes to the warp's VTA. The second, in the same slot, reads A: not a line
 * that it has lost. It takes the place of B, which nobody owns that is still there: no tag.
 */
static uint64_t line_of_inst(const synth_t *s, const synth_at_t *at, uint32_t lane)
{
    (void)s;
    return RIG_BASE + at->inst * 128 + lane * 4;
}

static uint64_t second_reads_one(const synth_t *s, const synth_at_t *at)
{
    (void)s;
    return at->cta == 1 && at->inst > 0 ? 0 : 0xffffffff;
}

static void policy_ccws_122_a_new_cta_has_lost_nothing(void **state)
{
    (void)state;
    gpu_cfg_t c = rig_cfg(1, 2);
    policy_rig_t r;
    synth_t s;
    c.ctas_per_sm = 1;
    synth_init(&s, 2, 1, 32);
    for (int i = 0; i < 3; i++)
        synth_load(&s, 1, 1);
    s.addr = line_of_inst;
    s.mask = second_reads_one;
    rig_new(&r, &c, "ccws", NULL);
    rig_run(&r, &s);
    assert_int_equal(rig_count(&r, "vta_probes"), 4);
    assert_int_equal(rig_count(&r, "vta_hits"), 0);
    assert_int_equal(rig_count(&r, "vta_inserts"), 1);
    rig_free(&r);
    synth_free(&s);
}

/*
 * Nor has it a score. Both CTAs, in the one slot, read A, B, C, A, A, lines of their own: with
 * weight 1024 the first has 1 x 1024 x 100 / 4 = 25,600 when its fourth load has been issued, and
 * the second 2 x 1024 x 100 / 9 = 22,755, less than what would be left of the first's after some
 * 2,000 cycles, but more than the base: two raises.
 */
static uint64_t own_abcaa(const synth_t *s, const synth_at_t *at, uint32_t lane)
{
    (void)s;
    return RIG_BASE + (uint64_t)("ABCAA"[at->inst] - 'A' + 3 * (int)at->cta) * 128 + lane * 4;
}

static void policy_ccws_123_a_new_cta_has_the_base_score(void **state)
{
    (void)state;
    static const char *const options[] = {"k_throttle=1024", NULL};
    gpu_cfg_t c = rig_cfg(1, 2);
    policy_rig_t r;
    synth_t s;
    c.ctas_per_sm = 1;
    synth_init(&s, 2, 1, 32);
    for (int i = 0; i < 5; i++)
        synth_load(&s, 1, 1);
    s.addr = own_abcaa;
    rig_new(&r, &c, "ccws", options);
    rig_run(&r, &s);
    assert_int_equal(rig_count(&r, "vta_hits"), 2);
    assert_int_equal(rig_count(&r, "raises"), 2);
    assert_int_equal(rig_count(&r, "max_score"), 25600);
    assert_true(r.stats.run.cycles < 4000);
    rig_free(&r);
    synth_free(&s);
}

static void policy_ccws_150_ways_divide_the_entries(void **state)
{
    (void)state;
    static const char *const bad[][2] = {{"16", "3"}, {"24", "8"}, {"4", "8"}};
    for (unsigned i = 0; i < 3; i++) {
        policy_set_t set;
        diag_t d = {{0}};
        const gpu_cfg_t c = rig_cfg(1, 2);
        gpu_t *g = gpu_new(&c);
        const policy_env_t env = {.gpu = g, .cfg = &c, .engine = &unit_engine_c};
        assert_int_equal(policy_set_parse(&set, "ccws", &d), 0);
        assert_int_equal(policy_set_option(&set, "ccws.vta_entries", bad[i][0], &d), 0);
        assert_int_equal(policy_set_option(&set, "ccws.vta_ways", bad[i][1], &d), 0);
        assert_int_equal(policy_set_create(&set, &env, &d), -EINVAL);
        assert_non_null(strstr(d.text, "ccws.vta_ways: expected ccws.vta_entries over a power"));
        policy_set_destroy(&set);
        gpu_free(g);
    }
}

/*
 * The cutoff may be reached, not exceeded. Four warps of one CTA, so a cutoff of 400; barriers
 * between the first reads: warp 0 reads A (instruction 0), warp 1 B (2), warp 0 C (4), which
 * replaces A, warp 1 D (6), which replaces B. Then each reads its lost line again (8), and all come
 * to another load (9), without lanes, and a barrier. lrr beneath; warp 1, whose read was the last,
 * is the last at the barrier before 8.
 *
 *   t      warp 2 issues 8; t + 1: 3; t + 2: 0; t + 3: 1
 *   t + 3  warp 0's A is found when 4 x 8 + 4 have been issued: 1 x 13 x 400 / 36 = 144 in t + 4
 *   t + 4  400 - 144 leaves room for the two oldest of base score, 1 and 2: warp 2 issues 9. Warp
 *          1's B is found: 2 x 13 x 400 / 37 = 281 in t + 5
 *   t + 5  281 comes first; 281 + 143 exceeds 400, and 0 is held, with it 2 and 3. Warp 1 issues 9
 *   t + 6  warp 2 is at the barrier with its 10, in t + 7 warp 1
 *   t + 17 (144 - 13) + (281 - 12) = 400: warp 0 issues 9, and 10 in t + 18
 *   t + 186 281 - 181 = 100: nobody has lost anything any more, and warp 3 issues its 9, then 10
 */
static uint64_t cutoff_addr(const synth_t *s, const synth_at_t *at, uint32_t lane)
{
    (void)s;
    uint32_t line = at->inst == 4 ? 2 : at->inst == 6 ? 3 : at->warp;
    return RIG_BASE + line * 128 + lane * 4;
}

static uint64_t cutoff_mask(const synth_t *s, const synth_at_t *at)
{
    bool reads = at->inst == 8   ? at->warp < 2
                 : at->inst == 9 ? false
                                 : at->warp == at->inst / 2 % 2;
    return s->inst[at->inst].kind != INST_LOAD || reads ? 0xffffffff : 0;
}

static void policy_ccws_160_the_cutoff_may_be_reached(void **state)
{
    (void)state;
    static const char *const options[] = {"k_throttle=13", "scheduler=lrr", NULL};
    static const uint8_t want[][3] = {{2, 8, 0},  {3, 8, 1},   {0, 8, 2},   {1, 8, 3},
                                      {2, 9, 4},  {1, 9, 5},   {2, 10, 6},  {1, 10, 7},
                                      {0, 9, 17}, {0, 10, 18}, {3, 9, 186}, {3, 10, 187}};
    for (uint32_t awake = 0; awake < 2; awake++) {
        const gpu_cfg_t c = rig_cfg(1, 2);
        policy_rig_t r;
        synth_t s;
        synth_clock_t clock = {.s = &s};
        const char *other = NULL;
        synth_init(&s, 1, 4, 32);
        for (int i = 0; i < 11; i++) {
            if (i == 10 || (i < 8 && i % 2))
                synth_add(&s, INST_UNIT_CTRL, INST_BARRIER, INST_SPACE_NONE, -1, i < 8 ? 1 : -1);
            else
                synth_load(&s, i < 8 ? 1 : i, -1);
        }
        synth_alu(&s, 1, -1);
        s.addr = cutoff_addr;
        s.mask = cutoff_mask;
        synth_log_on(&s, 64);
        rig_new(&r, &c, "ccws", options);
        assert_int_equal(gpu_attach(r.gpu, &synth_clock_hooks, &clock, &other), 0);
        gpu_set_never_sleep(r.gpu, awake);
        rig_run(&r, &s);
        assert_int_equal(s.log_n, 4 * 12);
        for (uint32_t i = 0; i < 12; i++) {
            assert_int_equal(s.log[32 + i].warp, want[i][0]);
            assert_int_equal(s.log[32 + i].inst, want[i][1]);
            assert_int_equal(clock.cycle[32 + i] - clock.cycle[32], want[i][2]);
        }
        assert_int_equal(rig_count(&r, "raises"), 2);
        assert_int_equal(rig_count(&r, "max_score"), 281);
        rig_free(&r);
        synth_free(&s);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(policy_ccws_100_victim_tags),
        cmocka_unit_test(policy_ccws_110_the_oldest_tag_goes),
        cmocka_unit_test(policy_ccws_120_no_score_below_the_base),
        cmocka_unit_test(policy_ccws_121_a_score_is_not_lowered),
        cmocka_unit_test(policy_ccws_122_a_new_cta_has_lost_nothing),
        cmocka_unit_test(policy_ccws_123_a_new_cta_has_the_base_score),
        cmocka_unit_test(policy_ccws_130_tags_are_of_the_warp_that_brought_the_line),
        cmocka_unit_test(policy_ccws_140_loads_wait_for_the_score_to_fall),
        cmocka_unit_test(policy_ccws_150_ways_divide_the_entries),
        cmocka_unit_test(policy_ccws_160_the_cutoff_may_be_reached),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
