/*
 * A parameter that a paper does not give and that was chosen by a sweep over the programs which are
 * then scored: abyp's threshold. With it the same cross-validated: each program at the value that
 * the others choose.
 *
 * The rule: the largest geometric mean of the speedups over the baseline; of the values less than
 * CHOSEN_CLOSE points of gain below it the one with the least mean L1 energy, on a tie the least.
 */
#ifndef LW_REPORT_CHOSEN_H
#define LW_REPORT_CHOSEN_H

#include "report/catalog.h"

enum { CHOSEN_PROGRAMS = 32, CHOSEN_VALUES = 16 };
#define CHOSEN_CLOSE 0.25

typedef struct chosen {
    unsigned n; /* programs */
    const char *workload[CHOSEN_PROGRAMS];
    double speedup[CHOSEN_PROGRAMS][CHOSEN_VALUES]; /* by value, which is 1 and more */
    double energy[CHOSEN_PROGRAMS][CHOSEN_VALUES];  /* over the baseline's */
    unsigned values;                                /* 1 to this */
    unsigned value;                                 /* chosen by all programs */
    unsigned without[CHOSEN_PROGRAMS];              /* chosen by all but this one */
    double gain;  /* geometric mean of the speedups at the value chosen, less one, in percent */
    double cross; /* the same with each program at without[] */
} chosen_t;

/* From the recorded sweep: rows of workload, configuration ("baseline", "SERIES-VALUE"), cycles and
 * l1_nj. The scope's programs are looked for by their names without a variant. 0, or -EINVAL with
 * what is missing. */
int chosen_read(chosen_t *x, const catalog_text_t *text, const char *series, const scope_t *scope,
                diag_t *d);

/* What the build put in: docs/results/abyp-default.csv. */
extern const catalog_text_t chosen_text;
#define CHOSEN_PAPER "abyp"
#define CHOSEN_KEY   "abyp.threshold"
#define CHOSEN_SCOPE "abyp-13"

#endif
