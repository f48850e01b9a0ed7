/*
 * The analysis of the L1s' read streams: every value of small streams derived by hand, and the
 * reuse distances against the plain definition on random ones.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "common/rng.h"
#include "gpu_synth.h"
#include "stats/analysis.h"

#define BASE UINT64_C(0x10000000)
#define OFF  UINT32_MAX

/* ---- Streams by table: the line that a warp reads with an instruction, or OFF ---- */

typedef struct table {
    uint32_t line[8][4]; /* [instruction][warp of the grid] */
} table_t;

static uint64_t addr_table(const synth_t *s, const synth_at_t *at, uint32_t lane)
{
    const table_t *t = s->user;
    uint32_t warp = at->cta * s->front.warps_per_cta + at->warp;
    return BASE + t->line[at->inst][warp] * UINT64_C(128) + 4 * lane;
}

static uint64_t mask_table(const synth_t *s, const synth_at_t *at)
{
    const table_t *t = s->user;
    uint32_t warp = at->cta * s->front.warps_per_cta + at->warp;
    bool off = s->inst[at->inst].unit == INST_UNIT_LDST && t->line[at->inst][warp] == OFF;
    return off ? 0 : UINT32_MAX;
}

/* One SM whose L1 has so many sets of so many ways. */
static gpu_cfg_t one_sm(uint32_t sets, uint32_t ways)
{
    gpu_cfg_t c = synth_preset(PLAIN);
    c.n_sms = 1;
    c.l1_sets = sets;
    c.l1_ways = ways;
    return c;
}

typedef struct result {
    analysis_row_t row[8], total;
    reuse_hist_t by_type[ANALYSIS_TYPES];
    uint64_t read[ANALYSIS_READS], evicted[ANALYSIS_READS];
    unsigned n;
    analysis_similarity_t similarity;
    uint64_t distinct_lines;
    unsigned distinct_loads;
    gpu_stats_t stats;
} result_t;

static gpu_t *running; /* for hooks that ask the GPU for something */

static void run(const gpu_cfg_t *c, synth_t *s, const table_t *t, const gpu_hooks_t *more,
                unsigned launches, result_t *out)
{
    gpu_t *g = running = gpu_new(c);
    analysis_t *a = analysis_new(g);
    if (more)
        assert_int_equal(gpu_attach(g, more, NULL, NULL), 0);
    s->user = t;
    s->addr = addr_table;
    s->mask = mask_table;
    for (unsigned i = 0; i < launches; i++)
        assert_int_equal(gpu_run(g, &s->front), GPU_OK);
    assert_int_equal(analysis_finish(a), 0);
    const analysis_row_t *row = analysis_rows(a, &out->n);
    assert_true(out->n <= 8);
    memcpy(out->row, row, out->n * sizeof *row);
    out->total = analysis_total(a);
    memcpy(out->by_type, analysis_by_type(a), sizeof out->by_type);
    memcpy(out->read, analysis_lines_by_reads(a), sizeof out->read);
    memcpy(out->evicted, analysis_evicted_by_reads(a), sizeof out->evicted);
    out->similarity = analysis_similarity(a, 0, out->n);
    out->distinct_lines = analysis_distinct_lines(a);
    out->distinct_loads = analysis_distinct_loads(a);
    gpu_stats(g, &out->stats);
    gpu_free(g);
    analysis_free(a);
    synth_free(s);
    uint64_t reloads = 0;
    for (unsigned k = 0; k < ANALYSIS_CONTENTIONS; k++)
        reloads += out->total.contention[k];
    assert_int_equal(out->total.accesses, out->stats.l1d.accesses);
    assert_int_equal(out->total.cold_misses, out->stats.l1d.cold_misses);
    assert_int_equal(reloads, out->stats.l1d.reload_misses);
}

/* Loads that each wait for the one before. */
static void chain(synth_t *s, uint32_t ctas, uint32_t warps, unsigned n)
{
    synth_init(s, ctas, warps, 32);
    for (unsigned i = 0; i < n; i++)
        synth_load(s, 1, 1);
}

