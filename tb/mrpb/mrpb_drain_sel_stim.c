/* Events and directed stimulus of mrpb.drain_sel: see lockstep/stim_unit.h; docs/units/mrpb.md
 * lists them. */
#include "lockstep/stim_unit.h"
#include "mrpb/mrpb_drain_sel.h"

enum { FIXED, LONGEST, ROUND_ROBIN, GREEDY };
enum { STAYS = 8 }; /* drains with all queues full, one after the other */

/* A head for every queue, another one each cycle. */
static void turn_heads(const mrpb_drain_sel_cfg_t *c, unsigned k, mrpb_drain_sel_in_t *in)
{
    for (unsigned q = 0; q < c->queues; q++)
        planes_set(in->heads, bits_index_w(c->depth), UINT64_C(1) << q, (k + q) % c->depth);
}

/* Which policies have an order to choose by. */
static bool fixed(const void *cfg)
{
    const mrpb_drain_sel_cfg_t *c = cfg;
    return c->policy % GREEDY == FIXED && c->queues > 1;
}

static bool longest(const void *cfg)
{
    const mrpb_drain_sel_cfg_t *c = cfg;
    return c->policy % GREEDY == LONGEST && c->queues > 1;
}

static bool longest_differs(const void *cfg)
{
    const mrpb_drain_sel_cfg_t *c = cfg;
    return longest(cfg) && c->depth > 1;
}

static bool round_robin(const void *cfg)
{
    const mrpb_drain_sel_cfg_t *c = cfg;
    return c->policy % GREEDY == ROUND_ROBIN && c->queues > 1;
}

static bool greedy(const void *cfg)
{
    const mrpb_drain_sel_cfg_t *c = cfg;
    return c->policy >= GREEDY;
}

static bool greedy_hands_over(const void *cfg)
{
    const mrpb_drain_sel_cfg_t *c = cfg;
    return c->policy >= GREEDY && c->queues > 1;
}

static bool greedy_fixed(const void *cfg)
{
    const mrpb_drain_sel_cfg_t *c = cfg;
    return c->policy >= GREEDY && fixed(cfg);
}

static bool greedy_longest(const void *cfg)
{
    const mrpb_drain_sel_cfg_t *c = cfg;
    return c->policy >= GREEDY && longest_differs(cfg);
}

static bool greedy_round_robin(const void *cfg)
{
    const mrpb_drain_sel_cfg_t *c = cfg;
    return c->policy >= GREEDY && round_robin(cfg);
}

/* Is there a number that names no queue? */
static bool spare_number(const void *cfg)
{
    const mrpb_drain_sel_cfg_t *c = cfg;
    return c->queues < UINT32_C(1) << bits_index_w(c->queues);
}

enum {
    ADD,
    ADD_BEYOND_DEPTH,
    POLICY_DRAIN,
    FLUSH_DRAIN,
    FLUSH_BEFORE_DRAIN,
    DRAIN_OF_NOTHING,
    FLUSH_OF_NOTHING,
    ADD_AND_DRAIN_SAME_QUEUE,
    FIXED_TIE,
    LONGEST_TIE,
    LONGEST_NOT_LOWEST,
    RR_TIE,
    RR_WRAPS,
    RR_POINTER_WRAPS,
    GREEDY_FIXED_TIE,
    GREEDY_LONGEST_TIE,
    GREEDY_RR_TIE,
    GREEDY_HAND_OVER,
    GREEDY_EMPTIES,
    ALL_VISIBLE,
    ALL_STAY_FULL,
    NO_SUCH_QUEUE,
};

