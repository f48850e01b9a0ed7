/* Descriptors and registry: names, ranges, types, sizes. Checked for every unit found; what the
 * models do is in test_unit_model.c. */
#include "unit_bench.h"

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

/* The most bits of each field: with every parameter at its most; if the unit refuses that, with
 * each at its most and the others at their least. */
static void most_bits(bench_t *b, unsigned width[UNIT_MAX_FIELDS])
{
    const unit_desc_t *d = b->d;
    memset(width, 0, UNIT_MAX_FIELDS * sizeof *width);
    for (unsigned p = 0; p < d->n_params; p++)
        bench_param_set(b, p, d->params[p].max);
    const bool together = d->init(b->state, b->cfg) == 0;
    for (unsigned odd = 0; odd < 2 * d->n_params; odd++) {
        /* Where init refuses all at their most: each alone, then all but one. */
        const bool alone = odd < d->n_params;
        for (unsigned p = 0; !together && p < d->n_params; p++)
            bench_param_set(
                b, p, alone == (p == odd % d->n_params) ? d->params[p].max : d->params[p].min);
        if (!together && !alone && d->init(b->state, b->cfg) != 0)
            continue;
        for (unsigned i = 0; i < d->n_fields; i++) {
            const unsigned w = d->fields[i].width(b->cfg);
            width[i] = w > width[i] ? w : width[i];
        }
    }
}

static void unit_050_types_are_the_smallest_that_hold_the_widths(void **state)
{
    (void)state;
    FOR_UNITS(d)
    {
        bench_t b = bench_open(d);
        unsigned width[UNIT_MAX_FIELDS];
        assert_in_range(d->n_fields, 1, UNIT_MAX_FIELDS);
        most_bits(&b, width);
        for (unsigned i = 0; i < d->n_fields; i++) {
            const unit_field_t *f = &d->fields[i];
            if (f->elem_bytes != bytes_for(width[i]))
                fail_msg("%s: %s has %u bytes for %u bits", d->name, f->name, f->elem_bytes,
                         width[i]);
        }
        bench_close(&b);
    }
}

/* A port has an element. A register may have none, and is then not in the RTL. */
static void check_capacity(const bench_t *b)
{
    for (unsigned i = 0; i < b->d->n_fields; i++) {
        const unit_field_t *f = &b->d->fields[i];
        assert_in_range(f->width(b->cfg), 1, 8u * f->elem_bytes);
        assert_in_range(f->count(b->cfg), f->dir != UNIT_STATE, f->capacity);
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
        {"common.lru", 8 * 6},
        /* table 3 of the paper; apart: valid bits of the LAT and of the MTA */
        {"apcm.lat", 16 * 32 + 16},
        {"apcm.monitor", 2 + 6 + 5},
        {"apcm.mta", 32 * 36 + 32},
        {"apcm.cait", 16 * 11},
        {"apcm.psb", 48 * 6},
        {"apcm.tags", 128 * 11},
        {"apcm", 3536 + 16 + 32 + 13},
        /* Table II of the paper; apart: valid bits, what a miss carries beside its address, heads
         * and lengths, the order of use, and what the paper has no table for */
        {"apres.llt", 48 * 32 + 48},
        {"apres.wgt", 3 * 48 + 3},
        {"apres.drq", 32 * 64 + 32 * (32 + 8 + 48) + 5 + 6},
        {"apres.wq", 48 * 8 + 6 + 6},
        {"apres.pt", 10 * (32 + 8 + 64 + 64) + 10 + 45},
        {"apres.queue", 48 * 6},
        {"apres.div", 64 + 9 + 9 + 1 + 5 + 1},
        {"apres", 8 * 724 + 288 + 2816 + 61 + 45 + 23 + 99 + 166 + 89},
    };
    for (unsigned i = 0; i < sizeof expect / sizeof expect[0]; i++) {
        const unit_desc_t *d = unit_find(expect[i].name);
        assert_non_null(d);
        bench_t b = bench_at(d, UNIT_PAPER);
        assert_int_equal(unit_state_bits(d, b.cfg), expect[i].bits);
        bench_close(&b);
    }
}

static void unit_100_names_are_unique(void **state)
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

static void unit_110_only_inputs_have_stimulus(void **state)
{
    (void)state;
    FOR_UNITS(d)
    for (unsigned i = 0; i < d->n_fields; i++) {
        const unit_kind_t kind = d->fields[i].kind;
        assert_int_equal(kind >= UNIT_ENABLE && kind <= UNIT_DATA, d->fields[i].dir == UNIT_IN);
        assert_true(kind < UNIT_MOORE || kind > UNIT_FACT || d->fields[i].dir == UNIT_OUT);
        assert_true(kind < UNIT_PLANES || d->fields[i].dir == UNIT_STATE);
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
        cmocka_unit_test(unit_100_names_are_unique),
        cmocka_unit_test(unit_110_only_inputs_have_stimulus),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
