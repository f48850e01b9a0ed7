/*
 * The checks that go through states (tb/step): the invariants, the draws, the enumeration, and what
 * is found.
 */
#include "cosim_test.h"

#include <stdio.h>

#include "common/file.h"
#include "lockstep/stim_gen.h"
#include "step/draw.h"
#include "step/exhaust.h"
#include "step/invariant.h"
#include "step/one_step.h"
#include "step/state_code.h"
#include "step/state_set.h"

enum { WALK = 3000, DRAWS = 300 };

static void fails(const unit_desc_t *d, unit_geometry_t g, const char *what)
{
    const invariant_t *v = invariant_of(d);
    fail_msg("%s, %s: %s (%s)", d->name, unit_geometry_name(g), what, v ? v->words : "none");
}

/* ---- Invariants ---- */

/* What a run reaches satisfies the invariant, and fit leaves it as it is. */
static void walk(const unit_desc_t *d, unit_geometry_t g)
{
    const void *cfg = cfg_at(d, g);
    const invariant_t *v = invariant_of(d);
    void *state = calloc(1, d->state_bytes), *fitted = malloc(d->state_bytes);
    stim_gen_t *gen = stim_gen_new(d, cfg, 3, STIM_RANDOM);
    stim_op_t op;
    const void *in;
    rng_t rng;
    rng_seed(&rng, 1);
    assert_int_equal(d->init(state, cfg), 0);
    for (unsigned c = 0; c < WALK && stim_gen_next(gen, &op, &in); c++) {
        if (op == STIM_RESET)
            d->init(state, cfg);
        else
            d->tick(state, in);
        if (!v->holds(state))
            fails(d, g, "a reachable state does not satisfy the invariant");
        memcpy(fitted, state, d->state_bytes);
        v->fit(fitted, &rng);
        if (memcmp(fitted, state, d->state_bytes))
            fails(d, g, "fit changes a state that satisfies the invariant");
    }
    stim_gen_free(gen);
    free(state);
    free(fitted);
}

static void cosim_step_100_reachable_states_satisfy_the_invariant(void **state)
{
    (void)state;
    for (unsigned k = 0; k < unit_registry_count; k++)
        for (unit_geometry_t g = 0; g < UNIT_GEOMETRIES; g++)
            if (invariant_of(unit_registry[k]))
                walk(unit_registry[k], g);
}

static unsigned not_fitted; /* states that fit had to move */

static void draw_all(const unit_desc_t *d, unit_geometry_t g)
{
    const void *cfg = cfg_at(d, g);
    const invariant_t *v = invariant_of(d);
    pair_t pair;
    diag_t diag = {{0}};
    draw_t draw;
    assert_int_equal(pair_open(&pair, d, cfg, model_at(d, g), 1, &diag), 0);
    draw_init(&draw, &pair.ports, cfg, 5);
    for (unsigned n = 0; n < DRAWS; n++) {
        draw_state(&draw, pair.state);
        not_fitted += v && !v->holds(pair.state);
        if (v)
            v->fit(pair.state, &draw.rng);
        if (v && !v->holds(pair.state))
            fails(d, g, "fit makes no state of it");
        for (unsigned k = 0; k < pair.ports.n_state; k++) {
            const port_bind_t *b = &pair.ports.state[k];
            for (unsigned i = 0; i < b->count; i++)
                if (unit_field_get(b->field, pair.state, i) & ~bits_mask(b->width))
                    fail_msg("%s: %s[%u] is wider than %u bits", d->name, b->field->name, i,
                             b->width);
        }
    }
    pair_close(&pair);
}

static void cosim_step_110_whatever_is_drawn_is_made_a_state(void **state)
{
    (void)state;
    NEEDS_RTL();
    for (unsigned k = 0; k < unit_registry_count; k++)
        draw_all(unit_registry[k], UNIT_SMALL);
    assert_true(not_fitted > DRAWS); /* or the test would say nothing */
}

/* The table of docs/guide/states.md has the words of each, and no others. */
static void cosim_step_120_the_page_has_the_invariants(void **state)
{
    (void)state;
    char *page = NULL, line[1024];
    size_t bytes = 0;
    diag_t diag = {{0}};
    assert_int_equal(file_read(STATES_PAGE, 1 << 20, &page, &bytes, &diag), 0);
    unsigned rows = 0, invariants = 0;
    for (unsigned k = 0; k < unit_registry_count; k++) {
        const invariant_t *v = invariant_of(unit_registry[k]);
        snprintf(line, sizeof line, "\n| `%s` |", unit_registry[k]->name);
        rows += strstr(page, line) != NULL;
        if (!v)
            continue;
        invariants++;
        snprintf(line, sizeof line, "\n| `%s` | %s |\n", unit_registry[k]->name, v->words);
        if (!strstr(page, line))
            fail_msg("docs/guide/states.md has no row%s", line);
    }
    assert_int_equal(rows, invariants);
    free(page);
}

