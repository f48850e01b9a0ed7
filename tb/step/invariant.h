/*
 * The invariant of a unit: which states the check of one step from any state draws
 * (step/one_step.h), and what must hold again behind the step.
 *
 * A unit's file tb/FAMILY/NAME_inv.c has PREFIX_inv: `holds` says whether a state satisfies the
 * invariant, and `words` the same for people. `fit` moves a state whose fields hold anything to one
 * near by that satisfies it, without a preference for reachable ones, and leaves one that satisfies
 * it as it is. A unit without such a file has no
 * invariant: every value of every register is a state.
 *
 * The weakest statement that is preserved is the best one, for it leaves the most states to check.
 *
 * The state is a PREFIX_t; its parameters are in `cfg`. The build finds the files and makes one
 * registry of them.
 */
#ifndef LW_STEP_INVARIANT_H
#define LW_STEP_INVARIANT_H

#include "common/rng.h"
#include "common/unit.h"

typedef struct invariant {
    const char *words;
    bool (*holds)(const void *state);
    void (*fit)(void *state, rng_t *rng);
} invariant_t;

/* Of a unit: PREFIX_inv_holds and PREFIX_inv_fit by the unit's own type, for units that it is a
 * part of and for tools that read the C files. */
#define INVARIANT_OF(prefix)                                                                       \
    bool prefix##_inv_holds(const prefix##_t *u);                                                  \
    void prefix##_inv_fit(prefix##_t *u, rng_t *rng)

/* In a unit's file, with the functions above: its descriptor. */
#define INVARIANT(prefix, text)                                                                    \
    static bool prefix##_state_holds(const void *state)                                            \
    {                                                                                              \
        return prefix##_inv_holds(state);                                                          \
    }                                                                                              \
    static void prefix##_state_fit(void *state, rng_t *rng)                                        \
    {                                                                                              \
        prefix##_inv_fit(state, rng);                                                              \
    }                                                                                              \
    extern const invariant_t prefix##_inv;                                                         \
    const invariant_t prefix##_inv = {text, prefix##_state_holds, prefix##_state_fit}

/* In the order of unit_registry, one a unit, NULL: none; made by the build. */
extern const invariant_t *const invariant_registry[];

/* The invariant of a unit, or NULL. */
const invariant_t *invariant_of(const unit_desc_t *d);

/* Does the state satisfy it? True of a unit without one. */
bool invariant_holds(const unit_desc_t *d, const void *state);

#endif
