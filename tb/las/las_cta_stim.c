/* Events and directed stimulus of las.cta (docs/units/las.md). */
#include "las/las_cta.h"
#include "lockstep/stim_unit.h"

enum {
    ADDS,
    ADD_REFUSED,
    ADD_AND_GRANT,
    ADD_WHILE_BUSY,
    FINISHES,
    FINISHES_SEVERAL,
    FINISH_OF_NONE,
    FINISH_OF_NEW,
    JOB_FINISH,
    JOB_SEARCH,
    JOB_NEW,
    FINISH_BEFORE_SEARCH,
    SEARCH_BEFORE_NEW,
    SEARCH_WAITS_FOR_NEW,
    SEARCH_WAITS_FOR_RESULTS,
    FINISH_BEFORE_RESULTS,
    NEW_BEFORE_RESULTS,
    SEARCH_SKIPS_SM,
    SEARCH_WRAPS,
    ROOM_WITHOUT_PLACE,
    SHARES,
    UNSHARED,
    SHARES_HIGH_BIT,
    UNSHARED_HIGH_BIT,
    NO_LOCALITY,
    GRANTS_YOUNGER,
    GRANTS_LAST,
    GRANTS_FULL,
    FINISH_OF_FULL,
    EMPTY_JOB,
    LAST_GROUP,
    NEW_SKIPS_SM,
    NEW_SUMS_SEVERAL,
    START_WHILE_BUSY,
    START_AND_ADD,
    START_AND_GRANT,
    START_AND_FINISH,
    WAITS,
    WINDOW_FULL,
    WINDOW_EMPTY,
    ALL_FULL,
};

static unsigned groups(unsigned n, unsigned lanes)
{
    return (n + lanes - 1) / lanes;
}

static bool two_places(const void *cfg)
{
    const las_cta_cfg_t *c = cfg;
    return c->sms * c->slots > 1;
}

static bool two_sms(const void *cfg)
{
    const las_cta_cfg_t *c = cfg;
    return c->sms > 1;
}

static bool two_window(const void *cfg)
{
    const las_cta_cfg_t *c = cfg;
    return c->window > 1;
}

static bool two_lanes(const void *cfg)
{
    const las_cta_cfg_t *c = cfg;
    return c->pairs > 1 && c->slots > 1;
}

static bool eager(const void *cfg)
{
    const las_cta_cfg_t *c = cfg;
    return !c->new_first;
}

static bool patient(const void *cfg)
{
    const las_cta_cfg_t *c = cfg;
    return c->new_first;
}

/* Filling more takes thousands of cycles. */
static bool few_places(const void *cfg)
{
    const las_cta_cfg_t *c = cfg;
    return c->sms * c->slots <= 32;
}

/* Lines of which only the highest bit of a sum over so many CTAs is set. */
static uint64_t high_bit(const las_cta_cfg_t *c, unsigned ctas)
{
    return UINT64_C(1) << (2 * c->size_w + bits_log2_up(c->arrays) + bits_log2_up(ctas) - 1);
}

/* Rectangles with so many lines in all: `full` that are as large as can be, and two more. */
typedef struct areas {
    uint64_t full;
    unsigned w[2], h[2];
} areas_t;

static bool one_area(unsigned most, uint64_t lines, unsigned *w, unsigned *h)
{
    for (*w = most; *w > 0; --*w)
        if (lines % *w == 0 && lines / *w <= most) {
            *h = (unsigned)(lines / *w);
            return true;
        }
    return false;
}

static bool two_areas(unsigned most, uint64_t lines, areas_t *a)
{
    for (a->w[0] = most; a->w[0] > 0; a->w[0]--)
        for (a->h[0] = most; a->h[0] > 0; a->h[0]--) {
            const uint64_t first = a->w[0] * a->h[0];
            if (first <= lines && one_area(most, lines - first, &a->w[1], &a->h[1]))
                return true;
        }
    return false;
}

/* Whether rectangles of so many CTAs can have that many lines. Where there is one less than the
 * simple way needs, two may do for the last three. */
static bool areas_of(const las_cta_cfg_t *c, uint64_t lines, unsigned ctas, areas_t *a)
{
    const uint64_t most = bits_mask(c->size_w), largest = most * most;
    const uint64_t n = (uint64_t)ctas * c->arrays, rest = lines % largest;
    if (c->size_w > c->coord_w)
        return false;
    *a = (areas_t){lines / largest, {(unsigned)(rest / most), (unsigned)(rest % most)}, {0}};
    a->h[0] = (unsigned)most;
    a->h[1] = 1;
    if (a->full + 2 <= n)
        return true;
    return a->full > 0 && --a->full + 2 <= n && two_areas((unsigned)most, rest + largest, a);
}

