/* The events of las.cta (docs/units/las.md), in the order of reports, and what watches them. */
#ifndef LW_LAS_LAS_CTA_STIM_EVENTS_H
#define LW_LAS_LAS_CTA_STIM_EVENTS_H

#include "lockstep/stim_unit.h"

enum {
    ADDS,
    ADD_REFUSED,
    ADD_AND_GRANT,
    ADD_WHILE_BUSY,
    FINISHES,
    FINISHES_SEVERAL,
    FINISH_OF_NONE,
    FINISH_OF_NEW,
    JOB_FINISH,
    JOB_SEARCH,
    JOB_NEW,
    FINISH_BEFORE_SEARCH,
    SEARCH_BEFORE_NEW,
    SEARCH_WAITS_FOR_NEW,
    SEARCH_WAITS_FOR_RESULTS,
    FINISH_BEFORE_RESULTS,
    NEW_BEFORE_RESULTS,
    SEARCH_SKIPS_SM,
    SEARCH_WRAPS,
    ROOM_WITHOUT_PLACE,
    SHARES,
    UNSHARED,
    SHARES_HIGH_BIT,
    UNSHARED_HIGH_BIT,
    NO_LOCALITY,
    GRANTS_YOUNGER,
    GRANTS_LAST,
    GRANTS_FULL,
    FINISH_OF_FULL,
    EMPTY_JOB,
    LAST_GROUP,
    NEW_SKIPS_SM,
    NEW_SUMS_SEVERAL,
    START_WHILE_BUSY,
    START_AND_ADD,
    START_AND_GRANT,
    START_AND_FINISH,
    WAITS,
    WINDOW_FULL,
    WINDOW_EMPTY,
    ALL_FULL,
    LAS_CTA_EVENTS, /* how many they are */
};

extern const stim_event_t las_cta_events[LAS_CTA_EVENTS];

/* As stim_unit_t has it. */
void las_cta_watch(const void *cfg, const void *state, const void *input, const void *output,
                   bool *happened);

#endif
