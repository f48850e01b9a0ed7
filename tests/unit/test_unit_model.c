/* The rules that every C model obeys, checked for every unit found: reset, eval, tick, idle, gates,
 * events, directed steps. */
#include "unit_bench.h"

/* What an element of a state field that is compared holds after reset. */
static uint64_t after_reset(const unit_field_t *f, unsigned e)
{
    return f->kind == UNIT_ORDER ? e : 0;
}

static void unit_model_010_reset_clears_every_bit_that_means_something(void **state)
{
    (void)state;
    FOR_UNITS(d)
    {
        FOR_GEOMETRIES(g)
        {
            bench_t b = bench_at(d, g);
            memset(b.state, 0xa5, d->state_bytes);
            assert_int_equal(d->init(b.state, b.cfg), 0);
            for (unsigned i = 0; i < d->n_fields; i++)
                for (unsigned e = 0; e < d->fields[i].count(b.cfg); e++)
                    if (d->fields[i].dir == UNIT_STATE &&
                        d->fields[i].gate(b.cfg, b.state, b.in, e))
                        assert_int_equal(unit_field_get(&d->fields[i], b.state, e),
                                         after_reset(&d->fields[i], e));
            bench_close(&b);
        }
    }
}

static void unit_model_020_eval_is_a_function_and_changes_nothing(void **state)
{
    (void)state;
    rng_t r;
    rng_seed(&r, 110);
    FOR_UNITS(d)
    {
        FOR_GEOMETRIES(g)
        {
            bench_t b = bench_at(d, g);
            void *before = malloc(d->state_bytes), *in = malloc(d->in_bytes);
            assert_true(before && in);
            for (unsigned k = 0; k < 500; k++) {
                uint64_t first[UNIT_MAX_FIELDS];
                assert_true(d->n_fields <= UNIT_MAX_FIELDS);
                bench_drive(&b, &r, false);
                memcpy(before, b.state, d->state_bytes);
                memcpy(in, b.in, d->in_bytes);
                /* the second time over other garbage in out: the same outputs */
                for (int pass = 0; pass < 2; pass++) {
                    memset(b.out, pass ? 0xff : 0x00, d->out_bytes);
                    d->eval(b.state, b.in, b.out);
                    for (unsigned i = 0; i < d->n_fields; i++) {
                        const unit_field_t *f = &d->fields[i];
                        if (f->dir != UNIT_OUT)
                            continue;
                        uint64_t all = 0;
                        for (unsigned e = 0; e < f->count(b.cfg); e++)
                            all = all * 31 + unit_field_get(f, b.out, e);
                        if (pass)
                            assert_int_equal(all, first[i]);
                        first[i] = all;
                    }
                }
                assert_memory_equal(before, b.state, d->state_bytes);
                assert_memory_equal(in, b.in, d->in_bytes);
                d->tick(b.state, b.in);
                assert_memory_equal(in, b.in, d->in_bytes);
            }
            free(before);
            free(in);
            bench_close(&b);
        }
    }
}

/* A port has no bits above its width: data that arrives with some acts as if it had none. */
static void unit_model_030_data_above_the_port_is_cut_off(void **state)
{
    (void)state;
    rng_t r;
    rng_seed(&r, 115);
    FOR_UNITS(d)
    {
        bench_t b = bench_at(d, UNIT_SMALL), wide = bench_at(d, UNIT_SMALL);
        for (unsigned k = 0; k < 2000; k++) {
            bench_drive(&b, &r, false);
            memcpy(wide.in, b.in, d->in_bytes);
            for (unsigned i = 0; i < d->n_fields; i++) {
                const unit_field_t *f = &d->fields[i];
                for (unsigned e = 0; f->kind == UNIT_DATA && e < f->count(b.cfg); e++) {
                    const uint64_t above = rng_u64(&r) & ~bits_mask(f->width(b.cfg));
                    unit_field_set(f, wide.in, e, unit_field_get(f, b.in, e) | above);
                }
            }
            d->eval(b.state, b.in, b.out);
            d->eval(wide.state, wide.in, wide.out);
            d->tick(b.state, b.in);
            d->tick(wide.state, wide.in);
            for (unsigned i = 0; i < d->n_fields; i++) {
                const unit_field_t *f = &d->fields[i];
                for (unsigned e = 0; f->dir != UNIT_IN && e < f->count(b.cfg); e++)
                    if (unit_field_get(f, bench_base(&b, f), e) !=
                        unit_field_get(f, bench_base(&wide, f), e))
                        fail_msg("%s: %s[%u]", d->name, f->name, e);
            }
        }
        bench_close(&b);
        bench_close(&wide);
    }
}

