/* Field list of las.match; read by the preprocessor, see common/unit.h.
 * Contract: docs/units/las.md. */
#define UNIT_PREFIX las_match
#define UNIT_TITLE  "las.match"
#define UNIT_DOC    "locality degree of two warps, in two steps"

/* clang-format off */
#define UNIT_PARAMS(P) \
    P(scheds,   Scheds,   2, 2,  3, 1,  4, "schedulers; scheds * per is at most 64") \
    P(per,      Per,     24, 3, 20, 2, 64, "warps of a scheduler, any number; scheds * per is at most 64") \
    P(arrays,   Arrays,   5, 1,  3, 1,  8, "data arrays") \
    P(region_w, RegionW, 10, 2,  7, 1, 16, "bits of a region's number") \
    P(subs,     Subs,    16, 4,  9, 1, 64, "subregions of a region, any number") \
    P(deg_w,    DegW,     8, 2,  4, 1,  8, "bits of a degree")

#define UNIT_SUBS(S)

#define UNIT_WIRES(W)

#define UNIT_FIELDS(F) \
    F(IN,    look_en,    uint8_t,  ,    1,                      1,         UNIT_ENABLE, 1,) \
    F(IN,    sched,      uint8_t,  ,    bits_index_w(c->scheds), 1,        UNIT_INDEX,  1,) \
    F(IN,    one,        uint8_t,  ,    bits_index_w(c->per),   1,         UNIT_INDEX,  1,) \
    F(IN,    other,      uint8_t,  ,    bits_index_w(c->per), 1,         UNIT_INDEX,  1,) \
    F(IN,    a_regions,  uint16_t, [8], c->region_w,            c->arrays, UNIT_DATA,   1,) \
    F(IN,    a_subs,     uint64_t, [8], c->subs,                c->arrays, UNIT_DATA,   1,) \
    F(IN,    b_regions,  uint16_t, [8], c->region_w,            c->arrays, UNIT_DATA,   1,) \
    F(IN,    b_subs,     uint64_t, [8], c->subs,                c->arrays, UNIT_DATA,   1,) \
    F(IN,    drop_en,    uint8_t,  ,    1,                      1,         UNIT_ENABLE, 1,) \
    F(IN,    drop_sched, uint8_t,  ,    bits_index_w(c->scheds), 1,        UNIT_INDEX,  1,) \
    F(IN,    drop_warp,  uint8_t,  ,    bits_index_w(c->per), 1,         UNIT_INDEX,  1,) \
    F(IN,    clear_en,   uint8_t,  ,    1,                      1,         UNIT_ENABLE, 1,) \
    F(OUT,   done,       uint8_t,  ,    1,                      1,         UNIT_MOORE,  1,) \
    F(OUT,   done_sched, uint8_t,  ,    bits_index_w(c->scheds), 1,        UNIT_MOORE,  1,) \
    F(OUT,   done_one,   uint8_t,  ,    bits_index_w(c->per), 1,         UNIT_MOORE,  1,) \
    F(OUT,   done_other, uint8_t,  ,    bits_index_w(c->per), 1,         UNIT_MOORE,  1,) \
    F(OUT,   done_deg,   uint8_t,  ,    c->deg_w,               1,         UNIT_MOORE,  1,) \
    F(STATE, both_en,    uint8_t,  ,    1,                      1,         UNIT_NONE,   1,          both_en_q) \
    F(STATE, both_sched, uint8_t,  ,    bits_index_w(c->scheds), 1,        UNIT_NONE,   u->both_en, both_sched_q) \
    F(STATE, both_one,   uint8_t,  ,    bits_index_w(c->per), 1,         UNIT_NONE,   u->both_en, both_one_q) \
    F(STATE, both_other, uint8_t,  ,    bits_index_w(c->per), 1,         UNIT_NONE,   u->both_en, both_other_q) \
    F(STATE, both,       uint64_t, [8], c->subs,                c->arrays, UNIT_NONE,   u->both_en, both_q) \
    F(STATE, deg_en,     uint8_t,  ,    1,                      1,         UNIT_NONE,   1,          deg_en_q) \
    F(STATE, deg_sched,  uint8_t,  ,    bits_index_w(c->scheds), 1,        UNIT_NONE,   u->deg_en,  deg_sched_q) \
    F(STATE, deg_one,    uint8_t,  ,    bits_index_w(c->per), 1,         UNIT_NONE,   u->deg_en,  deg_one_q) \
    F(STATE, deg_other,  uint8_t,  ,    bits_index_w(c->per), 1,         UNIT_NONE,   u->deg_en,  deg_other_q) \
    F(STATE, deg,        uint8_t,  ,    c->deg_w,               1,         UNIT_NONE,   u->deg_en,  deg_q)
/* clang-format on */
