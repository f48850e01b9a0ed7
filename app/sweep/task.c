#include "sweep/task.h"

#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "common/end_signals.h"
#include "common/file.h"
#include "db/image.h"
#include "sweep/local.h"
#include "sweep/submission.h"
#include "sweep/sweep_file.h"

enum { MAX_JOBS = 256, MOST_CPUS = 1000000 };

typedef struct hand_over {
    db_t *db; /* in memory: what was not handed over yet */
    const char *dir;
    unsigned k, restart, pieces; /* pieces of this restart */
    unsigned given;              /* runs and failures in them */
    double last;                 /* when, or 0 */
} hand_over_t;

static double now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

/* A whole number in the environment, or `otherwise`. */
static unsigned environment(const char *name, unsigned max, unsigned otherwise)
{
    const char *text = getenv(name);
    char *end;
    unsigned long n = text ? strtoul(text, &end, 10) : 0;
    return text && *text >= '0' && *text <= '9' && !*end && n <= max ? (unsigned)n : otherwise;
}

/* ---- Handing over ---- */

static int give(hand_over_t *h, diag_t *d)
{
    char path[SUBMISSION_PATH];
    if (submission_path(path, h->dir, "%u-%u-%u.db", h->k, h->restart, h->pieces))
        return diag_at(d, h->dir, 0, 0, "name too long");
    int rc = image_write(h->db, path, d);
    h->pieces += !rc;
    rc = rc ? rc : db_exec(h->db, "DELETE FROM runs; DELETE FROM failures", d);
    return rc ? rc : db_exec(h->db, "VACUUM", d);
}

static int tick(void *ctx, const local_result_t *r, diag_t *d)
{
    hand_over_t *h = ctx;
    unsigned made = r->ran + r->failed;
    if (made == h->given || (h->last > 0 && now() - h->last < TASK_PIECE_S))
        return 0;
    h->last = now();
    h->given = made;
    return give(h, d);
}

/* ---- What is to be done ---- */

typedef struct earlier {
    const char *dir;
    unsigned k;
    plan_t *plan;
    diag_t *d;
} earlier_t;

/* Marks what a piece of this task's earlier starts has. One that cannot be read, or is just being
 * renamed, is as if it were not there. */
static int mark_piece(void *ctx, const char *file)
{
    earlier_t *e = ctx;
    unsigned k;
    bool taken;
    char path[SUBMISSION_PATH];
    db_t *db;
    if (!submission_piece(file, &k, &taken) || k != e->k ||
        submission_path(path, e->dir, "%s", file))
        return 0;
    if (image_read(path, &db, &(diag_t){{0}}))
        return 0;
    int rc = 0;
    for (unsigned i = 0; rc >= 0 && i < e->plan->n; i++) {
        rc = db_has(db, e->plan->item[i].point->hash, e->d);
        e->plan->item[i].done |= rc == 1;
    }
    db_close(db);
    return rc < 0 ? rc : 0;
}

static int by_hash(const void *a, const void *b)
{
    return strcmp(a, b);
}

/* Leaves the task's points in the plan. All must be there: a program, an input or a sweep file that
 * is not what it was when the sweep was submitted gives other hashes. */
static int keep_own(plan_t *p, const submission_t *s, unsigned k, diag_t *d)
{
    char(*own)[DB_HASH] = s->hash + s->task[k].first;
    unsigned n = s->task[k].n, kept = 0;
    qsort(own, n, sizeof *own, by_hash);
    for (unsigned i = 0; i < p->n; i++)
        if (bsearch(p->item[i].point->hash, own, n, sizeof *own, by_hash))
            p->item[kept++] = p->item[i];
    p->n = kept;
    if (kept == n)
        return 0;
    return diag_at(d, s->name, 0, 0,
                   "%u of the task's %u points are not of this sweep and program: one or an input "
                   "has changed since the sweep was submitted",
                   n - kept, n);
}

/* ---- The task ---- */

static int make(hand_over_t *h, plan_t *plan, local_result_t *r, diag_t *d)
{
    unsigned cpus = environment("SLURM_CPUS_ON_NODE", MOST_CPUS, 1);
    const local_opts_t o = {.program = "/proc/self/exe",
                            .jobs = !cpus             ? 1
                                    : cpus < MAX_JOBS ? cpus
                                                      : MAX_JOBS,
                            .tick = tick,
                            .ctx = h};
    earlier_t e = {h->dir, h->k, plan, d};
    int rc = submission_files(h->dir, mark_piece, &e);
    rc = rc ? rc : db_open_memory(&h->db, d);
    rc = rc ? rc : local_run(h->db, plan, &o, r, d);
    if (h->db && r->ran + r->failed != h->given) {
        int last = give(h, rc ? &(diag_t){{0}} : d);
        rc = rc ? rc : last;
    }
    db_close(h->db);
    return rc;
}

static int run_own(const submission_t *s, unsigned k, hand_over_t *h, local_result_t *r, diag_t *d)
{
    char path[SUBMISSION_PATH];
    sweep_t sweep = {.name = ""};
    plan_t plan = {0};
    if (submission_path(path, s->dir, "sweep.yaml"))
        return diag_at(d, s->dir, 0, 0, "name too long");
    int rc = sweep_read(&sweep, path, s->quick, d);
    rc = rc ? rc : plan_make(&plan, &sweep, NULL, d);
    rc = rc ? rc : keep_own(&plan, s, k, d);
    rc = rc ? rc : make(h, &plan, r, d);
    plan_free(&plan);
    sweep_free(&sweep);
    return rc;
}

/* Says that nothing more will come. */
static int end(const hand_over_t *h, const char *message, diag_t *d)
{
    char path[SUBMISSION_PATH], text[sizeof(diag_t) + 64];
    int n = snprintf(text, sizeof text, "%u %u %s\n", h->restart, h->pieces, message);
    if (submission_path(path, h->dir, "%u.end", h->k))
        return diag_at(d, h->dir, 0, 0, "name too long");
    return file_write(path, text, (size_t)n, d);
}

/* Slurm signals every process of a task. Blocked here, SIGTERM is this process's to see to and does
 * not reach the runs, which inherit the mask. */
static void block_signals(void)
{
    sigset_t set;
    sigemptyset(&set);
    end_signals_add(&set);
    sigprocmask(SIG_BLOCK, &set, NULL);
}

int task_run(const char *dir, diag_t *d)
{
    submission_t *s;
    local_result_t r = {0};
    unsigned k = environment("SLURM_ARRAY_TASK_ID", SUBMISSION_TASKS - 1, SUBMISSION_TASKS);
    block_signals();
    int rc = submission_read(dir, &s, d);
    if (rc)
        return rc;
    hand_over_t h = {
        .dir = s->dir, .k = k, .restart = environment("SLURM_RESTART_COUNT", 1u << 30, 0)};
    if (k < s->n_tasks) {
        rc = run_own(s, k, &h, &r, d);
        fprintf(stderr, "%s, task %u: %u runs made, %u were there, %u failed\n", s->name, k, r.ran,
                r.there, r.failed);
        int said = r.signal ? 0 : end(&h, rc ? d->text : "done", d);
        rc = rc ? rc : said;
    } else {
        rc = diag_at(d, "--slurm-task", 0, 0,
                     "SLURM_ARRAY_TASK_ID is %s; expected a number below %u, from Slurm",
                     getenv("SLURM_ARRAY_TASK_ID") ? getenv("SLURM_ARRAY_TASK_ID") : "not set",
                     s->n_tasks);
    }
    submission_free(s);
    return rc ? rc : r.signal ? 128 + r.signal : 0;
}
