/*
 * The module prove_ir: reads LLVM bitcode into the structs of prove/ir.h. Loaded with dlopen when
 * LLVM is there, so that the program itself does not depend on it.
 *
 * Of LLVM's passes only sroa runs: local variables become registers, and nothing else is changed.
 */
#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <llvm-c/BitReader.h>
#include <llvm-c/Core.h>
#include <llvm-c/DebugInfo.h>
#include <llvm-c/Linker.h>
#include <llvm-c/Target.h>
#include <llvm-c/Transforms/PassBuilder.h>

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
    LLVMValueRef *function_of, *global_of; /* by number */
    ir_function_t *f;                      /* being read */
    uint32_t line;
    diag_t *d;
    bool failed;
} reader_t;

int prove_ir_read(ir_module_t *m, const char *const *path, unsigned n_paths,
                  const char *const *root, unsigned n_roots, diag_t *d);

static void *keep(reader_t *r, size_t n, size_t bytes)
{
    void *p = calloc(n ? n : 1, bytes);
    void **all = realloc(r->m->memory, (r->m->n_memory + 1) * sizeof *all);
    if (all)
        r->m->memory = all;
    if (!p || !all) {
        free(p);
        diag_at(r->d, "prove", 0, 0, "out of memory");
        r->failed = true;
        return NULL;
    }
    r->m->memory[r->m->n_memory++] = p;
    return p;
}

static void map_clear(map_t *m)
{
    free(m->key);
    free(m->value);
    memset(m, 0, sizeof *m);
}

static uint32_t map_slot(const map_t *m, const void *key)
{
    uint32_t at = (uint32_t)((uintptr_t)key / 16 * UINT64_C(0x9e3779b97f4a7c15) >> 32);
    at &= m->size - 1;
    while (m->key[at] && m->key[at] != key)
        at = (at + 1) & (m->size - 1);
    return at;
}

/* The number of a key, UINT32_MAX if it has none. */
static uint32_t map_get(const map_t *m, const void *key)
{
    if (!m->size)
        return UINT32_MAX;
    const uint32_t at = map_slot(m, key);
    return m->key[at] ? m->value[at] : UINT32_MAX;
}

static void map_put(reader_t *r, map_t *m, const void *key, uint32_t value)
{
    if (2 * m->n >= m->size) {
        map_t bigger = {.size = m->size ? 2 * m->size : 64};
        bigger.key = calloc(bigger.size, sizeof *bigger.key);
        bigger.value = calloc(bigger.size, sizeof *bigger.value);
        if (!bigger.key || !bigger.value) {
            map_clear(&bigger);
            r->failed = true;
            diag_at(r->d, "prove", 0, 0, "out of memory");
            return;
        }
        for (uint32_t i = 0; i < m->size; i++)
            if (m->key[i])
                map_put(r, &bigger, m->key[i], m->value[i]);
        map_clear(m);
        *m = bigger;
    }
    const uint32_t at = map_slot(m, key);
    m->n += !m->key[at];
    m->key[at] = key;
    m->value[at] = value;
}

/* Refuses what is not supported, by its text in LLVM's own form. */
static void refuse(reader_t *r, const char *what, LLVMValueRef v)
{
    char *text = v ? LLVMPrintValueToString(v) : NULL;
    const char *from = text ? text + strspn(text, " ") : "";
    if (!r->failed)
        diag_at(r->d, r->f && r->f->file ? r->f->file : "prove", (int)r->line, 0,
                "%s is not supported%s%.160s", what, *from ? ": " : "", from);
    r->failed = true;
    LLVMDisposeMessage(text);
}

static ir_type_t type_of(reader_t *r, LLVMTypeRef t, LLVMValueRef v)
{
    ir_type_t made = {0};
    switch (LLVMGetTypeKind(t)) {
    case LLVMVoidTypeKind:
        return made;
    case LLVMIntegerTypeKind:
        made.bits = LLVMGetIntTypeWidth(t);
        if (made.bits > 64)
            refuse(r, "a number of more than 64 bits", v);
        break;
    case LLVMPointerTypeKind:
        made.pointer = true;
        break;
    case LLVMStructTypeKind:
    case LLVMArrayTypeKind:
        made.aggregate = true;
        break;
    default:
        refuse(r, "this type", v);
        return made;
    }
    made.bytes = (uint32_t)LLVMStoreSizeOfType(r->layout, t);
    if (made.aggregate)
        made.bits = 8 * made.bytes;
    return made;
}