/* ---- Codes, sets, inputs ---- */

static void cosim_step_200_codes_are_of_states(void **state)
{
    (void)state;
    NEEDS_RTL();
    for (unsigned k = 0; k < unit_registry_count; k++) {
        const unit_desc_t *d = unit_registry[k];
        const void *cfg = cfg_at(d, UNIT_SMALL);
        step_t step;
        diag_t diag = {{0}};
        draw_t draw;
        assert_int_equal(step_open(&step, d, cfg, model_at(d, UNIT_SMALL), 0, &diag), 0);
        const ports_t *p = &step.pair.ports;
        uint64_t code[64], again[64];
        assert_true(state_code_words(p) <= 64);
        draw_init(&draw, p, cfg, 7);
        for (unsigned n = 0; n < DRAWS; n++) {
            draw_state(&draw, step.state);
            state_code_of(p, cfg, step.state, code);
            state_code_to(p, code, step.pair.state);
            for (unsigned f = 0; f < p->n_state; f++)
                for (unsigned i = 0; i < p->state[f].count; i++) {
                    const unit_field_t *field = p->state[f].field;
                    const bool meant = !field->gated || field->gate(cfg, step.state, NULL, i);
                    assert_int_equal(unit_field_get(field, step.pair.state, i),
                                     meant ? unit_field_get(field, step.state, i) : 0);
                }
            state_code_of(p, cfg, step.pair.state, again);
            assert_memory_equal(code, again, state_code_words(p) * sizeof *code);
        }
        step_close(&step);
    }
}

static void cosim_step_210_a_set_holds_each_code_once(void **state)
{
    (void)state;
    enum { CODES = 5000 };
    state_set_t set;
    assert_true(state_set_init(&set, 2));
    for (uint64_t round = 0; round < 2; round++)
        for (uint64_t i = 0; i < CODES; i++) {
            const uint64_t code[] = {i % 97, i / 97};
            assert_int_equal(state_set_add(&set, code), round == 0);
        }
    assert_int_equal(set.n, CODES);
    for (uint64_t i = 0; i < CODES; i++) { /* in the order in which they came */
        assert_int_equal(state_set_get(&set, i)[0], i % 97);
        assert_int_equal(state_set_get(&set, i)[1], i / 97);
    }
    state_set_free(&set);
}

/* common.cam has 7 bits of inputs at the small geometry, of them 2 of the key. */
static void cosim_step_220_every_input_comes_once(void **state)
{
    (void)state;
    NEEDS_RTL();
    const unit_desc_t *d = unit_find("common.cam");
    pair_t pair;
    diag_t diag = {{0}};
    input_space_t space;
    assert_int_equal(pair_open(&pair, d, cfg_at(d, UNIT_SMALL), model_at(d, UNIT_SMALL), 1, &diag),
                     0);
    const input_hold_t hold = {pair.ports.in[2].field, 3};
    assert_string_equal(hold.field->name, "key");
    for (unsigned held = 0; held < 2; held++) {
        bool seen[1 << 8] = {false};
        input_space_init(&space, &pair.ports, &hold, held);
        assert_int_equal(space.bits, held ? 5 : 7);
        for (uint64_t n = 0; n < UINT64_C(2) << space.bits; n++) {
            bool reset;
            unsigned all = 0;
            input_space_get(&space, n, pair.in, &reset);
            for (unsigned k = 0; k < pair.ports.n_in; k++)
                all = all << pair.ports.in[k].width |
                      (unsigned)unit_field_get(pair.ports.in[k].field, pair.in, 0);
            all = all << 1 | reset;
            assert_false(seen[all]);
            seen[all] = true;
            if (held)
                assert_int_equal(unit_field_get(hold.field, pair.in, 0), 3);
        }
    }
    pair_close(&pair);
}

/* ---- Steps ---- */

