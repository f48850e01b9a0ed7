/* Policy pcal: who may allocate and who is held, worked by hand. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "policy_rig.h"

static uint64_t own_line(const synth_t *s, const synth_at_t *at, uint32_t lane)
{
    (void)s;
    return RIG_BASE + at->warp * 128 + lane * 4;
}

static uint64_t one_line(const synth_t *s, const synth_at_t *at, uint32_t lane)
{
    (void)s, (void)at;
    return RIG_BASE + lane * 4;
}

static void run(policy_rig_t *r, synth_t *s, const char *const *options)
{
    const gpu_cfg_t c = rig_cfg(32, 8);
    rig_new(r, &c, "pcal", options);
    rig_run(r, s);
    rig_free(r);
}

/*
 * Three warps, one token, one non-polluting place. Each reads its own line four times, waiting for
 * the data in between, and ends after an instruction that waits for the last.
 *
 * Warp 0 has the token: a miss (from DRAM: at least 440 cycles), then three hits of 28 and a few
 * cycles: it ends about 120 cycles after its data came. Warp 1 bypasses the first time (DRAM, as
 * long as warp 0's) and the second (L2: at least 200 cycles, asked before warp 0 has ended). By its
 * third time warp 0 has ended and it has the token: a miss, and then a hit. Warp 2 is held until
 * warp 0 has ended: warp 1 is then in its second read, with two more waits, 200 of the L2 and 28 of
 * a hit, before it, which together with what is left of its second come to less than the 440 of
 * warp 2's first read, which bypasses. So warp 2 has the token from its second read on: a miss,
 * then two hits.
 */
static void policy_pcal_100_tokens_pass_on(void **state)
{
    (void)state;
    static const char *const options[] = {"tokens=1", "non_polluting=1", NULL};
    policy_rig_t r;
    synth_t s;
    synth_init(&s, 1, 3, 32);
    synth_load(&s, 1, 1);
    synth_alu(&s, 2, 1);
    s.repeat = 4;
    s.addr = own_line;
    synth_log_on(&s, 64);
    run(&r, &s, options);
    assert_int_equal(rig_count(&r, "token_hits"), 3 + 1 + 2);
    assert_int_equal(rig_count(&r, "token_misses"), 3);
    assert_int_equal(rig_count(&r, "non_polluting_bypasses"), 2 + 1);
    assert_int_equal(rig_count(&r, "non_polluting_hits"), 0);
    assert_int_equal(r.stats.l1d.bypasses, 3);
    assert_int_equal(r.stats.l1d.misses, 3);
    /* Warp 2's first is issued after warp 0's last. */
    uint32_t last_of_0 = 0, first_of_2 = 0;
    for (uint32_t i = 0; i < s.log_n; i++) {
        if (s.log[i].warp == 0)
            last_of_0 = i;
        if (s.log[i].warp == 2 && s.log[i].iter == 0 && s.log[i].inst == 0)
            first_of_2 = i;
    }
    assert_true(first_of_2 > last_of_0);
    synth_free(&s);
}

/* Three warps read one line once, one after the other: warp 0's miss allocates it, the others,
 * which have no token, find it pending, which is a hit. */
static void policy_pcal_110_others_may_hit(void **state)
{
    (void)state;
    static const char *const options[] = {"tokens=1", "non_polluting=2", NULL};
    policy_rig_t r;
    synth_t s;
    synth_init(&s, 1, 3, 32);
    synth_load(&s, 1, 1);
    synth_alu(&s, 2, 1);
    s.addr = one_line;
    run(&r, &s, options);
    assert_int_equal(rig_count(&r, "token_misses"), 1);
    assert_int_equal(rig_count(&r, "non_polluting_hits"), 2);
    assert_int_equal(rig_count(&r, "non_polluting_bypasses"), 0);
    assert_int_equal(rig_count(&r, "held"), 0);
    synth_free(&s);
}

