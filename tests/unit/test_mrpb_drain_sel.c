/* mrpb.drain_sel: each policy by hand, its ties, greedy hand-over, flushes, ends of the counters.
 */
#include "unit_bench.h"

#include "mrpb/mrpb_drain_sel.h"

enum { FIXED, LONGEST, ROUND, GREEDY, POLICIES = 6 };

static mrpb_drain_sel_t make(uint32_t queues, uint32_t depth, uint32_t policy)
{
    const mrpb_drain_sel_cfg_t cfg = {queues, depth, policy};
    mrpb_drain_sel_t u;
    assert_int_equal(mrpb_drain_sel_init(&u, &cfg), 0);
    return u;
}

static void set_vis(mrpb_drain_sel_t *u, unsigned queue, uint64_t n)
{
    planes_set(u->vis, mrpb_drain_sel_vis_w(u), UINT64_C(1) << queue, n);
}

static mrpb_drain_sel_out_t look(const mrpb_drain_sel_t *u, mrpb_drain_sel_in_t in)
{
    mrpb_drain_sel_out_t out;
    mrpb_drain_sel_eval(u, &in, &out);
    return out;
}

static mrpb_drain_sel_out_t cycle(mrpb_drain_sel_t *u, mrpb_drain_sel_in_t in)
{
    const mrpb_drain_sel_out_t out = look(u, in);
    mrpb_drain_sel_tick(u, &in);
    return out;
}

static void add(mrpb_drain_sel_t *u, uint8_t queue, unsigned times)
{
    while (times--)
        cycle(u, (mrpb_drain_sel_in_t){.add_en = 1, .add_queue = queue});
}

/* Drains until nothing is visible: the queues, a digit each (queues below 10). */
static const char *drained(mrpb_drain_sel_t *u)
{
    static char text[64];
    unsigned n = 0;
    for (;;) {
        const mrpb_drain_sel_out_t out = cycle(u, (mrpb_drain_sel_in_t){.drain_en = 1});
        if (!out.any)
            break;
        assert_true(n < sizeof text - 1);
        text[n++] = (char)('0' + out.queue);
    }
    text[n] = 0;
    return text;
}

/* Queues 1, 3, 4 and 6 of eight hold 2, 3, 3 and 1. */
static void sel_010_order_of_each_policy(void **state)
{
    (void)state;
    static const struct {
        uint8_t policy;
        const char *order;
    } rows[] = {
        {FIXED, "113334446"},
        /* 3 and 4 have three: 3 first; then 4 has most; then 1, 3 and 4 have two: 1 ... */
        {LONGEST, "341341346"},
        {ROUND, "134613434"},
        {GREEDY + FIXED, "113334446"},
        {GREEDY + LONGEST, "333444116"},
        {GREEDY + ROUND, "113334446"},
    };
    for (unsigned i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        mrpb_drain_sel_t u = make(8, 4, rows[i].policy);
        add(&u, 4, 3);
        add(&u, 6, 1);
        add(&u, 1, 2);
        add(&u, 3, 3);
        const char *order = drained(&u);
        if (strcmp(order, rows[i].order) != 0)
            fail_msg("policy %u: %s, not %s", rows[i].policy, order, rows[i].order);
    }
}

static void sel_020_nothing_visible(void **state)
{
    (void)state;
    for (uint8_t policy = 0; policy < POLICIES; policy++) {
        mrpb_drain_sel_t u = make(48, 8, policy);
        mrpb_drain_sel_in_t in = {.drain_en = 1, .flush_en = 1, .look_queue = policy};
        for (unsigned q = 0; q < 48; q++)
            planes_set(in.heads, 3, UINT64_C(1) << q, 5);
        const mrpb_drain_sel_out_t out = cycle(&u, in);
        assert_int_equal(out.any + out.queue + out.look_any, 0);
        assert_true(out.queue_sel == 0 && out.queue_head == 0);
        assert_int_equal(u.greedy + u.rr, 0);
        for (unsigned q = 0; q < 64; q++)
            assert_int_equal(mrpb_drain_sel_vis(&u, q), 0);
    }
}

