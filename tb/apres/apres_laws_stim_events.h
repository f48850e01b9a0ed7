/* The events of apres.laws (docs/units/apres.md), in the order of reports, and what watches them.
 */
#ifndef LW_APRES_APRES_LAWS_STIM_EVENTS_H
#define LW_APRES_APRES_LAWS_STIM_EVENTS_H

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
    APRES_LAWS_EVENTS, /* how many they are */
};

extern const stim_event_t apres_laws_events[APRES_LAWS_EVENTS];

/* As stim_unit_t has it. */
void apres_laws_watch(const void *cfg, const void *state, const void *input, const void *output,
                      bool *happened);

#endif
