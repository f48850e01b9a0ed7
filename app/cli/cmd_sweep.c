/* lockwarp sweep: many runs into a database. */
#include <float.h>
#include <inttypes.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cli/args.h"
#include "cli/cmd.h"
#include "cli/stop.h"
#include "common/end_signals.h"
#include "db/db.h"
#include "report/results.h"
#include "sweep/chunk.h"
#include "sweep/local.h"
#include "sweep/plan.h"
#include "sweep/queue.h"
#include "sweep/slurm.h"
#include "sweep/sweep_file.h"
#include "sweep/task.h"
#include "text/terminal.h"

const char cmd_sweep_doc[] = "many runs, described in a file, into a database";

enum {
    KEY_DB = 0x700,
    KEY_JOBS,
    KEY_DRY,
    KEY_QUICK,
    KEY_BACKEND,
    KEY_CHUNK,
    KEY_ATTEMPTS,
    KEY_SBATCH,
    KEY_DIR,
    KEY_POLL,
    KEY_GRACE,
    KEY_TASK,
    MAX_JOBS = 256,
    MAX_TASKS = 100000,
    MAX_ATTEMPTS = 100,
    SBATCH_ARGS = 32,
};

#define MAX_SECONDS 1e7

typedef struct sweep_args {
    const char *file, *db, *task, *jobs_text;
    const char *folder; /* of Slurm's tasks; NULL: beside the database */
    const char *sbatch[SBATCH_ARGS];
    const char *slurm_option; /* one that was given, or NULL */
    unsigned n_sbatch, jobs;  /* jobs 0: not given */
    unsigned attempts;
    double chunk_s, poll_s, grace_s;
    bool dry, quick, slurm;
} sweep_args_t;

static const struct argp_option options[] = {
    {"db", KEY_DB, "FILE", ARG_KEEPS, "the database (default lockwarp.db); made if it is not there",
     0},
    {"jobs", KEY_JOBS, "N", 0,
     "runs at a time (default: as many as the machine has cores); with Slurm tasks at a time "
     "(default: as Slurm likes)",
     0},
    {"quick", KEY_QUICK, NULL, 0, "the sweep's short form, as its file says", 0},
    {"dry-run", KEY_DRY, NULL, 0,
     "print the points, which are done, and estimates of their time; --db may be a result file of "
     "lockwarp report --csv: which of its runs are this program's",
     0},
    {"backend", KEY_BACKEND, "local|slurm", 0, "where the runs are made (default local)", 0},
    {"sbatch-arg", KEY_SBATCH, "ARG", ARG_MANY,
     "passed on to sbatch, such as --partition=P or --time=60; may be given several times", 0},
    {"chunk-seconds", KEY_CHUNK, "S", 0,
     "points go into tasks of about S seconds by the estimates (default 300)", 0},
    {"attempts", KEY_ATTEMPTS, "N", 0,
     "tasks that a point is given to before it counts as failed (default 3)", 0},
    {"slurm-dir", KEY_DIR, "FOLDER", ARG_FOLDER,
     "what this process and the tasks share (default: the database's name with .slurm)", 0},
    {"poll", KEY_POLL, "S", 0, "seconds between two looks at squeue (default 10)", 0},
    {"grace", KEY_GRACE, "S", 0,
     "seconds in which a shared file system may be late with a task's last files (default 60)", 0},
    {"slurm-task", KEY_TASK, "FOLDER", OPTION_HIDDEN, "what a task runs", 0},
    {0},
};

static unsigned count(const struct argp_state *state, const char *name, const char *arg, int max)
{
    uint64_t n = 0;
    if (!args_whole(arg, 1, (uint64_t)max, &n))
        cmd_usage_error(state, "%s is '%s'; expected a number from 1 to %d", name, arg, max);
    return (unsigned)n;
}

static double seconds(const struct argp_state *state, const char *name, const char *arg)
{
    double s = 0;
    if (!args_number(arg, DBL_MIN, MAX_SECONDS, &s))
        cmd_usage_error(state, "%s is '%s'; expected seconds, more than 0 and at most %.0f", name,
                        arg, MAX_SECONDS);
    return s;
}

