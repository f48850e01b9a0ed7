#include "apres/apres_stim_scripts.h"

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
const script_t apres_figure_8 = {figure_8_beats, sizeof figure_8_beats / sizeof *figure_8_beats};

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
const script_t apres_figure_9 = {figure_9_beats, sizeof figure_9_beats / sizeof *figure_9_beats};

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
const script_t apres_figure_6 = {figure_6_beats, sizeof figure_6_beats / sizeof *figure_6_beats};

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
const script_t apres_train = {train_beats, sizeof train_beats / sizeof *train_beats};

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
const script_t apres_target_waits = {target_waits_beats,
                                     sizeof target_waits_beats / sizeof *target_waits_beats};

/* A prefetch is offered for a while and dropped, the next one is taken; a kernel starts as its
 * target moves. */
static const beat_t start_moves_beats[] = {
    {0, .times = DIVISION}, {0, .times = EIGHT},          {TAKE, .times = ONCE},
    {0, .times = EIGHT},    {TAKE | GOOD, .times = ONCE}, {START, .warp = 0},
};
const script_t apres_start_moves = {start_moves_beats,
                                    sizeof start_moves_beats / sizeof *start_moves_beats};

/* A prefetch is offered for a while, and taken as a kernel starts. */
static const beat_t start_taken_beats[] = {
    {0, .times = DIVISION},
    {0, .times = EIGHT},
    {START | TAKE | GOOD, .warp = 0},
};
const script_t apres_start_taken = {start_taken_beats,
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
const script_t apres_target_waits_long = {
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
const script_t apres_taken_as_others_move = {taken_as_others_move_beats,
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
const script_t apres_die = {die_beats, sizeof die_beats / sizeof *die_beats};

/* Nobody takes the prefetches: misses fill the DRQ, and the last ones are dropped. Then one is
 * taken as a warp that has started moves, and a kernel starts as its target moves. */
static const beat_t overflow_beats[] = {
    {0, .times = DIVISION}, {LOAD | MISS | STRIDED | EACH, .warp = 0, .pc = 1, .times = EACH_PLACE},
    {BEGIN, .warp = 3},     {TAKE | GOOD, .times = ONCE},
    {START, .warp = 0},
};
const script_t apres_overflow = {overflow_beats, sizeof overflow_beats / sizeof *overflow_beats};

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
const script_t apres_meet_division = {meet_division_beats,
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
const script_t apres_kinds = {kinds_beats, sizeof kinds_beats / sizeof *kinds_beats};

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
const script_t apres_many_pcs = {many_pcs_beats, sizeof many_pcs_beats / sizeof *many_pcs_beats};

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
const script_t apres_everybody = {everybody_beats,
                                  sizeof everybody_beats / sizeof *everybody_beats};

/* The next miss of the group is predicted, and no warp but its own is within reach: nothing is
 * offered. */
static const beat_t reach_beats[] = {
    {0, .times = DIVISION},     {TAKE | GOOD, .times = EIGHT},
    {LOAD, .warp = 3, .pc = 1}, {MISS | STRIDED | OWN, .warp = 3, .pc = 1},
    {0, .times = DIVISION},     {TAKE | GOOD, .times = EIGHT},
};
const script_t apres_reach = {reach_beats, sizeof reach_beats / sizeof *reach_beats};
