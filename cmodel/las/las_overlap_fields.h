/* Field list of las.overlap; read by the preprocessor, see common/unit.h.
 * Contract: docs/units/las.md. */
#define UNIT_PREFIX las_overlap
#define UNIT_TITLE  "las.overlap"
#define UNIT_DOC    "how many cache lines a CTA shares with each of several others, in four steps"

/* clang-format off */
#define UNIT_PARAMS(P) \
    P(lanes,   Lanes,    8, 2,  5, 1, 32, "CTAs that one CTA is compared with at a time") \
    P(arrays,  Arrays,   5, 1,  3, 1,  8, "data arrays") \
    P(coord_w, CoordW,  16, 2, 12, 1, 24, "bits of a coordinate") \
    P(size_w,  SizeW,    8, 2,  7, 2,  8, "bits of a width and of a height")

#define UNIT_SUBS(S)

#define UNIT_WIRES(W)

#define UNIT_FIELDS(F) \
    F(IN,    look_en,  uint8_t,  ,      1,                              1,                     UNIT_ENABLE, 1,) \
    F(IN,    use,      uint32_t, ,      c->lanes,                       1,                     UNIT_DATA,   1,) \
    F(IN,    one,      uint64_t, [8],   2 * c->coord_w + 2 * c->size_w, c->arrays,             UNIT_DATA,   1,) \
    F(IN,    others,   uint64_t, [256], 2 * c->coord_w + 2 * c->size_w, c->lanes * c->arrays,  UNIT_DATA,   1,) \
    F(IN,    clear_en, uint8_t,  ,      1,                              1,                     UNIT_ENABLE, 1,) \
    F(OUT,   done,     uint32_t, ,      c->lanes,                       1,                     UNIT_MOORE,  1,) \
    F(OUT,   lines,    uint32_t, [32],  2 * c->size_w + bits_log2_up(c->arrays), c->lanes,     UNIT_MOORE,  1,) \
    F(STATE, ends_use, uint32_t, ,      c->lanes,                       1,                     UNIT_NONE,   1, ends_use_q) \
    F(STATE, left,     uint32_t, [256], c->coord_w,                     c->lanes * c->arrays,  UNIT_NONE,   u->ends_use >> (i / c->arrays) & 1, left_q) \
    F(STATE, right,    uint32_t, [256], c->coord_w + 1,                 c->lanes * c->arrays,  UNIT_NONE,   u->ends_use >> (i / c->arrays) & 1, right_q) \
    F(STATE, top,      uint32_t, [256], c->coord_w,                     c->lanes * c->arrays,  UNIT_NONE,   u->ends_use >> (i / c->arrays) & 1, top_q) \
    F(STATE, bottom,   uint32_t, [256], c->coord_w + 1,                 c->lanes * c->arrays,  UNIT_NONE,   u->ends_use >> (i / c->arrays) & 1, bottom_q) \
    F(STATE, size_use, uint32_t, ,      c->lanes,                       1,                     UNIT_NONE,   1, size_use_q) \
    F(STATE, wide,     uint8_t,  [256], c->size_w,                      c->lanes * c->arrays,  UNIT_NONE,   u->size_use >> (i / c->arrays) & 1, wide_q) \
    F(STATE, high,     uint8_t,  [256], c->size_w,                      c->lanes * c->arrays,  UNIT_NONE,   u->size_use >> (i / c->arrays) & 1, high_q) \
    F(STATE, area_use, uint32_t, ,      c->lanes,                       1,                     UNIT_NONE,   1, area_use_q) \
    F(STATE, area,     uint16_t, [256], 2 * c->size_w,                  c->lanes * c->arrays,  UNIT_NONE,   u->area_use >> (i / c->arrays) & 1, area_q) \
    F(STATE, sum_use,  uint32_t, ,      c->lanes,                       1,                     UNIT_NONE,   1, sum_use_q) \
    F(STATE, sum,      uint32_t, [32],  2 * c->size_w + bits_log2_up(c->arrays), c->lanes,     UNIT_NONE,   u->sum_use >> i & 1, sum_q)
/* clang-format on */
