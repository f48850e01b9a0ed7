/* When each event of apres.sap happens, and at which configurations it can. */
#include "apres/apres_sap_stim_events.h"

#include "apres/apres_sap.h"

/* With one warp every second miss of a PC is by the same warp, and nothing is divided. */
static bool two_warps(const void *cfg)
{
    const apres_sap_cfg_t *c = cfg;
    return c->warps > 1;
}

/* SAP is not idle for some time after a take. */
static bool serves(const void *cfg)
{
    const apres_sap_cfg_t *c = cfg;
    return c->stages || two_warps(cfg);
}

/* Two warps whose numbers differ by 2: a division can leave a remainder. */
static bool three_warps(const void *cfg)
{
    const apres_sap_cfg_t *c = cfg;
    return c->warps > 2;
}

/* Where one miss can be taken and another one finds room. */
static bool two_places(const void *cfg)
{
    const apres_sap_cfg_t *c = cfg;
    return c->drq > 1;
}

/* While SAP is idle the DRQ has no more than one miss, unless it has been serving. */
static bool can_drop(const void *cfg)
{
    const apres_sap_cfg_t *c = cfg;
    return c->drq == 1 || serves(cfg);
}

static bool miss_beyond(const void *cfg)
{
    const apres_sap_cfg_t *c = cfg;
    return c->warps <= bits_mask(c->id_w);
}

static bool miss_beyond_and_can_drop(const void *cfg)
{
    return miss_beyond(cfg) && can_drop(cfg);
}

/* There are more PCs than entries of the PT. */
static bool pcs_to_spare(const void *cfg)
{
    const apres_sap_cfg_t *c = cfg;
    return bits_mask(c->pc_w) >= c->entries;
}

/* There are as many. */
static bool can_fill_pt(const void *cfg)
{
    const apres_sap_cfg_t *c = cfg;
    return bits_mask(c->pc_w) >= c->entries - 1;
}

/* A stride of one bit is 0 or -1. */
static bool positive_stride(const void *cfg)
{
    const apres_sap_cfg_t *c = cfg;
    return c->addr_w > 1 && two_warps(cfg);
}

/* A group can have a warp left in the cycle in which the division ends. */
static bool group_outlasts_division(const void *cfg)
{
    const apres_sap_cfg_t *c = cfg;
    return two_warps(cfg) && c->warps > c->addr_w / c->div_bits + (c->stages ? 3 : 0);
}

/* ... and in the next. */
static bool group_outlasts_it_by_two(const void *cfg)
{
    const apres_sap_cfg_t *c = cfg;
    return two_warps(cfg) && c->warps > c->addr_w / c->div_bits + (c->stages ? 3 : 0) + 1;
}

static bool stages(const void *cfg)
{
    const apres_sap_cfg_t *c = cfg;
    return c->stages;
}

static bool stages_and_two_warps(const void *cfg)
{
    return stages(cfg) && two_warps(cfg);
}

static bool halves_and_two_warps(const void *cfg)
{
    const apres_sap_cfg_t *c = cfg;
    return c->stages == 2 && two_warps(cfg);
}

