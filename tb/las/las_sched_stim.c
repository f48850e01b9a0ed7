/* Events and directed stimulus of las.sched (docs/units/las.md). */
#include "las/las_sched.h"
#include "lockstep/stim_unit.h"

enum {
    PROMOTES,
    PROMOTES_BY_SUM,
    PROMOTES_BY_HIGH_SUM,
    FILLS,
    DEMOTES,
    DEMOTES_LOWEST,
    DEMOTES_AND_PROMOTES,
    FULL,
    FULL_AND_DEMOTES,
    GREEDY,
    LOCALITY,
    STARVED,
    RESCUES,
    STARVING_AND_FULL,
    NO_PICK,
    ALL_PICK,
    ISSUES_OTHER,
    WRITE_ACTIVE,
    WRITE_AND_PROMOTE,
    WRITE_AND_DEMOTE,
    WRITE_LOWERS_SUM,
    WIPE_ACTIVE,
    WIPE_PENDING,
    WIPE_HOLDS,
    WIPE_AND_WRITE,
    WIPE_OTHER_SCHED,
    WIPE_WITHOUT_RUN,
    CLEAR,
    CLEAR_AND_RUN,
    RUN_NONE,
    NO_SUCH_WARP,
    NO_SUCH_SCHED,
    CHOICE_DROPPED,
    ROW_WAITS,
    ROW_AND_DIFFERENCE,
};

static bool two_active(const void *cfg)
{
    const las_sched_cfg_t *c = cfg;
    return c->active > 1;
}

/* Some warps find no place. */
static bool room_beyond(const void *cfg)
{
    const las_sched_cfg_t *c = cfg;
    return c->active < c->per;
}

/* With so many active ones there are still two that wait for a place. */
static unsigned before_two(const las_sched_cfg_t *c)
{
    return c->active - 1 < c->per - 2 ? c->active - 1 : c->per - 2;
}

static unsigned highest_bit(const las_sched_cfg_t *c)
{
    return 1U << (c->deg_w + bits_log2_up(c->active) - 1);
}

/* A sum of two warps that wait has its highest bit. */
static bool high_sums(const void *cfg)
{
    const las_sched_cfg_t *c = cfg;
    return before_two(c) * bits_mask(c->deg_w) >= highest_bit(c);
}

static bool two_scheds(const void *cfg)
{
    const las_sched_cfg_t *c = cfg;
    return c->scheds > 1;
}

static bool warp_beyond(const void *cfg)
{
    const las_sched_cfg_t *c = cfg;
    return !bits_every_index(c->per);
}

static bool sched_beyond(const void *cfg)
{
    const las_sched_cfg_t *c = cfg;
    return !bits_every_index(c->scheds);
}

static bool has_stages(const void *cfg)
{
    const las_sched_cfg_t *c = cfg;
    return c->stages != 0;
}

static const stim_event_t events[] = {
    [PROMOTES] = {.name = "promotes"},
    [PROMOTES_BY_SUM] = {.name = "promotes_by_sum", .possible = two_active},
    [PROMOTES_BY_HIGH_SUM] = {.name = "promotes_by_high_sum", .possible = high_sums},
    [FILLS] = {.name = "fills", .possible = two_active},
    [DEMOTES] = {.name = "demotes"},
    [DEMOTES_LOWEST] = {.name = "demotes_lowest", .possible = two_active},
    [DEMOTES_AND_PROMOTES] = {.name = "demotes_and_promotes", .possible = two_active},
    [FULL] = {.name = "full", .possible = room_beyond},
    [FULL_AND_DEMOTES] = {.name = "full_and_demotes", .possible = room_beyond},
    [GREEDY] = {.name = "greedy", .possible = two_active},
    [LOCALITY] = {.name = "locality", .possible = two_active},
    [STARVED] = {.name = "starved", .possible = two_active},
    [RESCUES] = {.name = "rescues"},
    [STARVING_AND_FULL] = {.name = "starving_and_full", .possible = room_beyond},
    [NO_PICK] = {.name = "no_pick"},
    [ALL_PICK] = {.name = "all_pick"},
    [ISSUES_OTHER] = {.name = "issues_other"},
    [WRITE_ACTIVE] = {.name = "write_active", .possible = two_active},
    [WRITE_AND_PROMOTE] = {.name = "write_and_promote"},
    [WRITE_AND_DEMOTE] = {.name = "write_and_demote"},
    [WRITE_LOWERS_SUM] = {.name = "write_lowers_sum"},
    [WIPE_ACTIVE] = {.name = "wipe_active"},
    [WIPE_PENDING] = {.name = "wipe_pending"},
    [WIPE_HOLDS] = {.name = "wipe_holds"},
    [WIPE_AND_WRITE] = {.name = "wipe_and_write"},
    [WIPE_OTHER_SCHED] = {.name = "wipe_other_sched", .possible = two_scheds},
    [WIPE_WITHOUT_RUN] = {.name = "wipe_without_run"},
    [CLEAR] = {.name = "clear"},
    [CLEAR_AND_RUN] = {.name = "clear_and_run"},
    [RUN_NONE] = {.name = "run_none"},
    [NO_SUCH_WARP] = {.name = "no_such_warp", .possible = warp_beyond},
    [NO_SUCH_SCHED] = {.name = "no_such_sched", .possible = sched_beyond},
    [CHOICE_DROPPED] = {.name = "choice_dropped", .possible = has_stages},
    [ROW_WAITS] = {.name = "row_waits", .possible = has_stages},
    [ROW_AND_DIFFERENCE] = {.name = "row_and_difference", .possible = has_stages},
};

