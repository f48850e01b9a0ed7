/* Field list of common.cam; read by the preprocessor, see common/unit.h.
 * Contract: docs/units/common.md. */
#define UNIT_PREFIX cam
#define UNIT_TITLE  "common.cam"
#define UNIT_DOC    "content-addressed table: key to index, allocating the lowest free entry"

/* clang-format off */
#define UNIT_PARAMS(P) \
    P(entries, Entries, 16, 3, 40, 1, 64, "entries, any number") \
    P(key_w,   KeyW,    32, 2, 48, 1, 64, "bits per key")

#define UNIT_SUBS(S) \
    S(prio_enc, free, , 1)

#define UNIT_WIRES(W) \
    W(any_free,    uint8_t,  ) \
    W(free_idx,    uint8_t,  ) \
    W(free_onehot, uint64_t, )

#define UNIT_FIELDS(F) \
    F(IN,    lookup_en, uint8_t,  ,     1,                        1,          UNIT_ENABLE, 1,) \
    F(IN,    alloc,     uint8_t,  ,     1,                        1,          UNIT_QUAL,   1,) \
    F(IN,    key,       uint64_t, ,     c->key_w,                 1,          UNIT_DATA,   1,) \
    F(IN,    clear_en,  uint8_t,  ,     1,                        1,          UNIT_ENABLE, 1,) \
    F(IN,    rd_idx,    uint8_t,  ,     bits_index_w(c->entries), 1,          UNIT_INDEX,  1,) \
    F(OUT,   hit,       uint8_t,  ,     1,                        1,          UNIT_NONE,   1,) \
    F(OUT,   full,      uint8_t,  ,     1,                        1,          UNIT_MOORE,  1,) \
    F(OUT,   idx,       uint8_t,  ,     bits_index_w(c->entries), 1,          UNIT_NONE,   1,) \
    F(OUT,   rd_key,    uint64_t, ,     c->key_w,                 1,          UNIT_NONE,   1,) \
    F(STATE, valid,     uint64_t, [1],  c->entries,               1,          UNIT_PLANES, 1, valid_q) \
    F(STATE, keys,      uint64_t, [64], c->key_w,                 c->entries, UNIT_NONE, \
      u->valid[0] >> i & 1, keys_q)
/* clang-format on */
