#include "fail.h"

#include <stdarg.h>
#include <stdio.h>

int fail_text(char text[FAIL_TEXT], lw_status_t status, const char *fmt, ...)
{
    va_list ap;
    va_start(ap, fmt);
    vsnprintf(text, FAIL_TEXT, fmt, ap);
    va_end(ap);
    return status;
}

void *fail_new(lw_error_t *error, lw_status_t status, const char *fmt, ...)
{
    va_list ap;
    va_start(ap, fmt);
    error->status = status;
    vsnprintf(error->text, sizeof error->text, fmt, ap);
    va_end(ap);
    return NULL;
}