static void stats_analysis_010_types_and_similarity(void **state)
{
    (void)state;
    gpu_cfg_t c = one_sm(32, 8);
    synth_t s;
    result_t r;
    const table_t t = {{
        {0, 1},   /* a line for each warp */
        {0, 1},   /* ... again: intra-warp, and it is load 0 that brought them */
        {10, 10}, /* one line for both: inter-warp */
        {20, 21}, /* 20 is not read again: streaming; 21 is, by its own warp */
        {40, 21}, /* 40: streaming */
        {50, 50},
        {50, 50}, /* read again by both warps: inter- and intra-warp */
    }};
    chain(&s, 1, 2, 7);
    run(&c, &s, &t, NULL, 1, &r);
    static const uint64_t lines[7][ANALYSIS_TYPES] = {
        {0, 2, 0, 0}, {0}, {0, 0, 1, 0}, {1, 1, 0, 0}, {1, 0, 0, 0}, {0, 0, 0, 1}, {0}};
    static const uint64_t reads[7][ANALYSIS_TYPES] = {
        {0, 4, 0, 0}, {0}, {0, 0, 2, 0}, {1, 2, 0, 0}, {1, 0, 0, 0}, {0, 0, 0, 4}, {0}};
    assert_int_equal(r.n, 7);
    for (unsigned i = 0; i < 7; i++) {
        assert_memory_equal(r.row[i].lines, lines[i], sizeof lines[i]);
        assert_memory_equal(r.row[i].reads, reads[i], sizeof reads[i]);
        assert_int_equal(r.row[i].accesses, 2);
    }
    /* Most frequent type: 2 of 2, 1 of 1, 1 of 2, 1 of 1, 1 of 1. */
    assert_int_equal(r.similarity.dominant, 6);
    assert_int_equal(r.similarity.lines, 7);
    assert_int_equal(r.total.cold_misses, 7);
    /* Reads again: of lines 0, 1, 21 once each; of line 10 once; of line 50 three times. */
    static const uint64_t read[ANALYSIS_READS] = {2, 4, 1}, none[ANALYSIS_READS] = {0};
    assert_memory_equal(r.read, read, sizeof read);
    assert_memory_equal(r.evicted, none, sizeof none);
    assert_int_equal(r.by_type[ANALYSIS_STREAMING].count, 0);
    assert_int_equal(r.by_type[ANALYSIS_INTRA_WARP].count, 3);
    assert_int_equal(r.by_type[ANALYSIS_INTER_WARP].count, 1);
    assert_int_equal(r.by_type[ANALYSIS_INTER_INTRA_WARP].count, 3);
}

/* The infinite L1 keeps what the real one, of a single line, loses. */
static void stats_analysis_011_types_do_not_depend_on_the_cache(void **state)
{
    (void)state;
    gpu_cfg_t c = one_sm(1, 1);
    synth_t s;
    result_t r;
    const table_t t = {{{0}, {1}, {0}, {1}}};
    chain(&s, 1, 1, 4);
    run(&c, &s, &t, NULL, 1, &r);
    assert_int_equal(r.stats.l1d.misses, 4);
    assert_int_equal(r.total.lines[ANALYSIS_INTRA_WARP], 2);
    assert_int_equal(r.total.reads[ANALYSIS_INTRA_WARP], 4);
}

/* A warp's number is that in the grid: warps that follow each other in a slot are two. */
static void stats_analysis_012_a_slot_is_no_warp(void **state)
{
    (void)state;
    gpu_cfg_t c = one_sm(32, 8);
    synth_t s;
    result_t r;
    const table_t t = {{{0, 0}}};
    c.ctas_per_sm = 1;
    chain(&s, 2, 1, 1); /* the second CTA when the first is done, in its slot */
    run(&c, &s, &t, NULL, 1, &r);
    assert_int_equal(r.total.lines[ANALYSIS_INTER_WARP], 1);
}

static void stats_analysis_013_a_kernel_starts_empty(void **state)
{
    (void)state;
    gpu_cfg_t c = one_sm(32, 8);
    synth_t s;
    result_t r;
    const table_t t = {{{0}, {0}}};
    chain(&s, 1, 1, 2);
    run(&c, &s, &t, NULL, 3, &r);
    assert_int_equal(r.total.lines[ANALYSIS_INTRA_WARP], 3);
    assert_int_equal(r.total.cold_misses, 3);
    assert_int_equal(r.total.stack.count, 3);
    assert_int_equal(r.row[0].accesses, 3);
    assert_int_equal(r.row[1].stack.bucket[0], 3);
}

/* Distinct lines are of all launches and SMs; a store's count, too. A load of which no lane is
 * active reads nothing. */
