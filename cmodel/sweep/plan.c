#include "sweep/plan.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#define SECONDS_PER_INST 1e-6 /* where nothing was measured yet */

static int by_hash(const void *a, const void *b)
{
    const plan_item_t *x = a, *y = b;
    int order = strcmp(x->point->hash, y->point->hash);
    return order ? order : (x->point > y->point) - (x->point < y->point);
}

/* Longest first; equally long in the file's order. */
static int by_time(const void *a, const void *b)
{
    const plan_item_t *x = a, *y = b;
    if (x->seconds != y->seconds)
        return x->seconds < y->seconds ? 1 : -1;
    return (x->point > y->point) - (x->point < y->point);
}

static void keep_distinct(plan_t *p)
{
    unsigned n = 0;
    qsort(p->item, p->n, sizeof *p->item, by_hash);
    for (unsigned i = 0; i < p->n; i++)
        if (!n || strcmp(p->item[n - 1].point->hash, p->item[i].point->hash))
            p->item[n++] = p->item[i];
    p->n = n;
}

/* Seconds a warp instruction, by the first of the three that is known; 0: none. */
static int measured_rate(db_t *db, sqlite3_stmt *q, const point_t *p, double *rate, diag_t *d)
{
    *rate = 0;
    sqlite3_bind_text(q, 1, p->workload, -1, SQLITE_STATIC);
    sqlite3_bind_text(q, 2, p->scale, -1, SQLITE_STATIC);
    int rc = db_step(db, q, d);
    for (int i = 0; rc == 1 && i < 3; i++)
        if (*rate <= 0)
            *rate = sqlite3_column_double(q, i);
    sqlite3_reset(q);
    return rc < 0 ? rc : 0;
}

static int ask(plan_t *p, db_t *db, diag_t *d)
{
    static const char text[] =
        "SELECT avg(CASE WHEN workload = ?1 AND scale = ?2 THEN s END),"
        " avg(CASE WHEN workload = ?1 THEN s END), avg(s) FROM (SELECT r.workload, r.scale,"
        " v.cpu_s / r.warp_instructions AS s FROM runs r JOIN provenance v ON v.run = r.id"
        " WHERE r.warp_instructions > 0)";
    sqlite3_stmt *q = db_prepare(db, text, d);
    int rc = q ? 0 : -EIO;
    for (unsigned i = 0; !rc && i < p->n; i++) {
        plan_item_t *x = &p->item[i];
        double rate;
        int there = db_has(db, x->point->hash, d);
        rc = there < 0 ? there : measured_rate(db, q, x->point, &rate, d);
        if (rc)
            break;
        x->done = there == 1;
        if (rate > 0)
            x->seconds = rate * (double)x->point->warp_inst;
    }
    sqlite3_finalize(q);
    return rc;
}

int plan_make(plan_t *p, const sweep_t *s, db_t *db, diag_t *d)
{
    *p = (plan_t){.n = s->n, .item = calloc(s->n ? s->n : 1, sizeof *p->item)};
    if (!p->item)
        return diag_at(d, s->file, 0, 0, "out of memory"), -ENOMEM;
    for (unsigned i = 0; i < s->n; i++)
        p->item[i] = (plan_item_t){.point = &s->point[i],
                                   .seconds = SECONDS_PER_INST * (double)s->point[i].warp_inst};
    keep_distinct(p);
    int rc = db ? ask(p, db, d) : 0;
    qsort(p->item, p->n, sizeof *p->item, by_time);
    return rc;
}

void plan_free(plan_t *p)
{
    free(p->item);
    *p = (plan_t){0};
}

/* ---- Its place in the database ---- */

static int register_sweep(db_t *db, const sweep_t *s, bool quick, diag_t *d)
{
    sqlite3_stmt *q = db_prepare(db, "INSERT OR REPLACE INTO sweeps VALUES (?, ?, ?, ?)", d);
    if (!q)
        return -EIO;
    sqlite3_bind_text(q, 1, s->name, -1, SQLITE_STATIC);
    sqlite3_bind_text(q, 2, s->doc, -1, SQLITE_STATIC);
    sqlite3_bind_text(q, 3, s->file, -1, SQLITE_STATIC);
    sqlite3_bind_int(q, 4, quick);
    int rc = db_step(db, q, d);
    sqlite3_finalize(q);
    return rc;
}

static int register_points(db_t *db, const sweep_t *s, diag_t *d)
{
    sqlite3_stmt *q = db_prepare(db, "INSERT INTO points VALUES (?, ?, ?, ?)", d);
    int rc = q ? 0 : -EIO;
    for (unsigned i = 0; !rc && i < s->n; i++) {
        sqlite3_bind_text(q, 1, s->name, -1, SQLITE_STATIC);
        sqlite3_bind_int64(q, 2, i + 1);
        sqlite3_bind_text(q, 3, s->point[i].hash, -1, SQLITE_STATIC);
        sqlite3_bind_text(q, 4, s->point[i].series, -1, SQLITE_STATIC);
        rc = db_step(db, q, d);
        sqlite3_reset(q);
    }
    sqlite3_finalize(q);
    return rc;
}

/* Are they two files? One that is not there, moved or of another machine, is no second. */
static bool two_files(const char *a, const char *b)
{
    struct stat x, y;
    return !stat(a, &x) && !stat(b, &y) && (x.st_dev != y.st_dev || x.st_ino != y.st_ino);
}

/* May the sweep take its name? 1: no, the full form keeps it. */
static int check_name(db_t *db, const sweep_t *s, bool quick, diag_t *d)
{
    sqlite3_stmt *q =
        db_prepare(db,
                   "SELECT file, quick = 0 AND EXISTS (SELECT 1 FROM points JOIN runs USING (hash)"
                   " WHERE sweep = name) FROM sweeps WHERE name = ?",
                   d);
    if (!q)
        return -EIO;
    sqlite3_bind_text(q, 1, s->name, -1, SQLITE_STATIC);
    int rc = db_step(db, q, d);
    if (rc == 1) {
        const char *file = (const char *)sqlite3_column_text(q, 0);
        rc = quick && sqlite3_column_int(q, 1);
        if (two_files(file, s->file))
            rc = diag_at(d, s->file, 0, 0,
                         "the database has sweep \"%s\" of %s; expected a file of another name, or "
                         "another database",
                         s->name, file);
    }
    sqlite3_finalize(q);
    return rc;
}

int plan_register(db_t *db, const sweep_t *s, bool quick, diag_t *d)
{
    int rc = db_exec(db, "BEGIN IMMEDIATE", d);
    if (rc)
        return rc;
    int full = check_name(db, s, quick, d);
    rc = full ? (full < 0 ? full : 0)
              : register_sweep(db, s, quick, d); /* replaces the row, and with it the points */
    rc = rc || full ? rc : register_points(db, s, d);
    rc = rc ? rc : db_exec(db, "COMMIT", d);
    if (rc)
        db_exec(db, "ROLLBACK", &(diag_t){{0}});
    return rc ? rc : full;
}
