#include "prove/exec.h"

#include <string.h>

/* The memory that an object is in, and its number there. */
static memory_t *memory_of(exec_t *x, const state_t *s, uint32_t *object)
{
    if (*object == EXEC_NULL || !(*object & MEMORY_CONSTANT))
        return (memory_t *)&s->mem; /* reading makes inputs of bytes that nobody has written */
    *object &= ~MEMORY_CONSTANT;
    return &x->constants;
}

static int64_t gcd(int64_t a, int64_t b)
{
    while (b) {
        const int64_t c = a % b;
        a = b;
        b = c;
    }
    return a;
}

/* bits = bits * by */
static void scale(exec_t *x, lit_t *bit, int64_t by)
{
    lit_t factor[WORD_BITS];
    word_const(factor, WORD_BITS, (uint64_t)by);
    word_mul(x->aig, bit, bit, factor, WORD_BITS);
}

/* A pointer moved on by stride * index. */
static value_t *move(exec_t *x, const value_t *p, const value_t *index, int64_t stride)
{
    uint64_t n;
    lit_t bit[WORD_BITS];
    for (unsigned k = 0; k < WORD_BITS; k++) /* indices are signed */
        bit[k] = k < index->w ? index->bit[k] : index->bit[index->w - 1];
    const bool constant = word_is_const(bit, WORD_BITS, &n);
    value_t *v = exec_new(x, VALUE_POINTER, constant ? p->w : WORD_BITS);
    v->object = p->object;
    v->lo = p->lo;
    v->hi = p->hi;
    v->of_member = p->of_member;
    v->around_lo = p->around_lo;
    v->around_hi = p->around_hi;
    v->base = p->base + (constant ? (int64_t)n * stride : 0);
    v->stride = p->w ? p->stride : stride;
    memcpy(v->bit, p->bit, p->w * sizeof v->bit[0]);
    if (constant)
        return v;
    if (!p->w) {
        memcpy(v->bit, bit, sizeof bit);
        return v;
    }
    v->stride = gcd(p->stride, stride);
    scale(x, v->bit, p->stride / v->stride);
    scale(x, bit, stride / v->stride);
    word_add(x->aig, v->bit, v->bit, bit, AIG_FALSE, WORD_BITS);
    return v;
}

const value_t *exec_address(exec_t *x, const ir_inst_t *i, const state_t *s)
{
    const value_t *p = exec_operand(x, s, &i->operand[0]);
    if (p->kind != VALUE_POINTER)
        exec_stop(x, "a pointer to one of several objects is not supported");
    value_t *v = exec_new(x, VALUE_POINTER, p->w);
    memcpy(v, p, sizeof *p + p->w * sizeof p->bit[0]);
    for (uint32_t k = 0; k < i->n_steps; k++) {
        const ir_step_t *step = &i->step[k];
        if (step->member)
            v->base += (int64_t)step->at;
        const int64_t whole = (int64_t)(step->member ? step->count : step->count * step->stride);
        if (!v->w && whole) {
            v->of_member = step->member;
            v->around_lo = v->lo;
            v->around_hi = v->hi;
            v->lo = v->base;
            v->hi = v->base + whole;
        }
        if (!step->member)
            v = move(x, v, exec_operand(x, s, &step->index), (int64_t)step->stride);
    }
    return v;
}

/* Where an access of some bytes can be: elements 0 to n - 1 at base + stride * element; the element
 * in `w` bits. */
typedef struct access {
    uint32_t object, n;
    unsigned w;
    int64_t base, stride;
    lit_t bit[WORD_BITS];
    memory_t *mem;
} access_t;

static access_t access_to(exec_t *x, const state_t *s, const value_t *p, uint32_t bytes)
{
    static const char outside[] = "an access outside its array";
    if (p->kind != VALUE_POINTER)
        exec_stop(x, "a pointer to one of several objects is not supported");
    access_t a = {.object = p->object, .base = p->base, .stride = p->stride};
    a.mem = memory_of(x, s, &a.object);
    if (p->object == EXEC_NULL || !p->w) {
        /* The compiler stores several members of a struct at once, at the address of the first. */
        const bool several = p->of_member && p->hi - p->lo < (int64_t)bytes;
        const int64_t lo = several ? p->around_lo : p->lo, hi = several ? p->around_hi : p->hi;
        const bool inside =
            p->object != EXEC_NULL && lo <= p->base && p->base + (int64_t)bytes <= hi;
        exec_must(x, s->guard, inside ? AIG_FALSE : AIG_TRUE, outside);
        a.n = inside;
        return a;
    }
    int64_t back = (p->base - p->lo) / p->stride; /* so that element 0 is the first one inside */
    back -= p->base - p->lo < back * p->stride;
    a.base = p->base - back * p->stride;
    lit_t more[WORD_BITS], n[WORD_BITS];
    word_const(more, WORD_BITS, (uint64_t)back);
    word_add(x->aig, a.bit, p->bit, more, AIG_FALSE, WORD_BITS);
    if (p->hi - a.base >= (int64_t)bytes)
        a.n = (uint32_t)((p->hi - a.base - (int64_t)bytes) / p->stride + 1);
    word_const(n, WORD_BITS, a.n);
    exec_must(x, s->guard, word_below(x->aig, a.bit, n, WORD_BITS) ^ 1, outside);
    while ((UINT64_C(1) << a.w) < a.n)
        a.w++;
    return a;
}

