/* mrpb as a whole, by hand-worked cycles: latency, throughput, the order of each policy (figure
 * 6(b) of the paper), the three rules of the flush option, bypassing. */
#include "unit_bench.h"

#include "mrpb/mrpb.h"

/* It has half a megabyte: one for all cases. */
static mrpb_t u;
static unsigned now; /* cycles since it was made */

static void make(mrpb_cfg_t cfg)
{
    assert_int_equal(mrpb_init(&u, &cfg), 0);
    now = 0;
}

/* Three queues of two entries unless said otherwise: fixed order, no flush, no bypass. */
static mrpb_cfg_t small(uint32_t latency)
{
    return (mrpb_cfg_t){.queues = 3, .depth = 2, .latency = latency, .entry_w = 64};
}

static mrpb_cfg_t flushing(mrpb_cfg_t cfg)
{
    cfg.flush = 1;
    return cfg;
}

static mrpb_out_t look(mrpb_in_t in)
{
    mrpb_out_t out;
    mrpb_eval(&u, &in, &out);
    return out;
}

static mrpb_out_t cycle(mrpb_in_t in)
{
    const mrpb_out_t out = look(in);
    mrpb_tick(&u, &in);
    now++;
    return out;
}

static mrpb_in_t read_of(uint8_t queue, uint64_t data)
{
    return (mrpb_in_t){.in_valid = 1, .in_queue = queue, .in_data = data};
}

static mrpb_in_t write_of(uint8_t queue, uint64_t data)
{
    return (mrpb_in_t){.in_valid = 1, .in_write = 1, .in_queue = queue, .in_data = data};
}

static mrpb_in_t taking(mrpb_in_t in)
{
    in.out_taken = 1;
    return in;
}

static const mrpb_in_t nothing = {0};

static void enter(mrpb_in_t in)
{
    assert_int_equal(cycle(in).in_ready, 1);
}

static void wait_cycles(unsigned n)
{
    while (n--)
        cycle(nothing);
}

static unsigned len(unsigned queue)
{
    return mrpb_fifo_bank_len(&u.bank, queue);
}

static void mrpb_010_offered_latency_and_one_after_it_enters(void **state)
{
    (void)state;
    static const uint32_t latencies[] = {2, 3, 5, 18, 64};
    for (unsigned i = 0; i < sizeof latencies / sizeof latencies[0]; i++) {
        make(small(latencies[i]));
        enter(read_of(2, 99)); /* cycle 0 */
        for (; now <= latencies[i];)
            assert_int_equal(cycle(nothing).out_valid, 0);
        const mrpb_out_t out = cycle(nothing); /* cycle latency + 1 */
        assert_int_equal(out.out_valid, 1);
        assert_int_equal(out.out_data, 99);
        assert_int_equal(out.out_write + out.out_bypass, 0);
    }
}

static void mrpb_020_one_in_and_one_out_in_every_cycle(void **state)
{
    (void)state;
    static const uint32_t latencies[] = {2, 3, 5, 18};
    for (unsigned i = 0; i < sizeof latencies / sizeof latencies[0]; i++)
        for (uint8_t policy = 0; policy < 6; policy++) {
            mrpb_cfg_t cfg = small(latencies[i]);
            cfg.queues = 48;
            cfg.policy = policy;
            make(cfg);
            const unsigned first = latencies[i] + 1;
            for (unsigned t = 0; t < 500; t++) {
                const mrpb_out_t out = cycle(taking(read_of((uint8_t)(t % 48), t)));
                assert_int_equal(out.in_ready, 1);
                assert_int_equal(out.out_valid, t >= first);
                assert_int_equal(out.out_data, t >= first ? t - first : 0);
            }
        }
}

/* Figure 6(b): a stream in which three warps' requests alternate is brought into groups. The cache
 * takes nothing until all nine are visible; the first has gone to the outbound register before. */