static void stats_analysis_014_footprint(void **state)
{
    (void)state;
    gpu_cfg_t c = one_sm(32, 8);
    synth_t s;
    result_t r;
    const table_t t = {{{0, 0}, {1, 2}, {1, 0}, {OFF, OFF}, {OFF, OFF}, {9, 2}}};
    c.n_sms = 2;
    c.ctas_per_sm = 1;
    chain(&s, 2, 1, 4);
    synth_alu(&s, 1, 1);
    synth_store(&s, 1);
    run(&c, &s, &t, NULL, 3, &r);
    assert_int_equal(r.distinct_lines, 4); /* 0, 1, 2 and, stored to, 9 */
    assert_int_equal(r.distinct_loads, 3);
    assert_int_equal(r.n, 4);
    /* Elsewhere they count for each SM and launch: CTA 0 reads 0 and 1, CTA 1 reads 0 and 2. */
    assert_int_equal(r.total.cold_misses, 3 * 4);
}

static void stats_analysis_020_reuse_distances(void **state)
{
    (void)state;
    gpu_cfg_t c = one_sm(32, 8);
    synth_t s;
    result_t r;
    /*                  A    B    C    A    A    B    D    A */
    const table_t t = {{{0}, {1}, {2}, {0}, {0}, {1}, {3}, {0}}};
    chain(&s, 1, 1, 8);
    run(&c, &s, &t, NULL, 1, &r);
    /* Stack: A sees B, C; A sees nothing; B sees C, A; A sees B, D. Reference: 3, 1, 4, 3. */
    static const uint64_t stack[8] = {0, 0, 0, 2, 0, 2, 0, 2};
    static const uint64_t reference[8] = {0, 0, 0, 3, 1, 4, 0, 3};
    for (unsigned i = 0; i < 8; i++) {
        assert_int_equal(r.row[i].stack.count, reference[i] != 0);
        assert_int_equal(r.row[i].stack.sum, stack[i]);
        assert_int_equal(r.row[i].reference.sum, reference[i]);
    }
    assert_int_equal(r.total.stack.bucket[0], 1); /* 0 */
    assert_int_equal(r.total.stack.bucket[1], 0); /* 1 */
    assert_int_equal(r.total.stack.bucket[2], 3); /* 2 and 3 */
    assert_int_equal(r.total.reference.bucket[1], 1);
    assert_int_equal(r.total.reference.bucket[2], 2);
    assert_int_equal(r.total.reference.bucket[3], 1); /* 4 to 7 */
    assert_int_equal(r.total.reference.sum, 11);
    /* All lines are of one type. */
    assert_memory_equal(&r.by_type[ANALYSIS_INTRA_WARP], &r.total.reference,
                        sizeof r.total.reference);
}

static void stats_analysis_021_buckets(void **state)
{
    (void)state;
    reuse_hist_t h = {0};
    static const uint64_t d[] = {0, 1, 2, 3, 4, 7, 8, UINT64_C(1) << 46, UINT64_MAX};
    for (unsigned i = 0; i < sizeof d / sizeof d[0]; i++)
        reuse_count(&h, d[i]);
    assert_int_equal(h.bucket[0], 1);
    assert_int_equal(h.bucket[1], 1);
    assert_int_equal(h.bucket[2], 2);
    assert_int_equal(h.bucket[3], 2);
    assert_int_equal(h.bucket[4], 1);
    assert_int_equal(h.bucket[47], 2);
    assert_int_equal(h.count, 9);
}

/* ---- Contention: an L1 of one line, in which every miss evicts ---- */

static void check_contention(const result_t *r, analysis_contention_t only, uint64_t n)
{
    for (unsigned k = 0; k < ANALYSIS_CONTENTIONS; k++)
        assert_int_equal(r->total.contention[k], k == only ? n : 0);
}

static void stats_analysis_030_evicted_by_the_same_warp(void **state)
{
    (void)state;
    gpu_cfg_t c = one_sm(1, 1);
    synth_t s;
    result_t r;
    const table_t t = {{{0}, {1}, {0}, {1}}};
    chain(&s, 1, 1, 4);
    run(&c, &s, &t, NULL, 1, &r);
    check_contention(&r, ANALYSIS_BY_SAME_WARP, 2);
    assert_int_equal(r.row[2].contention[ANALYSIS_BY_SAME_WARP], 1);
    assert_int_equal(r.row[3].contention[ANALYSIS_BY_SAME_WARP], 1);
    assert_int_equal(r.evicted[ANALYSIS_READ_1], 3);
    assert_int_equal(r.read[ANALYSIS_READ_2], 2);
}

