/* Lockstep against RTL that is wrong in one known line: what is found, where, and how small. */
#include "cosim_test.h"

#include <stdio.h>
#include <unistd.h>

#include "lockstep/cosim.h"
#include "lockstep/engines.h"

static cosim_opts_t opts_of(const char *unit, unit_geometry_t g, uint64_t seed)
{
    const unit_desc_t *d = unit_find(unit);
    assert_non_null(d);
    cosim_opts_t o = {.desc = d,
                      .cfg = cfg_at(d, g),
                      .model = model_at(d, g),
                      .cycles = COSIM_CYCLES,
                      .seed = seed};
    assert_non_null(o.model);
    return o;
}

/* Runs, expects a failure of that kind in that field, shrinks and leaves the result in *s. */
static void fail_and_shrink(const cosim_opts_t *o, mismatch_kind_t kind, const char *field,
                            cosim_result_t *r, stim_t *s)
{
    diag_t diag = {0};
    assert_int_equal(cosim_run(o, r, &diag), 0);
    assert_true(r->failed);
    assert_int_equal(r->bad.kind, kind);
    if (field)
        assert_string_equal(r->bad.field->name, field);
    assert_int_equal(cosim_failing_stimulus(o, r, s, &diag), 0);
    assert_int_equal(cosim_shrink(o, r, s, &diag), 0);
    cosim_opts_t again = *o;
    again.replay = s;
    cosim_result_t r2;
    assert_int_equal(cosim_run(&again, &r2, &diag), 0);
    assert_true(r2.failed);
    assert_int_equal(r2.bad.kind, kind);
    assert_ptr_equal(r2.bad.field, r->bad.field);
    assert_int_equal(r2.record, s->n - 1);
    cosim_result_free(&r2);
}

static uint64_t input(const stim_t *s, size_t i, const char *name)
{
    const unit_desc_t *d = s->head.desc;
    for (unsigned k = 0; k < d->n_fields; k++)
        if (!strcmp(d->fields[k].name, name))
            return unit_field_get(&d->fields[k], stim_in(s, i), 0);
    fail_msg("no input %s", name);
    return 0;
}

/* Counter 5 wraps: a reset and, from 0, 2^ctr_w increments of it, and nothing else. */
static void broken_100_a_state_bug_shrinks_to_its_minimum(void **state)
{
    (void)state;
    for (uint64_t seed = 1; seed <= 3; seed++) {
        cosim_opts_t o = opts_of("common.sat_ctr_table", UNIT_PAPER, seed);
        cosim_result_t r;
        stim_t s;
        fail_and_shrink(&o, MISMATCH_STATE, "ctr", &r, &s);
        assert_int_equal(r.bad.index, 5);
        assert_int_equal(r.bad.model, 15);
        assert_int_equal(r.bad.rtl, 0);
        assert_int_equal(s.n, 1 + 16);
        assert_int_equal(s.op[0], STIM_RESET);
        for (size_t i = 0; i < s.n; i++) {
            assert_int_equal(input(&s, i, "inc_en"), i > 0);
            assert_int_equal(input(&s, i, "inc_idx"), i > 0 ? 5 : 0);
            assert_int_equal(input(&s, i, "dec_en"), 0);
            assert_int_equal(input(&s, i, "rd_idx"), 0);
        }
        stim_free(&s);
        cosim_result_free(&r);
    }
}

/* A lost increment: dec_idx 1 may be at 0 already, so one cycle after reset is enough. */
static void broken_110_a_collision_shrinks_to_two_cycles(void **state)
{
    (void)state;
    cosim_opts_t o = opts_of("common.sat_ctr_table", UNIT_SMALL, 1);
    cosim_result_t r;
    stim_t s;
    fail_and_shrink(&o, MISMATCH_STATE, "ctr", &r, &s);
    assert_int_equal(r.bad.index, 2);
    assert_int_equal(s.n, 2);
    assert_int_equal(input(&s, 1, "inc_en"), 1);
    assert_int_equal(input(&s, 1, "dec_en"), 1);
    assert_int_equal(input(&s, 1, "inc_idx"), 2);
    assert_int_equal(input(&s, 1, "dec_idx"), 1);
    stim_free(&s);
    cosim_result_free(&r);
}

/* Wrong data out of a full queue: a reset, `depth` pushes, and the cycle that looks. */
static void broken_120_an_output_bug_shrinks_to_its_minimum(void **state)
{
    (void)state;
    cosim_opts_t o = opts_of("common.fifo", UNIT_PAPER, 1);
    cosim_result_t r;
    stim_t s;
    fail_and_shrink(&o, MISMATCH_OUT, "pop_data", &r, &s);
    assert_int_equal(r.bad.model ^ r.bad.rtl, 1);
    unsigned depth = o.desc->params[0].value[UNIT_PAPER];
    assert_int_equal(s.n, 1 + depth + 1);
    for (size_t i = 1; i <= depth; i++) {
        assert_int_equal(input(&s, i, "push_valid"), 1);
        assert_int_equal(input(&s, i, "push_data"), 0);
    }
    stim_free(&s);
    cosim_result_free(&r);
}

static void broken_130_rtl_that_changes_while_idle_is_found(void **state)
{
    (void)state;
    cosim_opts_t o = opts_of("abyp.l2bit", UNIT_SMALL, 1);
    cosim_result_t r;
    stim_t s;
    fail_and_shrink(&o, MISMATCH_IDLE_RTL, "bypass", &r, &s);
    assert_int_equal(s.n, 2);
    assert_int_equal(input(&s, 1, "acc_en"), 0);
    stim_free(&s);
    cosim_result_free(&r);
}

