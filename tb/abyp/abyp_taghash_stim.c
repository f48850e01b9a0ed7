/* Events and directed stimulus of abyp.taghash (docs/units/abyp.md). */
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
    NO_SUCH_ACCESS_LINE,
    NO_SUCH_FILL_LINE,
};

static bool two_lines(const void *cfg)
{
    const abyp_taghash_cfg_t *c = cfg;
    return c->sets * c->ways > 1;
}

static bool some_name_none(const void *cfg)
{
    const abyp_taghash_cfg_t *c = cfg;
    return !bits_every_index(c->sets) || !bits_every_index(c->ways);
}

static const stim_event_t events[] = {
    [WRITE] = {.name = "write"},
    [FILL] = {.name = "fill"},
    [WRITE_AND_FILL_APART] = {.name = "write_and_fill_apart", .possible = two_lines},
    [WRITE_AND_FILL_SAME_LINE] = {.name = "write_and_fill_same_line"},
    [READ_SEES_FILL] = {.name = "read_sees_fill"},
    [FIRST_LINE] = {.name = "first_line"},
    [LAST_LINE] = {.name = "last_line"},
    [NO_SUCH_ACCESS_LINE] = {.name = "no_such_access_line", .possible = some_name_none},
    [NO_SUCH_FILL_LINE] = {.name = "no_such_fill_line", .possible = some_name_none},
};

static void watch(const void *cfg, const void *state, const void *input, const void *output,
                  bool *happened)
{
    const abyp_taghash_cfg_t *c = cfg;
    const abyp_taghash_t *u = state;
    const abyp_taghash_in_t *in = input;
    const abyp_taghash_out_t *out = output;
    const bool fill_ok = in->fill_set < c->sets && in->fill_way < c->ways;
    const bool same_line = in->fill_set == in->set && in->fill_way == in->way;
    const bool write = in->wr_en && out->rd_ok;
    const bool fill = in->fill_en && fill_ok;
    const unsigned line = in->set * c->ways + in->way;

    happened[WRITE] = write;
    happened[FILL] = fill;
    happened[WRITE_AND_FILL_APART] = write && fill && !same_line;
    happened[WRITE_AND_FILL_SAME_LINE] = write && fill && same_line;
    happened[READ_SEES_FILL] = fill && same_line && in->fill_hash != u->hash[line];
    happened[FIRST_LINE] = write && line == 0;
    happened[LAST_LINE] = write && line == c->sets * c->ways - 1;
    happened[NO_SUCH_ACCESS_LINE] = in->wr_en && !out->rd_ok;
    happened[NO_SUCH_FILL_LINE] = in->fill_en && !fill_ok;
}

static void write_line(const abyp_taghash_cfg_t *c, unsigned line, unsigned hash,
                       abyp_taghash_in_t *in)
{
    in->wr_en = 1;
    in->set = (uint16_t)(line / c->ways);
    in->way = (uint16_t)(line % c->ways);
    in->wr_hash = (uint16_t)(hash & bits_mask(c->hash_w));
}

/* Fills a line, at which the access looks. */
static void fill_line(const abyp_taghash_cfg_t *c, unsigned line, unsigned hash,
                      abyp_taghash_in_t *in)
{
    in->fill_en = 1;
    in->fill_set = in->set = (uint16_t)(line / c->ways);
    in->fill_way = in->way = (uint16_t)(line % c->ways);
    in->fill_hash = (uint16_t)(hash & bits_mask(c->hash_w));
}

static unsigned each_line(const void *cfg)
{
    const abyp_taghash_cfg_t *c = cfg;
    return c->sets * c->ways;
}

static void write_every_line(const void *cfg, unsigned k, void *input)
{
    write_line(cfg, k, k + 1, input);
}

static void fill_every_line(const void *cfg, unsigned k, void *input)
{
    fill_line(cfg, k, ~k, input);
}

static void both_on_one_line(const void *cfg, unsigned k, void *input)
{
    fill_line(cfg, k, k, input);
    write_line(cfg, k, k + 1, input);
}

static unsigned three(const void *cfg)
{
    (void)cfg;
    return 3;
}

/* The largest set, the largest way, and both: they name no line unless all do. */
static void largest_indices(const void *cfg, unsigned k, void *input)
{
    const abyp_taghash_cfg_t *c = cfg;
    abyp_taghash_in_t *in = input;
    in->wr_en = in->fill_en = 1;
    in->fill_hash = 1;
    if (k != 1)
        in->fill_set = in->set = (uint16_t)bits_mask(bits_index_w(c->sets));
    if (k != 0)
        in->fill_way = in->way = (uint16_t)bits_mask(bits_index_w(c->ways));
}

/* All zeros and all ones filled and written, in each combination, on every line, the last one
 * first. */
static unsigned four_a_line(const void *cfg)
{
    return 4 * each_line(cfg);
}

static void extremes_on_every_line(const void *cfg, unsigned k, void *input)
{
    const unsigned line = each_line(cfg) - 1 - k / 4;
    fill_line(cfg, line, k & 1 ? ~0u : 0, input);
    write_line(cfg, line, k & 2 ? ~0u : 0, input);
}

static const stim_directed_t directed[] = {
    {"write_every_line", each_line, write_every_line},
    {"fill_every_line", each_line, fill_every_line},
    {"both_on_one_line", each_line, both_on_one_line},
    {"largest_indices", three, largest_indices},
    {"extremes_on_every_line", four_a_line, extremes_on_every_line},
};

const stim_unit_t abyp_taghash_stim = {
    .unit = &abyp_taghash_unit,
    .events = events,
    .directed = directed,
    .n_events = sizeof events / sizeof *events,
    .n_directed = sizeof directed / sizeof *directed,
    .watch = watch,
};
