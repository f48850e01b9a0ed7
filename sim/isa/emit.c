/* Decoding: flat instructions to operations and constants. */
#include <string.h>

#include "isa/emit_int.h"

static unsigned wide_type(unsigned t)
{
    return ptx_type_bits(t) == 16 ? PT_B32 : PT_B64;
}

/* Sources of type f32 are flushed, and a result of it; of slct only the number that chooses. */
static void flush_wraps(op_t *o, const isa_row_t *row)
{
    bool choice = !strncmp(row->name, "slct", 4);
    unsigned k = 0;
    for (const char *c = row->fmt; *c; c++) {
        if (!strchr("acue", *c))
            continue;
        if ((*c == 'a' && row->t == PT_F32 && !choice) || (*c == 'e' && row->t2 == PT_F32))
            o->ftz |= (uint8_t)(1u << k);
        k++;
    }
    if (row->t == PT_F32 && !choice)
        o->wrap |= WRAP_FTZ_OUT;
    if (o->ftz)
        o->wrap |= WRAP_FTZ;
}

static void alu_wraps(emit_t *e)
{
    const isa_row_t *row = e->f->p->row;
    op_t *o = e->o;
    uint64_t mods = o->mods;
    bool f = row->t == PT_F32 || row->t == PT_F64, half = row->t == PT_F16 || row->t == PT_F16X2;
    if (row->exec > EX_SET) /* not a row with a handler */
        return;
    if ((mods & (ISA_M(RZ) | ISA_M(RM) | ISA_M(RP))) && f)
        o->wrap |= WRAP_ROUND;
    if ((mods & ISA_M(SAT)) && f)
        o->wrap |= WRAP_SAT;
    if ((mods & ISA_M(SAT)) && half)
        o->wrap |= WRAP_SAT_HALF;
    if (mods & ISA_M(FTZ))
        flush_wraps(o, row);
    if (o->narrow)
        o->wrap |= WRAP_NARROW;
    if (row->exec == EX_ALU32 && o->dst_bits == 64)
        o->wrap |= ptx_type_class(row->t) == 's' ? WRAP_WIDEN_S : WRAP_WIDEN_U;
}

/* Operands as the row's letters say. */
static bool emit_letters(emit_t *e)
{
    const ptx_inst_t *p = e->f->p;
    const isa_row_t *row = p->row;
    op_t *o = e->o;
    unsigned n = 0, k = 0;
    for (const char *c = row->fmt; *c && n < p->n; c++) {
        const ptx_opnd_t *x = &p->op[n];
        bool narrow = false;
        switch (*c) {
        case '?':
            continue;
        case 'd':
        case 'w':
        case 'i':
            o->dst = emit_reg(e, x->reg);
            o->dst_bits = (uint8_t)emit_reg_bits(e, x->reg);
            if (ptx_type_bits(e->b->reg_type[e->f->frame->reg_base + x->reg]) == 16)
                o->dst_mask = 0xffff;
            break;
        case 'q':
            o->p = emit_pred(e, x->reg);
            o->q = emit_pred(e, x->reg2);
            break;
        case 'p':
            o->c = emit_pred(e, x->reg);
            o->c_not = x->kind == PO_NOT;
            break;
        default: {
            unsigned t = *c == 'a'   ? row->t
                         : *c == 'c' ? wide_type(row->t)
                         : *c == 'e' ? row->t2
                                     : (unsigned)PT_B32;
            if (!emit_source(e, x, t, &o->src[k], &narrow))
                return false;
            o->narrow |= (uint8_t)(narrow << k);
            k++;
        }
        }
        n++;
    }
    alu_wraps(e);
    return true;
}

static inst_space_t space_of(uint64_t mods)
{
    return mods & ISA_M(GLOBAL)   ? INST_SPACE_GLOBAL
           : mods & ISA_M(SHARED) ? INST_SPACE_SHARED
           : mods & ISA_M(LOCAL)  ? INST_SPACE_LOCAL
           : mods & ISA_M(CONST)  ? INST_SPACE_CONST
           : mods & ISA_M(PARAM)  ? INST_SPACE_PARAM
                                  : INST_SPACE_GENERIC;
}

