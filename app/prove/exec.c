#include "prove/exec.h"

#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

/* Instructions of a run, and calls within calls: above them a loop or a recursion does not end. */
#define MOST_STEPS UINT64_C(20000000)
enum { MOST_DEPTH = 64, MOST_VISITS = 20000 };

_Noreturn void exec_stop(exec_t *x, const char *fmt, ...)
{
    char text[300];
    va_list ap;
    va_start(ap, fmt);
    vsnprintf(text, sizeof text, fmt, ap);
    va_end(ap);
    diag_at(x->diag, x->file ? x->file : "prove", (int)x->line, 0, "%s", text);
    longjmp(x->stop, 1);
}

void *exec_get(exec_t *x, size_t bytes)
{
    void *p = arena_get(&x->arena, bytes);
    if (!p)
        exec_stop(x, "out of memory");
    return p;
}

value_t *exec_new(exec_t *x, value_kind_t kind, unsigned w)
{
    value_t *v = exec_get(x, sizeof *v + w * sizeof v->bit[0]);
    v->kind = kind;
    v->w = w;
    return v;
}

static void no_memory(void *ctx)
{
    exec_stop(ctx, "out of memory");
}

memory_from_t exec_from(exec_t *x)
{
    return (memory_from_t){
        .aig = x->aig, .arena = &x->arena, .stamps = &x->stamps, .no_memory = no_memory, .ctx = x};
}

void exec_init(exec_t *x, aig_t *g, const ir_module_t *m, diag_t *d)
{
    memset(x, 0, sizeof *x);
    x->aig = g;
    x->module = m;
    x->diag = d;
}

void exec_free(exec_t *x)
{
    arena_free(&x->arena);
}

const value_t *exec_pointer(exec_t *x, uint32_t object, uint32_t bytes)
{
    value_t *v = exec_new(x, VALUE_POINTER, 0);
    v->object = object;
    v->hi = bytes;
    v->stride = 1;
    return v;
}

const value_t *exec_number(exec_t *x, unsigned w, uint64_t n)
{
    value_t *v = exec_new(x, VALUE_BITS, w);
    word_const(v->bit, w, n);
    return v;
}

void exec_must(exec_t *x, lit_t guard, lit_t bad, const char *what)
{
    bad = aig_and(x->aig, aig_and(x->aig, x->context, guard), bad);
    if (bad == AIG_FALSE)
        return;
    for (uint32_t k = x->n_must; k-- > 0;) {
        obligation_t *o = &x->must[k];
        if (o->line == x->line && strcmp(o->what, what) == 0 && strcmp(o->file, x->file) == 0) {
            o->bad = aig_or(x->aig, o->bad, bad);
            return;
        }
    }
    if (x->n_must == x->must_cap) {
        const uint32_t cap = x->must_cap ? 2 * x->must_cap : 64;
        obligation_t *must = exec_get(x, cap * sizeof *must);
        if (x->n_must)
            memcpy(must, x->must, x->n_must * sizeof *must);
        x->must = must;
        x->must_cap = cap;
    }
    x->must[x->n_must++] =
        (obligation_t){.bad = bad, .file = x->file, .what = what, .line = x->line};
}

/* The address of a global: constants are objects of a memory of their own, numbered from the top
 * of the numbers down. */
static const value_t *global_address(exec_t *x, const ir_operand_t *o)
{
    const ir_global_t *g = &x->module->global[o->index];
    if (!g->bytes)
        exec_stop(x, "the global %s is not supported: expected a constant of numbers", g->name);
    if (!x->globals)
        x->globals = exec_get(x, x->module->n_globals * sizeof *x->globals);
    if (!x->globals[o->index]) {
        const memory_from_t f = exec_from(x);
        const uint32_t object = memory_add(&f, &x->constants, g->size);
        for (uint32_t k = 0; k < g->size; k++) {
            lit_t bit[8];
            word_const(bit, 8, g->bytes[k]);
            memory_write(&f, &x->constants, object, k, bit);
        }
        x->globals[o->index] = object + 1;
    }
    value_t *v = exec_new(x, VALUE_POINTER, 0);
    v->object = MEMORY_CONSTANT | (x->globals[o->index] - 1);
    v->hi = g->size;
    v->stride = 1;
    v->base = (int64_t)o->number;
    return v;
}

