/*
 * A unit's state in a checkpoint, as its field list says: every element of every STATE field of the
 * unit and its sub-units, in the order of the lists, with the field's width. It is the same whether
 * the C model or the RTL holds it. Elements that mean nothing (their gate is not true) are 0.
 */
#ifndef LW_COMMON_UNIT_STATE_H
#define LW_COMMON_UNIT_STATE_H

#include "common/state_io.h"
#include "common/unit.h"

/* state: a PREFIX_t after init. */
void unit_state(const unit_desc_t *d, void *state, state_io_t *io);

/* The fields of one direction of a PREFIX_in_t or PREFIX_out_t. */
void unit_fields_state(const unit_desc_t *d, const void *cfg, void *ports, unit_dir_t dir,
                       state_io_t *io);

#endif
