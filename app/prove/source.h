/*
 * The C side of a proof: the unit's C file and those of its parts, as the compiler reads them. From
 * them come the intermediate code, and for a replay a library with the unit in it.
 *
 * A file that includes the field list adds a function for each gate, and the invariants of
 * tb/FAMILY/NAME_inv.c (step/invariant.h) are compiled beside it where there are any.
 */
#ifndef LW_PROVE_SOURCE_H
#define LW_PROVE_SOURCE_H

#include "common/unit.h"
#include "prove/ir.h"
#include "prove/tools.h"

enum { SOURCE_NAME = 160 };

/* The function that says whether field f is compared: gate(cfg, state, in, element). */
void source_gate_name(const unit_field_t *f, char name[SOURCE_NAME]);
/* The function that states the unit's invariant; false: it has none. */
bool source_invariant(const unit_desc_t *d, char name[SOURCE_NAME]);

/* An invariant can also be stated for all numbers, in tb/FAMILY/NAME_inv_for.c:
 *
 *   bool PREFIX_inv_for(const PREFIX_t *u, uint64_t number)
 *   uint64_t PREFIX_inv_which(const PREFIX_t *u, const PREFIX_in_t *in, unsigned k)
 *
 * A state satisfies it if the first is true of every number. A proof uses it for a few numbers
 * only: those that the second names for a step, and one that may be any and is shown again. "No two
 * keys are equal" takes a comparator for each two keys; "at most one key is this one" takes one for
 * each key, and solvers are soon done with it. False: there is no such file. */
bool source_invariant_for(const unit_desc_t *d, char name[SOURCE_NAME]);

/* Compiles and reads. 0, or a negative errno with a message; the caller frees with ir_free. */
int source_read(ir_module_t *m, const unit_desc_t *d, scratch_t *s, diag_t *diag);

/* The unit as a library: its descriptor, which stays loaded; NULL with a message. */
const unit_desc_t *source_load(const unit_desc_t *d, scratch_t *s, diag_t *diag);

#endif
