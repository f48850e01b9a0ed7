/*
 * The instructions lockwarp knows: one row for each opcode with its variant and types. The
 * reader accepts what has a row and nothing else; the row says which modifiers it takes, what
 * its operands are, and which unit executes it. rows_alu.inc lists the rows whose whole effect
 * is on registers (one vector handler each), rows_special.inc the rest.
 */
#ifndef LW_ISA_ROWS_H
#define LW_ISA_ROWS_H

#include <stdbool.h>
#include <stdint.h>

#include "front/inst.h"
#include "isa/ptx_type.h"

/* Modifiers that do not choose the row. X(enumerator, text) */
/* clang-format off */
#define ISA_MODS(X) \
    X(RN, "rn") X(RZ, "rz") X(RM, "rm") X(RP, "rp") X(RNI, "rni") X(RZI, "rzi") X(RMI, "rmi") \
    X(RPI, "rpi") X(FTZ, "ftz") X(SAT, "sat") X(AND, "and") X(OR, "or") X(XOR, "xor") \
    X(GLOBAL, "global") X(SHARED, "shared") X(LOCAL, "local") X(CONST, "const") X(PARAM, "param") \
    X(V2, "v2") X(V4, "v4") X(CA, "ca") X(CG, "cg") X(CS, "cs") X(LU, "lu") X(CV, "cv") \
    X(WB, "wb") X(WT, "wt") X(NC, "nc") X(WEAK, "weak") X(VOLATILE, "volatile") \
    X(RELAXED, "relaxed") X(ACQUIRE, "acquire") X(RELEASE, "release") X(ACQ_REL, "acq_rel") \
    X(CTA, "cta") X(GPU, "gpu") X(SYS, "sys") X(SYNC, "sync") X(ALIGNED, "aligned") X(UNI, "uni") \
    X(TO, "to") X(HINT, "L2::128B")
/* clang-format on */

typedef enum isa_mod_index {
#define X(id, text) ISA_MI_##id,
    ISA_MODS(X)
#undef X
        ISA_MI_COUNT
} isa_mod_index_t;

enum { ISA_MOD_COUNT = ISA_MI_COUNT };

#define ISA_M(id) (UINT64_C(1) << ISA_MI_##id)

#define ISA_M_ROUND  (ISA_M(RN) | ISA_M(RZ) | ISA_M(RM) | ISA_M(RP))
#define ISA_M_ROUNDI (ISA_M(RNI) | ISA_M(RZI) | ISA_M(RMI) | ISA_M(RPI))
#define ISA_M_BOOL   (ISA_M(AND) | ISA_M(OR) | ISA_M(XOR))
#define ISA_M_SPACE  (ISA_M(GLOBAL) | ISA_M(SHARED) | ISA_M(LOCAL) | ISA_M(CONST) | ISA_M(PARAM))
#define ISA_M_VEC    (ISA_M(V2) | ISA_M(V4))
#define ISA_M_LDCOP  (ISA_M(CA) | ISA_M(CG) | ISA_M(CS) | ISA_M(LU) | ISA_M(CV))
#define ISA_M_STCOP  (ISA_M(WB) | ISA_M(CG) | ISA_M(CS) | ISA_M(WT))
#define ISA_M_ORDER                                                                                \
    (ISA_M(WEAK) | ISA_M(VOLATILE) | ISA_M(RELAXED) | ISA_M(ACQUIRE) | ISA_M(RELEASE) |            \
     ISA_M(ACQ_REL))
#define ISA_M_SCOPE (ISA_M(CTA) | ISA_M(GPU) | ISA_M(SYS))

/* How an instruction is executed. */
typedef enum isa_exec {
    EX_ALU32,  /* handler fills a 32-bit register */
    EX_ALU64,  /* handler fills a 64-bit register */
    EX_SETP,   /* handler makes a lane mask: predicates p and q */
    EX_SET,    /* handler makes a lane mask: a register of ones or zeros, or 1.0f */
    EX_SELP,   /* choice by a predicate */
    EX_CARRY,  /* sums with the carry predicate */
    EX_PLOGIC, /* and or xor not mov of predicates */
    EX_MOV,
    EX_LOAD,
    EX_STORE,
    EX_ATOM,
    EX_RED,
    EX_TEXTURE,
    EX_PREFETCH,
    EX_CVTA,
    EX_ISSPACEP,
    EX_VOTE,
    EX_ACTIVEMASK,
    EX_MATCH,
    EX_SHFL,
    EX_BAR,
    EX_BAR_RED, /* arrives with a predicate; behind it the reader puts ... */
    EX_BAR_GET, /* ... what takes the result, as hardware does (BAR.RED, B2R) */
    EX_MEMBAR,
    EX_BRA,
    EX_BRX,
    EX_CALL,
    EX_RET,
    EX_EXIT,
    EX_TRAP,
    EX_SYSCALL, /* what the driver provides: vprintf, __assertfail */
    EX_NOP,
} isa_exec_t;

/*
 * Operands, one letter each, in the order written:
 *   d destination of type t     w destination twice as wide    i destination .b32
 *   a source of type t          c source twice as wide         u source .u32 (or .b32)
 *   e source of type t2         q predicate destination p or p|q
 *   p source predicate           l table: a constant from 0 to 255
 * "*" leaves operands to the special decoder of the row's exec.
 */
typedef struct isa_row {
    const char *name; /* "mul.wide.s32": opcode, then what chooses the row */
    const char *fmt;
    uint8_t exec;   /* isa_exec_t */
    uint8_t t, t2;  /* ptx_type_t */
    uint8_t unit;   /* inst_unit_t */
    uint64_t allow; /* modifiers that may be given */
    uint64_t need;  /* of these at least one must be given; 0: none */
} isa_row_t;

extern const isa_row_t isa_rows[];
extern const unsigned isa_row_count;
extern const unsigned isa_alu_row_count; /* the first rows have vector handlers */

/* Rows by name: a sorted index. */
typedef struct isa_row_index {
    uint16_t by_name[2048];
} isa_row_index_t;

void isa_row_index_init(isa_row_index_t *x);
/* The row of that name, or NULL. */
const isa_row_t *isa_row_find(const isa_row_index_t *x, const char *name);
/* Any row's opcode is the n characters at s. */
bool isa_opcode_known(const isa_row_index_t *x, const char *s, unsigned n);
/* Modifiers of this opcode that never choose its row. */
uint64_t isa_opcode_mods(const isa_row_index_t *x, const char *s, unsigned n);
/* Index of a modifier (isa_mod_index_t), or -1. */
int isa_mod_find(const char *s, unsigned n);
const char *isa_mod_text(unsigned index);

#endif
