/* An event that is declared impossible never happens, at whatever parameters: the C models alone,
 * at geometries drawn from the whole ranges. LW_SEED in the environment draws others.
 *
 *   test_events_drawn [long]
 */
#include "cosim_test.h"

#include <stdio.h>
#include <time.h>

#include "drawn_geometry.h"
#include "lockstep/cosim.h"
#include "lockstep/stim_source.h"
#include "lockstep/stim_unit.h"

enum {
    DRAWN = 40,
    DRAWN_LONG = 200,
    CYCLES = 5000,
    CYCLES_LONG = 20000,
    TRIES = 400,
    EVENTS = COSIM_MAX_EVENTS
};

static bool is_long;

static bool any(const unit_desc_t *d, const void *cfg)
{
    (void)d, (void)cfg;
    return true;
}

/* A unit and what it is driven with. */
typedef struct alone {
    const unit_desc_t *desc;
    const void *cfg;
    void *state, *out;
    uint64_t event[EVENTS];
} alone_t;

static void one_cycle(alone_t *a, stim_op_t op, const void *in)
{
    bool happened[EVENTS] = {false};
    const stim_unit_t *s = stim_unit_of(a->desc);
    if (op == STIM_RESET)
        assert_int_equal(a->desc->init(a->state, a->cfg), 0);
    if (op != STIM_TICK)
        return;
    a->desc->eval(a->state, in, a->out);
    s->watch(a->cfg, a->state, in, a->out, happened);
    for (unsigned k = 0; k < s->n_events; k++)
        a->event[k] += happened[k];
    a->desc->tick(a->state, in);
}

/* The events that happen and must not. */
static unsigned impossible(const unit_desc_t *d, const void *cfg, uint64_t seed)
{
    const stim_choice_t choice = {
        .desc = d, .cfg = cfg, .cycles = is_long ? CYCLES_LONG : CYCLES, .seed = seed};
    const stim_unit_t *s = stim_unit_of(d);
    alone_t a = {
        .desc = d, .cfg = cfg, .state = calloc(1, d->state_bytes), .out = calloc(1, d->out_bytes)};
    stim_source_t source;
    stim_op_t op;
    const void *in;
    unsigned n = 0;
    assert_true(s->n_events <= EVENTS && a.state && a.out && stim_source_open(&source, &choice));
    assert_int_equal(d->init(a.state, cfg), 0);
    while (stim_source_next(&source, &op, &in))
        one_cycle(&a, op, in);
    stim_source_close(&source);
    for (unsigned k = 0; k < s->n_events; k++)
        if (a.event[k] && !stim_event_possible(s, k, cfg)) {
            char params[UNIT_LABEL];
            print_message("%s, %s, seed %lu: %s is declared impossible and happens %lu times\n",
                          d->name, unit_cfg_params(d, cfg, params, sizeof params),
                          (unsigned long)seed, s->events[k].name, (unsigned long)a.event[k]);
            n++;
        }
    free(a.state);
    free(a.out);
    return n;
}

static void events_drawn_100_what_is_impossible_never_happens(void **state)
{
    (void)state;
    const char *given = getenv("LW_SEED");
    const uint64_t seed = given && *given ? strtoull(given, NULL, 10) : (uint64_t)time(NULL);
    unsigned bad = 0, geometries = 0;
    rng_t r;
    print_message("LW_SEED=%lu\n", (unsigned long)seed);
    rng_seed(&r, seed);
    for (unsigned u = 0; u < unit_registry_count; u++)
        for (unsigned i = 0; i < (is_long ? DRAWN_LONG : DRAWN); i++) {
            uint32_t cfg[UNIT_MAX_PARAMS];
            assert_true(drawn_geometry(unit_registry[u], &r, TRIES, any, cfg));
            bad += impossible(unit_registry[u], cfg, rng_u64(&r));
            geometries++;
        }
    print_message("%u geometries of %u units\n", geometries, unit_registry_count);
    assert_int_equal(bad, 0);
}

int main(int argc, char **argv)
{
    is_long = argc > 1 && strcmp(argv[1], "long") == 0;
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(events_drawn_100_what_is_impossible_never_happens),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
