/* Field list of mrpb.latency; read by the preprocessor, see common/unit.h.
 * Contract: docs/units/mrpb.md. */
#define UNIT_PREFIX mrpb_latency
#define UNIT_TITLE  "mrpb.latency"
#define UNIT_DOC    "pipe between a request's enqueue and the cycle in which the selector sees it"

/* clang-format off */
#define UNIT_PARAMS(P) \
    P(queues,  Queues, 48, 3, 60, 1, 64, "queues") \
    P(latency, Latency, 5, 3, 18, 2, 64, "cycles from enqueue to where the selector sees it")

#define UNIT_SUBS(S)

#define UNIT_WIRES(W)

#define UNIT_FIELDS(F) \
    F(IN,    in_en,     uint8_t, ,     1,                       1, UNIT_ENABLE, 1,) \
    F(IN,    in_queue,  uint8_t, ,     bits_index_w(c->queues), 1, UNIT_INDEX,  1,) \
    F(OUT,   out_en,    uint8_t, ,     1,                       1, UNIT_MOORE,  1,) \
    F(OUT,   out_queue, uint8_t, ,     bits_index_w(c->queues), 1, UNIT_MOORE,  1,) \
    F(STATE, valid,     uint8_t, [63], 1,                       c->latency - 1, UNIT_NONE, 1, valid_q) \
    F(STATE, queue,     uint8_t, [63], bits_index_w(c->queues), c->latency - 1, UNIT_NONE, 1, queue_q)
/* clang-format on */