const value_t *exec_operand(exec_t *x, const state_t *s, const ir_operand_t *o)
{
    value_t *v;
    switch (o->kind) {
    case IR_REG:
        if (!s->reg[o->index])
            exec_stop(x, "a value is used that no path has computed");
        return s->reg[o->index];
    case IR_NUMBER:
        return exec_number(x, o->type.bits, o->number);
    case IR_BYTES:
        v = exec_new(x, VALUE_BITS, o->type.bits);
        for (unsigned i = 0; i < v->w; i++)
            v->bit[i] = o->bytes[i / 8] >> i % 8 & 1;
        return v;
    case IR_UNDEF:
        if (o->type.pointer)
            return exec_new(x, VALUE_MIXED, 0);
        v = exec_new(x, VALUE_BITS, o->type.bits);
        for (unsigned i = 0; i < v->w; i++)
            v->bit[i] = aig_input(x->aig);
        return v;
    case IR_NULL:
        return exec_pointer(x, EXEC_NULL, 0);
    default:
        return global_address(x, o);
    }
}

/* Pointers to one object, joined. */
static const value_t *mux_pointers(exec_t *x, lit_t s, const value_t *a, const value_t *b)
{
    if (a->object != b->object)
        return exec_new(x, VALUE_MIXED, 0);
    value_t *v = exec_new(x, VALUE_POINTER, WORD_BITS);
    lit_t bit[2][WORD_BITS], by[WORD_BITS];
    const value_t *const both[2] = {a, b};
    v->object = a->object;
    v->lo = a->lo < b->lo ? a->lo : b->lo;
    v->hi = a->hi > b->hi ? a->hi : b->hi;
    v->stride = a->w && b->w && a->stride == b->stride && (a->base - b->base) % a->stride == 0
                    ? a->stride
                    : 1;
    if (!a->w && !b->w && a->base != b->base)
        v->stride = a->base > b->base ? a->base - b->base : b->base - a->base;
    v->base = a->base;
    for (unsigned k = 0; k < 2; k++) {
        const value_t *p = both[k];
        const int64_t more = (p->base - v->base) / v->stride;
        word_const(bit[k], WORD_BITS, 0);
        if (p->w) {
            word_const(by, WORD_BITS, (uint64_t)(p->stride / v->stride));
            word_mul(x->aig, bit[k], p->bit, by, WORD_BITS);
        }
        word_const(by, WORD_BITS, (uint64_t)more);
        word_add(x->aig, bit[k], bit[k], by, AIG_FALSE, WORD_BITS);
    }
    word_mux(x->aig, v->bit, s, bit[0], bit[1], WORD_BITS);
    return v;
}

const value_t *exec_mux(exec_t *x, lit_t s, const value_t *a, const value_t *b)
{
    if (a == b || !b || s == AIG_TRUE)
        return a;
    if (!a || s == AIG_FALSE)
        return b;
    if (a->kind == VALUE_MIXED || a->kind != b->kind)
        return exec_new(x, VALUE_MIXED, 0);
    if (a->kind == VALUE_POINTER) {
        const bool same = a->object == b->object && !a->w && !b->w && a->base == b->base &&
                          a->lo == b->lo && a->hi == b->hi;
        return same ? a : mux_pointers(x, s, a, b);
    }
    if (memcmp(a->bit, b->bit, a->w * sizeof a->bit[0]) == 0)
        return a;
    value_t *v = exec_new(x, a->kind, a->w);
    word_mux(x->aig, v->bit, s, a->bit, b->bit, a->w);
    return v;
}

/* One activation of a function. */
typedef struct call {
    const ir_function_t *f;
    const uint32_t *order; /* place of each block */
    state_t **waiting;     /* a state before each block, or NULL */
    uint32_t *visits;
    uint32_t objects; /* of the caller */
    state_t *left;    /* behind its end */
    const value_t *result;
} call_t;

