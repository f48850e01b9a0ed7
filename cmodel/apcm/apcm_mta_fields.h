/* Field list of apcm.mta; read by the preprocessor, see common/unit.h.
 * Contract: docs/units/apcm.md. */
#define UNIT_PREFIX apcm_mta
#define UNIT_TITLE  "apcm.mta"
#define UNIT_DOC    "monitor tag array: who uses the lines of one warp, and how often"

/* clang-format off */
#define UNIT_PARAMS(P) \
    P(sets,   Sets,  32, 2,  8, 1, 128, "sets, a power of two; sets * ways is at most 128") \
    P(ways,   Ways,   1, 2,  5, 1, 128, "ways, any number; sets * ways is at most 128") \
    P(line_w, LineW, 25, 3, 30, 1,  57, "bits of a line number: the set's and the tag's") \
    P(id_w,   IdW,    4, 2,  6, 1,   6, "bits of a load's ID") \
    P(cnt_w,  CntW,   4, 2,  5, 1,   8, "bits of a count; all ones is the threshold")

#define UNIT_SUBS(S) \
    S(lru, lru, , 1)

#define UNIT_WIRES(W) \
    W(set,    uint8_t, ) \
    W(used,   uint8_t, ) \
    W(way,    uint8_t, ) \
    W(oldest, uint8_t, )

#define UNIT_FIELDS(F) \
    F(IN,    acc_en,      uint8_t,  , 1,                                1, UNIT_ENABLE, 1,) \
    F(IN,    acc_mine,    uint8_t,  , 1,                                1, UNIT_QUAL,   1,) \
    F(IN,    acc_line,    uint64_t, , c->line_w,                        1, UNIT_DATA,   1,) \
    F(IN,    acc_id,      uint8_t,  , c->id_w,                          1, UNIT_DATA,   1,) \
    F(IN,    acc_hit,     uint8_t,  , 1,                                1, UNIT_QUAL,   1,) \
    F(IN,    acc_count,   uint8_t,  , c->cnt_w,                         1, UNIT_DATA,   1,) \
    F(IN,    scan_en,     uint8_t,  , 1,                                1, UNIT_ENABLE, 1,) \
    F(IN,    scan_idx,    uint8_t,  , bits_index_w(c->sets * c->ways),  1, UNIT_INDEX,  1,) \
    F(IN,    clear_en,    uint8_t,  , 1,                                1, UNIT_ENABLE, 1,) \
    F(OUT,   hit,         uint8_t,  , 1,                                1, UNIT_FACT,   1,) \
    F(OUT,   allocates,   uint8_t,  , 1,                                1, UNIT_FACT,   1,) \
    F(OUT,   evict_en,    uint8_t,  , 1,                                1, UNIT_FACT,   1,) \
    F(OUT,   evict_first, uint8_t,  , c->id_w,                          1, UNIT_NONE,   1,) \
    F(OUT,   evict_last,  uint8_t,  , c->id_w,                          1, UNIT_NONE,   1,) \
    F(OUT,   evict_count, uint8_t,  , c->cnt_w,                         1, UNIT_NONE,   1,) \
    F(OUT,   evict_intra, uint8_t,  , c->cnt_w,                         1, UNIT_NONE,   1,) \
    F(OUT,   reach_en,    uint8_t,  , 1,                                1, UNIT_FACT,   1,) \
    F(OUT,   reach_first, uint8_t,  , c->id_w,                          1, UNIT_NONE,   1,) \
    F(OUT,   reach_last,  uint8_t,  , c->id_w,                          1, UNIT_NONE,   1,) \
    F(OUT,   reach_intra, uint8_t,  , c->cnt_w,                         1, UNIT_NONE,   1,) \
    F(STATE, valid,       uint8_t,  [128], 1,          c->sets * c->ways, UNIT_NONE, 1, valid_q) \
    F(STATE, tag,         uint64_t, [128], apcm_mta_tag_w(c), c->sets * c->ways, UNIT_NONE, \
      u->valid[i], tag_q) \
    F(STATE, first,       uint8_t,  [128], c->id_w,    c->sets * c->ways, UNIT_NONE, u->valid[i], first_q) \
    F(STATE, last,        uint8_t,  [128], c->id_w,    c->sets * c->ways, UNIT_NONE, u->valid[i], last_q) \
    F(STATE, count,       uint8_t,  [128], c->cnt_w,   c->sets * c->ways, UNIT_NONE, u->valid[i], count_q) \
    F(STATE, intra,       uint8_t,  [128], c->cnt_w,   c->sets * c->ways, UNIT_NONE, u->valid[i], intra_q) \
    F(VIEW,  lower,       uint8_t,  lru.lower, 1, c->sets * c->ways * (c->ways - 1) / 2, UNIT_NONE, 1,)
/* clang-format on */
