#include "apres/apres_drq.h"

#include <errno.h>
#include <string.h>

int apres_drq_init(apres_drq_t *u, const apres_drq_cfg_t *cfg)
{
    if (unit_cfg_check(&apres_drq_unit, cfg, NULL) != 0)
        return -EINVAL;
    memset(u, 0, sizeof *u);
    u->cfg = *cfg;
    return ring_init(&u->ring, &(ring_cfg_t){cfg->depth});
}

static ring_in_t ring_in(const apres_drq_in_t *in)
{
    return (ring_in_t){
        .push_en = in->push_en,
        .pop_en = in->pop_en,
        .clear_en = in->clear_en,
    };
}

static void comb(const apres_drq_t *u, const apres_drq_in_t *in, apres_drq_wires_t *w,
                 apres_drq_out_t *out)
{
    const ring_in_t to_ring = ring_in(in);
    ring_out_t ring;
    ring_eval(&u->ring, &to_ring, &ring);
    w->first = ring.first;
    w->next = ring.next;
    w->pushes = ring.pushes;

    *out = (apres_drq_out_t){.valid = ring.valid};
    if (ring.valid) {
        out->addr = u->addrs[w->first];
        out->pc = u->pcs[w->first];
        out->id = u->ids[w->first];
        out->group = u->groups[w->first];
    }
    out->dropped = in->push_en && ring.full && !in->clear_en;
}

void apres_drq_eval(const apres_drq_t *u, const apres_drq_in_t *in, apres_drq_out_t *out)
{
    apres_drq_wires_t w;
    comb(u, in, &w, out);
}

void apres_drq_tick(apres_drq_t *u, const apres_drq_in_t *in)
{
    apres_drq_wires_t w;
    apres_drq_out_t out;
    comb(u, in, &w, &out);

    if (w.pushes) {
        u->addrs[w.next] = in->push_addr & bits_mask(u->cfg.addr_w);
        u->pcs[w.next] = in->push_pc & bits_mask(u->cfg.pc_w);
        u->ids[w.next] = in->push_id & (uint8_t)bits_mask(u->cfg.id_w);
        u->groups[w.next] = in->push_group & bits_mask(u->cfg.warps);
    }
    const ring_in_t to_ring = ring_in(in);
    ring_tick(&u->ring, &to_ring);
}

uint64_t apres_drq_quiet(const apres_drq_t *u)
{
    (void)u;
    return UNIT_QUIET_EVER;
}

void apres_drq_skip(apres_drq_t *u, uint64_t n)
{
    (void)u, (void)n; /* nothing moves by itself */
}

bool apres_drq_idle(const apres_drq_t *u)
{
    (void)u;
    return true;
}
