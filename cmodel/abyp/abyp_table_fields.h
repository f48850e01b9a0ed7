/* Field list of abyp.table; read by the preprocessor, see common/unit.h.
 * Contract: docs/units/abyp.md. */
#define UNIT_PREFIX abyp_table
#define UNIT_TITLE  "abyp.table"
#define UNIT_DOC    "prediction table: saturating counters by hashed PC, compared with a threshold"

/* clang-format off */
#define UNIT_PARAMS(P) \
    P(entries,   Entries,   128, 4, 256, 2, 1024, "counters; a power of two") \
    P(ctr_w,     CtrW,        4, 2,   6, 1,    8, "bits per counter") \
    P(threshold, Threshold,   1, 2,  33, 1,  255, "a counter at or above it predicts bypass")

#define UNIT_SUBS(S) \
    S(sat_ctr_table_t, ctrs)

#define UNIT_FIELDS(F) \
    F(IN,    lookup_idx, uint16_t, ,        bits_index_w(c->entries), 1,          UNIT_INDEX,  1) \
    F(IN,    inc_en,     uint8_t,  ,        1,                        1,          UNIT_ENABLE, 1) \
    F(IN,    inc_idx,    uint16_t, ,        bits_index_w(c->entries), 1,          UNIT_INDEX,  1) \
    F(IN,    dec_en,     uint8_t,  ,        1,                        1,          UNIT_ENABLE, 1) \
    F(IN,    dec_idx,    uint16_t, ,        bits_index_w(c->entries), 1,          UNIT_INDEX,  1) \
    F(OUT,   predict,    uint8_t,  ,        1,                        1,          UNIT_NONE,   1) \
    F(VIEW,  ctr,        uint8_t,  ctrs.ctr, c->ctr_w,                c->entries, UNIT_NONE,   1)

#define UNIT_EVENTS(E) \
    E(predict_bypass,  out->predict) \
    E(predict_keep,    !out->predict) \
    E(reaches_threshold, in->inc_en && !in->dec_en && \
                         u->ctrs.ctr[in->inc_idx] + 1u == c->threshold) \
    E(leaves_threshold,  in->dec_en && !in->inc_en && u->ctrs.ctr[in->dec_idx] == c->threshold) \
    E(inc_saturated,   in->inc_en && !in->dec_en && \
                       u->ctrs.ctr[in->inc_idx] == bits_mask(c->ctr_w)) \
    E(dec_saturated,   in->dec_en && !in->inc_en && u->ctrs.ctr[in->dec_idx] == 0) \
    E(inc_dec_cancel,  in->inc_en && in->dec_en && in->inc_idx == in->dec_idx) \
    E(inc_dec_apart,   in->inc_en && in->dec_en && in->inc_idx != in->dec_idx) \
    E(lookup_before_edge, in->inc_en && !in->dec_en && in->lookup_idx == in->inc_idx && \
                          u->ctrs.ctr[in->inc_idx] + 1u == c->threshold)

#define UNIT_DIRECTED(D) \
    D(cross_threshold_up, (c->threshold + 2) * 4, \
      in->inc_en = 1; in->inc_idx = in->lookup_idx = (uint16_t)(k / (c->threshold + 2) % c->entries)) \
    D(saturate_up, (bits_mask(c->ctr_w) + 2) * 4, \
      in->inc_en = 1; in->inc_idx = in->lookup_idx = (uint16_t)(k / (bits_mask(c->ctr_w) + 2) % c->entries)) \
    D(cancel, 4, in->inc_en = 1; in->dec_en = 1; \
      in->inc_idx = in->dec_idx = in->lookup_idx = (uint16_t)(k % c->entries)) \
    D(cross_threshold_down, (bits_mask(c->ctr_w) + 2) * 4, \
      in->dec_en = 1; in->dec_idx = in->lookup_idx = (uint16_t)(k / (bits_mask(c->ctr_w) + 2) % c->entries))
/* clang-format on */
