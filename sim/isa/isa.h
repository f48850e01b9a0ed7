/*
 * The PTX front end: reads PTX text, knows the static facts of every kernel in it, and
 * executes launches functionally, one warp instruction at a time (front/front.h).
 *
 * Life of a program:
 *     m = isa_module_parse("bfs.ptx", text, bytes, &diag);        everything is read here
 *     for each symbol i: a = <allocate>; isa_symbol_place(m, i, a);
 *     for each symbol i: isa_symbol_image(m, i, host + (a - base));
 *     k = isa_kernel_find(m, "Kernel");
 *     l = isa_launch_new(&cfg, &diag);  front = isa_launch_front(l);  ...  isa_launch_free(l);
 *
 * A module is immutable once its symbols are placed; launches share it. A launch belongs to
 * one thread.
 */
#ifndef LW_ISA_ISA_H
#define LW_ISA_ISA_H

#include <signal.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "common/diag.h"
#include "front/front.h"
#include "front/inst.h"

/* Generic addresses in [window, window + 2^24) are the CTA's shared and the thread's local
 * memory; every other generic address is device memory. */
#define ISA_SHARED_WINDOW (UINT64_C(1) << 56)
#define ISA_LOCAL_WINDOW  (UINT64_C(2) << 56)
#define ISA_WINDOW_BYTES  (UINT64_C(1) << 24)

/* Scalar PTX instructions are this many bytes apart. */
#define ISA_PC_STEP 8u

#define ISA_NO_INDEX UINT32_MAX

typedef struct isa_module isa_module_t;
typedef struct isa_launch isa_launch_t;
struct isa_code; /* private: decoded operations */

/* One kernel parameter. */
typedef struct isa_param {
    const char *name;
    uint32_t offset; /* bytes from the start of the parameter block */
    uint32_t bytes;
    uint32_t align;
} isa_param_t;

/* A natural loop; instruction indices (PC / ISA_PC_STEP). The body is not always contiguous:
 * first and last bound it, inst_t.loop says exactly which instructions are inside. */
typedef struct isa_loop {
    uint32_t header; /* first instruction of the loop's header */
    uint32_t first;
    uint32_t last;   /* inclusive */
    uint16_t parent; /* 1 + index of the loop around it; 0: none */
    uint16_t depth;  /* 1: outermost */
} isa_loop_t;

/* What is known of a kernel before it runs. Device functions are expanded at each call (a
 * recursive call is an error), so that a kernel is one flat instruction array. */
typedef struct isa_kernel {
    const char *name;
    const char *refusal; /* why it cannot be launched: what it reaches that is not supported, with
                            file, line, column, instruction and function; the fields below are then
                            zero. NULL: it can */
    const isa_param_t *param;
    unsigned n_params;
    uint32_t param_bytes;     /* of the whole parameter block */
    uint32_t shared_bytes;    /* static, per CTA */
    uint32_t local_bytes;     /* per thread, a multiple of 4 */
    uint32_t regs_per_thread; /* 32-bit registers: the most that are live at once, 64-bit values
                                 counting two, predicates none; or .maxnreg when smaller */
    uint32_t max_threads;     /* .maxntid or .reqntid: threads of a CTA; 0: not given */
    uint32_t req_block[3];    /* .reqntid; zeros: not given */
    const inst_t *inst;       /* pc = ISA_PC_STEP * index */
    uint32_t n_inst;
    const isa_loop_t *loop; /* inst_t.loop - 1 indexes it */
    unsigned n_loops;
    const uint32_t *reconv; /* [n_inst] for a branch that may diverge: index of the instruction
                               at which its lanes meet again; ISA_NO_INDEX: only at exit, or
                               not a branch */
    const uint32_t *line;   /* [n_inst] 1-based line in the PTX text */
    bool grid_sync; /* reads %envreg1 or %envreg2, by which CTAs of a grid wait for each other */
    const struct isa_code *code;
} isa_kernel_t;