const stim_event_t apres_sap_events[] = {
    [MISS_WHILE_SERVING] = {.name = "miss_while_serving", .possible = serves},
    [MISS_AND_TAKE] = {.name = "miss_and_take", .possible = two_places},
    [NO_SUCH_MISS] = {.name = "no_such_miss", .possible = miss_beyond},
    [NO_SUCH_MISS_WHEN_FULL] = {.name = "no_such_miss_when_full",
                                .possible = miss_beyond_and_can_drop},
    [DROPS_WHILE_SERVING] = {.name = "drops_while_serving", .possible = serves},
    [DROPS_AND_TAKES] = {.name = "drops_and_takes", .possible = can_drop},
    [ALLOCATES] = {.name = "allocates"},
    [REPLACES] = {.name = "replaces", .possible = pcs_to_spare},
    [HIT_LAST_ENTRY] = {.name = "hit_last_entry", .possible = can_fill_pt},
    [SAME_WARP] = {.name = "same_warp"},
    [DIVIDES_DOWN] = {.name = "divides_down", .possible = two_warps},
    [INEXACT] = {.name = "inexact", .possible = three_warps},
    [MISMATCH_FIRST] = {.name = "mismatch_first", .possible = two_warps},
    [MISMATCH_AGAIN] = {.name = "mismatch_again", .possible = positive_stride},
    [MISMATCH_ZERO] = {.name = "mismatch_zero", .possible = two_warps},
    [NO_STRIDE] = {.name = "no_stride", .possible = two_warps},
    [PREDICTS_UP] = {.name = "predicts_up", .possible = positive_stride},
    [PREDICTS_DOWN] = {.name = "predicts_down", .possible = two_warps},
    [PREDICTS_PARTLY_FILLED] = {.name = "predicts_partly_filled",
                                .possible = group_outlasts_division},
    [PREDICTS_NOBODY] = {.name = "predicts_nobody", .possible = two_warps},
    [GIVES_UP_WQ] = {.name = "gives_up_wq", .possible = two_warps},
    [GIVES_UP_FILL] = {.name = "gives_up_fill", .possible = group_outlasts_division},
    [GROUP_EMPTY] = {.name = "group_empty", .possible = two_warps},
    [GROUP_DEAD] = {.name = "group_dead", .possible = two_warps},
    [NOT_LIVE] = {.name = "not_live", .possible = two_warps},
    [FILLS_WHILE_OFFERING] = {.name = "fills_while_offering", .possible = group_outlasts_it_by_two},
    [WAITS_FOR_L1] = {.name = "waits_for_l1", .possible = two_warps},
    [TAKEN_GOOD] = {.name = "taken_good", .possible = two_warps},
    [TAKEN_NOT_GOOD] = {.name = "taken_not_good", .possible = two_warps},
    [GOOD_WITHOUT_TAKE] = {.name = "good_without_take", .possible = two_warps},
    [TAKE_WITHOUT_OFFER] = {.name = "take_without_offer"},
    [OWN_PASSED] = {.name = "own_passed", .possible = two_warps},
    [OWN_PASSED_WHILE_HELD] = {.name = "own_passed_while_held", .possible = two_warps},
    [OWN_ALONE] = {.name = "own_alone", .possible = two_warps},
    [WAITS_FOR_TARGET] = {.name = "waits_for_target", .possible = two_warps},
    [TARGET_WAITS] = {.name = "target_waits", .possible = two_warps},
    [TARGET_MOVES] = {.name = "target_moves", .possible = two_warps},
    [TARGET_OF_LAST_SERVICE] = {.name = "target_of_last_service", .possible = two_warps},
    [TARGET_MOVES_AT_RESULT] = {.name = "target_moves_at_result", .possible = two_warps},
    [SAME_WARP_WHILE_HELD] = {.name = "same_warp_while_held", .possible = two_warps},
    [MOVES_WITHOUT_TARGET] = {.name = "moves_without_target"},
    [MOVES_AND_GOOD] = {.name = "moves_and_good", .possible = two_warps},
    [ADDRESS_BELOW] = {.name = "address_below", .possible = two_warps},
    [ADDRESS_BEYOND] = {.name = "address_beyond", .possible = two_warps},
    [START_IN_STEP] = {.name = "start_in_step", .possible = stages},
    [START_IN_PHASE] = {.name = "start_in_phase", .possible = stages_and_two_warps},
    [START_IN_HALF] = {.name = "start_in_half", .possible = halves_and_two_warps},
    [PHASE_WHILE_HELD] = {.name = "phase_while_held", .possible = stages_and_two_warps},
    [HALF_WHILE_HELD] = {.name = "half_while_held", .possible = halves_and_two_warps},
    [START_DIVIDING] = {.name = "start_dividing", .possible = serves},
    [START_AT_DONE] = {.name = "start_at_done", .possible = two_warps},
    [START_OFFERING] = {.name = "start_offering", .possible = two_warps},
    [START_WITH_TARGET] = {.name = "start_with_target", .possible = two_warps},
    [START_AND_MISS] = {.name = "start_and_miss"},
    [START_AND_TAKE] = {.name = "start_and_take"},
    [START_AND_PF_TAKE] = {.name = "start_and_pf_take", .possible = two_warps},
};

/* What SAP is doing, by the state alone. */
typedef struct phase {
    bool idle, offering, own; /* own: the first warp of the WQ is looked at, and that of the miss */
    bool waits;               /* the address of the next prefetch is there */
    bool looks;               /* a miss is looked up in the PT */
    uint64_t alive;           /* fill & live */
} phase_t;