static void unit_model_040_idle_tells_the_truth(void **state)
{
    (void)state;
    rng_t r;
    rng_seed(&r, 120);
    FOR_UNITS(d)
    {
        FOR_GEOMETRIES(g)
        {
            bench_t b = bench_at(d, g);
            void *before = malloc(d->state_bytes);
            assert_non_null(before);
            unsigned idle = 0, quiet = 0; /* cycles without enables, for a pipe to run empty */
            for (unsigned k = 0; k < 1000; k++) {
                quiet = quiet ? quiet - 1 : rng_percent(&r, 5) ? rng_below(&r, 64) : 0;
                bench_drive(&b, &r, quiet || rng_percent(&r, 20));
                d->tick(b.state, b.in);
                if (!d->idle(b.state))
                    continue;
                idle++;
                memcpy(before, b.state, d->state_bytes);
                bench_drive(&b, &r, true);
                d->tick(b.state, b.in);
                assert_memory_equal(before, b.state, d->state_bytes);
            }
            assert_true(idle > 0);
            bench_close(&b);
            free(before);
        }
    }
}

static void check_directed(const bench_t *b)
{
    const stim_unit_t *stim = stim_unit_of(b->d);
    for (unsigned s = 0; s < stim->n_directed; s++) {
        const stim_directed_t *t = &stim->directed[s];
        assert_true(t->cycles(b->cfg) > 0);
        for (unsigned k = 0; k < t->cycles(b->cfg); k++) {
            memset(b->in, 0, b->d->in_bytes);
            t->drive(b->cfg, k, b->in);
            if (!bench_fits(b, UNIT_IN))
                fail_msg("%s: directed step %s, cycle %u", b->d->name, t->name, k);
        }
    }
}

static void unit_model_050_directed_steps_fit_the_ports(void **state)
{
    (void)state;
    FOR_UNITS(d)
    {
        assert_true(stim_unit_of(d)->n_directed > 0);
        FOR_GEOMETRIES(g)
        {
            bench_t b = bench_at(d, g);
            check_directed(&b);
            bench_close(&b);
        }
        bench_t least = bench_open(d);
        for (unsigned p = 0; p < d->n_params; p++)
            bench_param_set(&least, p, d->params[p].min);
        if (d->init(least.state, least.cfg) == 0)
            check_directed(&least);
        bench_close(&least);
    }
}

static void unit_model_060_every_event_can_happen_at_every_geometry(void **state)
{
    (void)state;
    rng_t r;
    rng_seed(&r, 140);
    FOR_UNITS(d)
    {
        const stim_unit_t *stim = stim_unit_of(d);
        assert_in_range(stim->n_events, 1, 64);
        FOR_GEOMETRIES(g)
        {
            bench_t b = bench_at(d, g);
            uint64_t seen[64] = {0};
            for (unsigned s = 0; s <= stim->n_directed; s++) {
                const stim_directed_t *t = s < stim->n_directed ? &stim->directed[s] : NULL;
                const unsigned cycles = t ? t->cycles(b.cfg) : 20000;
                for (unsigned k = 0; k < cycles; k++) {
                    memset(b.in, 0, d->in_bytes);
                    if (t)
                        t->drive(b.cfg, k, b.in);
                    else
                        bench_drive(&b, &r, false);
                    d->eval(b.state, b.in, b.out);
                    bool happened[64] = {false};
                    stim->watch(b.cfg, b.state, b.in, b.out, happened);
                    for (unsigned e = 0; e < stim->n_events; e++)
                        seen[e] += happened[e];
                    d->tick(b.state, b.in);
                }
            }
            for (unsigned e = 0; e < stim->n_events; e++)
                if ((seen[e] != 0) != stim_event_possible(stim, e, b.cfg))
                    fail_msg("%s, %s: event %s happened %lu times", d->name, unit_geometry_name(g),
                             stim->events[e].name, (unsigned long)seen[e]);
            bench_close(&b);
        }
    }
}

