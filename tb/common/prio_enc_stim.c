/* Events and directed stimulus of common.prio_enc (docs/units/common.md). */
#include "common/prio_enc.h"
#include "lockstep/stim_unit.h"

enum {
    NONE,
    LOWEST_LINE,
    HIGHEST_ALONE,
    SEVERAL,
    ALL,
};

static bool two_lines(const void *cfg)
{
    const prio_enc_cfg_t *c = cfg;
    return c->n > 1;
}

static const stim_event_t events[] = {
    [NONE] = {.name = "none"},
    [LOWEST_LINE] = {.name = "lowest_line"},
    [HIGHEST_ALONE] = {.name = "highest_alone"},
    [SEVERAL] = {.name = "several", .possible = two_lines},
    [ALL] = {.name = "all"},
};

static uint64_t line(unsigned i)
{
    return UINT64_C(1) << i;
}

static void watch(const void *cfg, const void *state, const void *input, const void *output,
                  bool *happened)
{
    const prio_enc_cfg_t *c = cfg;
    const prio_enc_in_t *in = input;
    (void)state, (void)output; /* what is requested says it all */

    happened[NONE] = in->req == 0;
    happened[LOWEST_LINE] = in->req & line(0);
    happened[HIGHEST_ALONE] = in->req == line(c->n - 1);
    happened[SEVERAL] = bits_popcount(in->req) > 1;
    happened[ALL] = in->req == bits_mask(c->n);
}

static unsigned each_line(const void *cfg)
{
    const prio_enc_cfg_t *c = cfg;
    return c->n;
}

static void each_line_alone(const void *cfg, unsigned k, void *input)
{
    prio_enc_in_t *in = input;
    (void)cfg;
    in->req = line(k);
}

static void each_line_and_all_above(const void *cfg, unsigned k, void *input)
{
    const prio_enc_cfg_t *c = cfg;
    prio_enc_in_t *in = input;
    in->req = bits_mask(c->n) & ~bits_mask(k);
}

static void each_line_and_highest(const void *cfg, unsigned k, void *input)
{
    const prio_enc_cfg_t *c = cfg;
    prio_enc_in_t *in = input;
    in->req = line(k) | line(c->n - 1);
}

static unsigned one(const void *cfg)
{
    (void)cfg;
    return 1;
}

static void no_line(const void *cfg, unsigned k, void *input)
{
    (void)cfg, (void)k, (void)input; /* all inputs are 0 before */
}

static const stim_directed_t directed[] = {
    {"each_line_alone", each_line, each_line_alone},
    {"each_line_and_all_above", each_line, each_line_and_all_above},
    {"each_line_and_highest", each_line, each_line_and_highest},
    {"no_line", one, no_line},
};

const stim_unit_t prio_enc_stim = {
    .unit = &prio_enc_unit,
    .events = events,
    .directed = directed,
    .n_events = sizeof events / sizeof *events,
    .n_directed = sizeof directed / sizeof *directed,
    .watch = watch,
};
