/*
 * Whether runs are those that a paper's sweep asks for. The build puts the papers' sweeps
 * (sweeps/NAME.yaml) into the program; of a sweep of one of these names, whichever file it was read
 * from, the points that are not in ours are others: no figure and no plot is computed from them.
 *
 * A point is ours where series and run are: the run by its hash, or by its command, which names all
 * that a sweep file can say. (The hash alone would refuse what an earlier program has run.)
 */
#ifndef LW_REPORT_ASKED_H
#define LW_REPORT_ASKED_H

#include "report/catalog.h"
#include "report/results.h"

typedef struct asked_text {
    const char *name, *file; /* "abyp", "sweeps/abyp.yaml" */
    const char *text, *end;
} asked_text_t;

/* What the build put in; ends with a row without a name. */
extern const asked_text_t asked_texts[];

/* Marks the runs, of sweeps of the texts or that figures or plots of the catalog are made of, that
 * the sweeps of the texts do not have. Sweeps that are those of the texts lose the folder in which
 * they were called. 0, or a negative errno with a message. */
int asked_check(results_t *r, const catalog_t *c, const asked_text_t *texts, diag_t *d);

#endif
