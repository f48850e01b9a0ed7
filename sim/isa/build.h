/*
 * From a function as read to a kernel ready to run: expansion of calls (flat.c), control flow
 * (cfg.c), registers (regs.c), decoding (emit.c, describe.c). Private to isa/.
 */
#ifndef LW_ISA_BUILD_H
#define LW_ISA_BUILD_H

#include "isa/exec.h"
#include "isa/isa.h"
#include "isa/ptx.h"

/* One expansion of a function. */
typedef struct frame {
    const ptx_func_t *func;
    uint32_t reg_base; /* its register r is the kernel's reg_base + r */
    uint32_t *offset;  /* [n_vars] of parameters (in a call) and locals, in their spaces */
} frame_t;

/* An instruction of the flat kernel. */
typedef struct flat {
    const ptx_inst_t *p; /* NULL: the exit added at the end */
    const frame_t *frame;
    uint8_t exec; /* isa_exec_t; calls and returns inside are branches */
    bool guarded;
    uint32_t *target; /* flat indices */
    uint32_t n_targets;
    uint64_t *key; /* of a call through a pointer: the functions' addresses; else NULL */
} flat_t;

/* What one flat instruction reads and writes, registers of the kernel. */
typedef struct refs {
    uint32_t use[16], def[8];
    unsigned n_use, n_def;
} refs_t;

typedef struct build {
    ptx_module_t *m;
    pool_t *pool; /* the module's */
    pool_t temp;  /* freed when the kernel is built */
    diag_t *d;
    const ptx_func_t *func;
    bool failed;
    flat_t *flat;
    uint32_t n;
    uint8_t *reg_type; /* ptx_type_t of each register */
    uint32_t n_regs, reg_room;
    unsigned depth; /* calls open */
    uint32_t carry; /* register of the condition code */
    uint32_t local_bytes, call_bytes;
    uint32_t *shared_at; /* [m->n_shared] offset, NO_SLOT: not used */
    uint32_t shared_bytes, dyn_align;
    bool dyn_used;
    isa_param_t *param;
    uint32_t param_bytes;

    /* cfg.c */
    uint32_t *block_of;    /* [n] */
    uint32_t *block_first; /* [n_blocks + 1] */
    uint32_t n_blocks;
    uint32_t **succ;
    uint32_t *n_succ;
    uint32_t *reconv;  /* [n] */
    uint16_t *loop_of; /* [n] */
    isa_loop_t *loop;
    unsigned n_loops;

    /* regs.c */
    uint32_t *slot; /* [n_regs] register slot or predicate number, NO_SLOT: never used */
    uint32_t n64;   /* 64-bit registers, the first 2 n64 slots */
    uint32_t slots, preds;
    uint32_t max_live;
} build_t;

/* Offsets in the parameter space from here on are those of calls. */
#define CALL_PARAM_BASE FRONT_CALL_PARAMS

bool build_flat(build_t *b);
/* flat.c, for flat_call.c */
flat_t *flat_add(build_t *b, const ptx_inst_t *p, const frame_t *fr, isa_exec_t exec);
void flat_target(build_t *b, flat_t *f, uint32_t at);
/* Appends the body of a callee; NULL: it cannot be, as build_fail() has said. */
const frame_t *flat_inline(build_t *b, const ptx_inst_t *call, const frame_t *fr,
                           ptx_func_t *callee);
/* flat_call.c: what the driver provides under this name, SYS_NONE: nothing; a call through a
 * pointer */
isa_syscall_t flat_syscall(const ptx_func_t *f);
bool flat_indirect(build_t *b, const ptx_inst_t *i, const frame_t *fr);
bool build_cfg(build_t *b);
bool build_regs(build_t *b);
bool build_emit(build_t *b, isa_kernel_t *k);
void build_describe(const build_t *b, const flat_t *f, const op_t *o, uint32_t index, inst_t *x);
void build_refs(const build_t *b, const flat_t *f, refs_t *out);
/* Message at an instruction. Returns false. */
bool build_fail(build_t *b, const ptx_inst_t *i, const char *fmt, ...)
    __attribute__((format(printf, 3, 4)));

#endif
