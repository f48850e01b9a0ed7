/* Directed stimulus of las.cta (docs/units/las.md). Its events are in las_cta_stim_events.c. */
#include "las/las_cta.h"
#include "las/las_cta_stim_areas.h"
#include "las/las_cta_stim_events.h"

/* A CTA that touches four lines of each array, at line x. */
static void add(const las_cta_cfg_t *c, unsigned cta, unsigned x, las_cta_in_t *in)
{
    in->add_en = 1;
    in->add_cta = cta & (uint32_t)bits_mask(c->cta_w);
    for (unsigned a = 0; a < c->arrays; a++)
        in->add_rects[a] = (x & bits_mask(c->coord_w)) |
                           (4 & bits_mask(c->size_w) ? UINT64_C(4) : 2) << 2 * c->coord_w |
                           UINT64_C(1) << (2 * c->coord_w + c->size_w);
}

static void room(const las_cta_cfg_t *c, uint64_t sms, las_cta_in_t *in)
{
    in->room_en = 1;
    in->room = (uint32_t)(sms & bits_mask(c->sms));
}

/* Cycles that fill all places, and some more. */
static unsigned fill_length(const las_cta_cfg_t *c)
{
    return (c->sms * c->slots + 4) *
           (20 + las_cta_window_groups(c) + c->sms * las_cta_sm_groups(c));
}

static unsigned fill_cycles(const void *cfg)
{
    const las_cta_cfg_t *c = cfg;
    return fill_length(c);
}

/* Cycles of a step in which some CTAs are dispatched, not so many that all places fill. */
static unsigned some_cycles(const void *cfg)
{
    const las_cta_cfg_t *c = cfg;
    return 16 * (20 + las_cta_window_groups(c) + c->sms * las_cta_sm_groups(c));
}

/* CTAs that share lines with the next one come in each cycle, and all SMs have room. */
static void fill(const void *cfg, unsigned k, void *input)
{
    const las_cta_cfg_t *c = cfg;
    las_cta_in_t *in = input;
    add(c, k, 2 * k, in);
    room(c, ~UINT64_C(0), in);
}

/* The same with CTAs that share none. */
static void apart(const void *cfg, unsigned k, void *input)
{
    const las_cta_cfg_t *c = cfg;
    las_cta_in_t *in = input;
    add(c, k, 8 * k, in);
    room(c, ~UINT64_C(0), in);
}

/* CTAs finish, and others take their places; later ones have lower numbers. */
static void exchange(const void *cfg, unsigned k, void *input)
{
    const las_cta_cfg_t *c = cfg;
    las_cta_in_t *in = input;
    add(c, 1000 - k, 3 * k, in);
    room(c, ~UINT64_C(0), in);
    in->finish_en = k % 16 == 0;
    in->finish[k / 16 % c->sms] = UINT64_C(1) << k / 32 % c->slots;
}

/* Cycles in which the window is known and one SM is filled, and then those of a finish, a dispatch
 * and a new candidate. */
static unsigned full_sm(const las_cta_cfg_t *c)
{
    return c->window * (9 + las_cta_sm_groups(c)) + c->slots * (20 + 2 * las_cta_window_groups(c));
}

static unsigned exchange_length(const las_cta_cfg_t *c)
{
    return 36 + 3 * las_cta_window_groups(c) + las_cta_sm_groups(c);
}

static unsigned full_cycles(const void *cfg)
{
    const las_cta_cfg_t *c = cfg;
    return full_sm(c) + 16 * exchange_length(c);
}

/* One SM fills; then one CTA of it after the other finishes, and the SM is full again each time.
 * Later CTAs have lower numbers. */
static void full(const void *cfg, unsigned k, void *input)
{
    const las_cta_cfg_t *c = cfg;
    las_cta_in_t *in = input;
    if (k == 0) {
        in->start_en = 1;
        return;
    }
    add(c, 0U - k, 2 * k, in);
    room(c, 1, in);
    if (k >= full_sm(c) && (k - full_sm(c)) % exchange_length(c) == 0) {
        in->finish_en = 1;
        in->finish[0] = UINT64_C(1) << (k - full_sm(c)) / exchange_length(c) % c->slots;
    }
}

/* Half the cycles from one grant to the next. */
static unsigned meet_half(const las_cta_cfg_t *c)
{
    return 24 + 2 * las_cta_window_groups(c) + c->sms * las_cta_sm_groups(c);
}

static unsigned meet_cycles(const void *cfg)
{
    const las_cta_cfg_t *c = cfg;
    return 16 * 2 * meet_half(c);
}

