/* Events and directed stimulus of abyp.l2bit (docs/units/abyp.md). */
#include "abyp/abyp_l2bit.h"
#include "lockstep/stim_unit.h"

enum {
    READ_HIT_RETURNS_SET,
    READ_HIT_RETURNS_CLEAR,
    BYPASS_SETS,
    BYPASS_OF_SET_CLEARS,
    READ_OF_SET_CLEARS,
    READ_ALLOC_BYPASS,
    READ_ALLOC_OVER_SET,
    WRITE_ALLOC_OVER_SET,
    WRITE_HIT_KEEPS_SET,
    NO_SUCH_LINE,
};

static bool some_name_none(const void *cfg)
{
    const abyp_l2bit_cfg_t *c = cfg;
    return !bits_every_index(c->sets) || !bits_every_index(c->ways);
}

static const stim_event_t events[] = {
    [READ_HIT_RETURNS_SET] = {.name = "read_hit_returns_set"},
    [READ_HIT_RETURNS_CLEAR] = {.name = "read_hit_returns_clear"},
    [BYPASS_SETS] = {.name = "bypass_sets"},
    [BYPASS_OF_SET_CLEARS] = {.name = "bypass_of_set_clears"},
    [READ_OF_SET_CLEARS] = {.name = "read_of_set_clears"},
    [READ_ALLOC_BYPASS] = {.name = "read_alloc_bypass"},
    [READ_ALLOC_OVER_SET] = {.name = "read_alloc_over_set"},
    [WRITE_ALLOC_OVER_SET] = {.name = "write_alloc_over_set"},
    [WRITE_HIT_KEEPS_SET] = {.name = "write_hit_keeps_set"},
    [NO_SUCH_LINE] = {.name = "no_such_line", .possible = some_name_none},
};

static void watch(const void *cfg, const void *state, const void *input, const void *output,
                  bool *happened)
{
    const abyp_l2bit_cfg_t *c = cfg;
    const abyp_l2bit_t *u = state;
    const abyp_l2bit_in_t *in = input;
    const abyp_l2bit_out_t *out = output;
    const bool line_ok = in->acc_set < c->sets && in->acc_way < c->ways;
    const bool set = line_ok && u->bypass[in->acc_set * c->ways + in->acc_way];
    const bool access = in->acc_en && line_ok;
    const bool read_hit = access && !in->acc_write && in->acc_hit;
    const bool read_alloc = access && !in->acc_write && !in->acc_hit;
    const bool write_hit = access && in->acc_write && in->acc_hit;
    const bool write_alloc = access && in->acc_write && !in->acc_hit;

    happened[READ_HIT_RETURNS_SET] = read_hit && out->ret_bypass;
    happened[READ_HIT_RETURNS_CLEAR] = read_hit && !out->ret_bypass;
    happened[BYPASS_SETS] = read_hit && in->acc_bypass && !set;
    happened[BYPASS_OF_SET_CLEARS] = read_hit && in->acc_bypass && set;
    happened[READ_OF_SET_CLEARS] = read_hit && !in->acc_bypass && set;
    happened[READ_ALLOC_BYPASS] = read_alloc && in->acc_bypass;
    happened[READ_ALLOC_OVER_SET] = read_alloc && set;
    happened[WRITE_ALLOC_OVER_SET] = write_alloc && set;
    happened[WRITE_HIT_KEEPS_SET] = write_hit && set;
    happened[NO_SUCH_LINE] = in->acc_en && !line_ok;
}

static void access_line(const abyp_l2bit_cfg_t *c, unsigned line, abyp_l2bit_in_t *in)
{
    in->acc_en = 1;
    in->acc_set = (uint16_t)(line / c->ways);
    in->acc_way = (uint8_t)(line % c->ways);
}

static unsigned each_line(const void *cfg)
{
    const abyp_l2bit_cfg_t *c = cfg;
    return c->sets * c->ways;
}

static unsigned each_line_twice(const void *cfg)
{
    return 2 * each_line(cfg);
}

static void set_every_line(const void *cfg, unsigned k, void *input)
{
    abyp_l2bit_in_t *in = input;
    access_line(cfg, k, in);
    in->acc_bypass = 1;
}

static void write_hits_keep(const void *cfg, unsigned k, void *input)
{
    abyp_l2bit_in_t *in = input;
    access_line(cfg, k, in);
    in->acc_write = 1;
    in->acc_hit = 1;
    in->acc_bypass = 1;
}

static void bypass_twice(const void *cfg, unsigned k, void *input)
{
    abyp_l2bit_in_t *in = input;
    access_line(cfg, k / 2, in);
    in->acc_hit = 1;
    in->acc_bypass = 1;
}

static void write_allocs_clear(const void *cfg, unsigned k, void *input)
{
    abyp_l2bit_in_t *in = input;
    access_line(cfg, k, in);
    in->acc_write = 1;
}

static unsigned three(const void *cfg)
{
    (void)cfg;
    return 3;
}

/* The largest set, the largest way, and both: they name no line unless all do. */
static void largest_indices(const void *cfg, unsigned k, void *input)
{
    const abyp_l2bit_cfg_t *c = cfg;
    abyp_l2bit_in_t *in = input;
    in->acc_en = 1;
    in->acc_hit = 1;
    in->acc_bypass = 1;
    if (k != 1)
        in->acc_set = (uint16_t)bits_mask(bits_index_w(c->sets));
    if (k != 0)
        in->acc_way = (uint8_t)bits_mask(bits_index_w(c->ways));
}

static const stim_directed_t directed[] = {
    {"set_every_line", each_line, set_every_line},
    {"write_hits_keep", each_line, write_hits_keep},
    {"bypass_twice", each_line_twice, bypass_twice},
    {"write_allocs_clear", each_line, write_allocs_clear},
    {"largest_indices", three, largest_indices},
};

const stim_unit_t abyp_l2bit_stim = {
    .unit = &abyp_l2bit_unit,
    .events = events,
    .directed = directed,
    .n_events = sizeof events / sizeof *events,
    .n_directed = sizeof directed / sizeof *directed,
    .watch = watch,
};
