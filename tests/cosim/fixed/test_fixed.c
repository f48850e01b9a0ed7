/* mrpb with its options fixed as parameters, in lockstep with the C model of those values: the
 * directed stimulus and random inputs, with every event that can happen seen and no other.
 *
 *   test_fixed [long]
 */
#include "cosim_test.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "lockstep/cosim.h"
#include "mrpb/mrpb.h"

extern const unit_desc_t mrpb_unit;

static bool is_long;

/* A geometry with other options. */
typedef struct fixed {
    unit_geometry_t geometry;
    unsigned policy, flush, bypass;
} fixed_t;

/* The paper's final design, then every other value at the least geometry. */
static const fixed_t all[] = {
    {UNIT_PAPER, 0, 1, 2},
    {UNIT_SMALL, 0, 1, 2},
    {UNIT_LARGE, 0, 1, 2},
    {UNIT_SMALL, 1, 0, 0},
    {UNIT_SMALL, 2, 1, 1},
    {UNIT_SMALL, 3, 0, 1},
    {UNIT_SMALL, 4, 1, 0},
    {UNIT_SMALL, 5, 0, 2},
    {UNIT_SMALL, 6, 1, 1},
    {UNIT_SMALL, 7, 1, 2},
};
enum { FIXED = sizeof all / sizeof all[0] };

static mrpb_cfg_t cfg_of(const fixed_t *f)
{
    mrpb_cfg_t cfg;
    unit_cfg_geometry(&mrpb_unit, f->geometry, &cfg);
    cfg.policy = f->policy;
    cfg.flush = f->flush;
    cfg.bypass = f->bypass;
    return cfg;
}

static const rtl_model_t *model_of(const fixed_t *f)
{
    const mrpb_cfg_t cfg = cfg_of(f);
    diag_t diag = {{0}};
    const rtl_model_t *m = rtl_model(&mrpb_unit, &cfg, &diag);
    if (!m)
        fail_msg("%s", diag.text);
    return m;
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

static bool run(const mrpb_cfg_t *cfg, const rtl_model_t *m, stim_kind_t kind, uint64_t cycles,
                cosim_result_t *r)
{
    diag_t diag = {0};
    const cosim_opts_t o = {
        .desc = &mrpb_unit, .cfg = cfg, .model = m, .kind = kind, .cycles = cycles, .seed = 4};
    if (cosim_run(&o, r, &diag))
        fail_msg("%s, %s: %s", m->unit, m->params, diag.text);
    return !r->failed;
}

static void fixed_010_equal_to_the_model_of_these_values(void **state)
{
    (void)state;
    for (unsigned k = 0; k < FIXED; k++) {
        const fixed_t f = all[k];
        const rtl_model_t *m = model_of(&f);
        const mrpb_cfg_t cfg = cfg_of(&f);
        cosim_result_t r;
        const bool small = f.geometry == UNIT_SMALL;
        const uint64_t cycles = (small ? 1000000U : 300000U) * (is_long ? 10U : 1U);
        for (unsigned directed = 0; directed < 2; directed++) {
            if (!run(&cfg, m, directed ? STIM_DIRECTED : STIM_RANDOM, cycles, &r))
                fail_msg("%s, %s: cycle %lu, %s %s[%u]: model %lx, RTL %lx %s", m->unit,
                         m->params, (unsigned long)r.cycle, mismatch_kind_name(r.bad.kind),
                         r.bad.field ? r.bad.field->name : "-", r.bad.index,
                         (unsigned long)r.bad.model, (unsigned long)r.bad.rtl, r.bad.text);
            for (unsigned e = 0; e < stim_unit_of(&mrpb_unit)->n_events && !directed; e++)
                if ((r.event[e] != 0) != can_happen(&f, stim_unit_of(&mrpb_unit)->events[e].name))
                    fail_msg("%s, %s: %s seen %lu times in %lu cycles", m->unit, m->params,
                             stim_unit_of(&mrpb_unit)->events[e].name, (unsigned long)r.event[e],
                             (unsigned long)r.cycles);
            if (!directed)
                printf("%s, %s: %lu cycles equal\n", m->unit, m->params, (unsigned long)r.cycles);
            cosim_result_free(&r);
        }
    }
}

/* What is compared is the parameters' own gates: a model of other values differs. */
static void fixed_020_another_value_is_seen(void **state)
{
    (void)state;
    static const unsigned others[] = {5, 0, 0};
    for (unsigned k = 0; k < FIXED; k++) {
        const rtl_model_t *m = model_of(&all[k]);
        for (unsigned i = 0; i < 3; i++) {
            mrpb_cfg_t cfg = cfg_of(&all[k]);
            uint32_t *const value[] = {&cfg.policy, &cfg.flush, &cfg.bypass};
            cosim_result_t r;
            *value[i] = *value[i] == others[i] ? others[i] + 1 : others[i];
            if (run(&cfg, m, STIM_RANDOM, 100000, &r))
                fail_msg("%s, %s: another value of option %u is not seen", m->unit, m->params, i);
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
