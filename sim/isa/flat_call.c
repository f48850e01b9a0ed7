/*
 * Calls through pointers: every function that the pointer may hold is expanded behind the call,
 * which branches by the pointer's value as brx does by its index. All return behind the last of
 * them.
 */
#include <string.h>

#include "isa/build.h"

isa_syscall_t flat_syscall(const ptx_func_t *f)
{
    static const uint64_t print[] = {8, 8}, fail[] = {8, 8, 4, 8, 8};
    bool prints = !strcmp(f->name, "vprintf");
    const uint64_t *bytes = prints ? print : fail;
    if (f->body || (!prints && strcmp(f->name, "__assertfail")) || f->n_rets != prints ||
        f->n_params != (prints ? 2 : 5) || (prints && f->ret[0]->bytes != 4))
        return SYS_NONE;
    for (unsigned k = 0; k < f->n_params; k++)
        if (f->param[k]->bytes != bytes[k])
            return SYS_NONE;
    return prints ? SYS_VPRINTF : SYS_ASSERTFAIL;
}

typedef struct callees {
    ptx_func_t **func;
    unsigned n;
} callees_t;

static void add_callee(build_t *b, callees_t *c, ptx_func_t *f)
{
    for (unsigned k = 0; k < c->n; k++)
        if (c->func[k] == f)
            return;
    c->func = pool_grow(&b->temp, c->func, c->n, sizeof *c->func);
    c->func[c->n++] = f;
}

static bool has_prototype(const ptx_func_t *f, const ptx_label_t *l)
{
    bool fits = f->n_rets == l->n_rets && f->n_params == l->n_params;
    for (unsigned k = 0; fits && k < l->n_rets; k++)
        fits = f->ret[k]->bytes == l->bytes[k];
    for (unsigned k = 0; fits && k < l->n_params; k++)
        fits = f->param[k]->bytes == l->bytes[l->n_rets + k];
    return fits;
}

/* Those of .calltargets, or all of the prototype whose address is taken somewhere. */
static callees_t find_callees(build_t *b, const ptx_label_t *l)
{
    callees_t c = {NULL, 0};
    for (unsigned k = 0; k < l->n_callees; k++)
        add_callee(b, &c, ptx_real_func(l->callees[k]));
    for (unsigned k = 0; l->prototype && k < b->m->n_funcs; k++) {
        ptx_func_t *f = b->m->func[k];
        if (f->taken && has_prototype(f, l))
            add_callee(b, &c, ptx_real_func(f));
    }
    return c;
}

/* Whether control comes out behind the body from `from` on other than by ret. */
static bool runs_out(const build_t *b, uint32_t from)
{
    const flat_t *last = &b->flat[b->n - 1];
    if (b->n == from || last->guarded ||
        (last->exec != EX_RET && last->exec != EX_EXIT && last->exec != EX_TRAP &&
         last->exec != EX_BRA && last->exec != EX_BRX))
        return true;
    for (uint32_t k = from; k < b->n; k++)
        for (uint32_t t = 0; b->flat[k].exec != EX_RET && t < b->flat[k].n_targets; t++)
            if (b->flat[k].target[t] == b->n)
                return true;
    return false;
}

/* Expands the callees; where each begins goes to the call's table. One that is under way already
 * has no place in it: recursion through a pointer is a fault when it happens. */
static bool expand_callees(build_t *b, const ptx_inst_t *i, const frame_t *fr, uint32_t at,
                           const callees_t *c)
{
    uint32_t *target = pool_alloc(&b->temp, (c->n + 1) * sizeof *target), n = 0;
    uint64_t *key = pool_alloc(&b->temp, (c->n + 1) * sizeof *key);
    const frame_t **frame = pool_alloc(&b->temp, (c->n + 1) * sizeof *frame);
    for (unsigned k = 0; k < c->n; k++) {
        if (c->func[k]->open)
            continue;
        target[n] = b->n;
        key[n] = ptx_func_address(c->func[k]);
        frame[n] = flat_inline(b, i, fr, c->func[k]);
        if (!frame[n])
            return false;
        if (runs_out(b, target[n]))
            return build_fail(b, i, "function '%s', which a pointer may hold, ends without ret",
                              c->func[k]->name);
        n++;
    }
    if (!n)
        return build_fail(b, i, "no function of this prototype has its address taken");
    for (uint32_t k = at; k < b->n; k++)
        for (unsigned x = 0; x < n; x++)
            if (b->flat[k].frame == frame[x] && b->flat[k].exec == EX_RET)
                b->flat[k].target[0] = b->n;
    b->flat[at].target = target;
    b->flat[at].n_targets = n;
    b->flat[at].key = key;
    return true;
}

bool flat_indirect(build_t *b, const ptx_inst_t *i, const frame_t *fr)
{
    callees_t c = find_callees(b, i->prototype);
    uint32_t around = b->n;
    bool guarded = i->guard != PTX_NO_REG;
    if (guarded) /* lanes that do not call branch around everything */
        flat_add(b, i, fr, EX_CALL);
    uint32_t at = b->n;
    flat_add(b, i, fr, EX_BRX)->guarded = false;
    if (!expand_callees(b, i, fr, at, &c))
        return false;
    if (guarded)
        flat_target(b, &b->flat[around], b->n);
    return true;
}
