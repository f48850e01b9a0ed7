/* Field list of apres.agen; read by the preprocessor, see common/unit.h.
 * Contract: docs/units/apres.md. */
#define UNIT_PREFIX apres_agen
#define UNIT_TITLE  "apres.agen"
#define UNIT_DOC    "address generation: three differences, a product, and the address of a prefetch"

/* clang-format off */
#define UNIT_PARAMS(P) \
    P(addr_w, AddrW,  64, 4, 48, 1, 64, "bits of an address and of a stride") \
    P(id_w,   IdW,    8,  2, 7,  1, 8,  "bits of a warp's ID") \
    P(halves, Halves, 0,  1, 1,  0, 1,  "the product is made with one half of the stride at a time, else with all of it")

#define UNIT_SUBS(S)

#define UNIT_WIRES(W)

#define UNIT_FIELDS(F) \
    F(IN,  addr,     uint64_t, , c->addr_w,   1, UNIT_DATA, 1,) \
    F(IN,  old_addr, uint64_t, , c->addr_w,   1, UNIT_DATA, 1,) \
    F(IN,  id,       uint8_t,  , c->id_w,     1, UNIT_DATA, 1,) \
    F(IN,  old_id,   uint8_t,  , c->id_w,     1, UNIT_DATA, 1,) \
    F(IN,  from_id,  uint8_t,  , c->id_w,     1, UNIT_DATA, 1,) \
    F(IN,  to_id,    uint8_t,  , c->id_w,     1, UNIT_DATA, 1,) \
    F(IN,  by,       uint16_t, , c->id_w + 1, 1, UNIT_DATA, 1,) \
    F(IN,  stride,   uint64_t, , c->addr_w,   1, UNIT_DATA, 1,) \
    F(IN,  upper,    uint8_t,  , 1,           1, UNIT_QUAL, 1,) \
    F(IN,  so_far,   uint64_t, , c->addr_w,   1, UNIT_DATA, 1,) \
    F(IN,  base,     uint64_t, , c->addr_w,   1, UNIT_DATA, 1,) \
    F(IN,  step,     uint64_t, , c->addr_w,   1, UNIT_DATA, 1,) \
    F(OUT, d_addr,   uint64_t, , c->addr_w,   1, UNIT_NONE, 1,) \
    F(OUT, d_id,     uint16_t, , c->id_w + 1, 1, UNIT_NONE, 1,) \
    F(OUT, d_to,     uint16_t, , c->id_w + 1, 1, UNIT_NONE, 1,) \
    F(OUT, product,  uint64_t, , c->addr_w,   1, UNIT_NONE, 1,) \
    F(OUT, to,       uint64_t, , c->addr_w,   1, UNIT_NONE, 1,)
/* clang-format on */
