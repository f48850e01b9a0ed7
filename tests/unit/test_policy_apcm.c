/*
 * Policy apcm on PTX kernels whose CTAs run one after the other on one SM: the first one's warp is
 * monitored, and what its loads do decides what becomes of those of the others. Each CTA begins
 * with a delay in which the entries of the MTA are read out.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include "apcm/apcm.h"
#include "gpu_synth.h"
#include "isa_rig.h"
#include "policy/policy.h"

#define LINE_BYTES 128

/* r2: a line for each warp of the grid; then 20 turns of a loop that loads nothing. */
#define BEGIN                                                                                      \
    RIG_HEAD ".entry k() { .reg .pred %p<9>; .reg .b32 %r<20>; .reg .b64 %rd<9>;\n"                \
             "mov.u32 %r1, %tid.x; shr.u32 %r3, %r1, 5; mov.u32 %r4, %ctaid.x;\n"                  \
             "mov.u32 %r5, %ntid.x; shr.u32 %r5, %r5, 5; mad.lo.u32 %r2, %r4, %r5, %r3;\n"         \
             "mad.wide.u32 %rd1, %r2, 128, 268435456;\n"                                           \
             "mov.u32 %r6, 0;\n"                                                                   \
             "D: add.u32 %r6, %r6, 1; setp.lt.u32 %p1, %r6, 20; @%p1 bra D;\n"

/* Uses its line once. */
static const char stream[] = BEGIN "ld.global.u32 %r7, [%rd1]; add.u32 %r8, %r7, 1; ret; }\n";

/* Uses it four times, each turn when the one before has its data. */
#define LOOP                                                                                       \
    "mov.u32 %r9, 0;\n"                                                                            \
    "L: ld.global.u32 %r7, [%rd1]; add.u32 %r9, %r9, %r7; add.u32 %r9, %r9, 1;\n"                  \
    "setp.lt.u32 %p2, %r9, 4; @%p2 bra L;\n"

static const char loop[] = BEGIN LOOP "add.u32 %r10, %r9, 1; ret; }\n";

/* Two loads of one line, then a delay in which the warp lives. */
static const char pair[] = BEGIN "ld.global.u32 %r7, [%rd1]; add.u32 %r8, %r7, 1;\n"
                                 "ld.global.u32 %r9, [%rd1]; add.u32 %r8, %r9, 1; ret; }\n";

/* The loop, and before it a line of another set's own that all warps use. */
static const char mixed[] =
    BEGIN "ld.global.u32 %r11, [268435456 + 65536]; add.u32 %r12, %r11, 1;\n" LOOP "ret; }\n";

/* A line used once, a line a lane apart: two loads whose requests have the numbers of loads of
 * another type soon afterwards. */
static const char both[] =
    BEGIN "ld.global.u32 %r11, [%rd1 + 17408]; add.u32 %r12, %r11, 1;\n"
          "ld.global.u32 %r13, [%rd1 + 34816]; add.u32 %r12, %r13, 1;\n" LOOP "ret; }\n";

/* A plain load, and whatever else accesses its line, or memory at all. */
static const char others[] = RIG_HEAD
    ".entry k() { .reg .b32 %r<9>; .reg .b64 %rd<9>; .local .b32 own[4]; .shared .b32 ours[32];\n"
    "mov.u64 %rd1, 268435456; mov.u32 %r2, 5; mov.u64 %rd2, own;\n"
    "ld.global.u32 %r1, [%rd1]; add.u32 %r2, %r1, 1;\n"
    "st.global.u32 [%rd1 + 128], %r2; atom.global.add.u32 %r3, [%rd1], %r2; add.u32 %r2, %r3, 1;\n"
    "red.global.add.u32 [%rd1], %r2; membar.gl; st.local.u32 [%rd2], %r2;\n"
    "ld.local.u32 %r4, [%rd2]; add.u32 %r2, %r4, 1; ld.local.u32 %r4, [%rd2];\n"
    "ld.volatile.global.u32 %r5, [%rd1]; add.u32 %r2, %r5, 1; ld.global.cg.u32 %r5, [%rd1];\n"
    "st.shared.u32 [ours], %r5; ld.shared.u32 %r6, [ours]; add.u32 %r2, %r6, %r4;\n"
    "st.global.u32 [%rd1], %r2; ret; }\n";

