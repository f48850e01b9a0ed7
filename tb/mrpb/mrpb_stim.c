/* Events and directed stimulus of mrpb: see lockstep/stim_unit.h; docs/units/mrpb.md lists them. */
#include "lockstep/stim_unit.h"
#include "mrpb/mrpb.h"

/* The request at the input and its queue; what the outbound register takes. */
#define MRPB_FLUSHING (c->flush == 2 ? in->mode_flush : c->flush)
#define MRPB_QUEUED   (in->in_valid && in->in_queue < c->queues)
#define MRPB_LEN      u->bank.len[in->in_queue]
#define MRPB_VIS      u->sel.vis[in->in_queue]
#define MRPB_OB_FREE  (!u->slot.valid || in->out_taken)
#define MRPB_ENQUEUE  (in->in_valid && out->in_ready && !(in->in_write && MRPB_FLUSHING))
#define MRPB_DIRECT   (in->in_valid && out->in_ready && in->in_write && MRPB_FLUSHING)
#define MRPB_RULE_1                                                                                \
    (MRPB_QUEUED && MRPB_FLUSHING && !in->in_write && MRPB_OB_FREE && MRPB_LEN == c->depth &&      \
     MRPB_VIS != 0)
#define MRPB_RULE_2 (MRPB_QUEUED && MRPB_FLUSHING && in->in_write && MRPB_OB_FREE && MRPB_VIS != 0)
#define MRPB_ANY    (mrpb_drain_sel_with(&u->sel, 1) != 0)
#define MRPB_RULE_3 (MRPB_ANY && MRPB_OB_FREE && !MRPB_DIRECT && !MRPB_RULE_1 && !MRPB_RULE_2)
#define MRPB_BYPASS (c->bypass == 3 ? in->mode_bypass : c->bypass)
#define MRPB_STALL                                                                                 \
    (u->slot.valid && !in->out_taken && in->out_reject && !u->slot.write && !u->slot.bypass)
#define MRPB_GOES (MRPB_BYPASS == 1 || (MRPB_BYPASS == 2 && in->out_assoc))

enum {
    FULL_QUEUE,
    EMPTY,
    ENQUEUE,
    WRAP,
    READ_TO_FULL_QUEUE_FLUSHES,
    WRITE_TO_OCCUPIED_QUEUE_FLUSHES,
    WRITE_DIRECT,
    POLICY_DRAIN,
    POLICY_WHILE_WRITE_WAITS,
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
    [WRAP] = {.name = "wrap"},
    [READ_TO_FULL_QUEUE_FLUSHES] = {.name = "read_to_full_queue_flushes"},
    [WRITE_TO_OCCUPIED_QUEUE_FLUSHES] = {.name = "write_to_occupied_queue_flushes"},
    [WRITE_DIRECT] = {.name = "write_direct"},
    [POLICY_DRAIN] = {.name = "policy_drain"},
    [POLICY_WHILE_WRITE_WAITS] = {.name = "policy_while_write_waits"},
    [ONE_IN_ONE_OUT] = {.name = "one_in_one_out"},
    [BACK_TO_BACK] = {.name = "back_to_back"},
    [STALL_WITHOUT_BYPASS] = {.name = "stall_without_bypass"},
    [STALL_WITH_BYPASS] = {.name = "stall_with_bypass"},
    [BYPASS_TAKEN] = {.name = "bypass_taken"},
    [SEEN_AFTER_LATENCY] = {.name = "seen_after_latency"},
    [LATENCY_NOT_OVER] = {.name = "latency_not_over"},
    [NO_SUCH_QUEUE] = {.name = "no_such_queue"},
};

