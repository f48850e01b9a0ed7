/* What a model says of its own sleep (idle, quiet, skip) is checked against single ticks, moore and
 * clock against eval and tick, and what a difference lists. Wrong models are copies of a descriptor
 * with one function replaced. */
#include "cosim_test.h"

#include <stdio.h>

#include "lockstep/cosim.h"

enum { CYCLES = 200000 };

static const unit_desc_t *honest; /* of the liars below */

static void run(const unit_desc_t *d, unit_geometry_t g, const stim_t *replay, cosim_result_t *r)
{
    const cosim_opts_t o = {.desc = d,
                            .cfg = cfg_at(d, g),
                            .model = model_at(d, g),
                            .cycles = CYCLES,
                            .seed = 1,
                            .replay = replay};
    diag_t diag = {0};
    if (cosim_run(&o, r, &diag))
        fail_msg("%s", diag.text);
}

static const char *text_of(const cosim_result_t *r)
{
    static char text[8192];
    FILE *f = fmemopen(text, sizeof text, "w");
    assert_non_null(f);
    mismatch_print_where(&r->bad, r->cycle, f);
    mismatch_print_values(&r->bad, f);
    assert_int_equal(fclose(f), 0);
    return text;
}

static void has(const cosim_result_t *r, const char *words)
{
    if (!strstr(text_of(r), words))
        fail_msg("no '%s' in: %s", words, text_of(r));
}

static void sleep_100_every_unit_sleeps_as_it_says(void **state)
{
    (void)state;
    NEEDS_RTL();
    for (unsigned u = 0; u < unit_registry_count; u++)
        for (int g = 0; g < UNIT_GEOMETRIES; g++) {
            cosim_result_t r;
            run(unit_registry[u], (unit_geometry_t)g, NULL, &r);
            if (r.failed)
                fail_msg("%s: %s", unit_registry[u]->name, text_of(&r));
            assert_true(r.quiet >= r.idle && r.quiet > 1000 && r.skips > 1000);
            cosim_result_free(&r);
        }
}

static uint64_t quiet_one_too_long(const void *state)
{
    const uint64_t q = honest->quiet(state);
    return q == UNIT_QUIET_EVER ? q : q + 1;
}

static void sleep_110_a_quiet_time_one_too_long_is_found(void **state)
{
    (void)state;
    NEEDS_RTL();
    for (int g = 0; g < UNIT_GEOMETRIES; g++) {
        honest = unit_find("mrpb.latency");
        unit_desc_t liar = *honest;
        liar.quiet = quiet_one_too_long;
        cosim_result_t r;
        run(&liar, (unit_geometry_t)g, NULL, &r);
        assert_int_equal(r.bad.kind, MISMATCH_QUIET_MODEL);
        assert_string_equal(r.bad.field->name, "out_en");
        has(&r, "model is not quiet for as long as it said: out_en, cycle ");
        cosim_result_free(&r);
    }
}

/* In brackets: cmocka has a macro of that name. */
static void skip_one_too_many(void *state, uint64_t n)
{
    (honest->skip)(state, n + 1);
}

static void skip_nothing(void *state, uint64_t n)
{
    (void)state, (void)n;
}

static void skip_as_a_byte(void *state, uint64_t n)
{
    (honest->skip)(state, n & 7);
}

static void sleep_120_a_wrong_skip_is_found(void **state)
{
    (void)state;
    NEEDS_RTL();
    static void (*const wrong[])(void *, uint64_t) = {skip_one_too_many, skip_nothing,
                                                      skip_as_a_byte};
    for (unsigned k = 0; k < sizeof wrong / sizeof wrong[0]; k++) {
        honest = unit_find("mrpb.latency");
        unit_desc_t liar = *honest;
        liar.skip = wrong[k];
        cosim_result_t r;
        run(&liar, UNIT_LARGE, NULL, &r);
        assert_int_equal(r.bad.kind, MISMATCH_SKIP);
        assert_true(r.bad.cycles > 0);
        has(&r, "model skipped is not the model ticked: ");
        has(&r, "  skipped    0x");
        cosim_result_free(&r);
    }
}

/* Right for as long as any stretch of idle inputs of a run of cosim. */
static void skip_as_16_bits(void *state, uint64_t n)
{
    (honest->skip)(state, (uint16_t)n);
}