static phase_t phase_of(const apres_sap_t *u, const apres_sap_in_t *in, const apres_sap_out_t *out)
{
    const unsigned waiting = u->wq.ring.len;
    phase_t p = {.idle = !u->dividing && waiting == 0 && u->fill == 0 && u->phase == 0,
                 .alive = u->step == 1 || u->step == 5 ? 0 : u->fill & in->live,
                 .looks = u->cfg.stages ? u->step == 1 && !in->start_en : out->takes};
    p.offering = !u->dividing && !p.idle;
    const bool first = p.offering && waiting && u->phase == 0;
    p.own = first && u->wq.ids[u->wq.ring.head] == u->id;
    p.waits = u->cfg.stages ? u->phase == 2 : first && !p.own;
    return p;
}

/* The entry of the PT that the miss hits which is looked up, or as many as there are. */
static unsigned entry_hit(const apres_sap_t *u)
{
    const uint64_t pc = u->cfg.stages ? u->pc : u->drq.pcs[u->drq.ring.head];
    unsigned e = 0;
    while (e < u->cfg.entries && !(u->pt.valid[e] && u->pt.pcs[e] == pc))
        e++;
    return e;
}

static void watch_misses(const apres_sap_t *u, const apres_sap_in_t *in, const apres_sap_out_t *out,
                         const phase_t *p, bool *happened)
{
    const bool asked = in->miss_en && !in->start_en, names = in->miss_id < u->cfg.warps;
    const unsigned hit = p->looks ? entry_hit(u) : u->cfg.entries;
    const uint8_t id = u->cfg.stages ? u->id : u->drq.ids[u->drq.ring.head];
    const uint64_t group = u->cfg.stages ? u->fill : u->drq.groups[u->drq.ring.head];
    const bool divides = hit < u->cfg.entries && !out->same_warp;

    happened[MISS_WHILE_SERVING] = asked && names && !out->dropped && !p->idle;
    happened[MISS_AND_TAKE] = asked && names && !out->dropped && out->takes;
    happened[NO_SUCH_MISS] = asked && !names;
    happened[NO_SUCH_MISS_WHEN_FULL] = asked && !names && u->drq.ring.len == u->cfg.drq;
    happened[DROPS_WHILE_SERVING] = out->dropped && !p->idle;
    happened[DROPS_AND_TAKES] = out->dropped && out->takes;
    happened[ALLOCATES] = out->allocates && !out->replaces;
    happened[REPLACES] = out->replaces;
    happened[HIT_LAST_ENTRY] = hit == u->cfg.entries - 1;
    happened[SAME_WARP] = out->same_warp;
    happened[DIVIDES_DOWN] = divides && id < u->pt.ids[hit];
    happened[GROUP_EMPTY] = divides && group == 0;
}

static void watch_results(const apres_sap_t *u, const apres_sap_out_t *out, const phase_t *p,
                          bool *happened)
{
    const uint64_t stride = u->pt.strides[u->way];
    const bool negative = stride >> (u->cfg.addr_w - 1) & 1, nobody = u->wq.ring.len == 0;
    const uint64_t quotient = u->cfg.stages ? u->num : u->div.quo; /* 0 if it is, with any sign */
    const bool zero = out->mismatch && quotient == 0;
    const bool gives_up = out->inexact || out->mismatch || out->no_stride;

    happened[INEXACT] = out->inexact;
    happened[MISMATCH_FIRST] = out->mismatch && stride == 0;
    happened[MISMATCH_AGAIN] = out->mismatch && stride != 0 && !zero;
    happened[MISMATCH_ZERO] = out->mismatch && stride != 0 && zero;
    happened[NO_STRIDE] = out->no_stride;
    happened[PREDICTS_UP] = out->predicts && !negative;
    happened[PREDICTS_DOWN] = out->predicts && negative;
    happened[PREDICTS_PARTLY_FILLED] = out->predicts && p->alive != 0;
    happened[PREDICTS_NOBODY] = out->predicts && nobody && p->alive == 0;
    happened[GIVES_UP_WQ] = gives_up && !nobody;
    happened[GIVES_UP_FILL] = gives_up && p->alive != 0;
}

/* The address of the prefetch that is offered, without a modulus. */
static __int128 target_address(const apres_sap_t *u, const apres_sap_out_t *out)
{
    const uint64_t stride = u->pt.strides[u->way];
    const bool negative = stride >> (u->cfg.addr_w - 1) & 1;
    const __int128 signed_stride = (__int128)stride - (negative ? (__int128)1 << u->cfg.addr_w : 0);
    return u->addr + ((int)out->pf_id - (int)u->id) * signed_stride;
}