/* The steps of directed stimulus one after the other, which lead to states that random inputs alone
 * do not: their cycles, and the inputs of cycle k. */
static unsigned directed_cycles(const bench_t *b)
{
    const stim_unit_t *stim = stim_unit_of(b->d);
    unsigned n = 0;
    for (unsigned s = 0; s < stim->n_directed; s++)
        n += stim->directed[s].cycles(b->cfg);
    return n;
}

static void drive_directed(const bench_t *b, unsigned k)
{
    const stim_directed_t *t = stim_unit_of(b->d)->directed;
    for (; k >= t->cycles(b->cfg); t++)
        k -= t->cycles(b->cfg);
    memset(b->in, 0, b->d->in_bytes);
    t->drive(b->cfg, k, b->in);
}

/* How often each field's elements are compared at a geometry, and how often they are not. */
static void count_gates(const unit_desc_t *d, unit_geometry_t g, rng_t *r, uint64_t *opened,
                        uint64_t *closed)
{
    bench_t b = bench_at(d, g);
    const unsigned steps = directed_cycles(&b);
    for (unsigned k = 0; k < steps + 2000; k++) {
        for (unsigned i = 0; i < d->n_fields; i++)
            for (unsigned e = 0; e < d->fields[i].count(b.cfg); e++) {
                bool open = d->fields[i].gate(b.cfg, b.state, b.in, e);
                opened[i] += open;
                closed[i] += !open;
            }
        if (k < steps)
            drive_directed(&b, k);
        else
            bench_drive(&b, r, false);
        d->tick(b.state, b.in);
    }
    bench_close(&b);
}

/* At the small geometry; a register that is not there has its elements at the large one. */
static void unit_model_070_gates_are_constant_exactly_where_declared(void **state)
{
    (void)state;
    rng_t r;
    rng_seed(&r, 150);
    FOR_UNITS(d)
    {
        uint64_t opened[UNIT_MAX_FIELDS] = {0}, closed[UNIT_MAX_FIELDS] = {0};
        uint64_t opened_large[UNIT_MAX_FIELDS] = {0}, closed_large[UNIT_MAX_FIELDS] = {0};
        count_gates(d, UNIT_SMALL, &r, opened, closed);
        bool all = true;
        for (unsigned i = 0; i < d->n_fields; i++)
            all = all && opened[i] + closed[i] > 0;
        if (!all)
            count_gates(d, UNIT_LARGE, &r, opened_large, closed_large);
        for (unsigned i = 0; i < d->n_fields; i++) {
            const bool small = opened[i] + closed[i] > 0;
            if ((small ? opened[i] : opened_large[i]) == 0)
                fail_msg("%s: %s is never compared", d->name, d->fields[i].name);
            assert_int_equal((small ? closed[i] : closed_large[i]) > 0, d->fields[i].gated);
        }
    }
}

/* Does the output differ between b->out, of the inputs b->in, and `later`, of the inputs `in`?
 * Elements whose gate is false with either are left out. */
static bool output_differs(const bench_t *b, const unit_field_t *f, const void *in,
                           const void *later)
{
    for (unsigned e = 0; e < f->count(b->cfg); e++)
        if (f->gate(b->cfg, b->state, b->in, e) && f->gate(b->cfg, b->state, in, e) &&
            unit_field_get(f, b->out, e) != unit_field_get(f, later, e))
            return true;
    return false;
}

