/* LLVM's types, constants and operands. */
#include "prove/module/ir_llvm.h"

#include <string.h>

ir_type_t reader_type(reader_t *r, LLVMTypeRef t, LLVMValueRef v)
{
    ir_type_t made = {0};
    switch (LLVMGetTypeKind(t)) {
    case LLVMVoidTypeKind:
        return made;
    case LLVMIntegerTypeKind:
        made.bits = LLVMGetIntTypeWidth(t);
        if (made.bits > 64)
            reader_refuse(r, "a number of more than 64 bits", v);
        break;
    case LLVMPointerTypeKind:
        made.pointer = true;
        break;
    case LLVMStructTypeKind:
    case LLVMArrayTypeKind:
        made.aggregate = true;
        break;
    default:
        reader_refuse(r, "this type", v);
        return made;
    }
    made.bytes = (uint32_t)LLVMStoreSizeOfType(r->layout, t);
    if (made.aggregate)
        made.bits = 8 * made.bytes;
    return made;
}

void reader_constant(reader_t *r, LLVMValueRef v, uint8_t *at)
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
            reader_constant(r,
                            LLVMIsAConstantDataSequential(v) ? LLVMGetElementAsConstant(v, i)
                                                             : LLVMGetOperand(v, i),
                            at + i * each);
    } else if (LLVMGetTypeKind(t) == LLVMStructTypeKind) {
        for (unsigned i = 0; i < LLVMCountStructElementTypes(t); i++)
            reader_constant(r, LLVMGetOperand(v, i), at + LLVMOffsetOfElement(r->layout, t, i));
    } else
        reader_refuse(r, "this constant", v);
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

ir_operand_t reader_operand(reader_t *r, LLVMValueRef v)
{
    ir_operand_t o = {.type = reader_type(r, LLVMTypeOf(v), v)};
    LLVMValueRef base = NULL;
    if (LLVMIsAInstruction(v) || LLVMIsAArgument(v)) {
        o.kind = IR_REG;
        o.index = map_get(&r->regs, v);
    } else if (LLVMIsPoison(v) && !o.type.aggregate) { /* an aggregate is filled member by member */
        reader_refuse(r, "a poison value", v);
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
        uint8_t *bytes = reader_keep(r, o.type.bytes, 1);
        o.kind = IR_BYTES;
        o.bytes = bytes;
        if (bytes)
            reader_constant(r, v, bytes);
    } else
        reader_refuse(r, "this operand", v);
    return o;
}
