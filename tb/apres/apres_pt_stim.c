/* Events and directed stimulus of apres.pt (docs/units/apres.md). */
#include "apres/apres_pt.h"
#include "lockstep/stim_unit.h"

enum {
    ALLOCATES,
    ALLOCATES_LAST,
    REPLACES,
    REPLACES_LAST,
    REPLACES_STRIDE,
    HIT,
    HIT_LAST,
    HIT_OLDEST,
    HIT_SAME_WARP,
    HIT_OTHER_WARP,
    SET,
    SET_LAST,
    SET_NEGATIVE,
    SET_SAME,
    SET_ZERO,
    SET_FREE,
    SET_AND_HIT,
    SET_AND_HIT_APART,
    SET_AND_REPLACE,
    SET_AND_REPLACE_APART,
    SET_AND_ALLOCATE,
    READS_STRIDE,
    READS_FREE,
    READS_BEFORE_EDGE,
    NO_SUCH_ENTRY,
    CLEAR,
    CLEAR_AND_LOOK,
    CLEAR_AND_SET,
};

/* There are as many PCs as entries, so that all can be in use. */
static bool can_fill(const void *cfg)
{
    const apres_pt_cfg_t *c = cfg;
    return bits_mask(c->pc_w) >= c->entries - 1;
}

/* There are more PCs than entries. */
static bool pcs_to_spare(const void *cfg)
{
    const apres_pt_cfg_t *c = cfg;
    return bits_mask(c->pc_w) >= c->entries;
}

static bool two_entries(const void *cfg)
{
    const apres_pt_cfg_t *c = cfg;
    return c->entries > 1;
}

static bool spare_and_two_entries(const void *cfg)
{
    return pcs_to_spare(cfg) && two_entries(cfg);
}

static bool entry_beyond(const void *cfg)
{
    const apres_pt_cfg_t *c = cfg;
    return !bits_every_index(c->entries);
}

static const stim_event_t events[] = {
    [ALLOCATES] = {.name = "allocates"},
    [ALLOCATES_LAST] = {.name = "allocates_last", .possible = can_fill},
    [REPLACES] = {.name = "replaces", .possible = pcs_to_spare},
    [REPLACES_LAST] = {.name = "replaces_last", .possible = pcs_to_spare},
    [REPLACES_STRIDE] = {.name = "replaces_stride", .possible = pcs_to_spare},
    [HIT] = {.name = "hit"},
    [HIT_LAST] = {.name = "hit_last", .possible = can_fill},
    [HIT_OLDEST] = {.name = "hit_oldest", .possible = can_fill},
    [HIT_SAME_WARP] = {.name = "hit_same_warp"},
    [HIT_OTHER_WARP] = {.name = "hit_other_warp"},
    [SET] = {.name = "set"},
    [SET_LAST] = {.name = "set_last", .possible = can_fill},
    [SET_NEGATIVE] = {.name = "set_negative"},
    [SET_SAME] = {.name = "set_same"},
    [SET_ZERO] = {.name = "set_zero"},
    [SET_FREE] = {.name = "set_free"},
    [SET_AND_HIT] = {.name = "set_and_hit"},
    [SET_AND_HIT_APART] = {.name = "set_and_hit_apart", .possible = two_entries},
    [SET_AND_REPLACE] = {.name = "set_and_replace", .possible = pcs_to_spare},
    [SET_AND_REPLACE_APART] = {.name = "set_and_replace_apart", .possible = spare_and_two_entries},
    [SET_AND_ALLOCATE] = {.name = "set_and_allocate"},
    [READS_STRIDE] = {.name = "reads_stride"},
    [READS_FREE] = {.name = "reads_free"},
    [READS_BEFORE_EDGE] = {.name = "reads_before_edge"},
    [NO_SUCH_ENTRY] = {.name = "no_such_entry", .possible = entry_beyond},
    [CLEAR] = {.name = "clear"},
    [CLEAR_AND_LOOK] = {.name = "clear_and_look"},
    [CLEAR_AND_SET] = {.name = "clear_and_set"},
};

/* Where a lookup finds its PC, or which entry it takes. */
typedef struct place {
    bool look, hit, replaces;
    unsigned way, oldest, used;
} place_t;

