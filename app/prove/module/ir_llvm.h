/*
 * What the files of the module prove_ir share: the reader, which fills an ir_module_t (prove/ir.h)
 * from a module of LLVM. Each function that fails says so in the reader; what it returns then is of
 * no use.
 */
#ifndef LW_PROVE_IR_LLVM_H
#define LW_PROVE_IR_LLVM_H

#include <llvm-c/Core.h>
#include <llvm-c/Target.h>

#include "prove/ir.h"

/* Tables from LLVM's values to our numbers, by address. */
typedef struct map {
    const void **key;
    uint32_t *value;
    uint32_t n, size;
} map_t;

typedef struct reader {
    ir_module_t *m;
    LLVMModuleRef module;
    LLVMTargetDataRef layout;
    map_t functions, globals, regs, blocks;
    LLVMValueRef *function_of; /* by number */
    ir_function_t *f;          /* being read */
    uint32_t line;
    diag_t *d;
    bool failed;
} reader_t;

/* ---- ir_llvm_reader.c ---- */

/* n elements, all 0, which belong to the module that is made; NULL without memory. */
void *reader_keep(reader_t *r, size_t n, size_t bytes);

/* Refuses what is not supported, by its text in LLVM's own form. */
void reader_refuse(reader_t *r, const char *what, LLVMValueRef v);

void map_clear(map_t *m);
/* The number of a key, UINT32_MAX if it has none. */
uint32_t map_get(const map_t *m, const void *key);
void map_put(reader_t *r, map_t *m, const void *key, uint32_t value);

/* ---- ir_llvm_value.c ---- */

/* v: what has the type, for messages. */
ir_type_t reader_type(reader_t *r, LLVMTypeRef t, LLVMValueRef v);
/* The bytes of a constant at `at`, where they are 0 before. */
void reader_constant(reader_t *r, LLVMValueRef v, uint8_t *at);
ir_operand_t reader_operand(reader_t *r, LLVMValueRef v);

/* ---- ir_llvm_function.c ---- */

/* Reads the blocks of function number n. */
void reader_function(reader_t *r, uint32_t number);

#endif
