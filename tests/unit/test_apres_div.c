/* apres.div: the worked example of docs/units/apres.md, its rules, and 128-bit arithmetic of C. */
#include "unit_bench.h"

#include "apres/apres_div.h"

/* The number that w bits are in two's complement. */
static __int128 with_sign(uint64_t x, unsigned w)
{
    return x >> (w - 1) & 1 ? (__int128)x - ((__int128)1 << w) : (__int128)x;
}

/* Division of C rounds towards 0, as that of magnitudes does. */
static void div_compare(apres_div_t *u, uint64_t num, uint64_t den)
{
    const apres_div_cfg_t *c = &u->cfg;
    const __int128 n = with_sign(num, c->num_w), d = with_sign(den, c->den_w);
    const unsigned steps = c->num_w / c->bits;
    apres_div_out_t out;
    apres_div_tick(u, &(apres_div_in_t){.start_en = 1, .num = num, .den = (uint16_t)den});
    for (unsigned k = 0; k <= steps; k++) {
        apres_div_eval(u, &(apres_div_in_t){0}, &out);
        assert_int_equal(out.done, k == steps);
        if (k < steps)
            apres_div_tick(u, &(apres_div_in_t){0});
        if (!out.done)
            assert_true(out.quot == 0 && out.exact == 0);
    }
    const uint64_t want = (uint64_t)(n / d) & bits_mask(c->num_w);
    if (out.quot != want || out.exact != (n % d == 0))
        fail_msg("%u bits by %u, %u a cycle: %#lx / %#lx is %#lx, exact %u", c->num_w, c->den_w,
                 c->bits, (unsigned long)num, (unsigned long)den, (unsigned long)out.quot,
                 out.exact);
}

static uint64_t operand(rng_t *r, unsigned w)
{
    const uint64_t mask = bits_mask(w), top = UINT64_C(1) << (w - 1);
    switch (rng_below(r, 5)) {
    case 0:
        return rng_below(r, 20) & mask;
    case 1:
        return (0 - (uint64_t)rng_below(r, 20)) & mask;
    case 2:
        return (top + rng_below(r, 3) - 1) & mask;
    case 3:
        return rng_u64(r) >> rng_below(r, 64) & mask;
    default:
        return rng_u64(r) & mask;
    }
}

static void apres_div_010_agrees_with_128_bit_arithmetic(void **state)
{
    (void)state;
    static const apres_div_cfg_t cfg[] = {
        {1, 1, 1},  {1, 9, 1},  {2, 2, 1},  {3, 1, 3},  {4, 3, 2},  {5, 4, 5},
        {7, 3, 1},  {8, 9, 8},  {8, 8, 4},  {33, 6, 3}, {48, 8, 8}, {63, 9, 7},
        {64, 2, 1}, {64, 9, 1}, {64, 9, 2}, {64, 9, 4}, {64, 9, 8}, {60, 9, 6}};
    rng_t r;
    rng_seed(&r, 34);
    for (unsigned i = 0; i < sizeof cfg / sizeof *cfg; i++) {
        apres_div_t u = {0};
        assert_int_equal(apres_div_init(&u, &cfg[i]), 0);
        for (unsigned k = 0; k < 4000; k++) {
            const uint64_t den = operand(&r, cfg[i].den_w);
            const uint64_t whole = operand(&r, cfg[i].num_w) * den & bits_mask(cfg[i].num_w);
            if (den != 0)
                div_compare(&u, k & 1 ? operand(&r, cfg[i].num_w) : whole, den);
        }
    }
}

static void apres_div_020_every_pair_of_small_operands(void **state)
{
    (void)state;
    for (unsigned bits = 1; bits <= 6; bits++) {
        apres_div_t u = {0};
        const apres_div_cfg_t cfg = {.num_w = 6, .den_w = 5, .bits = bits};
        assert_int_equal(apres_div_init(&u, &cfg), 6 % bits ? -EINVAL : 0);
        for (unsigned num = 0; 6 % bits == 0 && num < 64; num++)
            for (unsigned den = 1; den < 32; den++)
                div_compare(&u, num, den);
    }
}