/* One scheduler in this cycle. */
typedef struct view {
    const las_sched_t *u;
    const las_sched_in_t *in;
    const las_sched_out_t *out;
    unsigned s;
    uint64_t active, issuable, waiting, stalled; /* waiting: could be promoted */
    bool full, wiped;
} view_t;

/* The degree of two warps of a scheduler, 0 of a warp with itself. */
static unsigned degree(const view_t *v, unsigned a, unsigned b)
{
    const unsigned per = v->u->cfg.per, hi = a > b ? a : b, lo = a > b ? b : a;
    return hi == lo ? 0 : v->u->degrees.deg[v->s * (per * (per - 1) / 2) + hi * (hi - 1) / 2 + lo];
}

/* The degree with the warp that issued last, as the pick knows it. */
static unsigned key(const view_t *v, unsigned warp)
{
    const las_sched_t *u = v->u;
    return u->cfg.stages ? u->near[v->s * u->cfg.per + warp] : degree(v, warp, u->last[v->s]);
}

static bool several(uint64_t warps)
{
    return (warps & (warps - 1)) != 0;
}

static void watch_group(const view_t *v, bool *happened)
{
    const las_sched_cfg_t *c = &v->u->cfg;
    const bool in = v->out->promotes[v->s], out = v->out->demotes[v->s];
    const unsigned n = bits_popcount(v->active), first = v->s * c->per;
    bool sums = false, high = false;
    for (unsigned w = 0; w < c->per; w++) {
        sums |= (v->waiting >> w & 1) && v->u->sum[first + w] > 0;
        high |= (v->waiting >> w & 1) && v->u->sum[first + w] >= highest_bit(c);
    }
    /* A warp that has left counts in sums until the next edge, so that they can be greater. */
    high = high && !(c->stages && v->u->left_en[v->s]);
    const bool run = v->in->run_en && !v->in->clear_en;
    const uint64_t hungry = v->waiting & v->in->starve[v->s];

    happened[PROMOTES] |= in;
    happened[PROMOTES_BY_SUM] |= in && !hungry && sums && several(v->waiting);
    happened[PROMOTES_BY_HIGH_SUM] |= in && !hungry && high && several(v->waiting);
    happened[FILLS] |= in && c->active > 1 && n + 1 == c->active;
    happened[DEMOTES] |= out && !v->wiped;
    happened[DEMOTES_LOWEST] |= run && !v->wiped && several(v->active & v->stalled);
    happened[DEMOTES_AND_PROMOTES] |= in && out;
    happened[FULL] |= run && v->full && v->waiting;
    happened[FULL_AND_DEMOTES] |= run && v->full && v->waiting && out;
    happened[RESCUES] |= v->out->rescues[v->s];
    happened[STARVING_AND_FULL] |= run && v->full && hungry;
    happened[WIPE_ACTIVE] |= v->wiped && (v->active >> v->in->wipe_warp & 1);
    happened[WIPE_PENDING] |= v->wiped && !(v->active >> v->in->wipe_warp & 1);
    happened[WIPE_HOLDS] |=
        v->wiped && run && (v->active & v->stalled & ~(UINT64_C(1) << v->in->wipe_warp));
    happened[WIPE_OTHER_SCHED] |= in && v->in->wipe_en && v->in->wipe_warp < c->per &&
                                  v->in->wipe_sched < c->scheds && v->in->wipe_sched != v->s;
    happened[WIPE_WITHOUT_RUN] |= v->wiped && !v->in->run_en && out;
    happened[CLEAR] |= v->in->clear_en && v->active;
    happened[CLEAR_AND_RUN] |= v->in->clear_en && v->in->run_en && !v->full && v->waiting;
    happened[RUN_NONE] |= run && !in && !out;
}

