/*
 * Policy abyp beside others: prefetches, reads that others bypass, and its measures, worked by
 * hand on one set. A load of instruction i has the hash i (PC 8 i >> pc_shift 3), and the threshold
 * is 1: a load whose counter is not 0 bypasses.
 *
 * One warp reads a line in each instruction, waiting for the data; capital letters are lines.
 * "2:C" reads line C with hash 2. A prefetch is asked for when the L1 has accepted the read before
 * it: it is taken up in the next cycle, long before the next read, whose data are 28 cycles away
 * even after a hit.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "policy_rig.h"

/* An access: its load's hash and line; then the prefetch asked for after it, with its hash and line
 * ('\0': none). */
typedef struct step {
    uint32_t hash;
    char line;
    uint32_t prefetch_hash;
    char prefetch;
} step_t;

/* What follows the reads: asks for the prefetches, and bypasses reads of one line. */
typedef struct beside {
    gpu_t *g;
    const step_t *step;
    uint32_t done; /* reads */
    char bypassed;
} beside_t;

static void beside_result(void *ctx, const gpu_l1_result_t *r)
{
    beside_t *x = ctx;
    const step_t *s = &x->step[x->done++];
    assert_int_equal(r->req->pc, s->hash * 8);
    if (s->prefetch)
        assert_true(gpu_l1_prefetch(x->g, 0, RIG_BASE_LINE + (uint64_t)(s->prefetch - 'A'),
                                    s->prefetch_hash * 8, r->req->warp));
}

static gpu_l1_decision_t beside_access(void *ctx, const gpu_l1_access_t *a)
{
    const beside_t *x = ctx;
    return a->req->line == RIG_BASE_LINE + (uint64_t)(x->bypassed - 'A') ? GPU_L1_BYPASS
                                                                         : GPU_L1_NORMAL;
}

static const gpu_hooks_t beside_hooks = {
    .policy = "beside", .on_l1_access = beside_access, .on_l1_result = beside_result};

/* The program has loads 0 ... 7; the mask of all but the step's own is empty. */
enum { LOADS = 8 };

static uint64_t step_addr(const synth_t *s, const synth_at_t *at, uint32_t lane)
{
    const step_t *step = s->user;
    return RIG_BASE + (uint64_t)(step[at->iter].line - 'A') * 128 + lane * 4;
}

static uint64_t step_mask(const synth_t *s, const synth_at_t *at)
{
    const step_t *step = s->user;
    return at->inst == step[at->iter].hash ? bits_mask(32) : 0;
}

static void run(policy_rig_t *r, uint32_t ways, const step_t *step, uint32_t n, char bypassed)
{
    gpu_cfg_t c = rig_cfg(1, ways);
    beside_t x = {.step = step, .bypassed = bypassed};
    synth_t s;
    c.l1_prefetch_queue = 4;
    synth_init(&s, 1, 1, 32);
    for (unsigned i = 0; i < LOADS; i++)
        synth_load(&s, 1, 1);
    s.repeat = n;
    s.addr = step_addr;
    s.mask = step_mask;
    s.user = step;
    rig_new(r, &c, "abyp", NULL);
    x.g = r->gpu;
    assert_int_equal(gpu_attach(r->gpu, &beside_hooks, &x, NULL), 0);
    rig_run(r, &s);
    rig_free(r);
    synth_free(&s);
    assert_int_equal(x.done, n);
}

#define RUN(r, ways, step, bypassed) run(r, ways, step, sizeof step / sizeof step[0], bypassed)

/*
 * One way, so that every line that comes throws the other out.
 *
 *    1 0:A  kept, in an empty way
 *    2 1:B  kept; victim A: counter 0 is 1
 *    3 0:C  bypassed; the L2 sets the bit
 *    4 0:C  bypassed (the shadow still has C: the bypass of 3 was wrong); the L2 returns the bit:
 *           filled late, in place of B, which trains nothing
 *    5 2:C  hit: counter 0 is 0. An access to a block predicted dead
 *    6 3:D  kept; victim C: counter 2 is 1
 *    7 4:D  hit, of a block that was not predicted dead; counter 3 stays 0
 */
