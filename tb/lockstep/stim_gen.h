/*
 * Stimulus made from a unit's field list: constrained random, or its directed steps.
 *
 * Random stimulus comes in phases of 4 to a few hundred cycles. A phase draws, for each enable
 * and qualifier, how often it is 1 (never to always); for each index whether it stays among a
 * few hot values, repeats, walks, equals another index, or is uniform; for each payload whether
 * it is uniform, a corner (0, all ones, one bit, all but one), one of a few values, or repeats.
 * Some phases are idle, some are a stretch of a directed step, at most a quarter of all cycles,
 * and some begin with a reset of one to three cycles under random inputs. What is drawn depends
 * on the unit, its parameters and the seed alone.
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
