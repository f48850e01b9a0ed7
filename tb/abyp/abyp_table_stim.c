/* Events and directed stimulus of abyp.table (docs/units/abyp.md). */
#include "abyp/abyp_table.h"
#include "lockstep/stim_unit.h"

enum {
    PREDICT_BYPASS,
    PREDICT_KEEP,
    REACHES_THRESHOLD,
    LEAVES_THRESHOLD,
    INC_SATURATED,
    DEC_SATURATED,
    INC_DEC_CANCEL,
    INC_DEC_APART,
    LOOKUP_BEFORE_EDGE,
    NO_SUCH_LOOKUP,
    NO_SUCH_TRAINING,
};

/* A threshold above the largest counter value is never reached. */
static bool threshold_in_reach(const void *cfg)
{
    const abyp_table_cfg_t *c = cfg;
    return c->threshold <= bits_mask(c->ctr_w);
}

static bool two_entries(const void *cfg)
{
    const abyp_table_cfg_t *c = cfg;
    return c->entries > 1;
}

static bool some_name_none(const void *cfg)
{
    const abyp_table_cfg_t *c = cfg;
    return !bits_every_index(c->entries);
}

static const stim_event_t events[] = {
    [PREDICT_BYPASS] = {.name = "predict_bypass", .possible = threshold_in_reach},
    [PREDICT_KEEP] = {.name = "predict_keep"},
    [REACHES_THRESHOLD] = {.name = "reaches_threshold", .possible = threshold_in_reach},
    [LEAVES_THRESHOLD] = {.name = "leaves_threshold", .possible = threshold_in_reach},
    [INC_SATURATED] = {.name = "inc_saturated"},
    [DEC_SATURATED] = {.name = "dec_saturated"},
    [INC_DEC_CANCEL] = {.name = "inc_dec_cancel"},
    [INC_DEC_APART] = {.name = "inc_dec_apart", .possible = two_entries},
    [LOOKUP_BEFORE_EDGE] = {.name = "lookup_before_edge", .possible = threshold_in_reach},
    [NO_SUCH_LOOKUP] = {.name = "no_such_lookup", .possible = some_name_none},
    [NO_SUCH_TRAINING] = {.name = "no_such_training", .possible = some_name_none},
};

static void watch(const void *cfg, const void *state, const void *input, const void *output,
                  bool *happened)
{
    const abyp_table_cfg_t *c = cfg;
    const abyp_table_t *u = state;
    const abyp_table_in_t *in = input;
    const abyp_table_out_t *out = output;
    const uint8_t max = (uint8_t)bits_mask(c->ctr_w);
    const bool inc = in->inc_en && in->inc_idx < c->entries;
    const bool dec = in->dec_en && in->dec_idx < c->entries;
    const uint8_t inc_ctr = inc ? u->ctrs.ctr[in->inc_idx] : 0;
    const uint8_t dec_ctr = dec ? u->ctrs.ctr[in->dec_idx] : 0;
    const bool lone_inc = inc && !in->dec_en;
    const bool lone_dec = dec && !in->inc_en;
    const bool reaches = lone_inc && inc_ctr != max && inc_ctr + 1u == c->threshold;

    happened[PREDICT_BYPASS] = out->predict;
    happened[PREDICT_KEEP] = !out->predict;
    happened[REACHES_THRESHOLD] = reaches;
    happened[LEAVES_THRESHOLD] = lone_dec && dec_ctr == c->threshold;
    happened[INC_SATURATED] = lone_inc && inc_ctr == max;
    happened[DEC_SATURATED] = lone_dec && dec_ctr == 0;
    happened[INC_DEC_CANCEL] = inc && dec && in->inc_idx == in->dec_idx;
    happened[INC_DEC_APART] = inc && dec && in->inc_idx != in->dec_idx;
    happened[LOOKUP_BEFORE_EDGE] = reaches && in->lookup_idx == in->inc_idx;
    happened[NO_SUCH_LOOKUP] = in->lookup_idx >= c->entries;
    happened[NO_SUCH_TRAINING] = (in->inc_en && !inc) || (in->dec_en && !dec);
}

static void inc(unsigned idx, abyp_table_in_t *in)
{
    in->inc_en = 1;
    in->inc_idx = in->lookup_idx = (uint16_t)idx;
}

static void dec(unsigned idx, abyp_table_in_t *in)
{
    in->dec_en = 1;
    in->dec_idx = in->lookup_idx = (uint16_t)idx;
}

enum { COUNTERS = 4 }; /* so many counters are moved one after another */

/* Cycles for a counter to go past the threshold, and past the end of its range. */
static unsigned past_threshold(const abyp_table_cfg_t *c)
{
    return c->threshold + 2;
}

static unsigned past_end(const abyp_table_cfg_t *c)
{
    return (unsigned)bits_mask(c->ctr_w) + 2;
}

static unsigned cross_threshold_up_cycles(const void *cfg)
{
    return COUNTERS * past_threshold(cfg);
}

static void cross_threshold_up(const void *cfg, unsigned k, void *input)
{
    const abyp_table_cfg_t *c = cfg;
    inc(k / past_threshold(c) % c->entries, input);
}

static unsigned to_the_end_cycles(const void *cfg)
{
    return COUNTERS * past_end(cfg);
}

static void saturate_up(const void *cfg, unsigned k, void *input)
{
    const abyp_table_cfg_t *c = cfg;
    inc(k / past_end(c) % c->entries, input);
}

static void cross_threshold_down(const void *cfg, unsigned k, void *input)
{
    const abyp_table_cfg_t *c = cfg;
    dec(k / past_end(c) % c->entries, input);
}

static unsigned four(const void *cfg)
{
    (void)cfg;
    return 4;
}

static void cancel(const void *cfg, unsigned k, void *input)
{
    const abyp_table_cfg_t *c = cfg;
    inc(k % c->entries, input);
    dec(k % c->entries, input);
}

/* The largest index, which names no counter unless all do; with no, one and both enables. */
static void largest_index(const void *cfg, unsigned k, void *input)
{
    const abyp_table_cfg_t *c = cfg;
    abyp_table_in_t *in = input;
    in->lookup_idx = in->inc_idx = in->dec_idx = (uint16_t)bits_mask(bits_index_w(c->entries));
    in->inc_en = k & 1;
    in->dec_en = k >> 1 & 1;
}

static const stim_directed_t directed[] = {
    {"cross_threshold_up", cross_threshold_up_cycles, cross_threshold_up},
    {"saturate_up", to_the_end_cycles, saturate_up},
    {"cancel", four, cancel},
    {"cross_threshold_down", to_the_end_cycles, cross_threshold_down},
    {"largest_index", four, largest_index},
};

const stim_unit_t abyp_table_stim = {
    .unit = &abyp_table_unit,
    .events = events,
    .directed = directed,
    .n_events = sizeof events / sizeof *events,
    .n_directed = sizeof directed / sizeof *directed,
    .watch = watch,
};