/* An output marked UNIT_MOORE is the same whatever the inputs are, and any other is not. */
static void unit_model_080_moore_outputs_depend_on_the_state_alone(void **state)
{
    (void)state;
    rng_t r;
    rng_seed(&r, 180);
    FOR_UNITS(d)
    {
        bool depends[UNIT_MAX_FIELDS] = {false};
        FOR_GEOMETRIES(g)
        {
            bench_t b = bench_at(d, g);
            void *in = malloc(d->in_bytes), *out = malloc(d->out_bytes);
            assert_true(in && out);
            const unsigned steps = directed_cycles(&b);
            for (unsigned k = 0; k < steps + 2000; k++) {
                bench_drive(&b, &r, false);
                memcpy(in, b.in, d->in_bytes);
                d->eval(b.state, in, out);
                if (k < steps)
                    drive_directed(&b, k);
                else
                    bench_drive(&b, &r, rng_percent(&r, 20));
                d->eval(b.state, b.in, b.out);
                for (unsigned i = 0; i < d->n_fields; i++)
                    if (d->fields[i].dir == UNIT_OUT)
                        depends[i] |= output_differs(&b, &d->fields[i], in, out);
                d->tick(b.state, b.in);
            }
            free(in);
            free(out);
            bench_close(&b);
        }
        for (unsigned i = 0; i < d->n_fields; i++) {
            const unit_field_t *f = &d->fields[i];
            if (f->dir == UNIT_OUT && depends[i] != (f->kind != UNIT_MOORE))
                fail_msg("%s: %s %s on the inputs", d->name, f->name,
                         depends[i] ? "depends" : "does not depend");
        }
    }
}

/* moore gives the marked outputs as eval does. clock gives the outputs before the edge and leaves
 * the state after it, as eval and then tick do. */
static void unit_model_090_moore_and_clock_are_eval_and_tick(void **state)
{
    (void)state;
    rng_t r;
    rng_seed(&r, 190);
    FOR_UNITS(d)
    FOR_GEOMETRIES(g)
    {
        bench_t b = bench_at(d, g);
        void *out = calloc(1, d->out_bytes), *other = malloc(d->state_bytes);
        assert_true(out && other);
        for (unsigned k = 0; k < 300; k++) {
            bench_drive(&b, &r, rng_percent(&r, 10));
            d->eval(b.state, b.in, b.out);
            d->moore(b.state, out);
            for (unsigned i = 0; i < d->n_fields; i++)
                if (d->fields[i].kind == UNIT_MOORE)
                    assert_false(output_differs(&b, &d->fields[i], b.in, out));
            memcpy(other, b.state, d->state_bytes);
            d->clock(other, b.in, out);
            for (unsigned i = 0; i < d->n_fields; i++)
                if (d->fields[i].dir == UNIT_OUT)
                    assert_false(output_differs(&b, &d->fields[i], b.in, out));
            d->tick(b.state, b.in);
            assert_memory_equal(other, b.state, d->state_bytes);
        }
        free(out);
        free(other);
        bench_close(&b);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(unit_model_010_reset_clears_every_bit_that_means_something),
        cmocka_unit_test(unit_model_020_eval_is_a_function_and_changes_nothing),
        cmocka_unit_test(unit_model_030_data_above_the_port_is_cut_off),
        cmocka_unit_test(unit_model_040_idle_tells_the_truth),
        cmocka_unit_test(unit_model_050_directed_steps_fit_the_ports),
        cmocka_unit_test(unit_model_060_every_event_can_happen_at_every_geometry),
        cmocka_unit_test(unit_model_070_gates_are_constant_exactly_where_declared),
        cmocka_unit_test(unit_model_080_moore_outputs_depend_on_the_state_alone),
        cmocka_unit_test(unit_model_090_moore_and_clock_are_eval_and_tick),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
