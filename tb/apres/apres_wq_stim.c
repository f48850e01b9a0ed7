/* Events and directed stimulus of apres.wq (docs/units/apres.md). */
#include "apres/apres_wq.h"
#include "lockstep/stim_unit.h"

enum {
    PUSH,
    PUSH_TO_EMPTY,
    BECOMES_FULL,
    REFUSED,
    REFUSED_WITH_POP,
    POP,
    POP_OF_FULL,
    POP_OF_EMPTY,
    POP_OF_EMPTY_AND_PUSH,
    PUSH_AND_POP,
    BECOMES_EMPTY,
    PUSH_LAST_PLACE,
    POP_LAST_PLACE,
    CLEAR,
    CLEAR_AND_PUSH,
    CLEAR_OF_FULL_AND_PUSH,
    CLEAR_AND_POP,
};

/* With one place the queue is always full or empty. */
static bool two_places(const void *cfg)
{
    const apres_wq_cfg_t *c = cfg;
    return c->depth > 1;
}

static const stim_event_t events[] = {
    [PUSH] = {.name = "push"},
    [PUSH_TO_EMPTY] = {.name = "push_to_empty"},
    [BECOMES_FULL] = {.name = "becomes_full"},
    [REFUSED] = {.name = "refused"},
    [REFUSED_WITH_POP] = {.name = "refused_with_pop"},
    [POP] = {.name = "pop"},
    [POP_OF_FULL] = {.name = "pop_of_full"},
    [POP_OF_EMPTY] = {.name = "pop_of_empty"},
    [POP_OF_EMPTY_AND_PUSH] = {.name = "pop_of_empty_and_push"},
    [PUSH_AND_POP] = {.name = "push_and_pop", .possible = two_places},
    [BECOMES_EMPTY] = {.name = "becomes_empty"},
    [PUSH_LAST_PLACE] = {.name = "push_last_place"},
    [POP_LAST_PLACE] = {.name = "pop_last_place"},
    [CLEAR] = {.name = "clear"},
    [CLEAR_AND_PUSH] = {.name = "clear_and_push"},
    [CLEAR_OF_FULL_AND_PUSH] = {.name = "clear_of_full_and_push"},
    [CLEAR_AND_POP] = {.name = "clear_and_pop"},
};

static void watch(const void *cfg, const void *state, const void *input, const void *output,
                  bool *happened)
{
    const apres_wq_cfg_t *c = cfg;
    const apres_wq_t *u = state;
    const apres_wq_in_t *in = input;
    const unsigned len = u->ring.len, head = u->ring.head;
    const bool push = in->push_en && !in->clear_en, pop = in->pop_en && !in->clear_en;
    const bool adds = push && len < c->depth, takes = pop && len > 0;
    (void)output;

    happened[PUSH] = adds;
    happened[PUSH_TO_EMPTY] = adds && len == 0;
    happened[BECOMES_FULL] = adds && !takes && len == c->depth - 1;
    happened[REFUSED] = push && !adds && !pop;
    happened[REFUSED_WITH_POP] = push && !adds && pop;
    happened[POP] = takes;
    happened[POP_OF_FULL] = takes && len == c->depth;
    happened[POP_OF_EMPTY] = pop && !takes && !push;
    happened[POP_OF_EMPTY_AND_PUSH] = pop && !takes && push;
    happened[PUSH_AND_POP] = adds && takes;
    happened[BECOMES_EMPTY] = takes && !adds && len == 1;
    happened[PUSH_LAST_PLACE] = adds && (head + len) % c->depth == c->depth - 1;
    happened[POP_LAST_PLACE] = takes && head == c->depth - 1;
    happened[CLEAR] = in->clear_en && len > 0;
    happened[CLEAR_AND_PUSH] = in->clear_en && in->push_en && len < c->depth;
    happened[CLEAR_OF_FULL_AND_PUSH] = in->clear_en && in->push_en && len == c->depth;
    happened[CLEAR_AND_POP] = in->clear_en && in->pop_en && len > 0;
}

static void push(const apres_wq_cfg_t *c, unsigned n, apres_wq_in_t *in)
{
    in->push_en = 1;
    in->push_id = (uint8_t)(n & bits_mask(c->id_w));
}

static unsigned beyond_depth(const void *cfg)
{
    const apres_wq_cfg_t *c = cfg;
    return c->depth + 3;
}

static void fill_past_full(const void *cfg, unsigned k, void *input)
{
    push(cfg, k, input);
}

static void drain_past_empty(const void *cfg, unsigned k, void *input)
{
    apres_wq_in_t *in = input;
    (void)cfg, (void)k;
    in->pop_en = 1;
}

static unsigned four(const void *cfg)
{
    (void)cfg;
    return 4;
}

static void push_and_pop(const void *cfg, unsigned k, void *input)
{
    apres_wq_in_t *in = input;
    push(cfg, k, in);
    in->pop_en = 1;
}

static unsigned four_rounds(const void *cfg)
{
    const apres_wq_cfg_t *c = cfg;
    return 4 * c->depth;
}

/* A clear meets a push, a pop and both, in a queue that holds something. */
static void clear_and_others(const void *cfg, unsigned k, void *input)
{
    apres_wq_in_t *in = input;
    if (k % 4 != 3)
        push(cfg, k, in);
    in->pop_en = k % 8 == 5 || k % 8 == 7;
    in->clear_en = k & 1;
}

static unsigned three_clears(const void *cfg)
{
    (void)cfg;
    return 8;
}

/* Clears a queue that the step before has filled. */
static void clear_full(const void *cfg, unsigned k, void *input)
{
    apres_wq_in_t *in = input;
    push(cfg, k, in);
    in->clear_en = k == 0;
    in->pop_en = k == 3;
}

static const stim_directed_t directed[] = {
    {"fill_past_full", beyond_depth, fill_past_full},
    {"push_and_pop_while_full", four, push_and_pop},
    {"drain_past_empty", beyond_depth, drain_past_empty},
    {"stream", four_rounds, push_and_pop},
    {"fill_again", beyond_depth, fill_past_full},
    {"clear_full", four, clear_full},
    {"clear_and_others", three_clears, clear_and_others},
};

const stim_unit_t apres_wq_stim = {
    .unit = &apres_wq_unit,
    .events = events,
    .directed = directed,
    .n_events = sizeof events / sizeof *events,
    .n_directed = sizeof directed / sizeof *directed,
    .watch = watch,
};
