/* Events and directed stimulus of abyp (docs/units/abyp.md). */
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
    NO_SUCH_LOOKUP,
    NO_SUCH_TRAINING,
    NO_SUCH_ACCESS_LINE,
    NO_SUCH_FILL_LINE,
};

/* A threshold above the largest counter value is never reached. */
static bool threshold_in_reach(const void *cfg)
{
    const abyp_cfg_t *c = cfg;
    return c->threshold <= bits_mask(c->ctr_w);
}

static bool two_lines(const void *cfg)
{
    const abyp_cfg_t *c = cfg;
    return c->sets * c->ways > 1;
}

static bool some_hash_names_none(const void *cfg)
{
    const abyp_cfg_t *c = cfg;
    return !bits_every_index(c->entries);
}

static bool some_line_is_none(const void *cfg)
{
    const abyp_cfg_t *c = cfg;
    return !bits_every_index(c->sets) || !bits_every_index(c->ways);
}

static const stim_event_t events[] = {
    [HIT_TRAINS] = {.name = "hit_trains"},
    [MISS_KEEPS] = {.name = "miss_keeps"},
    [MISS_BYPASSES] = {.name = "miss_bypasses", .possible = threshold_in_reach},
    [VICTIM_TRAINS] = {.name = "victim_trains"},
    [INVALID_VICTIM] = {.name = "invalid_victim"},
    [REJECTED_MISS] = {.name = "rejected_miss"},
    [REJECTED_BYPASS] = {.name = "rejected_bypass", .possible = threshold_in_reach},
    [LATE_FILL] = {.name = "late_fill"},
    [FILL_AND_HIT_SAME_LINE] = {.name = "fill_and_hit_same_line"},
    [FILL_AND_VICTIM_SAME_LINE] = {.name = "fill_and_victim_same_line"},
    [FILL_AND_ACCESS_APART] = {.name = "fill_and_access_apart", .possible = two_lines},
    [COUNTER_FULL] = {.name = "counter_full"},
    [COUNTER_EMPTY] = {.name = "counter_empty"},
    [NO_SUCH_LOOKUP] = {.name = "no_such_lookup", .possible = some_hash_names_none},
    [NO_SUCH_TRAINING] = {.name = "no_such_training", .possible = some_hash_names_none},
    [NO_SUCH_ACCESS_LINE] = {.name = "no_such_access_line", .possible = some_line_is_none},
    [NO_SUCH_FILL_LINE] = {.name = "no_such_fill_line", .possible = some_line_is_none},
};

static void watch(const void *cfg, const void *state, const void *input, const void *output,
                  bool *happened)
{
    const abyp_cfg_t *c = cfg;
    const abyp_t *u = state;
    const abyp_in_t *in = input;
    const abyp_out_t *out = output;
    const bool line_ok = in->acc_set < c->sets && in->acc_way < c->ways;
    const bool fill_ok = in->fill_set < c->sets && in->fill_way < c->ways;
    const bool same_line = in->fill_set == in->acc_set && in->fill_way == in->acc_way;
    const bool fill = in->fill_valid && fill_ok;
    const bool miss = in->acc_valid && !in->acc_hit;
    const bool commit = in->acc_valid && in->acc_accept;
    const bool hit = commit && in->acc_hit && line_ok;
    const bool keep = commit && !in->acc_hit && !out->predict && line_ok;
    const bool victim = keep && in->vic_valid;

    /* The hash that an access trains, and its counter. */
    unsigned line_hash = 0;
    if (line_ok)
        line_hash =
            fill && same_line ? in->fill_hash : u->tags.hash[in->acc_set * c->ways + in->acc_way];
    const bool ctr_ok = line_hash < c->entries;
    const uint8_t ctr = ctr_ok ? u->table.ctrs.ctr[line_hash] : 0;

    happened[HIT_TRAINS] = hit && ctr_ok;
    happened[MISS_KEEPS] = keep;
    happened[MISS_BYPASSES] = commit && miss && out->predict;
    happened[VICTIM_TRAINS] = victim && ctr_ok;
    happened[INVALID_VICTIM] = keep && !in->vic_valid;
    happened[REJECTED_MISS] = miss && !in->acc_accept;
    happened[REJECTED_BYPASS] = miss && !in->acc_accept && out->predict;
    happened[LATE_FILL] = fill;
    happened[FILL_AND_HIT_SAME_LINE] = fill && same_line && hit;
    happened[FILL_AND_VICTIM_SAME_LINE] = fill && same_line && victim;
    happened[FILL_AND_ACCESS_APART] = fill && !same_line && commit && line_ok;
    happened[COUNTER_FULL] = victim && ctr_ok && ctr == bits_mask(c->ctr_w);
    happened[COUNTER_EMPTY] = hit && ctr_ok && ctr == 0;
    happened[NO_SUCH_LOOKUP] = miss && out->acc_hash >= c->entries;
    happened[NO_SUCH_TRAINING] = (hit || victim) && !ctr_ok;
    happened[NO_SUCH_ACCESS_LINE] = commit && !line_ok;
    happened[NO_SUCH_FILL_LINE] = in->fill_valid && !fill_ok;
}

