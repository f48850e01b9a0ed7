/*
 * Numbers of up to 64 bits as literals, the lowest bit first: C's and LLVM's operations on them as
 * gates. Results may lie where operands do, unless said otherwise.
 */
#ifndef LW_PROVE_WORD_H
#define LW_PROVE_WORD_H

#include "prove/aig.h"

enum { WORD_BITS = 64 };

void word_const(lit_t *r, unsigned w, uint64_t v);
/* Is every bit constant? Then *v is the number. */
bool word_is_const(const lit_t *a, unsigned w, uint64_t *v);
/* Bits up to the highest that is not constant 0. */
unsigned word_used(const lit_t *a, unsigned w);

void word_add(aig_t *g, lit_t *r, const lit_t *a, const lit_t *b, lit_t carry, unsigned w);
void word_sub(aig_t *g, lit_t *r, const lit_t *a, const lit_t *b, unsigned w);
void word_mul(aig_t *g, lit_t *r, const lit_t *a, const lit_t *b, unsigned w);
/* Quotient and remainder of unsigned numbers; of a divisor 0 they mean nothing. */
void word_divide(aig_t *g, lit_t *quotient, lit_t *rest, const lit_t *a, const lit_t *b,
                 unsigned w);
void word_mux(aig_t *g, lit_t *r, lit_t s, const lit_t *a, const lit_t *b, unsigned w);
/* Shifts by a number below w; `fill` comes in. */
void word_shift_left(aig_t *g, lit_t *r, const lit_t *a, const lit_t *by, unsigned w);
void word_shift_right(aig_t *g, lit_t *r, const lit_t *a, const lit_t *by, lit_t fill, unsigned w);

lit_t word_equal(aig_t *g, const lit_t *a, const lit_t *b, unsigned w);
lit_t word_equal_const(aig_t *g, const lit_t *a, uint64_t v, unsigned w);
lit_t word_below(aig_t *g, const lit_t *a, const lit_t *b, unsigned w); /* unsigned a < b */
lit_t word_signed_below(aig_t *g, const lit_t *a, const lit_t *b, unsigned w);
lit_t word_any(aig_t *g, const lit_t *a, unsigned w);

/* The number of zeros below the lowest, above the highest bit that is set; w if none is. */
void word_count_low_zeros(aig_t *g, lit_t *r, const lit_t *a, unsigned w);
void word_count_high_zeros(aig_t *g, lit_t *r, const lit_t *a, unsigned w);
void word_count_ones(aig_t *g, lit_t *r, const lit_t *a, unsigned w);

#endif
