/* A sweep's place in the database. */
#include <errno.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#include "sweep/plan.h"

static int register_sweep(db_t *db, const sweep_t *s, bool quick, diag_t *d)
{
    sqlite3_stmt *q = db_prepare(db,
                                 "INSERT OR REPLACE INTO sweeps (name, doc, file, quick, folder,"
                                 " db) VALUES (?, ?, ?, ?, ?, ?)",
                                 d);
    if (!q)
        return -EIO;
    char *folder = getcwd(NULL, 0); /* NULL: removed; not recorded */
    sqlite3_bind_text(q, 1, s->name, -1, SQLITE_STATIC);
    sqlite3_bind_text(q, 2, s->doc, -1, SQLITE_STATIC);
    sqlite3_bind_text(q, 3, s->file, -1, SQLITE_STATIC);
    sqlite3_bind_int(q, 4, quick);
    sqlite3_bind_text(q, 5, folder, -1, SQLITE_STATIC);
    sqlite3_bind_text(q, 6, db->path, -1, SQLITE_STATIC);
    int rc = db_step(db, q, d);
    sqlite3_finalize(q);
    free(folder);
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
                   "SELECT CASE WHEN file LIKE '/%' THEN '' ELSE coalesce(folder || '/', '') END"
                   " || file, quick = 0 AND EXISTS (SELECT 1 FROM points JOIN runs USING (hash)"
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
