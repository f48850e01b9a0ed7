/* Events and directed stimulus of mrpb.fifo_bank: see lockstep/stim_unit.h; docs/units/mrpb.md
 * lists them. */
#include "lockstep/stim_unit.h"
#include "mrpb/mrpb_fifo_bank.h"

static bool two_queues(const void *cfg)
{
    const mrpb_fifo_bank_cfg_t *c = cfg;
    return c->queues > 1;
}

static bool two_entries(const void *cfg)
{
    const mrpb_fifo_bank_cfg_t *c = cfg;
    return c->depth > 1;
}

/* Is there a number that names no queue? */
static bool spare_number(const void *cfg)
{
    const mrpb_fifo_bank_cfg_t *c = cfg;
    return c->queues < UINT32_C(1) << bits_index_w(c->queues);
}

enum {
    WRITE,
    READ,
    FLUSH,
    WRITE_REFUSED,
    READ_OF_EMPTY,
    FLUSH_OF_EMPTY,
    READ_OF_SEVERAL,
    READ_AND_FLUSH_APART,
    READ_AND_FLUSH_SAME_QUEUE,
    WRITE_WITH_OCCUPIED_QUEUE,
    WRITE_AND_TAKE_SAME_QUEUE,
    WRITE_AND_TAKE_APART,
    REFUSED_WRITE_AND_TAKE,
    WRITE_AND_TAKE_OF_EMPTY,
    WRITE_WRAPS,
    TAKE_WRAPS,
    BECOMES_FULL,
    BECOMES_EMPTY,
    LAST_QUEUE,
    READS_CHOICE,
    READS_INPUT,
    READS_NOTHING,
    NO_SUCH_QUEUE,
};

static const stim_event_t events[] = {
    [WRITE] = {.name = "write"},
    [READ] = {.name = "read"},
    [FLUSH] = {.name = "flush"},
    [WRITE_REFUSED] = {.name = "write_refused"},
    [READ_OF_EMPTY] = {.name = "read_of_empty"},
    [FLUSH_OF_EMPTY] = {.name = "flush_of_empty"},
    [READ_OF_SEVERAL] = {.name = "read_of_several", .possible = two_queues},
    [READ_AND_FLUSH_APART] = {.name = "read_and_flush_apart", .possible = two_queues},
    [READ_AND_FLUSH_SAME_QUEUE] = {.name = "read_and_flush_same_queue"},
    [WRITE_WITH_OCCUPIED_QUEUE] = {.name = "write_with_occupied_queue", .possible = two_entries},
    [WRITE_AND_TAKE_SAME_QUEUE] = {.name = "write_and_take_same_queue", .possible = two_entries},
    [WRITE_AND_TAKE_APART] = {.name = "write_and_take_apart", .possible = two_queues},
    [REFUSED_WRITE_AND_TAKE] = {.name = "refused_write_and_take"},
    [WRITE_AND_TAKE_OF_EMPTY] = {.name = "write_and_take_of_empty"},
    [WRITE_WRAPS] = {.name = "write_wraps"},
    [TAKE_WRAPS] = {.name = "take_wraps"},
    [BECOMES_FULL] = {.name = "becomes_full"},
    [BECOMES_EMPTY] = {.name = "becomes_empty"},
    [LAST_QUEUE] = {.name = "last_queue"},
    [READS_CHOICE] = {.name = "reads_choice"},
    [READS_INPUT] = {.name = "reads_input"},
    [READS_NOTHING] = {.name = "reads_nothing"},
    [NO_SUCH_QUEUE] = {.name = "no_such_queue", .possible = spare_number},
};

