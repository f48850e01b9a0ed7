/* apres.sap and apres.agen with registers between (stages 1 and 2), and the product by halves. */
#include "unit_bench.h"

#include "apres/apres_sap.h"

/* ---- apres.agen: the product with one half of the stride at a time ---- */

static uint64_t product(const apres_agen_t *u, apres_agen_in_t in)
{
    apres_agen_out_t out;
    apres_agen_eval(u, &in, &out);
    return out.product;
}

/* The worked example of the page: -1 * 100 in addresses of 8 bits. */
static void apres_agen_110_worked_example(void **state)
{
    (void)state;
    apres_agen_t u = {0};
    const apres_agen_cfg_t cfg = {.addr_w = 8, .id_w = 8, .halves = 1};
    assert_int_equal(apres_agen_init(&u, &cfg), 0);
    apres_agen_in_t in = {.by = 511, .stride = 100};
    assert_int_equal(product(&u, in), 256 - 4);
    in.upper = 1;
    in.so_far = 256 - 4;
    assert_int_equal(product(&u, in), 256 - 100);
}

/* What apres.agen gives in two cycles is the product modulo 2^addr_w, at all widths. */
static void apres_agen_120_two_halves_are_the_product(void **state)
{
    (void)state;
    static const uint64_t strides[] = {0,
                                       1,
                                       100,
                                       UINT64_C(-1),
                                       UINT64_C(-128),
                                       UINT64_C(1) << 63,
                                       UINT64_C(0xffffffff),
                                       UINT64_C(0xffffffff00000000),
                                       UINT64_C(0x6d5a3c96b1e8f274)};
    for (unsigned addr_w = 1; addr_w <= 64; addr_w++) {
        const apres_agen_cfg_t cfg = {.addr_w = addr_w, .id_w = 8, .halves = 1};
        apres_agen_t u = {0};
        assert_int_equal(apres_agen_init(&u, &cfg), 0);
        for (int by = -256; by < 256; by++)
            for (unsigned s = 0; s < sizeof strides / sizeof *strides; s++) {
                apres_agen_in_t in = {.by = by & 511, .stride = strides[s] & bits_mask(addr_w)};
                in.so_far = product(&u, in);
                in.upper = 1;
                const uint64_t want = ((uint64_t)by * strides[s]) & bits_mask(addr_w);
                if (product(&u, in) != want)
                    fail_msg("%d * %llu in %u bits", by, (unsigned long long)in.stride, addr_w);
            }
    }
}

/* ---- apres.sap with stages ---- */

static apres_sap_t make(unsigned stages)
{
    apres_sap_t u;
    apres_sap_cfg_t cfg;
    memset(&u, 0, sizeof u);
    unit_cfg_geometry(&apres_sap_unit, UNIT_PAPER, &cfg);
    cfg.stages = stages;
    assert_int_equal(apres_sap_init(&u, &cfg), 0);
    return u;
}

static apres_sap_out_t cycle(apres_sap_t *u, apres_sap_in_t in)
{
    apres_sap_out_t out;
    in.live = bits_mask(48);
    apres_sap_eval(u, &in, &out);
    apres_sap_tick(u, &in);
    return out;
}

/* The paper's examples begin with an entry of PC 200; a miss of it comes in cycle 0. */
static void miss(apres_sap_t *u, uint64_t old_addr, unsigned old_id, uint64_t stride, uint64_t addr,
                 unsigned id, uint64_t group)
{
    u->pt.valid[0] = 1;
    u->pt.pcs[0] = 200;
    u->pt.ids[0] = (uint8_t)old_id;
    u->pt.addrs[0] = old_addr;
    u->pt.strides[0] = stride;
    cycle(u, (apres_sap_in_t){.miss_en = 1,
                              .miss_pc = 200,
                              .miss_id = (uint8_t)id,
                              .miss_addr = addr,
                              .miss_group = group});
}