static unsigned lines(const abyp_cfg_t *c)
{
    return c->sets * c->ways;
}

/* A PC with this hash, which fits the index of the counters. */
static uint32_t pc_of(const abyp_cfg_t *c, uint32_t hash)
{
    return hash << c->pc_shift;
}

/* The PC of one of the loads that a counter counts. */
static uint32_t load(const abyp_cfg_t *c, unsigned n)
{
    return pc_of(c, n % c->entries);
}

static void hit(const abyp_cfg_t *c, unsigned line, uint32_t pc, abyp_in_t *in)
{
    in->acc_valid = 1;
    in->acc_accept = 1;
    in->acc_hit = 1;
    in->acc_pc = pc;
    in->acc_set = (uint16_t)(line / c->ways);
    in->acc_way = (uint16_t)(line % c->ways);
}

/* A miss, with a valid block in the line. */
static void miss(const abyp_cfg_t *c, unsigned line, uint32_t pc, abyp_in_t *in)
{
    hit(c, line, pc, in);
    in->acc_hit = 0;
    in->vic_valid = 1;
}

/* A late fill of the line that the access names. */
static void fill_there(const abyp_cfg_t *c, unsigned hash, abyp_in_t *in)
{
    in->fill_valid = 1;
    in->fill_set = in->acc_set;
    in->fill_way = in->acc_way;
    in->fill_hash = (uint16_t)(hash & bits_mask(bits_index_w(c->entries)));
}

/* Listing 1, walked: one load streams until its blocks are bypassed, then hits bring it back. */
static unsigned stream_until_bypassed_cycles(const void *cfg)
{
    const abyp_cfg_t *c = cfg;
    return (c->threshold + 2) * lines(c);
}

static void stream_until_bypassed(const void *cfg, unsigned k, void *input)
{
    const abyp_cfg_t *c = cfg;
    miss(c, k % lines(c), load(c, 1), input);
}

static unsigned each_line(const void *cfg)
{
    return lines(cfg);
}

static void hits_bring_it_back(const void *cfg, unsigned k, void *input)
{
    const abyp_cfg_t *c = cfg;
    hit(c, k, load(c, 1), input);
}

/* Four other loads, round by round over all lines. */
static unsigned other_pc_victims_cycles(const void *cfg)
{
    const abyp_cfg_t *c = cfg;
    const unsigned max = (unsigned)bits_mask(c->ctr_w);
    return lines(c) * (max / lines(c) + 2);
}

static void other_pc_victims(const void *cfg, unsigned k, void *input)
{
    const abyp_cfg_t *c = cfg;
    miss(c, k % lines(c), load(c, 2 + k % 4), input);
}

/* Counter 0 as far as it goes, by one line that is filled again and again. The load that misses
 * there has hash 1, whose counter is brought to 0 first: so its misses are not bypassed. */
static unsigned fill_one_counter_cycles(const void *cfg)
{
    const abyp_cfg_t *c = cfg;
    const unsigned max = (unsigned)bits_mask(c->ctr_w);
    return max + max + 2;
}

static void fill_one_counter(const void *cfg, unsigned k, void *input)
{
    const abyp_cfg_t *c = cfg;
    abyp_in_t *in = input;
    const bool bring_down = k < bits_mask(c->ctr_w);
    if (bring_down)
        hit(c, 0, pc_of(c, 1), in);
    else
        miss(c, 0, pc_of(c, 1), in);
    fill_there(c, bring_down ? 1 : 0, in);
}

