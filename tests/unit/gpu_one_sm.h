/* A machine of one SM and one scheduler, for the tests of the order in which an SM works. */
#ifndef LW_TESTS_GPU_ONE_SM_H
#define LW_TESTS_GPU_ONE_SM_H

#include "gpu_synth.h"

/* One SM, one scheduler, and fetch that never holds anybody back after the first time. */
static inline gpu_cfg_t one_sm(uint32_t policy)
{
    gpu_cfg_t c = synth_preset(PLAIN);
    c.core_mhz = c.icnt_mhz = c.l2_mhz = c.dram_mhz = 1000;
    c.n_sms = 1;
    c.fetch_insts = 8;
    c.fetch_warps = 4;
    c.sched_policy = policy;
    return c;
}

#endif
