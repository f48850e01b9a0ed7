/*
 * Stimulus made from a unit's field list: constrained random, or its directed steps.
 *
 * Random stimulus comes in eras of thousands of cycles, an era in phases. Mixed eras draw anew for
 * each phase how often each enable and qualifier is 1 and how indices and payloads move; they hold
 * the resets and the stretches of directed steps, a fifth of all cycles at most. Pressure eras keep
 * some enables on and others off, so that what can be full stays full, with an opposite now and
 * then. Burst eras stay at one index. Behind half of the phases the unit sleeps: all enables are 0
 * and all else is held. A third of each million cycles (later of two, then of four) has no reset in
 * it. docs/guide/cosim.md has it in detail. What is drawn depends on the unit, the configuration
 * and the seed alone.
 *
 * Directed stimulus is a reset of two cycles and every directed step once, in the list's order.
 */
#ifndef LW_LOCKSTEP_STIM_GEN_H
#define LW_LOCKSTEP_STIM_GEN_H

#include "lockstep/stim.h"

typedef enum stim_kind { STIM_RANDOM, STIM_DIRECTED } stim_kind_t;

typedef struct stim_gen stim_gen_t;

/* NULL: no memory. */
stim_gen_t *stim_gen_new(const unit_desc_t *d, const void *cfg, uint64_t seed, stim_kind_t kind);
void stim_gen_free(stim_gen_t *s);

/* The next cycle's inputs, valid until the next call; false at the end of directed stimulus. */
bool stim_gen_next(stim_gen_t *s, stim_op_t *op, const void **in);

#endif
