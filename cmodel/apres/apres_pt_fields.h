/* Field list of apres.pt; read by the preprocessor, see common/unit.h.
 * Contract: docs/units/apres.md. */
#define UNIT_PREFIX apres_pt
#define UNIT_TITLE  "apres.pt"
#define UNIT_DOC    "prefetch table: warp, address and stride of each load seen last"

/* clang-format off */
#define UNIT_PARAMS(P) \
    P(entries, Entries, 10, 3, 12, 1, 32, "loads that are held, any number") \
    P(pc_w,    PcW,     32, 2, 48, 1, 64, "bits of a PC") \
    P(id_w,    IdW,     8,  2, 7,  1, 8,  "bits of a warp's ID") \
    P(addr_w,  AddrW,   64, 4, 48, 1, 64, "bits of an address and of a stride")

#define UNIT_SUBS(S) \
    S(lru, lru, , 1)

#define UNIT_WIRES(W) \
    W(used,   uint8_t,) \
    W(oldest, uint8_t,) \
    W(way,    uint8_t,)

#define UNIT_FIELDS(F) \
    F(IN,    look_en,    uint8_t,  ,          1,                        1,                                 UNIT_ENABLE, 1,) \
    F(IN,    look_pc,    uint64_t, ,          c->pc_w,                  1,                                 UNIT_DATA,   1,) \
    F(IN,    look_id,    uint8_t,  ,          c->id_w,                  1,                                 UNIT_DATA,   1,) \
    F(IN,    look_addr,  uint64_t, ,          c->addr_w,                1,                                 UNIT_DATA,   1,) \
    F(IN,    at,         uint8_t,  ,          bits_index_w(c->entries), 1,                                 UNIT_INDEX,  1,) \
    F(IN,    set_en,     uint8_t,  ,          1,                        1,                                 UNIT_ENABLE, 1,) \
    F(IN,    set_stride, uint64_t, ,          c->addr_w,                1,                                 UNIT_DATA,   1,) \
    F(IN,    clear_en,   uint8_t,  ,          1,                        1,                                 UNIT_ENABLE, 1,) \
    F(OUT,   hit,        uint8_t,  ,          1,                        1,                                 UNIT_FACT,   1,) \
    F(OUT,   allocates,  uint8_t,  ,          1,                        1,                                 UNIT_FACT,   1,) \
    F(OUT,   replaces,   uint8_t,  ,          1,                        1,                                 UNIT_FACT,   1,) \
    F(OUT,   way,        uint8_t,  ,          bits_index_w(c->entries), 1,                                 UNIT_NONE,   1,) \
    F(OUT,   old_id,     uint8_t,  ,          c->id_w,                  1,                                 UNIT_NONE,   1,) \
    F(OUT,   old_addr,   uint64_t, ,          c->addr_w,                1,                                 UNIT_NONE,   1,) \
    F(OUT,   stride,     uint64_t, ,          c->addr_w,                1,                                 UNIT_NONE,   1,) \
    F(STATE, valid,      uint8_t,  [32],      1,                        c->entries,                        UNIT_NONE,   1,           valid_q) \
    F(STATE, pcs,        uint64_t, [32],      c->pc_w,                  c->entries,                        UNIT_NONE,   u->valid[i], pcs_q) \
    F(STATE, ids,        uint8_t,  [32],      c->id_w,                  c->entries,                        UNIT_NONE,   u->valid[i], ids_q) \
    F(STATE, addrs,      uint64_t, [32],      c->addr_w,                c->entries,                        UNIT_NONE,   u->valid[i], addrs_q) \
    F(STATE, strides,    uint64_t, [32],      c->addr_w,                c->entries,                        UNIT_NONE,   u->valid[i], strides_q) \
    F(VIEW,  lower,      uint8_t,  lru.lower, 1,                        c->entries * (c->entries - 1) / 2, UNIT_NONE,   1,)
/* clang-format on */
