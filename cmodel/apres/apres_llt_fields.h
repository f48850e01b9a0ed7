/* Field list of apres.llt; read by the preprocessor, see common/unit.h.
 * Contract: docs/units/apres.md. */
#define UNIT_PREFIX apres_llt
#define UNIT_TITLE  "apres.llt"
#define UNIT_DOC    "last load table: which warps have issued the same load last"

/* clang-format off */
#define UNIT_PARAMS(P) \
    P(warps, Warps, 48, 3, 60, 1, 64, "warps of the SM, any number") \
    P(pc_w,  PcW,   32, 2, 48, 1, 64, "bits of a PC")

#define UNIT_SUBS(S)

#define UNIT_WIRES(W)

#define UNIT_FIELDS(F) \
    F(IN,    load_en,   uint8_t,  ,     1,                      1,        UNIT_ENABLE, 1,) \
    F(IN,    load_warp, uint8_t,  ,     bits_index_w(c->warps), 1,        UNIT_INDEX,  1,) \
    F(IN,    load_pc,   uint64_t, ,     c->pc_w,                1,        UNIT_DATA,   1,) \
    F(IN,    drop_en,   uint8_t,  ,     1,                      1,        UNIT_ENABLE, 1,) \
    F(IN,    drop,      uint64_t, ,     c->warps,               1,        UNIT_DATA,   1,) \
    F(IN,    clear_en,  uint8_t,  ,     1,                      1,        UNIT_ENABLE, 1,) \
    F(OUT,   group,     uint64_t, ,     c->warps,               1,        UNIT_NONE,   1,) \
    F(STATE, valid,     uint8_t,  [64], 1,                      c->warps, UNIT_NONE,   1,           valid_q) \
    F(STATE, pcs,       uint64_t, [64], c->pc_w,                c->warps, UNIT_NONE,   u->valid[i], pcs_q)
/* clang-format on */