/* Options that only Slurm's backend has. */
static error_t parse_slurm(int key, char *arg, struct argp_state *state)
{
    sweep_args_t *a = state->input;
    switch (key) {
    case KEY_SBATCH:
        a->slurm_option = "--sbatch-arg";
        if (*arg != '-')
            cmd_usage_error(state, "--sbatch-arg is '%s'; expected an option such as --time=60",
                            arg);
        if (a->n_sbatch == SBATCH_ARGS)
            cmd_usage_error(state, "more than %d times --sbatch-arg", SBATCH_ARGS);
        a->sbatch[a->n_sbatch++] = arg;
        return 0;
    case KEY_CHUNK:
        a->slurm_option = "--chunk-seconds";
        a->chunk_s = seconds(state, a->slurm_option, arg);
        return 0;
    case KEY_ATTEMPTS:
        a->slurm_option = "--attempts";
        a->attempts = count(state, a->slurm_option, arg, MAX_ATTEMPTS);
        return 0;
    case KEY_DIR:
        a->slurm_option = "--slurm-dir";
        a->folder = arg;
        return 0;
    case KEY_POLL:
        a->slurm_option = "--poll";
        a->poll_s = seconds(state, a->slurm_option, arg);
        return 0;
    case KEY_GRACE:
        a->slurm_option = "--grace";
        a->grace_s = seconds(state, a->slurm_option, arg);
        return 0;
    default:
        return ARGP_ERR_UNKNOWN;
    }
}

static void check(const struct argp_state *state, sweep_args_t *a)
{
    if (a->jobs_text)
        a->jobs = count(state, "--jobs", a->jobs_text, a->slurm ? MAX_TASKS : MAX_JOBS);
    if (a->slurm_option && !a->slurm)
        cmd_usage_error(state, "%s goes with --backend slurm", a->slurm_option);
}

static error_t parse(int key, char *arg, struct argp_state *state)
{
    sweep_args_t *a = state->input;
    switch (key) {
    case KEY_DB:
        a->db = arg;
        return 0;
    case KEY_JOBS:
        a->jobs_text = arg; /* its limit is the backend's, which may come after it */
        return 0;
    case KEY_QUICK:
        a->quick = true;
        return 0;
    case KEY_DRY:
        a->dry = true;
        return 0;
    case KEY_BACKEND:
        a->slurm = strcmp(arg, "slurm") == 0;
        if (!a->slurm && strcmp(arg, "local"))
            cmd_usage_error(state, "--backend is '%s'; expected local or slurm", arg);
        return 0;
    case KEY_TASK:
        a->task = arg;
        return 0;
    case ARGP_KEY_ARG:
        if (a->file)
            cmd_usage_error(state, "one sweep at a time; '%s' is a second", arg);
        a->file = arg;
        return 0;
    case ARGP_KEY_END:
        if (!a->file && !a->task)
            cmd_usage_error(state, "expected a sweep file");
        check(state, a);
        return 0;
    default:
        return parse_slurm(key, arg, state);
    }
}

static unsigned jobs(const sweep_args_t *a)
{
    long cores = sysconf(_SC_NPROCESSORS_ONLN);
    if (a->jobs || cores <= 0)
        return a->jobs ? a->jobs : 1;
    return cores < MAX_JOBS ? (unsigned)cores : MAX_JOBS;
}

/* How many tasks the points that are to be done make. */
static unsigned tasks(const sweep_args_t *a, const plan_t *p)
{
    const plan_item_t **item = calloc(p->n + 1, sizeof *item);
    unsigned *task_of = calloc(p->n + 1, sizeof *task_of), n = 0, made = 0;
    for (unsigned i = 0; item && i < p->n; i++)
        if (!p->item[i].done)
            item[n++] = &p->item[i];
    if (item && task_of)
        made = chunk_items(item, n, a->chunk_s, task_of);
    free(item);
    free(task_of);
    return made;
}

static int dry_run(const sweep_args_t *a, const plan_t *p, unsigned points)
{
    double left = 0, all = 0;
    unsigned done = 0;
    printf("%-5s %9s  %s\n", "state", "seconds", "command");
    for (unsigned i = 0; i < p->n; i++) {
        const plan_item_t *x = &p->item[i];
        printf("%-5s %9.1f  %s\n", x->done ? "done" : "to do", x->seconds, x->point->command);
        all += x->seconds;
        left += x->done ? 0 : x->seconds;
        done += x->done;
    }
    printf("%u points, %u runs, %u done; about %.0f s of processor time, %.0f s to do: ", points,
           p->n, done, all, left);
    if (a->slurm)
        printf("%u tasks of about %g s\n", tasks(a, p), a->chunk_s);
    else
        printf("%.0f s with --jobs %u\n", left / jobs(a), jobs(a));
    return CMD_DONE;
}