/* The bytes of a constant at `at`. */
static void put_constant(reader_t *r, LLVMValueRef v, uint8_t *at)
{
    LLVMTypeRef t = LLVMTypeOf(v);
    const uint64_t size = LLVMStoreSizeOfType(r->layout, t);
    if (LLVMIsNull(v) || LLVMIsUndef(v)) /* undefined bytes of a constant are padding */
        return;
    if (LLVMIsAConstantInt(v)) {
        const unsigned long long n = LLVMConstIntGetZExtValue(v);
        memcpy(at, &n, size);
    } else if (LLVMGetTypeKind(t) == LLVMArrayTypeKind) {
        const uint64_t each = LLVMABISizeOfType(r->layout, LLVMGetElementType(t));
        for (unsigned i = 0; i < LLVMGetArrayLength(t); i++)
            put_constant(r,
                         LLVMIsAConstantDataSequential(v) ? LLVMGetElementAsConstant(v, i)
                                                          : LLVMGetOperand(v, i),
                         at + i * each);
    } else if (LLVMGetTypeKind(t) == LLVMStructTypeKind) {
        for (unsigned i = 0; i < LLVMCountStructElementTypes(t); i++)
            put_constant(r, LLVMGetOperand(v, i), at + LLVMOffsetOfElement(r->layout, t, i));
    } else
        refuse(r, "this constant", v);
}

static uint32_t global_number(reader_t *r, LLVMValueRef v)
{
    return map_get(&r->globals, v);
}

/* An address within a global as a constant expression. */
static bool constant_address(const reader_t *r, LLVMValueRef v, LLVMValueRef *base, uint64_t *at)
{
    if (LLVMIsAGlobalVariable(v)) {
        *base = v;
        return true;
    }
    if (!LLVMIsAConstantExpr(v))
        return false;
    if (LLVMGetConstOpcode(v) == LLVMBitCast)
        return constant_address(r, LLVMGetOperand(v, 0), base, at);
    if (LLVMGetConstOpcode(v) != LLVMGetElementPtr)
        return false;
    LLVMTypeRef t = LLVMGetElementType(LLVMTypeOf(LLVMGetOperand(v, 0)));
    for (int i = 1; i < LLVMGetNumOperands(v); i++) {
        LLVMValueRef index = LLVMGetOperand(v, (unsigned)i);
        if (!LLVMIsAConstantInt(index))
            return false;
        const long long n = LLVMConstIntGetSExtValue(index);
        if (i > 1 && LLVMGetTypeKind(t) == LLVMStructTypeKind) {
            *at += LLVMOffsetOfElement(r->layout, t, (unsigned)n);
            t = LLVMStructGetTypeAtIndex(t, (unsigned)n);
            continue;
        }
        if (i > 1)
            t = LLVMGetElementType(t);
        *at += (uint64_t)n * LLVMABISizeOfType(r->layout, t);
    }
    return constant_address(r, LLVMGetOperand(v, 0), base, at);
}

static ir_operand_t operand_of(reader_t *r, LLVMValueRef v)
{
    ir_operand_t o = {.type = type_of(r, LLVMTypeOf(v), v)};
    LLVMValueRef base = NULL;
    if (LLVMIsAInstruction(v) || LLVMIsAArgument(v)) {
        o.kind = IR_REG;
        o.index = map_get(&r->regs, v);
    } else if (LLVMIsPoison(v) && !o.type.aggregate) { /* an aggregate is filled member by member */
        refuse(r, "a poison value", v);
    } else if (LLVMIsUndef(v)) {
        o.kind = IR_UNDEF;
    } else if (LLVMIsAConstantInt(v)) {
        o.kind = IR_NUMBER;
        o.number = LLVMConstIntGetZExtValue(v);
    } else if (o.type.pointer && LLVMIsNull(v)) {
        o.kind = IR_NULL;
    } else if (o.type.pointer && constant_address(r, v, &base, &o.number)) {
        o.kind = IR_GLOBAL;
        o.index = global_number(r, base);
    } else if (o.type.aggregate && LLVMIsConstant(v)) {
        uint8_t *bytes = keep(r, o.type.bytes, 1);
        o.kind = IR_BYTES;
        o.bytes = bytes;
        if (bytes)
            put_constant(r, v, bytes);
    } else
        refuse(r, "this operand", v);
    return o;
}

