/* Storing runs, whole and in one transaction each. */
#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <time.h>

#include "db/db.h"

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
        bind_text(s, ":folder", b->at->folder);
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
    "  :json ->> '$.host.wall_s', :cpu_s, :json ->> '$.host.peak_rss_kb',"
    "  :folder FROM runs r WHERE r.hash = :hash",
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
    return rc ? rc : db_in_place(db, d);
}

static int store_rows(db_t *db, const bindings_t *b, diag_t *d)
{
    int rc = 0;
    for (unsigned i = 0; !rc && i < STORE_STEPS; i++)
        rc = apply(db, store_steps[i], b, d);
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
    if (!rc && !there)
        rc = store_rows(db, &b, d);
    rc = rc ? rc : apply(db, drop_claim, &b, d);
    return finish(db, rc, d);
}

/* ---- Comparing ---- */

/* Every value of a run's result, by its place in the document; whatever a command line may name in
 * two ways is left out. */
#define RESULT_ROWS                                                                                \
    "WITH result(run, place, value) AS ("                                                          \
    " SELECT id, 'result', result FROM runs UNION ALL"                                             \
    " SELECT id, 'engine', engine FROM runs UNION ALL"                                             \
    " SELECT id, 'kernel_hash', kernel_hash FROM runs UNION ALL"                                   \
    " SELECT id, 'input_hash', input_hash FROM runs UNION ALL"                                     \
    " SELECT id, 'warp_instructions', warp_instructions FROM runs WHERE cycles IS NULL UNION ALL"  \
    " SELECT run, name, value FROM settings UNION ALL"                                             \
    " SELECT run, name, value FROM stats UNION ALL"                                                \
    " SELECT run, kernel || ' pc ' || pc || ' ' || name, value FROM per_pc UNION ALL"              \
    " SELECT run, 'interval ' || row || ' ' || name, value FROM series) "

static const char differences[] = RESULT_ROWS
    "SELECT coalesce(n.place, o.place), n.value, o.value, count(*) OVER () FROM"
    " (SELECT * FROM result WHERE run = (SELECT id FROM runs WHERE hash = ?1)) n FULL JOIN"
    " (SELECT * FROM result WHERE run = (SELECT id FROM runs WHERE hash = ?2)) o"
    " ON n.place = o.place WHERE n.value IS NOT o.value ORDER BY n.place IS NOT 'cycles', 1 LIMIT "
    "1";

static const char *value(sqlite3_stmt *s, int i)
{
    const char *text = (const char *)sqlite3_column_text(s, i);
    return text ? text : "nothing";
}

/* 1: the runs of two hashes differ, said in the text; 0: they do not. */
static int differ(db_t *db, const char *now, const char *then, char *text, size_t bytes, diag_t *d)
{
    sqlite3_stmt *s = db_prepare(db, differences, d);
    if (!s)
        return -EIO;
    sqlite3_bind_text(s, 1, now, -1, SQLITE_STATIC);
    sqlite3_bind_text(s, 2, then, -1, SQLITE_STATIC);
    int rc = db_step(db, s, d);
    if (rc == 1)
        snprintf(text, bytes, "%s is %s, in the database %s; values that differ: %d", value(s, 0),
                 value(s, 1), value(s, 2), sqlite3_column_int(s, 3));
    sqlite3_finalize(s);
    return rc;
}

int db_store_or_compare(db_t *db, const db_point_t *p, const db_place_t *at, const char *json,
                        char *text, size_t bytes, diag_t *d)
{
    char beside[DB_HASH + 8];
    snprintf(beside, sizeof beside, "again:%s", p->hash);
    db_point_t twin = *p;
    const bindings_t b = {p, at, json}, t = {&twin, at, json};
    twin.hash = beside;
    int rc = db_exec(db, "BEGIN IMMEDIATE", d);
    if (rc)
        return rc;
    int there = db_has(db, p->hash, d), differs = 0;
    rc = there < 0 ? there : 0;
    if (!rc && there) { /* stored beside it, compared, and taken back */
        rc = db_exec(db, "SAVEPOINT beside", d);
        rc = rc ? rc : store_rows(db, &t, d);
        differs = rc ? rc : differ(db, beside, p->hash, text, bytes, d);
        rc = differs < 0 ? differs : db_exec(db, "ROLLBACK TO beside; RELEASE beside", d);
    } else if (!rc) {
        rc = store_rows(db, &b, d);
    }
    rc = rc ? rc : apply(db, drop_claim, &b, d);
    rc = finish(db, rc, d);
    return rc ? rc : !there ? DB_STORED : differs ? DB_DIFFERS : DB_SAME;
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