/* The only candidate is granted, and in that very cycle another one comes, or a kernel starts. */
static void meet_grant(const void *cfg, unsigned k, void *input)
{
    const las_cta_cfg_t *c = cfg;
    las_cta_in_t *in = input;
    const unsigned half = meet_half(c), at = k % (2 * half), which = k / (2 * half);
    const unsigned grant = half + 2 + bits_log2_up(c->pairs);
    in->start_en = k == 0 || (which % 4 == 3 && at == grant);
    if ((which % 4 == 0 && at == 1) || at == grant)
        add(c, k, 2 * which, in);
    if (at >= half && at <= grant)
        room(c, 1, in);
    in->finish_en = at == grant + 2;
    in->finish[0] = bits_mask(c->slots);
}

enum { AGAIN = 4 }; /* dispatches of the same kind, one after the other */

/* Cycles of one dispatch, in which only one CTA is in the window, and of its end. Other CTAs run on
 * so many SMs. */
static unsigned high_period(const las_cta_cfg_t *c, unsigned sms)
{
    return 40 + 2 * las_cta_window_groups(c) + sms * las_cta_sm_groups(c);
}

static unsigned high_cycles(const las_cta_cfg_t *c, uint64_t full, unsigned sms)
{
    return (unsigned)((full + 2 + c->arrays - 1) / c->arrays + AGAIN) * high_period(c, sms);
}

static unsigned high_score_cycles(const void *cfg)
{
    las_cta_areas_t a;
    return las_cta_high_score(cfg, &a) ? high_cycles(cfg, a.full, 1) : 1;
}

static unsigned high_total_cycles(const void *cfg)
{
    const las_cta_cfg_t *c = cfg;
    las_cta_areas_t a;
    return las_cta_high_total(c, &a) ? high_cycles(c, a.full, c->sms) : 1;
}

/* CTAs with those areas are dispatched to the SMs of a mask, one SM after the other, then one that
 * covers them all to SM 0, several times; it finishes soon. All have a corner in common. */
static void high(const las_cta_cfg_t *c, const las_cta_areas_t *a, uint64_t sms, unsigned k,
                 las_cta_in_t *in)
{
    const unsigned period = high_period(c, sms == 1 ? 1 : c->sms), at = k % period,
                   cta = k / period;
    const unsigned most = (unsigned)bits_mask(c->size_w);
    const uint64_t before = (a->full + 2 + c->arrays - 1) / c->arrays;
    const bool covers = cta >= before;
    in->start_en = k == 0;
    if (at == 1) {
        add(c, cta, 0, in);
        for (unsigned r = 0; r < c->arrays; r++) {
            const uint64_t area = (uint64_t)cta * c->arrays + r;
            const bool large = covers || area < a->full;
            const bool none = area > a->full + 1;
            const unsigned i = (unsigned)(area - a->full);
            const uint64_t w = large ? most : none ? 0 : a->w[i];
            const uint64_t h = large ? most : none ? 0 : a->h[i];
            in->add_rects[r] = (w | h << c->size_w) << 2 * c->coord_w;
        }
    }
    room(c, covers ? 1 : sms, in);
    in->finish_en = covers && at == period - 1;
    in->finish[0] = UINT64_C(1) << (sms == 1 ? before : 0);
}

static void score_high(const void *cfg, unsigned k, void *input)
{
    las_cta_areas_t a;
    if (las_cta_high_score(cfg, &a))
        high(cfg, &a, 1, k, input);
}

static void total_high(const void *cfg, unsigned k, void *input)
{
    las_cta_areas_t a;
    if (las_cta_high_total(cfg, &a))
        high(cfg, &a, ~UINT64_C(1), k, input);
}

static unsigned window_cycles(const void *cfg)
{
    const las_cta_cfg_t *c = cfg;
    return 3 * c->window + 12 * c->window;
}

/* The window fills, and no SM has room. */
static void window_alone(const void *cfg, unsigned k, void *input)
{
    const las_cta_cfg_t *c = cfg;
    las_cta_in_t *in = input;
    if (k < c->window)
        add(c, k, k % 2 ? 0 : 8 * k, in);
}

/* One SM after the other has room, and no CTA comes. */
static void drain(const void *cfg, unsigned k, void *input)
{
    const las_cta_cfg_t *c = cfg;
    las_cta_in_t *in = input;
    room(c, UINT64_C(1) << (k / 8 % c->sms), in);
}

/* All finish at once, then places that hold no CTA; SM 0 has room. */
static void finish_all(const void *cfg, unsigned k, void *input)
{
    const las_cta_cfg_t *c = cfg;
    las_cta_in_t *in = input;
    in->finish_en = k == 0 || k % 7 == 3;
    for (unsigned s = 0; s < c->sms; s++)
        in->finish[s] = k == 0 ? bits_mask(c->slots) : (uint64_t)(s == k % c->sms);
    room(c, 1, in);
}

