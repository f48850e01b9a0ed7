#include "las/las_select.h"

#include <errno.h>
#include <string.h>

int las_select_init(las_select_t *u, const las_select_cfg_t *cfg)
{
    if (unit_cfg_check(&las_select_unit, cfg, NULL) != 0)
        return -EINVAL;
    memset(u, 0, sizeof *u);
    u->cfg = *cfg;
    return 0;
}

/* A candidate, or none, as it goes through the tree. */
typedef struct cand {
    bool valid;
    uint8_t idx;
    uint32_t score, total, cta;
} cand_t;

/* Is b, the second, better than a? Of equals the first stays. */
static bool beats(cand_t b, cand_t a)
{
    if (!a.valid || !b.valid)
        return b.valid && !a.valid;
    if (a.score != b.score)
        return b.score > a.score;
    if (a.score == 0 && a.total != b.total)
        return b.total < a.total;
    return b.cta < a.cta;
}

static cand_t better(cand_t first, cand_t second)
{
    return beats(second, first) ? second : first;
}

static cand_t at_lane(const las_select_t *u, const las_select_in_t *in, unsigned l)
{
    const unsigned idx = in->group * u->cfg.lanes + l;
    if (l >= u->cfg.lanes || idx >= u->cfg.window || !in->look_en || !(in->use >> l & 1))
        return (cand_t){0};
    return (cand_t){
        .valid = true,
        .idx = (uint8_t)idx,
        .score = in->score[l] & (uint32_t)bits_mask(u->cfg.score_w),
        .total = in->total[l] & (uint32_t)bits_mask(u->cfg.total_w),
        .cta = in->cta[l] & (uint32_t)bits_mask(u->cfg.cta_w),
    };
}

/* What a child holds before the edge: a node, which a search that begins empties, or a lane. */
static cand_t child(const las_select_t *u, const las_select_in_t *in, unsigned n)
{
    const unsigned leaves = las_select_leaves(u->cfg.lanes);
    if (n >= leaves)
        return at_lane(u, in, n - leaves);
    return (cand_t){
        .valid = u->node_valid[n - 1] && !in->begin_en,
        .idx = u->node_idx[n - 1],
        .score = u->node_score[n - 1],
        .total = u->node_total[n - 1],
        .cta = u->node_cta[n - 1],
    };
}

static cand_t best_before(const las_select_t *u, const las_select_in_t *in)
{
    return (cand_t){
        .valid = u->best_valid && !in->begin_en,
        .idx = u->best_idx,
        .score = u->best_score,
        .total = u->best_total,
        .cta = u->best_cta,
    };
}

void las_select_eval(const las_select_t *u, const las_select_in_t *in, las_select_out_t *out)
{
    (void)in; /* a function of the state alone */
    out->under_way = 0;
    for (unsigned i = 0; i < las_select_nodes(u->cfg.lanes); i++)
        out->under_way |= u->node_valid[i];
    out->best = u->best_valid ? u->best_idx : 0;
}

void las_select_tick(las_select_t *u, const las_select_in_t *in)
{
    const cand_t best = better(best_before(u, in), child(u, in, 1));

    /* from node 1 on: the children of a node still hold what they held before the edge */
    for (unsigned n = 1; n < las_select_leaves(u->cfg.lanes); n++) {
        const cand_t c = better(child(u, in, 2 * n), child(u, in, 2 * n + 1));
        u->node_valid[n - 1] = c.valid;
        if (!c.valid)
            continue;
        u->node_idx[n - 1] = c.idx;
        u->node_score[n - 1] = c.score;
        u->node_total[n - 1] = c.total;
        u->node_cta[n - 1] = c.cta;
    }

    u->best_valid = best.valid;
    if (best.valid) {
        u->best_idx = best.idx;
        u->best_score = best.score;
        u->best_total = best.total;
        u->best_cta = best.cta;
    }
}

uint64_t las_select_quiet(const las_select_t *u)
{
    return las_select_idle(u) ? UNIT_QUIET_EVER : 0;
}

void las_select_skip(las_select_t *u, uint64_t n)
{
    (void)u, (void)n; /* what is under way moves in each cycle, and is not quiet */
}

bool las_select_idle(const las_select_t *u)
{
    for (unsigned i = 0; i < las_select_nodes(u->cfg.lanes); i++)
        if (u->node_valid[i])
            return false;
    return true;
}
