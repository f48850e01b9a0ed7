/* Events and directed stimulus of apres.llt (docs/units/apres.md). */
#include "apres/apres_llt.h"
#include "lockstep/stim_unit.h"

enum {
    NO_ENTRY,
    GROUP_OF_ONE,
    GROUP_OF_SOME,
    GROUP_OF_ALL,
    SAME_PC_AGAIN,
    PC_OF_OTHERS,
    LAST_WARP,
    DROP_LOADER,
    DROP_MEMBER,
    DROP_OTHERS,
    DROP_ALL,
    DROP_NONE,
    CLEAR,
    CLEAR_AND_LOAD,
    CLEAR_AND_DROP,
    NO_SUCH_WARP,
};

static bool two_warps(const void *cfg)
{
    const apres_llt_cfg_t *c = cfg;
    return c->warps > 1;
}

static bool three_warps(const void *cfg)
{
    const apres_llt_cfg_t *c = cfg;
    return c->warps > 2;
}

static bool warp_beyond(const void *cfg)
{
    const apres_llt_cfg_t *c = cfg;
    return !bits_every_index(c->warps);
}

static const stim_event_t events[] = {
    [NO_ENTRY] = {.name = "no_entry"},
    [GROUP_OF_ONE] = {.name = "group_of_one"},
    [GROUP_OF_SOME] = {.name = "group_of_some", .possible = three_warps},
    [GROUP_OF_ALL] = {.name = "group_of_all", .possible = two_warps},
    [SAME_PC_AGAIN] = {.name = "same_pc_again"},
    [PC_OF_OTHERS] = {.name = "pc_of_others", .possible = two_warps},
    [LAST_WARP] = {.name = "last_warp"},
    [DROP_LOADER] = {.name = "drop_loader"},
    [DROP_MEMBER] = {.name = "drop_member", .possible = two_warps},
    [DROP_OTHERS] = {.name = "drop_others", .possible = two_warps},
    [DROP_ALL] = {.name = "drop_all"},
    [DROP_NONE] = {.name = "drop_none"},
    [CLEAR] = {.name = "clear"},
    [CLEAR_AND_LOAD] = {.name = "clear_and_load"},
    [CLEAR_AND_DROP] = {.name = "clear_and_drop"},
    [NO_SUCH_WARP] = {.name = "no_such_warp", .possible = warp_beyond},
};

static void watch_load(const apres_llt_t *u, const apres_llt_in_t *in, uint64_t group,
                       bool *happened)
{
    const apres_llt_cfg_t *c = &u->cfg;
    const uint64_t own = UINT64_C(1) << in->load_warp, drop = in->drop_en ? in->drop : 0;
    const unsigned n = bits_popcount(group);
    const bool valid = u->valid[in->load_warp];
    bool others = false;
    for (unsigned w = 0; w < c->warps; w++)
        others |= u->valid[w] && u->pcs[w] == in->load_pc && !(group >> w & 1);

    happened[NO_ENTRY] = !valid;
    happened[GROUP_OF_ONE] = valid && n == 1;
    happened[GROUP_OF_SOME] = n > 1 && n < c->warps;
    happened[GROUP_OF_ALL] = n > 1 && n == c->warps;
    happened[SAME_PC_AGAIN] = valid && u->pcs[in->load_warp] == in->load_pc;
    happened[PC_OF_OTHERS] = others;
    happened[LAST_WARP] = in->load_warp == c->warps - 1;
    happened[DROP_LOADER] = drop & own;
    happened[DROP_MEMBER] = drop & group & ~own;
    happened[DROP_OTHERS] = drop && !(drop & own);
    happened[CLEAR_AND_LOAD] = in->clear_en;
}

static void watch(const void *cfg, const void *state, const void *input, const void *output,
                  bool *happened)
{
    const apres_llt_cfg_t *c = cfg;
    const apres_llt_t *u = state;
    const apres_llt_in_t *in = input;
    const apres_llt_out_t *out = output;
    uint64_t valid = 0;
    for (unsigned w = 0; w < c->warps; w++)
        valid |= (uint64_t)u->valid[w] << w;

    if (in->load_en && in->load_warp < c->warps)
        watch_load(u, in, out->group, happened);
    happened[DROP_ALL] = in->drop_en && valid && !(valid & ~in->drop);
    happened[DROP_NONE] = in->drop_en && valid && !(valid & in->drop);
    happened[CLEAR] = in->clear_en;
    happened[CLEAR_AND_DROP] = in->clear_en && in->drop_en && (valid & in->drop);
    happened[NO_SUCH_WARP] = in->load_en && in->load_warp >= c->warps;
}

static void load(const apres_llt_cfg_t *c, unsigned warp, uint64_t pc, apres_llt_in_t *in)
{
    in->load_en = 1;
    in->load_warp = (uint8_t)(warp % c->warps);
    in->load_pc = pc & bits_mask(c->pc_w);
}

