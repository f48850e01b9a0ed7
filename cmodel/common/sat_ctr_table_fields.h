/* Field list of common.sat_ctr_table; read by the preprocessor, see common/unit.h.
 * Contract: docs/units/common.md. */
#define UNIT_PREFIX sat_ctr_table
#define UNIT_TITLE  "common.sat_ctr_table"
#define UNIT_DOC    "table of saturating counters: one read, one increment, one decrement a cycle"

/* clang-format off */
#define UNIT_PARAMS(P) \
    P(entries, Entries, 128, 4, 256, 2, 1024, "counters") \
    P(ctr_w,   CtrW,      4, 2,   6, 1,    8, "bits per counter")

#define UNIT_SUBS(S)

#define UNIT_FIELDS(F) \
    F(IN,    rd_idx,  uint16_t, ,       bits_index_w(c->entries), 1,          UNIT_INDEX,  1) \
    F(IN,    inc_en,  uint8_t,  ,       1,                        1,          UNIT_ENABLE, 1) \
    F(IN,    inc_idx, uint16_t, ,       bits_index_w(c->entries), 1,          UNIT_INDEX,  1) \
    F(IN,    dec_en,  uint8_t,  ,       1,                        1,          UNIT_ENABLE, 1) \
    F(IN,    dec_idx, uint16_t, ,       bits_index_w(c->entries), 1,          UNIT_INDEX,  1) \
    F(OUT,   rd_ctr,  uint8_t,  ,       c->ctr_w,                 1,          UNIT_NONE,   1) \
    F(STATE, ctr,     uint8_t,  [1024], c->ctr_w,                 c->entries, UNIT_NONE,   1)

#define UNIT_EVENTS(E) \
    E(inc_below_max,  in->inc_en && !(in->dec_en && in->inc_idx == in->dec_idx) && \
                      u->ctr[in->inc_idx] < bits_mask(c->ctr_w)) \
    E(inc_saturated,  in->inc_en && !(in->dec_en && in->inc_idx == in->dec_idx) && \
                      u->ctr[in->inc_idx] == bits_mask(c->ctr_w)) \
    E(dec_above_zero, in->dec_en && !(in->inc_en && in->inc_idx == in->dec_idx) && \
                      u->ctr[in->dec_idx] > 0) \
    E(dec_saturated,  in->dec_en && !(in->inc_en && in->inc_idx == in->dec_idx) && \
                      u->ctr[in->dec_idx] == 0) \
    E(inc_dec_cancel, in->inc_en && in->dec_en && in->inc_idx == in->dec_idx) \
    E(inc_dec_apart,  in->inc_en && in->dec_en && in->inc_idx != in->dec_idx) \
    E(read_of_incremented, in->inc_en && in->rd_idx == in->inc_idx) \
    E(read_of_decremented, in->dec_en && in->rd_idx == in->dec_idx)

#define UNIT_DIRECTED(D) \
    D(fill_every_counter, (bits_mask(c->ctr_w) + 2) * c->entries, \
      in->inc_en = 1; in->inc_idx = (uint16_t)(k % c->entries); in->rd_idx = in->inc_idx) \
    D(cancel_at_max, c->entries, \
      in->inc_en = 1; in->dec_en = 1; in->inc_idx = in->dec_idx = in->rd_idx = (uint16_t)k) \
    D(drain_every_counter, (bits_mask(c->ctr_w) + 2) * c->entries, \
      in->dec_en = 1; in->dec_idx = (uint16_t)(k % c->entries); in->rd_idx = in->dec_idx) \
    D(cancel_at_zero, c->entries, \
      in->inc_en = 1; in->dec_en = 1; in->inc_idx = in->dec_idx = in->rd_idx = (uint16_t)k)
/* clang-format on */
