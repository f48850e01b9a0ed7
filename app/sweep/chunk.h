/* Many small points into few tasks: a task costs seconds of Slurm's time whatever it does. */
#ifndef LW_SWEEP_CHUNK_H
#define LW_SWEEP_CHUNK_H

#include "sweep/plan.h"

/* Starting a run and storing its result takes this at least. */
#define CHUNK_POINT_S 0.1

/* Cuts n items, longest first, into tasks of about `seconds` each: task_of[i] counts up from 0. A
 * point longer than that is a task of its own. Returns the number of tasks. */
unsigned chunk_items(const plan_item_t *const *item, unsigned n, double seconds, unsigned *task_of);

/* Of the n items from the first on, how many make `max` tasks; their task_of counts up from 0
 * afterwards. */
unsigned chunk_split(unsigned *task_of, unsigned n, unsigned max);

#endif
