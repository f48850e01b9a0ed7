/* Events and directed stimulus of abyp: see lockstep/stim_unit.h; docs/units/abyp.md lists them. */
#include "abyp/abyp.h"
#include "lockstep/stim_unit.h"

enum {
    HIT_TRAINS,
    MISS_KEEPS,
    MISS_BYPASSES,
    VICTIM_TRAINS,
    INVALID_VICTIM,
    REJECTED_MISS,
    REJECTED_BYPASS,
    LATE_FILL,
    FILL_AND_HIT_SAME_LINE,
    FILL_AND_VICTIM_SAME_LINE,
    FILL_AND_ACCESS_APART,
    COUNTER_FULL,
    COUNTER_EMPTY,
};

static const stim_event_t events[] = {
    [HIT_TRAINS] = {.name = "hit_trains"},
    [MISS_KEEPS] = {.name = "miss_keeps"},
    [MISS_BYPASSES] = {.name = "miss_bypasses"},
    [VICTIM_TRAINS] = {.name = "victim_trains"},
    [INVALID_VICTIM] = {.name = "invalid_victim"},
    [REJECTED_MISS] = {.name = "rejected_miss"},
    [REJECTED_BYPASS] = {.name = "rejected_bypass"},
    [LATE_FILL] = {.name = "late_fill"},
    [FILL_AND_HIT_SAME_LINE] = {.name = "fill_and_hit_same_line"},
    [FILL_AND_VICTIM_SAME_LINE] = {.name = "fill_and_victim_same_line"},
    [FILL_AND_ACCESS_APART] = {.name = "fill_and_access_apart"},
    [COUNTER_FULL] = {.name = "counter_full"},
    [COUNTER_EMPTY] = {.name = "counter_empty"},
};

static void watch(const void *cfg, const void *state, const void *input, const void *output,
                  bool *happened)
{
    const abyp_cfg_t *c = cfg;
    const abyp_t *u = state;
    const abyp_in_t *in = input;
    const abyp_out_t *out = output;
    (void)c, (void)u, (void)in, (void)out;

    happened[HIT_TRAINS] = in->acc_valid && in->acc_accept && in->acc_hit;
    happened[MISS_KEEPS] = in->acc_valid && in->acc_accept && !in->acc_hit && !out->predict;
    happened[MISS_BYPASSES] = in->acc_valid && in->acc_accept && !in->acc_hit && out->predict;
    happened[VICTIM_TRAINS] =
        in->acc_valid && in->acc_accept && !in->acc_hit && !out->predict && in->vic_valid;
    happened[INVALID_VICTIM] =
        in->acc_valid && in->acc_accept && !in->acc_hit && !out->predict && !in->vic_valid;
    happened[REJECTED_MISS] = in->acc_valid && !in->acc_accept && !in->acc_hit;
    happened[REJECTED_BYPASS] = in->acc_valid && !in->acc_accept && !in->acc_hit && out->predict;
    happened[LATE_FILL] = in->fill_valid;
    happened[FILL_AND_HIT_SAME_LINE] = in->fill_valid && in->acc_valid && in->acc_accept &&
                                       in->acc_hit && in->fill_set == in->acc_set &&
                                       in->fill_way == in->acc_way;
    happened[FILL_AND_VICTIM_SAME_LINE] =
        in->fill_valid && in->acc_valid && in->acc_accept && !in->acc_hit && !out->predict &&
        in->vic_valid && in->fill_set == in->acc_set && in->fill_way == in->acc_way;
    happened[FILL_AND_ACCESS_APART] = in->fill_valid && in->acc_valid && in->acc_accept &&
                                      !(in->fill_set == in->acc_set && in->fill_way == in->acc_way);
    happened[COUNTER_FULL] =
        in->acc_valid && in->acc_accept && !in->acc_hit && !out->predict && in->vic_valid &&
        !in->fill_valid && in->acc_set < c->sets && in->acc_way < c->ways &&
        u->table.ctrs.ctr[u->tags.hash[in->acc_set * c->ways + in->acc_way]] == bits_mask(c->ctr_w);
    happened[COUNTER_EMPTY] =
        in->acc_valid && in->acc_accept && in->acc_hit && !in->fill_valid &&
        in->acc_set < c->sets && in->acc_way < c->ways &&
        u->table.ctrs.ctr[u->tags.hash[in->acc_set * c->ways + in->acc_way]] == 0;
}

/* Listing 1, walked: one PC streams until its blocks are bypassed, a second PC's hits bring it
 * back; a late fill and an access meet on one line. */
static unsigned stream_until_bypassed_cycles(const void *cfg)
{
    const abyp_cfg_t *c = cfg;
    (void)c;
    return (unsigned)((c->threshold + 2) * c->sets * c->ways);
}

