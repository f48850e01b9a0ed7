/* The mapped netlist with the cells that timing chose. */
#ifndef LW_SYNTH_RESIZE_H
#define LW_SYNTH_RESIZE_H

#include "common/diag.h"

/* Writes dir/sized.v: dir/net.v with the cell of each instance taken from dir/cells.txt (OpenSTA's
 * own Verilog loses the declarations of nets with brackets in their names). 0 or a negative
 * errno with the diag. */
int resize_write(const char *dir, diag_t *d);

#endif
