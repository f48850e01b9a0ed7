/*
 * liblockwarp's units (lockwarp/unit.h): what they give is what the C models give, under every
 * engine, and what cannot be is refused with a sentence.
 *
 *   test_library [broken]      broken: LW_MODELS has a FIFO whose RTL errs when it is full
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "common/unit.h"
#include "lockstep/ports.h"
#include "lockstep/stim_gen.h"
#include "lockwarp/unit.h"

enum { CYCLES = 400, FEW = 100 };

static void library_100_all_units_by_name(void **state)
{
    (void)state;
    size_t n = 0;
    for (const char *name; (name = lw_unit_name(n)); n++) {
        assert_string_equal(name, unit_registry[n]->name);
        assert_string_equal(lw_unit_about(name), unit_registry[n]->doc);
    }
    assert_int_equal(n, unit_registry_count);
    assert_null(lw_unit_about("abyp.nosuch"));
    assert_null(lw_unit_about(NULL));
    assert_int_equal(strspn(lw_version(), "0123456789."), strlen(lw_version()));
}

static void library_110_parameters(void **state)
{
    (void)state;
    lw_param_t p;
    assert_int_equal(lw_unit_param("abyp.table", 0, &p), LW_OK);
    assert_string_equal(p.name, "entries");
    assert_int_equal(p.paper, 128);
    assert_int_equal(p.min, 1);
    assert_int_equal(p.max, 1024);
    assert_true(p.about[0]);
    assert_int_equal(lw_unit_param("abyp.table", 2, &p), LW_OK);
    assert_int_equal(lw_unit_param("abyp.table", 3, &p), LW_INVALID);
    assert_int_equal(lw_unit_param("nosuch", 0, &p), LW_INVALID);
    assert_int_equal(lw_unit_param(NULL, 0, &p), LW_INVALID);
}

static void refused(const char *unit, const char *name, uint32_t value, const char *engine,
                    const char *words)
{
    const lw_setting_t s = {name, value};
    lw_error_t error;
    if (lw_unit_new(unit, &s, 1, engine, &error))
        fail_msg("taken: %s", words);
    assert_int_equal(error.status, LW_INVALID);
    if (!strstr(error.text, words))
        fail_msg("'%s' has no '%s'", error.text, words);
    assert_null(lw_unit_new(unit, &s, 1, engine, NULL));
}

static void library_200_what_cannot_be_made(void **state)
{
    (void)state;
    refused("common.fofi", "depth", 5, "c", "no unit 'common.fofi'");
    refused(NULL, "depth", 5, "c", "no unit ''");
    refused("common.fifo", "depth", 5, "C", "no engine 'C'; expected c, rtl or lockstep");
    refused("common.fifo", "depth", 5, NULL, "no engine ''");
    refused("common.fifo", "dept", 5, "c", "common.fifo: no parameter 'dept'");
    refused("common.fifo", NULL, 5, "c", "common.fifo: no parameter ''");
    refused("common.fifo", "depth", 0, "c", "common.fifo: depth is 0; expected 1 to ");
    refused("common.fifo", "depth", UINT32_MAX, "rtl", "common.fifo: depth is 4294967295;");
}

static lw_unit_t *made(const char *unit, const char *engine)
{
    lw_error_t error;
    lw_unit_t *u = lw_unit_new(unit, NULL, 0, engine, &error);
    if (!u)
        fail_msg("%s", error.text);
    assert_int_equal(error.status, LW_OK);
    assert_string_equal(error.text, "");
    return u;
}

static void says(const lw_unit_t *u, int status, const char *words)
{
    assert_int_equal(status, LW_INVALID);
    if (!strstr(lw_unit_message(u), words))
        fail_msg("'%s' has no '%s'", lw_unit_message(u), words);
}

static void library_210_what_cannot_be_set(void **state)
{
    (void)state;
    lw_unit_t *u = made("abyp.table", "c");
    const int in = lw_unit_find(u, "lookup_idx"), ctr = lw_unit_find(u, "ctr");
    uint64_t v;
    lw_field_t f;
    assert_int_equal(lw_unit_find(u, "nosuch"), LW_INVALID);
    assert_int_equal(lw_unit_find(u, NULL), LW_INVALID);
    assert_int_equal(lw_unit_field(u, 1000, &f), LW_INVALID);
    assert_int_equal(lw_unit_field(u, (size_t)ctr, &f), LW_OK);
    assert_int_equal(f.direction, LW_STATE);
    assert_int_equal(f.width, 4);
    assert_int_equal(f.count, 128);
    says(u, lw_unit_set(u, -1, 0, 0), "abyp.table has no field -1");
    says(u, lw_unit_get(u, 1000, 0, &v), "abyp.table has no field 1000");
    says(u, lw_unit_set(u, in, 1, 0), "lookup_idx has 1 elements, not an element 1");
    says(u, lw_unit_set(u, in, 0, 128), "lookup_idx has 7 bits, and 128 has more");
    says(u, lw_unit_set(u, ctr, 0, 1), "ctr is no input");
    says(u, lw_unit_get(u, ctr, 128, &v), "ctr has 128 elements, not an element 128");
    says(u, lw_unit_counts(u, ctr, 128), "not an element 128");
    assert_int_equal(lw_unit_set(u, in, 0, 127), LW_OK);
    assert_int_equal(lw_unit_get(u, in, 0, &v), LW_OK);
    assert_int_equal(v, 127);
    lw_unit_free(u);
    lw_unit_free(NULL);
}

static void set_all(lw_unit_t *u, const unit_desc_t *d, const void *cfg, const void *in)
{
    for (unsigned k = 0; k < d->n_fields; k++)
        for (unsigned i = 0; d->fields[k].dir == UNIT_IN && i < d->fields[k].count(cfg); i++)
            assert_int_equal(lw_unit_set(u, (int)k, i, unit_field_get(&d->fields[k], in, i)),
                             LW_OK);
}

/* The elements of a direction, as the C structs have them. */
static void same_all(lw_unit_t *u, const unit_desc_t *d, unit_dir_t dir, const void *cfg,
                     const void *model, const void *in, const void *base)
{
    for (unsigned k = 0; k < d->n_fields; k++) {
        const unit_field_t *f = &d->fields[k];
        for (unsigned i = 0; f->dir == dir && i < f->count(cfg); i++) {
            const bool counts = !f->gated || f->gate(cfg, model, in, i);
            uint64_t v;
            assert_int_equal(lw_unit_counts(u, (int)k, i), counts);
            if (lw_unit_get(u, (int)k, i, &v))
                fail_msg("%s", lw_unit_message(u));
            if (counts && v != unit_field_get(f, base, i))
                fail_msg("%s: %s[%u] is %lu, not %lu", d->name, f->name, i, (unsigned long)v,
                         (unsigned long)unit_field_get(f, base, i));
        }
    }
}

