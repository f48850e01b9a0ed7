/* Field list of apcm.cait; read by the preprocessor, see common/unit.h.
 * Contract: docs/units/apcm.md. */
#define UNIT_PREFIX apcm_cait
#define UNIT_TITLE  "apcm.cait"
#define UNIT_DOC    "cache access information table: how the lines of each load are managed"

/* clang-format off */
#define UNIT_PARAMS(P) \
    P(loads, Loads, 16, 3, 24, 1, 64, "loads, any number") \
    P(cnt_w, CntW,   4, 2,  5, 1,  8, "bits of a count")

#define UNIT_SUBS(S)

#define UNIT_WIRES(W)

#define UNIT_FIELDS(F) \
    F(IN,    rd_id,       uint8_t, ,     bits_index_w(c->loads), 1,        UNIT_INDEX,  1,) \
    F(IN,    evict_en,    uint8_t, ,     1,                      1,        UNIT_ENABLE, 1,) \
    F(IN,    evict_first, uint8_t, ,     bits_index_w(c->loads), 1,        UNIT_INDEX,  1,) \
    F(IN,    evict_last,  uint8_t, ,     bits_index_w(c->loads), 1,        UNIT_DATA,   1,) \
    F(IN,    evict_count, uint8_t, ,     c->cnt_w,               1,        UNIT_DATA,   1,) \
    F(IN,    evict_intra, uint8_t, ,     c->cnt_w,               1,        UNIT_DATA,   1,) \
    F(IN,    reach_en,    uint8_t, ,     1,                      1,        UNIT_ENABLE, 1,) \
    F(IN,    reach_first, uint8_t, ,     bits_index_w(c->loads), 1,        UNIT_INDEX,  1,) \
    F(IN,    reach_last,  uint8_t, ,     bits_index_w(c->loads), 1,        UNIT_DATA,   1,) \
    F(IN,    reach_intra, uint8_t, ,     c->cnt_w,               1,        UNIT_DATA,   1,) \
    F(IN,    clear_en,    uint8_t, ,     1,                      1,        UNIT_ENABLE, 1,) \
    F(OUT,   rd_method,   uint8_t, ,     2,                      1,        UNIT_NONE,   1,) \
    F(OUT,   rd_last,     uint8_t, ,     bits_index_w(c->loads), 1,        UNIT_NONE,   1,) \
    F(OUT,   evict_wrote, uint8_t, ,     1,                      1,        UNIT_FACT,   1,) \
    F(OUT,   reach_wrote, uint8_t, ,     1,                      1,        UNIT_FACT,   1,) \
    F(STATE, valid,       uint8_t, [64], 1,                      c->loads, UNIT_NONE,   1, valid_q) \
    F(STATE, method,      uint8_t, [64], 2,                      c->loads, UNIT_NONE,   u->valid[i], method_q) \
    F(STATE, count,       uint8_t, [64], c->cnt_w,               c->loads, UNIT_NONE,   u->valid[i], count_q) \
    F(STATE, last,        uint8_t, [64], bits_index_w(c->loads), c->loads, UNIT_NONE,   u->valid[i], last_q)
/* clang-format on */
