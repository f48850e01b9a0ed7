/*
 * The scripts of the directed stimulus of apres (docs/units/apres.md), which apres_stim.c plays. A
 * script is a list of beats; a beat lasts one cycle, or as many as its `times` says.
 */
#ifndef LW_APRES_APRES_STIM_SCRIPTS_H
#define LW_APRES_APRES_STIM_SCRIPTS_H

#include <stdint.h>

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

extern const script_t apres_figure_8, apres_figure_9, apres_figure_6, apres_train,
    apres_target_waits, apres_start_moves, apres_start_taken, apres_target_waits_long,
    apres_taken_as_others_move, apres_die, apres_overflow, apres_meet_division, apres_kinds,
    apres_many_pcs, apres_everybody, apres_reach;

#endif
