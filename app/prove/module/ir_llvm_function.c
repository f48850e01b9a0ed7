/* Functions of LLVM's code: their blocks and instructions. */
#include "prove/module/ir_llvm.h"

#include <string.h>

#include <llvm-c/DebugInfo.h>

static void set_operands(reader_t *r, ir_inst_t *i, LLVMValueRef v, unsigned from, unsigned n)
{
    i->n_operands = n;
    i->operand = reader_keep(r, n, sizeof *i->operand);
    for (unsigned k = 0; i->operand && k < n; k++)
        i->operand[k] = reader_operand(r, LLVMGetOperand(v, from + k));
}

/* The steps of an address: each names an element of an array or a member of a struct. */
static void read_address(reader_t *r, ir_inst_t *i, LLVMValueRef v)
{
    const unsigned n = (unsigned)LLVMGetNumOperands(v);
    LLVMTypeRef t = LLVMGetGEPSourceElementType(v);
    set_operands(r, i, v, 0, 1);
    i->op = IR_GEP;
    i->n_steps = n - 1;
    i->step = reader_keep(r, n, sizeof *i->step);
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
        s->index = reader_operand(r, index);
        s->stride = LLVMABISizeOfType(r->layout, t);
    }
}

static void set_targets(reader_t *r, ir_inst_t *i, unsigned n)
{
    i->n_targets = n;
    i->target = reader_keep(r, n, sizeof *i->target);
}

static void read_phi(reader_t *r, ir_inst_t *i, LLVMValueRef v)
{
    const unsigned n = LLVMCountIncoming(v);
    i->op = IR_PHI;
    i->n_operands = n;
    i->operand = reader_keep(r, n, sizeof *i->operand);
    set_targets(r, i, n);
    for (unsigned k = 0; i->operand && i->target && k < n; k++) {
        i->operand[k] = reader_operand(r, LLVMGetIncomingValue(v, k));
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
        reader_refuse(r, "a call through a pointer", v);
        return;
    }
    const char *name = LLVMGetValueName2(callee, &length);
    if (read_intrinsic(r, i, v, name, skip))
        return;
    if (strcmp(name, "memchr") == 0) {
        i->op = IR_FIND;
        set_operands(r, i, v, 0, 3);
        return;
    }
    i->op = IR_CALL;
    i->callee = map_get(&r->functions, callee);
    set_operands(r, i, v, 0, LLVMGetNumArgOperands(v));
    if (i->callee == UINT32_MAX || !r->m->function[i->callee].defined)
        reader_refuse(r, "a call of a function that is not in the unit's C files", v);
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
    i->operand = reader_keep(r, n, sizeof *i->operand);
    for (unsigned k = 0; i->operand && k < n; k++)
        i->operand[k] = reader_operand(r, LLVMGetOperand(v, 2 * k));
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
    i->type = reader_type(r, LLVMTypeOf(v), v);
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
            reader_refuse(r, "an array whose length is not constant", v);
        return;
    case LLVMBitCast:
        i->op = IR_SAME;
        set_operands(r, i, v, 0, 1);
        if (!i->type.pointer)
            reader_refuse(r, "a cast of bits", v);
        return;
    default:
        break;
    }
    if (!read_plain(i, v)) {
        reader_refuse(r, "this instruction", v);
        return;
    }
    if ((i->op == IR_LOAD || i->op == IR_STORE) && LLVMGetVolatile(v))
        reader_refuse(r, "volatile memory", v);
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
    f->arg = reader_keep(r, f->n_args, sizeof *f->arg);
    for (unsigned k = 0; f->arg && k < f->n_args; k++) {
        LLVMValueRef arg = LLVMGetParam(function, k);
        const unsigned by_value = LLVMGetEnumAttributeKindForName("byval", 5);
        if (LLVMGetEnumAttributeAtIndex(function, k + 1, by_value))
            reader_refuse(r, "a struct passed by value in memory", NULL);
        f->arg[k] = reader_type(r, LLVMTypeOf(arg), arg);
        map_put(r, &r->regs, arg, f->n_regs++);
    }
    for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(function); b; b = LLVMGetNextBasicBlock(b)) {
        map_put(r, &r->blocks, b, f->n_blocks++);
        for (LLVMValueRef v = LLVMGetFirstInstruction(b); v; v = LLVMGetNextInstruction(v))
            map_put(r, &r->regs, v, f->n_regs++);
    }
}

void reader_function(reader_t *r, uint32_t number)
{
    LLVMValueRef function = r->function_of[number];
    unsigned length;
    r->f = &r->m->function[number];
    const char *file = LLVMGetDebugLocFilename(function, &length);
    r->f->file = reader_keep(r, length + 1u, 1);
    if (r->f->file && file)
        memcpy(r->f->file, file, length);
    r->line = LLVMGetDebugLocLine(function);
    number_values(r, function);
    r->f->block = reader_keep(r, r->f->n_blocks, sizeof *r->f->block);
    uint32_t at = 0;
    for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(function); !r->failed && b;
         b = LLVMGetNextBasicBlock(b)) {
        ir_block_t *block = &r->f->block[at++];
        uint32_t n = 0;
        for (LLVMValueRef v = LLVMGetFirstInstruction(b); v; v = LLVMGetNextInstruction(v))
            n++;
        block->inst = reader_keep(r, n, sizeof *block->inst);
        for (LLVMValueRef v = LLVMGetFirstInstruction(b); !r->failed && v;
             v = LLVMGetNextInstruction(v)) {
            bool skip = false;
            read_inst(r, &block->inst[block->n], v, &skip);
            block->n += !skip;
        }
    }
}
