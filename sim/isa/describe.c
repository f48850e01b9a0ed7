/* What the timing model is told of an instruction. */
#include <string.h>

#include "isa/build.h"

/* Scoreboard numbers: 64-bit registers, 32-bit registers, predicates. A kernel with more than 256
 * together shares numbers: registers modulo 192, predicates modulo 64 behind them. Sharing makes
 * the timing model wait needlessly at worst; execution does not look at these numbers. */
static void add_number(const build_t *b, inst_regset_t *set, uint32_t reg)
{
    uint32_t slot = b->slot[reg], registers = b->slots - b->n64;
    if (slot == NO_SLOT)
        return;
    bool pred = b->reg_type[reg] == PT_PRED, fits = registers + b->preds <= INST_MAX_REGS;
    if (!pred)
        slot = slot < 2 * b->n64 ? slot / 2 : slot - b->n64;
    uint32_t id = fits ? (pred ? registers : 0) + slot : pred ? 192 + slot % 64 : slot % 192;
    set->w[id / 64] |= UINT64_C(1) << (id % 64);
}

static inst_kind_t kind_of(const op_t *o)
{
    switch (o->exec) {
    case EX_LOAD:
    case EX_TEXTURE:
        return INST_LOAD;
    case EX_STORE:
        return INST_STORE;
    case EX_ATOM:
        return INST_ATOMIC;
    case EX_RED:
        return INST_REDUCE;
    case EX_BAR:
    case EX_BAR_RED:
        return INST_BARRIER;
    case EX_MEMBAR:
        return INST_FENCE;
    case EX_BRA:
    case EX_BRX:
        return INST_BRANCH;
    case EX_EXIT:
    case EX_TRAP:
        return INST_EXIT;
    default:
        return INST_ALU;
    }
}

/* Divisions and exact roots are sequences on real hardware: they hold their unit for as many
 * times its interval. */
static uint8_t initiation_of(const isa_row_t *row)
{
    bool wide = ptx_type_bits(row->t) == 64;
    if (row->unit == INST_UNIT_SFU && ptx_type_class(row->t) != 'f')
        return wide ? 8 : 4;
    bool root = !strncmp(row->name, "div.f", 5) || !strncmp(row->name, "sqrt.f", 6) ||
                !strncmp(row->name, "rcp.f", 5);
    return root ? (wide ? 4 : 2) : 0;
}

void build_describe(const build_t *b, const flat_t *f, const op_t *o, uint32_t index, inst_t *x)
{
    refs_t r;
    x->pc = index * ISA_PC_STEP;
    x->unit = f->p ? f->p->row->unit : (uint8_t)INST_UNIT_CTRL;
    if (o->exec == EX_BAR_GET)
        x->unit = INST_UNIT_SP;
    x->kind = (uint8_t)kind_of(o);
    x->loop = b->loop_of[index];
    x->loop_up = x->loop ? b->loop[x->loop - 1].parent : 0;
    if (x->unit == INST_UNIT_LDST) {
        x->space = o->space;
        x->width = (uint8_t)(o->esize * o->n);
        bool wide_scope = (o->mods & (ISA_M(GPU) | ISA_M(SYS))) != 0;
        x->cache_op = (o->mods & (ISA_M(VOLATILE) | ISA_M(CV) | ISA_M(CG))) ||
                      (wide_scope && (o->mods & (ISA_M(RELAXED) | ISA_M(ACQUIRE))));
        if (o->flags & MEM_CALL) { /* arguments of calls travel in registers */
            x->unit = INST_UNIT_SP;
            x->kind = INST_ALU;
            x->space = INST_SPACE_NONE;
            x->width = 0;
        }
    }
    if (f->p)
        x->initiation = initiation_of(f->p->row);
    build_refs(b, f, &r);
    for (unsigned k = 0; k < r.n_def; k++)
        add_number(b, &x->dst, r.def[k]);
    for (unsigned k = 0; k < r.n_use; k++)
        add_number(b, &x->use, r.use[k]);
    for (unsigned k = 0; k < INST_MAX_REGS / 64; k++)
        x->use.w[k] |= x->dst.w[k];
}
