/* A line on standard error that shows how far a run is, when that is a terminal. */
#ifndef LW_CLI_PROGRESS_H
#define LW_CLI_PROGRESS_H

#include "driver/device.h"

typedef struct progress progress_t;

/* NULL when standard error is no terminal (or memory is exhausted): the rest accepts that. */
progress_t *progress_new(void);
void progress_launch(progress_t *p, const gpu_t *gpu, const dev_launch_info_t *l); /* before each */
void progress_show(progress_t *p, const gpu_t *gpu); /* cheap when called often */
void progress_free(progress_t *p);                   /* erases the line */

/* Seconds of a clock that only goes forward. */
double progress_now(void);

#endif