static state_t *copy_state(exec_t *x, const call_t *c, state_t *s)
{
    const memory_from_t f = exec_from(x);
    state_t *n = exec_get(x, sizeof *n);
    n->guard = s->guard;
    n->reg = exec_get(x, c->f->n_regs * sizeof(value_t *));
    memcpy(n->reg, s->reg, c->f->n_regs * sizeof(value_t *));
    n->mem = memory_copy(&f, &s->mem);
    return n;
}

/* a becomes both of them. */
static void join(exec_t *x, const call_t *c, state_t *a, state_t *b)
{
    const memory_from_t f = exec_from(x);
    const lit_t s = aig_tell_apart(x->aig, a->guard, b->guard);
    if (a->mem.n != b->mem.n)
        exec_stop(x, "a local array in a loop is not supported");
    for (uint32_t k = 0; k < c->f->n_regs; k++)
        a->reg[k] = exec_mux(x, s, a->reg[k], b->reg[k]);
    memory_join(&f, s, &a->mem, &b->mem);
    a->guard = aig_or(x->aig, a->guard, b->guard);
}

/* The values of a block's phis for those who come from `before`, all at once. */
static void take_phis(exec_t *x, const call_t *c, state_t *s, uint32_t before, uint32_t block)
{
    const ir_block_t *b = &c->f->block[block];
    uint32_t n = 0;
    while (n < b->n && b->inst[n].op == IR_PHI)
        n++;
    const value_t **made = exec_get(x, n * sizeof *made);
    for (uint32_t k = 0; k < n; k++) {
        const ir_inst_t *i = &b->inst[k];
        uint32_t at = 0;
        while (at < i->n_targets && i->target[at] != before)
            at++;
        made[k] = exec_operand(x, s, &i->operand[at]);
    }
    for (uint32_t k = 0; k < n; k++)
        s->reg[b->inst[k].reg] = made[k];
}

/* A state goes to a block, under a further condition. */
static void go(exec_t *x, call_t *c, state_t *s, uint32_t before, uint32_t block, lit_t when)
{
    const lit_t guard = aig_and(x->aig, s->guard, when);
    if (guard == AIG_FALSE)
        return;
    state_t *n = when == AIG_TRUE ? s : copy_state(x, c, s);
    n->guard = guard;
    take_phis(x, c, n, before, block);
    if (c->waiting[block])
        join(x, c, c->waiting[block], n);
    else
        c->waiting[block] = n;
}

static void branch(exec_t *x, call_t *c, const ir_inst_t *i, state_t *s, uint32_t block)
{
    if (!i->n_operands) {
        go(x, c, s, block, i->target[0], AIG_TRUE);
        return;
    }
    const value_t *v = exec_operand(x, s, &i->operand[0]);
    if (i->op == IR_BR) {
        const lit_t when = v->bit[0];
        if (i->target[0] == i->target[1]) {
            exec_stop(x, "a branch to one block on both sides is not supported");
        }
        go(x, c, s, block, i->target[0], when);
        go(x, c, s, block, i->target[1], when ^ 1);
        return;
    }
    lit_t others = AIG_TRUE;
    for (uint32_t k = 1; k < i->n_targets; k++) {
        const lit_t is = word_equal_const(x->aig, v->bit, i->operand[k].number, v->w);
        go(x, c, s, block, i->target[k], is);
        others = aig_and(x->aig, others, is ^ 1);
    }
    go(x, c, s, block, i->target[0], others);
}

static void leave(exec_t *x, call_t *c, const ir_inst_t *i, state_t *s)
{
    const value_t *v = i->n_operands ? exec_operand(x, s, &i->operand[0]) : NULL;
    memory_cut(&s->mem, c->objects);
    if (!c->left) {
        c->left = s;
        c->result = v;
        return;
    }
    const memory_from_t f = exec_from(x);
    const lit_t first = aig_tell_apart(x->aig, c->left->guard, s->guard);
    if (v)
        c->result = exec_mux(x, first, c->result, v);
    memory_join(&f, first, &c->left->mem, &s->mem);
    c->left->guard = aig_or(x->aig, c->left->guard, s->guard);
}

static const value_t *run(exec_t *x, const ir_function_t *f, const value_t *const *arg,
                          state_t *caller);

