#include "sweep/capture.h"

#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/types.h>
#include <sys/wait.h>
#include <unistd.h>

static void run_child(char *const argv[], int out, int err, pid_t parent)
{
    sigset_t none;
    sigemptyset(&none);
    sigprocmask(SIG_SETMASK, &none, NULL);
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    if (getppid() != parent || !freopen("/dev/null", "r", stdin) || dup2(out, STDOUT_FILENO) < 0 ||
        dup2(err, STDERR_FILENO) < 0)
        _exit(127);
    execvp(argv[0], argv);
    perror(argv[0]);
    _exit(127);
}

static char *content(int fd)
{
    off_t size = lseek(fd, 0, SEEK_END);
    char *text = size < 0 ? NULL : malloc((size_t)size + 1);
    ssize_t n = text ? pread(fd, text, (size_t)size, 0) : -1;
    if (text)
        text[n > 0 ? n : 0] = '\0';
    return text;
}

static void last_line(int fd, char *out, size_t bytes)
{
    char *text = content(fd);
    out[0] = '\0';
    for (char *line = text ? strtok(text, "\n") : NULL; line; line = strtok(NULL, "\n"))
        if (*line)
            snprintf(out, bytes, "%s", line);
    free(text);
}

int capture_run(char *const argv[], capture_t *o)
{
    *o = (capture_t){.status = 127};
    int out = memfd_create("output", MFD_CLOEXEC), err = memfd_create("messages", MFD_CLOEXEC);
    fflush(NULL);
    signal(SIGCHLD, SIG_DFL); /* ignored by a caller, the child would end unseen */
    pid_t parent = getpid(), pid = out < 0 || err < 0 ? -1 : fork();
    if (pid == 0)
        run_child(argv, out, err, parent);
    int status, rc = pid < 0 ? -EAGAIN : 0;
    while (!rc && waitpid(pid, &status, 0) < 0)
        rc = errno == EINTR ? 0 : -errno;
    if (!rc) {
        o->status = WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
        o->out = content(out);
        last_line(err, o->error, sizeof o->error);
    }
    close(out);
    close(err);
    return rc;
}
