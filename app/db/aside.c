#include "db/aside.h"

#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { TRIES = 20, PAUSE_MS = 50 };

static off_t size_beside(const char *file, const char *end)
{
    char name[PATH_MAX + 16];
    struct stat st;
    snprintf(name, sizeof name, "%s%s", file, end);
    return stat(name, &st) ? 0 : st.st_size;
}

static void remove_beside(const char *file, const char *end)
{
    char name[PATH_MAX + 16];
    snprintf(name, sizeof name, "%s%s", file, end);
    unlink(name);
}

static int probe(sqlite3 *sql)
{
    return sql ? sqlite3_exec(sql, "SELECT 1 FROM sqlite_master", NULL, NULL, NULL) : SQLITE_NOMEM;
}

static int connect_to(db_t *db, const char *name, int flags, diag_t *d)
{
    sqlite3_close(db->sql);
    db->sql = NULL;
    if (sqlite3_open_v2(name, &db->sql, flags, NULL) == SQLITE_OK)
        return 0;
    return db->sql ? db_failed(db, d) : -ENOMEM;
}

/* "file:PATH?OPTION=1", in which SQLite takes what is not plain as %XX. */
static int connect_with(db_t *db, const char *option, diag_t *d)
{
    static const char plain[] =
        "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-./";
    char name[3 * sizeof db->file + 64], *to = name + sprintf(name, "file:");
    for (const char *at = db->file; *at; at++)
        to += sprintf(to, strchr(plain, *at) ? "%c" : "%%%02X", (unsigned char)*at);
    sprintf(to, "?%s=1", option);
    return connect_to(db, name, SQLITE_OPEN_READONLY | SQLITE_OPEN_URI, d);
}

int aside_copy(db_t *db, diag_t *d)
{
    sqlite3 *copy = NULL;
    sqlite3_backup *b = NULL;
    if (sqlite3_open(":memory:", &copy) == SQLITE_OK)
        b = sqlite3_backup_init(copy, "main", db->sql, "main");
    int rc = b ? sqlite3_backup_step(b, -1) : SQLITE_NOMEM;
    sqlite3_backup_finish(b);
    sqlite3_close(db->sql);
    db->sql = copy;
    db->copy = true;
    if (rc == SQLITE_DONE)
        return 0;
    diag_at(d, db->path, 0, 0, "cannot be copied: %s", sqlite3_errstr(rc));
    return rc == SQLITE_NOMEM ? -ENOMEM : -EIO;
}

/* ---- A file that is not ours to write ---- */

static bool in_use(const db_t *db)
{
    return size_beside(db->file, "-wal") > 0 || size_beside(db->file, "-journal") > 0;
}

static bool same_content(const struct stat *a, const struct stat *b)
{
    return a->st_dev == b->st_dev && a->st_ino == b->st_ino && a->st_size == b->st_size &&
           a->st_mtim.tv_sec == b->st_mtim.tv_sec && a->st_mtim.tv_nsec == b->st_mtim.tv_nsec;
}

/* Copies the file without a lock. 1: it was written meanwhile. */
static int copy_unlocked(db_t *db, diag_t *d)
{
    struct stat before, after;
    diag_t why = {{0}};
    if (stat(db->file, &before)) {
        diag_at(d, db->path, 0, 0, "cannot open: %s", strerror(errno));
        return -EIO;
    }
    int rc = connect_with(db, "immutable", d);
    if (rc)
        return rc;
    rc = aside_copy(db, &why);
    if (stat(db->file, &after) || !same_content(&before, &after) || in_use(db))
        return 1;
    if (rc && !d->text[0])
        *d = why;
    return rc;
}

/* The owner's -shm file is used where there is one; none of ours is made, which would keep the
 * owner out. */
static int copy_with_wal(db_t *db, diag_t *d)
{
    int rc = connect_with(db, "readonly_shm", d);
    if (rc)
        return rc;
    sqlite3_busy_timeout(db->sql, TRIES * PAUSE_MS);
    if (probe(db->sql) == SQLITE_OK)
        return aside_copy(db, d);
    return diag_at(d, db->path, 0, 0,
                   "holds runs in its %s file, which cannot be read here by whoever may not write "
                   "it; expected both copied to another folder",
                   size_beside(db->file, "-wal") > 0 ? "-wal" : "-journal");
}

static int read_of_others(db_t *db, diag_t *d)
{
    for (unsigned i = 0; i < TRIES; i++) {
        if (in_use(db))
            return copy_with_wal(db, d);
        int rc = copy_unlocked(db, d);
        if (rc <= 0)
            return rc;
        sqlite3_sleep(PAUSE_MS);
    }
    return diag_at(d, db->path, 0, 0, "is written again and again while it is read; try later");
}

