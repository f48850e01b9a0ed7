#include "db/db.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "db/schema.inc"
#include "db/turn.h"

enum { BUSY_MS = 120000 }; /* a writer's transaction takes milliseconds */

int db_failed(db_t *db, diag_t *d)
{
    int code = sqlite3_errcode(db->sql);
    diag_at(d, db->path, 0, 0, "%s%s", sqlite3_errmsg(db->sql),
            code == SQLITE_CONSTRAINT ? "; were rows deleted by hand, without PRAGMA foreign_keys "
                                        "= ON? Those that belong to them are in the way"
                                      : "");
    return code == SQLITE_FULL ? -ENOSPC : code == SQLITE_NOMEM ? -ENOMEM : -EIO;
}

int db_exec(db_t *db, const char *text, diag_t *d)
{
    return sqlite3_exec(db->sql, text, NULL, NULL, NULL) == SQLITE_OK ? 0 : db_failed(db, d);
}

sqlite3_stmt *db_prepare(db_t *db, const char *text, diag_t *d)
{
    sqlite3_stmt *s = NULL;
    if (sqlite3_prepare_v2(db->sql, text, -1, &s, NULL) != SQLITE_OK)
        db_failed(db, d);
    return s;
}

int db_step(db_t *db, sqlite3_stmt *s, diag_t *d)
{
    int rc = sqlite3_step(s);
    return rc == SQLITE_ROW ? 1 : rc == SQLITE_DONE ? 0 : db_failed(db, d);
}

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
    if (!rc && version == 0 && mode == DB_READ)
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

/* Puts a copy in memory, brought up to date, in place of an older file that is only read. */
static int take_copy(db_t *db, diag_t *d)
{
    sqlite3 *file = db->sql, *copy = NULL;
    sqlite3_backup *b = NULL;
    if (sqlite3_open(":memory:", &copy) == SQLITE_OK)
        b = sqlite3_backup_init(copy, "main", file, "main");
    int rc = b ? sqlite3_backup_step(b, -1) : SQLITE_NOMEM;
    sqlite3_backup_finish(b);
    sqlite3_close(file);
    db->sql = copy;
    db->copy = true;
    if (rc != SQLITE_DONE) {
        diag_at(d, db->path, 0, 0, "cannot be copied: %s", sqlite3_errstr(rc));
        return -EIO;
    }
    return db_check(db, DB_WRITE, d);
}

static int connect_to(db_t *db, const char *name, int flags, diag_t *d)
{
    if (sqlite3_open_v2(name, &db->sql, flags, NULL) == SQLITE_OK)
        return 0;
    return db->sql ? db_failed(db, d) : -ENOMEM;
}

/* "file:PATH?immutable=1", in which SQLite takes what is not plain as %XX. */
static void immutable_name(const char *path, char *out)
{
    static const char plain[] =
        "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-./";
    out += sprintf(out, "file:");
    for (; *path; path++)
        out += sprintf(out, strchr(plain, *path) ? "%c" : "%%%02X", (unsigned char)*path);
    strcpy(out, "?immutable=1");
}

/* A file in a folder that cannot be written, where SQLite finds no place for its -shm file. Nobody
 * else writes it then; but what stands in a -wal file beside it could not be seen. */
static int make_readable(db_t *db, diag_t *d)
{
    char name[3 * sizeof db->path + 32];
    struct stat st;
    if (sqlite3_exec(db->sql, "SELECT 1 FROM sqlite_master", NULL, NULL, NULL) == SQLITE_OK ||
        (sqlite3_errcode(db->sql) != SQLITE_CANTOPEN &&
         sqlite3_errcode(db->sql) != SQLITE_READONLY) ||
        stat(db->path, &st))
        return 0; /* readable, or what comes next says why not */
    snprintf(name, sizeof name, "%s-wal", db->path);
    if (stat(name, &st) == 0 && st.st_size)
        return diag_at(d, db->path, 0, 0,
                       "holds runs in its -wal file, which a folder that cannot be written keeps "
                       "from being read; expected both copied to another");
    sqlite3_close(db->sql);
    db->sql = NULL;
    immutable_name(db->path, name);
    db->copy = true;
    return connect_to(db, name, SQLITE_OPEN_READONLY | SQLITE_OPEN_URI, d);
}

