/* What the tests of the L1D share: a machine with one clock, and addresses. */
#ifndef LW_TEST_GPU_L1D_CASE_H
#define LW_TEST_GPU_L1D_CASE_H

#include "gpu_synth.h"

#define BASE UINT64_C(0x10000000)

static inline gpu_cfg_t one_clock(void)
{
    gpu_cfg_t c = synth_preset(PLAIN);
    c.core_mhz = c.icnt_mhz = c.l2_mhz = c.dram_mhz = 1000;
    c.n_sms = 1;
    c.l1_bypass_size = GPU_BYPASS_LINE;
    return c;
}

/* Lane l of a load reads line (l mod n) * step, s->user = {n, step}. */
static inline uint64_t addr_lines(const synth_t *s, const synth_at_t *at, uint32_t lane)
{
    const uint32_t *p = s->user;
    (void)at;
    return BASE + (uint64_t)(lane % p[0]) * p[1] * 128;
}

static inline uint64_t addr_same(const synth_t *s, const synth_at_t *at, uint32_t lane)
{
    (void)s, (void)at;
    return BASE + lane * 4;
}

/* Runs one warp with one load of n lines `step` apart; returns the core cycle, after the load's
 * issue, in which the reply to the first request is taken. */
static inline uint64_t first_reply(const gpu_cfg_t *cfg)
{
    const uint32_t one[2] = {1, 1};
    gpu_stats_t st;
    synth_t s;
    synth_init(&s, 1, 1, 32);
    synth_load(&s, 1, 0);
    s.addr = addr_lines;
    s.user = one;
    synth_run(cfg, &s, &st);
    synth_free(&s);
    return st.sm.load_latency_sum - cfg->l1_fill_delay;
}

#endif
