/* Field list of apres.div; read by the preprocessor, see common/unit.h.
 * Contract: docs/units/apres.md. */
#define UNIT_PREFIX apres_div
#define UNIT_TITLE  "apres.div"
#define UNIT_DOC    "sequential divider: a signed quotient, and whether it is exact"

/* clang-format off */
#define UNIT_PARAMS(P) \
    P(num_w, NumW, 64, 4, 48, 1, 64, "bits of the dividend and of the quotient") \
    P(den_w, DenW, 9,  3, 8,  1, 9,  "bits of the divisor") \
    P(bits,  Bits, 4,  2, 8,  1, 8,  "bits of the quotient per cycle; num_w is a multiple")

#define UNIT_SUBS(S)

#define UNIT_WIRES(W)

#define UNIT_FIELDS(F) \
    F(IN,    start_en, uint8_t,  , 1,                                1, UNIT_ENABLE, 1,) \
    F(IN,    num,      uint64_t, , c->num_w,                         1, UNIT_DATA,   1,) \
    F(IN,    den,      uint16_t, , c->den_w,                         1, UNIT_DATA,   1,) \
    F(IN,    clear_en, uint8_t,  , 1,                                1, UNIT_ENABLE, 1,) \
    F(OUT,   done,     uint8_t,  , 1,                                1, UNIT_MOORE,  1,) \
    F(OUT,   quot,     uint64_t, , c->num_w,                         1, UNIT_MOORE,  1,) \
    F(OUT,   exact,    uint8_t,  , 1,                                1, UNIT_MOORE,  1,) \
    F(STATE, left,     uint8_t,  , bits_count_w(c->num_w / c->bits), 1, UNIT_NONE,   1, left_q) \
    F(STATE, ended,    uint8_t,  , 1,                                1, UNIT_NONE,   1, ended_q) \
    F(STATE, neg,      uint8_t,  , 1,                                1, UNIT_NONE,   1, neg_q) \
    F(STATE, by,       uint16_t, , c->den_w,                         1, UNIT_NONE,   1, by_q) \
    F(STATE, rem,      uint16_t, , c->den_w,                         1, UNIT_NONE,   1, rem_q) \
    F(STATE, quo,      uint64_t, , c->num_w,                         1, UNIT_NONE,   1, quo_q)
/* clang-format on */
