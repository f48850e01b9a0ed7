/*
 * Values as sums of products: what a reader wants to see of an address, and where its pointer
 * is. Integer sums, products, shifts by a constant and widenings are taken apart; everything else
 * is a factor as it stands. It is arithmetic of whole numbers: true unless a sum of 32 bits
 * overflows on the way. Without the widenings it is true modulo 2^bits (sums_equal).
 */
#include <stdlib.h>
#include <string.h>

#include "front/memory.h"
#include "isa/address_int.h"

/* A sum being made. */
typedef struct work {
    unsigned n;
    bool full; /* it has more terms or factors than fit */
    sum_term_t term[SUM_TERMS];
} work_t;

/* In a product: parameters, then block IDs, sizes, thread IDs, then what is computed. */
static uint64_t rank(const address_set_t *s, uint32_t node)
{
    const node_t *x = &s->node[node];
    uint64_t group = 5, at = node;
    if (x->kind == NODE_PARAM || x->kind == NODE_SYMBOL) {
        group = 0;
    } else if (x->kind == NODE_SREG) {
        bool cta = x->sreg >= PTX_SR_CTAID_X && x->sreg <= PTX_SR_CTAID_Z;
        group = cta ? 1 : x->on & ON_TID ? 3 : 2;
        at = x->sreg;
    }
    return group << 32 | at;
}

static bool same_factors(const sum_term_t *a, const sum_term_t *b)
{
    return a->n == b->n && !memcmp(a->factor, b->factor, a->n * sizeof a->factor[0]);
}

static void add_term(work_t *w, const sum_term_t *t)
{
    for (unsigned k = 0; k < w->n; k++)
        if (same_factors(&w->term[k], t)) {
            w->term[k].times += t->times;
            return;
        }
    if (w->n == SUM_TERMS)
        w->full = true;
    else
        w->term[w->n++] = *t;
}

static void add_sum(work_t *w, const sum_t *a, uint64_t times)
{
    for (unsigned k = 0; k < a->n; k++) {
        sum_term_t t = a->term[k];
        t.times *= times;
        add_term(w, &t);
    }
}

static void add_product(work_t *w, const address_set_t *s, const sum_t *a, const sum_t *b)
{
    for (unsigned i = 0; i < a->n; i++)
        for (unsigned k = 0; k < b->n; k++) {
            sum_term_t t = a->term[i];
            const sum_term_t *u = &b->term[k];
            t.times *= u->times;
            for (unsigned f = 0; f < u->n; f++) {
                unsigned at = t.n;
                if (t.n == SUM_FACTORS) {
                    w->full = true;
                    return;
                }
                for (; at && rank(s, t.factor[at - 1]) > rank(s, u->factor[f]); at--)
                    t.factor[at] = t.factor[at - 1];
                t.factor[at] = u->factor[f];
                t.n++;
            }
            add_term(w, &t);
        }
}

static void add_node(work_t *w, uint32_t node)
{
    add_term(w, &(sum_term_t){.times = 1, .n = 1, .factor = {node}});
}

/* No term is subtracted: the sum is not negative unless a factor is. */
static bool rising(const sum_t *a)
{
    for (unsigned k = 0; k < a->n; k++)
        if ((int64_t)a->term[k].times < 0)
            return false;
    return true;
}

/* All bits of a turned: -a - 1. */
static void add_not(work_t *w, const sum_t *a)
{
    add_sum(w, a, UINT64_MAX);
    add_term(w, &(sum_term_t){.times = UINT64_MAX});
}

static bool constant(const sum_t *a, uint64_t *value)
{
    *value = a->n ? a->term[0].times : 0;
    return !a->n || (a->n == 1 && !a->term[0].n);
}

static bool is_op(const char *name, const char *op)
{
    size_t n = strlen(op);
    return !strncmp(name, op, n) && name[n] == '.';
}

/* A conversion between integers of 32 and 64 bits. */
static bool add_cvt(work_t *w, const op_t *o, const isa_row_t *row, const sum_t *a)
{
    unsigned to = ptx_type_bits(row->t), from = ptx_type_bits(row->t2);
    char tc = ptx_type_class(row->t), fc = ptx_type_class(row->t2);
    if (to < 32 || from < 32 || tc == 'f' || fc == 'f' || (o->mods & ISA_M(SAT)) ||
        (o->wrap & (uint8_t)~WRAP_NARROW))
        return false;
    if (to > from && fc != 's' && !rising(a))
        return false;
    add_sum(w, a, 1);
    return true;
}

/* a | b where b is below every multiple of a: a + b. */
static bool add_or(work_t *w, const sum_t *a, const sum_t *b)
{
    uint64_t c, step;
    if (constant(a, &c)) {
        const sum_t *t = a;
        a = b;
        b = t;
    }
    if (!constant(b, &c))
        return false;
    for (step = 1; step <= c; step *= 2)
        if (step >> 62)
            return false;
    for (unsigned k = 0; k < a->n; k++)
        if (a->term[k].times & (step - 1))
            return false;
    add_sum(w, a, 1);
    add_sum(w, b, 1);
    return true;
}