static const stim_event_t events[] = {
    [ADD] = {.name = "add"},
    [ADD_BEYOND_DEPTH] = {.name = "add_beyond_depth"},
    [POLICY_DRAIN] = {.name = "policy_drain"},
    [FLUSH_DRAIN] = {.name = "flush_drain"},
    [FLUSH_BEFORE_DRAIN] = {.name = "flush_before_drain"},
    [DRAIN_OF_NOTHING] = {.name = "drain_of_nothing"},
    [FLUSH_OF_NOTHING] = {.name = "flush_of_nothing"},
    [ADD_AND_DRAIN_SAME_QUEUE] = {.name = "add_and_drain_same_queue"},
    [FIXED_TIE] = {.name = "fixed_tie", .possible = fixed},
    [LONGEST_TIE] = {.name = "longest_tie", .possible = longest},
    [LONGEST_NOT_LOWEST] = {.name = "longest_not_lowest", .possible = longest_differs},
    [RR_TIE] = {.name = "rr_tie", .possible = round_robin},
    [RR_WRAPS] = {.name = "rr_wraps", .possible = round_robin},
    [RR_POINTER_WRAPS] = {.name = "rr_pointer_wraps"},
    [GREEDY_FIXED_TIE] = {.name = "greedy_fixed_tie", .possible = greedy_fixed},
    [GREEDY_LONGEST_TIE] = {.name = "greedy_longest_tie", .possible = greedy_longest},
    [GREEDY_RR_TIE] = {.name = "greedy_rr_tie", .possible = greedy_round_robin},
    [GREEDY_HAND_OVER] = {.name = "greedy_hand_over", .possible = greedy_hands_over},
    [GREEDY_EMPTIES] = {.name = "greedy_empties", .possible = greedy},
    [ALL_VISIBLE] = {.name = "all_visible"},
    [ALL_STAY_FULL] = {.name = "all_stay_full"},
    [NO_SUCH_QUEUE] = {.name = "no_such_queue", .possible = spare_number},
};

static void watch(const void *cfg, const void *state, const void *input, const void *output,
                  bool *happened)
{
    const mrpb_drain_sel_cfg_t *c = cfg;
    const mrpb_drain_sel_t *u = state;
    const mrpb_drain_sel_in_t *in = input;
    const mrpb_drain_sel_out_t *out = output;

    const uint32_t order = c->policy % GREEDY;
    const bool is_greedy = c->policy >= GREEDY,
               stays = is_greedy && mrpb_drain_sel_vis(u, u->greedy) != 0;
    const bool add_names = in->add_en && in->add_queue < c->queues;
    const bool flush = in->flush_en && out->look_any;
    const bool drain = in->drain_en && out->any && !flush;
    const uint64_t seen = planes_nonzero(u->vis, mrpb_drain_sel_vis_w(u)), from_rr = seen >> u->rr;
    const uint64_t most = planes_greatest(u->vis, mrpb_drain_sel_vis_w(u), seen);
    const uint64_t among = stays ? 0 : seen; /* what the order chooses from */
    const bool tie = bits_popcount(among) > 1;

    happened[ADD] = add_names && mrpb_drain_sel_vis(u, in->add_queue) < c->depth;
    happened[ADD_BEYOND_DEPTH] = add_names && mrpb_drain_sel_vis(u, in->add_queue) == c->depth;
    happened[POLICY_DRAIN] = drain;
    happened[FLUSH_DRAIN] = flush;
    happened[FLUSH_BEFORE_DRAIN] = flush && in->drain_en;
    happened[DRAIN_OF_NOTHING] = in->drain_en && !out->any;
    happened[FLUSH_OF_NOTHING] = in->flush_en && in->look_queue < c->queues && !out->look_any;
    happened[ADD_AND_DRAIN_SAME_QUEUE] =
        in->add_en &&
        ((flush && in->add_queue == in->look_queue) || (drain && in->add_queue == out->queue));
    happened[FIXED_TIE] = order == FIXED && tie;
    happened[LONGEST_TIE] = order == LONGEST && among != 0 && bits_popcount(most) > 1;
    happened[LONGEST_NOT_LOWEST] = order == LONGEST && (among & bits_mask(out->queue)) != 0;
    happened[RR_TIE] = order == ROUND_ROBIN && tie;
    happened[RR_WRAPS] = order == ROUND_ROBIN && among != 0 && from_rr == 0;
    happened[RR_POINTER_WRAPS] = drain && out->queue == c->queues - 1;
    happened[GREEDY_FIXED_TIE] = order == FIXED && stays && (seen & bits_mask(u->greedy)) != 0;
    happened[GREEDY_LONGEST_TIE] = order == LONGEST && stays && (most >> u->greedy & 1) == 0;
    happened[GREEDY_RR_TIE] =
        order == ROUND_ROBIN && stays &&
        (from_rr != 0 ? u->rr + bits_lowest(from_rr) : bits_lowest(seen)) != u->greedy;
    happened[GREEDY_HAND_OVER] = is_greedy && among != 0;
    happened[GREEDY_EMPTIES] = is_greedy && drain && mrpb_drain_sel_vis(u, out->queue) == 1 &&
                               !(in->add_en && in->add_queue == out->queue);
    happened[ALL_VISIBLE] = seen == bits_mask(c->queues);
    happened[ALL_STAY_FULL] =
        drain && add_names && in->add_queue == out->queue &&
        planes_equal(u->vis, mrpb_drain_sel_vis_w(u), c->depth) == bits_mask(c->queues);
    happened[NO_SUCH_QUEUE] =
        (in->add_en && !add_names) || (in->flush_en && in->look_queue >= c->queues);
}

