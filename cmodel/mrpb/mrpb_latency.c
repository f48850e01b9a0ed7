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

unsigned mrpb_latency_stored(const mrpb_latency_t *u)
{
    unsigned n = 0;
    for (unsigned i = 0; i < u->cfg.latency - 1; i++)
        n += u->valid[i];
    return n;
}

void mrpb_latency_eval(const mrpb_latency_t *u, const mrpb_latency_in_t *in,
                       mrpb_latency_out_t *out)
{
    const unsigned last = u->cfg.latency - 2;

    (void)in; /* functions of the state alone */
    out->out_en = u->valid[last];
    out->out_queue = u->queue[last];
    out->busy = mrpb_latency_stored(u) != 0;
}

void mrpb_latency_tick(mrpb_latency_t *u, const mrpb_latency_in_t *in)
{
    const unsigned last = u->cfg.latency - 2;

    memmove(u->valid + 1, u->valid, last);
    memmove(u->queue + 1, u->queue, last);
    u->valid[0] = in->in_en;
    u->queue[0] = in->in_en ? in->in_queue : 0;
}

bool mrpb_latency_idle(const mrpb_latency_t *u)
{
    return mrpb_latency_stored(u) == 0;
}