/* The operation in terms of its operands' sums; false: as it stands. */
static bool add_op(work_t *w, const sums_t *x, const node_t *n)
{
    const op_t *o = n->op;
    const isa_row_t *row = &isa_rows[o->row];
    const sum_t *a[NODE_ARGS];
    uint64_t c;
    char type = ptx_type_class(row->t);
    if ((o->exec != EX_ALU32 && o->exec != EX_ALU64) || type == 'f' || !row->t ||
        ptx_type_bits(row->t) < 32)
        return false;
    for (unsigned k = 0; k < n->n; k++)
        a[k] = x->of[n->arg[k]];
    bool wide = strstr(row->name, ".wide") != NULL;
    if (x->exact && (wide || is_op(row->name, "cvt")))
        return false;
    if (is_op(row->name, "cvt"))
        return add_cvt(w, o, row, a[0]);
    if (o->wrap || strstr(row->name, ".sat") || strstr(row->name, ".hi"))
        return false;
    if (wide && type == 'u' && !(rising(a[0]) && rising(a[1])))
        return false;
    if (is_op(row->name, "add") || is_op(row->name, "sub")) {
        add_sum(w, a[0], 1);
        add_sum(w, a[1], is_op(row->name, "add") ? 1 : UINT64_MAX);
    } else if (is_op(row->name, "neg")) {
        add_sum(w, a[0], UINT64_MAX);
    } else if (is_op(row->name, "not")) {
        add_not(w, a[0]);
    } else if (is_op(row->name, "mul") || is_op(row->name, "mad")) {
        add_product(w, x->s, a[0], a[1]);
        if (n->n == 3)
            add_sum(w, a[2], 1);
    } else if (is_op(row->name, "shl") && constant(a[1], &c) && c < n->bits) {
        add_sum(w, a[0], UINT64_C(1) << c);
    } else {
        return is_op(row->name, "or") && add_or(w, a[0], a[1]);
    }
    return true;
}

static int compare(const address_set_t *s, const sum_term_t *a, const sum_term_t *b)
{
    if (a->n != b->n)
        return a->n > b->n ? -1 : 1;
    for (unsigned k = 0; k < a->n; k++) {
        uint64_t x = rank(s, a->factor[k]), y = rank(s, b->factor[k]);
        if (x != y)
            return x < y ? -1 : 1;
    }
    return 0;
}

/* The work's terms in order, without zeros. */
static const sum_t *finish(sums_t *x, const work_t *w)
{
    sum_t *out = pool_alloc(&x->pool, sizeof *out);
    sum_term_t *term = pool_alloc(&x->pool, (w->n + 1) * sizeof *term);
    for (unsigned k = 0; k < w->n; k++) {
        unsigned at = out->n;
        if (!w->term[k].times)
            continue;
        for (; at && compare(x->s, &term[at - 1], &w->term[k]) > 0; at--)
            term[at] = term[at - 1];
        term[at] = w->term[k];
        out->n++;
    }
    out->term = term;
    return out;
}

/* Of a value whose arguments have theirs. */
static const sum_t *sum_of(sums_t *x, work_t *w, uint32_t at)
{
    const node_t *n = &x->s->node[at];
    bool apart = false;
    w->n = 0;
    w->full = false;
    if (n->kind == NODE_CONST && n->bits > 1) {
        uint64_t v = n->bits == 64 ? n->value : (uint64_t)(int64_t)(int32_t)n->value;
        add_term(w, &(sum_term_t){.times = v});
        apart = true;
    } else if (n->kind == NODE_OP) {
        apart = add_op(w, x, n) && !w->full;
    }
    if (!apart) {
        w->n = 0;
        add_node(w, at);
    }
    return finish(x, w);
}

void sums_make(sums_t *x, const address_set_t *s, const address_program_t *p)
{
    work_t *w = malloc(sizeof *w);
    if (!w)
        memory_out();
    *x = (sums_t){.s = s};
    x->of = pool_alloc(&x->pool, (s->n_nodes + 1) * sizeof(const sum_t *));
    for (uint32_t i = 0; i < p->n_steps; i++) {
        x->of[p->step[i]] = sum_of(x, w, p->step[i]);
    }
    free(w);
}

bool sums_equal(sums_t *x, uint32_t a, uint32_t b)
{
    work_t *w = malloc(sizeof *w);
    unsigned bits = x->s->node[a].bits;
    if (!w)
        memory_out();
    for (; x->done <= a || x->done <= b; x->done++) {
        x->of = pool_grow(&x->pool, x->of, x->done, sizeof *x->of);
        x->of[x->done] = sum_of(x, w, x->done);
    }
    w->n = 0;
    w->full = false;
    add_sum(w, x->of[a], 1);
    add_sum(w, x->of[b], UINT64_MAX);
    bool equal = !w->full && bits == x->s->node[b].bits;
    for (unsigned k = 0; k < w->n; k++)
        equal = equal && w->term[k].times << (64 - bits) == 0;
    free(w);
    return equal;
}

void sums_free(sums_t *x)
{
    pool_free(&x->pool);
    *x = (sums_t){.s = NULL};
}