/* As many tokens as warps: nobody bypasses, nobody is held. */
static void policy_pcal_120_tokens_for_all(void **state)
{
    (void)state;
    static const char *const options[] = {"tokens=48", NULL};
    policy_rig_t r;
    synth_t s;
    synth_init(&s, 12, 4, 32);
    synth_load(&s, 1, 1);
    synth_alu(&s, 2, 1);
    s.repeat = 3;
    s.addr = own_line;
    run(&r, &s, options);
    assert_int_equal(rig_count(&r, "non_polluting_bypasses"), 0);
    assert_int_equal(rig_count(&r, "held"), 0);
    assert_int_equal(rig_count(&r, "token_hits") + rig_count(&r, "token_misses"), 12 * 4 * 3);
    synth_free(&s);
}

/* One token and nobody beyond: warp 0 waits at the barrier for warp 1, which gets its place
 * meanwhile, and goes on (gto). Neither waits for its data. */
static void policy_pcal_130_a_place_is_lent_at_a_barrier(void **state)
{
    (void)state;
    static const char *const options[] = {"tokens=1", "non_polluting=0", NULL};
    static const uint8_t want[][2] = {{0, 0}, {0, 1}, {1, 0}, {1, 1}, {1, 2}, {0, 2}};
    policy_rig_t r;
    synth_t s;
    synth_init(&s, 1, 2, 32);
    synth_load(&s, 1, -1);
    synth_add(&s, INST_UNIT_CTRL, INST_BARRIER, INST_SPACE_NONE, -1, -1);
    synth_alu(&s, 2, -1);
    s.addr = own_line;
    synth_log_on(&s, 64);
    run(&r, &s, options);
    assert_int_equal(s.log_n, 6);
    for (uint32_t i = 0; i < 6; i++) {
        assert_int_equal(s.log[i].warp, want[i][0]);
        assert_int_equal(s.log[i].inst, want[i][1]);
    }
    /* The token is not lent: warp 1's read bypasses. */
    assert_int_equal(rig_count(&r, "token_misses"), 1);
    assert_int_equal(rig_count(&r, "non_polluting_bypasses"), 1);
    synth_free(&s);
}

static uint64_t store_then_load(const synth_t *s, const synth_at_t *at, uint32_t lane)
{
    (void)s;
    return RIG_BASE + at->inst * 128 + lane * 4;
}

static uint64_t of_warp_1(const synth_t *s, const synth_at_t *at)
{
    (void)s;
    return at->warp ? 0xffffffff : 0;
}

/*
 * A token that passes changes what a waiting read does. The queue for stores and reads that go
 * round holds one, which the crossbar takes after 20 cycles; misses have their own. lrr: warp 1's
 * store, issued in cycle t, meets the L1 in t + 1, its load, issued in t + 2, in t + 3: round, but
 * there is no room. Its last instruction waits for the data. Warp 0, whose accesses have no lanes,
 * issues in between, in t + 1, t + 3 ... t + 9, and its last one in t + 10: then warp 1 has the
 * token, and in t + 11 its read is a miss. Rejected from t + 3 to t + 10.
 */
static void policy_pcal_140_a_waiting_read_gets_the_token(void **state)
{
    (void)state;
    static const char *const options[] = {"tokens=1", "non_polluting=1", "scheduler=lrr", NULL};
    gpu_cfg_t c = rig_cfg(32, 8);
    policy_rig_t r;
    synth_t s;
    c.l1_inject_queue = 1;
    c.l1_miss_delay = 20;
    synth_init(&s, 1, 2, 32);
    synth_store(&s, -1);
    synth_load(&s, 1, -1);
    for (int i = 2; i < 5; i++)
        synth_alu(&s, i, -1);
    synth_alu(&s, 5, 1);
    s.addr = store_then_load;
    s.mask = of_warp_1;
    rig_new(&r, &c, "pcal", options);
    rig_run(&r, &s);
    assert_int_equal(r.stats.l1d.fail_inject_queue, 8);
    assert_int_equal(rig_count(&r, "token_misses"), 1);
    assert_int_equal(rig_count(&r, "non_polluting_bypasses"), 0);
    rig_free(&r);
    synth_free(&s);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(policy_pcal_100_tokens_pass_on),
        cmocka_unit_test(policy_pcal_110_others_may_hit),
        cmocka_unit_test(policy_pcal_120_tokens_for_all),
        cmocka_unit_test(policy_pcal_130_a_place_is_lent_at_a_barrier),
        cmocka_unit_test(policy_pcal_140_a_waiting_read_gets_the_token),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
