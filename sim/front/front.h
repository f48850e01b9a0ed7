/*
 * Front end: the source of warp instructions that the GPU model pulls from. Implemented by
 * the PTX executor (isa/), by trace readers (trace/) and by the synthetic streams of tests.
 * The GPU model calls these and knows nothing else about programs.
 *
 * Execution is functional at issue: step() performs the instruction's whole effect on
 * registers and device memory. Barriers do not block inside the front end: the GPU must not
 * step a warp past a barrier before all live warps of the CTA have stepped onto it.
 */
#ifndef LW_FRONT_FRONT_H
#define LW_FRONT_FRONT_H

#include <stdbool.h>
#include <stdint.h>

#include "common/state_io.h"
#include "front/inst.h"

/* Parameters from this address on are arguments of a call, which a machine keeps in registers. */
#define FRONT_CALL_PARAMS UINT64_C(0x100000)

/* What one step did. */
typedef struct warp_step {
    uint64_t active;               /* lanes in which the instruction took effect (mask and guard) */
    uint8_t space;                 /* inst_space_t of a memory access, generic resolved */
    const inst_t *next;            /* the warp's next instruction; NULL: the warp has finished */
    uint8_t barrier;               /* of a barrier instruction: its number, 0 to 15 */
    uint16_t barrier_warps;        /* warps that meet at it; 0: all live warps of the CTA */
    uint64_t addr[INST_MAX_LANES]; /* byte address per active lane, memory instructions only */
} warp_step_t;

typedef struct front_cta front_cta_t;   /* a CTA in flight, owned by the front end */
typedef struct front_warp front_warp_t; /* one of its warps */

typedef struct front_ops {
    /* Starts CTA number cta (x fastest, then y, z). Never fails: the front end grows. */
    front_cta_t *(*cta_begin)(void *ctx, uint32_t cta);
    front_warp_t *(*cta_warp)(void *ctx, front_cta_t *cta, unsigned warp); /* 0-based in CTA */
    /* The instruction that the warp is at: its first in a CTA that has just begun, and after
     * cta_state() the next one. NULL: it has nothing to do, or nothing more. */
    const inst_t *(*first)(void *ctx, front_warp_t *w);
    void (*step)(void *ctx, front_warp_t *w, warp_step_t *out);
    void (*cta_end)(void *ctx, front_cta_t *cta); /* all its warps have finished */
    /*
     * Optional, both or neither (NULL: a run with this front end cannot be checkpointed). They
     * walk (common/state_io.h) what step() and cta_begin() depend on beyond what a fresh front of
     * the same launch has: state() what the launch holds as a whole, called first; then
     * cta_state() once for each CTA in flight, in an order of the caller's, with its number, which
     * the grid has and no other CTA in flight. When loading, cta_state() makes the CTA, in the
     * state of its warps at the save, and sets *cta. Pointers to warps and instructions are the
     * caller's to translate: cta_warp() and first() are called again, and instructions are numbered
     * by their place in front_t.inst.
     */
    void (*state)(void *ctx, state_io_t *io);
    void (*cta_state)(void *ctx, state_io_t *io, uint32_t number, front_cta_t **cta);
    /* Optional: has the warp a lane, running or waiting for others, whose next instruction is in
     * natural loop `loop` (inst_t.loop), or in one within it? NULL: as the warp's next instruction
     * says. */
    bool (*in_loop)(void *ctx, const front_warp_t *w, uint32_t loop);
    /* Optional: is the byte in device memory that is allocated? NULL: what of the arena is used
     * (front_t) is. */
    bool (*allocated)(void *ctx, uint64_t addr);
    /* Optional: where one of front_t.inst stands in the program's source. The file; NULL: not
     * known. */
    const char *(*source)(void *ctx, const inst_t *at, int *line, int *col);
    /* Optional, both or neither: a second view of a CTA, from its first instruction on, which is
     * only read. Its warps can be stepped; nothing else of the launch changes, and local addresses
     * mean nothing. A front may drop CTAs that have finished, for which cta_peek() gives NULL;
     * right after a checkpoint has been loaded it has all. */
    front_cta_t *(*cta_peek)(void *ctx, uint32_t cta);
    void (*cta_unpeek)(void *ctx, front_cta_t *cta);
} front_ops_t;

/* Device memory that the host has asked for in one piece. */
typedef struct front_allocation {
    uint64_t first, end;
} front_allocation_t;

/* One kernel launch as the GPU sees it; all const while it runs. */
typedef struct front {
    const front_ops_t *ops;
    void *ctx;
    const char *kernel;
    uint32_t grid[3];
    uint32_t block[3];
    uint32_t warp_size; /* lanes; the GPU's configured warp size */
    uint32_t warps_per_cta;
    uint32_t regs_per_thread; /* 32-bit registers, for occupancy */
    uint32_t shared_bytes;    /* per CTA, static and dynamic */
    const inst_t *inst;       /* the whole static program, PC order */
    uint32_t n_inst;
    uint64_t arena_base; /* device memory in use: [base, base + bytes) */
    uint64_t arena_bytes;
    uint64_t local_base;      /* local memory's addresses, apart from the arena's: */
    uint64_t local_cta_bytes; /* this many for each CTA resident at once; 0: none used */
    uint64_t local_first;     /* number of the first word there, as the program counts them */
    const uint32_t
        *cta_order; /* the CTAs' numbers in the order in which they start; NULL: ascending */
    int error;      /* set by step() on a fault (bad address...): the GPU stops */
    const front_allocation_t *allocation; /* ascending; NULL: not known */
    uint32_t n_allocations;
    const struct front *behind; /* the one that this one passes on, a recorder; NULL: none */
    bool no_const_addresses;    /* step() does not tell those of constants and parameters */
} front_t;

#endif
