/* Events and directed stimulus of mrpb.fifo_bank: see lockstep/stim_unit.h; docs/units/mrpb.md
 * lists them. */
#include "lockstep/stim_unit.h"
#include "mrpb/mrpb_fifo_bank.h"

enum {
    WRITE,
    READ,
    WRITE_REFUSED,
    READ_OF_EMPTY,
    WRITE_WITH_OCCUPIED_QUEUE,
    WRITE_AND_READ_SAME_QUEUE,
    WRITE_AND_READ_APART,
    REFUSED_WRITE_AND_READ_SAME_QUEUE,
    WRITE_AND_READ_OF_EMPTY,
    WRITE_WRAPS,
    READ_WRAPS,
    BECOMES_FULL,
    BECOMES_EMPTY,
    LAST_QUEUE,
    NO_SUCH_QUEUE,
};

static const stim_event_t events[] = {
    [WRITE] = {.name = "write"},
    [READ] = {.name = "read"},
    [WRITE_REFUSED] = {.name = "write_refused"},
    [READ_OF_EMPTY] = {.name = "read_of_empty"},
    [WRITE_WITH_OCCUPIED_QUEUE] = {.name = "write_with_occupied_queue"},
    [WRITE_AND_READ_SAME_QUEUE] = {.name = "write_and_read_same_queue"},
    [WRITE_AND_READ_APART] = {.name = "write_and_read_apart"},
    [REFUSED_WRITE_AND_READ_SAME_QUEUE] = {.name = "refused_write_and_read_same_queue"},
    [WRITE_AND_READ_OF_EMPTY] = {.name = "write_and_read_of_empty"},
    [WRITE_WRAPS] = {.name = "write_wraps"},
    [READ_WRAPS] = {.name = "read_wraps"},
    [BECOMES_FULL] = {.name = "becomes_full"},
    [BECOMES_EMPTY] = {.name = "becomes_empty"},
    [LAST_QUEUE] = {.name = "last_queue"},
    [NO_SUCH_QUEUE] = {.name = "no_such_queue"},
};

static void watch(const void *cfg, const void *state, const void *input, const void *output,
                  bool *happened)
{
    const mrpb_fifo_bank_cfg_t *c = cfg;
    const mrpb_fifo_bank_t *u = state;
    const mrpb_fifo_bank_in_t *in = input;
    const mrpb_fifo_bank_out_t *out = output;
    (void)c, (void)u, (void)in, (void)out;

    happened[WRITE] = in->wr_en && !out->wr_full;
    happened[READ] = in->rd_en && in->rd_queue < c->queues && u->len[in->rd_queue] != 0;
    happened[WRITE_REFUSED] = in->wr_en && in->wr_queue < c->queues && out->wr_full;
    happened[READ_OF_EMPTY] = in->rd_en && in->rd_queue < c->queues && u->len[in->rd_queue] == 0;
    happened[WRITE_WITH_OCCUPIED_QUEUE] = in->wr_en && !out->wr_full && !out->wr_empty;
    happened[WRITE_AND_READ_SAME_QUEUE] =
        in->wr_en && in->rd_en && in->wr_queue == in->rd_queue && !out->wr_full && !out->wr_empty;
    happened[WRITE_AND_READ_APART] = in->wr_en && !out->wr_full && in->rd_en &&
                                     in->wr_queue != in->rd_queue && in->rd_queue < c->queues &&
                                     u->len[in->rd_queue] != 0;
    happened[REFUSED_WRITE_AND_READ_SAME_QUEUE] = in->wr_en && in->wr_queue < c->queues &&
                                                  out->wr_full && in->rd_en &&
                                                  in->rd_queue == in->wr_queue;
    happened[WRITE_AND_READ_OF_EMPTY] =
        in->wr_en && out->wr_empty && in->rd_en && in->rd_queue == in->wr_queue;
    happened[WRITE_WRAPS] = in->wr_en && !out->wr_full && u->tail[in->wr_queue] == c->depth - 1;
    happened[READ_WRAPS] = in->rd_en && in->rd_queue < c->queues && u->len[in->rd_queue] != 0 &&
                           u->head[in->rd_queue] == c->depth - 1;
    happened[BECOMES_FULL] = in->wr_en && !out->wr_full && u->len[in->wr_queue] == c->depth - 1 &&
                             !(in->rd_en && in->rd_queue == in->wr_queue);
    happened[BECOMES_EMPTY] = in->rd_en && in->rd_queue < c->queues && u->len[in->rd_queue] == 1 &&
                              !(in->wr_en && in->wr_queue == in->rd_queue);
    happened[LAST_QUEUE] = in->wr_en && !out->wr_full && in->wr_queue == c->queues - 1;
    happened[NO_SUCH_QUEUE] =
        (in->wr_en && in->wr_queue >= c->queues) || (in->rd_en && in->rd_queue >= c->queues);
}

/* Every queue in turn: filled past its end, written and read while full, streamed through,
 * drained past its end. */
static unsigned fill_each_past_full_cycles(const void *cfg)
{
    const mrpb_fifo_bank_cfg_t *c = cfg;
    (void)c;
    return (unsigned)(c->queues * (c->depth + 2));
}

static void fill_each_past_full(const void *cfg, unsigned k, void *input)
{
    const mrpb_fifo_bank_cfg_t *c = cfg;
    mrpb_fifo_bank_in_t *in = input;
    (void)c, (void)k;
    in->wr_en = 1;
    in->wr_queue = (uint8_t)(k / (c->depth + 2));
    in->rd_queue = in->wr_queue;
    in->wr_data = (k * 0x9e37u + 1) & bits_mask(c->width);
}