/* A module-scope .global or .const variable: it lives in device memory, where the caller puts
 * it. */
typedef struct isa_symbol {
    const char *name;
    uint64_t bytes;
    uint32_t align;
    uint8_t space; /* INST_SPACE_GLOBAL or INST_SPACE_CONST */
    bool linked;   /* seen beyond its file: .visible, .weak or .common */
    bool inner;    /* declared in a function, and not to be found by its name */
    const char *file;
    int line, col;
} isa_symbol_t;

/* Reads a module. label names it in messages. NULL on error, with the first problem's line and
 * column in d: unknown types, registers and labels, types and operands that do not fit. What is
 * not supported, such as an unknown instruction or a call of a function without a body, makes
 * only the kernels that reach it unusable (isa_kernel_t.refusal): nothing waits until the kernel
 * runs. */
isa_module_t *isa_module_parse(const char *label, const char *text, size_t bytes, diag_t *d);
/* Reads n files as one program: what one declares .extern is what another defines .visible, .weak
 * or .common. An error too: a name with two definitions, or with another type than declared. */
typedef struct isa_text {
    const char *label;
    const char *text;
    size_t bytes;
} isa_text_t;
isa_module_t *isa_module_link(const isa_text_t *text, unsigned n, diag_t *d);
void isa_module_free(isa_module_t *m);

unsigned isa_kernel_count(const isa_module_t *m);
const isa_kernel_t *isa_kernel_at(const isa_module_t *m, unsigned i);         /* in file order */
const isa_kernel_t *isa_kernel_find(const isa_module_t *m, const char *name); /* or NULL */

/* The PTX text of an instruction, without newline, cut to size; returns out. */
const char *isa_inst_text(const isa_kernel_t *k, uint32_t index, char *out, size_t size);

unsigned isa_symbol_count(const isa_module_t *m);
const isa_symbol_t *isa_symbol_at(const isa_module_t *m, unsigned i);
/* The index of the variable that a host means by a name: the one that is seen beyond its file, else
 * the only one that a file keeps to itself. -1: there is none. -2: several files keep one to
 * themselves, which d says with the places of two. */
int isa_symbol_find(const isa_module_t *m, const char *name, diag_t *d);
/* Says where symbol i lives; addr must be a multiple of its alignment. */
void isa_symbol_place(isa_module_t *m, unsigned i, uint64_t addr);
/* Writes symbol i's initial bytes to out; addresses of other symbols in it are those of
 * isa_symbol_place, so all symbols must have been placed. */
void isa_symbol_image(const isa_module_t *m, unsigned i, void *out);

/* Device memory as a launch sees it: [base, base + bytes) is host[0..bytes). So many bytes below
 * and above it are mapped too: an access there is no fault, but it is counted. */
typedef struct isa_mem {
    uint64_t base;
    uint8_t *host;
    uint64_t bytes;
    uint64_t below, above;
} isa_mem_t;

/* The first .texref that the kernel names and to which no texture is bound in memory (texture.h);
 * NULL: none. */
const char *isa_unbound_texture(const isa_kernel_t *k, const isa_mem_t *mem);

/* Accesses of threads to what is mapped around device memory; atomics are writes. */
typedef struct isa_slack {
    uint64_t reads, writes;
} isa_slack_t;

/* What CTAs of a cooperative launch wait by: its size and a counter (nvcc's grid_workspace). */
#define ISA_GRID_BYTES 8u