/* Every queue filled to another height, then drained, with more added on the way and flushes in
 * between. */
static unsigned fill_all_cycles(const void *cfg)
{
    const mrpb_drain_sel_cfg_t *c = cfg;
    return c->queues * (c->depth + 1);
}

static void fill_all(const void *cfg, unsigned k, void *input)
{
    const mrpb_drain_sel_cfg_t *c = cfg;
    mrpb_drain_sel_in_t *in = input;
    in->add_en = 1;
    in->add_queue = (uint8_t)(k % c->queues);
    in->look_queue = in->add_queue;
}

static unsigned flush_each_past_empty_cycles(const void *cfg)
{
    const mrpb_drain_sel_cfg_t *c = cfg;
    return c->queues * (c->depth + 1);
}

static void flush_each_past_empty(const void *cfg, unsigned k, void *input)
{
    const mrpb_drain_sel_cfg_t *c = cfg;
    mrpb_drain_sel_in_t *in = input;
    in->flush_en = 1;
    in->drain_en = k & 1;
    in->look_queue = (uint8_t)(k / (c->depth + 1));
}

static unsigned stairs_cycles(const void *cfg)
{
    const mrpb_drain_sel_cfg_t *c = cfg;
    return c->queues * c->depth;
}

static void stairs(const void *cfg, unsigned k, void *input)
{
    const mrpb_drain_sel_cfg_t *c = cfg;
    mrpb_drain_sel_in_t *in = input;
    in->add_en = k / c->queues <= k % c->queues % c->depth;
    in->add_queue = (uint8_t)(k % c->queues);
    in->look_queue = in->add_queue;
}

static unsigned drain_cycles(const void *cfg)
{
    const mrpb_drain_sel_cfg_t *c = cfg;
    return 8 * (2 * c->depth + c->queues);
}

static void drain(const void *cfg, unsigned k, void *input)
{
    const mrpb_drain_sel_cfg_t *c = cfg;
    mrpb_drain_sel_in_t *in = input;
    in->drain_en = 1;
    in->look_queue = (uint8_t)(k % c->queues);
    turn_heads(c, k, in);
}

static unsigned add_and_drain_cycles(const void *cfg)
{
    const mrpb_drain_sel_cfg_t *c = cfg;
    return 8 * (2 * c->depth + c->queues);
}

static void add_and_drain(const void *cfg, unsigned k, void *input)
{
    const mrpb_drain_sel_cfg_t *c = cfg;
    mrpb_drain_sel_in_t *in = input;
    in->drain_en = k % 3 != 0;
    in->add_en = 1;
    in->add_queue = (uint8_t)(k * 5 % c->queues);
    in->look_queue = (uint8_t)(k % c->queues);
    turn_heads(c, k, in);
}

static unsigned last_queues_cycles(const void *cfg)
{
    const mrpb_drain_sel_cfg_t *c = cfg;
    return 4 * c->depth;
}

static void last_queues(const void *cfg, unsigned k, void *input)
{
    const mrpb_drain_sel_cfg_t *c = cfg;
    mrpb_drain_sel_in_t *in = input;
    in->add_en = 1;
    in->drain_en = k & 1;
    in->add_queue = (uint8_t)(k / 2 % 2 < c->queues ? c->queues - 1 - k / 2 % 2 : 0);
}

static unsigned stay_with_a_higher_queue_cycles(const void *cfg)
{
    const mrpb_drain_sel_cfg_t *c = cfg;
    return 9 * (c->depth + 4);
}