typedef struct bench {
    gpu_cfg_t cfg;
    rig_t isa;
    policy_set_t set;
    gpu_t *g;
    isa_launch_t *l;
    gpu_stats_t stats;
    policy_row_t rows[POLICY_MAX_ROWS];
    unsigned n_rows;
} bench_t;

static uint64_t count(const bench_t *b, const char *name)
{
    for (unsigned i = 0; i < b->n_rows; i++)
        if (strcmp(b->rows[i].name, name) == 0 && !b->rows[i].is_ratio)
            return b->rows[i].count;
    fail_msg("no count %s", name);
    return 0;
}

static const apcm_t *unit(const bench_t *b)
{
    return policy_instance(b->set.policy[0], 0)->model;
}

/* One SM with so many CTAs at a time and an L1 of sets x ways. */
static void open_bench(bench_t *b, const char *text, uint32_t ctas, uint32_t warps,
                       uint32_t at_once, uint32_t sets, uint32_t ways)
{
    diag_t d = {{0}};
    memset(b, 0, sizeof *b);
    b->cfg = synth_preset(PLAIN);
    b->cfg.n_sms = 1;
    b->cfg.ctas_per_sm = at_once;
    b->cfg.l1_sets = sets;
    b->cfg.l1_ways = ways;
    rig_open(&b->isa, "k.ptx", text);
    const isa_launch_cfg_t launch = {.kernel = isa_kernel_find(b->isa.m, "k"),
                                     .grid = {ctas, 1, 1},
                                     .block = {32 * warps, 1, 1},
                                     .warp_size = 32,
                                     .mem = {RIG_BASE, b->isa.mem, RIG_BYTES}};
    b->l = isa_launch_new(&launch, &d);
    if (!b->l)
        fail_msg("%s", d.text);
    b->g = gpu_new(&b->cfg);
    gpu_set_dump(b->g, stderr);
    assert_int_equal(policy_set_parse(&b->set, "apcm", &d), 0);
}

static void option(bench_t *b, const char *key, const char *value)
{
    diag_t d = {{0}};
    assert_int_equal(policy_set_option(&b->set, key, value, &d), 0);
}

/* beside: NULL, or what else is attached. */
static void run_bench(bench_t *b, const gpu_hooks_t *beside, void *ctx)
{
    diag_t d = {{0}};
    const policy_env_t env = {.gpu = b->g, .cfg = &b->cfg, .engine = &unit_engine_c};
    if (policy_set_create(&b->set, &env, &d))
        fail_msg("%s", d.text);
    if (beside)
        assert_int_equal(gpu_attach(b->g, beside, ctx, NULL), 0);
    if (gpu_run(b->g, isa_launch_front(b->l)) != GPU_OK)
        fail_msg("%s", gpu_message(b->g));
    gpu_stats(b->g, &b->stats);
    b->n_rows = policy_report(b->set.policy[0], b->rows);
}

static void close_bench(bench_t *b)
{
    policy_set_destroy(&b->set);
    gpu_free(b->g);
    isa_launch_free(b->l);
    rig_close(&b->isa);
}

