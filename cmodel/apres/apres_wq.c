#include "apres/apres_wq.h"

#include <errno.h>
#include <string.h>

int apres_wq_init(apres_wq_t *u, const apres_wq_cfg_t *cfg)
{
    if (unit_cfg_check(&apres_wq_unit, cfg, NULL) != 0)
        return -EINVAL;
    memset(u, 0, sizeof *u);
    u->cfg = *cfg;
    return ring_init(&u->ring, &(ring_cfg_t){cfg->depth});
}

static ring_in_t ring_in(const apres_wq_in_t *in)
{
    return (ring_in_t){
        .push_en = in->push_en,
        .pop_en = in->pop_en,
        .clear_en = in->clear_en,
    };
}

static void comb(const apres_wq_t *u, const apres_wq_in_t *in, apres_wq_wires_t *w,
                 apres_wq_out_t *out)
{
    const ring_in_t to_ring = ring_in(in);
    ring_out_t ring;
    ring_eval(&u->ring, &to_ring, &ring);
    w->first = ring.first;
    w->next = ring.next;
    w->pushes = ring.pushes;

    out->valid = ring.valid;
    out->id = ring.valid ? u->ids[w->first] : 0;
}

void apres_wq_eval(const apres_wq_t *u, const apres_wq_in_t *in, apres_wq_out_t *out)
{
    apres_wq_wires_t w;
    comb(u, in, &w, out);
}

void apres_wq_tick(apres_wq_t *u, const apres_wq_in_t *in)
{
    apres_wq_wires_t w;
    apres_wq_out_t out;
    comb(u, in, &w, &out);

    if (w.pushes)
        u->ids[w.next] = in->push_id & (uint8_t)bits_mask(u->cfg.id_w);
    const ring_in_t to_ring = ring_in(in);
    ring_tick(&u->ring, &to_ring);
}

uint64_t apres_wq_quiet(const apres_wq_t *u)
{
    (void)u;
    return UNIT_QUIET_EVER;
}

void apres_wq_skip(apres_wq_t *u, uint64_t n)
{
    (void)u, (void)n; /* nothing moves by itself */
}

bool apres_wq_idle(const apres_wq_t *u)
{
    (void)u;
    return true;
}
