/* Events and directed stimulus of apres.queue (docs/units/apres.md). */
#include "apres/apres_queue.h"
#include "lockstep/stim_unit.h"

enum {
    TO_HEAD,
    TO_TAIL,
    LAST_TO_HEAD,
    FIRST_TO_TAIL,
    SCATTERED_TO_HEAD,
    SCATTERED_TO_TAIL,
    STAY_AT_HEAD,
    STAY_AT_TAIL,
    MOVE_OF_NONE,
    MOVE_OF_ALL,
    PICK_FIRST,
    PICK_LAST,
    PICK_BETWEEN,
    PICK_NONE,
    PICK_BEFORE_MOVE,
    BOTH_PICK_ONE,
    BOTH_PICK_APART,
    ONE_PICKS_NONE,
    TARGET_MOVES,
    TARGET_STAYS,
    TARGET_WITH_MOVE,
    NO_SUCH_TARGET,
    LEAVES_SOME,
    LEAVES_NONE,
};

static bool two_warps(const void *cfg)
{
    const apres_queue_cfg_t *c = cfg;
    return c->warps > 1;
}

static bool three_warps(const void *cfg)
{
    const apres_queue_cfg_t *c = cfg;
    return c->warps > 2;
}

static bool two_picks(const void *cfg)
{
    const apres_queue_cfg_t *c = cfg;
    return c->picks > 1;
}

static bool two_of_both(const void *cfg)
{
    return two_warps(cfg) && two_picks(cfg);
}

static bool warp_beyond(const void *cfg)
{
    const apres_queue_cfg_t *c = cfg;
    return !bits_every_index(c->warps);
}

static bool serial(const void *cfg)
{
    const apres_queue_cfg_t *c = cfg;
    return c->serial;
}

static bool serial_and_two_warps(const void *cfg)
{
    return serial(cfg) && two_warps(cfg);
}

static const stim_event_t events[] = {
    [TO_HEAD] = {.name = "to_head", .possible = two_warps},
    [TO_TAIL] = {.name = "to_tail", .possible = two_warps},
    [LAST_TO_HEAD] = {.name = "last_to_head", .possible = two_warps},
    [FIRST_TO_TAIL] = {.name = "first_to_tail", .possible = two_warps},
    [SCATTERED_TO_HEAD] = {.name = "scattered_to_head", .possible = three_warps},
    [SCATTERED_TO_TAIL] = {.name = "scattered_to_tail", .possible = three_warps},
    [STAY_AT_HEAD] = {.name = "stay_at_head", .possible = two_warps},
    [STAY_AT_TAIL] = {.name = "stay_at_tail", .possible = two_warps},
    [MOVE_OF_NONE] = {.name = "move_of_none"},
    [MOVE_OF_ALL] = {.name = "move_of_all"},
    [PICK_FIRST] = {.name = "pick_first"},
    [PICK_LAST] = {.name = "pick_last", .possible = two_warps},
    [PICK_BETWEEN] = {.name = "pick_between", .possible = three_warps},
    [PICK_NONE] = {.name = "pick_none"},
    [PICK_BEFORE_MOVE] = {.name = "pick_before_move", .possible = two_warps},
    [BOTH_PICK_ONE] = {.name = "both_pick_one", .possible = two_picks},
    [BOTH_PICK_APART] = {.name = "both_pick_apart", .possible = two_of_both},
    [ONE_PICKS_NONE] = {.name = "one_picks_none", .possible = two_picks},
    [TARGET_MOVES] = {.name = "target_moves", .possible = two_warps},
    [TARGET_STAYS] = {.name = "target_stays"},
    [TARGET_WITH_MOVE] = {.name = "target_with_move"},
    [NO_SUCH_TARGET] = {.name = "no_such_target", .possible = warp_beyond},
    [LEAVES_SOME] = {.name = "leaves_some", .possible = serial_and_two_warps},
    [LEAVES_NONE] = {.name = "leaves_none", .possible = serial},
};

/* Are the bits that are set those from bit 0 up to some bit? */
static bool runs_from_first(uint64_t bits)
{
    return (bits & (bits + 1)) == 0;
}

