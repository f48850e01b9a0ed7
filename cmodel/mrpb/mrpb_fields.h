/* Field list of mrpb; read by the preprocessor, see common/unit.h.
 * Contract: docs/units/mrpb.md. */
#define UNIT_PREFIX mrpb
#define UNIT_TITLE  "mrpb"
#define UNIT_DOC    "request prioritization of one L1: FIFOs, latency, drain policy, flush and bypass"

/* clang-format off */
#define UNIT_PARAMS(P) \
    P(queues,  Queues,  48, 3, 60, 1,   64, "queues: 8 block ID, 32 in-block warp ID, 48 warp ID") \
    P(depth,   Depth,    8, 2, 12, 1, 1024, "entries per queue") \
    P(latency, Latency,  5, 3, 18, 2,   64, "cycles from enqueue to where the selector sees it") \
    P(entry_w, EntryW,  64, 3, 64, 2,   64, "bits of an entry: write above the header") \
    P(policy,  Policy,   0, 5,  4, 0,    5, "0 fixed order, 1 longest first, 2 round robin; 3, 4, 5 greedy") \
    P(flush,   Flush,    1, 1,  0, 0,    1, "flush option: 0 off, 1 on") \
    P(bypass,  Bypass,   2, 1,  2, 0,    2, "bypass option: 0 off, 1 all stalls, 2 associativity stalls")

#define UNIT_SUBS(S) \
    S(mrpb_fifo_bank, bank, , 1) \
    S(mrpb_latency, pipe, , 1) \
    S(mrpb_drain_sel, sel, , 1) \
    S(mrpb_flush_ctl, flush, , 1) \
    S(mrpb_slot, ob, , 1)

#define UNIT_WIRES(W) \
    W(in_entry,     uint64_t, ) \
    W(full,         uint8_t,  ) \
    W(empty,        uint8_t,  ) \
    W(heads,        uint64_t, [10]) \
    W(rd_entry,     uint64_t, ) \
    W(add_en,       uint8_t,  ) \
    W(add_queue,    uint8_t,  ) \
    W(any,          uint8_t,  ) \
    W(choice,       uint8_t,  ) \
    W(choice_sel,   uint64_t, ) \
    W(choice_head,  uint16_t, ) \
    W(visible,      uint8_t,  ) \
    W(enqueue,      uint8_t,  ) \
    W(direct,       uint8_t,  ) \
    W(flush_drain,  uint8_t,  ) \
    W(policy_drain, uint8_t,  ) \
    W(ob_free,      uint8_t,  ) \
    W(flush_read,   uint8_t,  ) \
    W(ob_valid,     uint8_t,  ) \
    W(ob_entry,     uint64_t, )

#define UNIT_FIELDS(F) \
    F(IN,   in_valid,   uint8_t,  , 1,                       1, UNIT_ENABLE, 1,) \
    F(IN,   in_queue,   uint8_t,  , bits_index_w(c->queues), 1, UNIT_INDEX,  1,) \
    F(IN,   in_write,   uint8_t,  , 1,                       1, UNIT_QUAL,   1,) \
    F(IN,   in_data,    uint64_t, , c->entry_w - 1,          1, UNIT_DATA,   1,) \
    F(IN,   out_taken,  uint8_t,  , 1,                       1, UNIT_ENABLE, 1,) \
    F(IN,   out_reject, uint8_t,  , 1,                       1, UNIT_ENABLE, 1,) \
    F(IN,   out_assoc,  uint8_t,  , 1,                       1, UNIT_QUAL,   1,) \
    F(OUT,  in_ready,   uint8_t,  , 1,                       1, UNIT_NONE,   1,) \
    F(OUT,  out_valid,  uint8_t,  , 1,                       1, UNIT_MOORE,  1,) \
    F(OUT,  out_write,  uint8_t,  , 1,                       1, UNIT_MOORE,  1,) \
    F(OUT,  out_bypass, uint8_t,  , 1,                       1, UNIT_MOORE,  1,) \
    F(OUT,  out_data,   uint64_t, , c->entry_w - 1,          1, UNIT_MOORE,  1,) \
    F(OUT,  entered,    uint8_t,  , 1,                       1, UNIT_FACT,   1,) \
    F(OUT,  direct,     uint8_t,  , 1,                       1, UNIT_FACT,   1,) \
    F(OUT,  drained,    uint8_t,  , 2,                       1, UNIT_FACT,   1,) \
    F(OUT,  wait_full,  uint8_t,  , 1,                       1, UNIT_NONE,   1,) \
    F(OUT,  wait_write, uint8_t,  , 1,                       1, UNIT_NONE,   1,) \
    F(VIEW, head,       uint64_t, bank.head,  c->queues, bits_index_w(c->depth), UNIT_PLANES, 1,) \
    F(VIEW, tail,       uint64_t, bank.tail,  c->queues, bits_index_w(c->depth), UNIT_PLANES, 1,) \
    F(VIEW, len,        uint64_t, bank.len,   c->queues, bits_count_w(c->depth), UNIT_PLANES, 1,) \
    F(VIEW, mem,        uint64_t, bank.mem,   c->entry_w, c->queues * c->depth, UNIT_NONE, \
      mrpb_fifo_bank_occupied(&u->bank, i / c->depth, i % c->depth),) \
    F(VIEW, pipe_valid, uint8_t,  pipe.valid, 1,                       c->latency - 1, UNIT_NONE, 1,) \
    F(VIEW, pipe_queue, uint8_t,  pipe.queue, bits_index_w(c->queues), c->latency - 1, UNIT_NONE, 1,) \
    F(VIEW, vis,        uint64_t, sel.vis,    c->queues, bits_count_w(c->depth), UNIT_PLANES, 1,) \
    F(VIEW, greedy,     uint8_t,  sel.greedy, bits_index_w(c->queues), 1, UNIT_NONE, 1,) \
    F(VIEW, rr,         uint8_t,  sel.rr,     bits_index_w(c->queues), 1, UNIT_NONE, 1,) \
    F(VIEW, ob_valid,   uint8_t,  ob.valid,   1,                       1, UNIT_NONE, 1,) \
    F(VIEW, ob_write,   uint8_t,  ob.write,   1,                       1, UNIT_NONE, 1,) \
    F(VIEW, ob_bypass,  uint8_t,  ob.bypass,  1,                       1, UNIT_NONE, 1,) \
    F(VIEW, ob_data,    uint64_t, ob.data,    c->entry_w - 1,          1, UNIT_NONE, u->ob.valid,)
/* clang-format on */
