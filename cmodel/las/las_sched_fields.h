/* Field list of las.sched; read by the preprocessor, see common/unit.h.
 * Contract: docs/units/las.md. */
#define UNIT_PREFIX las_sched
#define UNIT_TITLE  "las.sched"
#define UNIT_DOC    "two-level schedulers: active warps, who issues, who is promoted and demoted"

/* clang-format off */
#define UNIT_PARAMS(P) \
    P(scheds, Scheds,  2, 2,  3, 1,  4, "schedulers; scheds * per is at most 64") \
    P(per,    Per,    24, 3, 20, 2, 64, "warps of a scheduler, any number; scheds * per is at most 64") \
    P(active, Active,  8, 2,  6, 1, 64, "active warps of a scheduler at most; at most per") \
    P(deg_w,  DegW,    8, 2,  7, 1,  8, "bits of a degree") \
    P(age_w,  AgeW,   16, 2, 12, 1, 16, "bits of an age") \
    P(stages, Stages,  0, 0,  1, 0,  1, "registers behind the choice of the next warp, the row of the last one, and what changes sums")

#define UNIT_SUBS(S) \
    S(las_degrees, degrees, , 1) \
    S(las_pick, pick, [8], 2 * c->scheds)

#define UNIT_WIRES(W) \
    W(read_warp, uint8_t,  [12]) \
    W(old,       uint8_t,) \
    W(row,       uint8_t,  [192]) \
    W(usable,    uint64_t, [8]) \
    W(key,       uint16_t, [512]) \
    W(any,       uint8_t,  [8]) \
    W(best,      uint8_t,  [8]) \
    W(hungry,    uint8_t,  [8])

#define UNIT_FIELDS(F) \
    F(IN,    clear_en,    uint8_t,  ,     1,                       1,                  UNIT_ENABLE, 1,) \
    F(IN,    wipe_en,     uint8_t,  ,     1,                       1,                  UNIT_ENABLE, 1,) \
    F(IN,    wipe_sched,  uint8_t,  ,     bits_index_w(c->scheds), 1,                  UNIT_INDEX,  1,) \
    F(IN,    wipe_warp,   uint8_t,  ,     bits_index_w(c->per),    1,                  UNIT_INDEX,  1,) \
    F(IN,    write_en,    uint8_t,  ,     1,                       1,                  UNIT_ENABLE, 1,) \
    F(IN,    write_sched, uint8_t,  ,     bits_index_w(c->scheds), 1,                  UNIT_INDEX,  1,) \
    F(IN,    write_one,   uint8_t,  ,     bits_index_w(c->per),    1,                  UNIT_INDEX,  1,) \
    F(IN,    write_other, uint8_t,  ,     bits_index_w(c->per),    1,                  UNIT_INDEX,  1,) \
    F(IN,    write_deg,   uint8_t,  ,     c->deg_w,                1,                  UNIT_DATA,   1,) \
    F(IN,    run_en,      uint8_t,  ,     1,                       1,                  UNIT_ENABLE, 1,) \
    F(IN,    ready,       uint64_t, [4],  c->per,                  c->scheds,          UNIT_DATA,   1,) \
    F(IN,    stalled,     uint64_t, [4],  c->per,                  c->scheds,          UNIT_DATA,   1,) \
    F(IN,    starve,      uint64_t, [4],  c->per,                  c->scheds,          UNIT_DATA,   1,) \
    F(IN,    since,       uint16_t, [64], c->age_w,                c->scheds * c->per, UNIT_DATA,   1,) \
    F(IN,    issue_en,    uint8_t,  [4],  1,                       c->scheds,          UNIT_ENABLE, 1,) \
    F(IN,    issue_warp,  uint8_t,  [4],  bits_index_w(c->per),    c->scheds,          UNIT_INDEX,  1,) \
    F(OUT,   pick_valid,  uint8_t,  [4],  1,                       c->scheds,          UNIT_NONE,   1,) \
    F(OUT,   pick,        uint8_t,  [4],  bits_index_w(c->per),    c->scheds,          UNIT_NONE,   1,) \
    F(OUT,   group,       uint64_t, [4],  c->per,                  c->scheds,          UNIT_MOORE,  1,) \
    F(OUT,   promotes,    uint8_t,  [4],  1,                       c->scheds,          UNIT_FACT,   1,) \
    F(OUT,   demotes,     uint8_t,  [4],  1,                       c->scheds,          UNIT_FACT,   1,) \
    F(OUT,   starved,     uint8_t,  [4],  1,                       c->scheds,          UNIT_FACT,   1,) \
    F(OUT,   rescues,     uint8_t,  [4],  1,                       c->scheds,          UNIT_FACT,   1,) \
    F(STATE, active,      uint64_t, [4],  c->per,                  c->scheds,          UNIT_NONE,   1, active_q) \
    F(STATE, last_en,     uint8_t,  [4],  1,                       c->scheds,          UNIT_NONE,   1, last_en_q) \
    F(STATE, last,        uint8_t,  [4],  bits_index_w(c->per),    c->scheds,          UNIT_NONE,   u->last_en[i], last_q) \
    F(STATE, sum,         uint16_t, [64], c->deg_w + bits_log2_up(c->active), c->scheds * c->per, UNIT_NONE, 1, sum_q) \
    F(STATE, near,        uint8_t,  [64], c->deg_w,                c->stages * c->scheds * c->per, UNIT_NONE, 1, gen_stages.near_q) \
    F(STATE, come_en,     uint8_t,  [4],  1,                       c->stages * c->scheds, UNIT_NONE, 1, gen_stages.come_en_q) \
    F(STATE, come,        uint8_t,  [4],  bits_index_w(c->per),    c->stages * c->scheds, UNIT_NONE, u->come_en[i], gen_stages.come_q) \
    F(STATE, come_starves, uint8_t, [4],  1,                       c->stages * c->scheds, UNIT_NONE, u->come_en[i], gen_stages.come_starves_q) \
    F(STATE, left_en,     uint8_t,  [4],  1,                       c->stages * c->scheds, UNIT_NONE, 1, gen_stages.left_en_q) \
    F(STATE, left,        uint8_t,  [4],  bits_index_w(c->per),    c->stages * c->scheds, UNIT_NONE, u->left_en[i], gen_stages.left_q) \
    F(STATE, diff_en,     uint8_t,  ,     1,                       c->stages,          UNIT_NONE,   1, gen_stages.diff_en_q) \
    F(STATE, diff_sched,  uint8_t,  ,     bits_index_w(c->scheds), c->stages,          UNIT_NONE,   u->diff_en, gen_stages.diff_sched_q) \
    F(STATE, diff_one,    uint8_t,  ,     bits_index_w(c->per),    c->stages,          UNIT_NONE,   u->diff_en, gen_stages.diff_one_q) \
    F(STATE, diff_other,  uint8_t,  ,     bits_index_w(c->per),    c->stages,          UNIT_NONE,   u->diff_en, gen_stages.diff_other_q) \
    F(STATE, diff,        uint16_t, ,     c->deg_w + (c->active > 1), c->stages,          UNIT_NONE,   u->diff_en, gen_stages.diff_q) \
    F(VIEW,  deg,         uint8_t,  degrees.deg, c->deg_w,         c->scheds * (c->per * (c->per - 1) / 2), UNIT_NONE, 1,)
/* clang-format on */