/* The lowest `bits` bits of some bytes in memory, which may lie at several places. */
static const lit_t *read_bits(exec_t *x, const state_t *s, const ir_operand_t *from, uint32_t bytes,
                              uint32_t bits)
{
    const memory_from_t f = exec_from(x);
    const access_t a = access_to(x, s, exec_operand(x, s, from), bytes);
    lit_t *all = exec_get(x, ((size_t)a.n + !a.n) * bytes * 8 * sizeof *all);
    if (!a.n) /* excluded by an obligation */
        for (uint32_t k = 0; k < bits; k++)
            all[k] = aig_input(x->aig);
    const uint32_t each = bytes * 8;
    for (uint32_t e = 0; e < a.n; e++)
        for (uint32_t k = 0; k < bytes; k++)
            memcpy(&all[e * each + k * 8],
                   memory_read(&f, a.mem, a.object, (uint32_t)(a.base + a.stride * e) + k),
                   8 * sizeof *all);
    for (unsigned level = 0, n = a.n; n > 1; level++, n = (n + 1) / 2)
        for (uint32_t e = 0; e < (n + 1) / 2; e++)
            for (uint32_t k = 0; k < bits; k++) {
                const lit_t low = all[2 * e * each + k];
                all[e * each + k] =
                    2 * e + 1 < n ? aig_mux(x->aig, a.bit[level], all[(2 * e + 1) * each + k], low)
                                  : low;
            }
    return all;
}

const value_t *exec_load(exec_t *x, const ir_inst_t *i, const state_t *s)
{
    if (i->type.pointer)
        exec_stop(x, "a pointer in memory is not supported");
    value_t *v = exec_new(x, VALUE_BITS, i->type.bits);
    memcpy(v->bit, read_bits(x, s, &i->operand[0], i->type.bytes, v->w), v->w * sizeof v->bit[0]);
    return v;
}

/* Which element is meant: a literal each. */
static lit_t *decode(exec_t *x, const access_t *a)
{
    lit_t *one = exec_get(x, (sizeof *one) << a->w), *two = exec_get(x, (sizeof *two) << a->w);
    one[0] = AIG_TRUE;
    for (unsigned b = a->w; b-- > 0;) {
        const uint32_t n = 1u << (a->w - b);
        for (uint32_t e = 0; e < n; e++)
            two[e] = aig_and(x->aig, one[e / 2], a->bit[b] ^ (lit_t) !(e & 1));
        memcpy(one, two, n * sizeof *one);
    }
    return one;
}

void exec_store(exec_t *x, const state_t *s, const value_t *to, const lit_t *bit, uint32_t bytes,
                memory_t *mem)
{
    const memory_from_t f = exec_from(x);
    const access_t a = access_to(x, s, to, bytes);
    if (a.mem == &x->constants)
        exec_stop(x, "a write to a constant");
    if (!a.n)
        return;
    const lit_t *chosen = decode(x, &a);
    for (uint32_t k = 0; a.n == 1 && bytes <= 2 && k < 8 * bytes; k++)
        aig_cut(x->aig, bit[k]);
    for (uint32_t e = 0; e < a.n; e++) {
        if (chosen[e] == AIG_FALSE)
            continue;
        for (uint32_t k = 0; k < bytes; k++) {
            const uint32_t at = (uint32_t)(a.base + a.stride * e) + k;
            lit_t made[8];
            if (chosen[e] == AIG_TRUE)
                memcpy(made, bit + 8 * k, sizeof made);
            else
                word_mux(x->aig, made, chosen[e], bit + 8 * k, memory_read(&f, mem, a.object, at),
                         8);
            memory_write(&f, mem, a.object, at, made);
        }
    }
}

static uint32_t length(exec_t *x, const state_t *s, const ir_operand_t *o)
{
    const value_t *v = exec_operand(x, s, o);
    uint64_t n;
    if (!word_is_const(v->bit, v->w, &n) || n >> 24)
        exec_stop(x, "a number of bytes that is not constant is not supported");
    return (uint32_t)n;
}

void exec_copy(exec_t *x, const ir_inst_t *i, state_t *s)
{
    const uint32_t n = length(x, s, &i->operand[2]);
    if (n)
        exec_store(x, s, exec_operand(x, s, &i->operand[0]),
                   read_bits(x, s, &i->operand[1], n, 8 * n), n, &s->mem);
}

void exec_fill(exec_t *x, const ir_inst_t *i, state_t *s)
{
    const uint32_t n = length(x, s, &i->operand[2]);
    const value_t *what = exec_operand(x, s, &i->operand[1]);
    lit_t *all = exec_get(x, 8 * ((size_t)n + 1) * sizeof *all);
    for (uint32_t k = 0; k < n; k++)
        memcpy(all + 8 * k, what->bit, 8 * sizeof *all);
    if (n)
        exec_store(x, s, exec_operand(x, s, &i->operand[0]), all, n, &s->mem);
}

const value_t *exec_find(exec_t *x, const ir_inst_t *i, const state_t *s)
{
    const uint32_t n = length(x, s, &i->operand[2]);
    const value_t *what = exec_operand(x, s, &i->operand[1]);
    const lit_t *all = n ? read_bits(x, s, &i->operand[0], n, 8 * n) : NULL;
    value_t *v = exec_new(x, VALUE_FOUND, 1);
    v->bit[0] = AIG_FALSE;
    for (uint32_t k = 0; k < n; k++)
        v->bit[0] = aig_or(x->aig, v->bit[0], word_equal(x->aig, all + 8 * k, what->bit, 8));
    return v;
}
