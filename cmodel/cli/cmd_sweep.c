/* lockwarp sweep: many runs into a database. */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cli/cmd.h"
#include "db/db.h"
#include "sweep/local.h"
#include "sweep/plan.h"
#include "sweep/sweep_file.h"

const char cmd_sweep_doc[] = "many runs, described in a file, into a database";

enum { KEY_DB = 0x700, KEY_JOBS, KEY_DRY, KEY_QUICK, MAX_JOBS = 256 };

typedef struct sweep_args {
    const char *file, *db;
    unsigned jobs;
    bool dry, quick;
} sweep_args_t;

static const struct argp_option options[] = {
    {"db", KEY_DB, "FILE", 0, "the database (default lockwarp.db); made if it is not there", 0},
    {"jobs", KEY_JOBS, "N", 0, "runs at a time (default: as many as the machine has cores)", 0},
    {"quick", KEY_QUICK, NULL, 0, "the sweep's short form, as its file says", 0},
    {"dry-run", KEY_DRY, NULL, 0, "print the points, which are done, and estimates of their time",
     0},
    {0},
};

static error_t parse(int key, char *arg, struct argp_state *state)
{
    sweep_args_t *a = state->input;
    char *end;
    unsigned long n;
    switch (key) {
    case KEY_DB:
        a->db = arg;
        return 0;
    case KEY_JOBS:
        n = strtoul(arg, &end, 10);
        if (*arg < '0' || *arg > '9' || *end || !n || n > MAX_JOBS)
            cmd_usage_error(state, "--jobs is '%s'; expected a number from 1 to %d", arg, MAX_JOBS);
        a->jobs = (unsigned)n;
        return 0;
    case KEY_QUICK:
        a->quick = true;
        return 0;
    case KEY_DRY:
        a->dry = true;
        return 0;
    case ARGP_KEY_ARG:
        if (a->file)
            cmd_usage_error(state, "one sweep at a time; '%s' is a second", arg);
        a->file = arg;
        return 0;
    case ARGP_KEY_NO_ARGS:
        cmd_usage_error(state, "expected a sweep file");
        return EINVAL;
    default:
        return ARGP_ERR_UNKNOWN;
    }
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
    printf("%u points, %u runs, %u done; about %.0f s of processor time, %.0f s to do: %.0f s with "
           "--jobs %u\n",
           points, p->n, done, all, left, left / a->jobs, a->jobs);
    return CMD_DONE;
}

static int run(const sweep_args_t *a, db_t *db, const sweep_t *s, const plan_t *p, diag_t *d)
{
    const local_opts_t o = {
        .program = "/proc/self/exe", .jobs = a->jobs, .progress = isatty(STDERR_FILENO)};
    local_result_t r;
    if (plan_register(db, s, a->quick, d))
        return cmd_bad_input(d);
    int rc = local_run(db, p, &o, &r, d);
    unsigned left = p->n - r.ran - r.there - r.failed;
    fprintf(stderr, "%s: %u runs made, %u were there, %u failed, %u left\n", s->name, r.ran,
            r.there, r.failed, left);
    if (rc)
        return cmd_bad_input(d);
    return r.signal ? 128 + r.signal : r.failed ? CMD_CHECK_FAILED : CMD_DONE;
}

static int sweep(const sweep_args_t *a, diag_t *d)
{
    sweep_t s;
    plan_t p = {0};
    db_t *db = NULL;
    int status = CMD_BAD_INPUT;
    int rc = sweep_read(&s, a->file, a->quick, d);
    if (!rc && (!a->dry || access(a->db, F_OK) == 0))
        rc = db_open(a->db, a->dry ? DB_READ : DB_WRITE, &db, d);
    rc = rc ? rc : plan_make(&p, &s, db, d);
    if (rc)
        cmd_bad_input(d);
    else
        status = a->dry ? dry_run(a, &p, s.n) : run(a, db, &s, &p, d);
    plan_free(&p);
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
    long cores = sysconf(_SC_NPROCESSORS_ONLN);
    sweep_args_t a = {.db = "lockwarp.db",
                      .jobs = cores > 0 && cores <= MAX_JOBS ? (unsigned)cores : 1};
    if (argp_parse(&argp, argc, argv, 0, NULL, &a))
        return CMD_BAD_INPUT;
    diag_t d = {{0}};
    return sweep(&a, &d);
}
