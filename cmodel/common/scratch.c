#include "common/scratch.h"

#include "common/end_signals.h"
#include "common/scratch_folder.h"

#include <errno.h>
#include <fcntl.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

enum { TICK_MS = 20, PROBE = 1 << 16, PROBE_TIMES = 4 };

/* What the keeper is told: the group of the tool that runs, 0: none runs. */
enum { TOLD_TO_END = -1 };

/* Open scratches, the newest first: what signal handlers work on belongs to the process. */
static scratch_t *volatile open_ones;
static struct sigaction old[END_SIGNALS];

static void pause_ms(long ms)
{
    const struct timespec t = {0, ms * 1000000};
    nanosleep(&t, NULL);
}

/* ---- The folder ---- */

static int make_folder(scratch_t *s, const char *in, const char *name, diag_t *d)
{
    const char *tmp = getenv("TMPDIR");
    const char *where = in ? in : tmp && *tmp ? tmp : "/tmp";
    char parent[PATH_MAX];
    int rc = realpath(where, parent) ? 0 : -errno;
    if (!rc) {
        scratch_folder_remove_dead(parent, name);
        rc = scratch_folder_make(parent, name, s->dir, sizeof s->dir);
    }
    if (rc >= 0) {
        s->mine = rc;
        return 0;
    }
    s->dir[0] = 0;
    diag_at(d, where, 0, 0, "cannot make a folder there%s: %s", in ? "" : " (TMPDIR)",
            strerror(-rc));
    return rc;
}

static void remove_folder(scratch_t *s)
{
    scratch_folder_remove(s->dir);
    if (s->mine >= 0)
        close(s->mine);
    s->mine = -1;
}

/* ---- The keeper ---- */

/* Everything but the two that the keeper needs: whoever reads our output must see its end. */
static void close_others(int a, int b)
{
    unsigned low = (unsigned)(b < 0 || a < b ? a : b), high = (unsigned)(a < b ? b : a);
    if (low > 0)
        close_range(0, low - 1, 0);
    if (high > low + 1)
        close_range(low + 1, high - 1, 0);
    close_range(high + 1, ~0u, 0);
}

/* Reads until it is told to end, or nobody is left who could say it. */
static _Noreturn void keep(const scratch_t *s, int in)
{
    pid_t group = 0, said;
    sigset_t all;
    sigfillset(&all);
    sigprocmask(SIG_SETMASK, &all, NULL);
    setpgid(0, 0);
    close_others(in, s->held);
    for (ssize_t n; (n = read(in, &said, sizeof said)) != 0;) {
        if (n == sizeof said && said == TOLD_TO_END)
            _exit(0);
        if (n == sizeof said)
            group = said;
        else if (n > 0 || errno != EINTR)
            break;
    }
    if (group > 0)
        kill(-group, SIGKILL);
    scratch_folder_remove(s->dir);
    if (*s->lock)
        unlink(s->lock);
    _exit(0);
}

static int start_keeper(scratch_t *s, diag_t *d)
{
    int ends[2];
    if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends))
        return diag_at(d, "scratch folder", 0, 0, "cannot make a socket: %s", strerror(errno));
    fflush(NULL);
    s->keeper = fork();
    if (s->keeper == 0) {
        close(ends[1]);
        keep(s, ends[0]);
    }
    int err = errno;
    close(ends[0]);
    s->pipe = ends[1];
    if (s->keeper > 0)
        return 0;
    close(s->pipe);
    return diag_at(d, "scratch folder", 0, 0, "cannot start a process: %s", strerror(err));
}

/* A keeper that was killed is no reason to end. */
static void tell(const scratch_t *s, pid_t what)
{
    while (send(s->pipe, &what, sizeof what, MSG_NOSIGNAL) < 0 && errno == EINTR)
        ;
}

static void wait_for(pid_t pid)
{
    while (waitpid(pid, NULL, 0) < 0 && errno == EINTR)
        ;
}

/* ---- Signals ---- */

/* Only calls that a handler may make; the work is the keeper's. */
static void on_signal(int number)
{
    int err = errno;
    for (scratch_t *s = open_ones; s; s = s->next) {
        if (s->group > 0) {
            kill(-s->group, SIGKILL);
            wait_for(s->group);
        }
        close(s->pipe);
        wait_for(s->keeper);
        s->keeper = s->group = 0;
    }
    open_ones = NULL;
    end_signals_restore(old);
    raise(number); /* pending until this handler returns */
    errno = err;
}

static void catch_signals(void)
{
    struct sigaction act = {.sa_handler = on_signal, .sa_flags = SA_RESTART};
    sigemptyset(&act.sa_mask);
    end_signals_add(&act.sa_mask);
    end_signals_catch(&act, old);
}

/* ---- Opened and closed ---- */

