/* Field list of abyp.l2bit; read by the preprocessor, see common/unit.h.
 * Contract: docs/units/abyp.md. */
#define UNIT_PREFIX abyp_l2bit
#define UNIT_TITLE  "abyp.l2bit"
#define UNIT_DOC    "bypassBit of every line of one L2 slice"

/* clang-format off */
#define UNIT_PARAMS(P) \
    P(sets, Sets, 128, 2, 256, 1, 2048, "sets of the slice") \
    P(ways, Ways,  16, 2,  16, 1,   64, "ways of the slice")

#define UNIT_SUBS(S)

#define UNIT_FIELDS(F) \
    F(IN,    acc_en,     uint8_t,  ,       1,                     1, UNIT_ENABLE, 1) \
    F(IN,    acc_write,  uint8_t,  ,       1,                     1, UNIT_QUAL,   1) \
    F(IN,    acc_hit,    uint8_t,  ,       1,                     1, UNIT_QUAL,   1) \
    F(IN,    acc_bypass, uint8_t,  ,       1,                     1, UNIT_QUAL,   1) \
    F(IN,    acc_set,    uint16_t, ,       bits_index_w(c->sets), 1, UNIT_INDEX,  1) \
    F(IN,    acc_way,    uint8_t,  ,       bits_index_w(c->ways), 1, UNIT_INDEX,  1) \
    F(OUT,   ret_bypass, uint8_t,  ,       1,                     1, UNIT_NONE,   1) \
    F(STATE, bypass,     uint8_t,  [8192], 1, c->sets * c->ways,     UNIT_NONE,   1)

#define UNIT_EVENTS(E) \
    E(read_hit_returns_set,   in->acc_en && !in->acc_write && in->acc_hit && out->ret_bypass) \
    E(read_hit_returns_clear, in->acc_en && !in->acc_write && in->acc_hit && !out->ret_bypass) \
    E(bypass_sets,            in->acc_en && !in->acc_write && in->acc_hit && in->acc_bypass && \
                              !out->ret_bypass) \
    E(bypass_of_set_clears,   in->acc_en && !in->acc_write && in->acc_hit && in->acc_bypass && \
                              out->ret_bypass) \
    E(read_of_set_clears,     in->acc_en && !in->acc_write && in->acc_hit && !in->acc_bypass && \
                              out->ret_bypass) \
    E(read_alloc_bypass,      in->acc_en && !in->acc_write && !in->acc_hit && in->acc_bypass) \
    E(read_alloc_over_set,    in->acc_en && !in->acc_write && !in->acc_hit && \
                              in->acc_set < c->sets && in->acc_way < c->ways && \
                              u->bypass[in->acc_set * c->ways + in->acc_way]) \
    E(write_alloc_over_set,   in->acc_en && in->acc_write && !in->acc_hit && \
                              in->acc_set < c->sets && in->acc_way < c->ways && \
                              u->bypass[in->acc_set * c->ways + in->acc_way]) \
    E(write_hit_keeps_set,    in->acc_en && in->acc_write && in->acc_hit && \
                              in->acc_set < c->sets && in->acc_way < c->ways && \
                              u->bypass[in->acc_set * c->ways + in->acc_way])

#define UNIT_DIRECTED(D) \
    D(set_every_line,  c->sets * c->ways, in->acc_en = 1; in->acc_bypass = 1; \
      in->acc_set = (uint16_t)(k / c->ways); in->acc_way = (uint8_t)(k % c->ways)) \
    D(write_hits_keep, c->sets * c->ways, in->acc_en = 1; in->acc_write = 1; in->acc_hit = 1; \
      in->acc_bypass = 1; in->acc_set = (uint16_t)(k / c->ways); \
      in->acc_way = (uint8_t)(k % c->ways)) \
    D(bypass_twice,    2 * c->sets * c->ways, in->acc_en = 1; in->acc_hit = 1; \
      in->acc_bypass = 1; in->acc_set = (uint16_t)(k / 2 / c->ways); \
      in->acc_way = (uint8_t)(k / 2 % c->ways)) \
    D(write_allocs_clear, c->sets * c->ways, in->acc_en = 1; in->acc_write = 1; \
      in->acc_set = (uint16_t)(k / c->ways); in->acc_way = (uint8_t)(k % c->ways))
/* clang-format on */
