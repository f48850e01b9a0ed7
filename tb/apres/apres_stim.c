/* Events and directed stimulus of apres (docs/units/apres.md). */
#include "apres/apres.h"
#include "lockstep/stim_unit.h"

enum {
    UNGROUPED,
    MOVES_HIT,
    MOVES_MISS,
    MOVES_BEGIN,
    MOVES_TARGET,
    LISTED_AND_PUSHED,
    LISTED_AND_DROPPED,
    LISTED_WITHOUT_WARPS,
    LISTED_NO_SUCH_ID,
    LISTED_OUT_OF_REACH,
    PUSHED_AND_TAKES,
    LISTED_WHILE_DIVIDING,
    LISTED_WHILE_OFFERING,
    MISS_UNUSED,
    ALLOCATES,
    REPLACES,
    SAME_WARP,
    INEXACT,
    MISMATCH,
    NO_STRIDE,
    PREDICTS,
    FILL_WITHOUT_DEAD,
    OFFER_WAITS_FOR_L1,
    OFFER_WAITS_FOR_TARGET,
    TAKEN_GOOD,
    TAKEN_NOT_GOOD,
    TAKEN_AS_RESULT_MOVES,
    TAKEN_AS_START_MOVES,
    TARGET_WAITS_FOR_RESULT,
    TARGET_WAITS_FOR_START,
    TARGET_MOVES_WITH_GROUP,
    START_AND_MISS,
    START_WHILE_DIVIDING,
    START_AND_TARGET,
    START_AND_TAKEN,
};

static bool two_warps(const void *cfg)
{
    const apres_cfg_t *c = cfg;
    return c->warps > 1;
}

/* Two warps are so far apart that a difference of addresses can leave a remainder. */
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

