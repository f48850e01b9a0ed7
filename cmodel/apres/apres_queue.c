#include "apres/apres_queue.h"

#include <errno.h>
#include <string.h>

int apres_queue_init(apres_queue_t *u, const apres_queue_cfg_t *cfg)
{
    if (unit_cfg_check(&apres_queue_unit, cfg, NULL) != 0)
        return -EINVAL;
    memset(u, 0, sizeof *u);
    u->cfg = *cfg;
    for (unsigned p = 0; p < cfg->warps; p++)
        u->order[p] = (uint8_t)p;
    return 0;
}

/* The place nearest to the head whose warp is in the mask; `warps` if there is none. */
static unsigned nearest(const apres_queue_t *u, uint64_t mask)
{
    unsigned p = 0;
    while (p < u->cfg.warps && !(mask >> u->order[p] & 1))
        p++;
    return p;
}

/* With `serial`: the warp of the move that goes at this edge, and those that do not. */
typedef struct step {
    uint64_t goes, left;
} step_t;

static step_t step_of(const apres_queue_t *u, const apres_queue_in_t *in)
{
    const uint64_t moves = in->move_mask & bits_mask(u->cfg.warps);
    step_t step = {0, moves};
    if (moves == 0)
        return step;
    unsigned p = nearest(u, moves);
    for (unsigned q = p; in->move_head && q < u->cfg.warps; q++)
        if (moves >> u->order[q] & 1)
            p = q;
    step.goes = UINT64_C(1) << u->order[p];
    step.left &= ~step.goes;
    return step;
}

void apres_queue_eval(const apres_queue_t *u, const apres_queue_in_t *in, apres_queue_out_t *out)
{
    *out = (apres_queue_out_t){0};
    for (unsigned s = 0; s < u->cfg.picks; s++) {
        const uint64_t ready = in->ready[s] & bits_mask(u->cfg.warps);
        const unsigned p = ready != 0 ? nearest(u, ready) : u->cfg.warps;
        out->pick_valid[s] = p < u->cfg.warps;
        out->pick[s] = p < u->cfg.warps ? u->order[p] : 0;
    }
    if (u->cfg.serial && in->move_en)
        out->left = step_of(u, in).left;
}

/* Appends the warps of `old` that are in the mask, in their order, to `order`, which has n. Returns
 * how many it has then. */
static unsigned append(const apres_queue_t *u, const uint8_t *old, uint64_t mask, uint8_t *order,
                       unsigned n)
{
    for (unsigned p = 0; p < u->cfg.warps; p++)
        if (mask >> old[p] & 1)
            order[n++] = old[p];
    return n;
}

void apres_queue_tick(apres_queue_t *u, const apres_queue_in_t *in)
{
    const bool target = !in->move_en && in->target_en && in->target_warp < u->cfg.warps;
    if (!in->move_en && !target)
        return;
    uint64_t moves = in->move_mask;
    if (target)
        moves = UINT64_C(1) << in->target_warp;
    else if (u->cfg.serial)
        moves = step_of(u, in).goes;

    const uint64_t first = target || in->move_head ? moves : ~moves;
    uint8_t old[sizeof u->order];
    memcpy(old, u->order, sizeof old);
    const unsigned n = append(u, old, first, u->order, 0);
    append(u, old, ~first, u->order, n);
}

uint64_t apres_queue_quiet(const apres_queue_t *u)
{
    (void)u;
    return UNIT_QUIET_EVER;
}

void apres_queue_skip(apres_queue_t *u, uint64_t n)
{
    (void)u, (void)n; /* nothing moves by itself */
}

bool apres_queue_idle(const apres_queue_t *u)
{
    (void)u;
    return true;
}
