/*
 * liblockwarp's GPU simulator (lockwarp/gpu.h): its results are those of `lockwarp run`, with an
 * observer and without, and what cannot be is refused with a sentence.
 *
 *   test_library_gpu PROGRAM      PROGRAM: lockwarp
 */
#include <pthread.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cmocka.h>

#include "lockwarp/gpu.h"

static const char *program;

static lw_gpu_t *made(const char *config)
{
    lw_error_t error;
    lw_gpu_t *g = lw_gpu_new(config, &error);
    if (!g)
        fail_msg("%s", error.text);
    assert_int_equal(error.status, LW_OK);
    return g;
}

static void good(const lw_gpu_t *g, int status)
{
    if (status)
        fail_msg("%d: %s", status, lw_gpu_message(g));
}

static void says(const lw_gpu_t *g, int status, int expected, const char *words)
{
    assert_int_equal(status, expected);
    if (!strstr(lw_gpu_message(g), words))
        fail_msg("'%s' has no '%s'", lw_gpu_message(g), words);
}

/* ---- What `lockwarp run` says ---- */

/* Its document up to `host`, the caller's to free. */
static char *of_program(const char *arguments)
{
    char command[1024];
    size_t room = 1 << 20, n = 0;
    char *text = calloc(1, room);
    snprintf(command, sizeof command, "%s run %s --json - 2>/dev/null", program, arguments);
    FILE *f = popen(command, "r");
    assert_non_null(f);
    n = fread(text, 1, room - 1, f);
    if (pclose(f) != 0 || !n)
        fail_msg("%s", command);
    char *host = strstr(text, "\n  \"host\": {");
    assert_non_null(host);
    *host = 0;
    return text;
}

static void same_as_program(lw_gpu_t *g, const char *arguments)
{
    const char *json = lw_gpu_json(g);
    assert_non_null(json);
    char *expected = of_program(arguments);
    const size_t n = strlen(expected);
    if (strncmp(json, expected, n) || strncmp(json + n, "\n  \"host\": {", 12))
        fail_msg("another result than that of run %s", arguments);
    assert_int_equal(json[strlen(json) - 1], '\n');
    free(expected);
}

/* ---- Names ---- */

static void sorted(const char *(*name)(size_t), size_t least)
{
    size_t n = 0;
    for (; name(n); n++)
        if (n)
            assert_true(strcmp(name(n - 1), name(n)) < 0);
    assert_true(n >= least);
}

static void gpu_100_names(void **state)
{
    (void)state;
    sorted(lw_config_name, 4);
    sorted(lw_workload_name, 20);
    sorted(lw_policy_name, 10);
    assert_true(lw_workload_about("bfs")[0]);
    assert_true(lw_policy_about("abyp")[0]);
    assert_null(lw_workload_about("nosuch"));
    assert_null(lw_policy_about(NULL));
    for (size_t i = 0; lw_config_name(i); i++)
        lw_gpu_free(made(lw_config_name(i)));
}

/* ---- What is refused ---- */

static void refused_new(const char *config, const char *words)
{
    lw_error_t error;
    assert_null(lw_gpu_new(config, &error));
    assert_int_equal(error.status, LW_INVALID);
    if (!strstr(error.text, words))
        fail_msg("'%s' has no '%s'", error.text, words);
    assert_null(lw_gpu_new(config, NULL));
}

static void gpu_200_configurations(void **state)
{
    (void)state;
    char path[] = "/tmp/lw_gpu_XXXXXX.yaml";
    const int f = mkstemps(path, 5);
    static const char text[] = "base: apres\nl1_ways: 8\nl1_wayz: 9\n";
    assert_int_equal(write(f, text, sizeof text - 1), sizeof text - 1);
    close(f);
    refused_new("apras", "unknown preset 'apras'; did you mean 'apres'");
    refused_new(NULL, "unknown preset ''");
    refused_new("/nosuch/file.yaml", "/nosuch/file.yaml");
    refused_new(path, ".yaml:3:1: ");
    unlink(path);
}

