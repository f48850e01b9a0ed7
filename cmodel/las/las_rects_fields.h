/* Field list of las.rects; read by the preprocessor, see common/unit.h.
 * Contract: docs/units/las.md. */
#define UNIT_PREFIX las_rects
#define UNIT_TITLE  "las.rects"
#define UNIT_DOC    "what CTAs touch: a rectangle of each data array, in rows of places"

/* clang-format off */
#define UNIT_PARAMS(P) \
    P(rows,   Rows,   15, 2,  6, 1, 32, "rows of places, any number; rows * cols is at most 256") \
    P(cols,   Cols,    8, 3, 12, 1, 64, "places of a row, any number; rows * cols is at most 256") \
    P(lanes,  Lanes,   8, 2,  5, 1, 32, "places of a row that are read at a time") \
    P(arrays, Arrays,  5, 1,  3, 1,  8, "data arrays") \
    P(rect_w, RectW,  48, 3, 40, 1, 64, "bits of a rectangle")

#define UNIT_SUBS(S)

#define UNIT_WIRES(W)

#define UNIT_FIELDS(F) \
    F(IN,    write_en,    uint8_t,  ,      1,                     1,           UNIT_ENABLE, 1,) \
    F(IN,    write_row,   uint8_t,  ,      bits_index_w(c->rows), 1,           UNIT_INDEX,  1,) \
    F(IN,    write_col,   uint8_t,  ,      bits_index_w(c->cols), 1,           UNIT_INDEX,  1,) \
    F(IN,    write_rects, uint64_t, [8],   c->rect_w,             c->arrays,   UNIT_DATA,   1,) \
    F(IN,    free_en,     uint8_t,  ,      1,                     1,           UNIT_ENABLE, 1,) \
    F(IN,    free_row,    uint8_t,  ,      bits_index_w(c->rows), 1,           UNIT_INDEX,  1,) \
    F(IN,    free_col,    uint8_t,  ,      bits_index_w(c->cols), 1,           UNIT_INDEX,  1,) \
    F(IN,    clear_en,    uint8_t,  ,      1,                     1,           UNIT_ENABLE, 1,) \
    F(IN,    row,         uint8_t,  ,      bits_index_w(c->rows), 1,           UNIT_INDEX,  1,) \
    F(IN,    group,       uint8_t,  ,      bits_index_w((c->cols + c->lanes - 1) / c->lanes), 1, UNIT_INDEX, 1,) \
    F(IN,    at_row,      uint8_t,  ,      bits_index_w(c->rows), 1,           UNIT_INDEX,  1,) \
    F(IN,    at_col,      uint8_t,  ,      bits_index_w(c->cols), 1,           UNIT_INDEX,  1,) \
    F(OUT,   places,      uint8_t,  [256], 1,                     c->rows * c->cols, UNIT_MOORE, 1,) \
    F(OUT,   taken,       uint32_t, ,      c->lanes,              1,           UNIT_NONE,   1,) \
    F(OUT,   rects,       uint64_t, [256], c->rect_w,             c->lanes * c->arrays, UNIT_NONE, 1,) \
    F(OUT,   at_rects,    uint64_t, [8],   c->rect_w,             c->arrays,   UNIT_NONE,   1,) \
    F(STATE, valid,       uint8_t,  [256], 1,                     c->rows * c->cols, UNIT_NONE, 1, valid_q) \
    F(STATE, mem,         uint64_t, [2048], c->rect_w,            c->rows * c->cols * c->arrays, UNIT_NONE, \
      u->valid[i / c->arrays], mem_q)
/* clang-format on */