static void mrpb_030_figure_6_groups_the_requests_of_a_warp(void **state)
{
    (void)state;
    static const char *const orders[6] = {
        "000111222", /* fixed order */
        "012012012", /* longest first: 1 and 2 have three left, then all have two */
        "012012012", /* round robin: as they came */
        "000111222", "000111222", "000111222",
    };
    for (uint8_t policy = 0; policy < 6; policy++) {
        mrpb_cfg_t cfg = small(5);
        cfg.depth = 8;
        cfg.policy = policy;
        make(cfg);
        for (uint8_t k = 0; k < 9; k++)
            enter(read_of(k % 3, k % 3));
        wait_cycles(cfg.latency);
        for (unsigned k = 0; k < 9; k++) {
            const mrpb_out_t out = cycle(taking(nothing));
            assert_int_equal(out.out_valid, 1);
            if (out.out_data != (uint64_t)(orders[policy][k] - '0'))
                fail_msg("policy %u, request %u: of warp %u", policy, k, (unsigned)out.out_data);
        }
        assert_int_equal(look(nothing).out_valid, 0);
    }
}

/* The outbound register holds a request of queue 2, which is full, and queue 0 holds one. */
static void fill_queue_2(mrpb_cfg_t cfg)
{
    make(cfg);
    enter(read_of(2, 20));
    enter(read_of(2, 21));
    wait_cycles(2);
    enter(read_of(2, 22)); /* 20 is in the register since cycle 3 */
    enter(read_of(0, 1));
    wait_cycles(3);
    assert_int_equal(look(nothing).out_data, 20);
    assert_int_equal(len(2), 2);
    assert_int_equal(len(0), 1);
}

static void mrpb_040_a_read_drains_its_full_queue(void **state)
{
    (void)state;
    fill_queue_2(flushing(small(3)));
    const uint8_t greedy = u.sel.greedy, rr = u.sel.rr;
    /* the register is held: nothing moves */
    assert_int_equal(cycle(read_of(2, 23)).in_ready, 0);
    assert_int_equal(look(nothing).out_data, 20);
    /* taken: rule 1 drains queue 2, though fixed order would take queue 0; not entered yet */
    assert_int_equal(cycle(taking(read_of(2, 23))).in_ready, 0);
    assert_int_equal(look(nothing).out_data, 21);
    assert_int_equal(len(2), 1);
    assert_int_equal(u.sel.greedy, greedy);
    assert_int_equal(u.sel.rr, rr);
    /* now it enters, and the policy drains queue 0 beside it */
    const mrpb_out_t out = cycle(taking(read_of(2, 23)));
    assert_int_equal(out.in_ready, 1);
    assert_int_equal(look(nothing).out_data, 1);
    assert_int_equal(cycle(taking(nothing)).out_data, 1);
    assert_int_equal(cycle(taking(nothing)).out_data, 22);
    wait_cycles(2);
    assert_int_equal(cycle(taking(nothing)).out_data, 23);
}

static void mrpb_050_without_flush_the_policy_goes_on(void **state)
{
    (void)state;
    fill_queue_2(small(3));
    assert_int_equal(cycle(taking(read_of(2, 23))).in_ready, 0);
    assert_int_equal(look(nothing).out_data, 1); /* queue 0 */
    assert_int_equal(len(2), 2);
    /* drained in this cycle: that makes no room in this cycle */
    assert_int_equal(cycle(taking(read_of(2, 23))).in_ready, 0);
    assert_int_equal(look(nothing).out_data, 21);
    assert_int_equal(cycle(read_of(2, 23)).in_ready, 1);
}

static void mrpb_060_a_write_empties_its_queue_and_enters_the_register(void **state)
{
    (void)state;
    fill_queue_2(flushing(small(3)));
    const mrpb_in_t write = taking(write_of(2, 77));
    static const unsigned drained[] = {20, 21, 22};
    for (unsigned k = 0; k < 2; k++) { /* rule 2: queue 2 before queue 0 */
        const mrpb_out_t out = cycle(write);
        assert_int_equal(out.in_ready, 0);
        assert_int_equal(out.out_data, drained[k]);
    }
    /* queue 2 is empty, the register is not free: the write waits, and is not stored */
    assert_int_equal(cycle(write_of(2, 77)).in_ready, 0);
    mrpb_out_t out = cycle(write);
    assert_int_equal(out.in_ready, 1);
    assert_int_equal(out.out_data, 22);
    assert_int_equal(len(2), 0);
    out = cycle(taking(nothing)); /* the cycle after: no latency */
    assert_int_equal(out.out_valid, 1);
    assert_int_equal(out.out_write, 1);
    assert_int_equal(out.out_data, 77);
    assert_int_equal(cycle(nothing).out_data, 1); /* queue 0 only now */
}