static void gpu_210_settings(void **state)
{
    (void)state;
    static const char *const none[] = {NULL};
    lw_gpu_t *g = made("apres");
    says(g, lw_gpu_set(g, "l1_wayz", "8"), LW_INVALID, "unknown key 'l1_wayz'");
    says(g, lw_gpu_set(g, "l1_ways", "many"), LW_INVALID, "l1_ways");
    says(g, lw_gpu_set(g, "abyp.entries", "64"), LW_INVALID, "policy 'abyp' is not in the run");
    says(g, lw_gpu_set(g, NULL, "8"), LW_INVALID, "expected a key and its value");
    says(g, lw_gpu_set(g, "l1_ways=8", ""), LW_INVALID, "expected a key and its value");
    says(g, lw_gpu_policies(g, "abyb"), LW_INVALID, "unknown policy 'abyb'");
    says(g, lw_gpu_policies(g, "abyp+abyp"), LW_INVALID, "abyp");
    good(g, lw_gpu_policies(g, "abyp"));
    good(g, lw_gpu_set(g, "abyp.entries", "64"));
    says(g, lw_gpu_set(g, "abyp.entries", "64000"), LW_INVALID, "entries");
    says(g, lw_gpu_policies(g, "mrpb"), LW_INVALID, "policy 'abyp' is not in the run");
    says(g, lw_gpu_engine(g, "rtx"), LW_INVALID, "no engine 'rtx'; expected c, rtl or lockstep");
    says(g, lw_gpu_engine(g, NULL), LW_INVALID, "no engine ''");
    says(g, lw_gpu_workload(g, "bfz", "tiny"), LW_INVALID, "unknown workload 'bfz'");
    says(g, lw_gpu_workload(g, "bfs", "huge"), LW_INVALID, "no scale 'huge'; expected tiny");
    says(g, lw_gpu_workload(g, "bfs", NULL), LW_INVALID, "no scale ''");
    says(g, lw_gpu_workload(g, "nn", "mrpb"), LW_INVALID, "scale");
    says(g, lw_gpu_ptx(g, none, 0, "x.yaml"), LW_INVALID, "expected 1 to 16 and a launch file");
    says(g, lw_gpu_ptx(g, none, 1, NULL), LW_INVALID, "without a launch file");
    says(g, lw_gpu_trace(g, ""), LW_INVALID, "no path of a trace");
    says(g, lw_gpu_option(g, "sead", "1"), LW_INVALID, "no option 'sead'; did you mean 'seed'?");
    says(g, lw_gpu_option(g, "seed", NULL), LW_INVALID, "seed has no value");
    says(g, lw_gpu_option(g, NULL, "1"), LW_INVALID, "no option ''; expected one of seed, ");
    says(g, lw_gpu_option(g, "seed", "-1"), LW_INVALID, "seed is '-1'; expected a whole number");
    says(g, lw_gpu_option(g, "launches", "3-2"), LW_INVALID, "expected A-B with 1 <= A <= B");
    says(g, lw_gpu_option(g, "analyze", "yes"), LW_INVALID, "expected true or false");
    says(g, lw_gpu_run(g), LW_INVALID, "nothing to run; expected a workload");
    lw_gpu_free(g);
    lw_gpu_free(NULL);
}

static void gpu_211_too_many_settings(void **state)
{
    (void)state;
    lw_gpu_t *g = made("apres");
    for (unsigned i = 0; i < 256; i++)
        good(g, lw_gpu_set(g, "l1_ways", "8"));
    says(g, lw_gpu_set(g, "l1_ways", "8"), LW_INVALID, "setting number 257; expected at most 256");
    lw_gpu_free(g);
}

/* What only the run can find out; nothing has results. */
static void refused_run(lw_gpu_t *g, const char *words)
{
    uint64_t v;
    says(g, lw_gpu_run(g), LW_INVALID, words);
    assert_null(lw_gpu_json(g));
    says(g, lw_gpu_count(g, "totals.cycles", &v), LW_INVALID, "there are no results");
    says(g, lw_gpu_run(g), LW_INVALID, "has been run; expected a new one");
    lw_gpu_free(g);
}