/* The prediction of stages 0, in cycle 18, comes 4 cycles later. */
static void predict(apres_sap_t *u, uint64_t old_addr, unsigned old_id, uint64_t stride,
                    uint64_t addr, unsigned id, uint64_t group)
{
    miss(u, old_addr, old_id, stride, addr, id, group);
    for (unsigned k = 1; k <= 22; k++) {
        const apres_sap_out_t out = cycle(u, (apres_sap_in_t){0});
        assert_int_equal(out.takes, k == 1);
        assert_int_equal(out.predicts, k == 22);
        assert_false(out.pf_valid || out.mismatch || out.inexact || out.no_stride);
    }
}

/* The next prefetch comes `gap` cycles after the last, or what went before; it is taken. */
static void expect(apres_sap_t *u, unsigned gap, unsigned id, uint64_t addr)
{
    for (unsigned k = 1; k < gap; k++)
        assert_false(cycle(u, (apres_sap_in_t){.pf_take = 1}).pf_valid);
    const apres_sap_out_t out = cycle(u, (apres_sap_in_t){.pf_take = 1});
    assert_true(out.pf_valid && out.pf_pc == 200 && out.pf_id == id && out.pf_addr == addr);
}

static void apres_sap_110_figure_9_in_the_third_and_in_the_fourth_cycle(void **state)
{
    (void)state;
    for (unsigned stages = 1; stages <= 2; stages++) {
        apres_sap_t u = make(stages);
        predict(&u, 2800, 10, 100, 2000, 2, 6);
        expect(&u, 2 + stages, 1, 1900);
        assert_int_equal(apres_sap_quiet(&u), 0); /* warp 2 itself is passed over */
        cycle(&u, (apres_sap_in_t){0});
        assert_true(apres_sap_idle(&u) && u.wq.ring.len == 0);
    }
}

/* Strides that are larger than half of their bits, of both signs, and warps on both sides. */
static void apres_sap_120_a_prefetch_every_third_and_every_fourth_cycle(void **state)
{
    (void)state;
    static const uint64_t strides[] = {UINT64_C(0x123456789), UINT64_C(-0x987654321), UINT64_C(-1),
                                       UINT64_C(0xffffffff)};
    for (unsigned stages = 1; stages <= 2; stages++)
        for (unsigned s = 0; s < sizeof strides / sizeof *strides; s++) {
            const uint64_t d = strides[s], addr = UINT64_C(0x4000000000);
            apres_sap_t u = make(stages);
            predict(&u, addr - d, 1, d, addr, 2, UINT64_C(0x80000000001b));
            expect(&u, 2 + stages, 0, addr - 2 * d);
            expect(&u, 2 + stages, 1, addr - d);
            expect(&u, 2 + stages, 3, addr + d);
            expect(&u, 2 + stages, 4, addr + 2 * d);
            expect(&u, 2 + stages, 47, addr + 45 * d);
            assert_true(apres_sap_idle(&u));
        }
}

/* A prefetch that waits keeps its address, and SAP sleeps until the L1 takes it. */
static void apres_sap_130_waits_for_the_l1_and_for_the_target(void **state)
{
    (void)state;
    for (unsigned stages = 1; stages <= 2; stages++) {
        apres_sap_t u = make(stages);
        predict(&u, 12000, 1, 1000, 13000, 2, 9);
        for (unsigned k = 0; k < 1 + stages; k++) {
            assert_int_equal(apres_sap_quiet(&u), 0);
            cycle(&u, (apres_sap_in_t){0});
        }
        for (unsigned k = 0; k < 5; k++) {
            assert_true(apres_sap_idle(&u));
            const apres_sap_out_t out = cycle(&u, (apres_sap_in_t){0});
            assert_true(out.pf_valid && out.pf_id == 0 && out.pf_addr == 11000);
        }
        cycle(&u, (apres_sap_in_t){.pf_take = 1, .pf_good = 1});
        for (unsigned k = 0; k < 8; k++) /* the next is ready, and warp 0 has not moved */
            assert_false(cycle(&u, (apres_sap_in_t){.pf_take = 1}).pf_valid);
        assert_true(cycle(&u, (apres_sap_in_t){.target_moves = 1}).target_en);
        expect(&u, 1, 3, 14000);
    }
}

