/* Field list of common.lru; read by the preprocessor, see common/unit.h.
 * Contract: docs/units/common.md. */
#define UNIT_PREFIX lru
#define UNIT_TITLE  "common.lru"
#define UNIT_DOC    "per set, the way used longest ago, by one bit for each pair of ways"

/* clang-format off */
#define UNIT_PARAMS(P) \
    P(sets, Sets, 8, 2, 5, 1, 128, "sets, any number; sets * ways is at most 128") \
    P(ways, Ways, 4, 2, 6, 1, 128, "ways of a set, any number; sets * ways is at most 128")

#define UNIT_SUBS(S)

#define UNIT_WIRES(W)

#define UNIT_FIELDS(F) \
    F(IN,    set,      uint8_t, ,       bits_index_w(c->sets), 1, UNIT_INDEX,  1,) \
    F(IN,    use_en,   uint8_t, ,       1,                     1, UNIT_ENABLE, 1,) \
    F(IN,    way,      uint8_t, ,       bits_index_w(c->ways), 1, UNIT_INDEX,  1,) \
    F(IN,    clear_en, uint8_t, ,       1,                     1, UNIT_ENABLE, 1,) \
    F(OUT,   oldest,   uint8_t, ,       bits_index_w(c->ways), 1, UNIT_NONE,   1,) \
    F(STATE, lower,    uint8_t, [8128], 1, c->sets * c->ways * (c->ways - 1) / 2, UNIT_NONE, 1, gen_pairs.lower_q)
/* clang-format on */
