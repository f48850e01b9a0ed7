/* Events and directed stimulus of apcm.tags (docs/units/apcm.md). */
#include "apcm/apcm_tags.h"
#include "lockstep/stim_unit.h"

enum {
    TAKES,
    TAKES_UNCOUNTED,
    PINS,
    REPINS,
    HITS,
    HITS_SATURATED,
    HITS_UNCOUNTED,
    HELD_SOME,
    HELD_ALL,
    LAPSE,
    LAPSE_ALL,
    REVIVED,
    GONE_PROTECTED,
    GONE_AND_NEW,
    GONE_AND_HIT,
    GONE_AND_READ,
    FLUSH,
    FLUSH_AND_PIN,
    LAST_LINE,
    NO_SUCH_LINE,
    NO_SUCH_GONE,
};

static bool two_ways(const void *cfg)
{
    const apcm_tags_cfg_t *c = cfg;
    return c->ways > 1;
}

static bool two_sets(const void *cfg)
{
    const apcm_tags_cfg_t *c = cfg;
    return c->sets > 1;
}

static bool line_beyond(const void *cfg)
{
    const apcm_tags_cfg_t *c = cfg;
    return !bits_every_index(c->sets) || !bits_every_index(c->ways);
}

static const stim_event_t events[] = {
    [TAKES] = {.name = "takes"},
    [TAKES_UNCOUNTED] = {.name = "takes_uncounted"},
    [PINS] = {.name = "pins"},
    [REPINS] = {.name = "repins"},
    [HITS] = {.name = "hits"},
    [HITS_SATURATED] = {.name = "hits_saturated"},
    [HITS_UNCOUNTED] = {.name = "hits_uncounted"},
    [HELD_SOME] = {.name = "held_some", .possible = two_ways},
    [HELD_ALL] = {.name = "held_all"},
    [LAPSE] = {.name = "lapse"},
    [LAPSE_ALL] = {.name = "lapse_all", .possible = two_ways},
    [REVIVED] = {.name = "revived", .possible = two_sets},
    [GONE_PROTECTED] = {.name = "gone_protected"},
    [GONE_AND_NEW] = {.name = "gone_and_new"},
    [GONE_AND_HIT] = {.name = "gone_and_hit"},
    [GONE_AND_READ] = {.name = "gone_and_read"},
    [FLUSH] = {.name = "flush"},
    [FLUSH_AND_PIN] = {.name = "flush_and_pin"},
    [LAST_LINE] = {.name = "last_line"},
    [NO_SUCH_LINE] = {.name = "no_such_line", .possible = line_beyond},
    [NO_SUCH_GONE] = {.name = "no_such_gone", .possible = line_beyond},
};

static bool is_live(const apcm_tags_in_t *in, unsigned warp)
{
    return in->live >> warp & 1;
}

/* Does the warp have a protected line in another set? */
static bool protected_elsewhere(const apcm_tags_t *u, unsigned set, unsigned warp)
{
    for (unsigned s = 0; s < u->cfg.sets; s++)
        for (unsigned line = s * u->cfg.ways; s != set && line < (s + 1) * u->cfg.ways; line++)
            if (u->protect[line] && u->owner[line] == warp)
                return true;
    return false;
}

/* Ways of the set that are protected. */
static unsigned protected_in(const apcm_tags_t *u, unsigned set)
{
    unsigned n = 0;
    for (unsigned w = 0; w < u->cfg.ways; w++)
        n += u->protect[set * u->cfg.ways + w];
    return n;
}

static void watch_line(const apcm_tags_t *u, const apcm_tags_in_t *in, unsigned line,
                       bool *happened)
{
    const apcm_tags_cfg_t *c = &u->cfg;
    const bool plain = in->acc_plain, takes = in->acc_new;
    const bool pins = takes && in->acc_pin, full = u->count[line] == bits_mask(c->cnt_w);

    happened[TAKES] = takes && plain;
    happened[TAKES_UNCOUNTED] = takes && !plain;
    happened[PINS] = pins;
    happened[REPINS] = pins && u->protect[line] && u->owner[line] != in->acc_warp;
    happened[HITS] = !takes && plain && !full;
    happened[HITS_SATURATED] = !takes && plain && full;
    happened[HITS_UNCOUNTED] = !takes && !plain;
    happened[REVIVED] = pins && in->acc_warp < c->warps && !is_live(in, in->acc_warp) &&
                        protected_elsewhere(u, in->set, in->acc_warp);
    const bool gone = in->gone_en && in->gone_set == in->set && in->gone_way == in->way;
    happened[GONE_AND_NEW] = gone && takes;
    happened[GONE_AND_HIT] = gone && !takes && plain;
    happened[GONE_AND_READ] = gone && u->count[line] > 0;
    happened[FLUSH_AND_PIN] = pins && in->flush_en;
    happened[LAST_LINE] = takes && line == c->sets * c->ways - 1;
}