/* The choice as a number, one-hot and with its head, of all policies. */
static void sel_025_the_choice_in_every_form(void **state)
{
    (void)state;
    rng_t r;
    rng_seed(&r, 25);
    for (unsigned k = 0; k < 20000; k++) {
        const uint32_t queues = 1 + rng_below(&r, 64), depth = 1 + rng_below(&r, 16);
        mrpb_drain_sel_t u = make(queues, depth, rng_below(&r, POLICIES));
        mrpb_drain_sel_in_t in = {0};
        uint64_t seen = 0;
        for (unsigned q = 0; q < queues; q++) {
            set_vis(&u, q, rng_below(&r, 4) ? 0 : rng_below(&r, depth + 1));
            planes_set(in.heads, bits_index_w(depth), UINT64_C(1) << q, rng_below(&r, depth));
            if (mrpb_drain_sel_vis(&u, q))
                seen |= UINT64_C(1) << q;
        }
        u.greedy = (uint8_t)rng_below(&r, queues);
        u.rr = (uint8_t)rng_below(&r, queues);
        const mrpb_drain_sel_out_t out = look(&u, in);
        assert_int_equal(out.any, seen != 0);
        if (!seen)
            continue;
        assert_true(mrpb_drain_sel_vis(&u, out.queue) != 0);
        assert_true(out.queue_sel == UINT64_C(1) << out.queue);
        assert_int_equal(out.queue_head, planes_get(in.heads, bits_index_w(depth), out.queue));
    }
}

/* Each queue alone, and each with every queue above it: fixed order is a priority encoder. */
static void sel_030_fixed_order_takes_the_lowest_of_all_widths(void **state)
{
    (void)state;
    for (uint32_t queues = 1; queues <= 64; queues++)
        for (uint8_t q = 0; q < queues; q++) {
            mrpb_drain_sel_t u = make(queues, 2, FIXED);
            set_vis(&u, q, 1);
            assert_int_equal(look(&u, (mrpb_drain_sel_in_t){0}).queue, q);
            for (unsigned above = q; above < queues; above++)
                set_vis(&u, above, 2);
            assert_int_equal(look(&u, (mrpb_drain_sel_in_t){0}).queue, q);
        }
}

static void sel_040_longest_breaks_ties_to_the_lowest(void **state)
{
    (void)state;
    for (uint32_t queues = 1; queues <= 64; queues++)
        for (uint8_t q = 0; q < queues; q++) {
            mrpb_drain_sel_t u = make(queues, 1024, LONGEST);
            for (unsigned k = 0; k < queues; k++)
                set_vis(&u, k, 1023); /* a tie: queue 0 */
            assert_int_equal(look(&u, (mrpb_drain_sel_in_t){0}).queue, 0);
            set_vis(&u, q, 1024);
            assert_int_equal(look(&u, (mrpb_drain_sel_in_t){0}).queue, q);
            set_vis(&u, queues - 1, 1024);
            assert_int_equal(look(&u, (mrpb_drain_sel_in_t){0}).queue, q);
        }
}

static void sel_050_round_robin_goes_on_behind_the_last_drained(void **state)
{
    (void)state;
    mrpb_drain_sel_t u = make(3, 2, ROUND);
    add(&u, 0, 2);
    add(&u, 2, 2);
    assert_int_equal(u.rr, 0);
    assert_int_equal(cycle(&u, (mrpb_drain_sel_in_t){.drain_en = 1}).queue, 0);
    assert_int_equal(u.rr, 1);
    assert_int_equal(cycle(&u, (mrpb_drain_sel_in_t){.drain_en = 1}).queue, 2);
    assert_int_equal(u.rr, 0); /* behind the last queue */
    assert_int_equal(cycle(&u, (mrpb_drain_sel_in_t){.drain_en = 1}).queue, 0);
    add(&u, 1, 1);
    assert_int_equal(cycle(&u, (mrpb_drain_sel_in_t){.drain_en = 1}).queue, 1);
    assert_int_equal(u.rr, 2);
    add(&u, 0, 1);
    assert_int_equal(cycle(&u, (mrpb_drain_sel_in_t){.drain_en = 1}).queue, 2);
    assert_int_equal(cycle(&u, (mrpb_drain_sel_in_t){.drain_en = 1}).queue, 0);
    assert_int_equal(look(&u, (mrpb_drain_sel_in_t){0}).any, 0);
}

