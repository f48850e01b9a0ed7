/* Field list of apcm.tags; read by the preprocessor, see common/unit.h.
 * Contract: docs/units/apcm.md. */
#define UNIT_PREFIX apcm_tags
#define UNIT_TITLE  "apcm.tags"
#define UNIT_DOC    "per L1 line: protected or not, by which warp, and how often it was used"

/* clang-format off */
#define UNIT_PARAMS(P) \
    P(sets,  Sets,  32, 3, 48, 1, 2048, "sets of the L1; sets * ways is at most 2048") \
    P(ways,  Ways,   4, 2, 12, 1,   64, "ways of the L1; sets * ways is at most 2048") \
    P(warps, Warps, 48, 3, 60, 1,   64, "warps of the SM, any number") \
    P(cnt_w, CntW,   4, 2,  5, 1,    8, "bits of a count")

#define UNIT_SUBS(S)

#define UNIT_WIRES(W)

#define UNIT_FIELDS(F) \
    F(IN,    set,       uint16_t, ,       bits_index_w(c->sets),  1, UNIT_INDEX,  1,) \
    F(IN,    way,       uint8_t,  ,       bits_index_w(c->ways),  1, UNIT_INDEX,  1,) \
    F(IN,    live,      uint64_t, ,       c->warps,               1, UNIT_DATA,   1,) \
    F(IN,    acc_en,    uint8_t,  ,       1,                      1, UNIT_ENABLE, 1,) \
    F(IN,    acc_new,   uint8_t,  ,       1,                      1, UNIT_QUAL,   1,) \
    F(IN,    acc_plain, uint8_t,  ,       1,                      1, UNIT_QUAL,   1,) \
    F(IN,    acc_pin,   uint8_t,  ,       1,                      1, UNIT_QUAL,   1,) \
    F(IN,    acc_warp,  uint8_t,  ,       bits_index_w(c->warps), 1, UNIT_DATA,   1,) \
    F(IN,    gone_en,   uint8_t,  ,       1,                      1, UNIT_ENABLE, 1,) \
    F(IN,    gone_set,  uint16_t, ,       bits_index_w(c->sets),  1, UNIT_INDEX,  1,) \
    F(IN,    gone_way,  uint8_t,  ,       bits_index_w(c->ways),  1, UNIT_INDEX,  1,) \
    F(IN,    flush_en,  uint8_t,  ,       1,                      1, UNIT_ENABLE, 1,) \
    F(OUT,   held,      uint64_t, ,       c->ways,                1, UNIT_NONE,   1,) \
    F(OUT,   all_held,  uint8_t,  ,       1,                      1, UNIT_NONE,   1,) \
    F(OUT,   rd_count,  uint8_t,  ,       c->cnt_w,               1, UNIT_NONE,   1,) \
    F(OUT,   lapses,    uint8_t,  ,       1,                      1, UNIT_FACT,   1,) \
    F(STATE, protect,   uint8_t,  [2048], 1,                      c->sets * c->ways, UNIT_NONE, 1, protect_q) \
    F(STATE, owner,     uint8_t,  [2048], bits_index_w(c->warps), c->sets * c->ways, UNIT_NONE, u->protect[i], owner_q) \
    F(STATE, count,     uint8_t,  [2048], c->cnt_w,               c->sets * c->ways, UNIT_NONE, 1, count_q)
/* clang-format on */
