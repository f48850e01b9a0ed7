/*
 * All values of a unit's inputs, numbered: the elements of all input fields one after the other are
 * the bits of the number. Inputs can be held at a value; they then have no bits in it. One more
 * bit, the highest, is the reset.
 */
#ifndef LW_STEP_INPUT_SPACE_H
#define LW_STEP_INPUT_SPACE_H

#include "lockstep/ports.h"

enum { INPUT_SPACE_HOLDS = 16 };

/* An input that is held, all of its elements. */
typedef struct input_hold {
    const unit_field_t *field;
    uint64_t value;
} input_hold_t;

typedef struct input_space {
    const ports_t *ports;
    const input_hold_t *hold;
    unsigned n_holds;
    unsigned bits; /* of the inputs that are not held; without the reset */
} input_space_t;

void input_space_init(input_space_t *s, const ports_t *p, const input_hold_t *hold, unsigned n);
/* Inputs number n, and whether they come under reset. */
void input_space_get(const input_space_t *s, uint64_t n, void *in, bool *reset);

#endif
