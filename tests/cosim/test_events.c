/* Every declared event of every unit happens at least 100 times in a run of the default length,
 * at every geometry, and at least once in a quarter of that length under other seeds. */
#include "cosim_test.h"

#include <stdio.h>

#include "lockstep/cosim.h"

enum { AT_LEAST = 100 };

static void count(uint64_t seed, uint64_t cycles, uint64_t least)
{
    for (unsigned u = 0; u < unit_registry_count; u++)
        for (int g = 0; g < UNIT_GEOMETRIES; g++) {
            const unit_desc_t *d = unit_registry[u];
            cosim_opts_t o = {.desc = d,
                              .geometry = (unit_geometry_t)g,
                              .model = rtl_find_geometry(d, (unit_geometry_t)g),
                              .cycles = cycles,
                              .seed = seed};
            cosim_result_t r;
            diag_t diag = {0};
            assert_int_equal(cosim_run(&o, &r, &diag), 0);
            assert_false(r.failed);
            assert_int_equal(r.cycles, cycles);
            assert_true(r.resets > 10 && r.idle > 1000);
            for (unsigned k = 0; k < d->n_events; k++)
                if (r.event[k] < least)
                    fail_msg("%s, %s, seed %lu: %s happened %lu times", d->name,
                             unit_geometry_name((unit_geometry_t)g), (unsigned long)seed,
                             d->events[k].name, (unsigned long)r.event[k]);
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

/* The descriptor's counter of all events agrees with the event functions one by one. */
static void events_120_counting_all_is_counting_each(void **state)
{
    (void)state;
    for (unsigned u = 0; u < unit_registry_count; u++) {
        const unit_desc_t *d = unit_registry[u];
        uint32_t cfg[16];
        uint64_t in[16], out[16], all[64] = {0}, each[64] = {0};
        assert_true(d->cfg_bytes <= sizeof cfg && d->in_bytes <= sizeof in &&
                    d->out_bytes <= sizeof out && d->n_events <= 64);
        unit_cfg_geometry(d, UNIT_SMALL, cfg);
        void *model = calloc(1, d->state_bytes);
        assert_int_equal(d->init(model, cfg), 0);
        rng_t rng;
        rng_seed(&rng, 4);
        for (unsigned c = 0; c < 2000; c++) {
            random_inputs(d, cfg, &rng, 50, in);
            d->eval(model, in, out);
            d->count_events(cfg, model, in, out, all);
            for (unsigned k = 0; k < d->n_events; k++)
                each[k] += d->events[k].happened(cfg, model, in, out);
            d->tick(model, in);
        }
        assert_memory_equal(all, each, sizeof all);
        free(model);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(events_100_each_happens_100_times),
        cmocka_unit_test(events_110_each_happens_under_other_seeds),
        cmocka_unit_test(events_120_counting_all_is_counting_each),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