static unsigned late_cycles(const void *cfg)
{
    const las_cta_cfg_t *c = cfg;
    return 2 * c->window + 40;
}

/* CTAs finish as soon as they have been dispatched. */
static void finish_of_new(const void *cfg, unsigned k, void *input)
{
    const las_cta_cfg_t *c = cfg;
    las_cta_in_t *in = input;
    add(c, k, 2 * k, in);
    room(c, ~UINT64_C(0), in);
    in->finish_en = 1;
    for (unsigned s = 0; s < c->sms; s++)
        in->finish[s] = bits_mask(c->slots);
}

static unsigned four(const void *cfg)
{
    (void)cfg;
    return 4;
}

/* A start meets an add and a finish. */
static void start(const void *cfg, unsigned k, void *input)
{
    const las_cta_cfg_t *c = cfg;
    las_cta_in_t *in = input;
    add(c, k, k, in);
    in->finish_en = 1;
    in->finish[0] = 1;
    in->start_en = k != 2;
}

/* Starts while searches are under way. */
static void restart(const void *cfg, unsigned k, void *input)
{
    const las_cta_cfg_t *c = cfg;
    las_cta_in_t *in = input;
    add(c, k, 2 * k, in);
    room(c, ~UINT64_C(0), in);
    in->start_en = k > 8 && k % (c->pairs > 1 ? 11 : 9) == 0;
}

/* CTAs come as seldom as they are dispatched, so that the window has room at a grant. */
static void trickle(const void *cfg, unsigned k, void *input)
{
    const las_cta_cfg_t *c = cfg;
    las_cta_in_t *in = input;
    if (k % 64 > 32)
        add(c, k, 2 * k, in);
    room(c, ~UINT64_C(0), in);
    in->finish_en = k % 16 == 4;
    for (unsigned s = 0; s < c->sms; s++)
        in->finish[s] = bits_mask(c->slots);
}

/* One CTA at a time, which is the only one of the window. */
static void single(const void *cfg, unsigned k, void *input)
{
    const las_cta_cfg_t *c = cfg;
    las_cta_in_t *in = input;
    if (k % 64 == 0)
        add(c, k, k, in);
    room(c, ~UINT64_C(0), in);
    in->finish_en = k % 64 == 60;
    for (unsigned s = 0; s < c->sms; s++)
        in->finish[s] = bits_mask(c->slots);
}

/* All CTAs touch the same lines, as many as a rectangle can have: the sums become as large as they
 * can. */
static void largest(const void *cfg, unsigned k, void *input)
{
    const las_cta_cfg_t *c = cfg;
    las_cta_in_t *in = input;
    in->start_en = k == 0;
    add(c, k, 0, in);
    for (unsigned a = 0; a < c->arrays; a++)
        in->add_rects[a] = bits_mask(2 * c->size_w) << 2 * c->coord_w;
    room(c, ~UINT64_C(0), in);
}

static const stim_directed_t directed[] = {
    {"window_alone", window_cycles, window_alone},
    {"drain", window_cycles, drain},
    {"start", four, start},
    {"fill", fill_cycles, fill},
    {"exchange", some_cycles, exchange},
    {"finish_all", window_cycles, finish_all},
    {"apart", some_cycles, apart},
    {"finish_all_again", window_cycles, finish_all},
    {"single", some_cycles, single},
    {"trickle", some_cycles, trickle},
    {"full", full_cycles, full},
    {"meet_grant", meet_cycles, meet_grant},
    {"finish_of_new", late_cycles, finish_of_new},
    {"restart", late_cycles, restart},
    {"largest", fill_cycles, largest},
    /* Often, because random stimulus must have shown their events. */
    {"score_high", high_score_cycles, score_high},
    {"score_high_2", high_score_cycles, score_high},
    {"score_high_3", high_score_cycles, score_high},
    {"score_high_4", high_score_cycles, score_high},
    {"score_high_5", high_score_cycles, score_high},
    {"score_high_6", high_score_cycles, score_high},
    {"total_high", high_total_cycles, total_high},
    {"total_high_2", high_total_cycles, total_high},
    {"total_high_3", high_total_cycles, total_high},
    {"total_high_4", high_total_cycles, total_high},
    {"total_high_5", high_total_cycles, total_high},
    {"total_high_6", high_total_cycles, total_high},
};

const stim_unit_t las_cta_stim = {
    .unit = &las_cta_unit,
    .events = las_cta_events,
    .directed = directed,
    .n_events = LAS_CTA_EVENTS,
    .n_directed = sizeof directed / sizeof *directed,
    .watch = las_cta_watch,
};
