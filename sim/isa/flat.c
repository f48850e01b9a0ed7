/*
 * A kernel as one flat instruction array: device functions are expanded where they are called.
 * A call becomes a branch to the expansion's first instruction (a guarded one branches around
 * it), a return inside a branch behind it, so both still issue as they do on a GPU.
 */
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "isa/build.h"

#define MAX_FLAT  (1u << 20)
#define MAX_REGS  (1u << 22)
#define MAX_BYTES (1u << 24)
#define MAX_CALLS 64 /* one inside the other */

bool build_fail(build_t *b, const ptx_inst_t *i, const char *fmt, ...)
{
    char what[300], text[80], func[128];
    va_list ap;
    va_start(ap, fmt);
    vsnprintf(what, sizeof what, fmt, ap);
    va_end(ap);
    bool inner = i && i->func != b->func;
    if (i)
        diag_at(b->d, i->func->file, i->line, i->col, "%s in '%s' of %s%s%.100s%s", what,
                ptx_inst_quote(i, text, sizeof text), ptx_func_text(i->func, func, sizeof func),
                inner ? ", which kernel '" : "", inner ? b->func->name : "",
                inner ? "' reaches" : "");
    else
        diag_at(b->d, b->func->file, b->func->line, b->func->col, "%s", what);
    b->failed = true;
    return false;
}

static uint32_t align_up(uint32_t x, uint32_t align)
{
    return align > 1 ? (x + align - 1) & ~(align - 1) : x;
}

/* Room in reg_type for n more registers. */
static void reserve_regs(build_t *b, uint32_t n)
{
    if (b->n_regs + n <= b->reg_room)
        return;
    b->reg_room = 2 * (b->n_regs + n);
    uint8_t *types = pool_alloc(&b->temp, b->reg_room);
    if (b->n_regs)
        memcpy(types, b->reg_type, b->n_regs);
    b->reg_type = types;
}

static frame_t *new_frame(build_t *b, const ptx_func_t *f)
{
    frame_t *fr = pool_alloc(&b->temp, sizeof *fr);
    fr->func = f;
    fr->reg_base = b->n_regs;
    fr->offset = pool_alloc(&b->temp, (f->n_vars + 1) * sizeof(uint32_t));
    reserve_regs(b, f->n_regs);
    if (f->n_regs)
        memcpy(b->reg_type + b->n_regs, f->reg, f->n_regs);
    b->n_regs += f->n_regs;
    return fr;
}

/* Places for the variables of a frame: locals, and arguments of the calls it makes. Its own
 * parameters (formal: true) have theirs from the caller. */
static bool place_vars(build_t *b, frame_t *fr, const bool *formal)
{
    const ptx_func_t *f = fr->func;
    for (unsigned i = 0; i < f->n_vars; i++) {
        const ptx_var_t *v = f->var[i];
        if (formal[i])
            continue;
        uint32_t *top = v->space == PTX_LOCAL ? &b->local_bytes : &b->call_bytes;
        uint32_t align = v->align > 4 ? v->align : 4;
        *top = align_up(*top, align);
        fr->offset[i] = *top;
        *top += (uint32_t)v->bytes;
        if (*top > MAX_BYTES)
            return build_fail(b, NULL, "kernel '%s' has more than %u bytes of local memory",
                              b->func->name, MAX_BYTES);
    }
    return true;
}

flat_t *flat_add(build_t *b, const ptx_inst_t *p, const frame_t *fr, isa_exec_t exec)
{
    b->flat = pool_grow(&b->temp, b->flat, b->n, sizeof *b->flat);
    flat_t *f = &b->flat[b->n++];
    *f = (flat_t){.p = p, .frame = fr, .exec = (uint8_t)exec};
    f->guarded = p && p->guard != PTX_NO_REG;
    return f;
}

void flat_target(build_t *b, flat_t *f, uint32_t at)
{
    f->target = pool_alloc(&b->temp, sizeof(uint32_t));
    f->target[0] = at;
    f->n_targets = 1;
}

static bool expand(build_t *b, frame_t *fr);

/* The kernel reaches what the reader has refused. */
static bool refused(build_t *b, const ptx_func_t *f)
{
    snprintf(b->d->text, sizeof b->d->text, "%s%s%.100s%s", f->refusal,
             f == b->func ? "" : ", which kernel '", f == b->func ? "" : b->func->name,
             f == b->func ? "" : "' reaches");
    b->failed = true;
    return false;
}

/* Nobody defines the callee for this file; another file may have one that it keeps to itself. */
static bool no_body(build_t *b, const ptx_inst_t *i, const ptx_func_t *callee)
{
    for (unsigned k = 0; k < b->m->n_funcs; k++) {
        const ptx_func_t *f = b->m->func[k];
        if (f->body && !strcmp(f->name, callee->name))
            return build_fail(
                b, i,
                "call of '%s', which has no body; expected .visible at %s:%d:%d, where "
                "a file keeps one to itself",
                callee->name, f->file, f->line, f->col);
    }
    return build_fail(b, i, "call of '%s', which has no body; expected a file with one; called",
                      callee->name);
}

