/*
 * Checkpoints: a run that is stopped anywhere, written, built anew and continued, as often as one
 * likes, ends in the same JSON as one that nobody disturbed, to the last byte but for `host`.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

#include <cmocka.h>

#include "checkpoint_file.h"
#include "cli/session.h"
#include "common/rng.h"
#include "lockstep/ports.h"

/* How the machine is set up. */
typedef struct setup {
    const char *config, *policies;
    const char *set[4];
    bool never_sleep, functional, analyze;
    uint64_t interval, max_cycles;
    const char *kernel;
} setup_t;

/* Where a part of a run ends. */
typedef struct until {
    uint64_t at;    /* core cycle, 0: its end */
    double seconds; /* 0: without */
} until_t;

static run_opts_t options_of(const char *workload, const setup_t *u)
{
    run_opts_t o;
    run_opts_default(&o);
    o.workload = workload;
    o.config = u->config;
    o.policies = u->policies;
    o.scale = SCALE_TINY;
    o.never_sleep = u->never_sleep;
    o.functional = u->functional;
    o.analyze = u->analyze;
    o.interval = u->interval;
    o.max_cycles = u->max_cycles;
    o.kernel = u->kernel;
    for (unsigned i = 0; i < 4 && u->set[i]; i++)
        o.set[o.n_sets++] = u->set[i];
    return o;
}

/* Runs from the start, or from the checkpoint when `resume`, to the end or to a checkpoint, under
 * the engine of o. The JSON without host and engine, or NULL: it was stopped. */
static char *part(run_opts_t o, bool resume, until_t until)
{
    const char *engine = o.engine;
    suspend_t p = {.file = file, .at = until.at, .max_seconds = until.seconds};
    session_t s;
    diag_t d = {{0}};
    char *text = NULL;
    if (resume) {
        run_opts_default(&o);
        o.resume = file;
        if (suspend_read(&p, &o, &d))
            fail_msg("%s", d.text);
        o.engine = engine;
    }
    if (session_open_stoppable(&s, &o, &p))
        fail_msg("%s", s.sim.diag.text);
    int status = session_run(&s);
    if (!p.stopped) {
        if (status != CMD_DONE)
            fail_msg("%s %s: %s", o.workload ? o.workload : "", o.config ? o.config : "",
                     s.sim.diag.text);
        cJSON *root = report_json(&s.sim.report);
        cJSON_DeleteItemFromObject(root, "host");
        cJSON_DeleteItemFromObject(root, "engine");
        text = cJSON_Print(root);
        cJSON_Delete(root);
        assert_non_null(text);
    } else {
        assert_int_equal(status, CMD_STOPPED);
    }
    session_close(&s);
    suspend_free(&p);
    return text;
}

static uint64_t cycles_of(const char *json)
{
    cJSON *root = cJSON_Parse(json);
    const cJSON *totals = cJSON_GetObjectItem(root, "totals");
    const cJSON *cycles = cJSON_GetObjectItem(totals, "cycles");
    assert_non_null(cycles);
    uint64_t n = (uint64_t)cycles->valuedouble;
    cJSON_Delete(root);
    return n;
}

static void same(const char *workload, const setup_t *u, uint64_t at, const char *want,
                 const char *have)
{
    size_t i = 0, line = 0;
    if (strcmp(want, have) == 0)
        return;
    for (; want[i] && want[i] == have[i]; i++)
        line = want[i] == '\n' ? i + 1 : line;
    fail_msg("%s on %s %s, last stopped at cycle %llu: expected '%.*s', found '%.*s'", workload,
             u->config, u->policies ? u->policies : "", (unsigned long long)at,
             (int)strcspn(want + line, "\n"), want + line, (int)strcspn(have + line, "\n"),
             have + line);
}

