/* Field list of mrpb.drain_sel; read by the preprocessor, see common/unit.h.
 * Contract: docs/units/mrpb.md. */
#define UNIT_PREFIX mrpb_drain_sel
#define UNIT_TITLE  "mrpb.drain_sel"
#define UNIT_DOC    "visible requests of each queue, and the queue that the drain policy takes next"

/* clang-format off */
#define UNIT_PARAMS(P) \
    P(queues, Queues, 48, 3, 60, 2,   64, "queues") \
    P(depth,  Depth,   8, 2, 12, 2, 1024, "entries a queue") \
    P(policy, Policy,  8, 8,  8, 0,    8, "drain policy; 8: as mode_policy says")

#define UNIT_SUBS(S) \
    S(prio_enc_t, fixed)

#define UNIT_FIELDS(F) \
    F(IN,    mode_policy, uint8_t,  ,     3,                       1, UNIT_QUAL,   1) \
    F(IN,    add_en,      uint8_t,  ,     1,                       1, UNIT_ENABLE, 1) \
    F(IN,    add_queue,   uint8_t,  ,     bits_index_w(c->queues), 1, UNIT_INDEX,  1) \
    F(IN,    drain_en,    uint8_t,  ,     1,                       1, UNIT_ENABLE, 1) \
    F(IN,    flush_en,    uint8_t,  ,     1,                       1, UNIT_ENABLE, 1) \
    F(IN,    look_queue,  uint8_t,  ,     bits_index_w(c->queues), 1, UNIT_INDEX,  1) \
    F(OUT,   any,         uint8_t,  ,     1,                       1, UNIT_NONE,   1) \
    F(OUT,   queue,       uint8_t,  ,     bits_index_w(c->queues), 1, UNIT_NONE,   1) \
    F(OUT,   look_any,    uint8_t,  ,     1,                       1, UNIT_NONE,   1) \
    F(STATE, vis,         uint16_t, [64], bits_count_w(c->depth), c->queues, UNIT_NONE, 1) \
    F(STATE, greedy,      uint8_t,  ,     bits_index_w(c->queues), 1, UNIT_NONE,   1) \
    F(STATE, rr,          uint8_t,  ,     bits_index_w(c->queues), 1, UNIT_NONE,   1)

/* What the policy is, whether it stays with its queue, and what it then hands over to. */
#define MRPB_SEL_POLICY (c->policy < 8 ? c->policy : in->mode_policy)
#define MRPB_SEL_BASE   ((MRPB_SEL_POLICY & 3) % 3)
#define MRPB_SEL_STAYS  ((MRPB_SEL_POLICY & 4) && u->vis[u->greedy] != 0)
#define MRPB_SEL_AMONG  (out->any && !MRPB_SEL_STAYS ? mrpb_drain_sel_with(u, 1) : 0)
#define MRPB_SEL_TIE    (bits_popcount(MRPB_SEL_AMONG) > 1)
#define MRPB_SEL_FLUSH  (in->flush_en && out->look_any)
#define MRPB_SEL_DRAIN  (in->drain_en && out->any && !MRPB_SEL_FLUSH)