static void set_operands(reader_t *r, ir_inst_t *i, LLVMValueRef v, unsigned from, unsigned n)
{
    i->n_operands = n;
    i->operand = keep(r, n, sizeof *i->operand);
    for (unsigned k = 0; i->operand && k < n; k++)
        i->operand[k] = operand_of(r, LLVMGetOperand(v, from + k));
}

/* The steps of an address: each names an element of an array or a member of a struct. */
static void read_address(reader_t *r, ir_inst_t *i, LLVMValueRef v)
{
    const unsigned n = (unsigned)LLVMGetNumOperands(v);
    LLVMTypeRef t = LLVMGetGEPSourceElementType(v);
    set_operands(r, i, v, 0, 1);
    i->op = IR_GEP;
    i->n_steps = n - 1;
    i->step = keep(r, n, sizeof *i->step);
    for (unsigned k = 1; i->step && k < n; k++) {
        ir_step_t *s = &i->step[k - 1];
        LLVMValueRef index = LLVMGetOperand(v, k);
        if (k > 1 && LLVMGetTypeKind(t) == LLVMStructTypeKind) {
            const unsigned member = (unsigned)LLVMConstIntGetZExtValue(index);
            s->member = true;
            s->at = LLVMOffsetOfElement(r->layout, t, member);
            t = LLVMStructGetTypeAtIndex(t, member);
            s->count = LLVMABISizeOfType(r->layout, t);
            continue;
        }
        if (k > 1) {
            s->count = LLVMGetArrayLength(t);
            t = LLVMGetElementType(t);
        }
        s->index = operand_of(r, index);
        s->stride = LLVMABISizeOfType(r->layout, t);
    }
}

static void set_targets(reader_t *r, ir_inst_t *i, unsigned n)
{
    i->n_targets = n;
    i->target = keep(r, n, sizeof *i->target);
}

static void read_phi(reader_t *r, ir_inst_t *i, LLVMValueRef v)
{
    const unsigned n = LLVMCountIncoming(v);
    i->op = IR_PHI;
    i->n_operands = n;
    i->operand = keep(r, n, sizeof *i->operand);
    set_targets(r, i, n);
    for (unsigned k = 0; i->operand && i->target && k < n; k++) {
        i->operand[k] = operand_of(r, LLVMGetIncomingValue(v, k));
        i->target[k] = map_get(&r->blocks, LLVMGetIncomingBlock(v, k));
    }
}

/* Where an extractvalue or insertvalue is in the aggregate, in bits. */
static uint32_t aggregate_at(const reader_t *r, LLVMValueRef v)
{
    LLVMTypeRef t = LLVMTypeOf(LLVMGetOperand(v, 0));
    uint64_t at = 0;
    for (unsigned k = 0; k < LLVMGetNumIndices(v); k++) {
        const unsigned index = LLVMGetIndices(v)[k];
        if (LLVMGetTypeKind(t) == LLVMStructTypeKind) {
            at += LLVMOffsetOfElement(r->layout, t, index);
            t = LLVMStructGetTypeAtIndex(t, index);
        } else {
            t = LLVMGetElementType(t);
            at += index * LLVMABISizeOfType(r->layout, t);
        }
    }
    return (uint32_t)(8 * at);
}

