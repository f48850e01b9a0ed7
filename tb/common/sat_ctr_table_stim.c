/* Events and directed stimulus of common.sat_ctr_table (docs/units/common.md). */
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
    NO_SUCH_READ,
    NO_SUCH_INC,
    NO_SUCH_DEC,
};

static bool two_entries(const void *cfg)
{
    const sat_ctr_table_cfg_t *c = cfg;
    return c->entries > 1;
}

static bool some_name_none(const void *cfg)
{
    const sat_ctr_table_cfg_t *c = cfg;
    return !bits_every_index(c->entries);
}

static const stim_event_t events[] = {
    [INC_BELOW_MAX] = {.name = "inc_below_max"},
    [INC_SATURATED] = {.name = "inc_saturated"},
    [DEC_ABOVE_ZERO] = {.name = "dec_above_zero"},
    [DEC_SATURATED] = {.name = "dec_saturated"},
    [INC_DEC_CANCEL] = {.name = "inc_dec_cancel"},
    [INC_DEC_APART] = {.name = "inc_dec_apart", .possible = two_entries},
    [READ_OF_INCREMENTED] = {.name = "read_of_incremented"},
    [READ_OF_DECREMENTED] = {.name = "read_of_decremented"},
    [NO_SUCH_READ] = {.name = "no_such_read", .possible = some_name_none},
    [NO_SUCH_INC] = {.name = "no_such_inc", .possible = some_name_none},
    [NO_SUCH_DEC] = {.name = "no_such_dec", .possible = some_name_none},
};

static void watch(const void *cfg, const void *state, const void *input, const void *output,
                  bool *happened)
{
    const sat_ctr_table_cfg_t *c = cfg;
    const sat_ctr_table_t *u = state;
    const sat_ctr_table_in_t *in = input;
    const uint8_t max = (uint8_t)bits_mask(c->ctr_w);
    const bool inc = in->inc_en && in->inc_idx < c->entries;
    const bool dec = in->dec_en && in->dec_idx < c->entries;
    const bool same = in->inc_idx == in->dec_idx;
    const bool up = inc && !(dec && same);
    const bool down = dec && !(inc && same);
    (void)output; /* the counter before the edge, which state has, too */

    happened[INC_BELOW_MAX] = up && u->ctr[in->inc_idx] != max;
    happened[INC_SATURATED] = up && u->ctr[in->inc_idx] == max;
    happened[DEC_ABOVE_ZERO] = down && u->ctr[in->dec_idx] != 0;
    happened[DEC_SATURATED] = down && u->ctr[in->dec_idx] == 0;
    happened[INC_DEC_CANCEL] = inc && dec && same;
    happened[INC_DEC_APART] = inc && dec && !same;
    happened[READ_OF_INCREMENTED] = inc && in->rd_idx == in->inc_idx;
    happened[READ_OF_DECREMENTED] = dec && in->rd_idx == in->dec_idx;
    happened[NO_SUCH_READ] = in->rd_idx >= c->entries;
    happened[NO_SUCH_INC] = in->inc_en && !inc;
    happened[NO_SUCH_DEC] = in->dec_en && !dec;
}

static void inc(unsigned idx, sat_ctr_table_in_t *in)
{
    in->inc_en = 1;
    in->inc_idx = in->rd_idx = (uint16_t)idx;
}

static void dec(unsigned idx, sat_ctr_table_in_t *in)
{
    in->dec_en = 1;
    in->dec_idx = in->rd_idx = (uint16_t)idx;
}

static unsigned each_entry(const void *cfg)
{
    const sat_ctr_table_cfg_t *c = cfg;
    return c->entries;
}

/* So often that every counter goes from one end to the other, and twice more. */
static unsigned each_entry_to_its_end(const void *cfg)
{
    const sat_ctr_table_cfg_t *c = cfg;
    return (unsigned)(bits_mask(c->ctr_w) + 2) * c->entries;
}

static void fill_every_counter(const void *cfg, unsigned k, void *input)
{
    const sat_ctr_table_cfg_t *c = cfg;
    inc(k % c->entries, input);
}

static void drain_every_counter(const void *cfg, unsigned k, void *input)
{
    const sat_ctr_table_cfg_t *c = cfg;
    dec(k % c->entries, input);
}

static void cancel(const void *cfg, unsigned k, void *input)
{
    (void)cfg;
    inc(k, input);
    dec(k, input);
}

static unsigned four(const void *cfg)
{
    (void)cfg;
    return 4;
}

/* The largest index, which names no counter unless all do; with no, one and both enables. */
static void largest_index(const void *cfg, unsigned k, void *input)
{
    const sat_ctr_table_cfg_t *c = cfg;
    sat_ctr_table_in_t *in = input;
    in->rd_idx = in->inc_idx = in->dec_idx = (uint16_t)bits_mask(bits_index_w(c->entries));
    in->inc_en = k & 1;
    in->dec_en = k >> 1 & 1;
}

static const stim_directed_t directed[] = {
    {"fill_every_counter", each_entry_to_its_end, fill_every_counter},
    {"cancel_at_max", each_entry, cancel},
    {"drain_every_counter", each_entry_to_its_end, drain_every_counter},
    {"cancel_at_zero", each_entry, cancel},
    {"largest_index", four, largest_index},
};

const stim_unit_t sat_ctr_table_stim = {
    .unit = &sat_ctr_table_unit,
    .events = events,
    .directed = directed,
    .n_events = sizeof events / sizeof *events,
    .n_directed = sizeof directed / sizeof *directed,
    .watch = watch,
};
