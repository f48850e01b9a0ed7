/* Descriptors, registry and the rules that every unit obeys, checked for every unit found. */
#include "unit_bench.h"

#define FOR_UNITS(d)                                                                               \
    for (unsigned n_ = 0; n_ < unit_registry_count; n_++)                                          \
        for (const unit_desc_t *d = unit_registry[n_]; d != NULL; d = NULL)
#define FOR_GEOMETRIES(g) for (unit_geometry_t g = UNIT_PAPER; g < UNIT_GEOMETRIES; g++)

static void unit_010_registry_is_sorted_and_ends_in_null(void **state)
{
    (void)state;
    assert_true(unit_registry_count >= 8);
    for (unsigned i = 1; i < unit_registry_count; i++)
        assert_true(strcmp(unit_registry[i - 1]->name, unit_registry[i]->name) < 0);
    assert_null(unit_registry[unit_registry_count]);
}

static void unit_020_find_knows_titles_only(void **state)
{
    (void)state;
    FOR_UNITS(d)
    assert_ptr_equal(unit_find(d->name), d);
    assert_non_null(unit_find("abyp.table"));
    assert_null(unit_find("abyp_table")); /* the prefix is not the title */
    assert_null(unit_find("abyp."));
    assert_null(unit_find(""));
}

static void unit_025_prefix_is_the_title_with_its_family(void **state)
{
    (void)state;
    FOR_UNITS(d)
    {
        /* common.fifo is fifo, abyp.table is abyp_table, abyp is abyp */
        char expect[64];
        bool common = strncmp(d->name, "common.", 7) == 0;
        snprintf(expect, sizeof expect, "%s", common ? d->name + 7 : d->name);
        for (char *p = expect; *p; p++)
            if (*p == '.')
                *p = '_';
        assert_string_equal(d->prefix, expect);
        assert_true(strlen(d->doc) > 0);
    }
}

static void unit_030_geometries_lie_within_ranges(void **state)
{
    (void)state;
    FOR_UNITS(d)
    {
        FOR_GEOMETRIES(g)
        {
            bench_t b = bench_at(d, g); /* asserts that init takes it */
            for (unsigned p = 0; p < d->n_params; p++) {
                uint32_t v = bench_param_get(&b, p);
                assert_int_equal(v, d->params[p].value[g]);
                assert_in_range(v, d->params[p].min, d->params[p].max);
            }
            assert_int_equal(unit_cfg_check(d, b.cfg, NULL), 0);
            bench_close(&b);
        }
    }
}

static void unit_035_geometry_names_round_trip(void **state)
{
    (void)state;
    FOR_GEOMETRIES(g)
    assert_int_equal(unit_geometry_find(unit_geometry_name(g)), g);
    assert_int_equal(unit_geometry_find("medium"), -1);
    assert_int_equal(unit_geometry_find(""), -1);
}

static void check_refused(const bench_t *b, unsigned p, uint32_t v)
{
    const uint32_t keep = bench_param_get(b, p);
    const unit_param_t *which = NULL;

    bench_param_set(b, p, v);
    assert_int_equal(unit_cfg_check(b->d, b->cfg, &which), -EINVAL);
    assert_ptr_equal(which, &b->d->params[p]);
    assert_int_equal(b->d->init(b->state, b->cfg), -EINVAL);
    bench_param_set(b, p, keep);
}

static void unit_040_out_of_range_parameter_is_named_and_refused(void **state)
{
    (void)state;
    FOR_UNITS(d)
    {
        bench_t b = bench_at(d, UNIT_PAPER);
        for (unsigned p = 0; p < d->n_params; p++) {
            if (d->params[p].min > 0) {
                check_refused(&b, p, d->params[p].min - 1);
                check_refused(&b, p, 0);
            }
            check_refused(&b, p, d->params[p].max + 1);
            check_refused(&b, p, UINT32_MAX);
        }
        bench_close(&b);
    }
}

/* The smallest type that holds w bits, in bytes. */
static unsigned bytes_for(unsigned w)
{
    return w <= 8 ? 1 : w <= 16 ? 2 : w <= 32 ? 4 : 8;
}

