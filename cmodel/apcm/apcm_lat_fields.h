/* Field list of apcm.lat; read by the preprocessor, see common/unit.h.
 * Contract: docs/units/apcm.md. */
#define UNIT_PREFIX apcm_lat
#define UNIT_TITLE  "apcm.lat"
#define UNIT_DOC    "load alias table: the PC of a load to its ID, first come first served"

/* clang-format off */
#define UNIT_PARAMS(P) \
    P(loads, Loads, 16, 3, 24, 1, 64, "loads that are tracked, any number") \
    P(pc_w,  PcW,   32, 2, 48, 1, 64, "bits of a PC")

#define UNIT_SUBS(S) \
    S(cam, cam, , 1)

#define UNIT_WIRES(W) \
    W(hit,  uint8_t, ) \
    W(full, uint8_t, ) \
    W(idx,  uint8_t, )

#define UNIT_FIELDS(F) \
    F(IN,   load_en,  uint8_t,  ,          1,                      1,        UNIT_ENABLE, 1,) \
    F(IN,   load_pc,  uint64_t, ,          c->pc_w,                1,        UNIT_DATA,   1,) \
    F(IN,   rd_id,    uint8_t,  ,          bits_index_w(c->loads), 1,        UNIT_INDEX,  1,) \
    F(IN,   clear_en, uint8_t,  ,          1,                      1,        UNIT_ENABLE, 1,) \
    F(OUT,  tracked,  uint8_t,  ,          1,                      1,        UNIT_NONE,   1,) \
    F(OUT,  id,       uint8_t,  ,          bits_index_w(c->loads), 1,        UNIT_NONE,   1,) \
    F(OUT,  rd_pc,    uint64_t, ,          c->pc_w,                1,        UNIT_NONE,   1,) \
    F(OUT,  took,     uint8_t,  ,          1,                      1,        UNIT_FACT,   1,) \
    F(OUT,  refused,  uint8_t,  ,          1,                      1,        UNIT_FACT,   1,) \
    F(VIEW, valid,    uint64_t, cam.valid, c->loads,               1,        UNIT_PLANES, 1,) \
    F(VIEW, pcs,      uint64_t, cam.keys,  c->pc_w,                c->loads, UNIT_NONE, \
      u->cam.valid[0] >> i & 1,)
/* clang-format on */
