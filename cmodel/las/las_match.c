#include "las/las_match.h"

#include <errno.h>
#include <string.h>

int las_match_init(las_match_t *u, const las_match_cfg_t *cfg)
{
    if (unit_cfg_check(&las_match_unit, cfg, NULL) != 0 || cfg->scheds * cfg->per > 64)
        return -EINVAL;
    memset(u, 0, sizeof *u);
    u->cfg = *cfg;
    return 0;
}

void las_match_eval(const las_match_t *u, const las_match_in_t *in, las_match_out_t *out)
{
    (void)in; /* a function of the state alone */
    out->done = u->deg_en;
    out->done_sched = u->deg_en ? u->deg_sched : 0;
    out->done_one = u->deg_en ? u->deg_one : 0;
    out->done_other = u->deg_en ? u->deg_other : 0;
    out->done_deg = u->deg_en ? u->deg : 0;
}

/* Does the warp that arrives take part in the comparison of these two? */
static bool drops(const las_match_in_t *in, unsigned sched, unsigned one, unsigned other)
{
    return in->drop_en && in->drop_sched == sched &&
           (in->drop_warp == one || in->drop_warp == other);
}

/* Step 2: how many subregions both touch, over all arrays. */
static void step_deg(las_match_t *u)
{
    unsigned shared = 0;
    const unsigned most = (unsigned)bits_mask(u->cfg.deg_w);
    for (unsigned a = 0; a < u->cfg.arrays; a++)
        shared += bits_popcount(u->both[a]);
    u->deg_sched = u->both_sched;
    u->deg_one = u->both_one;
    u->deg_other = u->both_other;
    u->deg = (uint8_t)(shared < most ? shared : most);
}

/* Step 1: of each array the subregions that both touch. */
static void step_both(las_match_t *u, const las_match_in_t *in)
{
    u->both_sched = in->sched;
    u->both_one = in->one;
    u->both_other = in->other;
    for (unsigned a = 0; a < u->cfg.arrays; a++) {
        const unsigned differ = in->a_regions[a] ^ in->b_regions[a];
        const bool same_region = (differ & bits_mask(u->cfg.region_w)) == 0;
        u->both[a] = same_region ? in->a_subs[a] & in->b_subs[a] & bits_mask(u->cfg.subs) : 0;
    }
}

void las_match_tick(las_match_t *u, const las_match_in_t *in)
{
    const bool deg_en =
        u->both_en && !in->clear_en && !drops(in, u->both_sched, u->both_one, u->both_other);
    const bool both_en = in->look_en && !in->clear_en && !drops(in, in->sched, in->one, in->other);

    u->deg_en = deg_en;
    if (deg_en)
        step_deg(u);
    u->both_en = both_en;
    if (both_en)
        step_both(u, in);
}

uint64_t las_match_quiet(const las_match_t *u)
{
    return las_match_idle(u) ? UNIT_QUIET_EVER : 0;
}

void las_match_skip(las_match_t *u, uint64_t n)
{
    (void)u, (void)n; /* what is under way moves in each cycle, and is not quiet */
}

bool las_match_idle(const las_match_t *u)
{
    return !u->both_en && !u->deg_en;
}
