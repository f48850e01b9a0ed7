#include "cli/cmd.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

int cmd_bad_input(const diag_t *d)
{
    fprintf(stderr, "lockwarp: %s\n", d->text[0] ? d->text : "failed without a message");
    return CMD_BAD_INPUT;
}

void cmd_usage_error(const struct argp_state *state, const char *fmt, ...)
{
    char text[400];
    diag_t d = {{0}};
    va_list ap;
    va_start(ap, fmt);
    vsnprintf(text, sizeof text, fmt, ap);
    va_end(ap);
    diag_at(&d, state->name, 0, 0, "%s", text); /* in one line */
    fprintf(stderr, "%s\n", d.text);
    exit(CMD_BAD_INPUT);
}
