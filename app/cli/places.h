/*
 * The files that a command reads and writes, by the options that name them: no output may take the
 * place of an input, or of another output. Options and operands are added when the command line is
 * read (args.h); what is known later (the files that a launch file or a checkpoint names) is added
 * then, before a run. The list is the process's.
 */
#ifndef LW_CLI_PLACES_H
#define LW_CLI_PLACES_H

#include "common/diag.h"
#include "driver/launch_file.h"

typedef enum place_use {
    PLACE_READ = 1,
    PLACE_TRACE,     /* read, with the kernels' files beside it or in it */
    PLACE_CONTINUED, /* read, and a PLACE_KEPT may be the same: a checkpoint, or a database, which
                        looks for itself */
    PLACE_WRITTEN,
    PLACE_KEPT, /* written, perhaps not as a whole */
} place_use_t;

/* what: "--json". NULL for path is no file, and so is "-". 0, or -EINVAL with a message, which
 * begins with `where`, and names both. The same option may be added again. */
int places_add(const char *where, const char *what, const char *path, place_use_t use, diag_t *d);

/* What a launch file reads and dumps. */
int places_add_launch(const launch_file_t *f, diag_t *d);

/* What stands beside a waveform of --wave. */
int places_add_wave(const char *wave, diag_t *d);

#endif
