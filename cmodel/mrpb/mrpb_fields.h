/* Field list of mrpb; read by the preprocessor, see common/unit.h.
 * Contract: docs/units/mrpb.md. */
#define UNIT_PREFIX mrpb
#define UNIT_TITLE  "mrpb"
#define UNIT_DOC    "request prioritization of one L1: FIFOs, latency, drain policy, flush and bypass"

/* clang-format off */
#define UNIT_PARAMS(P) \
    P(queues,  Queues,  48, 3, 60, 2,   64, "queues: 8 block ID, 32 in-block warp ID, 48 warp ID") \
    P(depth,   Depth,    8, 2, 12, 2, 1024, "entries a queue") \
    P(latency, Latency,  5, 3, 18, 2,   64, "cycles from enqueue to where the selector sees it") \
    P(entry_w, EntryW,  64, 3, 64, 2,   64, "bits of an entry: write above the header") \
    P(policy,  Policy,   8, 8,  8, 0,    8, "drain policy; 8: as mode_policy says") \
    P(flush,   Flush,    2, 2,  2, 0,    2, "flush option; 2: as mode_flush says") \
    P(bypass,  Bypass,   3, 3,  3, 0,    3, "bypass option; 3: as mode_bypass says")

#define UNIT_SUBS(S) \
    S(mrpb_fifo_bank_t, bank) \
    S(mrpb_latency_t, pipe) \
    S(mrpb_drain_sel_t, sel) \
    S(mrpb_flush_ctl_t, flush) \
    S(mrpb_slot_t, slot)

#define UNIT_FIELDS(F) \
    F(IN,   mode_policy, uint8_t,  , 3,                       1, UNIT_QUAL,   1) \
    F(IN,   mode_flush,  uint8_t,  , 1,                       1, UNIT_QUAL,   1) \
    F(IN,   mode_bypass, uint8_t,  , 2,                       1, UNIT_QUAL,   1) \
    F(IN,   in_valid,    uint8_t,  , 1,                       1, UNIT_ENABLE, 1) \
    F(IN,   in_queue,    uint8_t,  , bits_index_w(c->queues), 1, UNIT_INDEX,  1) \
    F(IN,   in_write,    uint8_t,  , 1,                       1, UNIT_QUAL,   1) \
    F(IN,   in_data,     uint64_t, , c->entry_w - 1,          1, UNIT_DATA,   1) \
    F(IN,   out_taken,   uint8_t,  , 1,                       1, UNIT_ENABLE, 1) \
    F(IN,   out_reject,  uint8_t,  , 1,                       1, UNIT_ENABLE, 1) \
    F(IN,   out_assoc,   uint8_t,  , 1,                       1, UNIT_QUAL,   1) \
    F(OUT,  in_ready,    uint8_t,  , 1,                       1, UNIT_NONE,   1) \
    F(OUT,  out_valid,   uint8_t,  , 1,                       1, UNIT_NONE,   1) \
    F(OUT,  out_write,   uint8_t,  , 1,                       1, UNIT_NONE,   1) \
    F(OUT,  out_bypass,  uint8_t,  , 1,                       1, UNIT_NONE,   1) \
    F(OUT,  out_data,    uint64_t, , c->entry_w - 1,          1, UNIT_NONE,   1) \
    F(VIEW, head,       uint16_t, bank.head,   bits_index_w(c->depth),  c->queues, UNIT_NONE, 1) \
    F(VIEW, tail,       uint16_t, bank.tail,   bits_index_w(c->depth),  c->queues, UNIT_NONE, 1) \
    F(VIEW, len,        uint16_t, bank.len,    bits_count_w(c->depth),  c->queues, UNIT_NONE, 1) \
    F(VIEW, mem,        uint64_t, bank.mem,    c->entry_w, c->queues * c->depth, UNIT_NONE, \
      (i % c->depth + c->depth - u->bank.head[i / c->depth]) % c->depth < \
          u->bank.len[i / c->depth]) \
    F(VIEW, pipe_valid, uint8_t,  pipe.valid,  1,                       c->latency - 1, UNIT_NONE, 1) \
    F(VIEW, pipe_queue, uint8_t,  pipe.queue,  bits_index_w(c->queues), c->latency - 1, UNIT_NONE, 1) \
    F(VIEW, vis,        uint16_t, sel.vis,     bits_count_w(c->depth),  c->queues, UNIT_NONE, 1) \
    F(VIEW, greedy,     uint8_t,  sel.greedy,  bits_index_w(c->queues), 1, UNIT_NONE, 1) \
    F(VIEW, rr,         uint8_t,  sel.rr,      bits_index_w(c->queues), 1, UNIT_NONE, 1) \
    F(VIEW, ob_valid,   uint8_t,  slot.valid,  1,                       1, UNIT_NONE, 1) \
    F(VIEW, ob_write,   uint8_t,  slot.write,  1,                       1, UNIT_NONE, 1) \
    F(VIEW, ob_bypass,  uint8_t,  slot.bypass, 1,                       1, UNIT_NONE, 1) \
    F(VIEW, ob_data,    uint64_t, slot.data,   c->entry_w - 1,          1, UNIT_NONE, u->slot.valid)

