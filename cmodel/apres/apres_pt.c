#include "apres/apres_pt.h"

#include <errno.h>
#include <string.h>

int apres_pt_init(apres_pt_t *u, const apres_pt_cfg_t *cfg)
{
    if (unit_cfg_check(&apres_pt_unit, cfg, NULL) != 0)
        return -EINVAL;
    memset(u, 0, sizeof *u);
    u->cfg = *cfg;
    return lru_init(&u->lru, &(lru_cfg_t){.sets = 1, .ways = cfg->entries});
}

static lru_in_t lru_in(const apres_pt_in_t *in, const apres_pt_wires_t *w)
{
    return (lru_in_t){
        .set = 0,
        .use_en = w->used,
        .way = w->way,
        .clear_en = in->clear_en,
    };
}

/* The entry in use that has the PC looked for; `entries` if there is none. */
static unsigned entry_of(const apres_pt_t *u, const apres_pt_in_t *in)
{
    const uint64_t pc = in->look_pc & bits_mask(u->cfg.pc_w);
    unsigned i = 0;
    while (i < u->cfg.entries && !(u->valid[i] && u->pcs[i] == pc))
        i++;
    return i;
}

/* The lowest entry that is not in use; `entries` if there is none. */
static unsigned unused_entry(const apres_pt_t *u)
{
    unsigned i = 0;
    while (i < u->cfg.entries && u->valid[i])
        i++;
    return i;
}

static void look(const apres_pt_t *u, const apres_pt_in_t *in, apres_pt_wires_t *w,
                 apres_pt_out_t *out)
{
    const unsigned found = entry_of(u, in);
    out->hit = found < u->cfg.entries;
    out->allocates = !out->hit;
    if (out->hit) {
        w->way = (uint8_t)found;
        out->old_id = u->ids[found];
        out->old_addr = u->addrs[found];
    } else {
        const unsigned unused = unused_entry(u);
        out->replaces = unused == u->cfg.entries;
        w->way = out->replaces ? w->oldest : (uint8_t)unused;
    }
    out->way = w->way;
    w->used = 1;
}

static void comb(const apres_pt_t *u, const apres_pt_in_t *in, apres_pt_wires_t *w,
                 apres_pt_out_t *out)
{
    *w = (apres_pt_wires_t){0};
    *out = (apres_pt_out_t){0};
    if (in->look_en && !in->clear_en) {
        lru_out_t lru;
        lru_eval(&u->lru, &(lru_in_t){.set = 0}, &lru);
        w->oldest = lru.oldest;
        look(u, in, w, out);
    }
    if (in->at < u->cfg.entries && u->valid[in->at])
        out->stride = u->strides[in->at];
}

void apres_pt_eval(const apres_pt_t *u, const apres_pt_in_t *in, apres_pt_out_t *out)
{
    apres_pt_wires_t w;
    comb(u, in, &w, out);
}

void apres_pt_clock(apres_pt_t *u, const apres_pt_in_t *in, apres_pt_out_t *out)
{
    apres_pt_wires_t w;
    comb(u, in, &w, out);

    if (in->set_en && in->at < u->cfg.entries && u->valid[in->at])
        u->strides[in->at] = in->set_stride & bits_mask(u->cfg.addr_w);
    if (out->allocates) {
        u->valid[out->way] = 1;
        u->pcs[out->way] = in->look_pc & bits_mask(u->cfg.pc_w);
        u->strides[out->way] = 0;
    }
    if (w.used) {
        u->ids[out->way] = in->look_id & (uint8_t)bits_mask(u->cfg.id_w);
        u->addrs[out->way] = in->look_addr & bits_mask(u->cfg.addr_w);
    }
    for (unsigned i = 0; in->clear_en && i < u->cfg.entries; i++)
        u->valid[i] = 0;

    const lru_in_t lru = lru_in(in, &w);
    lru_tick(&u->lru, &lru);
}

void apres_pt_tick(apres_pt_t *u, const apres_pt_in_t *in)
{
    apres_pt_out_t out;
    apres_pt_clock(u, in, &out);
}

uint64_t apres_pt_quiet(const apres_pt_t *u)
{
    (void)u;
    return UNIT_QUIET_EVER;
}

void apres_pt_skip(apres_pt_t *u, uint64_t n)
{
    (void)u, (void)n; /* nothing moves by itself */
}

bool apres_pt_idle(const apres_pt_t *u)
{
    (void)u;
    return true;
}
