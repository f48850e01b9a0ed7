#include "mrpb/mrpb_latency.h"

#include <errno.h>
#include <string.h>

int mrpb_latency_init(mrpb_latency_t *u, const mrpb_latency_cfg_t *cfg)
{
    if (unit_cfg_check(&mrpb_latency_unit, cfg, NULL) != 0)
        return -EINVAL;
    memset(u, 0, sizeof *u);
    u->cfg = *cfg;
    return 0;
}

void mrpb_latency_eval(const mrpb_latency_t *u, const mrpb_latency_in_t *in,
                       mrpb_latency_out_t *out)
{
    const unsigned last = u->cfg.latency - 2;

    (void)in; /* functions of the state alone */
    out->out_en = u->valid[last];
    out->out_queue = u->queue[last];
}

void mrpb_latency_tick(mrpb_latency_t *u, const mrpb_latency_in_t *in)
{
    const unsigned last = u->cfg.latency - 2;

    memmove(u->valid + 1, u->valid, last);
    memmove(u->queue + 1, u->queue, last);
    u->valid[0] = in->in_en;
    u->queue[0] = in->in_en ? in->in_queue : 0;
}

/* Cycles until the next request stands in the last stage. */
uint64_t mrpb_latency_quiet(const mrpb_latency_t *u)
{
    for (unsigned i = u->cfg.latency - 1; i-- > 0;)
        if (u->valid[i])
            return u->cfg.latency - 2 - i;
    return UNIT_QUIET_EVER;
}

void mrpb_latency_skip(mrpb_latency_t *u, uint64_t n)
{
    const unsigned stages = u->cfg.latency - 1;
    const unsigned by = n < stages ? (unsigned)n : stages;

    memmove(u->valid + by, u->valid, stages - by);
    memmove(u->queue + by, u->queue, stages - by);
    memset(u->valid, 0, by);
    memset(u->queue, 0, by);
}

bool mrpb_latency_idle(const mrpb_latency_t *u)
{
    return mrpb_latency_quiet(u) == UNIT_QUIET_EVER;
}