/* Ten CTAs of one warp: the first one's load is of type bypass, those of the other nine bypass. */
static void policy_apcm_100_lines_used_once_bypass(void **state)
{
    (void)state;
    bench_t b;
    open_bench(&b, stream, 10, 1, 1, 32, 4);
    run_bench(&b, NULL, NULL);
    assert_int_equal(count(&b, "requests"), 10);
    assert_int_equal(count(&b, "streams"), 9);
    assert_int_equal(b.stats.l1d.bypasses, 9);
    assert_int_equal(b.stats.l1d.misses, 1);
    assert_int_equal(count(&b, "loads"), 1);
    assert_int_equal(count(&b, "mta_allocations"), 1);
    assert_int_equal(count(&b, "cait_evictions"), 1);
    assert_int_equal(count(&b, "monitored"), 1);
    assert_int_equal(count(&b, "pins"), 0);
    assert_int_equal(unit(&b)->cait.method[0], APCM_BYPASS);
    close_bench(&b);

    open_bench(&b, stream, 10, 1, 1, 32, 4);
    option(&b, "apcm.manage", "protect");
    run_bench(&b, NULL, NULL);
    assert_int_equal(count(&b, "bypass_requests"), 9); /* told, but not done */
    assert_int_equal(count(&b, "streams"), 0);
    assert_int_equal(b.stats.l1d.misses, 10);
    close_bench(&b);
}

/* A line used again in a loop is protected from the warp's first turn to the end of its loop. */
static void policy_apcm_110_lines_used_in_a_loop_are_protected(void **state)
{
    (void)state;
    bench_t b;
    open_bench(&b, loop, 10, 1, 1, 32, 4);
    run_bench(&b, NULL, NULL);
    assert_int_equal(count(&b, "requests"), 40);
    assert_int_equal(count(&b, "protect_requests"), 36);
    assert_int_equal(count(&b, "pins"), 9);
    assert_int_equal(count(&b, "releases"), 9);
    assert_int_equal(b.stats.l1d.misses, 10);
    assert_int_equal(unit(&b)->cait.method[0], APCM_PROTECT);
    assert_int_equal(unit(&b)->cait.last[0], 0);
    assert_int_equal(unit(&b)->psb.protect[0], 0);
    close_bench(&b);

    open_bench(&b, loop, 10, 1, 1, 32, 4);
    option(&b, "apcm.manage", "bypass");
    run_bench(&b, NULL, NULL);
    assert_int_equal(count(&b, "protect_requests"), 36);
    assert_int_equal(count(&b, "pins"), 0);
    close_bench(&b);
}

/* What a request was told goes with it, and with no later one: of each of nine warps two requests
 * bypass, and then four are of type protect. */
static void policy_apcm_115_types_do_not_mix(void **state)
{
    (void)state;
    for (uint32_t at_once = 1; at_once <= 4; at_once += 3) {
        bench_t b;
        open_bench(&b, both, 40, 1, at_once, 32, 4);
        run_bench(&b, NULL, NULL);
        assert_int_equal(count(&b, "requests"), 240);
        if (at_once == 1) {
            assert_int_equal(count(&b, "bypass_requests"), 39 * 2);
            assert_int_equal(count(&b, "protect_requests"), 39 * 4);
            assert_int_equal(count(&b, "pins"), 39);
            assert_int_equal(count(&b, "releases"), 39);
        }
        assert_int_equal(count(&b, "streams"), b.stats.l1d.bypasses);
        assert_true(count(&b, "bypass_requests") <= 39 * 2);
        assert_true(count(&b, "protect_requests") >= 35 * 4);
        close_bench(&b);
    }
}

/* A line that another load uses is protected until that load's request has been accepted. */
static void policy_apcm_120_until_the_last_load(void **state)
{
    (void)state;
    bench_t b;
    open_bench(&b, pair, 10, 1, 1, 32, 4);
    run_bench(&b, NULL, NULL);
    assert_int_equal(count(&b, "loads"), 2);
    assert_int_equal(count(&b, "protect_requests"),
                     9); /* of the first load; the second brings none */
    assert_int_equal(count(&b, "pins"), 9);
    assert_int_equal(count(&b, "releases"), 9);
    assert_int_equal(unit(&b)->cait.last[0], 1);
    close_bench(&b);
}

