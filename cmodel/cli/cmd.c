#include "cli/cmd.h"

#include <stdio.h>

int cmd_bad_input(const diag_t *d)
{
    fprintf(stderr, "lockwarp: %s\n", d->text[0] ? d->text : "failed without a message");
    return CMD_BAD_INPUT;
}