/* LLVM's own functions; false: none of those we know. *skip: it does nothing. */
static bool read_intrinsic(reader_t *r, ir_inst_t *i, LLVMValueRef v, const char *name, bool *skip)
{
    static const struct {
        const char *name;
        ir_op_t op;
        unsigned operands;
    } known[] = {
        {"llvm.memcpy.", IR_COPY, 3}, {"llvm.memmove.", IR_COPY, 3}, {"llvm.memset.", IR_FILL, 3},
        {"llvm.ctlz.", IR_CTLZ, 1},   {"llvm.cttz.", IR_CTTZ, 1},    {"llvm.ctpop.", IR_CTPOP, 1},
        {"llvm.umin.", IR_UMIN, 2},   {"llvm.umax.", IR_UMAX, 2},    {"llvm.smin.", IR_SMIN, 2},
        {"llvm.smax.", IR_SMAX, 2},
    };
    static const char *const nothing[] = {"llvm.lifetime.", "llvm.dbg.", "llvm.assume",
                                          "llvm.experimental.noalias"};
    for (unsigned k = 0; k < sizeof nothing / sizeof nothing[0]; k++)
        if (strncmp(name, nothing[k], strlen(nothing[k])) == 0) {
            *skip = true;
            return true;
        }
    for (unsigned k = 0; k < sizeof known / sizeof known[0]; k++) {
        if (strncmp(name, known[k].name, strlen(known[k].name)))
            continue;
        i->op = known[k].op;
        set_operands(r, i, v, 0, known[k].operands);
        if (i->op == IR_CTLZ || i->op == IR_CTTZ)
            i->zero_undefined = LLVMConstIntGetZExtValue(LLVMGetOperand(v, 1)) != 0;
        return true;
    }
    return false;
}

static void read_call(reader_t *r, ir_inst_t *i, LLVMValueRef v, bool *skip)
{
    LLVMValueRef callee = LLVMGetCalledValue(v);
    size_t length;
    if (!LLVMIsAFunction(callee)) {
        refuse(r, "a call through a pointer", v);
        return;
    }
    const char *name = LLVMGetValueName2(callee, &length);
    if (read_intrinsic(r, i, v, name, skip))
        return;
    i->op = IR_CALL;
    i->callee = map_get(&r->functions, callee);
    set_operands(r, i, v, 0, LLVMGetNumArgOperands(v));
    if (i->callee == UINT32_MAX || !r->m->function[i->callee].defined)
        refuse(r, "a call of a function that is not in the unit's C files", v);
}

static void read_branch(reader_t *r, ir_inst_t *i, LLVMValueRef v)
{
    const unsigned n = LLVMGetNumSuccessors(v);
    set_targets(r, i, n);
    for (unsigned k = 0; i->target && k < n; k++)
        i->target[k] = map_get(&r->blocks, LLVMGetSuccessor(v, k));
    i->op = LLVMGetInstructionOpcode(v) == LLVMSwitch ? IR_SWITCH : IR_BR;
    if (i->op == IR_BR) {
        set_operands(r, i, v, 0, LLVMIsConditional(v) ? 1 : 0);
        return;
    }
    i->n_operands = n; /* the condition, then the values of targets 1 and on */
    i->operand = keep(r, n, sizeof *i->operand);
    for (unsigned k = 0; i->operand && k < n; k++)
        i->operand[k] = operand_of(r, LLVMGetOperand(v, 2 * k));
}

static ir_pred_t pred_of(LLVMValueRef v)
{
    switch (LLVMGetICmpPredicate(v)) {
    case LLVMIntEQ:
        return IR_EQ;
    case LLVMIntNE:
        return IR_NE;
    case LLVMIntULT:
        return IR_ULT;
    case LLVMIntULE:
        return IR_ULE;
    case LLVMIntUGT:
        return IR_UGT;
    case LLVMIntUGE:
        return IR_UGE;
    case LLVMIntSLT:
        return IR_SLT;
    case LLVMIntSLE:
        return IR_SLE;
    case LLVMIntSGT:
        return IR_SGT;
    default:
        return IR_SGE;
    }
}