static void watch(const void *cfg, const void *state, const void *input, const void *output,
                  bool *happened)
{
    const mrpb_fifo_bank_cfg_t *c = cfg;
    const mrpb_fifo_bank_t *u = state;
    const mrpb_fifo_bank_in_t *in = input;
    const mrpb_fifo_bank_out_t *out = output;

    const bool named = in->wr_queue < c->queues;
    const uint64_t at_input = named ? UINT64_C(1) << in->wr_queue : 0;
    const uint64_t asked = in->rd_en ? in->rd_sel & bits_mask(c->queues) : 0;
    const uint64_t flushed = in->flush_en ? at_input : 0;
    const uint64_t held = planes_nonzero(u->len, mrpb_fifo_bank_len_w(u));
    const uint64_t last = planes_equal(u->head, mrpb_fifo_bank_pos_w(u), c->depth - 1);
    const uint64_t single = planes_equal(u->len, mrpb_fifo_bank_len_w(u), 1);
    const uint64_t taken = (asked | flushed) & held;
    const bool write = in->wr_en && !out->wr_full;
    const bool entry = mrpb_fifo_bank_reads_entry(u, in);

    happened[WRITE] = write;
    happened[READ] = (asked & held) != 0;
    happened[FLUSH] = (flushed & held) != 0;
    happened[WRITE_REFUSED] = in->wr_en && named && out->wr_full;
    happened[READ_OF_EMPTY] = (asked & ~held) != 0;
    happened[FLUSH_OF_EMPTY] = (flushed & ~held) != 0;
    happened[READ_OF_SEVERAL] = bits_popcount(asked & held) > 1;
    happened[READ_AND_FLUSH_APART] = (flushed & held) != 0 && (asked & held & ~flushed) != 0;
    happened[READ_AND_FLUSH_SAME_QUEUE] = (asked & flushed & held) != 0;
    happened[WRITE_WITH_OCCUPIED_QUEUE] = write && !out->wr_empty;
    happened[WRITE_AND_TAKE_SAME_QUEUE] = write && (taken & at_input) != 0;
    happened[WRITE_AND_TAKE_APART] = write && (taken & ~at_input) != 0;
    happened[REFUSED_WRITE_AND_TAKE] =
        in->wr_en && named && out->wr_full && (taken & at_input) != 0;
    happened[WRITE_AND_TAKE_OF_EMPTY] = write && ((asked | flushed) & at_input & ~held) != 0;
    happened[WRITE_WRAPS] = write && mrpb_fifo_bank_tail(u, in->wr_queue) == c->depth - 1;
    happened[TAKE_WRAPS] = (taken & last) != 0;
    happened[BECOMES_FULL] =
        write && mrpb_fifo_bank_len(u, in->wr_queue) == c->depth - 1 && (taken & at_input) == 0;
    happened[BECOMES_EMPTY] = (taken & single & ~(write ? at_input : 0)) != 0;
    happened[LAST_QUEUE] = write && in->wr_queue == c->queues - 1;
    happened[READS_CHOICE] = entry && !in->flush_read;
    happened[READS_INPUT] = entry && in->flush_read;
    happened[READS_NOTHING] = !entry;
    happened[NO_SUCH_QUEUE] = (in->wr_en || in->flush_en) && !named;
}

/* Every queue in turn: filled past its end, written and taken from while full, streamed through,
 * drained past its end. */
static unsigned fill_each_past_full_cycles(const void *cfg)
{
    const mrpb_fifo_bank_cfg_t *c = cfg;
    return c->queues * (c->depth + 2);
}

static void fill_each_past_full(const void *cfg, unsigned k, void *input)
{
    const mrpb_fifo_bank_cfg_t *c = cfg;
    mrpb_fifo_bank_in_t *in = input;
    in->wr_en = 1;
    in->wr_queue = (uint8_t)(k / (c->depth + 2));
    in->rd_queue = in->wr_queue;
    in->wr_data = (k * 0x9e37u + 1) & bits_mask(c->width);
}

/* As a choice, then as a flush. */
static unsigned read_every_place_cycles(const void *cfg)
{
    const mrpb_fifo_bank_cfg_t *c = cfg;
    return 2 * c->queues * c->depth;
}

static void read_every_place(const void *cfg, unsigned k, void *input)
{
    const mrpb_fifo_bank_cfg_t *c = cfg;
    mrpb_fifo_bank_in_t *in = input;
    in->rd_queue = in->wr_queue = (uint8_t)(k / 2 / c->depth);
    in->rd_head = (uint16_t)(k / 2 % c->depth);
    in->flush_read = k & 1;
}

static unsigned write_and_read_each_full_cycles(const void *cfg)
{
    const mrpb_fifo_bank_cfg_t *c = cfg;
    return 2 * c->queues;
}

static void write_and_read_each_full(const void *cfg, unsigned k, void *input)
{
    const mrpb_fifo_bank_cfg_t *c = cfg;
    mrpb_fifo_bank_in_t *in = input;
    in->wr_en = in->rd_en = 1;
    in->wr_queue = in->rd_queue = (uint8_t)(k / 2);
    in->rd_sel = UINT64_C(1) << in->rd_queue;
    in->wr_data = k & bits_mask(c->width);
}

static unsigned stream_each_cycles(const void *cfg)
{
    const mrpb_fifo_bank_cfg_t *c = cfg;
    return 2 * c->depth * c->queues;
}

static void stream_each(const void *cfg, unsigned k, void *input)
{
    const mrpb_fifo_bank_cfg_t *c = cfg;
    mrpb_fifo_bank_in_t *in = input;
    in->wr_en = 1;
    in->flush_en = in->flush_read = k & 1;
    in->rd_en = !in->flush_en;
    in->wr_queue = in->rd_queue = (uint8_t)(k / (2 * c->depth));
    in->rd_sel = UINT64_C(1) << in->rd_queue;
    in->rd_head = (uint16_t)(k % c->depth);
    in->wr_data = (k * 5) & bits_mask(c->width);
}

static unsigned write_one_read_next_cycles(const void *cfg)
{
    const mrpb_fifo_bank_cfg_t *c = cfg;
    return 2 * c->queues;
}

