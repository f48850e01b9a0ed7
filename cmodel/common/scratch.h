/*
 * Outside programs (compilers, synthesis tools) and the folder that they work in. However this
 * program ends, SIGKILL included, the tool ends with all that it has started, and the folder is
 * removed: a second process, the keeper, waits for that. If the keeper is killed as well, the next
 * scratch of that name removes the folder (scratch_folder.h). SIGINT, SIGTERM and SIGHUP wait until
 * the keeper has done so, and then take effect as they would have without a scratch.
 */
#ifndef LW_COMMON_SCRATCH_H
#define LW_COMMON_SCRATCH_H

#include <limits.h>
#include <signal.h>
#include <sys/types.h>

#include "common/diag.h"

typedef struct scratch {
    char dir[PATH_MAX];  /* absolute; also the tools' $TMPDIR. Empty: no folder */
    char lock[PATH_MAX]; /* see scratch_lock(); or empty */
    int held;            /* its descriptor, or -1 */
    int mine;            /* the folder's own lock, or -1 */
    int pipe;            /* to the keeper */
    pid_t keeper;
    volatile pid_t group; /* of the tool that runs, or 0 */
    struct scratch *next; /* opened before this one */
} scratch_t;

/* Makes a folder NAMEXXXXXX in the folder `in`, or where that is NULL in $TMPDIR or /tmp. Without a
 * name there is no folder, and only the tools are looked after. 0, or a negative errno with a
 * message. Scratches are closed in the reverse order. */
int scratch_open(scratch_t *s, const char *in, const char *name, diag_t *d);
/* The same under a lock: a file, locked as `held`, that is removed with the folder, and stays
 * locked until then. scratch_close() leaves both to the caller. */
int scratch_open_locked(scratch_t *s, const char *in, const char *name, const char *lock, int held,
                        diag_t *d);
/* Removes the folder with all that is in it. A scratch of zeros, or one not opened, is fine. */
void scratch_close(scratch_t *s);

/* A tool to run: standard input is /dev/null. */
typedef struct scratch_call {
    const char *const *argv;
    const char *dir;         /* current folder of the tool */
    int out;                 /* descriptor of standard output and error */
    void (*tick)(void *ctx); /* called some times a second while it runs; or NULL */
    void *ctx;
} scratch_call_t;

/* Runs it. Its exit status, SCRATCH_NOT_FOUND where there is no such program; or minus the number
 * of the signal that ended it. A limit on the size of files ends it, too (SIGXFSZ). */
enum { SCRATCH_CANNOT_RUN = 126, SCRATCH_NOT_FOUND = 127 };
int scratch_run(scratch_t *s, const scratch_call_t *c);

/* Why a tool may have failed that said nothing useful: a message where the folder's disk is full or
 * files may not grow, else NULL. */
const char *scratch_why(const scratch_t *s, int status);

#endif
