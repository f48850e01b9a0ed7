/* The three engines behind lockstep/engines.h. */
#include "cosim_test.h"

#include <stdio.h>
#include <unistd.h>

#include "lockstep/engines.h"
#include "lockstep/pair.h"

enum { CYCLES = 3000 };

/* Inputs with every enable 0. */
static void make_idle(const unit_desc_t *d, const void *cfg, void *in)
{
    for (unsigned k = 0; k < d->n_fields; k++)
        for (unsigned i = 0; d->fields[k].kind == UNIT_ENABLE && i < d->fields[k].count(cfg); i++)
            unit_field_set(&d->fields[k], in, i, 0);
}

static uint64_t mix(const unit_desc_t *d, const void *out, uint64_t h)
{
    for (unsigned k = 0; k < d->n_fields; k++)
        if (d->fields[k].dir == UNIT_OUT && !d->fields[k].gated)
            h = (h ^ unit_field_get(&d->fields[k], out, 0)) * UINT64_C(0x100000001b3);
    return h;
}

/* Outputs of an engine in the cycles with enables, under the same random inputs: stretches of
 * cycles in between have held, idle inputs, of which `sleeps` leaves out those that it may. */
static uint64_t outputs_of(const unit_desc_t *d, unit_geometry_t g, const unit_engine_t *e,
                           bool sleeps)
{
    void *cfg = calloc(1, d->cfg_bytes), *in = calloc(1, d->in_bytes);
    void *out = calloc(1, d->out_bytes);
    unit_cfg_geometry(d, g, cfg);
    diag_t diag = {0};
    unit_inst_t *u = unit_inst_new(d, cfg, e, "test", &diag);
    if (!u)
        fail_msg("%s", diag.text);
    rng_t rng;
    rng_seed(&rng, 7);
    uint64_t h = 0, cycle = 0, left_out = 0;
    for (unsigned c = 0; c < CYCLES; c++) {
        random_inputs(d, cfg, &rng, 50, in);
        memset(out, 0, d->out_bytes);
        assert_int_equal(unit_inst_at(u, cycle), 0);
        assert_int_equal(unit_inst_eval(u, in, out), 0);
        h = mix(d, out, h);
        assert_int_equal(unit_inst_tick(u, in), 0);
        cycle++;
        unsigned idle = rng_below(&rng, 4) ? 0 : rng_below(&rng, 30);
        make_idle(d, cfg, in);
        for (unsigned k = 0; k < idle; k++, cycle++) {
            uint64_t quiet = unit_inst_sleep(u, in);
            if (sleeps && quiet > idle - k) {
                left_out += idle - k;
                cycle += idle - k;
                break;
            }
            assert_int_equal(unit_inst_at(u, cycle), 0);
            assert_int_equal(unit_inst_tick(u, in), 0);
        }
        if (c == CYCLES / 2)
            assert_int_equal(unit_inst_reset(u), 0);
    }
    /* apres moves up to 60 warps that have started, one by one, and rests seldom. */
    assert_true(!sleeps || left_out > CYCLES / 20);
    if (e == &unit_engine_lockstep)
        assert_true(unit_inst_work(u).bits > CYCLES);
    unit_inst_free(u);
    free(cfg);
    free(in);
    free(out);
    return h;
}

static void engine_100_three_engines_give_the_same_outputs(void **state)
{
    (void)state;
    NEEDS_RTL();
    for (unsigned i = 0; i < unit_registry_count; i++)
        for (int g = 0; g < UNIT_GEOMETRIES; g++) {
            const unit_desc_t *d = unit_registry[i];
            uint64_t c = outputs_of(d, (unit_geometry_t)g, &unit_engine_c, false);
            assert_int_equal(c, outputs_of(d, (unit_geometry_t)g, &unit_engine_c, true));
            for (int sleeps = 0; sleeps < 2; sleeps++) {
                if (outputs_of(d, (unit_geometry_t)g, &unit_engine_rtl, sleeps) != c ||
                    outputs_of(d, (unit_geometry_t)g, &unit_engine_lockstep, sleeps) != c)
                    fail_msg("%s, %s: outputs%s", d->name, unit_geometry_name((unit_geometry_t)g),
                             sleeps ? ", sleeping" : "");
            }
        }
}

/* The same model for the same parameters, however often it is asked for. */
static void engine_110_a_model_is_loaded_once(void **state)
{
    (void)state;
    NEEDS_RTL();
    for (unsigned i = 0; i < unit_registry_count; i++)
        for (int g = 0; g < UNIT_GEOMETRIES; g++) {
            const unit_desc_t *d = unit_registry[i];
            char params[UNIT_LABEL];
            const void *cfg = cfg_at(d, (unit_geometry_t)g);
            const rtl_model_t *m = model_at(d, (unit_geometry_t)g);
            assert_ptr_equal(m, model_at(d, (unit_geometry_t)g));
            assert_string_equal(m->unit, d->name);
            assert_string_equal(m->params, unit_cfg_params(d, cfg, params, sizeof params));
        }
}