const frame_t *flat_inline(build_t *b, const ptx_inst_t *i, const frame_t *fr, ptx_func_t *callee)
{
    if (!callee->body && callee->refusal)
        refused(b, callee);
    else if (!callee->body)
        no_body(b, i, callee);
    else if (callee->open)
        build_fail(b, i, "recursive call of '%s'; expected calls that can be expanded in place",
                   callee->name);
    else if (b->depth == MAX_CALLS)
        build_fail(b, i, "calls nested more than %d deep", MAX_CALLS);
    if (b->failed)
        return NULL;
    frame_t *inner = new_frame(b, callee);
    bool *formal = pool_alloc(&b->temp, callee->n_vars + 1);
    for (unsigned k = 0; k < i->n_rets + i->n_args; k++) {
        const ptx_var_t *v = k < i->n_rets ? callee->ret[k] : callee->param[k - i->n_rets];
        inner->offset[v->index] = fr->offset[i->actual[k]->index];
        formal[v->index] = true;
    }
    b->depth++;
    if (!place_vars(b, inner, formal) || !expand(b, inner))
        return NULL;
    b->depth--;
    return inner;
}

static bool expand_call(build_t *b, const ptx_inst_t *i, const frame_t *fr)
{
    if (!i->callee)
        return flat_indirect(b, i, fr);
    if (flat_syscall(ptx_real_func(i->callee)) != SYS_NONE) {
        flat_add(b, i, fr, EX_SYSCALL);
        return true;
    }
    uint32_t at = b->n;
    flat_add(b, i, fr, EX_CALL);
    if (!flat_inline(b, i, fr, ptx_real_func(i->callee)))
        return false;
    flat_target(b, &b->flat[at], b->flat[at].guarded ? b->n : at + 1);
    return true;
}

/* Appends the body of fr's function. Branch targets are function indices until its end. */
static bool expand(build_t *b, frame_t *fr)
{
    ptx_func_t *f = (ptx_func_t *)(uintptr_t)fr->func; /* only to mark it open */
    bool entry = f == b->func;
    if (f->refusal)
        return refused(b, f);
    uint32_t *at = pool_alloc(&b->temp, (f->n_inst + 1) * sizeof(uint32_t));
    f->open = true;
    for (uint32_t k = 0; k < f->n_inst; k++) {
        const ptx_inst_t *i = &f->inst[k];
        at[k] = b->n;
        if (b->n > MAX_FLAT || b->n_regs > MAX_REGS) {
            build_fail(b, i, "kernel '%s' expands to more than %u instructions", b->func->name,
                       MAX_FLAT);
            break;
        }
        if (i->row->exec == EX_CALL) {
            if (!expand_call(b, i, fr))
                break;
            continue;
        }
        isa_exec_t exec = (isa_exec_t)i->row->exec;
        if (exec == EX_RET && entry)
            exec = EX_EXIT;
        flat_add(b, i, fr, exec);
        if (exec == EX_BAR_RED)
            flat_add(b, i, fr, EX_BAR_GET);
    }
    f->open = false;
    if (b->failed)
        return false;
    at[f->n_inst] = b->n;
    for (uint32_t k = 0; k < f->n_inst; k++) {
        const ptx_inst_t *i = &f->inst[k];
        flat_t *x = &b->flat[at[k]];
        if (i->row->exec == EX_RET && !entry) {
            flat_target(b, x, b->n);
        } else if (i->row->exec == EX_BRA || i->row->exec == EX_BRX) {
            x->n_targets = i->n_targets;
            x->target = pool_alloc(&b->temp, i->n_targets * sizeof(uint32_t));
            for (uint32_t t = 0; t < i->n_targets; t++)
                x->target[t] = at[i->target[t]];
        }
    }
    return true;
}

static bool place_params(build_t *b, frame_t *fr, bool *formal)
{
    const ptx_func_t *f = fr->func;
    b->param = pool_alloc(b->pool, (f->n_params + 1) * sizeof *b->param);
    for (unsigned i = 0; i < f->n_params; i++) {
        const ptx_var_t *v = f->param[i];
        b->param_bytes = align_up(b->param_bytes, v->align);
        b->param[i] = (isa_param_t){v->name, b->param_bytes, (uint32_t)v->bytes, v->align};
        fr->offset[v->index] = b->param_bytes;
        formal[v->index] = true;
        b->param_bytes += (uint32_t)v->bytes;
        if (b->param_bytes > 32764)
            return build_fail(b, NULL, "kernel '%s' has more than 32764 bytes of parameters",
                              f->name);
    }
    return true;
}

