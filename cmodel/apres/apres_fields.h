/* Field list of apres; read by the preprocessor, see common/unit.h.
 * Contract: docs/units/apres.md. */
#define UNIT_PREFIX apres
#define UNIT_TITLE  "apres"
#define UNIT_DOC    "LAWS and SAP of one SM: warps in groups, and prefetches for groups that miss"

/* clang-format off */
#define UNIT_PARAMS(P) \
    P(warps,    Warps,   48, 3, 60, 1, 64, "warps of the SM, any number") \
    P(pc_w,     PcW,     32, 2, 48, 1, 64, "bits of a PC") \
    P(groups,   Groups,  3,  2, 5,  1, 16, "groups that loads under way can have, any number") \
    P(picks,    Picks,   1,  2, 3,  1, 4,  "schedulers that choose a warp") \
    P(serial,   Serial,  0,  0, 1,  0, 1,  "one warp of a move goes per cycle, else all do") \
    P(addr_w,   AddrW,   64, 4, 48, 1, 64, "bits of an address and of a stride") \
    P(id_w,     IdW,     8,  2, 7,  1, 8,  "bits of a warp's ID; at least those of a warp's number") \
    P(drq,      Drq,     32, 3, 24, 1, 64, "misses that can wait, any number") \
    P(entries,  Entries, 10, 3, 12, 1, 32, "entries of the PT, any number") \
    P(div_bits, DivBits, 4,  2, 8,  1, 8,  "bits of the quotient per cycle; addr_w is a multiple") \
    P(stages,   Stages,  0,  0, 2,  0, 2,  "registers from the DRQ to the division and from the WQ to the address; 2: in the product, too")

#define UNIT_SUBS(S) \
    S(apres_laws, laws, , 1) \
    S(apres_sap, sap, , 1)

#define UNIT_WIRES(W) \
    W(miss_en,      uint8_t,) \
    W(miss_group,   uint64_t,) \
    W(target_en,    uint8_t,) \
    W(target_id,    uint8_t,) \
    W(target_moves, uint8_t,) \
    W(reached,      uint64_t,)

