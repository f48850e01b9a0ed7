/* Field list of mrpb.slot; read by the preprocessor, see common/unit.h.
 * Contract: docs/units/mrpb.md. */
#define UNIT_PREFIX mrpb_slot
#define UNIT_TITLE  "mrpb.slot"
#define UNIT_DOC    "outbound register: the request offered to the cache, or bypassing it"

/* clang-format off */
#define UNIT_PARAMS(P) \
    P(width,  Width,  63, 2, 63, 1, 63, "bits of a request but for the one that says write") \
    P(bypass, Bypass,  2, 1,  0, 0,  2, "bypass option: 0 off, 1 all stalls, 2 associativity stalls")

#define UNIT_SUBS(S)

#define UNIT_WIRES(W)

#define UNIT_FIELDS(F) \
    F(IN,    in_valid,   uint8_t,  , 1,        1, UNIT_ENABLE, 1,) \
    F(IN,    in_write,   uint8_t,  , 1,        1, UNIT_QUAL,   1,) \
    F(IN,    in_data,    uint64_t, , c->width, 1, UNIT_DATA,   1,) \
    F(IN,    taken,      uint8_t,  , 1,        1, UNIT_ENABLE, 1,) \
    F(IN,    reject,     uint8_t,  , 1,        1, UNIT_ENABLE, 1,) \
    F(IN,    assoc,      uint8_t,  , 1,        1, UNIT_QUAL,   1,) \
    F(OUT,   in_ready,   uint8_t,  , 1,        1, UNIT_NONE,   1,) \
    F(OUT,   out_valid,  uint8_t,  , 1,        1, UNIT_MOORE,  1,) \
    F(OUT,   out_write,  uint8_t,  , 1,        1, UNIT_MOORE,  1,) \
    F(OUT,   out_bypass, uint8_t,  , 1,        1, UNIT_MOORE,  1,) \
    F(OUT,   out_data,   uint64_t, , c->width, 1, UNIT_MOORE,  1,) \
    F(STATE, valid,      uint8_t,  , 1,        1, UNIT_NONE,   1, valid_q) \
    F(STATE, write,      uint8_t,  , 1,        1, UNIT_NONE,   1, write_q) \
    F(STATE, bypass,     uint8_t,  , 1,        1, UNIT_NONE,   1, bypass_q) \
    F(STATE, data,       uint64_t, , c->width, 1, UNIT_NONE,   u->valid, data_q)
/* clang-format on */
