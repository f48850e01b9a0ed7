/* Events and directed stimulus of mrpb.drain_sel: see lockstep/stim_unit.h; docs/units/mrpb.md
 * lists them. */
#include "lockstep/stim_unit.h"
#include "mrpb/mrpb_drain_sel.h"

/* What the policy is, whether it stays with its queue, and what it then hands over to. */
#define MRPB_SEL_POLICY (c->policy < 8 ? c->policy : in->mode_policy)
#define MRPB_SEL_BASE   ((MRPB_SEL_POLICY & 3) % 3)
#define MRPB_SEL_STAYS  ((MRPB_SEL_POLICY & 4) && u->vis[u->greedy] != 0)
#define MRPB_SEL_AMONG  (out->any && !MRPB_SEL_STAYS ? mrpb_drain_sel_with(u, 1) : 0)
#define MRPB_SEL_TIE    (bits_popcount(MRPB_SEL_AMONG) > 1)
#define MRPB_SEL_FLUSH  (in->flush_en && out->look_any)
#define MRPB_SEL_DRAIN  (in->drain_en && out->any && !MRPB_SEL_FLUSH)

enum {
    ADD,
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
    NO_SUCH_QUEUE,
};

static const stim_event_t events[] = {
    [ADD] = {.name = "add"},
    [POLICY_DRAIN] = {.name = "policy_drain"},
    [FLUSH_DRAIN] = {.name = "flush_drain"},
    [FLUSH_BEFORE_DRAIN] = {.name = "flush_before_drain"},
    [DRAIN_OF_NOTHING] = {.name = "drain_of_nothing"},
    [FLUSH_OF_NOTHING] = {.name = "flush_of_nothing"},
    [ADD_AND_DRAIN_SAME_QUEUE] = {.name = "add_and_drain_same_queue"},
    [FIXED_TIE] = {.name = "fixed_tie"},
    [LONGEST_TIE] = {.name = "longest_tie"},
    [LONGEST_NOT_LOWEST] = {.name = "longest_not_lowest"},
    [RR_TIE] = {.name = "rr_tie"},
    [RR_WRAPS] = {.name = "rr_wraps"},
    [RR_POINTER_WRAPS] = {.name = "rr_pointer_wraps"},
    [GREEDY_FIXED_TIE] = {.name = "greedy_fixed_tie"},
    [GREEDY_LONGEST_TIE] = {.name = "greedy_longest_tie"},
    [GREEDY_RR_TIE] = {.name = "greedy_rr_tie"},
    [GREEDY_HAND_OVER] = {.name = "greedy_hand_over"},
    [GREEDY_EMPTIES] = {.name = "greedy_empties"},
    [ALL_VISIBLE] = {.name = "all_visible"},
    [NO_SUCH_QUEUE] = {.name = "no_such_queue"},
};

static void watch(const void *cfg, const void *state, const void *input, const void *output,
                  bool *happened)
{
    const mrpb_drain_sel_cfg_t *c = cfg;
    const mrpb_drain_sel_t *u = state;
    const mrpb_drain_sel_in_t *in = input;
    const mrpb_drain_sel_out_t *out = output;
    (void)c, (void)u, (void)in, (void)out;

    happened[ADD] = in->add_en && in->add_queue < c->queues && u->vis[in->add_queue] < c->depth;
    happened[POLICY_DRAIN] = MRPB_SEL_DRAIN;
    happened[FLUSH_DRAIN] = MRPB_SEL_FLUSH;
    happened[FLUSH_BEFORE_DRAIN] = MRPB_SEL_FLUSH && in->drain_en;
    happened[DRAIN_OF_NOTHING] = in->drain_en && !out->any;
    happened[FLUSH_OF_NOTHING] = in->flush_en && in->look_queue < c->queues && !out->look_any;
    happened[ADD_AND_DRAIN_SAME_QUEUE] =
        in->add_en && ((MRPB_SEL_FLUSH && in->add_queue == in->look_queue) ||
                       (MRPB_SEL_DRAIN && in->add_queue == out->queue));
    happened[FIXED_TIE] = MRPB_SEL_BASE == 0 && MRPB_SEL_TIE;
    happened[LONGEST_TIE] = MRPB_SEL_BASE == 1 && MRPB_SEL_AMONG != 0 &&
                            bits_popcount(mrpb_drain_sel_with(u, u->vis[out->queue])) > 1;
    happened[LONGEST_NOT_LOWEST] =
        MRPB_SEL_BASE == 1 && (MRPB_SEL_AMONG & bits_mask(out->queue)) != 0;
    happened[RR_TIE] = MRPB_SEL_BASE == 2 && MRPB_SEL_TIE;
    happened[RR_WRAPS] = MRPB_SEL_BASE == 2 && MRPB_SEL_AMONG != 0 && MRPB_SEL_AMONG >> u->rr == 0;
    happened[RR_POINTER_WRAPS] = MRPB_SEL_DRAIN && out->queue == c->queues - 1;
    happened[GREEDY_FIXED_TIE] = MRPB_SEL_BASE == 0 && MRPB_SEL_STAYS &&
                                 (mrpb_drain_sel_with(u, 1) & bits_mask(u->greedy)) != 0;
    happened[GREEDY_LONGEST_TIE] =
        MRPB_SEL_BASE == 1 && MRPB_SEL_STAYS && mrpb_drain_sel_with(u, u->vis[u->greedy] + 1u) != 0;
    happened[GREEDY_RR_TIE] =
        MRPB_SEL_BASE == 2 && MRPB_SEL_STAYS && mrpb_drain_sel_round(u) != u->greedy;
    happened[GREEDY_HAND_OVER] = (MRPB_SEL_POLICY & 4) && MRPB_SEL_AMONG != 0;
    happened[GREEDY_EMPTIES] = (MRPB_SEL_POLICY & 4) && MRPB_SEL_DRAIN && u->vis[out->queue] == 1 &&
                               !(in->add_en && in->add_queue == out->queue);
    happened[ALL_VISIBLE] = mrpb_drain_sel_with(u, 1) == bits_mask(c->queues);
    happened[NO_SUCH_QUEUE] =
        (in->add_en && in->add_queue >= c->queues) || (in->flush_en && in->look_queue >= c->queues);
}

