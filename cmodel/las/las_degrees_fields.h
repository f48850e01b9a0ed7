/* Field list of las.degrees; read by the preprocessor, see common/unit.h.
 * Contract: docs/units/las.md. */
#define UNIT_PREFIX las_degrees
#define UNIT_TITLE  "las.degrees"
#define UNIT_DOC    "locality degree table: a degree for each two warps of a scheduler"

/* clang-format off */
#define UNIT_PARAMS(P) \
    P(scheds, Scheds,  2, 2,  3, 1,  4, "schedulers; scheds * per is at most 64") \
    P(per,    Per,    24, 3, 20, 2, 64, "warps of a scheduler, any number; scheds * per is at most 64") \
    P(deg_w,  DegW,    8, 2,  7, 1,  8, "bits of a degree") \
    P(ports,  Ports,   3, 1,  2, 1,  3, "rows of each scheduler that are read at a time")

#define UNIT_SUBS(S)

#define UNIT_WIRES(W)

#define UNIT_FIELDS(F) \
    F(IN,    write_en,    uint8_t, ,       1,                       1,                    UNIT_ENABLE, 1,) \
    F(IN,    write_sched, uint8_t, ,       bits_index_w(c->scheds), 1,                    UNIT_INDEX,  1,) \
    F(IN,    write_one,   uint8_t, ,       bits_index_w(c->per),    1,                    UNIT_INDEX,  1,) \
    F(IN,    write_other, uint8_t, ,       bits_index_w(c->per),    1,                    UNIT_INDEX,  1,) \
    F(IN,    write_deg,   uint8_t, ,       c->deg_w,                1,                    UNIT_DATA,   1,) \
    F(IN,    wipe_en,     uint8_t, ,       1,                       1,                    UNIT_ENABLE, 1,) \
    F(IN,    wipe_sched,  uint8_t, ,       bits_index_w(c->scheds), 1,                    UNIT_INDEX,  1,) \
    F(IN,    wipe_warp,   uint8_t, ,       bits_index_w(c->per),    1,                    UNIT_INDEX,  1,) \
    F(IN,    clear_en,    uint8_t, ,       1,                       1,                    UNIT_ENABLE, 1,) \
    F(IN,    read_warp,   uint8_t, [12],   bits_index_w(c->per),    c->scheds * c->ports, UNIT_INDEX,  1,) \
    F(OUT,   old,         uint8_t, ,       c->deg_w,                1,                    UNIT_NONE,   1,) \
    F(OUT,   row,         uint8_t, [192],  c->deg_w,                c->scheds * c->ports * c->per, UNIT_NONE, 1,) \
    F(STATE, deg,         uint8_t, [2016], c->deg_w,                c->scheds * (c->per * (c->per - 1) / 2), UNIT_NONE, 1, deg_q)
/* clang-format on */
