#include "mrpb/mrpb_flush_ctl.h"

#include <errno.h>
#include <string.h>

enum { DRAINED_NONE, DRAINED_POLICY, DRAINED_READ, DRAINED_WRITE };

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
    const bool beside = u->cfg.flush && in->in_valid && in->in_write; /* that no queue stores */
    const bool store = in->in_valid && !beside;

    out->enqueue = store && !in->in_full;
    out->direct = beside && in->in_empty && in->ob_free;
    out->in_ready = out->enqueue || out->direct;
    out->wait_full = store && in->in_full;
    out->wait_write = beside && !out->direct;

    const bool rule_1 = u->cfg.flush && out->wait_full;
    const bool rule_2 = beside && !in->in_empty;
    out->flush_drain = (rule_1 || rule_2) && in->in_visible && in->ob_free;
    out->policy_drain = in->any && in->ob_free && !out->direct && !out->flush_drain;
    out->drained = out->policy_drain ? DRAINED_POLICY : DRAINED_NONE;
    if (out->flush_drain)
        out->drained = rule_2 ? DRAINED_WRITE : DRAINED_READ;
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