/* A unit through its ports beside its C model, with the same random stimulus. */
static void beside_the_model(const unit_desc_t *d, const char *engine, unsigned cycles)
{
    void *cfg = calloc(1, d->cfg_bytes), *model = calloc(1, d->state_bytes);
    void *out = calloc(1, d->out_bytes);
    unit_cfg_geometry(d, UNIT_PAPER, cfg);
    assert_int_equal(d->init(model, cfg), 0);
    stim_gen_t *gen = stim_gen_new(d, cfg, 7, STIM_RANDOM);
    lw_unit_t *u = made(d->name, engine);
    uint64_t cycle = 0;
    stim_op_t op;
    const void *in;
    while (cycle < cycles && stim_gen_next(gen, &op, &in)) {
        if (op == STIM_RESET) {
            d->init(model, cfg);
            assert_int_equal(lw_unit_reset(u), LW_OK);
            assert_int_equal(lw_unit_cycle(u), 0);
            continue;
        }
        set_all(u, d, cfg, in);
        memset(out, 0, d->out_bytes);
        d->eval(model, in, out);
        same_all(u, d, UNIT_OUT, cfg, model, in, out);
        if (op != STIM_TICK)
            continue;
        d->tick(model, in);
        if (lw_unit_tick(u))
            fail_msg("%s", lw_unit_message(u));
        if (cycle++ % 8 == 0)
            same_all(u, d, UNIT_STATE, cfg, model, in, model);
    }
    lw_unit_free(u);
    stim_gen_free(gen);
    free(cfg);
    free(model);
    free(out);
}