/* While a write waits for a queue with nothing visible, the others are drained. */
static void mrpb_070_a_write_behind_unseen_requests(void **state)
{
    (void)state;
    make(flushing(small(3)));
    enter(read_of(0, 1)); /* cycle 0: visible from 3 on */
    enter(read_of(0, 2));
    enter(read_of(1, 11)); /* cycle 2: visible from 5 on */
    const mrpb_in_t write = taking(write_of(1, 77));
    static const struct {
        unsigned data;
        bool ready;
    } expect[] = {
        {0, false},  /* 3: 1 is drained by the policy */
        {1, false},  /* 4: 2 */
        {2, false},  /* 5: 11 is visible: rule 2 */
        {11, true},  /* 6: queue 1 is empty and the register becomes free */
        {77, false}, /* 7: the write is offered */
    };
    for (unsigned k = 0; k < 5; k++) {
        const mrpb_out_t out = cycle(k < 4 ? write : taking(nothing));
        assert_int_equal(out.out_data, expect[k].data);
        assert_int_equal(out.in_ready, expect[k].ready);
        assert_int_equal(out.out_write, k == 4);
    }
}

static void mrpb_080_a_write_to_an_empty_queue_goes_before_the_policy(void **state)
{
    (void)state;
    make(flushing(small(3)));
    for (uint64_t k = 0; k < 2; k++)
        enter(read_of(0, k));
    cycle(nothing);
    assert_int_equal(cycle(write_of(1, 77)).in_ready, 1); /* cycle 3: 0 is visible */
    mrpb_out_t out = cycle(write_of(1, 78));
    assert_int_equal(out.out_data, 77);
    assert_int_equal(out.in_ready, 0);  /* the register is held */
    for (unsigned k = 0; k < 10; k++) { /* writes come back to back, and the reads wait */
        out = cycle(taking(write_of(1, 78 + k)));
        assert_int_equal(out.in_ready, 1);
        assert_int_equal(out.out_data, 77 + k);
    }
    assert_int_equal(cycle(taking(nothing)).out_data, 87);
    assert_int_equal(cycle(taking(nothing)).out_data, 0);
    assert_int_equal(cycle(taking(nothing)).out_data, 1);
}

/* With the flush option off writes are stored like reads and wait like them. */
static void mrpb_090_without_flush_writes_are_stored(void **state)
{
    (void)state;
    make(small(3));
    enter(write_of(1, 5));
    enter(read_of(1, 6));
    assert_int_equal(cycle(write_of(1, 7)).in_ready, 0); /* full */
    assert_int_equal(cycle(nothing).out_valid, 0);
    for (uint64_t k = 5; k <= 6; k++) {
        const mrpb_out_t out = cycle(taking(nothing));
        assert_int_equal(out.out_valid, 1);
        assert_int_equal(out.out_data, k);
        assert_int_equal(out.out_write, k == 5);
    }
}

/* Full counts what is not visible yet; a flush does not. */
static void mrpb_100_full_of_what_is_not_seen_yet(void **state)
{
    (void)state;
    make(flushing(small(18)));
    enter(read_of(1, 1));
    enter(read_of(1, 2));
    while (now < 18)
        assert_int_equal(cycle(taking(read_of(1, 3))).in_ready, 0);
    assert_int_equal(len(1), 2);
    /* cycle 18: the first is visible; rule 1 drains it. 19: room. */
    assert_int_equal(cycle(taking(read_of(1, 3))).in_ready, 0);
    assert_int_equal(len(1), 1);
    assert_int_equal(cycle(taking(read_of(1, 3))).in_ready, 1);
}

