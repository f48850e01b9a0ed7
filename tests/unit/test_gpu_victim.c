/*
 * gpu_l1_victim_of: which of some ways the L1's own replacement takes. An owner of pick_victim that
 * asks it for all ways changes nothing; one that leaves a way out gets the next in order.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "policy_rig.h"

typedef struct asker {
    gpu_t *g;
    uint64_t open; /* ways that it allows */
    uint32_t asked, agreed;
} asker_t;

static int pick(void *ctx, const gpu_l1_victim_t *v)
{
    asker_t *x = ctx;
    const uint64_t open = x->open & ~v->reserved & ~v->free;
    if (v->free & x->open)
        return (int)bits_lowest(v->free & x->open);
    if (!open)
        return GPU_VICTIM_NONE;
    const uint32_t way = gpu_l1_victim_of(x->g, v->req->sm, v->set, open);
    x->asked++;
    x->agreed += way == v->lru_way;
    return (int)way;
}

static const gpu_hooks_t hooks = {.policy = "asker", .pick_victim = pick};

static gpu_stats_t run(const gpu_cfg_t *c, const char *seq, asker_t *x)
{
    gpu_stats_t st;
    synth_t s;
    rig_seq(&s, seq);
    gpu_t *g = gpu_new(c);
    if (x) {
        x->g = g;
        assert_int_equal(gpu_attach(g, &hooks, x, NULL), 0);
    }
    assert_int_equal(gpu_run(g, &s.front), GPU_OK);
    gpu_stats(g, &st);
    gpu_free(g);
    synth_free(&s);
    return st;
}

/* 40 lines for 4 ways, and for 36, of which lists are kept instead of stamps. */
static void gpu_victim_010_of_all_ways_the_one_that_it_takes(void **state)
{
    (void)state;
    static const struct {
        uint32_t ways, replacement;
    } cases[] = {{4, GPU_REPL_LRU}, {4, GPU_REPL_PLRU}, {36, GPU_REPL_LRU}};
    char seq[600];
    uint32_t at = 7;
    for (unsigned i = 0; i + 1 < sizeof seq; i++) {
        at = at * 1103515245 + 12345;
        seq[i] = (char)('A' + (at >> 16) % (i < 300 ? 40 : 6));
    }
    seq[sizeof seq - 1] = 0;
    for (unsigned i = 0; i < sizeof cases / sizeof *cases; i++) {
        gpu_cfg_t c = rig_cfg(1, cases[i].ways);
        c.l1_replacement = cases[i].replacement;
        asker_t x = {.open = bits_mask(cases[i].ways)};
        const gpu_stats_t without = run(&c, seq, NULL), with = run(&c, seq, &x);
        assert_true(x.asked > 3);
        assert_int_equal(x.agreed, x.asked);
        assert_int_equal(with.l1d.hits, without.l1d.hits);
        assert_int_equal(with.sm.scheduler_cycles, without.sm.scheduler_cycles);
    }
}

/*
 * Three ways, the first of which is not allowed: A takes the second, B the third, and from then on
 * these two are an LRU set of two ways: A B C (A's) A (B's) C hits, B (A's) C hits, A (B's).
 */
static void gpu_victim_020_a_way_left_out_is_not_taken(void **state)
{
    (void)state;
    static const uint32_t ways[] = {3, 35};
    for (unsigned i = 0; i < 2; i++) {
        const gpu_cfg_t c = rig_cfg(1, ways[i]);
        asker_t x = {.open = UINT64_C(3) << (ways[i] - 2)};
        const gpu_stats_t st = run(&c, "ABCACBCA", &x);
        assert_int_equal(st.l1d.hits, 2);
        assert_int_equal(st.l1d.misses, 6);
        assert_int_equal(x.asked, 4);
    }
}

/* The tree of four ways points to the left half, of which nothing is allowed: the right half. */
static void gpu_victim_030_a_tree_goes_round_what_is_left_out(void **state)
{
    (void)state;
    gpu_cfg_t c = rig_cfg(1, 4);
    c.l1_replacement = GPU_REPL_PLRU;
    asker_t x = {.open = 0xc};
    const gpu_stats_t st = run(&c, "ABCACBCA", &x);
    assert_int_equal(st.l1d.hits, 2);
    assert_int_equal(st.l1d.misses, 6);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(gpu_victim_010_of_all_ways_the_one_that_it_takes),
        cmocka_unit_test(gpu_victim_020_a_way_left_out_is_not_taken),
        cmocka_unit_test(gpu_victim_030_a_tree_goes_round_what_is_left_out),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
