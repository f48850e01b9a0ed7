/* Field list of mrpb.flush_ctl; read by the preprocessor, see common/unit.h.
 * Contract: docs/units/mrpb.md. */
#define UNIT_PREFIX mrpb_flush_ctl
#define UNIT_TITLE  "mrpb.flush_ctl"
#define UNIT_DOC    "flush option: what becomes of the request at the input, and who drains"

/* clang-format off */
#define UNIT_PARAMS(P) \
    P(flush, Flush, 2, 2, 2, 0, 2, "flush option: 0 off, 1 on, 2 as mode_flush says")

#define UNIT_SUBS(S)

#define UNIT_FIELDS(F) \
    F(IN,  mode_flush,   uint8_t, , 1, 1, UNIT_QUAL,   1) \
    F(IN,  in_valid,     uint8_t, , 1, 1, UNIT_ENABLE, 1) \
    F(IN,  in_write,     uint8_t, , 1, 1, UNIT_QUAL,   1) \
    F(IN,  in_full,      uint8_t, , 1, 1, UNIT_QUAL,   1) \
    F(IN,  in_empty,     uint8_t, , 1, 1, UNIT_QUAL,   1) \
    F(IN,  in_visible,   uint8_t, , 1, 1, UNIT_QUAL,   1) \
    F(IN,  any,          uint8_t, , 1, 1, UNIT_QUAL,   1) \
    F(IN,  ob_free,      uint8_t, , 1, 1, UNIT_QUAL,   1) \
    F(OUT, in_ready,     uint8_t, , 1, 1, UNIT_NONE,   1) \
    F(OUT, enqueue,      uint8_t, , 1, 1, UNIT_NONE,   1) \
    F(OUT, direct,       uint8_t, , 1, 1, UNIT_NONE,   1) \
    F(OUT, flush_drain,  uint8_t, , 1, 1, UNIT_NONE,   1) \
    F(OUT, policy_drain, uint8_t, , 1, 1, UNIT_NONE,   1)

#define MRPB_FLUSH_ON    (c->flush == 2 ? in->mode_flush : c->flush)
#define MRPB_FLUSH_READ  (in->in_valid && !in->in_write)
#define MRPB_FLUSH_WRITE (in->in_valid && in->in_write)

#define UNIT_EVENTS(E) \
    E(read_enqueued,     out->enqueue && !in->in_write) \
    E(write_enqueued,    out->enqueue && in->in_write) \
    E(read_full_flushes, MRPB_FLUSH_READ && out->flush_drain) \
    E(read_full_waits,   MRPB_FLUSH_READ && !MRPB_FLUSH_ON && in->in_full && out->policy_drain) \
    E(read_full_invisible, MRPB_FLUSH_READ && MRPB_FLUSH_ON && in->in_full && \
                         !in->in_visible && out->policy_drain) \
    E(write_flushes,     MRPB_FLUSH_WRITE && out->flush_drain) \
    E(write_direct,      MRPB_FLUSH_WRITE && out->direct) \
    E(write_waits_for_register, MRPB_FLUSH_WRITE && MRPB_FLUSH_ON && in->in_empty && \
                         !in->ob_free) \
    E(write_queue_invisible, MRPB_FLUSH_WRITE && MRPB_FLUSH_ON && !in->in_empty && \
                         !in->in_visible && out->policy_drain) \
    E(write_full_waits,  MRPB_FLUSH_WRITE && !MRPB_FLUSH_ON && in->in_full) \
    E(policy,            out->policy_drain) \
    E(policy_and_enqueue, out->policy_drain && out->enqueue) \
    E(nothing_to_drain,  in->ob_free && !in->any && !out->direct && !out->flush_drain)

/* Eight inputs of one bit: all there is, half with the flush option off and half with it on. */
#define UNIT_DIRECTED(D) \
    D(all_there_is, 256, \
      in->in_valid = k & 1; in->in_write = k >> 1 & 1; in->in_full = k >> 2 & 1; \
      in->in_empty = k >> 3 & 1; in->in_visible = k >> 4 & 1; in->any = k >> 5 & 1; \
      in->ob_free = k >> 6 & 1; in->mode_flush = k >> 7 & 1)
/* clang-format on */
