/* Events and directed stimulus of las.scores (docs/units/las.md). */
#include "las/las_scores.h"
#include "lockstep/stim_unit.h"

enum {
    EACH_PLUS,
    EACH_MINUS,
    EACH_NONE,
    EACH_LAST,
    EACH_BEYOND,
    EACH_TO_ZERO,
    ONE,
    ONE_ZERO,
    ONE_AND_EACH,
    ONE_AND_EACH_APART,
    ZERO,
    ZERO_AND_EACH,
    ZERO_AND_ONE,
    HERE_LARGEST,
    HERE_ZERO,
    WRAPS,
    NO_SUCH_SM,
    NO_SUCH_CANDIDATE,
    NO_SUCH_GROUP,
    NO_SUCH_READ,
};

static unsigned groups(unsigned n, unsigned lanes)
{
    return (n + lanes - 1) / lanes;
}

static bool lane_beyond(const void *cfg)
{
    const las_scores_cfg_t *c = cfg;
    return c->window % c->lanes != 0;
}

static bool two_window(const void *cfg)
{
    const las_scores_cfg_t *c = cfg;
    return c->window > 1;
}

static bool two_sms(const void *cfg)
{
    const las_scores_cfg_t *c = cfg;
    return c->sms > 1;
}

static bool sm_beyond(const void *cfg)
{
    const las_scores_cfg_t *c = cfg;
    return !bits_every_index(c->sms);
}

static bool candidate_beyond(const void *cfg)
{
    const las_scores_cfg_t *c = cfg;
    return !bits_every_index(c->window);
}

static bool group_beyond(const void *cfg)
{
    const las_scores_cfg_t *c = cfg;
    return !bits_every_index(groups(c->window, c->lanes));
}

static const stim_event_t events[] = {
    [EACH_PLUS] = {.name = "each_plus"},
    [EACH_MINUS] = {.name = "each_minus"},
    [EACH_NONE] = {.name = "each_none"},
    [EACH_LAST] = {.name = "each_last"},
    [EACH_BEYOND] = {.name = "each_beyond", .possible = lane_beyond},
    [EACH_TO_ZERO] = {.name = "each_to_zero"},
    [ONE] = {.name = "one"},
    [ONE_ZERO] = {.name = "one_zero"},
    [ONE_AND_EACH] = {.name = "one_and_each"},
    [ONE_AND_EACH_APART] = {.name = "one_and_each_apart", .possible = two_window},
    [ZERO] = {.name = "zero"},
    [ZERO_AND_EACH] = {.name = "zero_and_each"},
    [ZERO_AND_ONE] = {.name = "zero_and_one"},
    [HERE_LARGEST] = {.name = "here_largest"},
    [HERE_ZERO] = {.name = "here_zero", .possible = two_sms},
    [WRAPS] = {.name = "wraps"},
    [NO_SUCH_SM] = {.name = "no_such_sm", .possible = sm_beyond},
    [NO_SUCH_CANDIDATE] = {.name = "no_such_candidate", .possible = candidate_beyond},
    [NO_SUCH_GROUP] = {.name = "no_such_group", .possible = group_beyond},
    [NO_SUCH_READ] = {.name = "no_such_read", .possible = sm_beyond},
};

static unsigned score_w(const las_scores_cfg_t *c)
{
    return c->sum_w + bits_log2_up(c->slots);
}

/* Candidates that `each` changes at this edge. */
static uint64_t changed(const las_scores_cfg_t *c, const las_scores_in_t *in)
{
    uint64_t mask = 0;
    for (unsigned l = 0; l < c->lanes && in->each_en && in->each_sm < c->sms; l++)
        if (in->each_use >> l & 1 && in->each_group * c->lanes + l < c->window)
            mask |= UINT64_C(1) << (in->each_group * c->lanes + l);
    return mask;
}

