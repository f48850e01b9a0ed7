/* The events of apres.sap (docs/units/apres.md), in the order of reports, and what watches them. */
#ifndef LW_APRES_APRES_SAP_STIM_EVENTS_H
#define LW_APRES_APRES_SAP_STIM_EVENTS_H

#include "lockstep/stim_unit.h"

enum {
    MISS_WHILE_SERVING,
    MISS_AND_TAKE,
    NO_SUCH_MISS,
    NO_SUCH_MISS_WHEN_FULL,
    DROPS_WHILE_SERVING,
    DROPS_AND_TAKES,
    ALLOCATES,
    REPLACES,
    HIT_LAST_ENTRY,
    SAME_WARP,
    DIVIDES_DOWN,
    INEXACT,
    MISMATCH_FIRST,
    MISMATCH_AGAIN,
    MISMATCH_ZERO,
    NO_STRIDE,
    PREDICTS_UP,
    PREDICTS_DOWN,
    PREDICTS_PARTLY_FILLED,
    PREDICTS_NOBODY,
    GIVES_UP_WQ,
    GIVES_UP_FILL,
    GROUP_EMPTY,
    GROUP_DEAD,
    NOT_LIVE,
    FILLS_WHILE_OFFERING,
    WAITS_FOR_L1,
    TAKEN_GOOD,
    TAKEN_NOT_GOOD,
    GOOD_WITHOUT_TAKE,
    TAKE_WITHOUT_OFFER,
    OWN_PASSED,
    OWN_PASSED_WHILE_HELD,
    OWN_ALONE,
    WAITS_FOR_TARGET,
    TARGET_WAITS,
    TARGET_MOVES,
    TARGET_OF_LAST_SERVICE,
    TARGET_MOVES_AT_RESULT,
    SAME_WARP_WHILE_HELD,
    MOVES_WITHOUT_TARGET,
    MOVES_AND_GOOD,
    ADDRESS_BELOW,
    ADDRESS_BEYOND,
    START_IN_STEP,
    START_IN_PHASE,
    START_IN_HALF,
    PHASE_WHILE_HELD,
    HALF_WHILE_HELD,
    START_DIVIDING,
    START_AT_DONE,
    START_OFFERING,
    START_WITH_TARGET,
    START_AND_MISS,
    START_AND_TAKE,
    START_AND_PF_TAKE,
    APRES_SAP_EVENTS, /* how many they are */
};

extern const stim_event_t apres_sap_events[APRES_SAP_EVENTS];

/* As stim_unit_t has it. */
void apres_sap_watch(const void *cfg, const void *state, const void *input, const void *output,
                     bool *happened);

#endif