static lw_gpu_t *traced(const char *path)
{
    lw_gpu_t *g = made("apres");
    good(g, lw_gpu_trace(g, path));
    return g;
}

static void gpu_220_inputs(void **state)
{
    (void)state;
    const char *const ptx[] = {"/nosuch/k.ptx"};
    char path[] = "/tmp/lw_gpu_XXXXXX";
    const int f = mkstemp(path);
    assert_int_equal(write(f, "no trace\n", 9), 9);
    close(f);
    refused_run(traced("/nosuch/trace"), "/nosuch/trace");
    refused_run(traced(path), path);
    unlink(path);
    lw_gpu_t *g = made("apres");
    good(g, lw_gpu_ptx(g, ptx, 1, "/nosuch/l.yaml"));
    refused_run(g, "/nosuch/k.ptx");
    g = made("apres");
    good(g, lw_gpu_workload(g, "nn", "tiny"));
    good(g, lw_gpu_option(g, "kernel", "nosuch"));
    refused_run(g, "nosuch chooses none of the");
    g = made("apres");
    good(g, lw_gpu_set(g, "l1_sets", "3"));
    good(g, lw_gpu_workload(g, "nn", "tiny"));
    refused_run(g, "l1_sets");
}

static void gpu_221_options_that_do_not_go_together(void **state)
{
    (void)state;
    lw_gpu_t *g = made("apres");
    good(g, lw_gpu_workload(g, "nn", "tiny"));
    good(g, lw_gpu_option(g, "functional", "true"));
    good(g, lw_gpu_option(g, "interval", "100"));
    says(g, lw_gpu_run(g), LW_INVALID, "interval needs a timed run");
    good(g, lw_gpu_option(g, "interval", "0"));
    good(g, lw_gpu_run(g));
    lw_gpu_free(g);
    g = traced("x");
    good(g, lw_gpu_option(g, "input", "x"));
    says(g, lw_gpu_run(g), LW_INVALID, "input is an option of workloads");
    lw_gpu_free(g);
}

/* A trace of which a part is missing. */
static void gpu_230_broken_trace(void **state)
{
    (void)state;
    char path[] = "/tmp/lw_gpu_XXXXXX", command[512];
    close(mkstemp(path));
    snprintf(command, sizeof command,
             "%s trace record -w nn --scale tiny --functional -o %s >/dev/null 2>&1", program,
             path);
    assert_int_equal(system(command), 0);
    FILE *f = fopen(path, "r");
    fseek(f, 0, SEEK_END);
    const long bytes = ftell(f);
    fclose(f);
    assert_true(bytes > 200);
    lw_gpu_t *g = traced(path);
    good(g, lw_gpu_run(g));
    snprintf(command, sizeof command, "--trace %s", path);
    same_as_program(g, command);
    lw_gpu_free(g);
    assert_int_equal(truncate(path, bytes - 100), 0);
    refused_run(traced(path), path);
    unlink(path);
}

/* The folder of models is none, and the compiler cannot be run. */
static void gpu_240_no_model(void **state)
{
    (void)state;
    setenv("LW_MODELS", "/nosuch/models", 1);
    lw_gpu_t *g = made("abyp-gcn");
    good(g, lw_gpu_policies(g, "abyp"));
    good(g, lw_gpu_engine(g, "rtl"));
    good(g, lw_gpu_workload(g, "nn", "tiny"));
    const int status = lw_gpu_run(g);
    unsetenv("LW_MODELS");
    assert_int_equal(status, LW_NO_MODEL);
    assert_true(lw_gpu_message(g)[0]);
    assert_null(lw_gpu_json(g));
    lw_gpu_free(g);
}

/* ---- The same results ---- */