static int run_slurm(const sweep_args_t *a, db_t *db, const sweep_t *s, const plan_t *p,
                     local_result_t *r, diag_t *d)
{
    char beside[SUBMISSION_PATH];
    const slurm_opts_t o = {.folder = a->folder ? a->folder : beside,
                            .quick = a->quick,
                            .progress = isatty(STDERR_FILENO),
                            .queue = {.args = a->sbatch, .n_args = a->n_sbatch, .limit = a->jobs},
                            .chunk_s = a->chunk_s,
                            .attempts = a->attempts,
                            .poll_s = a->poll_s,
                            .grace_s = a->grace_s};
    if (snprintf(beside, sizeof beside, "%s.slurm", a->db) >= (int)sizeof beside)
        return diag_at(d, a->db, 0, 0, "name too long");
    return slurm_run(db, s, p, &o, r, d);
}

static int run(const sweep_args_t *a, db_t *db, const sweep_t *s, const plan_t *p,
               const sigset_t *mask, diag_t *d)
{
    const local_opts_t o = {.program = "/proc/self/exe",
                            .jobs = jobs(a),
                            .progress = isatty(STDERR_FILENO),
                            .mask = mask};
    local_result_t r = {0};
    int rc = a->slurm ? queue_check(d) : 0;
    rc = rc ? rc : plan_register(db, s, a->quick, d);
    if (rc == 1)
        fprintf(stderr, "%s: the database has the full form, which reports go on showing\n",
                s->name);
    if (rc < 0)
        return cmd_bad_input(d);
    rc = a->slurm ? run_slurm(a, db, s, p, &r, d) : local_run(db, p, &o, &r, d);
    unsigned left = p->n - r.ran - r.there - r.failed;
    fprintf(stderr, "%s: %u runs made, %u were there, %u failed, %u left\n", s->name, r.ran,
            r.there, r.failed, left);
    if (rc)
        return cmd_bad_input(d);
    return r.signal ? 128 + r.signal : r.failed ? CMD_CHECK_FAILED : CMD_DONE;
}

static const char stopped[] = "lockwarp: stopped while the points were checked; all are left\n";

/* While nothing is open there is nothing to take back. */
static void stop_checking(int signal)
{
    ssize_t n = write(STDERR_FILENO, stopped, sizeof stopped - 1);
    _exit(n < 0 ? 128 : 128 + signal);
}

/* The runs, with signals from here on for whoever waits for them. */
static int run_unless_stopped(const sweep_args_t *a, db_t *db, const sweep_t *s, const plan_t *p,
                              diag_t *d)
{
    sigset_t before;
    end_signals_hold(&before);
    int status = 128 + stop_signal();
    if (stop_signal())
        fputs(stopped, stderr);
    else
        status = run(a, db, s, p, &before, d);
    return status;
}

/* Thousands of points take seconds. */
static void say_checking(const sweep_args_t *a, bool begin)
{
    if (!isatty(STDERR_FILENO))
        return;
    if (begin)
        fprintf(stderr, "checking the points of %s", a->file);
    else
        terminal_clear_line();
}

static int sweep(const sweep_args_t *a, diag_t *d)
{
    sweep_t s;
    plan_t p = {0};
    db_t *db = NULL;
    int status = CMD_BAD_INPUT;
    say_checking(a, true);
    const struct sigaction checking = {.sa_handler = stop_checking};
    struct sigaction old[END_SIGNALS];
    end_signals_catch(&checking, old);
    int rc = sweep_read(&s, a->file, a->quick, d);
    end_signals_restore(old);
    stop_catch(); /* a database that is open is closed first */
    if (!rc && !a->dry)
        rc = db_open(a->db, DB_WRITE, &db, d);
    else if (!rc && access(a->db, F_OK) == 0)
        rc = results_open(a->db, &db, d);
    rc = rc ? rc : plan_make(&p, &s, db, d);
    say_checking(a, false);
    if (rc)
        cmd_bad_input(d);
    else
        status = a->dry ? dry_run(a, &p, s.n) : run_unless_stopped(a, db, &s, &p, d);
    plan_free(&p);
    if (rc)
        db_discard(db);
    else
        db_close(db);
    sweep_free(&s);
    return status;
}

int cmd_sweep(int argc, char **argv)
{
    static const struct argp argp = {
        .options = options,
        .parser = parse,
        .args_doc = "FILE.yaml",
        .doc =
            "Makes every run that the file describes and the database has not. Several sweeps may "
            "share a database and then share the work; one that was stopped or killed goes on "
            "where it was. Exit status 1: a run failed.",
    };
    sweep_args_t a = {
        .db = "lockwarp.db", .attempts = 3, .chunk_s = 300, .poll_s = 10, .grace_s = 60};
    if (args_parse(&argp, argc, argv, 0, &a))
        return CMD_BAD_INPUT;
    diag_t d = {{0}};
    if (!a.task)
        return sweep(&a, &d);
    int status = task_run(a.task, &d);
    return status < 0 ? cmd_bad_input(&d) : status;
}