int scratch_open_locked(scratch_t *s, const char *in, const char *name, const char *lock, int held,
                        diag_t *d)
{
    sigset_t before;
    *s = (scratch_t){.held = held, .mine = -1, .pipe = -1, .next = open_ones};
    if (lock && snprintf(s->lock, sizeof s->lock, "%s", lock) >= (int)sizeof s->lock)
        return diag_at(d, lock, 0, 0, "name too long");
    end_signals_hold(&before);
    int rc = name ? make_folder(s, in, name, d) : 0;
    if (!rc && (rc = start_keeper(s, d)))
        remove_folder(s);
    if (!rc) {
        signal(SIGCHLD, SIG_DFL); /* ignored by a caller, tools would end unseen */
        if (!open_ones)
            catch_signals();
        open_ones = s;
    }
    sigprocmask(SIG_SETMASK, &before, NULL);
    return rc;
}

int scratch_open(scratch_t *s, const char *in, const char *name, diag_t *d)
{
    return scratch_open_locked(s, in, name, NULL, -1, d);
}

void scratch_close(scratch_t *s)
{
    sigset_t before;
    if (s->keeper <= 0) /* a signal's handler was here, or nothing was opened */
        return;
    remove_folder(s);
    end_signals_hold(&before);
    if (s->keeper > 0) {
        tell(s, TOLD_TO_END);
        close(s->pipe);
        wait_for(s->keeper);
        s->keeper = 0;
        open_ones = s->next;
        if (!open_ones)
            end_signals_restore(old);
    }
    sigprocmask(SIG_SETMASK, &before, NULL);
}

/* ---- Tools ---- */

static _Noreturn void tool(const scratch_t *s, const scratch_call_t *c, const sigset_t *mask,
                           pid_t parent)
{
    setpgid(0, 0);
    tell(s, getpid());
    signal(SIGXFSZ, SIG_DFL); /* tools that go on after a failed write leave files cut */
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    int in = open("/dev/null", O_RDONLY);
    if (getppid() != parent || in < 0 || chdir(c->dir) || dup2(in, STDIN_FILENO) < 0 ||
        dup2(c->out, STDOUT_FILENO) < 0 || dup2(c->out, STDERR_FILENO) < 0 ||
        (*s->dir && setenv("TMPDIR", s->dir, 1)))
        _exit(SCRATCH_CANNOT_RUN);
    end_signals_restore(old); /* a handler of this program's must not run in here */
    sigprocmask(SIG_SETMASK, mask, NULL);
    execvp(c->argv[0], (char *const *)(const void *)c->argv);
    _exit(errno == ENOENT ? SCRATCH_NOT_FOUND : SCRATCH_CANNOT_RUN);
}

/* Waits for the tool, and leaves it to be reaped by wait_for(). */
static void watch(pid_t pid, const scratch_call_t *c)
{
    siginfo_t info = {0};
    while (!info.si_pid) {
        if (waitid(P_PID, (id_t)pid, &info, WEXITED | WNOWAIT | (c->tick ? WNOHANG : 0)) &&
            errno != EINTR)
            return;
        if (!info.si_pid && c->tick) {
            pause_ms(TICK_MS);
            c->tick(c->ctx);
        }
    }
}

int scratch_run(scratch_t *s, const scratch_call_t *c)
{
    sigset_t before;
    int status = SIGKILL; /* as wait() has it: if a signal's handler has ended the tool */
    fflush(NULL);
    end_signals_hold(&before);
    pid_t parent = getpid(), pid = s->keeper > 0 ? fork() : -1;
    if (pid == 0)
        tool(s, c, &before, parent);
    if (pid > 0) {
        setpgid(pid, pid); /* whoever comes first */
        s->group = pid;
    }
    sigprocmask(SIG_SETMASK, &before, NULL);
    if (pid < 0)
        return SCRATCH_CANNOT_RUN;
    watch(pid, c);
    end_signals_hold(&before);
    if (s->keeper > 0) { /* what it left running ends, too, while the group's number is its own */
        kill(-pid, SIGKILL);
        tell(s, 0);
        while (waitpid(pid, &status, 0) < 0 && errno == EINTR)
            ;
    }
    s->group = 0;
    sigprocmask(SIG_SETMASK, &before, NULL);
    return WIFEXITED(status) ? WEXITSTATUS(status) : -WTERMSIG(status);
}

const char *scratch_why(const scratch_t *s, int status)
{
    static const char full[] = "the disk is full", limit[] = "files may not grow (ulimit -f)";
    static const char zeros[PROBE];
    char path[PATH_MAX + 16];
    if (status == -SIGXFSZ)
        return limit;
    if (!*s->dir)
        return NULL;
    snprintf(path, sizeof path, "%s/probe", s->dir);
    void (*was)(int) = signal(SIGXFSZ, SIG_IGN);
    int fd = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0600), err = fd < 0 ? errno : 0;
    for (unsigned i = 0; !err && i < PROBE_TIMES; i++) /* a short write says why at the next */
        err = write(fd, zeros, sizeof zeros) < 0 ? errno : 0;
    if (fd >= 0)
        close(fd);
    unlink(path);
    signal(SIGXFSZ, was);
    return err == ENOSPC || err == EDQUOT ? full : err == EFBIG ? limit : NULL;
}
