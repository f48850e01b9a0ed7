/* Events and directed stimulus of abyp.table: see lockstep/stim_unit.h; docs/units/abyp.md lists
 * them. */
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
};

static const stim_event_t events[] = {
    [PREDICT_BYPASS] = {.name = "predict_bypass"},
    [PREDICT_KEEP] = {.name = "predict_keep"},
    [REACHES_THRESHOLD] = {.name = "reaches_threshold"},
    [LEAVES_THRESHOLD] = {.name = "leaves_threshold"},
    [INC_SATURATED] = {.name = "inc_saturated"},
    [DEC_SATURATED] = {.name = "dec_saturated"},
    [INC_DEC_CANCEL] = {.name = "inc_dec_cancel"},
    [INC_DEC_APART] = {.name = "inc_dec_apart"},
    [LOOKUP_BEFORE_EDGE] = {.name = "lookup_before_edge"},
};

static void watch(const void *cfg, const void *state, const void *input, const void *output,
                  bool *happened)
{
    const abyp_table_cfg_t *c = cfg;
    const abyp_table_t *u = state;
    const abyp_table_in_t *in = input;
    const abyp_table_out_t *out = output;
    (void)c, (void)u, (void)in, (void)out;

    happened[PREDICT_BYPASS] = out->predict;
    happened[PREDICT_KEEP] = !out->predict;
    happened[REACHES_THRESHOLD] =
        in->inc_en && !in->dec_en && u->ctrs.ctr[in->inc_idx] + 1u == c->threshold;
    happened[LEAVES_THRESHOLD] =
        in->dec_en && !in->inc_en && u->ctrs.ctr[in->dec_idx] == c->threshold;
    happened[INC_SATURATED] =
        in->inc_en && !in->dec_en && u->ctrs.ctr[in->inc_idx] == bits_mask(c->ctr_w);
    happened[DEC_SATURATED] = in->dec_en && !in->inc_en && u->ctrs.ctr[in->dec_idx] == 0;
    happened[INC_DEC_CANCEL] = in->inc_en && in->dec_en && in->inc_idx == in->dec_idx;
    happened[INC_DEC_APART] = in->inc_en && in->dec_en && in->inc_idx != in->dec_idx;
    happened[LOOKUP_BEFORE_EDGE] = in->inc_en && !in->dec_en && in->lookup_idx == in->inc_idx &&
                                   u->ctrs.ctr[in->inc_idx] + 1u == c->threshold;
}

static unsigned cross_threshold_up_cycles(const void *cfg)
{
    const abyp_table_cfg_t *c = cfg;
    (void)c;
    return (unsigned)((c->threshold + 2) * 4);
}

static void cross_threshold_up(const void *cfg, unsigned k, void *input)
{
    const abyp_table_cfg_t *c = cfg;
    abyp_table_in_t *in = input;
    (void)c, (void)k;
    in->inc_en = 1;
    in->inc_idx = in->lookup_idx = (uint16_t)(k / (c->threshold + 2) % c->entries);
}

static unsigned saturate_up_cycles(const void *cfg)
{
    const abyp_table_cfg_t *c = cfg;
    (void)c;
    return (unsigned)((bits_mask(c->ctr_w) + 2) * 4);
}

static void saturate_up(const void *cfg, unsigned k, void *input)
{
    const abyp_table_cfg_t *c = cfg;
    abyp_table_in_t *in = input;
    (void)c, (void)k;
    in->inc_en = 1;
    in->inc_idx = in->lookup_idx = (uint16_t)(k / (bits_mask(c->ctr_w) + 2) % c->entries);
}

static unsigned cancel_cycles(const void *cfg)
{
    const abyp_table_cfg_t *c = cfg;
    (void)c;
    return (unsigned)(4);
}

static void cancel(const void *cfg, unsigned k, void *input)
{
    const abyp_table_cfg_t *c = cfg;
    abyp_table_in_t *in = input;
    (void)c, (void)k;
    in->inc_en = 1;
    in->dec_en = 1;
    in->inc_idx = in->dec_idx = in->lookup_idx = (uint16_t)(k % c->entries);
}

static unsigned cross_threshold_down_cycles(const void *cfg)
{
    const abyp_table_cfg_t *c = cfg;
    (void)c;
    return (unsigned)((bits_mask(c->ctr_w) + 2) * 4);
}

static void cross_threshold_down(const void *cfg, unsigned k, void *input)
{
    const abyp_table_cfg_t *c = cfg;
    abyp_table_in_t *in = input;
    (void)c, (void)k;
    in->dec_en = 1;
    in->dec_idx = in->lookup_idx = (uint16_t)(k / (bits_mask(c->ctr_w) + 2) % c->entries);
}

static const stim_directed_t directed[] = {
    {"cross_threshold_up", cross_threshold_up_cycles, cross_threshold_up},
    {"saturate_up", saturate_up_cycles, saturate_up},
    {"cancel", cancel_cycles, cancel},
    {"cross_threshold_down", cross_threshold_down_cycles, cross_threshold_down},
};

const stim_unit_t abyp_table_stim = {
    .unit = &abyp_table_unit,
    .events = events,
    .directed = directed,
    .n_events = sizeof events / sizeof *events,
    .n_directed = sizeof directed / sizeof *directed,
    .watch = watch,
};