static void watch_issue(const view_t *v, bool *happened)
{
    const las_sched_cfg_t *c = &v->u->cfg;
    const unsigned s = v->s, pick = v->out->pick[s], last = v->u->last[s];
    const bool found = v->out->pick_valid[s], went = v->u->last_en[s];
    const bool hungry = (v->issuable & v->in->starve[s]) != 0;
    const bool goes_on = found && went && pick == last;
    bool lower = false;
    for (unsigned w = 0; w < c->per && went && found; w++)
        lower |= (v->issuable >> w & 1) && key(v, w) < key(v, pick);
    const uint64_t better = v->issuable & ~v->in->starve[s];

    happened[GREEDY] |= goes_on && !hungry && several(v->issuable);
    happened[LOCALITY] |= found && went && !goes_on && !hungry && lower;
    happened[STARVED] |= v->out->starved[s] && better && went;
    happened[NO_PICK] |= !found && (v->in->ready[s] & ~v->active);
    happened[ISSUES_OTHER] |= v->in->issue_en[s] && found && v->in->issue_warp[s] < c->per &&
                              v->in->issue_warp[s] != pick;
}

static void watch_write(const view_t *v, bool *happened)
{
    const las_sched_cfg_t *c = &v->u->cfg;
    const unsigned a = v->in->write_one, b = v->in->write_other;
    if (!v->in->write_en || v->in->clear_en || v->in->write_sched != v->s || a >= c->per ||
        b >= c->per || a == b)
        return;
    const uint64_t pair = UINT64_C(1) << a | UINT64_C(1) << b;
    const uint64_t after = v->out->group[v->s];
    const bool wiped = v->wiped && (pair >> v->in->wipe_warp & 1);
    const unsigned old = degree(v, a, b);

    happened[WRITE_ACTIVE] |= !wiped && (after & pair) == pair;
    happened[WRITE_AND_PROMOTE] |= v->out->promotes[v->s] && (pair & v->waiting);
    happened[WRITE_AND_DEMOTE] |=
        v->out->demotes[v->s] && !v->wiped && (pair & v->active & v->stalled);
    happened[WRITE_LOWERS_SUM] |= !wiped && v->in->write_deg < old && (after & pair);
    happened[WIPE_AND_WRITE] |= wiped;
}

/* What the registers of `stages` hold at this edge. */
static void watch_stages(const view_t *v, bool *happened)
{
    const las_sched_t *u = v->u;
    const uint64_t left = u->left_en[v->s] ? UINT64_C(1) << u->left[v->s] : 0;
    const uint64_t pair = UINT64_C(1) << u->diff_one | UINT64_C(1) << u->diff_other;
    const bool diff = u->diff_en && u->diff_sched == v->s;
    happened[CHOICE_DROPPED] |= u->come_en[v->s] && !v->out->promotes[v->s];
    happened[ROW_WAITS] |= left && v->wiped && u->left[v->s] != v->in->wipe_warp;
    happened[ROW_AND_DIFFERENCE] |= diff && !v->wiped && (left & pair);
}

static void watch(const void *cfg, const void *state, const void *input, const void *output,
                  bool *happened)
{
    const las_sched_cfg_t *c = cfg;
    const las_sched_t *u = state;
    const las_sched_in_t *in = input;
    const las_sched_out_t *out = output;
    const unsigned wipe = in->wipe_warp;
    const bool wipes = in->wipe_en && !in->clear_en && wipe < c->per;
    bool all = true;
    for (unsigned s = 0; s < c->scheds; s++) {
        view_t v = {.u = u, .in = in, .out = out, .s = s};
        v.active = u->active[s];
        v.stalled = in->stalled[s];
        v.issuable = v.active & in->ready[s];
        v.waiting = in->ready[s] & ~in->stalled[s] & ~v.active;
        v.full = bits_popcount(v.active) >= c->active;
        v.wiped = wipes && in->wipe_sched == s;
        watch_group(&v, happened);
        watch_issue(&v, happened);
        watch_write(&v, happened);
        if (c->stages)
            watch_stages(&v, happened);
        all = all && out->pick_valid[s];
        happened[NO_SUCH_WARP] |= in->issue_en[s] && in->issue_warp[s] >= c->per;
    }
    happened[ALL_PICK] = all;
    happened[NO_SUCH_WARP] |=
        (in->wipe_en && wipe >= c->per) ||
        (in->write_en && (in->write_one >= c->per || in->write_other >= c->per));
    happened[NO_SUCH_SCHED] = (in->wipe_en && in->wipe_sched >= c->scheds) ||
                              (in->write_en && in->write_sched >= c->scheds);
}

