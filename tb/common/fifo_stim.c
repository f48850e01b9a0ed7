/* Events and directed stimulus of common.fifo: see lockstep/stim_unit.h; docs/units/common.md lists
 * them. */
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

static const stim_event_t events[] = {
    [EMPTY] = {.name = "empty"},
    [FULL] = {.name = "full"},
    [PUSH_ACCEPTED] = {.name = "push_accepted"},
    [PUSH_REFUSED] = {.name = "push_refused"},
    [POP_TAKEN] = {.name = "pop_taken"},
    [POP_OF_EMPTY] = {.name = "pop_of_empty"},
    [POP_AND_REFUSED_PUSH] = {.name = "pop_and_refused_push"},
    [PUSH_AND_POP] = {.name = "push_and_pop"},
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
    (void)c, (void)u, (void)in, (void)out;

    happened[EMPTY] = u->cnt == 0;
    happened[FULL] = u->cnt == c->depth;
    happened[PUSH_ACCEPTED] = in->push_valid && out->push_ready;
    happened[PUSH_REFUSED] = in->push_valid && !out->push_ready;
    happened[POP_TAKEN] = in->pop_ready && out->pop_valid;
    happened[POP_OF_EMPTY] = in->pop_ready && !out->pop_valid;
    happened[POP_AND_REFUSED_PUSH] =
        in->pop_ready && out->pop_valid && in->push_valid && !out->push_ready;
    happened[PUSH_AND_POP] = in->push_valid && out->push_ready && in->pop_ready && out->pop_valid;
    happened[WRITE_WRAPS] = in->push_valid && out->push_ready && u->wr == c->depth - 1;
    happened[READ_WRAPS] = in->pop_ready && out->pop_valid && u->rd == c->depth - 1;
}

static unsigned fill_past_full_cycles(const void *cfg)
{
    const fifo_cfg_t *c = cfg;
    (void)c;
    return (unsigned)(c->depth + 3);
}

static void fill_past_full(const void *cfg, unsigned k, void *input)
{
    const fifo_cfg_t *c = cfg;
    fifo_in_t *in = input;
    (void)c, (void)k;
    in->push_valid = 1;
    in->push_data = (k + 1) & bits_mask(c->width);
}

static unsigned pop_while_full_cycles(const void *cfg)
{
    const fifo_cfg_t *c = cfg;
    (void)c;
    return (unsigned)(4);
}

static void pop_while_full(const void *cfg, unsigned k, void *input)
{
    const fifo_cfg_t *c = cfg;
    fifo_in_t *in = input;
    (void)c, (void)k;
    in->push_valid = 1;
    in->pop_ready = 1;
    in->push_data = k & bits_mask(c->width);
}

static unsigned drain_past_empty_cycles(const void *cfg)
{
    const fifo_cfg_t *c = cfg;
    (void)c;
    return (unsigned)(c->depth + 3);
}

static void drain_past_empty(const void *cfg, unsigned k, void *input)
{
    const fifo_cfg_t *c = cfg;
    fifo_in_t *in = input;
    (void)c, (void)k;
    in->pop_ready = 1;
}

static unsigned stream_cycles(const void *cfg)
{
    const fifo_cfg_t *c = cfg;
    (void)c;
    return (unsigned)(4 * c->depth);
}

static void stream(const void *cfg, unsigned k, void *input)
{
    const fifo_cfg_t *c = cfg;
    fifo_in_t *in = input;
    (void)c, (void)k;
    in->push_valid = 1;
    in->pop_ready = 1;
    in->push_data = (k * 5) & bits_mask(c->width);
}

static const stim_directed_t directed[] = {
    {"fill_past_full", fill_past_full_cycles, fill_past_full},
    {"pop_while_full", pop_while_full_cycles, pop_while_full},
    {"drain_past_empty", drain_past_empty_cycles, drain_past_empty},
    {"stream", stream_cycles, stream},
};

const stim_unit_t fifo_stim = {
    .unit = &fifo_unit,
    .events = events,
    .directed = directed,
    .n_events = sizeof events / sizeof *events,
    .n_directed = sizeof directed / sizeof *directed,
    .watch = watch,
};
