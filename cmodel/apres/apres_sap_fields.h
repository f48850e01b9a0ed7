/* Field list of apres.sap; read by the preprocessor, see common/unit.h.
 * Contract: docs/units/apres.md. */
#define UNIT_PREFIX apres_sap
#define UNIT_TITLE  "apres.sap"
#define UNIT_DOC    "scheduling-aware prefetching: prefetches for the warps of a group whose first load missed"

/* clang-format off */
#define UNIT_PARAMS(P) \
    P(warps,    Warps,   48, 3, 60, 1, 64, "warps of the SM, any number") \
    P(pc_w,     PcW,     32, 2, 48, 1, 64, "bits of a PC") \
    P(addr_w,   AddrW,   64, 4, 48, 1, 64, "bits of an address and of a stride") \
    P(id_w,     IdW,     8,  2, 7,  1, 8,  "bits of a warp's ID; at least those of a warp's number") \
    P(drq,      Drq,     32, 3, 24, 1, 64, "misses that can wait, any number") \
    P(entries,  Entries, 10, 3, 12, 1, 32, "entries of the PT, any number") \
    P(div_bits, DivBits, 4,  2, 8,  1, 8,  "bits of the quotient per cycle; addr_w is a multiple") \
    P(stages,   Stages,  0,  0, 2,  0, 2,  "registers from the DRQ to the division and from the WQ to the address; 2: in the product, too")

#define UNIT_SUBS(S) \
    S(apres_drq, drq, , 1) \
    S(apres_pt, pt, , 1) \
    S(apres_agen, agen, , 1) \
    S(apres_div, div, , 1) \
    S(apres_wq, wq, , 1)

#define UNIT_WIRES(W) \
    W(push_en,    uint8_t,) \
    W(drq_valid,  uint8_t,) \
    W(drq_addr,   uint64_t,) \
    W(drq_pc,     uint64_t,) \
    W(drq_id,     uint8_t,) \
    W(drq_group,  uint64_t,) \
    W(look_en,    uint8_t,) \
    W(look_pc,    uint64_t,) \
    W(look_id,    uint8_t,) \
    W(look_addr,  uint64_t,) \
    W(pt_hit,     uint8_t,) \
    W(pt_way,     uint8_t,) \
    W(old_id,     uint8_t,) \
    W(old_addr,   uint64_t,) \
    W(stride,     uint64_t,) \
    W(d_addr,     uint64_t,) \
    W(d_id,       uint16_t,) \
    W(d_to,       uint16_t,) \
    W(product,    uint64_t,) \
    W(to,         uint64_t,) \
    W(div_en,     uint8_t,) \
    W(div_num,    uint64_t,) \
    W(div_den,    uint16_t,) \
    W(done,       uint8_t,) \
    W(quot,       uint64_t,) \
    W(div_exact,  uint8_t,) \
    W(stride_new, uint64_t,) \
    W(wq_push,    uint8_t,) \
    W(wq_push_id, uint8_t,) \
    W(wq_pop,     uint8_t,) \
    W(wq_clear,   uint8_t,) \
    W(wq_valid,   uint8_t,) \
    W(wq_id,      uint8_t,) \
    W(agen_old_addr, uint64_t,) \
    W(agen_stride, uint64_t,) \
    W(agen_so_far, uint64_t,) \
    W(agen_step,  uint64_t,) \
    W(agen_old_id, uint8_t,) \
    W(agen_by,    uint16_t,) \
    W(agen_upper, uint8_t,)