static void run(const las_sched_cfg_t *c, uint64_t ready, uint64_t stalled, las_sched_in_t *in)
{
    in->run_en = 1;
    for (unsigned s = 0; s < c->scheds; s++) {
        in->ready[s] = ready & bits_mask(c->per);
        in->stalled[s] = stalled & bits_mask(c->per);
    }
}

static void write_deg(const las_sched_cfg_t *c, unsigned sched, unsigned a, unsigned b,
                      unsigned deg, las_sched_in_t *in)
{
    in->write_en = 1;
    in->write_sched = (uint8_t)(sched % c->scheds);
    in->write_one = (uint8_t)(a % c->per);
    in->write_other = (uint8_t)(b % c->per);
    in->write_deg = (uint8_t)(deg & bits_mask(c->deg_w));
}

static void issue(const las_sched_cfg_t *c, unsigned warp, las_sched_in_t *in)
{
    for (unsigned s = 0; s < c->scheds; s++) {
        in->issue_en[s] = 1;
        in->issue_warp[s] = (uint8_t)(warp % c->per);
    }
}

static void age(const las_sched_cfg_t *c, unsigned oldest, las_sched_in_t *in)
{
    for (unsigned i = 0; i < c->scheds * c->per; i++)
        in->since[i] = i % c->per == oldest % c->per;
}

static unsigned warps_and_one(const void *cfg)
{
    const las_sched_cfg_t *c = cfg;
    return c->per + 1;
}

/* All are ready, and places fill up, while each warp gets a degree with the next one. */
static void neighbours(const void *cfg, unsigned k, void *input)
{
    const las_sched_cfg_t *c = cfg;
    las_sched_in_t *in = input;
    write_deg(c, k / c->per, k, k + 1, k % 3 + 1, in);
    run(c, ~UINT64_C(0), 0, in);
}

/* Each warp stalls with the next one; others take their places. */
static void stall_each(const void *cfg, unsigned k, void *input)
{
    const las_sched_cfg_t *c = cfg;
    las_sched_in_t *in = input;
    run(c, ~UINT64_C(0), UINT64_C(3) << k % c->per, in);
    issue(c, k, in);
}

/* Each warp issues and is not ready then, whether active or not. */
static void issue_each(const void *cfg, unsigned k, void *input)
{
    const las_sched_cfg_t *c = cfg;
    las_sched_in_t *in = input;
    run(c, ~(UINT64_C(1) << k % c->per), 0, in);
    issue(c, k, in);
    age(c, k + 1, in);
}

/* Each warp starves, and a place is free at times. */
static void starve_each(const void *cfg, unsigned k, void *input)
{
    const las_sched_cfg_t *c = cfg;
    las_sched_in_t *in = input;
    run(c, ~UINT64_C(0), k % 3 == 0 ? UINT64_C(1) << k / 3 % c->per : 0, in);
    issue(c, k % 2, in);
    age(c, k, in);
    for (unsigned s = 0; s < c->scheds; s++)
        in->starve[s] = (UINT64_C(1) << k % c->per | (k % 4 ? 0 : 2)) & bits_mask(c->per);
}

/* A warp arrives in each slot while others stall and degrees are written. */
static void arrivals(const void *cfg, unsigned k, void *input)
{
    const las_sched_cfg_t *c = cfg;
    las_sched_in_t *in = input;
    run(c, ~UINT64_C(0), k % 2 ? 0 : UINT64_C(5) << k % c->per, in);
    in->run_en = k % 3 != 2;
    in->wipe_en = 1;
    in->wipe_sched = (uint8_t)(k % c->scheds);
    in->wipe_warp = (uint8_t)(k % c->per);
    write_deg(c, k, k + (k & 1), k + 1 + (k & 1), 3, in);
}