/* Every queue filled to another height, then drained by each policy, with more added on the way
 * and flushes in between. */
static unsigned fill_all_cycles(const void *cfg)
{
    const mrpb_drain_sel_cfg_t *c = cfg;
    (void)c;
    return (unsigned)(c->queues * (c->depth + 1));
}

static void fill_all(const void *cfg, unsigned k, void *input)
{
    const mrpb_drain_sel_cfg_t *c = cfg;
    mrpb_drain_sel_in_t *in = input;
    (void)c, (void)k;
    in->add_en = 1;
    in->add_queue = (uint8_t)(k % c->queues);
    in->look_queue = in->add_queue;
}

static unsigned flush_each_past_empty_cycles(const void *cfg)
{
    const mrpb_drain_sel_cfg_t *c = cfg;
    (void)c;
    return (unsigned)(c->queues * (c->depth + 1));
}

static void flush_each_past_empty(const void *cfg, unsigned k, void *input)
{
    const mrpb_drain_sel_cfg_t *c = cfg;
    mrpb_drain_sel_in_t *in = input;
    (void)c, (void)k;
    in->flush_en = 1;
    in->drain_en = k & 1;
    in->mode_policy = k & 7;
    in->look_queue = (uint8_t)(k / (c->depth + 1));
}

static unsigned stairs_cycles(const void *cfg)
{
    const mrpb_drain_sel_cfg_t *c = cfg;
    (void)c;
    return (unsigned)(c->queues * c->depth);
}

static void stairs(const void *cfg, unsigned k, void *input)
{
    const mrpb_drain_sel_cfg_t *c = cfg;
    mrpb_drain_sel_in_t *in = input;
    (void)c, (void)k;
    in->add_en = k / c->queues <= k % c->queues % c->depth;
    in->add_queue = (uint8_t)(k % c->queues);
    in->look_queue = in->add_queue;
}

static unsigned drain_by_each_policy_cycles(const void *cfg)
{
    const mrpb_drain_sel_cfg_t *c = cfg;
    (void)c;
    return (unsigned)(8 * (2 * c->depth + c->queues));
}

static void drain_by_each_policy(const void *cfg, unsigned k, void *input)
{
    const mrpb_drain_sel_cfg_t *c = cfg;
    mrpb_drain_sel_in_t *in = input;
    (void)c, (void)k;
    in->mode_policy = (uint8_t)(k / (2 * c->depth + c->queues));
    in->drain_en = 1;
    in->look_queue = (uint8_t)(k % c->queues);
}

static unsigned add_and_drain_by_each_policy_cycles(const void *cfg)
{
    const mrpb_drain_sel_cfg_t *c = cfg;
    (void)c;
    return (unsigned)(8 * (2 * c->depth + c->queues));
}

