/* Field list of abyp.taghash; read by the preprocessor, see common/unit.h.
 * Contract: docs/units/abyp.md. */
#define UNIT_PREFIX abyp_taghash
#define UNIT_TITLE  "abyp.taghash"
#define UNIT_DOC    "per L1 line, the hashed PC that touched it last, by set and way"

/* clang-format off */
#define UNIT_PARAMS(P) \
    P(sets,   Sets,  32, 2, 64, 1,  1024, "sets of the L1") \
    P(ways,   Ways,   8, 2, 16, 1,    64, "ways of the L1") \
    P(hash_w, HashW,  7, 2,  8, 1,    10, "bits of a hashed PC")

#define UNIT_SUBS(S)

#define UNIT_FIELDS(F) \
    F(IN,    set,      uint16_t, ,       bits_index_w(c->sets), 1, UNIT_INDEX,  1) \
    F(IN,    way,      uint8_t,  ,       bits_index_w(c->ways), 1, UNIT_INDEX,  1) \
    F(IN,    wr_en,    uint8_t,  ,       1,                     1, UNIT_ENABLE, 1) \
    F(IN,    wr_hash,  uint16_t, ,       c->hash_w,             1, UNIT_DATA,   1) \
    F(IN,    fill_en,  uint8_t,  ,       1,                     1, UNIT_ENABLE, 1) \
    F(IN,    fill_set, uint16_t, ,       bits_index_w(c->sets), 1, UNIT_INDEX,  1) \
    F(IN,    fill_way, uint8_t,  ,       bits_index_w(c->ways), 1, UNIT_INDEX,  1) \
    F(IN,    fill_hash, uint16_t, ,      c->hash_w,             1, UNIT_DATA,   1) \
    F(OUT,   rd_hash,  uint16_t, ,       c->hash_w,             1, UNIT_NONE,   1) \
    F(STATE, hash,     uint16_t, [2048], c->hash_w, c->sets * c->ways, UNIT_NONE, 1)

#define UNIT_EVENTS(E) \
    E(write,            in->wr_en) \
    E(fill,             in->fill_en) \
    E(write_and_fill_apart, in->wr_en && in->fill_en && \
                        !(in->set == in->fill_set && in->way == in->fill_way)) \
    E(write_and_fill_same_line, in->wr_en && in->fill_en && \
                        in->set == in->fill_set && in->way == in->fill_way) \
    E(read_sees_fill,   in->fill_en && in->set == in->fill_set && in->way == in->fill_way && \
                        in->set < c->sets && in->way < c->ways && \
                        in->fill_hash != u->hash[in->set * c->ways + in->way]) \
    E(first_line,       in->wr_en && in->set == 0 && in->way == 0) \
    E(last_line,        in->wr_en && in->set == c->sets - 1 && in->way == c->ways - 1)

#define UNIT_DIRECTED(D) \
    D(write_every_line, c->sets * c->ways, in->wr_en = 1; in->set = (uint16_t)(k / c->ways); \
      in->way = (uint8_t)(k % c->ways); in->wr_hash = (uint16_t)((k + 1) & bits_mask(c->hash_w))) \
    D(fill_every_line,  c->sets * c->ways, in->fill_en = 1; in->fill_set = (uint16_t)(k / c->ways); \
      in->fill_way = (uint8_t)(k % c->ways); in->set = in->fill_set; in->way = in->fill_way; \
      in->fill_hash = (uint16_t)(~k & bits_mask(c->hash_w))) \
    D(both_on_one_line, c->sets * c->ways, in->fill_en = 1; in->wr_en = 1; \
      in->fill_set = in->set = (uint16_t)(k / c->ways); \
      in->fill_way = in->way = (uint8_t)(k % c->ways); \
      in->fill_hash = (uint16_t)(k & bits_mask(c->hash_w)); \
      in->wr_hash = (uint16_t)((k + 1) & bits_mask(c->hash_w)))
/* clang-format on */
