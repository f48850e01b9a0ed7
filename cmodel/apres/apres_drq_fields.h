/* Field list of apres.drq; read by the preprocessor, see common/unit.h.
 * Contract: docs/units/apres.md. */
#define UNIT_PREFIX apres_drq
#define UNIT_TITLE  "apres.drq"
#define UNIT_DOC    "demand request queue: misses that wait for the prefetcher"

/* clang-format off */
#define UNIT_PARAMS(P) \
    P(depth,  Depth, 32, 3, 24, 1, 64, "misses that can wait, any number") \
    P(addr_w, AddrW, 64, 4, 48, 1, 64, "bits of an address and of a stride") \
    P(pc_w,   PcW,   32, 2, 48, 1, 64, "bits of a PC") \
    P(id_w,   IdW,   8,  2, 7,  1, 8,  "bits of a warp's ID") \
    P(warps,  Warps, 48, 3, 60, 1, 64, "warps of the SM, any number")

#define UNIT_SUBS(S) \
    S(ring, ring, , 1)

#define UNIT_WIRES(W) \
    W(full,   uint8_t,) \
    W(first,  uint8_t,) \
    W(next,   uint8_t,) \
    W(pushes, uint8_t,) \
    W(pops,   uint8_t,)

#define UNIT_FIELDS(F) \
    F(IN,    push_en,    uint8_t,  ,          1,                      1,        UNIT_ENABLE, 1,) \
    F(IN,    push_addr,  uint64_t, ,          c->addr_w,              1,        UNIT_DATA,   1,) \
    F(IN,    push_pc,    uint64_t, ,          c->pc_w,                1,        UNIT_DATA,   1,) \
    F(IN,    push_id,    uint8_t,  ,          c->id_w,                1,        UNIT_DATA,   1,) \
    F(IN,    push_group, uint64_t, ,          c->warps,               1,        UNIT_DATA,   1,) \
    F(IN,    pop_en,     uint8_t,  ,          1,                      1,        UNIT_ENABLE, 1,) \
    F(IN,    clear_en,   uint8_t,  ,          1,                      1,        UNIT_ENABLE, 1,) \
    F(OUT,   valid,      uint8_t,  ,          1,                      1,        UNIT_MOORE,  1,) \
    F(OUT,   addr,       uint64_t, ,          c->addr_w,              1,        UNIT_MOORE,  1,) \
    F(OUT,   pc,         uint64_t, ,          c->pc_w,                1,        UNIT_MOORE,  1,) \
    F(OUT,   id,         uint8_t,  ,          c->id_w,                1,        UNIT_MOORE,  1,) \
    F(OUT,   group,      uint64_t, ,          c->warps,               1,        UNIT_MOORE,  1,) \
    F(OUT,   dropped,    uint8_t,  ,          1,                      1,        UNIT_FACT,   1,) \
    F(VIEW,  head,       uint8_t,  ring.head, bits_index_w(c->depth), 1,        UNIT_NONE,   1,) \
    F(VIEW,  len,        uint8_t,  ring.len,  bits_count_w(c->depth), 1,        UNIT_NONE,   1,) \
    F(STATE, addrs,      uint64_t, [64],      c->addr_w,              c->depth, UNIT_NONE,   apres_drq_holds(u, i), addrs_q) \
    F(STATE, pcs,        uint64_t, [64],      c->pc_w,                c->depth, UNIT_NONE,   apres_drq_holds(u, i), pcs_q) \
    F(STATE, ids,        uint8_t,  [64],      c->id_w,                c->depth, UNIT_NONE,   apres_drq_holds(u, i), ids_q) \
    F(STATE, groups,     uint64_t, [64],      c->warps,               c->depth, UNIT_NONE,   apres_drq_holds(u, i), groups_q)
/* clang-format on */
