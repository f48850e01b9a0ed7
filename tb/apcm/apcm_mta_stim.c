/* Events and directed stimulus of apcm.mta (docs/units/apcm.md). */
#include "apcm/apcm_mta.h"
#include "lockstep/stim_unit.h"

enum {
    MISS_TAKES_FREE,
    MISS_REPLACES,
    STARTS_AT_L1_COUNT,
    STARTS_AT_THRESHOLD,
    HIT_MINE,
    HIT_MINE_OTHER_LOAD,
    HIT_OTHER,
    MISS_OTHER,
    REACHES_MINE,
    REACHES_OTHER,
    FROZEN_MINE,
    FROZEN_OTHER,
    REPLACES_AND_REACHES,
    SCAN_VALID,
    SCAN_FREE,
    SCAN_AND_ACCESS,
    CLEAR,
    CLEAR_AND_ACCESS,
    LAST_WAY,
    LAST_SET,
    NO_SUCH_ENTRY,
};

/* A count of one bit is at the threshold from the first access on. */
static bool counts_rise(const void *cfg)
{
    const apcm_mta_cfg_t *c = cfg;
    return c->cnt_w > 1;
}

/* A set can have more lines than ways. */
static bool tags_to_spare(const void *cfg)
{
    const apcm_mta_cfg_t *c = cfg;
    return bits_mask(apcm_mta_tag_w(c)) >= c->ways;
}

/* There are several ways, and a line for each. */
static bool last_way_in_reach(const void *cfg)
{
    const apcm_mta_cfg_t *c = cfg;
    return c->ways > 1 && bits_mask(apcm_mta_tag_w(c)) >= c->ways - 1;
}

static bool entry_beyond(const void *cfg)
{
    const apcm_mta_cfg_t *c = cfg;
    return !bits_every_index(c->sets * c->ways);
}

static const stim_event_t events[] = {
    [MISS_TAKES_FREE] = {.name = "miss_takes_free"},
    [MISS_REPLACES] = {.name = "miss_replaces", .possible = tags_to_spare},
    [STARTS_AT_L1_COUNT] = {.name = "starts_at_l1_count", .possible = counts_rise},
    [STARTS_AT_THRESHOLD] = {.name = "starts_at_threshold"},
    [HIT_MINE] = {.name = "hit_mine", .possible = counts_rise},
    [HIT_MINE_OTHER_LOAD] = {.name = "hit_mine_other_load", .possible = counts_rise},
    [HIT_OTHER] = {.name = "hit_other", .possible = counts_rise},
    [MISS_OTHER] = {.name = "miss_other"},
    [REACHES_MINE] = {.name = "reaches_mine", .possible = counts_rise},
    [REACHES_OTHER] = {.name = "reaches_other", .possible = counts_rise},
    [FROZEN_MINE] = {.name = "frozen_mine"},
    [FROZEN_OTHER] = {.name = "frozen_other"},
    [REPLACES_AND_REACHES] = {.name = "replaces_and_reaches", .possible = tags_to_spare},
    [SCAN_VALID] = {.name = "scan_valid"},
    [SCAN_FREE] = {.name = "scan_free"},
    [SCAN_AND_ACCESS] = {.name = "scan_and_access"},
    [CLEAR] = {.name = "clear"},
    [CLEAR_AND_ACCESS] = {.name = "clear_and_access"},
    [LAST_WAY] = {.name = "last_way", .possible = last_way_in_reach},
    [LAST_SET] = {.name = "last_set"},
    [NO_SUCH_ENTRY] = {.name = "no_such_entry", .possible = entry_beyond},
};

/* The way that an access hits, or takes if it is the monitored warp's: the lowest free one, or that
 * which the order of use names. */
