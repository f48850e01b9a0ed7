#include "prove/exec.h"

#include <string.h>

/* Both operands with one more bit, extended by the sign or by 0. */
typedef struct wide {
    lit_t a[WORD_BITS + 1], b[WORD_BITS + 1];
} wide_t;

static wide_t widen(const value_t *a, const value_t *b, bool sign)
{
    wide_t w;
    memcpy(w.a, a->bit, a->w * sizeof *w.a);
    memcpy(w.b, b->bit, b->w * sizeof *w.b);
    w.a[a->w] = sign ? w.a[a->w - 1] : AIG_FALSE;
    w.b[b->w] = sign ? w.b[b->w - 1] : AIG_FALSE;
    return w;
}

/* Does a + b or a - b not fit? */
static lit_t overflows(exec_t *x, const ir_inst_t *i, const value_t *a, const value_t *b, bool sign)
{
    const unsigned w = a->w;
    wide_t v = widen(a, b, sign);
    lit_t sum[WORD_BITS + 1];
    for (unsigned k = 0; i->op == IR_SUB && k <= w; k++)
        v.b[k] ^= 1;
    word_add(x->aig, sum, v.a, v.b, i->op == IR_SUB ? AIG_TRUE : AIG_FALSE, w + 1);
    return sign ? aig_xor(x->aig, sum[w], sum[w - 1]) : sum[w];
}

/* Does a * b not fit? Of numbers that are short enough twice over it is plain that it does. */
static lit_t mul_overflows(exec_t *x, const value_t *a, const value_t *b, bool sign)
{
    const unsigned need = word_used(a->bit, a->w) + word_used(b->bit, b->w);
    if (need <= a->w - (sign ? 1u : 0u))
        return AIG_FALSE;
    if (a->w > WORD_BITS / 2)
        exec_stop(x, "a product of 64 bits whose overflow is undefined is not supported");
    lit_t p[WORD_BITS], y[2][WORD_BITS], bad = AIG_FALSE;
    const value_t *const both[2] = {a, b};
    const unsigned w = a->w;
    for (unsigned k = 0; k < 2; k++)
        for (unsigned n = 0; n < 2 * w; n++)
            y[k][n] = n < w ? both[k]->bit[n] : sign ? both[k]->bit[w - 1] : AIG_FALSE;
    word_mul(x->aig, p, y[0], y[1], 2 * w);
    for (unsigned n = w; n < 2 * w; n++)
        bad = aig_or(x->aig, bad, aig_xor(x->aig, p[n], sign ? p[w - 1] : AIG_FALSE));
    return bad;
}

static void check_flags(exec_t *x, const ir_inst_t *i, lit_t guard, const value_t *a,
                        const value_t *b)
{
    for (unsigned sign = 0; sign < 2; sign++) {
        if (!(sign ? i->nsw : i->nuw) || i->op == IR_SHL)
            continue;
        exec_must(x, guard,
                  i->op == IR_MUL ? mul_overflows(x, a, b, sign != 0)
                                  : overflows(x, i, a, b, sign != 0),
                  sign ? "a signed number overflows" : "an unsigned number overflows");
    }
}

static void shift(exec_t *x, const ir_inst_t *i, lit_t guard, value_t *v, const value_t *a,
                  const value_t *b)
{
    lit_t width[WORD_BITS];
    word_const(width, a->w, a->w);
    if (a->w >= 8 || a->w > 1u << a->w)
        exec_must(x, guard, word_below(x->aig, b->bit, width, a->w) ^ 1,
                  "a shift by the width or more");
    if (i->op == IR_SHL)
        word_shift_left(x->aig, v->bit, a->bit, b->bit, a->w);
    else
        word_shift_right(x->aig, v->bit, a->bit, b->bit,
                         i->op == IR_ASHR ? a->bit[a->w - 1] : AIG_FALSE, a->w);
    if (i->op != IR_SHL || !(i->nsw || i->nuw))
        return;
    lit_t back[WORD_BITS];
    for (unsigned sign = 0; sign < 2; sign++) {
        if (!(sign ? i->nsw : i->nuw))
            continue;
        word_shift_right(x->aig, back, v->bit, b->bit, sign ? v->bit[a->w - 1] : AIG_FALSE, a->w);
        exec_must(x, guard, word_equal(x->aig, back, a->bit, a->w) ^ 1, "a shift that loses bits");
    }
}

/* |a|, and whether a is negative. */
static lit_t absolute(exec_t *x, lit_t *r, const value_t *a)
{
    const lit_t sign = a->bit[a->w - 1];
    lit_t none[WORD_BITS], minus[WORD_BITS];
    word_const(none, a->w, 0);
    word_sub(x->aig, minus, none, a->bit, a->w);
    word_mux(x->aig, r, sign, minus, a->bit, a->w);
    return sign;
}