/* One line for two warps: the one that comes first keeps it to the end of its loop, and the other
 * one's reads bypass meanwhile. The first CTA's two warps take the line from each other. */
static void policy_apcm_130_what_finds_all_ways_held_bypasses(void **state)
{
    (void)state;
    bench_t b;
    open_bench(&b, loop, 2, 2, 1, 1, 1);
    run_bench(&b, NULL, NULL);
    assert_int_equal(count(&b, "requests"), 16);
    assert_int_equal(count(&b, "streams"), 0);
    assert_true(count(&b, "held_bypasses") > 0);
    assert_true(count(&b, "held_bypasses") <= 4);
    assert_int_equal(b.stats.l1d.bypasses, count(&b, "held_bypasses"));
    const uint64_t pins = count(&b, "pins");
    assert_in_range(pins, 1, 2);
    assert_int_equal(count(&b, "releases"), pins);
    close_bench(&b);
}

/* ---- Beside others ---- */

/* Predicts bypass for all reads; the L2 returns the bit if asked to. */
typedef struct predictor {
    bool returns;
} predictor_t;

static gpu_l1_decision_t predict(void *ctx, const gpu_l1_access_t *a)
{
    (void)ctx, (void)a;
    return GPU_L1_PREDICTED_BYPASS;
}

static bool returned(void *ctx, const gpu_l2_request_t *r)
{
    return ((predictor_t *)ctx)->returns && r->bypass;
}

static const gpu_hooks_t predictor = {
    .policy = "predictor", .on_l1_access = predict, .on_l2_request = returned};

/* A prediction counts for neither reads of type protect nor those of type bypass, which leave
 * without the bit. */
static void policy_apcm_200_decides_before_a_predictor(void **state)
{
    (void)state;
    bench_t b;
    predictor_t x = {.returns = false};
    open_bench(&b, loop, 10, 1, 1, 32, 4);
    run_bench(&b, &predictor, &x);
    assert_int_equal(b.stats.l2.bypass_requests, 4); /* of the first CTA */
    assert_int_equal(b.stats.l1d.bypasses, 4);
    assert_int_equal(b.stats.l1d.misses, 9);
    assert_int_equal(count(&b, "pins"), 9);
    close_bench(&b);

    open_bench(&b, stream, 10, 1, 1, 32, 4);
    run_bench(&b, &predictor, &x);
    assert_int_equal(b.stats.l2.bypass_requests, 1);
    assert_int_equal(b.stats.l1d.bypasses, 10);
    assert_int_equal(count(&b, "streams"), 9);
    close_bench(&b);
}

/* What another system lets bypass is a miss of the L1 for the MTA and takes no line: the load of
 * the first CTA is used four times and of type protect all the same, and the lines of the tags stay
 * at 0. */
static void policy_apcm_210_learns_from_what_others_bypass(void **state)
{
    (void)state;
    bench_t b;
    predictor_t x = {.returns = false};
    open_bench(&b, loop, 1, 1, 1, 1, 1);
    run_bench(&b, &predictor, &x);
    assert_int_equal(b.stats.l1d.bypasses, 4);
    assert_int_equal(count(&b, "mta_allocations"), 1);
    assert_int_equal(count(&b, "mta_hits"), 3);
    assert_int_equal(unit(&b)->cait.method[0], APCM_PROTECT);
    assert_int_equal(unit(&b)->tags.count[0], 0);
    close_bench(&b);
}

/* One line: while it is protected the line that all warps use, bypassed and returned with the bit,
 * is not filled late; afterwards it is, unprotected and with a count of 0. */
static void policy_apcm_220_a_late_fill_obeys_protection(void **state)
{
    (void)state;
    bench_t b;
    predictor_t x = {.returns = true};
    open_bench(&b, mixed, 6, 2, 1, 1, 1);
    run_bench(&b, &predictor, &x);
    assert_true(b.stats.l1d.late_fills > 0);
    assert_true(b.stats.l1d.late_fills_refused > 0);
    assert_true(count(&b, "pins") > 0);
    close_bench(&b);
}

