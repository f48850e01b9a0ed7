/*
 * What the executor runs: decoded operations, warps, CTAs, launches. Private to isa/.
 *
 * A register of a warp is an array over lanes; a 32-bit register is one slot of lanes * 4 bytes,
 * a 64-bit register two slots (regs.c says where). Values of 8 and 16 bits lie zero
 * extended in a 32-bit slot. Predicates are lane masks. Every source of an operation is such an
 * array too, in one of five banks, so that one handler serves registers, constants and special
 * registers; an operation does not depend on the number of lanes.
 */
#ifndef LW_ISA_EXEC_H
#define LW_ISA_EXEC_H

#include <stdbool.h>
#include <stdint.h>

#include "isa/isa.h"
#include "isa/ptx.h"

typedef enum isa_bank {
    BANK_REG,     /* the warp's registers */
    BANK_CONST,   /* the launch's constants: immediates, addresses, ntid, laneid... */
    BANK_WARP,    /* tid and warpid, by the warp's number in its CTA */
    BANK_CTA,     /* ctaid */
    BANK_SCRATCH, /* operands of wrapped operations */
    BANKS
} isa_bank_t;

enum { WARP_TID_X, WARP_TID_Y, WARP_TID_Z, WARP_WARPID, WARP_SLOTS };
enum { CTA_CTAID_X, CTA_CTAID_Y, CTA_CTAID_Z, CTA_SLOTS };

#define SRC_BANK_SHIFT 29
#define SRC_SLOT_MASK  ((UINT32_C(1) << SRC_BANK_SHIFT) - 1)
#define NO_SLOT        UINT32_MAX
#define NO_PRED        UINT16_MAX
#define SCRATCH_SLOTS  10 /* four sources and a result of 64 bits */

typedef struct op op_t;
/* Fills dst (lanes values of 32 or 64 bits, or one lane mask) from the sources, all lanes,
 * whatever the warp's mask. */
typedef void op_fn(const op_t *o, const front_warp_t *w, void *dst);

/* What an ALU operation needs beyond its handler. */
enum {
    WRAP_ROUND = 1,    /* directed rounding */
    WRAP_FTZ = 2,      /* subnormal f32 sources become zero (op.ftz) */
    WRAP_SAT = 4,      /* f32 result into [0, 1] */
    WRAP_NARROW = 8,   /* a 32-bit source is the low half of a 64-bit register */
    WRAP_WIDEN_U = 16, /* a 32-bit result goes to a 64-bit register */
    WRAP_WIDEN_S = 32,
    WRAP_FTZ_OUT = 64, /* a subnormal f32 result too */
    WRAP_SAT_HALF = 128,
};

/* op.sub of EX_MOV */
enum {
    MOV_COPY,
    MOV_PACK,       /* dst = v[n - 1] ... v[0] */
    MOV_UNPACK,     /* v[n - 1] ... v[0] = src */
    MOV_CLOCK,      /* imm: ptx_sreg_t */
    MOV_PRED,       /* p, q = c */
    MOV_PRED_CONST, /* p, q = imm */
};

/* op.sub of EX_BRX: the index of a target, or a function's address: those follow the targets in the
 * table, as their distance from PTX_CODE_BASE */
enum {
    BRX_INDEX,
    BRX_CALL,
};

/* op.sub of EX_SYSCALL */
typedef enum isa_syscall {
    SYS_NONE,
    SYS_VPRINTF,
    SYS_ASSERTFAIL,
} isa_syscall_t;

/* op.sub of EX_CARRY, bits */
enum {
    CARRY_OUT = 1,
    CARRY_IN = 2,
    CARRY_SUB = 4,
    CARRY_MAD_LO = 8,
    CARRY_MAD_HI = 16,
};

/* op.sub of EX_ATOM and EX_RED, EX_VOTE, EX_SHFL, EX_PLOGIC, EX_MATCH */
enum {
    ATOM_ADD,
    ATOM_MIN,
    ATOM_MAX,
    ATOM_AND,
    ATOM_OR,
    ATOM_XOR,
    ATOM_INC,
    ATOM_DEC,
    ATOM_EXCH,
    ATOM_CAS,
};
enum {
    VOTE_ALL,
    VOTE_ANY,
    VOTE_UNI,
    VOTE_BALLOT,
};
enum {
    SHFL_UP,
    SHFL_DOWN,
    SHFL_BFLY,
    SHFL_IDX,
};
enum {
    RED_POPC,
    RED_AND,
    RED_OR,
};
enum {
    PLOGIC_AND,
    PLOGIC_OR,
    PLOGIC_XOR,
    PLOGIC_NOT,
};