static void divide(exec_t *x, const ir_inst_t *i, lit_t guard, value_t *v, const value_t *a,
                   const value_t *b)
{
    const unsigned w = a->w;
    lit_t q[WORD_BITS], r[WORD_BITS], m[WORD_BITS], n[WORD_BITS], none[WORD_BITS];
    lit_t minus_q = AIG_FALSE, minus_r = AIG_FALSE;
    exec_must(x, guard, word_any(x->aig, b->bit, w) ^ 1, "a division by 0");
    memcpy(m, a->bit, w * sizeof *m);
    memcpy(n, b->bit, w * sizeof *n);
    if (i->op == IR_SDIV || i->op == IR_SREM) {
        minus_r = absolute(x, m, a);
        minus_q = aig_xor(x->aig, minus_r, absolute(x, n, b));
        const lit_t least = word_equal_const(x->aig, a->bit, UINT64_C(1) << (w - 1), w);
        exec_must(
            x, guard,
            aig_and(x->aig, least, word_equal_const(x->aig, b->bit, ~UINT64_C(0) >> (64 - w), w)),
            "a division overflows");
    }
    word_divide(x->aig, q, r, m, n, w);
    const bool rest = i->op == IR_UREM || i->op == IR_SREM;
    lit_t *what = rest ? r : q, minus[WORD_BITS];
    word_const(none, w, 0);
    word_sub(x->aig, minus, none, what, w);
    word_mux(x->aig, v->bit, rest ? minus_r : minus_q, minus, what, w);
    if (i->exact)
        exec_must(x, guard, word_any(x->aig, r, w), "an exact division with a rest");
}

static lit_t compare(exec_t *x, ir_pred_t p, const value_t *a, const value_t *b)
{
    switch (p) {
    case IR_EQ:
        return word_equal(x->aig, a->bit, b->bit, a->w);
    case IR_NE:
        return word_equal(x->aig, a->bit, b->bit, a->w) ^ 1;
    case IR_ULT:
        return word_below(x->aig, a->bit, b->bit, a->w);
    case IR_UGE:
        return word_below(x->aig, a->bit, b->bit, a->w) ^ 1;
    case IR_UGT:
        return word_below(x->aig, b->bit, a->bit, a->w);
    case IR_ULE:
        return word_below(x->aig, b->bit, a->bit, a->w) ^ 1;
    case IR_SLT:
        return word_signed_below(x->aig, a->bit, b->bit, a->w);
    case IR_SGE:
        return word_signed_below(x->aig, a->bit, b->bit, a->w) ^ 1;
    case IR_SGT:
        return word_signed_below(x->aig, b->bit, a->bit, a->w);
    default:
        return word_signed_below(x->aig, b->bit, a->bit, a->w) ^ 1;
    }
}

/* Pointers are compared with NULL, or at constant places of one object. */
static lit_t compare_pointers(exec_t *x, const ir_inst_t *i, const value_t *a, const value_t *b)
{
    if (a->kind == VALUE_FOUND && b->kind == VALUE_POINTER && b->object == EXEC_NULL &&
        i->pred <= IR_NE)
        return a->bit[0] ^ (lit_t)(i->pred == IR_EQ);
    const bool null = a->object == EXEC_NULL || b->object == EXEC_NULL;
    const bool places = a->object == b->object && !a->w && !b->w;
    if (a->kind != VALUE_POINTER || b->kind != VALUE_POINTER || !(null || places) ||
        i->pred > IR_NE)
        exec_stop(x, "a comparison of pointers is not supported");
    const bool equal = a->object == b->object && (null || a->base == b->base);
    return equal == (i->pred == IR_EQ) ? AIG_TRUE : AIG_FALSE;
}

static void two(exec_t *x, const ir_inst_t *i, const state_t *s, value_t *v, const value_t *a,
                const value_t *b)
{
    aig_t *g = x->aig;
    switch (i->op) {
    case IR_ADD:
        word_add(g, v->bit, a->bit, b->bit, AIG_FALSE, a->w);
        break;
    case IR_SUB:
        word_sub(g, v->bit, a->bit, b->bit, a->w);
        break;
    case IR_MUL:
        word_mul(g, v->bit, a->bit, b->bit, a->w);
        break;
    case IR_UDIV:
    case IR_UREM:
    case IR_SDIV:
    case IR_SREM:
        divide(x, i, s->guard, v, a, b);
        return;
    case IR_SHL:
    case IR_LSHR:
    case IR_ASHR:
        shift(x, i, s->guard, v, a, b);
        return;
    case IR_AND:
        for (unsigned k = 0; k < a->w; k++)
            v->bit[k] = aig_and(g, a->bit[k], b->bit[k]);
        break;
    case IR_OR:
        for (unsigned k = 0; k < a->w; k++)
            v->bit[k] = aig_or(g, a->bit[k], b->bit[k]);
        break;
    case IR_XOR:
        for (unsigned k = 0; k < a->w; k++)
            v->bit[k] = aig_xor(g, a->bit[k], b->bit[k]);
        break;
    case IR_UMIN:
    case IR_UMAX:
    case IR_SMIN:
    case IR_SMAX: {
        const bool sign = i->op == IR_SMIN || i->op == IR_SMAX;
        const lit_t below = compare(x, sign ? IR_SLT : IR_ULT, a, b);
        const bool least = i->op == IR_UMIN || i->op == IR_SMIN;
        word_mux(g, v->bit, below ^ (lit_t)!least, a->bit, b->bit, a->w);
        break;
    }
    default:
        exec_stop(x, "instruction %u is not supported", (unsigned)i->op);
    }
    if (i->nsw || i->nuw)
        check_flags(x, i, s->guard, a, b);
}

