/* Field list of apres.wgt; read by the preprocessor, see common/unit.h.
 * Contract: docs/units/apres.md. */
#define UNIT_PREFIX apres_wgt
#define UNIT_TITLE  "apres.wgt"
#define UNIT_DOC    "warp group table: the groups of the loads under way"

/* clang-format off */
#define UNIT_PARAMS(P) \
    P(groups, Groups, 3,  2, 5,  1, 16, "groups that loads under way can have, any number") \
    P(warps,  Warps,  48, 3, 60, 1, 64, "warps of the SM, any number")

#define UNIT_SUBS(S)

#define UNIT_WIRES(W)

#define UNIT_FIELDS(F) \
    F(IN,    take_en,   uint8_t,  ,     1,                       1,         UNIT_ENABLE, 1,) \
    F(IN,    take_mask, uint64_t, ,     c->warps,                1,         UNIT_DATA,   1,) \
    F(IN,    free_en,   uint8_t,  ,     1,                       1,         UNIT_ENABLE, 1,) \
    F(IN,    free_idx,  uint8_t,  ,     bits_index_w(c->groups), 1,         UNIT_INDEX,  1,) \
    F(IN,    clear_en,  uint8_t,  ,     1,                       1,         UNIT_ENABLE, 1,) \
    F(OUT,   full,      uint8_t,  ,     1,                       1,         UNIT_MOORE,  1,) \
    F(OUT,   idx,       uint8_t,  ,     bits_index_w(c->groups), 1,         UNIT_MOORE,  1,) \
    F(OUT,   took,      uint8_t,  ,     1,                       1,         UNIT_FACT,   1,) \
    F(OUT,   refused,   uint8_t,  ,     1,                       1,         UNIT_FACT,   1,) \
    F(OUT,   known,     uint8_t,  ,     1,                       1,         UNIT_NONE,   1,) \
    F(OUT,   group,     uint64_t, ,     c->warps,                1,         UNIT_NONE,   1,) \
    F(STATE, valid,     uint8_t,  [16], 1,                       c->groups, UNIT_NONE,   1,           valid_q) \
    F(STATE, masks,     uint64_t, [16], c->warps,                c->groups, UNIT_NONE,   u->valid[i], masks_q)
/* clang-format on */
