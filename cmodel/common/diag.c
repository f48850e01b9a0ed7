#include "common/diag.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>

enum { LONGEST = 240 }; /* of a file's name */

int diag_at(diag_t *d, const char *file, int line, int col, const char *fmt, ...)
{
    if (!d || d->text[0])
        return -EINVAL;
    int n;
    char shorter[LONGEST + 8];
    if (strlen(file) > LONGEST) { /* the reason must find room behind it */
        snprintf(shorter, sizeof shorter, "%.*s...%s", LONGEST / 2, file,
                 file + strlen(file) - LONGEST / 2);
        file = shorter;
    }
    if (line > 0 && col > 0)
        n = snprintf(d->text, sizeof d->text, "%s:%d:%d: ", file, line, col);
    else if (line > 0)
        n = snprintf(d->text, sizeof d->text, "%s:%d: ", file, line);
    else
        n = snprintf(d->text, sizeof d->text, "%s: ", file);
    if (n < 0 || (size_t)n >= sizeof d->text)
        return -EINVAL;
    va_list ap;
    va_start(ap, fmt);
    vsnprintf(d->text + n, sizeof d->text - (size_t)n, fmt, ap);
    va_end(ap);
    for (char *c = d->text; *c; c++) /* one line, whatever the input held */
        if ((unsigned char)*c < 0x20)
            *c = ' ';
    return -EINVAL;
}