static void watch_each(const las_scores_t *u, const las_scores_in_t *in, uint64_t mask,
                       bool *happened)
{
    const las_scores_cfg_t *c = &u->cfg;
    const uint64_t top = bits_mask(score_w(c));
    happened[EACH_NONE] = (in->each_use & bits_mask(c->lanes)) == 0;
    happened[EACH_LAST] = mask >> (c->window - 1) & 1;
    for (unsigned l = 0; l < c->lanes; l++) {
        const unsigned i = in->each_group * c->lanes + l;
        happened[EACH_BEYOND] |= (in->each_use >> l & 1) && i >= c->window &&
                                 in->each_group < groups(c->window, c->lanes);
        if (i >= c->window || !(mask >> i & 1))
            continue;
        const uint64_t old = u->score[i * c->sms + in->each_sm], by = in->each_lines[l];
        happened[EACH_PLUS] |= !in->each_minus && by;
        happened[EACH_MINUS] |= in->each_minus && by;
        happened[EACH_TO_ZERO] |= in->each_minus && by && old == by;
        happened[WRAPS] |= in->each_minus ? by > old : old + by > top;
    }
}

static void watch_reads(const las_scores_t *u, const las_scores_in_t *in,
                        const las_scores_out_t *out, bool *happened)
{
    const las_scores_cfg_t *c = &u->cfg;
    happened[NO_SUCH_READ] = in->sm >= c->sms;
    for (unsigned l = 0; l < c->lanes && in->sm < c->sms; l++) {
        if (in->group * c->lanes + l >= c->window)
            continue;
        happened[HERE_LARGEST] |= out->here[l] == bits_mask(score_w(c));
        happened[HERE_ZERO] |= c->sms > 1 && out->here[l] == 0 && out->all[l] != 0;
    }
}

static void watch(const void *cfg, const void *state, const void *input, const void *output,
                  bool *happened)
{
    const las_scores_cfg_t *c = cfg;
    const las_scores_t *u = state;
    const las_scores_in_t *in = input;
    const las_scores_out_t *out = output;
    const uint64_t mask = changed(c, in);
    const bool one = in->one_en && in->one_idx < c->window && in->one_sm < c->sms;
    const bool zero = in->zero_en && in->zero_idx < c->window, met = one && mask >> in->one_idx & 1;
    const unsigned n = groups(c->window, c->lanes);

    if (in->each_en)
        watch_each(u, in, mask, happened);
    watch_reads(u, in, out, happened);
    happened[ONE] = one && in->one_lines;
    happened[ONE_ZERO] = one && !in->one_lines;
    happened[ONE_AND_EACH] = met;
    happened[ONE_AND_EACH_APART] = one && mask && !met;
    happened[ZERO] = zero && u->total[in->zero_idx];
    happened[ZERO_AND_EACH] = zero && mask >> in->zero_idx & 1;
    happened[ZERO_AND_ONE] = zero && one && in->zero_idx == in->one_idx;
    happened[NO_SUCH_SM] =
        (in->each_en && in->each_sm >= c->sms) || (in->one_en && in->one_sm >= c->sms);
    happened[NO_SUCH_CANDIDATE] =
        (in->one_en && in->one_idx >= c->window) || (in->zero_en && in->zero_idx >= c->window);
    happened[NO_SUCH_GROUP] = in->group >= n || (in->each_en && in->each_group >= n);
}

static void each(const las_scores_cfg_t *c, unsigned group, unsigned sm, bool minus, uint32_t lines,
                 las_scores_in_t *in)
{
    in->each_en = 1;
    in->each_minus = minus;
    in->each_sm = in->sm = (uint8_t)(sm % c->sms);
    in->each_group = in->group = (uint8_t)(group % groups(c->window, c->lanes));
    in->each_use = (uint32_t)bits_mask(c->lanes);
    for (unsigned l = 0; l < c->lanes; l++)
        in->each_lines[l] = (lines + l) & (uint32_t)bits_mask(c->sum_w);
}

static void one(const las_scores_cfg_t *c, unsigned idx, unsigned sm, uint64_t lines,
                las_scores_in_t *in)
{
    in->one_en = 1;
    in->one_idx = (uint8_t)(idx % c->window);
    in->one_sm = in->sm = (uint8_t)(sm % c->sms);
    in->one_lines = (uint32_t)(lines & bits_mask(score_w(c)));
    in->group = (uint8_t)(in->one_idx / c->lanes);
}