static bool emit_address(emit_t *e, const ptx_opnd_t *x)
{
    op_t *o = e->o;
    o->space = (uint8_t)space_of(o->mods);
    o->imm = (int64_t)x->imm;
    if (x->reg != PTX_NO_REG) {
        o->src[0] = emit_src(BANK_REG, emit_reg(e, x->reg));
        if (emit_reg_bits(e, x->reg) == 32)
            o->flags |= MEM_BASE32;
    } else if (x->var) {
        if (!emit_defined(e, x))
            return false;
        o->src[0] = emit_variable(e, x->var, 0, 64);
        /* A variable of the caller or of a callee, not of the kernel's own parameters. */
        bool kernel = false;
        for (unsigned i = 0; i < e->b->func->n_params; i++)
            kernel |= x->var == e->b->func->param[i];
        if (x->var->space == PTX_PARAM && !kernel)
            o->flags |= MEM_CALL;
        if (o->space == INST_SPACE_GENERIC) /* [variable]: a .global one */
            o->space = INST_SPACE_GLOBAL;
    } else {
        o->src[0] = emit_value(e, 0, 64);
    }
    unsigned bits = ptx_type_bits(e->f->p->row->t);
    o->esize = (uint8_t)(bits / 8);
    o->n = o->mods & ISA_M(V4) ? 4 : o->mods & ISA_M(V2) ? 2 : 1;
    return true;
}

static bool emit_data(emit_t *e, const ptx_opnd_t *x, bool load)
{
    op_t *o = e->o;
    const isa_row_t *row = e->f->p->row;
    if (ptx_type_class(row->t) == 's')
        o->flags |= MEM_SIGNED;
    for (unsigned k = 0; k < o->n; k++) {
        const ptx_opnd_t *v = x->kind == PO_VEC ? &x->elem[k] : x;
        if (load) {
            o->v[k] = v->kind == PO_REG ? emit_reg(e, v->reg) : NO_SLOT;
            o->v_bits[k] = v->kind == PO_REG ? (uint8_t)emit_reg_bits(e, v->reg) : 32;
            if (v->kind == PO_REG &&
                ptx_type_bits(e->b->reg_type[e->f->frame->reg_base + v->reg]) == 16)
                o->dst_mask = 0xffff;
        } else {
            unsigned t = row->t;
            if (!emit_source(e, v, t, &o->v[k], NULL))
                return false;
            o->v_bits[k] = v->kind == PO_REG ? (uint8_t)emit_reg_bits(e, v->reg)
                                             : (ptx_type_bits(t) > 32 ? 64 : 32);
        }
    }
    return true;
}

/* {d, d, d, d}, [handle], coordinates. */
static bool emit_texture(emit_t *e)
{
    const ptx_inst_t *p = e->f->p;
    op_t *o = e->o;
    o->sub = p->row->name[4] == '1' ? 1 : 2;
    if (!emit_address(e, &p->op[1]) || !emit_data(e, &p->op[0], true))
        return false;
    o->space = INST_SPACE_TEXTURE;
    o->flags = p->row->t2 == PT_F32 ? MEM_TEX_FLOAT : 0;
    for (unsigned k = 0; k < o->sub; k++)
        if (!emit_source(e, &p->op[2 + k], p->row->t2, &o->src[1 + k], NULL))
            return false;
    return true;
}

static const char *const atom_names[] = {
    [ATOM_ADD] = ".add.",   [ATOM_MIN] = ".min.", [ATOM_MAX] = ".max.", [ATOM_AND] = ".and.",
    [ATOM_OR] = ".or.",     [ATOM_XOR] = ".xor.", [ATOM_INC] = ".inc.", [ATOM_DEC] = ".dec.",
    [ATOM_EXCH] = ".exch.", [ATOM_CAS] = ".cas."};
static const char *const vote_names[] = {".all.", ".any.", ".uni.", ".ballot."};
static const char *const shfl_names[] = {".up.", ".down.", ".bfly.", ".idx."};
static const char *const plogic_names[] = {"and", "or", "xor", "not"};

