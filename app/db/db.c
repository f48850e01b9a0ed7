#include "db/db.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "db/aside.h"
#include "db/name.h"
#include "db/turn.h"

enum {
    BUSY_MS = 120000, /* a writer's transaction takes milliseconds */
    TURN_MS = 5000    /* opening does, too; who keeps the turn for longer is no lockwarp */
};

/* Why the system refused; 0: it did not say. */
static int system_error(sqlite3 *sql)
{
    int err = sqlite3_system_errno(sql);
    if (!err)
        sqlite3_file_control(sql, "main", SQLITE_FCNTL_LAST_ERRNO, &err);
    return err;
}

/* What the system says, or what may have happened; "" for most. */
static const char *reason(sqlite3 *sql, int code)
{
    if (code == SQLITE_CONSTRAINT)
        return "were rows deleted by hand, without PRAGMA foreign_keys = ON? Those that belong to "
               "them are in the way";
    if (code == SQLITE_READONLY)
        return "may the file, its folder, and its -wal and -shm files if there are any, be written "
               "by you?";
    int err = code == SQLITE_CANTOPEN || code == SQLITE_IOERR ? system_error(sql) : 0;
    return err ? strerror(err) : "";
}

int db_failed(db_t *db, diag_t *d)
{
    int code = sqlite3_errcode(db->sql);
    const char *why = reason(db->sql, code);
    diag_at(d, db->path, 0, 0, "%s%s%s", sqlite3_errmsg(db->sql), *why ? "; " : "", why);
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

static int set_up(db_t *db, diag_t *d)
{
    sqlite3_busy_timeout(db->sql, BUSY_MS);
    return db_exec(db, "PRAGMA foreign_keys = ON", d);
}

static int open_to_read(db_t *db, diag_t *d)
{
    int rc = aside_connect(db, d);
    rc = rc ? rc : set_up(db, d);
    rc = rc || db->copy ? rc : db_exec(db, "PRAGMA query_only = ON", d);
    rc = rc ? rc : db_check(db, DB_READ, d);
    if (rc == 1) /* older: a copy is brought up to date in its place */
        rc = db->copy ? 0 : aside_copy(db, d);
    else
        return rc;
    return rc ? rc : db_check(db, DB_WRITE, d);
}

/* SQLite would open the file for reading, and say it when the first run is stored; of a folder
 * that may not be written it says that the file is not there. */
static int connect_to_write(db_t *db, diag_t *d)
{
    char folder[sizeof db->file];
    int flags = SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE;
    snprintf(folder, sizeof folder, "%.*s", (int)(strrchr(db->file, '/') - db->file) + 1, db->file);
    if (db->made && access(folder, W_OK | X_OK)) {
        int err = errno;
        diag_at(d, db->path, 0, 0, "cannot create: %s", strerror(err));
        return -err;
    }
    if (sqlite3_open_v2(db->file, &db->sql, flags, NULL) != SQLITE_OK)
        return db->sql ? db_failed(db, d) : -ENOMEM;
    if (sqlite3_db_readonly(db->sql, "main") != 1)
        return 0;
    diag_at(d, db->path, 0, 0, "may not be written by you; expected a database that may");
    return -EACCES;
}

static int open_to_write(db_t *db, diag_t *d)
{
    int rc = connect_to_write(db, d);
    rc = rc ? rc : set_up(db, d);
    rc = rc ? rc : db_check(db, DB_WRITE, d);
    return rc ? rc : use_wal(db, d); /* after the check: a file that is refused stays as it is */
}

/* Closes the file, and leaves nothing that is of no use to anybody. */
static void leave(db_t *db, bool made, int turn)
{
    sqlite3_close(db->sql);
    db->sql = NULL;
    if (made && turn >= 0)
        aside_discard(db->file);
    else
        aside_clean(db->file);
}

static int open_in_turn(db_t *db, diag_t *d)
{
    int turn = db_turn_take(db->file, TURN_MS);
    db->made = access(db->file, F_OK) != 0;
    int rc = open_to_write(db, d);
    if (rc)
        leave(db, db->made, turn);
    db_turn_pass(turn);
    return rc;
}

static db_t *new_db(const char *path, diag_t *d)
{
    db_t *db = calloc(1, sizeof *db);
    if (!db)
        diag_at(d, path, 0, 0, "out of memory");
    else
        snprintf(db->path, sizeof db->path, "%s", path);
    return db;
}

static int done(db_t *db, int rc, db_t **out)
{
    if (rc)
        db_close(db);
    else
        *out = db;
    return rc;
}

int db_open(const char *path, db_mode_t mode, db_t **out, diag_t *d)
{
    db_t *db = new_db(path, d);
    if (!db)
        return -ENOMEM;
    int rc = strlen(path) < sizeof db->path ? 0 : diag_at(d, path, 0, 0, "name too long");
    rc = rc ? rc : db_name(path, mode == DB_WRITE, db->file, sizeof db->file, d);
    rc = rc ? rc : mode == DB_READ ? open_to_read(db, d) : open_in_turn(db, d);
    return done(db, rc, out);
}

int db_open_bare(const char *name, db_t **out, diag_t *d)
{
    db_t *db = new_db(name, d);
    if (!db)
        return -ENOMEM;
    int rc = sqlite3_open(":memory:", &db->sql) == SQLITE_OK ? 0
             : db->sql                                       ? db_failed(db, d)
                                                             : -ENOMEM;
    rc = rc ? rc : set_up(db, d);
    return done(db, rc, out);
}

int db_open_memory(db_t **out, diag_t *d)
{
    int rc = db_open_bare("a database in memory", out, d);
    if (rc)
        return rc;
    db_t *db = *out;
    *out = NULL;
    return done(db, db_check(db, DB_WRITE, d), out);
}

void db_discard(db_t *db)
{
    if (!db)
        return;
    int turn = db->made ? db_turn_take(db->file, TURN_MS) : -1;
    leave(db, db->made, turn);
    db_turn_pass(turn);
    db_close(db);
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
