/*
 * What formulas name that is of no run:
 *
 *     bits.[UNIT]                                bits of a unit's state at the paper's geometry
 *     [synth@UNIT/GEOMETRY/LIBRARY/MEMORIES].COLUMN          of docs/results/evidence/synth.csv
 *     [synth@UNIT/GEOMETRY/LIBRARY/MEMORIES/PARAMS].COLUMN   of a row with other parameters
 *     [sram@384x64/1rw].COLUMN                   of a memory, interpolated from CACTI 7 at 45 nm
 *
 * A row of evidence that is not there, is of other sources, or failed gives no number.
 */
#ifndef LW_REPORT_HARDWARE_H
#define LW_REPORT_HARDWARE_H

#include "report/evidence.h"
#include "report/expr.h"
#include "synth/sram.h"

/* Is a reference of no run? */
bool hardware_is(const expr_ref_t *ref);

/* expr_refuse_fn: a reference of no run that can have no value. References of runs pass. */
bool hardware_refused(const expr_ref_t *ref, char why[EXPR_WHY], size_t *at);

typedef struct hardware {
    double v;
    char missing[200];           /* of no value: what is not there, "no synthesis of ..." */
    char command[EVIDENCE_CELL]; /* that prints or measures it */
} hardware_t;

/* The value of a reference that is not refused. e may be NULL: no evidence. */
expr_status_t hardware_value(const evidence_t *e, const expr_ref_t *ref, hardware_t *h);

/* Figures of a memory: those of sram_columns[] and, last, its area in percent of the L1D. */
enum { HARDWARE_MEMORY_COLUMNS = SRAM_COLUMNS + 1 };
extern const char hardware_l1d_column[];
/* By its name ("384x64/1rw"); bytes: its size. 0, or a negative errno with a message. */
int hardware_memory(const char *name, double v[HARDWARE_MEMORY_COLUMNS], double *bytes, diag_t *d);

/* synth/sram_45nm.csv, which the build puts in. */
extern const catalog_text_t hardware_sram;

#endif
