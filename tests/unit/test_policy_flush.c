/*
 * Policies and an L1 that keeps its lines over a kernel's start (l1_flush: false). What a policy
 * knows of lines must be kept with them: a stream of accesses in two launches ends as in one. With
 * l1_flush it is forgotten with them.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "policy_rig.h"

enum { LOADS = 4, LENGTH = 640 };

typedef struct stream {
    uint32_t seed, from, lines;
} stream_t;

static uint32_t turn(const synth_t *s, const synth_at_t *at)
{
    const stream_t *x = s->user;
    uint32_t k = (x->seed + x->from + at->iter) * 2654435761u;
    return k ^ k >> 15;
}

/* Half of the accesses go to few lines, so that there are hits. */
static uint64_t addr(const synth_t *s, const synth_at_t *at, uint32_t lane)
{
    const stream_t *x = s->user;
    uint32_t k = turn(s, at), n = k & 1 ? x->lines / 3 : x->lines;
    return RIG_BASE + (uint64_t)((k >> 8) % n) * 128 + lane * 4;
}

static uint64_t one_load(const synth_t *s, const synth_at_t *at)
{
    return at->inst == (turn(s, at) >> 4) % LOADS ? bits_mask(32) : 0;
}

/* The stream in launches of so many accesses. */
static void run(policy_rig_t *r, const char *policy, const char *const *options, uint32_t seed,
                bool flush, uint32_t part)
{
    gpu_cfg_t c = rig_cfg(2, 4);
    c.l1_flush = flush;
    rig_new(r, &c, policy, options);
    for (uint32_t from = 0; from < LENGTH; from += part) {
        const stream_t x = {seed, from, 20};
        synth_t s;
        synth_init(&s, 1, 1, 32);
        for (int i = 0; i < LOADS; i++)
            synth_load(&s, 1, 1);
        s.repeat = part;
        s.user = &x;
        s.addr = addr;
        s.mask = one_load;
        rig_run(r, &s);
        synth_free(&s);
    }
    rig_free(r);
}

static void same(const policy_rig_t *a, const policy_rig_t *b)
{
    const gpu_stats_l1d_t *x = &a->stats.l1d, *y = &b->stats.l1d;
    assert_int_equal(x->hits, y->hits);
    assert_int_equal(x->misses, y->misses);
    assert_int_equal(x->bypasses, y->bypasses);
    assert_int_equal(x->evictions, y->evictions);
    assert_int_equal(x->zero_reuse_evictions, y->zero_reuse_evictions);
    assert_int_equal(x->cold_misses, y->cold_misses);
    assert_int_equal(x->late_fills, y->late_fills);
    assert_int_equal(x->kernel_evictions, 0);
    assert_int_equal(a->n_rows, b->n_rows);
    for (unsigned i = 0; i < a->n_rows; i++)
        if (a->rows[i].count != b->rows[i].count)
            fail_msg("%s: %llu in parts, %llu in one", a->rows[i].name,
                     (unsigned long long)a->rows[i].count, (unsigned long long)b->rows[i].count);
}

static void follows(const char *policy, const char *const *options, const char *used)
{
    uint64_t seen = 0, other = 0;
    for (uint32_t seed = 1; seed <= 6; seed++) {
        policy_rig_t parts, one, flushed;
        run(&one, policy, options, seed, false, LENGTH);
        for (uint32_t part = 10; part < LENGTH; part *= 2) {
            run(&parts, policy, options, seed, false, part);
            same(&parts, &one);
            run(&flushed, policy, options, seed, true, part);
            other += flushed.stats.l1d.hits != one.stats.l1d.hits;
        }
        seen += rig_count(&one, used);
    }
    assert_true(seen > 0 && other > 0);
}

static void policy_flush_100_pd_keeps_its_lines(void **state)
{
    (void)state;
    static const char *const options[] = {"distance=5", NULL};
    follows("pd", options, "protected_bypasses");
}

static void policy_flush_110_counter_keeps_its_lines(void **state)
{
    (void)state;
    follows("counter", NULL, "expired_victims");
}

static void policy_flush_120_abyp_keeps_its_shadow(void **state)
{
    (void)state;
    static const char *const options[] = {"threshold=2", NULL};
    follows("abyp", options, "wrong_bypasses");
    follows("abyp", options, "dead_accesses");
}

/* What has no state of lines. */
static void policy_flush_130_mrpb_has_nothing_to_keep(void **state)
{
    (void)state;
    follows("mrpb", NULL, "requests");
}

/* A line that a kernel has left is nobody's: replaced, it enters no victim tag array. */
static void policy_flush_140_ccws_forgets_the_warps(void **state)
{
    (void)state;
    gpu_cfg_t c = rig_cfg(1, 1);
    policy_rig_t r;
    c.l1_flush = false;
    rig_new(&r, &c, "ccws", NULL);
    for (int i = 0; i < 2; i++) {
        synth_t s;
        rig_seq(&s, i ? "BCB" : "A");
        rig_run(&r, &s);
        synth_free(&s);
    }
    rig_free(&r);
    assert_int_equal(r.stats.l1d.evictions, 3);
    /* B, then C: not A. */
    assert_int_equal(rig_count(&r, "vta_inserts"), 2);
    assert_int_equal(rig_count(&r, "vta_hits"), 1);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(policy_flush_100_pd_keeps_its_lines),
        cmocka_unit_test(policy_flush_110_counter_keeps_its_lines),
        cmocka_unit_test(policy_flush_120_abyp_keeps_its_shadow),
        cmocka_unit_test(policy_flush_130_mrpb_has_nothing_to_keep),
        cmocka_unit_test(policy_flush_140_ccws_forgets_the_warps),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