/* An instruction that has one counterpart here; its operands are LLVM's. */
static bool read_plain(ir_inst_t *i, LLVMValueRef v)
{
    static const struct {
        LLVMOpcode llvm;
        ir_op_t op;
    } plain[] = {
        {LLVMAdd, IR_ADD},
        {LLVMSub, IR_SUB},
        {LLVMMul, IR_MUL},
        {LLVMUDiv, IR_UDIV},
        {LLVMURem, IR_UREM},
        {LLVMSDiv, IR_SDIV},
        {LLVMSRem, IR_SREM},
        {LLVMShl, IR_SHL},
        {LLVMLShr, IR_LSHR},
        {LLVMAShr, IR_ASHR},
        {LLVMAnd, IR_AND},
        {LLVMOr, IR_OR},
        {LLVMXor, IR_XOR},
        {LLVMTrunc, IR_TRUNC},
        {LLVMZExt, IR_ZEXT},
        {LLVMSExt, IR_SEXT},
        {LLVMFreeze, IR_SAME},
        {LLVMSelect, IR_SELECT},
        {LLVMLoad, IR_LOAD},
        {LLVMStore, IR_STORE},
        {LLVMRet, IR_RET},
        {LLVMICmp, IR_ICMP},
        {LLVMUnreachable, IR_UNREACHABLE},
        {LLVMExtractValue, IR_EXTRACT},
        {LLVMInsertValue, IR_INSERT},
    };
    for (unsigned k = 0; k < sizeof plain / sizeof plain[0]; k++)
        if (plain[k].llvm == LLVMGetInstructionOpcode(v)) {
            i->op = plain[k].op;
            return true;
        }
    return false;
}

/* The text of an instruction says which flags it has: LLVM's C interface of this version does not.
 */
static void read_flags(ir_inst_t *i, LLVMValueRef v)
{
    if (i->op > IR_ASHR)
        return;
    char *text = LLVMPrintValueToString(v);
    i->nsw = strstr(text, " nsw ") != NULL;
    i->nuw = strstr(text, " nuw ") != NULL;
    i->exact = strstr(text, " exact ") != NULL;
    LLVMDisposeMessage(text);
}

static void read_inst(reader_t *r, ir_inst_t *i, LLVMValueRef v, bool *skip)
{
    r->line = LLVMGetDebugLocLine(v) ? LLVMGetDebugLocLine(v) : r->line;
    i->line = r->line;
    i->type = type_of(r, LLVMTypeOf(v), v);
    i->reg = map_get(&r->regs, v);
    switch (LLVMGetInstructionOpcode(v)) {
    case LLVMPHI:
        read_phi(r, i, v);
        return;
    case LLVMCall:
        read_call(r, i, v, skip);
        return;
    case LLVMBr:
    case LLVMSwitch:
        read_branch(r, i, v);
        return;
    case LLVMGetElementPtr:
        read_address(r, i, v);
        return;
    case LLVMAlloca:
        i->op = IR_ALLOCA;
        i->at = (uint32_t)LLVMABISizeOfType(r->layout, LLVMGetAllocatedType(v));
        if (!LLVMIsAConstantInt(LLVMGetOperand(v, 0)) ||
            LLVMConstIntGetZExtValue(LLVMGetOperand(v, 0)) != 1)
            refuse(r, "an array whose length is not constant", v);
        return;
    case LLVMBitCast:
        i->op = IR_SAME;
        set_operands(r, i, v, 0, 1);
        if (!i->type.pointer)
            refuse(r, "a cast of bits", v);
        return;
    default:
        break;
    }
    if (!read_plain(i, v)) {
        refuse(r, "this instruction", v);
        return;
    }
    if ((i->op == IR_LOAD || i->op == IR_STORE) && LLVMGetVolatile(v))
        refuse(r, "volatile memory", v);
    if (i->op == IR_ICMP)
        i->pred = pred_of(v);
    if (i->op == IR_EXTRACT || i->op == IR_INSERT)
        i->at = aggregate_at(r, v);
    read_flags(i, v);
    set_operands(r, i, v, 0, (unsigned)LLVMGetNumOperands(v));
}