/* The request at the input and its queue; what the outbound register takes. */
#define MRPB_FLUSHING (c->flush == 2 ? in->mode_flush : c->flush)
#define MRPB_QUEUED   (in->in_valid && in->in_queue < c->queues)
#define MRPB_LEN      u->bank.len[in->in_queue]
#define MRPB_VIS      u->sel.vis[in->in_queue]
#define MRPB_OB_FREE  (!u->slot.valid || in->out_taken)
#define MRPB_ENQUEUE  (in->in_valid && out->in_ready && !(in->in_write && MRPB_FLUSHING))
#define MRPB_DIRECT   (in->in_valid && out->in_ready && in->in_write && MRPB_FLUSHING)
#define MRPB_RULE_1   (MRPB_QUEUED && MRPB_FLUSHING && !in->in_write && MRPB_OB_FREE && \
                       MRPB_LEN == c->depth && MRPB_VIS != 0)
#define MRPB_RULE_2   (MRPB_QUEUED && MRPB_FLUSHING && in->in_write && MRPB_OB_FREE && \
                       MRPB_VIS != 0)
#define MRPB_ANY      (mrpb_drain_sel_with(&u->sel, 1) != 0)
#define MRPB_RULE_3   (MRPB_ANY && MRPB_OB_FREE && !MRPB_DIRECT && !MRPB_RULE_1 && !MRPB_RULE_2)
#define MRPB_BYPASS   (c->bypass == 3 ? in->mode_bypass : c->bypass)
#define MRPB_STALL    (u->slot.valid && !in->out_taken && in->out_reject && !u->slot.write && \
                       !u->slot.bypass)
#define MRPB_GOES     (MRPB_BYPASS == 1 || (MRPB_BYPASS == 2 && in->out_assoc))

#define UNIT_EVENTS(E) \
    E(full_queue,        MRPB_QUEUED && !in->in_write && MRPB_LEN == c->depth) \
    E(empty,             !MRPB_ANY && mrpb_latency_stored(&u->pipe) == 0 && !u->slot.valid) \
    E(enqueue,           MRPB_ENQUEUE) \
    E(wrap,              MRPB_ENQUEUE && u->bank.tail[in->in_queue] == c->depth - 1) \
    E(read_to_full_queue_flushes, MRPB_RULE_1) \
    E(write_to_occupied_queue_flushes, MRPB_RULE_2) \
    E(write_direct,      MRPB_DIRECT) \
    E(policy_drain,      MRPB_RULE_3) \
    E(policy_while_write_waits, MRPB_QUEUED && MRPB_FLUSHING && in->in_write && \
                         MRPB_LEN != 0 && MRPB_VIS == 0 && MRPB_RULE_3) \
    E(one_in_one_out,    MRPB_ENQUEUE && MRPB_RULE_3) \
    E(back_to_back,      u->slot.valid && in->out_taken && (MRPB_ANY || MRPB_DIRECT)) \
    E(stall_without_bypass, MRPB_STALL && !MRPB_GOES) \
    E(stall_with_bypass, MRPB_STALL && MRPB_GOES) \
    E(bypass_taken,      u->slot.valid && u->slot.bypass && in->out_taken) \
    E(seen_after_latency, u->pipe.valid[c->latency - 2]) \
    E(latency_not_over,  !u->slot.valid && !MRPB_ANY && mrpb_latency_stored(&u->pipe) != 0) \
    E(no_such_queue,     in->in_valid && in->in_queue >= c->queues)

