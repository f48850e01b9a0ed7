/* Events and directed stimulus of abyp.taghash: see lockstep/stim_unit.h; docs/units/abyp.md lists
 * them. */
#include "abyp/abyp_taghash.h"
#include "lockstep/stim_unit.h"

enum {
    WRITE,
    FILL,
    WRITE_AND_FILL_APART,
    WRITE_AND_FILL_SAME_LINE,
    READ_SEES_FILL,
    FIRST_LINE,
    LAST_LINE,
};

static const stim_event_t events[] = {
    [WRITE] = {.name = "write"},
    [FILL] = {.name = "fill"},
    [WRITE_AND_FILL_APART] = {.name = "write_and_fill_apart"},
    [WRITE_AND_FILL_SAME_LINE] = {.name = "write_and_fill_same_line"},
    [READ_SEES_FILL] = {.name = "read_sees_fill"},
    [FIRST_LINE] = {.name = "first_line"},
    [LAST_LINE] = {.name = "last_line"},
};

static void watch(const void *cfg, const void *state, const void *input, const void *output,
                  bool *happened)
{
    const abyp_taghash_cfg_t *c = cfg;
    const abyp_taghash_t *u = state;
    const abyp_taghash_in_t *in = input;
    const abyp_taghash_out_t *out = output;
    (void)c, (void)u, (void)in, (void)out;

    happened[WRITE] = in->wr_en;
    happened[FILL] = in->fill_en;
    happened[WRITE_AND_FILL_APART] =
        in->wr_en && in->fill_en && !(in->set == in->fill_set && in->way == in->fill_way);
    happened[WRITE_AND_FILL_SAME_LINE] =
        in->wr_en && in->fill_en && in->set == in->fill_set && in->way == in->fill_way;
    happened[READ_SEES_FILL] = in->fill_en && in->set == in->fill_set && in->way == in->fill_way &&
                               in->set < c->sets && in->way < c->ways &&
                               in->fill_hash != u->hash[in->set * c->ways + in->way];
    happened[FIRST_LINE] = in->wr_en && in->set == 0 && in->way == 0;
    happened[LAST_LINE] = in->wr_en && in->set == c->sets - 1 && in->way == c->ways - 1;
}

static unsigned write_every_line_cycles(const void *cfg)
{
    const abyp_taghash_cfg_t *c = cfg;
    (void)c;
    return (unsigned)(c->sets * c->ways);
}

static void write_every_line(const void *cfg, unsigned k, void *input)
{
    const abyp_taghash_cfg_t *c = cfg;
    abyp_taghash_in_t *in = input;
    (void)c, (void)k;
    in->wr_en = 1;
    in->set = (uint16_t)(k / c->ways);
    in->way = (uint8_t)(k % c->ways);
    in->wr_hash = (uint16_t)((k + 1) & bits_mask(c->hash_w));
}

static unsigned fill_every_line_cycles(const void *cfg)
{
    const abyp_taghash_cfg_t *c = cfg;
    (void)c;
    return (unsigned)(c->sets * c->ways);
}

static void fill_every_line(const void *cfg, unsigned k, void *input)
{
    const abyp_taghash_cfg_t *c = cfg;
    abyp_taghash_in_t *in = input;
    (void)c, (void)k;
    in->fill_en = 1;
    in->fill_set = (uint16_t)(k / c->ways);
    in->fill_way = (uint8_t)(k % c->ways);
    in->set = in->fill_set;
    in->way = in->fill_way;
    in->fill_hash = (uint16_t)(~k & bits_mask(c->hash_w));
}

static unsigned both_on_one_line_cycles(const void *cfg)
{
    const abyp_taghash_cfg_t *c = cfg;
    (void)c;
    return (unsigned)(c->sets * c->ways);
}

static void both_on_one_line(const void *cfg, unsigned k, void *input)
{
    const abyp_taghash_cfg_t *c = cfg;
    abyp_taghash_in_t *in = input;
    (void)c, (void)k;
    in->fill_en = 1;
    in->wr_en = 1;
    in->fill_set = in->set = (uint16_t)(k / c->ways);
    in->fill_way = in->way = (uint8_t)(k % c->ways);
    in->fill_hash = (uint16_t)(k & bits_mask(c->hash_w));
    in->wr_hash = (uint16_t)((k + 1) & bits_mask(c->hash_w));
}

static const stim_directed_t directed[] = {
    {"write_every_line", write_every_line_cycles, write_every_line},
    {"fill_every_line", fill_every_line_cycles, fill_every_line},
    {"both_on_one_line", both_on_one_line_cycles, both_on_one_line},
};

const stim_unit_t abyp_taghash_stim = {
    .unit = &abyp_taghash_unit,
    .events = events,
    .directed = directed,
    .n_events = sizeof events / sizeof *events,
    .n_directed = sizeof directed / sizeof *directed,
    .watch = watch,
};
