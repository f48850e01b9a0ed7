/* Events and directed stimulus of apcm.psb (docs/units/apcm.md). */
#include "apcm/apcm_psb.h"
#include "lockstep/stim_unit.h"

enum {
    SET,
    SET_LOOP,
    SET_AGAIN,
    DONE_RELEASES,
    DONE_OTHER,
    DONE_IN_LOOP,
    SET_AND_DONE,
    EXIT_RELEASES,
    EXIT_OTHER_LOOP,
    EXIT_WITHOUT_LOOP,
    SET_AND_EXIT,
    WARP_RELEASES,
    WARP_AND_SET,
    CLEAR_RELEASES,
    CLEAR_AND_SET,
    TWO_RELEASES,
    LAST_WARP,
    NO_SUCH_WARP,
};

static bool two_warps(const void *cfg)
{
    const apcm_psb_cfg_t *c = cfg;
    return c->warps > 1;
}

static bool warp_beyond(const void *cfg)
{
    const apcm_psb_cfg_t *c = cfg;
    return !bits_every_index(c->warps);
}

static const stim_event_t events[] = {
    [SET] = {.name = "set"},
    [SET_LOOP] = {.name = "set_loop"},
    [SET_AGAIN] = {.name = "set_again"},
    [DONE_RELEASES] = {.name = "done_releases"},
    [DONE_OTHER] = {.name = "done_other"},
    [DONE_IN_LOOP] = {.name = "done_in_loop"},
    [SET_AND_DONE] = {.name = "set_and_done"},
    [EXIT_RELEASES] = {.name = "exit_releases"},
    [EXIT_OTHER_LOOP] = {.name = "exit_other_loop"},
    [EXIT_WITHOUT_LOOP] = {.name = "exit_without_loop"},
    [SET_AND_EXIT] = {.name = "set_and_exit"},
    [WARP_RELEASES] = {.name = "warp_releases"},
    [WARP_AND_SET] = {.name = "warp_and_set"},
    [CLEAR_RELEASES] = {.name = "clear_releases"},
    [CLEAR_AND_SET] = {.name = "clear_and_set"},
    [TWO_RELEASES] = {.name = "two_releases", .possible = two_warps},
    [LAST_WARP] = {.name = "last_warp"},
    [NO_SUCH_WARP] = {.name = "no_such_warp", .possible = warp_beyond},
};

/* The entry of rd_warp as steps 1 and 2 of the contract find it. */
typedef struct own {
    bool names, set, before, protect, loop;
    unsigned last;
} own_t;

static own_t own_of(const apcm_psb_t *u, const apcm_psb_in_t *in)
{
    own_t o = {.names = in->rd_warp < u->cfg.warps};
    o.set = o.names && in->set_en;
    o.before = o.names && (u->protect[0] >> in->rd_warp & 1);
    o.protect = o.before || o.set;
    if (o.set) {
        o.loop = in->set_loop;
        o.last = in->set_last;
    } else if (o.before) {
        o.loop = u->loop[in->rd_warp];
        o.last = u->last[in->rd_warp];
    }
    return o;
}

static void watch(const void *cfg, const void *state, const void *input, const void *output,
                  bool *happened)
{
    const apcm_psb_cfg_t *c = cfg;
    const apcm_psb_t *u = state;
    const apcm_psb_in_t *in = input;
    const apcm_psb_out_t *out = output;
    const own_t own = own_of(u, in);
    const bool same_load = own.last == in->done_id;
    const bool done = in->done_en && own.protect && !own.loop && same_load;
    const bool watched = in->exit_en && out->exit_watch;
    const bool exits = watched && in->exit_match;
    const bool warp_ok = in->warp_en && in->warp < c->warps;
    const bool clears_own = in->clear_en || (warp_ok && in->warp == in->rd_warp);

    happened[SET] = own.set && !own.before;
    happened[SET_LOOP] = own.set && !own.before && own.loop;
    happened[SET_AGAIN] = own.set && own.before;
    happened[DONE_RELEASES] = done && !own.set;
    happened[DONE_OTHER] = in->done_en && own.protect && !own.loop && !same_load;
    happened[DONE_IN_LOOP] = in->done_en && own.protect && own.loop && same_load;
    happened[SET_AND_DONE] = done && own.set && !own.before;
    happened[EXIT_RELEASES] = exits;
    happened[EXIT_OTHER_LOOP] = watched && !in->exit_match;
    happened[EXIT_WITHOUT_LOOP] = in->exit_en && in->exit_match && in->exit_warp < c->warps &&
                                  (u->protect[0] >> in->exit_warp & 1) && !u->loop[in->exit_warp];
    happened[SET_AND_EXIT] = own.set && own.loop && !own.before && in->exit_en && in->exit_match &&
                             in->exit_warp == in->rd_warp && !clears_own;
    happened[WARP_RELEASES] = warp_ok && (u->protect[0] >> in->warp & 1);
    happened[WARP_AND_SET] = own.set && warp_ok && in->warp == in->rd_warp;
    happened[CLEAR_RELEASES] = in->clear_en && out->live != 0;
    happened[CLEAR_AND_SET] = in->clear_en && own.set;
    happened[TWO_RELEASES] = exits && done && !own.set && in->exit_warp != in->rd_warp;
    happened[LAST_WARP] = own.set && in->rd_warp == c->warps - 1;
    happened[NO_SUCH_WARP] = in->set_en && !own.names;
}

