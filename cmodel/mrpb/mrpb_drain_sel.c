#include "mrpb/mrpb_drain_sel.h"

#include <errno.h>
#include <string.h>

enum { FIXED, LONGEST, ROUND_ROBIN, GREEDY }; /* a policy from GREEDY on is the greedy form */

int mrpb_drain_sel_init(mrpb_drain_sel_t *u, const mrpb_drain_sel_cfg_t *cfg)
{
    if (unit_cfg_check(&mrpb_drain_sel_unit, cfg, NULL) != 0)
        return -EINVAL;
    memset(u, 0, sizeof *u);
    u->cfg = *cfg;
    return 0;
}

/* The first from rr on, else the first of all. */
static unsigned round_robin(const mrpb_drain_sel_t *u, uint64_t seen)
{
    const uint64_t from_rr = seen & ~bits_mask(u->rr);
    return bits_lowest(from_rr != 0 ? from_rr : seen);
}

/* The policy's choice of the queues with something visible, of which there is one at least. */
static unsigned choose(const mrpb_drain_sel_t *u, uint64_t seen)
{
    const uint32_t policy = u->cfg.policy;
    if (policy >= GREEDY && (seen >> u->greedy & 1))
        return u->greedy;
    switch (policy % GREEDY) {
    case LONGEST:
        return bits_lowest(planes_greatest(u->vis, mrpb_drain_sel_vis_w(u), seen));
    case ROUND_ROBIN:
        return round_robin(u, seen);
    default:
        return bits_lowest(seen);
    }
}

void mrpb_drain_sel_eval(const mrpb_drain_sel_t *u, const mrpb_drain_sel_in_t *in,
                         mrpb_drain_sel_out_t *out)
{
    const uint64_t seen = planes_nonzero(u->vis, mrpb_drain_sel_vis_w(u));
    *out = (mrpb_drain_sel_out_t){.any = seen != 0, .look_any = seen >> in->look_queue & 1};
    if (out->any) {
        out->queue = (uint8_t)choose(u, seen);
        out->queue_sel = UINT64_C(1) << out->queue;
        out->queue_head = (uint16_t)planes_get(in->heads, bits_index_w(u->cfg.depth), out->queue);
    }
}

void mrpb_drain_sel_tick(mrpb_drain_sel_t *u, const mrpb_drain_sel_in_t *in)
{
    const unsigned vis_w = mrpb_drain_sel_vis_w(u);
    const uint64_t seen = planes_nonzero(u->vis, vis_w);
    const bool flush = in->flush_en && (seen >> in->look_queue & 1);
    const bool drain = in->drain_en && seen != 0 && !flush;
    const uint8_t taken = flush ? in->look_queue : drain ? (uint8_t)choose(u, seen) : 0;

    /* first out, then in: a queue that is both drained and added to keeps its number */
    if (flush || drain)
        planes_count_down(u->vis, vis_w, UINT64_C(1) << taken);
    if (in->add_en) {
        const uint64_t added = UINT64_C(1) << in->add_queue & bits_mask(u->cfg.queues);
        planes_count(u->vis, vis_w, added & ~planes_equal(u->vis, vis_w, u->cfg.depth));
    }
    if (drain) {
        u->greedy = taken;
        u->rr = (uint8_t)(taken == u->cfg.queues - 1 ? 0 : taken + 1);
    }
}

uint64_t mrpb_drain_sel_quiet(const mrpb_drain_sel_t *u)
{
    (void)u;
    return UNIT_QUIET_EVER;
}

void mrpb_drain_sel_skip(mrpb_drain_sel_t *u, uint64_t n)
{
    (void)u, (void)n; /* nothing moves by itself */
}

bool mrpb_drain_sel_idle(const mrpb_drain_sel_t *u)
{
    (void)u;
    return true;
}
