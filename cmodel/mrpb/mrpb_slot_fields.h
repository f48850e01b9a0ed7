/* Field list of mrpb.slot; read by the preprocessor, see common/unit.h.
 * Contract: docs/units/mrpb.md. */
#define UNIT_PREFIX mrpb_slot
#define UNIT_TITLE  "mrpb.slot"
#define UNIT_DOC    "outbound register: the request offered to the cache, or round it"

/* clang-format off */
#define UNIT_PARAMS(P) \
    P(width,  Width, 63, 2, 63, 1, 63, "bits of a request but for the one that says write") \
    P(bypass, Bypass, 3, 3,  3, 0,  3, "0 off, 1 all stalls, 2 associativity stalls, 3 as mode_bypass says")

#define UNIT_SUBS(S)

#define UNIT_FIELDS(F) \
    F(IN,    mode_bypass, uint8_t,  , 2,        1, UNIT_QUAL,   1) \
    F(IN,    in_valid,    uint8_t,  , 1,        1, UNIT_ENABLE, 1) \
    F(IN,    in_write,    uint8_t,  , 1,        1, UNIT_QUAL,   1) \
    F(IN,    in_data,     uint64_t, , c->width, 1, UNIT_DATA,   1) \
    F(IN,    taken,       uint8_t,  , 1,        1, UNIT_ENABLE, 1) \
    F(IN,    reject,      uint8_t,  , 1,        1, UNIT_ENABLE, 1) \
    F(IN,    assoc,       uint8_t,  , 1,        1, UNIT_QUAL,   1) \
    F(OUT,   in_ready,    uint8_t,  , 1,        1, UNIT_NONE,   1) \
    F(OUT,   out_valid,   uint8_t,  , 1,        1, UNIT_NONE,   1) \
    F(OUT,   out_write,   uint8_t,  , 1,        1, UNIT_NONE,   1) \
    F(OUT,   out_bypass,  uint8_t,  , 1,        1, UNIT_NONE,   1) \
    F(OUT,   out_data,    uint64_t, , c->width, 1, UNIT_NONE,   1) \
    F(STATE, valid,       uint8_t,  , 1,        1, UNIT_NONE,   1) \
    F(STATE, write,       uint8_t,  , 1,        1, UNIT_NONE,   1) \
    F(STATE, bypass,      uint8_t,  , 1,        1, UNIT_NONE,   1) \
    F(STATE, data,        uint64_t, , c->width, 1, UNIT_NONE,   u->valid)

/* A rejection of a read that does not go round the cache yet. */
#define MRPB_SLOT_MODE  (c->bypass == 3 ? in->mode_bypass : c->bypass)
#define MRPB_SLOT_STALL (u->valid && !in->taken && in->reject && !u->write && !u->bypass)

#define UNIT_EVENTS(E) \
    E(enters,            in->in_valid && out->in_ready) \
    E(enters_as_one_leaves, u->valid && in->taken && in->in_valid) \
    E(leaves,            u->valid && in->taken && !in->in_valid) \
    E(input_waits,       in->in_valid && !out->in_ready) \
    E(stall_all,         MRPB_SLOT_STALL && MRPB_SLOT_MODE == 1) \
    E(stall_assoc,       MRPB_SLOT_STALL && MRPB_SLOT_MODE == 2 && in->assoc) \
    E(stall_other,       MRPB_SLOT_STALL && MRPB_SLOT_MODE == 2 && !in->assoc) \
    E(stall_off,         MRPB_SLOT_STALL && MRPB_SLOT_MODE % 3 == 0) \
    E(stall_write,       u->valid && !in->taken && in->reject && u->write) \
    E(bypass_taken,      u->valid && u->bypass && in->taken) \
    E(bypass_waits,      u->valid && u->bypass && !in->taken) \
    E(taken_before_reject, u->valid && in->taken && in->reject)

/* A request of four cycles: offered, rejected twice, taken, under each option, cause and kind. */
#define UNIT_DIRECTED(D) \
    D(rejected_then_taken, 64, \
      in->in_valid = k % 4 == 0; in->reject = k % 4 == 1 || k % 4 == 2; in->taken = k % 4 == 3; \
      in->in_write = k >> 2 & 1; in->assoc = k >> 3 & 1; in->mode_bypass = k >> 4 & 3; \
      in->in_data = (k * 0x9e37u + 1) & bits_mask(c->width)) \
    D(next_waits, 64, \
      in->in_valid = 1; in->reject = k % 4 != 3; in->taken = k % 4 == 3; \
      in->in_write = k >> 2 & 1; in->assoc = k >> 3 & 1; in->mode_bypass = k >> 4 & 3; \
      in->in_data = (k * 5) & bits_mask(c->width)) \
    D(back_to_back, 16, in->in_valid = in->taken = 1; in->reject = k & 1; in->mode_bypass = 1; \
      in->in_data = k & bits_mask(c->width)) \
    D(nothing_offered, 4, in->taken = in->reject = 1; in->mode_bypass = 1)
/* clang-format on */
