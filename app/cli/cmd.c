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
    va_list ap;
    va_start(ap, fmt);
    fprintf(stderr, "%s: ", state->name);
    vfprintf(stderr, fmt, ap);
    fputc('\n', stderr);
    va_end(ap);
    exit(CMD_BAD_INPUT);
}
