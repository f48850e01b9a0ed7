/*
 * What is to be proved of a unit, as one graph. From any state of the C model that satisfies the
 * unit's invariant, and any state of the RTL that is equal to it where the field list compares:
 *
 *   - every output is equal, where it is compared
 *   - behind the edge every element of the state is equal, where it is compared
 *   - behind the edge the invariant holds, and the model has changed nothing but its fields
 *   - the C code does nothing undefined
 *
 * An edge under reset leads from any state of the RTL to the model's state after init, and that
 * satisfies the invariant. Elements that are not compared hold different values on both sides.
 */
#ifndef LW_PROVE_MITER_H
#define LW_PROVE_MITER_H

#include "prove/exec.h"
#include "prove/netlist.h"
#include "prove/source.h"

/* One thing that must not happen; `bad` says when it does. */
typedef struct check {
    lit_t bad;
    char text[200];
} check_t;

/* The bits of all elements of a field, element by element; NULL: the side has none. */
typedef struct sides {
    lit_t *model, *rtl;           /* inputs: both the same; outputs; state before the edge */
    lit_t *next_model, *next_rtl; /* state behind the edge */
} sides_t;

enum { MITER_INSTANCES = 5 }; /* of an invariant for all numbers, asked for by the unit's file */

typedef struct miter {
    const unit_desc_t *desc;
    const void *cfg;
    aig_t aig;
    exec_t exec;
    ir_module_t code;
    net_t net;
    arena_t arena;
    lit_t assume;       /* the invariant */
    const value_t *any; /* the number that an invariant for all numbers is shown of */
    bool has_invariant;
    sides_t field[UNIT_MAX_FIELDS];
    check_t *check;
    unsigned n_checks, check_cap;
    uint32_t state_bits, input_bits;
} miter_t;

/* netlist: as net_make has it. 0, or a negative errno with a message. The caller frees, also on
 * failure. */
int miter_make(miter_t *m, const unit_desc_t *d, const void *cfg, const char *netlist, scratch_t *s,
               diag_t *diag);
void miter_free(miter_t *m);

#endif