static lw_gpu_t *abyp_laws(const char *workload, const char *engine)
{
    lw_gpu_t *g = made("abyp-gcn");
    good(g, lw_gpu_policies(g, "abyp+laws"));
    good(g, lw_gpu_set(g, "abyp.threshold", "2"));
    good(g, lw_gpu_set(g, "l1_ways", "2"));
    good(g, lw_gpu_set(g, "l1_ways", "4"));
    good(g, lw_gpu_engine(g, engine));
    good(g, lw_gpu_workload(g, workload, "tiny"));
    good(g, lw_gpu_option(g, "seed", "3"));
    return g;
}

#define ABYP_LAWS                                                                                  \
    " --scale tiny -c abyp-gcn -p abyp+laws --set abyp.threshold=2 --set l1_ways=4 --seed 3"

/* What the observer has counted. */
typedef struct seen {
    uint64_t kernels, cta_starts, cta_ends, warp_ends, picks, loads, requests;
    uint64_t reads[4], predicted, writes, evicts[5], fills, replies, late_fills, returned, l2[2];
    lw_gpu_t *stop;
} seen_t;

static void on_kernel(void *ctx, const lw_kernel_t *e)
{
    seen_t *s = ctx;
    assert_int_equal(e->launch, ++s->kernels);
    assert_true(e->name[0]);
    if (s->stop)
        lw_gpu_stop(s->stop);
}

static void on_cta_start(void *ctx, const lw_cta_t *e)
{
    assert_true(e->sm < 8 && e->n_warps && e->first_warp + e->n_warps <= 40);
    ((seen_t *)ctx)->cta_starts++;
}

static void on_cta_end(void *ctx, const lw_cta_t *e)
{
    assert_true(e->sm < 8);
    ((seen_t *)ctx)->cta_ends++;
}

static void on_warp_end(void *ctx, const lw_warp_t *e)
{
    assert_true(e->warp < 40);
    ((seen_t *)ctx)->warp_ends++;
}

static void on_pick(void *ctx, const lw_pick_t *e)
{
    assert_true(e->ready >> e->warp & 1);
    assert_int_equal(e->warp % 4, e->scheduler);
    ((seen_t *)ctx)->picks++;
}

static void on_load(void *ctx, const lw_load_t *e)
{
    seen_t *s = ctx;
    s->loads++;
    s->requests += e->requests;
}

static void on_read(void *ctx, const lw_read_t *e)
{
    seen_t *s = ctx;
    assert_int_equal(e->set, e->line % 32);
    assert_true(!e->predicted || e->outcome == LW_BYPASS);
    assert_true(!e->victim_valid || e->victim_line % 32 == e->set);
    s->reads[e->outcome]++;
    s->predicted += e->predicted != 0;
}

static void on_write(void *ctx, const lw_write_t *e)
{
    assert_int_equal(e->set, e->line % 32);
    ((seen_t *)ctx)->writes++;
}

static void on_evict(void *ctx, const lw_evict_t *e)
{
    ((seen_t *)ctx)->evicts[e->cause]++;
}

static void on_fill(void *ctx, const lw_fill_t *e)
{
    assert_true(e->set == e->line % 32 && e->way < 4);
    ((seen_t *)ctx)->fills++;
}

static void on_reply(void *ctx, const lw_reply_t *e)
{
    seen_t *s = ctx;
    s->replies++;
    s->returned += e->returned != 0;
}

static void on_late_fill(void *ctx, const lw_late_fill_t *e)
{
    assert_true(e->set == e->line % 32 && e->way < 4);
    ((seen_t *)ctx)->late_fills++;
}

static void on_l2(void *ctx, const lw_l2_t *e)
{
    assert_true(e->slice < 2);
    ((seen_t *)ctx)->l2[e->bypass != 0]++;
}

static const lw_observer_t observer = {on_kernel, on_cta_start, on_cta_end, on_warp_end, on_pick,
                                       on_load,   on_read,      on_write,   on_evict,    on_fill,
                                       on_reply,  on_late_fill, on_l2};

