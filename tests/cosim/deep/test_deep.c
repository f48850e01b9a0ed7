/* Faults that show only deep in a run, each found by cosim as it runs by default.
 *
 *   test_deep [long]
 *
 * With the default seed and length; long: under ten seeds, and no fault may be missed under more
 * than two of them. A model's geometry is "large cam_clear": a geometry and the name of the fault.
 */
#include "cosim_test.h"

#include <stdio.h>

#include "lockstep/cosim.h"

static bool is_long;

static cosim_opts_t opts_of(const rtl_model_t *m, uint64_t seed)
{
    char geometry[16];
    assert_int_equal(sscanf(m->geometry, "%15s", geometry), 1);
    return (cosim_opts_t){.desc = unit_find(m->unit),
                          .geometry = (unit_geometry_t)unit_geometry_find(geometry),
                          .model = m,
                          .cycles = COSIM_CYCLES,
                          .seed = seed};
}

enum { SEEDS = 10, MISSED_AT_MOST = 2 };

static void deep_100_default_cosim_finds_each(void **state)
{
    (void)state;
    unsigned not_found = 0;
    for (unsigned k = 0; k < rtl_registry_count; k++) {
        unsigned missed = 0;
        for (uint64_t seed = 1; seed <= (is_long ? SEEDS : 1); seed++) {
            const cosim_opts_t o = opts_of(rtl_registry[k], seed);
            cosim_result_t r;
            diag_t diag = {0};
            if (cosim_run(&o, &r, &diag))
                fail_msg("%s", diag.text);
            print_message("%-22s %-28s seed %2lu: %s %s, cycle %lu\n", o.desc->name,
                          o.model->geometry, (unsigned long)seed,
                          r.failed ? mismatch_kind_name(r.bad.kind) : "NOT FOUND",
                          r.bad.field ? r.bad.field->name : "", (unsigned long)r.cycle);
            missed += !r.failed;
            cosim_result_free(&r);
        }
        not_found += missed > (is_long ? MISSED_AT_MOST : 0);
    }
    assert_int_equal(not_found, 0);
}

/* The RTL that stirs while the model says that it is quiet is reported as such. */
static void deep_110_restless_rtl_is_called_so(void **state)
{
    (void)state;
    for (unsigned k = 0; k < rtl_registry_count; k++) {
        if (!strstr(rtl_registry[k]->geometry, "restless"))
            continue;
        const cosim_opts_t o = opts_of(rtl_registry[k], 1);
        cosim_result_t r;
        diag_t diag = {0};
        assert_int_equal(cosim_run(&o, &r, &diag), 0);
        assert_int_equal(r.bad.kind, MISMATCH_QUIET_RTL);
        assert_string_equal(r.bad.field->name, "busy");
        cosim_result_free(&r);
        return;
    }
    fail_msg("no such model");
}

int main(int argc, char **argv)
{
    is_long = argc > 1 && strcmp(argv[1], "long") == 0;
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(deep_100_default_cosim_finds_each),
        cmocka_unit_test(deep_110_restless_rtl_is_called_so),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
