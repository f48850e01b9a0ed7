/*
 * A unit's state as a string of bits, for a set of states: the elements of all state fields one
 * after the other. An element whose gate is false is 0 in the code, so that states which differ in
 * meaningless elements alone are one.
 */
#ifndef LW_STEP_STATE_CODE_H
#define LW_STEP_STATE_CODE_H

#include "lockstep/ports.h"

/* 64-bit words of a code, at least 1. */
size_t state_code_words(const ports_t *p);
void state_code_of(const ports_t *p, const void *cfg, const void *state, uint64_t *code);
/* Back, into the state's elements in use. */
void state_code_to(const ports_t *p, const uint64_t *code, void *state);
/* The same, but all bits of an element whose gate is false are 1. */
void state_code_to_ones(const ports_t *p, const void *cfg, const uint64_t *code, void *state);

#endif
