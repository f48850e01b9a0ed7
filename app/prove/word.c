#include "prove/word.h"

#include <string.h>

void word_const(lit_t *r, unsigned w, uint64_t v)
{
    for (unsigned i = 0; i < w; i++)
        r[i] = i < WORD_BITS ? (lit_t)(v >> i & 1) : AIG_FALSE;
}

bool word_is_const(const lit_t *a, unsigned w, uint64_t *v)
{
    *v = 0;
    for (unsigned i = 0; i < w; i++) {
        if (a[i] > AIG_TRUE)
            return false;
        *v |= i < WORD_BITS ? (uint64_t)a[i] << i : 0;
    }
    return true;
}

unsigned word_used(const lit_t *a, unsigned w)
{
    while (w && a[w - 1] == AIG_FALSE)
        w--;
    return w;
}

void word_add(aig_t *g, lit_t *r, const lit_t *a, const lit_t *b, lit_t carry, unsigned w)
{
    for (unsigned i = 0; i < w; i++) {
        const lit_t x = a[i], y = b[i], half = aig_xor(g, x, y);
        r[i] = aig_xor(g, half, carry);
        carry = aig_or(g, aig_and(g, x, y), aig_and(g, half, carry));
    }
}

void word_sub(aig_t *g, lit_t *r, const lit_t *a, const lit_t *b, unsigned w)
{
    lit_t not_b[WORD_BITS];
    for (unsigned i = 0; i < w; i++)
        not_b[i] = b[i] ^ 1;
    word_add(g, r, a, not_b, AIG_TRUE, w);
}

void word_mul(aig_t *g, lit_t *r, const lit_t *a, const lit_t *b, unsigned w)
{
    lit_t sum[WORD_BITS], row[WORD_BITS];
    uint64_t v;
    if (word_is_const(a, w, &v)) { /* the constant says which rows there are */
        const lit_t *c = a;
        a = b;
        b = c;
    }
    word_const(sum, w, 0);
    for (unsigned k = 0; k < w; k++) {
        if (b[k] == AIG_FALSE)
            continue;
        for (unsigned i = 0; i < w; i++)
            row[i] = i < k ? AIG_FALSE : aig_and(g, a[i - k], b[k]);
        word_add(g, sum, sum, row, AIG_FALSE, w);
    }
    memcpy(r, sum, w * sizeof *r);
}

void word_divide(aig_t *g, lit_t *quotient, lit_t *rest, const lit_t *a, const lit_t *b, unsigned w)
{
    lit_t left[WORD_BITS + 1], divisor[WORD_BITS + 1], less[WORD_BITS + 1], q[WORD_BITS];
    w = w < WORD_BITS ? w : WORD_BITS;
    word_const(left, w + 1, 0);
    memcpy(divisor, b, w * sizeof *b);
    divisor[w] = AIG_FALSE;
    for (unsigned i = w; i-- > 0;) {
        memmove(left + 1, left, w * sizeof *left);
        left[0] = a[i];
        q[i] = word_below(g, left, divisor, w + 1) ^ 1;
        for (unsigned k = 0; k <= w; k++)
            less[k] = divisor[k] ^ 1;
        word_add(g, less, left, less, AIG_TRUE, w + 1);
        word_mux(g, left, q[i], less, left, w + 1);
    }
    memcpy(quotient, q, w * sizeof *q);
    memcpy(rest, left, w * sizeof *left);
}

void word_mux(aig_t *g, lit_t *r, lit_t s, const lit_t *a, const lit_t *b, unsigned w)
{
    for (unsigned i = 0; i < w; i++)
        r[i] = aig_mux(g, s, a[i], b[i]);
}

void word_shift_left(aig_t *g, lit_t *r, const lit_t *a, const lit_t *by, unsigned w)
{
    lit_t x[WORD_BITS];
    memcpy(x, a, w * sizeof *x);
    for (unsigned k = 0; 1u << k < w; k++)
        for (unsigned i = w; i-- > 0;)
            x[i] = aig_mux(g, by[k], i >= 1u << k ? x[i - (1u << k)] : AIG_FALSE, x[i]);
    memcpy(r, x, w * sizeof *x);
}

void word_shift_right(aig_t *g, lit_t *r, const lit_t *a, const lit_t *by, lit_t fill, unsigned w)
{
    lit_t x[WORD_BITS];
    memcpy(x, a, w * sizeof *x);
    for (unsigned k = 0; 1u << k < w; k++)
        for (unsigned i = 0; i < w; i++)
            x[i] = aig_mux(g, by[k], i + (1u << k) < w ? x[i + (1u << k)] : fill, x[i]);
    memcpy(r, x, w * sizeof *x);
}

lit_t word_equal(aig_t *g, const lit_t *a, const lit_t *b, unsigned w)
{
    lit_t same = AIG_TRUE;
    for (unsigned i = w; i-- > 0;)
        same = aig_and(g, same, aig_xor(g, a[i], b[i]) ^ 1);
    return same;
}

lit_t word_equal_const(aig_t *g, const lit_t *a, uint64_t v, unsigned w)
{
    lit_t same = AIG_TRUE;
    for (unsigned i = w; i-- > 0;)
        same = aig_and(g, same, a[i] ^ (lit_t)(i >= WORD_BITS || !(v >> i & 1)));
    return same;
}

lit_t word_below(aig_t *g, const lit_t *a, const lit_t *b, unsigned w)
{
    lit_t below = AIG_FALSE;
    for (unsigned i = 0; i < w; i++)
        below = aig_mux(g, aig_xor(g, a[i], b[i]), b[i], below);
    return below;
}

lit_t word_signed_below(aig_t *g, const lit_t *a, const lit_t *b, unsigned w)
{
    const lit_t below = word_below(g, a, b, w);
    return aig_mux(g, aig_xor(g, a[w - 1], b[w - 1]), a[w - 1], below);
}

lit_t word_any(aig_t *g, const lit_t *a, unsigned w)
{
    lit_t any = AIG_FALSE;
    for (unsigned i = 0; i < w; i++)
        any = aig_or(g, any, a[i]);
    return any;
}

/* The number of the first bit that is set, going up or down. */
static void first_set(aig_t *g, lit_t *r, const lit_t *a, unsigned w, bool down)
{
    lit_t x[WORD_BITS], number[WORD_BITS];
    memcpy(x, a, w * sizeof *x);
    word_const(r, w, w);
    for (unsigned k = w; k-- > 0;) {
        word_const(number, w, k);
        word_mux(g, r, x[down ? w - 1 - k : k], number, r, w);
    }
}

void word_count_low_zeros(aig_t *g, lit_t *r, const lit_t *a, unsigned w)
{
    lit_t x[WORD_BITS];
    memcpy(x, a, w * sizeof *x);
    first_set(g, r, x, w, false);
}

void word_count_high_zeros(aig_t *g, lit_t *r, const lit_t *a, unsigned w)
{
    lit_t x[WORD_BITS];
    memcpy(x, a, w * sizeof *x);
    first_set(g, r, x, w, true);
}

void word_count_ones(aig_t *g, lit_t *r, const lit_t *a, unsigned w)
{
    lit_t x[WORD_BITS], none[WORD_BITS];
    memcpy(x, a, w * sizeof *x);
    word_const(none, w, 0);
    word_const(r, w, 0);
    for (unsigned i = 0; i < w; i++)
        word_add(g, r, r, none, x[i], w);
}