/* Looking on is not draining: the choice stands until it is drained. */
static void sel_060_round_robin_starts_again_at_0_where_nothing_follows(void **state)
{
    (void)state;
    mrpb_drain_sel_t u = make(60, 12, ROUND);
    u.rr = 40;
    add(&u, 39, 1);
    add(&u, 7, 1);
    for (int k = 0; k < 3; k++)
        assert_int_equal(cycle(&u, (mrpb_drain_sel_in_t){0}).queue, 7);
    add(&u, 40, 1);
    assert_int_equal(look(&u, (mrpb_drain_sel_in_t){0}).queue, 40);
    u.rr = 59;
    add(&u, 59, 1);
    assert_int_equal(cycle(&u, (mrpb_drain_sel_in_t){.drain_en = 1}).queue, 59);
    assert_int_equal(u.rr, 0);
}

/* A greedy policy stays, though a lower, longer or next queue comes up; then it hands over. */
static void sel_070_greedy_stays_and_hands_over(void **state)
{
    (void)state;
    static const uint8_t after[] = {[FIXED] = 0, [LONGEST] = 3, [ROUND] = 3};
    for (uint8_t base = FIXED; base <= ROUND; base++) {
        const mrpb_drain_sel_in_t drain = {.drain_en = 1};
        mrpb_drain_sel_t u = make(8, 4, GREEDY + base);
        add(&u, 2, 3);
        assert_int_equal(cycle(&u, drain).queue, 2);
        assert_int_equal(u.greedy, 2);
        add(&u, 0, 1);
        add(&u, 3, 4);
        assert_int_equal(cycle(&u, drain).queue, 2);
        assert_int_equal(cycle(&u, drain).queue, 2); /* its last */
        assert_int_equal(cycle(&u, drain).queue, after[base]);
        assert_int_equal(u.greedy, after[base]);
        /* emptied and filled again before the policy chose another: it goes on */
        u = make(8, 4, GREEDY + base);
        add(&u, 5, 1);
        assert_int_equal(cycle(&u, drain).queue, 5);
        add(&u, 0, 1);
        add(&u, 5, 1);
        assert_int_equal(cycle(&u, drain).queue, 5);
        assert_int_equal(cycle(&u, drain).queue, 0);
    }
}

/* Both pointers follow every drain of the policy, whatever the policy is, and no flush. */
static void sel_080_pointers_follow_the_policy_alone(void **state)
{
    (void)state;
    for (uint8_t policy = 0; policy < POLICIES; policy++) {
        mrpb_drain_sel_t u = make(8, 4, policy);
        add(&u, 6, 2);
        cycle(&u, (mrpb_drain_sel_in_t){.drain_en = 1});
        assert_int_equal(u.greedy, 6);
        assert_int_equal(u.rr, 7);
        add(&u, 3, 2);
        /* the flush comes first, and the drain asked for beside it is ignored */
        cycle(&u, (mrpb_drain_sel_in_t){.drain_en = 1, .flush_en = 1, .look_queue = 3});
        assert_int_equal(mrpb_drain_sel_vis(&u, 3), 1);
        assert_int_equal(mrpb_drain_sel_vis(&u, 6), 1);
        assert_int_equal(u.greedy, 6);
        assert_int_equal(u.rr, 7);
        cycle(&u, (mrpb_drain_sel_in_t){.flush_en = 1, .look_queue = 3});
        assert_int_equal(mrpb_drain_sel_vis(&u, 3), 0);
        assert_int_equal(u.greedy, 6);
        /* a flush of nothing is none: the drain counts */
        const mrpb_drain_sel_out_t out =
            cycle(&u, (mrpb_drain_sel_in_t){.drain_en = 1, .flush_en = 1, .look_queue = 3});
        assert_int_equal(out.look_any, 0);
        assert_int_equal(out.queue, 6);
        assert_int_equal(mrpb_drain_sel_vis(&u, 6), 0);
    }
}