static uint8_t name_index(const char *name, const char *const *names, unsigned n)
{
    for (unsigned k = 0; k < n; k++)
        if (strstr(name, names[k]))
            return (uint8_t)k;
    return 0;
}

static bool emit_atom(emit_t *e)
{
    const ptx_inst_t *p = e->f->p;
    op_t *o = e->o;
    unsigned k = 0;
    if (p->row->exec == EX_ATOM) {
        const ptx_opnd_t *d = &p->op[k++];
        o->dst = d->kind == PO_REG ? emit_reg(e, d->reg) : NO_SLOT;
    }
    o->dst_bits = ptx_type_bits(p->row->t) > 32 ? 64 : 32;
    o->sub = name_index(p->row->name, atom_names, sizeof atom_names / sizeof atom_names[0]);
    if (!emit_address(e, &p->op[k++]))
        return false;
    for (unsigned v = 0; k < p->n; v++, k++)
        if (!emit_source(e, &p->op[k], p->row->t, &o->v[v], NULL))
            return false;
    return true;
}

static bool emit_mov(emit_t *e)
{
    const ptx_inst_t *p = e->f->p;
    const ptx_opnd_t *d = &p->op[0], *s = &p->op[1];
    op_t *o = e->o;
    unsigned t = p->row->t;
    if (t == PT_PRED) {
        o->p = emit_pred(e, d->reg);
        o->q = emit_pred(e, d->reg2);
        o->sub = s->kind == PO_INT ? MOV_PRED_CONST : MOV_PRED;
        o->imm = s->imm != 0;
        if (s->kind != PO_INT) {
            o->c = emit_pred(e, s->reg);
            o->c_not = s->kind == PO_NOT;
        }
        return true;
    }
    o->dst_bits = ptx_type_bits(t) > 32 ? 64 : 32;
    if (d->kind == PO_VEC) {
        o->sub = MOV_UNPACK;
        o->n = d->n;
        for (unsigned k = 0; k < d->n; k++)
            o->v[k] = d->elem[k].kind == PO_REG ? emit_reg(e, d->elem[k].reg) : NO_SLOT;
        return emit_source(e, s, t, &o->src[0], NULL);
    }
    o->dst = emit_reg(e, d->reg);
    if (s->kind == PO_VEC) {
        unsigned bits = ptx_type_bits(t) / s->n;
        o->sub = MOV_PACK;
        o->n = s->n;
        for (unsigned k = 0; k < s->n; k++)
            if (!emit_source(e, &s->elem[k],
                             bits == 32   ? PT_B32
                             : bits == 16 ? PT_B16
                                          : PT_B8,
                             &o->v[k], NULL))
                return false;
        return true;
    }
    if (s->kind == PO_SREG && s->reg >= PTX_SR_CLOCK) {
        o->sub = MOV_CLOCK;
        o->imm = s->reg;
        return true;
    }
    o->sub = MOV_COPY;
    return emit_source(e, s, t, &o->src[0], NULL);
}

static bool emit_lanes(emit_t *e)
{
    const ptx_inst_t *p = e->f->p;
    op_t *o = e->o;
    const ptx_opnd_t *d = &p->op[0];
    if (p->row->exec == EX_VOTE) {
        o->sub = name_index(p->row->name, vote_names, 4);
        if (p->row->t == PT_PRED)
            o->p = emit_pred(e, d->reg);
        else
            o->dst = emit_reg(e, d->reg);
        o->c = emit_pred(e, p->op[1].reg);
        o->c_not = p->op[1].kind == PO_NOT;
        return true;
    }
    o->dst = d->reg == PTX_NO_REG ? NO_SLOT : emit_reg(e, d->reg);
    o->p = emit_pred(e, d->reg2);
    o->dst_bits = ptx_type_bits(p->row->t) > 32 ? 64 : 32; /* of match's source */
    if (p->row->exec == EX_SHFL)
        o->sub = name_index(p->row->name, shfl_names, 4);
    else
        o->sub = strstr(p->row->name, ".all.") != NULL;
    if (!emit_source(e, &p->op[1], p->row->t, &o->src[0], NULL))
        return false;
    for (unsigned k = 2; k < p->n && k < 4; k++)
        if (!emit_source(e, &p->op[k], PT_B32, &o->src[k - 1], NULL))
            return false;
    return true;
}

