/* Events and directed stimulus of mrpb: see lockstep/stim_unit.h; docs/units/mrpb.md lists them. */
#include "lockstep/stim_unit.h"
#include "mrpb/mrpb.h"

enum { OFF, ALL, ASSOC }; /* the bypass option */
enum { DRAINED_POLICY = 1, DRAINED_READ, DRAINED_WRITE };

static bool flush_on(const void *cfg)
{
    const mrpb_cfg_t *c = cfg;
    return c->flush;
}

static bool flush_off(const void *cfg)
{
    const mrpb_cfg_t *c = cfg;
    return !c->flush;
}

static bool flush_of_two(const void *cfg)
{
    const mrpb_cfg_t *c = cfg;
    return c->flush && c->queues > 1;
}

static bool two_places(const void *cfg)
{
    const mrpb_cfg_t *c = cfg;
    return c->queues > 1 || c->depth > 1;
}

static bool bypass_on(const void *cfg)
{
    const mrpb_cfg_t *c = cfg;
    return c->bypass != OFF;
}

static bool bypass_not_all(const void *cfg)
{
    const mrpb_cfg_t *c = cfg;
    return c->bypass != ALL;
}

/* Is there a number that names no queue? */
static bool spare_number(const void *cfg)
{
    const mrpb_cfg_t *c = cfg;
    return c->queues < UINT32_C(1) << bits_index_w(c->queues);
}

enum {
    FULL_QUEUE,
    EMPTY,
    ENQUEUE,
    WRITE_ENQUEUED,
    WRAP,
    READ_TO_FULL_QUEUE_FLUSHES,
    WRITE_TO_OCCUPIED_QUEUE_FLUSHES,
    WRITE_DIRECT,
    POLICY_DRAIN,
    POLICY_WHILE_WRITE_WAITS,
    WAITS_FOR_FULL_QUEUE,
    WRITE_WAITS,
    ONE_IN_ONE_OUT,
    BACK_TO_BACK,
    STALL_WITHOUT_BYPASS,
    STALL_WITH_BYPASS,
    BYPASS_TAKEN,
    SEEN_AFTER_LATENCY,
    LATENCY_NOT_OVER,
    NO_SUCH_QUEUE,
};

static const stim_event_t events[] = {
    [FULL_QUEUE] = {.name = "full_queue"},
    [EMPTY] = {.name = "empty"},
    [ENQUEUE] = {.name = "enqueue"},
    [WRITE_ENQUEUED] = {.name = "write_enqueued", .possible = flush_off},
    [WRAP] = {.name = "wrap"},
    [READ_TO_FULL_QUEUE_FLUSHES] = {.name = "read_to_full_queue_flushes", .possible = flush_on},
    [WRITE_TO_OCCUPIED_QUEUE_FLUSHES] = {.name = "write_to_occupied_queue_flushes",
                                         .possible = flush_on},
    [WRITE_DIRECT] = {.name = "write_direct", .possible = flush_on},
    [POLICY_DRAIN] = {.name = "policy_drain"},
    [POLICY_WHILE_WRITE_WAITS] = {.name = "policy_while_write_waits", .possible = flush_of_two},
    [WAITS_FOR_FULL_QUEUE] = {.name = "waits_for_full_queue"},
    [WRITE_WAITS] = {.name = "write_waits", .possible = flush_on},
    [ONE_IN_ONE_OUT] = {.name = "one_in_one_out", .possible = two_places},
    [BACK_TO_BACK] = {.name = "back_to_back"},
    [STALL_WITHOUT_BYPASS] = {.name = "stall_without_bypass", .possible = bypass_not_all},
    [STALL_WITH_BYPASS] = {.name = "stall_with_bypass", .possible = bypass_on},
    [BYPASS_TAKEN] = {.name = "bypass_taken", .possible = bypass_on},
    [SEEN_AFTER_LATENCY] = {.name = "seen_after_latency"},
    [LATENCY_NOT_OVER] = {.name = "latency_not_over"},
    [NO_SUCH_QUEUE] = {.name = "no_such_queue", .possible = spare_number},
};