static unsigned write_and_read_each_full_cycles(const void *cfg)
{
    const mrpb_fifo_bank_cfg_t *c = cfg;
    (void)c;
    return (unsigned)(2 * c->queues);
}

static void write_and_read_each_full(const void *cfg, unsigned k, void *input)
{
    const mrpb_fifo_bank_cfg_t *c = cfg;
    mrpb_fifo_bank_in_t *in = input;
    (void)c, (void)k;
    in->wr_en = in->rd_en = 1;
    in->wr_queue = in->rd_queue = (uint8_t)(k / 2);
    in->wr_data = k & bits_mask(c->width);
}

static unsigned stream_each_cycles(const void *cfg)
{
    const mrpb_fifo_bank_cfg_t *c = cfg;
    (void)c;
    return (unsigned)(2 * c->depth * c->queues);
}

static void stream_each(const void *cfg, unsigned k, void *input)
{
    const mrpb_fifo_bank_cfg_t *c = cfg;
    mrpb_fifo_bank_in_t *in = input;
    (void)c, (void)k;
    in->wr_en = in->rd_en = 1;
    in->wr_queue = in->rd_queue = (uint8_t)(k / (2 * c->depth));
    in->wr_data = (k * 5) & bits_mask(c->width);
}

static unsigned write_one_read_next_cycles(const void *cfg)
{
    const mrpb_fifo_bank_cfg_t *c = cfg;
    (void)c;
    return (unsigned)(2 * c->queues);
}

static void write_one_read_next(const void *cfg, unsigned k, void *input)
{
    const mrpb_fifo_bank_cfg_t *c = cfg;
    mrpb_fifo_bank_in_t *in = input;
    (void)c, (void)k;
    in->wr_en = in->rd_en = 1;
    in->wr_queue = (uint8_t)(k % c->queues);
    in->rd_queue = (uint8_t)((k + 1) % c->queues);
    in->wr_data = k & bits_mask(c->width);
}

static unsigned fill_last_queue_cycles(const void *cfg)
{
    const mrpb_fifo_bank_cfg_t *c = cfg;
    (void)c;
    return (unsigned)(c->depth);
}

static void fill_last_queue(const void *cfg, unsigned k, void *input)
{
    const mrpb_fifo_bank_cfg_t *c = cfg;
    mrpb_fifo_bank_in_t *in = input;
    (void)c, (void)k;
    in->wr_en = 1;
    in->wr_queue = (uint8_t)(c->queues - 1);
    in->wr_data = k & bits_mask(c->width);
}

static unsigned drain_each_past_empty_cycles(const void *cfg)
{
    const mrpb_fifo_bank_cfg_t *c = cfg;
    (void)c;
    return (unsigned)(c->queues * (c->depth + 2));
}

static void drain_each_past_empty(const void *cfg, unsigned k, void *input)
{
    const mrpb_fifo_bank_cfg_t *c = cfg;
    mrpb_fifo_bank_in_t *in = input;
    (void)c, (void)k;
    in->rd_en = 1;
    in->rd_queue = (uint8_t)(k / (c->depth + 2));
}

static unsigned write_and_read_each_empty_cycles(const void *cfg)
{
    const mrpb_fifo_bank_cfg_t *c = cfg;
    (void)c;
    return (unsigned)(3 * c->queues);
}

static void write_and_read_each_empty(const void *cfg, unsigned k, void *input)
{
    const mrpb_fifo_bank_cfg_t *c = cfg;
    mrpb_fifo_bank_in_t *in = input;
    (void)c, (void)k;
    in->wr_en = k % 3 == 0;
    in->rd_en = k % 3 != 2;
    in->wr_queue = in->rd_queue = (uint8_t)(k / 3);
    in->wr_data = k & bits_mask(c->width);
}

static unsigned no_such_queue_cycles(const void *cfg)
{
    const mrpb_fifo_bank_cfg_t *c = cfg;
    (void)c;
    return (unsigned)(4);
}

static void no_such_queue(const void *cfg, unsigned k, void *input)
{
    const mrpb_fifo_bank_cfg_t *c = cfg;
    mrpb_fifo_bank_in_t *in = input;
    (void)c, (void)k;
    in->wr_en = in->rd_en = 1;
    in->wr_queue = in->rd_queue = (uint8_t)bits_mask(bits_index_w(c->queues));
    in->wr_data = k & bits_mask(c->width);
}

static const stim_directed_t directed[] = {
    {"fill_each_past_full", fill_each_past_full_cycles, fill_each_past_full},
    {"write_and_read_each_full", write_and_read_each_full_cycles, write_and_read_each_full},
    {"stream_each", stream_each_cycles, stream_each},
    {"write_one_read_next", write_one_read_next_cycles, write_one_read_next},
    {"fill_last_queue", fill_last_queue_cycles, fill_last_queue},
    {"drain_each_past_empty", drain_each_past_empty_cycles, drain_each_past_empty},
    {"write_and_read_each_empty", write_and_read_each_empty_cycles, write_and_read_each_empty},
    {"no_such_queue", no_such_queue_cycles, no_such_queue},
};

const stim_unit_t mrpb_fifo_bank_stim = {
    .unit = &mrpb_fifo_bank_unit,
    .events = events,
    .directed = directed,
    .n_events = sizeof events / sizeof *events,
    .n_directed = sizeof directed / sizeof *directed,
    .watch = watch,
};
