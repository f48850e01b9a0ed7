/* When each event of apres.laws happens, and at which configurations it can. */
#include "apres/apres_laws_stim_events.h"

#include "apres/apres_laws.h"

static bool two_warps(const void *cfg)
{
    const apres_laws_cfg_t *c = cfg;
    return c->warps > 1;
}

static bool three_warps(const void *cfg)
{
    const apres_laws_cfg_t *c = cfg;
    return c->warps > 2;
}

static bool two_groups(const void *cfg)
{
    const apres_laws_cfg_t *c = cfg;
    return c->groups > 1;
}

static bool two_picks(const void *cfg)
{
    const apres_laws_cfg_t *c = cfg;
    return c->picks > 1;
}

static bool warp_beyond(const void *cfg)
{
    const apres_laws_cfg_t *c = cfg;
    return !bits_every_index(c->warps);
}

static bool group_beyond(const void *cfg)
{
    const apres_laws_cfg_t *c = cfg;
    return !bits_every_index(c->groups);
}

static bool leaves(const void *cfg)
{
    const apres_laws_cfg_t *c = cfg;
    return c->serial && c->warps > 1;
}

/* A result can come while a group moves: of another entry, or of one that was freed and taken
 * again. */
static bool cuts(const void *cfg)
{
    const apres_laws_cfg_t *c = cfg;
    return leaves(cfg) && (c->warps > 2 || c->groups > 1);
}

/* A result can come while another's group moves. */
static bool two_groups_or_cycles(const void *cfg)
{
    return two_groups(cfg) || leaves(cfg);
}

const stim_event_t apres_laws_events[] = {
    [GROUP_OF_ONE] = {.name = "group_of_one"},
    [GROUP_OF_SOME] = {.name = "group_of_some", .possible = three_warps},
    [GROUP_OF_ALL] = {.name = "group_of_all", .possible = two_warps},
    [TAKES_FREED] = {.name = "takes_freed", .possible = two_groups},
    [UNGROUPED] = {.name = "ungrouped"},
    [REFUSED_AND_FREED] = {.name = "refused_and_freed"},
    [TAKES_AND_FREES] = {.name = "takes_and_frees", .possible = two_groups},
    [RESULT_OF_TAKEN] = {.name = "result_of_taken"},
    [MOVES_HIT] = {.name = "moves_hit"},
    [MOVES_MISS] = {.name = "moves_miss"},
    [MOVES_NONE] = {.name = "moves_none"},
    [MOVES_ALL] = {.name = "moves_all", .possible = two_warps},
    [MOVES_BEGIN] = {.name = "moves_begin"},
    [MOVES_BEGIN_OF_SEVERAL] = {.name = "moves_begin_of_several", .possible = two_warps},
    [MOVES_BEGIN_AGAIN] = {.name = "moves_begin_again"},
    [MOVES_TARGET] = {.name = "moves_target"},
    [TARGET_FROM_TAIL] = {.name = "target_from_tail", .possible = two_warps},
    [START_WAITS] = {.name = "start_waits"},
    [GOES_ON] = {.name = "goes_on", .possible = leaves},
    [CUT_SHORT] = {.name = "cut_short", .possible = cuts},
    [TARGET_WAITS_FOR_RESULT] = {.name = "target_waits_for_result"},
    [TARGET_WAITS_FOR_START] = {.name = "target_waits_for_start"},
    [RESULTS_IN_A_ROW] = {.name = "results_in_a_row", .possible = two_groups_or_cycles},
    [LIST_OF_NONE] = {.name = "list_of_none"},
    [LIST_WITHOUT_DEAD] = {.name = "list_without_dead", .possible = two_warps},
    [HIT_WITHOUT_DEAD] = {.name = "hit_without_dead", .possible = two_warps},
    [RESULT_UNUSED] = {.name = "result_unused"},
    [BEGIN_PENDING] = {.name = "begin_pending"},
    [BEGIN_DROPS_LOADER] = {.name = "begin_drops_loader"},
    [FINISH_DROPS_LOADER] = {.name = "finish_drops_loader"},
    [BEGIN_AND_FINISH] = {.name = "begin_and_finish"},
    [START_AND_LOAD] = {.name = "start_and_load"},
    [START_AND_RESULT] = {.name = "start_and_result"},
    [START_AND_MOVE] = {.name = "start_and_move"},
    [START_AND_PENDING] = {.name = "start_and_pending"},
    [START_AND_BEGIN] = {.name = "start_and_begin"},
    [START_AND_TARGET] = {.name = "start_and_target"},
    [PICKS_FIRST] = {.name = "picks_first"},
    [PICKS_LAST] = {.name = "picks_last", .possible = two_warps},
    [PICKS_NONE] = {.name = "picks_none"},
    [BOTH_PICK_ONE] = {.name = "both_pick_one", .possible = two_picks},
    [NO_SUCH_WARP] = {.name = "no_such_warp", .possible = warp_beyond},
    [NO_SUCH_GROUP] = {.name = "no_such_group", .possible = group_beyond},
    [NO_SUCH_TARGET] = {.name = "no_such_target", .possible = warp_beyond},
};

/* The result of this cycle: what it frees, and of which warps. */
typedef struct result {
    bool names; /* an entry, in use or not */
    bool frees;
    uint64_t group, live;
} result_t;

static result_t result_of(const apres_laws_t *u, const apres_laws_in_t *in)
{
    result_t r = {.names = in->result_en && in->result_group < u->cfg.groups};
    if (r.names && u->wgt.valid[in->result_group])
        r.group = u->wgt.masks[in->result_group];
    r.frees = r.names && u->wgt.valid[in->result_group] && !in->start_en;
    r.live = r.group & in->live;
    return r;
}

