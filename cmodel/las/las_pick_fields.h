/* Field list of las.pick; read by the preprocessor, see common/unit.h.
 * Contract: docs/units/las.md. */
#define UNIT_PREFIX las_pick
#define UNIT_TITLE  "las.pick"
#define UNIT_DOC    "of several warps the one that starves longest, else the one with the most locality"

/* clang-format off */
#define UNIT_PARAMS(P) \
    P(per,   Per,   24, 3, 20, 1, 64, "warps, any number") \
    P(key_w, KeyW,  11, 2,  9, 1, 14, "bits of a locality") \
    P(age_w, AgeW,  16, 2, 12, 1, 16, "bits of an age")

#define UNIT_SUBS(S)

#define UNIT_WIRES(W)

#define UNIT_FIELDS(F) \
    F(IN,  use,     uint64_t, ,     c->per,               1,      UNIT_DATA, 1,) \
    F(IN,  starve,  uint64_t, ,     c->per,               1,      UNIT_DATA, 1,) \
    F(IN,  key,     uint16_t, [64], c->key_w,             c->per, UNIT_DATA, 1,) \
    F(IN,  since,   uint16_t, [64], c->age_w,             c->per, UNIT_DATA, 1,) \
    F(OUT, any,     uint8_t,  ,     1,                    1,      UNIT_NONE, 1,) \
    F(OUT, warp,    uint8_t,  ,     bits_index_w(c->per), 1,      UNIT_NONE, 1,) \
    F(OUT, starved, uint8_t,  ,     1,                    1,      UNIT_NONE, 1,)
/* clang-format on */
