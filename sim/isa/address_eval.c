/*
 * Address programs at work: the executor's own handlers on the values of up to 32 threads.
 * What no thread or block changes is computed once a launch.
 */
#include <stdlib.h>
#include <string.h>

#include "front/memory.h"
#include "isa/address_int.h"
#include "isa/sem.h"

struct address_eval {
    const address_set_t *s;
    isa_launch_t launch; /* as much of it as handlers look at */
    front_warp_t warp;
    uint8_t *params;
    uint32_t grid[3], block[3];
    uint32_t cta[3];
    uint32_t tid[ADDRESS_THREADS][3];
    sums_t *sums;                   /* [n_programs] those that were asked for */
    unsigned threads;               /* of tid */
    uint64_t now, new_tid, new_cta; /* counts changes of tid and cta; the last of each */
    uint64_t *made;                 /* [n_nodes] when the value was computed */
};

enum { LANES = ADDRESS_THREADS, SHIFT = 7 };

static void *line_alloc(size_t bytes)
{
    size_t room = (bytes + 127) & ~(size_t)127;
    void *p = aligned_alloc(128, room ? room : 128);
    if (!p)
        memory_out();
    return memset(p, 0, room ? room : 128);
}

static void put(address_eval_t *e, const node_t *x, unsigned lane, uint64_t value)
{
    void *at = warp_slot(&e->warp, x->slot);
    if (x->bits == 64)
        ((u64a_t *)at)[lane] = value;
    else
        ((u32a_t *)at)[lane] = (uint32_t)value;
}

static uint64_t get(const address_eval_t *e, const node_t *x, unsigned lane)
{
    const void *at = warp_slot(&e->warp, x->slot);
    return x->bits == 64 ? ((const u64a_t *)at)[lane] : ((const u32a_t *)at)[lane];
}

static uint64_t parameter(const address_eval_t *e, const node_t *x)
{
    uint64_t v = 0;
    memcpy(&v, e->params + x->value, x->bytes);
    unsigned bits = x->bytes * 8u;
    if (x->is_signed && v >> (bits - 1))
        v |= ~((UINT64_C(2) << (bits - 1)) - 1);
    return v;
}

static uint64_t special(const address_eval_t *e, uint32_t sreg, unsigned lane)
{
    const uint32_t *t = e->tid[lane], *b = e->block;
    uint32_t linear = t[0] + b[0] * (t[1] + b[1] * t[2]), bit = linear & 31;
    switch (sreg) {
    case PTX_SR_TID_X:
    case PTX_SR_TID_Y:
    case PTX_SR_TID_Z:
        return t[sreg - PTX_SR_TID_X];
    case PTX_SR_NTID_X:
    case PTX_SR_NTID_Y:
    case PTX_SR_NTID_Z:
        return b[sreg - PTX_SR_NTID_X];
    case PTX_SR_CTAID_X:
    case PTX_SR_CTAID_Y:
    case PTX_SR_CTAID_Z:
        return e->cta[sreg - PTX_SR_CTAID_X];
    case PTX_SR_NCTAID_X:
    case PTX_SR_NCTAID_Y:
    case PTX_SR_NCTAID_Z:
        return e->grid[sreg - PTX_SR_NCTAID_X];
    case PTX_SR_LANEID:
        return bit;
    case PTX_SR_WARPID:
        return linear / 32;
    case PTX_SR_NWARPID:
        return (b[0] * b[1] * b[2] + 31) / 32;
    case PTX_SR_LANEMASK_EQ:
        return UINT64_C(1) << bit;
    case PTX_SR_LANEMASK_LT:
        return (UINT64_C(1) << bit) - 1;
    case PTX_SR_LANEMASK_LE:
        return (UINT64_C(2) << bit) - 1;
    case PTX_SR_LANEMASK_GE:
        return UINT32_MAX & ~((UINT64_C(1) << bit) - 1);
    default: /* PTX_SR_LANEMASK_GT; the slicer lets no other through */
        return UINT32_MAX & ~((UINT64_C(2) << bit) - 1);
    }
}

static void choice(address_eval_t *e, const node_t *x)
{
    const node_t *yes = &e->s->node[x->arg[1]], *no = &e->s->node[x->arg[2]];
    uint64_t c = e->warp.pred[e->s->node[x->arg[0]].slot], *pred = e->warp.pred;
    if (x->bits == 1)
        pred[x->slot] = (pred[yes->slot] & c) | (pred[no->slot] & ~c);
    for (unsigned i = 0; x->bits > 1 && i < LANES; i++)
        put(e, x, i, get(e, c >> i & 1 ? yes : no, i));
}

static void value(address_eval_t *e, const node_t *x)
{
    switch (x->kind) {
    case NODE_CONST:
        if (x->bits == 1)
            e->warp.pred[x->slot] = x->value ? UINT64_MAX : 0;
        for (unsigned i = 0; x->bits > 1 && i < LANES; i++)
            put(e, x, i, x->value);
        return;
    case NODE_PARAM:
        for (unsigned i = 0; i < LANES; i++)
            put(e, x, i, parameter(e, x));
        return;
    case NODE_SYMBOL:
        for (unsigned i = 0; i < LANES; i++)
            put(e, x, i, x->var->addr + x->value);
        return;
    case NODE_SREG:
        for (unsigned i = 0; i < LANES; i++)
            put(e, x, i, special(e, x->sreg, i));
        return;
    case NODE_CHOICE:
        choice(e, x);
        return;
    case NODE_OP:
        isa_exec_value(x->op, &e->warp, e->warp.alive);
        return;
    default:
        return;
    }
}

