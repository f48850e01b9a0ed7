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

static bool listed(const char *names, const char *word, size_t n)
{
    for (const char *at = names; *at; at += strcspn(at, " ") + (at[strcspn(at, " ")] == ' '))
        if (strcspn(at, " ") == n && !strncmp(at, word, n))
            return true;
    return false;
}

/* By opcode as GPGPU-Sim 3.2 gives latencies, and type. It has no class for fma, rem, mul24 and
 * mad24: they are logic. */
static uint8_t op_of(const isa_row_t *row)
{
    static const struct {
        const char *names;
        uint8_t of_int;
    } ops[] = {
        {"add addc sub subc", INST_OP_INT_ADD},
        {"min max", INST_OP_INT_MAX},
        {"mul", INST_OP_INT_MUL},
        {"mad madc", INST_OP_INT_MAD},
        {"div", INST_OP_INT_DIV},
    };
    size_t n = strcspn(row->name, ".");
    if (listed("rcp sqrt rsqrt sin cos ex2 lg2 tanh", row->name, n))
        return INST_OP_SPECIAL;
    unsigned type = row->t == PT_F64                            ? INST_OP_DP_ADD - INST_OP_INT_ADD
                    : ptx_type_class((ptx_type_t)row->t) == 'f' ? INST_OP_FP_ADD - INST_OP_INT_ADD
                                                                : 0;
    for (unsigned i = 0; i < sizeof ops / sizeof ops[0]; i++)
        if (listed(ops[i].names, row->name, n))
            return (uint8_t)(ops[i].of_int + type);
    return INST_OP_LOGIC;
}

/* Registers that operands name; neither the guard, which is the first of r->use, nor the carry. */
static uint8_t sources_of(const build_t *b, const ptx_inst_t *p, const refs_t *r)
{
    unsigned n = 0;
    for (unsigned k = p->guard != PTX_NO_REG; k < r->n_use; k++)
        n += r->use[k] != b->carry;
    return (uint8_t)n;
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
    build_refs(b, f, &r);
    if (f->p) {
        x->initiation = initiation_of(f->p->row);
        x->op = x->kind == INST_ALU ? op_of(f->p->row) : (uint8_t)INST_OP_LOGIC;
        x->sources = sources_of(b, f->p, &r);
    }
    for (unsigned k = 0; k < r.n_def; k++)
        add_number(b, &x->dst, r.def[k]);
    for (unsigned k = 0; k < r.n_use; k++)
        add_number(b, &x->use, r.use[k]);
    for (unsigned k = 0; k < INST_MAX_REGS / 64; k++)
        x->use.w[k] |= x->dst.w[k];
}