static void watch(const void *cfg, const void *state, const void *input, const void *output,
                  bool *happened)
{
    const mrpb_cfg_t *c = cfg;
    const mrpb_t *u = state;
    const mrpb_in_t *in = input;
    const mrpb_out_t *out = output;
    (void)c, (void)u, (void)in, (void)out;

    happened[FULL_QUEUE] = MRPB_QUEUED && !in->in_write && MRPB_LEN == c->depth;
    happened[EMPTY] = !MRPB_ANY && mrpb_latency_stored(&u->pipe) == 0 && !u->slot.valid;
    happened[ENQUEUE] = MRPB_ENQUEUE;
    happened[WRAP] = MRPB_ENQUEUE && u->bank.tail[in->in_queue] == c->depth - 1;
    happened[READ_TO_FULL_QUEUE_FLUSHES] = MRPB_RULE_1;
    happened[WRITE_TO_OCCUPIED_QUEUE_FLUSHES] = MRPB_RULE_2;
    happened[WRITE_DIRECT] = MRPB_DIRECT;
    happened[POLICY_DRAIN] = MRPB_RULE_3;
    happened[POLICY_WHILE_WRITE_WAITS] = MRPB_QUEUED && MRPB_FLUSHING && in->in_write &&
                                         MRPB_LEN != 0 && MRPB_VIS == 0 && MRPB_RULE_3;
    happened[ONE_IN_ONE_OUT] = MRPB_ENQUEUE && MRPB_RULE_3;
    happened[BACK_TO_BACK] = u->slot.valid && in->out_taken && (MRPB_ANY || MRPB_DIRECT);
    happened[STALL_WITHOUT_BYPASS] = MRPB_STALL && !MRPB_GOES;
    happened[STALL_WITH_BYPASS] = MRPB_STALL && MRPB_GOES;
    happened[BYPASS_TAKEN] = u->slot.valid && u->slot.bypass && in->out_taken;
    happened[SEEN_AFTER_LATENCY] = u->pipe.valid[c->latency - 2];
    happened[LATENCY_NOT_OVER] = !u->slot.valid && !MRPB_ANY && mrpb_latency_stored(&u->pipe) != 0;
    happened[NO_SUCH_QUEUE] = in->in_valid && in->in_queue >= c->queues;
}

/* Every queue filled while nothing is taken, then drained by each policy; bursts of reads and
 * writes to one queue with the flush option on; rejections under each bypass option. */
static unsigned fill_each_past_full_cycles(const void *cfg)
{
    const mrpb_cfg_t *c = cfg;
    (void)c;
    return (unsigned)(c->queues * (c->depth + 2));
}

static void fill_each_past_full(const void *cfg, unsigned k, void *input)
{
    const mrpb_cfg_t *c = cfg;
    mrpb_in_t *in = input;
    (void)c, (void)k;
    in->in_valid = 1;
    in->in_queue = (uint8_t)(k / (c->depth + 2));
    in->in_write = k & 1;
    in->in_data = (k * 0x9e37u + 1) & bits_mask(c->entry_w - 1);
}

static unsigned drain_by_each_policy_cycles(const void *cfg)
{
    const mrpb_cfg_t *c = cfg;
    (void)c;
    return (unsigned)(8 * (c->depth + c->queues));
}

static void drain_by_each_policy(const void *cfg, unsigned k, void *input)
{
    const mrpb_cfg_t *c = cfg;
    mrpb_in_t *in = input;
    (void)c, (void)k;
    in->mode_policy = (uint8_t)(k / (c->depth + c->queues));
    in->out_taken = 1;
    in->in_queue = (uint8_t)(k % c->queues);
}

static unsigned stream_by_each_policy_cycles(const void *cfg)
{
    const mrpb_cfg_t *c = cfg;
    (void)c;
    return (unsigned)(8 * (c->depth * 2 + c->latency));
}

static void stream_by_each_policy(const void *cfg, unsigned k, void *input)
{
    const mrpb_cfg_t *c = cfg;
    mrpb_in_t *in = input;
    (void)c, (void)k;
    in->mode_policy = (uint8_t)(k / (c->depth * 2 + c->latency));
    in->in_valid = 1;
    in->in_queue = (uint8_t)(k * 5 % c->queues);
    in->out_taken = 1;
    in->mode_flush = k >> 4 & 1;
    in->in_data = k & bits_mask(c->entry_w - 1);
}

static unsigned reads_to_a_full_queue_cycles(const void *cfg)
{
    const mrpb_cfg_t *c = cfg;
    (void)c;
    return (unsigned)(4 * (c->depth + c->latency));
}

static void reads_to_a_full_queue(const void *cfg, unsigned k, void *input)
{
    const mrpb_cfg_t *c = cfg;
    mrpb_in_t *in = input;
    (void)c, (void)k;
    in->mode_flush = 1;
    in->in_valid = 1;
    in->in_queue = (uint8_t)(c->queues - 1);
    in->out_taken = k >= 2 * (c->depth + c->latency);
    in->in_data = k & bits_mask(c->entry_w - 1);
}

static unsigned writes_behind_reads_cycles(const void *cfg)
{
    const mrpb_cfg_t *c = cfg;
    (void)c;
    return (unsigned)(4 * (c->depth + c->latency));
}