static void counts(lw_gpu_t *g, const char *path, uint64_t seen)
{
    uint64_t v = 0;
    good(g, lw_gpu_count(g, path, &v));
    if (v != seen)
        fail_msg("%s is %llu; the observer has seen %llu", path, (unsigned long long)v,
                 (unsigned long long)seen);
}

/* What was seen is what the results say. */
static void same_counts(lw_gpu_t *g, const seen_t *s)
{
    counts(g, "totals.kernels", s->kernels);
    counts(g, "totals.ctas", s->cta_starts);
    counts(g, "totals.ctas", s->cta_ends);
    counts(g, "totals.warp_instructions", s->picks);
    counts(g, "units.laws.loads", s->loads);
    counts(g, "totals.l1d.accesses", s->requests);
    counts(g, "totals.l1d.hits", s->reads[LW_HIT]);
    counts(g, "totals.l1d.pending_hits", s->reads[LW_PENDING_HIT]);
    counts(g, "totals.l1d.misses", s->reads[LW_MISS]);
    counts(g, "totals.l1d.bypasses", s->reads[LW_BYPASS]);
    counts(g, "units.abyp.bypass_predictions", s->predicted);
    counts(g, "totals.l1d.writes", s->writes);
    counts(g, "totals.l1d.fills", s->fills);
    counts(g, "totals.l1d.write_evictions", s->evicts[LW_BY_STORE]);
    counts(g, "totals.l1d.kernel_evictions", s->evicts[LW_BY_KERNEL]);
    counts(g, "totals.l1d.evictions", s->evicts[LW_BY_MISS] + s->evicts[LW_BY_LATE_FILL]);
    counts(g, "totals.l1d.late_fills", s->late_fills);
    uint64_t refused = 0;
    good(g, lw_gpu_count(g, "totals.l1d.late_fills_refused", &refused));
    assert_int_equal(s->returned, s->late_fills + refused);
    counts(g, "totals.l2.accesses", s->l2[0] + s->l2[1]);
    counts(g, "totals.l2.bypass_requests", s->l2[1]);
    assert_int_equal(s->replies, s->predicted);
    assert_true(s->warp_ends >= s->cta_ends);
    assert_true(s->predicted && s->returned && s->late_fills && s->writes);
}

static void observed(const char *workload, const char *engine)
{
    char arguments[256];
    seen_t s = {0};
    snprintf(arguments, sizeof arguments, "-w %s -e %s" ABYP_LAWS, workload, engine);
    lw_gpu_t *g = abyp_laws(workload, engine);
    good(g, lw_gpu_run(g));
    same_as_program(g, arguments);
    lw_gpu_free(g);
    g = abyp_laws(workload, engine);
    good(g, lw_gpu_observe(g, &observer, &s));
    good(g, lw_gpu_run(g));
    same_as_program(g, arguments);
    same_counts(g, &s);
    lw_gpu_free(g);
}

static void gpu_300_same_as_run(void **state)
{
    (void)state;
    observed("bfs", "c");
    observed("spmv", "c");
}

/* ---- An observer beside all kinds of policies ---- */

static void count_kernel(void *ctx, const lw_kernel_t *e)
{
    *(uint64_t *)ctx += e->launch;
}

static void count_pick(void *ctx, const lw_pick_t *e)
{
    *(uint64_t *)ctx += e->ready >> e->warp & 1;
}

static void count_load(void *ctx, const lw_load_t *e)
{
    *(uint64_t *)ctx += e->requests;
}

static void count_read(void *ctx, const lw_read_t *e)
{
    *(uint64_t *)ctx += e->index;
}

static void count_evict(void *ctx, const lw_evict_t *e)
{
    *(uint64_t *)ctx += e->hits;
}

static void count_l2(void *ctx, const lw_l2_t *e)
{
    *(uint64_t *)ctx += e->way;
}

