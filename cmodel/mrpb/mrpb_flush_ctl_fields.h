/* Field list of mrpb.flush_ctl; read by the preprocessor, see common/unit.h.
 * Contract: docs/units/mrpb.md. */
#define UNIT_PREFIX mrpb_flush_ctl
#define UNIT_TITLE  "mrpb.flush_ctl"
#define UNIT_DOC    "flush option: what becomes of the request at the input, and who drains"

/* clang-format off */
#define UNIT_PARAMS(P) \
    P(flush, Flush, 1, 1, 0, 0, 1, "flush option: 0 off, 1 on")

#define UNIT_SUBS(S)

#define UNIT_WIRES(W)

#define UNIT_FIELDS(F) \
    F(IN,  in_valid,     uint8_t, , 1, 1, UNIT_ENABLE, 1,) \
    F(IN,  in_write,     uint8_t, , 1, 1, UNIT_QUAL,   1,) \
    F(IN,  in_full,      uint8_t, , 1, 1, UNIT_QUAL,   1,) \
    F(IN,  in_empty,     uint8_t, , 1, 1, UNIT_QUAL,   1,) \
    F(IN,  in_visible,   uint8_t, , 1, 1, UNIT_QUAL,   1,) \
    F(IN,  any,          uint8_t, , 1, 1, UNIT_ENABLE, 1,) \
    F(IN,  ob_free,      uint8_t, , 1, 1, UNIT_QUAL,   1,) \
    F(OUT, in_ready,     uint8_t, , 1, 1, UNIT_NONE,   1,) \
    F(OUT, enqueue,      uint8_t, , 1, 1, UNIT_FACT,   1,) \
    F(OUT, direct,       uint8_t, , 1, 1, UNIT_FACT,   1,) \
    F(OUT, flush_drain,  uint8_t, , 1, 1, UNIT_FACT,   1,) \
    F(OUT, policy_drain, uint8_t, , 1, 1, UNIT_FACT,   1,) \
    F(OUT, drained,      uint8_t, , 2, 1, UNIT_FACT,   1,) \
    F(OUT, wait_full,    uint8_t, , 1, 1, UNIT_NONE,   1,) \
    F(OUT, wait_write,   uint8_t, , 1, 1, UNIT_NONE,   1,)
/* clang-format on */
