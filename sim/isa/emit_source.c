/* Sources of operations: registers, constants, addresses of variables, special registers. */
#include <string.h>

#include "isa/emit_int.h"

static bool same_const(const const_entry_t *x, const const_entry_t *y)
{
    return x->kind == y->kind && x->bits == y->bits && x->sreg == y->sreg && x->value == y->value &&
           x->var == y->var;
}

/* The slot of a constant; equal ones share it, found through a chain by hash. */
static uint32_t const_source(emit_t *e, const_entry_t c)
{
    uint64_t key = (c.value ^ (c.value >> 29)) * UINT64_C(0x9e3779b97f4a7c15);
    uint32_t *bucket = &e->bucket[(key + c.sreg) >> 54];
    for (uint32_t k = *bucket; k; k = e->chain[k - 1])
        if (same_const(&e->entry[k - 1], &c))
            return emit_src(BANK_CONST, e->entry[k - 1].slot);
    if (c.bits == 64)
        e->const_slots = (e->const_slots + 1) & ~1u;
    c.slot = e->const_slots;
    e->const_slots += c.bits / 32u;
    e->entry = pool_grow(e->b->pool, e->entry, e->n_entries, sizeof *e->entry);
    e->chain = pool_grow(&e->b->temp, e->chain, e->n_entries, sizeof *e->chain);
    e->chain[e->n_entries] = *bucket;
    e->entry[e->n_entries++] = c;
    *bucket = e->n_entries;
    return emit_src(BANK_CONST, c.slot);
}

uint32_t emit_value(emit_t *e, uint64_t value, unsigned bits)
{
    if (bits < 64)
        value &= (UINT64_C(1) << bits) - 1;
    const_entry_t c = {.kind = CONST_VALUE, .bits = bits > 32 ? 64 : 32, .value = value};
    return const_source(e, c);
}

/* The address of a variable in its own space; placed variables are known at launch. */
uint32_t emit_variable(emit_t *e, ptx_var_t *named, uint64_t add, unsigned bits)
{
    const build_t *b = e->b;
    const ptx_var_t *v = ptx_real_var(named);
    uint64_t at;
    switch (v->space) {
    case PTX_GLOBAL:
    case PTX_CONST: {
        const_entry_t c = {.kind = CONST_ADDR, .bits = (uint8_t)bits, .value = add, .var = v};
        return const_source(e, c);
    }
    case PTX_SHARED:
        at = v->open ? (b->shared_bytes + b->dyn_align - 1) & ~(uint64_t)(b->dyn_align - 1)
                     : b->shared_at[v->index];
        break;
    case PTX_PARAM:
        at = e->f->frame->offset[v->index];
        for (unsigned i = 0; i < b->func->n_params; i++)
            if (v == b->func->param[i])
                return emit_value(e, at + add, bits);
        at += CALL_PARAM_BASE;
        break;
    default:
        at = e->f->frame->offset[v->index];
        break;
    }
    return emit_value(e, at + add, bits);
}

uint32_t emit_reg(const emit_t *e, uint32_t reg)
{
    return e->b->slot[e->f->frame->reg_base + reg];
}

unsigned emit_reg_bits(const emit_t *e, uint32_t reg)
{
    return ptx_type_bits(e->b->reg_type[e->f->frame->reg_base + reg]) > 32 ? 64 : 32;
}

static uint32_t sreg_source(emit_t *e, uint32_t sreg, unsigned bits)
{
    switch (sreg) {
    case PTX_SR_TID_X:
    case PTX_SR_TID_Y:
    case PTX_SR_TID_Z:
        if (bits <= 32)
            return emit_src(BANK_WARP, WARP_TID_X + sreg - PTX_SR_TID_X);
        break;
    case PTX_SR_WARPID:
        if (bits <= 32)
            return emit_src(BANK_WARP, WARP_WARPID);
        break;
    case PTX_SR_CTAID_X:
    case PTX_SR_CTAID_Y:
    case PTX_SR_CTAID_Z:
        if (bits <= 32)
            return emit_src(BANK_CTA, CTA_CTAID_X + sreg - PTX_SR_CTAID_X);
        break;
    default: {
        e->grid_sync |= sreg == PTX_SR_ENVREG1 || sreg == PTX_SR_ENVREG2;
        const_entry_t c = {.kind = CONST_SREG, .bits = bits > 32 ? 64 : 32, .sreg = sreg};
        return const_source(e, c);
    }
    }
    return NO_SLOT;
}

static uint64_t float_bits(const ptx_opnd_t *o, unsigned bits)
{
    double d;
    float f;
    uint32_t u = (uint32_t)o->imm;
    if (o->kind == PO_F32) {
        if (bits == 32)
            return u;
        memcpy(&f, &u, sizeof f);
        d = (double)f;
    } else {
        memcpy(&d, &o->imm, sizeof d);
        if (bits == 64)
            return o->imm;
    }
    f = (float)d;
    memcpy(&u, &f, sizeof u);
    uint64_t wide;
    memcpy(&wide, &d, sizeof wide);
    return bits == 32 ? u : wide;
}

bool emit_defined(const emit_t *e, const ptx_opnd_t *o)
{
    const ptx_var_t *v = ptx_real_var(o->var), *why = v->unusable;
    if (!why)
        return true;
    ptx_inst_t at = *e->f->p; /* the operand's place */
    at.line = o->line;
    at.col = o->col;
    const char *what = why->refusal ? why->refusal : "it is .extern and defined nowhere; used";
    if (why == v && why->refusal)
        return build_fail(e->b, &at, "variable '%s' (%s:%d:%d): %s", v->name, v->file, v->line,
                          v->col, what);
    if (why == v)
        return build_fail(e->b, &at, "variable '%s' is .extern and defined nowhere; used", v->name);
    return build_fail(e->b, &at, "variable '%s' leads to the address of '%s' (%s:%d:%d): %s",
                      v->name, why->name, why->file, why->line, why->col, what);
}

/* A source of type t as an array; *narrow set: the low halves of a 64-bit register are meant. */
bool emit_source(emit_t *e, const ptx_opnd_t *o, unsigned t, uint32_t *out, bool *narrow)
{
    unsigned bits = ptx_type_bits(t);
    switch (o->kind) {
    case PO_REG:
        *out = emit_src(BANK_REG, emit_reg(e, o->reg));
        if (narrow)
            *narrow = bits <= 32 && emit_reg_bits(e, o->reg) == 64;
        return true;
    case PO_F32:
    case PO_F64:
        *out = emit_value(e, float_bits(o, bits), bits);
        return true;
    case PO_VAR:
        if (!emit_defined(e, o))
            return false;
        *out = emit_variable(e, o->var, o->imm, bits);
        return true;
    case PO_FUNC:
        *out = emit_value(e, ptx_func_address(o->func), 64);
        return true;
    case PO_SREG:
        *out = o->reg >= PTX_SR_CLOCK ? NO_SLOT : sreg_source(e, o->reg, bits);
        return *out != NO_SLOT ||
               build_fail(e->b, e->f->p, "special register cannot be read here; expected mov");
    default:
        *out = emit_value(e, o->imm, bits);
        return true;
    }
}

uint16_t emit_pred(const emit_t *e, uint32_t reg)
{
    return reg == PTX_NO_REG ? NO_PRED : (uint16_t)emit_reg(e, reg);
}