static void drop(const apres_llt_cfg_t *c, uint64_t warps, apres_llt_in_t *in)
{
    in->drop_en = 1;
    in->drop = warps & bits_mask(c->warps);
}

static unsigned each_warp(const void *cfg)
{
    const apres_llt_cfg_t *c = cfg;
    return c->warps;
}

static unsigned twice_each_warp(const void *cfg)
{
    return 2 * each_warp(cfg);
}

/* All warps issue one load, then again: the first round makes the group, the second has it. */
static void all_issue_one(const void *cfg, unsigned k, void *input)
{
    load(cfg, k, 1, input);
}

/* They go on to the next load one by one: each leaves the group and joins those before it. */
static void all_go_on(const void *cfg, unsigned k, void *input)
{
    load(cfg, k, 2, input);
}

/* As many loads as a PC has bits, round and round; the last warp first. */
static void mixed(const void *cfg, unsigned k, void *input)
{
    const apres_llt_cfg_t *c = cfg;
    load(c, c->warps - 1 - k % c->warps, UINT64_C(1) << k % c->pc_w, input);
}

/* Each warp is dropped alone; it then issues, and has no entry. */
static void drop_each(const void *cfg, unsigned k, void *input)
{
    if (k % 2 == 0)
        drop(cfg, UINT64_C(1) << k / 2, input);
    else
        load(cfg, k / 2, 1, input);
}

/* The paper's figure 8: warps 0, 2 and 3 have issued 0x10, warp 1 another load; warp 0 issues 0x20,
 * and warp 2 after it. */
static unsigned figure_8_cycles(const void *cfg)
{
    (void)cfg;
    return 7;
}

static void figure_8(const void *cfg, unsigned k, void *input)
{
    static const uint8_t warps[] = {0, 2, 3, 1, 0, 2}, pcs[] = {1, 1, 1, 3, 2, 2};
    const apres_llt_cfg_t *c = cfg;
    apres_llt_in_t *in = input;
    const uint64_t unit = bits_mask(c->pc_w) >= 0x30 ? 0x10 : 1;
    if (k == 0)
        in->clear_en = 1;
    else
        load(c, warps[k - 1], pcs[k - 1] * unit, in);
}

/* Loads that meet a drop of the warp itself, of all others, of all, of none; then a clear. */
static unsigned meet_cycles(const void *cfg)
{
    return 8 * each_warp(cfg);
}

static void meet(const void *cfg, unsigned k, void *input)
{
    const apres_llt_cfg_t *c = cfg;
    apres_llt_in_t *in = input;
    const unsigned warp = k / 8;
    const uint64_t own = UINT64_C(1) << warp;
    load(c, warp + (k & 1), k % 8 < 6 ? 1 : 2, in);
    if (k % 8 == 2)
        drop(c, own, in);
    if (k % 8 == 3)
        drop(c, own, in); /* a load of the warp after it */
    if (k % 8 == 4)
        drop(c, ~own, in);
    if (k % 8 == 5)
        drop(c, 0, in);
    if (k % 8 == 6)
        drop(c, warp & 1 ? own : ~UINT64_C(0), in);
    in->clear_en = k % 8 == 6 && warp & 1;
}

static unsigned four(const void *cfg)
{
    (void)cfg;
    return 4;
}

/* The largest number: no warp unless all numbers name one. */
static void largest(const void *cfg, unsigned k, void *input)
{
    const apres_llt_cfg_t *c = cfg;
    apres_llt_in_t *in = input;
    load(c, 0, k, in);
    in->load_warp = (uint8_t)bits_mask(bits_index_w(c->warps));
}

static unsigned two(const void *cfg)
{
    (void)cfg;
    return 2;
}

/* All entries are dropped, and then none is left to drop. */
static void drop_all(const void *cfg, unsigned k, void *input)
{
    (void)k;
    drop(cfg, ~UINT64_C(0), input);
}

static const stim_directed_t directed[] = {
    {"all_issue_one", twice_each_warp, all_issue_one},
    {"all_go_on", each_warp, all_go_on},
    {"mixed", twice_each_warp, mixed},
    {"drop_each", twice_each_warp, drop_each},
    {"figure_8", figure_8_cycles, figure_8},
    {"meet", meet_cycles, meet},
    {"all_issue_again", twice_each_warp, all_issue_one},
    {"drop_all", two, drop_all},
    {"largest", four, largest},
};

const stim_unit_t apres_llt_stim = {
    .unit = &apres_llt_unit,
    .events = events,
    .directed = directed,
    .n_events = sizeof events / sizeof *events,
    .n_directed = sizeof directed / sizeof *directed,
    .watch = watch,
};
