/* Policies las-cta, las-warp and las: what they declare alike. */
#include <inttypes.h>
#include <stdio.h>

#include "policy/las_int.h"

enum { CTA_BITS = 32 };

/* ---- Parts ---- */

static uint32_t one(const policy_t *p)
{
    (void)p;
    return 1;
}

static void configure_cta(const policy_t *p, void *cfg)
{
    *(las_cta_cfg_t *)cfg = (las_cta_cfg_t){
        .window = p->window,
        .sms = p->run.cfg->n_sms,
        .slots = p->run.cfg->ctas_per_sm,
        .pairs = p->pairs,
        .arrays = p->arrays,
        .coord_w = p->coord_w,
        .size_w = p->size_w,
        .cta_w = CTA_BITS,
        .new_first = p->new_first,
    };
}

static void configure_warp(const policy_t *p, void *cfg)
{
    *(las_warp_cfg_t *)cfg = (las_warp_cfg_t){
        .scheds = p->run.cfg->schedulers,
        .per = las_per(p),
        .active = p->active,
        .arrays = p->arrays,
        .region_w = p->region_w,
        .subs = p->subs,
        .deg_w = p->deg_w,
        .age_w = p->age_w,
        .ctas = p->run.cfg->ctas_per_sm,
        .stages = p->stages,
    };
}

static const policy_part_t of_block[] = {
    {.at = offsetof(block_t, unit),
     .unit = &las_cta_unit,
     .configure = configure_cta,
     .check = las_check_block},
};

static const policy_part_t of_sm[] = {
    {.at = offsetof(sm_t, unit),
     .unit = &las_warp_unit,
     .configure = configure_warp,
     .check = las_check_sm},
};

const policy_part_t las_parts[2] = {
    {.at = offsetof(policy_t, block),
     .size = sizeof(block_t),
     .count = one,
     .each = "gpu",
     .walk = las_walk_block,
     .parts = of_block,
     .n_parts = 1},
    {.at = offsetof(policy_t, sm),
     .size = sizeof(sm_t),
     .count = policy_sms,
     .each = "sm",
     .walk = las_walk_sm,
     .parts = of_sm,
     .n_parts = 1},
};

/* ---- What does not fit ---- */

static bool chooses_ctas(const policy_t *p)
{
    return p->run.ops->hooks->pick_cta != NULL;
}

static bool chooses_warps(const policy_t *p)
{
    return p->run.ops->hooks->pick_warp != NULL;
}

static int cta_fits(const policy_t *p, diag_t *d)
{
    const gpu_cfg_t *cfg = p->run.cfg;
    const char *name = p->run.ops->name;
    if (cfg->n_sms > LAS_SMS)
        return diag_at(d, "n_sms", 0, 0,
                       "expected at most %d with policy %s, whose unit serves no more", LAS_SMS,
                       name);
    if (cfg->n_sms * cfg->ctas_per_sm > LAS_PLACES)
        return diag_at(d, "ctas_per_sm", 0, 0,
                       "expected at most %" PRIu32 " on %" PRIu32
                       " SMs with policy %s, whose unit has "
                       "places for %d CTAs",
                       LAS_PLACES / cfg->n_sms, cfg->n_sms, name, LAS_PLACES);
    return 0;
}

static int warp_fits(const policy_t *p, diag_t *d)
{
    const gpu_cfg_t *cfg = p->run.cfg;
    const char *name = p->run.ops->name;
    char key[64];
    if (las_per(p) < 2 || las_per(p) * cfg->schedulers > LAS_SLOTS)
        return diag_at(
            d, "warps_per_sm", 0, 0,
            "expected %" PRIu32 " to %" PRIu32 " with policy %s, whose unit has two warps a "
            "scheduler or more, and %d at most",
            cfg->schedulers + 1, LAS_SLOTS / cfg->schedulers * cfg->schedulers, name, LAS_SLOTS);
    snprintf(key, sizeof key, "%s.active", name);
    if (p->active > las_per(p))
        return diag_at(d, key, 0, 0, "expected at most %" PRIu32 ", the warps of a scheduler",
                       las_per(p));
    return 0;
}

int las_fits(const policy_t *p, diag_t *d)
{
    const int rc = chooses_ctas(p) ? cta_fits(p, d) : 0;
    return rc || !chooses_warps(p) ? rc : warp_fits(p, d);
}

/* ---- At work ---- */

void las_check(policy_t *p, int rc)
{
    if (__builtin_expect(rc != 0, 0))
        gpu_halt(p->run.gpu, "las: the C model and the RTL differ");
}

void las_wrong(policy_t *p, int at, const char *what, uint32_t number)
{
    char why[128], where[16] = "gpu0";
    if (at >= 0)
        snprintf(where, sizeof where, "sm%d", at);
    snprintf(why, sizeof why, "%s: the unit of %s %s (%" PRIu32 ")", p->run.ops->name, where, what,
             number);
    gpu_break(p->run.gpu, why);
}

void las_on_kernel_start(void *ctx, const front_t *front)
{
    policy_t *p = ctx;
    las_plan_start(p, front);
    if (p->block)
        las_block_start(p, front);
    for (uint32_t i = 0; p->sm && i < p->run.cfg->n_sms; i++)
        p->sm[i].starts = true;
}

void las_on_cta_ready(void *ctx, const gpu_cta_event_t *e)
{
    policy_t *p = ctx;
    if (p->block)
        las_block_ready(p, e);
    if (p->sm)
        las_sm_ready(p, e);
}

void las_on_cta_finish(void *ctx, const gpu_cta_event_t *e)
{
    policy_t *p = ctx;
    if (p->block)
        las_block_finish(p, e);
    if (p->sm)
        las_sm_finish(p, e);
    las_plan_finish(p, e->cta);
}

unsigned las_derive(const policy_t *p, policy_row_t *rows)
{
    unsigned n = 0;
    rows[n++] = policy_ratio("rectangle_share", p->n.rect_loads, p->n.loads);
    if (p->block) {
        rows[n++] = policy_ratio("shared", p->n.shares, p->n.grants);
        rows[n++] = policy_ratio("waiting_cycles_per_cta", p->n.waiting, p->n.grants);
    }
    return n;
}
