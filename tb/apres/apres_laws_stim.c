/* Events and directed stimulus of apres.laws (docs/units/apres.md). */
#include "apres/apres_laws.h"
#include "lockstep/stim_unit.h"

enum {
    GROUP_OF_ONE,
    GROUP_OF_SOME,
    GROUP_OF_ALL,
    TAKES_FREED,
    UNGROUPED,
    REFUSED_AND_FREED,
    TAKES_AND_FREES,
    RESULT_OF_TAKEN,
    MOVES_HIT,
    MOVES_MISS,
    MOVES_NONE,
    MOVES_ALL,
    MOVES_BEGIN,
    MOVES_BEGIN_OF_SEVERAL,
    MOVES_BEGIN_AGAIN,
    MOVES_TARGET,
    TARGET_FROM_TAIL,
    START_WAITS,
    GOES_ON,
    CUT_SHORT,
    TARGET_WAITS_FOR_RESULT,
    TARGET_WAITS_FOR_START,
    RESULTS_IN_A_ROW,
    LIST_OF_NONE,
    LIST_WITHOUT_DEAD,
    HIT_WITHOUT_DEAD,
    RESULT_UNUSED,
    BEGIN_PENDING,
    BEGIN_DROPS_LOADER,
    FINISH_DROPS_LOADER,
    BEGIN_AND_FINISH,
    START_AND_LOAD,
    START_AND_RESULT,
    START_AND_MOVE,
    START_AND_PENDING,
    START_AND_BEGIN,
    START_AND_TARGET,
    PICKS_FIRST,
    PICKS_LAST,
    PICKS_NONE,
    BOTH_PICK_ONE,
    NO_SUCH_WARP,
    NO_SUCH_GROUP,
    NO_SUCH_TARGET,
};

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