static const stim_event_t events[] = {
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

static void watch(const void *cfg, const void *state, const void *input, const void *output,
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

/* ---- Directed stimulus: scripts of beats, each for one cycle or as often as it says ---- */

/* What happens in a beat. All warps live and may issue, unless it says otherwise. */
enum {
    START = 1,
    LOAD = 2,      /* `warp` issues the load at `pc` */
    HIT = 4,       /* the result of WGT entry 0 */
    MISS = 8,      /* ... of `warp`, for `addr` */
    TAKE = 16,     /* a prefetch is taken */
    GOOD = 32,     /* ... by the L1 */
    BEGIN = 64,    /* `warp` starts */
    DEAD = 128,    /* no warp lives */
    STRIDED = 256, /* `addr` is that of warp 0; each further warp's is 2 above */
    EACH = 512,    /* PC and warp are one above in every second repetition */
    SECOND = 2048, /* the result is that of WGT entry 1, if there is one */
    NO_ID = 1024,  /* the largest ID stands for `warp` */
    ONE_PC = 4096, /* with EACH: the PC stays */
    OWN = 8192,    /* no prefetch may be for another warp than `warp` */
};

typedef enum times { ONCE, DIVISION, REST, EIGHT, EACH_ENTRY, EACH_PLACE, EACH_WARP } times_t;

typedef struct beat {
    uint16_t acts;
    uint8_t warp, pc;
    uint16_t addr;
    times_t times;
} beat_t;

typedef struct script {
    const beat_t *beat;
    unsigned n;
} script_t;

static unsigned repeats(const apres_cfg_t *c, times_t t)
{
    switch (t) {
    case DIVISION: /* from the cycle after a miss until its prefetches are offered */
        return c->addr_w / c->div_bits + 2 + (c->stages ? 5 + c->stages : 0);
    case REST: /* ... if four cycles of them have gone by */
        return c->addr_w / c->div_bits > 2 ? c->addr_w / c->div_bits - 2 : 1;
    case EIGHT:
        return 8;
    case EACH_ENTRY: /* a load and a result are two cycles */
        return 2 * (c->entries + 2);
    case EACH_PLACE:
        return 2 * (c->drq + 2);
    case EACH_WARP:
        return 2 * (c->warps + 2);
    default:
        return 1;
    }
}

static unsigned script_cycles(const apres_cfg_t *c, const script_t *s)
{
    unsigned n = 0;
    for (unsigned i = 0; i < s->n; i++)
        n += repeats(c, s->beat[i].times);
    return n;
}

/* Where a script's PCs, addresses and warps stand, so that each of their bits is 0 in one and 1 in
 * another. */
typedef enum place { LOW, HIGH, OTHER } place_t;

static uint64_t base_of(place_t p)
{
    const uint64_t high = UINT64_C(0x6a09e667f3bcc908);
    return p == LOW ? 0 : p == HIGH ? high : ~high;
}

static unsigned first_warp(const apres_cfg_t *c, place_t p)
{
    return (p == LOW ? 0 : p == HIGH ? 5 * c->warps / 6 : 28) % c->warps;
}

static void drive_beat(const apres_cfg_t *c, const beat_t *b, place_t p, unsigned i, apres_in_t *in)
{
    const unsigned step = b->acts & EACH ? i / 2 : 0,
                   warp = (b->warp + step + first_warp(c, p)) % c->warps;
    const unsigned addr = b->addr + (b->acts & STRIDED ? 2 * warp : 0);
    in->live = b->acts & DEAD ? 0 : bits_mask(c->warps);
    for (unsigned s = 0; s < c->picks; s++)
        in->ready[s] = bits_mask(c->warps);
    in->start_en = (b->acts & START) != 0;
    in->load_en = (b->acts & LOAD) != 0;
    in->load_warp = (uint8_t)warp;
    const unsigned pc = b->pc + (b->acts & ONE_PC ? 0 : step);
    in->load_pc = in->result_pc = (pc ^ base_of(p)) & bits_mask(c->pc_w);
    in->result_en = (b->acts & (HIT | MISS)) != 0;
    in->result_hit = (b->acts & HIT) != 0;
    in->result_group = b->acts & SECOND && c->groups > 1;
    in->result_id = (uint8_t)(b->acts & NO_ID ? bits_mask(c->id_w) : warp);
    in->result_addr = (addr + base_of(p)) & bits_mask(c->addr_w);
    in->result_reach = b->acts & OWN ? UINT64_C(1) << warp : bits_mask(c->warps);
    in->pf_take = (b->acts & TAKE) != 0;
    in->pf_good = (b->acts & GOOD) != 0;
    in->begin_en = (b->acts & BEGIN) != 0;
    in->begin = UINT64_C(1) << warp;
}

static void script_drive(const apres_cfg_t *c, const script_t *s, place_t p, unsigned k,
                         apres_in_t *in)
{
    unsigned i = 0;
    while (k >= repeats(c, s->beat[i].times))
        k -= repeats(c, s->beat[i++].times);
    drive_beat(c, &s->beat[i], p, k, in);
}

/* The paper's figure 8: warps 0, 2 and 3 have issued 0x10, warp 1 another load; warp 0 issues 0x20,
 * which hits; then warp 2 does, which misses. */
static const beat_t figure_8_beats[] = {
    {START, .warp = 0},
    {LOAD, .warp = 0, .pc = 0x10},
    {HIT | DEAD, .warp = 0},
    {LOAD, .warp = 2, .pc = 0x10},
    {HIT | DEAD, .warp = 2},
    {LOAD, .warp = 3, .pc = 0x10},
    {HIT | DEAD, .warp = 3},
    {LOAD, .warp = 1, .pc = 0x30},
    {HIT | DEAD, .warp = 1},
    {LOAD, .warp = 0, .pc = 0x20},
    {0, .times = ONCE},
    {0, .times = ONCE},
    {HIT, .warp = 0, .pc = 0x20},
    {LOAD, .warp = 2, .pc = 0x20},
    {0, .times = ONCE},
    {0, .times = ONCE},
    {MISS, .warp = 2, .pc = 0x20, .addr = 8},
    {0, .times = ONCE},
    {0, .times = ONCE},
};
static const script_t figure_8 = {figure_8_beats, sizeof figure_8_beats / sizeof *figure_8_beats};

/* Figure 9: the PT has warp 10, address 2800 and stride 100 for PC 200 after the misses of warps 9
 * and 10. Warp 2, whose group is {1, 2}, misses at 2000: 1900 is offered for warp 1. */
static const beat_t figure_9_beats[] = {
    {START, .warp = 0},
    {LOAD, .warp = 9, .pc = 200},
    {MISS, .warp = 9, .pc = 200, .addr = 2700},
    {LOAD, .warp = 10, .pc = 200},
    {MISS, .warp = 10, .pc = 200, .addr = 2800},
    {0, .times = DIVISION},
    {LOAD, .warp = 1, .pc = 100},
    {HIT | DEAD, .warp = 1},
    {LOAD, .warp = 2, .pc = 100},
    {HIT | DEAD, .warp = 2},
    {LOAD, .warp = 2, .pc = 200},
    {MISS, .warp = 2, .pc = 200, .addr = 2000},
    {0, .times = DIVISION},
    {TAKE | GOOD, .times = EIGHT},
};
static const script_t figure_9 = {figure_9_beats, sizeof figure_9_beats / sizeof *figure_9_beats};

/* Figure 6: the PT has warp 1, address 12000 and stride 1000 for PC 200 after the misses of warps 0
 * and 1. Warp 2, whose group is {0, 2, 3}, misses at 13000: 11000 is offered for warp 0, and 14000
 * for warp 3. */
static const beat_t figure_6_beats[] = {
    {START, .warp = 0},
    {LOAD, .warp = 0, .pc = 200},
    {MISS, .warp = 0, .pc = 200, .addr = 11000},
    {LOAD, .warp = 1, .pc = 200},
    {MISS, .warp = 1, .pc = 200, .addr = 12000},
    {0, .times = DIVISION},
    {LOAD, .warp = 0, .pc = 100},
    {HIT | DEAD, .warp = 0},
    {LOAD, .warp = 2, .pc = 100},
    {HIT | DEAD, .warp = 2},
    {LOAD, .warp = 3, .pc = 100},
    {HIT | DEAD, .warp = 3},
    {LOAD, .warp = 2, .pc = 200},
    {MISS, .warp = 2, .pc = 200, .addr = 13000},
    {0, .times = DIVISION},
    {TAKE | GOOD, .times = EIGHT},
};
static const script_t figure_6 = {figure_6_beats, sizeof figure_6_beats / sizeof *figure_6_beats};

/* Warps 0 to 3 issue PC 1, and the PT learns a stride of 2 for it. Then warp 2 misses at PC 1, and
 * they are its group. The steps below begin with this, and prefetches are offered after it. Each
 * further miss of one of them, where its stride has it, is predicted, too. */
static const beat_t train_beats[] = {
    {START, .warp = 0},
    {LOAD, .warp = 0, .pc = 1},
    {MISS | STRIDED, .warp = 0, .pc = 1},
    {LOAD, .warp = 1, .pc = 1},
    {MISS | STRIDED, .warp = 1, .pc = 1},
    {LOAD, .warp = 2, .pc = 1},
    {HIT, .warp = 2, .pc = 1},
    {LOAD, .warp = 3, .pc = 1},
    {HIT, .warp = 3, .pc = 1},
    {0, .times = REST},
    {LOAD, .warp = 2, .pc = 1},
    {MISS | STRIDED, .warp = 2, .pc = 1},
};
static const script_t train = {train_beats, sizeof train_beats / sizeof *train_beats};

/* The first prefetch is taken as a group gets its result, and then a warp starts: its target waits
 * for both. The second is taken as the next result moves, the third as a warp that has started
 * moves; that one is dropped. After the next miss a kernel starts as a target moves. */
static const beat_t target_waits_beats[] = {
    {0, .times = DIVISION},
    {LOAD, .warp = 3, .pc = 1},
    {HIT | TAKE | GOOD, .warp = 3},
    {BEGIN, .warp = 3},
    {0, .times = ONCE},
    {0, .times = ONCE},
    {LOAD, .warp = 3, .pc = 1},
    {HIT, .warp = 3},
    {TAKE | GOOD, .times = ONCE},
    {BEGIN, .warp = 1},
    {TAKE, .times = ONCE},
    {LOAD, .warp = 3, .pc = 1},
    {MISS | STRIDED, .warp = 3, .pc = 1},
    {0, .times = DIVISION},
    {LOAD, .warp = 0, .pc = 1},
    {TAKE | GOOD, .times = ONCE},
    {START | MISS, .warp = 0, .pc = 1},
    {0, .times = ONCE},
};
static const script_t target_waits = {target_waits_beats,
                                      sizeof target_waits_beats / sizeof *target_waits_beats};

/* A prefetch is offered for a while and dropped, the next one is taken; a kernel starts as its
 * target moves. */
static const beat_t start_moves_beats[] = {
    {0, .times = DIVISION}, {0, .times = EIGHT},          {TAKE, .times = ONCE},
    {0, .times = EIGHT},    {TAKE | GOOD, .times = ONCE}, {START, .warp = 0},
};
static const script_t start_moves = {start_moves_beats,
                                     sizeof start_moves_beats / sizeof *start_moves_beats};

/* A prefetch is offered for a while, and taken as a kernel starts. */
static const beat_t start_taken_beats[] = {
    {0, .times = DIVISION},
    {0, .times = EIGHT},
    {START | TAKE | GOOD, .warp = 0},
};
static const script_t start_taken = {start_taken_beats,
                                     sizeof start_taken_beats / sizeof *start_taken_beats};

/* A prefetch is taken after another miss has come, and warps start for so long that the prefetch of
 * that miss waits for the target of the first, also where a group has no third warp. */
static const beat_t target_waits_long_beats[] = {
    {0, .times = DIVISION},
    {0, .times = DIVISION},
    {LOAD | BEGIN, .warp = 3, .pc = 1},
    {MISS | STRIDED | BEGIN, .warp = 3, .pc = 1},
    {BEGIN | TAKE | GOOD, .warp = 0},
    {BEGIN, .warp = 0, .times = DIVISION},
    {BEGIN, .warp = 0, .times = EIGHT},
    {TAKE | GOOD, .times = EIGHT},
};
static const script_t target_waits_long = {
    target_waits_long_beats, sizeof target_waits_long_beats / sizeof *target_waits_long_beats};

/* The first prefetch is taken as a warp that has started moves, the second as a group moves, and
 * both are dropped; the third is taken as another group moves. After the next miss the target of
 * the first belongs to the group for whose move it waits, and a kernel starts as the second is
 * taken. */
static const beat_t taken_as_others_move_beats[] = {
    {0, .times = DIVISION},
    {BEGIN, .warp = 3},
    {TAKE, .times = ONCE},
    {LOAD, .warp = 3, .pc = 1},
    {HIT, .warp = 3},
    {LOAD | TAKE, .warp = 0, .pc = 1},
    {HIT, .warp = 0},
    {TAKE | GOOD, .times = ONCE},
    {LOAD, .warp = 3, .pc = 1},
    {MISS | STRIDED, .warp = 3, .pc = 1},
    {0, .times = DIVISION},
    {LOAD, .warp = 3, .pc = 1},
    {HIT | TAKE | GOOD, .warp = 3},
    {0, .times = ONCE},
    {0, .times = ONCE},
    {START | TAKE | GOOD, .warp = 0},
    {0, .times = ONCE},
};
static const script_t taken_as_others_move = {taken_as_others_move_beats,
                                              sizeof taken_as_others_move_beats /
                                                  sizeof *taken_as_others_move_beats};

/* A miss of no warp comes during the division. All warps die while their group is put into the WQ.
 * Then misses of a group that is dead, and of an entry that is not in use. */
static const beat_t die_beats[] = {
    {LOAD, .warp = 0, .pc = 1},
    {MISS | NO_ID, .warp = 0, .pc = 1},
    {DEAD, .times = ONCE},
    {LOAD, .warp = 1, .pc = 1},
    {MISS | DEAD | STRIDED, .warp = 1, .pc = 1},
    {MISS, .warp = 1, .pc = 1},
    {TAKE | GOOD, .times = DIVISION},
};
static const script_t die = {die_beats, sizeof die_beats / sizeof *die_beats};

/* Nobody takes the prefetches: misses fill the DRQ, and the last ones are dropped. Then one is
 * taken as a warp that has started moves, and a kernel starts as its target moves. */
static const beat_t overflow_beats[] = {
    {0, .times = DIVISION}, {LOAD | MISS | STRIDED | EACH, .warp = 0, .pc = 1, .times = EACH_PLACE},
    {BEGIN, .warp = 3},     {TAKE | GOOD, .times = ONCE},
    {START, .warp = 0},
};
static const script_t overflow = {overflow_beats, sizeof overflow_beats / sizeof *overflow_beats};

/* A kernel starts during a division, and then as a miss comes. Two warps miss at the same address.
 */
static const beat_t meet_division_beats[] = {
    {0, .times = ONCE},
    {0, .times = ONCE},
    {START, .warp = 0},
    {LOAD, .warp = 0, .pc = 1},
    {START | MISS, .warp = 0, .pc = 1},
    {LOAD, .warp = 0, .pc = 1},
    {MISS, .warp = 0, .pc = 1},
    {LOAD, .warp = 1, .pc = 1},
    {MISS, .warp = 1, .pc = 1},
    {0, .times = DIVISION},
};
static const script_t meet_division = {meet_division_beats,
                                       sizeof meet_division_beats / sizeof *meet_division_beats};

/* Misses at one PC: by the same warp; at an address that leaves a remainder; at the same address,
 * so that the stride is 0; at another stride; and at this stride again. Then a kernel starts as a
 * prefetch is taken. */
static const beat_t kinds_beats[] = {
    {START, .warp = 0},
    {LOAD, .warp = 0, .pc = 1},
    {MISS, .warp = 0, .pc = 1, .addr = 1},
    {LOAD, .warp = 0, .pc = 1},
    {MISS, .warp = 0, .pc = 1, .addr = 3},
    {LOAD, .warp = 2, .pc = 1},
    {MISS, .warp = 2, .pc = 1, .addr = 4},
    {0, .times = DIVISION},
    {LOAD, .warp = 1, .pc = 1},
    {MISS, .warp = 1, .pc = 1, .addr = 4},
    {0, .times = DIVISION},
    {LOAD, .warp = 0, .pc = 1},
    {MISS, .warp = 0, .pc = 1, .addr = 2},
    {0, .times = DIVISION},
    {LOAD, .warp = 1, .pc = 1},
    {MISS, .warp = 1, .pc = 1, .addr = 4},
    {0, .times = DIVISION},
    {START | TAKE | GOOD, .warp = 0},
};
static const script_t kinds = {kinds_beats, sizeof kinds_beats / sizeof *kinds_beats};

/* Two misses of one warp, one after the other; then misses at more PCs than the PT has entries, and
 * time to serve them. */
static const beat_t many_pcs_beats[] = {
    {START, .warp = 0},
    {LOAD, .warp = 0, .pc = 0},
    {LOAD, .warp = 1, .pc = 0},
    {MISS, .warp = 0, .pc = 0},
    {MISS | SECOND, .warp = 0, .pc = 0},
    {LOAD | MISS | STRIDED | EACH, .warp = 0, .pc = 0, .times = EACH_ENTRY},
    {0, .times = EACH_WARP},
};
static const script_t many_pcs = {many_pcs_beats, sizeof many_pcs_beats / sizeof *many_pcs_beats};

/* All warps have issued PC 0. The group of the next miss is all of them, and nobody takes the
 * prefetches until they all stand in the WQ. Then they are taken, most of them at once: no target
 * moves. */
static const beat_t everybody_beats[] = {
    {0, .times = DIVISION},
    {TAKE | GOOD, .times = EIGHT},
    {TAKE | GOOD, .times = EIGHT},
    {LOAD | HIT | EACH | ONE_PC, .warp = 0, .pc = 0, .times = EACH_WARP},
    {HIT, .warp = 0},
    {LOAD, .warp = 1, .pc = 1},
    {MISS | STRIDED, .warp = 1, .pc = 1},
    {0, .times = EACH_WARP},
    {TAKE | GOOD, .times = EIGHT},
    {TAKE, .times = EIGHT},
    {TAKE, .times = EIGHT},
    {TAKE, .times = EIGHT},
    {TAKE, .times = EIGHT},
};
static const script_t everybody = {everybody_beats,
                                   sizeof everybody_beats / sizeof *everybody_beats};

/* The next miss of the group is predicted, and no warp but its own is within reach: nothing is
 * offered. */
static const beat_t reach_beats[] = {
    {0, .times = DIVISION},     {TAKE | GOOD, .times = EIGHT},
    {LOAD, .warp = 3, .pc = 1}, {MISS | STRIDED | OWN, .warp = 3, .pc = 1},
    {0, .times = DIVISION},     {TAKE | GOOD, .times = EIGHT},
};
static const script_t reach = {reach_beats, sizeof reach_beats / sizeof *reach_beats};

/* A script behind the one that trains. */
static unsigned trained_cycles(const apres_cfg_t *c, const script_t *s)
{
    return script_cycles(c, &train) + script_cycles(c, s);
}

static void trained_drive(const apres_cfg_t *c, const script_t *s, place_t p, unsigned k,
                          apres_in_t *in)
{
    const unsigned before = script_cycles(c, &train);
    if (k < before)
        script_drive(c, &train, p, k, in);
    else
        script_drive(c, s, p, k - before, in);
}

/* A script at a place, by itself or behind the one that trains. */
#define PLAY(name, how, script, place)                                                             \
    static unsigned name##_cycles(const void *cfg)                                                 \
    {                                                                                              \
        return how##_cycles(cfg, &(script));                                                       \
    }                                                                                              \
    static void drive_##name(const void *cfg, unsigned k, void *input)                             \
    {                                                                                              \
        how##_drive(cfg, &(script), place, k, input);                                              \
    }
PLAY(figure_8, script, figure_8, LOW)
PLAY(figure_9, script, figure_9, LOW)
PLAY(figure_6, script, figure_6, LOW)
PLAY(kinds, script, kinds, LOW)
PLAY(many_pcs, script, many_pcs, LOW)
PLAY(target_waits, trained, target_waits, LOW)
PLAY(target_waits_long, trained, target_waits_long, LOW)
PLAY(taken_as_others_move, trained, taken_as_others_move, LOW)
PLAY(die, trained, die, LOW)
PLAY(overflow, trained, overflow, LOW)
PLAY(meet_division, trained, meet_division, LOW)
PLAY(everybody, trained, everybody, LOW)
PLAY(reach, trained, reach, LOW)
PLAY(reach_again, trained, reach, HIGH)
PLAY(die_again, trained, die, HIGH)
PLAY(die_once_more, trained, die, OTHER)
PLAY(target_waits_again, trained, target_waits, HIGH)
PLAY(reach_once_more, trained, reach, OTHER)
PLAY(overflow_again, trained, overflow, HIGH)
PLAY(taken_as_others_move_again, trained, taken_as_others_move, OTHER)
PLAY(start_taken, trained, start_taken, LOW)
PLAY(start_moves, trained, start_moves, LOW)
PLAY(reach_at_last, trained, reach, HIGH)
PLAY(die_at_last, trained, die, HIGH)
PLAY(start_moves_again, trained, start_moves, OTHER)
PLAY(kinds_again, script, kinds, OTHER)
PLAY(start_taken_again, trained, start_taken, HIGH)

static const stim_directed_t directed[] = {
    {"figure_8", figure_8_cycles, drive_figure_8},
    {"figure_9", figure_9_cycles, drive_figure_9},
    {"figure_6", figure_6_cycles, drive_figure_6},
    {"kinds", kinds_cycles, drive_kinds},
    {"many_pcs", many_pcs_cycles, drive_many_pcs},
    {"target_waits", target_waits_cycles, drive_target_waits},
    {"target_waits_long", target_waits_long_cycles, drive_target_waits_long},
    {"taken_as_others_move", taken_as_others_move_cycles, drive_taken_as_others_move},
    {"die", die_cycles, drive_die},
    {"overflow", overflow_cycles, drive_overflow},
    {"meet_division", meet_division_cycles, drive_meet_division},
    {"everybody", everybody_cycles, drive_everybody},
    {"reach", reach_cycles, drive_reach},
    {"reach_again", reach_again_cycles, drive_reach_again},
    {"die_again", die_again_cycles, drive_die_again},
    {"die_once_more", die_once_more_cycles, drive_die_once_more},
    {"target_waits_again", target_waits_again_cycles, drive_target_waits_again},
    {"reach_once_more", reach_once_more_cycles, drive_reach_once_more},
    {"overflow_again", overflow_again_cycles, drive_overflow_again},
    {"taken_as_others_move_again", taken_as_others_move_again_cycles,
     drive_taken_as_others_move_again},
    {"start_taken", start_taken_cycles, drive_start_taken},
    {"start_moves", start_moves_cycles, drive_start_moves},
    {"reach_at_last", reach_at_last_cycles, drive_reach_at_last},
    {"die_at_last", die_at_last_cycles, drive_die_at_last},
    {"start_moves_again", start_moves_again_cycles, drive_start_moves_again},
    {"kinds_again", kinds_again_cycles, drive_kinds_again},
    {"start_taken_again", start_taken_again_cycles, drive_start_taken_again},
};

const stim_unit_t apres_stim = {
    .unit = &apres_unit,
    .events = events,
    .directed = directed,
    .n_events = sizeof events / sizeof *events,
    .n_directed = sizeof directed / sizeof *directed,
    .watch = watch,
};