#define UNIT_FIELDS(F) \
    F(IN,   start_en,     uint8_t,  ,                  1,                                     1,                                 UNIT_ENABLE, 1,) \
    F(IN,   load_en,      uint8_t,  ,                  1,                                     1,                                 UNIT_ENABLE, 1,) \
    F(IN,   load_warp,    uint8_t,  ,                  bits_index_w(c->warps),                1,                                 UNIT_INDEX,  1,) \
    F(IN,   load_pc,      uint64_t, ,                  c->pc_w,                               1,                                 UNIT_DATA,   1,) \
    F(IN,   begin_en,     uint8_t,  ,                  1,                                     1,                                 UNIT_ENABLE, 1,) \
    F(IN,   begin,        uint64_t, ,                  c->warps,                              1,                                 UNIT_DATA,   1,) \
    F(IN,   finish_en,    uint8_t,  ,                  1,                                     1,                                 UNIT_ENABLE, 1,) \
    F(IN,   finish,       uint64_t, ,                  c->warps,                              1,                                 UNIT_DATA,   1,) \
    F(IN,   live,         uint64_t, ,                  c->warps,                              1,                                 UNIT_DATA,   1,) \
    F(IN,   result_en,    uint8_t,  ,                  1,                                     1,                                 UNIT_ENABLE, 1,) \
    F(IN,   result_hit,   uint8_t,  ,                  1,                                     1,                                 UNIT_QUAL,   1,) \
    F(IN,   result_group, uint8_t,  ,                  bits_index_w(c->groups),               1,                                 UNIT_INDEX,  1,) \
    F(IN,   result_pc,    uint64_t, ,                  c->pc_w,                               1,                                 UNIT_DATA,   1,) \
    F(IN,   result_id,    uint8_t,  ,                  c->id_w,                               1,                                 UNIT_DATA,   1,) \
    F(IN,   result_addr,  uint64_t, ,                  c->addr_w,                             1,                                 UNIT_DATA,   1,) \
    F(IN,   result_reach, uint64_t, ,                  c->warps,                              1,                                 UNIT_DATA,   1,) \
    F(IN,   pf_take,      uint8_t,  ,                  1,                                     1,                                 UNIT_ENABLE, 1,) \
    F(IN,   pf_good,      uint8_t,  ,                  1,                                     1,                                 UNIT_QUAL,   1,) \
    F(IN,   ready,        uint64_t, [4],               c->warps,                              c->picks,                          UNIT_DATA,   1,) \
    F(OUT,  grouped,      uint8_t,  ,                  1,                                     1,                                 UNIT_NONE,   1,) \
    F(OUT,  group_idx,    uint8_t,  ,                  bits_index_w(c->groups),               1,                                 UNIT_NONE,   1,) \
    F(OUT,  members,      uint64_t, ,                  c->warps,                              1,                                 UNIT_NONE,   1,) \
    F(OUT,  pick_valid,   uint8_t,  [4],               1,                                     c->picks,                          UNIT_NONE,   1,) \
    F(OUT,  pick,         uint8_t,  [4],               bits_index_w(c->warps),                c->picks,                          UNIT_NONE,   1,) \
    F(OUT,  pf_valid,     uint8_t,  ,                  1,                                     1,                                 UNIT_MOORE,  1,) \
    F(OUT,  pf_pc,        uint64_t, ,                  c->pc_w,                               1,                                 UNIT_MOORE,  1,) \
    F(OUT,  pf_id,        uint8_t,  ,                  c->id_w,                               1,                                 UNIT_MOORE,  1,) \
    F(OUT,  pf_addr,      uint64_t, ,                  c->addr_w,                             1,                                 UNIT_MOORE,  1,) \
    F(OUT,  ungrouped,    uint8_t,  ,                  1,                                     1,                                 UNIT_FACT,   1,) \
    F(OUT,  listed,       uint8_t,  ,                  1,                                     1,                                 UNIT_FACT,   1,) \
    F(OUT,  moves_hit,    uint8_t,  ,                  1,                                     1,                                 UNIT_MOORE,  1,) \
    F(OUT,  moves_miss,   uint8_t,  ,                  1,                                     1,                                 UNIT_MOORE,  1,) \
    F(OUT,  moves_begin,  uint8_t,  ,                  1,                                     1,                                 UNIT_MOORE,  1,) \
    F(OUT,  moves_target, uint8_t,  ,                  1,                                     1,                                 UNIT_MOORE,  1,) \
    F(OUT,  takes,        uint8_t,  ,                  1,                                     1,                                 UNIT_FACT,   1,) \
    F(OUT,  dropped,      uint8_t,  ,                  1,                                     1,                                 UNIT_FACT,   1,) \
    F(OUT,  allocates,    uint8_t,  ,                  1,                                     1,                                 UNIT_FACT,   1,) \
    F(OUT,  replaces,     uint8_t,  ,                  1,                                     1,                                 UNIT_FACT,   1,) \
    F(OUT,  same_warp,    uint8_t,  ,                  1,                                     1,                                 UNIT_FACT,   1,) \
    F(OUT,  inexact,      uint8_t,  ,                  1,                                     1,                                 UNIT_FACT,   1,) \
    F(OUT,  mismatch,     uint8_t,  ,                  1,                                     1,                                 UNIT_FACT,   1,) \
    F(OUT,  no_stride,    uint8_t,  ,                  1,                                     1,                                 UNIT_FACT,   1,) \
    F(OUT,  predicts,     uint8_t,  ,                  1,                                     1,                                 UNIT_FACT,   1,) \
    F(VIEW, move_en,      uint8_t,  laws.move_en,      1,                                     1,                                 UNIT_NONE,   1,) \
    F(VIEW, move_head,    uint8_t,  laws.move_head,    1,                                     1,                                 UNIT_NONE,   u->laws.move_en,) \
    F(VIEW, move_begin,   uint8_t,  laws.move_begin,   1,                                     1,                                 UNIT_NONE,   u->laws.move_en,) \
    F(VIEW, move_mask,    uint64_t, laws.move_mask,    c->warps,                              1,                                 UNIT_NONE,   u->laws.move_en,) \
    F(VIEW, pending,      uint64_t, laws.pending,      c->warps,                              1,                                 UNIT_NONE,   1,) \
    F(VIEW, llt_valid,    uint8_t,  laws.llt.valid,    1,                                     c->warps,                          UNIT_NONE,   1,) \
    F(VIEW, llt_pcs,      uint64_t, laws.llt.pcs,      c->pc_w,                               c->warps,                          UNIT_NONE,   u->laws.llt.valid[i],) \
    F(VIEW, wgt_valid,    uint8_t,  laws.wgt.valid,    1,                                     c->groups,                         UNIT_NONE,   1,) \
    F(VIEW, wgt_masks,    uint64_t, laws.wgt.masks,    c->warps,                              c->groups,                         UNIT_NONE,   u->laws.wgt.valid[i],) \
    F(VIEW, order,        uint8_t,  laws.queue.order,  bits_index_w(c->warps),                c->warps,                          UNIT_ORDER,  1,) \
    F(VIEW, dividing,     uint8_t,  sap.dividing,      1,                                     1,                                 UNIT_NONE,   1,) \
    F(VIEW, sap_pc,       uint64_t, sap.pc,            c->pc_w,                               1,                                 UNIT_NONE,   1,) \
    F(VIEW, sap_id,       uint8_t,  sap.id,            c->id_w,                               1,                                 UNIT_NONE,   1,) \
    F(VIEW, sap_addr,     uint64_t, sap.addr,          c->addr_w,                             1,                                 UNIT_NONE,   1,) \
    F(VIEW, sap_way,      uint8_t,  sap.way,           bits_index_w(c->entries),              1,                                 UNIT_NONE,   1,) \
    F(VIEW, fill,         uint64_t, sap.fill,          c->warps,                              1,                                 UNIT_NONE,   1,) \
    F(VIEW, held,         uint8_t,  sap.held,          1,                                     1,                                 UNIT_NONE,   1,) \
    F(VIEW, target,       uint8_t,  sap.target,        c->id_w,                               1,                                 UNIT_NONE,   u->sap.held,) \
    F(VIEW, step,         uint8_t,  sap.step,         3,                                     c->stages != 0,                        UNIT_NONE,   1,) \
    F(VIEW, num,          uint64_t, sap.num,          c->addr_w,                             c->stages != 0,                        UNIT_NONE,   1,) \
    F(VIEW, den,          uint16_t, sap.den,          c->id_w + 1,                           c->stages != 0,                        UNIT_NONE,   1,) \
    F(VIEW, exact,        uint8_t,  sap.exact,        1,                                     c->stages != 0,                        UNIT_NONE,   1,) \
    F(VIEW, phase,        uint8_t,  sap.phase,        2,                                     c->stages != 0,                        UNIT_NONE,   1,) \
    F(VIEW, next,         uint8_t,  sap.next,         c->id_w,                               c->stages != 0,                        UNIT_NONE,   1,) \
    F(VIEW, product,      uint64_t, sap.product,      c->addr_w,                             c->stages != 0,                        UNIT_NONE,   1,) \
    F(VIEW, drq_head,     uint8_t,  sap.drq.ring.head, bits_index_w(c->drq),                  1,                                 UNIT_NONE,   1,) \
    F(VIEW, drq_len,      uint8_t,  sap.drq.ring.len,  bits_count_w(c->drq),                  1,                                 UNIT_NONE,   1,) \
    F(VIEW, drq_addrs,    uint64_t, sap.drq.addrs,     c->addr_w,                             c->drq,                            UNIT_NONE,   apres_drq_holds(&u->sap.drq, i),) \
    F(VIEW, drq_pcs,      uint64_t, sap.drq.pcs,       c->pc_w,                               c->drq,                            UNIT_NONE,   apres_drq_holds(&u->sap.drq, i),) \
    F(VIEW, drq_ids,      uint8_t,  sap.drq.ids,       c->id_w,                               c->drq,                            UNIT_NONE,   apres_drq_holds(&u->sap.drq, i),) \
    F(VIEW, drq_groups,   uint64_t, sap.drq.groups,    c->warps,                              c->drq,                            UNIT_NONE,   apres_drq_holds(&u->sap.drq, i),) \
    F(VIEW, pt_valid,     uint8_t,  sap.pt.valid,      1,                                     c->entries,                        UNIT_NONE,   1,) \
    F(VIEW, pt_pcs,       uint64_t, sap.pt.pcs,        c->pc_w,                               c->entries,                        UNIT_NONE,   u->sap.pt.valid[i],) \
    F(VIEW, pt_ids,       uint8_t,  sap.pt.ids,        c->id_w,                               c->entries,                        UNIT_NONE,   u->sap.pt.valid[i],) \
    F(VIEW, pt_addrs,     uint64_t, sap.pt.addrs,      c->addr_w,                             c->entries,                        UNIT_NONE,   u->sap.pt.valid[i],) \
    F(VIEW, pt_strides,   uint64_t, sap.pt.strides,    c->addr_w,                             c->entries,                        UNIT_NONE,   u->sap.pt.valid[i],) \
    F(VIEW, pt_lower,     uint8_t,  sap.pt.lru.lower,  1,                                     c->entries * (c->entries - 1) / 2, UNIT_NONE,   1,) \
    F(VIEW, wq_head,      uint8_t,  sap.wq.ring.head,  bits_index_w(c->warps),                1,                                 UNIT_NONE,   1,) \
    F(VIEW, wq_len,       uint8_t,  sap.wq.ring.len,   bits_count_w(c->warps),                1,                                 UNIT_NONE,   1,) \
    F(VIEW, wq_ids,       uint8_t,  sap.wq.ids,        c->id_w,                               c->warps,                          UNIT_NONE,   apres_wq_holds(&u->sap.wq, i),) \
    F(VIEW, div_left,     uint8_t,  sap.div.left,      bits_count_w(c->addr_w / c->div_bits), 1,                                 UNIT_NONE,   1,) \
    F(VIEW, div_ended,    uint8_t,  sap.div.ended,     1,                                     1,                                 UNIT_NONE,   1,) \
    F(VIEW, div_neg,      uint8_t,  sap.div.neg,       1,                                     1,                                 UNIT_NONE,   1,) \
    F(VIEW, div_by,       uint16_t, sap.div.by,        c->id_w + 1,                           1,                                 UNIT_NONE,   1,) \
    F(VIEW, div_rem,      uint16_t, sap.div.rem,       c->id_w + 1,                           1,                                 UNIT_NONE,   1,) \
    F(VIEW, div_quo,      uint64_t, sap.div.quo,       c->addr_w,                             1,                                 UNIT_NONE,   1,)
/* clang-format on */
