/*
 * A lockstep run of one unit with one set of parameters, and what to do when it fails: shrink the
 * stimulus, write it, draw the waves, print the report. `lockwarp cosim` is a thin layer over this.
 */
#ifndef LW_LOCKSTEP_COSIM_H
#define LW_LOCKSTEP_COSIM_H

#include <stdio.h>

#include "lockstep/pair.h"
#include "lockstep/stim_source.h"
#include "lockstep/stim_unit.h"

enum {
    COSIM_CYCLES = 1000000,     /* the default length */
    COSIM_EVENTS_FROM = 100000, /* random runs this long must see every event */
    COSIM_HISTORY = 16,         /* cycles of ports in a report */
    COSIM_MAX_EVENTS = 64,
};

/* Told now and then how far a run is; NULL: nobody asks. */
typedef void cosim_progress_t(void *ctx, uint64_t done, uint64_t of);

typedef struct cosim_opts {
    const unit_desc_t *desc;
    const void *cfg;          /* its parameters */
    const rtl_model_t *model; /* the RTL, or a variant of it */
    uint32_t select;          /* fault selector of a mutated netlist */
    uint64_t cycles;          /* random stimulus: how many */
    uint64_t seed;            /* of the inputs and of the flops before reset */
    stim_kind_t kind;
    const stim_t *replay; /* instead of kind, seed and cycles */
    const char *wave;     /* FST of the whole run, or NULL */
    const char *record;   /* stimulus file of the whole run, or NULL */
    const char *activity; /* toggle counts of the whole run, or NULL */
    bool no_shrink;       /* a report writes the failing stimulus as it is */
    const pair_flip_t *flip;
    uint64_t flip_from; /* first cycle in which the flip applies */
    cosim_progress_t *progress;
    void *progress_ctx;
} cosim_opts_t;

/* The stimulus of these options. */
stim_choice_t cosim_stimulus(const cosim_opts_t *o);

/* One cycle of ports as a report shows it. */
typedef struct cosim_shot {
    uint64_t cycle;
    stim_op_t op;
} cosim_shot_t;

typedef struct cosim_result {
    bool failed; /* a mismatch */
    mismatch_t bad;
    uint64_t cycle;                       /* of the mismatch */
    uint64_t record;                      /* its number in the stimulus, from 0 */
    uint64_t cycles, resets, evals, idle; /* compared; under reset; without an edge; idle */
    uint64_t quiet, skips; /* cycles checked to be quiet as the model said; skips checked */
    uint64_t bits;         /* compared in a cycle */
    unsigned fields;
    uint64_t event[COSIM_MAX_EVENTS];
    bool possible[COSIM_MAX_EVENTS]; /* the event can happen at this configuration */
    /* The last cycles of ports, oldest first; in and both outs of each. */
    unsigned n_shots;
    cosim_shot_t shot[COSIM_HISTORY];
    uint8_t *shot_in, *shot_out, *shot_out_rtl;
} cosim_result_t;

/* Runs. 0 whether or not the sides differ; negative with a message when it could not run (no
 * memory, a file that cannot be written). Free the result either way. */
int cosim_run(const cosim_opts_t *o, cosim_result_t *r, diag_t *diag);
void cosim_result_free(cosim_result_t *r);

/* The stimulus of a run up to its failing cycle, from the last reset that suffices to make it
 * fail again, else from the start. */
int cosim_failing_stimulus(const cosim_opts_t *o, const cosim_result_t *r, stim_t *s, diag_t *diag);

/* Shrinks a failing stimulus: fewer cycles, then fewer inputs that are not 0, as long as the
 * same kind of mismatch shows in the same field. *after: the mismatch of the result. Does
 * nothing to a stimulus of more than COSIM_SHRINK_MAX cycles. */
#define COSIM_SHRINK_MAX ((size_t)1 << 21)
int cosim_shrink(const cosim_opts_t *o, const cosim_result_t *r, stim_t *s, diag_t *diag);

/* What a failed run prints and writes: see docs/guide/cosim.md. Files are named after unit,
 * geometry and seed, in dir. 0 or -EIO. */
int cosim_report(const cosim_opts_t *o, const cosim_result_t *r, const char *dir,
                 const char *replayed, FILE *out, diag_t *diag);

#endif