static void mrpb_120_a_number_that_names_no_queue_is_never_taken_in(void **state)
{
    (void)state;
    for (unsigned flush = 0; flush < 2; flush++) {
        make(flush ? flushing(small(3)) : small(3));
        for (uint64_t k = 0; k < 2; k++)
            enter(read_of(2, k));
        unsigned taken = 0;
        for (unsigned k = 0; k < 40; k++) {
            mrpb_in_t in = taking(k & 1 ? read_of(3, 9) : write_of(3, 9));
            const mrpb_out_t out = cycle(in);
            assert_int_equal(out.in_ready + out.entered + out.direct, 0);
            assert_int_equal(out.wait_full + out.wait_write, 1);
            if (out.out_valid)
                assert_int_equal(out.out_data, taken++); /* and the others go on */
        }
        assert_int_equal(taken, 2);
    }
}

static void mrpb_130_a_rejected_read_bypasses_the_cache(void **state)
{
    (void)state;
    for (uint8_t option = 0; option < 3; option++)
        for (uint8_t assoc = 0; assoc < 2; assoc++)
            for (uint8_t write = 0; write < 2; write++) {
                const bool bypasses = !write && (option == 1 || (option == 2 && assoc));
                mrpb_cfg_t cfg = small(3);
                cfg.bypass = option;
                make(cfg);
                enter(write ? write_of(0, 7) : read_of(0, 7));
                wait_cycles(3);
                assert_int_equal(cycle(nothing).out_bypass, 0);
                const mrpb_in_t rejected = {.out_reject = 1, .out_assoc = assoc};
                assert_int_equal(cycle(rejected).out_bypass, 0); /* rejected in t ... */
                mrpb_out_t out = cycle(nothing);                 /* ... a bypass in t + 1 */
                assert_int_equal(out.out_bypass, bypasses);
                assert_int_equal(out.out_write, write);
                assert_int_equal(out.out_data, 7);
                out = cycle(taking(nothing));
                assert_int_equal(out.out_bypass, bypasses);
                assert_int_equal(look(nothing).out_valid, 0);
            }
}

/* The paper's geometry with a parameter at one end of its range, or just beyond. */
static mrpb_cfg_t cfg_at_end(const unit_param_t *p, bool upper, bool beyond)
{
    const uint32_t v = upper ? p->max + beyond : p->min - beyond; /* below 0: the largest number */
    mrpb_cfg_t cfg;
    unit_cfg_geometry(&mrpb_unit, UNIT_PAPER, &cfg);
    memcpy((char *)&cfg + p->offset, &v, sizeof v);
    return cfg;
}

/* As many requests as fit, two at most, go through the last queue. */
static void mrpb_140_ends_of_the_ranges(void **state)
{
    (void)state;
    for (unsigned k = 0; k < 2 * mrpb_unit.n_params; k++) {
        const mrpb_cfg_t cfg = cfg_at_end(&mrpb_unit.params[k / 2], k & 1, false);
        const uint8_t last = (uint8_t)(cfg.queues - 1);
        make(cfg);
        enter(read_of(last, 1));
        if (cfg.depth > 1)
            enter(read_of(last, UINT64_MAX));
        else
            assert_int_equal(cycle(read_of(last, UINT64_MAX)).wait_full, 1);
        wait_cycles(cfg.latency - 1);
        assert_int_equal(cycle(taking(nothing)).out_data, 1);
        const mrpb_out_t out = cycle(taking(nothing));
        assert_int_equal(out.out_valid, cfg.depth > 1);
        assert_int_equal(out.out_data, cfg.depth > 1 ? bits_mask(cfg.entry_w - 1) : 0);
        assert_int_equal(out.out_write, 0);
        assert_int_equal(look(nothing).out_valid, 0);
    }
}

static void mrpb_150_init_refuses_what_is_out_of_range(void **state)
{
    (void)state;
    for (unsigned k = 0; k < 2 * mrpb_unit.n_params; k++) {
        const mrpb_cfg_t cfg = cfg_at_end(&mrpb_unit.params[k / 2], k & 1, true);
        assert_int_equal(mrpb_init(&u, &cfg), -EINVAL);
    }
}