/* All places of an SM but one, or all of the other SMs, hold as many lines as the highest bit of
 * the sum says. */
static bool high_score(const las_cta_cfg_t *c, areas_t *a)
{
    return areas_of(c, high_bit(c, c->slots), c->slots - 1, a);
}

static bool high_total(const las_cta_cfg_t *c, areas_t *a)
{
    return few_places(c) && areas_of(c, high_bit(c, c->sms * c->slots), (c->sms - 1) * c->slots, a);
}

static bool score_of_high_bit(const void *cfg)
{
    areas_t a;
    return high_score(cfg, &a);
}

static bool total_of_high_bit(const void *cfg)
{
    areas_t a;
    return high_total(cfg, &a);
}

static const stim_event_t events[] = {
    [ADDS] = {.name = "adds"},
    [ADD_REFUSED] = {.name = "add_refused"},
    [ADD_AND_GRANT] = {.name = "add_and_grant"},
    [ADD_WHILE_BUSY] = {.name = "add_while_busy"},
    [FINISHES] = {.name = "finishes"},
    [FINISHES_SEVERAL] = {.name = "finishes_several", .possible = two_places},
    [FINISH_OF_NONE] = {.name = "finish_of_none"},
    [FINISH_OF_NEW] = {.name = "finish_of_new"},
    [JOB_FINISH] = {.name = "job_finish"},
    [JOB_SEARCH] = {.name = "job_search"},
    [JOB_NEW] = {.name = "job_new"},
    [FINISH_BEFORE_SEARCH] = {.name = "finish_before_search"},
    [SEARCH_BEFORE_NEW] = {.name = "search_before_new", .possible = eager},
    [SEARCH_WAITS_FOR_NEW] = {.name = "search_waits_for_new", .possible = patient},
    [SEARCH_WAITS_FOR_RESULTS] = {.name = "search_waits_for_results"},
    [FINISH_BEFORE_RESULTS] = {.name = "finish_before_results"},
    [NEW_BEFORE_RESULTS] = {.name = "new_before_results", .possible = two_window},
    [SEARCH_SKIPS_SM] = {.name = "search_skips_sm", .possible = two_sms},
    [SEARCH_WRAPS] = {.name = "search_wraps", .possible = two_sms},
    [ROOM_WITHOUT_PLACE] = {.name = "room_without_place"},
    [SHARES] = {.name = "shares"},
    [UNSHARED] = {.name = "unshared", .possible = two_sms},
    [SHARES_HIGH_BIT] = {.name = "shares_high_bit", .possible = score_of_high_bit},
    [UNSHARED_HIGH_BIT] = {.name = "unshared_high_bit", .possible = total_of_high_bit},
    [NO_LOCALITY] = {.name = "no_locality"},
    [GRANTS_YOUNGER] = {.name = "grants_younger", .possible = two_window},
    [GRANTS_LAST] = {.name = "grants_last"},
    [GRANTS_FULL] = {.name = "grants_full"},
    [FINISH_OF_FULL] = {.name = "finish_of_full"},
    [EMPTY_JOB] = {.name = "empty_job"},
    [LAST_GROUP] = {.name = "last_group"},
    [NEW_SKIPS_SM] = {.name = "new_skips_sm", .possible = two_sms},
    [NEW_SUMS_SEVERAL] = {.name = "new_sums_several", .possible = two_lanes},
    [START_WHILE_BUSY] = {.name = "start_while_busy"},
    [START_AND_ADD] = {.name = "start_and_add"},
    [START_AND_GRANT] = {.name = "start_and_grant"},
    [START_AND_FINISH] = {.name = "start_and_finish"},
    [WAITS] = {.name = "waits"},
    [WINDOW_FULL] = {.name = "window_full"},
    [WINDOW_EMPTY] = {.name = "window_empty"},
    [ALL_FULL] = {.name = "all_full", .possible = few_places},
};

static unsigned count(const uint8_t *bits, unsigned n)
{
    unsigned sum = 0;
    for (unsigned i = 0; i < n; i++)
        sum += bits[i];
    return sum;
}

static unsigned on_sm(const las_cta_t *u, unsigned sm)
{
    return count(u->running.valid + sm * u->cfg.slots, u->cfg.slots);
}