static void number_values(reader_t *r, LLVMValueRef function)
{
    ir_function_t *f = r->f;
    map_clear(&r->regs);
    map_clear(&r->blocks);
    f->n_args = LLVMCountParams(function);
    f->arg = keep(r, f->n_args, sizeof *f->arg);
    for (unsigned k = 0; f->arg && k < f->n_args; k++) {
        LLVMValueRef arg = LLVMGetParam(function, k);
        const unsigned by_value = LLVMGetEnumAttributeKindForName("byval", 5);
        if (LLVMGetEnumAttributeAtIndex(function, k + 1, by_value))
            refuse(r, "a struct passed by value in memory", NULL);
        f->arg[k] = type_of(r, LLVMTypeOf(arg), arg);
        map_put(r, &r->regs, arg, f->n_regs++);
    }
    for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(function); b; b = LLVMGetNextBasicBlock(b)) {
        map_put(r, &r->blocks, b, f->n_blocks++);
        for (LLVMValueRef v = LLVMGetFirstInstruction(b); v; v = LLVMGetNextInstruction(v))
            map_put(r, &r->regs, v, f->n_regs++);
    }
}

static void read_function(reader_t *r, uint32_t number)
{
    LLVMValueRef function = r->function_of[number];
    unsigned length;
    r->f = &r->m->function[number];
    const char *file = LLVMGetDebugLocFilename(function, &length);
    r->f->file = keep(r, length + 1u, 1);
    if (r->f->file && file)
        memcpy(r->f->file, file, length);
    r->line = LLVMGetDebugLocLine(function);
    number_values(r, function);
    r->f->block = keep(r, r->f->n_blocks, sizeof *r->f->block);
    uint32_t at = 0;
    for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(function); !r->failed && b;
         b = LLVMGetNextBasicBlock(b)) {
        ir_block_t *block = &r->f->block[at++];
        uint32_t n = 0;
        for (LLVMValueRef v = LLVMGetFirstInstruction(b); v; v = LLVMGetNextInstruction(v))
            n++;
        block->inst = keep(r, n, sizeof *block->inst);
        for (LLVMValueRef v = LLVMGetFirstInstruction(b); !r->failed && v;
             v = LLVMGetNextInstruction(v)) {
            bool skip = false;
            read_inst(r, &block->inst[block->n], v, &skip);
            block->n += !skip;
        }
    }
}

/* Which functions are reached from the roots: marks them in `reached`. */
static void reach(reader_t *r, bool *reached, LLVMValueRef function)
{
    const uint32_t number = map_get(&r->functions, function);
    if (number == UINT32_MAX || reached[number] || !LLVMGetFirstBasicBlock(function))
        return;
    reached[number] = true;
    for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(function); b; b = LLVMGetNextBasicBlock(b))
        for (LLVMValueRef v = LLVMGetFirstInstruction(b); v; v = LLVMGetNextInstruction(v))
            if (LLVMIsACallInst(v) && LLVMIsAFunction(LLVMGetCalledValue(v)))
                reach(r, reached, LLVMGetCalledValue(v));
}

static void number_module(reader_t *r)
{
    ir_module_t *m = r->m;
    for (LLVMValueRef v = LLVMGetFirstFunction(r->module); v; v = LLVMGetNextFunction(v))
        map_put(r, &r->functions, v, m->n_functions++);
    for (LLVMValueRef v = LLVMGetFirstGlobal(r->module); v; v = LLVMGetNextGlobal(v))
        map_put(r, &r->globals, v, m->n_globals++);
    m->function = keep(r, m->n_functions, sizeof *m->function);
    m->global = keep(r, m->n_globals, sizeof *m->global);
    r->function_of = keep(r, m->n_functions, sizeof(LLVMValueRef));
}

static char *name_of(reader_t *r, LLVMValueRef v)
{
    size_t length;
    const char *name = LLVMGetValueName2(v, &length);
    char *copy = keep(r, length + 1, 1);
    if (copy)
        memcpy(copy, name, length);
    return copy;
}

static void read_global(reader_t *r, LLVMValueRef v)
{
    ir_global_t *g = &r->m->global[map_get(&r->globals, v)];
    LLVMTypeRef t = LLVMGetElementType(LLVMTypeOf(v));
    g->name = name_of(r, v);
    LLVMValueRef init = LLVMGetInitializer(v);
    if (!LLVMIsGlobalConstant(v) || !init)
        return;
    /* A table of pointers is left unknown: who reads it is refused there. */
    diag_t unread = {{0}}, *d = r->d;
    uint8_t *bytes = keep(r, LLVMABISizeOfType(r->layout, t), 1);
    r->d = &unread;
    if (bytes)
        put_constant(r, init, bytes);
    if (!r->failed) {
        g->bytes = bytes;
        g->size = (uint32_t)LLVMABISizeOfType(r->layout, t);
    }
    r->failed = false;
    r->d = d;
}

