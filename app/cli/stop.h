/*
 * What asks a run to stop: SIGINT, SIGTERM, SIGHUP, and time. Signals only set a flag, which the
 * run looks at between cycles; a second one ends the program at once, without a trace of the file
 * that was being written.
 */
#ifndef LW_CLI_STOP_H
#define LW_CLI_STOP_H

#include <signal.h>

typedef enum stop_reason {
    STOP_NONE,
    STOP_SIGNAL,  /* stop_signal() says which */
    STOP_SECONDS, /* --max-seconds */
    STOP_EVERY,   /* --checkpoint-every: write one and go on */
} stop_reason_t;

/* Takes the signals over (those that are not ignored), from before there is anything to lose; and
 * gives them back. */
void stop_catch(void);
void stop_release(void);
/* Starts the clock: seconds from now, 0: without. And stops it. */
void stop_begin(double max_seconds, double every);
void stop_end(void);

/* Not 0: somebody asks, 1 to end, 2 for no more than a pause. */
const volatile sig_atomic_t *stop_flag(void);
/* Who does; STOP_EVERY and STOP_NONE clear the flag, so that the run goes on. */
stop_reason_t stop_why(void);
/* After a STOP_EVERY was served: the next comes that long after now, however long it took. */
void stop_written(void);
int stop_signal(void);                               /* the first signal, or 0 */
const volatile sig_atomic_t *stop_signal_flag(void); /* the same, for those that look often */

/* The name of a file that a second signal is to remove, or NULL; at most STOP_NAME_MAX bytes. */
enum { STOP_NAME_MAX = 4096 };
void stop_guard(const char *name);

#endif