static bool emit_branch(emit_t *e, uint32_t index)
{
    op_t *o = e->o;
    const flat_t *f = e->f;
    o->reconv = e->b->reconv[index];
    if (f->exec == EX_BRX) {
        uint32_t *table = pool_alloc(e->b->pool, 2 * f->n_targets * sizeof *table);
        memcpy(table, f->target, f->n_targets * sizeof *table);
        for (uint32_t k = 0; f->key && k < f->n_targets; k++)
            table[f->n_targets + k] = (uint32_t)(f->key[k] - PTX_CODE_BASE);
        o->table = table;
        o->n_targets = f->n_targets;
        o->sub = f->key ? BRX_CALL : BRX_INDEX;
        return emit_source(e, &f->p->op[0], f->key ? PT_B64 : PT_B32, &o->src[0], NULL);
    }
    o->target = f->target[0];
    if (f->exec == EX_CALL) /* a guarded call branches around the body where not taken */
        o->guard_not = f->guarded ? !o->guard_not : o->guard_not;
    o->exec = EX_BRA;
    return true;
}

static bool emit_carry(emit_t *e)
{
    const char *name = e->f->p->row->name;
    op_t *o = e->o;
    o->c = o->p = (uint16_t)e->b->slot[e->b->carry];
    o->sub = (uint8_t)((strstr(name, ".cc") ? CARRY_OUT : 0) |
                       (!strncmp(name, "addc", 4) || !strncmp(name, "subc", 4) ||
                                !strncmp(name, "madc", 4)
                            ? CARRY_IN
                            : 0) |
                       (!strncmp(name, "sub", 3) ? CARRY_SUB : 0) |
                       (strstr(name, ".lo") ? CARRY_MAD_LO : 0) |
                       (strstr(name, ".hi") ? CARRY_MAD_HI : 0));
    return emit_letters(e);
}

static bool emit_special(emit_t *e, uint32_t index)
{
    const ptx_inst_t *p = e->f->p;
    op_t *o = e->o;
    switch (e->f->exec) {
    case EX_LOAD:
        return emit_address(e, &p->op[1]) && emit_data(e, &p->op[0], true);
    case EX_STORE:
        return emit_address(e, &p->op[0]) && emit_data(e, &p->op[1], false);
    case EX_ATOM:
    case EX_RED:
        return emit_atom(e);
    case EX_TEXTURE:
        return emit_texture(e);
    case EX_PREFETCH:
        return emit_address(e, &p->op[0]);
    case EX_MOV:
        return emit_mov(e);
    case EX_PLOGIC:
        o->sub = name_index(p->row->name, plogic_names, 4);
        if (!strncmp(p->row->name, "xor", 3)) /* holds "or" */
            o->sub = PLOGIC_XOR;
        o->p = emit_pred(e, p->op[0].reg);
        o->c = emit_pred(e, p->op[1].reg);
        o->c_not = p->op[1].kind == PO_NOT;
        if (p->n > 2) {
            o->c2 = emit_pred(e, p->op[2].reg);
            o->c2_not = p->op[2].kind == PO_NOT;
        }
        return true;
    case EX_CVTA:
        o->dst = emit_reg(e, p->op[0].reg);
        o->dst_bits = ptx_type_bits(p->row->t) > 32 ? 64 : 32;
        o->space = (uint8_t)space_of(o->mods);
        return emit_source(e, &p->op[1], p->row->t, &o->src[0], NULL);
    case EX_ISSPACEP:
        o->p = emit_pred(e, p->op[0].reg);
        o->space = (uint8_t)space_of(o->mods);
        return emit_source(e, &p->op[1], PT_B64, &o->src[0], NULL);
    case EX_VOTE:
    case EX_SHFL:
    case EX_MATCH:
        return emit_lanes(e);
    case EX_BAR:
        return emit_source(e, &p->op[0], PT_B32, &o->src[0], NULL) &&
               (p->n < 2 || emit_source(e, &p->op[1], PT_B32, &o->src[1], NULL));
    case EX_BAR_RED:
        o->c = emit_pred(e, p->op[p->n - 1].reg);
        o->c_not = p->op[p->n - 1].kind == PO_NOT;
        return emit_source(e, &p->op[1], PT_B32, &o->src[0], NULL) &&
               (p->n < 4 || emit_source(e, &p->op[2], PT_B32, &o->src[1], NULL));
    case EX_BAR_GET:
        o->sub = strstr(p->row->name, ".popc")  ? RED_POPC
                 : strstr(p->row->name, ".and") ? RED_AND
                                                : RED_OR;
        if (o->sub == RED_POPC)
            o->dst = emit_reg(e, p->op[0].reg);
        else
            o->p = emit_pred(e, p->op[0].reg);
        return true;
    case EX_SYSCALL:
        o->sub = (uint8_t)flat_syscall(ptx_real_func(p->callee));
        for (unsigned k = 0; k < 4 && k < p->n_args; k++)
            o->v[k] = e->f->frame->offset[p->actual[p->n_rets + k]->index];
        if (p->n_rets)
            o->v[2] = e->f->frame->offset[p->actual[0]->index];
        return true;
    case EX_BRA:
    case EX_BRX:
    case EX_CALL:
    case EX_RET:
        return emit_branch(e, index);
    case EX_CARRY:
        return emit_carry(e);
    case EX_NOP:
    case EX_MEMBAR:
    case EX_EXIT:
    case EX_TRAP:
        return true;
    default:
        return emit_letters(e);
    }
}

