/* Events and directed stimulus of mrpb.flush_ctl: see lockstep/stim_unit.h; docs/units/mrpb.md
 * lists them. */
#include "lockstep/stim_unit.h"
#include "mrpb/mrpb_flush_ctl.h"

static bool flush_on(const void *cfg)
{
    const mrpb_flush_ctl_cfg_t *c = cfg;
    return c->flush;
}

static bool flush_off(const void *cfg)
{
    const mrpb_flush_ctl_cfg_t *c = cfg;
    return !c->flush;
}

enum {
    READ_ENQUEUED,
    WRITE_ENQUEUED,
    READ_FULL_FLUSHES,
    READ_FULL_WAITS,
    READ_FULL_INVISIBLE,
    WRITE_FLUSHES,
    WRITE_DIRECT,
    WRITE_WAITS_FOR_REGISTER,
    WRITE_QUEUE_INVISIBLE,
    WRITE_FULL_WAITS,
    POLICY,
    POLICY_AND_ENQUEUE,
    NOTHING_TO_DRAIN,
};

static const stim_event_t events[] = {
    [READ_ENQUEUED] = {.name = "read_enqueued"},
    [WRITE_ENQUEUED] = {.name = "write_enqueued", .possible = flush_off},
    [READ_FULL_FLUSHES] = {.name = "read_full_flushes", .possible = flush_on},
    [READ_FULL_WAITS] = {.name = "read_full_waits", .possible = flush_off},
    [READ_FULL_INVISIBLE] = {.name = "read_full_invisible", .possible = flush_on},
    [WRITE_FLUSHES] = {.name = "write_flushes", .possible = flush_on},
    [WRITE_DIRECT] = {.name = "write_direct", .possible = flush_on},
    [WRITE_WAITS_FOR_REGISTER] = {.name = "write_waits_for_register", .possible = flush_on},
    [WRITE_QUEUE_INVISIBLE] = {.name = "write_queue_invisible", .possible = flush_on},
    [WRITE_FULL_WAITS] = {.name = "write_full_waits", .possible = flush_off},
    [POLICY] = {.name = "policy"},
    [POLICY_AND_ENQUEUE] = {.name = "policy_and_enqueue"},
    [NOTHING_TO_DRAIN] = {.name = "nothing_to_drain"},
};

static void watch(const void *cfg, const void *state, const void *input, const void *output,
                  bool *happened)
{
    const mrpb_flush_ctl_cfg_t *c = cfg;
    (void)state;
    const mrpb_flush_ctl_in_t *in = input;
    const mrpb_flush_ctl_out_t *out = output;

    const bool read = in->in_valid && !in->in_write, write = in->in_valid && in->in_write;

    happened[READ_ENQUEUED] = out->enqueue && !in->in_write;
    happened[WRITE_ENQUEUED] = out->enqueue && in->in_write;
    happened[READ_FULL_FLUSHES] = read && out->flush_drain;
    happened[READ_FULL_WAITS] = read && !c->flush && in->in_full && out->policy_drain;
    happened[READ_FULL_INVISIBLE] =
        read && c->flush && in->in_full && !in->in_visible && out->policy_drain;
    happened[WRITE_FLUSHES] = write && out->flush_drain;
    happened[WRITE_DIRECT] = write && out->direct;
    happened[WRITE_WAITS_FOR_REGISTER] = write && c->flush && in->in_empty && !in->ob_free;
    happened[WRITE_QUEUE_INVISIBLE] =
        write && c->flush && !in->in_empty && !in->in_visible && out->policy_drain;
    happened[WRITE_FULL_WAITS] = write && !c->flush && in->in_full;
    happened[POLICY] = out->policy_drain;
    happened[POLICY_AND_ENQUEUE] = out->policy_drain && out->enqueue;
    happened[NOTHING_TO_DRAIN] = in->ob_free && !in->any && !out->direct && !out->flush_drain;
}

/* Seven inputs of one bit. */
static unsigned all_there_is_cycles(const void *cfg)
{
    (void)cfg;
    return 128;
}

static void all_there_is(const void *cfg, unsigned k, void *input)
{
    mrpb_flush_ctl_in_t *in = input;
    (void)cfg;
    in->in_valid = k & 1;
    in->in_write = k >> 1 & 1;
    in->in_full = k >> 2 & 1;
    in->in_empty = k >> 3 & 1;
    in->in_visible = k >> 4 & 1;
    in->any = k >> 5 & 1;
    in->ob_free = k >> 6 & 1;
}

static const stim_directed_t directed[] = {
    {"all_there_is", all_there_is_cycles, all_there_is},
};

const stim_unit_t mrpb_flush_ctl_stim = {
    .unit = &mrpb_flush_ctl_unit,
    .events = events,
    .directed = directed,
    .n_events = sizeof events / sizeof *events,
    .n_directed = sizeof directed / sizeof *directed,
    .watch = watch,
};