static void stream_until_bypassed(const void *cfg, unsigned k, void *input)
{
    const abyp_cfg_t *c = cfg;
    abyp_in_t *in = input;
    (void)c, (void)k;
    in->acc_valid = 1;
    in->acc_accept = 1;
    in->vic_valid = 1;
    in->acc_pc = 0x40;
    in->acc_set = (uint16_t)(k / c->ways % c->sets);
    in->acc_way = (uint8_t)(k % c->ways);
}

static unsigned hits_bring_it_back_cycles(const void *cfg)
{
    const abyp_cfg_t *c = cfg;
    (void)c;
    return (unsigned)(c->sets * c->ways);
}

static void hits_bring_it_back(const void *cfg, unsigned k, void *input)
{
    const abyp_cfg_t *c = cfg;
    abyp_in_t *in = input;
    (void)c, (void)k;
    in->acc_valid = 1;
    in->acc_accept = 1;
    in->acc_hit = 1;
    in->acc_pc = 0x40;
    in->acc_set = (uint16_t)(k / c->ways);
    in->acc_way = (uint8_t)(k % c->ways);
}

static unsigned other_pc_victims_cycles(const void *cfg)
{
    const abyp_cfg_t *c = cfg;
    (void)c;
    return (unsigned)(c->sets * c->ways * (bits_mask(c->ctr_w) / (c->sets * c->ways) + 2));
}

static void other_pc_victims(const void *cfg, unsigned k, void *input)
{
    const abyp_cfg_t *c = cfg;
    abyp_in_t *in = input;
    (void)c, (void)k;
    in->acc_valid = 1;
    in->acc_accept = 1;
    in->vic_valid = 1;
    in->acc_pc = 0x48u << (k & 3);
    in->acc_set = (uint16_t)(k / c->ways % c->sets);
    in->acc_way = (uint8_t)(k % c->ways);
}

static unsigned fill_meets_hit_cycles(const void *cfg)
{
    const abyp_cfg_t *c = cfg;
    (void)c;
    return (unsigned)(c->sets * c->ways);
}

static void fill_meets_hit(const void *cfg, unsigned k, void *input)
{
    const abyp_cfg_t *c = cfg;
    abyp_in_t *in = input;
    (void)c, (void)k;
    in->fill_valid = 1;
    in->acc_valid = 1;
    in->acc_accept = 1;
    in->acc_hit = 1;
    in->acc_pc = 0x80;
    in->fill_hash = (uint16_t)(k & bits_mask(bits_index_w(c->entries)));
    in->fill_set = in->acc_set = (uint16_t)(k / c->ways);
    in->fill_way = in->acc_way = (uint8_t)(k % c->ways);
}

static unsigned fill_meets_victim_cycles(const void *cfg)
{
    const abyp_cfg_t *c = cfg;
    (void)c;
    return (unsigned)(c->sets * c->ways);
}

static void fill_meets_victim(const void *cfg, unsigned k, void *input)
{
    const abyp_cfg_t *c = cfg;
    abyp_in_t *in = input;
    (void)c, (void)k;
    in->fill_valid = 1;
    in->acc_valid = 1;
    in->acc_accept = 1;
    in->vic_valid = 1;
    in->acc_pc = 0x1000;
    in->fill_hash = (uint16_t)(k & bits_mask(bits_index_w(c->entries)));
    in->fill_set = in->acc_set = (uint16_t)(k / c->ways);
    in->fill_way = in->acc_way = (uint8_t)(k % c->ways);
}

static unsigned rejected_does_nothing_cycles(const void *cfg)
{
    const abyp_cfg_t *c = cfg;
    (void)c;
    return (unsigned)(16);
}

static void rejected_does_nothing(const void *cfg, unsigned k, void *input)
{
    const abyp_cfg_t *c = cfg;
    abyp_in_t *in = input;
    (void)c, (void)k;
    in->acc_valid = 1;
    in->vic_valid = 1;
    in->acc_pc = k << 3;
    in->acc_hit = k & 1;
}

static const stim_directed_t directed[] = {
    {"stream_until_bypassed", stream_until_bypassed_cycles, stream_until_bypassed},
    {"hits_bring_it_back", hits_bring_it_back_cycles, hits_bring_it_back},
    {"other_pc_victims", other_pc_victims_cycles, other_pc_victims},
    {"fill_meets_hit", fill_meets_hit_cycles, fill_meets_hit},
    {"fill_meets_victim", fill_meets_victim_cycles, fill_meets_victim},
    {"rejected_does_nothing", rejected_does_nothing_cycles, rejected_does_nothing},
};

const stim_unit_t abyp_stim = {
    .unit = &abyp_unit,
    .events = events,
    .directed = directed,
    .n_events = sizeof events / sizeof *events,
    .n_directed = sizeof directed / sizeof *directed,
    .watch = watch,
};
