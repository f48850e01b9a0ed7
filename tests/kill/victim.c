/*
 * Runs a command as a victim: in a session of its own, with strike.c preloaded, and kills it.
 *
 *   victim AREA PRELOAD PATH [--start KIND[:NAME[:COUNT]]] [--after SECONDS | --call KIND:N HOW]
 * [--one SEED] [--hurry] -- COMMAND...
 *
 * PATH     only calls on files whose path contains it count
 * --start  the work has begun with the first call of that kind (area.h), on a file whose name
 * contains NAME
 * --after  kills when the command and all below it have used so many seconds of processor time
 * since the start: a moment that does not depend on what else the machine does
 * --call   kills at the Nth call of a kind; HOW is before, half or after
 * --one    kills one process, drawn from SEED (with --call: the one that calls), not the group
 *
 * --hurry  does not wait, after a kill, for processes that the command itself does not wait for
 *
 * What the command prints is in said.out and said.err. Waits until all of its processes have ended,
 * and prints a line of KEY=VALUE: killed   1: something was killed, after the start started  1: the
 * start was seen who      group, or the name of the one process status   of the command, 128 + the
 * signal calls    how many there were when it was killed; cpu: the processor time that was used by
 * then phase    the kind of the call that it was killed at, or computing at       HOW and the
 * file's name outlived processes that worked on for more than 50 ms of processor time after the
 * kill, by name Without --after and --call nothing is killed, and the calls are printed before:
 * NUMBER KIND NAME.
 */
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <limits.h>
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "area.h"

enum { PROCESSES = 512, COMM = 32, LIMIT_S = 7200 };

typedef struct process {
    pid_t pid;
    double cpu, at_kill; /* seconds */
    char comm[COMM];
} process_t;

typedef struct victim {
    const char *start_kind, *start_name;
    unsigned start_count; /* calls until the start */
    double after;         /* negative: without */
    bool one, hurry;
    unsigned seed;
    area_t *area;
    pid_t main;
    process_t process[PROCESSES]; /* all that were ever seen */
    unsigned n;
    bool started, killed, ended;
    double start_cpu, cpu;
    uint32_t looked, calls; /* calls looked at for the start; calls at the kill */
    double last_call_cpu;   /* when the number of calls last changed */
    int status;
    char who[COMM], outlived[256];
} victim_t;