/* Idle exactly while nothing is on its way: not in the pipe, and not visible and undrained. */
static void mrpb_160_idle(void **state)
{
    (void)state;
    make(small(3));
    assert_true(mrpb_idle(&u));
    enter(read_of(0, 1));
    enter(read_of(0, 2));
    for (unsigned k = 0; k < 2; k++) {
        assert_false(mrpb_idle(&u)); /* the second is in the pipe in cycles 2 and 3 */
        cycle(nothing);
    }
    assert_true(mrpb_idle(&u)); /* the first in the register, the second visible */
    cycle(taking(nothing));
    assert_true(mrpb_idle(&u)); /* the second in the register */
    cycle(taking(nothing));
    assert_true(mrpb_idle(&u));
    assert_int_equal(look(nothing).out_valid, 0);
    /* nothing in the register, something visible: the policy would drain it */
    make(small(2));
    enter(read_of(0, 1));
    cycle(nothing);
    assert_int_equal(mrpb_drain_sel_vis(&u.sel, 0), 1);
    assert_false(mrpb_idle(&u));
}

enum { NOTHING_DRAINED, POLICY, FULL_OF_READ, OF_WRITE };

static void facts(mrpb_out_t out, bool entered, bool direct, unsigned drained, bool wait_full,
                  bool wait_write)
{
    assert_int_equal(out.entered, entered);
    assert_int_equal(out.direct, direct);
    assert_int_equal(out.drained, drained);
    assert_int_equal(out.wait_full, wait_full);
    assert_int_equal(out.wait_write, wait_write);
}

/* What the cases above see of the queues, told by the ports in the cycle in which it happens. */
static void mrpb_170_facts_of_a_read_that_waits(void **state)
{
    (void)state;
    fill_queue_2(flushing(small(3)));
    facts(cycle(nothing), false, false, NOTHING_DRAINED, false, false);
    facts(cycle(read_of(2, 23)), false, false, NOTHING_DRAINED, true, false); /* register held */
    facts(cycle(taking(read_of(2, 23))), false, false, FULL_OF_READ, true, false);
    facts(cycle(taking(read_of(2, 23))), true, false, POLICY, false, false);
    facts(cycle(taking(nothing)), false, false, POLICY, false, false);
    /* flush off: the policy drains others, and a write waits for room as a read does */
    fill_queue_2(small(3));
    facts(cycle(taking(read_of(2, 23))), false, false, POLICY, true, false);
    facts(cycle(write_of(2, 23)), false, false, NOTHING_DRAINED, true, false);
    facts(cycle(write_of(0, 23)), true, false, NOTHING_DRAINED, false, false);
}

static void mrpb_180_facts_of_a_write_that_waits(void **state)
{
    (void)state;
    fill_queue_2(flushing(small(3)));
    const mrpb_in_t write = write_of(2, 77);
    facts(cycle(write), false, false, NOTHING_DRAINED, false, true); /* register held */
    facts(cycle(taking(write)), false, false, OF_WRITE, false, true);
    facts(cycle(taking(write)), false, false, OF_WRITE, false, true);
    facts(cycle(write), false, false, NOTHING_DRAINED, false, true); /* its queue is empty now */
    facts(cycle(taking(write)), false, true, NOTHING_DRAINED, false, false);
    facts(cycle(taking(nothing)), false, false, POLICY, false, false);
    /* behind a request that is not visible yet */
    make(flushing(small(3)));
    enter(read_of(0, 1));
    enter(read_of(1, 2));
    wait_cycles(1);
    facts(cycle(write_of(1, 3)), false, false, POLICY, false, true);
}

/* A request at the input enters, is direct, or waits for exactly one reason; of each queue, what is
 * visible and what is on its way are all that it holds. */
