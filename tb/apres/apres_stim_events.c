/* When each event of apres happens, and at which configurations it can. */
#include "apres/apres_stim_events.h"

#include "apres/apres.h"

static bool two_warps(const void *cfg)
{
    const apres_cfg_t *c = cfg;
    return c->warps > 1;
}

/* SAP serves a miss for more than a cycle. */
static bool serves(const void *cfg)
{
    const apres_cfg_t *c = cfg;
    return c->stages || two_warps(cfg);
}

/* Misses come faster than SAP takes them, or one comes in the cycle in which the only place of the
 * DRQ is taken. With one group a result is followed by a cycle without. */
static bool falls_behind(const void *cfg)
{
    const apres_cfg_t *c = cfg;
    return serves(cfg) || (c->groups > 1 && c->drq == 1);
}

/* Where one miss can be taken and another one finds room. */
static bool two_places(const void *cfg)
{
    const apres_cfg_t *c = cfg;
    return c->drq > 1;
}

/* Two warps are so far apart that a difference of addresses can leave a remainder. */
static bool three_warps(const void *cfg)
{
    const apres_cfg_t *c = cfg;
    return c->warps > 2;
}

static bool id_beyond(const void *cfg)
{
    const apres_cfg_t *c = cfg;
    return bits_mask(c->id_w) >= c->warps;
}

/* There are more PCs than entries of the PT. */
static bool pcs_to_spare(const void *cfg)
{
    const apres_cfg_t *c = cfg;
    return bits_mask(c->pc_w) >= c->entries;
}

const stim_event_t apres_events[] = {
    [UNGROUPED] = {.name = "ungrouped"},
    [MOVES_HIT] = {.name = "moves_hit"},
    [MOVES_MISS] = {.name = "moves_miss"},
    [MOVES_BEGIN] = {.name = "moves_begin"},
    [MOVES_TARGET] = {.name = "moves_target", .possible = two_warps},
    [LISTED_AND_PUSHED] = {.name = "listed_and_pushed"},
    [LISTED_AND_DROPPED] = {.name = "listed_and_dropped", .possible = falls_behind},
    [LISTED_WITHOUT_WARPS] = {.name = "listed_without_warps"},
    [LISTED_NO_SUCH_ID] = {.name = "listed_no_such_id", .possible = id_beyond},
    [LISTED_OUT_OF_REACH] = {.name = "listed_out_of_reach", .possible = two_warps},
    [PUSHED_AND_TAKES] = {.name = "pushed_and_takes", .possible = two_places},
    [LISTED_WHILE_DIVIDING] = {.name = "listed_while_dividing", .possible = serves},
    [LISTED_WHILE_OFFERING] = {.name = "listed_while_offering", .possible = two_warps},
    [MISS_UNUSED] = {.name = "miss_unused"},
    [ALLOCATES] = {.name = "allocates"},
    [REPLACES] = {.name = "replaces", .possible = pcs_to_spare},
    [SAME_WARP] = {.name = "same_warp"},
    [INEXACT] = {.name = "inexact", .possible = three_warps},
    [MISMATCH] = {.name = "mismatch", .possible = two_warps},
    [NO_STRIDE] = {.name = "no_stride", .possible = two_warps},
    [PREDICTS] = {.name = "predicts", .possible = two_warps},
    [FILL_WITHOUT_DEAD] = {.name = "fill_without_dead", .possible = serves},
    [OFFER_WAITS_FOR_L1] = {.name = "offer_waits_for_l1", .possible = two_warps},
    [OFFER_WAITS_FOR_TARGET] = {.name = "offer_waits_for_target", .possible = two_warps},
    [TAKEN_GOOD] = {.name = "taken_good", .possible = two_warps},
    [TAKEN_NOT_GOOD] = {.name = "taken_not_good", .possible = two_warps},
    [TAKEN_AS_RESULT_MOVES] = {.name = "taken_as_result_moves", .possible = two_warps},
    [TAKEN_AS_START_MOVES] = {.name = "taken_as_start_moves", .possible = two_warps},
    [TARGET_WAITS_FOR_RESULT] = {.name = "target_waits_for_result", .possible = two_warps},
    [TARGET_WAITS_FOR_START] = {.name = "target_waits_for_start", .possible = two_warps},
    [TARGET_MOVES_WITH_GROUP] = {.name = "target_moves_with_group", .possible = two_warps},
    [START_AND_MISS] = {.name = "start_and_miss"},
    [START_WHILE_DIVIDING] = {.name = "start_while_dividing", .possible = serves},
    [START_AND_TARGET] = {.name = "start_and_target", .possible = two_warps},
    [START_AND_TAKEN] = {.name = "start_and_taken", .possible = two_warps},
};