static void write_one_read_next(const void *cfg, unsigned k, void *input)
{
    const mrpb_fifo_bank_cfg_t *c = cfg;
    mrpb_fifo_bank_in_t *in = input;
    in->wr_en = in->rd_en = 1;
    in->wr_queue = (uint8_t)(k % c->queues);
    in->rd_queue = (uint8_t)((k + 1) % c->queues);
    in->rd_sel = UINT64_C(1) << in->rd_queue;
    in->wr_data = k & bits_mask(c->width);
}

static unsigned fill_last_queue_cycles(const void *cfg)
{
    const mrpb_fifo_bank_cfg_t *c = cfg;
    return c->depth;
}

static void fill_last_queue(const void *cfg, unsigned k, void *input)
{
    const mrpb_fifo_bank_cfg_t *c = cfg;
    mrpb_fifo_bank_in_t *in = input;
    in->wr_en = 1;
    in->wr_queue = (uint8_t)(c->queues - 1);
    in->wr_data = k & bits_mask(c->width);
}

static unsigned read_and_flush_cycles(const void *cfg)
{
    const mrpb_fifo_bank_cfg_t *c = cfg;
    return 2 * c->queues * c->depth;
}

static void read_and_flush(const void *cfg, unsigned k, void *input)
{
    const mrpb_fifo_bank_cfg_t *c = cfg;
    mrpb_fifo_bank_in_t *in = input;
    in->rd_en = in->flush_en = 1;
    in->wr_queue = (uint8_t)(k % c->queues);
    in->rd_queue = (uint8_t)((k + (k / c->queues & 1)) % c->queues);
    in->rd_sel = UINT64_C(1) << in->rd_queue;
    in->wr_data = k & bits_mask(c->width);
}

static unsigned fill_all_read_several_cycles(const void *cfg)
{
    const mrpb_fifo_bank_cfg_t *c = cfg;
    return c->queues + 4;
}

static void fill_all_read_several(const void *cfg, unsigned k, void *input)
{
    const mrpb_fifo_bank_cfg_t *c = cfg;
    mrpb_fifo_bank_in_t *in = input;
    in->wr_en = k < c->queues;
    in->rd_en = k >= c->queues;
    in->wr_queue = (uint8_t)(k % c->queues);
    in->rd_sel = (UINT64_C(3) << k % 4) & bits_mask(c->queues);
    in->wr_data = k & bits_mask(c->width);
}

static unsigned drain_each_past_empty_cycles(const void *cfg)
{
    const mrpb_fifo_bank_cfg_t *c = cfg;
    return c->queues * (c->depth + 2);
}

static void drain_each_past_empty(const void *cfg, unsigned k, void *input)
{
    const mrpb_fifo_bank_cfg_t *c = cfg;
    mrpb_fifo_bank_in_t *in = input;
    in->flush_en = k & 1;
    in->rd_en = !in->flush_en;
    in->wr_queue = in->rd_queue = (uint8_t)(k / (c->depth + 2));
    in->rd_sel = UINT64_C(1) << in->rd_queue;
}

static unsigned write_and_read_each_empty_cycles(const void *cfg)
{
    const mrpb_fifo_bank_cfg_t *c = cfg;
    return 2 * c->queues;
}

static void write_and_read_each_empty(const void *cfg, unsigned k, void *input)
{
    const mrpb_fifo_bank_cfg_t *c = cfg;
    mrpb_fifo_bank_in_t *in = input;
    in->wr_en = in->rd_en = 1;
    in->wr_queue = in->rd_queue = (uint8_t)(k / 2);
    in->rd_sel = UINT64_C(1) << in->rd_queue;
    in->wr_data = k & bits_mask(c->width);
}

static unsigned no_such_queue_cycles(const void *cfg)
{
    (void)cfg;
    return 4;
}

static void no_such_queue(const void *cfg, unsigned k, void *input)
{
    const mrpb_fifo_bank_cfg_t *c = cfg;
    mrpb_fifo_bank_in_t *in = input;
    in->wr_en = in->rd_en = in->flush_en = 1;
    in->wr_queue = in->rd_queue = (uint8_t)bits_mask(bits_index_w(c->queues));
    in->wr_data = k & bits_mask(c->width);
}

static const stim_directed_t directed[] = {
    {"fill_each_past_full", fill_each_past_full_cycles, fill_each_past_full},
    {"read_every_place", read_every_place_cycles, read_every_place},
    {"write_and_read_each_full", write_and_read_each_full_cycles, write_and_read_each_full},
    {"stream_each", stream_each_cycles, stream_each},
    {"write_one_read_next", write_one_read_next_cycles, write_one_read_next},
    {"fill_last_queue", fill_last_queue_cycles, fill_last_queue},
    {"read_and_flush", read_and_flush_cycles, read_and_flush},
    {"fill_all_read_several", fill_all_read_several_cycles, fill_all_read_several},
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
