/*
 * The signals that ask a program to end: SIGINT, SIGTERM and SIGHUP, everywhere the same. One that
 * was ignored when the program began (nohup, a shell's background job) stays ignored.
 */
#ifndef LW_COMMON_END_SIGNALS_H
#define LW_COMMON_END_SIGNALS_H

#include <signal.h>
#include <stdbool.h>

enum { END_SIGNALS = 3 };
extern const int end_signals[END_SIGNALS];

/* "SIGTERM". */
const char *end_signal_name(int number);

/* Adds those that are not ignored: a blocked signal would come in spite of that. */
void end_signals_add(sigset_t *set);
/* Blocks them; before: the mask to go back to. */
void end_signals_hold(sigset_t *before);

/* Lets a handler take those that are not ignored; old: what was there, of all. */
void end_signals_catch(const struct sigaction *act, struct sigaction old[END_SIGNALS]);
void end_signals_restore(const struct sigaction old[END_SIGNALS]);

#endif
