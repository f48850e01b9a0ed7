#include "sweep/local.h"

#include <errno.h>
#include <inttypes.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "common/end_signals.h"
#include "common/file.h"
#include "db/claim.h"
#include "sweep/remaining.h"
#include "text/terminal.h"

#define JSON_MAX ((size_t)1 << 32)
#define BEAT_S   30.0

enum { MAX_JOBS = 256, TICK_MS = 200, BAR = 20 };

typedef enum state { TODO, ELSEWHERE, RUNNING, FINISHED } state_t;

typedef struct job {
    pid_t pid; /* 0: free */
    unsigned item;
    double started; /* seconds since 1970 */
    uint64_t stamp; /* of the files that it reads, before it began */
    int out, err;   /* what it writes, in memory: a kill leaves no files behind */
} job_t;

typedef struct pool {
    db_t *db;
    const plan_t *plan;
    const local_opts_t *o;
    local_result_t *r;
    state_t *state;
    unsigned running, next; /* next: no TODO before it */
    double done_s, spent_s; /* estimates of what was run, and what it took */
    double beat;
    char host[256];
    sigset_t old;
    bool shown;
    job_t job[MAX_JOBS];
} pool_t;

static double clock_s(clockid_t id)
{
    struct timespec t;
    clock_gettime(id, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

/* ---- Progress ---- */

static double time_left(const pool_t *p)
{
    remaining_run_t run[MAX_JOBS];
    remaining_t r = {.done_s = p->done_s, .spent_s = p->spent_s, .jobs = p->o->jobs, .run = run};
    double now = clock_s(CLOCK_REALTIME);
    for (unsigned i = 0; i < p->plan->n; i++)
        if (p->state[i] == TODO || p->state[i] == ELSEWHERE)
            r.waiting_s += p->plan->item[i].seconds;
    for (unsigned k = 0; k < MAX_JOBS; k++)
        if (p->job[k].pid)
            run[r.n++] = (remaining_run_t){.estimated_s = p->plan->item[p->job[k].item].seconds,
                                           .took_s = now - p->job[k].started};
    return remaining_s(&r);
}

static void show(pool_t *p)
{
    if (!p->o->progress)
        return;
    unsigned done = p->r->ran + p->r->there + p->r->failed;
    char bar[BAR + 1];
    for (unsigned i = 0; i < BAR; i++)
        bar[i] = i * p->plan->n < done * BAR ? '#' : '-';
    bar[BAR] = 0;
    terminal_clear_line();
    fprintf(stderr, "[%s] %u of %u points, %u running, %u failed, about %.0f s left", bar, done,
            p->plan->n, p->running, p->r->failed, time_left(p));
    fflush(stderr);
    p->shown = true;
}

static void clear_line(pool_t *p)
{
    if (p->shown)
        terminal_clear_line();
    p->shown = false;
}

/* ---- Children ---- */

/* In the child: dies with its parent, in a process group of its own, so that the terminal's
 * interrupt reaches the parent alone. */
static void run_child(const pool_t *p, const job_t *j, const point_t *point, pid_t parent)
{
    char *argv[POINT_ARGS + 4];
    unsigned n = 0;
    argv[n++] = (char *)(uintptr_t)p->o->program;
    for (unsigned i = 0; point->argv[i]; i++)
        argv[n++] = point->argv[i];
    argv[n++] = (char *)(uintptr_t) "--json";
    argv[n++] = (char *)(uintptr_t) "-";
    argv[n] = NULL;
    sigprocmask(SIG_SETMASK, p->o->mask ? p->o->mask : &p->old, NULL);
    setpgid(0, 0);
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    if (getppid() != parent || !freopen("/dev/null", "r", stdin) ||
        dup2(j->out, STDOUT_FILENO) < 0 || dup2(j->err, STDERR_FILENO) < 0)
        _exit(127);
    execv(p->o->program, argv);
    perror(p->o->program);
    _exit(127);
}

static int start(pool_t *p, unsigned item, diag_t *d)
{
    unsigned k = 0;
    while (p->job[k].pid)
        k++;
    job_t *j = &p->job[k];
    j->item = item;
    j->started = clock_s(CLOCK_REALTIME);
    j->stamp = point_stamp(&p->plan->item[item].point->spec);
    j->out = memfd_create("run's document", MFD_CLOEXEC);
    j->err = memfd_create("run's messages", MFD_CLOEXEC);
    fflush(NULL);
    pid_t parent = getpid(), pid = j->out < 0 || j->err < 0 ? -1 : fork();
    if (pid == 0)
        run_child(p, j, p->plan->item[item].point, parent);
    if (pid < 0) {
        diag_at(d, "sweep", 0, 0, "cannot start a run: %s", strerror(errno));
        close(j->out);
        close(j->err);
        return -EAGAIN;
    }
    j->pid = pid;
    p->state[item] = RUNNING;
    p->running++;
    return 0;
}

static db_point_t stored(const point_t *p)
{
    return (db_point_t){.hash = p->hash,
                        .policies = p->policies,
                        .overrides = p->overrides,
                        .input = p->input,
                        .command = p->command};
}

/* What was written to a descriptor, by a name that opens it again from its start. */
static const char *fd_path(int fd, char *buf, size_t bytes)
{
    snprintf(buf, bytes, "/proc/self/fd/%d", fd);
    return buf;
}

/* The last line that is not empty of what the run wrote to standard error. */
static void last_line(int fd, char *out, size_t bytes)
{
    char line[512], path[64];
    FILE *f = fopen(fd_path(fd, path, sizeof path), "r");
    out[0] = '\0';
    while (f && fgets(line, sizeof line, f)) {
        line[strcspn(line, "\n")] = '\0';
        if (*line)
            snprintf(out, bytes, "%s", line);
    }
    if (f)
        fclose(f);
}

static int store_failure(pool_t *p, const job_t *j, int code, const char *message, diag_t *d)
{
    const point_t *point = p->plan->item[j->item].point;
    const db_point_t what = stored(point);
    clear_line(p);
    fprintf(stderr, "failed with status %d: %s\n  %s\n", code, point->command, message);
    p->r->failed++;
    return db_store_failure(p->db, &what, code, message, d);
}

static int store_success(pool_t *p, const job_t *j, double cpu_s, diag_t *d)
{
    const plan_item_t *item = &p->plan->item[j->item];
    const db_point_t what = stored(item->point);
    char *folder = point_folder(item->point);
    const db_place_t at = {
        .host = p->host, .folder = folder, .started = j->started, .cpu_s = cpu_s};
    char *text = NULL, path[64];
    size_t bytes = 0;
    int rc = file_read(fd_path(j->out, path, sizeof path), JSON_MAX, &text, &bytes, d);
    rc = rc ? rc : db_store(p->db, &what, &at, text, d);
    free(text);
    free(folder);
    if (!rc) {
        p->r->ran++;
        p->done_s += item->seconds;
        p->spent_s += clock_s(CLOCK_REALTIME) - j->started;
    }
    return rc;
}

/* The run read its files after their hashes were made: a result of other files is none. */
static int take_in(pool_t *p, const job_t *j, int status, double cpu_s, diag_t *d)
{
    char message[512];
    diag_t why = {{0}};
    if (!WIFEXITED(status) || WEXITSTATUS(status)) {
        last_line(j->err, message, sizeof message);
        int code = WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
        return store_failure(p, j, code, message, d);
    }
    if (point_unchanged(p->plan->item[j->item].point, j->stamp, &why))
        return store_failure(p, j, 2, why.text, d);
    return store_success(p, j, cpu_s, d);
}

/* Takes in what has ended. */
static int reap(pool_t *p, diag_t *d)
{
    int status, rc = 0;
    struct rusage use;
    for (pid_t pid; !rc && (pid = wait4(-1, &status, WNOHANG, &use)) > 0;) {
        unsigned k = 0;
        while (k < MAX_JOBS && p->job[k].pid != pid)
            k++;
        if (k == MAX_JOBS)
            continue;
        job_t *j = &p->job[k];
        double cpu = (double)(use.ru_utime.tv_sec + use.ru_stime.tv_sec) +
                     1e-6 * (double)(use.ru_utime.tv_usec + use.ru_stime.tv_usec);
        rc = take_in(p, j, status, cpu, d);
        close(j->out);
        close(j->err);
        j->pid = 0;
        p->state[j->item] = FINISHED;
        p->running--;
    }
    return rc;
}

static void end_children(pool_t *p)
{
    for (unsigned k = 0; k < MAX_JOBS; k++) {
        if (!p->job[k].pid)
            continue;
        kill(p->job[k].pid, SIGKILL);
        waitpid(p->job[k].pid, NULL, 0);
        claim_drop(p->db, p->plan->item[p->job[k].item].point->hash, &(diag_t){{0}});
        close(p->job[k].out);
        close(p->job[k].err);
    }
}

/* ---- The pool ---- */

/* Claims the item and starts it, or learns that somebody else has. */
static int try_item(pool_t *p, unsigned i, diag_t *d)
{
    int answer = claim_take(p->db, p->plan->item[i].point->hash, d);
    if (answer < 0)
        return answer;
    if (answer == CLAIM_MINE)
        return start(p, i, d);
    p->state[i] = answer == CLAIM_DONE ? FINISHED : ELSEWHERE;
    p->r->there += answer == CLAIM_DONE;
    return 0;
}

/* Fills the free places. Points that others run are asked for again when nothing else is left. */
static int fill(pool_t *p, diag_t *d)
{
    int rc = 0;
    while (!rc && p->running < p->o->jobs && p->next < p->plan->n) {
        unsigned i = p->next++;
        if (p->state[i] == TODO)
            rc = try_item(p, i, d);
    }
    for (unsigned i = 0; !rc && p->running < p->o->jobs && p->next == p->plan->n && i < p->plan->n;
         i++)
        if (p->state[i] == ELSEWHERE)
            rc = try_item(p, i, d);
    return rc;
}

static bool all_finished(const pool_t *p)
{
    for (unsigned i = 0; i < p->plan->n; i++)
        if (p->state[i] != FINISHED)
            return false;
    return true;
}

/* Waits for a child, a signal or a moment. */
static int wait_event(pool_t *p, diag_t *d)
{
    sigset_t events;
    const struct timespec tick = {.tv_nsec = TICK_MS * 1000000L};
    sigemptyset(&events);
    sigaddset(&events, SIGCHLD);
    end_signals_add(&events);
    int signal = sigtimedwait(&events, NULL, &tick);
    if (signal > 0 && signal != SIGCHLD)
        p->r->signal = signal;
    double now = clock_s(CLOCK_MONOTONIC);
    if (now - p->beat < BEAT_S)
        return 0;
    p->beat = now;
    return claim_beat(p->db, d);
}

static int loop(pool_t *p, diag_t *d)
{
    int rc = 0;
    while (!rc && !p->r->signal && !all_finished(p)) {
        rc = fill(p, d);
        show(p);
        rc = rc ? rc : wait_event(p, d);
        rc = rc ? rc : reap(p, d);
        if (!rc && p->o->tick)
            rc = p->o->tick(p->o->ctx, p->r, d);
    }
    return rc;
}

static void block_signals(pool_t *p)
{
    sigset_t events;
    signal(SIGCHLD, SIG_DFL); /* ignored by a caller, children would end unseen */
    sigemptyset(&events);
    sigaddset(&events, SIGCHLD);
    end_signals_add(&events);
    sigprocmask(SIG_BLOCK, &events, &p->old);
}

int local_run(db_t *db, const plan_t *plan, const local_opts_t *o, local_result_t *r, diag_t *d)
{
    pool_t *p = calloc(1, sizeof *p);
    *r = (local_result_t){0};
    if (!p || !(p->state = calloc(plan->n ? plan->n : 1, sizeof *p->state))) {
        free(p);
        return diag_at(d, "sweep", 0, 0, "out of memory"), -ENOMEM;
    }
    p->db = db;
    p->plan = plan;
    p->o = o;
    p->r = r;
    p->beat = clock_s(CLOCK_MONOTONIC);
    gethostname(p->host, sizeof p->host - 1);
    for (unsigned i = 0; i < plan->n; i++) {
        p->state[i] = plan->item[i].done ? FINISHED : TODO;
        r->there += plan->item[i].done;
    }
    block_signals(p);
    int rc = loop(p, d);
    end_children(p);
    clear_line(p);
    sigprocmask(SIG_SETMASK, &p->old, NULL);
    free(p->state);
    free(p);
    return rc;
}
