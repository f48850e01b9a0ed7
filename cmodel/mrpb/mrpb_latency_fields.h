/* Field list of mrpb.latency; read by the preprocessor, see common/unit.h.
 * Contract: docs/units/mrpb.md. */
#define UNIT_PREFIX mrpb_latency
#define UNIT_TITLE  "mrpb.latency"
#define UNIT_DOC    "pipe between a request's enqueue and the cycle in which the selector sees it"

/* clang-format off */
#define UNIT_PARAMS(P) \
    P(queues,  Queues, 48, 3, 60, 2, 64, "queues") \
    P(latency, Latency, 5, 3, 18, 2, 64, "cycles from enqueue to where the selector sees it")

#define UNIT_SUBS(S)

#define UNIT_FIELDS(F) \
    F(IN,    in_en,     uint8_t, ,     1,                       1, UNIT_ENABLE, 1) \
    F(IN,    in_queue,  uint8_t, ,     bits_index_w(c->queues), 1, UNIT_INDEX,  1) \
    F(OUT,   out_en,    uint8_t, ,     1,                       1, UNIT_NONE,   1) \
    F(OUT,   out_queue, uint8_t, ,     bits_index_w(c->queues), 1, UNIT_NONE,   1) \
    F(OUT,   busy,      uint8_t, ,     1,                       1, UNIT_NONE,   1) \
    F(STATE, valid,     uint8_t, [63], 1,                       c->latency - 1, UNIT_NONE, 1) \
    F(STATE, queue,     uint8_t, [63], bits_index_w(c->queues), c->latency - 1, UNIT_NONE, 1)

#define UNIT_EVENTS(E) \
    E(enters,            in->in_en) \
    E(leaves,            out->out_en) \
    E(enters_and_leaves, in->in_en && out->out_en) \
    E(full,              mrpb_latency_stored(u) == c->latency - 1) \
    E(empty,             mrpb_latency_stored(u) == 0) \
    E(alone,             out->out_en && mrpb_latency_stored(u) == 1)

#define UNIT_DIRECTED(D) \
    D(stream, 2 * c->latency, in->in_en = 1; in->in_queue = (uint8_t)(k % c->queues)) \
    D(drain,  c->latency + 1, in->in_queue = (uint8_t)(k % c->queues)) \
    D(alone,  2 * c->latency, in->in_en = k % c->latency == 0; \
      in->in_queue = (uint8_t)(c->queues - 1 - k % c->queues)) \
    D(any_number, 4, in->in_en = 1; in->in_queue = (uint8_t)(bits_mask(bits_index_w(c->queues)) - k % 2))
/* clang-format on */