#define UNIT_FIELDS(F) \
    F(IN,    start_en,     uint8_t,  ,              1,                                     1,                                 UNIT_ENABLE, 1,) \
    F(IN,    miss_en,      uint8_t,  ,              1,                                     1,                                 UNIT_ENABLE, 1,) \
    F(IN,    miss_pc,      uint64_t, ,              c->pc_w,                               1,                                 UNIT_DATA,   1,) \
    F(IN,    miss_id,      uint8_t,  ,              c->id_w,                               1,                                 UNIT_DATA,   1,) \
    F(IN,    miss_addr,    uint64_t, ,              c->addr_w,                             1,                                 UNIT_DATA,   1,) \
    F(IN,    miss_group,   uint64_t, ,              c->warps,                              1,                                 UNIT_DATA,   1,) \
    F(IN,    live,         uint64_t, ,              c->warps,                              1,                                 UNIT_DATA,   1,) \
    F(IN,    pf_take,      uint8_t,  ,              1,                                     1,                                 UNIT_ENABLE, 1,) \
    F(IN,    pf_good,      uint8_t,  ,              1,                                     1,                                 UNIT_QUAL,   1,) \
    F(IN,    target_moves, uint8_t,  ,              1,                                     1,                                 UNIT_ENABLE, 1,) \
    F(OUT,   pf_valid,     uint8_t,  ,              1,                                     1,                                 UNIT_MOORE,  1,) \
    F(OUT,   pf_pc,        uint64_t, ,              c->pc_w,                               1,                                 UNIT_MOORE,  1,) \
    F(OUT,   pf_id,        uint8_t,  ,              c->id_w,                               1,                                 UNIT_MOORE,  1,) \
    F(OUT,   pf_addr,      uint64_t, ,              c->addr_w,                             1,                                 UNIT_MOORE,  1,) \
    F(OUT,   target_en,    uint8_t,  ,              1,                                     1,                                 UNIT_MOORE,  1,) \
    F(OUT,   target_id,    uint8_t,  ,              c->id_w,                               1,                                 UNIT_MOORE,  1,) \
    F(OUT,   takes,        uint8_t,  ,              1,                                     1,                                 UNIT_FACT,   1,) \
    F(OUT,   dropped,      uint8_t,  ,              1,                                     1,                                 UNIT_FACT,   1,) \
    F(OUT,   allocates,    uint8_t,  ,              1,                                     1,                                 UNIT_FACT,   1,) \
    F(OUT,   replaces,     uint8_t,  ,              1,                                     1,                                 UNIT_FACT,   1,) \
    F(OUT,   same_warp,    uint8_t,  ,              1,                                     1,                                 UNIT_FACT,   1,) \
    F(OUT,   inexact,      uint8_t,  ,              1,                                     1,                                 UNIT_FACT,   1,) \
    F(OUT,   mismatch,     uint8_t,  ,              1,                                     1,                                 UNIT_FACT,   1,) \
    F(OUT,   no_stride,    uint8_t,  ,              1,                                     1,                                 UNIT_FACT,   1,) \
    F(OUT,   predicts,     uint8_t,  ,              1,                                     1,                                 UNIT_FACT,   1,) \
    F(STATE, dividing,     uint8_t,  ,              1,                                     1,                                 UNIT_NONE,   1,                           dividing_q) \
    F(STATE, pc,           uint64_t, ,              c->pc_w,                               1,                                 UNIT_NONE,   1,                           pc_q) \
    F(STATE, id,           uint8_t,  ,              c->id_w,                               1,                                 UNIT_NONE,   1,                           id_q) \
    F(STATE, addr,         uint64_t, ,              c->addr_w,                             1,                                 UNIT_NONE,   1,                           addr_q) \
    F(STATE, way,          uint8_t,  ,              bits_index_w(c->entries),              1,                                 UNIT_NONE,   1,                           way_q) \
    F(STATE, fill,         uint64_t, ,              c->warps,                              1,                                 UNIT_NONE,   1,                           fill_q) \
    F(STATE, held,         uint8_t,  ,              1,                                     1,                                 UNIT_NONE,   1,                           held_q) \
    F(STATE, target,       uint8_t,  ,              c->id_w,                               1,                                 UNIT_NONE,   u->held,                     target_q) \
    F(STATE, step,         uint8_t,  ,              3,                                     c->stages != 0,                    UNIT_NONE,   1,                           gen_stages.step_q) \
    F(STATE, num,          uint64_t, ,              c->addr_w,                             c->stages != 0,                    UNIT_NONE,   1,                           gen_stages.num_q) \
    F(STATE, den,          uint16_t, ,              c->id_w + 1,                           c->stages != 0,                    UNIT_NONE,   1,                           gen_stages.den_q) \
    F(STATE, exact,        uint8_t,  ,              1,                                     c->stages != 0,                    UNIT_NONE,   1,                           gen_stages.exact_q) \
    F(STATE, phase,        uint8_t,  ,              2,                                     c->stages != 0,                    UNIT_NONE,   1,                           gen_stages.phase_q) \
    F(STATE, next,         uint8_t,  ,              c->id_w,                               c->stages != 0,                    UNIT_NONE,   1,                           gen_stages.next_q) \
    F(STATE, product,      uint64_t, ,              c->addr_w,                             c->stages != 0,                    UNIT_NONE,   1,                           gen_stages.product_q) \
    F(VIEW,  drq_head,     uint8_t,  drq.ring.head, bits_index_w(c->drq),                  1,                                 UNIT_NONE,   1,) \
    F(VIEW,  drq_len,      uint8_t,  drq.ring.len,  bits_count_w(c->drq),                  1,                                 UNIT_NONE,   1,) \
    F(VIEW,  drq_addrs,    uint64_t, drq.addrs,     c->addr_w,                             c->drq,                            UNIT_NONE,   apres_drq_holds(&u->drq, i),) \
    F(VIEW,  drq_pcs,      uint64_t, drq.pcs,       c->pc_w,                               c->drq,                            UNIT_NONE,   apres_drq_holds(&u->drq, i),) \
    F(VIEW,  drq_ids,      uint8_t,  drq.ids,       c->id_w,                               c->drq,                            UNIT_NONE,   apres_drq_holds(&u->drq, i),) \
    F(VIEW,  drq_groups,   uint64_t, drq.groups,    c->warps,                              c->drq,                            UNIT_NONE,   apres_drq_holds(&u->drq, i),) \
    F(VIEW,  pt_valid,     uint8_t,  pt.valid,      1,                                     c->entries,                        UNIT_NONE,   1,) \
    F(VIEW,  pt_pcs,       uint64_t, pt.pcs,        c->pc_w,                               c->entries,                        UNIT_NONE,   u->pt.valid[i],) \
    F(VIEW,  pt_ids,       uint8_t,  pt.ids,        c->id_w,                               c->entries,                        UNIT_NONE,   u->pt.valid[i],) \
    F(VIEW,  pt_addrs,     uint64_t, pt.addrs,      c->addr_w,                             c->entries,                        UNIT_NONE,   u->pt.valid[i],) \
    F(VIEW,  pt_strides,   uint64_t, pt.strides,    c->addr_w,                             c->entries,                        UNIT_NONE,   u->pt.valid[i],) \
    F(VIEW,  pt_lower,     uint8_t,  pt.lru.lower,  1,                                     c->entries * (c->entries - 1) / 2, UNIT_NONE,   1,) \
    F(VIEW,  wq_head,      uint8_t,  wq.ring.head,  bits_index_w(c->warps),                1,                                 UNIT_NONE,   1,) \
    F(VIEW,  wq_len,       uint8_t,  wq.ring.len,   bits_count_w(c->warps),                1,                                 UNIT_NONE,   1,) \
    F(VIEW,  wq_ids,       uint8_t,  wq.ids,        c->id_w,                               c->warps,                          UNIT_NONE,   apres_wq_holds(&u->wq, i),) \
    F(VIEW,  div_left,     uint8_t,  div.left,      bits_count_w(c->addr_w / c->div_bits), 1,                                 UNIT_NONE,   1,) \
    F(VIEW,  div_ended,    uint8_t,  div.ended,     1,                                     1,                                 UNIT_NONE,   1,) \
    F(VIEW,  div_neg,      uint8_t,  div.neg,       1,                                     1,                                 UNIT_NONE,   1,) \
    F(VIEW,  div_by,       uint16_t, div.by,        c->id_w + 1,                           1,                                 UNIT_NONE,   1,) \
    F(VIEW,  div_rem,      uint16_t, div.rem,       c->id_w + 1,                           1,                                 UNIT_NONE,   1,) \
    F(VIEW,  div_quo,      uint64_t, div.quo,       c->addr_w,                             1,                                 UNIT_NONE,   1,)
/* clang-format on */
