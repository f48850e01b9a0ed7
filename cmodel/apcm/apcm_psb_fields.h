/* Field list of apcm.psb; read by the preprocessor, see common/unit.h.
 * Contract: docs/units/apcm.md. */
#define UNIT_PREFIX apcm_psb
#define UNIT_TITLE  "apcm.psb"
#define UNIT_DOC    "protection status board: which warps protect lines, and until when"

/* clang-format off */
#define UNIT_PARAMS(P) \
    P(warps, Warps, 48, 3, 60, 1, 64, "warps of the SM, any number") \
    P(id_w,  IdW,    4, 2,  6, 1,  6, "bits of a load's ID")

#define UNIT_SUBS(S)

#define UNIT_WIRES(W)

#define UNIT_FIELDS(F) \
    F(IN,    rd_warp,    uint8_t,  , bits_index_w(c->warps), 1, UNIT_INDEX,  1,) \
    F(IN,    set_en,     uint8_t,  , 1,                      1, UNIT_ENABLE, 1,) \
    F(IN,    set_last,   uint8_t,  , c->id_w,                1, UNIT_DATA,   1,) \
    F(IN,    set_loop,   uint8_t,  , 1,                      1, UNIT_QUAL,   1,) \
    F(IN,    done_en,    uint8_t,  , 1,                      1, UNIT_ENABLE, 1,) \
    F(IN,    done_id,    uint8_t,  , c->id_w,                1, UNIT_DATA,   1,) \
    F(IN,    exit_en,    uint8_t,  , 1,                      1, UNIT_ENABLE, 1,) \
    F(IN,    exit_warp,  uint8_t,  , bits_index_w(c->warps), 1, UNIT_INDEX,  1,) \
    F(IN,    exit_match, uint8_t,  , 1,                      1, UNIT_QUAL,   1,) \
    F(IN,    warp_en,    uint8_t,  , 1,                      1, UNIT_ENABLE, 1,) \
    F(IN,    warp,       uint8_t,  , bits_index_w(c->warps), 1, UNIT_INDEX,  1,) \
    F(IN,    clear_en,   uint8_t,  , 1,                      1, UNIT_ENABLE, 1,) \
    F(OUT,   rd_protect, uint8_t,  , 1,                      1, UNIT_NONE,   1,) \
    F(OUT,   rd_last,    uint8_t,  , c->id_w,                1, UNIT_NONE,   1,) \
    F(OUT,   rd_loop,    uint8_t,  , 1,                      1, UNIT_NONE,   1,) \
    F(OUT,   exit_watch, uint8_t,  , 1,                      1, UNIT_NONE,   1,) \
    F(OUT,   exit_last,  uint8_t,  , c->id_w,                1, UNIT_NONE,   1,) \
    F(OUT,   live,       uint64_t, , c->warps,               1, UNIT_MOORE,  1,) \
    F(OUT,   released,   uint8_t,  , 1,                      1, UNIT_FACT,   1,) \
    F(STATE, protect,    uint64_t, [1],  c->warps,           1,        UNIT_PLANES, 1, protect_q) \
    F(STATE, last,       uint8_t,  [64], c->id_w,            c->warps, UNIT_NONE, u->protect[0] >> i & 1, last_q) \
    F(STATE, loop,       uint8_t,  [64], 1,                  c->warps, UNIT_NONE, u->protect[0] >> i & 1, loop_q)
/* clang-format on */