static void watch_finish(const las_cta_t *u, const las_cta_in_t *in, const las_cta_out_t *out,
                         bool *happened)
{
    const las_cta_cfg_t *c = &u->cfg;
    unsigned n = 0;
    for (unsigned p = 0; p < c->sms * c->slots && in->finish_en && !in->start_en; p++) {
        const unsigned sm = p / c->slots, slot = p % c->slots;
        if (!(in->finish[sm] >> slot & 1))
            continue;
        const bool taken = u->running.valid[p];
        n += taken;
        happened[FINISH_OF_NONE] |= !taken;
        happened[FINISH_OF_NEW] |=
            (out->grants && out->grant_sm == sm && out->grant_slot == slot) ||
            (u->busy && u->job == 2 && u->sm == sm && u->slot == slot);
    }
    happened[FINISHES] = n > 0;
    happened[FINISHES_SEVERAL] = n > 1;
    happened[START_AND_FINISH] = in->start_en && in->finish_en;
}

/* SMs that a search could serve. */
static uint32_t served(const las_cta_t *u, const las_cta_in_t *in)
{
    uint32_t sms = 0;
    for (unsigned s = 0; s < u->cfg.sms && in->room_en; s++)
        if (in->room >> s & 1 && on_sm(u, s) < u->cfg.slots)
            sms |= UINT32_C(1) << s;
    return sms;
}

static void watch_jobs(const las_cta_t *u, const las_cta_in_t *in, const las_cta_out_t *out,
                       bool *happened)
{
    const las_cta_cfg_t *c = &u->cfg;
    const bool free = !u->busy && !in->start_en, ended = count(u->ended, c->sms * c->slots) > 0;
    const uint32_t sms = served(u, in);
    const bool fresh = u->fresh.len > 0, ready = sms && u->known;

    const bool serves = ready && !(c->new_first && fresh);
    const bool flies = count(u->tag_en, 4) != 0;
    happened[JOB_FINISH] = free && ended;
    happened[JOB_SEARCH] = out->searches;
    happened[JOB_NEW] = free && !ended && !serves && fresh;
    happened[FINISH_BEFORE_SEARCH] = free && ended && serves;
    happened[SEARCH_BEFORE_NEW] = out->searches && fresh;
    happened[SEARCH_WAITS_FOR_NEW] = free && !ended && ready && !serves;
    happened[SEARCH_WAITS_FOR_RESULTS] = free && !ended && serves && !out->searches;
    happened[FINISH_BEFORE_RESULTS] = happened[JOB_FINISH] && flies;
    happened[NEW_BEFORE_RESULTS] = happened[JOB_NEW] && flies;
    happened[SEARCH_SKIPS_SM] = out->searches && !(sms >> u->next_sm & 1);
    happened[SEARCH_WRAPS] = out->searches && !(sms >> u->next_sm);
    happened[ROOM_WITHOUT_PLACE] =
        in->room_en && !in->start_en && (in->room & ~sms & bits_mask(c->sms));
}

static void watch_grant(const las_cta_t *u, const las_cta_in_t *in, const las_cta_out_t *out,
                        bool *happened)
{
    const las_cta_cfg_t *c = &u->cfg;
    const bool ends = u->busy && u->job == 1 && !count(u->todo, las_cta_groups(c)) &&
                      !count(u->select.node_valid, las_select_nodes(c->pairs));
    bool younger = false;
    for (unsigned i = 0; i < c->window; i++)
        younger |= (u->known >> i & 1) && u->cta[i] < out->grant_cta;

    happened[ADD_AND_GRANT] = out->grants && in->add_en && out->add_ready;
    happened[SHARES] = out->shares;
    happened[UNSHARED] = out->unshared;
    happened[SHARES_HIGH_BIT] =
        out->shares && u->select.best_score == high_bit(c, c->slots) && score_of_high_bit(c);
    happened[UNSHARED_HIGH_BIT] = out->unshared &&
                                  u->select.best_total == high_bit(c, c->sms * c->slots) &&
                                  total_of_high_bit(c);
    happened[NO_LOCALITY] = out->grants && !out->shares && !out->unshared;
    happened[GRANTS_YOUNGER] = out->grants && younger;
    happened[GRANTS_LAST] = out->grants && count(u->window.valid, c->window) == 1;
    happened[GRANTS_FULL] = out->grants && on_sm(u, out->grant_sm) == c->slots - 1;
    happened[START_AND_GRANT] = in->start_en && ends;
}