/* Flags of memory operations. */
enum {
    MEM_SIGNED = 1,
    MEM_BASE32 = 2,    /* the address register has 32 bits */
    MEM_CALL = 4,      /* parameter space of a call, not of the kernel */
    MEM_TEX_FLOAT = 8, /* texture coordinates are .f32 */
};

struct op {
    uint32_t src[4]; /* bank << SRC_BANK_SHIFT | slot */
    uint32_t dst;    /* slot, NO_SLOT: none */
    uint32_t row;    /* index in isa_rows */
    uint64_t mods;
    uint32_t dst_mask;    /* 0xffff when the result of a narrow signed type goes to 16 bits */
    uint16_t guard;       /* predicate, NO_PRED: none */
    uint16_t p, q, c, c2; /* predicates: results, sources */
    bool guard_not, c_not, c2_not;
    uint8_t exec; /* isa_exec_t */
    uint8_t wrap;
    uint8_t ftz, narrow; /* sources to flush, to cut to 32 bits: a bit each */
    uint8_t dst_bits;    /* of a data register, also of a memory operation's: 32 or 64 */
    uint8_t space;       /* inst_space_t */
    uint8_t esize, n;    /* bytes of an element, elements */
    uint8_t flags;
    uint8_t sub;       /* operation within the exec, see its function */
    uint32_t v[4];     /* data of a memory operation: dst slot, or source */
    uint8_t v_bits[4]; /* 32 or 64 */
    int64_t imm;
    uint32_t target, reconv; /* branch */
    const uint32_t *table;   /* brx */
    uint32_t n_targets;
};

/* A constant of a kernel: one 4- or 8-byte value for all lanes, or one that depends on launch
 * or lane. */
typedef struct const_entry {
    uint8_t kind; /* CONST_... */
    uint8_t bits; /* 32 or 64 */
    uint32_t sreg;
    uint64_t value;
    const ptx_var_t *var; /* CONST_ADDR: value is added to where it lives */
    uint32_t slot;
} const_entry_t;

enum { CONST_VALUE, CONST_ADDR, CONST_SREG };

struct isa_code {
    const char *label; /* of the kernel's file */
    const op_t *op;
    const ptx_inst_t *const *ptx; /* [n_inst], NULL: made by the reader */
    const const_entry_t *entry;
    unsigned n_entries;
    uint32_t const_slots;
    uint32_t slots; /* 32-bit register slots of a warp */
    uint32_t n64;   /* the first 2 n64 of them are 64-bit registers */
    uint32_t preds;
    uint32_t call_bytes;         /* parameter space of calls, per thread */
    uint32_t dyn_align;          /* of dynamic shared memory */
    const uint32_t *block_of;    /* [n_inst] basic block */
    const uint32_t *block_first; /* [n_blocks + 1] its first instruction */
    uint32_t n_blocks;
    uint32_t *const *succ; /* [n_blocks] */
    const uint32_t *n_succ;
};

/* The label of the file that an instruction comes from. */
static inline const char *isa_file_of(const struct isa_code *c, uint32_t index)
{
    return c->ptx[index] ? c->ptx[index]->func->file : c->label;
}

typedef struct simt_entry {
    uint32_t pc, rpc; /* instruction indices */
    uint64_t mask;
} simt_entry_t;

/* This, front_cta and isa_launch are walked by state.c. */
struct front_warp {
    const uint8_t *bank[BANKS];
    op_fn *const *row; /* the launch's vec->row */
    const op_t *op;    /* the kernel's */
    uint8_t *regs;     /* bank[BANK_REG], to write */
    uint64_t *pred;
    isa_launch_t *l;
    front_cta_t *cta;
    uint32_t pc;          /* instruction index; running lanes' */
    uint32_t rpc;         /* where the running lanes meet those below, ISA_NO_INDEX: never */
    uint64_t active;      /* running lanes */
    uint64_t alive;       /* lanes that have not exited */
    uint32_t lanes;       /* 32 or 64 */
    uint32_t shift;       /* bytes of a slot: 1 << shift */
    uint32_t index;       /* in the CTA */
    uint32_t depth, room; /* of the stack */
    simt_entry_t *stack;
    uint64_t steps;
    bool at_barrier; /* of isa_run_functional */
    uint8_t barrier;
    uint16_t barrier_warps;
    uint32_t barrier_pc; /* of isa_run_functional: as pc */
    uint32_t red;        /* the number of the reducing barrier it arrived at last */
};