static void resize(value_t *v, const value_t *a, lit_t fill)
{
    for (unsigned k = 0; k < v->w; k++)
        v->bit[k] = k < a->w ? a->bit[k] : fill;
}

static void count(exec_t *x, const ir_inst_t *i, const state_t *s, value_t *v, const value_t *a)
{
    if (i->zero_undefined)
        exec_must(x, s->guard, word_any(x->aig, a->bit, a->w) ^ 1,
                  "the lowest or highest bit of 0");
    if (i->op == IR_CTTZ)
        word_count_low_zeros(x->aig, v->bit, a->bit, a->w);
    else if (i->op == IR_CTLZ)
        word_count_high_zeros(x->aig, v->bit, a->bit, a->w);
    else
        word_count_ones(x->aig, v->bit, a->bit, a->w);
}

static const value_t *bits_of(exec_t *x, const state_t *s, const ir_operand_t *o)
{
    const value_t *v = exec_operand(x, s, o);
    if (v->kind != VALUE_BITS)
        exec_stop(x, "a pointer as a number is not supported");
    return v;
}

static const value_t *compute(exec_t *x, const ir_inst_t *i, const state_t *s)
{
    const value_t *a = exec_operand(x, s, &i->operand[0]);
    const value_t *b = i->n_operands > 1 ? exec_operand(x, s, &i->operand[1]) : NULL;
    if (i->op == IR_SAME)
        return a;
    if (i->op == IR_SELECT)
        return exec_mux(x, a->bit[0], b, exec_operand(x, s, &i->operand[2]));
    value_t *v = exec_new(x, VALUE_BITS, i->type.bits);
    if (i->op == IR_ICMP && a->kind != VALUE_BITS) {
        v->bit[0] = compare_pointers(x, i, a, b);
        return v;
    }
    a = bits_of(x, s, &i->operand[0]);
    b = i->n_operands > 1 ? bits_of(x, s, &i->operand[1]) : NULL;
    switch (i->op) {
    case IR_ICMP:
        v->bit[0] = compare(x, i->pred, a, b);
        break;
    case IR_TRUNC:
    case IR_ZEXT:
        resize(v, a, AIG_FALSE);
        break;
    case IR_SEXT:
        resize(v, a, a->bit[a->w - 1]);
        break;
    case IR_EXTRACT:
        memcpy(v->bit, a->bit + i->at, v->w * sizeof v->bit[0]);
        break;
    case IR_INSERT:
        memcpy(v->bit, a->bit, v->w * sizeof v->bit[0]);
        memcpy(v->bit + i->at, b->bit, b->w * sizeof v->bit[0]);
        for (uint32_t k = i->at + b->w; k % 8; k++)
            v->bit[k] = AIG_FALSE;
        break;
    case IR_CTLZ:
    case IR_CTTZ:
    case IR_CTPOP:
        count(x, i, s, v, a);
        break;
    default:
        two(x, i, s, v, a, b);
    }
    return v;
}

void exec_inst(exec_t *x, const ir_inst_t *i, state_t *s)
{
    const value_t *v = NULL;
    switch (i->op) {
    case IR_ALLOCA: {
        const memory_from_t f = exec_from(x);
        v = exec_pointer(x, memory_add(&f, &s->mem, i->at), i->at);
        break;
    }
    case IR_GEP:
        v = exec_address(x, i, s);
        break;
    case IR_LOAD:
        v = exec_load(x, i, s);
        break;
    case IR_STORE: {
        const value_t *what = bits_of(x, s, &i->operand[0]);
        const uint32_t bytes = i->operand[0].type.bytes;
        lit_t *bit = exec_get(x, 8 * bytes * sizeof *bit);
        memcpy(bit, what->bit, what->w * sizeof *bit);
        exec_store(x, s, exec_operand(x, s, &i->operand[1]), bit, bytes, &s->mem);
        return;
    }
    case IR_COPY:
        exec_copy(x, i, s);
        return;
    case IR_FILL:
        exec_fill(x, i, s);
        return;
    case IR_FIND:
        v = exec_find(x, i, s);
        break;
    case IR_UNREACHABLE:
        exec_must(x, s->guard, AIG_TRUE, "a place that cannot be reached");
        return;
    default:
        v = compute(x, i, s);
    }
    s->reg[i->reg] = v;
}