/* A move, by places of the order before the edge: bit p: the warp at place p moves. */
static void watch_move(const apres_queue_t *u, const apres_queue_in_t *in, bool *happened)
{
    const unsigned n = u->cfg.warps;
    uint64_t places = 0;
    for (unsigned p = 0; p < n; p++)
        places |= (in->move_mask >> u->order[p] & 1) << p;
    const bool first = places & 1, last = places >> (n - 1) & 1;
    const bool some = places != 0 && places != bits_mask(n);
    const bool at_head = some && runs_from_first(places);
    const bool at_tail = some && runs_from_first(~places & bits_mask(n));
    const bool scattered = some && !runs_from_first(places | (places - 1));

    happened[TO_HEAD] = some && in->move_head && !at_head;
    happened[TO_TAIL] = some && !in->move_head && !at_tail;
    happened[LAST_TO_HEAD] = some && in->move_head && last;
    happened[FIRST_TO_TAIL] = some && !in->move_head && first;
    happened[SCATTERED_TO_HEAD] = scattered && in->move_head;
    happened[SCATTERED_TO_TAIL] = scattered && !in->move_head;
    happened[STAY_AT_HEAD] = at_head && in->move_head;
    happened[STAY_AT_TAIL] = at_tail && !in->move_head;
    happened[MOVE_OF_NONE] = places == 0;
    happened[MOVE_OF_ALL] = places == bits_mask(n);
}

static void watch_target(const apres_queue_t *u, const apres_queue_in_t *in, bool *happened)
{
    const bool names = in->target_warp < u->cfg.warps, alone = names && !in->move_en;

    happened[TARGET_MOVES] = alone && u->order[0] != in->target_warp;
    happened[TARGET_STAYS] = alone && u->order[0] == in->target_warp;
    happened[TARGET_WITH_MOVE] = names && in->move_en;
    happened[NO_SUCH_TARGET] = !names && !in->move_en;
}

static void watch(const void *cfg, const void *state, const void *input, const void *output,
                  bool *happened)
{
    const apres_queue_cfg_t *c = cfg;
    const apres_queue_t *u = state;
    const apres_queue_in_t *in = input;
    const apres_queue_out_t *out = output;

    const uint64_t moves = in->move_en ? in->move_mask & bits_mask(c->warps) : 0;

    if (in->move_en)
        watch_move(u, in, happened);
    if (in->target_en)
        watch_target(u, in, happened);
    happened[LEAVES_SOME] = out->left != 0;
    happened[LEAVES_NONE] = c->serial && moves != 0 && out->left == 0;
    for (unsigned s = 0; s < c->picks; s++) {
        const bool found = out->pick_valid[s];
        const bool first = found && out->pick[s] == u->order[0];
        const bool last = found && !first && out->pick[s] == u->order[c->warps - 1];
        happened[PICK_FIRST] |= first;
        happened[PICK_LAST] |= last;
        happened[PICK_BETWEEN] |= found && !first && !last;
        happened[PICK_NONE] |= !found;
        happened[PICK_BEFORE_MOVE] |=
            found && !first && in->move_head && (moves & ~out->left) >> out->pick[s] & 1;
        for (unsigned r = 0; r < s; r++) {
            happened[BOTH_PICK_ONE] |= found && out->pick_valid[r] && out->pick[r] == out->pick[s];
            happened[BOTH_PICK_APART] |=
                found && out->pick_valid[r] && out->pick[r] != out->pick[s];
            happened[ONE_PICKS_NONE] |= found != out->pick_valid[r];
        }
    }
}

static void move(const apres_queue_cfg_t *c, bool head, uint64_t warps, apres_queue_in_t *in)
{
    in->move_en = 1;
    in->move_head = head;
    in->move_mask = warps & bits_mask(c->warps);
}

/* Scheduler s may issue the warps in the mask, turned by as many warps as s says. */
static void ready(const apres_queue_cfg_t *c, uint64_t warps, apres_queue_in_t *in)
{
    for (unsigned s = 0; s < c->picks; s++) {
        const uint64_t mask = warps & bits_mask(c->warps);
        const unsigned turn = s % c->warps;
        in->ready[s] = mask;
        if (turn)
            in->ready[s] = (mask << turn | mask >> (c->warps - turn)) & bits_mask(c->warps);
    }
}

static unsigned each_warp(const void *cfg)
{
    const apres_queue_cfg_t *c = cfg;
    return c->warps;
}

static unsigned twice_each_warp(const void *cfg)
{
    return 2 * each_warp(cfg);
}

/* Each warp in turn to the head, which turns the order; it alone may issue. */
static void each_to_head(const void *cfg, unsigned k, void *input)
{
    const apres_queue_cfg_t *c = cfg;
    const uint64_t warp = UINT64_C(1) << k % c->warps;
    move(c, true, warp, input);
    ready(c, warp, input);
}

