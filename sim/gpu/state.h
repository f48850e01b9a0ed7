/*
 * The walks of the GPU's parts (common/state_io.h); gpu_state() in gpu.h is the whole. An object
 * that is loaded is a fresh one of the same configuration.
 */
#ifndef LW_GPU_STATE_H
#define LW_GPU_STATE_H

#include "gpu/gpu_int.h"

/* state_memory.c */
void ring_state(ring_t *r, state_io_t *io);
void repl_state(repl_t *r, uint32_t sets, state_io_t *io);
void slice_state(slice_t *s, const gpu_cfg_t *cfg, state_io_t *io);
void dram_state(dram_t *d, state_io_t *io);
void icnt_state(icnt_t *n, state_io_t *io);

/* state_sm.c; sh->front is set, or NULL between launches */
void sm_state(sm_t *sm, state_io_t *io);

#endif