/* Static shared memory: each variable that the kernel or a function it calls mentions. */
static bool use_shared(build_t *b, const ptx_opnd_t *o)
{
    if ((o->kind != PO_VAR && o->kind != PO_MEM) || !o->var || o->var->space != PTX_SHARED)
        return true;
    const ptx_var_t *v = ptx_real_var(o->var);
    if (v->open) {
        b->dyn_used = true;
        b->dyn_align = v->align > b->dyn_align ? v->align : b->dyn_align;
        return true;
    }
    if (b->shared_at[v->index] != NO_SLOT)
        return true;
    b->shared_bytes = align_up(b->shared_bytes, v->align);
    b->shared_at[v->index] = b->shared_bytes;
    b->shared_bytes += (uint32_t)v->bytes;
    return b->shared_bytes <= MAX_BYTES / 2 ||
           build_fail(b, NULL, "kernel '%s' has more than %u bytes of shared memory", b->func->name,
                      MAX_BYTES / 2);
}

static bool place_shared(build_t *b)
{
    b->shared_at = pool_alloc(&b->temp, (b->m->n_shared + 1) * sizeof(uint32_t));
    for (unsigned i = 0; i < b->m->n_shared; i++)
        b->shared_at[i] = NO_SLOT;
    b->dyn_align = 16;
    for (uint32_t k = 0; k < b->n; k++) {
        const ptx_inst_t *p = b->flat[k].p;
        for (unsigned i = 0; p && i < p->n; i++)
            if (!use_shared(b, &p->op[i]))
                return false;
    }
    return true;
}

bool build_flat(build_t *b)
{
    frame_t *fr = new_frame(b, b->func);
    bool *formal = pool_alloc(&b->temp, b->func->n_vars + 1);
    if (!place_params(b, fr, formal) || !place_vars(b, fr, formal) || !expand(b, fr))
        return false;
    flat_add(b, NULL, fr, EX_EXIT); /* where a body without ret falls through; else never reached */
    const flat_t *last = b->n > 1 ? &b->flat[b->n - 2] : NULL;
    bool reached = !last || last->guarded ||
                   (last->exec != EX_EXIT && last->exec != EX_BRA && last->exec != EX_BRX &&
                    last->exec != EX_TRAP);
    for (uint32_t k = 0; k < b->n && !reached; k++)
        for (uint32_t t = 0; t < b->flat[k].n_targets; t++)
            reached |= b->flat[k].target[t] == b->n - 1;
    if (!reached)
        b->n--;
    b->local_bytes = align_up(b->local_bytes, 4);
    b->call_bytes = align_up(b->call_bytes, 4);
    reserve_regs(b, 1);
    b->carry = b->n_regs++;
    b->reg_type[b->carry] = PT_PRED;
    return place_shared(b);
}

static void add_reg(uint32_t *list, unsigned *n, const frame_t *fr, uint32_t reg)
{
    if (reg != PTX_NO_REG)
        list[(*n)++] = fr->reg_base + reg;
}

static void add_opnd(uint32_t *list, unsigned *n, const frame_t *fr, const ptx_opnd_t *o)
{
    switch (o->kind) {
    case PO_REG:
    case PO_NOT:
    case PO_MEM:
        add_reg(list, n, fr, o->reg);
        return;
    case PO_PAIR:
        add_reg(list, n, fr, o->reg);
        add_reg(list, n, fr, o->reg2);
        return;
    case PO_VEC:
        for (unsigned k = 0; k < o->n; k++)
            add_opnd(list, n, fr, &o->elem[k]);
        return;
    default:
        return;
    }
}

void build_refs(const build_t *b, const flat_t *f, refs_t *out)
{
    out->n_use = out->n_def = 0;
    const ptx_inst_t *p = f->p;
    if (!p)
        return;
    add_reg(out->use, &out->n_use, f->frame, p->guard);
    if (f->exec == EX_BAR_RED || f->exec == EX_BAR_GET) { /* the result is the second's */
        for (unsigned i = 1; i < p->n && f->exec == EX_BAR_RED; i++)
            add_opnd(out->use, &out->n_use, f->frame, &p->op[i]);
        if (f->exec == EX_BAR_GET)
            add_opnd(out->def, &out->n_def, f->frame, &p->op[0]);
        return;
    }
    bool first_is_source = f->exec == EX_STORE || f->exec == EX_RED || f->exec == EX_PREFETCH ||
                           f->exec == EX_BAR || f->exec == EX_BRX || f->exec == EX_NOP ||
                           f->exec == EX_CALL || f->exec == EX_SYSCALL;
    for (unsigned i = 0; i < p->n; i++) {
        if (i == 0 && !first_is_source)
            add_opnd(out->def, &out->n_def, f->frame, &p->op[i]);
        else
            add_opnd(out->use, &out->n_use, f->frame, &p->op[i]);
    }
    if (p->row->exec == EX_CARRY) {
        const char *name = p->row->name;
        if (strstr(name, ".cc"))
            out->def[out->n_def++] = b->carry;
        if (strstr(name, "addc") || strstr(name, "subc") || strstr(name, "madc"))
            out->use[out->n_use++] = b->carry;
    }
}