#define UNIT_EVENTS(E) \
    E(add,               in->add_en && in->add_queue < c->queues && \
                         u->vis[in->add_queue] < c->depth) \
    E(policy_drain,      MRPB_SEL_DRAIN) \
    E(flush_drain,       MRPB_SEL_FLUSH) \
    E(flush_before_drain, MRPB_SEL_FLUSH && in->drain_en) \
    E(drain_of_nothing,  in->drain_en && !out->any) \
    E(flush_of_nothing,  in->flush_en && in->look_queue < c->queues && !out->look_any) \
    E(add_and_drain_same_queue, in->add_en && \
                         ((MRPB_SEL_FLUSH && in->add_queue == in->look_queue) || \
                          (MRPB_SEL_DRAIN && in->add_queue == out->queue))) \
    E(fixed_tie,         MRPB_SEL_BASE == 0 && MRPB_SEL_TIE) \
    E(longest_tie,       MRPB_SEL_BASE == 1 && MRPB_SEL_AMONG != 0 && \
                         bits_popcount(mrpb_drain_sel_with(u, u->vis[out->queue])) > 1) \
    E(longest_not_lowest, MRPB_SEL_BASE == 1 && \
                         (MRPB_SEL_AMONG & bits_mask(out->queue)) != 0) \
    E(rr_tie,            MRPB_SEL_BASE == 2 && MRPB_SEL_TIE) \
    E(rr_wraps,          MRPB_SEL_BASE == 2 && MRPB_SEL_AMONG != 0 && \
                         MRPB_SEL_AMONG >> u->rr == 0) \
    E(rr_pointer_wraps,  MRPB_SEL_DRAIN && out->queue == c->queues - 1) \
    E(greedy_fixed_tie,  MRPB_SEL_BASE == 0 && MRPB_SEL_STAYS && \
                         (mrpb_drain_sel_with(u, 1) & bits_mask(u->greedy)) != 0) \
    E(greedy_longest_tie, MRPB_SEL_BASE == 1 && MRPB_SEL_STAYS && \
                         mrpb_drain_sel_with(u, u->vis[u->greedy] + 1u) != 0) \
    E(greedy_rr_tie,     MRPB_SEL_BASE == 2 && MRPB_SEL_STAYS && \
                         mrpb_drain_sel_round(u) != u->greedy) \
    E(greedy_hand_over,  (MRPB_SEL_POLICY & 4) && MRPB_SEL_AMONG != 0) \
    E(greedy_empties,    (MRPB_SEL_POLICY & 4) && MRPB_SEL_DRAIN && u->vis[out->queue] == 1 && \
                         !(in->add_en && in->add_queue == out->queue)) \
    E(all_visible,       mrpb_drain_sel_with(u, 1) == bits_mask(c->queues)) \
    E(no_such_queue,     (in->add_en && in->add_queue >= c->queues) || \
                         (in->flush_en && in->look_queue >= c->queues))

/* Every queue filled to another height, then drained by each policy, with more added on the way
 * and flushes in between. */
#define UNIT_DIRECTED(D) \
    D(fill_all, c->queues * (c->depth + 1), \
      in->add_en = 1; in->add_queue = (uint8_t)(k % c->queues); in->look_queue = in->add_queue) \
    D(flush_each_past_empty, c->queues * (c->depth + 1), \
      in->flush_en = 1; in->drain_en = k & 1; in->mode_policy = k & 7; \
      in->look_queue = (uint8_t)(k / (c->depth + 1))) \
    D(stairs, c->queues * c->depth, \
      in->add_en = k / c->queues <= k % c->queues % c->depth; \
      in->add_queue = (uint8_t)(k % c->queues); in->look_queue = in->add_queue) \
    D(drain_by_each_policy, 8 * (2 * c->depth + c->queues), \
      in->mode_policy = (uint8_t)(k / (2 * c->depth + c->queues)); in->drain_en = 1; \
      in->look_queue = (uint8_t)(k % c->queues)) \
    D(add_and_drain_by_each_policy, 8 * (2 * c->depth + c->queues), \
      in->mode_policy = (uint8_t)(k / (2 * c->depth + c->queues)); in->drain_en = k % 3 != 0; \
      in->add_en = 1; in->add_queue = (uint8_t)(k * 5 % c->queues); \
      in->look_queue = (uint8_t)(k % c->queues)) \
    D(last_queue_round_robin, 4 * c->depth, \
      in->mode_policy = 2; in->add_en = 1; in->drain_en = k & 1; \
      in->add_queue = (uint8_t)(c->queues - 1 - k / 2 % 2)) \
    D(stay_with_a_higher_queue, 9 * (c->depth + 4), \
      in->mode_policy = (uint8_t)(4 + k / (c->depth + 4) % 3); \
      in->add_en = k % (c->depth + 4) < 4; \
      in->add_queue = (uint8_t)(k % (c->depth + 4) < 2 ? c->queues - 1 : k % 2); \
      in->drain_en = k % (c->depth + 4) != 0) \
    D(add_and_drain_one_queue, 6 * c->depth, \
      in->mode_policy = k & 7; in->add_en = 1; in->drain_en = k >= c->depth; \
      in->flush_en = k >= 3 * c->depth; in->add_queue = in->look_queue = 1) \
    D(drain_past_empty, c->queues * c->depth + 2, \
      in->mode_policy = 4; in->drain_en = 1; in->look_queue = (uint8_t)(k % c->queues)) \
    D(no_such_queue, 4, in->add_en = k & 1; in->flush_en = 1; in->drain_en = k >> 1 & 1; \
      in->add_queue = in->look_queue = (uint8_t)bits_mask(bits_index_w(c->queues)))
/* clang-format on */