static void run_call(exec_t *x, const ir_inst_t *i, state_t *s)
{
    const value_t **arg = exec_get(x, i->n_operands * sizeof *arg);
    const char *file = x->file;
    for (uint32_t k = 0; k < i->n_operands; k++)
        arg[k] = exec_operand(x, s, &i->operand[k]);
    const value_t *v = run(x, &x->module->function[i->callee], arg, s);
    x->file = file;
    x->line = i->line;
    if (v)
        s->reg[i->reg] = v;
}

static void run_block(exec_t *x, call_t *c, state_t *s, uint32_t block)
{
    const ir_block_t *b = &c->f->block[block];
    for (uint32_t k = 0; k < b->n; k++) {
        const ir_inst_t *i = &b->inst[k];
        x->line = i->line;
        if (++x->steps > MOST_STEPS)
            exec_stop(x,
                      "more than %u million instructions; expected loops that end after a "
                      "constant number of rounds",
                      (unsigned)(MOST_STEPS / 1000000));
        if (i->op == IR_PHI)
            continue;
        if (i->op == IR_BR || i->op == IR_SWITCH)
            branch(x, c, i, s, block);
        else if (i->op == IR_RET)
            leave(x, c, i, s);
        else if (i->op == IR_CALL)
            run_call(x, i, s);
        else
            exec_inst(x, i, s);
    }
}

static const value_t *run(exec_t *x, const ir_function_t *f, const value_t *const *arg,
                          state_t *caller)
{
    if (++x->depth > MOST_DEPTH)
        exec_stop(x, "calls %u deep; expected no recursion", (unsigned)MOST_DEPTH);
    call_t c = {.f = f, .order = exec_order(x, f), .objects = caller->mem.n};
    c.waiting = exec_get(x, f->n_blocks * sizeof *c.waiting);
    c.visits = exec_get(x, f->n_blocks * sizeof *c.visits);
    state_t *s = exec_get(x, sizeof *s);
    const lit_t context = x->context;
    x->context = aig_and(x->aig, context, caller->guard);
    s->guard = AIG_TRUE;
    s->mem = caller->mem;
    s->reg = exec_get(x, f->n_regs * sizeof(value_t *));
    for (uint32_t k = 0; k < f->n_args; k++)
        s->reg[k] = arg[k];
    c.waiting[0] = s;
    x->file = f->file;
    for (;;) {
        uint32_t next = UINT32_MAX;
        for (uint32_t k = 0; k < f->n_blocks; k++)
            if (c.waiting[k] && (next == UINT32_MAX || c.order[k] < c.order[next]))
                next = k;
        if (next == UINT32_MAX)
            break;
        s = c.waiting[next];
        c.waiting[next] = NULL;
        if (++c.visits[next] > MOST_VISITS)
            exec_stop(x, "a loop does not end after %u rounds; expected a constant bound",
                      (unsigned)MOST_VISITS);
        run_block(x, &c, s, next);
    }
    if (!c.left)
        exec_stop(x, "%s does not return", f->name);
    caller->mem = c.left->mem;
    x->context = context;
    x->depth--;
    return c.result;
}

int exec_call(exec_t *x, const char *name, const value_t *const *arg, unsigned n_args,
              memory_t *mem, const value_t **result)
{
    const ir_function_t *f = ir_find(x->module, name);
    if (!f || f->n_args != n_args)
        return diag_at(x->diag, "prove", 0, 0, "no function %s of %u arguments", name, n_args);
    jmp_buf outer;
    memcpy(&outer, &x->stop, sizeof outer);
    x->depth = 0;
    x->context = AIG_TRUE;
    if (setjmp(x->stop)) {
        memcpy(&x->stop, &outer, sizeof outer);
        return -EINVAL;
    }
    state_t s = {.guard = AIG_TRUE, .mem = *mem};
    const value_t *v = run(x, f, arg, &s);
    *mem = s.mem;
    if (result)
        *result = v;
    memcpy(&x->stop, &outer, sizeof outer);
    return x->aig->failed ? diag_at(x->diag, name, 0, 0, "out of memory") : 0;
}
