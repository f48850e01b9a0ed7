/*
 * Functions of few inputs as truth tables. A function depends on each of its inputs, and has their
 * numbers in ascending order: so equal functions are equal structs.
 */
#ifndef LW_PROVE_AIG_SMALL_H
#define LW_PROVE_AIG_SMALL_H

#include <stdbool.h>
#include <stdint.h>

enum { AIG_SMALL = 8, AIG_SMALL_WORDS = (1 << AIG_SMALL) / 64 };
enum { AIG_LARGE = AIG_SMALL + 1 }; /* number of inputs of what depends on more */

typedef struct small {
    uint32_t n; /* inputs; AIG_LARGE: not known */
    uint32_t input[AIG_SMALL];
    /* Bit k is the value where input i has bit i of k; repeated behind 2^n bits. */
    uint64_t value[AIG_SMALL_WORDS];
} small_t;

small_t small_input(uint32_t number);
/* a and b, each maybe inverted. */
small_t small_and(const small_t *a, bool not_a, const small_t *b, bool not_b);

static inline bool small_is_false(const small_t *s)
{
    return s->n == 0 && !(s->value[0] & 1);
}

static inline bool small_is_true(const small_t *s)
{
    return s->n == 0 && (s->value[0] & 1);
}

/* Is it true where all inputs are 0? Of a function and its inverse one is. */
static inline bool small_begins_true(const small_t *s)
{
    return s->value[0] & 1;
}

/* The same function, or with `inverted` its inverse? Both have few inputs. */
bool small_is(const small_t *a, const small_t *b, bool inverted);
/* The same for a function and its inverse. */
uint32_t small_hash(const small_t *s);

#endif