/* Another connection that opens or leaves the file makes SQLite answer BUSY to this at once,
 * whatever the busy timeout: asked again for as long. */
static int use_wal(db_t *db, diag_t *d)
{
    enum { PAUSE_MS = 5 };
    int waited = 0, rc;
    while ((rc = sqlite3_exec(db->sql, "PRAGMA journal_mode = WAL", NULL, NULL, NULL)) ==
               SQLITE_BUSY &&
           waited < BUSY_MS)
        waited += sqlite3_sleep(PAUSE_MS);
    return rc == SQLITE_OK ? 0 : db_failed(db, d);
}

static int open_in_turn(db_t *db, db_mode_t mode, diag_t *d)
{
    /* Also to read it is opened for writing where that is allowed: who may only read leaves -wal
     * and -shm files behind, which nobody else takes away. */
    int flags = SQLITE_OPEN_READWRITE | (mode == DB_READ ? 0 : SQLITE_OPEN_CREATE);
    int rc = connect_to(db, db->path, flags, d);
    if (!rc && mode == DB_READ)
        rc = make_readable(db, d);
    if (!rc) {
        sqlite3_busy_timeout(db->sql, BUSY_MS);
        rc = db_exec(db, "PRAGMA foreign_keys = ON", d);
    }
    if (!rc && mode == DB_READ)
        rc = db_exec(db, "PRAGMA query_only = ON", d);
    if (!rc)
        rc = db_check(db, mode, d);
    if (rc == 1)
        rc = take_copy(db, d);
    if (!rc && mode == DB_WRITE) /* after the check: a file that is refused stays as it is */
        rc = use_wal(db, d);
    return rc;
}

/* Takes away the file of a database that could not be made: nothing stands in it. */
static void remove_empty(db_t *db)
{
    struct stat st;
    sqlite3_close(db->sql);
    db->sql = NULL;
    if (stat(db->path, &st) == 0 && S_ISREG(st.st_mode) && st.st_size == 0)
        unlink(db->path);
}

int db_open(const char *path, db_mode_t mode, db_t **out, diag_t *d)
{
    db_t *db = calloc(1, sizeof *db);
    if (!db)
        return diag_at(d, path, 0, 0, "out of memory"), -ENOMEM;
    int rc = strlen(path) < sizeof db->path ? 0 : diag_at(d, path, 0, 0, "name too long");
    if (!rc) {
        strcpy(db->path, path);
        bool new = mode == DB_WRITE &&access(path, F_OK);
        int turn = mode == DB_WRITE && strcmp(path, ":memory:") ? db_turn_take(path, BUSY_MS) : -1;
        rc = open_in_turn(db, mode, d);
        if (rc && new)
            remove_empty(db);
        db_turn_pass(turn);
    }
    if (rc) {
        db_close(db);
        return rc;
    }
    *out = db;
    return 0;
}

void db_close(db_t *db)
{
    if (!db)
        return;
    sqlite3_close(db->sql);
    free(db);
}

int db_in_place(db_t *db, diag_t *d)
{
    int moved = 0;
    if (sqlite3_file_control(db->sql, "main", SQLITE_FCNTL_HAS_MOVED, &moved) != SQLITE_OK ||
        !moved)
        return 0; /* also in memory */
    diag_at(d, db->path, 0, 0,
            "was removed or replaced while it was in use; what was stored in it since is lost");
    return -ESTALE;
}

int db_sound(db_t *db, diag_t *d)
{
    sqlite3_stmt *s = db_prepare(db, "PRAGMA quick_check(1)", d);
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

int db_has(db_t *db, const char *hash, diag_t *d)
{
    sqlite3_stmt *s = db_prepare(db, "SELECT 1 FROM runs WHERE hash = ?", d);
    if (!s)
        return -EIO;
    sqlite3_bind_text(s, 1, hash, -1, SQLITE_STATIC);
    int rc = db_step(db, s, d);
    sqlite3_finalize(s);
    return rc;
}
