#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include "common/end_signals.h"
#include "db/claim.h"
#include "sweep/chunk.h"
#include "sweep/collect.h"
#include "sweep/queue.h"
#include "text/terminal.h"

#define BEAT_S 30.0

enum { BAR = 20 };

/* ---- What standard error is told ---- */

static void show(submitter_t *m)
{
    if (!m->o->progress)
        return;
    unsigned done = m->r->ran + m->r->there + m->r->failed;
    double left = 0;
    for (unsigned i = 0; i < m->plan->n; i++)
        if (m->state[i] != FINISHED)
            left += m->plan->item[i].seconds;
    char bar[BAR + 1];
    for (unsigned i = 0; i < BAR; i++)
        bar[i] = i * m->plan->n < done * BAR ? '#' : '-';
    bar[BAR] = 0;
    terminal_clear_line();
    fprintf(stderr,
            "[%s] %u of %u points, %u tasks running, %u waiting, %u points failed, about "
            "%.0f s left",
            bar, done, m->plan->n, m->running, m->waiting, m->r->failed,
            left / (m->running ? m->running : 1));
    fflush(stderr);
    m->shown = true;
}

/* ---- Submitting ---- */

static int keep(submitter_t *m, submission_t *s)
{
    submission_t **list = realloc(m->s, (m->n + 1) * sizeof *list);
    if (!list) {
        submission_free(s);
        return -ENOMEM;
    }
    m->s = list;
    m->s[m->n++] = s;
    return 0;
}

/* Submits items first to first + n, of which task_of counts up from 0. */
static int submit_array(submitter_t *m, const plan_item_t *const *item, const unsigned *task_of,
                        unsigned n, diag_t *d)
{
    submission_t *s;
    int rc = submission_make(m->root, m->sweep, m->o->quick, m->program, item, task_of, n, &s, d);
    if (rc)
        return rc;
    rc = queue_submit(s, &m->o->queue, d);
    if (rc) {
        submission_remove(s->dir);
        submission_free(s);
        return rc;
    }
    s->sent = true;
    for (unsigned i = 0; i < n; i++) {
        long at = item[i] - m->plan->item;
        m->state[at] = QUEUED;
        m->attempts[at]++;
    }
    return keep(m, s);
}

/* What submitting works with: arrays of as many as the plan has items. */
typedef struct round {
    const plan_item_t **item; /* to be submitted */
    unsigned *task_of, n;
    unsigned *open, n_open; /* items that are not claimed by this process */
    const char **hash;
    claim_answer_t *answer;
} round_t;

/* Claims what is not finished and nobody else has claimed, also points in an earlier submitter's
 * tasks. */
static int claim_open(submitter_t *m, round_t *t, diag_t *d)
{
    t->n_open = 0;
    for (unsigned i = 0; i < m->plan->n; i++)
        if (m->state[i] != FINISHED && !m->mine[i]) {
            t->hash[t->n_open] = m->plan->item[i].point->hash;
            t->open[t->n_open++] = i;
        }
    int rc = t->n_open ? claim_take_all(m->db, t->hash, t->answer, t->n_open, d) : 0;
    for (unsigned k = 0; !rc && k < t->n_open; k++) {
        unsigned i = t->open[k];
        m->mine[i] = t->answer[k] == CLAIM_MINE;
        if (m->state[i] != QUEUED)
            m->state[i] = m->mine[i] ? TODO : ELSEWHERE;
        if (t->answer[k] == CLAIM_DONE)
            submitter_finish(m, i, &m->r->there);
    }
    return rc;
}

static int submit_round(submitter_t *m, round_t *t, diag_t *d)
{
    int rc = claim_open(m, t, d);
    for (unsigned i = 0; !rc && i < m->plan->n; i++)
        if (m->state[i] == TODO)
            t->item[t->n++] = &m->plan->item[i];
    chunk_items(t->item, t->n, m->o->chunk_s, t->task_of);
    for (unsigned from = 0, some; !rc && from < t->n; from += some) {
        some = chunk_split(t->task_of + from, t->n - from, SUBMISSION_TASKS);
        rc = submit_array(m, t->item + from, t->task_of + from, some, d);
    }
    return rc;
}

