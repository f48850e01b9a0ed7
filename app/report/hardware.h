/*
 * Rows of formulas that are of no run; in data/rows.csv their series says of what, and their
 * workload of which:
 *
 *     bits                                          bits of the units' state at the paper's
 *                                                   geometry, a column a unit
 *     synth  UNIT/GEOMETRY/LIBRARY/MEMORIES         a row of docs/results/evidence/synth.csv
 *     synth  UNIT/GEOMETRY/LIBRARY/MEMORIES/PARAMS  one with other parameters
 *     sram   384x64/1rw                             a memory, interpolated from CACTI 7 at 45 nm
 *
 * A row of evidence that is not there, is of other sources, or failed gives no number.
 */
#ifndef LW_REPORT_HARDWARE_H
#define LW_REPORT_HARDWARE_H

#include "report/evidence.h"
#include "report/formula.h"
#include "report/rows.h"
#include "synth/sram.h"

/* Can a row of no run not be meant? Then true, with why. */
enum { HARDWARE_WHY = 240 };
bool hardware_refused(const source_row_t *row, char why[HARDWARE_WHY]);

/* The i-th column of a kind of row, or NULL behind the last. */
const char *hardware_column(row_kind_t kind, unsigned i);

typedef struct hardware {
    double v;
    char missing[200];           /* of no value: what is not there, "no synthesis of ..." */
    char command[EVIDENCE_CELL]; /* that prints or measures it */
} hardware_t;

/* The value of a row that is not refused. e may be NULL: no evidence. */
formula_status_t hardware_value(const evidence_t *e, const formula_ref_t *ref, hardware_t *h);

/* Figures of a memory: those of sram_columns[] and, last, its area in percent of the L1D. */
enum { HARDWARE_MEMORY_COLUMNS = SRAM_COLUMNS + 1 };
extern const char hardware_l1d_column[];
/* By its name ("384x64/1rw"); bytes: its size. 0, or a negative errno with a message. */
int hardware_memory(const char *name, double v[HARDWARE_MEMORY_COLUMNS], double *bytes, diag_t *d);

/* synth/sram_45nm.csv, which the build puts in. */
extern const catalog_text_t hardware_sram;

#endif