static void library_300_every_unit_is_its_model(void **state)
{
    (void)state;
    for (unsigned i = 0; i < unit_registry_count; i++)
        beside_the_model(unit_registry[i], "c", CYCLES);
}

static void library_310_every_engine(void **state)
{
    (void)state;
    static const char *const units[] = {"abyp",        "apcm.mta",  "apres.queue",
                                        "common.fifo", "las.rects", "mrpb"};
    if (!rtl_available())
        skip();
    for (unsigned i = 0; i < sizeof units / sizeof *units; i++) {
        beside_the_model(unit_find(units[i]), "rtl", FEW);
        beside_the_model(unit_find(units[i]), "lockstep", FEW);
    }
}

/* The FIFO of the paper's depth, filled. */
static lw_unit_t *filled(const char *engine, int *status)
{
    lw_unit_t *u = made("common.fifo", engine);
    const int push = lw_unit_find(u, "push_valid"), data = lw_unit_find(u, "push_data");
    assert_int_equal(lw_unit_set(u, push, 0, 1), LW_OK);
    for (unsigned i = 0; i < 100 && !*status; i++) {
        assert_int_equal(lw_unit_set(u, data, 0, i % 2), LW_OK);
        *status = lw_unit_tick(u);
    }
    return u;
}

static void library_400_what_differs_stays_so(void **state)
{
    (void)state;
    int status = 0;
    uint64_t v;
    lw_unit_t *u = filled("lockstep", &status);
    assert_int_equal(status, LW_DIFFER);
    assert_non_null(strstr(lw_unit_message(u), "common.fifo: C model and RTL differ"));
    assert_int_equal(lw_unit_tick(u), LW_DIFFER);
    assert_int_equal(lw_unit_get(u, lw_unit_find(u, "pop_data"), 0, &v), LW_DIFFER);
    assert_int_equal(lw_unit_reset(u), LW_DIFFER);
    lw_unit_free(u);
    status = 0;
    u = filled("rtl", &status); /* alone it has nothing to differ from */
    assert_int_equal(status, LW_OK);
    lw_unit_free(u);
}

static void library_410_no_model(void **state)
{
    (void)state;
    lw_error_t error;
    assert_null(lw_unit_new("mrpb", NULL, 0, "rtl", &error)); /* not in this LW_MODELS */
    assert_int_equal(error.status, LW_NO_MODEL);
    assert_non_null(strstr(error.text, "no such model"));
}

int main(int argc, char **argv)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(library_100_all_units_by_name),
        cmocka_unit_test(library_110_parameters),
        cmocka_unit_test(library_200_what_cannot_be_made),
        cmocka_unit_test(library_210_what_cannot_be_set),
        cmocka_unit_test(library_300_every_unit_is_its_model),
        cmocka_unit_test(library_310_every_engine),
    };
    const struct CMUnitTest broken[] = {
        cmocka_unit_test(library_400_what_differs_stays_so),
        cmocka_unit_test(library_410_no_model),
    };
    if (argc > 1 && strcmp(argv[1], "broken") == 0)
        return cmocka_run_group_tests(broken, NULL, NULL);
    return cmocka_run_group_tests(tests, NULL, NULL);
}