/* A request buffer before the L1, prefetches, protected lines, other schedulers. */
static void gpu_310_observer_beside_policies(void **state)
{
    (void)state;
    static const char *const policies[] = {"mrpb", "apres", "las", "apcm", "ccws", ""};
    static const lw_observer_t light = {.kernel = count_kernel,
                                        .pick = count_pick,
                                        .load = count_load,
                                        .read = count_read,
                                        .evict = count_evict,
                                        .l2 = count_l2};
    char arguments[256];
    for (size_t i = 0; i < sizeof policies / sizeof *policies; i++) {
        uint64_t seen = 0;
        lw_gpu_t *g = made("apres");
        good(g, lw_gpu_policies(g, policies[i]));
        good(g, lw_gpu_workload(g, "spmv", "tiny"));
        good(g, lw_gpu_observe(g, &light, &seen));
        good(g, lw_gpu_run(g));
        snprintf(arguments, sizeof arguments, "-w spmv --scale tiny -c apres%s%s",
                 *policies[i] ? " -p " : "", policies[i]);
        same_as_program(g, arguments);
        assert_true(seen);
        lw_gpu_free(g);
    }
}

static void gpu_320_engines(void **state)
{
    (void)state;
    lw_gpu_t *g = abyp_laws("spmv", "rtl");
    const int status = lw_gpu_run(g);
    if (status == LW_NO_MODEL) {
        lw_gpu_free(g);
        skip();
    }
    good(g, status);
    same_as_program(g, "-w spmv -e rtl" ABYP_LAWS);
    lw_gpu_free(g);
    observed("spmv", "lockstep");
}

static void gpu_330_options(void **state)
{
    (void)state;
    lw_gpu_t *g = made("mrpb-s");
    good(g, lw_gpu_workload(g, "bfs", "tiny"));
    good(g, lw_gpu_option(g, "launches", "2-5"));
    good(g, lw_gpu_option(g, "interval", "500"));
    good(g, lw_gpu_option(g, "analyze", "true"));
    good(g, lw_gpu_option(g, "max-cycles", "2000"));
    good(g, lw_gpu_run(g));
    same_as_program(g, "-w bfs --scale tiny -c mrpb-s --launches 2-5 --interval 500 --analyze "
                       "--max-cycles 2000");
    lw_gpu_free(g);
    g = made("mrpb-s");
    good(g, lw_gpu_workload(g, "bfs", "tiny"));
    good(g, lw_gpu_option(g, "functional", "true"));
    good(g, lw_gpu_run(g));
    same_as_program(g, "-w bfs --scale tiny -c mrpb-s --functional");
    lw_gpu_free(g);
}

/* What a kernel prints goes to the caller; what it dumps goes into files alone. */
static const char say_ptx[] =
    ".version 3.2\n.target sm_20\n.address_size 64\n"
    ".extern .func (.param .b32 r) vprintf(.param .b64 f, .param .b64 a);\n"
    ".global .b8 format[6] = {104, 105, 37, 100, 10, 0};\n"
    ".visible .entry k(.param .u64 out) {\n"
    ".local .b32 a; .reg .b32 %r<2>; .reg .b64 %d<2>;\n"
    ".param .b64 f; .param .b64 g; .param .b32 y;\n"
    "mov.u32 %r1, %tid.x; st.local.b32 [a], %r1; mov.u64 %d1, format; st.param.b64 [f], %d1;\n"
    "mov.u64 %d1, a; cvta.local.u64 %d1, %d1; st.param.b64 [g], %d1; call (y), vprintf, (f, g);\n"
    "ret; }\n";
static const char say_yaml[] = "buffers:\n  out: {type: u32, size: 4}\nlaunches:\n"
                               "  - {kernel: k, grid: 1, block: 3, args: [out]}\n";

static void put_file(const char *path, const char *text, const char *more)
{
    FILE *f = fopen(path, "w");
    fprintf(f, "%s%s", text, more);
    fclose(f);
}

static void on_print(void *ctx, const char *text, size_t bytes)
{
    strncat(ctx, text, bytes);
}