/* ... and to the tail, which turns it back. */
static void each_to_tail(const void *cfg, unsigned k, void *input)
{
    const apres_queue_cfg_t *c = cfg;
    const uint64_t warp = UINT64_C(1) << (c->warps - 1 - k % c->warps);
    move(c, false, warp, input);
    ready(c, ~warp, input);
}

/* Every second, third, ... warp in turn to the head and to the tail; all others may issue. */
static unsigned four_each_warp(const void *cfg)
{
    return 4 * each_warp(cfg);
}

static void scattered(const void *cfg, unsigned k, void *input)
{
    const apres_queue_cfg_t *c = cfg;
    uint64_t warps = 0;
    for (unsigned w = k / 4; w < c->warps; w += 2 + k / 4)
        warps |= UINT64_C(1) << w;
    move(c, !(k & 2), k & 1 ? ~warps : warps, input);
    ready(c, ~warps, input);
}

/* A move twice: the second changes nothing. */
static void again(const void *cfg, unsigned k, void *input)
{
    const apres_queue_cfg_t *c = cfg;
    move(c, k & 2, UINT64_C(5) << k / 4, input);
    ready(c, UINT64_C(1) << k / 4, input);
}

static unsigned eight(const void *cfg)
{
    (void)cfg;
    return 8;
}

/* No warp and all warps move, to the head and to the tail; none, all and one may issue. */
static void none_and_all(const void *cfg, unsigned k, void *input)
{
    move(cfg, k & 2, k & 1 ? ~UINT64_C(0) : 0, input);
    ready(cfg, k & 4 ? k & 1 : k & 1 ? ~UINT64_C(0) : 0, input);
}

/* One scheduler has a warp, the others none; then each another. */
static void one_has_none(const void *cfg, unsigned k, void *input)
{
    const apres_queue_cfg_t *c = cfg;
    apres_queue_in_t *in = input;
    ready(c, UINT64_C(1) << k % c->warps, in);
    in->ready[0] = k & 1 ? 0 : in->ready[0];
    in->ready[c->picks - 1] = k & 2 ? bits_mask(c->warps) : in->ready[c->picks - 1];
    move(c, k & 4, 1, in);
}

/* Groups of warps at both ends and between, each until none of it is left with `serial`; a target
 * comes with the move, and after it. */
enum { GROUP = 6 };

static unsigned groups_cycles(const void *cfg)
{
    (void)cfg;
    return 8 * GROUP;
}

static void groups(const void *cfg, unsigned k, void *input)
{
    static const uint64_t warps[] = {1 << 1 | 1 << 3, 1 << 1, 1 << 0 | 1 << 2, 0x15};
    const apres_queue_cfg_t *c = cfg;
    apres_queue_in_t *in = input;
    const unsigned group = k / GROUP, step = k % GROUP;
    uint64_t left = warps[group % 4];
    for (unsigned n = 0; n < step; n++)
        left &= left - 1;
    ready(c, warps[group % 4], in);
    in->target_en = step % 3 == 2 || left == 0;
    in->target_warp = (uint8_t)((group + step) % c->warps);
    if (left != 0)
        move(c, group < 4, left, in);
}

/* Targets from everywhere, some of them at the head already, and the largest number. */
static void targets(const void *cfg, unsigned k, void *input)
{
    const apres_queue_cfg_t *c = cfg;
    apres_queue_in_t *in = input;
    in->target_en = 1;
    in->target_warp = (uint8_t)((c->warps - 1 - k / 2) % c->warps);
    if (k + 1 == four_each_warp(cfg))
        in->target_warp = (uint8_t)bits_mask(bits_index_w(c->warps));
    ready(c, UINT64_C(1) << in->target_warp % c->warps, in);
}

static const stim_directed_t directed[] = {
    {"each_to_head", twice_each_warp, each_to_head},
    {"each_to_tail", twice_each_warp, each_to_tail},
    {"scattered", four_each_warp, scattered},
    {"none_and_all", eight, none_and_all},
    {"again", four_each_warp, again},
    {"one_has_none", eight, one_has_none},
    {"groups", groups_cycles, groups},
    {"targets", four_each_warp, targets},
};

const stim_unit_t apres_queue_stim = {
    .unit = &apres_queue_unit,
    .events = events,
    .directed = directed,
    .n_events = sizeof events / sizeof *events,
    .n_directed = sizeof directed / sizeof *directed,
    .watch = watch,
};
