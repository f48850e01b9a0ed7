/*
 * A policy on a synthetic kernel: named, with options, beside observers. One clock, one SM, one
 * scheduler and fetch that holds nobody back, unless a test changes that.
 */
#ifndef LW_TESTS_POLICY_SYNTH_H
#define LW_TESTS_POLICY_SYNTH_H

#include "gpu_synth.h"
#include "policy/policy.h"

#define RIG_BASE UINT64_C(0x10000000)
#define RIG_LINE (RIG_BASE / 128)
enum { RIG_TOLD = 512 }; /* prefetches of a run, at most */

/* What a run told. */
typedef struct policy_rig {
    gpu_stats_t st;
    synth_clock_t clock; /* cycles of the steps in the synth's log */
    gpu_cta_event_t ready[32], done[32];
    uint32_t n_ready, n_done;
    gpu_prefetch_result_t told[RIG_TOLD];
    uint64_t told_line[RIG_TOLD];
    uint32_t n_told;
    policy_row_t row[POLICY_MAX_ROWS];
    unsigned n_rows;
    gpu_stats_load_t load[SYNTH_MAX]; /* of the load at instruction i */
} policy_rig_t;

static inline void rig_ready(void *ctx, const gpu_cta_event_t *e)
{
    policy_rig_t *r = ctx;
    r->ready[r->n_ready++] = *e;
}

static inline void rig_done(void *ctx, const gpu_cta_event_t *e)
{
    policy_rig_t *r = ctx;
    r->done[r->n_done++] = *e;
}

static inline void rig_told(void *ctx, const gpu_prefetch_result_t *t)
{
    policy_rig_t *r = ctx;
    assert_true(r->n_told < RIG_TOLD);
    r->told_line[r->n_told] = t->req->line - RIG_LINE;
    r->told[r->n_told++] = *t;
}

static const gpu_hooks_t rig_hooks = {.policy = "rig",
                                      .on_cta_ready = rig_ready,
                                      .on_cta_finish = rig_done,
                                      .on_prefetch_result = rig_told};

static inline gpu_cfg_t rig_config(void)
{
    gpu_cfg_t c = synth_preset(PLAIN);
    c.core_mhz = c.icnt_mhz = c.l2_mhz = c.dram_mhz = 1000;
    c.n_sms = 1;
    c.fetch_insts = 8;
    c.fetch_warps = 4;
    c.flit_bytes = 160;
    return c;
}

/* policy: "a" or "a+b", "" for none; options: "a.x=1 b.y=2", or NULL. The kernel is launched so
 * many times. */
static inline void rig_run_times(policy_rig_t *r, const gpu_cfg_t *cfg, synth_t *s,
                                 const char *policy, const char *options, uint32_t times)
{
    policy_set_t set;
    diag_t d = {{0}};
    char key[64];
    *r = (policy_rig_t){.clock = {.s = s}};
    gpu_t *g = gpu_new(cfg);
    gpu_set_dump(g, stderr);
    gpu_l2_preload(g, RIG_BASE, 65536);
    synth_log_on(s, 256);
    bool ok = policy_set_parse(&set, policy, &d) == 0;
    for (const char *o = options; ok && o && *o; o += strcspn(o, " "), o += *o == ' ') {
        char value[32];
        ok = sscanf(o, "%63[^=]=%31[^ ]", key, value) == 2 &&
             policy_set_option(&set, key, value, &d) == 0;
    }
    const policy_env_t env = {.gpu = g, .cfg = cfg, .engine = &unit_engine_c};
    ok = ok && policy_set_create(&set, &env, &d) == 0;
    gpu_attach(g, &rig_hooks, r, NULL);
    gpu_attach(g, &synth_clock_hooks, &r->clock, NULL);
    for (uint32_t i = 0; ok && i < times; i++)
        ok = gpu_run(g, &s->front) == GPU_OK;
    if (!ok) {
        fprintf(stderr, "%s: %s%s\n", policy, d.text, gpu_message(g));
        exit(1);
    }
    gpu_stats(g, &r->st);
    for (unsigned i = 0; i < gpu_load_rows(g); i++) {
        gpu_load_row_t row;
        gpu_load_row(g, i, &row);
        r->load[row.pc / 8] = row.s;
    }
    if (set.n)
        r->n_rows = policy_report(set.policy[0], r->row);
    gpu_free(g);
    policy_set_destroy(&set);
}

static inline void rig_run(policy_rig_t *r, const gpu_cfg_t *cfg, synth_t *s, const char *policy,
                           const char *options)
{
    rig_run_times(r, cfg, s, policy, options, 1);
}

/* A number of the first policy's report. */
static inline uint64_t rig_count(const policy_rig_t *r, const char *name)
{
    for (unsigned i = 0; i < r->n_rows; i++)
        if (strcmp(r->row[i].name, name) == 0)
            return r->row[i].count;
    fprintf(stderr, "no row %s\n", name);
    exit(1);
}

/* A step that is expected: its cycle, warp and instruction. */
typedef struct rig_step {
    uint64_t cycle;
    uint32_t warp, inst;
} rig_step_t;

/* The steps are these; frees the synth. */
static inline bool rig_steps(const policy_rig_t *r, synth_t *s, const rig_step_t *want, uint32_t n)
{
    bool ok = s->log_n == n;
    for (uint32_t k = 0; k < n && k < s->log_n; k++) {
        const synth_at_t *at = &s->log[k];
        if (at->warp == want[k].warp && at->inst == want[k].inst &&
            r->clock.cycle[k] == want[k].cycle)
            continue;
        fprintf(stderr, "step %u: warp %u, instruction %u in cycle %llu; expected %u, %u, %llu\n",
                k, at->warp, at->inst, (unsigned long long)r->clock.cycle[k], want[k].warp,
                want[k].inst, (unsigned long long)want[k].cycle);
        ok = false;
    }
    synth_free(s);
    return ok;
}

/* Instruction i of every warp accesses line user[i], all lanes. */
static inline uint64_t rig_addr_by_inst(const synth_t *s, const synth_at_t *at, uint32_t lane)
{
    const uint32_t *line = s->user;
    return RIG_BASE + line[at->inst] * UINT64_C(128) + lane * 4;
}

#endif