/* `chains` runs of a workload, each stopped at `stops` cycles at random. */
static void stop_at_random(const char *workload, const setup_t *u, unsigned chains, unsigned stops)
{
    run_opts_t o = options_of(workload, u);
    char *want = part(o, false, (until_t){0, 0});
    assert_non_null(want);
    uint64_t cycles = cycles_of(want);
    rng_t r;
    rng_seed(&r, cycles);
    for (unsigned c = 0; c < chains; c++) {
        uint64_t at = 0;
        char *have = NULL;
        for (unsigned k = 0; k < stops && !have; k++) {
            /* anywhere in what is left: the first one early, so that there is room */
            uint64_t left = cycles - at;
            at += 1 + rng_below(&r, (uint32_t)(left / (stops - k) + 1));
            if (at >= cycles)
                break;
            have = part(o, k > 0, (until_t){at, 0});
        }
        if (!have)
            have = part(o, true, (until_t){0, 0});
        same(workload, u, at, want, have);
        free(have);
    }
    free(want);
}

#if defined(__SANITIZE_ADDRESS__)
enum { CHAINS = 1, STOPS = 2 };
#else
enum { CHAINS = 2, STOPS = 4 };
#endif

static const char *const workloads[] = {"bfs",  "spmv",   "histogram", "hotspot", "nw",  "bitonic",
                                        "atax", "kmeans", "radix",     "lud",     "srad"};
enum { WORKLOADS = sizeof workloads / sizeof workloads[0] };

static void all_workloads(const setup_t *u)
{
    for (unsigned i = 0; i < WORKLOADS; i++)
        stop_at_random(workloads[i], u, CHAINS, STOPS);
}

static void checkpoint_100_continues_to_the_same_json_on_apres(void **state)
{
    (void)state;
    all_workloads(&(setup_t){.config = "apres"});
}

static void checkpoint_101_on_mrpb_s(void **state)
{
    (void)state;
    all_workloads(&(setup_t){.config = "mrpb-s"});
}

static void checkpoint_102_on_abyp_gcn_with_l3_and_64_lanes(void **state)
{
    (void)state;
    all_workloads(&(setup_t){.config = "abyp-gcn"});
}

static void checkpoint_103_with_policy_abyp(void **state)
{
    (void)state;
    all_workloads(&(setup_t){.config = "abyp-gcn", .policies = "abyp"});
}

static void checkpoint_111_with_every_policy(void **state)
{
    (void)state;
    for (unsigned i = 0; i < policy_registry_count; i++) {
        const setup_t u = {.config = "mrpb-s", .policies = policy_registry[i]->name};
        stop_at_random("kmeans", &u, 1, STOPS);
        stop_at_random("lud", &u, 1, STOPS);
    }
}

/* The plan of a launch is made anew when a run goes on; a launch that the software part is charged
 * for is stopped while rectangles are computed, too. */
static void checkpoint_112_with_the_plans_of_las(void **state)
{
    (void)state;
    static const char *const policies[] = {"las-cta", "las-warp", "las"};
    for (unsigned i = 0; i < 3; i++) {
        const setup_t u = {.config = "las", .policies = policies[i], .set = {"n_sms=3"}};
        stop_at_random("2dconv", &u, 1, STOPS);
        stop_at_random("bfs", &u, 1, STOPS);
    }
    const setup_t charged = {.config = "las", .policies = "las", .set = {"las.cost=300"}};
    stop_at_random("hotspot", &charged, 1, STOPS);
}

static void checkpoint_104_in_the_never_sleep_mode(void **state)
{
    (void)state;
    const setup_t u = {.config = "abyp-gcn", .policies = "abyp", .never_sleep = true};
    stop_at_random("bfs", &u, 1, STOPS);
    stop_at_random("hotspot", &u, 1, STOPS);
}

static void checkpoint_108_with_the_analysis(void **state)
{
    (void)state;
    const setup_t u = {.config = "mrpb-s", .analyze = true};
    stop_at_random("bfs", &u, CHAINS, STOPS);
    stop_at_random("kmeans", &u, CHAINS, STOPS);
    stop_at_random("spmv", &(setup_t){.config = "abyp-gcn", .policies = "abyp", .analyze = true}, 1,
                   STOPS);
}

