/* Field list of las.ranges; read by the preprocessor, see common/unit.h.
 * Contract: docs/units/las.md. */
#define UNIT_PREFIX las_ranges
#define UNIT_TITLE  "las.ranges"
#define UNIT_DOC    "what each warp touches: of each data array a region and subregions of it"

/* clang-format off */
#define UNIT_PARAMS(P) \
    P(warps,    Warps,   48, 3, 60, 1, 64, "warps of the SM, any number") \
    P(arrays,   Arrays,   5, 1,  3, 1,  8, "data arrays") \
    P(region_w, RegionW, 10, 2,  7, 1, 16, "bits of a region's number") \
    P(subs,     Subs,    16, 2,  9, 1, 64, "subregions of a region, any number")

#define UNIT_SUBS(S)

#define UNIT_WIRES(W)

#define UNIT_FIELDS(F) \
    F(IN,    set_en,      uint8_t,  ,      1,                      1,                    UNIT_ENABLE, 1,) \
    F(IN,    set_warp,    uint8_t,  ,      bits_index_w(c->warps), 1,                    UNIT_INDEX,  1,) \
    F(IN,    set_regions, uint16_t, [8],   c->region_w,            c->arrays,            UNIT_DATA,   1,) \
    F(IN,    set_subs,    uint64_t, [8],   c->subs,                c->arrays,            UNIT_DATA,   1,) \
    F(IN,    clear_en,    uint8_t,  ,      1,                      1,                    UNIT_ENABLE, 1,) \
    F(IN,    a_warp,      uint8_t,  ,      bits_index_w(c->warps), 1,                    UNIT_INDEX,  1,) \
    F(IN,    b_warp,      uint8_t,  ,      bits_index_w(c->warps), 1,                    UNIT_INDEX,  1,) \
    F(OUT,   a_regions,   uint16_t, [8],   c->region_w,            c->arrays,            UNIT_NONE,   1,) \
    F(OUT,   a_subs,      uint64_t, [8],   c->subs,                c->arrays,            UNIT_NONE,   1,) \
    F(OUT,   b_regions,   uint16_t, [8],   c->region_w,            c->arrays,            UNIT_NONE,   1,) \
    F(OUT,   b_subs,      uint64_t, [8],   c->subs,                c->arrays,            UNIT_NONE,   1,) \
    F(STATE, valid,       uint8_t,  [64],  1,                      c->warps,             UNIT_NONE,   1, valid_q) \
    F(STATE, regions,     uint16_t, [512], c->region_w,            c->warps * c->arrays, UNIT_NONE,   u->valid[i / c->arrays], regions_q) \
    F(STATE, subs,        uint64_t, [512], c->subs,                c->warps * c->arrays, UNIT_NONE,   u->valid[i / c->arrays], subs_q)
/* clang-format on */
