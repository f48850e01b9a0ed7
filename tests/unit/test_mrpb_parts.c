/* mrpb.latency, mrpb.flush_ctl and mrpb.slot: hand-worked cycles, ends of ranges and what meets in
 * one cycle. */
#include "unit_bench.h"

#include "mrpb/mrpb_flush_ctl.h"
#include "mrpb/mrpb_latency.h"
#include "mrpb/mrpb_slot.h"

static mrpb_latency_out_t pipe_cycle(mrpb_latency_t *u, bool en, uint8_t queue)
{
    const mrpb_latency_in_t in = {.in_en = en, .in_queue = queue};
    mrpb_latency_out_t out;
    mrpb_latency_eval(u, &in, &out);
    mrpb_latency_tick(u, &in);
    return out;
}

static const uint32_t latencies[] = {2, 3, 5, 18, 64};
enum { LATENCIES = sizeof latencies / sizeof latencies[0] };

/* What enters in cycle t leaves in t + latency - 1, to be counted from t + latency on. */
static void latency_010_leaves_after_latency_less_one(void **state)
{
    (void)state;
    for (unsigned i = 0; i < LATENCIES; i++) {
        const mrpb_latency_cfg_t cfg = {48, latencies[i]};
        mrpb_latency_t u;
        assert_int_equal(mrpb_latency_init(&u, &cfg), 0);
        assert_true(mrpb_latency_idle(&u));
        for (uint32_t t = 0; t < 3 * cfg.latency; t++) {
            assert_int_equal(mrpb_latency_idle(&u), t == 0 || t > cfg.latency - 1);
            const mrpb_latency_out_t out = pipe_cycle(&u, t == 0, 37);
            assert_int_equal(out.out_en, t == cfg.latency - 1);
            assert_int_equal(out.out_queue, t == cfg.latency - 1 ? 37 : 0);
        }
        assert_true(mrpb_latency_idle(&u));
    }
}

static void latency_020_one_a_cycle_in_their_order(void **state)
{
    (void)state;
    for (unsigned i = 0; i < LATENCIES; i++) {
        const mrpb_latency_cfg_t cfg = {64, latencies[i]};
        mrpb_latency_t u;
        assert_int_equal(mrpb_latency_init(&u, &cfg), 0);
        for (uint32_t t = 0; t < 300; t++) {
            const bool gap = t % 7 == 3;
            const mrpb_latency_out_t out = pipe_cycle(&u, !gap, (uint8_t)(t % 64));
            const uint32_t was = t - (cfg.latency - 1);
            const bool some = t >= cfg.latency - 1 && was % 7 != 3;
            assert_int_equal(out.out_en, some);
            assert_int_equal(out.out_queue, some ? was % 64 : 0);
        }
    }
}

/* A stage without a request holds queue 0, and a number that names no queue is passed on. */
static void latency_030_queue_is_kept_only_with_a_request(void **state)
{
    (void)state;
    const mrpb_latency_cfg_t cfg = {48, 3};
    mrpb_latency_t u;
    assert_int_equal(mrpb_latency_init(&u, &cfg), 0);
    pipe_cycle(&u, false, 33);
    assert_int_equal(u.queue[0], 0);
    pipe_cycle(&u, true, 63);
    pipe_cycle(&u, false, 63);
    assert_int_equal(u.valid[0], 0);
    assert_int_equal(u.queue[0], 0);
    assert_int_equal(u.valid[1], 1);
    assert_int_equal(u.queue[1], 63);
    assert_int_equal(pipe_cycle(&u, false, 1).out_queue, 63);
}

static mrpb_flush_ctl_out_t ctl(uint32_t option, mrpb_flush_ctl_in_t in)
{
    const mrpb_flush_ctl_cfg_t cfg = {option};
    mrpb_flush_ctl_t u;
    mrpb_flush_ctl_out_t out;
    assert_int_equal(mrpb_flush_ctl_init(&u, &cfg), 0);
    mrpb_flush_ctl_eval(&u, &in, &out);
    return out;
}

