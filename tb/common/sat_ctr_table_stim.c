/* Events and directed stimulus of common.sat_ctr_table: see lockstep/stim_unit.h;
 * docs/units/common.md lists them. */
#include "common/sat_ctr_table.h"
#include "lockstep/stim_unit.h"

enum {
    INC_BELOW_MAX,
    INC_SATURATED,
    DEC_ABOVE_ZERO,
    DEC_SATURATED,
    INC_DEC_CANCEL,
    INC_DEC_APART,
    READ_OF_INCREMENTED,
    READ_OF_DECREMENTED,
};

static const stim_event_t events[] = {
    [INC_BELOW_MAX] = {.name = "inc_below_max"},
    [INC_SATURATED] = {.name = "inc_saturated"},
    [DEC_ABOVE_ZERO] = {.name = "dec_above_zero"},
    [DEC_SATURATED] = {.name = "dec_saturated"},
    [INC_DEC_CANCEL] = {.name = "inc_dec_cancel"},
    [INC_DEC_APART] = {.name = "inc_dec_apart"},
    [READ_OF_INCREMENTED] = {.name = "read_of_incremented"},
    [READ_OF_DECREMENTED] = {.name = "read_of_decremented"},
};

static void watch(const void *cfg, const void *state, const void *input, const void *output,
                  bool *happened)
{
    const sat_ctr_table_cfg_t *c = cfg;
    const sat_ctr_table_t *u = state;
    const sat_ctr_table_in_t *in = input;
    const sat_ctr_table_out_t *out = output;
    (void)c, (void)u, (void)in, (void)out;

    happened[INC_BELOW_MAX] = in->inc_en && !(in->dec_en && in->inc_idx == in->dec_idx) &&
                              u->ctr[in->inc_idx] < bits_mask(c->ctr_w);
    happened[INC_SATURATED] = in->inc_en && !(in->dec_en && in->inc_idx == in->dec_idx) &&
                              u->ctr[in->inc_idx] == bits_mask(c->ctr_w);
    happened[DEC_ABOVE_ZERO] =
        in->dec_en && !(in->inc_en && in->inc_idx == in->dec_idx) && u->ctr[in->dec_idx] > 0;
    happened[DEC_SATURATED] =
        in->dec_en && !(in->inc_en && in->inc_idx == in->dec_idx) && u->ctr[in->dec_idx] == 0;
    happened[INC_DEC_CANCEL] = in->inc_en && in->dec_en && in->inc_idx == in->dec_idx;
    happened[INC_DEC_APART] = in->inc_en && in->dec_en && in->inc_idx != in->dec_idx;
    happened[READ_OF_INCREMENTED] = in->inc_en && in->rd_idx == in->inc_idx;
    happened[READ_OF_DECREMENTED] = in->dec_en && in->rd_idx == in->dec_idx;
}

static unsigned fill_every_counter_cycles(const void *cfg)
{
    const sat_ctr_table_cfg_t *c = cfg;
    (void)c;
    return (unsigned)((bits_mask(c->ctr_w) + 2) * c->entries);
}

static void fill_every_counter(const void *cfg, unsigned k, void *input)
{
    const sat_ctr_table_cfg_t *c = cfg;
    sat_ctr_table_in_t *in = input;
    (void)c, (void)k;
    in->inc_en = 1;
    in->inc_idx = (uint16_t)(k % c->entries);
    in->rd_idx = in->inc_idx;
}

static unsigned cancel_at_max_cycles(const void *cfg)
{
    const sat_ctr_table_cfg_t *c = cfg;
    (void)c;
    return (unsigned)(c->entries);
}

static void cancel_at_max(const void *cfg, unsigned k, void *input)
{
    const sat_ctr_table_cfg_t *c = cfg;
    sat_ctr_table_in_t *in = input;
    (void)c, (void)k;
    in->inc_en = 1;
    in->dec_en = 1;
    in->inc_idx = in->dec_idx = in->rd_idx = (uint16_t)k;
}

static unsigned drain_every_counter_cycles(const void *cfg)
{
    const sat_ctr_table_cfg_t *c = cfg;
    (void)c;
    return (unsigned)((bits_mask(c->ctr_w) + 2) * c->entries);
}

static void drain_every_counter(const void *cfg, unsigned k, void *input)
{
    const sat_ctr_table_cfg_t *c = cfg;
    sat_ctr_table_in_t *in = input;
    (void)c, (void)k;
    in->dec_en = 1;
    in->dec_idx = (uint16_t)(k % c->entries);
    in->rd_idx = in->dec_idx;
}

static unsigned cancel_at_zero_cycles(const void *cfg)
{
    const sat_ctr_table_cfg_t *c = cfg;
    (void)c;
    return (unsigned)(c->entries);
}

static void cancel_at_zero(const void *cfg, unsigned k, void *input)
{
    const sat_ctr_table_cfg_t *c = cfg;
    sat_ctr_table_in_t *in = input;
    (void)c, (void)k;
    in->inc_en = 1;
    in->dec_en = 1;
    in->inc_idx = in->dec_idx = in->rd_idx = (uint16_t)k;
}

static const stim_directed_t directed[] = {
    {"fill_every_counter", fill_every_counter_cycles, fill_every_counter},
    {"cancel_at_max", cancel_at_max_cycles, cancel_at_max},
    {"drain_every_counter", drain_every_counter_cycles, drain_every_counter},
    {"cancel_at_zero", cancel_at_zero_cycles, cancel_at_zero},
};

const stim_unit_t sat_ctr_table_stim = {
    .unit = &sat_ctr_table_unit,
    .events = events,
    .directed = directed,
    .n_events = sizeof events / sizeof *events,
    .n_directed = sizeof directed / sizeof *directed,
    .watch = watch,
};
