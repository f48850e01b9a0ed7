/* The arithmetic of lockwarp prove: gates against C's own operations, on numbers drawn at random.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#include <cmocka.h>

#include "common/bits.h"
#include "common/rng.h"
#include "prove/solve.h"
#include "prove/word.h"

enum { DRAWS = 400 };

static const unsigned widths[] = {1, 3, 8, 13, 32, 64};

/* Two numbers of w bits as inputs of a graph, and what results are with values for them. */
typedef struct rig {
    aig_t g;
    unsigned w;
    lit_t a[WORD_BITS], b[WORD_BITS], r[WORD_BITS];
} rig_t;

static void open_rig(rig_t *t, unsigned w)
{
    aig_init(&t->g);
    t->w = w;
    for (unsigned i = 0; i < w; i++)
        t->a[i] = aig_input(&t->g);
    for (unsigned i = 0; i < w; i++)
        t->b[i] = aig_input(&t->g);
}

static uint64_t value_of(const rig_t *t, const lit_t *bit, unsigned w, uint64_t a, uint64_t b)
{
    uint8_t *input = calloc(t->g.n_inputs + 1, 1), *node = malloc(t->g.n);
    uint64_t v = 0;
    assert_non_null(input);
    assert_non_null(node);
    for (unsigned i = 0; i < t->w; i++) {
        input[i] = a >> i & 1;
        input[t->w + i] = b >> i & 1;
    }
    solve_values(&t->g, input, node);
    for (unsigned i = 0; i < w; i++)
        v |= (uint64_t)(node[bit[i] >> 1] ^ (bit[i] & 1)) << i;
    free(input);
    free(node);
    return v;
}

/* A number that is often near an end of its range. */
static uint64_t draw(rng_t *r, unsigned w)
{
    const uint64_t all = bits_mask(w), v = rng_u64(r) & all;
    return rng_below(r, 4) == 0 ? (v & 3) : rng_below(r, 4) == 0 ? all - (v & 3) : v;
}

static int64_t sign_extended(uint64_t v, unsigned w)
{
    return (int64_t)(v << (64 - w)) >> (64 - w);
}

typedef uint64_t plain_t(uint64_t a, uint64_t b, unsigned w);
typedef void gates_t(rig_t *t);

