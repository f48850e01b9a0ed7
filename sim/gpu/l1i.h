/*
 * The instruction cache of an SM: read-only, LRU, a line is allocated when it is filled, misses
 * of a line merge in its MSHR without limit. Lines are fetched from the L2 in sectors.
 *
 * Every kernel's code starts at the same address, as in GPGPU-Sim: a kernel finds the lines of
 * the one before it.
 */
#ifndef LW_GPU_L1I_H
#define LW_GPU_L1I_H

#include <stdbool.h>
#include <stdint.h>

#include "gpu/gpu_cfg.h"
#include "gpu/repl.h"
#include "gpu/ring.h"

/* Byte address of instruction 0 of every kernel: apart from device memory. */
#define L1I_CODE_BASE (UINT64_C(1) << 44)

typedef enum l1i_answer {
    L1I_HIT,
    L1I_MISS,   /* the line was asked for */
    L1I_MERGED, /* it is on its way */
    L1I_RETRY,  /* no MSHR */
} l1i_answer_t;

typedef struct l1i_mshr {
    uint64_t line;
    uint64_t waiting; /* warp slots */
    uint8_t sectors;  /* still to come; 0: a free entry */
} l1i_mshr_t;

typedef struct l1i {
    uint32_t sm, sets, ways, line_shift, n_mshrs; /* sets 0: instructions always hit */
    uint8_t all_sectors;
    uint64_t *tag;
    uint8_t *state; /* WAY_INVALID or WAY_VALID */
    repl_t repl;
    l1i_mshr_t *mshr;
    ring_t out; /* to the interconnect, before what the L1D sends */
} l1i_t;

bool l1i_init(l1i_t *i, uint32_t sm, const gpu_cfg_t *cfg);
void l1i_free(l1i_t *i);

/* Warp slot w fetches at pc. A missing warp is returned by l1i_fill(). */
l1i_answer_t l1i_fetch(l1i_t *i, uint32_t pc, uint32_t w, uint64_t cycle);

/* A reply; the warps that may fetch again now. */
uint64_t l1i_fill(l1i_t *i, const gpu_req_t *r);

/* Nothing outstanding. */
bool l1i_idle(const l1i_t *i);

#endif
