/*
 * A GPU with one policy for tests on synthetic streams: attached, run, and what it reports. And the
 * stream of one warp whose loads wait for each other, so that its accesses come one by one in
 * program order.
 */
#ifndef LW_TESTS_POLICY_RIG_H
#define LW_TESTS_POLICY_RIG_H

#include "gpu_synth.h"
#include "policy/policy.h"

#define RIG_BASE      UINT64_C(0x10000000)
#define RIG_BASE_LINE (RIG_BASE / 128)

typedef struct policy_rig {
    gpu_cfg_t cfg;
    policy_set_t set;
    gpu_t *gpu;
    gpu_stats_t stats;
    gpu_stats_sleep_t sleep;
    policy_row_t rows[POLICY_MAX_ROWS];
    unsigned n_rows;
} policy_rig_t;

/* One SM of the plain machine with an L1 of sets x ways, one clock, and fetch that holds nobody
 * back. */
static inline gpu_cfg_t rig_cfg(uint32_t sets, uint32_t ways)
{
    gpu_cfg_t c = synth_preset(PLAIN);
    c.core_mhz = c.icnt_mhz = c.l2_mhz = c.dram_mhz = 1000;
    c.n_sms = 1;
    c.fetch_insts = 8;
    c.fetch_warps = 4;
    c.l1_sets = sets;
    c.l1_ways = ways;
    return c;
}

static inline void rig_die(const char *what)
{
    fprintf(stderr, "%s\n", what);
    exit(1);
}

/* options: "name=value" of the policy, NULL at the end. The policy stays until rig_free(). */
static inline void rig_new(policy_rig_t *r, const gpu_cfg_t *cfg, const char *policy,
                           const char *const *options)
{
    diag_t d = {{0}};
    memset(r, 0, sizeof *r);
    r->cfg = *cfg;
    r->gpu = gpu_new(&r->cfg);
    gpu_set_dump(r->gpu, stderr);
    if (policy_set_parse(&r->set, policy, &d))
        rig_die(d.text);
    for (; options && *options; options++) {
        char key[64], *eq;
        snprintf(key, sizeof key, "%s.%s", policy, *options);
        eq = strchr(key, '=');
        *eq = 0;
        if (policy_set_option(&r->set, key, eq + 1, &d))
            rig_die(d.text);
    }
    const policy_env_t env = {.gpu = r->gpu, .cfg = &r->cfg, .engine = &unit_engine_c};
    if (policy_set_create(&r->set, &env, &d))
        rig_die(d.text);
}

static inline void rig_report(policy_rig_t *r)
{
    r->n_rows = policy_report(r->set.policy[0], r->rows);
}

static inline void rig_run(policy_rig_t *r, synth_t *s)
{
    if (gpu_run(r->gpu, &s->front) != GPU_OK)
        rig_die(gpu_message(r->gpu));
    gpu_stats(r->gpu, &r->stats);
    gpu_stats_sleep(r->gpu, &r->sleep);
    rig_report(r);
}

static inline void rig_free(policy_rig_t *r)
{
    policy_set_destroy(&r->set);
    gpu_free(r->gpu);
}

/* A count that the policy reports; a name that it does not is an error. */
static inline uint64_t rig_count(const policy_rig_t *r, const char *name)
{
    for (unsigned i = 0; i < r->n_rows; i++)
        if (strcmp(r->rows[i].name, name) == 0 && !r->rows[i].is_ratio)
            return r->rows[i].count;
    rig_die(name);
    return 0;
}

/* The stream: line `seq[i] - 'A'` in turn i, each load waiting for the one before. */
static inline uint64_t rig_seq_addr(const synth_t *s, const synth_at_t *at, uint32_t lane)
{
    const char *seq = s->user;
    return RIG_BASE + (uint64_t)(seq[at->iter] - 'A') * 128 + lane * 4;
}

static inline void rig_seq(synth_t *s, const char *seq)
{
    synth_init(s, 1, 1, 32);
    synth_load(s, 1, 1);
    s->repeat = (uint32_t)strlen(seq);
    s->addr = rig_seq_addr;
    s->user = seq;
}

/*
 * What stands beside a policy, by the number of the load that is issued: at `prefetch` it asks for
 * line B; from `bypass` on it bypasses reads of B with request.bypass, and has the bit
 * returned. 0: never.
 */
typedef struct rig_beside {
    gpu_t *gpu;
    uint32_t loads, prefetch, bypass;
} rig_beside_t;

static inline void rig_beside_issue(void *ctx, const gpu_load_issue_t *e)
{
    rig_beside_t *x = ctx;
    if (++x->loads == x->prefetch &&
        !gpu_l1_prefetch(x->gpu, e->sm, RIG_BASE_LINE + 1, e->inst->pc, e->warp))
        rig_die("no room for a prefetch");
}

static inline gpu_l1_decision_t rig_beside_access(void *ctx, const gpu_l1_access_t *a)
{
    const rig_beside_t *x = ctx;
    bool bypassed = x->bypass && x->loads >= x->bypass && a->req->line == RIG_BASE_LINE + 1;
    return bypassed ? GPU_L1_PREDICTED_BYPASS : GPU_L1_NORMAL;
}

static inline bool rig_beside_returned(void *ctx, const gpu_l2_request_t *r)
{
    (void)ctx;
    return r->bypass;
}

static const gpu_hooks_t rig_beside_hooks = {.policy = "beside",
                                             .on_load_issue = rig_beside_issue,
                                             .on_l1_access = rig_beside_access,
                                             .on_l2_request = rig_beside_returned};

static inline void rig_beside(policy_rig_t *r, rig_beside_t *x)
{
    x->gpu = r->gpu;
    if (gpu_attach(r->gpu, &rig_beside_hooks, x, NULL) || !gpu_want_prefetch_queue(r->gpu, 1))
        rig_die("nothing can stand beside");
}

/*
 * A set of two ways, one warp: A, and with its data B, A and C at once, and with B's data B. When C
 * comes B is pending, and A was used after B.
 */
static inline uint64_t rig_reserved_addr(const synth_t *s, const synth_at_t *at, uint32_t lane)
{
    (void)s;
    return RIG_BASE + (uint64_t)("ABACB"[at->inst] - 'A') * 128 + lane * 4;
}

static inline void rig_reserved(policy_rig_t *r, const char *policy, const char *const *options)
{
    const gpu_cfg_t c = rig_cfg(1, 2);
    synth_t s;
    synth_init(&s, 1, 1, 32);
    synth_load(&s, 1, -1);
    for (int i = 2; i < 5; i++)
        synth_load(&s, i, 1);
    synth_load(&s, 5, 2);
    s.addr = rig_reserved_addr;
    rig_new(r, &c, policy, options);
    rig_run(r, &s);
    rig_free(r);
    synth_free(&s);
}

#endif