static void unit_050_types_are_the_smallest_that_hold_the_widths(void **state)
{
    (void)state;
    FOR_UNITS(d)
    {
        bench_t b = bench_open(d);
        for (unsigned p = 0; p < d->n_params; p++)
            bench_param_set(&b, p, d->params[p].max);
        for (unsigned i = 0; i < d->n_fields; i++) {
            const unit_field_t *f = &d->fields[i];
            if (f->elem_bytes != bytes_for(f->width(b.cfg)))
                fail_msg("%s: %s has %u bytes for %u bits", d->name, f->name, f->elem_bytes,
                         f->width(b.cfg));
        }
        bench_close(&b);
    }
}

static void check_capacity(const bench_t *b)
{
    for (unsigned i = 0; i < b->d->n_fields; i++) {
        const unit_field_t *f = &b->d->fields[i];
        assert_in_range(f->width(b->cfg), 1, 8u * f->elem_bytes);
        assert_in_range(f->count(b->cfg), 1, f->capacity);
    }
}

static void unit_060_geometries_fit_types_and_arrays(void **state)
{
    (void)state;
    FOR_UNITS(d)
    {
        FOR_GEOMETRIES(g)
        {
            bench_t b = bench_at(d, g);
            check_capacity(&b);
            bench_close(&b);
        }
    }
}

/* Drives a unit for some cycles, asserting what holds in each: outputs and state fit their
 * widths, and nothing is written past a field's last element. */
static void check_run(const bench_t *b, unsigned cycles, rng_t *r)
{
    for (unsigned k = 0; k < cycles; k++) {
        bench_drive(b, r, false);
        b->d->eval(b->state, b->in, b->out);
        bool happened[64] = {false};
        stim_unit_of(b->d)->watch(b->cfg, b->state, b->in, b->out, happened);
        assert_true(bench_fits(b, UNIT_OUT));
        b->d->tick(b->state, b->in);
    }
    assert_true(bench_fits(b, UNIT_STATE));
    for (unsigned i = 0; i < b->d->n_fields; i++) {
        const unit_field_t *f = &b->d->fields[i];
        for (unsigned e = f->count(b->cfg); f->dir == UNIT_STATE && e < f->capacity; e++)
            assert_int_equal(unit_field_get(f, b->state, e), 0);
    }
}

static void unit_070_whatever_init_accepts_fits_and_runs(void **state)
{
    (void)state;
    rng_t r;
    rng_seed(&r, 70);
    FOR_UNITS(d)
    {
        bench_t b = bench_open(d);
        unsigned accepted = 0;
        for (unsigned k = 0; k < 2000; k++) {
            for (unsigned p = 0; p < d->n_params; p++) {
                const unit_param_t *q = &d->params[p];
                const uint32_t span = q->max - q->min;
                const uint32_t near = span < 8 ? span : 8;
                uint32_t v = q->min + rng_below(&r, span + 1);
                if (rng_percent(&r, 30))
                    v = q->min + rng_below(&r, near + 1);
                else if (rng_percent(&r, 20))
                    v = q->max - rng_below(&r, near + 1);
                else if (rng_percent(&r, 50)) /* a power of two, where one lies in range */
                    v = UINT32_C(1) << rng_below(&r, bits_index_w(q->max) + 1);
                if (v < q->min || v > q->max)
                    v = q->value[UNIT_PAPER];
                bench_param_set(&b, p, v);
            }
            memset(b.state, 0, d->state_bytes);
            if (d->init(b.state, b.cfg) != 0)
                continue;
            accepted++;
            check_capacity(&b);
            check_run(&b, 24, &r);
        }
        if (accepted < 100)
            fail_msg("%s: init took %u of 2000 configurations", d->name, accepted);
        bench_close(&b);
    }
}

static void fill_or_check(const bench_t *b, uint64_t seed, bool check)
{
    rng_t r;
    rng_seed(&r, seed);
    for (unsigned i = 0; i < b->d->n_fields; i++) {
        const unit_field_t *f = &b->d->fields[i];
        for (unsigned e = 0; e < f->count(b->cfg); e++) {
            uint64_t v = rng_u64(&r) & bits_mask(f->width(b->cfg));
            if (check)
                assert_int_equal(unit_field_get(f, bench_base(b, f), e), v);
            else
                unit_field_set(f, bench_base(b, f), e, v);
        }
    }
}

