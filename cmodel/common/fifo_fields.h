/* Field list of common.fifo; read by the preprocessor, see common/unit.h.
 * Contract: docs/units/common.md. */
#define UNIT_PREFIX fifo
#define UNIT_TITLE  "common.fifo"
#define UNIT_DOC    "circular FIFO with ready/valid handshakes on both sides"

/* clang-format off */
#define UNIT_PARAMS(P) \
    P(depth, Depth,  8, 3, 24, 1, 64, "entries, any number (pointers wrap at depth)") \
    P(width, Width, 64, 2, 64, 1, 64, "bits per entry")

#define UNIT_SUBS(S)

#define UNIT_WIRES(W)

#define UNIT_FIELDS(F) \
    F(IN,    push_valid, uint8_t,  ,     1,                      1,        UNIT_ENABLE, 1,) \
    F(IN,    push_data,  uint64_t, ,     c->width,               1,        UNIT_DATA,   1,) \
    F(IN,    pop_ready,  uint8_t,  ,     1,                      1,        UNIT_ENABLE, 1,) \
    F(OUT,   push_ready, uint8_t,  ,     1,                      1,        UNIT_MOORE,  1,) \
    F(OUT,   pop_valid,  uint8_t,  ,     1,                      1,        UNIT_MOORE,  1,) \
    F(OUT,   pop_data,   uint64_t, ,     c->width,               1,        UNIT_MOORE,  1,) \
    F(OUT,   count,      uint8_t,  ,     bits_count_w(c->depth), 1,        UNIT_MOORE,  1,) \
    F(STATE, rd,         uint8_t,  ,     bits_index_w(c->depth), 1,        UNIT_NONE,   1, rd_q) \
    F(STATE, wr,         uint8_t,  ,     bits_index_w(c->depth), 1,        UNIT_NONE,   1, wr_q) \
    F(STATE, cnt,        uint8_t,  ,     bits_count_w(c->depth), 1,        UNIT_NONE,   1, cnt_q) \
    F(STATE, mem,        uint64_t, [64], c->width,               c->depth, UNIT_NONE, \
      ((i + c->depth - u->rd) % c->depth) < u->cnt, mem_q)
/* clang-format on */
