#include "apcm/apcm_cait.h"

#include <errno.h>
#include <string.h>

int apcm_cait_init(apcm_cait_t *u, const apcm_cait_cfg_t *cfg)
{
    if (unit_cfg_check(&apcm_cait_unit, cfg, NULL) != 0)
        return -EINVAL;
    memset(u, 0, sizeof *u);
    u->cfg = *cfg;
    return 0;
}

/* What an entry of the MTA says of a load. */
typedef struct update {
    bool en;
    uint8_t load, last, count, intra;
} update_t;

static update_t eviction(const apcm_cait_t *u, const apcm_cait_in_t *in)
{
    const uint8_t id = (uint8_t)bits_mask(bits_index_w(u->cfg.loads));
    const uint8_t cnt = (uint8_t)bits_mask(u->cfg.cnt_w);
    return (update_t){.en = in->evict_en && !in->clear_en && in->evict_first < u->cfg.loads,
                      .load = in->evict_first,
                      .last = in->evict_last & id,
                      .count = in->evict_count & cnt,
                      .intra = in->evict_intra & cnt};
}

/* The count of an entry that reaches the threshold is the threshold. */
static update_t reached(const apcm_cait_t *u, const apcm_cait_in_t *in)
{
    const uint8_t id = (uint8_t)bits_mask(bits_index_w(u->cfg.loads));
    const uint8_t cnt = (uint8_t)bits_mask(u->cfg.cnt_w);
    return (update_t){.en = in->reach_en && !in->clear_en && in->reach_first < u->cfg.loads,
                      .load = in->reach_first,
                      .last = in->reach_last & id,
                      .count = cnt,
                      .intra = in->reach_intra & cnt};
}

static uint8_t method_of(const update_t *n)
{
    if (n->count == 1)
        return APCM_BYPASS;
    return n->count > 1 && n->intra == n->count ? APCM_PROTECT : APCM_NORMAL;
}

void apcm_cait_eval(const apcm_cait_t *u, const apcm_cait_in_t *in, apcm_cait_out_t *out)
{
    const update_t evict = eviction(u, in), reach = reached(u, in);

    const bool known = in->rd_id < u->cfg.loads && u->valid[in->rd_id];
    out->rd_method = known ? u->method[in->rd_id] : 0;
    out->rd_last = known ? u->last[in->rd_id] : 0;

    out->evict_wrote = evict.en && (!u->valid[evict.load] || u->count[evict.load] < evict.count);

    /* What the eviction leaves of the entry that the threshold is compared with. */
    const bool same = out->evict_wrote && evict.load == reach.load;
    out->reach_wrote = 0;
    if (reach.en) {
        const bool valid = same || u->valid[reach.load];
        const uint8_t count = same ? evict.count : u->count[reach.load];
        out->reach_wrote = !valid || count < reach.count;
    }
}

static void write(apcm_cait_t *u, const update_t *n)
{
    u->valid[n->load] = 1;
    u->method[n->load] = method_of(n);
    u->count[n->load] = n->count;
    u->last[n->load] = n->last;
}

void apcm_cait_tick(apcm_cait_t *u, const apcm_cait_in_t *in)
{
    apcm_cait_out_t out;
    apcm_cait_eval(u, in, &out);
    const update_t evict = eviction(u, in), reach = reached(u, in);

    if (in->clear_en)
        memset(u->valid, 0, u->cfg.loads);
    if (out.evict_wrote)
        write(u, &evict);
    if (out.reach_wrote)
        write(u, &reach);
}

uint64_t apcm_cait_quiet(const apcm_cait_t *u)
{
    (void)u;
    return UNIT_QUIET_EVER;
}

void apcm_cait_skip(apcm_cait_t *u, uint64_t n)
{
    (void)u, (void)n; /* nothing moves by itself */
}

bool apcm_cait_idle(const apcm_cait_t *u)
{
    (void)u;
    return true;
}