static void apres_sap_140_a_kernel_start_ends_everything(void **state)
{
    (void)state;
    for (unsigned stages = 1; stages <= 2; stages++)
        for (unsigned at = 0; at < 10; at++) {
            apres_sap_t u = make(stages);
            predict(&u, 12000, 1, 1000, 13000, 2, 0xff);
            for (unsigned k = 0; k < at; k++)
                cycle(&u, (apres_sap_in_t){.pf_take = 1});
            const apres_sap_in_t start = {.start_en = 1, .miss_en = 1, .pf_take = 1, .pf_good = 1};
            cycle(&u, start);
            assert_true(apres_sap_idle(&u) && !u.dividing && !u.held && !u.fill);
            assert_true(!u.phase && !u.step && !u.drq.ring.len && !u.wq.ring.len);
            for (unsigned k = 0; k < 6; k++)
                assert_false(cycle(&u, (apres_sap_in_t){.pf_take = 1}).pf_valid);
        }
}

/* Registers of stages 1, and none beyond them with stages 2. */
static void apres_sap_150_storage(void **state)
{
    (void)state;
    static const unsigned more[] = {0, 151, 151};
    apres_sap_cfg_t cfg;
    unit_cfg_geometry(&apres_sap_unit, UNIT_PAPER, &cfg);
    const uint64_t bits = unit_state_bits(&apres_sap_unit, &cfg);
    for (unsigned stages = 0; stages <= 2; stages++) {
        cfg.stages = stages;
        assert_int_equal(unit_state_bits(&apres_sap_unit, &cfg), bits + more[stages]);
    }
}

/* The first miss takes an entry of the PT, and the second is by the same warp. Each occupies SAP
 * for three cycles: the take, the look-up, and one in which it is given up. */
static void apres_sap_160_a_miss_without_a_division_is_given_up(void **state)
{
    (void)state;
    for (unsigned stages = 1; stages <= 2; stages++) {
        apres_sap_t u = make(stages);
        const apres_sap_in_t in = {.miss_en = 1, .miss_pc = 200, .miss_id = 2, .miss_group = 7};
        cycle(&u, in);
        for (unsigned k = 1; k <= 6; k++) {
            assert_int_equal(apres_sap_quiet(&u), 0);
            const apres_sap_out_t out = cycle(&u, k == 1 ? in : (apres_sap_in_t){0});
            assert_int_equal(out.takes, k == 1 || k == 4);
            assert_int_equal(out.allocates, k == 2);
            assert_int_equal(out.same_warp, k == 5);
            assert_int_equal(u.wq.ring.len, 0);
        }
        assert_true(apres_sap_idle(&u) && !u.dividing && !u.fill);
    }
}

/* -800 / -3 leaves a remainder. -800 / -8 is 100, which is not the stride of the table. */
static void apres_sap_170_another_stride_or_a_remainder_predicts_nothing(void **state)
{
    (void)state;
    for (unsigned stages = 1; stages <= 2; stages++)
        for (unsigned exact = 0; exact < 2; exact++) {
            apres_sap_t u = make(stages);
            miss(&u, 2800, 10, 50, 2000, exact ? 2 : 7, 6);
            for (unsigned k = 1; k <= 22; k++) {
                const apres_sap_out_t out = cycle(&u, (apres_sap_in_t){0});
                assert_int_equal(out.inexact, !exact && k == 22);
                assert_int_equal(out.mismatch, exact && k == 22);
                assert_false(out.predicts || out.no_stride);
            }
            assert_int_equal(u.pt.strides[0], exact ? 100 : 50);
            assert_true(apres_sap_idle(&u) && u.wq.ring.len == 0);
        }
}

/* The WQ is empty, but SAP does not sleep before the product is complete. It takes no miss before
 * the L1 has taken the prefetch. */