void address_launch_of(const isa_launch_t *launch, address_launch_t *out)
{
    memcpy(out->grid, launch->front.grid, sizeof out->grid);
    memcpy(out->block, launch->front.block, sizeof out->block);
    out->params = launch->params;
}

address_eval_t *address_eval_new(const address_set_t *s, const address_launch_t *l)
{
    address_eval_t *e = line_alloc(sizeof *e);
    e->s = s;
    memcpy(e->grid, l->grid, sizeof e->grid);
    memcpy(e->block, l->block, sizeof e->block);
    e->params = line_alloc(s->k->param_bytes);
    if (s->k->param_bytes)
        memcpy(e->params, l->params, s->k->param_bytes);
    e->launch.vec = isa_vec_find(NULL);
    e->launch.scratch = line_alloc((size_t)SCRATCH_SLOTS << SHIFT);
    front_warp_t *w = &e->warp;
    w->l = &e->launch;
    w->row = e->launch.vec->row;
    w->regs = line_alloc((size_t)s->slots << SHIFT);
    w->bank[BANK_REG] = w->regs;
    w->bank[BANK_SCRATCH] = e->launch.scratch;
    w->pred = line_alloc((s->preds + 1) * sizeof *w->pred);
    w->lanes = LANES;
    w->shift = SHIFT;
    w->alive = w->active = UINT32_MAX;
    e->made = line_alloc(s->n_nodes * sizeof *e->made);
    for (uint32_t k = 0; k < s->n_nodes; k++)
        if (!s->node[k].on)
            value(e, &s->node[k]);
    return e;
}

void address_eval_free(address_eval_t *e)
{
    if (!e)
        return;
    for (unsigned k = 0; e->sums && k < e->s->n_programs; k++)
        sums_free(&e->sums[k]);
    free(e->sums);
    free(e->made);
    free(e->params);
    free(e->launch.scratch);
    free(e->warp.regs);
    free(e->warp.pred);
    free(e);
}

/* The threads that are asked about. A value is kept until a thread or block that it depends on is
 * another one: programs share most of theirs. */
static void place(address_eval_t *e, const uint32_t cta[3], const uint32_t (*tid)[3], unsigned n)
{
    if (!e->new_cta || memcmp(e->cta, cta, sizeof e->cta) != 0) {
        memcpy(e->cta, cta, sizeof e->cta);
        e->new_cta = ++e->now;
    }
    if (e->threads != n || memcmp(e->tid, tid, n * sizeof *tid) != 0) {
        memcpy(e->tid, tid, n * sizeof *tid);
        e->threads = n;
        e->new_tid = ++e->now;
    }
}

static const address_program_t *evaluate(address_eval_t *e, unsigned program, const uint32_t cta[3],
                                         const uint32_t (*tid)[3], unsigned n)
{
    const address_program_t *p = &e->s->program[program];
    place(e, cta, tid, n);
    for (uint32_t k = 0; k < p->n_steps; k++) {
        const node_t *x = &e->s->node[p->step[k]];
        uint64_t *made = &e->made[p->step[k]];
        if ((x->on & ON_TID && *made < e->new_tid) || (x->on & ON_CTA && *made < e->new_cta)) {
            value(e, x);
            *made = e->now;
        }
    }
    return p;
}

void address_eval(address_eval_t *e, unsigned program, const uint32_t cta[3],
                  const uint32_t (*tid)[3], unsigned n, uint64_t *addr)
{
    const address_program_t *p = evaluate(e, program, cta, tid, n);
    for (unsigned i = 0; i < n; i++)
        addr[i] = get(e, &e->s->node[p->root], i) + p->add;
}

/* As a factor: numbers of 32 bits are signed. */
static uint64_t factor(const address_eval_t *e, uint32_t node, unsigned lane)
{
    const node_t *x = &e->s->node[node];
    if (x->bits == 1)
        return e->warp.pred[x->slot] >> lane & 1;
    uint64_t v = get(e, x, lane);
    return x->bits == 64 ? v : (uint64_t)(int64_t)(int32_t)(uint32_t)v;
}

void address_eval_sum(address_eval_t *e, unsigned program, const uint32_t cta[3],
                      const uint32_t (*tid)[3], unsigned n, uint64_t *addr)
{
    const address_program_t *p = evaluate(e, program, cta, tid, n);
    if (!e->sums)
        e->sums = calloc(e->s->n_programs, sizeof *e->sums);
    if (!e->sums)
        memory_out();
    if (!e->sums[program].s)
        sums_make(&e->sums[program], e->s, p);
    const sum_t *sum = e->sums[program].of[p->root];
    for (unsigned i = 0; i < n; i++) {
        addr[i] = p->add;
        for (unsigned t = 0; t < sum->n; t++) {
            uint64_t v = sum->term[t].times;
            for (unsigned f = 0; f < sum->term[t].n; f++)
                v *= factor(e, sum->term[t].factor[f], i);
            addr[i] += v;
        }
    }
}

uint64_t address_array_base(const address_eval_t *e, unsigned array)
{
    const node_t *x = &e->s->node[e->s->array_node[array]];
    return x->kind == NODE_SYMBOL ? x->var->addr : parameter(e, x);
}

const address_set_t *address_eval_set(const address_eval_t *e)
{
    return e->s;
}

const uint32_t *address_eval_grid(const address_eval_t *e)
{
    return e->grid;
}

const uint32_t *address_eval_block(const address_eval_t *e)
{
    return e->block;
}