/* A step without inputs leaves the registers with what the state has. */
static void cosim_step_300_the_rtl_holds_the_state(void **state)
{
    (void)state;
    NEEDS_RTL();
    const unit_desc_t *d = unit_find("common.sat_ctr_table");
    const void *cfg = cfg_at(d, UNIT_PAPER);
    step_t step;
    diag_t diag = {{0}};
    assert_int_equal(step_open(&step, d, cfg, model_at(d, UNIT_PAPER), 0, &diag), 0);
    const port_bind_t *b = &step.pair.ports.state[0];
    for (unsigned i = 0; i < b->count; i++) {
        unit_field_set(b->field, step.state, i, i % 16);
        assert_int_equal(step_take(&step), 0);
        assert_int_equal(port_get(b, i), i % 16);
    }
    step_close(&step);
}

/* The places of a FIFO of 3: each of 3 heads with 0 to 3 entries of 2 bits is 3 * (1 + 4 + 16 +
 * 64). */
static void cosim_step_310_all_states_of_a_fifo(void **state)
{
    (void)state;
    NEEDS_RTL();
    const unit_desc_t *d = unit_find("common.fifo");
    exhaust_result_t r;
    diag_t diag = {{0}};
    exhaust_opts_t o = {.desc = d,
                        .cfg = cfg_at(d, UNIT_SMALL),
                        .model = model_at(d, UNIT_SMALL),
                        .limit = EXHAUST_LIMIT};
    assert_int_equal(exhaust_run(&o, &r, &diag), 0);
    assert_int_equal(r.end, EXHAUST_ALL);
    assert_int_equal(r.states, 3 * (1 + 4 + 16 + 64));
    assert_int_equal(r.input_bits, 1 + 2 + 1 + 1);
    assert_int_equal(r.transitions, r.states << r.input_bits);
    exhaust_result_free(&r);
    o.limit = 1000;
    assert_int_equal(exhaust_run(&o, &r, &diag), 0);
    assert_int_equal(r.end, EXHAUST_LIMITED);
    assert_int_equal(r.transitions, 1000);
    exhaust_result_free(&r);
}

/* The orders of 3 warps are all reached, and the two cycles to the farthest of them are enough. */
static void cosim_step_320_all_orders_of_a_queue(void **state)
{
    (void)state;
    NEEDS_RTL();
    const unit_desc_t *d = unit_find("apres.queue");
    exhaust_result_t r;
    diag_t diag = {{0}};
    const exhaust_opts_t o = {.desc = d,
                              .cfg = cfg_at(d, UNIT_SMALL),
                              .model = model_at(d, UNIT_SMALL),
                              .limit = EXHAUST_LIMIT};
    assert_int_equal(exhaust_run(&o, &r, &diag), 0);
    assert_int_equal(r.states, 3 * 2 * 1);
    exhaust_result_free(&r);
}

/* The same seed gives the same steps. */
static void cosim_step_330_a_seed_is_a_run(void **state)
{
    (void)state;
    NEEDS_RTL();
    const unit_desc_t *d = unit_find("common.cam");
    uint64_t event[2][COSIM_MAX_EVENTS];
    for (unsigned n = 0; n < 2; n++) {
        one_step_result_t r;
        diag_t diag = {{0}};
        const one_step_opts_t o = {.desc = d,
                                   .cfg = cfg_at(d, UNIT_SMALL),
                                   .model = model_at(d, UNIT_SMALL),
                                   .steps = 5000,
                                   .seed = 9};
        assert_int_equal(one_step_run(&o, &r, &diag), 0);
        assert_false(r.failed);
        memcpy(event[n], r.event, sizeof event[n]);
        one_step_result_free(&r);
    }
    assert_memory_equal(event[0], event[1], sizeof event[0]);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(cosim_step_100_reachable_states_satisfy_the_invariant),
        cmocka_unit_test(cosim_step_110_whatever_is_drawn_is_made_a_state),
        cmocka_unit_test(cosim_step_120_the_page_has_the_invariants),
        cmocka_unit_test(cosim_step_200_codes_are_of_states),
        cmocka_unit_test(cosim_step_210_a_set_holds_each_code_once),
        cmocka_unit_test(cosim_step_220_every_input_comes_once),
        cmocka_unit_test(cosim_step_300_the_rtl_holds_the_state),
        cmocka_unit_test(cosim_step_310_all_states_of_a_fifo),
        cmocka_unit_test(cosim_step_320_all_orders_of_a_queue),
        cmocka_unit_test(cosim_step_330_a_seed_is_a_run),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
