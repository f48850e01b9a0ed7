#include "mrpb/mrpb_flush_ctl.h"

#include <errno.h>
#include <string.h>

enum { FLUSH_PORT = 2 };

int mrpb_flush_ctl_init(mrpb_flush_ctl_t *u, const mrpb_flush_ctl_cfg_t *cfg)
{
    if (unit_cfg_check(&mrpb_flush_ctl_unit, cfg, NULL) != 0)
        return -EINVAL;
    memset(u, 0, sizeof *u);
    u->cfg = *cfg;
    return 0;
}

void mrpb_flush_ctl_eval(const mrpb_flush_ctl_t *u, const mrpb_flush_ctl_in_t *in,
                         mrpb_flush_ctl_out_t *out)
{
    const bool flush = u->cfg.flush == FLUSH_PORT ? in->mode_flush : u->cfg.flush;
    const bool write = flush && in->in_valid && in->in_write; /* that no queue stores */
    const bool store = in->in_valid && !write;

    out->enqueue = store && !in->in_full;
    out->direct = write && in->in_empty && in->ob_free;
    out->flush_drain = flush && in->in_visible && in->ob_free &&
                       ((store && in->in_full) || (write && !in->in_empty));
    out->in_ready = out->enqueue || out->direct;
    out->policy_drain = in->any && in->ob_free && !out->direct && !out->flush_drain;
}

void mrpb_flush_ctl_tick(mrpb_flush_ctl_t *u, const mrpb_flush_ctl_in_t *in)
{
    (void)u, (void)in; /* combinational */
}

uint64_t mrpb_flush_ctl_quiet(const mrpb_flush_ctl_t *u)
{
    (void)u;
    return UNIT_QUIET_EVER;
}

void mrpb_flush_ctl_skip(mrpb_flush_ctl_t *u, uint64_t n)
{
    (void)u, (void)n; /* nothing moves by itself */
}

bool mrpb_flush_ctl_idle(const mrpb_flush_ctl_t *u)
{
    (void)u;
    return true;
}