static unsigned way_used(const apcm_mta_t *u, unsigned set, uint64_t tag)
{
    const unsigned ways = u->cfg.ways;
    unsigned free = ways;
    for (unsigned w = ways; w-- > 0;) {
        if (u->valid[set * ways + w] && u->tag[set * ways + w] == tag)
            return w;
        if (!u->valid[set * ways + w])
            free = w;
    }
    lru_out_t lru;
    lru_eval(&u->lru, &(lru_in_t){.set = (uint8_t)set}, &lru);
    return free < ways ? free : lru.oldest;
}

static void watch_access(const apcm_mta_t *u, const apcm_mta_in_t *in, const apcm_mta_out_t *out,
                         bool *happened)
{
    const apcm_mta_cfg_t *c = &u->cfg;
    const uint64_t threshold = bits_mask(c->cnt_w);
    const unsigned set = (unsigned)(in->acc_line & (c->sets - 1));
    const unsigned way = way_used(u, set, in->acc_line >> apcm_mta_set_w(c));
    const unsigned e = set * c->ways + way;
    const bool takes = out->allocates, mine = in->acc_mine;
    const bool frozen = out->hit && u->count[e] == threshold, rises = out->hit && !frozen;

    happened[MISS_TAKES_FREE] = takes && !u->valid[e];
    happened[MISS_REPLACES] = takes && u->valid[e];
    happened[STARTS_AT_L1_COUNT] = takes && in->acc_hit && in->acc_count > 0 && threshold > 1;
    happened[STARTS_AT_THRESHOLD] = takes && in->acc_hit && out->reach_en;
    happened[HIT_MINE] = rises && mine;
    happened[HIT_MINE_OTHER_LOAD] = rises && mine && u->last[e] != in->acc_id;
    happened[HIT_OTHER] = rises && !mine;
    happened[MISS_OTHER] = !out->hit && !takes;
    happened[REACHES_MINE] = rises && mine && out->reach_en;
    happened[REACHES_OTHER] = rises && !mine && out->reach_en;
    happened[FROZEN_MINE] = frozen && mine;
    happened[FROZEN_OTHER] = frozen && !mine;
    happened[REPLACES_AND_REACHES] = out->evict_en && out->reach_en;
    happened[LAST_WAY] = takes && c->ways > 1 && way == c->ways - 1;
    happened[LAST_SET] = takes && set == c->sets - 1;
}

static void watch(const void *cfg, const void *state, const void *input, const void *output,
                  bool *happened)
{
    const apcm_mta_cfg_t *c = cfg;
    const apcm_mta_t *u = state;
    const apcm_mta_in_t *in = input;
    const apcm_mta_out_t *out = output;
    const bool scan = in->scan_en && !in->clear_en;
    const bool names = in->scan_idx < c->sets * c->ways;

    if (in->acc_en && !in->scan_en && !in->clear_en)
        watch_access(u, in, out, happened);
    happened[SCAN_VALID] = scan && names && u->valid[in->scan_idx];
    happened[SCAN_FREE] = scan && names && !u->valid[in->scan_idx];
    happened[SCAN_AND_ACCESS] = scan && in->acc_en;
    happened[CLEAR] = in->clear_en;
    happened[CLEAR_AND_ACCESS] = in->clear_en && (in->acc_en || in->scan_en);
    happened[NO_SUCH_ENTRY] = scan && !names;
}

/* An access to line n of a set, by warp and load. */
static void access_line(const apcm_mta_cfg_t *c, unsigned set, unsigned n, bool mine, unsigned load,
                        apcm_mta_in_t *in)
{
    const uint64_t line = (uint64_t)n * c->sets + set;
    in->acc_en = 1;
    in->acc_mine = mine;
    in->acc_line = line & bits_mask(c->line_w);
    in->acc_id = (uint8_t)(load & bits_mask(c->id_w));
}

static unsigned entries(const void *cfg)
{
    const apcm_mta_cfg_t *c = cfg;
    return c->sets * c->ways;
}

static unsigned twice_entries(const void *cfg)
{
    return 2 * entries(cfg);
}

/* All free ways are taken, those of a set one after the other; then all entries are replaced, if
 * there are as many lines. */
