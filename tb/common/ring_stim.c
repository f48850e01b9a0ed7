/* Events and directed stimulus of common.ring (docs/units/common.md). */
#include "common/ring.h"
#include "lockstep/stim_unit.h"

enum {
    EMPTY,
    FULL,
    PUSH_ACCEPTED,
    PUSH_REFUSED,
    POP_TAKEN,
    POP_OF_EMPTY,
    POP_AND_REFUSED_PUSH,
    PUSH_AND_REFUSED_POP,
    PUSH_AND_POP,
    LAST_PLACE_TAKEN,
    LAST_PLACE_LEFT,
    PUSH_BELOW_FIRST,
    CLEAR,
    CLEAR_AND_PUSH,
    CLEAR_AND_POP,
};

/* With one entry the list is always full or empty, and begins in place 0. */
static bool two_entries(const void *cfg)
{
    const ring_cfg_t *c = cfg;
    return c->depth > 1;
}

static const stim_event_t events[] = {
    [EMPTY] = {.name = "empty"},
    [FULL] = {.name = "full"},
    [PUSH_ACCEPTED] = {.name = "push_accepted"},
    [PUSH_REFUSED] = {.name = "push_refused"},
    [POP_TAKEN] = {.name = "pop_taken"},
    [POP_OF_EMPTY] = {.name = "pop_of_empty"},
    [POP_AND_REFUSED_PUSH] = {.name = "pop_and_refused_push"},
    [PUSH_AND_REFUSED_POP] = {.name = "push_and_refused_pop"},
    [PUSH_AND_POP] = {.name = "push_and_pop", .possible = two_entries},
    [LAST_PLACE_TAKEN] = {.name = "last_place_taken"},
    [LAST_PLACE_LEFT] = {.name = "last_place_left"},
    [PUSH_BELOW_FIRST] = {.name = "push_below_first", .possible = two_entries},
    [CLEAR] = {.name = "clear"},
    [CLEAR_AND_PUSH] = {.name = "clear_and_push"},
    [CLEAR_AND_POP] = {.name = "clear_and_pop"},
};

static void watch(const void *cfg, const void *state, const void *input, const void *output,
                  bool *happened)
{
    const ring_cfg_t *c = cfg;
    const ring_t *u = state;
    const ring_in_t *in = input;
    const ring_out_t *out = output;
    const bool refused_push = in->push_en && !in->clear_en && u->len == c->depth;
    const bool refused_pop = in->pop_en && !in->clear_en && u->len == 0;

    happened[EMPTY] = u->len == 0;
    happened[FULL] = u->len == c->depth;
    happened[PUSH_ACCEPTED] = out->pushes;
    happened[PUSH_REFUSED] = refused_push;
    happened[POP_TAKEN] = out->pops;
    happened[POP_OF_EMPTY] = refused_pop;
    happened[POP_AND_REFUSED_PUSH] = out->pops && refused_push;
    happened[PUSH_AND_REFUSED_POP] = out->pushes && refused_pop;
    happened[PUSH_AND_POP] = out->pushes && out->pops;
    happened[LAST_PLACE_TAKEN] = out->pushes && out->next == c->depth - 1;
    happened[LAST_PLACE_LEFT] = out->pops && u->head == c->depth - 1;
    happened[PUSH_BELOW_FIRST] = out->pushes && out->next < u->head;
    happened[CLEAR] = in->clear_en;
    happened[CLEAR_AND_PUSH] = in->clear_en && in->push_en && u->len < c->depth;
    happened[CLEAR_AND_POP] = in->clear_en && in->pop_en && u->len > 0;
}

static unsigned beyond_depth(const void *cfg)
{
    const ring_cfg_t *c = cfg;
    return c->depth + 3;
}

static void fill_past_full(const void *cfg, unsigned k, void *input)
{
    ring_in_t *in = input;
    (void)cfg, (void)k;
    in->push_en = 1;
}

static void drain_past_empty(const void *cfg, unsigned k, void *input)
{
    ring_in_t *in = input;
    (void)cfg, (void)k;
    in->pop_en = 1;
}

static unsigned four_rounds(const void *cfg)
{
    const ring_cfg_t *c = cfg;
    return 4 * c->depth;
}

static void push_and_pop(const void *cfg, unsigned k, void *input)
{
    fill_past_full(cfg, k, input);
    drain_past_empty(cfg, k, input);
}

/* An empty list is cleared, and one that is filled to a third, to two thirds and to the end; in
 * turn with nothing else, with a push, with a pop and with both. */
static unsigned clear_each_cycles(const void *cfg)
{
    const ring_cfg_t *c = cfg;
    return 4 * (c->depth + 1);
}

static void clear_each(const void *cfg, unsigned k, void *input)
{
    const ring_cfg_t *c = cfg;
    ring_in_t *in = input;
    const unsigned turn = k / (c->depth + 1), step = k % (c->depth + 1);
    if (step < c->depth) {
        in->push_en = step < turn * c->depth / 3;
        return;
    }
    in->clear_en = 1;
    in->push_en = (turn & 1) != 0;
    in->pop_en = (turn & 2) != 0;
}

static const stim_directed_t directed[] = {
    {"fill_past_full", beyond_depth, fill_past_full},
    {"pop_while_full", four_rounds, push_and_pop},
    {"drain_past_empty", beyond_depth, drain_past_empty},
    {"stream", four_rounds, push_and_pop},
    {"clear_each", clear_each_cycles, clear_each},
    {"fill_again", beyond_depth, fill_past_full},
};

const stim_unit_t ring_stim = {
    .unit = &ring_unit,
    .events = events,
    .directed = directed,
    .n_events = sizeof events / sizeof *events,
    .n_directed = sizeof directed / sizeof *directed,
    .watch = watch,
};
