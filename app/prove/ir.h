/*
 * LLVM's intermediate code as plain structs: what the module prove_ir (ir_llvm.c) reads from the
 * compiler's bitcode, and what exec.h runs. Only that module knows LLVM.
 *
 * What is not in these lists was refused by the reader, with a message that names it.
 */
#ifndef LW_PROVE_IR_H
#define LW_PROVE_IR_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "common/diag.h"

typedef enum ir_op {
    IR_ADD,
    IR_SUB,
    IR_MUL,
    IR_UDIV,
    IR_UREM,
    IR_SDIV,
    IR_SREM,
    IR_SHL,
    IR_LSHR,
    IR_ASHR,
    IR_AND,
    IR_OR,
    IR_XOR,
    IR_ICMP,
    IR_TRUNC,
    IR_ZEXT,
    IR_SEXT,
    IR_SAME, /* a copy: freeze, casts between pointers */
    IR_SELECT,
    IR_PHI,
    IR_ALLOCA,
    IR_LOAD,
    IR_STORE,
    IR_GEP,
    IR_EXTRACT, /* bits `at` on of an aggregate */
    IR_INSERT,
    IR_CALL,
    IR_COPY, /* memcpy, memmove */
    IR_FILL, /* memset */
    IR_FIND, /* memchr: whether there is such a byte */
    IR_CTLZ,
    IR_CTTZ,
    IR_CTPOP,
    IR_UMIN,
    IR_UMAX,
    IR_SMIN,
    IR_SMAX,
    IR_BR, /* 1 target, or a condition and 2 */
    IR_SWITCH,
    IR_RET,
    IR_UNREACHABLE,
} ir_op_t;

typedef enum ir_pred {
    IR_EQ,
    IR_NE,
    IR_ULT,
    IR_ULE,
    IR_UGT,
    IR_UGE,
    IR_SLT,
    IR_SLE,
    IR_SGT,
    IR_SGE
} ir_pred_t;

/* A type: a number of bits, a pointer, or an aggregate as it lies in memory. */
typedef struct ir_type {
    bool pointer, aggregate;
    uint32_t bits;  /* of a number, and of an aggregate 8 * bytes */
    uint32_t bytes; /* in memory */
} ir_type_t;

typedef enum ir_kind {
    IR_REG,    /* result of an instruction, or an argument */
    IR_NUMBER, /* constant */
    IR_BYTES,  /* constant aggregate */
    IR_NULL,
    IR_UNDEF,
    IR_GLOBAL, /* address of global `index`, plus `number` bytes */
} ir_kind_t;

typedef struct ir_operand {
    ir_kind_t kind;
    ir_type_t type;
    uint32_t index;
    uint64_t number;
    const uint8_t *bytes;
} ir_operand_t;

/* One step of an address: operand * stride, in an array of `count` elements (0: not known), or the
 * member at `at` of `count` bytes, if member. */
typedef struct ir_step {
    bool member;
    ir_operand_t index;
    uint64_t at, stride, count;
} ir_step_t;

typedef struct ir_inst {
    ir_op_t op;
    ir_type_t type; /* of the result */
    uint32_t reg;   /* of the result */
    uint32_t line;
    ir_pred_t pred;
    bool nsw, nuw, exact, zero_undefined;
    uint32_t callee, at; /* a function; a bit; of an alloca its bytes */
    ir_operand_t *operand;
    uint32_t n_operands;
    ir_step_t *step;
    uint32_t n_steps;
    uint32_t *target; /* blocks; of a phi those that its operands come from; of a switch the default
                         first, the others behind operand 1 and on */
    uint32_t n_targets;
} ir_inst_t;

typedef struct ir_block {
    ir_inst_t *inst;
    uint32_t n;
} ir_block_t;

typedef struct ir_function {
    char *name, *file;
    bool defined;
    ir_block_t *block;
    uint32_t n_blocks;
    ir_type_t *arg; /* registers 0 to n_args - 1 */
    uint32_t n_args, n_regs;
} ir_function_t;

typedef struct ir_global {
    char *name;
    uint8_t *bytes; /* of a constant; NULL: its content is not known */
    uint32_t size;
} ir_global_t;

typedef struct ir_module {
    ir_function_t *function;
    uint32_t n_functions;
    ir_global_t *global;
    uint32_t n_globals;
    void **memory; /* all of the above */
    uint32_t n_memory;
} ir_module_t;

/* The module's one symbol, prove_ir_read: reads bitcode files as one program, at the functions that
 * are named and what they call. 0, or a negative errno with a message that names function, line and
 * what is not supported. The caller frees with ir_free, also on failure. */
typedef int ir_read_t(ir_module_t *m, const char *const *path, unsigned n_paths,
                      const char *const *root, unsigned n_roots, diag_t *d);
#define IR_READ_NAME "prove_ir_read"

void ir_free(ir_module_t *m);
/* A function by name, or NULL. */
const ir_function_t *ir_find(const ir_module_t *m, const char *name);

#endif
