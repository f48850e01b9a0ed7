/* The slicer's values of instructions: what an operation makes of what it reads. */
#include "isa/address_slicer.h"

static uint32_t leaf_sreg(slicer_t *z, uint32_t sreg, uint32_t at, unsigned bits)
{
    bool known =
        sreg <= PTX_SR_NWARPID || (sreg >= PTX_SR_LANEMASK_EQ && sreg <= PTX_SR_LANEMASK_GT);
    return known ? node_sreg(z->s, sreg, bits)
                 : slicer_unknown(z, ADDRESS_REGISTER, at, NO_NODE, bits);
}

/* An array source of instruction at. */
uint32_t slicer_source(slicer_t *z, uint32_t src, uint32_t at)
{
    uint32_t slot = src & SRC_SLOT_MASK;
    switch (src >> SRC_BANK_SHIFT) {
    case BANK_REG:
        return slicer_read(z, slot, z->c->block_of[at], at);
    case BANK_WARP:
        return node_sreg(z->s, slot == WARP_WARPID ? PTX_SR_WARPID : PTX_SR_TID_X + slot, 32);
    case BANK_CTA:
        return node_sreg(z->s, PTX_SR_CTAID_X + slot, 32);
    default: {
        const const_entry_t *e = &z->c->entry[z->entry_of[slot]];
        if (e->kind == CONST_VALUE)
            return node_const(z->s, e->value, e->bits);
        if (e->kind == CONST_ADDR)
            return node_symbol(z->s, e->var, e->value, e->bits);
        return leaf_sreg(z, e->sreg, at, e->bits);
    }
    }
}

static uint32_t load(slicer_t *z, uint32_t i, unsigned k)
{
    const op_t *o = &z->c->op[i];
    unsigned bits = o->v_bits[k];
    if (slicer_is_call(o)) {
        uint32_t var = slicer_call_var(z, o, k);
        if (!z->call[var - z->c->slots - z->c->preds].mixed && slicer_var_bits(z, var) == bits)
            return slicer_read(z, var, z->c->block_of[i], i);
        return slicer_unknown(z, ADDRESS_LOAD, i, NO_NODE, bits);
    }
    if (o->space == INST_SPACE_PARAM) {
        uint32_t a = slicer_source(z, o->src[0], i);
        uint64_t at = z->s->node[a].value + (uint64_t)o->imm + (uint64_t)k * o->esize;
        bool whole = o->dst_mask == UINT32_MAX || o->esize == 2;
        if (z->s->node[a].kind == NODE_CONST && at < z->k->param_bytes &&
            z->k->param_bytes - at >= o->esize && whole)
            return node_param(z->s, at, o->esize,
                              (o->flags & MEM_SIGNED) && o->dst_mask == UINT32_MAX, bits);
    }
    return slicer_unknown(z, ADDRESS_LOAD, i, NO_NODE, bits);
}

/* Result `out` of instruction i where it takes effect. */
static uint32_t compute(slicer_t *z, uint32_t i, unsigned out)
{
    const op_t *o = &z->c->op[i];
    op_source_t from[NODE_ARGS];
    uint32_t arg[NODE_ARGS];
    unsigned n;
    switch (o->exec) {
    case EX_LOAD:
        return load(z, i, out - OUT_V);
    case EX_STORE: { /* an argument of a call */
        uint32_t x = slicer_source(z, o->v[out - OUT_V], i);
        return z->s->node[x].bits == o->esize * 8u
                   ? x
                   : slicer_unknown(z, ADDRESS_LOAD, i, NO_NODE, o->esize * 8u);
    }
    case EX_TEXTURE:
        return slicer_unknown(z, ADDRESS_LOAD, i, NO_NODE, 32);
    case EX_ATOM:
        return slicer_unknown(z, ADDRESS_ATOMIC, i, NO_NODE, op_result_bits(o, out));
    case EX_BAR_GET:
    case EX_VOTE:
    case EX_ACTIVEMASK:
    case EX_MATCH:
    case EX_SHFL:
        return slicer_unknown(z, ADDRESS_LANES, i, NO_NODE, op_result_bits(o, out));
    default:
        break;
    }
    if (o->exec == EX_MOV && o->sub == MOV_CLOCK)
        return slicer_unknown(z, ADDRESS_REGISTER, i, NO_NODE, op_result_bits(o, out));
    if (o->exec == EX_MOV && o->sub == MOV_PRED_CONST)
        return node_const(z->s, (o->imm != 0) == (out == OUT_P), 1);
    n = op_sources(o, from);
    for (unsigned k = 0; k < n; k++)
        arg[k] = from[k].pred ? slicer_read(z, z->c->slots + from[k].src, z->c->block_of[i], i)
                              : slicer_source(z, from[k].src, i);
    bool copy =
        (o->exec == EX_MOV && o->sub == MOV_COPY) ||
        (o->exec == EX_CVTA && o->space != INST_SPACE_SHARED && o->space != INST_SPACE_LOCAL);
    if (copy && z->s->node[arg[0]].bits == op_result_bits(o, out)) {
        node_t *x = &z->s->node[arg[0]];
        x->is_pointer |= o->exec == EX_CVTA && x->kind == NODE_PARAM;
        return arg[0];
    }
    return node_op(z->s, i, out, arg, n);
}

uint32_t slicer_unknown_choice(slicer_t *z, uint32_t cond, uint32_t at, address_why_t why,
                               uint32_t x, uint32_t y)
{
    const uint32_t of[2] = {x, y};
    unsigned bits = z->s->node[x].bits;
    if (!((z->s->node[x].on | z->s->node[y].on) & ON_UNKNOWN) && sums_equal(&z->exact, x, y))
        return x;
    if (!(z->s->node[cond].on & ON_UNKNOWN))
        return node_unknown_of(z->s, why, at, ISA_NO_INDEX, of, 2, bits);
    while (z->s->node[cond].kind != NODE_UNKNOWN) {
        const node_t *c = &z->s->node[cond];
        for (unsigned k = 0; k < c->n; k++)
            if (z->s->node[c->arg[k]].on & ON_UNKNOWN) {
                cond = c->arg[k];
                break;
            }
    }
    const node_t c = z->s->node[cond];
    return node_unknown_of(z->s, (address_why_t)c.why, c.cause, at, of, 2, bits);
}

static uint32_t guarded(slicer_t *z, uint32_t i, uint32_t var, uint32_t x)
{
    const op_t *o = &z->c->op[i];
    uint32_t block = z->c->block_of[i], old = slicer_read(z, var, block, i);
    if (old == x)
        return x;
    uint32_t p = slicer_read(z, z->c->slots + o->guard, block, i);
    if (z->general)
        return node_choice_at(z->s, p, x, old, ADDRESS_GUARD, i);
    if (z->s->node[p].on & (ON_TID | ON_UNKNOWN))
        return slicer_unknown_choice(z, p, i, ADDRESS_GUARD, x, old);
    return o->guard_not ? node_choice(z->s, p, old, x) : node_choice(z->s, p, x, old);
}

/* Result `out` of instruction i, which goes to var. */
uint32_t slicer_result(slicer_t *z, uint32_t i, unsigned out, uint32_t var)
{
    memo_t *memo = &z->made[(size_t)i * OUTS + out];
    uint32_t x = slicer_kept(z, memo);
    if (x != NO_NODE)
        return x;
    bool before = z->carried;
    z->carried = false;
    x = compute(z, i, out);
    if (z->c->op[i].guard != NO_PRED)
        x = guarded(z, i, var, x);
    slicer_keep(z, memo, x, z->carried);
    z->carried |= before;
    return x;
}
