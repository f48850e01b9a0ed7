/* What shrinking may cost: failures that hardly shrink, for they come a number of cycles after
 * reset and so every attempt without one of those cycles fails to fail. The work is counted, for
 * which a busy machine needs no more; the processor time that it took is printed. */
#include "cosim_test.h"

#include <stdio.h>
#include <time.h>

#include "lockstep/cosim.h"

static bool is_long;
static const unit_desc_t *honest; /* of the model below, which goes wrong at a cycle */
static uint64_t ticks, wrong_from;
static uint64_t inits, ticked; /* of all trials */

/* What a trial calls init for: the model and its four copies (pair.c), and the reset. */
enum { INITS = 6 };

static int count_from_0(void *state, const void *cfg)
{
    ticks = 0;
    inits++;
    return honest->init(state, cfg);
}

static void count(void *state, const void *in)
{
    ticks++;
    ticked++;
    honest->tick(state, in);
}

static void wrong_at_last(const void *state, const void *in, void *out)
{
    honest->eval(state, in, out);
    for (unsigned k = 0; k < honest->n_fields && ticks >= wrong_from; k++)
        if (honest->fields[k].dir == UNIT_OUT) {
            unit_field_set(&honest->fields[k], out, 0,
                           unit_field_get(&honest->fields[k], out, 0) ^ 1);
            break;
        }
}

/* A reset and so many cycles of random inputs, shrunk; the processor time that it took. Leaves what
 * was opened and ticked for it. */
static double shrunk(const unit_desc_t *d, unit_geometry_t g, uint64_t cycles, stim_t *s)
{
    honest = d;
    wrong_from = cycles;
    unit_desc_t liar = *d;
    liar.init = count_from_0;
    liar.tick = count;
    liar.eval = wrong_at_last;
    stim_head_t head = {.desc = &liar};
    stim_head_cfg(&head, cfg_at(d, g));
    uint32_t cfg[16];
    uint64_t in[64] = {0};
    assert_true(d->cfg_bytes <= sizeof cfg && d->in_bytes <= sizeof in);
    unit_cfg_geometry(d, g, cfg);
    rng_t rng;
    rng_seed(&rng, 1);
    stim_init(s, &head);
    assert_int_equal(stim_push(s, STIM_RESET, in, 1), 0);
    for (uint64_t n = 0; n <= cycles; n++) {
        random_inputs(d, cfg, &rng, 50, in);
        assert_int_equal(stim_push(s, STIM_TICK, in, 1), 0);
    }
    const cosim_opts_t o = {
        .desc = &liar, .cfg = cfg_at(d, g), .model = model_at(d, g), .replay = s};
    cosim_result_t r;
    diag_t diag = {0};
    assert_int_equal(cosim_run(&o, &r, &diag), 0);
    assert_int_equal(r.bad.kind, MISMATCH_OUT);
    cosim_opts_t rest = o;
    rest.replay = NULL;
    const clock_t begin = clock();
    inits = ticked = 0;
    assert_int_equal(cosim_shrink(&rest, &r, s, &diag), 0);
    cosim_result_free(&r);
    return (double)(clock() - begin) / CLOCKS_PER_SEC;
}

/* In nanoseconds, as tb/lockstep/shrink.c counts them: what a trial and a cycle cost at least. The
 * last trial began within what there is to spend. */
static void shrink_100_no_more_than_there_is_to_spend(void **state)
{
    (void)state;
    NEEDS_RTL();
    const uint64_t open = 50000, cycle = 300, budget = 3000000000;
    static const struct {
        const char *unit;
        unit_geometry_t geometry;
        uint64_t cycles;
    } cases[] = {
        {"mrpb", UNIT_LARGE, 400},           {"mrpb.drain_sel", UNIT_LARGE, 1000000},
        {"mrpb.fifo_bank", UNIT_LARGE, 400}, {"abyp.l2bit", UNIT_LARGE, 5000},
        {"mrpb.drain_sel", UNIT_LARGE, 400}, {"mrpb", UNIT_LARGE, 300000},
        {"common.prio_enc", UNIT_SMALL, 50}, {"common.prio_enc", UNIT_SMALL, 1000000},
    };
    for (size_t i = 0; i < (is_long ? sizeof cases / sizeof cases[0] : 2); i++) {
        stim_t s;
        const unit_desc_t *d = unit_find(cases[i].unit);
        const double seconds = shrunk(d, cases[i].geometry, cases[i].cycles, &s);
        const uint64_t trial = open + d->state_bytes, opened = inits / INITS;
        print_message("%s, %s, %lu cycles: %lu trials, %lu cycles of them, %.1f s, %lu left\n",
                      cases[i].unit, unit_geometry_name(cases[i].geometry),
                      (unsigned long)cases[i].cycles, (unsigned long)opened, (unsigned long)ticked,
                      seconds, (unsigned long)s.records);
        assert_in_range(opened * trial + ticked * cycle, trial,
                        budget + trial + (cases[i].cycles + 1) * cycle);
        stim_free(&s);
    }
}

/* The same failure shrinks to the same stimulus, also where the budget ends it. */
static void shrink_110_the_same_each_time(void **state)
{
    (void)state;
    NEEDS_RTL();
    const unit_desc_t *d = unit_find("mrpb");
    stim_t a, b;
    shrunk(d, UNIT_SMALL, 30000, &a);
    shrunk(d, UNIT_SMALL, 30000, &b);
    assert_int_equal(a.n, b.n);
    assert_memory_equal(a.op, b.op, a.n);
    assert_memory_equal(a.in, b.in, a.n * d->in_bytes);
    stim_free(&a);
    stim_free(&b);
}

int main(int argc, char **argv)
{
    is_long = argc > 1 && strcmp(argv[1], "long") == 0;
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(shrink_100_no_more_than_there_is_to_spend),
        cmocka_unit_test(shrink_110_the_same_each_time),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
