#include "synth/tool.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

enum { NOT_FOUND = 127 };

/* It dies with the program, and leaves its temporary files in the folder. */
static _Noreturn void child(const char *dir, const char *log, char *const argv[], pid_t parent)
{
    int out = -1, in = open("/dev/null", O_RDONLY);
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    if (getppid() == parent && chdir(dir) == 0 && setenv("TMPDIR", dir, 1) == 0)
        out = open(log, O_WRONLY | O_CREAT | O_TRUNC, 0666);
    if (in < 0 || out < 0 || dup2(in, 0) < 0 || dup2(out, 1) < 0 || dup2(out, 2) < 0)
        _exit(NOT_FOUND - 1);
    execvp(argv[0], argv);
    _exit(NOT_FOUND);
}

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

int tool_run(const char *dir, const char *log, const char *package, char *const argv[], diag_t *d)
{
    fflush(NULL);
    pid_t parent = getpid(), pid = fork();
    if (pid < 0)
        return diag_at(d, argv[0], 0, 0, "cannot start: %s", strerror(errno));
    if (pid == 0)
        child(dir, log, argv, parent);
    int status = 0;
    while (waitpid(pid, &status, 0) < 0)
        if (errno != EINTR)
            return diag_at(d, argv[0], 0, 0, "cannot wait: %s", strerror(errno));
    if (WIFEXITED(status) && WEXITSTATUS(status) == NOT_FOUND)
        return diag_at(d, argv[0], 0, 0, "not found; expected the Debian package %s", package);
    char path[PATH_MAX], line[400] = "";
    tool_path(path, dir, log);
    if (complaint(path, line, sizeof line))
        return diag_at(d, argv[0], 0, 0, "%s", line);
    if (WIFSIGNALED(status))
        return diag_at(d, argv[0], 0, 0, "killed by signal %d", WTERMSIG(status));
    if (WEXITSTATUS(status))
        return diag_at(d, argv[0], 0, 0, "failed with status %d", WEXITSTATUS(status));
    return 0;
}
