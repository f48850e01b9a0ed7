/* common.prio_enc: all inputs at small sizes, each line at the large ones. */
#include "unit_bench.h"

#include "common/prio_enc.h"

/* Compares with a walk over the lines from 0. */
static void check(uint32_t n, uint64_t req)
{
    prio_enc_t u;
    prio_enc_out_t out;
    assert_int_equal(prio_enc_init(&u, &(prio_enc_cfg_t){.n = n}), 0);
    prio_enc_eval(&u, &(prio_enc_in_t){.req = req}, &out);

    unsigned line = 0;
    while (line < n && !(req >> line & 1))
        line++;
    assert_int_equal(out.any, line < n);
    assert_int_equal(out.idx, line < n ? line : 0);
    assert_int_equal(out.onehot, line < n ? UINT64_C(1) << line : 0);
}

static void prio_enc_010_every_input_up_to_12_lines(void **state)
{
    (void)state;
    for (uint32_t n = 1; n <= 12; n++)
        for (uint64_t req = 0; req < UINT64_C(1) << n; req++)
            check(n, req);
}

static void prio_enc_020_lowest_wins_whatever_stands_above(void **state)
{
    (void)state;
    rng_t r;
    rng_seed(&r, 20);
    for (uint32_t n = 1; n <= 64; n++)
        for (unsigned line = 0; line < n; line++)
            for (unsigned k = 0; k < 20; k++) {
                const uint64_t above = rng_u64(&r) & bits_mask(n) & ~bits_mask(line);
                check(n, above | UINT64_C(1) << line);
            }
}

static void prio_enc_030_no_line_gives_zeros(void **state)
{
    (void)state;
    for (uint32_t n = 1; n <= 64; n++)
        check(n, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(prio_enc_010_every_input_up_to_12_lines),
        cmocka_unit_test(prio_enc_020_lowest_wins_whatever_stands_above),
        cmocka_unit_test(prio_enc_030_no_line_gives_zeros),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
