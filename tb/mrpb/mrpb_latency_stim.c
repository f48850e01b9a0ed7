/* Events and directed stimulus of mrpb.latency: see lockstep/stim_unit.h; docs/units/mrpb.md lists
 * them. */
#include "lockstep/stim_unit.h"
#include "mrpb/mrpb_latency.h"

enum {
    ENTERS,
    LEAVES,
    ENTERS_AND_LEAVES,
    FULL,
    EMPTY,
    ALONE,
};

static const stim_event_t events[] = {
    [ENTERS] = {.name = "enters"},
    [LEAVES] = {.name = "leaves"},
    [ENTERS_AND_LEAVES] = {.name = "enters_and_leaves"},
    [FULL] = {.name = "full"},
    [EMPTY] = {.name = "empty"},
    [ALONE] = {.name = "alone"},
};

static void watch(const void *cfg, const void *state, const void *input, const void *output,
                  bool *happened)
{
    const mrpb_latency_cfg_t *c = cfg;
    const mrpb_latency_t *u = state;
    const mrpb_latency_in_t *in = input;
    const mrpb_latency_out_t *out = output;

    unsigned stored = 0;
    for (unsigned i = 0; i < c->latency - 1; i++)
        stored += u->valid[i];

    happened[ENTERS] = in->in_en;
    happened[LEAVES] = out->out_en;
    happened[ENTERS_AND_LEAVES] = in->in_en && out->out_en;
    happened[FULL] = stored == c->latency - 1;
    happened[EMPTY] = stored == 0;
    happened[ALONE] = out->out_en && stored == 1;
}

static unsigned stream_cycles(const void *cfg)
{
    const mrpb_latency_cfg_t *c = cfg;
    return 2 * c->latency;
}

static void stream(const void *cfg, unsigned k, void *input)
{
    const mrpb_latency_cfg_t *c = cfg;
    mrpb_latency_in_t *in = input;
    in->in_en = 1;
    in->in_queue = (uint8_t)(k % c->queues);
}

static unsigned drain_cycles(const void *cfg)
{
    const mrpb_latency_cfg_t *c = cfg;
    return c->latency + 1;
}

static void drain(const void *cfg, unsigned k, void *input)
{
    const mrpb_latency_cfg_t *c = cfg;
    mrpb_latency_in_t *in = input;
    in->in_queue = (uint8_t)(k % c->queues);
}

static unsigned alone_cycles(const void *cfg)
{
    const mrpb_latency_cfg_t *c = cfg;
    return 2 * c->latency;
}

static void alone(const void *cfg, unsigned k, void *input)
{
    const mrpb_latency_cfg_t *c = cfg;
    mrpb_latency_in_t *in = input;
    in->in_en = k % c->latency == 0;
    in->in_queue = (uint8_t)(c->queues - 1 - k % c->queues);
}

static unsigned any_number_cycles(const void *cfg)
{
    (void)cfg;
    return 4;
}

static void any_number(const void *cfg, unsigned k, void *input)
{
    const mrpb_latency_cfg_t *c = cfg;
    mrpb_latency_in_t *in = input;
    in->in_en = 1;
    in->in_queue = (uint8_t)(bits_mask(bits_index_w(c->queues)) - k % 2);
}

static const stim_directed_t directed[] = {
    {"stream", stream_cycles, stream},
    {"drain", drain_cycles, drain},
    {"alone", alone_cycles, alone},
    {"any_number", any_number_cycles, any_number},
};

const stim_unit_t mrpb_latency_stim = {
    .unit = &mrpb_latency_unit,
    .events = events,
    .directed = directed,
    .n_events = sizeof events / sizeof *events,
    .n_directed = sizeof directed / sizeof *directed,
    .watch = watch,
};
