/* Field list of common.cam; read by the preprocessor, see common/unit.h.
 * Contract: docs/units/common.md. */
#define UNIT_PREFIX cam
#define UNIT_TITLE  "common.cam"
#define UNIT_DOC    "content-addressed table: key to index, allocating the lowest free entry"

/* clang-format off */
#define UNIT_PARAMS(P) \
    P(entries, Entries, 16, 2, 32, 2, 64, "entries") \
    P(key_w,   KeyW,    32, 2, 48, 1, 64, "bits per key")

#define UNIT_SUBS(S)

#define UNIT_FIELDS(F) \
    F(IN,    lookup_en, uint8_t,  ,     1,                        1,          UNIT_ENABLE, 1) \
    F(IN,    alloc,     uint8_t,  ,     1,                        1,          UNIT_QUAL,   1) \
    F(IN,    key,       uint64_t, ,     c->key_w,                 1,          UNIT_DATA,   1) \
    F(IN,    clear_en,  uint8_t,  ,     1,                        1,          UNIT_ENABLE, 1) \
    F(OUT,   hit,       uint8_t,  ,     1,                        1,          UNIT_NONE,   1) \
    F(OUT,   full,      uint8_t,  ,     1,                        1,          UNIT_NONE,   1) \
    F(OUT,   idx,       uint8_t,  ,     bits_index_w(c->entries), 1,          UNIT_NONE,   1) \
    F(STATE, valid,     uint8_t,  [64], 1,                        c->entries, UNIT_NONE,   1) \
    F(STATE, keys,      uint64_t, [64], c->key_w,                 c->entries, UNIT_NONE, \
      u->valid[i])

#define UNIT_EVENTS(E) \
    E(hit,              out->hit) \
    E(miss_allocates,   in->lookup_en && in->alloc && !out->hit && !out->full) \
    E(miss_when_full,   in->lookup_en && in->alloc && !out->hit && out->full) \
    E(miss_no_alloc,    in->lookup_en && !in->alloc && !out->hit) \
    E(hit_last_entry,   out->hit && out->idx == c->entries - 1) \
    E(clear,            in->clear_en && u->valid[0]) \
    E(clear_and_alloc,  in->clear_en && in->lookup_en && in->alloc && !out->hit) \
    E(clear_and_hit,    in->clear_en && out->hit)

#define UNIT_DIRECTED(D) \
    D(fill_past_full,   c->entries + 2, in->lookup_en = 1; in->alloc = 1; \
      in->key = k & bits_mask(c->key_w)) \
    D(hit_every_entry,  c->entries, in->lookup_en = 1; in->alloc = 1; \
      in->key = k & bits_mask(c->key_w)) \
    D(clear_and_alloc,  2, in->clear_en = 1; in->lookup_en = 1; in->alloc = 1; \
      in->key = (k + 1) & bits_mask(c->key_w)) \
    D(alloc_after_clear, 2, in->lookup_en = 1; in->alloc = 1; in->key = k & bits_mask(c->key_w))
/* clang-format on */