static unsigned pairs_cycles(const void *cfg)
{
    const las_sched_cfg_t *c = cfg;
    return c->per * (c->per - 1);
}

/* Degrees rise and fall while warps become active and leave. */
static void degrees_change(const void *cfg, unsigned k, void *input)
{
    const las_sched_cfg_t *c = cfg;
    las_sched_in_t *in = input;
    const unsigned a = k / 2 % c->per;
    write_deg(c, k / 2, a, a + 1 + k / 2 / c->per, k % 2 ? 1 : 3, in);
    run(c, ~UINT64_C(0), UINT64_C(1) << (k / 3 % c->per), in);
}

static unsigned eight(const void *cfg)
{
    (void)cfg;
    return 8;
}

/* The worked example of the page. */
static void example(const void *cfg, unsigned k, void *input)
{
    const las_sched_cfg_t *c = cfg;
    las_sched_in_t *in = input;
    static const uint8_t ones[] = {0, 0, 1}, others[] = {1, 2, 2}, degs[] = {2, 1, 3};
    if (k == 0)
        in->clear_en = 1;
    else if (k < 4)
        write_deg(c, 0, ones[k - 1], others[k - 1], degs[k - 1], in);
    else
        run(c, k < 7 ? 7 : 6, k == 7, in);
    if (k == 6)
        issue(c, 0, in);
}

static unsigned four(const void *cfg)
{
    (void)cfg;
    return 4;
}

/* A clear meets a promotion, and then active warps. */
static void clear(const void *cfg, unsigned k, void *input)
{
    const las_sched_cfg_t *c = cfg;
    las_sched_in_t *in = input;
    run(c, ~UINT64_C(0), 0, in);
    in->clear_en = k == 0 || k == 3;
}

/* The largest numbers: no warp and no scheduler unless all numbers name one. */
static void largest(const void *cfg, unsigned k, void *input)
{
    const las_sched_cfg_t *c = cfg;
    las_sched_in_t *in = input;
    const uint8_t w = (uint8_t)bits_mask(bits_index_w(c->per));
    const uint8_t s = (uint8_t)bits_mask(bits_index_w(c->scheds));
    run(c, ~UINT64_C(0), 0, in);
    write_deg(c, 0, 0, 1, 1, in);
    in->wipe_en = 1;
    if (k % 2)
        in->wipe_sched = in->write_sched = s;
    else
        in->wipe_warp = in->write_one = w;
    for (unsigned i = 0; i < c->scheds; i++) {
        in->issue_en[i] = 1;
        in->issue_warp[i] = w;
    }
}

static unsigned last_two_cycles(const void *cfg)
{
    const las_sched_cfg_t *c = cfg;
    return 1 + 2 * before_two(c) * c->scheds + 2 * before_two(c) + 12;
}

/* The last two warps have the greatest degrees with all that are active, but for one that is 1
 * less. One of them takes the last place, several times. */
static void last_two(const void *cfg, unsigned k, void *input)
{
    const las_sched_cfg_t *c = cfg;
    las_sched_in_t *in = input;
    const unsigned others = before_two(c), writes = 2 * others * c->scheds;
    const unsigned most = (unsigned)bits_mask(c->deg_w);
    if (k == 0) {
        in->clear_en = 1;
    } else if (k <= writes) {
        const unsigned at = (k - 1) % (2 * others), other = at / 2;
        write_deg(c, (k - 1) / (2 * others), c->per - 1 - at % 2, other,
                  most - (at % 2 && other == 0), in);
    } else {
        const bool first = k <= writes + 2 * others;
        run(c, first ? bits_mask(others) : ~UINT64_C(0), first || k % 4 ? 0 : ~bits_mask(others),
            in);
    }
}

static const stim_directed_t directed[] = {
    {"neighbours", warps_and_one, neighbours},
    {"stall_each", warps_and_one, stall_each},
    {"issue_each", warps_and_one, issue_each},
    {"starve_each", warps_and_one, starve_each},
    {"degrees_change", pairs_cycles, degrees_change},
    {"arrivals", warps_and_one, arrivals},
    {"example", eight, example},
    {"clear", four, clear},
    {"largest", four, largest},
    {"last_two", last_two_cycles, last_two},
};

const stim_unit_t las_sched_stim = {
    .unit = &las_sched_unit,
    .events = events,
    .directed = directed,
    .n_events = sizeof events / sizeof *events,
    .n_directed = sizeof directed / sizeof *directed,
    .watch = watch,
};
