/* Field list of las.cta; read by the preprocessor, see common/unit.h.
 * Contract: docs/units/las.md. */
#define UNIT_PREFIX las_cta
#define UNIT_TITLE  "las.cta"
#define UNIT_DOC    "block scheduler: the SM that asks gets the CTA that shares most with those on it"

/* clang-format off */
#define UNIT_PARAMS(P) \
    P(window,    Window,   32, 3, 20, 1, 64, "candidates, any number") \
    P(sms,       Sms,      15, 2,  6, 1, 32, "SMs, any number; sms * slots is at most 256") \
    P(slots,     Slots,     8, 2, 12, 1, 64, "CTAs that run on an SM, any number; sms * slots is at most 256") \
    P(pairs,     Pairs,     8, 2,  7, 1, 32, "pairs of CTAs that are compared at a time") \
    P(arrays,    Arrays,    5, 1,  3, 1,  8, "data arrays") \
    P(coord_w,   CoordW,   16, 2, 12, 1, 24, "bits of a coordinate") \
    P(size_w,    SizeW,     8, 2,  7, 2,  8, "bits of a width and of a height") \
    P(cta_w,     CtaW,     32, 2, 18, 1, 32, "bits of a CTA's number") \
    P(new_first, NewFirst,  0, 1,  0, 0,  1, "an SM waits until all candidates are compared: 0 no, 1 yes")

#define UNIT_SUBS(S) \
    S(las_rects, window, , 1) \
    S(las_rects, running, , 1) \
    S(ring, fresh, , 1) \
    S(las_overlap, overlap, , 1) \
    S(las_scores, scores, , 1) \
    S(las_select, select, , 1)

#define UNIT_WIRES(W) \
    W(adds,            uint8_t,) \
    W(add_idx,         uint8_t,) \
    W(at_idx,          uint8_t,) \
    W(window_group,    uint8_t,) \
    W(window_places,   uint8_t, [64]) \
    W(window_taken,    uint32_t,) \
    W(window_rects,    uint64_t, [256]) \
    W(window_at,       uint64_t, [8]) \
    W(frees,           uint8_t,) \
    W(running_row,     uint8_t,) \
    W(running_group,   uint8_t,) \
    W(running_places,  uint8_t, [256]) \
    W(running_taken,   uint32_t,) \
    W(running_rects,   uint64_t, [256]) \
    W(running_at,      uint64_t, [8]) \
    W(learns,          uint8_t,) \
    W(fresh,           uint8_t,) \
    W(fresh_full,      uint8_t,) \
    W(oldest,          uint8_t,) \
    W(newest,          uint8_t,) \
    W(pushes,          uint8_t,) \
    W(pops,            uint8_t,) \
    W(used,            uint32_t,) \
    W(one,             uint64_t, [8]) \
    W(others,          uint64_t, [256]) \
    W(done,            uint32_t,) \
    W(lines,           uint32_t, [32]) \
    W(each_en,         uint8_t,) \
    W(minus,           uint8_t,) \
    W(done_group,      uint8_t,) \
    W(one_en,          uint8_t,) \
    W(here,            uint32_t, [32]) \
    W(all,             uint32_t, [32]) \
    W(anew,            uint8_t,) \
    W(seeks,           uint8_t,) \
    W(ctas,            uint32_t, [32]) \
    W(under_way,       uint8_t,) \
    W(best,            uint8_t,)