static void mrpb_190_nothing_is_lost_between_the_parts(void **state)
{
    (void)state;
    rng_t r;
    rng_seed(&r, 190);
    for (unsigned run = 0; run < 200; run++) {
        mrpb_cfg_t cfg = {.queues = 1 + rng_below(&r, 8),
                          .depth = 1 + rng_below(&r, 4),
                          .latency = 2 + rng_below(&r, 6),
                          .entry_w = 64,
                          .policy = rng_below(&r, 6),
                          .flush = rng_below(&r, 2),
                          .bypass = rng_below(&r, 3)};
        make(cfg);
        for (unsigned t = 0; t < 500; t++) {
            const mrpb_in_t in = {.in_valid = rng_percent(&r, 70),
                                  .in_queue = (uint8_t)rng_below(&r, cfg.queues),
                                  .in_write = rng_percent(&r, 30),
                                  .out_taken = rng_percent(&r, 60),
                                  .out_reject = rng_percent(&r, 30)};
            const mrpb_out_t out = cycle(in);
            assert_int_equal(out.entered + out.direct, out.in_ready);
            assert_int_equal(out.in_ready + out.wait_full + out.wait_write, in.in_valid);
            unsigned held[64] = {0};
            for (unsigned i = 0; i < cfg.latency - 1; i++)
                held[u.pipe.queue[i]] += u.pipe.valid[i];
            for (unsigned q = 0; q < cfg.queues; q++)
                assert_int_equal(held[q] + mrpb_drain_sel_vis(&u.sel, q), len(q));
        }
    }
}

/* Asleep with the register held: what is in the pipe becomes visible meanwhile. */
static void mrpb_200_sleep(void **state)
{
    (void)state;
    make(small(5));
    assert_true(mrpb_quiet(&u) == UNIT_QUIET_EVER);
    enter(read_of(0, 1)); /* cycle 0: drained in cycle 5 */
    assert_int_equal(mrpb_quiet(&u), 4);
    mrpb_skip(&u, 4);
    assert_int_equal(mrpb_quiet(&u), 0);
    facts(cycle(nothing), false, false, POLICY, false, false);
    assert_true(mrpb_quiet(&u) == UNIT_QUIET_EVER); /* held */
    enter(read_of(1, 2));
    enter(read_of(1, 3));
    assert_true(mrpb_quiet(&u) == UNIT_QUIET_EVER);
    assert_false(mrpb_idle(&u));
    mrpb_skip(&u, 2);
    assert_int_equal(mrpb_drain_sel_vis(&u.sel, 1), 0);
    mrpb_skip(&u, 1);
    assert_int_equal(mrpb_drain_sel_vis(&u.sel, 1), 1);
    mrpb_skip(&u, 1000);
    assert_int_equal(mrpb_drain_sel_vis(&u.sel, 1), 2);
    assert_true(mrpb_idle(&u));
    facts(cycle(taking(nothing)), false, false, POLICY, false, false);
    assert_int_equal(look(nothing).out_data, 2);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(mrpb_010_offered_latency_and_one_after_it_enters),
        cmocka_unit_test(mrpb_020_one_in_and_one_out_in_every_cycle),
        cmocka_unit_test(mrpb_030_figure_6_groups_the_requests_of_a_warp),
        cmocka_unit_test(mrpb_040_a_read_drains_its_full_queue),
        cmocka_unit_test(mrpb_050_without_flush_the_policy_goes_on),
        cmocka_unit_test(mrpb_060_a_write_empties_its_queue_and_enters_the_register),
        cmocka_unit_test(mrpb_070_a_write_behind_unseen_requests),
        cmocka_unit_test(mrpb_080_a_write_to_an_empty_queue_goes_before_the_policy),
        cmocka_unit_test(mrpb_090_without_flush_writes_are_stored),
        cmocka_unit_test(mrpb_100_full_of_what_is_not_seen_yet),
        cmocka_unit_test(mrpb_120_a_number_that_names_no_queue_is_never_taken_in),
        cmocka_unit_test(mrpb_130_a_rejected_read_bypasses_the_cache),
        cmocka_unit_test(mrpb_140_ends_of_the_ranges),
        cmocka_unit_test(mrpb_150_init_refuses_what_is_out_of_range),
        cmocka_unit_test(mrpb_160_idle),
        cmocka_unit_test(mrpb_170_facts_of_a_read_that_waits),
        cmocka_unit_test(mrpb_180_facts_of_a_write_that_waits),
        cmocka_unit_test(mrpb_190_nothing_is_lost_between_the_parts),
        cmocka_unit_test(mrpb_200_sleep),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
