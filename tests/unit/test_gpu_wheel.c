/*
 * Timing wheels and the set of components to wake, each against a straightforward second
 * implementation on random input.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "common/bits.h"
#include "common/rng.h"
#include "gpu/wake.h"
#include "gpu/wheel.h"

static void gpu_coalesce_060_wheel_keeps_time_and_order(void **state)
{
    (void)state;
    rng_t r;
    rng_seed(&r, 60);
    wheel_t w;
    enum { N = 2000 };
    static uint64_t at[N];
    uint32_t done = 0;
    wheel_init(&w);
    uint64_t now = 12345;
    uint32_t made = 0;
    while (done < N) {
        while (made < N && rng_percent(&r, 60)) {
            at[made] = now + 1 + rng_below(&r, WHEEL_SLOTS - 1);
            wheel_add(&w, at[made], &(wheel_node_t){.ptr = &at[made], .num = (uint16_t)made});
            made++;
        }
        uint64_t earliest = UINT64_MAX;
        for (uint32_t i = 0; i < made; i++)
            if (at[i] > now && at[i] < earliest)
                earliest = at[i];
        assert_int_equal(w.next, earliest);
        now++;
        int last = -1;
        while (wheel_due(&w, now)) {
            wheel_node_t n = wheel_take(&w, now);
            assert_int_equal(at[n.num], now);
            assert_true((int)n.num > last); /* as added */
            last = n.num;
            done++;
        }
        for (uint32_t i = 0; i < made; i++)
            assert_true(at[i] != now || (int)i <= last);
    }
    assert_int_equal(w.count, 0);
    wheel_destroy(&w);
}

static void gpu_coalesce_062_wheel_puts_off_to_the_front(void **state)
{
    (void)state;
    wheel_t w;
    wheel_init(&w);
    /* Three put off to an empty cycle, two added to it, then two more put off. */
    static const uint16_t order[] = {6, 7, 1, 2, 3, 4, 5};
    uint16_t after = WHEEL_NIL;
    for (uint16_t k = 1; k <= 3; k++)
        after = wheel_put_off(&w, 5, after, &(wheel_node_t){.num = k});
    for (uint16_t k = 4; k <= 5; k++)
        wheel_add(&w, 5, &(wheel_node_t){.num = k});
    after = WHEEL_NIL;
    for (uint16_t k = 6; k <= 7; k++)
        after = wheel_put_off(&w, 5, after, &(wheel_node_t){.num = k});
    assert_int_equal(w.next, 5);
    for (unsigned k = 0; k < 7; k++)
        assert_int_equal(wheel_take(&w, 5).num, order[k]);
    assert_false(wheel_due(&w, 5));
    assert_int_equal(w.count, 0);
    wheel_destroy(&w);
}

static void gpu_coalesce_061_wake_set_wakes_at_the_lowest_time(void **state)
{
    (void)state;
    rng_t r;
    rng_seed(&r, 61);
    enum { N = 40 };
    static wake_set_t s;
    uint64_t want[N], ticks = 0;
    wake_init(&s);
    for (unsigned i = 0; i < N; i++)
        want[i] = UINT64_MAX;
    for (uint64_t c = 0; c < 5000; c++) {
        for (unsigned k = 0; k < 3; k++) { /* from outside, before the cycle */
            uint32_t i = rng_below(&r, N);
            uint64_t t = rng_percent(&r, 20) ? 0 : c + rng_below(&r, 1000);
            wake_lower(&s, i, t);
            t = t < c ? c : t;
            want[i] = t < want[i] ? t : want[i];
        }
        uint64_t ran = 0;
        WAKE_SCAN(&s, i, c,
                  (assert_true(want[i] <= c), ran |= UINT64_C(1) << i,
                   want[i] = rng_percent(&r, 50) ? UINT64_MAX : c + 1 + rng_below(&r, 700)));
        for (unsigned i = 0; i < N; i++)
            assert_true(want[i] > c); /* whoever was due has run */
        ticks += bits_popcount(ran);
    }
    assert_true(ticks > 1000);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(gpu_coalesce_060_wheel_keeps_time_and_order),
        cmocka_unit_test(gpu_coalesce_062_wheel_puts_off_to_the_front),
        cmocka_unit_test(gpu_coalesce_061_wake_set_wakes_at_the_lowest_time),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
