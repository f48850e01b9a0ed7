/* Field list of common.ring; read by the preprocessor, see common/unit.h.
 * Contract: docs/units/common.md. */
#define UNIT_PREFIX ring
#define UNIT_TITLE  "common.ring"
#define UNIT_DOC    "places of a list: where its first entry stands and how many there are"

/* clang-format off */
#define UNIT_PARAMS(P) \
    P(depth, Depth, 32, 3, 24, 1, 64, "entries, any number")

#define UNIT_SUBS(S)

#define UNIT_WIRES(W)

#define UNIT_FIELDS(F) \
    F(IN,    push_en,  uint8_t, , 1,                      1, UNIT_ENABLE, 1,) \
    F(IN,    pop_en,   uint8_t, , 1,                      1, UNIT_ENABLE, 1,) \
    F(IN,    clear_en, uint8_t, , 1,                      1, UNIT_ENABLE, 1,) \
    F(OUT,   valid,    uint8_t, , 1,                      1, UNIT_MOORE,  1,) \
    F(OUT,   full,     uint8_t, , 1,                      1, UNIT_MOORE,  1,) \
    F(OUT,   first,    uint8_t, , bits_index_w(c->depth), 1, UNIT_MOORE,  1,) \
    F(OUT,   next,     uint8_t, , bits_index_w(c->depth), 1, UNIT_MOORE,  1,) \
    F(OUT,   pushes,   uint8_t, , 1,                      1, UNIT_NONE,   1,) \
    F(OUT,   pops,     uint8_t, , 1,                      1, UNIT_NONE,   1,) \
    F(STATE, head,     uint8_t, , bits_index_w(c->depth), 1, UNIT_NONE,   1, head_q) \
    F(STATE, len,      uint8_t, , bits_count_w(c->depth), 1, UNIT_NONE,   1, len_q)
/* clang-format on */
