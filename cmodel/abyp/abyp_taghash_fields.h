/* Field list of abyp.taghash; read by the preprocessor, see common/unit.h.
 * Contract: docs/units/abyp.md. */
#define UNIT_PREFIX abyp_taghash
#define UNIT_TITLE  "abyp.taghash"
#define UNIT_DOC    "per L1 line, the hashed PC that touched it last, by set and way"

/* clang-format off */
#define UNIT_PARAMS(P) \
    P(sets,   Sets,  32, 3, 48, 1, 2048, "sets of the L1; sets * ways is at most 2048") \
    P(ways,   Ways,   8, 2, 12, 1, 2048, "ways of the L1; sets * ways is at most 2048") \
    P(hash_w, HashW,  7, 2,  8, 1,   10, "bits of a hashed PC")

#define UNIT_SUBS(S)

#define UNIT_WIRES(W)

#define UNIT_FIELDS(F) \
    F(IN,    set,      uint16_t, ,       bits_index_w(c->sets), 1, UNIT_INDEX,  1,) \
    F(IN,    way,      uint16_t, ,       bits_index_w(c->ways), 1, UNIT_INDEX,  1,) \
    F(IN,    wr_en,    uint8_t,  ,       1,                     1, UNIT_ENABLE, 1,) \
    F(IN,    wr_hash,  uint16_t, ,       c->hash_w,             1, UNIT_DATA,   1,) \
    F(IN,    fill_en,  uint8_t,  ,       1,                     1, UNIT_ENABLE, 1,) \
    F(IN,    fill_set, uint16_t, ,       bits_index_w(c->sets), 1, UNIT_INDEX,  1,) \
    F(IN,    fill_way, uint16_t, ,       bits_index_w(c->ways), 1, UNIT_INDEX,  1,) \
    F(IN,    fill_hash, uint16_t, ,      c->hash_w,             1, UNIT_DATA,   1,) \
    F(OUT,   rd_ok,    uint8_t,  ,       1,                     1, UNIT_NONE,   1,) \
    F(OUT,   rd_hash,  uint16_t, ,       c->hash_w,             1, UNIT_NONE,   1,) \
    F(STATE, hash,     uint16_t, [2048], c->hash_w, c->sets * c->ways, UNIT_NONE, 1, hash_q)
/* clang-format on */