static void watch_miss(const apres_t *u, const apres_in_t *in, const apres_out_t *out,
                       bool *happened)
{
    const apres_cfg_t *c = &u->cfg;
    const apres_sap_t *sap = &u->sap;
    const bool misses = in->result_en && !in->result_hit && in->result_group < c->groups;
    const bool used = misses && u->laws.wgt.valid[in->result_group];
    const bool pushed = out->listed && in->result_id < c->warps && !out->dropped;
    const uint64_t list = used ? u->laws.wgt.masks[in->result_group] & in->live : 0;
    const bool busy = sap->fill != 0 || sap->wq.ring.len != 0 || sap->phase != 0;

    happened[LISTED_AND_PUSHED] = pushed;
    happened[LISTED_AND_DROPPED] = out->listed && out->dropped;
    happened[LISTED_WITHOUT_WARPS] = pushed && !list;
    happened[LISTED_NO_SUCH_ID] = out->listed && in->result_id >= c->warps;
    happened[LISTED_OUT_OF_REACH] =
        pushed && (list & in->result_reach) && (list & ~in->result_reach);
    happened[PUSHED_AND_TAKES] = pushed && out->takes;
    happened[LISTED_WHILE_DIVIDING] = out->listed && sap->dividing;
    happened[LISTED_WHILE_OFFERING] = out->listed && !sap->dividing && busy;
    happened[MISS_UNUSED] = misses && !used && !in->start_en;
    happened[START_AND_MISS] = used && in->start_en;
    happened[FILL_WITHOUT_DEAD] = !in->start_en && (sap->fill & ~in->live);
}

static void watch_target(const apres_t *u, const apres_in_t *in, const apres_out_t *out,
                         bool *happened)
{
    const apres_laws_t *laws = &u->laws;
    const apres_sap_t *sap = &u->sap;
    const bool taken = out->pf_valid && in->pf_take && !in->start_en;
    const bool starts = laws->move_en && laws->move_begin;
    const bool group = laws->move_en && !laws->move_begin;
    const bool first = !sap->dividing && sap->wq.ring.len != 0;
    const bool waits =
        u->cfg.stages ? sap->phase == 2 : first && sap->wq.ids[sap->wq.ring.head] != sap->id;
    const bool held = sap->held && sap->target < u->cfg.warps;

    happened[MOVES_TARGET] = out->moves_target;
    happened[OFFER_WAITS_FOR_L1] = out->pf_valid && !in->pf_take;
    happened[OFFER_WAITS_FOR_TARGET] = sap->held && waits;
    happened[TAKEN_GOOD] = taken && in->pf_good;
    happened[TAKEN_NOT_GOOD] = taken && !in->pf_good;
    happened[TAKEN_AS_RESULT_MOVES] = taken && group;
    happened[TAKEN_AS_START_MOVES] = taken && starts;
    happened[TARGET_WAITS_FOR_RESULT] = sap->held && group;
    happened[TARGET_WAITS_FOR_START] = sap->held && starts;
    happened[TARGET_MOVES_WITH_GROUP] = held && group && (laws->move_mask >> sap->target & 1);
    happened[START_WHILE_DIVIDING] = in->start_en && sap->dividing;
    happened[START_AND_TARGET] = in->start_en && out->moves_target;
    happened[START_AND_TAKEN] = in->start_en && out->pf_valid && in->pf_take;
}

void apres_watch(const void *cfg, const void *state, const void *input, const void *output,
                 bool *happened)
{
    const apres_t *u = state;
    const apres_in_t *in = input;
    const apres_out_t *out = output;
    (void)cfg;

    watch_miss(u, in, out, happened);
    watch_target(u, in, out, happened);
    happened[UNGROUPED] = out->ungrouped;
    happened[MOVES_HIT] = out->moves_hit;
    happened[MOVES_MISS] = out->moves_miss;
    happened[MOVES_BEGIN] = out->moves_begin;
    happened[ALLOCATES] = out->allocates;
    happened[REPLACES] = out->replaces;
    happened[SAME_WARP] = out->same_warp;
    happened[INEXACT] = out->inexact;
    happened[MISMATCH] = out->mismatch;
    happened[NO_STRIDE] = out->no_stride;
    happened[PREDICTS] = out->predicts;
}