static void checkpoint_105_with_mechanisms_that_presets_switch_off(void **state)
{
    (void)state;
    const setup_t u = {.config = "apres",
                       .set = {"sched_policy=two_level", "t_refi=2000", "t_rfc=150", "wb_ports=1"},
                       .interval = 700};
    stop_at_random("bfs", &u, CHAINS, STOPS);
    stop_at_random("histogram", &u, CHAINS, STOPS);
    stop_at_random("lud", &u, CHAINS, STOPS);
    const setup_t gto = {.config = "mrpb-s", .set = {"sched_policy=gto", "l1_inject_queue=0"}};
    stop_at_random("spmv", &gto, CHAINS, STOPS);
    const setup_t merge = {
        .config = "abyp-gcn",
        .policies = "abyp",
        .set = {"l1_bypass_merge=true", "l1_store_hit=keep", "coalesce_lanes=16"}};
    stop_at_random("bitonic", &merge, CHAINS, STOPS);
    stop_at_random("backprop", &merge, CHAINS, STOPS);
}

/* The launches of one kernel timed, the others functional: stops in the timed ones. */
static void checkpoint_109_on_sm2_gtx480_with_an_instruction_cache(void **state)
{
    (void)state;
    const setup_t u = {.config = "sm2-gtx480", .set = {"l1i_sets=1", "l1i_ways=2"}};
    stop_at_random("bfs", &u, CHAINS, STOPS);
    stop_at_random("atax", &u, CHAINS, STOPS);
    stop_at_random("srad", &u, CHAINS, STOPS);
}

static void checkpoint_106_with_launches_that_are_not_timed(void **state)
{
    (void)state;
    const setup_t u = {.config = "apres", .kernel = "bfs_kernel1"};
    stop_at_random("bfs", &u, CHAINS, STOPS);
}

static void checkpoint_107_of_a_run_that_ends_at_max_cycles(void **state)
{
    (void)state;
    const setup_t u = {.config = "apres", .max_cycles = 20000, .interval = 1000};
    stop_at_random("bfs", &u, CHAINS, STOPS);
}

/* Stopped by the clock, wherever that is, also within functional launches; longer and longer. */
static void by_the_clock(const char *workload, const setup_t *u)
{
    run_opts_t o = options_of(workload, u);
    char *want = part(o, false, (until_t){0, 0}), *have = NULL;
    double seconds = 0.002;
    unsigned parts = 0;
    assert_non_null(want);
    for (; !have; seconds *= 1.5, parts++)
        have = part(o, parts > 0, (until_t){0, seconds});
    assert_true(parts > 1);
    same(workload, u, 0, want, have);
    free(want);
    free(have);
}

static void checkpoint_110_stopped_by_the_clock(void **state)
{
    (void)state;
    by_the_clock("atax", &(setup_t){.config = "apres"});
    by_the_clock("srad", &(setup_t){.config = "apres", .functional = true});
    by_the_clock("bfs", &(setup_t){.config = "apres", .kernel = "bfs_kernel2"});
}

/* ---- Engines ---- */

static const char *const engines[] = {"c", "rtl", "lockstep"};
enum { ENGINES = sizeof engines / sizeof engines[0] };

/* Written under every engine at a cycle, continued under every engine. */
static void from_engine_to_engine(const char *workload, const setup_t *u, unsigned stops)
{
    run_opts_t o = options_of(workload, u);
    char *want = part(o, false, (until_t){0, 0});
    uint64_t cycles = cycles_of(want);
    rng_t r;
    rng_seed(&r, cycles);
    for (unsigned k = 0; k < stops * ENGINES; k++) {
        uint64_t at = 1 + rng_below(&r, (uint32_t)(cycles - 2));
        for (unsigned to = 0; to < ENGINES; to++) {
            o.engine = engines[k % ENGINES];
            char *have = part(o, false, (until_t){at, 0});
            assert_null(have);
            o.engine = engines[to];
            have = part(o, true, (until_t){0, 0});
            same(workload, u, at, want, have);
            free(have);
        }
    }
    free(want);
}

/* One run, whose parts are of another engine each. */
static void engines_take_turns(const char *workload, const setup_t *u, unsigned parts)
{
    run_opts_t o = options_of(workload, u);
    char *want = part(o, false, (until_t){0, 0}), *have = NULL;
    uint64_t cycles = cycles_of(want);
    for (unsigned k = 0; k <= parts && !have; k++) {
        o.engine = engines[(k + 1) % ENGINES];
        uint64_t at = k < parts ? cycles * (k + 1) / (parts + 1) : 0;
        have = part(o, k > 0, (until_t){at, 0});
    }
    assert_non_null(have);
    same(workload, u, cycles, want, have);
    free(want);
    free(have);
}

