/*
 * The frame of a policy: what it owns is declared, and made, freed, reported and saved by what
 * stands here. A policy file is then its declarations and its hooks.
 *
 *   struct policy  begins with a policy_run_t, which the frame fills; the rest is the policy's own.
 *   options        are uint32_t members, set before anything else is made.
 *   parts          are what pointers of struct policy lead to: arrays of plain elements, arrays of
 *                  records that have parts themselves (a record an SM, with its own arrays), units.
 *   counts         are uint64_t members, in the order of the report.
 *
 * A checkpoint holds what the lists of members (common/state_members.h) of struct policy and of
 * every record say, the arrays, and the units. The lists do not compile without a member that there
 * is.
 */
#ifndef LW_POLICY_POLICY_FRAME_H
#define LW_POLICY_POLICY_FRAME_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "common/diag.h"
#include "common/engine.h"
#include "common/state_members.h"
#include "gpu/gpu.h"
#include "policy/policy_option.h"

struct policy_ops;
typedef struct policy policy_t; /* a policy's instance; each file defines its own */

/* The run that a policy takes part in: the first member of every struct policy. */
typedef struct policy_run {
    const struct policy_ops *ops;
    gpu_t *gpu;
    const gpu_cfg_t *cfg;
} policy_run_t;

typedef struct policy_env {
    gpu_t *gpu;
    const gpu_cfg_t *cfg;
    const unit_engine_t *engine;
    const char *wave;    /* FST to write of one unit instance, or NULL */
    const char *wave_of; /* which: "UNIT:LABEL", such as "abyp:sm3"; NULL: the first */
} policy_env_t;

/* What a pointer leads to: an array, or a unit. */
typedef struct policy_part {
    size_t at; /* of the pointer: offsetof in struct policy, or in the record it is a part of */
    /* An array. */
    size_t size;                          /* bytes of an element */
    uint32_t (*count)(const policy_t *p); /* elements, zeroed; once the options are set */
    bool launch;                          /* policy_forget() zeroes it */
    bool lines;                      /* of lines of the L1: zeroed where these are (l1_flush) */
    const char *each;                /* of records with units: "sm" for labels "sm0", "sm1" */
    const struct policy_part *parts; /* of each element; NULL: it has none */
    unsigned n_parts;
    /* In a checkpoint: walks an element; NULL: it is a number, of at most `most` (0: any). */
    void (*walk)(const policy_t *p, void *element, state_io_t *io);
    uint64_t most;
    /* Or a unit, a unit_inst_t * on the run's engine. cfg is the unit's PREFIX_cfg_t, zeroed. */
    const unit_desc_t *unit;
    void (*configure)(const policy_t *p, void *cfg);
    bool (*when)(const policy_t *p); /* false: the options leave it out; NULL: it is always there */
    /* Optional: the unit's state (its PREFIX_t) has been loaded as part of a record; fails io if it
     * is none that the unit can be in, or does not agree with the record. */
    void (*check)(const policy_t *p, const void *record, const void *state, state_io_t *io);
} policy_part_t;

typedef struct policy_count {
    const char *name;
    size_t at; /* offsetof(policy_t, ...): a uint64_t */
} policy_count_t;

/* A number of a policy's report; a count, or a ratio where is_ratio. */
typedef struct policy_row {
    const char *name;
    bool is_ratio;
    uint64_t count;
    double ratio;
} policy_row_t;

#define POLICY_MAX_OPTIONS 16
#define POLICY_MAX_ROWS    48

/* Counts of elements that many parts have. */
uint32_t policy_sms(const policy_t *p);
uint32_t policy_slices(const policy_t *p);   /* of the L2 */
uint32_t policy_l1_sets(const policy_t *p);  /* of one L1 */
uint32_t policy_l1_lines(const policy_t *p); /* of one L1: [set * ways + way] */

/* A kernel starts: zeroes the arrays of `launch` and, with l1_flush, those of `lines`. */
void policy_forget(policy_t *p);

/* A row of a / b, 0 if b is. */
policy_row_t policy_ratio(const char *name, uint64_t a, uint64_t b);

/* What the policies of a run are handled with (policy.c). policy_new: opt has a value an option,
 * in order; 0 and *out, or -EINVAL with a message in d. */
int policy_new(const struct policy_ops *ops, const policy_env_t *env, const uint64_t *opt,
               policy_t **out, diag_t *d);
void policy_free(policy_t *p);
/* Fills rows (POLICY_MAX_ROWS) and returns how many. */
unsigned policy_report(const policy_t *p, policy_row_t *rows);
/* Its unit instances: number i, or NULL beyond the last. */
unit_inst_t *policy_instance(const policy_t *p, unsigned i);
/* On loading the policy is a fresh one of the same options. */
void policy_state(policy_t *p, state_io_t *io);

#endif
