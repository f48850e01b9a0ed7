/*
 * A warp instruction as the timing model sees it. The front ends (PTX, traces) decode every
 * static instruction once into an inst_t; the GPU model reads nothing else of the program.
 */
#ifndef LW_FRONT_INST_H
#define LW_FRONT_INST_H

#include <stdbool.h>
#include <stdint.h>

#define INST_MAX_LANES   64 /* GCN wavefronts; CUDA warps use the low 32 */
#define INST_MAX_REGS    256
#define INST_MAX_SOURCES 32

/* The functional unit that takes the instruction. */
typedef enum inst_unit {
    INST_UNIT_SP,   /* integer and single-precision ALU */
    INST_UNIT_SFU,  /* transcendental; also integer division */
    INST_UNIT_DP,   /* double precision */
    INST_UNIT_LDST, /* every memory instruction */
    INST_UNIT_CTRL, /* branch, barrier, fence, exit: issues, occupies no execution unit */
} inst_unit_t;

typedef enum inst_kind {
    INST_ALU,
    INST_LOAD,
    INST_STORE,
    INST_ATOMIC,  /* read-modify-write that returns a value (performed at L2) */
    INST_REDUCE,  /* read-modify-write without a result (performed at L2) */
    INST_BARRIER, /* all warps of the CTA */
    INST_FENCE,   /* waits for the warp's own outstanding memory operations */
    INST_BRANCH,
    INST_EXIT,
} inst_kind_t;

/* What an instruction of an execution unit computes, as far as latencies distinguish it (key
 * op_latencies): four kinds of arithmetic and division, each on integers, single (and half) and
 * double precision; functions such as a root or a sine; and everything else. */
typedef enum inst_op {
    INST_OP_LOGIC, /* comparisons, conversions, moves, shifts, and what has no kind below */
    INST_OP_INT_ADD,
    INST_OP_INT_MAX,
    INST_OP_INT_MUL,
    INST_OP_INT_MAD,
    INST_OP_INT_DIV,
    INST_OP_FP_ADD,
    INST_OP_FP_MAX,
    INST_OP_FP_MUL,
    INST_OP_FP_MAD,
    INST_OP_FP_DIV,
    INST_OP_DP_ADD,
    INST_OP_DP_MAX,
    INST_OP_DP_MUL,
    INST_OP_DP_MAD,
    INST_OP_DP_DIV,
    INST_OP_SPECIAL,
    INST_OPS,
} inst_op_t;

typedef enum inst_space {
    INST_SPACE_NONE,
    INST_SPACE_GLOBAL, /* through the L1D (atomics: L2) */
    INST_SPACE_LOCAL,  /* through the L1D, per-thread addresses already interleaved */
    INST_SPACE_SHARED,
    INST_SPACE_CONST,   /* through the constant cache */
    INST_SPACE_PARAM,   /* likewise */
    INST_SPACE_GENERIC, /* static only: warp_step_t.space holds the space it resolved to */
    INST_SPACE_TEXTURE, /* global memory through the texture cache */
} inst_space_t;

/* A set of scoreboard registers (predicates have numbers of their own in the same space). */
typedef struct inst_regset {
    uint64_t w[INST_MAX_REGS / 64];
} inst_regset_t;

typedef struct inst {
    uint32_t pc;      /* byte address in the kernel; PTX instructions are 8 apart */
    uint8_t unit;     /* inst_unit_t */
    uint8_t kind;     /* inst_kind_t */
    uint8_t space;    /* inst_space_t */
    uint8_t width;    /* bytes a lane accesses, all vector elements together */
    uint16_t loop;    /* 1 + index of the innermost natural loop holding it; 0: none */
    uint8_t cache_op; /* 0 normal; else may not hit in L1; 1: volatile or .cv/.cg; 2: likewise, but
                       * a load like any other to GPGPU-Sim (coalescer: segments) */
    uint8_t initiation; /* 0: the unit's configured interval; else a multiple of it */
    uint16_t loop_up;   /* the loop around that one, numbered likewise; 0: none */
    uint8_t op;         /* inst_op_t; of memory and control instructions LOGIC */
    uint8_t sources;    /* register operands read, a register twice if it is given twice; address
                         * registers count, a guard does not */
    inst_regset_t dst;  /* registers written */
    inst_regset_t use;  /* registers read or written: none may be pending at issue */
} inst_t;

static inline bool inst_is_memory(const inst_t *i)
{
    return i->unit == INST_UNIT_LDST;
}

static inline bool inst_regset_meets(const inst_regset_t *a, const inst_regset_t *b)
{
    return ((a->w[0] & b->w[0]) | (a->w[1] & b->w[1]) | (a->w[2] & b->w[2]) |
            (a->w[3] & b->w[3])) != 0;
}

static inline bool inst_regset_empty(const inst_regset_t *a)
{
    return (a->w[0] | a->w[1] | a->w[2] | a->w[3]) == 0;
}

#endif
