/* Field list of abyp; read by the preprocessor, see common/unit.h.
 * Contract: docs/units/abyp.md. */
#define UNIT_PREFIX abyp
#define UNIT_TITLE  "abyp"
#define UNIT_DOC    "PC-based bypass predictor of one L1: hash, table and tag hashes (listing 1)"

/* clang-format off */
#define UNIT_PARAMS(P) \
    P(entries,   Entries,   128, 4, 256, 2, 1024, "counters of the table; a power of two") \
    P(ctr_w,     CtrW,        4, 2,   6, 1,    8, "bits per counter") \
    P(threshold, Threshold,   1, 2,  33, 1,  255, "a counter at or above it predicts bypass") \
    P(pc_shift,  PcShift,     3, 1,   3, 0,    8, "low PC bits that the hash leaves out") \
    P(sets,      Sets,       32, 2,  64, 1, 1024, "sets of the L1") \
    P(ways,      Ways,        8, 2,  16, 1,   64, "ways of the L1")

#define UNIT_SUBS(S) \
    S(abyp_table_t, table) \
    S(abyp_taghash_t, tags)

#define UNIT_FIELDS(F) \
    F(IN,    acc_valid,  uint8_t,  ,          1,                        1, UNIT_ENABLE, 1) \
    F(IN,    acc_pc,     uint32_t, ,          32,                       1, UNIT_DATA,   1) \
    F(IN,    acc_hit,    uint8_t,  ,          1,                        1, UNIT_QUAL,   1) \
    F(IN,    acc_accept, uint8_t,  ,          1,                        1, UNIT_QUAL,   1) \
    F(IN,    acc_set,    uint16_t, ,          bits_index_w(c->sets),    1, UNIT_INDEX,  1) \
    F(IN,    acc_way,    uint8_t,  ,          bits_index_w(c->ways),    1, UNIT_INDEX,  1) \
    F(IN,    vic_valid,  uint8_t,  ,          1,                        1, UNIT_QUAL,   1) \
    F(IN,    fill_valid, uint8_t,  ,          1,                        1, UNIT_ENABLE, 1) \
    F(IN,    fill_set,   uint16_t, ,          bits_index_w(c->sets),    1, UNIT_INDEX,  1) \
    F(IN,    fill_way,   uint8_t,  ,          bits_index_w(c->ways),    1, UNIT_INDEX,  1) \
    F(IN,    fill_hash,  uint16_t, ,          bits_index_w(c->entries), 1, UNIT_DATA,   1) \
    F(OUT,   predict,    uint8_t,  ,          1,                        1, UNIT_NONE,   1) \
    F(OUT,   acc_hash,   uint16_t, ,          bits_index_w(c->entries), 1, UNIT_NONE,   1) \
    F(VIEW,  ctr,        uint8_t,  table.ctrs.ctr, c->ctr_w,  c->entries,  UNIT_NONE,   1) \
    F(VIEW,  hash,       uint16_t, tags.hash, bits_index_w(c->entries), c->sets * c->ways, \
      UNIT_NONE, 1)

#define UNIT_EVENTS(E) \
    E(hit_trains,        in->acc_valid && in->acc_accept && in->acc_hit) \
    E(miss_keeps,        in->acc_valid && in->acc_accept && !in->acc_hit && !out->predict) \
    E(miss_bypasses,     in->acc_valid && in->acc_accept && !in->acc_hit && out->predict) \
    E(victim_trains,     in->acc_valid && in->acc_accept && !in->acc_hit && !out->predict && \
                         in->vic_valid) \
    E(invalid_victim,    in->acc_valid && in->acc_accept && !in->acc_hit && !out->predict && \
                         !in->vic_valid) \
    E(rejected_miss,     in->acc_valid && !in->acc_accept && !in->acc_hit) \
    E(rejected_bypass,   in->acc_valid && !in->acc_accept && !in->acc_hit && out->predict) \
    E(late_fill,         in->fill_valid) \
    E(fill_and_hit_same_line, in->fill_valid && in->acc_valid && in->acc_accept && in->acc_hit && \
                         in->fill_set == in->acc_set && in->fill_way == in->acc_way) \
    E(fill_and_victim_same_line, in->fill_valid && in->acc_valid && in->acc_accept && \
                         !in->acc_hit && !out->predict && in->vic_valid && \
                         in->fill_set == in->acc_set && in->fill_way == in->acc_way) \
    E(fill_and_access_apart, in->fill_valid && in->acc_valid && in->acc_accept && \
                         !(in->fill_set == in->acc_set && in->fill_way == in->acc_way)) \
    E(counter_full,      in->acc_valid && in->acc_accept && !in->acc_hit && !out->predict && \
                         in->vic_valid && !in->fill_valid && \
                         in->acc_set < c->sets && in->acc_way < c->ways && \
                         u->table.ctrs.ctr[u->tags.hash[in->acc_set * c->ways + in->acc_way]] == \
                             bits_mask(c->ctr_w)) \
    E(counter_empty,     in->acc_valid && in->acc_accept && in->acc_hit && !in->fill_valid && \
                         in->acc_set < c->sets && in->acc_way < c->ways && \
                         u->table.ctrs.ctr[u->tags.hash[in->acc_set * c->ways + in->acc_way]] == 0)

/* Listing 1, walked: one PC streams until its blocks are bypassed, a second PC's hits bring it
 * back; a late fill and an access meet on one line. */
#define UNIT_DIRECTED(D) \
    D(stream_until_bypassed, (c->threshold + 2) * c->sets * c->ways, \
      in->acc_valid = 1; in->acc_accept = 1; in->vic_valid = 1; in->acc_pc = 0x40; \
      in->acc_set = (uint16_t)(k / c->ways % c->sets); in->acc_way = (uint8_t)(k % c->ways)) \
    D(hits_bring_it_back, c->sets * c->ways, \
      in->acc_valid = 1; in->acc_accept = 1; in->acc_hit = 1; in->acc_pc = 0x40; \
      in->acc_set = (uint16_t)(k / c->ways); in->acc_way = (uint8_t)(k % c->ways)) \
    D(other_pc_victims, c->sets * c->ways * (bits_mask(c->ctr_w) / (c->sets * c->ways) + 2), \
      in->acc_valid = 1; in->acc_accept = 1; in->vic_valid = 1; in->acc_pc = 0x48u << (k & 3); \
      in->acc_set = (uint16_t)(k / c->ways % c->sets); in->acc_way = (uint8_t)(k % c->ways)) \
    D(fill_meets_hit, c->sets * c->ways, \
      in->fill_valid = 1; in->acc_valid = 1; in->acc_accept = 1; in->acc_hit = 1; \
      in->acc_pc = 0x80; in->fill_hash = (uint16_t)(k & bits_mask(bits_index_w(c->entries))); \
      in->fill_set = in->acc_set = (uint16_t)(k / c->ways); \
      in->fill_way = in->acc_way = (uint8_t)(k % c->ways)) \
    D(fill_meets_victim, c->sets * c->ways, \
      in->fill_valid = 1; in->acc_valid = 1; in->acc_accept = 1; in->vic_valid = 1; \
      in->acc_pc = 0x1000; in->fill_hash = (uint16_t)(k & bits_mask(bits_index_w(c->entries))); \
      in->fill_set = in->acc_set = (uint16_t)(k / c->ways); \
      in->fill_way = in->acc_way = (uint8_t)(k % c->ways)) \
    D(rejected_does_nothing, 16, in->acc_valid = 1; in->vic_valid = 1; in->acc_pc = k << 3; \
      in->acc_hit = k & 1)
/* clang-format on */
