/* The events of apres (docs/units/apres.md), in the order of reports, and what watches them. */
#ifndef LW_APRES_APRES_STIM_EVENTS_H
#define LW_APRES_APRES_STIM_EVENTS_H

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
    APRES_EVENTS, /* how many they are */
};

extern const stim_event_t apres_events[APRES_EVENTS];

/* As stim_unit_t has it. */
void apres_watch(const void *cfg, const void *state, const void *input, const void *output,
                 bool *happened);

#endif
