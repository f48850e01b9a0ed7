/* Field list of las.warp; read by the preprocessor, see common/unit.h.
 * Contract: docs/units/las.md. */
#define UNIT_PREFIX las_warp
#define UNIT_TITLE  "las.warp"
#define UNIT_DOC    "locality-aware warp scheduler of one SM"

/* clang-format off */
#define UNIT_PARAMS(P) \
    P(scheds,   Scheds,   2, 2,  3, 1,  4, "schedulers; scheds * per is at most 64") \
    P(per,      Per,     24, 3, 20, 2, 64, "warps of a scheduler, any number; scheds * per is at most 64") \
    P(active,   Active,   8, 2,  6, 1, 64, "active warps of a scheduler at most; at most per") \
    P(arrays,   Arrays,   5, 1,  3, 1,  8, "data arrays") \
    P(region_w, RegionW, 10, 1,  7, 1, 16, "bits of a region's number") \
    P(subs,     Subs,    16, 2,  9, 1, 64, "subregions of a region, any number") \
    P(deg_w,    DegW,     8, 2,  4, 1,  8, "bits of a degree") \
    P(age_w,    AgeW,    16, 3,  6, 1, 16, "bits of an age") \
    P(ctas,     Ctas,     8, 1, 12, 1, 64, "CTAs that run on the SM at most") \
    P(stages,   Stages,   0, 0,  1, 0,  1, "registers of las.sched")

#define UNIT_SUBS(S) \
    S(las_ranges, ranges, , 1) \
    S(las_match, match, , 1) \
    S(las_ages, ages, , 1) \
    S(las_sched, sched, , 1)

#define UNIT_WIRES(W) \
    W(sets,       uint8_t,) \
    W(set_idx,    uint8_t,) \
    W(cur_idx,    uint8_t,) \
    W(other_idx,  uint8_t,) \
    W(a_regions,  uint16_t, [8]) \
    W(a_subs,     uint64_t, [8]) \
    W(b_regions,  uint16_t, [8]) \
    W(b_subs,     uint64_t, [8]) \
    W(done,       uint8_t,) \
    W(done_sched, uint8_t,) \
    W(done_one,   uint8_t,) \
    W(done_other, uint8_t,) \
    W(done_deg,   uint8_t,) \
    W(since,      uint16_t, [64]) \
    W(starve,     uint64_t,) \
    W(arrives,    uint8_t,)

