/* Field list of mrpb.drain_sel; read by the preprocessor, see common/unit.h.
 * Contract: docs/units/mrpb.md. */
#define UNIT_PREFIX mrpb_drain_sel
#define UNIT_TITLE  "mrpb.drain_sel"
#define UNIT_DOC    "visible requests of each queue, and the queue that the drain policy takes next"

/* clang-format off */
#define UNIT_PARAMS(P) \
    P(queues, Queues, 48, 3, 60, 1,   64, "queues") \
    P(depth,  Depth,   8, 2, 12, 1, 1024, "entries per queue") \
    P(policy, Policy,  0, 5,  4, 0,    5, "0 fixed order, 1 longest first, 2 round robin; 3, 4, 5 greedy")

#define UNIT_SUBS(S)

#define UNIT_WIRES(W)

#define UNIT_FIELDS(F) \
    F(IN,    add_en,     uint8_t,  ,     1,                       1, UNIT_ENABLE, 1,) \
    F(IN,    add_queue,  uint8_t,  ,     bits_index_w(c->queues), 1, UNIT_INDEX,  1,) \
    F(IN,    drain_en,   uint8_t,  ,     1,                       1, UNIT_ENABLE, 1,) \
    F(IN,    flush_en,   uint8_t,  ,     1,                       1, UNIT_ENABLE, 1,) \
    F(IN,    look_queue, uint8_t,  ,     bits_index_w(c->queues), 1, UNIT_INDEX,  1,) \
    F(IN,    heads,      uint64_t, [10], c->queues, bits_index_w(c->depth), UNIT_DATA, 1,) \
    F(OUT,   any,        uint8_t,  ,     1,                       1, UNIT_MOORE,  1,) \
    F(OUT,   queue,      uint8_t,  ,     bits_index_w(c->queues), 1, UNIT_MOORE,  1,) \
    F(OUT,   queue_sel,  uint64_t, ,     c->queues,               1, UNIT_MOORE,  1,) \
    F(OUT,   queue_head, uint16_t, ,     bits_index_w(c->depth),  1, UNIT_NONE,   1,) \
    F(OUT,   look_any,   uint8_t,  ,     1,                       1, UNIT_NONE,   1,) \
    F(STATE, vis,        uint64_t, [11], c->queues, bits_count_w(c->depth), UNIT_PLANES, 1, vis_q) \
    F(STATE, greedy,     uint8_t,  ,     bits_index_w(c->queues), 1, UNIT_NONE,   1, greedy_q) \
    F(STATE, rr,         uint8_t,  ,     bits_index_w(c->queues), 1, UNIT_NONE,   1, rr_q)
/* clang-format on */
