/* Events and directed stimulus of common.fifo (docs/units/common.md). */
#include "common/fifo.h"
#include "lockstep/stim_unit.h"

enum {
    EMPTY,
    FULL,
    PUSH_ACCEPTED,
    PUSH_REFUSED,
    POP_TAKEN,
    POP_OF_EMPTY,
    POP_AND_REFUSED_PUSH,
    PUSH_AND_POP,
    WRITE_WRAPS,
    READ_WRAPS,
};

/* With one entry the FIFO is always full or empty. */
static bool two_entries(const void *cfg)
{
    const fifo_cfg_t *c = cfg;
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
    [PUSH_AND_POP] = {.name = "push_and_pop", .possible = two_entries},
    [WRITE_WRAPS] = {.name = "write_wraps"},
    [READ_WRAPS] = {.name = "read_wraps"},
};

static void watch(const void *cfg, const void *state, const void *input, const void *output,
                  bool *happened)
{
    const fifo_cfg_t *c = cfg;
    const fifo_t *u = state;
    const fifo_in_t *in = input;
    const fifo_out_t *out = output;
    const bool push = in->push_valid && out->push_ready;
    const bool refused_push = in->push_valid && !out->push_ready;
    const bool pop = in->pop_ready && out->pop_valid;

    happened[EMPTY] = u->cnt == 0;
    happened[FULL] = u->cnt == c->depth;
    happened[PUSH_ACCEPTED] = push;
    happened[PUSH_REFUSED] = refused_push;
    happened[POP_TAKEN] = pop;
    happened[POP_OF_EMPTY] = in->pop_ready && !out->pop_valid;
    happened[POP_AND_REFUSED_PUSH] = pop && refused_push;
    happened[PUSH_AND_POP] = push && pop;
    happened[WRITE_WRAPS] = push && u->wr == c->depth - 1;
    happened[READ_WRAPS] = pop && u->rd == c->depth - 1;
}

static void push(const fifo_cfg_t *c, uint64_t data, fifo_in_t *in)
{
    in->push_valid = 1;
    in->push_data = data & bits_mask(c->width);
}

static unsigned beyond_depth(const void *cfg)
{
    const fifo_cfg_t *c = cfg;
    return c->depth + 3;
}

static void fill_past_full(const void *cfg, unsigned k, void *input)
{
    push(cfg, k + 1, input);
}

static void drain_past_empty(const void *cfg, unsigned k, void *input)
{
    fifo_in_t *in = input;
    (void)cfg, (void)k;
    in->pop_ready = 1;
}

static unsigned four(const void *cfg)
{
    (void)cfg;
    return 4;
}

static void pop_while_full(const void *cfg, unsigned k, void *input)
{
    fifo_in_t *in = input;
    push(cfg, k, in);
    in->pop_ready = 1;
}

static unsigned four_rounds(const void *cfg)
{
    const fifo_cfg_t *c = cfg;
    return 4 * c->depth;
}

static void stream(const void *cfg, unsigned k, void *input)
{
    fifo_in_t *in = input;
    push(cfg, k * 5, in);
    in->pop_ready = 1;
}

static const stim_directed_t directed[] = {
    {"fill_past_full", beyond_depth, fill_past_full},
    {"pop_while_full", four, pop_while_full},
    {"drain_past_empty", beyond_depth, drain_past_empty},
    {"stream", four_rounds, stream},
};

const stim_unit_t fifo_stim = {
    .unit = &fifo_unit,
    .events = events,
    .directed = directed,
    .n_events = sizeof events / sizeof *events,
    .n_directed = sizeof directed / sizeof *directed,
    .watch = watch,
};
