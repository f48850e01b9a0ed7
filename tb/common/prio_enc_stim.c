/* Events and directed stimulus of common.prio_enc: see lockstep/stim_unit.h; docs/units/common.md
 * lists them. */
#include "common/prio_enc.h"
#include "lockstep/stim_unit.h"

enum {
    NONE,
    LOWEST_LINE,
    HIGHEST_ALONE,
    SEVERAL,
    ALL,
};

static const stim_event_t events[] = {
    [NONE] = {.name = "none"},
    [LOWEST_LINE] = {.name = "lowest_line"},
    [HIGHEST_ALONE] = {.name = "highest_alone"},
    [SEVERAL] = {.name = "several"},
    [ALL] = {.name = "all"},
};

static void watch(const void *cfg, const void *state, const void *input, const void *output,
                  bool *happened)
{
    const prio_enc_cfg_t *c = cfg;
    const prio_enc_t *u = state;
    const prio_enc_in_t *in = input;
    const prio_enc_out_t *out = output;
    (void)c, (void)u, (void)in, (void)out;

    happened[NONE] = in->req == 0;
    happened[LOWEST_LINE] = in->req & 1;
    happened[HIGHEST_ALONE] = in->req == UINT64_C(1) << (c->n - 1);
    happened[SEVERAL] = bits_popcount(in->req) > 1;
    happened[ALL] = in->req == bits_mask(c->n);
}

static unsigned each_line_alone_cycles(const void *cfg)
{
    const prio_enc_cfg_t *c = cfg;
    (void)c;
    return (unsigned)(c->n);
}

static void each_line_alone(const void *cfg, unsigned k, void *input)
{
    const prio_enc_cfg_t *c = cfg;
    prio_enc_in_t *in = input;
    (void)c, (void)k;
    in->req = UINT64_C(1) << k;
}

static unsigned each_line_and_all_above_cycles(const void *cfg)
{
    const prio_enc_cfg_t *c = cfg;
    (void)c;
    return (unsigned)(c->n);
}

static void each_line_and_all_above(const void *cfg, unsigned k, void *input)
{
    const prio_enc_cfg_t *c = cfg;
    prio_enc_in_t *in = input;
    (void)c, (void)k;
    in->req = bits_mask(c->n) & ~bits_mask(k);
}

static unsigned each_line_and_highest_cycles(const void *cfg)
{
    const prio_enc_cfg_t *c = cfg;
    (void)c;
    return (unsigned)(c->n);
}

static void each_line_and_highest(const void *cfg, unsigned k, void *input)
{
    const prio_enc_cfg_t *c = cfg;
    prio_enc_in_t *in = input;
    (void)c, (void)k;
    in->req = UINT64_C(1) << k | UINT64_C(1) << (c->n - 1);
}

static unsigned no_line_cycles(const void *cfg)
{
    const prio_enc_cfg_t *c = cfg;
    (void)c;
    return (unsigned)(1);
}

static void no_line(const void *cfg, unsigned k, void *input)
{
    const prio_enc_cfg_t *c = cfg;
    prio_enc_in_t *in = input;
    (void)c, (void)k;
    in->req = 0;
}

static const stim_directed_t directed[] = {
    {"each_line_alone", each_line_alone_cycles, each_line_alone},
    {"each_line_and_all_above", each_line_and_all_above_cycles, each_line_and_all_above},
    {"each_line_and_highest", each_line_and_highest_cycles, each_line_and_highest},
    {"no_line", no_line_cycles, no_line},
};

const stim_unit_t prio_enc_stim = {
    .unit = &prio_enc_unit,
    .events = events,
    .directed = directed,
    .n_events = sizeof events / sizeof *events,
    .n_directed = sizeof directed / sizeof *directed,
    .watch = watch,
};