#define UNIT_FIELDS(F) \
    F(IN,    start_en,    uint8_t,  ,       1,                                    1,                      UNIT_ENABLE, 1,) \
    F(IN,    add_en,      uint8_t,  ,       1,                                    1,                      UNIT_ENABLE, 1,) \
    F(IN,    add_cta,     uint32_t, ,       c->cta_w,                             1,                      UNIT_DATA,   1,) \
    F(IN,    add_rects,   uint64_t, [8],    2 * c->coord_w + 2 * c->size_w,       c->arrays,              UNIT_DATA,   1,) \
    F(IN,    finish_en,   uint8_t,  ,       1,                                    1,                      UNIT_ENABLE, 1,) \
    F(IN,    finish,      uint64_t, [32],   c->slots,                             c->sms,                 UNIT_DATA,   1,) \
    F(IN,    room_en,     uint8_t,  ,       1,                                    1,                      UNIT_ENABLE, 1,) \
    F(IN,    room,        uint32_t, ,       c->sms,                               1,                      UNIT_DATA,   1,) \
    F(OUT,   add_ready,   uint8_t,  ,       1,                                    1,                      UNIT_MOORE,  1,) \
    F(OUT,   grants,      uint8_t,  ,       1,                                    1,                      UNIT_FACT,   1,) \
    F(OUT,   grant_sm,    uint8_t,  ,       bits_index_w(c->sms),                 1,                      UNIT_NONE,   1,) \
    F(OUT,   grant_slot,  uint8_t,  ,       bits_index_w(c->slots),               1,                      UNIT_NONE,   1,) \
    F(OUT,   grant_cta,   uint32_t, ,       c->cta_w,                             1,                      UNIT_NONE,   1,) \
    F(OUT,   shares,      uint8_t,  ,       1,                                    1,                      UNIT_FACT,   1,) \
    F(OUT,   unshared,    uint8_t,  ,       1,                                    1,                      UNIT_FACT,   1,) \
    F(OUT,   searches,    uint8_t,  ,       1,                                    1,                      UNIT_FACT,   1,) \
    F(OUT,   compares,    uint8_t,  ,       1,                                    1,                      UNIT_FACT,   1,) \
    F(OUT,   waits,       uint8_t,  ,       1,                                    1,                      UNIT_FACT,   1,) \
    F(STATE, busy,        uint8_t,  ,       1,                                    1,                      UNIT_NONE,   1,       busy_q) \
    F(STATE, job,         uint8_t,  ,       2,                                    1,                      UNIT_NONE,   u->busy, job_q) \
    F(STATE, sm,          uint8_t,  ,       bits_index_w(c->sms),                 1,                      UNIT_NONE,   u->busy && u->job != 3, sm_q) \
    F(STATE, slot,        uint8_t,  ,       bits_index_w(c->slots),               1,                      UNIT_NONE,   u->busy && u->job % 2 == 0, slot_q) \
    F(STATE, at,          uint8_t,  ,       bits_index_w(c->window),              1,                      UNIT_NONE,   u->busy && u->job == 3, at_q) \
    F(STATE, todo,        uint8_t,  [256],  1,                                    las_cta_groups(c),      UNIT_NONE,   1,       todo_q) \
    F(STATE, next_sm,     uint8_t,  ,       bits_index_w(c->sms),                 1,                      UNIT_NONE,   1,       next_sm_q) \
    F(STATE, ended,       uint8_t,  [256],  1,                                    c->sms * c->slots,      UNIT_NONE,   1,       ended_q) \
    F(STATE, known,       uint64_t, ,       c->window,                            1,                      UNIT_NONE,   1,       known_q) \
    F(VIEW,  window_valid, uint8_t, window.valid,  1,                             c->window,              UNIT_NONE,   1,) \
    F(VIEW,  fresh_head,  uint8_t,  fresh.head,    bits_index_w(c->window),       1,                      UNIT_NONE,   1,) \
    F(VIEW,  fresh_len,   uint8_t,  fresh.len,     bits_count_w(c->window),       1,                      UNIT_NONE,   1,) \
    F(STATE, cta,         uint32_t, [64],   c->cta_w,                             c->window,              UNIT_NONE,   u->window.valid[i], cta_q) \
    F(STATE, order,       uint8_t,  [64],   bits_index_w(c->window),              c->window,              UNIT_NONE, \
      (i + c->window - u->fresh.head) % c->window < u->fresh.len, order_q) \
    F(STATE, tag_en,      uint8_t,  [4],    1,                                    4,                      UNIT_NONE,   1,       tag_en_q) \
    F(STATE, tag_job,     uint8_t,  [4],    2,                                    4,                      UNIT_NONE,   1,       tag_job_q) \
    F(STATE, tag_sm,      uint8_t,  [4],    bits_index_w(c->sms),                 4,                      UNIT_NONE,   1,       tag_sm_q) \
    F(STATE, tag_at,      uint8_t,  [4],    bits_index_w(c->window),              4,                      UNIT_NONE,   1,       tag_at_q) \
    F(STATE, sum_en,      uint8_t,  ,       1,                                    1,                      UNIT_NONE,   1,       sum_en_q) \
    F(STATE, sum_sm,      uint8_t,  ,       bits_index_w(c->sms),                 1,                      UNIT_NONE,   1,       sum_sm_q) \
    F(STATE, sum_at,      uint8_t,  ,       bits_index_w(c->window),              1,                      UNIT_NONE,   1,       sum_at_q) \
    F(STATE, sum,         uint32_t, ,       2 * c->size_w + bits_log2_up(c->arrays) + bits_log2_up(c->slots), 1, UNIT_NONE, 1,      sum_q) \
    F(VIEW,  window_mem,  uint64_t, window.mem,    2 * c->coord_w + 2 * c->size_w, c->window * c->arrays, UNIT_NONE,   u->window.valid[i / c->arrays],) \
    F(VIEW,  running_valid, uint8_t, running.valid, 1,                            c->sms * c->slots,      UNIT_NONE,   1,) \
    F(VIEW,  running_mem, uint64_t, running.mem,   2 * c->coord_w + 2 * c->size_w, c->sms * c->slots * c->arrays, UNIT_NONE, u->running.valid[i / c->arrays],) \
    F(VIEW,  ends_use,    uint32_t, overlap.ends_use, c->pairs,                   1,                      UNIT_NONE,   1,) \
    F(VIEW,  left,        uint32_t, overlap.left,   c->coord_w,                   c->pairs * c->arrays,   UNIT_NONE,   u->overlap.ends_use >> (i / c->arrays) & 1,) \
    F(VIEW,  right,       uint32_t, overlap.right,  c->coord_w + 1,               c->pairs * c->arrays,   UNIT_NONE,   u->overlap.ends_use >> (i / c->arrays) & 1,) \
    F(VIEW,  top,         uint32_t, overlap.top,    c->coord_w,                   c->pairs * c->arrays,   UNIT_NONE,   u->overlap.ends_use >> (i / c->arrays) & 1,) \
    F(VIEW,  bottom,      uint32_t, overlap.bottom, c->coord_w + 1,               c->pairs * c->arrays,   UNIT_NONE,   u->overlap.ends_use >> (i / c->arrays) & 1,) \
    F(VIEW,  size_use,    uint32_t, overlap.size_use, c->pairs,                   1,                      UNIT_NONE,   1,) \
    F(VIEW,  wide,        uint8_t,  overlap.wide,   c->size_w,                    c->pairs * c->arrays,   UNIT_NONE,   u->overlap.size_use >> (i / c->arrays) & 1,) \
    F(VIEW,  high,        uint8_t,  overlap.high,   c->size_w,                    c->pairs * c->arrays,   UNIT_NONE,   u->overlap.size_use >> (i / c->arrays) & 1,) \
    F(VIEW,  area_use,    uint32_t, overlap.area_use, c->pairs,                   1,                      UNIT_NONE,   1,) \
    F(VIEW,  area,        uint16_t, overlap.area,   2 * c->size_w,                c->pairs * c->arrays,   UNIT_NONE,   u->overlap.area_use >> (i / c->arrays) & 1,) \
    F(VIEW,  lines_use,   uint32_t, overlap.sum_use, c->pairs,                    1,                      UNIT_NONE,   1,) \
    F(VIEW,  lines,       uint32_t, overlap.sum,    2 * c->size_w + bits_log2_up(c->arrays), c->pairs,    UNIT_NONE,   u->overlap.sum_use >> i & 1,) \
    F(VIEW,  score,       uint32_t, scores.score,   2 * c->size_w + bits_log2_up(c->arrays) + bits_log2_up(c->slots), c->window * c->sms, UNIT_NONE, 1,) \
    F(VIEW,  total,       uint32_t, scores.total,   2 * c->size_w + bits_log2_up(c->arrays) + bits_log2_up(c->sms * c->slots), c->window, UNIT_NONE, 1,) \
    F(VIEW,  node_valid,  uint8_t,  select.node_valid, 1,                         las_select_nodes(c->pairs), UNIT_NONE, 1,) \
    F(VIEW,  node_group,  uint8_t,  select.node_group, bits_index_w(las_cta_window_groups(c)), las_select_nodes(c->pairs), UNIT_NONE, u->select.node_valid[i],) \
    F(VIEW,  node_lane,   uint8_t,  select.node_lane,  1,                         las_select_lane_bits(c->pairs), UNIT_NONE, u->select.node_valid[las_select_lane_node(c->pairs, i)],) \
    F(VIEW,  node_score,  uint32_t, select.node_score, 2 * c->size_w + bits_log2_up(c->arrays) + bits_log2_up(c->slots), las_select_nodes(c->pairs), UNIT_NONE, u->select.node_valid[i],) \
    F(VIEW,  node_total,  uint32_t, select.node_total, 2 * c->size_w + bits_log2_up(c->arrays) + bits_log2_up(c->sms * c->slots), las_select_nodes(c->pairs), UNIT_NONE, u->select.node_valid[i],) \
    F(VIEW,  node_cta,    uint32_t, select.node_cta,   c->cta_w,                  las_select_nodes(c->pairs), UNIT_NONE, u->select.node_valid[i],) \
    F(VIEW,  best_valid,  uint8_t,  select.best_valid, 1,                         1,                      UNIT_NONE,   1,) \
    F(VIEW,  best_idx,    uint8_t,  select.best_idx,   bits_index_w(c->window),   1,                      UNIT_NONE,   u->select.best_valid,) \
    F(VIEW,  best_score,  uint32_t, select.best_score, 2 * c->size_w + bits_log2_up(c->arrays) + bits_log2_up(c->slots), 1, UNIT_NONE, u->select.best_valid,) \
    F(VIEW,  best_total,  uint32_t, select.best_total, 2 * c->size_w + bits_log2_up(c->arrays) + bits_log2_up(c->sms * c->slots), 1, UNIT_NONE, u->select.best_valid,) \
    F(VIEW,  best_cta,    uint32_t, select.best_cta,   c->cta_w,                  1,                      UNIT_NONE,   u->select.best_valid,)
/* clang-format on */
