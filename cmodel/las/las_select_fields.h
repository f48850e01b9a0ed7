/* Field list of las.select; read by the preprocessor, see common/unit.h.
 * Contract: docs/units/las.md. */
#define UNIT_PREFIX las_select
#define UNIT_TITLE  "las.select"
#define UNIT_DOC    "the best candidate for an SM: a tree that takes a group of candidates a cycle"

/* clang-format off */
#define UNIT_PARAMS(P) \
    P(window,  Window,  32, 4, 20, 1, 64, "candidates, any number") \
    P(lanes,   Lanes,    8, 3,  7, 1, 32, "candidates of a group, any number") \
    P(score_w, ScoreW,  22, 2, 16, 1, 25, "bits of the locality with the SM") \
    P(total_w, TotalW,  26, 2, 20, 1, 27, "bits of the locality with all SMs") \
    P(cta_w,   CtaW,    32, 2, 18, 1, 32, "bits of a CTA's number")

#define UNIT_SUBS(S)

#define UNIT_WIRES(W)

#define UNIT_FIELDS(F) \
    F(IN,    begin_en,   uint8_t,  ,     1,                       1,        UNIT_ENABLE, 1,) \
    F(IN,    look_en,    uint8_t,  ,     1,                       1,        UNIT_ENABLE, 1,) \
    F(IN,    group,      uint8_t,  ,     bits_index_w((c->window + c->lanes - 1) / c->lanes), 1, UNIT_INDEX, 1,) \
    F(IN,    use,        uint32_t, ,     c->lanes,                1,        UNIT_DATA,   1,) \
    F(IN,    score,      uint32_t, [32], c->score_w,              c->lanes, UNIT_DATA,   1,) \
    F(IN,    total,      uint32_t, [32], c->total_w,              c->lanes, UNIT_DATA,   1,) \
    F(IN,    cta,        uint32_t, [32], c->cta_w,                c->lanes, UNIT_DATA,   1,) \
    F(OUT,   under_way,  uint8_t,  ,     1,                       1,        UNIT_MOORE,  1,) \
    F(OUT,   best,       uint8_t,  ,     bits_index_w(c->window), 1,        UNIT_MOORE,  1,) \
    F(STATE, node_valid, uint8_t,  [32], 1,                       las_select_nodes(c->lanes), UNIT_NONE, 1, gen_tree.node_valid_q) \
    F(STATE, node_group, uint8_t,  [32], bits_index_w((c->window + c->lanes - 1) / c->lanes), las_select_nodes(c->lanes), UNIT_NONE, u->node_valid[i], gen_tree.node_group_q) \
    F(STATE, node_lane,  uint8_t,  [64], 1,                       las_select_lane_bits(c->lanes), UNIT_NONE, u->node_valid[las_select_lane_node(c->lanes, i)], gen_tree.node_lane_q) \
    F(STATE, node_score, uint32_t, [32], c->score_w,              las_select_nodes(c->lanes), UNIT_NONE, u->node_valid[i], gen_tree.node_score_q) \
    F(STATE, node_total, uint32_t, [32], c->total_w,              las_select_nodes(c->lanes), UNIT_NONE, u->node_valid[i], gen_tree.node_total_q) \
    F(STATE, node_cta,   uint32_t, [32], c->cta_w,                las_select_nodes(c->lanes), UNIT_NONE, u->node_valid[i], gen_tree.node_cta_q) \
    F(STATE, best_valid, uint8_t,  ,     1,                       1,        UNIT_NONE,   1,             best_valid_q) \
    F(STATE, best_idx,   uint8_t,  ,     bits_index_w(c->window), 1,        UNIT_NONE,   u->best_valid, best_idx_q) \
    F(STATE, best_score, uint32_t, ,     c->score_w,              1,        UNIT_NONE,   u->best_valid, best_score_q) \
    F(STATE, best_total, uint32_t, ,     c->total_w,              1,        UNIT_NONE,   u->best_valid, best_total_q) \
    F(STATE, best_cta,   uint32_t, ,     c->cta_w,                1,        UNIT_NONE,   u->best_valid, best_cta_q)
/* clang-format on */
