/*
 * A unit's module as the RTL declares it: the names and widths of its ports, from the field list.
 */
#ifndef LW_LOCKSTEP_MODEL_PORT_H
#define LW_LOCKSTEP_MODEL_PORT_H

#include <stdio.h>

#include "common/unit.h"

/* The port of an input or output: "push_data_i". */
const char *model_port_name(const unit_field_t *f, char *text, size_t n);

/* Its bits: ports are flat vectors, element i at [i*W +: W]. */
unsigned model_port_width(const unit_field_t *f, const void *cfg);

/* Has the module clk_i and rst_ni? A unit without state has neither. */
bool model_port_clocked(const unit_desc_t *d);

/* The parameters of an instance, "#(.Depth(4), ...) " over several lines; nothing for a module
 * without parameters. */
void model_port_params(FILE *out, const unit_desc_t *d, const void *cfg);

#endif
