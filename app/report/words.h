/* How values and rules are put into words, the same on every page. */
#ifndef LW_REPORT_WORDS_H
#define LW_REPORT_WORDS_H

#include <stddef.h>

#include "report/figure.h"

/* "geometric mean", "mean", "least", ... */
const char *words_mean(mean_t m);
/* What follows a formula: "", ", in percent", ", less one, in percent"... */
const char *words_form(form_t f);

/* "+9.0 %" of a gain, "53.9 %", "3.95"; of a ratio "1.00". */
void words_value(char *text, size_t size, form_t form, double v);
/* The same in a figure's unit: "3.95 x", "224 B". */
void words_ours(char *text, size_t size, const figure_t *f, double v);
/* The paper's value with its own digits: "+13 %"; "at least 1 x"; "10 to 999 PCs"; "no number". */
void words_paper(char *text, size_t size, const figure_t *f);
/* Ours less the paper's: "-3.9 points", "-3.05 x"; of a bound or a range less the nearest
 * value that it has; "" without the paper's number. */
void words_difference(char *text, size_t size, const comparison_t *c);

/* Ours under the paper's alternative configuration, with its grade: "+9.0 %, differs", "as ours"
 * of what is of no run, "not measured"; of another sweep than is asked for "+9.0 % at the default
 * scale, differs". */
void words_alternative(char *text, size_t size, const comparison_t *c);

/* What stands beside ours: "; at the default scale 2.13 x", "; without spmv +5.3 %"; where ours is
 * of another sweep than is asked for " at the default scale; not recorded with the paper's inputs".
 */
void words_beside(char *text, size_t size, const comparison_t *c);

/* "equal", "within half", "meets the bound", "within the range", "differs", "other sign", "no
 * number", "input, by construction", "not run", "stale", "no value". */
const char *words_grade(const comparison_t *c);

/* One sentence or two of why ours is apart; "" where it is not. */
void words_cause(char *text, size_t size, const comparison_t *c);

/* "bfs, speedup over 16 KB": what a figure is of. */
void words_subject(char *text, size_t size, const figure_t *f);

#endif