static double seconds(struct timespec t)
{
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

static double clock_now(clockid_t id)
{
    struct timespec t = {0, 0};
    return clock_gettime(id, &t) ? -1 : seconds(t);
}

/* --- the tree of processes -------------------------------------------------------------------- */

static process_t *find(victim_t *v, pid_t pid)
{
    for (unsigned i = 0; i < v->n; i++)
        if (v->process[i].pid == pid)
            return &v->process[i];
    if (v->n == PROCESSES)
        return NULL;
    v->process[v->n] = (process_t){.pid = pid};
    return &v->process[v->n++];
}

static void read_comm(process_t *p)
{
    char path[64];
    snprintf(path, sizeof path, "/proc/%d/comm", (int)p->pid);
    FILE *f = fopen(path, "r");
    if (!f)
        return;
    if (fgets(p->comm, sizeof p->comm, f))
        p->comm[strcspn(p->comm, "\n")] = '\0';
    fclose(f);
}

/* Looks at all below a process; who lost its parent is a child of this program. */
static void look_below(victim_t *v, pid_t pid)
{
    char path[80];
    snprintf(path, sizeof path, "/proc/%d/task/%d/children", (int)pid, (int)pid);
    FILE *f = fopen(path, "r");
    int child;
    while (f && fscanf(f, "%d", &child) == 1) {
        clockid_t id;
        process_t *p = find(v, child);
        if (!p)
            break;
        double cpu = clock_getcpuclockid(child, &id) ? -1 : clock_now(id);
        if (cpu > p->cpu)
            p->cpu = cpu;
        read_comm(p);
        look_below(v, child);
    }
    if (f)
        fclose(f);
}

static void look(victim_t *v)
{
    look_below(v, getpid());
    v->cpu = 0;
    for (unsigned i = 0; i < v->n; i++)
        v->cpu += v->process[i].cpu;
}

/* --- start and kill --------------------------------------------------------------------------- */

static void look_for_start(victim_t *v)
{
    for (uint32_t n = atomic_load(&v->area->n); v->looked < n && v->looked < AREA_CALLS;) {
        const area_call_t *c = &v->area->call[v->looked];
        if (!atomic_load(&c->noted))
            return;
        v->looked++;
        v->last_call_cpu = v->cpu;
        bool counts = (!v->start_kind || strcmp(c->kind, v->start_kind) == 0) &&
                      (!v->start_name || strstr(c->name, v->start_name));
        if (counts && v->start_count && --v->start_count == 0) {
            v->started = true;
            v->start_cpu = v->cpu;
        }
    }
}

static bool is_shell(const process_t *p)
{
    return strcmp(p->comm, "bash") == 0 || strcmp(p->comm, "sh") == 0;
}

static bool runs(const process_t *p)
{
    char path[64], text[512] = "";
    snprintf(path, sizeof path, "/proc/%d/stat", (int)p->pid);
    FILE *f = fopen(path, "r");
    size_t n = f ? fread(text, 1, sizeof text - 1, f) : 0;
    if (f)
        fclose(f);
    text[n] = '\0';
    const char *end = strrchr(text, ')');
    return end && end[1] && end[2] != 'Z' && end[2] != 'X';
}

static void remember_kill(victim_t *v, const char *who)
{
    look(v);
    v->killed = true;
    v->calls = atomic_load(&v->area->n);
    snprintf(v->who, sizeof v->who, "%s", who);
}

/* After the kill: what was used between the look before it and the kill, which is long where this
 * program had to wait for a processor, was not used after it. */
static void remember_times(victim_t *v)
{
    look(v);
    for (unsigned i = 0; i < v->n; i++)
        v->process[i].at_kill = v->process[i].cpu;
}

static void kill_one(victim_t *v)
{
    unsigned live[PROCESSES], n = 0;
    for (unsigned i = 0; i < v->n; i++)
        if (!is_shell(&v->process[i]) && runs(&v->process[i]))
            live[n++] = i;
    if (!n)
        return;
    const process_t *p = &v->process[live[v->seed % n]];
    remember_kill(v, p->comm);
    kill(p->pid, SIGKILL);
}

static void kill_now(victim_t *v)
{
    if (v->one) {
        kill_one(v);
        return;
    }
    remember_kill(v, "group");
    kill(-v->main, SIGKILL);
    remember_times(v);
}

/* --- ends ------------------------------------------------------------------------------------- */

static void take_end(victim_t *v, pid_t pid, int status, const struct rusage *use)
{
    const double worked_on = 0.05;
    process_t *p = find(v, pid);
    double cpu = (double)(use->ru_utime.tv_sec + use->ru_stime.tv_sec) +
                 1e-6 * (double)(use->ru_utime.tv_usec + use->ru_stime.tv_usec);
    if (pid == v->main) {
        v->ended = true;
        v->status = WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
    } else if (v->killed && !v->one && p && WIFEXITED(status) && cpu - p->at_kill > worked_on) {
        size_t used = strlen(v->outlived);
        snprintf(v->outlived + used, sizeof v->outlived - used, "%s%s", used ? "," : "", p->comm);
    }
    if (p && cpu > p->cpu)
        p->cpu = cpu;
}

/* Takes in what has ended; false when nothing is left. */
static bool reap(victim_t *v)
{
    int status;
    struct rusage use;
    pid_t pid;
    while ((pid = wait4(-1, &status, WNOHANG, &use)) > 0)
        take_end(v, pid, status, &use);
    return pid == 0;
}

/* Until the next look: a hundredth of what the victim has used, or of what is left to the kill, so
 * that looking at a long run takes little of its time. */
static void wait_a_little(const victim_t *v)
{
    const double least = 0.001, most = 0.05;
    double left = v->start_cpu + v->after - v->cpu, s = v->cpu / 100;
    if (v->after >= 0 && v->started && !v->killed && left / 2 < s)
        s = left / 2;
    s = s < least ? least : s > most ? most : s;
    nanosleep(&(struct timespec){0, (long)(1e9 * s)}, NULL);
}

static int watch(victim_t *v)
{
    double end = clock_now(CLOCK_MONOTONIC) + LIMIT_S;
    while (reap(v) && !(v->hurry && v->killed && v->ended)) {
        look(v);
        look_for_start(v);
        if (!v->killed && atomic_load(&v->area->struck)) {
            remember_kill(v, v->one ? "caller" : "group");
            remember_times(v);
        } else if (!v->killed && v->after >= 0 && v->started && v->cpu - v->start_cpu >= v->after)
            kill_now(v);
        if (clock_now(CLOCK_MONOTONIC) > end) {
            kill(-v->main, SIGKILL);
            fprintf(stderr, "victim: not at its end after %d s\n", LIMIT_S);
            return 3;
        }
        wait_a_little(v);
    }
    look_for_start(v);
    return 0;
}

static void print(const victim_t *v)
{
    static const char *const how[] = {"before", "half", "after"};
    const area_t *a = v->area;
    uint32_t n = atomic_load(&a->n), struck = atomic_load(&a->struck);
    bool none = v->after < 0 && !a->at;
    for (uint32_t i = 0; none && i < n && i < AREA_CALLS; i++)
        printf("%u %s %s\n", i + 1, a->call[i].kind, a->call[i].name);
    bool killed = (v->killed || struck) && v->started;
    const char *phase = "computing", *name = "", *when = "moment";
    const double beside = 0.002; /* a call has just been made */
    uint32_t at = struck ? struck : v->cpu - v->last_call_cpu < beside ? v->calls : 0;
    if (at && at <= AREA_CALLS) {
        phase = a->call[at - 1].kind;
        name = a->call[at - 1].name;
        when = struck ? how[a->how] : "beside";
    }
    printf(
        "killed=%d started=%d who=%s status=%d calls=%u cpu=%.4f phase=%s at=%s:%s outlived=%s\n",
        killed, v->started,
        v->who[0] ? v->who
        : v->one  ? "caller"
                  : "group",
        v->status,
        struck      ? struck
        : v->killed ? v->calls
                    : n,
        v->cpu, phase, when, name, v->outlived);
}

/* --- the command ------------------------------------------------------------------------------ */

static area_t *make_area(const char *path)
{
    int fd = open(path, O_RDWR | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
    if (fd < 0 || ftruncate(fd, sizeof(area_t)))
        return NULL;
    void *at = mmap(NULL, sizeof(area_t), PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
    close(fd);
    return at == MAP_FAILED ? NULL : at;
}

/* What the command prints goes to said.out and said.err. */
static bool redirect(void)
{
    int in = open("/dev/null", O_RDONLY),
        out = open("said.out", O_WRONLY | O_CREAT | O_TRUNC, 0666),
        err = open("said.err", O_WRONLY | O_CREAT | O_TRUNC, 0666);
    return dup2(in, 0) == 0 && dup2(out, 1) == 1 && dup2(err, 2) == 2 && in > 2 && out > 2 &&
           err > 2 && !close(in) && !close(out) && !close(err);
}

static _Noreturn void run(char **argv, const char *area, const char *preload, const char *part,
                          int go)
{
    char byte;
    setsid();
    prctl(PR_SET_PDEATHSIG, SIGKILL); /* a test that is ended leaves nothing running */
    if (read(go, &byte, 1) != 1)      /* its number is known to the area */
        _exit(126);
    close(go);
    if (!redirect())
        _exit(126);
    setenv("LW_KILL_AREA", area, 1);
    setenv("LW_KILL_PATH", part, 1);
    setenv("LD_PRELOAD", preload, 1);
    execvp(argv[0], argv);
    perror(argv[0]);
    _exit(127);
}

static int usage(void)
{
    fputs("usage: victim AREA PRELOAD PATH [--start KIND[:NAME[:COUNT]]] [--after SECONDS | --call "
          "N HOW]"
          " [--one SEED] [--hurry] -- COMMAND...\n",
          stderr);
    return 2;
}

/* The options; the place of the command, or 0. */
static int parse(victim_t *v, int argc, char **argv)
{
    int i = 4;
    for (; i + 1 < argc && strcmp(argv[i], "--"); i += 2) {
        if (strcmp(argv[i], "--hurry") == 0) {
            v->hurry = true;
            i--;
            continue;
        }
        if (strcmp(argv[i], "--start") == 0) {
            char *rest = argv[i + 1], *count;
            v->start_kind = strsep(&rest, ":");
            v->start_name = strsep(&rest, ":");
            count = strsep(&rest, ":");
            v->start_count = count ? (unsigned)strtoul(count, NULL, 10) : 1;
        } else if (strcmp(argv[i], "--after") == 0) {
            v->after = strtod(argv[i + 1], NULL);
        } else if (strcmp(argv[i], "--one") == 0) {
            v->one = true;
            v->seed = (unsigned)strtoul(argv[i + 1], NULL, 10);
        } else if (strcmp(argv[i], "--call") == 0 && i + 2 < argc) {
            char *number = argv[i + 1], *kind = strsep(&number, ":");
            snprintf(v->area->kind, sizeof v->area->kind, "%s", kind);
            v->area->at = number ? (uint32_t)strtoul(number, NULL, 10) : 1;
            v->area->how = strcmp(argv[i + 2], "before") == 0 ? AREA_BEFORE
                           : strcmp(argv[i + 2], "half") == 0 ? AREA_HALF
                                                              : AREA_AFTER;
            i++;
        } else {
            return 0;
        }
    }
    return i + 1 < argc ? i + 1 : 0;
}

int main(int argc, char **argv)
{
    static victim_t v = {.after = -1, .start_count = 1};
    int go[2];
    if (argc < 6)
        return usage();
    if (!(v.area = make_area(argv[1])) || pipe(go)) {
        perror(argv[1]);
        return 2;
    }
    int command = parse(&v, argc, argv);
    if (!command)
        return usage();
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    prctl(PR_SET_CHILD_SUBREAPER, 1);
    v.main = fork();
    if (v.main == 0) {
        close(go[1]);
        run(argv + command, argv[1], argv[2], argv[3], go[0]);
    }
    close(go[0]);
    v.area->group = v.one ? 0 : v.main;
    if (v.main < 0 || write(go[1], "", 1) != 1) {
        perror("victim");
        return 2;
    }
    close(go[1]);
    int rc = watch(&v);
    print(&v);
    return rc;
}