static void fill_and_replace(const void *cfg, unsigned k, void *input)
{
    const apcm_mta_cfg_t *c = cfg;
    access_line(c, k % c->sets, k / c->sets, true, k, input);
}

/* Every second entry is used again before each is replaced: the order of use is not that of
 * filling. */
static void replace_by_use(const void *cfg, unsigned k, void *input)
{
    const apcm_mta_cfg_t *c = cfg;
    const unsigned way = k / 2 / c->sets, set = k / 2 % c->sets;
    access_line(c, set, k & 1 ? 2 * c->ways + way : way / 2, k & 1, k, input);
}

static unsigned rise_cycles(const void *cfg)
{
    const apcm_mta_cfg_t *c = cfg;
    return 1 + ((unsigned)bits_mask(c->cnt_w) + 3);
}

/* A line that is cleared away, taken and used beyond the threshold: by the monitored warp alone,
 * with two loads in turn; by the others alone; by both in turn. */
static void rise(const apcm_mta_cfg_t *c, unsigned k, bool mine, apcm_mta_in_t *in)
{
    if (k == 0)
        in->clear_en = 1;
    else
        access_line(c, c->sets - 1, 1, mine || k == 1, k, in);
}

static void rise_mine(const void *cfg, unsigned k, void *input)
{
    rise(cfg, k, true, input);
}

static void rise_others(const void *cfg, unsigned k, void *input)
{
    rise(cfg, k, false, input);
}

static void rise_both(const void *cfg, unsigned k, void *input)
{
    rise(cfg, k, k & 1, input);
}

/* Lines that the L1 has, with every count that it can have, each in a set that is full. */
static unsigned l1_counts_cycles(const void *cfg)
{
    const apcm_mta_cfg_t *c = cfg;
    return c->ways + 2u * (1u << c->cnt_w);
}

static void l1_counts(const void *cfg, unsigned k, void *input)
{
    const apcm_mta_cfg_t *c = cfg;
    apcm_mta_in_t *in = input;
    access_line(c, 0, k, true, k, in);
    in->acc_hit = k >= c->ways;
    in->acc_count = (uint8_t)((k - c->ways) / 2 & bits_mask(c->cnt_w));
}

/* The scan as the monitor makes it, an access in each of its cycles, and on to the largest number.
 */
static unsigned numbers(const void *cfg)
{
    return 1u << bits_index_w(entries(cfg));
}

static void scan(const void *cfg, unsigned k, void *input)
{
    apcm_mta_in_t *in = input;
    access_line(cfg, 0, k, true, 1, in);
    in->scan_en = 1;
    in->scan_idx = (uint8_t)k;
}

/* An entry that hits, one that is replaced and one that is read out meet a clear. */
static unsigned clear_cycles(const void *cfg)
{
    (void)cfg;
    return 6;
}

static void clear_and_access(const void *cfg, unsigned k, void *input)
{
    const apcm_mta_cfg_t *c = cfg;
    apcm_mta_in_t *in = input;
    access_line(c, 0, k == 3 ? 1 : 0, true, 1, in);
    in->clear_en = k & 1;
    in->scan_en = k == 5;
}

static const stim_directed_t directed[] = {
    {"fill_and_replace", twice_entries, fill_and_replace},
    {"replace_by_use", twice_entries, replace_by_use},
    {"scan", numbers, scan},
    {"scan_again", numbers, scan},
    {"rise_mine", rise_cycles, rise_mine},
    {"rise_others", rise_cycles, rise_others},
    {"rise_both", rise_cycles, rise_both},
    {"l1_counts", l1_counts_cycles, l1_counts},
    {"clear_and_access", clear_cycles, clear_and_access},
};

const stim_unit_t apcm_mta_stim = {
    .unit = &apcm_mta_unit,
    .events = events,
    .directed = directed,
    .n_events = sizeof events / sizeof *events,
    .n_directed = sizeof directed / sizeof *directed,
    .watch = watch,
};