/* Barriers that reduce (bar.red): what the warps that have arrived bring, for the barrier that is
 * being met and the one before, of which some warps may still have to read the result. */
typedef struct bar_red {
    uint32_t met;      /* barriers known to be complete: the one to arrive at is number `met` */
    uint32_t lanes[2]; /* by the barrier's parity: lanes whose predicate is true */
    uint32_t some_false[2]; /* 1: a lane's is not */
} bar_red_t;

struct front_cta {
    front_cta_t *next;     /* in the launch's list of free ones */
    front_cta_t *next_all; /* in the list of all */
    isa_launch_t *l;
    uint32_t cta;
    uint32_t region; /* number of its local memory region */
    uint8_t *shared;
    uint8_t *local; /* as isa.h lays it out */
    uint8_t *call;  /* parameter space of calls, laid out likewise */
    uint8_t *bank;  /* CTA_SLOTS slots */
    uint8_t *regs;  /* of all warps */
    uint64_t *preds;
    bar_red_t red[16];
    front_warp_t warp[];
};

/* Loops over lanes compiled for one instruction set. */
typedef struct isa_vec {
    const char *name;
    op_fn *const *row; /* by row, the first isa_alu_row_count */
    void (*blend32)(uint32_t *dst, const uint32_t *from, uint64_t mask, uint32_t lanes);
    void (*blend64)(uint64_t *dst, const uint64_t *from, uint64_t mask, uint32_t lanes);
    void (*select32)(uint32_t *dst, const uint32_t *a, const uint32_t *b, uint64_t mask,
                     uint32_t lanes);
    void (*select64)(uint64_t *dst, const uint64_t *a, const uint64_t *b, uint64_t mask,
                     uint32_t lanes);
    /* addr = base + imm; the base of 32 bits zero extended */
    void (*address32)(uint64_t *addr, const uint32_t *base, int64_t imm, uint64_t bits,
                      uint32_t lanes);
    void (*address64)(uint64_t *addr, const uint64_t *base, int64_t imm, uint32_t lanes);
    /* Lanes of mask whose access of bytes at addr is outside [lo, lo + size) or misaligned. */
    uint64_t (*outside)(const uint64_t *addr, uint64_t lo, uint64_t size, uint32_t bytes,
                        uint64_t mask, uint32_t lanes);
    /* dst = words at mem + (addr - lo), all lanes in range */
    void (*gather32)(uint32_t *dst, const uint8_t *mem, const uint64_t *addr, uint64_t lo,
                     uint32_t lanes);
    void (*gather64)(uint64_t *dst, const uint8_t *mem, const uint64_t *addr, uint64_t lo,
                     uint32_t lanes);
} isa_vec_t;

extern const isa_vec_t isa_vec_base, isa_vec_avx2, isa_vec_avx512;
/* The one of that name, NULL: the widest that this machine runs. All give the same results.
 * NULL if there is none or the machine does not run it. */
const isa_vec_t *isa_vec_find(const char *name);

struct isa_launch {
    front_t front;
    const isa_kernel_t *k;
    const struct isa_code *code;
    const isa_vec_t *vec;
    isa_mem_t mem;
    uint8_t *params;
    uint8_t *consts;
    uint8_t *warp_bank; /* [warps_per_cta][WARP_SLOTS] slots */
    uint8_t *scratch;
    uint32_t lanes, shift;
    uint32_t threads;
    uint32_t local_words, call_words; /* per thread */
    uint32_t shared_bytes;
    uint32_t dyn_shared; /* what the launch asked for */
    front_cta_t *free, *all;
    uint64_t *regions; /* bit set: taken */
    uint32_t n_regions;
    uint64_t grid_workspace;
    isa_notes_t notes;
    void (*print)(void *ctx, const char *text, size_t bytes);
    void *print_ctx;
    char fault[400], slack_warning[400];
};

typedef uint32_t __attribute__((may_alias)) u32a_t;
typedef uint64_t __attribute__((may_alias)) u64a_t;

