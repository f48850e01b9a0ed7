/* Addresses in readable form. */
#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "isa/address_int.h"

enum { MAX_NESTING = 24 };

typedef struct writer {
    const address_set_t *s;
    sums_t sums;
    char *out;
    size_t size, at;
    unsigned nesting;
} writer_t;

static void put(writer_t *w, const char *fmt, ...) __attribute__((format(printf, 2, 3)));

static void put(writer_t *w, const char *fmt, ...)
{
    va_list ap;
    if (w->at >= w->size)
        return;
    va_start(ap, fmt);
    int n = vsnprintf(w->out + w->at, w->size - w->at, fmt, ap);
    va_end(ap);
    w->at += n > 0 ? (size_t)n : 0;
}

static void put_node(writer_t *w, uint32_t node);
static void put_sum(writer_t *w, const sum_t *sum, uint32_t base, uint64_t add);

/* An operand: a sum in parentheses unless it is one thing. */
static void put_operand(writer_t *w, uint32_t node)
{
    const sum_t *sum = w->sums.of[node];
    bool one =
        !sum || !sum->n ||
        (sum->n == 1 && (!sum->term[0].n || (sum->term[0].n == 1 && sum->term[0].times == 1)));
    if (!sum)
        put_node(w, node);
    else if (one)
        put_sum(w, sum, NO_NODE, 0);
    else {
        put(w, "(");
        put_sum(w, sum, NO_NODE, 0);
        put(w, ")");
    }
}

static void put_arg(writer_t *w, uint32_t node)
{
    const sum_t *sum = w->sums.of[node];
    if (sum)
        put_sum(w, sum, NO_NODE, 0);
    else
        put_node(w, node);
}

static void put_param(writer_t *w, const node_t *x)
{
    if (w->at >= w->size)
        return;
    const int n = address_param_text(w->s->k, x->value, x->bytes, w->out + w->at, w->size - w->at);
    w->at += n > 0 ? (size_t)n : 0;
}

static void put_sreg(writer_t *w, uint32_t sreg)
{
    static const char *const name[] = {
#define X(id, text) text,
        PTX_SREGS(X)
#undef X
    };
    put(w, "%s", name[sreg] + 1);
}

typedef struct sign {
    const char *op, *text;
} sign_t;

static const char *sign_of(const char *name)
{
    static const sign_t signs[] = {
        {"div.", "/"},      {"rem.", "%"},     {"shr.", ">>"},     {"shl.", "<<"},
        {"and.", "&"},      {"or.", "|"},      {"xor.", "^"},      {"mul.lo.", "*"},
        {"mul.wide.", "*"}, {"add.", "+"},     {"sub.", "-"},      {"setp.eq.", "=="},
        {"setp.ne.", "!="}, {"setp.lt.", "<"}, {"setp.le.", "<="}, {"setp.gt.", ">"},
        {"setp.ge.", ">="}, {"setp.lo.", "<"}, {"setp.ls.", "<="}, {"setp.hi.", ">"},
        {"setp.hs.", ">="},
    };
    for (unsigned k = 0; k < sizeof signs / sizeof signs[0]; k++)
        if (!strncmp(name, signs[k].op, strlen(signs[k].op)))
            return signs[k].text;
    return NULL;
}

static const node_t *arg_op(const writer_t *w, const node_t *x, unsigned k, const char *name)
{
    const node_t *a = &w->s->node[x->arg[k]];
    bool is = a->kind == NODE_OP && !strncmp(isa_rows[a->op->row].name, name, strlen(name));
    return is ? a : NULL;
}

static bool arg_const(const writer_t *w, const node_t *x, unsigned k, uint64_t *v)
{
    const node_t *a = &w->s->node[x->arg[k]];
    *v = a->value;
    return a->kind == NODE_CONST;
}

/* How a compiler divides the number a by 2^n: (a + ((a >> 31) >>> (32 - n))) >> n. */
static bool put_shifted_division(writer_t *w, const node_t *x)
{
    uint64_t n, m, sign;
    const node_t *sum = arg_op(w, x, 0, "add.");
    if (strncmp(isa_rows[x->op->row].name, "shr.s", 5) || !sum || !arg_const(w, x, 1, &n) ||
        n >= x->bits)
        return false;
    for (unsigned k = 0; k < 2; k++) {
        const node_t *low = arg_op(w, sum, k, "shr.u");
        const node_t *top = low ? arg_op(w, low, 0, "shr.s") : NULL;
        if (top && top->arg[0] == sum->arg[1 - k] && arg_const(w, top, 1, &sign) &&
            sign == x->bits - 1u && arg_const(w, low, 1, &m) && m == x->bits - n) {
            put(w, "(");
            put_operand(w, top->arg[0]);
            put(w, " / %" PRIu64 ")", UINT64_C(1) << n);
            return true;
        }
    }
    return false;
}

static void put_choice(writer_t *w, uint32_t cond, bool opposite, uint32_t yes, uint32_t no)
{
    put(w, "(");
    put_arg(w, cond);
    put(w, " ? ");
    put_arg(w, opposite ? no : yes);
    put(w, " : ");
    put_arg(w, opposite ? yes : no);
    put(w, ")");
}

