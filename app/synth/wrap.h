/*
 * The files that the synthesis tools start from: the wrapper that puts registers at a unit's
 * ports, and the settings of one job.
 */
#ifndef LW_SYNTH_WRAP_H
#define LW_SYNTH_WRAP_H

#include <stdio.h>

#include "common/unit.h"

/* Writes module PREFIX_synth: ports of the field list (arrays as flat vectors), registers
 * in_NAME_q before and out_NAME_q after the unit, which is instance i_dut with the parameters of
 * cfg. The reset goes through a register like any input. A unit without state has no clock. */
void wrap_write(FILE *out, const unit_desc_t *unit, const void *cfg);

#endif
