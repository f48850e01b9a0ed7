/* How the library's functions say what is wrong. */
#ifndef LW_LIB_FAIL_H
#define LW_LIB_FAIL_H

#include <stddef.h>

#include "lockwarp/error.h"

enum { FAIL_TEXT = sizeof((lw_error_t *)0)->text };

/* Sets the message; returns status. */
int fail_text(char text[FAIL_TEXT], lw_status_t status, const char *fmt, ...)
    __attribute__((format(printf, 3, 4)));

/* The same for what is not made: always NULL. */
void *fail_new(lw_error_t *error, lw_status_t status, const char *fmt, ...)
    __attribute__((format(printf, 3, 4)));

#endif
