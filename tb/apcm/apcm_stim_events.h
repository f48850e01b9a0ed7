/* The events of apcm (docs/units/apcm.md), in the order of reports, and what watches them. */
#ifndef LW_APCM_APCM_STIM_EVENTS_H
#define LW_APCM_APCM_STIM_EVENTS_H

#include "lockstep/stim_unit.h"

enum {
    NORMAL,
    STREAMS,
    PINS_FIRST,
    PINS_MORE,
    PIN_REFUSED,
    PIN_IN_LOOP,
    PIN_OUT_OF_LOOP,
    HIT_SETS_NOTHING,
    ALL_HELD_BYPASS,
    REJECTED,
    AGAIN,
    UNTRACKED,
    LATE_REQUEST,
    MONITORED_HIT,
    OTHER_HIT,
    INITIAL_COUNT,
    INITIAL_ANEW,
    PAST,
    PAST_MISSES_MTA,
    STREAMING_MISSES_MTA,
    EVICT_AND_REACH,
    SCAN_WRITES,
    ACCESS_IN_SCAN,
    RELEASED_BY_LAST,
    RELEASED_BY_LOOP,
    RELEASED_BY_WARP,
    SET_AND_RELEASED,
    PREFETCH_TAKES,
    START_IN_SCAN,
    LAPSES,
    APCM_EVENTS, /* how many they are */
};

extern const stim_event_t apcm_events[APCM_EVENTS];

/* As stim_unit_t has it. */
void apcm_watch(const void *cfg, const void *state, const void *input, const void *output,
                bool *happened);

#endif
