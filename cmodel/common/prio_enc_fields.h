/* Field list of common.prio_enc; read by the preprocessor, see common/unit.h.
 * Contract: docs/units/common.md. */
#define UNIT_PREFIX prio_enc
#define UNIT_TITLE  "common.prio_enc"
#define UNIT_DOC    "priority encoder: index and one-hot of the lowest request"

/* clang-format off */
#define UNIT_PARAMS(P) \
    P(n, N, 48, 5, 64, 1, 64, "request lines, any number")

#define UNIT_SUBS(S)

#define UNIT_WIRES(W)

#define UNIT_FIELDS(F) \
    F(IN,  req,    uint64_t, , c->n,               1, UNIT_DATA, 1,) \
    F(OUT, any,    uint8_t,  , 1,                  1, UNIT_NONE, 1,) \
    F(OUT, idx,    uint8_t,  , bits_index_w(c->n), 1, UNIT_NONE, 1,) \
    F(OUT, onehot, uint64_t, , c->n,               1, UNIT_NONE, 1,)
/* clang-format on */
