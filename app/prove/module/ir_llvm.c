/*
 * The module prove_ir: reads LLVM bitcode into the structs of prove/ir.h. Loaded with dlopen when
 * LLVM is there, so that the program itself does not depend on it.
 *
 * Of LLVM's passes only sroa runs: local variables become registers, and nothing else is changed.
 */
#include "prove/module/ir_llvm.h"

#include <errno.h>
#include <string.h>

#include <llvm-c/BitReader.h>
#include <llvm-c/Linker.h>
#include <llvm-c/Transforms/PassBuilder.h>

/* The one symbol that the module exports (prove/ir.h). */
__attribute__((visibility("default"))) int prove_ir_read(ir_module_t *m, const char *const *path,
                                                         unsigned n_paths, const char *const *root,
                                                         unsigned n_roots, diag_t *d);

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
    m->function = reader_keep(r, m->n_functions, sizeof *m->function);
    m->global = reader_keep(r, m->n_globals, sizeof *m->global);
    r->function_of = reader_keep(r, m->n_functions, sizeof(LLVMValueRef));
}

static char *name_of(reader_t *r, LLVMValueRef v)
{
    size_t length;
    const char *name = LLVMGetValueName2(v, &length);
    char *copy = reader_keep(r, length + 1, 1);
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
    uint8_t *bytes = reader_keep(r, LLVMABISizeOfType(r->layout, t), 1);
    r->d = &unread;
    if (bytes)
        reader_constant(r, init, bytes);
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
    bool *reached = reader_keep(r, r->m->n_functions, sizeof *reached);
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
            reader_function(r, k);
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
