/* Field list of apres.queue; read by the preprocessor, see common/unit.h.
 * Contract: docs/units/apres.md. */
#define UNIT_PREFIX apres_queue
#define UNIT_TITLE  "apres.queue"
#define UNIT_DOC    "scheduling queue: the warps in the order in which they may issue"

/* clang-format off */
#define UNIT_PARAMS(P) \
    P(warps, Warps, 48, 3, 60, 1, 64, "warps of the SM, any number") \
    P(picks, Picks, 1,  2, 3,  1, 4,  "schedulers that choose a warp") \
    P(serial, Serial, 0, 0, 1, 0, 1,  "one warp of a move goes per cycle, else all do")

#define UNIT_SUBS(S)

#define UNIT_WIRES(W)

#define UNIT_FIELDS(F) \
    F(IN,    move_en,    uint8_t,  ,     1,                      1,        UNIT_ENABLE, 1,) \
    F(IN,    move_head,  uint8_t,  ,     1,                      1,        UNIT_QUAL,   1,) \
    F(IN,    move_mask,  uint64_t, ,     c->warps,               1,        UNIT_DATA,   1,) \
    F(IN,    target_en,  uint8_t,  ,     1,                      1,        UNIT_ENABLE, 1,) \
    F(IN,    target_warp, uint8_t, ,     bits_index_w(c->warps), 1,        UNIT_INDEX,  1,) \
    F(IN,    ready,      uint64_t, [4],  c->warps,               c->picks, UNIT_DATA,   1,) \
    F(OUT,   pick_valid, uint8_t,  [4],  1,                      c->picks, UNIT_NONE,   1,) \
    F(OUT,   pick,       uint8_t,  [4],  bits_index_w(c->warps), c->picks, UNIT_NONE,   1,) \
    F(OUT,   left,       uint64_t, ,     c->warps,               1,        UNIT_NONE,   1,) \
    F(STATE, order,      uint8_t,  [64], bits_index_w(c->warps), c->warps, UNIT_ORDER,  1, order_q)
/* clang-format on */
