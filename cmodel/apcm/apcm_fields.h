/* Field list of apcm; read by the preprocessor, see common/unit.h.
 * Contract: docs/units/apcm.md. */
#define UNIT_PREFIX apcm
#define UNIT_TITLE  "apcm"
#define UNIT_DOC    "access-pattern-aware management of one L1: LAT, MTA, CAIT, PSB, tag extension"

/* clang-format off */
#define UNIT_PARAMS(P) \
    P(loads,    Loads,   16, 3, 24, 1,   64, "loads that are tracked: entries of LAT and CAIT") \
    P(pc_w,     PcW,     32, 2, 48, 1,   64, "bits of a PC") \
    P(mta_sets, MtaSets, 32, 2,  8, 1,  128, "sets of the MTA, a power of two; sets * ways is at most 128") \
    P(mta_ways, MtaWays,  1, 2,  5, 1,  128, "ways of the MTA; sets * ways is at most 128") \
    P(line_w,   LineW,   25, 3, 30, 1,   57, "bits of a line number that the MTA tells apart") \
    P(cnt_w,    CntW,     4, 3,  5, 1,    8, "bits of a count; all ones is the threshold") \
    P(warps,    Warps,   48, 3, 60, 1,   64, "warps of the SM") \
    P(sets,     Sets,    32, 3, 48, 1, 2048, "sets of the L1; sets * ways is at most 2048") \
    P(ways,     Ways,     4, 2, 12, 1,   64, "ways of the L1; sets * ways is at most 2048") \
    P(manage,   Manage,   3, 3,  3, 0,    3, "bit 0: streaming loads bypass; bit 1: intra-warp lines are protected")

#define UNIT_SUBS(S) \
    S(apcm_lat, lat, , 1) \
    S(apcm_monitor, monitor, , 1) \
    S(apcm_mta, mta, , 1) \
    S(apcm_cait, cait, , 1) \
    S(apcm_psb, psb, , 1) \
    S(apcm_tags, tags, , 1)

#define UNIT_WIRES(W) \
    W(exit_last,   uint8_t,  ) \
    W(exit_last_pc, uint64_t, ) \
    W(finish_en,   uint8_t,  ) \
    W(watching,    uint8_t,  ) \
    W(mine,        uint8_t,  ) \
    W(scan_en,     uint8_t,  ) \
    W(scan_idx,    uint8_t,  ) \
    W(mta_en,      uint8_t,  ) \
    W(mta_mine,    uint8_t,  ) \
    W(mta_hit,     uint8_t,  ) \
    W(line_count,  uint8_t,  ) \
    W(evict_en,    uint8_t,  ) \
    W(evict_first, uint8_t,  ) \
    W(evict_last,  uint8_t,  ) \
    W(evict_count, uint8_t,  ) \
    W(evict_intra, uint8_t,  ) \
    W(reach_en,    uint8_t,  ) \
    W(reach_first, uint8_t,  ) \
    W(reach_last,  uint8_t,  ) \
    W(reach_intra, uint8_t,  ) \
    W(cait_method, uint8_t,  ) \
    W(cait_last,   uint8_t,  ) \
    W(psb_protect, uint8_t,  ) \
    W(psb_last,    uint8_t,  ) \
    W(psb_loop,    uint8_t,  ) \
    W(set_en,      uint8_t,  ) \
    W(in_loop,     uint8_t,  ) \
    W(done_en,     uint8_t,  ) \
    W(live,        uint64_t, ) \
    W(tags_en,     uint8_t,  ) \
    W(tags_new,    uint8_t,  ) \
    W(plain,       uint8_t,  ) \
    W(pin,         uint8_t,  )