static void broken_140_an_assertion_is_reported_in_the_rtls_words(void **state)
{
    (void)state;
    cosim_opts_t o = opts_of("abyp.taghash", UNIT_SMALL, 1);
    cosim_result_t r;
    stim_t s;
    fail_and_shrink(&o, MISMATCH_ASSERT, NULL, &r, &s);
    assert_non_null(strstr(r.bad.text, "a_fill_line_in_table"));
    assert_non_null(strstr(r.bad.text, "abyp_taghash.sv"));
    assert_int_equal(s.n, 2); /* a reset and the edge that the assertion looks at */
    assert_int_equal(input(&s, 1, "wr_en") & input(&s, 1, "fill_en"), 1);
    stim_free(&s);
    cosim_result_free(&r);
}

static unsigned increments; /* of the lying model below */

/* A model whose idle() lies: it counts while idle. */
static void lying_tick(void *state, const void *in)
{
    const unit_desc_t *d = unit_find("common.sat_ctr_table");
    d->tick(state, in);
    for (unsigned k = 0; k < d->n_fields; k++)
        if (!strcmp(d->fields[k].name, "ctr"))
            unit_field_set(&d->fields[k], state, 9, ++increments & 15);
}

static void broken_150_a_model_that_changes_while_idle_is_found(void **state)
{
    (void)state;
    cosim_opts_t o = opts_of("common.sat_ctr_table", UNIT_LARGE, 1);
    unit_desc_t liar = *o.desc;
    liar.tick = lying_tick;
    increments = 0;
    uint64_t in[8] = {0};
    assert_true(liar.in_bytes <= sizeof in);
    stim_head_t head = {.desc = &liar};
    stim_head_cfg(&head, o.cfg);
    stim_t s;
    stim_init(&s, &head);
    assert_int_equal(stim_push(&s, STIM_RESET, in, 1), 0);
    assert_int_equal(stim_push(&s, STIM_TICK, in, 1), 0);
    o.desc = &liar;
    o.replay = &s;
    cosim_result_t r;
    diag_t diag = {0};
    assert_int_equal(cosim_run(&o, &r, &diag), 0);
    assert_int_equal(r.bad.kind, MISMATCH_IDLE_MODEL);
    assert_int_equal(r.bad.index, 9);
    assert_int_equal(r.bad.model, 1);
    assert_int_equal(r.bad.rtl, 0);
    cosim_result_free(&r);
    stim_free(&s);
}

/* What the engines put out under one stimulus: a sum over all outputs of all cycles. */
static uint64_t outputs_of(const unit_desc_t *d, unit_geometry_t g, const unit_engine_t *e)
{
    uint32_t cfg[16];
    uint64_t in[16], out[16];
    assert_true(d->cfg_bytes <= sizeof cfg && d->in_bytes <= sizeof in &&
                d->out_bytes <= sizeof out);
    unit_cfg_geometry(d, g, cfg);
    diag_t diag = {0};
    unit_inst_t *u = unit_inst_new(d, cfg, e, "x", &diag);
    if (!u)
        fail_msg("%s", diag.text);
    rng_t rng;
    rng_seed(&rng, 3);
    uint64_t sum = 0;
    for (unsigned c = 0; c < 20000; c++) {
        random_inputs(d, cfg, &rng, 60, in);
        memset(out, 0, sizeof out);
        assert_int_equal(unit_inst_eval(u, in, out), 0);
        for (unsigned k = 0; k < d->n_fields; k++)
            if (d->fields[k].dir == UNIT_OUT)
                sum = sum * 31 + unit_field_get(&d->fields[k], out, 0);
        assert_int_equal(unit_inst_tick(u, in), 0);
    }
    unit_inst_free(u);
    return sum;
}

/* One line of the RTL changed: engine rtl changes, engine c does not (its outputs are those of
 * the model called by itself). */
static void broken_160_engines_are_independent(void **state)
{
    (void)state;
    const unit_desc_t *d = unit_find("common.fifo");
    assert_int_not_equal(outputs_of(d, UNIT_PAPER, &unit_engine_c),
                         outputs_of(d, UNIT_PAPER, &unit_engine_rtl));
    /* the same program with the RTL as it is, at another geometry */
    assert_int_equal(outputs_of(d, UNIT_LARGE, &unit_engine_c),
                     outputs_of(d, UNIT_LARGE, &unit_engine_rtl));

    uint32_t cfg[16];
    uint64_t in[16], out[16], sum = 0;
    unit_cfg_geometry(d, UNIT_PAPER, cfg);
    void *model = calloc(1, d->state_bytes);
    assert_int_equal(d->init(model, cfg), 0);
    rng_t rng;
    rng_seed(&rng, 3);
    for (unsigned c = 0; c < 20000; c++) {
        random_inputs(d, cfg, &rng, 60, in);
        memset(out, 0, sizeof out);
        d->eval(model, in, out);
        for (unsigned k = 0; k < d->n_fields; k++)
            if (d->fields[k].dir == UNIT_OUT)
                sum = sum * 31 + unit_field_get(&d->fields[k], out, 0);
        d->tick(model, in);
    }
    free(model);
    assert_int_equal(outputs_of(d, UNIT_PAPER, &unit_engine_c), sum);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(broken_100_a_state_bug_shrinks_to_its_minimum),
        cmocka_unit_test(broken_110_a_collision_shrinks_to_two_cycles),
        cmocka_unit_test(broken_120_an_output_bug_shrinks_to_its_minimum),
        cmocka_unit_test(broken_130_rtl_that_changes_while_idle_is_found),
        cmocka_unit_test(broken_140_an_assertion_is_reported_in_the_rtls_words),
        cmocka_unit_test(broken_150_a_model_that_changes_while_idle_is_found),
        cmocka_unit_test(broken_160_engines_are_independent),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