static int submit(submitter_t *m, diag_t *d)
{
    size_t n = m->plan->n + 1;
    round_t t = {.item = calloc(n, sizeof *t.item),
                 .task_of = calloc(n, sizeof *t.task_of),
                 .open = calloc(n, sizeof *t.open),
                 .hash = calloc(n, sizeof *t.hash),
                 .answer = calloc(n, sizeof *t.answer)};
    bool there = t.item && t.task_of && t.open && t.hash && t.answer;
    int rc = there ? submit_round(m, &t, d) : -ENOMEM;
    free(t.item);
    free(t.task_of);
    free(t.open);
    free(t.hash);
    free(t.answer);
    return rc;
}

/* ---- The work folder ---- */

static int make_folder(submitter_t *m, diag_t *d)
{
    char name[sizeof m->sweep->name], path[SUBMISSION_PATH];
    submission_plain(m->sweep->name, name, sizeof name);
    if (mkdir(m->o->folder, 0777) && errno != EEXIST)
        return diag_at(d, m->o->folder, 0, 0, "cannot make the folder: %s", strerror(errno));
    if (submission_path(path, m->o->folder, "%s", name))
        return diag_at(d, m->o->folder, 0, 0, "name too long");
    if (mkdir(path, 0777) && errno != EEXIST)
        return diag_at(d, path, 0, 0, "cannot make the folder: %s", strerror(errno));
    char *whole = realpath(path, NULL);
    int rc = whole && strlen(whole) + 2 * SUBMISSION_NAME < sizeof m->root
                 ? 0
                 : diag_at(d, path, 0, 0, "cannot be used: no such folder, or too long a name");
    if (!rc)
        strcpy(m->root, whole);
    free(whole);
    return rc;
}

/* One submitter a folder. Where the file system knows no locks, nobody is kept out. */
static int lock_folder(submitter_t *m, diag_t *d)
{
    char path[SUBMISSION_PATH];
    if (submission_path(path, m->root, "lock"))
        return diag_at(d, m->root, 0, 0, "name too long");
    m->lock = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0666);
    if (m->lock < 0)
        return diag_at(d, path, 0, 0, "cannot open: %s", strerror(errno));
    if (flock(m->lock, LOCK_EX | LOCK_NB) && errno == EWOULDBLOCK)
        return diag_at(d, m->root, 0, 0,
                       "another process is submitting this sweep from here; wait for it, or use "
                       "another --slurm-dir");
    return 0;
}

typedef struct visit {
    submitter_t *m;
    diag_t *d;
} visit_t;

/* Takes up an earlier submitter's array, or removes what is none. */
static int visit_folder(void *ctx, const char *file)
{
    visit_t *v = ctx;
    submission_t *s;
    char path[SUBMISSION_PATH];
    diag_t why = {{0}};
    const char *dot = strrchr(file, '.');
    if (strncmp(file, "lockwarp-", 9) || submission_path(path, v->m->root, "%s", file))
        return 0;
    if (dot && (!strcmp(dot, ".tmp") || !strcmp(dot, ".lost"))) {
        submission_remove(path);
        return 0;
    }
    if (submission_read(path, &s, &why)) {
        fprintf(stderr, "left out: %s\n", why.text);
        return 0;
    }
    int rc = keep(v->m, s);
    for (unsigned i = 0; !rc && i < s->n_points; i++) {
        long at = submitter_find(v->m, s->hash[i]);
        if (at >= 0 && v->m->state[at] != FINISHED) {
            v->m->state[at] = QUEUED;
            v->m->attempts[at]++;
        }
    }
    return rc;
}

static int take_up(submitter_t *m, diag_t *d)
{
    visit_t v = {.m = m, .d = d};
    int rc = submission_files(m->root, visit_folder, &v);
    return rc ? diag_at(d, m->root, 0, 0, "cannot read the folder: %s", strerror(-rc)), rc : 0;
}

static int find_program(submitter_t *m, diag_t *d)
{
    ssize_t n = readlink("/proc/self/exe", m->program, sizeof m->program - 1);
    if (n < 0 || access(m->program, X_OK))
        return diag_at(d, n < 0 ? "/proc/self/exe" : m->program, 0, 0,
                       "the program is not where it was; the tasks would not find it");
    return 0;
}

/* ---- The loop ---- */

