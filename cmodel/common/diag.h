/*
 * One-line diagnostics for bad input. Whoever reads a file fills a diag_t and returns a
 * negative errno; only the command line prints it and chooses the exit status (2).
 *
 * The text is "FILE:LINE:COL: what is wrong; what was expected"; line and column are
 * 1-based and left out when 0 (a whole file, an option of the command line).
 */
#ifndef LW_COMMON_DIAG_H
#define LW_COMMON_DIAG_H

#include <stdarg.h>

typedef struct diag {
    char text[512]; /* empty: no error */
} diag_t;

/* Sets the text and returns -EINVAL, so that a reader can `return diag_at(...)`. The first
 * message is kept: a later call on the same diag_t changes nothing. */
int diag_at(diag_t *d, const char *file, int line, int col, const char *fmt, ...)
    __attribute__((format(printf, 5, 6)));

#endif