/* Every queue filled while nothing is taken, then drained by each policy; bursts of reads and
 * writes to one queue with the flush option on; rejections under each bypass option. */
#define UNIT_DIRECTED(D) \
    D(fill_each_past_full, c->queues * (c->depth + 2), \
      in->in_valid = 1; in->in_queue = (uint8_t)(k / (c->depth + 2)); \
      in->in_write = k & 1; in->in_data = (k * 0x9e37u + 1) & bits_mask(c->entry_w - 1)) \
    D(drain_by_each_policy, 8 * (c->depth + c->queues), \
      in->mode_policy = (uint8_t)(k / (c->depth + c->queues)); in->out_taken = 1; \
      in->in_queue = (uint8_t)(k % c->queues)) \
    D(stream_by_each_policy, 8 * (c->depth * 2 + c->latency), \
      in->mode_policy = (uint8_t)(k / (c->depth * 2 + c->latency)); in->in_valid = 1; \
      in->in_queue = (uint8_t)(k * 5 % c->queues); in->out_taken = 1; in->mode_flush = k >> 4 & 1; \
      in->in_data = k & bits_mask(c->entry_w - 1)) \
    D(reads_to_a_full_queue, 4 * (c->depth + c->latency), \
      in->mode_flush = 1; in->in_valid = 1; in->in_queue = (uint8_t)(c->queues - 1); \
      in->out_taken = k >= 2 * (c->depth + c->latency); in->in_data = k & bits_mask(c->entry_w - 1)) \
    D(writes_behind_reads, 4 * (c->depth + c->latency), \
      in->mode_flush = 1; in->in_valid = 1; in->in_queue = (uint8_t)(k / (c->depth + c->latency) % 2); \
      in->in_write = k % (c->depth + c->latency) >= 2; in->out_taken = in->in_write; \
      in->in_data = (k * 5) & bits_mask(c->entry_w - 1)) \
    D(write_waits_while_others_drain, 4 * (2 * c->latency + 2), \
      in->mode_flush = 1; in->out_taken = 1; in->in_valid = 1; \
      in->in_queue = (uint8_t)(k % (2 * c->latency + 2) < c->latency ? 0 : 1); \
      in->in_write = k % (2 * c->latency + 2) > c->latency; in->in_data = k & bits_mask(c->entry_w - 1)) \
    D(rejected_under_each_option, 128, \
      in->in_valid = 1; in->in_queue = (uint8_t)(k % c->queues); in->out_reject = k % 4 != 3; \
      in->out_taken = k % 4 == 3; in->out_assoc = k >> 2 & 1; in->mode_bypass = k >> 3 & 3; \
      in->in_data = k & bits_mask(c->entry_w - 1)) \
    D(alone_through_the_pipe, 3 * (c->latency + 3), \
      in->in_valid = k % (c->latency + 3) == 0; in->out_taken = 1; \
      in->in_queue = (uint8_t)(k % c->queues); in->in_data = k & bits_mask(c->entry_w - 1)) \
    D(drain_past_empty, c->queues * c->depth + c->latency, in->out_taken = 1) \
    D(no_such_queue, 4, in->in_valid = 1; in->mode_flush = k & 1; in->in_write = k >> 1 & 1; \
      in->in_queue = (uint8_t)bits_mask(bits_index_w(c->queues)))
/* clang-format on */
