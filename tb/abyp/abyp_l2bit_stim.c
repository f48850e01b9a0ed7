/* Events and directed stimulus of abyp.l2bit: see lockstep/stim_unit.h; docs/units/abyp.md lists
 * them. */
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
};

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
};

static void watch(const void *cfg, const void *state, const void *input, const void *output,
                  bool *happened)
{
    const abyp_l2bit_cfg_t *c = cfg;
    const abyp_l2bit_t *u = state;
    const abyp_l2bit_in_t *in = input;
    const abyp_l2bit_out_t *out = output;
    (void)c, (void)u, (void)in, (void)out;

    happened[READ_HIT_RETURNS_SET] = in->acc_en && !in->acc_write && in->acc_hit && out->ret_bypass;
    happened[READ_HIT_RETURNS_CLEAR] =
        in->acc_en && !in->acc_write && in->acc_hit && !out->ret_bypass;
    happened[BYPASS_SETS] =
        in->acc_en && !in->acc_write && in->acc_hit && in->acc_bypass && !out->ret_bypass;
    happened[BYPASS_OF_SET_CLEARS] =
        in->acc_en && !in->acc_write && in->acc_hit && in->acc_bypass && out->ret_bypass;
    happened[READ_OF_SET_CLEARS] =
        in->acc_en && !in->acc_write && in->acc_hit && !in->acc_bypass && out->ret_bypass;
    happened[READ_ALLOC_BYPASS] = in->acc_en && !in->acc_write && !in->acc_hit && in->acc_bypass;
    happened[READ_ALLOC_OVER_SET] = in->acc_en && !in->acc_write && !in->acc_hit &&
                                    in->acc_set < c->sets && in->acc_way < c->ways &&
                                    u->bypass[in->acc_set * c->ways + in->acc_way];
    happened[WRITE_ALLOC_OVER_SET] = in->acc_en && in->acc_write && !in->acc_hit &&
                                     in->acc_set < c->sets && in->acc_way < c->ways &&
                                     u->bypass[in->acc_set * c->ways + in->acc_way];
    happened[WRITE_HIT_KEEPS_SET] = in->acc_en && in->acc_write && in->acc_hit &&
                                    in->acc_set < c->sets && in->acc_way < c->ways &&
                                    u->bypass[in->acc_set * c->ways + in->acc_way];
}

static unsigned set_every_line_cycles(const void *cfg)
{
    const abyp_l2bit_cfg_t *c = cfg;
    (void)c;
    return (unsigned)(c->sets * c->ways);
}

static void set_every_line(const void *cfg, unsigned k, void *input)
{
    const abyp_l2bit_cfg_t *c = cfg;
    abyp_l2bit_in_t *in = input;
    (void)c, (void)k;
    in->acc_en = 1;
    in->acc_bypass = 1;
    in->acc_set = (uint16_t)(k / c->ways);
    in->acc_way = (uint8_t)(k % c->ways);
}

static unsigned write_hits_keep_cycles(const void *cfg)
{
    const abyp_l2bit_cfg_t *c = cfg;
    (void)c;
    return (unsigned)(c->sets * c->ways);
}

static void write_hits_keep(const void *cfg, unsigned k, void *input)
{
    const abyp_l2bit_cfg_t *c = cfg;
    abyp_l2bit_in_t *in = input;
    (void)c, (void)k;
    in->acc_en = 1;
    in->acc_write = 1;
    in->acc_hit = 1;
    in->acc_bypass = 1;
    in->acc_set = (uint16_t)(k / c->ways);
    in->acc_way = (uint8_t)(k % c->ways);
}

static unsigned bypass_twice_cycles(const void *cfg)
{
    const abyp_l2bit_cfg_t *c = cfg;
    (void)c;
    return (unsigned)(2 * c->sets * c->ways);
}

static void bypass_twice(const void *cfg, unsigned k, void *input)
{
    const abyp_l2bit_cfg_t *c = cfg;
    abyp_l2bit_in_t *in = input;
    (void)c, (void)k;
    in->acc_en = 1;
    in->acc_hit = 1;
    in->acc_bypass = 1;
    in->acc_set = (uint16_t)(k / 2 / c->ways);
    in->acc_way = (uint8_t)(k / 2 % c->ways);
}

static unsigned write_allocs_clear_cycles(const void *cfg)
{
    const abyp_l2bit_cfg_t *c = cfg;
    (void)c;
    return (unsigned)(c->sets * c->ways);
}

static void write_allocs_clear(const void *cfg, unsigned k, void *input)
{
    const abyp_l2bit_cfg_t *c = cfg;
    abyp_l2bit_in_t *in = input;
    (void)c, (void)k;
    in->acc_en = 1;
    in->acc_write = 1;
    in->acc_set = (uint16_t)(k / c->ways);
    in->acc_way = (uint8_t)(k % c->ways);
}

static const stim_directed_t directed[] = {
    {"set_every_line", set_every_line_cycles, set_every_line},
    {"write_hits_keep", write_hits_keep_cycles, write_hits_keep},
    {"bypass_twice", bypass_twice_cycles, bypass_twice},
    {"write_allocs_clear", write_allocs_clear_cycles, write_allocs_clear},
};

const stim_unit_t abyp_l2bit_stim = {
    .unit = &abyp_l2bit_unit,
    .events = events,
    .directed = directed,
    .n_events = sizeof events / sizeof *events,
    .n_directed = sizeof directed / sizeof *directed,
    .watch = watch,
};