static bool all_finished(const submitter_t *m)
{
    for (unsigned i = 0; i < m->plan->n; i++)
        if (m->state[i] != FINISHED)
            return false;
    return true;
}

static void block_signals(submitter_t *m)
{
    sigset_t events;
    sigemptyset(&events);
    end_signals_add(&events);
    sigprocmask(SIG_BLOCK, &events, &m->old);
}

/* Until it is time to look again, or a signal comes. */
static int wait_event(submitter_t *m, diag_t *d)
{
    sigset_t events;
    const struct timespec t = {.tv_sec = (time_t)m->o->poll_s,
                               .tv_nsec =
                                   (long)(1e9 * (m->o->poll_s - (double)(time_t)m->o->poll_s))};
    sigemptyset(&events);
    end_signals_add(&events);
    int signal = sigtimedwait(&events, NULL, &t);
    if (signal > 0)
        m->r->signal = signal;
    if (submitter_now() - m->beat < BEAT_S)
        return 0;
    m->beat = submitter_now();
    return claim_beat(m->db, d);
}

static int loop(submitter_t *m, diag_t *d)
{
    int rc = 0;
    for (;;) {
        rc = collect(m, d);
        rc = rc ? rc : submit(m, d);
        if (rc || all_finished(m))
            return rc;
        show(m);
        rc = wait_event(m, d);
        if (rc || m->r->signal)
            return rc;
    }
}

/* Takes back the claims and says what Slurm still has. */
static void leave(submitter_t *m)
{
    unsigned tasks = 0;
    claim_drop_all(m->db, &(diag_t){{0}});
    submitter_clear_line(m);
    for (unsigned i = 0; i < m->n; i++)
        for (unsigned k = 0; k < m->s[i]->n_tasks; k++)
            tasks += !m->s[i]->task[k].ended;
    if (!tasks || all_finished(m))
        return;
    fprintf(stderr,
            "%u tasks stay with Slurm; the same sweep takes in their results. To end them: scancel "
            "--name=",
            tasks);
    for (unsigned i = 0; i < m->n; i++)
        fprintf(stderr, "%s%s", i ? "," : "", m->s[i]->name);
    putc('\n', stderr);
}

static int prepare(submitter_t *m, diag_t *d)
{
    const plan_t *p = m->plan;
    size_t n = p->n ? p->n : 1;
    m->state = calloc(n, sizeof *m->state);
    m->mine = calloc(n, sizeof *m->mine);
    m->attempts = calloc(n, sizeof *m->attempts);
    m->order = calloc(n, sizeof *m->order);
    if (!m->state || !m->mine || !m->attempts || !m->order)
        return diag_at(d, "sweep", 0, 0, "out of memory"), -ENOMEM;
    for (unsigned i = 0; i < p->n; i++) {
        m->state[i] = p->item[i].done ? FINISHED : TODO;
        m->r->there += p->item[i].done;
    }
    submitter_order(m);
    int rc = find_program(m, d);
    rc = rc ? rc : make_folder(m, d);
    rc = rc ? rc : lock_folder(m, d);
    return rc ? rc : take_up(m, d);
}

int slurm_run(db_t *db, const sweep_t *s, const plan_t *p, const slurm_opts_t *o, local_result_t *r,
              diag_t *d)
{
    submitter_t *m = calloc(1, sizeof *m);
    *r = (local_result_t){0};
    if (!m)
        return diag_at(d, "sweep", 0, 0, "out of memory"), -ENOMEM;
    *m = (submitter_t){
        .db = db, .sweep = s, .plan = p, .o = o, .r = r, .beat = submitter_now(), .lock = -1};
    block_signals(m);
    int rc = prepare(m, d);
    if (!rc)
        rc = loop(m, d);
    if (rc == -ENOMEM)
        diag_at(d, "sweep", 0, 0, "out of memory");
    if (m->mine)
        leave(m);
    sigprocmask(SIG_SETMASK, &m->old, NULL);
    for (unsigned i = 0; i < m->n; i++)
        submission_free(m->s[i]);
    free(m->s);
    free(m->state);
    free(m->mine);
    free(m->attempts);
    free(m->order);
    if (m->lock >= 0)
        close(m->lock);
    free(m);
    return rc;
}