/* Asks for a line `ahead` of that of each load from number `from` to before `to`. */
typedef struct asker {
    gpu_t *g;
    uint32_t from, to, ahead, loads;
} asker_t;

static void ask(void *ctx, const gpu_load_issue_t *e)
{
    asker_t *x = ctx;
    if (x->loads >= x->from && x->loads < x->to)
        gpu_l1_prefetch(x->g, e->sm, e->step->addr[0] / LINE_BYTES + x->ahead, e->inst->pc,
                        e->warp);
    x->loads++;
}

static const gpu_hooks_t asking = {.policy = "asker", .on_load_issue = ask};

/* A prefetch for a load of type bypass is dropped, another one takes a line: unprotected, although
 * its load is of type protect, and not counted in MTA or CAIT. */
static void policy_apcm_230_prefetches(void **state)
{
    (void)state;
    bench_t b;
    open_bench(&b, stream, 4, 1, 1, 32, 4);
    assert_true(gpu_want_prefetch_queue(b.g, 4));
    asker_t x = {b.g, 1, UINT32_MAX, 1000, 0};
    run_bench(&b, &asking, &x);
    assert_int_equal(count(&b, "prefetch_drops"), 3);
    assert_int_equal(b.stats.l1d.prefetches_dropped_policy, 3);
    assert_int_equal(b.stats.l1d.prefetches_issued, 0);
    close_bench(&b);

    open_bench(&b, loop, 2, 1, 1, 32, 4);
    assert_true(gpu_want_prefetch_queue(b.g, 4));
    x = (asker_t){b.g, 4, UINT32_MAX, 1000, 0};
    run_bench(&b, &asking, &x);
    assert_int_equal(b.stats.l1d.prefetches_issued, 1);
    assert_int_equal(count(&b, "pins"), 1);
    assert_int_equal(count(&b, "mta_allocations"), 1);
    assert_int_equal(count(&b, "requests"), 8);
    const uint32_t set = (RIG_BASE / LINE_BYTES + 1 + 1000) % 32;
    assert_int_equal(unit(&b)->tags.count[set * 4], 0);
    assert_int_equal(unit(&b)->tags.protect[set * 4], 0);
    close_bench(&b);
}

/* Reads that find the line of a prefetch, on its way or there, leave it unprotected: the third
 * CTA's line is fetched when the second one's load issues first. */
static void policy_apcm_235_a_read_of_a_prefetched_line_protects_nothing(void **state)
{
    (void)state;
    for (uint32_t ahead = 1; ahead <= 1000; ahead += 999) {
        bench_t b;
        open_bench(&b, loop, 3, 1, 1, 32, 4);
        assert_true(gpu_want_prefetch_queue(b.g, 4));
        asker_t x = {b.g, 4, 5, ahead, 0};
        run_bench(&b, &asking, &x);
        assert_int_equal(b.stats.l1d.prefetches_issued, 1);
        assert_int_equal(b.stats.l1d.misses, ahead == 1 ? 2 : 3);
        assert_int_equal(count(&b, "protect_requests"), 8);
        assert_int_equal(count(&b, "pins"), ahead == 1 ? 1 : 2);
        close_bench(&b);
    }
}

/* A store that evicts a protected line ends its protection, and its count; in the second turn the
 * line comes again and is protected anew. */
