/* What the checks of steps (step/one_step.h, step/exhaust.h) print. */
#ifndef LW_STEP_STEP_REPORT_H
#define LW_STEP_STEP_REPORT_H

#include <stdio.h>

#include "step/exhaust.h"
#include "step/one_step.h"

void one_step_print(const one_step_opts_t *o, const one_step_result_t *r, FILE *out);

/* path: the stimulus that ends with the step that differs, written by the caller, or NULL. */
void exhaust_print(const exhaust_opts_t *o, const exhaust_result_t *r, const char *path, FILE *out);

/* Events that had to happen in so many steps and did not. What is declared impossible is so from
 * reset; from any state it may happen. */
unsigned one_step_missing(const one_step_opts_t *o, const one_step_result_t *r);

#endif
