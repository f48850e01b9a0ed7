/* What a database must be before it is used: ours, of a version that is known, with the tables of
 * that version; and the step from an older version to this one. */
#include <errno.h>
#include <inttypes.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

#include "db/db.h"
#include "db/schema.inc"

/* A whole number that a query gives; false with a message. */
static bool number(db_t *db, const char *query, int64_t *v, diag_t *d)
{
    sqlite3_stmt *s = db_prepare(db, query, d);
    int row = s ? db_step(db, s, d) : -1;
    *v = row == 1 ? sqlite3_column_int64(s, 0) : -1;
    sqlite3_finalize(s);
    if (row == 0)
        diag_at(d, db->path, 0, 0, "%s has no answer", query);
    return row == 1;
}

/* Brings the schema up to date; the lock is taken first, so that two processes cannot both do it.
 */
static int upgrade(db_t *db, diag_t *d)
{
    char text[64];
    int rc = db_exec(db, "BEGIN IMMEDIATE", d);
    if (rc)
        return rc;
    int64_t version;
    if (!number(db, "PRAGMA user_version", &version, d))
        version = -1;
    for (; !rc && version >= 0 && version < DB_SCHEMA; version++)
        rc = db_exec(db, schema_steps[version], d);
    snprintf(text, sizeof text, "PRAGMA user_version = %d", DB_SCHEMA);
    rc = version < 0 ? -EIO : rc ? rc : db_exec(db, text, d);
    rc = rc ? rc : db_exec(db, "COMMIT", d);
    if (rc)
        db_exec(db, "ROLLBACK", &(diag_t){{0}});
    return rc;
}

/* Whoever made the file may have put queries of his own in the place of tables. */
static int check_tables(db_t *db, diag_t *d)
{
    int64_t queries;
    if (!number(db, "SELECT count(*) FROM sqlite_master WHERE type IN ('view', 'trigger')",
                &queries, d))
        return -EIO;
    return !queries ? 0
                    : diag_at(d, db->path, 0, 0,
                              "has views or triggers, which no database of lockwarp has");
}

/* Is it a file of another program? Version 1 did not say whose it was, but had these tables. */
static int check_ours(db_t *db, int64_t version, int64_t tables, diag_t *d)
{
    static const char first[] =
        "SELECT count(*) FROM sqlite_master WHERE type = 'table' AND name IN ('runs', 'settings',"
        " 'stats', 'per_pc', 'series', 'provenance', 'failures', 'sweeps', 'points', 'claims')";
    int64_t id, known;
    if (!number(db, "PRAGMA application_id", &id, d) || !number(db, first, &known, d))
        return -EIO;
    /* Whoever brings it up to date at this moment writes version and mark together: the mark may be
     * newer than the version that was read. */
    bool ours = id == DB_APPLICATION || (id == 0 && version == 1 && known == 10) ||
                (id == 0 && version == 0 && tables == 0);
    return ours ? 0 : diag_at(d, db->path, 0, 0, "no database of lockwarp sweep");
}

/* ---- The tables of a version ---- */

/* What a column is called, of the tables that a version of ours has. */
static const char columns[] =
    "SELECT m.name || '.' || c.name FROM sqlite_master m, pragma_table_info(m.name) c"
    " WHERE m.type = 'table' AND m.name IN ('runs', 'settings', 'stats', 'per_pc', 'series',"
    " 'provenance', 'failures', 'sweeps', 'points', 'claims') ORDER BY 1";

/* The next row's text, or NULL at the end and where it cannot be read. */
static const char *next_text(sqlite3_stmt *s)
{
    return s && sqlite3_step(s) == SQLITE_ROW ? (const char *)sqlite3_column_text(s, 0) : NULL;
}

/* The first column that only one of two lists has: -1 of a, 1 of b, 0 if there is none. */
static int first_difference(sqlite3_stmt *a, sqlite3_stmt *b, char *text, size_t bytes)
{
    const char *x, *y;
    do {
        x = next_text(a);
        y = next_text(b);
    } while (x && y && !strcmp(x, y));
    if (!x && !y)
        return 0;
    bool of_a = x && (!y || strcmp(x, y) < 0);
    snprintf(text, bytes, "%s", of_a ? x : y);
    return of_a ? -1 : 1;
}