static void unit_080_every_element_of_every_field_is_its_own(void **state)
{
    (void)state;
    FOR_UNITS(d)
    {
        FOR_GEOMETRIES(g)
        {
            bench_t b = bench_at(d, g);
            fill_or_check(&b, 80 + g, false);
            fill_or_check(&b, 80 + g, true);
            bench_close(&b);
        }
    }
}

static void unit_090_storage_bits_follow_the_papers(void **state)
{
    (void)state;
    const struct {
        const char *name;
        uint64_t bits;
    } expect[] = {
        {"common.sat_ctr_table", 128 * 4},
        {"common.fifo", 8 * 64 + 2 * 3 + 4}, /* entries, two pointers, a count of 0..8 */
        {"common.prio_enc", 0},
        {"common.cam", 16 * (32 + 1)},
        {"abyp.table", 64 * 8},          /* "64 bytes" */
        {"abyp.taghash", 32 * 8 * 7},    /* 16 KB of 64 B lines, 7 bits each */
        {"abyp.l2bit", 128 / 64 * 1024}, /* half of "0.5KB" */
        {"abyp", 64 * 8 + 224 * 8},      /* table and tags */
        /* "less than 3 KB" of entries, and of each queue two pointers and a length of 0..8 */
        {"mrpb.fifo_bank", 48 * 8 * 8 * 8 + 48 * (3 + 3 + 4)},
        {"mrpb.latency", 4 * (1 + 6)},
        {"mrpb.drain_sel", 48 * 4 + 6 + 6},
        {"mrpb.flush_ctl", 0},
        {"mrpb.slot", 3 + 63},
        {"mrpb", 3072 * 8 + 480 + 28 + 204 + 66},
    };
    for (unsigned i = 0; i < sizeof expect / sizeof expect[0]; i++) {
        const unit_desc_t *d = unit_find(expect[i].name);
        assert_non_null(d);
        bench_t b = bench_at(d, UNIT_PAPER);
        assert_int_equal(unit_state_bits(d, b.cfg), expect[i].bits);
        bench_close(&b);
    }
}

static void unit_100_reset_clears_every_bit_that_means_something(void **state)
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
                        assert_int_equal(unit_field_get(&d->fields[i], b.state, e), 0);
            bench_close(&b);
        }
    }
}

static void unit_110_eval_is_a_function_and_changes_nothing(void **state)
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
                uint64_t first[64];
                assert_true(d->n_fields <= 64);
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
static void unit_115_data_above_the_port_is_cut_off(void **state)
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

static void unit_120_idle_tells_the_truth(void **state)
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

static void unit_130_directed_steps_fit_the_ports(void **state)
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

static void unit_140_every_event_can_happen_at_every_geometry(void **state)
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

static void unit_150_gates_are_constant_exactly_where_declared(void **state)
{
    (void)state;
    rng_t r;
    rng_seed(&r, 150);
    FOR_UNITS(d)
    {
        bench_t b = bench_at(d, UNIT_SMALL);
        uint64_t opened[64] = {0}, closed[64] = {0};
        for (unsigned k = 0; k < 2000; k++) {
            for (unsigned i = 0; i < d->n_fields; i++)
                for (unsigned e = 0; e < d->fields[i].count(b.cfg); e++) {
                    bool open = d->fields[i].gate(b.cfg, b.state, b.in, e);
                    opened[i] += open;
                    closed[i] += !open;
                }
            bench_drive(&b, &r, false);
            d->tick(b.state, b.in);
        }
        for (unsigned i = 0; i < d->n_fields; i++) {
            assert_true(opened[i] > 0);
            assert_int_equal(closed[i] > 0, d->fields[i].gated);
        }
        bench_close(&b);
    }
}

static void unit_160_names_are_unique(void **state)
{
    (void)state;
    FOR_UNITS(d)
    {
        /* an input, an output and a state field are told apart by their names alone */
        for (unsigned i = 0; i < d->n_fields; i++)
            for (unsigned j = 0; j < i; j++)
                assert_string_not_equal(d->fields[i].name, d->fields[j].name);
        const stim_unit_t *s = stim_unit_of(d);
        for (unsigned i = 0; i < s->n_events; i++)
            for (unsigned j = 0; j < i; j++)
                assert_string_not_equal(s->events[i].name, s->events[j].name);
        for (unsigned i = 0; i < s->n_directed; i++)
            for (unsigned j = 0; j < i; j++)
                assert_string_not_equal(s->directed[i].name, s->directed[j].name);
        for (unsigned i = 0; i < d->n_params; i++)
            for (unsigned j = 0; j < i; j++)
                assert_string_not_equal(d->params[i].name, d->params[j].name);
    }
}