static void sel_090_counters_end_at_depth_and_at_0(void **state)
{
    (void)state;
    static const uint32_t depths[] = {1, 2, 8, 12, 1024};
    for (unsigned i = 0; i < sizeof depths / sizeof depths[0]; i++) {
        mrpb_drain_sel_t u = make(3, depths[i], FIXED);
        add(&u, 2, depths[i] + 3);
        assert_int_equal(mrpb_drain_sel_vis(&u, 2), depths[i]);
        /* one in, one out: by the policy, then by a flush */
        cycle(&u, (mrpb_drain_sel_in_t){.add_en = 1, .add_queue = 2, .drain_en = 1});
        assert_int_equal(mrpb_drain_sel_vis(&u, 2), depths[i]);
        cycle(&u,
              (mrpb_drain_sel_in_t){.add_en = 1, .add_queue = 2, .flush_en = 1, .look_queue = 2});
        assert_int_equal(mrpb_drain_sel_vis(&u, 2), depths[i]);
        for (uint32_t k = 0; k < depths[i] + 3; k++)
            cycle(&u, (mrpb_drain_sel_in_t){.drain_en = 1});
        assert_int_equal(mrpb_drain_sel_vis(&u, 2), 0);
        /* of an empty queue the one added in this cycle is not drained */
        cycle(&u, (mrpb_drain_sel_in_t){.add_en = 1, .add_queue = 2, .drain_en = 1});
        assert_int_equal(mrpb_drain_sel_vis(&u, 2), 1);
        /* one queue drained while another is added to */
        cycle(&u, (mrpb_drain_sel_in_t){.add_en = 1, .add_queue = 0, .drain_en = 1});
        assert_int_equal(mrpb_drain_sel_vis(&u, 2), 0);
        assert_int_equal(mrpb_drain_sel_vis(&u, 0), 1);
    }
}

static void sel_100_a_number_that_names_no_queue(void **state)
{
    (void)state;
    mrpb_drain_sel_t u = make(48, 8, FIXED);
    add(&u, 47, 1);
    for (uint8_t q = 48; q < 64; q++) {
        const mrpb_drain_sel_out_t out = cycle(
            &u, (mrpb_drain_sel_in_t){.add_en = 1, .add_queue = q, .flush_en = 1, .look_queue = q});
        assert_int_equal(out.look_any, 0);
    }
    for (unsigned q = 0; q < 64; q++)
        assert_int_equal(mrpb_drain_sel_vis(&u, q), q == 47);
    /* and keeps no drain from happening */
    cycle(&u, (mrpb_drain_sel_in_t){.flush_en = 1, .look_queue = 50, .drain_en = 1});
    assert_int_equal(mrpb_drain_sel_vis(&u, 47), 0);
    assert_int_equal(u.rr, 0); /* behind the last queue */
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(sel_010_order_of_each_policy),
        cmocka_unit_test(sel_020_nothing_visible),
        cmocka_unit_test(sel_025_the_choice_in_every_form),
        cmocka_unit_test(sel_030_fixed_order_takes_the_lowest_of_all_widths),
        cmocka_unit_test(sel_040_longest_breaks_ties_to_the_lowest),
        cmocka_unit_test(sel_050_round_robin_goes_on_behind_the_last_drained),
        cmocka_unit_test(sel_060_round_robin_starts_again_at_0_where_nothing_follows),
        cmocka_unit_test(sel_070_greedy_stays_and_hands_over),
        cmocka_unit_test(sel_080_pointers_follow_the_policy_alone),
        cmocka_unit_test(sel_090_counters_end_at_depth_and_at_0),
        cmocka_unit_test(sel_100_a_number_that_names_no_queue),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
