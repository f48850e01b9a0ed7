/* Field list of abyp.l2bit; read by the preprocessor, see common/unit.h.
 * Contract: docs/units/abyp.md. */
#define UNIT_PREFIX abyp_l2bit
#define UNIT_TITLE  "abyp.l2bit"
#define UNIT_DOC    "bypassBit of every line of one L2 slice"

/* clang-format off */
#define UNIT_PARAMS(P) \
    P(sets, Sets, 128, 3, 200, 1, 2048, "sets of the slice; sets * ways is at most 8192") \
    P(ways, Ways,  16, 3,  12, 1,   64, "ways of the slice; sets * ways is at most 8192")

#define UNIT_SUBS(S)

#define UNIT_WIRES(W)

#define UNIT_FIELDS(F) \
    F(IN,    acc_en,     uint8_t,  ,       1,                     1, UNIT_ENABLE, 1,) \
    F(IN,    acc_write,  uint8_t,  ,       1,                     1, UNIT_QUAL,   1,) \
    F(IN,    acc_hit,    uint8_t,  ,       1,                     1, UNIT_QUAL,   1,) \
    F(IN,    acc_bypass, uint8_t,  ,       1,                     1, UNIT_QUAL,   1,) \
    F(IN,    acc_set,    uint16_t, ,       bits_index_w(c->sets), 1, UNIT_INDEX,  1,) \
    F(IN,    acc_way,    uint8_t,  ,       bits_index_w(c->ways), 1, UNIT_INDEX,  1,) \
    F(OUT,   ret_bypass, uint8_t,  ,       1,                     1, UNIT_NONE,   1,) \
    F(STATE, bypass,     uint8_t,  [8192], 1, c->sets * c->ways,     UNIT_NONE,   1, bypass_q)
/* clang-format on */
