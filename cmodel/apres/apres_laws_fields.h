/* Field list of apres.laws; read by the preprocessor, see common/unit.h.
 * Contract: docs/units/apres.md. */
#define UNIT_PREFIX apres_laws
#define UNIT_TITLE  "apres.laws"
#define UNIT_DOC    "locality-aware warp scheduler: groups of warps move together to head or tail"

/* clang-format off */
#define UNIT_PARAMS(P) \
    P(warps,  Warps,  48, 3, 60, 1, 64, "warps of the SM, any number") \
    P(pc_w,   PcW,    32, 2, 48, 1, 64, "bits of a PC") \
    P(groups, Groups, 3,  2, 5,  1, 16, "groups that loads under way can have, any number") \
    P(picks,  Picks,  1,  2, 3,  1, 4,  "schedulers that choose a warp") \
    P(serial, Serial, 0,  0, 1,  0, 1,  "one warp of a move goes per cycle, else all do")

#define UNIT_SUBS(S) \
    S(apres_llt, llt, , 1) \
    S(apres_wgt, wgt, , 1) \
    S(apres_queue, queue, , 1)

#define UNIT_WIRES(W) \
    W(drop_en,    uint8_t,) \
    W(drop,       uint64_t,) \
    W(formed,     uint64_t,) \
    W(take_en,    uint8_t,) \
    W(full,       uint8_t,) \
    W(idx,        uint8_t,) \
    W(took,       uint8_t,) \
    W(free_en,    uint8_t,) \
    W(known,      uint8_t,) \
    W(freed,      uint64_t,) \
    W(left,       uint64_t,)

#define UNIT_FIELDS(F) \
    F(IN,    start_en,     uint8_t,  ,            1,                       1,         UNIT_ENABLE, 1,) \
    F(IN,    load_en,      uint8_t,  ,            1,                       1,         UNIT_ENABLE, 1,) \
    F(IN,    load_warp,    uint8_t,  ,            bits_index_w(c->warps),  1,         UNIT_INDEX,  1,) \
    F(IN,    load_pc,      uint64_t, ,            c->pc_w,                 1,         UNIT_DATA,   1,) \
    F(IN,    begin_en,     uint8_t,  ,            1,                       1,         UNIT_ENABLE, 1,) \
    F(IN,    begin,        uint64_t, ,            c->warps,                1,         UNIT_DATA,   1,) \
    F(IN,    finish_en,    uint8_t,  ,            1,                       1,         UNIT_ENABLE, 1,) \
    F(IN,    finish,       uint64_t, ,            c->warps,                1,         UNIT_DATA,   1,) \
    F(IN,    live,         uint64_t, ,            c->warps,                1,         UNIT_DATA,   1,) \
    F(IN,    result_en,    uint8_t,  ,            1,                       1,         UNIT_ENABLE, 1,) \
    F(IN,    result_hit,   uint8_t,  ,            1,                       1,         UNIT_QUAL,   1,) \
    F(IN,    result_group, uint8_t,  ,            bits_index_w(c->groups), 1,         UNIT_INDEX,  1,) \
    F(IN,    target_en,    uint8_t,  ,            1,                       1,         UNIT_ENABLE, 1,) \
    F(IN,    target_warp,  uint8_t,  ,            bits_index_w(c->warps),  1,         UNIT_INDEX,  1,) \
    F(IN,    ready,        uint64_t, [4],         c->warps,                c->picks,  UNIT_DATA,   1,) \
    F(OUT,   grouped,      uint8_t,  ,            1,                       1,         UNIT_NONE,   1,) \
    F(OUT,   group_idx,    uint8_t,  ,            bits_index_w(c->groups), 1,         UNIT_NONE,   1,) \
    F(OUT,   members,      uint64_t, ,            c->warps,                1,         UNIT_NONE,   1,) \
    F(OUT,   pick_valid,   uint8_t,  [4],         1,                       c->picks,  UNIT_NONE,   1,) \
    F(OUT,   pick,         uint8_t,  [4],         bits_index_w(c->warps),  c->picks,  UNIT_NONE,   1,) \
    F(OUT,   ungrouped,    uint8_t,  ,            1,                       1,         UNIT_FACT,   1,) \
    F(OUT,   listed,       uint8_t,  ,            1,                       1,         UNIT_FACT,   1,) \
    F(OUT,   list,         uint64_t, ,            c->warps,                1,         UNIT_NONE,   1,) \
    F(OUT,   moves_hit,    uint8_t,  ,            1,                       1,         UNIT_MOORE,  1,) \
    F(OUT,   moves_miss,   uint8_t,  ,            1,                       1,         UNIT_MOORE,  1,) \
    F(OUT,   moves_begin,  uint8_t,  ,            1,                       1,         UNIT_MOORE,  1,) \
    F(OUT,   moves_target, uint8_t,  ,            1,                       1,         UNIT_FACT,   1,) \
    F(STATE, move_en,      uint8_t,  ,            1,                       1,         UNIT_NONE,   1,               move_en_q) \
    F(STATE, move_head,    uint8_t,  ,            1,                       1,         UNIT_NONE,   u->move_en,      move_head_q) \
    F(STATE, move_begin,   uint8_t,  ,            1,                       1,         UNIT_NONE,   u->move_en,      move_begin_q) \
    F(STATE, move_mask,    uint64_t, ,            c->warps,                1,         UNIT_NONE,   u->move_en,      move_mask_q) \
    F(STATE, pending,      uint64_t, ,            c->warps,                1,         UNIT_NONE,   1,               pending_q) \
    F(VIEW,  llt_valid,    uint8_t,  llt.valid,   1,                       c->warps,  UNIT_NONE,   1,) \
    F(VIEW,  llt_pcs,      uint64_t, llt.pcs,     c->pc_w,                 c->warps,  UNIT_NONE,   u->llt.valid[i],) \
    F(VIEW,  wgt_valid,    uint8_t,  wgt.valid,   1,                       c->groups, UNIT_NONE,   1,) \
    F(VIEW,  wgt_masks,    uint64_t, wgt.masks,   c->warps,                c->groups, UNIT_NONE,   u->wgt.valid[i],) \
    F(VIEW,  order,        uint8_t,  queue.order, bits_index_w(c->warps),  c->warps,  UNIT_ORDER,  1,)
/* clang-format on */
