/* Every declared event happens at least 100 times in a run of the default length, at every geometry
 * and under every seed tried, and at least once in the shortest run that must see all of them; an
 * event declared impossible never happens.
 *
 *   test_events [long]
 *
 * One seed, and a quarter of the length, in which an event must happen ten times (25 are expected
 * of one that happens 100 times in all of it); long: ten seeds. A table names every event that is
 * too rare.
 */
#include "cosim_test.h"

#include <stdio.h>

#include "lockstep/cosim.h"

enum { AT_LEAST = 100, SHORT_CYCLES = COSIM_CYCLES / 4, SHORT_AT_LEAST = 10, SEEDS = 10 };

static bool is_long;

/* Any ten would do; these were written down before the first run. */
static const uint64_t seed_of[SEEDS] = {1, 2, 3, 4, 5, 1234567, 99, 0, UINT64_MAX, 20250101};

typedef struct tally {
    unsigned runs, bad;
    uint64_t rarest; /* of all events and runs */
    char which[128];
} tally_t;

static void wrong(tally_t *t, const cosim_opts_t *o, const char *event, uint64_t n,
                  const char *expected)
{
    char label[UNIT_LABEL];
    if (t->bad++ == 0)
        print_message("%-22s %-6s %20s %9s  %-36s %9s  expected\n", "unit", "size", "seed",
                      "cycles", "event", "times");
    print_message("%-22s %-6s %20lu %9lu  %-36s %9lu  %s\n", o->desc->name,
                  unit_cfg_label(o->desc, o->cfg, label, sizeof label), (unsigned long)o->seed,
                  (unsigned long)o->cycles, event, (unsigned long)n, expected);
}

static void run(tally_t *t, const cosim_opts_t *o, uint64_t least)
{
    const stim_unit_t *s = stim_unit_of(o->desc);
    char label[UNIT_LABEL];
    cosim_result_t r;
    diag_t diag = {0};
    if (cosim_run(o, &r, &diag))
        fail_msg("%s", diag.text);
    assert_false(r.failed);
    assert_int_equal(r.cycles, o->cycles);
    assert_true(r.resets > 3 && r.idle > o->cycles / 1000 && r.skips > o->cycles / 1000);
    for (unsigned k = 0; k < s->n_events; k++) {
        const bool possible = stim_event_possible(s, k, o->cfg);
        if (possible && r.event[k] < t->rarest) {
            t->rarest = r.event[k];
            snprintf(t->which, sizeof t->which, "%s of %s, %s", s->events[k].name, o->desc->name,
                     unit_cfg_label(o->desc, o->cfg, label, sizeof label));
        }
        if (possible && r.event[k] < least)
            wrong(t, o, s->events[k].name, r.event[k], "more");
        if (!possible && r.event[k])
            wrong(t, o, s->events[k].name, r.event[k], "none: it is declared impossible");
    }
    t->runs++;
    cosim_result_free(&r);
}

static void count(uint64_t cycles, uint64_t least, unsigned seeds)
{
    tally_t t = {.rarest = UINT64_MAX};
    for (unsigned i = 0; i < seeds; i++)
        for (unsigned u = 0; u < unit_registry_count; u++)
            for (int g = 0; g < UNIT_GEOMETRIES; g++) {
                const unit_desc_t *d = unit_registry[u];
                const cosim_opts_t o = {.desc = d,
                                        .cfg = cfg_at(d, (unit_geometry_t)g),
                                        .model = model_at(d, (unit_geometry_t)g),
                                        .cycles = cycles,
                                        .seed = seed_of[i]};
                run(&t, &o, least);
            }
    print_message("%u runs of %lu cycles: the rarest event, %s, happened %lu times\n", t.runs,
                  (unsigned long)cycles, t.which, (unsigned long)t.rarest);
    assert_int_equal(t.bad, 0);
}

static void events_100_each_happens_100_times(void **state)
{
    (void)state;
    NEEDS_RTL();
    if (is_long)
        count(COSIM_CYCLES, AT_LEAST, SEEDS);
    else
        count(SHORT_CYCLES, SHORT_AT_LEAST, 1);
}

static void events_110_each_happens_in_the_shortest_run_that_must_see_it(void **state)
{
    (void)state;
    NEEDS_RTL();
    count(COSIM_EVENTS_FROM, 1, is_long ? SEEDS : 1);
}

int main(int argc, char **argv)
{
    is_long = argc > 1 && strcmp(argv[1], "long") == 0;
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(events_100_each_happens_100_times),
        cmocka_unit_test(events_110_each_happens_in_the_shortest_run_that_must_see_it),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