static void gpu_335_kernels_print(void **state)
{
    (void)state;
    char folder[] = "/tmp/lw_gpu_XXXXXX", ptx[64], yaml[64], printed[64] = "";
    assert_non_null(mkdtemp(folder));
    snprintf(ptx, sizeof ptx, "%s/say.ptx", folder);
    snprintf(yaml, sizeof yaml, "%s/say.yaml", folder);
    put_file(ptx, say_ptx, "");
    put_file(yaml, say_yaml, "");
    const char *const files[] = {ptx};
    for (int listens = 0; listens < 2; listens++) {
        lw_gpu_t *g = made("apres");
        good(g, lw_gpu_ptx(g, files, 1, yaml));
        if (listens)
            good(g, lw_gpu_print(g, on_print, printed));
        good(g, lw_gpu_run(g));
        assert_string_equal(printed, listens ? "hi0\nhi1\nhi2\n" : "");
        lw_gpu_free(g);
    }
    put_file(yaml, say_yaml, "dump:\n  - {buffer: out, file: \"-\"}\n");
    char *here = getcwd(NULL, 0);
    assert_int_equal(chdir(folder), 0); /* elsewhere it is a file of that name */
    lw_gpu_t *g = made("apres");
    good(g, lw_gpu_ptx(g, files, 1, "say.yaml"));
    refused_run(g, "is standard output; expected a file for what is dumped");
    assert_int_equal(chdir(here), 0);
    free(here);
    unlink(ptx);
    unlink(yaml);
    rmdir(folder);
}

static void gpu_340_numbers(void **state)
{
    (void)state;
    uint64_t v = 0;
    double d = 0, e = 0;
    lw_gpu_t *g = abyp_laws("spmv", "c");
    good(g, lw_gpu_run(g));
    good(g, lw_gpu_count(g, "per_load.0.accesses", &v));
    assert_true(v);
    good(g, lw_gpu_count(g, "config.l1_ways", &v));
    assert_int_equal(v, 4);
    good(g, lw_gpu_number(g, "totals.l1d.hit_rate", &d));
    assert_true(d > 0 && d < 1);
    good(g, lw_gpu_number(g, "totals.cycles", &d));
    good(g, lw_gpu_count(g, "totals.cycles", &v));
    assert_true((double)v == d);
    good(g, lw_gpu_number(g, "totals.warp_instructions", &e));
    good(g, lw_gpu_number(g, "totals.ipc_warp", &d));
    assert_true(d > e / (double)v - 1e-6 && d < e / (double)v + 1e-6);
    says(g, lw_gpu_count(g, "totals.ipc_warp", &v), LW_INVALID, "expected a whole number");
    static const char *const none[] = {
        "totals",        "totals.nosuch", "per_load.x",      "",  "per_load.-1", "per_load.9999999",
        "workload.name", "totals.",       "totals.cycles.x", NULL};
    for (size_t i = 0; i < sizeof none / sizeof *none; i++) {
        says(g, lw_gpu_count(g, none[i], &v), LW_INVALID, "no such number");
        says(g, lw_gpu_number(g, none[i], &d), LW_INVALID, "no such number");
    }
    says(g, lw_gpu_set(g, "l1_ways", "8"), LW_INVALID, "has been run");
    says(g, lw_gpu_observe(g, NULL, NULL), LW_INVALID, "has been run");
    lw_gpu_free(g);
}

/* ---- Stopped, side by side, without memory ---- */

static void gpu_400_stop(void **state)
{
    (void)state;
    seen_t s = {0};
    lw_gpu_t *g = abyp_laws("bfs", "c");
    good(g, lw_gpu_observe(g, &observer, &s));
    s.stop = g;
    says(g, lw_gpu_run(g), LW_STOPPED, "stopped");
    assert_int_equal(s.kernels, 1);
    assert_null(lw_gpu_json(g));
    lw_gpu_free(g);
    g = abyp_laws("bfs", "c");
    lw_gpu_stop(g);
    says(g, lw_gpu_run(g), LW_STOPPED, "stopped");
    lw_gpu_free(g);
}

