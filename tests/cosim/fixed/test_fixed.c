/* mrpb with its options fixed as parameters, in lockstep with the C model of those values: the
 * directed stimulus and random inputs, with every event that can happen seen and no other.
 *
 *   test_fixed [long]
 *
 * A model's geometry is "small policy=0 flush=1 bypass=2": a geometry and what differs from it. */
#include "cosim_test.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "lockstep/cosim.h"
#include "lockstep/rtl.h"

static bool is_long;

enum { MAX_PARAMS = 16 };

/* A unit whose geometry has a model's values. */
typedef struct fixed {
    unit_desc_t desc;
    unit_param_t params[MAX_PARAMS];
    unit_geometry_t geometry;
    unsigned policy, flush, bypass;
} fixed_t;

static void set(fixed_t *f, const char *name, unsigned value)
{
    for (unsigned i = 0; i < f->desc.n_params; i++)
        if (strcmp(f->params[i].name, name) == 0) {
            f->params[i].value[f->geometry] = value;
            return;
        }
    fail_msg("%s has no parameter %s", f->desc.name, name);
}

static void describe(fixed_t *f, const rtl_model_t *m)
{
    char geometry[16];
    assert_int_equal(sscanf(m->geometry, "%15s policy=%u flush=%u bypass=%u", geometry, &f->policy,
                            &f->flush, &f->bypass),
                     4);
    f->geometry = (unit_geometry_t)unit_geometry_find(geometry);
    f->desc = *unit_find(m->unit);
    assert_true(f->desc.n_params <= MAX_PARAMS);
    memcpy(f->params, f->desc.params, f->desc.n_params * sizeof f->params[0]);
    f->desc.params = f->params;
    set(f, "policy", f->policy);
    set(f, "flush", f->flush);
    set(f, "bypass", f->bypass);
}

static bool can_happen(const fixed_t *f, const char *event)
{
    static const char *const of_flush[] = {"read_to_full_queue_flushes",
                                           "write_to_occupied_queue_flushes", "write_direct",
                                           "policy_while_write_waits"};
    for (unsigned i = 0; i < sizeof of_flush / sizeof of_flush[0]; i++)
        if (strcmp(event, of_flush[i]) == 0)
            return f->flush;
    if (strcmp(event, "stall_with_bypass") == 0 || strcmp(event, "bypass_taken") == 0)
        return f->bypass != 0;
    return strcmp(event, "stall_without_bypass") != 0 || f->bypass != 1;
}

static bool run(const unit_desc_t *d, const rtl_model_t *m, unit_geometry_t g, stim_kind_t kind,
                uint64_t cycles, cosim_result_t *r)
{
    diag_t diag = {0};
    const cosim_opts_t o = {
        .desc = d, .geometry = g, .model = m, .kind = kind, .cycles = cycles, .seed = 4};
    if (cosim_run(&o, r, &diag))
        fail_msg("%s, %s: %s", m->unit, m->geometry, diag.text);
    return !r->failed;
}

static void fixed_010_equal_to_the_model_of_these_values(void **state)
{
    (void)state;
    for (unsigned k = 0; k < rtl_registry_count; k++) {
        const rtl_model_t *m = rtl_registry[k];
        fixed_t f;
        cosim_result_t r;
        describe(&f, m);
        const bool small = f.geometry == UNIT_SMALL;
        const uint64_t cycles = (small ? 1000000U : 300000U) * (is_long ? 10U : 1U);
        for (unsigned directed = 0; directed < 2; directed++) {
            if (!run(&f.desc, m, f.geometry, directed ? STIM_DIRECTED : STIM_RANDOM, cycles, &r))
                fail_msg("%s, %s: cycle %lu, %s %s[%u]: model %lx, RTL %lx %s", m->unit,
                         m->geometry, (unsigned long)r.cycle, mismatch_kind_name(r.bad.kind),
                         r.bad.field ? r.bad.field->name : "-", r.bad.index,
                         (unsigned long)r.bad.model, (unsigned long)r.bad.rtl, r.bad.text);
            for (unsigned e = 0; e < stim_unit_of(&f.desc)->n_events && !directed; e++)
                if ((r.event[e] != 0) != can_happen(&f, stim_unit_of(&f.desc)->events[e].name))
                    fail_msg("%s, %s: %s seen %lu times in %lu cycles", m->unit, m->geometry,
                             stim_unit_of(&f.desc)->events[e].name, (unsigned long)r.event[e],
                             (unsigned long)r.cycles);
            if (!directed)
                printf("%s, %s: %lu cycles equal\n", m->unit, m->geometry, (unsigned long)r.cycles);
            cosim_result_free(&r);
        }
    }
}

/* What is compared is the parameters' own gates: a model of other values differs. */
static void fixed_020_another_value_is_seen(void **state)
{
    (void)state;
    static const char *const names[] = {"policy", "flush", "bypass"};
    static const unsigned others[] = {5, 0, 0};
    for (unsigned k = 0; k < rtl_registry_count; k++) {
        const rtl_model_t *m = rtl_registry[k];
        for (unsigned i = 0; i < 3; i++) {
            fixed_t f;
            cosim_result_t r;
            describe(&f, m);
            const unsigned values[] = {f.policy, f.flush, f.bypass};
            set(&f, names[i], values[i] == others[i] ? others[i] + 1 : others[i]);
            if (run(&f.desc, m, f.geometry, STIM_RANDOM, 100000, &r))
                fail_msg("%s, %s: another %s is not seen", m->unit, m->geometry, names[i]);
            cosim_result_free(&r);
        }
    }
}

int main(int argc, char **argv)
{
    is_long = argc > 1 && strcmp(argv[1], "long") == 0;
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(fixed_010_equal_to_the_model_of_these_values),
        cmocka_unit_test(fixed_020_another_value_is_seen),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