static const stim_event_t events[] = {
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

static void watch(const void *cfg, const void *state, const void *input, const void *output,
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

/* ---- Directed stimulus ---- */

/* Load n of a kernel, as its PC. */
static uint64_t pc_of(const apres_laws_cfg_t *c, unsigned n)
{
    const uint64_t stride = bits_mask(c->pc_w) >= 0x30 ? 0x10 : 1;
    return n * stride & bits_mask(c->pc_w);
}

static void load(const apres_laws_cfg_t *c, unsigned warp, unsigned n, apres_laws_in_t *in)
{
    in->load_en = 1;
    in->load_warp = (uint8_t)(warp % c->warps);
    in->load_pc = pc_of(c, n);
}

static void result(const apres_laws_cfg_t *c, unsigned group, bool hit, apres_laws_in_t *in)
{
    in->result_en = 1;
    in->result_hit = hit;
    in->result_group = (uint8_t)(group % c->groups);
}

static void begin(const apres_laws_cfg_t *c, uint64_t warps, apres_laws_in_t *in)
{
    in->begin_en = 1;
    in->begin = warps & bits_mask(c->warps);
}

static void finish(const apres_laws_cfg_t *c, uint64_t warps, apres_laws_in_t *in)
{
    in->finish_en = 1;
    in->finish = warps & bits_mask(c->warps);
}

static void target(const apres_laws_cfg_t *c, unsigned warp, apres_laws_in_t *in)
{
    in->target_en = 1;
    in->target_warp = (uint8_t)(warp % c->warps);
}

/* All warps live, and the schedulers may issue every warp from number `from` on. */
static void others(const apres_laws_cfg_t *c, unsigned from, apres_laws_in_t *in)
{
    in->live = bits_mask(c->warps);
    for (unsigned s = 0; s < c->picks; s++)
        in->ready[s] = bits_mask(c->warps) << from % c->warps & bits_mask(c->warps);
}

/* The paper's figure 8, first with a hit, then with a miss: warps 0, 2 and 3 have issued 0x10, warp
 * 1 another load; warp 0 issues 0x20. The first cycles bring that about, their results being hits
 * of groups whose warps are no longer live, which moves none. */
enum { FIGURE_8 = 18 };

static unsigned figure_8_cycles(const void *cfg)
{
    (void)cfg;
    return 2 * FIGURE_8;
}

static void figure_8(const void *cfg, unsigned k, void *input)
{
    static const uint8_t warps[] = {0, 2, 3, 1}, loads[] = {1, 1, 1, 3};
    const apres_laws_cfg_t *c = cfg;
    apres_laws_in_t *in = input;
    const unsigned step = k % FIGURE_8;
    others(c, 0, in);
    in->start_en = step == 0;
    if (step >= 1 && step < 9) {
        in->live = 0;
        if (step & 1)
            load(c, warps[step / 2], loads[step / 2], in);
        else
            result(c, 0, true, in);
    }
    if (step == 10)
        load(c, 0, 2, in);
    if (step == 13)
        result(c, 0, k < FIGURE_8, in);
    for (unsigned s = 0; step > 14 && s < c->picks; s++)
        in->ready[s] = UINT64_C(1) << 3 % c->warps; /* after the miss the last in the order */
}

/* All warps issue one load, each with a result; then each issues the next: the group shrinks from
 * all warps to one. */
static unsigned shrink_cycles(const void *cfg)
{
    const apres_laws_cfg_t *c = cfg;
    return 2 + 4 * c->warps;
}

static void shrink(const void *cfg, unsigned k, void *input)
{
    const apres_laws_cfg_t *c = cfg;
    apres_laws_in_t *in = input;
    const unsigned warp = (k - 1) / 2;
    others(c, warp, in);
    in->start_en = k == 0;
    if (k & 1 && warp < 2 * c->warps)
        load(c, warp, warp < c->warps ? 1 : 2, in);
    if (k && !(k & 1))
        result(c, 0, warp & 1, in);
}

/* Groups fill the WGT and one is refused; then results from the highest entry down, each in the
 * cycle of another load that is refused or takes what the cycle before has freed. */
static unsigned fill_cycles(const void *cfg)
{
    const apres_laws_cfg_t *c = cfg;
    return 6 * c->groups + 4;
}

static void fill(const void *cfg, unsigned k, void *input)
{
    const apres_laws_cfg_t *c = cfg;
    apres_laws_in_t *in = input;
    others(c, c->warps - 1, in);
    in->start_en = k == 0;
    if (k <= c->groups + 2) {
        load(c, k, 1, in);
        return;
    }
    const unsigned step = k - c->groups - 3;
    result(c, c->groups - 1 - step / 2 % c->groups, step & 2, in);
    in->result_en = step % 2 == 0 || step >= 4 * c->groups;
    if (step < 2 * c->groups || step & 1)
        load(c, step, 1 + (step & 1), in);
}

/* A load in each cycle, and from the third on the result of the load two before. */
static unsigned stream_cycles(const void *cfg)
{
    (void)cfg;
    return 16;
}

static void stream(const void *cfg, unsigned k, void *input)
{
    const apres_laws_cfg_t *c = cfg;
    apres_laws_in_t *in = input;
    others(c, k, in);
    in->ready[0] = 0;
    in->start_en = k == 0;
    if (k)
        load(c, k, 1, in);
    if (k > 2)
        result(c, k % 3, k & 1, in);
}

/* All warps issue one load; then results of groups of which no warp, one warp, all but one or all
 * live. */
static unsigned dead_cycles(const void *cfg)
{
    const apres_laws_cfg_t *c = cfg;
    return 2 + c->warps + 36;
}

static void dead(const void *cfg, unsigned k, void *input)
{
    const apres_laws_cfg_t *c = cfg;
    apres_laws_in_t *in = input;
    others(c, 0, in);
    in->start_en = k == 0;
    if (k == 0)
        return;
    if (k <= c->warps + 1) {
        load(c, k - 1, 1, in);
        return;
    }
    const unsigned step = k - c->warps - 2;
    if (step % 4 == 0)
        load(c, step, 1, in);
    if (step % 4 == 2) {
        const uint64_t all = bits_mask(c->warps), live[] = {0, 1, all & ~UINT64_C(1), all};
        in->live = live[step / 4 % 4];
        result(c, 0, step >= 16, in);
    }
}

/* Warps start, one by one and together, again before and while they move; results and targets come
 * between. */
static unsigned starts_cycles(const void *cfg)
{
    const apres_laws_cfg_t *c = cfg;
    return 16 + c->warps;
}

static void starts(const void *cfg, unsigned k, void *input)
{
    const apres_laws_cfg_t *c = cfg;
    apres_laws_in_t *in = input;
    others(c, k, in);
    if (k == 0)
        load(c, 0, 1, in);
    if (k == 0 || k == 2 || k == 3)
        begin(c, 1, in); /* warp 0 moves in cycles 1, 3 and 4 */
    if (k == 5)
        begin(c, ~UINT64_C(0), in);
    if (k == 6 || k == 7)
        begin(c, 6, in);
    if (k == 6 || k == 8)
        result(c, 0, k == 6, in);
    if (k == 6)
        load(c, 1, 1, in);
    if (k >= 5)
        target(c, k & 1 ? 0 : c->warps - 1, in);
}

/* Targets from head and tail, as they wait for a result's move and as they do not. */
static unsigned targets_cycles(const void *cfg)
{
    const apres_laws_cfg_t *c = cfg;
    return 8 + c->warps;
}

static void targets(const void *cfg, unsigned k, void *input)
{
    const apres_laws_cfg_t *c = cfg;
    apres_laws_in_t *in = input;
    others(c, k, in);
    target(c, k / 2 * 2 + 1, in);
    if (k & 1)
        target(c, c->warps - 1 - k % c->warps, in);
    if (k % 4 == 0)
        load(c, k, 1, in);
    if (k % 4 == 1)
        result(c, 0, k & 4, in);
    for (unsigned s = 0; k & 2 && s < c->picks; s++)
        in->ready[s] = UINT64_C(1) << k % c->warps;
}

/* A warp starts or finishes in the cycle of its own load, or of another's; or both. */
static unsigned drops_cycles(const void *cfg)
{
    const apres_laws_cfg_t *c = cfg;
    return 8 * (c->warps < 4 ? c->warps : 4);
}

static void drops(const void *cfg, unsigned k, void *input)
{
    const apres_laws_cfg_t *c = cfg;
    apres_laws_in_t *in = input;
    const unsigned warp = k / 8;
    const uint64_t own = UINT64_C(1) << warp;
    others(c, warp, in);
    if (k & 1)
        result(c, 0, k & 2, in);
    else
        load(c, warp, 1, in);
    if (k % 8 == 2 || k % 8 == 6)
        finish(c, k % 8 == 2 ? own : ~own, in);
    if (k % 8 == 4 || k % 8 == 6)
        begin(c, own, in);
    if (k % 8 == 7) {
        begin(c, own << 1 | own, in);
        finish(c, own << 1 | own, in);
    }
}

/* A kernel starts as a load, a result, a move, warps' starts and a target come, alone and in
 * pairs. */
enum { MEET = 8 };

static unsigned meet_start_cycles(const void *cfg)
{
    (void)cfg;
    return 8 * MEET;
}

static void meet_start(const void *cfg, unsigned k, void *input)
{
    const apres_laws_cfg_t *c = cfg;
    apres_laws_in_t *in = input;
    const unsigned what = k / MEET, step = k % MEET;
    others(c, k, in);
    if (step < 2)
        load(c, step, 1, in);
    if (step == 2 && what & 1)
        begin(c, 3, in);
    if (step == 2 && what & 2)
        result(c, 0, what & 1, in); /* moves as the kernel starts */
    in->start_en = step == 3;
    if (step != 3)
        return;
    if (what & 4)
        load(c, 0, 1, in);
    if (what & 2)
        result(c, 1, true, in);
    if (!(what & 2))
        result(c, 0, false, in);
    if (what & 1)
        begin(c, 1, in);
    target(c, 1, in);
}

/* A result names the entry that a load takes in the same cycle, which is in use after it. */
static unsigned eight(const void *cfg)
{
    (void)cfg;
    return 8;
}

static void result_of_taken(const void *cfg, unsigned k, void *input)
{
    const apres_laws_cfg_t *c = cfg;
    apres_laws_in_t *in = input;
    others(c, 0, in);
    in->start_en = k == 0;
    if (k == 1 || k == 4)
        load(c, k, 1, in);
    if (k)
        result(c, 0, k & 1, in);
}

/* The largest numbers: they name none unless all do. */
static void largest(const void *cfg, unsigned k, void *input)
{
    const apres_laws_cfg_t *c = cfg;
    apres_laws_in_t *in = input;
    others(c, c->warps - 1, in);
    load(c, 0, k, in);
    result(c, 0, k & 1, in);
    target(c, 0, in);
    in->load_warp = in->target_warp = (uint8_t)bits_mask(bits_index_w(c->warps));
    in->result_group = (uint8_t)bits_mask(bits_index_w(c->groups));
    in->load_en = k & 1;
    in->result_en = k >> 1 & 1;
    in->target_en = k >> 2 & 1;
}

static const stim_directed_t directed[] = {
    {"figure_8", figure_8_cycles, figure_8},
    {"shrink", shrink_cycles, shrink},
    {"fill", fill_cycles, fill},
    {"stream", stream_cycles, stream},
    {"dead", dead_cycles, dead},
    {"starts", starts_cycles, starts},
    {"targets", targets_cycles, targets},
    {"drops", drops_cycles, drops},
    {"meet_start", meet_start_cycles, meet_start},
    {"result_of_taken", eight, result_of_taken},
    {"largest", eight, largest},
};

const stim_unit_t apres_laws_stim = {
    .unit = &apres_laws_unit,
    .events = events,
    .directed = directed,
    .n_events = sizeof events / sizeof *events,
    .n_directed = sizeof directed / sizeof *directed,
    .watch = watch,
};
