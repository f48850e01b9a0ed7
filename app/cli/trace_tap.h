/* Records a session: what stands between its device and the recorder of trace/native.h. */
#ifndef LW_CLI_TRACE_TAP_H
#define LW_CLI_TRACE_TAP_H

#include "cli/session.h"
#include "driver/device.h"
#include "trace/native.h"

typedef struct trace_tap {
    trace_record_t *record;
    dev_tap_t tap;
    uint64_t launches; /* recorded */
} trace_tap_t;

/* After session_open(): from now on the session's copies and chosen launches go into the file.
 * argv: the command line, for the trace's header. 0 or a negative errno with a message. */
int trace_tap_open(trace_tap_t *t, session_t *s, const char *path, char **argv, diag_t *d);
/* After session_run() said status: gives the file its name, or leaves none behind. The exit status;
 * why there is no trace has been printed. */
int trace_tap_close(trace_tap_t *t, const session_t *s, const char *path, int status);

#endif
