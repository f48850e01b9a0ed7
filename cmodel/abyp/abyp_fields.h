/* Field list of abyp; read by the preprocessor, see common/unit.h.
 * Contract: docs/units/abyp.md. */
#define UNIT_PREFIX abyp
#define UNIT_TITLE  "abyp"
#define UNIT_DOC    "PC-based bypass predictor of one L1: hash, table and tag hashes (listing 1)"

/* clang-format off */
#define UNIT_PARAMS(P) \
    P(entries,   Entries,   128, 3, 200, 1, 1024, "counters of the table, any number") \
    P(ctr_w,     CtrW,        4, 2,   6, 1,    8, "bits per counter") \
    P(threshold, Threshold,   1, 2,  33, 1,  255, "a counter at or above it predicts bypass") \
    P(pc_shift,  PcShift,     3, 1,   3, 0,    8, "low PC bits that the hash leaves out") \
    P(sets,      Sets,       32, 3,  48, 1, 2048, "sets of the L1; sets * ways is at most 2048") \
    P(ways,      Ways,        8, 2,  12, 1, 2048, "ways of the L1; sets * ways is at most 2048")

#define UNIT_SUBS(S) \
    S(abyp_table, table, , 1) \
    S(abyp_taghash, tags, , 1)

#define UNIT_WIRES(W) \
    W(bypass,    uint8_t,  ) \
    W(keep,      uint8_t,  ) \
    W(line_hash, uint16_t, ) \
    W(line_ok,   uint8_t,  )

#define UNIT_FIELDS(F) \
    F(IN,    acc_valid,  uint8_t,  ,          1,                        1, UNIT_ENABLE, 1,) \
    F(IN,    acc_pc,     uint32_t, ,          32,                       1, UNIT_DATA,   1,) \
    F(IN,    acc_hit,    uint8_t,  ,          1,                        1, UNIT_QUAL,   1,) \
    F(IN,    acc_accept, uint8_t,  ,          1,                        1, UNIT_QUAL,   1,) \
    F(IN,    acc_set,    uint16_t, ,          bits_index_w(c->sets),    1, UNIT_INDEX,  1,) \
    F(IN,    acc_way,    uint16_t, ,          bits_index_w(c->ways),    1, UNIT_INDEX,  1,) \
    F(IN,    vic_valid,  uint8_t,  ,          1,                        1, UNIT_QUAL,   1,) \
    F(IN,    fill_valid, uint8_t,  ,          1,                        1, UNIT_ENABLE, 1,) \
    F(IN,    fill_set,   uint16_t, ,          bits_index_w(c->sets),    1, UNIT_INDEX,  1,) \
    F(IN,    fill_way,   uint16_t, ,          bits_index_w(c->ways),    1, UNIT_INDEX,  1,) \
    F(IN,    fill_hash,  uint16_t, ,          bits_index_w(c->entries), 1, UNIT_DATA,   1,) \
    F(OUT,   predict,    uint8_t,  ,          1,                        1, UNIT_NONE,   1,) \
    F(OUT,   acc_hash,   uint16_t, ,          bits_index_w(c->entries), 1, UNIT_NONE,   1,) \
    F(OUT,   trains_up,  uint8_t,  ,          1,                        1, UNIT_FACT,   1,) \
    F(OUT,   trains_down, uint8_t, ,          1,                        1, UNIT_FACT,   1,) \
    F(VIEW,  ctr,        uint8_t,  table.ctrs.ctr, c->ctr_w,  c->entries,  UNIT_NONE,   1,) \
    F(VIEW,  hash,       uint16_t, tags.hash, bits_index_w(c->entries), c->sets * c->ways, \
      UNIT_NONE, 1,)
/* clang-format on */