#define UNIT_FIELDS(F) \
    F(IN,    start_en,    uint8_t,  ,     1,                                 1,                  UNIT_ENABLE, 1,) \
    F(IN,    set_en,      uint8_t,  ,     1,                                 1,                  UNIT_ENABLE, 1,) \
    F(IN,    set_new,     uint8_t,  ,     1,                                 1,                  UNIT_QUAL,   1,) \
    F(IN,    set_sched,   uint8_t,  ,     bits_index_w(c->scheds),           1,                  UNIT_INDEX,  1,) \
    F(IN,    set_warp,    uint8_t,  ,     bits_index_w(c->per),              1,                  UNIT_INDEX,  1,) \
    F(IN,    set_regions, uint16_t, [8],  c->region_w,                       c->arrays,          UNIT_DATA,   1,) \
    F(IN,    set_subs,    uint64_t, [8],  c->subs,                           c->arrays,          UNIT_DATA,   1,) \
    F(IN,    run_en,      uint8_t,  ,     1,                                 1,                  UNIT_ENABLE, 1,) \
    F(IN,    ready,       uint64_t, [4],  c->per,                            c->scheds,          UNIT_DATA,   1,) \
    F(IN,    stalled,     uint64_t, [4],  c->per,                            c->scheds,          UNIT_DATA,   1,) \
    F(IN,    issue_en,    uint8_t,  [4],  1,                                 c->scheds,          UNIT_ENABLE, 1,) \
    F(IN,    issue_warp,  uint8_t,  [4],  bits_index_w(c->per),              c->scheds,          UNIT_INDEX,  1,) \
    F(OUT,   pick_valid,  uint8_t,  [4],  1,                                 c->scheds,          UNIT_NONE,   1,) \
    F(OUT,   pick,        uint8_t,  [4],  bits_index_w(c->per),              c->scheds,          UNIT_NONE,   1,) \
    F(OUT,   group,       uint64_t, [4],  c->per,                            c->scheds,          UNIT_MOORE,  1,) \
    F(OUT,   promotes,    uint8_t,  [4],  1,                                 c->scheds,          UNIT_FACT,   1,) \
    F(OUT,   demotes,     uint8_t,  [4],  1,                                 c->scheds,          UNIT_FACT,   1,) \
    F(OUT,   starved,     uint8_t,  [4],  1,                                 c->scheds,          UNIT_FACT,   1,) \
    F(OUT,   rescues,     uint8_t,  [4],  1,                                 c->scheds,          UNIT_FACT,   1,) \
    F(OUT,   compares,    uint8_t,  ,     1,                                 1,                  UNIT_FACT,   1,) \
    F(STATE, todo,        uint64_t, ,     c->scheds * c->per,                1,                  UNIT_NONE,   1,      todo_q) \
    F(STATE, busy,        uint8_t,  ,     1,                                 1,                  UNIT_NONE,   1,      busy_q) \
    F(STATE, cur_sched,   uint8_t,  ,     bits_index_w(c->scheds),           1,                  UNIT_NONE,   u->busy, cur_sched_q) \
    F(STATE, cur_warp,    uint8_t,  ,     bits_index_w(c->per),              1,                  UNIT_NONE,   u->busy, cur_warp_q) \
    F(STATE, count,       uint8_t,  ,     bits_index_w(c->per),              1,                  UNIT_NONE,   u->busy, count_q) \
    F(VIEW,  range_valid, uint8_t,  ranges.valid,   1,                       c->scheds * c->per, UNIT_NONE,   1,) \
    F(VIEW,  regions,     uint16_t, ranges.regions, c->region_w,             c->scheds * c->per * c->arrays, UNIT_NONE, u->ranges.valid[i / c->arrays],) \
    F(VIEW,  subs,        uint64_t, ranges.subs,    c->subs,                 c->scheds * c->per * c->arrays, UNIT_NONE, u->ranges.valid[i / c->arrays],) \
    F(VIEW,  both_en,     uint8_t,  match.both_en,  1,                       1,                  UNIT_NONE,   1,) \
    F(VIEW,  both_sched,  uint8_t,  match.both_sched, bits_index_w(c->scheds), 1,                UNIT_NONE,   u->match.both_en,) \
    F(VIEW,  both_one,    uint8_t,  match.both_one, bits_index_w(c->per), 1,         UNIT_NONE,   u->match.both_en,) \
    F(VIEW,  both_other,  uint8_t,  match.both_other, bits_index_w(c->per), 1,       UNIT_NONE,   u->match.both_en,) \
    F(VIEW,  both,        uint64_t, match.both,     c->subs,                 c->arrays,          UNIT_NONE,   u->match.both_en,) \
    F(VIEW,  deg_en,      uint8_t,  match.deg_en,   1,                       1,                  UNIT_NONE,   1,) \
    F(VIEW,  deg_sched,   uint8_t,  match.deg_sched, bits_index_w(c->scheds), 1,                 UNIT_NONE,   u->match.deg_en,) \
    F(VIEW,  deg_one,     uint8_t,  match.deg_one,  bits_index_w(c->per), 1,         UNIT_NONE,   u->match.deg_en,) \
    F(VIEW,  deg_other,   uint8_t,  match.deg_other, bits_index_w(c->per), 1,        UNIT_NONE,   u->match.deg_en,) \
    F(VIEW,  deg_next,    uint8_t,  match.deg,      c->deg_w,                1,                  UNIT_NONE,   u->match.deg_en,) \
    F(VIEW,  age,         uint16_t, ages.age,       c->age_w,                c->scheds * c->per, UNIT_NONE,   1,) \
    F(VIEW,  active,      uint64_t, sched.active,   c->per,                  c->scheds,          UNIT_NONE,   1,) \
    F(VIEW,  last_en,     uint8_t,  sched.last_en,  1,                       c->scheds,          UNIT_NONE,   1,) \
    F(VIEW,  last,        uint8_t,  sched.last,     bits_index_w(c->per),    c->scheds,          UNIT_NONE,   u->sched.last_en[i],) \
    F(VIEW,  sum,         uint16_t, sched.sum,      c->deg_w + bits_log2_up(c->active), c->scheds * c->per, UNIT_NONE, 1,) \
    F(VIEW,  near,        uint8_t,  sched.near,     c->deg_w,                c->stages * c->scheds * c->per, UNIT_NONE, 1,) \
    F(VIEW,  come_en,     uint8_t,  sched.come_en,  1,                       c->stages * c->scheds, UNIT_NONE, 1,) \
    F(VIEW,  come,        uint8_t,  sched.come,     bits_index_w(c->per),    c->stages * c->scheds, UNIT_NONE, u->sched.come_en[i],) \
    F(VIEW,  come_starves, uint8_t, sched.come_starves, 1,                   c->stages * c->scheds, UNIT_NONE, u->sched.come_en[i],) \
    F(VIEW,  left_en,     uint8_t,  sched.left_en,  1,                       c->stages * c->scheds, UNIT_NONE, 1,) \
    F(VIEW,  left,        uint8_t,  sched.left,     bits_index_w(c->per),    c->stages * c->scheds, UNIT_NONE, u->sched.left_en[i],) \
    F(VIEW,  diff_en,     uint8_t,  sched.diff_en,  1,                       c->stages,          UNIT_NONE,   1,) \
    F(VIEW,  diff_sched,  uint8_t,  sched.diff_sched, bits_index_w(c->scheds), c->stages,        UNIT_NONE,   u->sched.diff_en,) \
    F(VIEW,  diff_one,    uint8_t,  sched.diff_one, bits_index_w(c->per),    c->stages,          UNIT_NONE,   u->sched.diff_en,) \
    F(VIEW,  diff_other,  uint8_t,  sched.diff_other, bits_index_w(c->per),  c->stages,          UNIT_NONE,   u->sched.diff_en,) \
    F(VIEW,  diff,        uint16_t, sched.diff,     c->deg_w + (c->active > 1), c->stages, UNIT_NONE, u->sched.diff_en,) \
    F(VIEW,  deg,         uint8_t,  sched.degrees.deg, c->deg_w,             c->scheds * (c->per * (c->per - 1) / 2), UNIT_NONE, 1,)
/* clang-format on */
