#include "synth/tool.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

char *tool_path(char *buf, const char *dir, const char *name)
{
    int n = snprintf(buf, PATH_MAX, "%s/%s", dir, name);
    if (n < 0 || n >= PATH_MAX)
        buf[0] = 0;
    return buf;
}

/* The first complaint in a log: an error, or a name that the RTL did not declare. */
static bool complaint(const char *path, char *line, size_t bytes)
{
    FILE *f = fopen(path, "r");
    if (!f)
        return false;
    bool found = false;
    while (!found && fgets(line, (int)bytes, f))
        found = strncmp(line, "ERROR", 5) == 0 || strncmp(line, "Error", 5) == 0 ||
                strstr(line, ": ERROR:") || strstr(line, "implicitly declared") ||
                strstr(line, "invalid command name");
    fclose(f);
    line[strcspn(line, "\n")] = 0;
    return found;
}

int tool_run(scratch_t *s, const char *dir, const char *log, const char *package,
             char *const argv[], diag_t *d)
{
    char path[PATH_MAX], line[400] = "";
    tool_path(path, dir, log);
    int out = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
    if (out < 0)
        return diag_at(d, path, 0, 0, "cannot write: %s", strerror(errno));
    const scratch_call_t call = {
        .argv = (const char *const *)(const void *)argv, .dir = dir, .out = out};
    int status = scratch_run(s, &call);
    close(out);
    if (status == SCRATCH_NOT_FOUND)
        return diag_at(d, argv[0], 0, 0, "not found; expected the Debian package %s", package);
    const char *why = status ? scratch_why(s, status) : NULL;
    if (why)
        return diag_at(d, argv[0], 0, 0, "failed: %s", why);
    if (complaint(path, line, sizeof line))
        return diag_at(d, argv[0], 0, 0, "%s", line);
    if (status < 0)
        return diag_at(d, argv[0], 0, 0, "killed by signal %d", -status);
    if (status)
        return diag_at(d, argv[0], 0, 0, "failed with status %d", status);
    return 0;
}