/* Line k is read so often before the next evicts it, and again. */
static const unsigned often[] = {1, 2, 3, 4, 5, 8, 9, 16, 17, 40};
enum { OFTEN = sizeof often / sizeof *often };

static uint64_t addr_often(const synth_t *s, const synth_at_t *at, uint32_t lane)
{
    unsigned k = 0, before = 0;
    (void)s;
    while (at->iter >= before + often[k])
        before += often[k++];
    return BASE + (uint64_t)k * 128 + lane * 4;
}

static void stats_analysis_036_how_often_lines_are_read(void **state)
{
    (void)state;
    const gpu_cfg_t c = one_sm(1, 1);
    synth_t s;
    chain(&s, 1, 1, 1);
    s.addr = addr_often;
    for (unsigned k = s.repeat = 0; k < OFTEN; k++)
        s.repeat += often[k];
    gpu_t *g = gpu_new(&c);
    analysis_t *a = analysis_new(g);
    assert_int_equal(gpu_run(g, &s.front), GPU_OK);
    assert_int_equal(analysis_finish(a), 0);
    static const uint64_t read[ANALYSIS_READS] = {1, 1, 2, 2, 2, 2};
    static const uint64_t evicted[ANALYSIS_READS] = {1, 1, 2, 2, 2, 1}; /* the last one stays */
    assert_memory_equal(analysis_lines_by_reads(a), read, sizeof read);
    assert_memory_equal(analysis_evicted_by_reads(a), evicted, sizeof evicted);
    gpu_free(g);
    analysis_free(a);
    synth_free(&s);
}

/* A line for each warp: the second warp's request waits for the way and evicts the first's, which
 * is read again and evicts the second's, which is read again. */
static void stats_analysis_031_evicted_by_another_warp_of_the_cta(void **state)
{
    (void)state;
    gpu_cfg_t c = one_sm(1, 1);
    synth_t s;
    result_t r;
    const table_t t = {{{0, 1}, {0, 1}}};
    chain(&s, 1, 2, 2);
    run(&c, &s, &t, NULL, 1, &r);
    check_contention(&r, ANALYSIS_BY_SAME_BLOCK, 2);
}

static void stats_analysis_032_evicted_by_another_cta(void **state)
{
    (void)state;
    gpu_cfg_t c = one_sm(1, 1);
    synth_t s;
    result_t r;
    const table_t t = {{{0, 1}, {0, OFF}}};
    chain(&s, 2, 1, 2);
    run(&c, &s, &t, NULL, 1, &r);
    check_contention(&r, ANALYSIS_BY_OTHER_BLOCK, 1);
    assert_int_equal(r.stats.l1d.contention_cross_block, 2); /* at eviction: line 1's, too */
}

static void stats_analysis_033_evicted_by_a_store(void **state)
{
    (void)state;
    gpu_cfg_t c = one_sm(32, 8);
    synth_t s;
    result_t r;
    const table_t t = {{{0}, {0}, {0}, {0}}};
    synth_init(&s, 1, 1, 32);
    synth_load(&s, 1, 1);
    synth_alu(&s, 1, 1);
    synth_store(&s, 1);
    synth_load(&s, 1, 1);
    run(&c, &s, &t, NULL, 1, &r);
    check_contention(&r, ANALYSIS_BY_STORE, 1);
}

static gpu_l1_decision_t always_bypass(void *ctx, const gpu_l1_access_t *a)
{
    (void)ctx, (void)a;
    return GPU_L1_BYPASS;
}

static void stats_analysis_034_never_kept(void **state)
{
    (void)state;
    static const gpu_hooks_t hooks = {.policy = "bypass", .on_l1_access = always_bypass};
    gpu_cfg_t c = one_sm(32, 8);
    synth_t s;
    result_t r;
    const table_t t = {{{0}, {0}}};
    chain(&s, 1, 1, 2);
    run(&c, &s, &t, &hooks, 1, &r);
    check_contention(&r, ANALYSIS_NOT_EVICTED, 1);
    assert_int_equal(r.stats.l1d.bypasses, 2);
}

static void prefetch_line_1(void *ctx, const gpu_load_issue_t *e)
{
    (void)ctx;
    if (e->inst->pc == 8) /* the second load, of line 0 again */
        gpu_l1_prefetch(running, e->sm, BASE / 128 + 1, e->inst->pc, e->warp);
}