static void watch(const void *cfg, const void *state, const void *input, const void *output,
                  bool *happened)
{
    const mrpb_cfg_t *c = cfg;
    const mrpb_t *u = state;
    const mrpb_in_t *in = input;
    const mrpb_out_t *out = output;

    const bool named = in->in_valid && in->in_queue < c->queues;
    const unsigned len = mrpb_fifo_bank_len(&u->bank, in->in_queue);
    unsigned visible = 0, on_the_way = 0;
    for (unsigned q = 0; q < c->queues; q++)
        visible += mrpb_drain_sel_vis(&u->sel, q);
    for (unsigned i = 0; i < c->latency - 1; i++)
        on_the_way += u->pipe.valid[i];
    const bool stall =
        u->ob.valid && !in->out_taken && in->out_reject && !u->ob.write && !u->ob.bypass;
    const bool bypasses = c->bypass == ALL || (c->bypass == ASSOC && in->out_assoc);

    happened[FULL_QUEUE] = named && !in->in_write && len == c->depth;
    happened[EMPTY] = visible == 0 && on_the_way == 0 && !u->ob.valid;
    happened[ENQUEUE] = out->entered;
    happened[WRITE_ENQUEUED] = out->entered && in->in_write;
    happened[WRAP] = out->entered && mrpb_fifo_bank_tail(&u->bank, in->in_queue) == c->depth - 1;
    happened[READ_TO_FULL_QUEUE_FLUSHES] = out->drained == DRAINED_READ;
    happened[WRITE_TO_OCCUPIED_QUEUE_FLUSHES] = out->drained == DRAINED_WRITE;
    happened[WRITE_DIRECT] = out->direct;
    happened[POLICY_DRAIN] = out->drained == DRAINED_POLICY;
    happened[POLICY_WHILE_WRITE_WAITS] =
        out->drained == DRAINED_POLICY && out->wait_write && named && len != 0;
    happened[WAITS_FOR_FULL_QUEUE] = out->wait_full;
    happened[WRITE_WAITS] = out->wait_write;
    happened[ONE_IN_ONE_OUT] = out->entered && out->drained == DRAINED_POLICY;
    happened[BACK_TO_BACK] = u->ob.valid && in->out_taken && (out->drained || out->direct);
    happened[STALL_WITHOUT_BYPASS] = stall && !bypasses;
    happened[STALL_WITH_BYPASS] = stall && bypasses;
    happened[BYPASS_TAKEN] = u->ob.valid && u->ob.bypass && in->out_taken;
    happened[SEEN_AFTER_LATENCY] = u->pipe.valid[c->latency - 2];
    happened[LATENCY_NOT_OVER] = !u->ob.valid && visible == 0 && on_the_way != 0;
    happened[NO_SUCH_QUEUE] = in->in_valid && !named;
}

/* Every queue filled while nothing is taken, then drained; bursts of reads and writes to one queue;
 * rejections. */
static unsigned fill_each_past_full_cycles(const void *cfg)
{
    const mrpb_cfg_t *c = cfg;
    return c->queues * (c->depth + 2);
}

static void fill_each_past_full(const void *cfg, unsigned k, void *input)
{
    const mrpb_cfg_t *c = cfg;
    mrpb_in_t *in = input;
    in->in_valid = 1;
    in->in_queue = (uint8_t)(k / (c->depth + 2));
    in->in_write = k & 1;
    in->in_data = (k * 0x9e37u + 1) & bits_mask(c->entry_w - 1);
}

static unsigned drain_cycles(const void *cfg)
{
    const mrpb_cfg_t *c = cfg;
    return 4 * (c->depth + c->queues);
}

static void drain(const void *cfg, unsigned k, void *input)
{
    const mrpb_cfg_t *c = cfg;
    mrpb_in_t *in = input;
    in->out_taken = 1;
    in->in_queue = (uint8_t)(k % c->queues);
}

static unsigned stream_cycles(const void *cfg)
{
    const mrpb_cfg_t *c = cfg;
    return 4 * (c->depth * 2 + c->latency);
}

static void stream(const void *cfg, unsigned k, void *input)
{
    const mrpb_cfg_t *c = cfg;
    mrpb_in_t *in = input;
    in->in_valid = 1;
    in->in_queue = (uint8_t)(k * 5 % c->queues);
    in->out_taken = 1;
    in->in_data = k & bits_mask(c->entry_w - 1);
}

static unsigned reads_to_a_full_queue_cycles(const void *cfg)
{
    const mrpb_cfg_t *c = cfg;
    return 4 * (c->depth + c->latency);
}

static void reads_to_a_full_queue(const void *cfg, unsigned k, void *input)
{
    const mrpb_cfg_t *c = cfg;
    mrpb_in_t *in = input;
    in->in_valid = 1;
    in->in_queue = (uint8_t)(c->queues - 1);
    in->out_taken = k >= 2 * (c->depth + c->latency);
    in->in_data = k & bits_mask(c->entry_w - 1);
}

