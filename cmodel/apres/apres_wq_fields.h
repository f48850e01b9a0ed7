/* Field list of apres.wq; read by the preprocessor, see common/unit.h.
 * Contract: docs/units/apres.md. */
#define UNIT_PREFIX apres_wq
#define UNIT_TITLE  "apres.wq"
#define UNIT_DOC    "warp queue: the warps of the group that is served"

/* clang-format off */
#define UNIT_PARAMS(P) \
    P(depth, Depth, 48, 3, 60, 1, 64, "warps that can wait, any number") \
    P(id_w,  IdW,   8,  2, 7,  1, 8,  "bits of a warp's ID")

#define UNIT_SUBS(S) \
    S(ring, ring, , 1)

#define UNIT_WIRES(W) \
    W(full,   uint8_t,) \
    W(first,  uint8_t,) \
    W(next,   uint8_t,) \
    W(pushes, uint8_t,) \
    W(pops,   uint8_t,)

#define UNIT_FIELDS(F) \
    F(IN,    push_en,  uint8_t, ,          1,                      1,        UNIT_ENABLE, 1,) \
    F(IN,    push_id,  uint8_t, ,          c->id_w,                1,        UNIT_DATA,   1,) \
    F(IN,    pop_en,   uint8_t, ,          1,                      1,        UNIT_ENABLE, 1,) \
    F(IN,    clear_en, uint8_t, ,          1,                      1,        UNIT_ENABLE, 1,) \
    F(OUT,   valid,    uint8_t, ,          1,                      1,        UNIT_MOORE,  1,) \
    F(OUT,   id,       uint8_t, ,          c->id_w,                1,        UNIT_MOORE,  1,) \
    F(VIEW,  head,     uint8_t, ring.head, bits_index_w(c->depth), 1,        UNIT_NONE,   1,) \
    F(VIEW,  len,      uint8_t, ring.len,  bits_count_w(c->depth), 1,        UNIT_NONE,   1,) \
    F(STATE, ids,      uint8_t, [64],      c->id_w,                c->depth, UNIT_NONE,   apres_wq_holds(u, i), ids_q)
/* clang-format on */