enum { READY = 1, ENQUEUE = 2, DIRECT = 4, FLUSH = 8, POLICY = 16 };

static unsigned bits_of(mrpb_flush_ctl_out_t o)
{
    return (o.in_ready ? READY : 0) | (o.enqueue ? ENQUEUE : 0) | (o.direct ? DIRECT : 0) |
           (o.flush_drain ? FLUSH : 0) | (o.policy_drain ? POLICY : 0);
}

/* The contract's rules, case by case. A request: V valid, W write, F queue full, E queue empty,
 * S its queue has something visible; A any queue has; R the outbound register is free. */
static void flush_ctl_010_rules(void **state)
{
    (void)state;
    static const struct {
        const char *in;
        unsigned off, on;
    } rows[] = {
        {"", 0, 0},
        {"R", 0, 0},
        {"A", 0, 0},
        {"AR", POLICY, POLICY},                   /* rule 3 */
        {"VE", READY | ENQUEUE, READY | ENQUEUE}, /* a read, empty queue */
        {"VSAR", READY | ENQUEUE | POLICY, READY | ENQUEUE | POLICY},
        {"VFSA", 0, 0},                                      /* full, register held */
        {"VFSAR", POLICY, FLUSH},                            /* rule 1 */
        {"VFAR", POLICY, POLICY},                            /* full, nothing of it visible */
        {"VFR", 0, 0},                                       /* nothing visible at all */
        {"VWE", READY | ENQUEUE, 0},                         /* a write waits for the register */
        {"VWER", READY | ENQUEUE, READY | DIRECT},           /* rule 2, queue empty */
        {"VWEAR", READY | ENQUEUE | POLICY, READY | DIRECT}, /* before the policy */
        {"VWSAR", READY | ENQUEUE | POLICY, FLUSH},          /* rule 2, queue drained */
        {"VWSA", READY | ENQUEUE, 0},
        {"VWAR", READY | ENQUEUE | POLICY, POLICY}, /* nothing of it visible */
        {"VWR", READY | ENQUEUE, 0},
        {"VWFSAR", POLICY, FLUSH},
        {"VWFAR", POLICY, POLICY},
        {"WFSAR", POLICY, POLICY}, /* nothing at the input */
    };
    for (unsigned i = 0; i < sizeof rows / sizeof rows[0]; i++)
        for (uint32_t flush = 0; flush < 2; flush++) {
            const char *s = rows[i].in;
            const mrpb_flush_ctl_in_t in = {
                .in_valid = strchr(s, 'V') != NULL,
                .in_write = strchr(s, 'W') != NULL,
                .in_full = strchr(s, 'F') != NULL,
                .in_empty = strchr(s, 'E') != NULL,
                .in_visible = strchr(s, 'S') != NULL,
                .any = strchr(s, 'A') != NULL,
                .ob_free = strchr(s, 'R') != NULL,
            };
            const unsigned expect = flush ? rows[i].on : rows[i].off;
            if (bits_of(ctl(flush, in)) != expect)
                fail_msg("'%s' flush %u: 0x%x", s, flush, bits_of(ctl(flush, in)));
        }
}

