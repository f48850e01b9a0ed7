/*
 * Stopping a run with a checkpoint, and continuing one: what stands between the options of
 * `lockwarp run`, the signals (stop.h), the file (checkpoint.h) and the session.
 */
#ifndef LW_CLI_SUSPEND_H
#define LW_CLI_SUSPEND_H

#include <stdbool.h>

#include "cli/checkpoint.h"
#include "cli/run_opts.h"

struct session;

typedef struct suspend {
    /* From the command line. */
    const char *file;          /* --checkpoint; NULL: the file continued, or one named so: */
    char own_name[256];        /* WORKLOAD-SCALE-CONFIG[-POLICIES].ckpt */
    double max_seconds, every; /* 0: without */
    uint64_t at;               /* core cycle to stop at; 0: none */
    const char *report, *baseline, *db; /* of run, as --json: kept for the run that continues */

    /* The checkpoint that is continued. */
    checkpoint_head_t head;
    state_io_t *io; /* until the device has it */
    FILE *from;

    double began; /* progress_now() */
    bool stopped; /* the run has ended with status, a checkpoint or the reason why there is none: */
    int status;
    char *text; /* what is said then, or NULL */
} suspend_t;

/* Opens o->resume and takes its settings over into o. 0, or a negative errno with a message. */
int suspend_read(suspend_t *p, run_opts_t *o, diag_t *d);

/* The files that the run reads and writes (places.h), as they are known after suspend_read(). */
int suspend_places(const suspend_t *p, const run_opts_t *o, diag_t *d);

/* Is a checkpoint that is continued of this configuration? Before anything is made for it. As
 * above, with the message in the session. */
int suspend_compare(suspend_t *p, struct session *s);

/* Before a run: a checkpoint that was asked for must be possible, and one that is continued is
 * handed to the device. 0, or a negative errno with a message in the session. */
int suspend_prepare(suspend_t *p, struct session *s);

/* The workload's identity stands in the report by now: is it the checkpoint's, and can one of that
 * name be written? As above. */
int suspend_check_workload(suspend_t *p, struct session *s);

/* dev_cfg_t.on_stop; ctx: the session. */
struct dev;
bool suspend_on_stop(void *ctx, struct dev *dev);

void suspend_free(suspend_t *p);

#endif
