/* Field list of apcm.monitor; read by the preprocessor, see common/unit.h.
 * Contract: docs/units/apcm.md. */
#define UNIT_PREFIX apcm_monitor
#define UNIT_TITLE  "apcm.monitor"
#define UNIT_DOC    "which warp is monitored, and the scan of the MTA when it has finished"

/* clang-format off */
#define UNIT_PARAMS(P) \
    P(warps,   Warps,   48, 3, 60, 1,  64, "warps of the SM, any number") \
    P(entries, Entries, 32, 3, 40, 1, 128, "entries of the MTA, any number")

#define UNIT_SUBS(S)

#define UNIT_WIRES(W)

#define UNIT_FIELDS(F) \
    F(IN,    start_en,    uint8_t, , 1,                        1, UNIT_ENABLE, 1,) \
    F(IN,    load_en,     uint8_t, , 1,                        1, UNIT_ENABLE, 1,) \
    F(IN,    load_warp,   uint8_t, , bits_index_w(c->warps),   1, UNIT_INDEX,  1,) \
    F(IN,    finish_en,   uint8_t, , 1,                        1, UNIT_ENABLE, 1,) \
    F(IN,    finish_warp, uint8_t, , bits_index_w(c->warps),   1, UNIT_INDEX,  1,) \
    F(OUT,   watching,    uint8_t, , 1,                        1, UNIT_MOORE,  1,) \
    F(OUT,   warp,        uint8_t, , bits_index_w(c->warps),   1, UNIT_MOORE,  1,) \
    F(OUT,   scan_en,     uint8_t, , 1,                        1, UNIT_MOORE,  1,) \
    F(OUT,   scan_idx,    uint8_t, , bits_index_w(c->entries), 1, UNIT_MOORE,  1,) \
    F(OUT,   begins,      uint8_t, , 1,                        1, UNIT_FACT,   1,) \
    F(OUT,   ends,        uint8_t, , 1,                        1, UNIT_FACT,   1,) \
    F(STATE, phase,       uint8_t, , 2,                        1, UNIT_NONE,   1, phase_q) \
    F(STATE, mine,        uint8_t, , bits_index_w(c->warps),   1, UNIT_NONE,   1, mine_q) \
    F(STATE, scan,        uint8_t, , bits_index_w(c->entries), 1, UNIT_NONE,   1, scan_q)
/* clang-format on */
