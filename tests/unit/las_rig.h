/*
 * A GPU with a policy of las whose units' cycles are logged: what each was given, and what it said.
 * The engine is engine c with a log around it.
 */
#ifndef LW_TESTS_LAS_RIG_H
#define LW_TESTS_LAS_RIG_H

#include "gpu_synth.h"
#include "las/las_cta.h"
#include "las/las_warp.h"
#include "policy/policy.h"

enum { LAS_LOG = 4096, LAS_EVENTS = 256 };

typedef struct cta_cycle {
    uint64_t cycle;
    las_cta_in_t in;
    las_cta_out_t out;
} cta_cycle_t;

typedef struct warp_cycle {
    uint64_t cycle;
    las_warp_in_t in;
    las_warp_out_t out;
} warp_cycle_t;

/* Of las.cta, and of sm0's las.warp. */
typedef struct las_log {
    cta_cycle_t cta[LAS_LOG];
    warp_cycle_t warp[LAS_LOG];
    uint32_t n_cta, n_warp;
} las_log_t;

static las_log_t las_log;

typedef struct logged {
    void *state;
    bool cta, warp;
} logged_t;

static inline int logged_open(unit_inst_t *u, const void *cfg, diag_t *d)
{
    logged_t *x = calloc(1, sizeof *x);
    (void)d;
    x->state = calloc(1, u->desc->state_bytes);
    x->cta = strcmp(u->desc->name, "las.cta") == 0;
    x->warp = strcmp(u->label, "sm0") == 0 && !x->cta;
    u->side = x;
    return u->desc->init(x->state, cfg);
}

static inline void logged_close(unit_inst_t *u)
{
    logged_t *x = u->side;
    if (x)
        free(x->state);
    free(x);
}

static inline int logged_eval(unit_inst_t *u, const void *in, void *out)
{
    logged_t *x = u->side;
    u->desc->eval(x->state, in, out);
    return 0;
}

static inline int logged_moore(unit_inst_t *u, void *out)
{
    logged_t *x = u->side;
    u->desc->moore(x->state, out);
    return 0;
}

static inline int logged_tick(unit_inst_t *u, const void *in)
{
    logged_t *x = u->side;
    las_log_t *l = &las_log;
    if (x->cta && l->n_cta < LAS_LOG) {
        cta_cycle_t *c = &l->cta[l->n_cta++];
        *c = (cta_cycle_t){.cycle = u->clock, .in = *(const las_cta_in_t *)in};
        u->desc->eval(x->state, in, &c->out);
    } else if (x->warp && l->n_warp < LAS_LOG) {
        warp_cycle_t *c = &l->warp[l->n_warp++];
        *c = (warp_cycle_t){.cycle = u->clock, .in = *(const las_warp_in_t *)in};
        u->desc->eval(x->state, in, &c->out);
    }
    u->desc->tick(x->state, in);
    return 0;
}

static inline uint64_t logged_sleep(unit_inst_t *u, const void *held)
{
    logged_t *x = u->side;
    (void)held;
    return u->desc->quiet(x->state);
}

static inline int logged_skip(unit_inst_t *u, uint64_t n)
{
    logged_t *x = u->side;
    (u->desc->skip)(x->state, n); /* in parentheses: cmocka has a macro of that name */
    return 0;
}

static const unit_engine_t logged_engine = {
    .name = "logged",
    .open = logged_open,
    .close = logged_close,
    .eval = logged_eval,
    .moore = logged_moore,
    .tick = logged_tick,
    .sleep = logged_sleep,
    .skip = logged_skip,
};

/* ---- A run ---- */

typedef struct las_rig {
    gpu_cta_event_t ready[LAS_EVENTS], done[LAS_EVENTS];
    uint32_t n_ready, n_done;
    synth_clock_t clock; /* cycles of the steps in the synth's log */
    policy_row_t row[POLICY_MAX_ROWS];
    unsigned n_rows;
    gpu_stats_t st;
} las_rig_t;

static inline void las_rig_ready(void *ctx, const gpu_cta_event_t *e)
{
    las_rig_t *r = ctx;
    if (r->n_ready < LAS_EVENTS)
        r->ready[r->n_ready++] = *e;
}

static inline void las_rig_done(void *ctx, const gpu_cta_event_t *e)
{
    las_rig_t *r = ctx;
    if (r->n_done < LAS_EVENTS)
        r->done[r->n_done++] = *e;
}

static const gpu_hooks_t las_rig_hooks = {
    .policy = "rig", .on_cta_ready = las_rig_ready, .on_cta_finish = las_rig_done};

static inline gpu_cfg_t las_rig_config(void)
{
    gpu_cfg_t c = synth_preset(PLAIN);
    c.core_mhz = c.icnt_mhz = c.l2_mhz = c.dram_mhz = 1000;
    c.n_sms = 1;
    c.fetch_insts = 8;
    c.fetch_warps = 4;
    c.flit_bytes = 160;
    return c;
}

/* options: "a.x=1 b.y=2", or NULL. The kernel is launched so many times. */
static inline void las_rig_run_times(las_rig_t *r, const gpu_cfg_t *cfg, synth_t *s,
                                     const char *policy, const char *options, uint32_t times)
{
    policy_set_t set;
    diag_t d = {{0}};
    char key[64];
    las_log.n_cta = las_log.n_warp = 0;
    *r = (las_rig_t){.clock = {.s = s}};
    gpu_t *g = gpu_new(cfg);
    gpu_set_dump(g, stderr);
    gpu_l2_preload(g, 0x10000000, 65536);
    synth_log_on(s, 1024);
    bool ok = policy_set_parse(&set, policy, &d) == 0;
    for (const char *o = options; ok && o && *o; o += strcspn(o, " "), o += *o == ' ') {
        char value[32];
        ok = sscanf(o, "%63[^=]=%31[^ ]", key, value) == 2 &&
             policy_set_option(&set, key, value, &d) == 0;
    }
    const policy_env_t env = {.gpu = g, .cfg = cfg, .engine = &logged_engine};
    ok = ok && policy_set_create(&set, &env, &d) == 0;
    gpu_attach(g, &las_rig_hooks, r, NULL);
    gpu_attach(g, &synth_clock_hooks, &r->clock, NULL);
    for (uint32_t i = 0; ok && i < times; i++)
        ok = gpu_run(g, &s->front) == GPU_OK;
    if (!ok) {
        fprintf(stderr, "%s: %s%s\n", policy, d.text, gpu_message(g));
        exit(1);
    }
    gpu_stats(g, &r->st);
    r->n_rows = policy_report(set.policy[0], r->row);
    gpu_free(g);
    policy_set_destroy(&set);
}

static inline void las_rig_run(las_rig_t *r, const gpu_cfg_t *cfg, synth_t *s, const char *policy,
                               const char *options)
{
    las_rig_run_times(r, cfg, s, policy, options, 1);
}

static inline uint64_t las_rig_count(const las_rig_t *r, const char *name)
{
    for (unsigned i = 0; i < r->n_rows; i++)
        if (strcmp(r->row[i].name, name) == 0)
            return r->row[i].count;
    fprintf(stderr, "no row %s\n", name);
    exit(1);
}

#endif