static uint64_t plain_add(uint64_t a, uint64_t b, unsigned w)
{
    return (a + b) & bits_mask(w);
}
static void gates_add(rig_t *t)
{
    word_add(&t->g, t->r, t->a, t->b, AIG_FALSE, t->w);
}
static uint64_t plain_sub(uint64_t a, uint64_t b, unsigned w)
{
    return (a - b) & bits_mask(w);
}
static void gates_sub(rig_t *t)
{
    word_sub(&t->g, t->r, t->a, t->b, t->w);
}
static uint64_t plain_mul(uint64_t a, uint64_t b, unsigned w)
{
    return (a * b) & bits_mask(w);
}
static void gates_mul(rig_t *t)
{
    word_mul(&t->g, t->r, t->a, t->b, t->w);
}
static uint64_t plain_div(uint64_t a, uint64_t b, unsigned w)
{
    (void)w;
    return b ? a / b : 0;
}
static void gates_div(rig_t *t)
{
    lit_t rest[WORD_BITS];
    word_divide(&t->g, t->r, rest, t->a, t->b, t->w);
    const lit_t some = word_any(&t->g, t->b, t->w);
    for (unsigned i = 0; i < t->w; i++)
        t->r[i] = aig_and(&t->g, t->r[i], some);
}
static uint64_t plain_rest(uint64_t a, uint64_t b, unsigned w)
{
    (void)w;
    return b ? a % b : 0;
}
static void gates_rest(rig_t *t)
{
    lit_t quotient[WORD_BITS];
    word_divide(&t->g, quotient, t->r, t->a, t->b, t->w);
    const lit_t some = word_any(&t->g, t->b, t->w);
    for (unsigned i = 0; i < t->w; i++)
        t->r[i] = aig_and(&t->g, t->r[i], some);
}
static uint64_t plain_order(uint64_t a, uint64_t b, unsigned w)
{
    const uint64_t order = (uint64_t)(a < b) | (uint64_t)(a == b) << 1 |
                           (uint64_t)(sign_extended(a, w) < sign_extended(b, w)) << 2;
    return order & bits_mask(w);
}
static void gates_order(rig_t *t)
{
    const lit_t order[3] = {word_below(&t->g, t->a, t->b, t->w),
                            word_equal(&t->g, t->a, t->b, t->w),
                            word_signed_below(&t->g, t->a, t->b, t->w)};
    for (unsigned i = 0; i < t->w; i++)
        t->r[i] = i < 3 ? order[i] : AIG_FALSE;
}
static uint64_t plain_zeros(uint64_t a, uint64_t b, unsigned w)
{
    (void)b;
    unsigned low = 0, high = 0;
    while (low < w && !(a >> low & 1))
        low++;
    while (high < w && !(a >> (w - 1 - high) & 1))
        high++;
    return (low + 2 * high + 4 * bits_popcount(a)) & bits_mask(w);
}
static void gates_zeros(rig_t *t)
{
    lit_t low[WORD_BITS], high[WORD_BITS], ones[WORD_BITS];
    word_count_low_zeros(&t->g, low, t->a, t->w);
    word_count_high_zeros(&t->g, high, t->a, t->w);
    word_count_ones(&t->g, ones, t->a, t->w);
    word_add(&t->g, ones, ones, ones, AIG_FALSE, t->w);
    word_add(&t->g, high, high, ones, AIG_FALSE, t->w);
    word_add(&t->g, high, high, high, AIG_FALSE, t->w);
    word_add(&t->g, t->r, low, high, AIG_FALSE, t->w);
}
/* Shifts by b below w; only widths that are a power of two have the number in whole bits. */
static uint64_t plain_shift(uint64_t a, uint64_t b, unsigned w)
{
    const unsigned by = (unsigned)(b & (w - 1));
    return bits_is_pow2(w) ? ((a << by) ^ (a >> by)) & bits_mask(w) : 0;
}
static void gates_shift(rig_t *t)
{
    lit_t left[WORD_BITS], right[WORD_BITS];
    word_shift_left(&t->g, left, t->a, t->b, t->w);
    word_shift_right(&t->g, right, t->a, t->b, AIG_FALSE, t->w);
    for (unsigned i = 0; i < t->w; i++)
        t->r[i] = bits_is_pow2(t->w) ? aig_xor(&t->g, left[i], right[i]) : AIG_FALSE;
}

static void compare(plain_t *plain, gates_t *gates)
{
    rng_t r;
    rng_seed(&r, 1);
    for (unsigned k = 0; k < sizeof widths / sizeof widths[0]; k++) {
        static rig_t t;
        open_rig(&t, widths[k]);
        gates(&t);
        assert_false(t.g.failed);
        for (unsigned n = 0; n < DRAWS / (widths[k] > 32 ? 8 : 1); n++) {
            const uint64_t a = draw(&r, t.w), b = draw(&r, t.w);
            assert_int_equal(value_of(&t, t.r, t.w, a, b), plain(a, b, t.w));
        }
        aig_free(&t.g);
    }
}

static void prove_100_add(void **s)
{
    (void)s, compare(plain_add, gates_add);
}
static void prove_101_sub(void **s)
{
    (void)s, compare(plain_sub, gates_sub);
}
static void prove_102_mul(void **s)
{
    (void)s, compare(plain_mul, gates_mul);
}
static void prove_103_div(void **s)
{
    (void)s, compare(plain_div, gates_div);
}
static void prove_104_rest(void **s)
{
    (void)s, compare(plain_rest, gates_rest);
}
static void prove_105_order(void **s)
{
    (void)s, compare(plain_order, gates_order);
}
static void prove_106_zeros(void **s)
{
    (void)s, compare(plain_zeros, gates_zeros);
}
static void prove_107_shift(void **s)
{
    (void)s, compare(plain_shift, gates_shift);
}

