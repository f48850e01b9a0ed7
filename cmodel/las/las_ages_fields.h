/* Field list of las.ages; read by the preprocessor, see common/unit.h.
 * Contract: docs/units/las.md. */
#define UNIT_PREFIX las_ages
#define UNIT_TITLE  "las.ages"
#define UNIT_DOC    "age of each warp's CTA, in CTAs that came after it, and which warps starve"

/* clang-format off */
#define UNIT_PARAMS(P) \
    P(warps, Warps, 48, 3, 60, 1, 64, "warps of the SM, any number") \
    P(age_w, AgeW,  16, 3,  6, 1, 16, "bits of an age") \
    P(ctas,  Ctas,   8, 1, 12, 1, 64, "CTAs that run on the SM at most")

#define UNIT_SUBS(S)

#define UNIT_WIRES(W)

#define UNIT_FIELDS(F) \
    F(IN,    set_en,   uint8_t,  ,     1,                      1,        UNIT_ENABLE, 1,) \
    F(IN,    set_warp, uint8_t,  ,     bits_index_w(c->warps), 1,        UNIT_INDEX,  1,) \
    F(IN,    set_new,  uint8_t,  ,     1,                      1,        UNIT_QUAL,   1,) \
    F(IN,    clear_en, uint8_t,  ,     1,                      1,        UNIT_ENABLE, 1,) \
    F(OUT,   since,    uint16_t, [64], c->age_w,               c->warps, UNIT_MOORE,  1,) \
    F(OUT,   starve,   uint64_t, ,     c->warps,               1,        UNIT_MOORE,  1,) \
    F(STATE, age,      uint16_t, [64], c->age_w,               c->warps, UNIT_NONE,   1, age_q)
/* clang-format on */
