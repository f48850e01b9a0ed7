/* Field list of common.fifo; read by the preprocessor, see common/unit.h.
 * Contract: docs/units/common.md. */
#define UNIT_PREFIX fifo
#define UNIT_TITLE  "common.fifo"
#define UNIT_DOC    "circular FIFO with ready/valid handshakes on both sides"

/* clang-format off */
#define UNIT_PARAMS(P) \
    P(depth, Depth,  8, 2, 24, 2, 64, "entries, any number (pointers wrap at depth)") \
    P(width, Width, 64, 2, 64, 1, 64, "bits per entry")

#define UNIT_SUBS(S)

#define UNIT_FIELDS(F) \
    F(IN,    push_valid, uint8_t,  ,     1,                      1,        UNIT_ENABLE, 1) \
    F(IN,    push_data,  uint64_t, ,     c->width,               1,        UNIT_DATA,   1) \
    F(IN,    pop_ready,  uint8_t,  ,     1,                      1,        UNIT_ENABLE, 1) \
    F(OUT,   push_ready, uint8_t,  ,     1,                      1,        UNIT_NONE,   1) \
    F(OUT,   pop_valid,  uint8_t,  ,     1,                      1,        UNIT_NONE,   1) \
    F(OUT,   pop_data,   uint64_t, ,     c->width,               1,        UNIT_NONE,   1) \
    F(OUT,   count,      uint8_t,  ,     bits_count_w(c->depth), 1,        UNIT_NONE,   1) \
    F(STATE, rd,         uint8_t,  ,     bits_index_w(c->depth), 1,        UNIT_NONE,   1) \
    F(STATE, wr,         uint8_t,  ,     bits_index_w(c->depth), 1,        UNIT_NONE,   1) \
    F(STATE, cnt,        uint8_t,  ,     bits_count_w(c->depth), 1,        UNIT_NONE,   1) \
    F(STATE, mem,        uint64_t, [64], c->width,               c->depth, UNIT_NONE, \
      ((i + c->depth - u->rd) % c->depth) < u->cnt)

#define UNIT_EVENTS(E) \
    E(empty,             u->cnt == 0) \
    E(full,              u->cnt == c->depth) \
    E(push_accepted,     in->push_valid && out->push_ready) \
    E(push_refused,      in->push_valid && !out->push_ready) \
    E(pop_taken,         in->pop_ready && out->pop_valid) \
    E(pop_of_empty,      in->pop_ready && !out->pop_valid) \
    E(pop_and_refused_push, in->pop_ready && out->pop_valid && in->push_valid && !out->push_ready) \
    E(push_and_pop,      in->push_valid && out->push_ready && in->pop_ready && out->pop_valid) \
    E(write_wraps,       in->push_valid && out->push_ready && u->wr == c->depth - 1) \
    E(read_wraps,        in->pop_ready && out->pop_valid && u->rd == c->depth - 1)

#define UNIT_DIRECTED(D) \
    D(fill_past_full,  c->depth + 3, in->push_valid = 1; in->push_data = (k + 1) & bits_mask(c->width)) \
    D(pop_while_full,  4, in->push_valid = 1; in->pop_ready = 1; in->push_data = k & bits_mask(c->width)) \
    D(drain_past_empty, c->depth + 3, in->pop_ready = 1) \
    D(stream,          4 * c->depth, in->push_valid = 1; in->pop_ready = 1; \
      in->push_data = (k * 5) & bits_mask(c->width))
/* clang-format on */