typedef struct isa_launch_cfg {
    const isa_kernel_t *kernel;
    uint32_t grid[3];
    uint32_t block[3];
    uint32_t dyn_shared;  /* bytes of .extern .shared memory */
    uint32_t warp_size;   /* 32 or 64 */
    const void *params;   /* kernel->param_bytes bytes, copied */
    uint32_t param_bytes; /* must equal kernel->param_bytes */
    isa_mem_t mem;
    const front_allocation_t *allocation; /* in mem, as front_t has them; must outlive it */
    uint32_t n_allocations;
    uint64_t local_base;      /* device-like address of local memory; 0: after mem, 4 KB aligned */
    uint32_t regs_per_thread; /* 0: the kernel's own */
    /* %envreg1 and %envreg2: the address of ISA_GRID_BYTES in mem, which are zero; 0: none. */
    uint64_t grid_workspace;
    /* What kernels print (vprintf), as they print it; NULL: lost. */
    void (*print)(void *ctx, const char *text, size_t bytes);
    void *print_ctx;
    const char *simd; /* "base", "avx2", "avx512": same results; NULL: the best there is */
} isa_launch_cfg_t;

/* Prepares a launch. NULL on error (d): a shape the kernel does not take, symbols not placed,
 * wrong parameter size. The kernel's module and cfg.mem must outlive it. */
isa_launch_t *isa_launch_new(const isa_launch_cfg_t *cfg, diag_t *d);
front_t *isa_launch_front(isa_launch_t *l);
/* The launch behind a front end; NULL: it is no launch of isa_launch_new(). */
const isa_launch_t *isa_front_launch(const front_t *f);
const isa_kernel_t *isa_launch_kernel(const isa_launch_t *l);
/* After front_t.error: "KERNEL: pc 0x40 (file.ptx:31:2) 'ld...': ... lane 5: ...", else an empty
 * text. */
const char *isa_launch_fault(const isa_launch_t *l);
/* The first thing in it whose result no manual defines, such as a shuffle from a lane that takes no
 * part; NULL: nothing. */
const char *isa_launch_warning(const isa_launch_t *l);
/* What a launch says when it ends, as far as it has come: a checkpoint saves it. */
typedef struct isa_notes {
    isa_slack_t slack;
    char slack_at[256]; /* the first such access; empty: none */
    char warning[256];  /* isa_launch_warning(); empty: none */
} isa_notes_t;
isa_notes_t *isa_launch_notes(isa_launch_t *l);
/* What the accesses of `slack` are and where the first was; NULL: there was none. */
const char *isa_launch_slack_warning(isa_launch_t *l);
void isa_launch_free(isa_launch_t *l);

typedef struct isa_counts {
    uint64_t warp_insts;
    uint64_t thread_insts; /* lanes in which they took effect */
} isa_counts_t;

/* Runs every CTA to completion without timing, warp by warp between barriers. max_warp_insts
 * bounds the run (0: no bound) so that an endless kernel ends with an error. 0 or a negative
 * errno: -EFAULT a fault, -ETIMEDOUT the bound, -EDEADLK a barrier that cannot be met. */
int isa_run_functional(isa_launch_t *l, uint64_t max_warp_insts, isa_counts_t *counts, diag_t *d);

/* Where a functional run stands between two CTAs: all there is to know of it beside memory. */
typedef struct isa_position {
    uint64_t next_cta; /* CTAs below it are done */
    isa_counts_t counts;
} isa_position_t;

/* The same from *at on, which it keeps up to date. -EINTR, without a message: *stop (unless
 * NULL) was not 0 between two CTAs; another call goes on. -ECANCELED: *stop was 1, and the CTA
 * did not end: an endless kernel. */
int isa_run_functional_from(isa_launch_t *l, uint64_t max_warp_insts,
                            const volatile sig_atomic_t *stop, isa_position_t *at, diag_t *d);

/*
 * Local memory. Each CTA in flight has a region of front_t.local_cta_bytes device-like
 * addresses at local_base + n * local_cta_bytes, n the lowest free number when the CTA begins,
 * so that regions are as many as CTAs are resident. In a region, word w of lane l of warp v
 * lies at ((v * words + w) * warp_size + l) * 4: lanes side by side, as GPUs interleave it.
 * An access wider than a word is reported by the address of its first word.
 */

#endif
