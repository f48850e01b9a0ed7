/*
 * Taking in: pieces of results, ends of tasks, and what tasks that ended without a result owe.
 */
#include "sweep/collect.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "common/file.h"
#include "db/claim.h"
#include "db/image.h"
#include "sweep/queue.h"

#define TEXT_MAX ((size_t)1 << 20)

/* ---- Pieces ---- */

static int take_runs(submitter_t *m, db_t *piece, diag_t *d)
{
    sqlite3_stmt *q = db_prepare(piece, "SELECT hash FROM runs", d);
    int rc = q ? 1 : -EIO;
    while (q && (rc = db_step(piece, q, d)) == 1) {
        long i = submitter_find(m, (const char *)sqlite3_column_text(q, 0));
        if (i >= 0)
            submitter_finish(m, (unsigned)i, &m->r->ran);
    }
    sqlite3_finalize(q);
    return rc;
}

static int take_failures(submitter_t *m, db_t *piece, diag_t *d)
{
    sqlite3_stmt *q = db_prepare(piece, "SELECT hash, status, command, message FROM failures", d);
    int rc = q ? 1 : -EIO;
    while (q && (rc = db_step(piece, q, d)) == 1) {
        long i = submitter_find(m, (const char *)sqlite3_column_text(q, 0));
        if (i < 0 || m->state[i] == FINISHED)
            continue;
        submitter_clear_line(m);
        fprintf(stderr, "failed with status %d: %s\n  %s\n", sqlite3_column_int(q, 1),
                (const char *)sqlite3_column_text(q, 2), (const char *)sqlite3_column_text(q, 3));
        if (m->mine[i] && claim_drop(m->db, m->plan->item[i].point->hash, d))
            rc = -EIO;
        submitter_finish(m, (unsigned)i, &m->r->failed);
        if (rc < 0)
            break;
    }
    sqlite3_finalize(q);
    return rc < 0 ? rc : 0;
}

/* A piece that cannot be read is said, and its points will be missing; a database that cannot be
 * written ends the sweep. What is taken is renamed: the task may yet be restarted and ask what it
 * has handed over. */
static int take_piece(submitter_t *m, const submission_t *s, const char *file, diag_t *d)
{
    char path[SUBMISSION_PATH], taken[SUBMISSION_PATH];
    db_t *piece = NULL;
    diag_t why = {{0}};
    int stem = (int)strcspn(file, ".");
    if (submission_path(path, s->dir, "%s", file) ||
        submission_path(taken, s->dir, "%.*s.taken", stem, file))
        return diag_at(d, s->dir, 0, 0, "name too long");
    int rc = 0;
    if (image_read(path, &piece, &why)) {
        submitter_clear_line(m);
        fprintf(stderr, "left out: %s\n", why.text);
    } else {
        rc = image_merge(m->db, piece, d);
        rc = rc ? rc : take_runs(m, piece, d);
        rc = rc ? rc : take_failures(m, piece, d);
    }
    db_close(piece);
    if (!rc && rename(path, taken))
        rc = diag_at(d, path, 0, 0, "cannot be renamed: %s", strerror(errno));
    return rc;
}

/* ---- Tasks ---- */

typedef struct visit {
    submitter_t *m;
    submission_t *s;
    diag_t *d;
} visit_t;

/* Reads what a task says at its end. */
static void take_end(submitter_t *m, submission_t *s, unsigned k)
{
    char path[SUBMISSION_PATH], *text = NULL;
    size_t bytes;
    int at = 0;
    task_t *t = &s->task[k];
    if (submission_path(path, s->dir, "%u.end", k) ||
        file_read(path, TEXT_MAX, &text, &bytes, &(diag_t){{0}}))
        return;
    t->end_file = sscanf(text, "%u %u %n", &t->restart, &t->pieces, &at) == 2 && at;
    text[strcspn(text, "\n")] = '\0';
    if (!t->end_file || strcmp(text + at, "done")) {
        submitter_clear_line(m);
        fprintf(stderr, "task %u of %s: %s\n", k, s->name, text + at);
    }
    free(text);
}

static int visit_file(void *ctx, const char *file)
{
    visit_t *v = ctx;
    unsigned k;
    int end = 0;
    bool taken;
    if (submission_piece(file, &k, &taken))
        return taken ? 0 : take_piece(v->m, v->s, file, v->d);
    if (sscanf(file, "%u.end%n", &k, &end) == 1 && end && !file[end] && k < v->s->n_tasks &&
        !v->s->task[k].end_file)
        take_end(v->m, v->s, k);
    return 0;
}

/* The last line of a task's log. */
static void last_words(const submission_t *s, unsigned k, char *out, size_t bytes)
{
    char path[SUBMISSION_PATH], line[256];
    out[0] = '\0';
    FILE *f = submission_path(path, s->dir, "log.%u", k) ? NULL : fopen(path, "r");
    while (f && fgets(line, sizeof line, f)) {
        line[strcspn(line, "\n")] = '\0';
        if (*line)
            snprintf(out, bytes, "%s", line);
    }
    if (f)
        fclose(f);
}