static void engine_120_parameters_out_of_range_are_refused_by_name(void **state)
{
    (void)state;
    const unit_desc_t *d = unit_find("abyp.table");
    uint32_t cfg[UNIT_MAX_PARAMS];
    unit_cfg_geometry(d, UNIT_PAPER, cfg);
    diag_t diag = {0};
    unit_inst_t *u = unit_inst_new(d, cfg, &unit_engine_lockstep, "x", &diag);
    assert_true((u != NULL) == rtl_available());
    if (!u)
        assert_non_null(strstr(diag.text, "without Verilator"));
    unit_inst_free(u);
    unit_param_set(&d->params[1], cfg, d->params[1].max + 1);
    const unit_engine_t *const engines[] = {&unit_engine_c, &unit_engine_rtl,
                                            &unit_engine_lockstep};
    for (unsigned i = 0; i < 3; i++) {
        memset(&diag, 0, sizeof diag);
        assert_null(unit_inst_new(d, cfg, engines[i], "x", &diag));
        if (engines[i] == &unit_engine_c || rtl_available())
            assert_non_null(strstr(diag.text, d->params[1].name));
    }
}

static void engine_130_names(void **state)
{
    (void)state;
    assert_ptr_equal(unit_engine_find("c"), &unit_engine_c);
    assert_ptr_equal(unit_engine_find("rtl"), &unit_engine_rtl);
    assert_ptr_equal(unit_engine_find("lockstep"), &unit_engine_lockstep);
    assert_null(unit_engine_find("cee"));
}

/* The model is changed behind the engine's back. The next tick must see it, whoever looks first:
 * the instance asked whether it has failed, or the next evaluation. */
static void divergence(bool asked)
{
    const unit_desc_t *d = unit_find("common.sat_ctr_table");
    uint32_t cfg[8];
    unit_cfg_geometry(d, UNIT_PAPER, cfg);
    diag_t diag = {0};
    unit_inst_t *u = unit_inst_new(d, cfg, &unit_engine_lockstep, "sm5", &diag);
    assert_non_null(u);
    const unit_field_t *ctr = NULL, *inc_en = NULL;
    for (unsigned k = 0; k < d->n_fields; k++) {
        if (!strcmp(d->fields[k].name, "ctr"))
            ctr = &d->fields[k];
        if (!strcmp(d->fields[k].name, "inc_en"))
            inc_en = &d->fields[k];
    }
    assert_true(ctr && inc_en);
    uint64_t in[8] = {0}, out[8];
    assert_true(d->in_bytes <= sizeof in);
    unit_field_set(inc_en, in, 0, 1);
    for (int i = 0; i < 3; i++) {
        assert_int_equal(unit_inst_eval(u, in, out), 0);
        assert_int_equal(unit_inst_tick(u, in), 0);
    }
    assert_false(unit_inst_failed(u));
    unit_field_set(ctr, u->model, 77, 9);
    assert_int_equal(unit_inst_tick(u, in), 0);
    if (asked)
        assert_true(unit_inst_failed(u));
    assert_int_equal(unit_inst_eval(u, in, out), -1);
    assert_int_equal(unit_inst_tick(u, in), -1);
    assert_true(unit_inst_failed(u));

    char *text = NULL;
    size_t n = 0;
    FILE *mem = open_memstream(&text, &n);
    assert_int_equal(unit_inst_report(u, mem, ".", "cycle 12"), 0);
    fclose(mem);
    assert_non_null(
        strstr(text, "the edge of cycle 5\n")); /* after two of reset and three without */
    assert_non_null(strstr(text, "ctr[77]"));
    assert_non_null(strstr(text, "0x9 "));
    assert_non_null(strstr(text, "of sm5"));
    assert_non_null(strstr(text, "cosim -u common.sat_ctr_table --stimulus "
                                 "./common.sat_ctr_table-sm5.stim.zst"));
    assert_int_equal(access("common.sat_ctr_table-sm5.stim.zst", R_OK), 0);
    free(text);
    unit_inst_free(u);
}

static void engine_140_a_divergence_stops_and_is_reported(void **state)
{
    (void)state;
    NEEDS_RTL();
    divergence(true);
    divergence(false);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(engine_100_three_engines_give_the_same_outputs),
        cmocka_unit_test(engine_110_a_model_is_loaded_once),
        cmocka_unit_test(engine_120_parameters_out_of_range_are_refused_by_name),
        cmocka_unit_test(engine_130_names),
        cmocka_unit_test(engine_140_a_divergence_stops_and_is_reported),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