static void add_and_drain_by_each_policy(const void *cfg, unsigned k, void *input)
{
    const mrpb_drain_sel_cfg_t *c = cfg;
    mrpb_drain_sel_in_t *in = input;
    (void)c, (void)k;
    in->mode_policy = (uint8_t)(k / (2 * c->depth + c->queues));
    in->drain_en = k % 3 != 0;
    in->add_en = 1;
    in->add_queue = (uint8_t)(k * 5 % c->queues);
    in->look_queue = (uint8_t)(k % c->queues);
}

static unsigned last_queue_round_robin_cycles(const void *cfg)
{
    const mrpb_drain_sel_cfg_t *c = cfg;
    (void)c;
    return (unsigned)(4 * c->depth);
}

static void last_queue_round_robin(const void *cfg, unsigned k, void *input)
{
    const mrpb_drain_sel_cfg_t *c = cfg;
    mrpb_drain_sel_in_t *in = input;
    (void)c, (void)k;
    in->mode_policy = 2;
    in->add_en = 1;
    in->drain_en = k & 1;
    in->add_queue = (uint8_t)(c->queues - 1 - k / 2 % 2);
}

static unsigned stay_with_a_higher_queue_cycles(const void *cfg)
{
    const mrpb_drain_sel_cfg_t *c = cfg;
    (void)c;
    return (unsigned)(9 * (c->depth + 4));
}

static void stay_with_a_higher_queue(const void *cfg, unsigned k, void *input)
{
    const mrpb_drain_sel_cfg_t *c = cfg;
    mrpb_drain_sel_in_t *in = input;
    (void)c, (void)k;
    in->mode_policy = (uint8_t)(4 + k / (c->depth + 4) % 3);
    in->add_en = k % (c->depth + 4) < 4;
    in->add_queue = (uint8_t)(k % (c->depth + 4) < 2 ? c->queues - 1 : k % 2);
    in->drain_en = k % (c->depth + 4) != 0;
}

static unsigned add_and_drain_one_queue_cycles(const void *cfg)
{
    const mrpb_drain_sel_cfg_t *c = cfg;
    (void)c;
    return (unsigned)(6 * c->depth);
}

static void add_and_drain_one_queue(const void *cfg, unsigned k, void *input)
{
    const mrpb_drain_sel_cfg_t *c = cfg;
    mrpb_drain_sel_in_t *in = input;
    (void)c, (void)k;
    in->mode_policy = k & 7;
    in->add_en = 1;
    in->drain_en = k >= c->depth;
    in->flush_en = k >= 3 * c->depth;
    in->add_queue = in->look_queue = 1;
}

static unsigned drain_past_empty_cycles(const void *cfg)
{
    const mrpb_drain_sel_cfg_t *c = cfg;
    (void)c;
    return (unsigned)(c->queues * c->depth + 2);
}

static void drain_past_empty(const void *cfg, unsigned k, void *input)
{
    const mrpb_drain_sel_cfg_t *c = cfg;
    mrpb_drain_sel_in_t *in = input;
    (void)c, (void)k;
    in->mode_policy = 4;
    in->drain_en = 1;
    in->look_queue = (uint8_t)(k % c->queues);
}

static unsigned no_such_queue_cycles(const void *cfg)
{
    const mrpb_drain_sel_cfg_t *c = cfg;
    (void)c;
    return (unsigned)(4);
}

static void no_such_queue(const void *cfg, unsigned k, void *input)
{
    const mrpb_drain_sel_cfg_t *c = cfg;
    mrpb_drain_sel_in_t *in = input;
    (void)c, (void)k;
    in->add_en = k & 1;
    in->flush_en = 1;
    in->drain_en = k >> 1 & 1;
    in->add_queue = in->look_queue = (uint8_t)bits_mask(bits_index_w(c->queues));
}

static const stim_directed_t directed[] = {
    {"fill_all", fill_all_cycles, fill_all},
    {"flush_each_past_empty", flush_each_past_empty_cycles, flush_each_past_empty},
    {"stairs", stairs_cycles, stairs},
    {"drain_by_each_policy", drain_by_each_policy_cycles, drain_by_each_policy},
    {"add_and_drain_by_each_policy", add_and_drain_by_each_policy_cycles,
     add_and_drain_by_each_policy},
    {"last_queue_round_robin", last_queue_round_robin_cycles, last_queue_round_robin},
    {"stay_with_a_higher_queue", stay_with_a_higher_queue_cycles, stay_with_a_higher_queue},
    {"add_and_drain_one_queue", add_and_drain_one_queue_cycles, add_and_drain_one_queue},
    {"drain_past_empty", drain_past_empty_cycles, drain_past_empty},
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