static void apres_sap_180_the_next_miss_waits_for_the_last_prefetch(void **state)
{
    (void)state;
    for (unsigned stages = 1; stages <= 2; stages++) {
        apres_sap_t u = make(stages);
        predict(&u, 12000, 1, 1000, 13000, 2, 1 << 0);
        for (unsigned k = 0; k < 1 + stages; k++) {
            assert_int_equal(apres_sap_quiet(&u), 0);
            assert_false(cycle(&u, (apres_sap_in_t){0}).pf_valid);
            assert_int_equal(u.wq.ring.len, 0);
        }
        assert_true(apres_sap_idle(&u));
        cycle(&u, (apres_sap_in_t){.miss_en = 1, .miss_pc = 300, .miss_id = 4});
        for (unsigned k = 0; k < 4; k++) {
            const apres_sap_out_t out = cycle(&u, (apres_sap_in_t){.pf_take = k == 3});
            assert_true(out.pf_valid && out.pf_id == 0 && out.pf_addr == 11000 && !out.takes);
        }
        assert_true(cycle(&u, (apres_sap_in_t){0}).takes);
    }
}

/* In each cycle from the take of a miss to its prediction. */
static void apres_sap_190_a_kernel_start_ends_every_step(void **state)
{
    (void)state;
    for (unsigned stages = 1; stages <= 2; stages++)
        for (unsigned at = 1; at <= 22; at++) {
            apres_sap_t u = make(stages);
            miss(&u, 12000, 1, 1000, 13000, 2, 0xff);
            for (unsigned k = 1; k < at; k++)
                cycle(&u, (apres_sap_in_t){0});
            const apres_sap_out_t out = cycle(&u, (apres_sap_in_t){.start_en = 1});
            assert_false(out.takes || out.predicts);
            assert_true(apres_sap_idle(&u) && !u.step && !u.dividing && !u.fill);
            for (unsigned k = 0; k < 24; k++) {
                const apres_sap_out_t none = cycle(&u, (apres_sap_in_t){0});
                assert_false(none.pf_valid || none.predicts || none.mismatch || none.inexact);
            }
        }
}

/* Warp 2 is 2000 bytes and two warps from warp 0. The differences are written in cycle 3, and the
 * result of the division, 1000 and exact, in cycle 21. */
static void apres_sap_200_the_data_of_a_step_are_written_when_a_kernel_starts(void **state)
{
    (void)state;
    for (unsigned stages = 1; stages <= 2; stages++)
        for (unsigned at = 3; at <= 21; at += 18) {
            apres_sap_t u = make(stages);
            miss(&u, 11000, 0, 1000, 13000, 2, 0xff);
            for (unsigned k = 1; k < at; k++)
                cycle(&u, (apres_sap_in_t){0});
            cycle(&u, (apres_sap_in_t){.start_en = 1});
            assert_int_equal(u.num, at == 3 ? 2000 : 1000);
            assert_int_equal(u.den, 2);
            assert_int_equal(u.exact, at == 21);
            assert_int_equal(u.step, 0);
        }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(apres_agen_110_worked_example),
        cmocka_unit_test(apres_agen_120_two_halves_are_the_product),
        cmocka_unit_test(apres_sap_110_figure_9_in_the_third_and_in_the_fourth_cycle),
        cmocka_unit_test(apres_sap_120_a_prefetch_every_third_and_every_fourth_cycle),
        cmocka_unit_test(apres_sap_130_waits_for_the_l1_and_for_the_target),
        cmocka_unit_test(apres_sap_140_a_kernel_start_ends_everything),
        cmocka_unit_test(apres_sap_150_storage),
        cmocka_unit_test(apres_sap_160_a_miss_without_a_division_is_given_up),
        cmocka_unit_test(apres_sap_170_another_stride_or_a_remainder_predicts_nothing),
        cmocka_unit_test(apres_sap_180_the_next_miss_waits_for_the_last_prefetch),
        cmocka_unit_test(apres_sap_190_a_kernel_start_ends_every_step),
        cmocka_unit_test(apres_sap_200_the_data_of_a_step_are_written_when_a_kernel_starts),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
