/*
 * Policies sap and apres beside another policy, which refuses their prefetches, lets reads bypass
 * or fills the prefetch queue. The numbers are derived from docs/units/apres.md.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "policy_apres_plan.h"

/* What stands beside: refuses prefetches of a line, lets reads of a PC bypass, asks for prefetches
 * of its own in the same queue. */
typedef struct beside {
    gpu_t *g;
    uint64_t refused; /* line */
    uint32_t bypass_pc;
    uint32_t asks; /* that many at a time, of a line far away, from the third load on */
    uint32_t asked, told, loads;
    uint32_t warps, pcs; /* of the prefetches of others, as bits and as a sum */
} beside_t;

static bool refuse(void *ctx, const gpu_l1_access_t *a)
{
    return a->req->line == ((beside_t *)ctx)->refused;
}

static gpu_l1_decision_t let_bypass(void *ctx, const gpu_l1_access_t *a)
{
    return a->req->pc == ((beside_t *)ctx)->bypass_pc ? GPU_L1_BYPASS : GPU_L1_NORMAL;
}

static void ask_more(beside_t *x, uint32_t sm)
{
    for (uint32_t i = 0; i < x->asks && gpu_prefetch_room(x->g, sm); i++)
        x->asked += gpu_l1_prefetch(x->g, sm, RIG_LINE + 10000, 0x1234, 0);
}

static void ask_in_cycle(void *ctx, uint32_t sm, uint64_t cycle)
{
    beside_t *x = ctx;
    (void)cycle;
    if (x->loads >= 3 && x->asked < 400)
        ask_more(x, sm);
}

static void count_loads(void *ctx, const gpu_load_issue_t *e)
{
    ((beside_t *)ctx)->loads += e->inst->pc == 8;
}

static void hear(void *ctx, const gpu_prefetch_result_t *t)
{
    beside_t *x = ctx;
    const bool own = t->req->pc == 0x1234;
    x->told += own;
    x->warps |= own ? 0 : 1u << t->req->warp;
    x->pcs += own ? 0 : t->req->pc;
}

static const gpu_hooks_t beside_hooks = {.policy = "beside",
                                         .on_prefetch = refuse,
                                         .on_l1_access = let_bypass,
                                         .on_load_issue = count_loads,
                                         .on_prefetch_result = hear,
                                         .on_cycle = ask_in_cycle};

static void run_beside(policy_rig_t *r, beside_t *x, const plan_t *p, const char *policy)
{
    gpu_cfg_t c = rig_config();
    policy_set_t set;
    char key[64];
    synth_t s;
    diag_t d = {{0}};
    make(&s, p, WARPS);
    *r = (policy_rig_t){.clock = {.s = &s}};
    x->g = gpu_new(&c);
    gpu_l2_preload(x->g, RIG_BASE, 65536);
    assert_int_equal(policy_set_parse(&set, policy, &d), 0);
    snprintf(key, sizeof key, "%s.groups", policy);
    assert_int_equal(policy_set_option(&set, key, "16", &d), 0);
    const policy_env_t env = {.gpu = x->g, .cfg = &c, .engine = &unit_engine_c};
    assert_int_equal(gpu_attach(x->g, &beside_hooks, x, NULL), 0);
    assert_int_equal(policy_set_create(&set, &env, &d), 0);
    assert_int_equal(gpu_attach(x->g, &rig_hooks, r, NULL), 0);
    assert_int_equal(gpu_run(x->g, &s.front), GPU_OK);
    gpu_stats(x->g, &r->st);
    r->n_rows = policy_report(set.policy[0], r->row);
    policy_set_destroy(&set);
    gpu_free(x->g);
    synth_free(&s);
}

/* A prefetch that another policy refuses is dropped and moves nobody, and the next one goes on.
 * Warp 4 then misses and asks for the lines behind it, which are there: its turn comes before
 * theirs under lrr. */
static void policy_apres_300_a_refused_prefetch_has_no_target(void **state)
{
    (void)state;
    policy_rig_t r;
    beside_t x = {.refused = RIG_LINE + 5120 / 128, .bypass_pc = UINT32_MAX};
    const plan_t p = {strided, WARPS, 0};
    run_beside(&r, &x, &p, "sap");
    assert_int_equal(rig_count(&r, "asked"), 5 + 3);
    assert_int_equal(rig_count(&r, "sap_refused"), 1);
    assert_int_equal(rig_count(&r, "sap_present"), 3);
    assert_int_equal(rig_count(&r, "sap_issued"), 4);
    assert_int_equal(rig_count(&r, "moves_target"), 7);
    assert_int_equal(rig_count(&r, "group_hits"), 4);
    assert_int_equal(r.st.l1d.prefetches_dropped_policy, 1);
    sums_up(&r);
}

/* Reads that bypass are misses: of each the group moves to the tail and SAP hears, although its
 * request has no line; a prefetch for them brings lines all the same. */
static void policy_apres_310_a_bypass_is_a_miss(void **state)
{
    (void)state;
    policy_rig_t r;
    beside_t x = {.refused = UINT64_MAX, .bypass_pc = 8};
    const plan_t p = {strided, WARPS, 0};
    run_beside(&r, &x, &p, "apres");
    assert_int_equal(r.st.l1d.bypasses, WARPS);
    assert_int_equal(rig_count(&r, "group_hits"), 0);
    assert_int_equal(rig_count(&r, "group_misses"), 2 * WARPS);
    assert_int_equal(rig_count(&r, "served"), 2 * WARPS);
    assert_int_equal(rig_count(&r, "predictions"), WARPS - 2);
    /* Warps 2 to 6 ask for those behind them: 5 + 4 + 3 + 2 + 1, the first five of which bring a
     * line. */
    assert_int_equal(rig_count(&r, "asked"), 15);
    assert_int_equal(rig_count(&r, "sap_issued"), 5);
    assert_int_equal(rig_count(&r, "sap_present"), 10);
    sums_up(&r);
}

/* Another prefetcher keeps the queue full: SAP's wait for room, none is lost, and each hears of its
 * own alone. */
static void policy_apres_320_a_full_queue_holds_prefetches(void **state)
{
    (void)state;
    policy_rig_t r;
    beside_t x = {.refused = UINT64_MAX, .bypass_pc = UINT32_MAX, .asks = 9};
    const plan_t p = {strided, WARPS, 0};
    run_beside(&r, &x, &p, "apres");
    assert_int_equal(x.asked, 400);
    assert_int_equal(x.told, 400);
    /* SAP's are for warps 3 to 7 and the load at PC 8. */
    assert_int_equal(x.warps, 0xf8);
    assert_int_equal(x.pcs, 5 * 8);
    assert_int_equal(rig_count(&r, "asked"), 5);
    assert_int_equal(rig_count(&r, "sap_issued"), 5);
    assert_int_equal(rig_count(&r, "moves_target"), 5);
    assert_int_equal(r.st.l1d.prefetches_dropped_queue, 0);
    assert_int_equal(r.st.l1d.prefetches_asked, 405);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(policy_apres_300_a_refused_prefetch_has_no_target),
        cmocka_unit_test(policy_apres_310_a_bypass_is_a_miss),
        cmocka_unit_test(policy_apres_320_a_full_queue_holds_prefetches),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
