#include "mrpb/mrpb_slot.h"

#include <errno.h>
#include <string.h>

enum { BYPASS_OFF, BYPASS_ALL, BYPASS_ASSOC };

int mrpb_slot_init(mrpb_slot_t *u, const mrpb_slot_cfg_t *cfg)
{
    if (unit_cfg_check(&mrpb_slot_unit, cfg, NULL) != 0)
        return -EINVAL;
    memset(u, 0, sizeof *u);
    u->cfg = *cfg;
    return 0;
}

void mrpb_slot_moore(const mrpb_slot_t *u, mrpb_slot_out_t *out)
{
    *out = (mrpb_slot_out_t){
        .out_valid = u->valid,
        .out_write = u->write,
        .out_bypass = u->bypass,
        .out_data = u->valid ? u->data : 0,
    };
}

void mrpb_slot_eval(const mrpb_slot_t *u, const mrpb_slot_in_t *in, mrpb_slot_out_t *out)
{
    mrpb_slot_moore(u, out);
    out->in_ready = !u->valid || in->taken;
}

/* Does a read that is rejected now bypass the cache? */
static bool bypasses(const mrpb_slot_t *u, const mrpb_slot_in_t *in)
{
    return u->cfg.bypass == BYPASS_ALL || (u->cfg.bypass == BYPASS_ASSOC && in->assoc);
}

void mrpb_slot_tick(mrpb_slot_t *u, const mrpb_slot_in_t *in)
{
    const bool in_ready = !u->valid || in->taken;

    if (in->in_valid && in_ready) {
        u->valid = 1;
        u->write = in->in_write;
        u->bypass = 0;
        u->data = in->in_data & bits_mask(u->cfg.width);
    } else if (u->valid && in->taken) {
        u->valid = u->write = u->bypass = 0;
    } else if (u->valid && in->reject && !u->write && bypasses(u, in)) {
        u->bypass = 1;
    }
}

uint64_t mrpb_slot_quiet(const mrpb_slot_t *u)
{
    (void)u;
    return UNIT_QUIET_EVER;
}

void mrpb_slot_skip(mrpb_slot_t *u, uint64_t n)
{
    (void)u, (void)n; /* nothing moves by itself */
}

bool mrpb_slot_idle(const mrpb_slot_t *u)
{
    (void)u;
    return true;
}
