/* Every declared event of every unit that is possible at a geometry happens there at least 100
 * times in a run of the default length, and at least once in a quarter of that length under other
 * seeds. The others never happen. */
#include "cosim_test.h"

#include <stdio.h>

#include "lockstep/cosim.h"

enum { AT_LEAST = 100 };

static void count(uint64_t seed, uint64_t cycles, uint64_t least)
{
    for (unsigned u = 0; u < unit_registry_count; u++)
        for (int g = 0; g < UNIT_GEOMETRIES; g++) {
            const unit_desc_t *d = unit_registry[u];
            const stim_unit_t *s = stim_unit_of(d);
            cosim_opts_t o = {.desc = d,
                              .cfg = cfg_at(d, (unit_geometry_t)g),
                              .model = model_at(d, (unit_geometry_t)g),
                              .cycles = cycles,
                              .seed = seed};
            cosim_result_t r;
            diag_t diag = {0};
            assert_int_equal(cosim_run(&o, &r, &diag), 0);
            assert_false(r.failed);
            assert_int_equal(r.cycles, cycles);
            assert_true(r.resets > 10 && r.idle > 1000);
            for (unsigned k = 0; k < s->n_events; k++)
                if (r.possible[k] ? r.event[k] < least : r.event[k] != 0)
                    fail_msg("%s, %s, seed %lu: %s happened %lu times", d->name,
                             unit_geometry_name((unit_geometry_t)g), (unsigned long)seed,
                             s->events[k].name, (unsigned long)r.event[k]);
            cosim_result_free(&r);
        }
}

static void events_100_each_happens_100_times(void **state)
{
    (void)state;
    NEEDS_RTL();
    count(1, COSIM_CYCLES, AT_LEAST);
}

static void events_110_each_happens_under_other_seeds(void **state)
{
    (void)state;
    NEEDS_RTL();
    count(2, COSIM_CYCLES / 4, 1);
    count(UINT64_MAX, COSIM_CYCLES / 4, 1);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(events_100_each_happens_100_times),
        cmocka_unit_test(events_110_each_happens_under_other_seeds),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