static void policy_apcm_240_a_store_ends_protection(void **state)
{
    (void)state;
    static const struct {
        const char *text;
        uint64_t pins;
        uint8_t protect, count;
    } cases[] = {
#define STORES(turn)                                                                               \
    BEGIN "mov.u32 %r9, 0;\n"                                                                      \
          "L: ld.global.u32 %r7, [%rd1]; add.u32 %r9, %r9, 1; add.u32 %r9, %r9, %r7;\n"            \
          "setp.eq.u32 %p3, %r9, " turn "; @%p3 st.global.u32 [%rd1], %r7;\n"                      \
          "setp.lt.u32 %p2, %r9, 4; @%p2 bra L; ret; }\n"
        {STORES("4"), 3, 0, 0}, {STORES("2"), 6, 1, 2}, {STORES("9"), 3, 1, 4}};
    for (unsigned i = 0; i < sizeof cases / sizeof *cases; i++) {
        bench_t b;
        open_bench(&b, cases[i].text, 4, 1, 1, 32, 4);
        run_bench(&b, NULL, NULL);
        const uint32_t set = (RIG_BASE / LINE_BYTES + 3) % 32;
        assert_int_equal(b.stats.l1d.write_evictions, i < 2 ? 4 : 0);
        assert_int_equal(count(&b, "pins"), cases[i].pins);
        assert_int_equal(unit(&b)->tags.protect[set * 4], cases[i].protect);
        assert_int_equal(unit(&b)->tags.count[set * 4], cases[i].count);
        close_bench(&b);
    }
}

/* Stores, atomics, reductions, local, volatile and shared accesses of the monitored warp are in
 * neither LAT, MTA nor the counts. */
static void policy_apcm_250_what_is_no_plain_load_touches_nothing(void **state)
{
    (void)state;
    bench_t b;
    open_bench(&b, others, 1, 1, 1, 32, 4);
    run_bench(&b, NULL, NULL);
    assert_int_equal(b.stats.l1d.accesses, 3); /* reads that may hit: it, and two of local memory */
    assert_int_equal(count(&b, "requests"), 1);
    assert_int_equal(count(&b, "loads"), 1);
    assert_int_equal(count(&b, "mta_allocations"), 1);
    assert_int_equal(count(&b, "mta_hits"), 0);
    assert_int_equal(count(&b, "monitored"), 1);
    assert_int_equal(unit(&b)->cait.method[0], APCM_BYPASS);
    for (unsigned line = 0; line < 128; line++)
        assert_int_equal(unit(&b)->tags.count[line], 0); /* the plain load's line is gone at last */
    close_bench(&b);
}

/* More loads than the unit takes in a cycle are refused in a sentence. */
static void policy_apcm_300_one_load_a_cycle(void **state)
{
    (void)state;
    bench_t b;
    diag_t d = {{0}};
    open_bench(&b, loop, 1, 1, 1, 32, 4);
    b.cfg.ldst_units = 2;
    const policy_env_t env = {.gpu = b.g, .cfg = &b.cfg, .engine = &unit_engine_c};
    assert_int_not_equal(policy_set_create(&b.set, &env, &d), 0);
    assert_non_null(strstr(d.text, "ldst_units"));
    close_bench(&b);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(policy_apcm_100_lines_used_once_bypass),
        cmocka_unit_test(policy_apcm_110_lines_used_in_a_loop_are_protected),
        cmocka_unit_test(policy_apcm_115_types_do_not_mix),
        cmocka_unit_test(policy_apcm_120_until_the_last_load),
        cmocka_unit_test(policy_apcm_130_what_finds_all_ways_held_bypasses),
        cmocka_unit_test(policy_apcm_200_decides_before_a_predictor),
        cmocka_unit_test(policy_apcm_210_learns_from_what_others_bypass),
        cmocka_unit_test(policy_apcm_220_a_late_fill_obeys_protection),
        cmocka_unit_test(policy_apcm_230_prefetches),
        cmocka_unit_test(policy_apcm_235_a_read_of_a_prefetched_line_protects_nothing),
        cmocka_unit_test(policy_apcm_240_a_store_ends_protection),
        cmocka_unit_test(policy_apcm_250_what_is_no_plain_load_touches_nothing),
        cmocka_unit_test(policy_apcm_300_one_load_a_cycle),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