static void unit_170_only_inputs_have_stimulus(void **state)
{
    (void)state;
    FOR_UNITS(d)
    for (unsigned i = 0; i < d->n_fields; i++) {
        const unit_kind_t kind = d->fields[i].kind;
        assert_int_equal(kind >= UNIT_ENABLE && kind <= UNIT_DATA, d->fields[i].dir == UNIT_IN);
        assert_true(kind < UNIT_MOORE || kind > UNIT_FACT || d->fields[i].dir == UNIT_OUT);
        assert_true(kind != UNIT_PLANES || d->fields[i].dir == UNIT_STATE);
    }
}

/* Is the output another after `later` than in b->out? Elements that mean nothing are left out. */
static bool output_differs(const bench_t *b, const unit_field_t *f, const void *in,
                           const void *later)
{
    for (unsigned e = 0; e < f->count(b->cfg); e++)
        if (f->gate(b->cfg, b->state, b->in, e) && f->gate(b->cfg, b->state, in, e) &&
            unit_field_get(f, b->out, e) != unit_field_get(f, later, e))
            return true;
    return false;
}

/* What a unit offers beside eval and tick is the same: moore gives the outputs of the state, clock
 * the outputs before the edge and the state behind it. */
static void unit_190_moore_and_clock_are_eval_and_tick(void **state)
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

/* An output marked UNIT_MOORE is the same whatever the inputs are, and any other is not. */
static void unit_180_moore_outputs_depend_on_the_state_alone(void **state)
{
    (void)state;
    rng_t r;
    rng_seed(&r, 180);
    FOR_UNITS(d)
    {
        bool depends[64] = {false};
        FOR_GEOMETRIES(g)
        {
            bench_t b = bench_at(d, g);
            void *in = malloc(d->in_bytes), *out = malloc(d->out_bytes);
            assert_true(in && out);
            for (unsigned k = 0; k < 2000; k++) {
                bench_drive(&b, &r, false);
                memcpy(in, b.in, d->in_bytes);
                d->eval(b.state, in, out);
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

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(unit_010_registry_is_sorted_and_ends_in_null),
        cmocka_unit_test(unit_020_find_knows_titles_only),
        cmocka_unit_test(unit_025_prefix_is_the_title_with_its_family),
        cmocka_unit_test(unit_030_geometries_lie_within_ranges),
        cmocka_unit_test(unit_035_geometry_names_round_trip),
        cmocka_unit_test(unit_040_out_of_range_parameter_is_named_and_refused),
        cmocka_unit_test(unit_050_types_are_the_smallest_that_hold_the_widths),
        cmocka_unit_test(unit_060_geometries_fit_types_and_arrays),
        cmocka_unit_test(unit_070_whatever_init_accepts_fits_and_runs),
        cmocka_unit_test(unit_080_every_element_of_every_field_is_its_own),
        cmocka_unit_test(unit_090_storage_bits_follow_the_papers),
        cmocka_unit_test(unit_100_reset_clears_every_bit_that_means_something),
        cmocka_unit_test(unit_110_eval_is_a_function_and_changes_nothing),
        cmocka_unit_test(unit_115_data_above_the_port_is_cut_off),
        cmocka_unit_test(unit_120_idle_tells_the_truth),
        cmocka_unit_test(unit_130_directed_steps_fit_the_ports),
        cmocka_unit_test(unit_140_every_event_can_happen_at_every_geometry),
        cmocka_unit_test(unit_150_gates_are_constant_exactly_where_declared),
        cmocka_unit_test(unit_160_names_are_unique),
        cmocka_unit_test(unit_170_only_inputs_have_stimulus),
        cmocka_unit_test(unit_180_moore_outputs_depend_on_the_state_alone),
        cmocka_unit_test(unit_190_moore_and_clock_are_eval_and_tick),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
