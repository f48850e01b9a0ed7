/* Runs an outside program in a folder, its output in a log there. */
#ifndef LW_SYNTH_TOOL_H
#define LW_SYNTH_TOOL_H

#include "common/diag.h"
#include "common/scratch.h"

/* Runs argv in dir with standard output and error in dir/log. 0 if it exited with 0; else a
 * negative errno and in the diag the program and the first line of the log that begins with an
 * error word, or that the program is not installed and which package has it. OpenSTA exits with 0
 * after a Tcl error, so the log is searched in any case. */
int tool_run(scratch_t *s, const char *dir, const char *log, const char *package,
             char *const argv[], diag_t *d);

/* dir/name in buf (PATH_MAX bytes); empty, which no file is named, when that is too long. */
char *tool_path(char *buf, const char *dir, const char *name);

#endif
