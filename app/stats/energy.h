/*
 * Energy: event counts times per-event energies, with the source of every number.
 *
 * Two tables. cacti45: the whole memory system below the coalescer from CACTI 7 at 45 nm
 * (itrs-hp, access mode normal: a lookup reads tags and all ways' data), interconnect and DRAM
 * constants assumed; and the unit of a policy, where it was measured. abyp-table3: Table 3 of the
 * abyp paper (CACTI 6.5), the L1 alone, so that its figures can be laid beside ours, counted as its
 * section 5.1 says: every read accesses tags and data in parallel, hit or miss, and every fill
 * accesses both again; a store looks up tags.
 */
#ifndef LW_STATS_ENERGY_H
#define LW_STATS_ENERGY_H

#include <stdint.h>

#include "config/run_config.h"
#include "gpu/gpu_stats.h"

enum { ENERGY_MAX_ITEMS = 32, ENERGY_MAX_UNITS = 4 };

typedef enum energy_component {
    ENERGY_L1, /* and what a policy adds to it */
    ENERGY_L2,
    ENERGY_L3,
    ENERGY_ICNT,
    ENERGY_DRAM,
    ENERGY_COMPONENTS
} energy_component_t;

typedef struct energy_part {
    double dynamic_nj, static_nj;
} energy_part_t;

typedef struct energy_item {
    const char *name;   /* "l1_lookup" */
    double events;      /* a count; for leakage: milliseconds x structures */
    double nj;          /* per event */
    const char *source; /* where nj comes from; says "assumed" where it is */
    int is_static;      /* leakage */
    energy_component_t component;
} energy_item_t;

typedef struct energy {
    energy_choice_t table;
    unsigned n;
    energy_item_t item[ENERGY_MAX_ITEMS];
    double dynamic_nj, static_nj; /* sums */
    energy_part_t part[ENERGY_COMPONENTS];
    energy_part_t units; /* of the L1's part: the units of policies */
} energy_t;

/* What a bypass predictor adds (abyp): absent for a run without one. */
typedef struct energy_predictor {
    int present;
    uint64_t table_accesses; /* lookups and trainings of the prediction table */
} energy_predictor_t;

/* What the unit of a policy adds to an SM, from its own netlist (energy_unit.c). */
typedef struct energy_unit {
    const char *policy;
    const char *counter; /* of the policy: the events */
    const char *item[3]; /* clock, events, leakage */
    double clock_nj;     /* a core cycle, whatever happens */
    double event_nj;     /* an event beyond that */
    double leak_mw;
    const char *source;
} energy_unit_t;

/* NULL: nobody has measured that policy's unit, or it has none. */
const energy_unit_t *energy_unit_of(const char *policy);

/* What the policies of a run add. */
typedef struct energy_policies {
    energy_predictor_t predictor;
    unsigned n_units;
    struct {
        const energy_unit_t *unit;
        uint64_t events;
    } unit[ENERGY_MAX_UNITS];
} energy_policies_t;

const char *energy_component_name(energy_component_t c); /* "l1" */

void energy_compute(const run_config_t *c, const gpu_stats_t *s, const energy_policies_t *p,
                    energy_t *out);

#endif
