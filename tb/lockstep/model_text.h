/*
 * The texts that a model of the RTL is made of, from a unit's field list and its parameters.
 *
 * Module `held` is the unit behind registers that take the inputs over when hold_i changes. It
 * connects every port that the list has with a net of exactly its width, so that Verilator's
 * warnings refuse a port that the RTL has more, lacks, or has with another width or direction.
 *
 * Registers are read where they are: a Verilator configuration file makes the variables that the
 * list names readable, and the table of fields has the paths by which the shim finds them.
 */
#ifndef LW_LOCKSTEP_MODEL_TEXT_H
#define LW_LOCKSTEP_MODEL_TEXT_H

#include <stdio.h>

#include "common/diag.h"
#include "common/unit.h"

/* What a model is made of. */
typedef struct model_spec {
    const unit_desc_t *desc;
    const void *cfg;
    /* Variants, for tests: */
    const char *const *replace; /* files in place of the RTL's of the same name; ends with NULL */
    const char *netlist;        /* a flattened netlist with a fault selector, in place of rtl/ */
    const char *const *flag;    /* more for Verilator; ends with NULL */
    bool coverage;              /* with Verilator's counters of lines and toggles */
} model_spec_t;

/* The name of a model, without an ending: "mrpb-queues5-depth3". */
const char *model_name(const unit_desc_t *d, const void *cfg, char *text, size_t n);

/* Module held. 0, or -EINVAL with a message. */
int model_text_wrapper(FILE *out, const model_spec_t *m, diag_t *diag);

/* Verilator's configuration. */
int model_text_config(FILE *out, const model_spec_t *m, diag_t *diag);

/* The C++ file that is compiled: the n generated sources, the table of fields and the shim. */
int model_text_source(FILE *out, const model_spec_t *m, char *const *generated, size_t n,
                      diag_t *diag);

/* -GName=value, a line each; and the paths of the registers of the state, a line each. */
void model_text_args(FILE *out, const model_spec_t *m);
int model_text_state(FILE *out, const model_spec_t *m, diag_t *diag);

#endif
