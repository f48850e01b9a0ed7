/*
 * Where the records of a run come from: a stimulus in memory, or a generator.
 */
#ifndef LW_LOCKSTEP_STIM_SOURCE_H
#define LW_LOCKSTEP_STIM_SOURCE_H

#include "lockstep/stim.h"
#include "lockstep/stim_gen.h"

/* What is to be drawn, or replayed. */
typedef struct stim_choice {
    const unit_desc_t *desc;
    const void *cfg;
    uint64_t cycles; /* random stimulus: how many */
    uint64_t seed;   /* of the inputs and of the flops before reset */
    stim_kind_t kind;
    const stim_t *replay; /* instead of kind, seed and cycles */
} stim_choice_t;

/* What the records belong to. */
stim_head_t stim_choice_head(const stim_choice_t *c);

typedef struct stim_source {
    const stim_t *replay;
    size_t at;
    uint64_t times;
    stim_gen_t *gen;
    uint64_t left; /* random: cycles to go */
    bool bounded;
} stim_source_t;

/* False: no memory. */
bool stim_source_open(stim_source_t *s, const stim_choice_t *c);
void stim_source_close(stim_source_t *s);

/* The next record; its inputs are valid until the next call. False: there are no more. */
bool stim_source_next(stim_source_t *s, stim_op_t *op, const void **in);

#endif