bool build_emit(build_t *b, isa_kernel_t *k)
{
    emit_t e = {.b = b};
    op_t *ops = pool_alloc(b->pool, b->n * sizeof *ops);
    inst_t *inst = pool_alloc(b->pool, b->n * sizeof *inst);
    uint32_t *line = pool_alloc(b->pool, b->n * sizeof *line);
    const ptx_inst_t **ptx = pool_alloc(b->pool, b->n * sizeof *ptx);
    for (uint32_t i = 0; i < b->n; i++) {
        const flat_t *f = &b->flat[i];
        op_t *o = &ops[i];
        *o = (op_t){.exec = f->exec,
                    .guard = NO_PRED,
                    .dst = NO_SLOT,
                    .dst_mask = UINT32_MAX,
                    .p = NO_PRED,
                    .q = NO_PRED,
                    .c = NO_PRED,
                    .c2 = NO_PRED,
                    .src = {NO_SLOT, NO_SLOT, NO_SLOT, NO_SLOT},
                    .reconv = ISA_NO_INDEX};
        e.f = f;
        e.o = o;
        ptx[i] = f->p;
        line[i] = (uint32_t)(f->p ? f->p->line : b->func->line);
        if (f->p) {
            o->mods = f->p->mods;
            o->row = (uint32_t)(f->p->row - isa_rows);
            if (f->guarded) {
                o->guard = emit_pred(&e, f->p->guard);
                o->guard_not = f->p->guard_not;
            }
            if (!emit_special(&e, i))
                return false;
        }
        build_describe(b, f, o, i, &inst[i]);
    }
    struct isa_code *code = pool_alloc(b->pool, sizeof *code);
    *code = (struct isa_code){.label = b->func->file,
                              .op = ops,
                              .ptx = ptx,
                              .entry = e.entry,
                              .n_entries = e.n_entries,
                              .const_slots = e.const_slots,
                              .slots = b->slots,
                              .n64 = b->n64,
                              .preds = b->preds,
                              .call_bytes = b->call_bytes,
                              .dyn_align = b->dyn_align,
                              .block_of = b->block_of,
                              .block_first = b->block_first,
                              .n_blocks = b->n_blocks,
                              .succ = b->succ,
                              .n_succ = b->n_succ};
    k->inst = inst;
    k->n_inst = b->n;
    k->line = line;
    k->code = code;
    k->grid_sync = e.grid_sync;
    return true;
}