static void flush_ctl_020_of_all_inputs_one_source_at_most(void **state)
{
    (void)state;
    for (unsigned k = 0; k < 256; k++) {
        const mrpb_flush_ctl_in_t in = {
            .in_valid = k >> 1 & 1,
            .in_write = k >> 2 & 1,
            .in_full = k >> 3 & 1,
            .in_empty = k >> 4 & 1,
            .in_visible = k >> 5 & 1,
            .any = k >> 6 & 1,
            .ob_free = k >> 7 & 1,
        };
        const mrpb_flush_ctl_out_t o = ctl(k & 1, in);
        assert_true(o.direct + o.flush_drain + o.policy_drain <= 1);
        assert_int_equal(o.in_ready, o.enqueue + o.direct);
        if (!in.ob_free)
            assert_int_equal(o.direct + o.flush_drain + o.policy_drain, 0);
        if (!in.in_valid)
            assert_int_equal(o.in_ready + o.flush_drain, 0);
        if (in.ob_free && in.any)
            assert_int_equal(o.direct + o.flush_drain + o.policy_drain, 1);
        /* the facts: what is drained by which rule, and why a request waits */
        assert_int_equal(o.drained, o.policy_drain ? 1 : o.flush_drain ? 2 + in.in_write : 0);
        assert_int_equal(o.in_ready + o.wait_full + o.wait_write, in.in_valid);
        if (o.wait_write)
            assert_true(in.in_write && k & 1);
        if (o.wait_full)
            assert_true(in.in_full);
    }
}

static mrpb_slot_t slot_make(uint32_t width, uint32_t bypass)
{
    const mrpb_slot_cfg_t cfg = {width, bypass};
    mrpb_slot_t u;
    assert_int_equal(mrpb_slot_init(&u, &cfg), 0);
    return u;
}

static mrpb_slot_out_t slot_look(const mrpb_slot_t *u, mrpb_slot_in_t in)
{
    mrpb_slot_out_t out;
    mrpb_slot_eval(u, &in, &out);
    return out;
}

static mrpb_slot_out_t slot_cycle(mrpb_slot_t *u, mrpb_slot_in_t in)
{
    const mrpb_slot_out_t out = slot_look(u, in);
    mrpb_slot_tick(u, &in);
    return out;
}

static void slot_010_offered_in_the_next_cycle_until_taken(void **state)
{
    (void)state;
    mrpb_slot_t u = slot_make(63, 2);
    mrpb_slot_out_t out = slot_cycle(&u, (mrpb_slot_in_t){.in_valid = 1, .in_data = UINT64_MAX});
    assert_int_equal(out.in_ready, 1);
    assert_int_equal(out.out_valid, 0);
    assert_int_equal(out.out_data, 0);
    for (int k = 0; k < 5; k++) { /* the next waits and replaces nothing */
        out = slot_cycle(&u, (mrpb_slot_in_t){.in_valid = 1, .in_write = 1, .in_data = 5});
        assert_int_equal(out.in_ready, 0);
        assert_int_equal(out.out_valid, 1);
        assert_int_equal(out.out_write, 0);
        assert_int_equal(out.out_data, UINT64_MAX >> 1);
    }
    out = slot_cycle(&u, (mrpb_slot_in_t){.in_valid = 1, .in_write = 1, .in_data = 5, .taken = 1});
    assert_int_equal(out.in_ready, 1);
    assert_int_equal(out.out_data, UINT64_MAX >> 1);
    out = slot_cycle(&u, (mrpb_slot_in_t){.taken = 1});
    assert_int_equal(out.out_write, 1);
    assert_int_equal(out.out_data, 5);
    out = slot_look(&u, (mrpb_slot_in_t){0});
    assert_int_equal(out.out_valid + out.out_write + out.out_bypass, 0);
    assert_int_equal(out.out_data, 0);
    assert_int_equal(out.in_ready, 1);
}

static void slot_020_one_a_cycle(void **state)
{
    (void)state;
    mrpb_slot_t u = slot_make(8, 0);
    slot_cycle(&u, (mrpb_slot_in_t){.in_valid = 1, .in_data = 0});
    for (uint64_t n = 1; n < 50; n++) {
        const mrpb_slot_out_t out =
            slot_cycle(&u, (mrpb_slot_in_t){.in_valid = 1, .in_data = n, .taken = 1});
        assert_int_equal(out.in_ready, 1);
        assert_int_equal(out.out_data, n - 1);
    }
}