static void read_module(reader_t *r, const char *const *root, unsigned n_roots)
{
    number_module(r);
    bool *reached = keep(r, r->m->n_functions, sizeof *reached);
    if (r->failed)
        return;
    for (LLVMValueRef v = LLVMGetFirstFunction(r->module); v; v = LLVMGetNextFunction(v)) {
        const uint32_t number = map_get(&r->functions, v);
        r->function_of[number] = v;
        r->m->function[number].name = name_of(r, v);
    }
    for (LLVMValueRef v = LLVMGetFirstGlobal(r->module); !r->failed && v; v = LLVMGetNextGlobal(v))
        read_global(r, v);
    for (unsigned k = 0; k < n_roots; k++) {
        LLVMValueRef v = LLVMGetNamedFunction(r->module, root[k]);
        if (v)
            reach(r, reached, v);
    }
    for (uint32_t k = 0; k < r->m->n_functions; k++)
        r->m->function[k].defined = reached[k];
    for (uint32_t k = 0; !r->failed && k < r->m->n_functions; k++)
        if (reached[k])
            read_function(r, k);
}

static LLVMModuleRef load(LLVMContextRef context, const char *path, diag_t *d)
{
    LLVMMemoryBufferRef buffer;
    LLVMModuleRef module = NULL;
    char *message = NULL;
    if (LLVMCreateMemoryBufferWithContentsOfFile(path, &buffer, &message)) {
        diag_at(d, path, 0, 0, "%s", message);
        LLVMDisposeMessage(message);
        return NULL;
    }
    if (LLVMParseBitcodeInContext2(context, buffer, &module)) {
        diag_at(d, path, 0, 0, "is no bitcode that LLVM can read");
        module = NULL;
    }
    LLVMDisposeMemoryBuffer(buffer);
    return module;
}

/* All files as one module; NULL with a message. */
static LLVMModuleRef load_all(LLVMContextRef context, const char *const *path, unsigned n,
                              diag_t *d)
{
    LLVMModuleRef all = load(context, path[0], d);
    for (unsigned k = 1; all && k < n; k++) {
        LLVMModuleRef more = load(context, path[k], d);
        if (!more || LLVMLinkModules2(all, more)) {
            diag_at(d, path[k], 0, 0, "cannot be joined with the other files");
            LLVMDisposeModule(all);
            return NULL;
        }
    }
    LLVMErrorRef error = NULL;
    if (all) {
        LLVMPassBuilderOptionsRef options = LLVMCreatePassBuilderOptions();
        error = LLVMRunPasses(all, "function(sroa)", NULL, options);
        LLVMDisposePassBuilderOptions(options);
    }
    if (error) {
        char *text = LLVMGetErrorMessage(error);
        diag_at(d, "prove", 0, 0, "%s", text);
        LLVMDisposeErrorMessage(text);
        LLVMDisposeModule(all);
        return NULL;
    }
    return all;
}

int prove_ir_read(ir_module_t *m, const char *const *path, unsigned n_paths,
                  const char *const *root, unsigned n_roots, diag_t *d)
{
    reader_t r = {.m = m, .d = d};
    LLVMContextRef context = LLVMContextCreate();
    memset(m, 0, sizeof *m);
    r.module = load_all(context, path, n_paths, d);
    if (r.module) {
        r.layout = LLVMGetModuleDataLayout(r.module);
        read_module(&r, root, n_roots);
        LLVMDisposeModule(r.module);
    } else
        r.failed = true;
    LLVMContextDispose(context);
    map_clear(&r.functions);
    map_clear(&r.globals);
    map_clear(&r.regs);
    map_clear(&r.blocks);
    return r.failed ? -EINVAL : 0;
}