/* The second load hits line 0; then line 1 is prefetched in its place, and the third misses. */
static void stats_analysis_035_evicted_by_a_prefetch(void **state)
{
    (void)state;
    static const gpu_hooks_t hooks = {.policy = "pf", .on_load_issue = prefetch_line_1};
    gpu_cfg_t c = one_sm(1, 1);
    synth_t s;
    result_t r;
    const table_t t = {{{0}, {0}, {0}, {1}}};
    c.l1_prefetch_queue = 1;
    chain(&s, 1, 1, 4);
    run(&c, &s, &t, &hooks, 1, &r);
    assert_int_equal(r.stats.l1d.prefetches_issued, 1);
    assert_int_equal(r.total.contention[ANALYSIS_BY_PREFETCH], 1);
    assert_int_equal(r.row[2].contention[ANALYSIS_BY_PREFETCH], 1);
    /* Line 1 was never read before: its own miss is cold. */
    assert_int_equal(r.total.cold_misses, 2);
    check_contention(&r, ANALYSIS_BY_PREFETCH, 1);
}

/* ---- Random streams ---- */

/* Distinct others since the last access, by looking back. */
static bool plain_distance(const uint32_t *stream, uint32_t now, uint64_t *stack,
                           uint64_t *reference)
{
    bool seen[256] = {0};
    *stack = 0;
    for (uint32_t i = now; i-- > 0;) {
        if (stream[i] == stream[now]) {
            *reference = now - i;
            return true;
        }
        *stack += !seen[stream[i]];
        seen[stream[i]] = true;
    }
    return false;
}

static void stats_analysis_040_stack_distances_are_exact(void **state)
{
    (void)state;
    enum { LENGTH = 3000 };
    static uint32_t stream[LENGTH];
    for (uint64_t seed = 1; seed <= 8; seed++) {
        rng_t rng;
        reuse_t r;
        uint32_t id[256], lines = 1 + (uint32_t)seed * 31 % 250;
        rng_seed(&rng, seed);
        assert_true(reuse_init(&r, 2)); /* so short that it is compacted and grown all the time */
        for (unsigned half = 0; half < 2; half++) {
            memset(id, 0xff, sizeof id);
            for (uint32_t i = 0; i < LENGTH; i++) {
                uint64_t want = 0, reference = 0, got = 0;
                /* Now and then somewhere else, else near by. */
                stream[i] = rng_percent(&rng, 30) || !i
                                ? rng_below(&rng, lines)
                                : (stream[i - 1] + rng_below(&rng, 3)) % lines;
                if (!plain_distance(stream, i, &want, &reference)) {
                    id[stream[i]] = r.items;
                    assert_true(reuse_add(&r));
                    continue;
                }
                assert_true(reuse_again(&r, id[stream[i]], &got));
                assert_int_equal(got, want);
            }
            assert_true(r.cap <= 1024); /* in proportion to 250 lines, not to 3000 accesses */
            reuse_clear(&r);
        }
        reuse_free(&r);
    }
}

/* What the L1s were asked, as other hooks see it. */
typedef struct tape {
    uint32_t line[2][20000];
    uint32_t n[2];
} tape_t;

static gpu_l1_decision_t tape_access(void *ctx, const gpu_l1_access_t *a)
{
    (void)ctx;
    return a->req->line % 5 == 0   ? GPU_L1_PREDICTED_BYPASS
           : a->req->line % 7 == 0 ? GPU_L1_BYPASS
                                   : 0;
}

static void tape_result(void *ctx, const gpu_l1_result_t *r)
{
    tape_t *t = ctx;
    uint32_t *n = &t->n[r->req->sm];
    assert_true(*n < 20000);
    t->line[r->req->sm][(*n)++] = (uint32_t)(r->req->line - BASE / 128);
}

static bool tape_l2(void *ctx, const gpu_l2_request_t *r)
{
    (void)ctx;
    return r->bypass && r->req->line % 2;
}

static uint64_t addr_random(const synth_t *s, const synth_at_t *at, uint32_t lane)
{
    uint64_t k = at->cta * UINT64_C(1000003) + at->warp * 7919 + at->iter * 104729 + at->inst * 31;
    (void)s;
    k ^= k >> 7;
    k = k * UINT64_C(0x9e3779b97f4a7c15) >> 40;
    return BASE + (k % 60 + lane / 16 * (k % 3)) * 128 + lane % 16 * 4;
}