static uint8_t load(const apcm_psb_cfg_t *c, unsigned n)
{
    return (uint8_t)(n & bits_mask(c->id_w));
}

static void set(const apcm_psb_cfg_t *c, unsigned warp, unsigned last, bool loop, apcm_psb_in_t *in)
{
    in->rd_warp = (uint8_t)(warp % c->warps);
    in->set_en = 1;
    in->set_last = load(c, last);
    in->set_loop = loop;
}

static void done(const apcm_psb_cfg_t *c, unsigned warp, unsigned id, apcm_psb_in_t *in)
{
    in->rd_warp = (uint8_t)(warp % c->warps);
    in->done_en = 1;
    in->done_id = load(c, id);
}

static void leave(const apcm_psb_cfg_t *c, unsigned warp, bool match, apcm_psb_in_t *in)
{
    in->exit_en = 1;
    in->exit_warp = (uint8_t)(warp % c->warps);
    in->exit_match = match;
}

static unsigned warps(const void *cfg)
{
    const apcm_psb_cfg_t *c = cfg;
    return c->warps;
}

static unsigned twice_warps(const void *cfg)
{
    return 2 * warps(cfg);
}

/* Every warp protects until load w, and is then found by another load's final request and by its
 * own. */
static void set_all(const void *cfg, unsigned k, void *input)
{
    set(cfg, k, k, false, input);
}

static void set_all_in_loops(const void *cfg, unsigned k, void *input)
{
    set(cfg, k, k, true, input);
}

static void all_done(const void *cfg, unsigned k, void *input)
{
    done(cfg, k / 2, k & 1 ? k / 2 : k / 2 + 1, input);
}

/* A warp leaves another loop, and then its own. */
static void all_leave(const void *cfg, unsigned k, void *input)
{
    leave(cfg, k / 2, k & 1, input);
}

static void all_start(const void *cfg, unsigned k, void *input)
{
    const apcm_psb_cfg_t *c = cfg;
    apcm_psb_in_t *in = input;
    in->warp_en = 1;
    in->warp = (uint8_t)(k / 2 % c->warps);
    if (k & 1)
        set(c, k / 2, k, k & 2, in);
}

/* What meets a set of the same warp in its cycle: the final request of its last load, the exit of a
 * loop, a kernel's start; twice, so that the warp is clear before and then set. */
static unsigned meet_cycles(const void *cfg)
{
    (void)cfg;
    return 16;
}

static void meet(const void *cfg, unsigned k, void *input)
{
    const apcm_psb_cfg_t *c = cfg;
    apcm_psb_in_t *in = input;
    set(c, 0, 1, k & 1, in);
    switch (k / 4) {
    case 0:
        done(c, 0, 1, in);
        break;
    case 1:
        leave(c, 0, true, in);
        break;
    case 2:
        in->clear_en = 1;
        break;
    default: /* another warp leaves while this one is released */
        if (k & 1)
            set(c, c->warps - 1, 1, true, in);
        else
            leave(c, c->warps - 1, true, in);
    }
}

/* Two warps protect, one until load 1 and one in a loop; both are released in one cycle. So for
 * each warp and the next one. */
static unsigned four(const void *cfg)
{
    (void)cfg;
    return 4;
}

static unsigned two_at_once_cycles(const void *cfg)
{
    return 3 * (warps(cfg) < 16 ? 16 : warps(cfg));
}

static void two_at_once(const void *cfg, unsigned k, void *input)
{
    const apcm_psb_cfg_t *c = cfg;
    apcm_psb_in_t *in = input;
    const unsigned warp = k / 3;
    if (k % 3 == 0)
        set(c, warp + 1, 2, true, in);
    if (k % 3 == 1)
        set(c, warp, 1, false, in);
    if (k % 3 == 2) {
        done(c, warp, 1, in);
        leave(c, warp + 1, true, in);
    }
}

/* The largest number: no warp unless all numbers name one. */
static void largest(const void *cfg, unsigned k, void *input)
{
    const apcm_psb_cfg_t *c = cfg;
    apcm_psb_in_t *in = input;
    const uint8_t number = (uint8_t)bits_mask(bits_index_w(c->warps));
    set(c, 0, 1, true, in);
    leave(c, 0, true, in);
    in->rd_warp = in->exit_warp = in->warp = number;
    in->warp_en = k == 1;
    in->done_en = k == 2;
}

static const stim_directed_t directed[] = {
    {"set_all", warps, set_all},
    {"all_done", twice_warps, all_done},
    {"set_all_in_loops", warps, set_all_in_loops},
    {"not_done_in_loops", twice_warps, all_done},
    {"all_leave", twice_warps, all_leave},
    {"set_again", warps, set_all},
    {"leave_without_loop", twice_warps, all_leave},
    {"all_start", twice_warps, all_start},
    {"meet", meet_cycles, meet},
    {"two_at_once", two_at_once_cycles, two_at_once},
    {"largest", four, largest},
};

const stim_unit_t apcm_psb_stim = {
    .unit = &apcm_psb_unit,
    .events = events,
    .directed = directed,
    .n_events = sizeof events / sizeof *events,
    .n_directed = sizeof directed / sizeof *directed,
    .watch = watch,
};
