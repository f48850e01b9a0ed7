/* The options that run and profile share, for argp and for checkpoints. */
#ifndef LW_CLI_RUN_OPTS_H
#define LW_CLI_RUN_OPTS_H

#include <argp.h>

#include "cli/checkpoint.h"
#include "run/run_opts.h"

/* For the `children` of a command's own argp; its input is a run_opts_t that run_opts_default()
 * has filled. Checks at the end of the options that what to run was given, once. */
extern const struct argp run_opts_argp;

/* The settings as a checkpoint holds them: what the user would have to repeat. */
void run_opts_save(const run_opts_t *o, id_list_t *l);
/* Takes them over, which must stay. 0, or -EINVAL when the command line gave another value of one
 * (path: the checkpoint, for messages). */
int run_opts_resume(run_opts_t *o, const id_list_t *l, const char *path, diag_t *d);
/* The files that the settings name, of the command line or not (places.h). */
int run_opts_places(const run_opts_t *o, diag_t *d);

#endif
