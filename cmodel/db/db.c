#include "db/db.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "db/schema.inc"

enum { BUSY_MS = 120000 }; /* a writer's transaction takes milliseconds */

int db_failed(db_t *db, diag_t *d)
{
    int code = sqlite3_errcode(db->sql);
    diag_at(d, db->path, 0, 0, "%s", sqlite3_errmsg(db->sql));
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

/* A whole number that a query gives, or -1 with a message. */
static int64_t number(db_t *db, const char *query, diag_t *d)
{
    sqlite3_stmt *s = db_prepare(db, query, d);
    int64_t v = s && db_step(db, s, d) == 1 ? sqlite3_column_int64(s, 0) : -1;
    sqlite3_finalize(s);
    return v;
}

/* Brings the schema up to date; the lock is taken first, so that two processes cannot both do it.
 */
static int upgrade(db_t *db, diag_t *d)
{
    char text[64];
    int rc = db_exec(db, "BEGIN IMMEDIATE", d);
    if (rc)
        return rc;
    int64_t version = number(db, "PRAGMA user_version", d);
    for (; !rc && version >= 0 && version < DB_SCHEMA; version++)
        rc = db_exec(db, schema_steps[version], d);
    snprintf(text, sizeof text, "PRAGMA user_version = %d", DB_SCHEMA);
    rc = version < 0 ? -EIO : rc ? rc : db_exec(db, text, d);
    rc = rc ? rc : db_exec(db, "COMMIT", d);
    if (rc)
        db_exec(db, "ROLLBACK", &(diag_t){{0}});
    return rc;
}

int db_check(db_t *db, db_mode_t mode, diag_t *d)
{
    int64_t version = number(db, "PRAGMA user_version", d);
    int64_t tables = version < 0 ? -1 : number(db, "SELECT count(*) FROM sqlite_master", d);
    if (tables < 0)
        return -EIO;
    if (version > DB_SCHEMA)
        return diag_at(d, db->path, 0, 0,
                       "a database of schema %" PRId64 "; expected at most %d: a newer lockwarp",
                       version, DB_SCHEMA);
    if (version == 0 && (tables || mode == DB_READ))
        return diag_at(d, db->path, 0, 0, "no database of lockwarp sweep");
    if (version == DB_SCHEMA)
        return 0;
    if (mode == DB_READ)
        return diag_at(d, db->path, 0, 0,
                       "a database of schema %" PRId64 "; expected %d: any `lockwarp sweep --db` "
                       "brings it up to date",
                       version, DB_SCHEMA);
    return upgrade(db, d);
}

int db_open(const char *path, db_mode_t mode, db_t **out, diag_t *d)
{
    db_t *db = calloc(1, sizeof *db);
    if (!db)
        return diag_at(d, path, 0, 0, "out of memory"), -ENOMEM;
    int flags = mode == DB_READ ? SQLITE_OPEN_READONLY : SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE;
    int rc = 0;
    if (strlen(path) >= sizeof db->path) {
        rc = diag_at(d, path, 0, 0, "name too long");
    } else {
        strcpy(db->path, path);
        if (sqlite3_open_v2(path, &db->sql, flags, NULL) != SQLITE_OK)
            rc = db->sql ? db_failed(db, d) : -ENOMEM;
    }
    if (!rc) {
        sqlite3_busy_timeout(db->sql, BUSY_MS);
        rc = db_exec(db, "PRAGMA foreign_keys = ON", d);
    }
    if (!rc && mode == DB_WRITE)
        rc = db_exec(db, "PRAGMA journal_mode = WAL", d);
    if (!rc)
        rc = db_check(db, mode, d);
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

/* ---- Storing ---- */

/* The parameters of the statements below. */
typedef struct bindings {
    const db_point_t *p;
    const db_place_t *at;
    const char *json;
} bindings_t;

static void bind_text(sqlite3_stmt *s, const char *name, const char *text)
{
    int i = sqlite3_bind_parameter_index(s, name);
    if (i && text)
        sqlite3_bind_text(s, i, text, -1, SQLITE_STATIC);
}

static void bind_number(sqlite3_stmt *s, const char *name, double v)
{
    int i = sqlite3_bind_parameter_index(s, name);
    if (i)
        sqlite3_bind_double(s, i, v);
}

static int apply(db_t *db, const char *text, const bindings_t *b, diag_t *d)
{
    sqlite3_stmt *s = db_prepare(db, text, d);
    if (!s)
        return -EIO;
    bind_text(s, ":hash", b->p->hash);
    bind_text(s, ":policies", b->p->policies);
    bind_text(s, ":overrides", b->p->overrides);
    bind_text(s, ":input", b->p->input);
    bind_text(s, ":command", b->p->command);
    bind_text(s, ":json", b->json);
    if (b->at) {
        bind_text(s, ":host", b->at->host);
        bind_number(s, ":started", b->at->started);
        bind_number(s, ":cpu_s", b->at->cpu_s);
    }
    int rc = db_step(db, s, d);
    sqlite3_finalize(s);
    return rc;
}

/* SQLite reads the document itself, so that counters beyond 2^53 stay exact. */
static const char *const store_steps[] = {
    "INSERT INTO runs (hash, workload, suite, scale, variant, seed, input, kernel_hash, input_hash,"
    "  filter, config, policies, overrides, engine, result, stopped, cycles, warp_instructions,"
    "  thread_instructions, ipc_warp, ipc_thread, command, schema)"
    " SELECT :hash, j ->> '$.workload.name', j ->> '$.workload.suite', j ->> '$.workload.scale',"
    "  j ->> '$.workload.variant', j ->> '$.workload.seed', :input, j ->> '$.workload.kernel_hash',"
    "  j ->> '$.workload.input_hash', j ->> '$.workload.filter', j ->> '$.config.name', :policies,"
    "  :overrides, j ->> '$.engine', j ->> '$.workload.result', j ->> '$.totals.stopped',"
    "  j ->> '$.totals.cycles', j ->> '$.totals.warp_instructions',"
    "  j ->> '$.totals.thread_instructions', j ->> '$.totals.ipc_warp',"
    "  j ->> '$.totals.ipc_thread', :command, j ->> '$.schema' FROM (SELECT :json AS j)",
    "INSERT INTO settings SELECT r.id, e.key, e.atom FROM runs r,"
    "  json_each(:json, '$.config') e WHERE r.hash = :hash AND e.key <> 'name'",
    "INSERT INTO settings SELECT r.id, p.value ->> '$.name' || '.' || o.key, o.atom FROM runs r,"
    "  json_each(:json, '$.policies') p, json_each(p.value, '$.options') o WHERE r.hash = :hash",
    /* Every number of totals, units and analysis, named by its path. */
    "INSERT INTO stats SELECT r.id, replace(substr(t.fullkey, 10), '\"', ''), t.atom FROM runs r,"
    "  json_tree(:json, '$.totals') t WHERE r.hash = :hash"
    "  AND t.type IN ('integer', 'real', 'true', 'false', 'null')",
    "INSERT INTO stats SELECT r.id, replace(substr(t.fullkey, 3), '\"', ''), t.atom FROM runs r,"
    "  json_tree(:json, '$.units') t WHERE r.hash = :hash AND t.type IN ('integer', 'real', "
    "'null')",
    "INSERT INTO stats SELECT r.id, replace(substr(t.fullkey, 3), '\"', ''), t.atom FROM runs r,"
    "  json_tree(:json, '$.analysis') t WHERE r.hash = :hash AND t.type IN ('integer', 'real', "
    "'null')"
    "  AND t.fullkey NOT LIKE '$.analysis.per\\_%' ESCAPE '\\'",
    "INSERT INTO per_pc SELECT r.id, l.value ->> '$.kernel', l.value ->> '$.pc', e.key, e.atom"
    "  FROM runs r, json_each(:json, '$.per_load') l, json_each(l.value) e WHERE r.hash = :hash"
    "  AND e.key NOT IN ('kernel', 'pc')",
    "INSERT INTO series SELECT r.id, row.key, col.value, v.atom FROM runs r,"
    "  json_each(:json, '$.intervals.rows') row, json_each(row.value) v,"
    "  json_each(:json, '$.intervals.columns') col WHERE r.hash = :hash AND col.key = v.key",
    "INSERT INTO provenance SELECT r.id, :json ->> '$.host.program', :host, :started,"
    "  :json ->> '$.host.wall_s', :cpu_s, :json ->> '$.host.peak_rss_kb'"
    "  FROM runs r WHERE r.hash = :hash",
    "DELETE FROM failures WHERE hash = :hash",
};
enum { STORE_STEPS = sizeof store_steps / sizeof store_steps[0] };

static const char drop_claim[] = "DELETE FROM claims WHERE hash = :hash";

/* Ends a transaction: commits if rc is 0, else takes everything back. */
static int finish(db_t *db, int rc, diag_t *d)
{
    rc = rc ? rc : db_exec(db, "COMMIT", d);
    if (rc)
        db_exec(db, "ROLLBACK", &(diag_t){{0}});
    return rc;
}

int db_store(db_t *db, const db_point_t *p, const db_place_t *at, const char *json, diag_t *d)
{
    const bindings_t b = {p, at, json};
    int rc = db_exec(db, "BEGIN IMMEDIATE", d);
    if (rc)
        return rc;
    int there = db_has(db, p->hash, d);
    rc = there < 0 ? there : 0;
    for (unsigned i = 0; !rc && !there && i < STORE_STEPS; i++)
        rc = apply(db, store_steps[i], &b, d);
    rc = rc ? rc : apply(db, drop_claim, &b, d);
    return finish(db, rc, d);
}

int db_store_failure(db_t *db, const db_point_t *p, int status, const char *message, diag_t *d)
{
    const bindings_t b = {.p = p};
    struct timespec now;
    clock_gettime(CLOCK_REALTIME, &now);
    int rc = db_exec(db, "BEGIN IMMEDIATE", d);
    if (rc)
        return rc;
    sqlite3_stmt *s = db_prepare(db, "INSERT OR REPLACE INTO failures VALUES (?, ?, ?, ?, ?)", d);
    rc = s ? 0 : -EIO;
    if (s) {
        sqlite3_bind_text(s, 1, p->hash, -1, SQLITE_STATIC);
        sqlite3_bind_text(s, 2, p->command, -1, SQLITE_STATIC);
        sqlite3_bind_int(s, 3, status);
        sqlite3_bind_text(s, 4, message, -1, SQLITE_STATIC);
        sqlite3_bind_double(s, 5, (double)now.tv_sec + 1e-9 * (double)now.tv_nsec);
        rc = db_step(db, s, d);
    }
    sqlite3_finalize(s);
    rc = rc ? rc : apply(db, drop_claim, &b, d);
    return finish(db, rc, d);
}
