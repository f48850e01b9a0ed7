#include "apcm/apcm_tags.h"

#include <errno.h>
#include <string.h>

enum { LINES = 2048 }; /* the most */

static uint32_t lines(const apcm_tags_t *u)
{
    return u->cfg.sets * u->cfg.ways;
}

int apcm_tags_init(apcm_tags_t *u, const apcm_tags_cfg_t *cfg)
{
    if (unit_cfg_check(&apcm_tags_unit, cfg, NULL) != 0 || cfg->sets * cfg->ways > LINES)
        return -EINVAL;
    u->cfg = *cfg;
    memset(u->protect, 0, lines(u));
    memset(u->count, 0, lines(u));
    return 0;
}

static bool is_line(const apcm_tags_t *u, uint32_t set, uint32_t way)
{
    return set < u->cfg.sets && way < u->cfg.ways;
}

static uint32_t line_of(const apcm_tags_t *u, uint32_t set, uint32_t way)
{
    return set * u->cfg.ways + way;
}

/* Is this the line that is invalidated or replaced? */
static bool goes(const apcm_tags_in_t *in, uint32_t set, uint32_t way)
{
    return in->gone_en && in->gone_set == set && in->gone_way == way;
}

void apcm_tags_eval(const apcm_tags_t *u, const apcm_tags_in_t *in, apcm_tags_out_t *out)
{
    const uint64_t live = in->live & bits_mask(u->cfg.warps);
    uint64_t protect = 0, held = 0;

    for (unsigned w = 0; in->set < u->cfg.sets && w < u->cfg.ways; w++) {
        const uint32_t line = line_of(u, in->set, w);
        protect |= (uint64_t)u->protect[line] << w;
        if (u->protect[line])
            held |= (live >> u->owner[line] & 1) << w;
    }
    out->held = held;
    out->all_held = held == bits_mask(u->cfg.ways);
    out->rd_count = 0;
    if (is_line(u, in->set, in->way) && !goes(in, in->set, in->way))
        out->rd_count = u->count[line_of(u, in->set, in->way)];
    out->lapses = in->acc_en && (protect & ~held) != 0;
}

/* The line that the access names is taken, or counts a hit. */
static void access_line(apcm_tags_t *u, const apcm_tags_in_t *in, uint32_t line)
{
    const uint8_t most = (uint8_t)bits_mask(u->cfg.cnt_w);
    if (in->acc_new) {
        u->protect[line] = in->acc_pin;
        u->count[line] = in->acc_plain;
    } else if (in->acc_plain && u->count[line] != most) {
        u->count[line]++;
    }
    if (in->acc_new && in->acc_pin)
        u->owner[line] = in->acc_warp & (uint8_t)bits_mask(bits_index_w(u->cfg.warps));
}

void apcm_tags_clock(apcm_tags_t *u, const apcm_tags_in_t *in, apcm_tags_out_t *out)
{
    apcm_tags_eval(u, in, out);

    if (in->flush_en)
        memset(u->protect, 0, lines(u));
    if (in->gone_en && is_line(u, in->gone_set, in->gone_way)) {
        u->protect[line_of(u, in->gone_set, in->gone_way)] = 0;
        u->count[line_of(u, in->gone_set, in->gone_way)] = 0;
    }
    if (!in->acc_en)
        return;
    for (unsigned w = 0; in->set < u->cfg.sets && w < u->cfg.ways; w++)
        if (!(out->held >> w & 1))
            u->protect[line_of(u, in->set, w)] = 0;
    if (is_line(u, in->set, in->way))
        access_line(u, in, line_of(u, in->set, in->way));
}

void apcm_tags_tick(apcm_tags_t *u, const apcm_tags_in_t *in)
{
    apcm_tags_out_t out;
    apcm_tags_clock(u, in, &out);
}

uint64_t apcm_tags_quiet(const apcm_tags_t *u)
{
    (void)u;
    return UNIT_QUIET_EVER;
}

void apcm_tags_skip(apcm_tags_t *u, uint64_t n)
{
    (void)u, (void)n; /* nothing moves by itself */
}

bool apcm_tags_idle(const apcm_tags_t *u)
{
    (void)u;
    return true;
}
