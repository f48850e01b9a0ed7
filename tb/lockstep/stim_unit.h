/*
 * What a unit's own stimulus file, tb/FAMILY/NAME_stim.c, says: the events that a run must have
 * seen, and directed stimulus. The build finds the files and makes one registry of them.
 *
 * Events are watched in every clocked cycle, after settling: watch() sets happened[k] for each
 * event k that happens in it (all are false before). An event that cannot happen at some
 * configurations says so by `possible`. docs/units/FAMILY.md lists them.
 *
 * A directed step drives a unit for a number of cycles: drive() sets the inputs of its cycle k,
 * from 0, which are all 0 before.
 *
 * cfg, state, in and out are the unit's PREFIX_cfg_t, PREFIX_t (before the edge), PREFIX_in_t and
 * PREFIX_out_t.
 */
#ifndef LW_LOCKSTEP_STIM_UNIT_H
#define LW_LOCKSTEP_STIM_UNIT_H

#include "common/unit.h"

typedef struct stim_event {
    const char *name;
    bool (*possible)(const void *cfg); /* NULL: at every configuration */
} stim_event_t;

typedef struct stim_directed {
    const char *name;
    unsigned (*cycles)(const void *cfg);
    void (*drive)(const void *cfg, unsigned k, void *in);
} stim_directed_t;

typedef struct stim_unit {
    const unit_desc_t *unit;
    const stim_event_t *events;
    const stim_directed_t *directed;
    unsigned n_events, n_directed;
    void (*watch)(const void *cfg, const void *state, const void *in, const void *out,
                  bool *happened);
} stim_unit_t;

/* In the order of unit_registry, one a unit; made by the build. */
extern const stim_unit_t *const stim_registry[];

/* The stimulus file of a unit. */
const stim_unit_t *stim_unit_of(const unit_desc_t *d);

/* Can event k of the unit happen at this configuration? */
bool stim_event_possible(const stim_unit_t *s, unsigned k, const void *cfg);

#endif