/* Gates drawn at random over a few inputs, some of them cut, against 64 patterns of values. */
static void prove_200_rules(void **state)
{
    (void)state;
    enum { INPUTS = 14, GATES = 300, ALL = INPUTS + GATES };
    for (uint64_t seed = 1; seed <= DRAWS; seed++) {
        rng_t r;
        rng_seed(&r, seed);
        aig_t g;
        lit_t made[ALL];
        uint64_t value[ALL];
        const unsigned inputs = 3 + rng_below(&r, INPUTS - 2);
        unsigned n = 0;
        aig_init(&g);
        for (; n < inputs; n++) {
            made[n] = aig_input(&g);
            value[n] = rng_u64(&r);
        }
        for (; n < inputs + GATES; n++) {
            const unsigned a = rng_below(&r, n), b = rng_below(&r, n);
            const bool not_a = rng_below(&r, 2), not_b = rng_below(&r, 2);
            if (rng_below(&r, 5) == 0)
                aig_cut(&g, made[a]);
            made[n] = aig_and(&g, made[a] ^ not_a, made[b] ^ not_b);
            value[n] = (not_a ? ~value[a] : value[a]) & (not_b ? ~value[b] : value[b]);
        }
        uint8_t input[INPUTS], *node = malloc(g.n);
        assert_non_null(node);
        for (unsigned p = 0; p < 64; p++) {
            for (unsigned i = 0; i < inputs; i++)
                input[i] = value[i] >> p & 1;
            solve_values(&g, input, node);
            for (unsigned k = 0; k < n; k++)
                assert_int_equal(node[made[k] >> 1] ^ (made[k] & 1), value[k] >> p & 1);
        }
        free(node);
        aig_free(&g);
    }
}

/* Equal functions of few inputs are one literal, however they are made, inverted or not. */
static void prove_201_one_function(void **state)
{
    (void)state;
    aig_t g;
    lit_t x[10];
    aig_init(&g);
    for (unsigned i = 0; i < 10; i++)
        x[i] = aig_input(&g);
    /* A majority in two forms, and the parity of eight from either end. */
    const lit_t ab = aig_and(&g, x[0], x[1]), any = aig_or(&g, x[0], x[1]);
    const lit_t carry = aig_or(&g, ab, aig_and(&g, x[2], any));
    const lit_t bc = aig_and(&g, x[1], x[2]), xor_bc = aig_xor(&g, x[1], x[2]);
    assert_int_equal(carry, aig_or(&g, bc, aig_and(&g, x[0], xor_bc)));
    lit_t up = AIG_FALSE, down = AIG_TRUE;
    for (unsigned i = 0; i < 8; i++) {
        up = aig_xor(&g, up, x[i]);
        down = aig_xor(&g, down, x[7 - i]);
    }
    assert_int_equal(up, aig_not(down));
    /* Ten inputs are too many for a table; what is made of two such gates has one over them. */
    lit_t of_ten[2] = {x[0], x[9]};
    for (unsigned i = 1; i < 10; i++) {
        of_ten[0] = aig_xor(&g, of_ten[0], x[i]);
        of_ten[1] = aig_and(&g, of_ten[1], x[9 - i]);
    }
    for (unsigned k = 0; k < 2; k++)
        aig_cut(&g, of_ten[k]);
    const lit_t p = of_ten[0], q = of_ten[1], both = aig_and(&g, p, q);
    assert_int_equal(aig_and(&g, aig_or(&g, p, x[3]), aig_or(&g, q, x[3])), aig_or(&g, both, x[3]));
    aig_free(&g);
}