static void skip_as_32_bits(void *state, uint64_t n)
{
    (honest->skip)(state, (uint32_t)n);
}

static void sleep_125_a_skip_that_is_wrong_for_long_is_found(void **state)
{
    (void)state;
    NEEDS_RTL();
    static void (*const wrong[])(void *, uint64_t) = {skip_as_16_bits, skip_as_32_bits};
    for (unsigned k = 0; k < sizeof wrong / sizeof wrong[0]; k++) {
        honest = unit_find("mrpb");
        unit_desc_t liar = *honest;
        liar.skip = wrong[k];
        cosim_result_t r;
        run(&liar, UNIT_PAPER, NULL, &r);
        assert_int_equal(r.bad.kind, MISMATCH_HALVES);
        assert_true(r.bad.cycles >> (k ? 32 : 16));
        has(&r, "model skipped once is not the model skipped twice by half: ");
        has(&r, "  once       0x");
        has(&r, "  twice      0x");
        cosim_result_free(&r);
    }
}

static bool always_idle(const void *state)
{
    (void)state;
    return true;
}

static uint64_t ever_quiet(const void *state)
{
    (void)state;
    return UNIT_QUIET_EVER;
}

static void sleep_130_a_wrong_idle_is_found(void **state)
{
    (void)state;
    NEEDS_RTL();
    honest = unit_find("mrpb.latency");
    unit_desc_t liar = *honest;
    liar.idle = always_idle;
    cosim_result_t r;
    run(&liar, UNIT_PAPER, NULL, &r);
    assert_int_equal(r.bad.kind, MISMATCH_IDLE_QUIET);
    has(&r, "model is idle but not quiet for ever, cycle ");
    has(&r, "  model      quiet for ");
    cosim_result_free(&r);

    liar.quiet = ever_quiet;
    run(&liar, UNIT_PAPER, NULL, &r);
    assert_true(r.bad.kind == MISMATCH_IDLE_RTL || r.bad.kind == MISMATCH_IDLE_MODEL);
    has(&r, "changed while idle ");
    cosim_result_free(&r);
}

static const unit_field_t *field(const char *name)
{
    for (unsigned k = 0; k < honest->n_fields; k++)
        if (!strcmp(honest->fields[k].name, name))
            return &honest->fields[k];
    fail_msg("%s has no field %s", honest->name, name);
    return NULL;
}

/* The lowest bit of number i. */
static void flip(const char *name, void *base, unsigned i)
{
    const unit_field_t *f = field(name);
    const bool planes = f->kind == UNIT_PLANES;
    const unsigned element = planes ? 0 : i, bit = planes ? i : 0;
    unit_field_set(f, base, element, unit_field_get(f, base, element) ^ UINT64_C(1) << bit);
}

static void tick_and_spoil(void *state, const void *in)
{
    honest->tick(state, in);
    flip("head", state, 1);
    for (unsigned i = 0; i < 30; i++)
        flip("tail", state, i);
    flip("len", state, 3);
    flip("len", state, 7);
}

static void eval_and_spoil(const void *state, const void *in, void *out)
{
    honest->eval(state, in, out);
    flip("wr_full", out, 0);
    flip("wr_empty", out, 0);
}

static void moore_and_spoil(const void *state, void *out)
{
    honest->moore(state, out);
    const unit_field_t *f = field("out_data");
    if (unit_field_get(f, out, 0) == 3)
        unit_field_set(f, out, 0, 2);
}

/* The output, in the cycles in which a full slot is emptied and filled. */
static void clock_and_spoil(void *state, const void *in, void *out)
{
    honest->clock(state, in, out);
    if (unit_field_get(field("out_valid"), out, 0) && unit_field_get(field("taken"), in, 0) &&
        unit_field_get(field("in_valid"), in, 0))
        flip("out_bypass", out, 0);
}

static void clock_a_bit_less(void *state, const void *in, void *out)
{
    honest->clock(state, in, out);
    const unit_field_t *f = field("data");
    unit_field_set(f, state, 0, unit_field_get(f, state, 0) & ~UINT64_C(2));
}

