/*
 * Checkpoints: a run that is stopped anywhere, written, built anew and continued, as often as one
 * likes, ends in the same JSON as one that nobody disturbed, to the last byte but for `host`.
 */
#include <errno.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include <cmocka.h>

#include "cli/session.h"
#include "common/file.h"
#include "common/rng.h"
#include "driver/host_log.h"
#include "gpu/state.h"
#include "hash/source_hash.h"
#include "lockstep/ports.h"
#include "state_memory.h"

static char folder[] = "/tmp/test_checkpoint.XXXXXX";
static char file[64];

static int make_folder(void **state)
{
    (void)state;
    if (!mkdtemp(folder))
        return -1;
    snprintf(file, sizeof file, "%s/x.ckpt", folder);
    return 0;
}

static int remove_folder(void **state)
{
    (void)state;
    unlink(file);
    return rmdir(folder);
}

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

/* ---- The stream ---- */

static void some_state(state_io_t *io)
{
    uint32_t x[500], want[500];
    rng_t r;
    rng_seed(&r, 5);
    for (unsigned i = 0; i < 500; i++)
        x[i] = want[i] = rng_below(&r, 1000);
    state_section(io, "one");
    STATE(io, x);
    assert_memory_equal(x, want, sizeof x);
    state_section(io, "two");
    state_expect(io, 17, "seventeens");
}

static memory_t a_stream(void)
{
    memory_t m = {NULL, 0, 0};
    diag_t d = {{0}};
    state_io_t *io = state_save(put, &m);
    assert_non_null(io);
    some_state(io);
    assert_int_equal(state_close(io, &d), 0);
    return m;
}

static void checkpoint_200_a_stream_cut_anywhere_is_an_error(void **state)
{
    (void)state;
    memory_t m = a_stream();
    for (size_t n = 0; n <= m.n; n++) {
        memory_t cut = {m.data, n, 0};
        diag_t d = {{0}};
        assert_int_equal(state_check(get, &cut, &d) == 0, n == m.n);
        assert_int_equal(d.text[0] == 0, n == m.n);
    }
    memory_t longer = a_stream();
    put(&longer, "", 1);
    diag_t d = {{0}};
    assert_int_not_equal(state_check(get, &longer, &d), 0);
    assert_non_null(strstr(d.text, "after its end"));
    free(longer.data);
    free(m.data);
}

static void checkpoint_201_a_flipped_bit_is_an_error(void **state)
{
    (void)state;
    memory_t m = a_stream();
    size_t harmless = 0;
    for (size_t bit = 0; bit < 8 * m.n; bit++) {
        diag_t d = {{0}};
        m.at = 0;
        m.data[bit / 8] ^= (uint8_t)(1u << bit % 8);
        if (state_check(get, &m, &d)) {
            assert_string_not_equal(d.text, "");
        } else { /* a bit without meaning: the contents hold, to the checksum */
            m.at = 0;
            state_io_t *io = state_load(get, &m);
            some_state(io);
            assert_int_equal(state_close(io, &d), 0);
            harmless++;
        }
        m.data[bit / 8] ^= (uint8_t)(1u << bit % 8);
    }
    assert_true(harmless < 8 * m.n / 100);
    free(m.data);
}

static void checkpoint_202_another_section_or_number_is_named(void **state)
{
    (void)state;
    memory_t m = a_stream();
    diag_t d = {{0}};
    state_io_t *io = state_load(get, &m);
    state_section(io, "eins");
    assert_int_not_equal(state_close(io, &d), 0);
    assert_non_null(strstr(d.text, "'one' where 'eins' was expected"));
    m.at = 0;
    d.text[0] = 0;
    io = state_load(get, &m);
    uint32_t x[500];
    state_section(io, "one");
    STATE(io, x);
    state_section(io, "two");
    state_expect(io, 18, "eighteens");
    state_expect(io, 19, "kept: the first message"); /* past the end */
    assert_int_not_equal(state_close(io, &d), 0);
    assert_non_null(strstr(d.text, "eighteens 17 in 'two'; expected 18"));
    m.at = 0;
    d.text[0] = 0;
    io = state_load(get, &m);
    uint8_t all[4096];
    memset(all, 1, sizeof all);
    state_section(io, "one");
    STATE(io, all); /* more than there is */
    assert_int_equal(all[sizeof all - 1], 0);
    assert_int_not_equal(state_close(io, &d), 0);
    assert_non_null(strstr(d.text, "ends within 'one'"));
    free(m.data);
}

/* A list as a file may have it, read into entries of 8. */
static int read_list(const uint16_t *list, size_t n, diag_t *d)
{
    memory_t m = {NULL, 0, 0};
    uint16_t next[8], head = 0, item;
    state_links_t l;
    state_io_t *io = state_save(put, &m);
    for (size_t i = 0; i < n; i++) {
        item = list[i];
        STATE(io, item);
    }
    assert_int_equal(state_close(io, d), 0);
    io = state_load(get, &m);
    assert_true(state_links(&l, next, sizeof *next, 8, io));
    state_list(&l, STATE_LIST_FREE, &head, NULL, io);
    state_links_free(&l);
    int rc = state_close(io, d);
    free(m.data);
    return rc;
}

static void checkpoint_203_a_list_visits_each_entry_once(void **state)
{
    (void)state;
    diag_t d = {{0}};
    const uint16_t good[] = {3, 1, 7, STATE_END}, cycle[] = {3, 1, 3, STATE_END},
                   beyond[] = {3, 8, STATE_END}, endless[] = {3, 1, 7};
    assert_int_equal(read_list(good, 4, &d), 0);
    assert_int_not_equal(read_list(cycle, 4, &d), 0);
    assert_non_null(strstr(d.text, "entry 3 of 8"));
    assert_int_not_equal(read_list(beyond, 3, &d), 0);
    assert_int_not_equal(read_list(endless, 3, &d), 0);
}

