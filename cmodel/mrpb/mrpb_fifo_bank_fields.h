/* Field list of mrpb.fifo_bank; read by the preprocessor, see common/unit.h.
 * Contract: docs/units/mrpb.md. */
#define UNIT_PREFIX mrpb_fifo_bank
#define UNIT_TITLE  "mrpb.fifo_bank"
#define UNIT_DOC    "circular FIFOs, one a signature, in one memory"

/* clang-format off */
#define UNIT_PARAMS(P) \
    P(queues, Queues, 48, 3, 60, 1,   64, "queues") \
    P(depth,  Depth,   8, 2, 12, 1, 1024, "entries per queue, any number") \
    P(width,  Width,  64, 2, 64, 1,   64, "bits of an entry")

#define UNIT_SUBS(S)

#define UNIT_WIRES(W)

#define UNIT_FIELDS(F) \
    F(IN,    wr_en,        uint8_t,  ,        1,                       1, UNIT_ENABLE, 1,) \
    F(IN,    wr_queue,     uint8_t,  ,        bits_index_w(c->queues), 1, UNIT_INDEX,  1,) \
    F(IN,    wr_data,      uint64_t, ,        c->width,                1, UNIT_DATA,   1,) \
    F(IN,    rd_en,        uint8_t,  ,        1,                       1, UNIT_ENABLE, 1,) \
    F(IN,    rd_queue,     uint8_t,  ,        bits_index_w(c->queues), 1, UNIT_INDEX,  1,) \
    F(IN,    rd_sel,       uint64_t, ,        c->queues,               1, UNIT_DATA,   1,) \
    F(IN,    rd_head,      uint16_t, ,        bits_index_w(c->depth),  1, UNIT_INDEX,  1,) \
    F(IN,    flush_en,     uint8_t,  ,        1,                       1, UNIT_ENABLE, 1,) \
    F(IN,    flush_read,   uint8_t,  ,        1,                       1, UNIT_QUAL,   1,) \
    F(OUT,   wr_full,      uint8_t,  ,        1,                       1, UNIT_NONE,   1,) \
    F(OUT,   wr_empty,     uint8_t,  ,        1,                       1, UNIT_NONE,   1,) \
    F(OUT,   heads,        uint64_t, [10],    c->queues, bits_index_w(c->depth), UNIT_MOORE, 1,) \
    F(OUT,   rd_data,      uint64_t, ,        c->width,                1, UNIT_NONE, \
      mrpb_fifo_bank_reads_entry(u, in),) \
    F(STATE, head,         uint64_t, [10],    c->queues, bits_index_w(c->depth), UNIT_PLANES, 1, head_q) \
    F(STATE, tail,         uint64_t, [10],    c->queues, bits_index_w(c->depth), UNIT_PLANES, 1, tail_q) \
    F(STATE, len,          uint64_t, [11],    c->queues, bits_count_w(c->depth), UNIT_PLANES, 1, len_q) \
    F(STATE, mem,          uint64_t, [65536], c->width, c->queues * c->depth, UNIT_NONE, \
      mrpb_fifo_bank_occupied(u, i / c->depth, i % c->depth), mem_q)
/* clang-format on */