static void run_random(bool analyze, tape_t *tape, analysis_row_t *total, reuse_hist_t *by_type,
                       gpu_stats_t *st)
{
    static const gpu_hooks_t hooks = {.policy = "tape",
                                      .on_l1_access = tape_access,
                                      .on_l1_result = tape_result,
                                      .on_l2_request = tape_l2};
    gpu_cfg_t c = one_sm(4, 2);
    c.n_sms = 2;
    gpu_t *g = gpu_new(&c);
    analysis_t *a = analyze ? analysis_new(g) : NULL;
    synth_t s;
    assert_int_equal(gpu_attach(g, &hooks, tape, NULL), 0);
    synth_init(&s, 12, 4, 32);
    synth_load(&s, 1, 0);
    synth_load(&s, 2, 0);
    synth_store(&s, 2);
    synth_load(&s, 3, 1);
    s.addr = addr_random;
    s.repeat = 30;
    assert_int_equal(gpu_run(g, &s.front), GPU_OK);
    gpu_stats(g, st);
    if (analyze) {
        assert_int_equal(analysis_finish(a), 0);
        *total = analysis_total(a);
        memcpy(by_type, analysis_by_type(a), ANALYSIS_TYPES * sizeof *by_type);
    }
    gpu_free(g);
    analysis_free(a);
    synth_free(&s);
}

static void stats_analysis_041_a_run_against_plain_definitions(void **state)
{
    (void)state;
    static tape_t tape, alone;
    analysis_row_t total = {0};
    gpu_stats_t st, plain;
    reuse_hist_t by_type[ANALYSIS_TYPES];
    run_random(true, &tape, &total, by_type, &st);
    run_random(false, &alone, &total, by_type, &plain);
    assert_memory_equal(&st, &plain, sizeof st); /* looking changes nothing */
    assert_memory_equal(&tape, &alone, sizeof tape);
    reuse_hist_t stack = {0}, reference = {0};
    for (unsigned sm = 0; sm < 2; sm++)
        for (uint32_t i = 0; i < tape.n[sm]; i++) {
            uint64_t s = 0, r = 0;
            if (!plain_distance(tape.line[sm], i, &s, &r))
                continue;
            reuse_count(&stack, s);
            reuse_count(&reference, r);
        }
    assert_memory_equal(&stack, &total.stack, sizeof stack);
    assert_memory_equal(&reference, &total.reference, sizeof reference);
    for (unsigned t = 0; t < ANALYSIS_TYPES; t++) { /* the types' take nothing away, nor add */
        reference.count -= by_type[t].count;
        reference.sum -= by_type[t].sum;
        for (unsigned k = 0; k < REUSE_BUCKETS; k++)
            reference.bucket[k] -= by_type[t].bucket[k];
    }
    assert_memory_equal(&reference, &(reuse_hist_t){0}, sizeof reference);
    assert_true(by_type[ANALYSIS_INTER_INTRA_WARP].count > 0);
    assert_int_equal(total.accesses, st.l1d.accesses);
    assert_int_equal(total.cold_misses, st.l1d.cold_misses);
    uint64_t reloads = 0;
    for (unsigned k = 0; k < ANALYSIS_CONTENTIONS; k++) {
        assert_true(total.contention[k] > 0 || k == ANALYSIS_BY_PREFETCH); /* every kind happens */
        reloads += total.contention[k];
    }
    assert_int_equal(reloads, st.l1d.reload_misses);
    assert_true(st.l1d.late_fills > 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(stats_analysis_010_types_and_similarity),
        cmocka_unit_test(stats_analysis_011_types_do_not_depend_on_the_cache),
        cmocka_unit_test(stats_analysis_012_a_slot_is_no_warp),
        cmocka_unit_test(stats_analysis_013_a_kernel_starts_empty),
        cmocka_unit_test(stats_analysis_014_footprint),
        cmocka_unit_test(stats_analysis_020_reuse_distances),
        cmocka_unit_test(stats_analysis_021_buckets),
        cmocka_unit_test(stats_analysis_030_evicted_by_the_same_warp),
        cmocka_unit_test(stats_analysis_031_evicted_by_another_warp_of_the_cta),
        cmocka_unit_test(stats_analysis_032_evicted_by_another_cta),
        cmocka_unit_test(stats_analysis_033_evicted_by_a_store),
        cmocka_unit_test(stats_analysis_034_never_kept),
        cmocka_unit_test(stats_analysis_035_evicted_by_a_prefetch),
        cmocka_unit_test(stats_analysis_036_how_often_lines_are_read),
        cmocka_unit_test(stats_analysis_040_stack_distances_are_exact),
        cmocka_unit_test(stats_analysis_041_a_run_against_plain_definitions),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
