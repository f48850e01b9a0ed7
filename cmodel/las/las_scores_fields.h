/* Field list of las.scores; read by the preprocessor, see common/unit.h.
 * Contract: docs/units/las.md. */
#define UNIT_PREFIX las_scores
#define UNIT_TITLE  "las.scores"
#define UNIT_DOC    "locality of each candidate with the CTAs on each SM, and with all of them"

/* clang-format off */
#define UNIT_PARAMS(P) \
    P(window, Window, 32, 3, 20, 1, 64, "candidates, any number") \
    P(sms,    Sms,    15, 2,  6, 1, 32, "SMs, any number") \
    P(slots,  Slots,   8, 2, 12, 1, 64, "CTAs that run on an SM, any number; sms * slots is at most 256") \
    P(lanes,  Lanes,   8, 2,  5, 1, 32, "candidates that are read or changed at a time") \
    P(sum_w,  SumW,   19, 2, 16, 1, 19, "bits of the locality of two CTAs")

#define UNIT_SUBS(S)

#define UNIT_WIRES(W)

#define UNIT_FIELDS(F) \
    F(IN,    zero_en,    uint8_t,  ,       1,                       1,        UNIT_ENABLE, 1,) \
    F(IN,    zero_idx,   uint8_t,  ,       bits_index_w(c->window), 1,        UNIT_INDEX,  1,) \
    F(IN,    each_en,    uint8_t,  ,       1,                       1,        UNIT_ENABLE, 1,) \
    F(IN,    each_minus, uint8_t,  ,       1,                       1,        UNIT_QUAL,   1,) \
    F(IN,    each_sm,    uint8_t,  ,       bits_index_w(c->sms),    1,        UNIT_INDEX,  1,) \
    F(IN,    each_group, uint8_t,  ,       bits_index_w((c->window + c->lanes - 1) / c->lanes), 1, UNIT_INDEX, 1,) \
    F(IN,    each_use,   uint32_t, ,       c->lanes,                1,        UNIT_DATA,   1,) \
    F(IN,    each_lines, uint32_t, [32],   c->sum_w,                c->lanes, UNIT_DATA,   1,) \
    F(IN,    one_en,     uint8_t,  ,       1,                       1,        UNIT_ENABLE, 1,) \
    F(IN,    one_idx,    uint8_t,  ,       bits_index_w(c->window), 1,        UNIT_INDEX,  1,) \
    F(IN,    one_sm,     uint8_t,  ,       bits_index_w(c->sms),    1,        UNIT_INDEX,  1,) \
    F(IN,    one_lines,  uint32_t, ,       c->sum_w + bits_log2_up(c->slots), 1, UNIT_DATA, 1,) \
    F(IN,    sm,         uint8_t,  ,       bits_index_w(c->sms),    1,        UNIT_INDEX,  1,) \
    F(IN,    group,      uint8_t,  ,       bits_index_w((c->window + c->lanes - 1) / c->lanes), 1, UNIT_INDEX, 1,) \
    F(OUT,   here,       uint32_t, [32],   c->sum_w + bits_log2_up(c->slots), c->lanes, UNIT_NONE, 1,) \
    F(OUT,   all,        uint32_t, [32],   c->sum_w + bits_log2_up(c->sms * c->slots), c->lanes, UNIT_NONE, 1,) \
    F(STATE, score,      uint32_t, [2048], c->sum_w + bits_log2_up(c->slots), c->window * c->sms, UNIT_NONE, 1, score_q) \
    F(STATE, total,      uint32_t, [64],   c->sum_w + bits_log2_up(c->sms * c->slots), c->window, UNIT_NONE, 1, total_q)
/* clang-format on */