static apres_div_out_t div_cycle(apres_div_t *u, apres_div_in_t in)
{
    apres_div_out_t out;
    apres_div_eval(u, &in, &out);
    apres_div_tick(u, &in);
    return out;
}

static void apres_div_030_worked_example(void **state)
{
    (void)state;
    apres_div_t u = {0};
    const apres_div_cfg_t cfg = {.num_w = 8, .den_w = 9, .bits = 4};
    assert_int_equal(apres_div_init(&u, &cfg), 0);
    div_cycle(&u, (apres_div_in_t){.start_en = 1, .num = 100, .den = 512 - 7});
    div_cycle(&u, (apres_div_in_t){0});
    div_cycle(&u, (apres_div_in_t){0});
    apres_div_out_t out =
        div_cycle(&u, (apres_div_in_t){.start_en = 1, .num = 256 - 128, .den = 511});
    assert_true(out.done && out.quot == 256 - 14 && !out.exact);
    div_cycle(&u, (apres_div_in_t){0});
    assert_false(div_cycle(&u, (apres_div_in_t){0}).done);
    out = div_cycle(&u, (apres_div_in_t){0});
    assert_true(out.done && out.quot == 256 - 128 && out.exact);
    assert_true(apres_div_idle(&u));
}

static void apres_div_040_a_start_replaces_and_one_by_0_does_not(void **state)
{
    (void)state;
    const apres_div_cfg_t cfg = {.num_w = 8, .den_w = 4, .bits = 2}; /* 4 steps */
    for (unsigned at = 1; at <= 5; at++)
        for (unsigned by = 0; by < 3; by++) { /* 0: by 0; 1: by 3; 2: a clear */
            apres_div_t u = {0};
            assert_int_equal(apres_div_init(&u, &cfg), 0);
            div_cycle(&u, (apres_div_in_t){.start_en = 1, .num = 20, .den = 2});
            for (unsigned k = 1; k < 12; k++) {
                apres_div_in_t in = {.num = 9, .den = by == 1 ? 3 : 0};
                in.start_en = k == at && by != 2;
                in.clear_en = k == at && by == 2;
                const apres_div_out_t out = div_cycle(&u, in);
                const bool first = k == 5 && (by == 0 || at == 5), second = by == 1 && k == at + 5;
                assert_int_equal(out.done, first || second);
                assert_int_equal(out.quot, first ? 10 : second ? 3 : 0);
            }
        }
}

/* At rest, in each cycle of a division, and in that of its result. */
static void apres_div_050_a_start_in_the_cycle_of_a_clear_is_lost(void **state)
{
    (void)state;
    const apres_div_cfg_t cfg = {.num_w = 8, .den_w = 4, .bits = 2}; /* 4 steps */
    for (unsigned at = 0; at <= 5; at++) {
        apres_div_t u = {0};
        assert_int_equal(apres_div_init(&u, &cfg), 0);
        if (at > 0)
            div_cycle(&u, (apres_div_in_t){.start_en = 1, .num = 20, .den = 2});
        for (unsigned k = 1; k < at; k++)
            div_cycle(&u, (apres_div_in_t){0});
        const apres_div_in_t both = {.start_en = 1, .num = 9, .den = 3, .clear_en = 1};
        assert_int_equal(div_cycle(&u, both).done, at == 5);
        assert_true(apres_div_idle(&u));
        for (unsigned k = 0; k < 8; k++)
            assert_false(div_cycle(&u, (apres_div_in_t){0}).done);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(apres_div_010_agrees_with_128_bit_arithmetic),
        cmocka_unit_test(apres_div_020_every_pair_of_small_operands),
        cmocka_unit_test(apres_div_030_worked_example),
        cmocka_unit_test(apres_div_040_a_start_replaces_and_one_by_0_does_not),
        cmocka_unit_test(apres_div_050_a_start_in_the_cycle_of_a_clear_is_lost),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