static void watch_work(const las_cta_t *u, const las_cta_in_t *in, bool *happened)
{
    const las_cta_cfg_t *c = &u->cfg;
    const unsigned window_groups = groups(c->window, c->pairs), per_sm = groups(c->slots, c->pairs);
    const bool works = u->busy && !in->start_en;
    const unsigned all = las_cta_groups(c), todo = count(u->todo, all);
    const unsigned last = u->job == 3 ? c->sms * per_sm - 1 : window_groups - 1;
    bool gap = false;
    for (unsigned s = 0; s + 1 < c->sms; s++)
        gap |= on_sm(u, s) == 0 && on_sm(u, s + 1) != 0;

    happened[EMPTY_JOB] =
        works && u->job != 1 && todo == 0; /* the others end when they look last */
    happened[LAST_GROUP] = works && todo == 1 && u->todo[last];
    happened[NEW_SKIPS_SM] = works && u->job == 3 && gap;
    happened[NEW_SUMS_SEVERAL] = !in->start_en && u->tag_job[3] == 3 && u->tag_en[3] &&
                                 (u->overlap.sum_use & (u->overlap.sum_use - 1)) != 0;
    happened[FINISH_OF_FULL] = works && u->job == 0 && todo <= 1 && on_sm(u, u->sm) == c->slots;
    happened[START_WHILE_BUSY] = in->start_en && u->busy;
}

static void watch(const void *cfg, const void *state, const void *input, const void *output,
                  bool *happened)
{
    const las_cta_cfg_t *c = cfg;
    const las_cta_t *u = state;
    const las_cta_in_t *in = input;
    const las_cta_out_t *out = output;
    const unsigned n = count(u->window.valid, c->window);
    const bool add = in->add_en && !in->start_en;

    happened[ADDS] = add && n < c->window;
    happened[ADD_REFUSED] = add && n == c->window;
    happened[ADD_WHILE_BUSY] = add && n < c->window && u->busy;
    happened[START_AND_ADD] = in->start_en && in->add_en && n < c->window;
    happened[WAITS] = out->waits;
    happened[WINDOW_FULL] = n == c->window;
    happened[WINDOW_EMPTY] = in->room_en && served(u, in) && n == 0;
    happened[ALL_FULL] =
        few_places(c) && count(u->running.valid, c->sms * c->slots) == c->sms * c->slots;
    watch_finish(u, in, out, happened);
    watch_jobs(u, in, out, happened);
    watch_grant(u, in, out, happened);
    watch_work(u, in, happened);
}

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
           (20 + groups(c->window, c->pairs) + c->sms * groups(c->slots, c->pairs));
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
    return 16 * (20 + groups(c->window, c->pairs) + c->sms * groups(c->slots, c->pairs));
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
    return c->window * (9 + groups(c->slots, c->pairs)) +
           c->slots * (20 + 2 * groups(c->window, c->pairs));
}

static unsigned exchange_length(const las_cta_cfg_t *c)
{
    return 36 + 3 * groups(c->window, c->pairs) + groups(c->slots, c->pairs);
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
    return 24 + 2 * groups(c->window, c->pairs) + c->sms * groups(c->slots, c->pairs);
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
    return 40 + 2 * groups(c->window, c->pairs) + sms * groups(c->slots, c->pairs);
}

static unsigned high_cycles(const las_cta_cfg_t *c, uint64_t full, unsigned sms)
{
    return (unsigned)((full + 2 + c->arrays - 1) / c->arrays + AGAIN) * high_period(c, sms);
}

static unsigned high_score_cycles(const void *cfg)
{
    areas_t a;
    return high_score(cfg, &a) ? high_cycles(cfg, a.full, 1) : 1;
}

static unsigned high_total_cycles(const void *cfg)
{
    const las_cta_cfg_t *c = cfg;
    areas_t a;
    return high_total(c, &a) ? high_cycles(c, a.full, c->sms) : 1;
}

/* CTAs with those areas are dispatched to the SMs of a mask, one SM after the other, then one that
 * covers them all to SM 0, several times; it finishes soon. All have a corner in common. */
static void high(const las_cta_cfg_t *c, const areas_t *a, uint64_t sms, unsigned k,
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
    areas_t a;
    if (high_score(cfg, &a))
        high(cfg, &a, 1, k, input);
}

static void total_high(const void *cfg, unsigned k, void *input)
{
    areas_t a;
    if (high_total(cfg, &a))
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
    .events = events,
    .directed = directed,
    .n_events = sizeof events / sizeof *events,
    .n_directed = sizeof directed / sizeof *directed,
    .watch = watch,
};
