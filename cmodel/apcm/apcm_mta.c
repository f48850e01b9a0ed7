#include "apcm/apcm_mta.h"

#include <errno.h>
#include <string.h>

enum { ENTRIES = 128 }; /* the most */

static uint32_t entries(const apcm_mta_t *u)
{
    return u->cfg.sets * u->cfg.ways;
}

static unsigned threshold(const apcm_mta_t *u)
{
    return (unsigned)bits_mask(u->cfg.cnt_w);
}

int apcm_mta_init(apcm_mta_t *u, const apcm_mta_cfg_t *cfg)
{
    if (unit_cfg_check(&apcm_mta_unit, cfg, NULL) != 0 || !bits_is_pow2(cfg->sets) ||
        cfg->sets * cfg->ways > ENTRIES || cfg->line_w <= apcm_mta_set_w(cfg))
        return -EINVAL;
    u->cfg = *cfg;
    memset(u->valid, 0, entries(u));
    return lru_init(&u->lru, &(lru_cfg_t){.sets = cfg->sets, .ways = cfg->ways});
}

/* An entry's fields, and what becomes of them. */
typedef struct entry {
    uint8_t first, last, count, intra;
} entry_t;

static entry_t entry_at(const apcm_mta_t *u, unsigned e)
{
    return (entry_t){u->first[e], u->last[e], u->count[e], u->intra[e]};
}

/* What an edge does: entry `at` becomes `now` (writes), entry scan_idx is freed (frees). */
typedef struct edge {
    bool writes, frees;
    unsigned at;
    uint64_t tag;
    entry_t now;
} edge_t;

/* The way of the set that has the tag, or `ways`. */
static unsigned find(const apcm_mta_t *u, unsigned set, uint64_t tag)
{
    unsigned way = 0;
    for (; way < u->cfg.ways; way++) {
        const unsigned e = set * u->cfg.ways + way;
        if (u->valid[e] && u->tag[e] == tag)
            break;
    }
    return way;
}

/* The lowest way of the set that is not valid, else the oldest. */
static unsigned victim(const apcm_mta_t *u, unsigned set, unsigned oldest)
{
    for (unsigned way = 0; way < u->cfg.ways; way++)
        if (!u->valid[set * u->cfg.ways + way])
            return way;
    return oldest;
}

/* The entry after a hit. At the threshold its counts stay. */
static entry_t after_hit(const apcm_mta_t *u, const apcm_mta_in_t *in, entry_t e)
{
    const bool counts = e.count < threshold(u);
    if (in->acc_mine)
        e.last = in->acc_id & (uint8_t)bits_mask(u->cfg.id_w);
    if (counts)
        e.count++;
    if (counts && in->acc_mine)
        e.intra++;
    return e;
}

/* A new entry. If the L1 has the line, it goes on from the count there. */
static entry_t new_entry(const apcm_mta_t *u, const apcm_mta_in_t *in)
{
    const uint8_t id = in->acc_id & (uint8_t)bits_mask(u->cfg.id_w);
    const unsigned before = in->acc_hit ? in->acc_count & threshold(u) : 0;
    const uint8_t count = (uint8_t)(before < threshold(u) ? before + 1 : before);
    return (entry_t){.first = id, .last = id, .count = count, .intra = 1};
}

static void comb(const apcm_mta_t *u, const apcm_mta_in_t *in, apcm_mta_wires_t *w,
                 apcm_mta_out_t *out, edge_t *edge)
{
    const uint64_t line = in->acc_line & bits_mask(u->cfg.line_w);
    const bool access = in->acc_en && !in->scan_en && !in->clear_en;
    w->set = (uint8_t)(line & (u->cfg.sets - 1));
    edge->tag = line >> apcm_mta_set_w(&u->cfg);

    lru_out_t lru;
    lru_eval(&u->lru, &(lru_in_t){.set = w->set}, &lru);
    w->oldest = lru.oldest;

    const unsigned found = find(u, w->set, edge->tag);
    *out = (apcm_mta_out_t){0};
    out->hit = access && found < u->cfg.ways;
    out->allocates = access && !out->hit && in->acc_mine;
    w->used = out->hit || out->allocates;
    w->way = (uint8_t)(found < u->cfg.ways ? found : victim(u, w->set, w->oldest));

    edge->at = w->set * u->cfg.ways + w->way;
    edge->writes = w->used;
    edge->now = out->hit ? after_hit(u, in, entry_at(u, edge->at)) : new_entry(u, in);
    edge->frees =
        in->scan_en && !in->clear_en && in->scan_idx < entries(u) && u->valid[in->scan_idx];

    out->evict_en = edge->frees || (out->allocates && u->valid[edge->at]);
    if (out->evict_en) {
        const entry_t gone = entry_at(u, edge->frees ? in->scan_idx : edge->at);
        out->evict_first = gone.first;
        out->evict_last = gone.last;
        out->evict_count = gone.count;
        out->evict_intra = gone.intra;
    }
    const bool was_below = !out->hit || u->count[edge->at] < threshold(u);
    out->reach_en = w->used && was_below && edge->now.count == threshold(u);
    if (out->reach_en) {
        out->reach_first = edge->now.first;
        out->reach_last = edge->now.last;
        out->reach_intra = edge->now.intra;
    }
}

void apcm_mta_eval(const apcm_mta_t *u, const apcm_mta_in_t *in, apcm_mta_out_t *out)
{
    apcm_mta_wires_t w;
    edge_t edge;
    comb(u, in, &w, out, &edge);
}

void apcm_mta_clock(apcm_mta_t *u, const apcm_mta_in_t *in, apcm_mta_out_t *out)
{
    apcm_mta_wires_t w;
    edge_t edge;
    comb(u, in, &w, out, &edge);

    if (in->clear_en)
        memset(u->valid, 0, entries(u));
    if (edge.frees)
        u->valid[in->scan_idx] = 0;
    if (edge.writes) {
        u->valid[edge.at] = 1;
        u->tag[edge.at] = edge.tag;
        u->first[edge.at] = edge.now.first;
        u->last[edge.at] = edge.now.last;
        u->count[edge.at] = edge.now.count;
        u->intra[edge.at] = edge.now.intra;
    }
    const lru_in_t to_lru = {
        .set = w.set, .use_en = w.used, .way = w.way, .clear_en = in->clear_en};
    lru_tick(&u->lru, &to_lru);
}

void apcm_mta_tick(apcm_mta_t *u, const apcm_mta_in_t *in)
{
    apcm_mta_out_t out;
    apcm_mta_clock(u, in, &out);
}

uint64_t apcm_mta_quiet(const apcm_mta_t *u)
{
    (void)u;
    return UNIT_QUIET_EVER;
}

void apcm_mta_skip(apcm_mta_t *u, uint64_t n)
{
    (void)u, (void)n; /* nothing moves by itself */
}

bool apcm_mta_idle(const apcm_mta_t *u)
{
    return lru_idle(&u->lru);
}