/* Each option, each cause, read and write: bypassed in the cycle after. */
static void slot_030_who_bypasses_the_cache(void **state)
{
    (void)state;
    for (uint32_t option = 0; option < 3; option++)
        for (uint8_t write = 0; write < 2; write++)
            for (uint8_t assoc = 0; assoc < 2; assoc++) {
                const bool bypasses = !write && (option == 1 || (option == 2 && assoc));
                mrpb_slot_t u = slot_make(63, option);
                mrpb_slot_in_t in = {.in_valid = 1, .in_write = write, .in_data = 77};
                slot_cycle(&u, in);
                in = (mrpb_slot_in_t){.assoc = assoc};
                assert_int_equal(slot_cycle(&u, in).out_bypass, 0); /* not rejected */
                in.reject = 1;
                assert_int_equal(slot_cycle(&u, in).out_bypass, 0); /* this very cycle */
                in.reject = 0;
                const mrpb_slot_out_t out = slot_cycle(&u, in);
                assert_int_equal(out.out_bypass, bypasses);
                assert_int_equal(out.out_write, write);
                assert_int_equal(out.out_data, 77);
            }
}

static void slot_040_a_bypass_stays_one_until_taken(void **state)
{
    (void)state;
    mrpb_slot_t u = slot_make(63, 2);
    slot_cycle(&u, (mrpb_slot_in_t){.in_valid = 1, .in_data = 3});
    slot_cycle(&u, (mrpb_slot_in_t){.reject = 1, .assoc = 1});
    for (uint8_t k = 0; k < 4; k++) /* whatever else it is rejected for */
        assert_int_equal(
            slot_cycle(&u, (mrpb_slot_in_t){.reject = k & 1, .assoc = k >> 1}).out_bypass, 1);
    /* taken, and the next enters: it starts without */
    slot_cycle(&u, (mrpb_slot_in_t){.taken = 1, .in_valid = 1, .in_data = 4});
    const mrpb_slot_out_t out = slot_cycle(&u, (mrpb_slot_in_t){.taken = 1});
    assert_int_equal(out.out_bypass, 0);
    assert_int_equal(out.out_data, 4);
    /* taken, and none enters: nothing bypasses */
    slot_cycle(&u, (mrpb_slot_in_t){.in_valid = 1, .in_data = 5});
    slot_cycle(&u, (mrpb_slot_in_t){.reject = 1, .assoc = 1});
    assert_int_equal(slot_cycle(&u, (mrpb_slot_in_t){.taken = 1}).out_bypass, 1);
    assert_int_equal(slot_cycle(&u, (mrpb_slot_in_t){0}).out_bypass, 0);
}

static void slot_050_taken_comes_before_reject_and_neither_means_anything_alone(void **state)
{
    (void)state;
    mrpb_slot_t u = slot_make(63, 1);
    slot_cycle(&u, (mrpb_slot_in_t){.taken = 1, .reject = 1});
    assert_int_equal(u.valid + u.bypass, 0);
    slot_cycle(&u, (mrpb_slot_in_t){.in_valid = 1, .in_data = 3, .taken = 1, .reject = 1});
    assert_int_equal(u.valid, 1); /* enters, and the rejection was not of it */
    assert_int_equal(u.bypass, 0);
    slot_cycle(&u, (mrpb_slot_in_t){.taken = 1, .reject = 1});
    assert_int_equal(u.valid + u.bypass, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(latency_010_leaves_after_latency_less_one),
        cmocka_unit_test(latency_020_one_a_cycle_in_their_order),
        cmocka_unit_test(latency_030_queue_is_kept_only_with_a_request),
        cmocka_unit_test(flush_ctl_010_rules),
        cmocka_unit_test(flush_ctl_020_of_all_inputs_one_source_at_most),
        cmocka_unit_test(slot_010_offered_in_the_next_cycle_until_taken),
        cmocka_unit_test(slot_020_one_a_cycle),
        cmocka_unit_test(slot_030_who_bypasses_the_cache),
        cmocka_unit_test(slot_040_a_bypass_stays_one_until_taken),
        cmocka_unit_test(slot_050_taken_comes_before_reject_and_neither_means_anything_alone),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
