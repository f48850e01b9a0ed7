/* Field list of abyp.table; read by the preprocessor, see common/unit.h.
 * Contract: docs/units/abyp.md. */
#define UNIT_PREFIX abyp_table
#define UNIT_TITLE  "abyp.table"
#define UNIT_DOC    "prediction table: saturating counters by hashed PC, compared with a threshold"

/* clang-format off */
#define UNIT_PARAMS(P) \
    P(entries,   Entries,   128, 3, 200, 1, 1024, "counters, any number") \
    P(ctr_w,     CtrW,        4, 2,   6, 1,    8, "bits per counter") \
    P(threshold, Threshold,   1, 2,  33, 1,  255, "a counter at or above it predicts bypass")

#define UNIT_SUBS(S) \
    S(sat_ctr_table, ctrs, , 1)

#define UNIT_WIRES(W) \
    W(ctr, uint8_t, )

#define UNIT_FIELDS(F) \
    F(IN,    lookup_idx, uint16_t, ,        bits_index_w(c->entries), 1,          UNIT_INDEX,  1,) \
    F(IN,    inc_en,     uint8_t,  ,        1,                        1,          UNIT_ENABLE, 1,) \
    F(IN,    inc_idx,    uint16_t, ,        bits_index_w(c->entries), 1,          UNIT_INDEX,  1,) \
    F(IN,    dec_en,     uint8_t,  ,        1,                        1,          UNIT_ENABLE, 1,) \
    F(IN,    dec_idx,    uint16_t, ,        bits_index_w(c->entries), 1,          UNIT_INDEX,  1,) \
    F(OUT,   predict,    uint8_t,  ,        1,                        1,          UNIT_NONE,   1,) \
    F(VIEW,  ctr,        uint8_t,  ctrs.ctr, c->ctr_w,                c->entries, UNIT_NONE,   1,)
/* clang-format on */