static int give_up(submitter_t *m, submission_t *s, unsigned k, unsigned i, diag_t *d)
{
    const point_t *p = m->plan->item[i].point;
    const db_point_t what = {.hash = p->hash,
                             .policies = p->policies,
                             .overrides = p->overrides,
                             .input = p->input,
                             .command = p->command};
    char words[256], message[512];
    last_words(s, k, words, sizeof words);
    snprintf(message, sizeof message, "%u tasks ended without its result; the last one's log: %s",
             m->attempts[i], *words ? words : "empty");
    submitter_clear_line(m);
    fprintf(stderr, "lost: %s\n  %s\n", p->command, message);
    s->lost = true;
    submitter_finish(m, i, &m->r->failed);
    return db_store_failure(m->db, &what, SLURM_LOST, message, d);
}

/* A task that is over: its points that have no result are to be submitted again, or given up. */
static int end_task(submitter_t *m, submission_t *s, unsigned k, diag_t *d)
{
    task_t *t = &s->task[k];
    unsigned missing = 0;
    int rc = 0;
    t->ended = true;
    for (unsigned j = 0; !rc && j < t->n; j++) {
        long i = submitter_find(m, s->hash[t->first + j]);
        if (i < 0 || m->state[i] != QUEUED)
            continue;
        missing++;
        if (m->attempts[i] >= m->o->attempts)
            rc = give_up(m, s, k, (unsigned)i, d);
        else
            m->state[i] = TODO;
    }
    if (missing && !rc) {
        submitter_clear_line(m);
        fprintf(stderr, "task %u of %s ended without the results of %u of its %u points\n", k,
                s->name, missing, t->n);
    }
    return rc;
}

/* Has everything been taken in that the task's end file speaks of? A folder may show it earlier
 * than the pieces before it. */
static bool is_complete(const submission_t *s, unsigned k)
{
    const task_t *t = &s->task[k];
    char path[SUBMISSION_PATH];
    for (unsigned n = 0; t->end_file && n < t->pieces; n++)
        if (submission_path(path, s->dir, "%u-%u-%u.taken", k, t->restart, n) || access(path, F_OK))
            return false;
    return t->end_file;
}

/* Is a task over? Without an end file it is so when Slurm has not had it for a while; one that was
 * never handed in has nothing to wait for. */
static bool is_over(const submitter_t *m, submission_t *s, unsigned k)
{
    task_t *t = &s->task[k];
    if (is_complete(s, k))
        return true;
    if (t->queued) {
        t->gone = 0;
        return false;
    }
    if (!s->sent)
        return true;
    if (t->gone <= 0)
        t->gone = submitter_now();
    return submitter_now() - t->gone >= m->o->grace_s;
}

static void tell_held(submitter_t *m, submission_t *s)
{
    for (unsigned k = 0; k < s->n_tasks && !s->told_held; k++)
        if (s->task[k].held) {
            submitter_clear_line(m);
            fprintf(stderr, "task %u of %s is held; `scontrol release` lets it go on\n", k,
                    s->name);
            s->told_held = true;
        }
}

/* Takes in what a submission's tasks have brought; looked: squeue has answered. */
static int visit(submitter_t *m, submission_t *s, bool looked, diag_t *d)
{
    visit_t v = {m, s, d};
    int rc = submission_files(s->dir, visit_file, &v);
    if (rc == -ENOENT && access(s->dir, F_OK)) /* somebody has removed it */
        rc = 0;
    if (rc)
        return diag_at(d, s->dir, 0, 0, "cannot read the folder: %s", strerror(-rc)), rc;
    tell_held(m, s);
    for (unsigned k = 0; !rc && looked && k < s->n_tasks; k++)
        if (!s->task[k].ended && is_over(m, s, k))
            rc = end_task(m, s, k, d);
    return rc;
}

static bool is_through(const submission_t *s)
{
    for (unsigned k = 0; k < s->n_tasks; k++)
        if (!s->task[k].ended)
            return false;
    return true;
}

/* Of tasks that were given up the folder stays for whoever reads logs, under a name that is no
 * submission's; the next sweep removes it. */
static void drop(submitter_t *m, unsigned which)
{
    submission_t *s = m->s[which];
    char kept[SUBMISSION_PATH];
    if (s->lost && !submission_path(kept, m->root, "%s.lost", s->name)) {
        if (!rename(s->dir, kept)) {
            submitter_clear_line(m);
            fprintf(stderr, "logs of the lost points' tasks: %s\n", kept);
        }
    } else {
        submission_remove(s->dir);
    }
    submission_free(s);
    m->s[which] = m->s[--m->n];
}

/* Asks Slurm first and then looks at the folders, so that what a task that has ended left is seen.
 */
int collect(submitter_t *m, diag_t *d)
{
    diag_t why = {{0}};
    int rc = 0;
    bool looked = queue_look(m->s, m->n, &why) == 0;
    if (!looked && !m->told_outage) {
        submitter_clear_line(m);
        fprintf(stderr, "%s; trying again until it answers\n", why.text);
    }
    m->told_outage = !looked;
    if (looked)
        m->running = m->waiting = 0;
    for (unsigned i = 0; looked && i < m->n; i++)
        for (unsigned k = 0; k < m->s[i]->n_tasks; k++) {
            m->running += m->s[i]->task[k].running;
            m->waiting += m->s[i]->task[k].queued && !m->s[i]->task[k].running;
        }
    for (unsigned i = m->n; !rc && i-- > 0;) {
        rc = visit(m, m->s[i], looked, d);
        if (!rc && is_through(m->s[i]))
            drop(m, i);
    }
    return rc;
}