static void watch(const void *cfg, const void *state, const void *input, const void *output,
                  bool *happened)
{
    const apcm_tags_cfg_t *c = cfg;
    const apcm_tags_t *u = state;
    const apcm_tags_in_t *in = input;
    const apcm_tags_out_t *out = output;
    const bool line_ok = in->set < c->sets && in->way < c->ways;
    const bool gone_ok = in->gone_set < c->sets && in->gone_way < c->ways;

    if (in->acc_en && line_ok)
        watch_line(u, in, in->set * c->ways + in->way, happened);
    happened[HELD_SOME] = in->acc_en && out->held && !out->all_held;
    happened[HELD_ALL] = out->all_held;
    happened[LAPSE] = out->lapses;
    happened[LAPSE_ALL] =
        out->lapses && c->ways > 1 && !out->held && protected_in(u, in->set) == c->ways;
    happened[GONE_PROTECTED] =
        in->gone_en && gone_ok && u->protect[in->gone_set * c->ways + in->gone_way];
    happened[FLUSH] = in->flush_en;
    happened[NO_SUCH_LINE] = in->acc_en && !line_ok;
    happened[NO_SUCH_GONE] = in->gone_en && !gone_ok;
}

static unsigned lines(const void *cfg)
{
    const apcm_tags_cfg_t *c = cfg;
    return c->sets * c->ways;
}

static void look(const apcm_tags_cfg_t *c, unsigned line, apcm_tags_in_t *in)
{
    in->acc_en = 1;
    in->set = (uint16_t)(line / c->ways % c->sets);
    in->way = (uint8_t)(line % c->ways);
    in->acc_plain = 1;
}

static void pin(const apcm_tags_cfg_t *c, unsigned line, unsigned warp, apcm_tags_in_t *in)
{
    look(c, line, in);
    in->acc_new = in->acc_pin = 1;
    in->acc_warp = (uint8_t)(warp % c->warps);
}

/* Every line is taken by another request than a plain load. */
static void take_uncounted(const void *cfg, unsigned k, void *input)
{
    apcm_tags_in_t *in = input;
    look(cfg, k, in);
    in->acc_new = 1;
    in->acc_plain = 0;
}

/* Every line is pinned, by one warp after the other, and all of them protect. */
static void pin_all(const void *cfg, unsigned k, void *input)
{
    const apcm_tags_cfg_t *c = cfg;
    apcm_tags_in_t *in = input;
    in->live = bits_mask(c->warps);
    pin(c, k, k, in);
}

/* The warp of each line changes while it protects. */
static void repin_all(const void *cfg, unsigned k, void *input)
{
    const apcm_tags_cfg_t *c = cfg;
    apcm_tags_in_t *in = input;
    pin_all(c, k, in);
    in->acc_warp ^= 1;
}

static unsigned twice_ways(const void *cfg)
{
    const apcm_tags_cfg_t *c = cfg;
    return 2 * c->ways;
}

/* Set 0, seen while all its warps protect but one, and then while none does. */
static void protection_ends(const void *cfg, unsigned k, void *input)
{
    const apcm_tags_cfg_t *c = cfg;
    apcm_tags_in_t *in = input;
    const uint64_t all = bits_mask(c->warps);
    look(c, k, in);
    in->set = 0;
    in->acc_plain = k & 1;
    in->live = k < c->ways ? all & ~(UINT64_C(1) << k % c->warps) : 0;
}

/* Each set, its ways all pinned, is seen when no warp protects, and once more. */
static unsigned set_lapses_cycles(const void *cfg)
{
    const apcm_tags_cfg_t *c = cfg;
    return c->sets * (c->ways + 2);
}