static void sleep_140_a_wrong_moore_or_clock_is_found(void **state)
{
    (void)state;
    NEEDS_RTL();
    honest = unit_find("mrpb.slot");
    cosim_result_t r;
    unit_desc_t liar = *honest;
    liar.moore = moore_and_spoil;
    run(&liar, UNIT_SMALL, NULL, &r);
    assert_int_equal(r.bad.kind, MISMATCH_MOORE);
    has(&r, "  model's moore does not give what its eval gives: out_data, cycle ");
    has(&r, "  moore      0x2 (2)\n  eval       0x3 (3)\n");
    cosim_result_free(&r);

    liar = *honest;
    liar.clock = clock_and_spoil;
    run(&liar, UNIT_SMALL, NULL, &r);
    assert_int_equal(r.bad.kind, MISMATCH_CLOCK);
    has(&r, "  model's clock does not give what its eval and tick give: out_bypass, cycle ");
    cosim_result_free(&r);

    liar = *honest;
    liar.clock = clock_a_bit_less;
    run(&liar, UNIT_SMALL, NULL, &r);
    assert_int_equal(r.bad.kind, MISMATCH_CLOCK);
    has(&r, "  model's clock does not give what its eval and tick give: data, cycle ");
    has(&r, "  clock      0x");
    has(&r, "  eval, tick 0x");
    cosim_result_free(&r);
}

/* A reset, and a cycle with an enable. */
static void one_write(stim_t *s, const unit_desc_t *d)
{
    stim_head_t head = {.desc = d};
    stim_head_cfg(&head, cfg_at(d, UNIT_PAPER));
    uint64_t in[8] = {0};
    assert_true(d->in_bytes <= sizeof in);
    stim_init(s, &head);
    assert_int_equal(stim_push(s, STIM_RESET, in, 1), 0);
    unit_field_set(field("wr_en"), in, 0, 1);
    assert_int_equal(stim_push(s, STIM_TICK, in, 1), 0);
}

static void sleep_200_a_difference_lists_every_field(void **state)
{
    (void)state;
    NEEDS_RTL();
    honest = unit_find("mrpb.fifo_bank");
    unit_desc_t liar = *honest;
    liar.tick = tick_and_spoil;
    stim_t s;
    cosim_result_t r;
    one_write(&s, &liar);
    run(&liar, UNIT_PAPER, &s, &r);
    assert_int_equal(r.bad.kind, MISMATCH_STATE);
    assert_int_equal(r.bad.fields, 4); /* entries of queue 3 or 7 are compared now: mem too */
    assert_string_equal(r.bad.difference[3].field->name, "mem");
    assert_string_equal(r.bad.field->name, "head");
    assert_int_equal(r.bad.index, 1);
    assert_int_equal(r.bad.difference[1].count, 30);
    assert_string_equal(r.bad.difference[2].field->name, "len");
    assert_int_equal(r.bad.difference[2].count, 2);
    assert_int_equal(r.bad.difference[2].at[1].index, 7);
    has(&r, "  state head[1], after the edge of cycle 1\n");
    has(&r, "\n    tail[0] 0/1, tail[1] 1/0, tail[2] 1/0, ");
    has(&r, ", and 22 more of tail\n");
    has(&r, "\n    len[3] 1/0, len[7] 1/0\n");
    stim_free(&s);
    cosim_result_free(&r);

    liar = *honest;
    liar.eval = eval_and_spoil;
    one_write(&s, &liar);
    run(&liar, UNIT_PAPER, &s, &r);
    assert_int_equal(r.bad.kind, MISMATCH_OUT);
    assert_int_equal(r.bad.fields, 2);
    has(&r, "  output wr_full, cycle 1\n");
    has(&r, "\n    wr_empty 0/1\n");
    stim_free(&s);
    cosim_result_free(&r);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(sleep_100_every_unit_sleeps_as_it_says),
        cmocka_unit_test(sleep_110_a_quiet_time_one_too_long_is_found),
        cmocka_unit_test(sleep_120_a_wrong_skip_is_found),
        cmocka_unit_test(sleep_125_a_skip_that_is_wrong_for_long_is_found),
        cmocka_unit_test(sleep_130_a_wrong_idle_is_found),
        cmocka_unit_test(sleep_140_a_wrong_moore_or_clock_is_found),
        cmocka_unit_test(sleep_200_a_difference_lists_every_field),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