static void policy_abyp_100_a_late_fill_is_forgotten_with_its_line(void **state)
{
    (void)state;
    static const step_t step[] = {{.hash = 0, .line = 'A'}, {.hash = 1, .line = 'B'},
                                  {.hash = 0, .line = 'C'}, {.hash = 0, .line = 'C'},
                                  {.hash = 2, .line = 'C'}, {.hash = 3, .line = 'D'},
                                  {.hash = 4, .line = 'D'}};
    policy_rig_t r;
    RUN(&r, 1, step, 0);
    assert_int_equal(rig_count(&r, "lookups"), 7);
    assert_int_equal(rig_count(&r, "predictions"), 5);
    assert_int_equal(rig_count(&r, "bypass_predictions"), 2);
    assert_int_equal(rig_count(&r, "bits_returned"), 1);
    assert_int_equal(rig_count(&r, "late_fills"), 1);
    assert_int_equal(rig_count(&r, "increments"), 2);
    assert_int_equal(rig_count(&r, "decrements"), 2);
    assert_int_equal(rig_count(&r, "dead_accesses"), 1);
    assert_int_equal(rig_count(&r, "dead_blocks"), 1);
    assert_int_equal(rig_count(&r, "dead_in_lru"), 1); /* the shadow has C from step 4 */
    assert_int_equal(rig_count(&r, "wrong_bypasses"), 1);
    assert_int_equal(rig_count(&r, "wrong_replaced"), 0);
    assert_int_equal(r.stats.l1d.hits, 2);
}

/*
 * The first four as before; then:
 *
 *    5 0:E  bypassed; the shadow has E, and no longer C
 *    6 2:C  hit, which an LRU cache would have missed: counter 0 is 0
 *    7 2:C  hit of the same block; the shadow has it from step 6
 */
static void policy_abyp_105_hits_that_bypassing_makes_possible(void **state)
{
    (void)state;
    static const step_t step[] = {{.hash = 0, .line = 'A'}, {.hash = 1, .line = 'B'},
                                  {.hash = 0, .line = 'C'}, {.hash = 0, .line = 'C'},
                                  {.hash = 0, .line = 'E'}, {.hash = 2, .line = 'C'},
                                  {.hash = 2, .line = 'C'}};
    policy_rig_t r;
    RUN(&r, 1, step, 0);
    assert_int_equal(r.stats.l1d.hits, 2);
    assert_int_equal(rig_count(&r, "bypass_predictions"), 3);
    assert_int_equal(rig_count(&r, "dead_accesses"), 2);
    assert_int_equal(rig_count(&r, "dead_blocks"), 1);
    assert_int_equal(rig_count(&r, "dead_in_lru"), 1);
}

/*
 * The first four as before; then:
 *
 *    5 2:C  hit: counter 0 is 0. Prefetch 3:D: allocated; victim C: counter 2 is 1
 *    6 4:D  merges with the prefetch; 7 4:D hits: counters 3 and 4 stay 0. Nothing predicted D dead
 *    8 2:E  bypassed
 */
static void policy_abyp_110_a_prefetch_replaces_a_late_fill(void **state)
{
    (void)state;
    static const step_t step[] = {{.hash = 0, .line = 'A'}, {.hash = 1, .line = 'B'},
                                  {.hash = 0, .line = 'C'}, {.hash = 0, .line = 'C'},
                                  {2, 'C', 3, 'D'},         {.hash = 4, .line = 'D'},
                                  {.hash = 4, .line = 'D'}, {.hash = 2, .line = 'E'}};
    policy_rig_t r;
    RUN(&r, 1, step, 0);
    assert_int_equal(r.stats.l1d.hits, 2);
    assert_int_equal(r.stats.l1d.pending_hits, 1);
    assert_int_equal(r.stats.l1d.prefetches_issued, 1);
    assert_int_equal(rig_count(&r, "prefetch_fills"), 1);
    assert_int_equal(rig_count(&r, "dead_accesses"), 1);
    assert_int_equal(rig_count(&r, "bypass_predictions"), 3);
    assert_int_equal(rig_count(&r, "increments"), 2);
    assert_int_equal(rig_count(&r, "decrements"), 3);
}

/*
 * Two ways.
 *
 *    1 0:A  kept
 *    2 1:B  kept.            Prefetch 2:C: allocated; victim A: counter 0 is 1
 *    3 3:A  missed, though an LRU of reads would hold it: A was replaced wrongly. Kept; victim B:
 *           counter 1 is 1.  Prefetch 1:D: dropped
 *    4 4:C  hit of the prefetched line: counter 2 stays 0 (had the line A's hash: counter 0 is 0)
 *    5 0:E  bypassed (counter 0).     Prefetch 2:F: allocated; victim A: counter 3 is 1
 *    6 5:G  kept; victim C: counter 4 is 1
 *    7 6:H  kept; victim F, unread: counter 2 is 1.    Prefetch 2:I: dropped
 *    8 2:J  bypassed
 *
 * The prefetches are no predictions on misses. The shadow (reads alone, two ways) holds A when C
 * replaces it; B when 3 does, but 4 throws B out of it; of the later victims none.
 */