/* The version is a number that anybody may change: has the file the tables that belong to it? */
static int check_columns(db_t *db, int64_t version, diag_t *d)
{
    db_t model = {.path = "a database in memory"};
    char name[160];
    int rc = sqlite3_open(":memory:", &model.sql) == SQLITE_OK ? 0 : db_failed(&model, d);
    for (int64_t i = 0; !rc && i < version; i++)
        rc = db_exec(&model, schema_steps[i], d);
    sqlite3_stmt *has = rc ? NULL : db_prepare(db, columns, d);
    sqlite3_stmt *expected = has ? db_prepare(&model, columns, d) : NULL;
    if (!expected)
        rc = rc ? rc : -EIO;
    int differs = rc ? 0 : first_difference(has, expected, name, sizeof name);
    if (differs)
        rc = diag_at(d, db->path, 0, 0,
                     "has %s column %s, which user_version %" PRId64
                     " has%s: was the schema changed by hand?",
                     differs < 0 ? "a" : "no", name, version, differs < 0 ? " not" : "");
    sqlite3_finalize(has);
    sqlite3_finalize(expected);
    sqlite3_close(model.sql);
    return rc;
}

/* 0: of this version; 1: older; or a negative errno. */
static int check_version(db_t *db, db_mode_t mode, diag_t *d)
{
    int64_t tables, version;
    if (!number(db, "SELECT count(*) FROM sqlite_master", &tables, d) ||
        !number(db, "PRAGMA user_version", &version, d))
        return -EIO;
    if (version < 0)
        return diag_at(d, db->path, 0, 0,
                       "no schema of a lockwarp has the user_version %" PRId64
                       "; expected 1 to %d: was it changed by hand?",
                       version, DB_SCHEMA);
    if (version > DB_SCHEMA)
        return diag_at(d, db->path, 0, 0,
                       "a database of schema %" PRId64 "; expected at most %d: a newer lockwarp",
                       version, DB_SCHEMA);
    int rc = check_ours(db, version, tables, d);
    rc = rc ? rc : check_tables(db, d);
    rc = rc || version == 0 ? rc : check_columns(db, version, d);
    if (!rc && version == 0 && mode == DB_READ) /* what is empty cannot be read */
        rc = diag_at(d, db->path, 0, 0, "no database of lockwarp sweep");
    return rc ? rc : version < DB_SCHEMA;
}

int db_check(db_t *db, db_mode_t mode, diag_t *d)
{
    /* All that is looked at is of one moment: another process may be making the file. */
    int rc = db_exec(db, "BEGIN", d);
    if (rc)
        return rc;
    rc = check_version(db, mode, d);
    if (db_exec(db, "COMMIT", &(diag_t){{0}}))
        db_exec(db, "ROLLBACK", &(diag_t){{0}});
    return rc == 1 && mode == DB_WRITE ? upgrade(db, d) : rc;
}

int db_sound(db_t *db, diag_t *d)
{
    sqlite3_stmt *s = db_prepare(db, "PRAGMA integrity_check(1)", d);
    int rc = s ? db_step(db, s, d) : -EIO;
    const char *text = rc == 1 ? (const char *)sqlite3_column_text(s, 0) : NULL;
    if (rc >= 0 && (!text || strcmp(text, "ok")))
        rc = diag_at(d, db->path, 0, 0, "damaged: %s", text ? text : "it cannot be checked");
    sqlite3_finalize(s);
    return rc < 0 ? rc : db_whole(db, d);
}

/* A row of a table that belongs to a row of another which is not there: its place in a sentence. */
int db_whole(db_t *db, diag_t *d)
{
    sqlite3_stmt *s = db_prepare(db, "PRAGMA foreign_key_check", d);
    int rc = s ? db_step(db, s, d) : -EIO;
    if (rc == 1) {
        const char *table = (const char *)sqlite3_column_text(s, 0);
        const char *of = (const char *)sqlite3_column_text(s, 2);
        rc = diag_at(d, db->path, 0, 0,
                     "%s has rows that belong to none of %s: were those deleted by hand, without "
                     "PRAGMA foreign_keys = ON? DELETE the rest, too",
                     table ? table : "a table", of ? of : "another");
    }
    sqlite3_finalize(s);
    return rc;
}
