/* Field list of common.prio_enc; read by the preprocessor, see common/unit.h.
 * Contract: docs/units/common.md. */
#define UNIT_PREFIX prio_enc
#define UNIT_TITLE  "common.prio_enc"
#define UNIT_DOC    "priority encoder: index and one-hot of the lowest request"

/* clang-format off */
#define UNIT_PARAMS(P) \
    P(n, N, 48, 4, 64, 2, 64, "request lines")

#define UNIT_SUBS(S)

#define UNIT_FIELDS(F) \
    F(IN,  req,    uint64_t, , c->n,               1, UNIT_DATA, 1) \
    F(OUT, any,    uint8_t,  , 1,                  1, UNIT_NONE, 1) \
    F(OUT, idx,    uint8_t,  , bits_index_w(c->n), 1, UNIT_NONE, 1) \
    F(OUT, onehot, uint64_t, , c->n,               1, UNIT_NONE, 1)

#define UNIT_EVENTS(E) \
    E(none,          in->req == 0) \
    E(lowest_line,   in->req & 1) \
    E(highest_alone, in->req == UINT64_C(1) << (c->n - 1)) \
    E(several,       bits_popcount(in->req) > 1) \
    E(all,           in->req == bits_mask(c->n))

#define UNIT_DIRECTED(D) \
    D(each_line_alone,  c->n, in->req = UINT64_C(1) << k) \
    D(each_line_and_all_above, c->n, in->req = bits_mask(c->n) & ~bits_mask(k)) \
    D(each_line_and_highest, c->n, in->req = UINT64_C(1) << k | UINT64_C(1) << (c->n - 1)) \
    D(no_line, 1, in->req = 0)
/* clang-format on */