static void policy_abyp_120_prefetches_are_dropped_or_train(void **state)
{
    (void)state;
    static const step_t step[] = {{.hash = 0, .line = 'A'}, {1, 'B', 2, 'C'},
                                  {3, 'A', 1, 'D'},         {.hash = 4, .line = 'C'},
                                  {0, 'E', 2, 'F'},         {.hash = 5, .line = 'G'},
                                  {6, 'H', 2, 'I'},         {.hash = 2, .line = 'J'}};
    policy_rig_t r;
    RUN(&r, 2, step, 0);
    assert_int_equal(r.stats.l1d.prefetches_asked, 4);
    assert_int_equal(r.stats.l1d.prefetches_issued, 2);
    assert_int_equal(r.stats.l1d.prefetches_dropped_policy, 2);
    assert_int_equal(r.stats.l1d.prefetches_useful, 1);
    assert_int_equal(rig_count(&r, "prefetch_drops"), 2);
    assert_int_equal(rig_count(&r, "prefetch_fills"), 2);
    assert_int_equal(rig_count(&r, "lookups"), 8);
    assert_int_equal(rig_count(&r, "predictions"), 7);
    assert_int_equal(rig_count(&r, "bypass_predictions"), 2);
    assert_int_equal(rig_count(&r, "increments"), 5);
    assert_int_equal(rig_count(&r, "decrements"), 1);
    assert_int_equal(rig_count(&r, "wrong_replaced"), 1);
    assert_int_equal(rig_count(&r, "wrong_bypasses"), 0);
    assert_int_equal(rig_count(&r, "late_fills"), 0);
}

/*
 * Two ways; a read that merges with a prefetch trains down what the prefetch's hash names.
 *
 *    1 3:A  kept
 *    2 0:B  kept
 *    3 1:B  hit.  Prefetch 3:C: allocated; victim A: counter 3 is 1
 *    4 4:C  on its way: counter 3 is 0
 *    5 3:D  kept; victim B: counter 1 is 1
 *    6 1:E  bypassed
 */
static void policy_abyp_130_a_merged_read_trains(void **state)
{
    (void)state;
    static const step_t step[] = {{.hash = 3, .line = 'A'}, {.hash = 0, .line = 'B'},
                                  {1, 'B', 3, 'C'},         {.hash = 4, .line = 'C'},
                                  {.hash = 3, .line = 'D'}, {.hash = 1, .line = 'E'}};
    policy_rig_t r;
    RUN(&r, 2, step, 0);
    assert_int_equal(r.stats.l1d.prefetches_late, 1);
    assert_int_equal(r.stats.l1d.pending_hits, 1);
    assert_int_equal(rig_count(&r, "predictions"), 4);
    assert_int_equal(rig_count(&r, "bypass_predictions"), 1);
    assert_int_equal(rig_count(&r, "increments"), 2);
    assert_int_equal(rig_count(&r, "decrements"), 2);
}

/*
 * Another policy bypasses the reads of line R. Their counter predicts bypass, too, but it is not
 * asked: the bit is clear, no late fill comes, nothing trains, and no measure counts them.
 *
 *    1 0:A  kept
 *    2 1:B  kept; victim A: counter 0 is 1
 *    3 0:R  bypassed, and again in 4 and 5
 *    6 0:C  bypassed; the bit is set. 7 0:C the same, returned: filled late. 8 5:C hit
 */
static void policy_abyp_140_not_asked_where_another_bypasses(void **state)
{
    (void)state;
    static const step_t step[] = {{.hash = 0, .line = 'A'}, {.hash = 1, .line = 'B'},
                                  {.hash = 0, .line = 'R'}, {.hash = 0, .line = 'R'},
                                  {.hash = 0, .line = 'R'}, {.hash = 0, .line = 'C'},
                                  {.hash = 0, .line = 'C'}, {.hash = 5, .line = 'C'}};
    policy_rig_t r;
    RUN(&r, 1, step, 'R');
    assert_int_equal(r.stats.l1d.bypasses, 5);
    assert_int_equal(r.stats.l2.bypass_requests, 2);
    assert_int_equal(rig_count(&r, "lookups"), 8);
    assert_int_equal(rig_count(&r, "predictions"), 4);
    assert_int_equal(rig_count(&r, "bypass_predictions"), 2);
    assert_int_equal(rig_count(&r, "late_fills"), 1);
    assert_int_equal(rig_count(&r, "wrong_bypasses"), 1); /* C's; not R's */
    assert_int_equal(rig_count(&r, "wrong_replaced"), 0);
    assert_int_equal(rig_count(&r, "dead_accesses"), 1);
    assert_int_equal(r.stats.l1d.hits, 1);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(policy_abyp_100_a_late_fill_is_forgotten_with_its_line),
        cmocka_unit_test(policy_abyp_105_hits_that_bypassing_makes_possible),
        cmocka_unit_test(policy_abyp_110_a_prefetch_replaces_a_late_fill),
        cmocka_unit_test(policy_abyp_120_prefetches_are_dropped_or_train),
        cmocka_unit_test(policy_abyp_130_a_merged_read_trains),
        cmocka_unit_test(policy_abyp_140_not_asked_where_another_bypasses),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