static void checkpoint_120_goes_on_under_another_engine(void **state)
{
    (void)state;
    if (!rtl_available())
        skip();
    from_engine_to_engine("bfs", &(setup_t){.config = "abyp-gcn", .policies = "abyp"}, 1);
    from_engine_to_engine("kmeans", &(setup_t){.config = "mrpb-s", .policies = "mrpb"}, 1);
    from_engine_to_engine("lud", &(setup_t){.config = "apres", .policies = "abyp"}, 1);
    from_engine_to_engine("spmv", &(setup_t){.config = "apres", .policies = "apres"}, 1);
    from_engine_to_engine("hotspot", &(setup_t){.config = "las", .policies = "las-cta"}, 1);
    from_engine_to_engine("spmv", &(setup_t){.config = "las", .policies = "las-warp"}, 1);
    from_engine_to_engine("bfs", &(setup_t){.config = "las", .policies = "las"}, 1);
}

static void checkpoint_121_engines_take_turns(void **state)
{
    (void)state;
    if (!rtl_available())
        skip();
    engines_take_turns("bfs", &(setup_t){.config = "abyp-gcn", .policies = "abyp+mrpb"}, 5);
    engines_take_turns("histogram", &(setup_t){.config = "mrpb-l", .policies = "mrpb"}, 5);
    engines_take_turns(
        "kmeans", &(setup_t){.config = "mrpb-s", .policies = "mrpb", .set = {"mrpb.form=slot"}}, 5);
    engines_take_turns("lud",
                       &(setup_t){.config = "mrpb-s",
                                  .policies = "mrpb",
                                  .set = {"mrpb.depth=3", "mrpb.policy=greedy-longest"}},
                       5);
    engines_take_turns("spmv",
                       &(setup_t){.config = "apcm-kepler",
                                  .policies = "abyp",
                                  .set = {"abyp.entries=50", "abyp.ctr_w=3"}},
                       5);
    engines_take_turns("backprop", &(setup_t){.config = "apcm-fermi", .policies = "apres+str"}, 5);
    engines_take_turns("bfs", &(setup_t){.config = "apres", .policies = "laws+mrpb"}, 5);
    engines_take_turns("2dconv", &(setup_t){.config = "las", .policies = "las"}, 5);
    engines_take_turns("kmeans", &(setup_t){.config = "las", .policies = "las-cta+apres"}, 5);
    engines_take_turns("srad", &(setup_t){.config = "las", .policies = "las-warp+bcs"}, 5);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(checkpoint_100_continues_to_the_same_json_on_apres),
        cmocka_unit_test(checkpoint_101_on_mrpb_s),
        cmocka_unit_test(checkpoint_102_on_abyp_gcn_with_l3_and_64_lanes),
        cmocka_unit_test(checkpoint_103_with_policy_abyp),
        cmocka_unit_test(checkpoint_111_with_every_policy),
        cmocka_unit_test(checkpoint_112_with_the_plans_of_las),
        cmocka_unit_test(checkpoint_104_in_the_never_sleep_mode),
        cmocka_unit_test(checkpoint_105_with_mechanisms_that_presets_switch_off),
        cmocka_unit_test(checkpoint_106_with_launches_that_are_not_timed),
        cmocka_unit_test(checkpoint_107_of_a_run_that_ends_at_max_cycles),
        cmocka_unit_test(checkpoint_108_with_the_analysis),
        cmocka_unit_test(checkpoint_109_on_sm2_gtx480_with_an_instruction_cache),
        cmocka_unit_test(checkpoint_110_stopped_by_the_clock),
        cmocka_unit_test(checkpoint_120_goes_on_under_another_engine),
        cmocka_unit_test(checkpoint_121_engines_take_turns),
    };
    return cmocka_run_group_tests(tests, make_folder, remove_folder);
}