/* The result of the division, in the cycle in which it is there. */
static bool quotient_is_stride(const apres_sap_t *u)
{
    const uint64_t all = bits_mask(u->cfg.addr_w), quotient = u->div.neg ? -u->div.quo : u->div.quo;
    return u->div.rem == 0 && (quotient & all) == u->pt.strides[u->way];
}

static void watch_offers(const apres_sap_t *u, const apres_sap_in_t *in, const apres_sap_out_t *out,
                         const phase_t *p, bool *happened)
{
    const bool works = !in->start_en, offered = works && out->pf_valid;
    const bool last = u->wq.ring.len == 1 && u->fill == 0;
    const bool target = works && u->held;
    const __int128 to = target_address(u, out);

    happened[GROUP_DEAD] = works && u->dividing && u->step != 1 && u->step != 5 && u->fill != 0 &&
                           p->alive == 0 && u->wq.ring.len == 0;
    happened[NOT_LIVE] = works && !p->idle && p->alive != 0 && p->alive != u->fill;
    happened[FILLS_WHILE_OFFERING] = works && p->offering && p->alive != 0;
    happened[WAITS_FOR_L1] = offered && !in->pf_take && !in->pf_good;
    happened[TAKEN_GOOD] = offered && in->pf_take && in->pf_good;
    happened[TAKEN_NOT_GOOD] = offered && in->pf_take && !in->pf_good;
    happened[GOOD_WITHOUT_TAKE] = offered && !in->pf_take && in->pf_good;
    happened[TAKE_WITHOUT_OFFER] = works && in->pf_take && in->pf_good && !out->pf_valid;
    happened[OWN_PASSED] = works && p->own && !u->held;
    happened[OWN_PASSED_WHILE_HELD] = works && p->own && u->held;
    happened[OWN_ALONE] = works && p->own && last;
    happened[WAITS_FOR_TARGET] = works && p->waits && u->held;
    happened[PHASE_WHILE_HELD] = works && u->phase == 1 && u->held;
    happened[HALF_WHILE_HELD] = works && u->phase == 3 && u->held;
    happened[TARGET_WAITS] = target && !in->target_moves;
    happened[TARGET_MOVES] = target && in->target_moves;
    happened[TARGET_OF_LAST_SERVICE] = target && out->predicts;
    happened[TARGET_MOVES_AT_RESULT] =
        target && in->target_moves && u->dividing && u->div.ended && quotient_is_stride(u);
    happened[SAME_WARP_WHILE_HELD] = target && out->same_warp;
    happened[MOVES_WITHOUT_TARGET] = works && in->target_moves && !u->held && !out->pf_valid;
    happened[MOVES_AND_GOOD] = offered && in->pf_take && in->pf_good && in->target_moves;
    happened[ADDRESS_BELOW] = offered && to < 0;
    happened[ADDRESS_BEYOND] = offered && to >= (__int128)1 << u->cfg.addr_w;
}

void apres_sap_watch(const void *cfg, const void *state, const void *input, const void *output,
                     bool *happened)
{
    const apres_sap_t *u = state;
    const apres_sap_in_t *in = input;
    const apres_sap_out_t *out = output;
    const phase_t p = phase_of(u, in, out);
    (void)cfg;

    watch_misses(u, in, out, &p, happened);
    watch_results(u, out, &p, happened);
    watch_offers(u, in, out, &p, happened);
    happened[START_IN_STEP] = in->start_en && u->step != 0;
    happened[START_IN_PHASE] = in->start_en && u->phase == 1;
    happened[START_IN_HALF] = in->start_en && u->phase == 3;
    happened[START_DIVIDING] = in->start_en && u->dividing && !u->div.ended;
    happened[START_AT_DONE] = in->start_en && u->dividing && u->div.ended;
    happened[START_OFFERING] = in->start_en && out->pf_valid;
    happened[START_WITH_TARGET] = in->start_en && u->held;
    happened[START_AND_MISS] = in->start_en && in->miss_en && in->miss_id < u->cfg.warps;
    happened[START_AND_TAKE] = in->start_en && p.idle && u->drq.ring.len != 0;
    happened[START_AND_PF_TAKE] = in->start_en && out->pf_valid && in->pf_take && in->pf_good;
}