static void *run_one(void *ctx)
{
    return (void *)(intptr_t)lw_gpu_run(ctx);
}

static void gpu_410_side_by_side(void **state)
{
    (void)state;
    enum { N = 3 };
    static const char *const workload[N] = {"bfs", "spmv", "bfs"};
    lw_gpu_t *g[N];
    pthread_t thread[N];
    char arguments[256];
    void *status;
    for (int i = 0; i < N; i++) {
        g[i] = abyp_laws(workload[i], "c");
        assert_int_equal(pthread_create(&thread[i], NULL, run_one, g[i]), 0);
    }
    for (int i = 0; i < N; i++) {
        assert_int_equal(pthread_join(thread[i], &status), 0);
        good(g[i], (int)(intptr_t)status);
        snprintf(arguments, sizeof arguments, "-w %s -e c" ABYP_LAWS, workload[i]);
        same_as_program(g[i], arguments);
        lw_gpu_free(g[i]);
    }
}

/* In a process of its own, with so much more memory than it has: the status of a run, or 100 where
 * it cannot begin. */
static int with_memory(size_t more)
{
    fflush(NULL);
    const pid_t child = fork();
    if (!child) {
        unsigned long pages = 0;
        FILE *f = fopen("/proc/self/statm", "r");
        if (!f || fscanf(f, "%lu", &pages) != 1)
            _exit(99);
        fclose(f);
        const rlim_t room = pages * (rlim_t)sysconf(_SC_PAGESIZE) + more;
        setrlimit(RLIMIT_AS, &(struct rlimit){room, room});
        lw_gpu_t *g = lw_gpu_new("apres", NULL);
        if (!g || lw_gpu_set(g, "memory_mb", "1") || lw_gpu_workload(g, "bfs", "tiny"))
            _exit(100);
        const int status = lw_gpu_run(g);
        lw_gpu_free(g);
        _exit(-status);
    }
    int how;
    assert_int_equal(waitpid(child, &how, 0), child);
    if (!WIFEXITED(how))
        fail_msg("ended by signal %d with %zu bytes", WTERMSIG(how), more);
    return WEXITSTATUS(how);
}

static void gpu_420_without_memory(void **state)
{
    (void)state;
#ifdef __SANITIZE_ADDRESS__
    skip();
#endif
    unsigned refused = 0;
    int status = -1;
    for (size_t kb = 64; kb < 64 << 10 && status; kb += kb / 16 + 1) {
        status = with_memory(kb << 10);
        assert_true(status == 100 || status == -LW_NO_MEMORY || status == -LW_INVALID || !status);
        refused += status == -LW_NO_MEMORY;
    }
    assert_int_equal(status, 0);
    assert_true(refused > 3);
}

int main(int argc, char **argv)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(gpu_100_names),
        cmocka_unit_test(gpu_200_configurations),
        cmocka_unit_test(gpu_210_settings),
        cmocka_unit_test(gpu_211_too_many_settings),
        cmocka_unit_test(gpu_220_inputs),
        cmocka_unit_test(gpu_221_options_that_do_not_go_together),
        cmocka_unit_test(gpu_230_broken_trace),
        cmocka_unit_test(gpu_240_no_model),
        cmocka_unit_test(gpu_300_same_as_run),
        cmocka_unit_test(gpu_310_observer_beside_policies),
        cmocka_unit_test(gpu_320_engines),
        cmocka_unit_test(gpu_330_options),
        cmocka_unit_test(gpu_335_kernels_print),
        cmocka_unit_test(gpu_340_numbers),
        cmocka_unit_test(gpu_400_stop),
        cmocka_unit_test(gpu_410_side_by_side),
        cmocka_unit_test(gpu_420_without_memory),
    };
    if (argc < 2)
        return 2;
    program = argv[1];
    return cmocka_run_group_tests(tests, NULL, NULL);
}