/* An index that counts on from any number of a few bits is past the end after as many rounds. */
static void prove_202_loop_ends(void **state)
{
    (void)state;
    enum { BITS = 5, END = 24 };
    rig_t t;
    lit_t index[WORD_BITS], one[WORD_BITS], end[WORD_BITS];
    open_rig(&t, BITS);
    for (unsigned i = 0; i < 32; i++)
        index[i] = i < BITS ? t.a[i] : AIG_FALSE;
    word_const(one, 32, 1);
    word_const(end, 32, END);
    unsigned rounds = 0;
    while (word_below(&t.g, index, end, 32) != AIG_FALSE && rounds < 1000) {
        word_add(&t.g, index, index, one, AIG_FALSE, 32);
        rounds++;
    }
    assert_int_equal(rounds, END);
    aig_free(&t.g);
}

/* Each program that is here answers the same of the same: x * y and y * x differ for no numbers,
 * and there is a product of two odd numbers that are no 1. */
static void prove_300_programs(void **state)
{
    (void)state;
    enum { BITS = 4 };
    static const struct {
        solver_t by;
        const char *program;
    } known[] = {{SOLVER_ABC, "berkeley-abc"},
                 {SOLVER_SWEEP, "berkeley-abc"},
                 {SOLVER_CADICAL, "cadical"},
                 {SOLVER_Z3, "z3"}};
    rig_t t;
    open_rig(&t, 2 * BITS);
    lit_t product[WORD_BITS], turned[WORD_BITS], small = AIG_TRUE, wanted = AIG_TRUE;
    word_mul(&t.g, product, t.a, t.b, t.w);
    word_mul(&t.g, turned, t.b, t.a, t.w);
    for (unsigned i = BITS; i < t.w; i++)
        small = aig_and(&t.g, small, aig_and(&t.g, t.a[i] ^ 1, t.b[i] ^ 1));
    for (unsigned i = 0; i < t.w; i++)
        wanted = aig_and(&t.g, wanted, product[i] ^ !(143 >> i & 1)); /* 11 * 13 */
    const lit_t bad[] = {word_equal(&t.g, product, turned, t.w) ^ 1, wanted};
    scratch_t s;
    diag_t d = {{0}};
    assert_int_equal(scratch_open(&s, NULL, "lockwarp-test", &d), 0);
    uint8_t *value = malloc(t.g.n_inputs + 1);
    assert_non_null(value);
    unsigned asked = 0;
    for (unsigned k = 0; k < sizeof known / sizeof *known; k++) {
        if (!tools_have(known[k].program)) {
            print_message("%s is not installed: not asked\n", known[k].program);
            continue;
        }
        for (unsigned i = 0; i < 2; i++) {
            const question_t q = {.aig = &t.g, .assume = small, .bad = &bad[i], .n = 1};
            answer_t answer;
            assert_int_equal(solve(&q, &s, known[k].by, value, &answer, &d), 0);
            assert_int_equal(answer, i ? ANSWER_YES : ANSWER_NEVER);
        }
        unsigned a = 0, b = 0;
        for (unsigned i = 0; i < t.w; i++) {
            a |= (unsigned)value[i] << i;
            b |= (unsigned)value[t.w + i] << i;
        }
        assert_int_equal(a * b, 143);
        assert_true(a == 11 || a == 13);
        asked++;
    }
    free(value);
    scratch_close(&s);
    aig_free(&t.g);
    if (!asked)
        skip();
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(prove_100_add),       cmocka_unit_test(prove_101_sub),
        cmocka_unit_test(prove_102_mul),       cmocka_unit_test(prove_103_div),
        cmocka_unit_test(prove_104_rest),      cmocka_unit_test(prove_105_order),
        cmocka_unit_test(prove_106_zeros),     cmocka_unit_test(prove_107_shift),
        cmocka_unit_test(prove_200_rules),     cmocka_unit_test(prove_201_one_function),
        cmocka_unit_test(prove_202_loop_ends), cmocka_unit_test(prove_300_programs),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
