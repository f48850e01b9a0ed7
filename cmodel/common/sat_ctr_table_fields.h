/* Field list of common.sat_ctr_table; read by the preprocessor, see common/unit.h.
 * Contract: docs/units/common.md. */
#define UNIT_PREFIX sat_ctr_table
#define UNIT_TITLE  "common.sat_ctr_table"
#define UNIT_DOC    "table of saturating counters: one read, one increment, one decrement a cycle"

/* clang-format off */
#define UNIT_PARAMS(P) \
    P(entries, Entries, 128, 3, 200, 1, 1024, "counters, any number") \
    P(ctr_w,   CtrW,      4, 2,   6, 1,    8, "bits per counter")

#define UNIT_SUBS(S)

#define UNIT_WIRES(W)

#define UNIT_FIELDS(F) \
    F(IN,    rd_idx,  uint16_t, ,       bits_index_w(c->entries), 1,          UNIT_INDEX,  1,) \
    F(IN,    inc_en,  uint8_t,  ,       1,                        1,          UNIT_ENABLE, 1,) \
    F(IN,    inc_idx, uint16_t, ,       bits_index_w(c->entries), 1,          UNIT_INDEX,  1,) \
    F(IN,    dec_en,  uint8_t,  ,       1,                        1,          UNIT_ENABLE, 1,) \
    F(IN,    dec_idx, uint16_t, ,       bits_index_w(c->entries), 1,          UNIT_INDEX,  1,) \
    F(OUT,   rd_ctr,  uint8_t,  ,       c->ctr_w,                 1,          UNIT_NONE,   1,) \
    F(STATE, ctr,     uint8_t,  [1024], c->ctr_w,                 c->entries, UNIT_NONE,   1, ctr_q)
/* clang-format on */