static void stay_with_a_higher_queue(const void *cfg, unsigned k, void *input)
{
    const mrpb_drain_sel_cfg_t *c = cfg;
    mrpb_drain_sel_in_t *in = input;
    const unsigned step = k % (c->depth + 4);
    in->add_en = step < 4;
    in->add_queue = (uint8_t)(step < 2 ? c->queues - 1 : k % 2 % c->queues);
    in->drain_en = step != 0;
}

static unsigned add_and_drain_one_queue_cycles(const void *cfg)
{
    const mrpb_drain_sel_cfg_t *c = cfg;
    return 6 * c->depth;
}

static void add_and_drain_one_queue(const void *cfg, unsigned k, void *input)
{
    const mrpb_drain_sel_cfg_t *c = cfg;
    mrpb_drain_sel_in_t *in = input;
    in->add_en = 1;
    in->drain_en = k >= c->depth;
    in->flush_en = k >= 3 * c->depth;
    in->add_queue = in->look_queue = c->queues > 1;
}

static unsigned drain_past_empty_cycles(const void *cfg)
{
    const mrpb_drain_sel_cfg_t *c = cfg;
    return c->queues * c->depth + 2;
}

static void drain_past_empty(const void *cfg, unsigned k, void *input)
{
    const mrpb_drain_sel_cfg_t *c = cfg;
    mrpb_drain_sel_in_t *in = input;
    in->drain_en = 1;
    in->look_queue = (uint8_t)(k % c->queues);
}

/* All queues empty, then the last one drained, so that the lowest is next in every order but the
 * greedy one; all full; then each cycle drains a queue and adds to it. */
static unsigned stay_full_cycles(const void *cfg)
{
    const mrpb_drain_sel_cfg_t *c = cfg;
    return 2 * c->queues * c->depth + 2 + STAYS;
}

static void stay_full(const void *cfg, unsigned k, void *input)
{
    const mrpb_drain_sel_cfg_t *c = cfg;
    mrpb_drain_sel_in_t *in = input;
    const unsigned all = c->queues * c->depth, last = c->queues - 1;
    const unsigned stay = k - (2 * all + 2);
    in->drain_en = k < all || k == all + 1 || k >= 2 * all + 2;
    in->add_en = k >= all && k != all + 1;
    in->add_queue = (uint8_t)(k < 2 * all + 2                     ? (k - all - 2) % c->queues
                              : c->policy >= GREEDY               ? last
                              : c->policy % GREEDY == ROUND_ROBIN ? stay % c->queues
                                                                  : 0);
    if (k == all)
        in->add_queue = (uint8_t)last;
}

static unsigned no_such_queue_cycles(const void *cfg)
{
    (void)cfg;
    return 4;
}

static void no_such_queue(const void *cfg, unsigned k, void *input)
{
    const mrpb_drain_sel_cfg_t *c = cfg;
    mrpb_drain_sel_in_t *in = input;
    in->add_en = k & 1;
    in->flush_en = 1;
    in->drain_en = k >> 1 & 1;
    in->add_queue = in->look_queue = (uint8_t)bits_mask(bits_index_w(c->queues));
}

static const stim_directed_t directed[] = {
    {"fill_all", fill_all_cycles, fill_all},
    {"flush_each_past_empty", flush_each_past_empty_cycles, flush_each_past_empty},
    {"stairs", stairs_cycles, stairs},
    {"drain", drain_cycles, drain},
    {"add_and_drain", add_and_drain_cycles, add_and_drain},
    {"last_queues", last_queues_cycles, last_queues},
    {"stay_with_a_higher_queue", stay_with_a_higher_queue_cycles, stay_with_a_higher_queue},
    {"add_and_drain_one_queue", add_and_drain_one_queue_cycles, add_and_drain_one_queue},
    {"drain_past_empty", drain_past_empty_cycles, drain_past_empty},
    {"stay_full", stay_full_cycles, stay_full},
    {"no_such_queue", no_such_queue_cycles, no_such_queue},
};

const stim_unit_t mrpb_drain_sel_stim = {
    .unit = &mrpb_drain_sel_unit,
    .events = events,
    .directed = directed,
    .n_events = sizeof events / sizeof *events,
    .n_directed = sizeof directed / sizeof *directed,
    .watch = watch,
};