/* Every counter as far as it goes, and back, by line 0, which is filled with its hash again and
 * again; behind each step its load looks it up. The load that misses in line 0 is that of counter
 * 0, which is 0; for counter 0 that of counter 1, which is brought to 0 first. Of many large
 * counters only some. */
enum { MOST_COUNTS = 32768 };

static unsigned there_and_back(const abyp_cfg_t *c)
{
    return 4 * ((unsigned)bits_mask(c->ctr_w) + 1);
}

static unsigned counters_apart(const abyp_cfg_t *c)
{
    return 1 + c->entries * there_and_back(c) / MOST_COUNTS;
}

static unsigned every_counter_cycles(const void *cfg)
{
    const abyp_cfg_t *c = cfg;
    return there_and_back(c) * (1 + (c->entries - 1) / counters_apart(c) + 1);
}

static void every_counter(const void *cfg, unsigned k, void *input)
{
    const abyp_cfg_t *c = cfg;
    abyp_in_t *in = input;
    const unsigned turn = k / there_and_back(c), at = k % there_and_back(c);
    const unsigned counter = turn ? (turn - 1) * counters_apart(c) : 1;
    if (at % 2) {
        miss(c, 0, pc_of(c, counter), in);
        in->acc_accept = 0;
        return;
    }
    if (turn && at < there_and_back(c) / 2)
        miss(c, 0, pc_of(c, counter == 0), in);
    else
        hit(c, 0, pc_of(c, 0), in);
    fill_there(c, counter, in);
}

static void fill_meets_hit(const void *cfg, unsigned k, void *input)
{
    const abyp_cfg_t *c = cfg;
    hit(c, k, load(c, 2), input);
    fill_there(c, k, input);
}

static void fill_meets_victim(const void *cfg, unsigned k, void *input)
{
    const abyp_cfg_t *c = cfg;
    miss(c, k, load(c, 0), input);
    fill_there(c, k, input);
}

static unsigned sixteen(const void *cfg)
{
    (void)cfg;
    return 16;
}

static void rejected_does_nothing(const void *cfg, unsigned k, void *input)
{
    const abyp_cfg_t *c = cfg;
    abyp_in_t *in = input;
    miss(c, 0, k << c->pc_shift, in);
    in->acc_hit = k & 1;
    in->acc_accept = 0;
}

/* The largest set, the largest way, and both, and the load of the largest hash: they name no line
 * and no counter unless all do. Even cycles miss, odd cycles hit. */
static void largest_indices(const void *cfg, unsigned k, void *input)
{
    const abyp_cfg_t *c = cfg;
    abyp_in_t *in = input;
    const uint32_t hash = (uint32_t)bits_mask(bits_index_w(c->entries));
    if (k & 1)
        hit(c, 0, pc_of(c, hash), in);
    else
        miss(c, 0, pc_of(c, hash), in);
    if (k & 2)
        in->acc_set = (uint16_t)bits_mask(bits_index_w(c->sets));
    if (k & 4)
        in->acc_way = (uint16_t)bits_mask(bits_index_w(c->ways));
    if (k & 8)
        fill_there(c, hash, in);
}

static const stim_directed_t directed[] = {
    {"stream_until_bypassed", stream_until_bypassed_cycles, stream_until_bypassed},
    {"hits_bring_it_back", each_line, hits_bring_it_back},
    {"other_pc_victims", other_pc_victims_cycles, other_pc_victims},
    {"fill_one_counter", fill_one_counter_cycles, fill_one_counter},
    {"every_counter", every_counter_cycles, every_counter},
    {"fill_meets_hit", each_line, fill_meets_hit},
    {"fill_meets_victim", each_line, fill_meets_victim},
    {"rejected_does_nothing", sixteen, rejected_does_nothing},
    {"largest_indices", sixteen, largest_indices},
};

const stim_unit_t abyp_stim = {
    .unit = &abyp_unit,
    .events = events,
    .directed = directed,
    .n_events = sizeof events / sizeof *events,
    .n_directed = sizeof directed / sizeof *directed,
    .watch = watch,
};
