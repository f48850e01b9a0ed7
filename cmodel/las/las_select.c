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
    uint8_t group, lane; /* the lane among those below */
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

/* Bits of a lane that node n holds. */
static unsigned lane_w(const las_select_t *u, unsigned n)
{
    unsigned w = bits_log2_up(u->cfg.lanes);
    while (n /= 2)
        w--;
    return w;
}

static cand_t at_lane(const las_select_t *u, const las_select_in_t *in, unsigned l)
{
    const unsigned idx = in->group * u->cfg.lanes + l;
    if (l >= u->cfg.lanes || idx >= u->cfg.window || !in->look_en || !(in->use >> l & 1))
        return (cand_t){0};
    return (cand_t){
        .valid = true,
        .group = in->group,
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
    unsigned lane = 0;
    for (unsigned b = 0; b < lane_w(u, n); b++)
        lane |= (unsigned)u->node_lane[las_select_lane_at(u->cfg.lanes, n, b)] << b;
    return (cand_t){
        .valid = u->node_valid[n - 1] && !in->begin_en,
        .group = u->node_group[n - 1],
        .lane = (uint8_t)lane,
        .score = u->node_score[n - 1],
        .total = u->node_total[n - 1],
        .cta = u->node_cta[n - 1],
    };
}

static cand_t best_before(const las_select_t *u, const las_select_in_t *in)
{
    return (cand_t){
        .valid = u->best_valid && !in->begin_en,
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

/* A node takes the better of its children; the highest bit of its lane says which. */
static void tick_node(las_select_t *u, const las_select_in_t *in, unsigned n)
{
    const cand_t first = child(u, in, 2 * n), second = child(u, in, 2 * n + 1);
    const bool takes_second = beats(second, first);
    const cand_t c = takes_second ? second : first;
    u->node_valid[n - 1] = c.valid;
    if (!c.valid)
        return;
    const unsigned w = lane_w(u, n), lane = c.lane | (unsigned)takes_second << (w - 1);
    for (unsigned b = 0; b < w; b++)
        u->node_lane[las_select_lane_at(u->cfg.lanes, n, b)] = lane >> b & 1;
    u->node_group[n - 1] = c.group;
    u->node_score[n - 1] = c.score;
    u->node_total[n - 1] = c.total;
    u->node_cta[n - 1] = c.cta;
}

static void tick_best(las_select_t *u, cand_t old, cand_t comes)
{
    u->best_valid = old.valid || comes.valid;
    if (!beats(comes, old))
        return;
    u->best_idx = (uint8_t)(comes.group * u->cfg.lanes + comes.lane);
    u->best_score = comes.score;
    u->best_total = comes.total;
    u->best_cta = comes.cta;
}

void las_select_tick(las_select_t *u, const las_select_in_t *in)
{
    tick_best(u, best_before(u, in), child(u, in, 1));
    /* from node 1 on: the children of a node still hold what they held before the edge */
    for (unsigned n = 1; n < las_select_leaves(u->cfg.lanes); n++)
        tick_node(u, in, n);
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