static unsigned writes_behind_reads_cycles(const void *cfg)
{
    const mrpb_cfg_t *c = cfg;
    return 4 * (c->depth + c->latency);
}

static void writes_behind_reads(const void *cfg, unsigned k, void *input)
{
    const mrpb_cfg_t *c = cfg;
    mrpb_in_t *in = input;
    in->in_valid = 1;
    in->in_queue = (uint8_t)(k / (c->depth + c->latency) % 2 % c->queues);
    in->in_write = k % (c->depth + c->latency) >= 2;
    in->out_taken = in->in_write;
    in->in_data = (k * 5) & bits_mask(c->entry_w - 1);
}

static unsigned write_waits_while_others_drain_cycles(const void *cfg)
{
    const mrpb_cfg_t *c = cfg;
    return 4 * (2 * c->latency + 2);
}

static void write_waits_while_others_drain(const void *cfg, unsigned k, void *input)
{
    const mrpb_cfg_t *c = cfg;
    mrpb_in_t *in = input;
    in->out_taken = 1;
    in->in_valid = 1;
    in->in_queue = k % (2 * c->latency + 2) >= c->latency && c->queues > 1;
    in->in_write = k % (2 * c->latency + 2) > c->latency;
    in->in_data = k & bits_mask(c->entry_w - 1);
}

static unsigned rejected_cycles(const void *cfg)
{
    (void)cfg;
    return 128;
}

static void rejected(const void *cfg, unsigned k, void *input)
{
    const mrpb_cfg_t *c = cfg;
    mrpb_in_t *in = input;
    in->in_valid = 1;
    in->in_queue = (uint8_t)(k % c->queues);
    in->out_reject = k % 4 != 3;
    in->out_taken = k % 4 == 3;
    in->out_assoc = k >> 2 & 1;
    in->in_data = k & bits_mask(c->entry_w - 1);
}

static unsigned alone_through_the_pipe_cycles(const void *cfg)
{
    const mrpb_cfg_t *c = cfg;
    return 3 * (c->latency + 3);
}

static void alone_through_the_pipe(const void *cfg, unsigned k, void *input)
{
    const mrpb_cfg_t *c = cfg;
    mrpb_in_t *in = input;
    in->in_valid = k % (c->latency + 3) == 0;
    in->out_taken = 1;
    in->in_queue = (uint8_t)(k % c->queues);
    in->in_data = k & bits_mask(c->entry_w - 1);
}

static unsigned drain_past_empty_cycles(const void *cfg)
{
    const mrpb_cfg_t *c = cfg;
    return c->queues * c->depth + c->latency;
}

static void drain_past_empty(const void *cfg, unsigned k, void *input)
{
    mrpb_in_t *in = input;
    (void)cfg;
    (void)k;
    in->out_taken = 1;
}

static unsigned no_such_queue_cycles(const void *cfg)
{
    (void)cfg;
    return 4;
}

static void no_such_queue(const void *cfg, unsigned k, void *input)
{
    const mrpb_cfg_t *c = cfg;
    mrpb_in_t *in = input;
    in->in_valid = 1;
    in->in_write = k >> 1 & 1;
    in->in_queue = (uint8_t)bits_mask(bits_index_w(c->queues));
}

static const stim_directed_t directed[] = {
    {"fill_each_past_full", fill_each_past_full_cycles, fill_each_past_full},
    {"drain", drain_cycles, drain},
    {"stream", stream_cycles, stream},
    {"reads_to_a_full_queue", reads_to_a_full_queue_cycles, reads_to_a_full_queue},
    {"writes_behind_reads", writes_behind_reads_cycles, writes_behind_reads},
    {"write_waits_while_others_drain", write_waits_while_others_drain_cycles,
     write_waits_while_others_drain},
    {"rejected", rejected_cycles, rejected},
    {"alone_through_the_pipe", alone_through_the_pipe_cycles, alone_through_the_pipe},
    {"drain_past_empty", drain_past_empty_cycles, drain_past_empty},
    {"no_such_queue", no_such_queue_cycles, no_such_queue},
};

const stim_unit_t mrpb_stim = {
    .unit = &mrpb_unit,
    .events = events,
    .directed = directed,
    .n_events = sizeof events / sizeof *events,
    .n_directed = sizeof directed / sizeof *directed,
    .watch = watch,
};