static void writes_behind_reads(const void *cfg, unsigned k, void *input)
{
    const mrpb_cfg_t *c = cfg;
    mrpb_in_t *in = input;
    (void)c, (void)k;
    in->mode_flush = 1;
    in->in_valid = 1;
    in->in_queue = (uint8_t)(k / (c->depth + c->latency) % 2);
    in->in_write = k % (c->depth + c->latency) >= 2;
    in->out_taken = in->in_write;
    in->in_data = (k * 5) & bits_mask(c->entry_w - 1);
}

static unsigned write_waits_while_others_drain_cycles(const void *cfg)
{
    const mrpb_cfg_t *c = cfg;
    (void)c;
    return (unsigned)(4 * (2 * c->latency + 2));
}

static void write_waits_while_others_drain(const void *cfg, unsigned k, void *input)
{
    const mrpb_cfg_t *c = cfg;
    mrpb_in_t *in = input;
    (void)c, (void)k;
    in->mode_flush = 1;
    in->out_taken = 1;
    in->in_valid = 1;
    in->in_queue = (uint8_t)(k % (2 * c->latency + 2) < c->latency ? 0 : 1);
    in->in_write = k % (2 * c->latency + 2) > c->latency;
    in->in_data = k & bits_mask(c->entry_w - 1);
}

static unsigned rejected_under_each_option_cycles(const void *cfg)
{
    const mrpb_cfg_t *c = cfg;
    (void)c;
    return (unsigned)(128);
}

static void rejected_under_each_option(const void *cfg, unsigned k, void *input)
{
    const mrpb_cfg_t *c = cfg;
    mrpb_in_t *in = input;
    (void)c, (void)k;
    in->in_valid = 1;
    in->in_queue = (uint8_t)(k % c->queues);
    in->out_reject = k % 4 != 3;
    in->out_taken = k % 4 == 3;
    in->out_assoc = k >> 2 & 1;
    in->mode_bypass = k >> 3 & 3;
    in->in_data = k & bits_mask(c->entry_w - 1);
}

static unsigned alone_through_the_pipe_cycles(const void *cfg)
{
    const mrpb_cfg_t *c = cfg;
    (void)c;
    return (unsigned)(3 * (c->latency + 3));
}

static void alone_through_the_pipe(const void *cfg, unsigned k, void *input)
{
    const mrpb_cfg_t *c = cfg;
    mrpb_in_t *in = input;
    (void)c, (void)k;
    in->in_valid = k % (c->latency + 3) == 0;
    in->out_taken = 1;
    in->in_queue = (uint8_t)(k % c->queues);
    in->in_data = k & bits_mask(c->entry_w - 1);
}

static unsigned drain_past_empty_cycles(const void *cfg)
{
    const mrpb_cfg_t *c = cfg;
    (void)c;
    return (unsigned)(c->queues * c->depth + c->latency);
}

static void drain_past_empty(const void *cfg, unsigned k, void *input)
{
    const mrpb_cfg_t *c = cfg;
    mrpb_in_t *in = input;
    (void)c, (void)k;
    in->out_taken = 1;
}

static unsigned no_such_queue_cycles(const void *cfg)
{
    const mrpb_cfg_t *c = cfg;
    (void)c;
    return (unsigned)(4);
}

static void no_such_queue(const void *cfg, unsigned k, void *input)
{
    const mrpb_cfg_t *c = cfg;
    mrpb_in_t *in = input;
    (void)c, (void)k;
    in->in_valid = 1;
    in->mode_flush = k & 1;
    in->in_write = k >> 1 & 1;
    in->in_queue = (uint8_t)bits_mask(bits_index_w(c->queues));
}

static const stim_directed_t directed[] = {
    {"fill_each_past_full", fill_each_past_full_cycles, fill_each_past_full},
    {"drain_by_each_policy", drain_by_each_policy_cycles, drain_by_each_policy},
    {"stream_by_each_policy", stream_by_each_policy_cycles, stream_by_each_policy},
    {"reads_to_a_full_queue", reads_to_a_full_queue_cycles, reads_to_a_full_queue},
    {"writes_behind_reads", writes_behind_reads_cycles, writes_behind_reads},
    {"write_waits_while_others_drain", write_waits_while_others_drain_cycles,
     write_waits_while_others_drain},
    {"rejected_under_each_option", rejected_under_each_option_cycles, rejected_under_each_option},
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
