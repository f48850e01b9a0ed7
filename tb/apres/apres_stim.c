/* Directed stimulus of apres (docs/units/apres.md): how its scripts are played, and in which order.
 * Its events are in apres_stim_events.c. */
#include "apres/apres.h"
#include "apres/apres_stim_events.h"
#include "apres/apres_stim_scripts.h"
#include "lockstep/stim_unit.h"

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

/* A script behind the one that trains. */
static unsigned trained_cycles(const apres_cfg_t *c, const script_t *s)
{
    return script_cycles(c, &apres_train) + script_cycles(c, s);
}

static void trained_drive(const apres_cfg_t *c, const script_t *s, place_t p, unsigned k,
                          apres_in_t *in)
{
    const unsigned before = script_cycles(c, &apres_train);
    if (k < before)
        script_drive(c, &apres_train, p, k, in);
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
PLAY(figure_8, script, apres_figure_8, LOW)
PLAY(figure_9, script, apres_figure_9, LOW)
PLAY(figure_6, script, apres_figure_6, LOW)
PLAY(kinds, script, apres_kinds, LOW)
PLAY(many_pcs, script, apres_many_pcs, LOW)
PLAY(target_waits, trained, apres_target_waits, LOW)
PLAY(target_waits_long, trained, apres_target_waits_long, LOW)
PLAY(taken_as_others_move, trained, apres_taken_as_others_move, LOW)
PLAY(die, trained, apres_die, LOW)
PLAY(overflow, trained, apres_overflow, LOW)
PLAY(meet_division, trained, apres_meet_division, LOW)
PLAY(everybody, trained, apres_everybody, LOW)
PLAY(reach, trained, apres_reach, LOW)
PLAY(reach_again, trained, apres_reach, HIGH)
PLAY(die_again, trained, apres_die, HIGH)
PLAY(die_once_more, trained, apres_die, OTHER)
PLAY(target_waits_again, trained, apres_target_waits, HIGH)
PLAY(reach_once_more, trained, apres_reach, OTHER)
PLAY(overflow_again, trained, apres_overflow, HIGH)
PLAY(taken_as_others_move_again, trained, apres_taken_as_others_move, OTHER)
PLAY(start_taken, trained, apres_start_taken, LOW)
PLAY(start_moves, trained, apres_start_moves, LOW)
PLAY(reach_at_last, trained, apres_reach, HIGH)
PLAY(die_at_last, trained, apres_die, HIGH)
PLAY(start_moves_again, trained, apres_start_moves, OTHER)
PLAY(kinds_again, script, apres_kinds, OTHER)
PLAY(start_taken_again, trained, apres_start_taken, HIGH)

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
    .events = apres_events,
    .directed = directed,
    .n_events = APRES_EVENTS,
    .n_directed = sizeof directed / sizeof *directed,
    .watch = apres_watch,
};