static place_t place_of(const apres_pt_t *u, const apres_pt_in_t *in)
{
    const unsigned entries = u->cfg.entries;
    place_t p = {.look = in->look_en && !in->clear_en};
    lru_out_t lru;
    unsigned free = entries, hit = entries;
    for (unsigned e = entries; e-- > 0;) {
        p.used += u->valid[e];
        if (!u->valid[e])
            free = e;
        else if (u->pcs[e] == in->look_pc)
            hit = e;
    }
    lru_eval(&u->lru, &(lru_in_t){0}, &lru);
    p.oldest = lru.oldest;
    p.hit = p.look && hit < entries;
    p.replaces = p.look && !p.hit && free == entries;
    p.way = p.hit ? hit : free < entries ? free : p.oldest;
    return p;
}

static void watch_look(const apres_pt_t *u, const apres_pt_in_t *in, const place_t *p,
                       bool *happened)
{
    const unsigned last = u->cfg.entries - 1;
    const bool takes_free = p->look && !p->hit && !p->replaces,
               same = u->ids[p->way] == in->look_id;

    happened[ALLOCATES] = takes_free;
    happened[ALLOCATES_LAST] = takes_free && p->way == last;
    happened[REPLACES] = p->replaces;
    happened[REPLACES_LAST] = p->replaces && p->way == last;
    happened[REPLACES_STRIDE] = p->replaces && u->strides[p->way] != 0;
    happened[HIT] = p->hit;
    happened[HIT_LAST] = p->hit && p->way == last;
    happened[HIT_OLDEST] = p->hit && p->used == u->cfg.entries && p->way == p->oldest;
    happened[HIT_SAME_WARP] = p->hit && same;
    happened[HIT_OTHER_WARP] = p->hit && !same;
}

static void watch(const void *cfg, const void *state, const void *input, const void *output,
                  bool *happened)
{
    const apres_pt_cfg_t *c = cfg;
    const apres_pt_t *u = state;
    const apres_pt_in_t *in = input;
    const apres_pt_out_t *out = output;
    const place_t p = place_of(u, in);
    const bool names = in->at < c->entries, used = names && u->valid[in->at];
    const bool asked = in->set_en && !in->clear_en, set = asked && used;
    const bool takes_free = p.look && !p.hit && !p.replaces, here = names && in->at == p.way;
    const uint64_t before = used ? u->strides[in->at] : 0;

    watch_look(u, in, &p, happened);
    happened[SET] = set && in->set_stride != before;
    happened[SET_LAST] = set && in->at == c->entries - 1;
    happened[SET_NEGATIVE] = set && in->set_stride >> (c->addr_w - 1) & 1;
    happened[SET_SAME] = set && in->set_stride == before && before != 0;
    happened[SET_ZERO] = set && in->set_stride == 0 && before != 0;
    happened[SET_FREE] = asked && names && !used;
    happened[SET_AND_HIT] = set && p.hit && here;
    happened[SET_AND_HIT_APART] = set && p.hit && !here;
    happened[SET_AND_REPLACE] = set && p.replaces && here && in->set_stride != 0;
    happened[SET_AND_REPLACE_APART] = set && p.replaces && !here;
    happened[SET_AND_ALLOCATE] = asked && takes_free && here && in->set_stride != 0;
    happened[READS_STRIDE] = out->stride != 0;
    happened[READS_FREE] = names && !used;
    happened[READS_BEFORE_EDGE] = set && before != 0 && in->set_stride != before;
    happened[NO_SUCH_ENTRY] = asked && !names;
    happened[CLEAR] = in->clear_en && p.used > 0;
    happened[CLEAR_AND_LOOK] = in->clear_en && in->look_en;
    happened[CLEAR_AND_SET] = in->clear_en && in->set_en && used;
}

static void look(const apres_pt_cfg_t *c, unsigned pc, unsigned id, apres_pt_in_t *in)
{
    in->look_en = 1;
    in->look_pc = pc & bits_mask(c->pc_w);
    in->look_id = (uint8_t)(id & bits_mask(c->id_w));
    in->look_addr = (id * UINT64_C(1000) + pc) & bits_mask(c->addr_w);
}

/* Strides are odd, so that they are not 0 whatever their width. */
static void set(const apres_pt_cfg_t *c, unsigned at, uint64_t stride, apres_pt_in_t *in)
{
    in->set_en = 1;
    in->at = (uint8_t)(at % c->entries);
    in->set_stride = (stride | 1) & bits_mask(c->addr_w);
}

static unsigned entries(const void *cfg)
{
    const apres_pt_cfg_t *c = cfg;
    return c->entries;
}