/* ---- The file ---- */

static void put_text(state_io_t *io, const char *text)
{
    char *s = strdup(text);
    state_text(io, &s);
    free(s);
}

/* A file as another program would have written it. */
static void write_file(const char *version, const char *sources)
{
    static const char line[] = "lockwarp checkpoint 1\n";
    memory_t m = {NULL, 0, 0};
    diag_t d = {{0}};
    uint64_t n = 2;
    put(&m, line, sizeof line - 1);
    state_io_t *io = state_save(put, &m);
    state_section(io, "program");
    STATE(io, n);
    put_text(io, "version");
    put_text(io, version);
    put_text(io, "sources");
    put_text(io, sources);
    state_section(io, "what only that program understands");
    assert_int_equal(state_close(io, &d), 0);
    assert_int_equal(file_write(file, m.data, m.n, &d), 0);
    free(m.data);
}

static void refused(const char *version, const char *sources, const char *why)
{
    run_opts_t o;
    suspend_t p = {.file = NULL};
    diag_t d = {{0}};
    run_opts_default(&o);
    o.resume = file;
    write_file(version, sources);
    assert_int_not_equal(suspend_read(&p, &o, &d), 0);
    if (!strstr(d.text, why))
        fail_msg("'%s' does not say '%s'", d.text, why);
    suspend_free(&p);
}

static void checkpoint_210_of_another_program_is_refused(void **state)
{
    (void)state;
    refused("0.0.9", source_hash("program"),
            "another version of the program (lockwarp 0.0.9, sources");
    refused(lw_version, "0123456789abcdef", "sources 0123456789ab); found lockwarp");
    refused(lw_version, source_hash("program"),
            "has 'what only that program understands' where 'settings'");
}

/* ---- The log of what a host reads ---- */

enum { READS = 200, ARENA = 1 << 20 };

static uint64_t read_size(rng_t *r)
{
    return rng_below(r, 4) ? rng_below(r, 100) : rng_below(r, ARENA);
}

static void checkpoint_300_the_log_gives_back_what_was_read(void **state)
{
    (void)state;
    uint8_t *arena = calloc(ARENA, 1), *got = malloc(ARENA);
    uint64_t sum[READS], size[READS];
    host_log_t *l = host_log_new(), *again = host_log_new();
    memory_t m = {NULL, 0, 0};
    diag_t d = {{0}};
    rng_t r;
    rng_seed(&r, 3);
    assert_true(arena && got && l && again);
    for (unsigned k = 0; k < READS; k++) {
        for (unsigned i = 0; i < ARENA; i += 64) /* memory changes */
            arena[i] = (uint8_t)(i / 4096 + k);
        size[k] = read_size(&r);
        sum[k] = report_hash(arena, size[k]);
        assert_int_equal(host_log_note(l, arena, size[k]), 0);
        assert_int_equal(host_log_commit(l), 0);
    }
    state_io_t *io = state_save(put, &m);
    host_log_state(l, io);
    assert_int_equal(state_close(io, &d), 0);
    io = state_load(get, &m);
    host_log_state(again, io);
    assert_int_equal(state_close(io, &d), 0);
    for (unsigned k = 0; k < READS; k++) {
        assert_false(host_log_taken(again));
        assert_int_equal(host_log_take(again, got, size[k]), 0);
        assert_int_equal(report_hash(got, size[k]), sum[k]);
    }
    assert_true(host_log_taken(again));
    assert_int_equal(host_log_take(again, got, 1), -EINVAL);
    uint64_t raw, held;
    host_log_size(l, &raw, &held);
    assert_true(raw > 10 * ARENA);
    assert_true(held < raw / 2); /* compressed */
    host_log_free(l);
    host_log_free(again);
    free(m.data);
    free(arena);
    free(got);
}

static void checkpoint_301_another_read_is_noticed(void **state)
{
    (void)state;
    uint8_t byte = 7;
    uint16_t two;
    memory_t m = {NULL, 0, 0};
    diag_t d = {{0}};
    host_log_t *l = host_log_new(), *again = host_log_new();
    assert_int_equal(host_log_note(l, &byte, 1), 0);
    assert_int_equal(host_log_commit(l), 0);
    state_io_t *io = state_save(put, &m);
    host_log_state(l, io);
    assert_int_equal(state_close(io, &d), 0);
    io = state_load(get, &m);
    host_log_state(again, io);
    assert_int_equal(state_close(io, &d), 0);
    assert_int_equal(host_log_take(again, &two, sizeof two), -EINVAL);
    host_log_free(l);
    host_log_free(again);
    free(m.data);
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
        cmocka_unit_test(checkpoint_200_a_stream_cut_anywhere_is_an_error),
        cmocka_unit_test(checkpoint_201_a_flipped_bit_is_an_error),
        cmocka_unit_test(checkpoint_202_another_section_or_number_is_named),
        cmocka_unit_test(checkpoint_203_a_list_visits_each_entry_once),
        cmocka_unit_test(checkpoint_210_of_another_program_is_refused),
        cmocka_unit_test(checkpoint_300_the_log_gives_back_what_was_read),
        cmocka_unit_test(checkpoint_301_another_read_is_noticed),
    };
    return cmocka_run_group_tests(tests, make_folder, remove_folder);
}