#define UNIT_FIELDS(F) \
    F(IN,   start_en,    uint8_t,  , 1,                         1, UNIT_ENABLE, 1,) \
    F(IN,   load_en,     uint8_t,  , 1,                         1, UNIT_ENABLE, 1,) \
    F(IN,   load_warp,   uint8_t,  , bits_index_w(c->warps),    1, UNIT_INDEX,  1,) \
    F(IN,   load_pc,     uint64_t, , c->pc_w,                   1, UNIT_DATA,   1,) \
    F(IN,   warp_en,     uint8_t,  , 1,                         1, UNIT_ENABLE, 1,) \
    F(IN,   warp,        uint8_t,  , bits_index_w(c->warps),    1, UNIT_INDEX,  1,) \
    F(IN,   finish,      uint8_t,  , 1,                         1, UNIT_QUAL,   1,) \
    F(IN,   exit_en,     uint8_t,  , 1,                         1, UNIT_ENABLE, 1,) \
    F(IN,   exit_warp,   uint8_t,  , bits_index_w(c->warps),    1, UNIT_INDEX,  1,) \
    F(IN,   exit_match,  uint8_t,  , 1,                         1, UNIT_QUAL,   1,) \
    F(IN,   acc_en,      uint8_t,  , 1,                         1, UNIT_ENABLE, 1,) \
    F(IN,   acc_accept,  uint8_t,  , 1,                         1, UNIT_QUAL,   1,) \
    F(IN,   acc_plain,   uint8_t,  , 1,                         1, UNIT_QUAL,   1,) \
    F(IN,   acc_warp,    uint8_t,  , bits_index_w(c->warps),    1, UNIT_INDEX,  1,) \
    F(IN,   acc_tracked, uint8_t,  , 1,                         1, UNIT_QUAL,   1,) \
    F(IN,   acc_id,      uint8_t,  , bits_index_w(c->loads),    1, UNIT_INDEX,  1,) \
    F(IN,   acc_early,   uint8_t,  , 1,                         1, UNIT_QUAL,   1,) \
    F(IN,   acc_final,   uint8_t,  , 1,                         1, UNIT_QUAL,   1,) \
    F(IN,   acc_in_loop, uint8_t,  , 1,                         1, UNIT_QUAL,   1,) \
    F(IN,   acc_again,   uint8_t,  , 1,                         1, UNIT_QUAL,   1,) \
    F(IN,   acc_method,  uint8_t,  , 2,                         1, UNIT_DATA,   1,) \
    F(IN,   acc_last,    uint8_t,  , bits_index_w(c->loads),    1, UNIT_DATA,   1,) \
    F(IN,   acc_line,    uint64_t, , c->line_w,                 1, UNIT_DATA,   1,) \
    F(IN,   acc_set,     uint16_t, , bits_index_w(c->sets),     1, UNIT_INDEX,  1,) \
    F(IN,   acc_hit,     uint8_t,  , 1,                         1, UNIT_QUAL,   1,) \
    F(IN,   acc_past,    uint8_t,  , 1,                         1, UNIT_QUAL,   1,) \
    F(IN,   acc_way,     uint8_t,  , bits_index_w(c->ways),     1, UNIT_INDEX,  1,) \
    F(IN,   gone_en,     uint8_t,  , 1,                         1, UNIT_ENABLE, 1,) \
    F(IN,   gone_set,    uint16_t, , bits_index_w(c->sets),     1, UNIT_INDEX,  1,) \
    F(IN,   gone_way,    uint8_t,  , bits_index_w(c->ways),     1, UNIT_INDEX,  1,) \
    F(IN,   flush_en,    uint8_t,  , 1,                         1, UNIT_ENABLE, 1,) \
    F(OUT,  load_tracked, uint8_t, , 1,                         1, UNIT_NONE,   1,) \
    F(OUT,  load_id,     uint8_t,  , bits_index_w(c->loads),    1, UNIT_NONE,   1,) \
    F(OUT,  exit_watch,  uint8_t,  , 1,                         1, UNIT_NONE,   1,) \
    F(OUT,  exit_pc,     uint64_t, , c->pc_w,                   1, UNIT_NONE,   1,) \
    F(OUT,  method,      uint8_t,  , 2,                         1, UNIT_NONE,   1,) \
    F(OUT,  last,        uint8_t,  , bits_index_w(c->loads),    1, UNIT_NONE,   1,) \
    F(OUT,  streams,     uint8_t,  , 1,                         1, UNIT_NONE,   1,) \
    F(OUT,  held,        uint64_t, , c->ways,                   1, UNIT_NONE,   1,) \
    F(OUT,  all_held,    uint8_t,  , 1,                         1, UNIT_NONE,   1,) \
    F(OUT,  pins,        uint8_t,  , 1,                         1, UNIT_FACT,   1,) \
    F(OUT,  released,    uint8_t,  , 1,                         1, UNIT_FACT,   1,) \
    F(OUT,  lapses,      uint8_t,  , 1,                         1, UNIT_FACT,   1,) \
    F(OUT,  took,        uint8_t,  , 1,                         1, UNIT_FACT,   1,) \
    F(OUT,  refused,     uint8_t,  , 1,                         1, UNIT_FACT,   1,) \
    F(OUT,  begins,      uint8_t,  , 1,                         1, UNIT_FACT,   1,) \
    F(OUT,  ends,        uint8_t,  , 1,                         1, UNIT_FACT,   1,) \
    F(OUT,  mta_hits,    uint8_t,  , 1,                         1, UNIT_FACT,   1,) \
    F(OUT,  allocates,   uint8_t,  , 1,                         1, UNIT_FACT,   1,) \
    F(OUT,  evict_wrote, uint8_t,  , 1,                         1, UNIT_FACT,   1,) \
    F(OUT,  reach_wrote, uint8_t,  , 1,                         1, UNIT_FACT,   1,) \
    F(VIEW, lat_valid,   uint64_t, lat.cam.valid, c->loads,     1,        UNIT_PLANES, 1,) \
    F(VIEW, lat_pcs,     uint64_t, lat.cam.keys,  c->pc_w,      c->loads, UNIT_NONE, u->lat.cam.valid[0] >> i & 1,) \
    F(VIEW, phase,       uint8_t,  monitor.phase, 2,            1, UNIT_NONE, 1,) \
    F(VIEW, mine,        uint8_t,  monitor.mine,  bits_index_w(c->warps), 1, UNIT_NONE, 1,) \
    F(VIEW, scan,        uint8_t,  monitor.scan,  bits_index_w(c->mta_sets * c->mta_ways), 1, UNIT_NONE, 1,) \
    F(VIEW, mta_valid,   uint8_t,  mta.valid,     1,                      c->mta_sets * c->mta_ways, UNIT_NONE, 1,) \
    F(VIEW, mta_tag,     uint64_t, mta.tag,       apcm_tag_w(c),          c->mta_sets * c->mta_ways, UNIT_NONE, u->mta.valid[i],) \
    F(VIEW, mta_first,   uint8_t,  mta.first,     bits_index_w(c->loads), c->mta_sets * c->mta_ways, UNIT_NONE, u->mta.valid[i],) \
    F(VIEW, mta_last,    uint8_t,  mta.last,      bits_index_w(c->loads), c->mta_sets * c->mta_ways, UNIT_NONE, u->mta.valid[i],) \
    F(VIEW, mta_count,   uint8_t,  mta.count,     c->cnt_w,               c->mta_sets * c->mta_ways, UNIT_NONE, u->mta.valid[i],) \
    F(VIEW, mta_intra,   uint8_t,  mta.intra,     c->cnt_w,               c->mta_sets * c->mta_ways, UNIT_NONE, u->mta.valid[i],) \
    F(VIEW, mta_lower,   uint8_t,  mta.lru.lower, 1, c->mta_sets * c->mta_ways * (c->mta_ways - 1) / 2, UNIT_NONE, 1,) \
    F(VIEW, cait_valid,  uint8_t,  cait.valid,    1,                      c->loads, UNIT_NONE, 1,) \
    F(VIEW, cait_method, uint8_t,  cait.method,   2,                      c->loads, UNIT_NONE, u->cait.valid[i],) \
    F(VIEW, cait_count,  uint8_t,  cait.count,    c->cnt_w,               c->loads, UNIT_NONE, u->cait.valid[i],) \
    F(VIEW, cait_last,   uint8_t,  cait.last,     bits_index_w(c->loads), c->loads, UNIT_NONE, u->cait.valid[i],) \
    F(VIEW, protect,     uint64_t, psb.protect,   c->warps,               1,        UNIT_PLANES, 1,) \
    F(VIEW, psb_last,    uint8_t,  psb.last,      bits_index_w(c->loads), c->warps, UNIT_NONE, u->psb.protect[0] >> i & 1,) \
    F(VIEW, psb_loop,    uint8_t,  psb.loop,      1,                      c->warps, UNIT_NONE, u->psb.protect[0] >> i & 1,) \
    F(VIEW, line_protect, uint8_t, tags.protect,  1,                      c->sets * c->ways, UNIT_NONE, 1,) \
    F(VIEW, line_owner,  uint8_t,  tags.owner,    bits_index_w(c->warps), c->sets * c->ways, UNIT_NONE, u->tags.protect[i],) \
    F(VIEW, line_count,  uint8_t,  tags.count,    c->cnt_w,               c->sets * c->ways, UNIT_NONE, 1,)
/* clang-format on */