static unsigned all_groups(const void *cfg)
{
    const las_scores_cfg_t *c = cfg;
    return 2 * c->sms * groups(c->window, c->lanes);
}

/* A CTA begins on each SM and ends again. */
static void begin_and_end(const void *cfg, unsigned k, void *input)
{
    const las_scores_cfg_t *c = cfg;
    las_scores_in_t *in = input;
    const unsigned n = groups(c->window, c->lanes);
    each(c, k / 2 % n, k / 2 / n, k % 2, k / 2, in);
}

/* CTAs begin on each SM. */
static void begin(const void *cfg, unsigned k, void *input)
{
    const las_scores_cfg_t *c = cfg;
    las_scores_in_t *in = input;
    const unsigned n = groups(c->window, c->lanes);
    each(c, k % n, k / n, false, k, in);
}

static unsigned all_candidates(const void *cfg)
{
    const las_scores_cfg_t *c = cfg;
    return c->window;
}

/* Each candidate is compared. */
static void ones(const void *cfg, unsigned k, void *input)
{
    const las_scores_cfg_t *c = cfg;
    las_scores_in_t *in = input;
    one(c, k, k, k % 3 ? bits_mask(score_w(c)) : 0, in);
}

/* Each becomes new while others change it. */
static void zeroes(const void *cfg, unsigned k, void *input)
{
    const las_scores_cfg_t *c = cfg;
    las_scores_in_t *in = input;
    in->zero_en = 1;
    in->zero_idx = (uint8_t)k;
    if (k % 3 == 0)
        each(c, k / c->lanes, 0, false, 1, in);
    if (k % 3 == 1)
        one(c, k, 0, 1, in);
}

/* A score of all ones, from 0, and read in the next cycle. */
static void largest_score(const void *cfg, unsigned k, void *input)
{
    const las_scores_cfg_t *c = cfg;
    las_scores_in_t *in = input;
    in->zero_en = k % 2 == 0;
    in->zero_idx = (uint8_t)k;
    one(c, k - k % 2, k / 2, k % 2 ? bits_mask(score_w(c)) : 0, in);
}

static unsigned four(const void *cfg)
{
    (void)cfg;
    return 4;
}

/* Both name a candidate, or different ones. */
static void meet(const void *cfg, unsigned k, void *input)
{
    const las_scores_cfg_t *c = cfg;
    las_scores_in_t *in = input;
    each(c, k, 0, k % 2, 1, in);
    one(c, k < 2 ? k * c->lanes : 0, k % 2, 2, in);
    if (k == 3)
        in->each_use = 0;
}

/* The largest numbers, which name nothing unless all numbers do. */
static void numbers(const void *cfg, unsigned k, void *input)
{
    const las_scores_cfg_t *c = cfg;
    las_scores_in_t *in = input;
    const uint8_t sm = (uint8_t)bits_mask(bits_index_w(c->sms));
    const uint8_t idx = (uint8_t)bits_mask(bits_index_w(c->window));
    each(c, 0, 0, false, 1, in);
    one(c, 0, 0, 1, in);
    in->zero_en = k == 2;
    in->zero_idx = idx;
    if (k % 2)
        in->each_sm = in->one_sm = in->sm = sm;
    else
        in->one_idx = idx;
    if (k > 1)
        in->each_group = in->group = (uint8_t)bits_mask(bits_index_w(groups(c->window, c->lanes)));
}

static const stim_directed_t directed[] = {
    {"begin_and_end", all_groups, begin_and_end},
    {"begin", all_groups, begin},
    {"ones", all_candidates, ones},
    {"zeroes", all_candidates, zeroes},
    {"largest_score", all_candidates, largest_score},
    {"meet", four, meet},
    {"numbers", four, numbers},
};

const stim_unit_t las_scores_stim = {
    .unit = &las_scores_unit,
    .events = events,
    .directed = directed,
    .n_events = sizeof events / sizeof *events,
    .n_directed = sizeof directed / sizeof *directed,
    .watch = watch,
};