static void set_lapses(const void *cfg, unsigned k, void *input)
{
    const apcm_tags_cfg_t *c = cfg;
    apcm_tags_in_t *in = input;
    const unsigned set = k / (c->ways + 2), step = k % (c->ways + 2);
    in->live = step < c->ways ? bits_mask(c->warps) : 0;
    pin(c, set * c->ways + step % c->ways, step, in);
    in->acc_new = step < c->ways;
}

/* One warp pins a line in set 0 and protects no longer; it pins another in the last set, protects
 * again, and the first is seen. */
static unsigned six(const void *cfg)
{
    (void)cfg;
    return 6;
}

static void revive(const void *cfg, unsigned k, void *input)
{
    const apcm_tags_cfg_t *c = cfg;
    apcm_tags_in_t *in = input;
    in->live = k == 1 || k >= 4;
    pin(c, k == 3 ? lines(c) - 1 : 0, 0, in);
    in->acc_new = k == 0 || k == 3;
    in->acc_en = k != 2;
}

/* A line is used until its count is full, and once more. */
static unsigned count_up_cycles(const void *cfg)
{
    const apcm_tags_cfg_t *c = cfg;
    return 3 + (unsigned)bits_mask(c->cnt_w);
}

static void count_up(const void *cfg, unsigned k, void *input)
{
    const apcm_tags_cfg_t *c = cfg;
    apcm_tags_in_t *in = input;
    look(c, lines(c) - 1, in);
    in->acc_new = k == 0;
}

/* A pinned line is invalidated; in the same cycle nothing, a hit, and a pin. */
static void gone(const void *cfg, unsigned k, void *input)
{
    const apcm_tags_cfg_t *c = cfg;
    apcm_tags_in_t *in = input;
    in->live = bits_mask(c->warps);
    pin(c, k / 6, k, in);
    in->acc_new = k % 2 == 0 || k % 6 == 5;
    in->acc_en = k % 6 != 1;
    in->gone_en = k & 1;
    in->gone_set = in->set;
    in->gone_way = in->way;
}

static unsigned six_of_each_line(const void *cfg)
{
    return 6 * lines(cfg);
}

/* All lines lose their protection; then all but the one that is pinned in that cycle. */
static unsigned flush_cycles(const void *cfg)
{
    return 2 * (lines(cfg) + 1);
}

static void flush(const void *cfg, unsigned k, void *input)
{
    const apcm_tags_cfg_t *c = cfg;
    apcm_tags_in_t *in = input;
    const unsigned round = lines(c) + 1;
    in->live = bits_mask(c->warps);
    pin(c, k % round % lines(c), k, in);
    in->flush_en = k % round == lines(c);
    if (in->flush_en && k < round)
        in->acc_en = 0;
}

/* The largest set and way: they name no line unless all do. */
static unsigned sixteen(const void *cfg)
{
    (void)cfg;
    return 16;
}

static void largest(const void *cfg, unsigned k, void *input)
{
    const apcm_tags_cfg_t *c = cfg;
    apcm_tags_in_t *in = input;
    in->live = bits_mask(c->warps);
    pin(c, 0, c->warps - 1, in);
    in->acc_new = k >> 2 & 1;
    in->gone_en = k >> 3 & 1;
    if (k & 1)
        in->set = in->gone_set = (uint16_t)bits_mask(bits_index_w(c->sets));
    if (k & 2)
        in->way = in->gone_way = (uint8_t)bits_mask(bits_index_w(c->ways));
    if (k & 4) /* a number of no warp unless all are */
        in->acc_warp = (uint8_t)bits_mask(bits_index_w(c->warps));
}

static const stim_directed_t directed[] = {
    {"take_uncounted", lines, take_uncounted},
    {"pin_all", lines, pin_all},
    {"repin_all", lines, repin_all},
    {"protection_ends", twice_ways, protection_ends},
    {"set_lapses", set_lapses_cycles, set_lapses},
    {"revive", six, revive},
    {"count_up", count_up_cycles, count_up},
    {"gone", six_of_each_line, gone},
    {"flush", flush_cycles, flush},
    {"largest", sixteen, largest},
};

const stim_unit_t apcm_tags_stim = {
    .unit = &apcm_tags_unit,
    .events = events,
    .directed = directed,
    .n_events = sizeof events / sizeof *events,
    .n_directed = sizeof directed / sizeof *directed,
    .watch = watch,
};
