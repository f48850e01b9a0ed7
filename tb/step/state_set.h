/*
 * A set of codes (step/state_code.h) in the order in which they were added, by open addressing.
 */
#ifndef LW_STEP_STATE_SET_H
#define LW_STEP_STATE_SET_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct state_set {
    size_t words;       /* of a code */
    size_t n, capacity; /* codes; room for codes */
    uint64_t *code;     /* n times words */
    uint32_t *slot;     /* number of a code + 1, or 0; slots is a power of two */
    size_t slots;
} state_set_t;

/* False: no memory. */
bool state_set_init(state_set_t *s, size_t words);
void state_set_free(state_set_t *s);
/* Adds a code that is not there yet: 1 added, 0 it was there, -1 no memory. */
int state_set_add(state_set_t *s, const uint64_t *code);
static inline const uint64_t *state_set_get(const state_set_t *s, size_t i)
{
    return s->code + i * s->words;
}

#endif