/* ---- A full disk ---- */

/* A connection that nobody shares needs no -shm file. BUSY: somebody uses the database. */
static int connect_alone(sqlite3 **sql, const char *file)
{
    int rc = sqlite3_open_v2(file, sql, SQLITE_OPEN_READWRITE, NULL);
    rc = rc ? rc : sqlite3_exec(*sql, "PRAGMA locking_mode = EXCLUSIVE", NULL, NULL, NULL);
    rc = rc ? rc : probe(*sql);
    rc = rc ? rc : sqlite3_exec(*sql, "BEGIN EXCLUSIVE", NULL, NULL, NULL);
    if (!rc && access(file, F_OK) == 0) /* what a connection without room has left */
        remove_beside(file, "-shm");
    return rc;
}

static int copy_alone(db_t *db, diag_t *d)
{
    sqlite3_close(db->sql);
    db->sql = NULL;
    for (unsigned i = 0; i < TRIES; i++) {
        int rc = connect_alone(&db->sql, db->file);
        if (rc != SQLITE_BUSY)
            break;
        sqlite3_close(db->sql);
        db->sql = NULL;
        sqlite3_sleep(PAUSE_MS);
    }
    if (!db->sql)
        return diag_at(d, db->path, 0, 0, "is in use, and there is no room to share it");
    if (sqlite3_errcode(db->sql) != SQLITE_OK)
        return db_failed(db, d);
    sqlite3_exec(db->sql, "COMMIT", NULL, NULL, NULL);
    return aside_copy(db, d);
}

/* Whoever uses a -shm file has made it this long; a shorter one found no room. */
static bool has_stub(const char *file)
{
    enum { INDEX_BYTES = 32768 };
    char name[PATH_MAX + 16];
    struct stat st;
    snprintf(name, sizeof name, "%s-shm", file);
    return stat(name, &st) == 0 && st.st_size < INDEX_BYTES;
}

void aside_clean(const char *file)
{
    sqlite3 *sql = NULL;
    if (has_stub(file) && access(file, F_OK) == 0 && connect_alone(&sql, file) == 0)
        sqlite3_exec(sql, "COMMIT", NULL, NULL, NULL);
    sqlite3_close(sql);
}

/* ---- */

int aside_connect(db_t *db, diag_t *d)
{
    /* For writing where that is allowed: who may only read leaves -wal and -shm files behind. */
    int rc = connect_to(db, db->file, SQLITE_OPEN_READWRITE, d);
    if (rc || sqlite3_db_readonly(db->sql, "main") == 1)
        return rc ? rc : read_of_others(db, d);
    switch (probe(db->sql)) {
    case SQLITE_CANTOPEN: /* a folder that may not be written */
    case SQLITE_READONLY:
        return read_of_others(db, d);
    case SQLITE_IOERR:
    case SQLITE_FULL:
        return copy_alone(db, d);
    default: /* readable, or what comes next says why not */
        return 0;
    }
}

static bool has_rows(sqlite3 *sql)
{
    static const char rows[] = "SELECT 1 FROM runs UNION ALL SELECT 1 FROM failures UNION ALL"
                               " SELECT 1 FROM sweeps UNION ALL SELECT 1 FROM points UNION ALL"
                               " SELECT 1 FROM claims";
    sqlite3_stmt *q = NULL;
    bool none = sqlite3_prepare_v2(sql, "SELECT 1 FROM sqlite_master", -1, &q, NULL) == SQLITE_OK &&
                sqlite3_step(q) == SQLITE_DONE;
    sqlite3_finalize(q);
    q = NULL;
    if (!none)
        none = sqlite3_prepare_v2(sql, rows, -1, &q, NULL) == SQLITE_OK &&
               sqlite3_step(q) == SQLITE_DONE;
    sqlite3_finalize(q);
    return !none;
}

void aside_discard(const char *file)
{
    static const char *const ends[] = {"-wal", "-shm", "-journal", ""};
    struct stat st;
    sqlite3 *sql = NULL;
    if (stat(file, &st))
        return;
    if (st.st_size == 0) /* to lock it SQLite would have to write */
        unlink(file);
    else if (connect_alone(&sql, file) == 0 && !has_rows(sql))
        for (unsigned i = 0; i < sizeof ends / sizeof *ends; i++)
            remove_beside(file, ends[i]);
    sqlite3_close(sql);
}
