#include "mrpb/mrpb_drain_sel.h"

#include <errno.h>
#include <string.h>

enum { POLICY_PORT = 8, POLICY_GREEDY = 4, POLICY_BASE = 3, LONGEST = 1, ROUND_ROBIN = 2 };

int mrpb_drain_sel_init(mrpb_drain_sel_t *u, const mrpb_drain_sel_cfg_t *cfg)
{
    if (unit_cfg_check(&mrpb_drain_sel_unit, cfg, NULL) != 0)
        return -EINVAL;
    memset(u, 0, sizeof *u);
    u->cfg = *cfg;
    return prio_enc_init(&u->fixed, &(prio_enc_cfg_t){.n = cfg->queues});
}

/* A byte a queue, then eight of them at a time: the product brings the low bit of each into the
 * top byte. Queues beyond the last have nothing visible. */
uint64_t mrpb_drain_sel_with(const mrpb_drain_sel_t *u, unsigned n)
{
    enum { QUEUES = sizeof u->vis / sizeof u->vis[0] };
    const uint16_t least = (uint16_t)n;
    uint8_t hit[QUEUES];
    uint64_t mask = 0;

    for (unsigned q = 0; q < QUEUES; q++)
        hit[q] = u->vis[q] >= least;
    for (unsigned q = 0; q < QUEUES; q += 8) {
        uint64_t eight;
        memcpy(&eight, hit + q, sizeof eight);
        mask |= (eight * UINT64_C(0x0102040810204080) >> 56) << q;
    }
    return mask;
}

static uint8_t round_of(const mrpb_drain_sel_t *u, uint64_t visible)
{
    const uint64_t from_rr = visible & ~bits_mask(u->rr);
    return (uint8_t)bits_lowest(from_rr != 0 ? from_rr : visible);
}

uint8_t mrpb_drain_sel_round(const mrpb_drain_sel_t *u)
{
    return round_of(u, mrpb_drain_sel_with(u, 1));
}

static uint8_t longest(const mrpb_drain_sel_t *u)
{
    uint16_t most = 0;
    for (unsigned q = 0; q < sizeof u->vis / sizeof u->vis[0]; q++)
        most = u->vis[q] > most ? u->vis[q] : most;
    return (uint8_t)bits_lowest(mrpb_drain_sel_with(u, most));
}

/* The policy's choice, if anything is visible. */
static uint8_t choose(const mrpb_drain_sel_t *u, uint8_t mode_policy, uint64_t visible,
                      uint8_t lowest)
{
    const uint32_t policy = u->cfg.policy == POLICY_PORT ? mode_policy : u->cfg.policy;

    if (visible == 0)
        return 0;
    if ((policy & POLICY_GREEDY) && u->vis[u->greedy] != 0)
        return u->greedy;
    switch (policy & POLICY_BASE) {
    case LONGEST:
        return longest(u);
    case ROUND_ROBIN:
        return round_of(u, visible);
    default:
        return lowest;
    }
}

void mrpb_drain_sel_eval(const mrpb_drain_sel_t *u, const mrpb_drain_sel_in_t *in,
                         mrpb_drain_sel_out_t *out)
{
    const prio_enc_in_t fixed_in = {.req = mrpb_drain_sel_with(u, 1)};
    prio_enc_out_t fixed;

    prio_enc_eval(&u->fixed, &fixed_in, &fixed);
    out->any = fixed.any;
    out->queue = choose(u, in->mode_policy, fixed_in.req, fixed.idx);
    out->look_any = in->look_queue < u->cfg.queues && u->vis[in->look_queue] != 0;
}

void mrpb_drain_sel_tick(mrpb_drain_sel_t *u, const mrpb_drain_sel_in_t *in)
{
    mrpb_drain_sel_out_t now;
    mrpb_drain_sel_eval(u, in, &now);
    mrpb_drain_sel_edge(u, in, &now);
}

void mrpb_drain_sel_edge(mrpb_drain_sel_t *u, const mrpb_drain_sel_in_t *in,
                         const mrpb_drain_sel_out_t *now)
{
    const bool flush = in->flush_en && now->look_any;
    const bool drain = !flush && in->drain_en && now->any;
    const uint8_t taken = flush ? in->look_queue : now->queue;

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