static unsigned entries_and_one(const void *cfg)
{
    return entries(cfg) + 1;
}

static unsigned twice_entries(const void *cfg)
{
    return 2 * entries(cfg);
}

/* A clear, then all entries are taken. */
static void fill(const void *cfg, unsigned k, void *input)
{
    apres_pt_in_t *in = input;
    if (k == 0)
        in->clear_en = 1;
    else
        look(cfg, k - 1, k, in);
}

/* All strides are written, twice: once negative, once positive or 0; the entry before is hit. */
static void set_all(const void *cfg, unsigned k, void *input)
{
    const apres_pt_cfg_t *c = cfg;
    apres_pt_in_t *in = input;
    set(c, k / 2, k & 1 ? k : UINT64_MAX - k, in);
    if (k % 8 == 7)
        in->set_stride = 0;
    if (k % 4 == 3)
        look(c, k / 2 - 1, k / 4, in);
}

/* Every second entry is used again before each is replaced: the order of use is not that of
 * filling. The stride of the first entries is written meanwhile. */
static void replace_by_use(const void *cfg, unsigned k, void *input)
{
    const apres_pt_cfg_t *c = cfg;
    apres_pt_in_t *in = input;
    if (k & 1)
        look(c, c->entries + k, k, in);
    else
        look(c, k / 2, k, in);
    if (k % 4 == 3)
        set(c, k / 4, k, in);
}

/* One more PC each time. Without hits, and after a fill, entry k is replaced in cycle k; its stride
 * is written in that cycle, and that of its neighbour in the next round. */
static void replace_and_set(const void *cfg, unsigned k, void *input)
{
    const apres_pt_cfg_t *c = cfg;
    apres_pt_in_t *in = input;
    look(c, c->entries + k, k, in);
    set(c, k < c->entries ? k : k + 1, k, in);
}

/* As fill; the stride of each entry is written in the cycle in which it is taken. */
static void fill_and_set(const void *cfg, unsigned k, void *input)
{
    const apres_pt_cfg_t *c = cfg;
    fill(cfg, k, input);
    if (k > 0)
        set(c, k - 1, k, input);
}

/* Every entry is hit while its stride is written. */
static void hit_and_set(const void *cfg, unsigned k, void *input)
{
    const apres_pt_cfg_t *c = cfg;
    look(c, k, k / 2, input);
    set(c, k, k / c->entries, input);
}

/* One warp twice, and a stride as large as it can be: new, the same again, 0; then a clear, alone
 * and with a lookup. */
static unsigned values_cycles(const void *cfg)
{
    (void)cfg;
    return 10;
}

static void values(const void *cfg, unsigned k, void *input)
{
    const apres_pt_cfg_t *c = cfg;
    apres_pt_in_t *in = input;
    if (k % 5 < 2)
        look(c, 0, 0, in);
    if (k % 5 == 0)
        return;
    set(c, 0, UINT64_C(1) << (c->addr_w - 1), in);
    in->at = 0;
    if (k % 5 == 3)
        in->set_stride = 0;
    in->clear_en = k % 5 == 4;
    if (k == 9)
        look(c, k, k, in);
}

/* The largest number: no entry unless all numbers name one. */
static void largest(const void *cfg, unsigned k, void *input)
{
    const apres_pt_cfg_t *c = cfg;
    apres_pt_in_t *in = input;
    set(c, 0, k, in);
    in->at = (uint8_t)(bits_mask(bits_index_w(c->entries)) - (k & 1u));
    in->set_en = k != 1;
    if (k & 2)
        look(c, k, k, in);
}

static const stim_directed_t directed[] = {
    {"fill", entries_and_one, fill},
    {"set_all", twice_entries, set_all},
    {"replace_by_use", twice_entries, replace_by_use},
    {"fill_and_set", entries_and_one, fill_and_set},
    {"hit_and_set", twice_entries, hit_and_set},
    {"fill_again", entries_and_one, fill},
    {"replace_and_set", twice_entries, replace_and_set},
    {"values", values_cycles, values},
    {"largest", values_cycles, largest},
};

const stim_unit_t apres_pt_stim = {
    .unit = &apres_pt_unit,
    .events = events,
    .directed = directed,
    .n_events = sizeof events / sizeof *events,
    .n_directed = sizeof directed / sizeof *directed,
    .watch = watch,
};
