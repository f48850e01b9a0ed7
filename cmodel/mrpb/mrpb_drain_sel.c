#include "mrpb/mrpb_drain_sel.h"

#include <errno.h>
#include <string.h>

enum { FIXED, LONGEST, ROUND_ROBIN, GREEDY }; /* a policy from GREEDY on is the greedy form */
enum { QUEUES = sizeof((mrpb_drain_sel_t *)0)->vis / sizeof((mrpb_drain_sel_t *)0)->vis[0] };

int mrpb_drain_sel_init(mrpb_drain_sel_t *u, const mrpb_drain_sel_cfg_t *cfg)
{
    if (unit_cfg_check(&mrpb_drain_sel_unit, cfg, NULL) != 0)
        return -EINVAL;
    memset(u, 0, sizeof *u);
    u->cfg = *cfg;
    return 0;
}

/* The queues with at least n visible requests, a bit each. n is not 0: queues beyond the last have
 * nothing visible. */
static uint64_t with(const mrpb_drain_sel_t *u, uint16_t n)
{
    uint8_t hit[QUEUES];
    for (unsigned q = 0; q < QUEUES; q++)
        hit[q] = u->vis[q] >= n;
    return bits_of_bytes(hit);
}

/* The lowest of the queues with most. */
static unsigned longest(const mrpb_drain_sel_t *u)
{
    uint16_t most = 0;
    for (unsigned q = 0; q < QUEUES; q++)
        most = u->vis[q] > most ? u->vis[q] : most;
    return bits_lowest(with(u, most));
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
    if (policy >= GREEDY && u->vis[u->greedy] != 0)
        return u->greedy;
    switch (policy % GREEDY) {
    case LONGEST:
        return longest(u);
    case ROUND_ROBIN:
        return round_robin(u, seen);
    default:
        return bits_lowest(seen);
    }
}

void mrpb_drain_sel_eval(const mrpb_drain_sel_t *u, const mrpb_drain_sel_in_t *in,
                         mrpb_drain_sel_out_t *out)
{
    *out = (mrpb_drain_sel_out_t){.seen = with(u, 1)};
    out->any = out->seen != 0;
    out->look_any = out->seen >> in->look_queue & 1;
    if (out->any) {
        out->queue = (uint8_t)choose(u, out->seen);
        out->queue_sel = UINT64_C(1) << out->queue;
        out->queue_head = in->heads[out->queue] & (uint16_t)bits_mask(bits_index_w(u->cfg.depth));
    }
}

void mrpb_drain_sel_tick(mrpb_drain_sel_t *u, const mrpb_drain_sel_in_t *in)
{
    mrpb_drain_sel_out_t now;
    mrpb_drain_sel_eval(u, in, &now);
    const bool flush = in->flush_en && now.look_any;
    const bool drain = in->drain_en && now.any && !flush;
    const uint8_t taken = flush ? in->look_queue : now.queue;

    /* first out, then in: a queue that is both drained and added to keeps its number */
    if (flush || drain)
        u->vis[taken]--;
    if (in->add_en && in->add_queue < u->cfg.queues && u->vis[in->add_queue] != u->cfg.depth)
        u->vis[in->add_queue]++;
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
