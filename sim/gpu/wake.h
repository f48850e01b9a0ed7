/*
 * Wake times of a group of like components, in their clock's cycles: a wheel of bit masks, so
 * that a cycle costs what is awake in it. A component has one wake time, at[i]; a bit may be left
 * behind in the wheel when the time is lowered, and is ignored when it comes up.
 */
#ifndef LW_GPU_WAKE_H
#define LW_GPU_WAKE_H

#include <stdint.h>

#define WAKE_MAX   64
#define WAKE_SLOTS 256u

/* Plain: walked as bytes. */
typedef struct wake_set {
    uint64_t now; /* the next cycle to be simulated */
    uint64_t far; /* components whose time lies WAKE_SLOTS or more ahead */
    uint64_t at[WAKE_MAX];
    uint64_t due[WAKE_SLOTS]; /* components, by cycle modulo WAKE_SLOTS */
} wake_set_t;

/* Component i is to be simulated in `cycle` at the latest. A component never asks for the cycle
 * being simulated on behalf of another one of its own group. */
static inline void wake_lower(wake_set_t *s, uint32_t i, uint64_t cycle)
{
    if (cycle >= s->at[i])
        return;
    if (cycle < s->now)
        cycle = s->now;
    s->at[i] = cycle;
    if (cycle - s->now < WAKE_SLOTS)
        s->due[cycle & (WAKE_SLOTS - 1)] |= UINT64_C(1) << i;
    else if (cycle != UINT64_MAX)
        s->far |= UINT64_C(1) << i;
}

/* All n components asleep for good, before the first cycle. */
static inline void wake_init(wake_set_t *s)
{
    for (uint32_t i = 0; i < WAKE_MAX; i++)
        s->at[i] = UINT64_MAX;
}

/* Starts `cycle`: the components that may be due. Their at[i] says whether they are. */
static inline uint64_t wake_begin(wake_set_t *s, uint64_t cycle)
{
    uint64_t due = s->due[cycle & (WAKE_SLOTS - 1)];
    s->due[cycle & (WAKE_SLOTS - 1)] = 0;
    s->now = cycle + 1;
    if (s->far && (cycle & (WAKE_SLOTS / 2 - 1)) == 0) {
        uint64_t far = s->far;
        s->far = 0;
        for (; far; far &= far - 1) {
            uint32_t i = (uint32_t)__builtin_ctzll(far);
            if (s->at[i] == UINT64_MAX)
                continue;
            if (s->at[i] <= cycle)
                due |= UINT64_C(1) << i;
            else if (s->at[i] - s->now < WAKE_SLOTS)
                s->due[s->at[i] & (WAKE_SLOTS - 1)] |= UINT64_C(1) << i;
            else
                s->far |= UINT64_C(1) << i;
        }
    }
    return due;
}

/* WAKE_SCAN(set, i, cycle, tick): simulates the components that are due, in ascending order; tick
 * is an expression for component i that gives its next wake time. */
#define WAKE_SCAN(set, i, cycle, tick)                                                             \
    for (uint64_t wake_m = wake_begin(set, cycle); wake_m; wake_m &= wake_m - 1) {                 \
        uint32_t i = (uint32_t)__builtin_ctzll(wake_m);                                            \
        if ((set)->at[i] > (cycle))                                                                \
            continue;                                                                              \
        (set)->at[i] = UINT64_MAX;                                                                 \
        wake_lower(set, i, tick);                                                                  \
    }

#endif
