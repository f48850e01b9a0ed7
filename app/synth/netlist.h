/*
 * Counts in a netlist that Yosys wrote as JSON: which flop holds which bit of which field of the
 * unit, what is left over, and how far nets fan out.
 *
 * The unit stands in a wrapper as i_dut; the wrapper's own registers are in_NAME_q and
 * out_NAME_q. The state of field X is every flop whose output is a wire PATH.X_q below i_dut
 * (PATH.X_q[ELEMENT] for an array). A flop that is neither is hidden state and is reported.
 */
#ifndef LW_SYNTH_NETLIST_H
#define LW_SYNTH_NETLIST_H

#include <stdbool.h>
#include <stdint.h>

#include "common/diag.h"
#include "common/unit.h"
#include "synth/liberty.h"

#define NETLIST_DUT "i_dut."

/* A flop of the unit's state: which bit it holds, and its instance and output pin. */
typedef struct netlist_flop {
    unsigned field, element, bit; /* field: index into the descriptor's list */
    char *instance, *pin;
} netlist_flop_t;

typedef struct netlist {
    uint64_t field_bits[UNIT_MAX_FIELDS];
    uint64_t constant_bits[UNIT_MAX_FIELDS]; /* of a register, tied to 0 or 1 */
    unsigned elements[UNIT_MAX_FIELDS];      /* of which there is a flop or a constant */
    uint64_t wrapper_bits;                   /* the wrapper's registers */
    uint64_t hidden_bits;                    /* flops of no field */
    uint64_t latches;
    uint64_t cells; /* all instances */
    char hidden_name[128];
    unsigned worst_fanout; /* inputs on one net, the clock left out */
    char worst_net[128];
    netlist_flop_t *flops; /* of the state; NULL before mapping */
    size_t n_flops;
    char **wrapper_cells; /* instances of the wrapper's registers, sorted */
    size_t n_wrapper_cells;
} netlist_t;

/* Reads module top of a JSON netlist. Before mapping lib is NULL and flops are Yosys's own
 * cells; after it they are the library's. 0, or a negative errno with the diag. The caller
 * frees with netlist_free, also on error. */
int netlist_read(const char *path, const char *top, const unit_desc_t *unit, const liberty_t *lib,
                 netlist_t *n, diag_t *d);
void netlist_free(netlist_t *n);

/* The state field whose register (unit_field_rtl) a wire is, i_dut.PATH or i_dut.PATH[ELEMENT], or
 * -1. A register's name ends in _q. */
int netlist_owner(const unit_desc_t *unit, const char *wire, unsigned *element);

#endif