static inline const void *op_src(const op_t *o, const front_warp_t *w, unsigned k)
{
    uint32_t s = o->src[k];
    return w->bank[s >> SRC_BANK_SHIFT] + ((size_t)(s & SRC_SLOT_MASK) << w->shift);
}

static inline const void *warp_src(const front_warp_t *w, uint32_t s)
{
    return w->bank[s >> SRC_BANK_SHIFT] + ((size_t)(s & SRC_SLOT_MASK) << w->shift);
}

static inline void *warp_slot(const front_warp_t *w, uint32_t slot)
{
    return w->regs + ((size_t)slot << w->shift);
}

/* Notes the first thing in a launch whose result no manual defines; the launch goes on. */
void isa_warn(front_warp_t *w, const char *fmt, ...) __attribute__((format(printf, 2, 3)));
/* Counts an access of these lanes around device memory; notes the first of a launch. */
void isa_note_slack(front_warp_t *w, uint64_t lanes, uint64_t addr, uint32_t bytes,
                    const char *what);
/* Notes the first fault of a launch; lane below 0: of the whole warp. */
void isa_fault(front_warp_t *w, int lane, const char *fmt, ...)
    __attribute__((format(printf, 3, 4)));

/* Writes values of all lanes into a register under the mask. */
static inline void isa_write32(front_warp_t *w, uint32_t slot, const uint32_t *from, uint64_t mask)
{
    w->l->vec->blend32(warp_slot(w, slot), from, mask, w->lanes);
}

static inline void isa_write64(front_warp_t *w, uint32_t slot, const uint64_t *from, uint64_t mask)
{
    w->l->vec->blend64(warp_slot(w, slot), from, mask, w->lanes);
}

static inline void isa_write_pred(front_warp_t *w, uint16_t p, uint64_t value, uint64_t mask)
{
    if (p != NO_PRED)
        w->pred[p] = (w->pred[p] & ~mask) | (value & mask);
}

/* One function for each group of instructions; mask: lanes in which it takes effect. */
void isa_exec_wrapped(const op_t *o, front_warp_t *w, void *dst);
void isa_exec_load(const op_t *o, front_warp_t *w, uint64_t mask, warp_step_t *out);
void isa_exec_store(const op_t *o, front_warp_t *w, uint64_t mask, warp_step_t *out);
void isa_exec_texture(const op_t *o, front_warp_t *w, uint64_t mask, warp_step_t *out);
void isa_exec_atom(const op_t *o, front_warp_t *w, uint64_t mask, warp_step_t *out);
/* sub: isa_syscall_t; v: where its arguments lie, then vprintf's result */
void isa_exec_syscall(const op_t *o, front_warp_t *w, uint64_t mask);
void isa_exec_other(const op_t *o, front_warp_t *w, uint64_t mask, warp_step_t *out);
/* One whose whole effect is on registers and predicates: neither memory nor control. */
void isa_exec_value(const op_t *o, front_warp_t *w, uint64_t mask);

void isa_step(void *ctx, front_warp_t *w, warp_step_t *out);

/* ---- cta.c ---- */

/* Memory for vector loops: zero and aligned. Ends the program if there is none. */
void *isa_line_alloc(size_t bytes);
/* Gives all lanes of a slot one value. */
void isa_fill_slot(isa_launch_t *l, uint8_t *slot, unsigned bits, uint64_t value);
/* A CTA at its beginning, its memory zero; its local memory has no region yet. */
front_cta_t *isa_cta_prepare(isa_launch_t *l, uint32_t cta);
void isa_cta_free(isa_launch_t *l, front_cta_t *c);
/* The lowest region of local memory that no CTA has. */
uint32_t isa_region_take(isa_launch_t *l);
/* Takes this one; false: a CTA has it. */
bool isa_region_claim(isa_launch_t *l, uint32_t region);

/* state.c: the state operations of front/front.h */
void isa_state(void *ctx, state_io_t *io);
void isa_cta_state(void *ctx, state_io_t *io, uint32_t number, front_cta_t **cta);

/* Bytes of a warp's registers; of all threads' memory of so many words each, in a CTA. */
static inline size_t regs_bytes(const isa_launch_t *l)
{
    return (size_t)l->code->slots << l->shift;
}

static inline size_t thread_bytes(const isa_launch_t *l, uint32_t words)
{
    return (size_t)words * 4 * l->lanes * l->front.warps_per_cta;
}
extern const front_ops_t isa_front_ops;

#endif
