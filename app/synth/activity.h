/*
 * Toggle counts of a unit's inputs and state, and the power tool's form of them.
 *
 * The file is text; '#' begins a comment:
 *
 *     lockwarp-activity 1
 *     unit abyp
 *     cycles 1000000
 *     acc_pc 0 5 24981          FIELD ELEMENT BIT TOGGLES: changes of that bit in those cycles
 *
 * An input or state bit that is not listed did not toggle. Outputs may be listed and are not
 * used: what drives them is in the netlist.
 */
#ifndef LW_SYNTH_ACTIVITY_H
#define LW_SYNTH_ACTIVITY_H

#include "common/diag.h"
#include "common/unit.h"
#include "synth/netlist.h"

/* Writes path for synth/time.tcl from the file source; with source NULL both lists are empty and
 * the tool's global toggle rate holds. 0 or a negative errno with the diag (file and line). */
int activity_write(const char *path, const char *source, const unit_desc_t *unit, const void *cfg,
                   const netlist_t *netlist, diag_t *d);

#endif
