#include "las/las_scores.h"

#include <errno.h>
#include <string.h>

int las_scores_init(las_scores_t *u, const las_scores_cfg_t *cfg)
{
    if (unit_cfg_check(&las_scores_unit, cfg, NULL) != 0 || cfg->sms * cfg->slots > 256)
        return -EINVAL;
    memset(u, 0, sizeof *u);
    u->cfg = *cfg;
    return 0;
}

static uint32_t score_mask(const las_scores_t *u)
{
    return (uint32_t)bits_mask(u->cfg.sum_w + bits_log2_up(u->cfg.slots));
}

static uint32_t total_mask(const las_scores_t *u)
{
    return (uint32_t)bits_mask(u->cfg.sum_w + bits_log2_up(u->cfg.sms * u->cfg.slots));
}

void las_scores_eval(const las_scores_t *u, const las_scores_in_t *in, las_scores_out_t *out)
{
    memset(out, 0, sizeof *out);
    for (unsigned l = 0; l < u->cfg.lanes; l++) {
        const unsigned i = in->group * u->cfg.lanes + l;
        if (i >= u->cfg.window)
            continue;
        out->here[l] = in->sm < u->cfg.sms ? u->score[i * u->cfg.sms + in->sm] : 0;
        out->all[l] = u->total[i];
    }
}

/* The candidate's score with the SM, and its total, become what they were and these lines. */
static void put(las_scores_t *u, unsigned candidate, unsigned sm, uint32_t old_score,
                uint32_t old_total, uint32_t lines)
{
    u->score[candidate * u->cfg.sms + sm] = (old_score + lines) & score_mask(u);
    u->total[candidate] = (old_total + lines) & total_mask(u);
}

void las_scores_tick(las_scores_t *u, const las_scores_in_t *in)
{
    /* what `each` begins from; `one` changes one candidate */
    const bool one = in->one_en && in->one_idx < u->cfg.window && in->one_sm < u->cfg.sms;
    const uint32_t one_score = one ? u->score[in->one_idx * u->cfg.sms + in->one_sm] : 0;
    const uint32_t one_total = one ? u->total[in->one_idx] : 0;
    if (one)
        put(u, in->one_idx, in->one_sm, one_score, one_total, in->one_lines & score_mask(u));

    for (unsigned l = 0; in->each_en && in->each_sm < u->cfg.sms && l < u->cfg.lanes; l++) {
        const unsigned i = in->each_group * u->cfg.lanes + l;
        if (i >= u->cfg.window || !(in->each_use >> l & 1))
            continue;
        const bool of_one = one && i == in->one_idx;
        const uint32_t lines = in->each_lines[l] & (uint32_t)bits_mask(u->cfg.sum_w);
        put(u, i, in->each_sm,
            of_one && in->each_sm == in->one_sm ? one_score
                                                : u->score[i * u->cfg.sms + in->each_sm],
            of_one ? one_total : u->total[i], in->each_minus ? 0 - lines : lines);
    }

    if (in->zero_en && in->zero_idx < u->cfg.window) {
        memset(&u->score[in->zero_idx * u->cfg.sms], 0, u->cfg.sms * sizeof *u->score);
        u->total[in->zero_idx] = 0;
    }
}

uint64_t las_scores_quiet(const las_scores_t *u)
{
    (void)u;
    return UNIT_QUIET_EVER;
}

void las_scores_skip(las_scores_t *u, uint64_t n)
{
    (void)u, (void)n; /* nothing moves by itself */
}

bool las_scores_idle(const las_scores_t *u)
{
    (void)u;
    return true;
}