static void put_op(writer_t *w, const node_t *x)
{
    const op_t *o = x->op;
    const char *name = isa_rows[o->row].name, *sign = sign_of(name);
    if (put_shifted_division(w, x))
        return;
    if (o->exec == EX_SELP) {
        put_choice(w, x->arg[2], o->c_not, x->arg[0], x->arg[1]);
        return;
    }
    bool result = x->out == (o->exec == EX_SETP || o->exec == EX_PLOGIC ? OUT_P : OUT_DST);
    if (sign && x->n == 2 && result && !o->wrap && !o->c_not && !o->c2_not) {
        put(w, "(");
        put_operand(w, x->arg[0]);
        put(w, " %s ", sign);
        put_operand(w, x->arg[1]);
        put(w, ")");
        return;
    }
    bool plain = !strncmp(name, "min.", 4) || !strncmp(name, "max.", 4);
    put(w, "%.*s", plain ? 3 : (int)strlen(name), name);
    if (x->out)
        put(w, "#%u", x->out);
    put(w, "(");
    for (unsigned k = 0; k < x->n; k++) {
        bool opposite = (w->s->node[x->arg[k]].bits == 1) &&
                        (k + 1 == x->n && o->c2 != NO_PRED ? o->c2_not : o->c_not);
        put(w, "%s%s", k ? ", " : "", opposite ? "!" : "");
        put_arg(w, x->arg[k]);
    }
    put(w, ")");
}

static void put_node(writer_t *w, uint32_t node)
{
    const node_t *x = &w->s->node[node];
    if (w->nesting == MAX_NESTING) {
        put(w, "...");
        return;
    }
    w->nesting++;
    switch (x->kind) {
    case NODE_CONST:
        put(w, "%" PRIu64, x->value);
        break;
    case NODE_PARAM:
        put_param(w, x);
        break;
    case NODE_SREG:
        put_sreg(w, x->sreg);
        break;
    case NODE_SYMBOL:
        put(w, "%s", x->var->name);
        if (x->value)
            put(w, "[%" PRIu64 "]", x->value);
        break;
    case NODE_CHOICE:
        put_choice(w, x->arg[0], false, x->arg[1], x->arg[2]);
        break;
    case NODE_OP:
        put_op(w, x);
        break;
    default:
        put(w, "%s@%#x", address_why_name(x->why), x->cause * ISA_PC_STEP);
        break;
    }
    w->nesting--;
}

static uint64_t size_of(uint64_t times)
{
    return (int64_t)times < 0 ? 0 - times : times;
}

static uint64_t common_divisor(uint64_t a, uint64_t b)
{
    while (b) {
        uint64_t r = a % b;
        a = b;
        b = r;
    }
    return a;
}

/* " + " or " - " before a summand that is not the first. */
static void put_sign(writer_t *w, bool *first, bool negative)
{
    if (!*first)
        put(w, negative ? " - " : " + ");
    else if (negative)
        put(w, "-");
    *first = false;
}

static void put_term(writer_t *w, const sum_term_t *t, uint64_t times)
{
    if (times != 1 || !t->n)
        put(w, "%" PRIu64 "%s", times, t->n ? "*" : "");
    for (unsigned k = 0; k < t->n; k++) {
        if (k)
            put(w, "*");
        put_node(w, t->factor[k]);
    }
}

/* The terms but base and the constant, divided by g; and the number c. */
static void put_terms(writer_t *w, const sum_t *sum, uint32_t base, uint64_t g, uint64_t c,
                      bool first)
{
    for (unsigned k = 0; k < sum->n; k++) {
        const sum_term_t *t = &sum->term[k];
        if (!t->n || (t->n == 1 && t->factor[0] == base && t->times == 1))
            continue;
        put_sign(w, &first, (int64_t)t->times < 0);
        put_term(w, t, size_of(t->times) / g);
    }
    if (c || first) {
        put_sign(w, &first, (int64_t)c < 0);
        put(w, "%" PRIu64, size_of(c));
    }
}

static void put_sum(writer_t *w, const sum_t *sum, uint32_t base, uint64_t add)
{
    uint64_t g = 0, c = add;
    unsigned terms = 0;
    bool first = true, has_base = false;
    for (unsigned k = 0; k < sum->n; k++) {
        const sum_term_t *t = &sum->term[k];
        if (!t->n) {
            c += t->times;
        } else if (t->n == 1 && t->factor[0] == base && t->times == 1) {
            has_base = true;
        } else {
            g = common_divisor(size_of(t->times), g);
            terms++;
        }
    }
    if (has_base) {
        put_node(w, base);
        first = false;
    }
    if (g > 1 && (terms > 1 || (c && size_of(c) % g == 0))) {
        bool in = size_of(c) % g == 0;
        put_sign(w, &first, false);
        put(w, "%" PRIu64 "*(", g);
        put_terms(w, sum, base, g, in ? (uint64_t)((int64_t)c / (int64_t)g) : 0, true);
        put(w, ")");
        if (in)
            return;
        put_sign(w, &first, (int64_t)c < 0);
        put(w, "%" PRIu64, size_of(c));
        return;
    }
    put_terms(w, sum, base, 1, c, first);
}

const char *address_text(const address_set_t *s, unsigned program, char *out, size_t size)
{
    const address_program_t *p = &s->program[program];
    writer_t w = {.s = s, .out = out, .size = size};
    out[0] = 0;
    sums_make(&w.sums, s, p);
    put_sum(&w, w.sums.of[p->root], s->node[p->root].base, p->add);
    sums_free(&w.sums);
    if (w.at >= size && size > 4)
        memcpy(out + size - 4, "...", 4);
    return out;
}
