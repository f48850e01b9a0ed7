/* Field list of mrpb.fifo_bank; read by the preprocessor, see common/unit.h.
 * Contract: docs/units/mrpb.md. */
#define UNIT_PREFIX mrpb_fifo_bank
#define UNIT_TITLE  "mrpb.fifo_bank"
#define UNIT_DOC    "circular FIFOs, one a signature, in one memory"

/* clang-format off */
#define UNIT_PARAMS(P) \
    P(queues, Queues, 48, 3, 60, 2,   64, "queues") \
    P(depth,  Depth,   8, 2, 12, 2, 1024, "entries a queue, any number") \
    P(width,  Width,  64, 2, 64, 1,   64, "bits of an entry")

#define UNIT_SUBS(S)

#define UNIT_FIELDS(F) \
    F(IN,    wr_en,    uint8_t,  ,        1,                       1, UNIT_ENABLE, 1) \
    F(IN,    wr_queue, uint8_t,  ,        bits_index_w(c->queues), 1, UNIT_INDEX,  1) \
    F(IN,    wr_data,  uint64_t, ,        c->width,                1, UNIT_DATA,   1) \
    F(IN,    rd_en,    uint8_t,  ,        1,                       1, UNIT_ENABLE, 1) \
    F(IN,    rd_queue, uint8_t,  ,        bits_index_w(c->queues), 1, UNIT_INDEX,  1) \
    F(OUT,   wr_full,  uint8_t,  ,        1,                       1, UNIT_NONE,   1) \
    F(OUT,   wr_empty, uint8_t,  ,        1,                       1, UNIT_NONE,   1) \
    F(OUT,   rd_data,  uint64_t, ,        c->width,                1, UNIT_NONE,   1) \
    F(STATE, head,     uint16_t, [64],    bits_index_w(c->depth), c->queues, UNIT_NONE, 1) \
    F(STATE, tail,     uint16_t, [64],    bits_index_w(c->depth), c->queues, UNIT_NONE, 1) \
    F(STATE, len,      uint16_t, [64],    bits_count_w(c->depth), c->queues, UNIT_NONE, 1) \
    F(STATE, mem,      uint64_t, [65536], c->width, c->queues * c->depth, UNIT_NONE, \
      (i % c->depth + c->depth - u->head[i / c->depth]) % c->depth < u->len[i / c->depth])

#define UNIT_EVENTS(E) \
    E(write,             in->wr_en && !out->wr_full) \
    E(read,              in->rd_en && in->rd_queue < c->queues && u->len[in->rd_queue] != 0) \
    E(write_refused,     in->wr_en && in->wr_queue < c->queues && out->wr_full) \
    E(read_of_empty,     in->rd_en && in->rd_queue < c->queues && u->len[in->rd_queue] == 0) \
    E(write_with_occupied_queue, in->wr_en && !out->wr_full && !out->wr_empty) \
    E(write_and_read_same_queue, in->wr_en && in->rd_en && in->wr_queue == in->rd_queue && \
                         !out->wr_full && !out->wr_empty) \
    E(write_and_read_apart, in->wr_en && !out->wr_full && in->rd_en && \
                         in->wr_queue != in->rd_queue && in->rd_queue < c->queues && \
                         u->len[in->rd_queue] != 0) \
    E(refused_write_and_read_same_queue, in->wr_en && in->wr_queue < c->queues && \
                         out->wr_full && in->rd_en && in->rd_queue == in->wr_queue) \
    E(write_and_read_of_empty, in->wr_en && out->wr_empty && in->rd_en && \
                         in->rd_queue == in->wr_queue) \
    E(write_wraps,       in->wr_en && !out->wr_full && u->tail[in->wr_queue] == c->depth - 1) \
    E(read_wraps,        in->rd_en && in->rd_queue < c->queues && u->len[in->rd_queue] != 0 && \
                         u->head[in->rd_queue] == c->depth - 1) \
    E(becomes_full,      in->wr_en && !out->wr_full && u->len[in->wr_queue] == c->depth - 1 && \
                         !(in->rd_en && in->rd_queue == in->wr_queue)) \
    E(becomes_empty,     in->rd_en && in->rd_queue < c->queues && u->len[in->rd_queue] == 1 && \
                         !(in->wr_en && in->wr_queue == in->rd_queue)) \
    E(last_queue,        in->wr_en && !out->wr_full && in->wr_queue == c->queues - 1) \
    E(no_such_queue,     (in->wr_en && in->wr_queue >= c->queues) || \
                         (in->rd_en && in->rd_queue >= c->queues))

/* Every queue in turn: filled past its end, written and read while full, streamed through,
 * drained past its end. */
#define UNIT_DIRECTED(D) \
    D(fill_each_past_full, c->queues * (c->depth + 2), \
      in->wr_en = 1; in->wr_queue = (uint8_t)(k / (c->depth + 2)); \
      in->rd_queue = in->wr_queue; in->wr_data = (k * 0x9e37u + 1) & bits_mask(c->width)) \
    D(write_and_read_each_full, 2 * c->queues, \
      in->wr_en = in->rd_en = 1; in->wr_queue = in->rd_queue = (uint8_t)(k / 2); \
      in->wr_data = k & bits_mask(c->width)) \
    D(stream_each, 2 * c->depth * c->queues, \
      in->wr_en = in->rd_en = 1; in->wr_queue = in->rd_queue = (uint8_t)(k / (2 * c->depth)); \
      in->wr_data = (k * 5) & bits_mask(c->width)) \
    D(write_one_read_next, 2 * c->queues, \
      in->wr_en = in->rd_en = 1; in->wr_queue = (uint8_t)(k % c->queues); \
      in->rd_queue = (uint8_t)((k + 1) % c->queues); in->wr_data = k & bits_mask(c->width)) \
    D(fill_last_queue, c->depth, \
      in->wr_en = 1; in->wr_queue = (uint8_t)(c->queues - 1); in->wr_data = k & bits_mask(c->width)) \
    D(drain_each_past_empty, c->queues * (c->depth + 2), \
      in->rd_en = 1; in->rd_queue = (uint8_t)(k / (c->depth + 2))) \
    D(write_and_read_each_empty, 3 * c->queues, \
      in->wr_en = k % 3 == 0; in->rd_en = k % 3 != 2; \
      in->wr_queue = in->rd_queue = (uint8_t)(k / 3); in->wr_data = k & bits_mask(c->width)) \
    D(no_such_queue, 4, in->wr_en = in->rd_en = 1; \
      in->wr_queue = in->rd_queue = (uint8_t)bits_mask(bits_index_w(c->queues)); \
      in->wr_data = k & bits_mask(c->width))
/* clang-format on */