static void watch_load(const apres_laws_t *u, const apres_laws_in_t *in,
                       const apres_laws_out_t *out, const result_t *r, bool *happened)
{
    const apres_laws_cfg_t *c = &u->cfg;
    const unsigned n = bits_popcount(out->members);
    const bool names = in->load_en && in->load_warp < c->warps, loads = names && !in->start_en;
    const bool begins = names && in->begin_en && in->begin >> in->load_warp & 1;
    const bool finishes = names && in->finish_en && in->finish >> in->load_warp & 1;
    bool above = false;
    for (unsigned g = 0; g < c->groups; g++)
        above |= u->wgt.valid[g] && g > out->group_idx;

    happened[GROUP_OF_ONE] = n == 1;
    happened[GROUP_OF_SOME] = n > 1 && n < c->warps;
    happened[GROUP_OF_ALL] = n > 1 && n == c->warps;
    happened[TAKES_FREED] = out->grouped && above;
    happened[UNGROUPED] = out->ungrouped;
    happened[REFUSED_AND_FREED] = out->ungrouped && r->frees;
    happened[TAKES_AND_FREES] = out->grouped && r->frees;
    happened[RESULT_OF_TAKEN] = out->grouped && r->names && in->result_group == out->group_idx;
    happened[BEGIN_DROPS_LOADER] = loads && begins;
    happened[FINISH_DROPS_LOADER] = loads && finishes;
    happened[START_AND_LOAD] = names && in->start_en;
    happened[NO_SUCH_WARP] = in->load_en && !names;
}

static void watch_result(const apres_laws_t *u, const apres_laws_in_t *in,
                         const apres_laws_out_t *out, const result_t *r, bool *happened)
{
    const bool some = r->live != 0 && r->live != r->group;

    happened[RESULTS_IN_A_ROW] = r->frees && u->move_en && !u->move_begin;
    happened[LIST_OF_NONE] = out->listed && out->list == 0;
    happened[LIST_WITHOUT_DEAD] = out->listed && some;
    happened[HIT_WITHOUT_DEAD] = r->frees && in->result_hit && some;
    happened[RESULT_UNUSED] = r->names && !in->start_en && !r->frees;
    happened[START_AND_RESULT] = r->names && in->start_en && u->wgt.valid[in->result_group];
    happened[NO_SUCH_GROUP] = in->result_en && !r->names;
}

static void watch_move(const apres_laws_t *u, const apres_laws_in_t *in,
                       const apres_laws_out_t *out, bool *happened)
{
    const apres_laws_cfg_t *c = &u->cfg;
    const uint64_t all = bits_mask(c->warps), begin = in->begin_en ? in->begin & all : 0;
    const bool target = in->target_en && in->target_warp < c->warps;
    const bool group = u->move_en && !u->move_begin;

    happened[MOVES_HIT] = out->moves_hit;
    happened[MOVES_MISS] = out->moves_miss;
    happened[MOVES_NONE] = u->move_en && u->move_mask == 0;
    happened[MOVES_ALL] = group && c->warps > 1 && u->move_mask == all;
    happened[MOVES_BEGIN] = out->moves_begin;
    happened[MOVES_BEGIN_OF_SEVERAL] = out->moves_begin && u->pending;
    happened[MOVES_BEGIN_AGAIN] = out->moves_begin && (begin & u->move_mask);
    happened[MOVES_TARGET] = out->moves_target && target;
    happened[TARGET_FROM_TAIL] = out->moves_target && target && c->warps > 1 &&
                                 u->queue.order[c->warps - 1] == in->target_warp;
    happened[START_WAITS] = group && u->pending;
    happened[TARGET_WAITS_FOR_RESULT] = in->target_en && group;
    happened[TARGET_WAITS_FOR_START] = in->target_en && out->moves_begin;
    happened[BEGIN_PENDING] = begin & u->pending;
    happened[BEGIN_AND_FINISH] = in->finish_en && (begin & in->finish);
    happened[START_AND_MOVE] = in->start_en && group;
    happened[START_AND_PENDING] = in->start_en && u->pending;
    happened[START_AND_BEGIN] = in->start_en && begin;
    happened[START_AND_TARGET] = in->start_en && out->moves_target;
    happened[NO_SUCH_TARGET] = out->moves_target && !target;
}

void apres_laws_watch(const void *cfg, const void *state, const void *input, const void *output,
                      bool *happened)
{
    const apres_laws_cfg_t *c = cfg;
    const apres_laws_t *u = state;
    const apres_laws_in_t *in = input;
    const apres_laws_out_t *out = output;
    const result_t r = result_of(u, in);

    watch_load(u, in, out, &r, happened);
    watch_result(u, in, out, &r, happened);
    watch_move(u, in, out, happened);
    if (c->serial && u->move_en && bits_popcount(u->move_mask) > 1)
        happened[r.frees ? CUT_SHORT : GOES_ON] = true;
    for (unsigned s = 0; s < c->picks; s++) {
        const bool found = out->pick_valid[s];
        const bool first = found && out->pick[s] == u->queue.order[0];
        happened[PICKS_FIRST] |= first;
        happened[PICKS_LAST] |= found && !first && out->pick[s] == u->queue.order[c->warps - 1];
        happened[PICKS_NONE] |= !found;
        for (unsigned o = 0; o < s; o++)
            happened[BOTH_PICK_ONE] |= found && out->pick_valid[o] && out->pick[o] == out->pick[s];
    }
}
