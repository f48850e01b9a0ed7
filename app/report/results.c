#include "report/results.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "common/place.h"

enum { MAX_FILE = 256 << 20 };

const char *results_keep(results_t *r, const char *text)
{
    char *copy = strdup(text ? text : "");
    char **kept = realloc(r->kept, (r->n_kept + 1) * sizeof *kept);
    if (kept)
        r->kept = kept;
    if (!copy || !kept) {
        free(copy);
        return NULL;
    }
    return r->kept[r->n_kept++] = copy;
}

/* "" for what a point that has not been run does not have. */
static const char *column(results_t *r, sqlite3_stmt *s, int i, bool *failed)
{
    const char *text = results_keep(r, (const char *)sqlite3_column_text(s, i));
    *failed |= !text;
    return text;
}

/* ---- Reading a source ---- */

static int out_of_memory(diag_t *d, const char *path)
{
    diag_at(d, path, 0, 0, "out of memory");
    return -ENOMEM;
}

static int add_sweeps(results_t *r, db_t *db, const char *path, diag_t *d)
{
    static const char text[] =
        "SELECT s.name, s.doc, s.file, s.quick, count(p.hash), count(r.id), s.folder, s.db"
        " FROM sweeps s"
        " LEFT JOIN points p ON p.sweep = s.name LEFT JOIN runs r ON r.hash = p.hash"
        " GROUP BY s.name ORDER BY s.name";
    sqlite3_stmt *s = db_prepare(db, text, d);
    bool failed = false;
    int rc = s ? 0 : -EIO;
    while (!rc && (rc = db_step(db, s, d)) == 1) {
        sweep_info_t *p = realloc(r->sweep, (r->n_sweeps + 1) * sizeof *p);
        if (!p) {
            rc = out_of_memory(d, path);
            break;
        }
        r->sweep = p;
        p += r->n_sweeps;
        *p = (sweep_info_t){.name = column(r, s, 0, &failed),
                            .doc = column(r, s, 1, &failed),
                            .file = column(r, s, 2, &failed),
                            .folder = column(r, s, 6, &failed),
                            .db = column(r, s, 7, &failed),
                            .from = results_keep(r, path),
                            .quick = sqlite3_column_int(s, 3),
                            .points = (unsigned)sqlite3_column_int(s, 4),
                            .done = (unsigned)sqlite3_column_int(s, 5)};
        const sweep_info_t *other = failed ? NULL : results_sweep(r, p->name);
        if (other)
            rc = diag_at(d, path, 0, 0, "has the sweep \"%s\", which %s has, too", p->name,
                         other->from);
        else if (failed || !p->from)
            rc = out_of_memory(d, path);
        else
            rc = 0;
        r->n_sweeps++;
    }
    sqlite3_finalize(s);
    return rc;
}

static sweep_info_t *sweep_of(const results_t *r, const char *name)
{
    for (unsigned i = 0; i < r->n_sweeps; i++)
        if (strcmp(r->sweep[i].name, name) == 0)
            return &r->sweep[i];
    return NULL;
}

static int add_run(results_t *r, sqlite3_stmt *s, const char *path, diag_t *d)
{
    run_t *p = realloc(r->run, (r->n_runs + 1) * sizeof *p);
    bool failed = false;
    if (!p)
        return out_of_memory(d, path);
    r->run = p;
    p += r->n_runs++;
    *p = (run_t){
        .sweep = column(r, s, 0, &failed),
        .series = column(r, s, 1, &failed),
        .hash = column(r, s, 2, &failed),
        .there = sqlite3_column_type(s, 3) != SQLITE_NULL,
        .id = sqlite3_column_int64(s, 3),
        .workload = column(r, s, 4, &failed),
        .suite = column(r, s, 5, &failed),
        .scale = column(r, s, 6, &failed),
        .seed = column(r, s, 7, &failed),
        .config = column(r, s, 8, &failed),
        .policies = column(r, s, 9, &failed),
        .overrides = column(r, s, 10, &failed),
        .result = column(r, s, 11, &failed),
        .command = column(r, s, 12, &failed),
        .folder = column(r, s, 13, &failed),
        .source = r->n_sources,
    };
    sweep_info_t *sweep = failed ? NULL : sweep_of(r, p->sweep);
    if (sweep && sweep->runs++ == 0)
        sweep->first = r->n_runs - 1;
    return failed ? out_of_memory(d, path) : 0;
}

static int add_runs(results_t *r, db_t *db, const char *path, diag_t *d)
{
#define OF_RUN                                                                                     \
    "r.hash, r.id,"                                                                                \
    " r.workload || CASE WHEN r.variant IN ('', 'default') THEN '' ELSE '/' || r.variant END,"     \
    " r.suite, r.scale, r.seed, r.config, r.policies, r.overrides, r.result, r.command, v.folder"
    static const char text[] =
        "SELECT * FROM (SELECT p.sweep, p.series, " OF_RUN
        ", p.number AS number FROM points p LEFT JOIN runs r ON r.hash = p.hash"
        " LEFT JOIN provenance v ON v.run = r.id"
        " UNION ALL SELECT '', '', " OF_RUN ", r.id FROM runs r"
        " LEFT JOIN provenance v ON v.run = r.id"
        " WHERE r.hash NOT IN (SELECT hash FROM points)) ORDER BY 1, number";
#undef OF_RUN
    sqlite3_stmt *s = db_prepare(db, text, d);
    int rc = s ? 0 : -EIO;
    while (!rc && (rc = db_step(db, s, d)) == 1)
        rc = add_run(r, s, path, d);
    sqlite3_finalize(s);
    return rc;
}

static int add_source(results_t *r, db_t *db, const char *path, diag_t *d)
{
    db_t **source = realloc(r->source, (r->n_sources + 1) * sizeof *source);
    if (source)
        r->source = source;
    sqlite3_stmt **ask = source ? realloc(r->ask, (r->n_sources + 1) * sizeof *ask) : NULL;
    if (ask)
        r->ask = ask;
    sqlite3_stmt **asks = ask ? realloc(r->ask_setting, (r->n_sources + 1) * sizeof *asks) : NULL;
    if (!asks) {
        db_close(db);
        return out_of_memory(d, path);
    }
    r->ask_setting = asks;
    int rc = add_sweeps(r, db, path, d);
    rc = rc ? rc : add_runs(r, db, path, d);
    ask[r->n_sources] =
        rc ? NULL : db_prepare(db, "SELECT value FROM stats WHERE run = ? AND name = ?", d);
    asks[r->n_sources] =
        rc ? NULL : db_prepare(db, "SELECT value FROM settings WHERE run = ? AND name = ?", d);
    if (!rc && (!ask[r->n_sources] || !asks[r->n_sources]))
        rc = -EIO;
    source[r->n_sources++] = db;
    return rc;
}

/* What the file is: a database begins with SQLite's mark. */
static bool is_database(const char *path)
{
    char head[16] = "";
    size_t n = file_head(path, head, sizeof head);
    return n == sizeof head && memcmp(head, "SQLite format 3", sizeof head) == 0;
}

int results_open(const char *path, db_t **db, diag_t *d)
{
    char *text = NULL;
    size_t bytes = 0;
    int rc;
    *db = NULL;
    if (is_database(path)) {
        rc = db_open(path, DB_READ, db, d);
        rc = rc ? rc : db_whole(*db, d);
    } else {
        rc = file_read(path, MAX_FILE, &text, &bytes, d);
        rc = rc ? rc : db_open_memory(db, d);
        rc = rc ? rc : results_import(*db, path, text, bytes, d);
    }
    free(text);
    if (rc) {
        db_close(*db);
        *db = NULL;
    }
    return rc;
}

int results_add(results_t *r, const char *path, diag_t *d)
{
    db_t *db;
    int rc = results_open(path, &db, d);
    return rc ? rc : add_source(r, db, path, d);
}

void results_free(results_t *r)
{
    for (unsigned i = 0; i < r->n_sources; i++) {
        sqlite3_finalize(r->ask[i]);
        sqlite3_finalize(r->ask_setting[i]);
        db_close(r->source[i]);
    }
    for (unsigned i = 0; i < r->n_kept; i++)
        free(r->kept[i]);
    free(r->source);
    free(r->ask);
    free(r->ask_setting);
    free(r->run);
    free(r->sweep);
    free(r->kept);
    *r = (results_t){0};
}

/* ---- Questions ---- */

const sweep_info_t *results_sweep(const results_t *r, const char *name)
{
    return sweep_of(r, name);
}

static sqlite3_stmt *asked(sqlite3_stmt *s, const run_t *run, const char *name)
{
    sqlite3_reset(s);
    sqlite3_bind_int64(s, 1, run->id);
    sqlite3_bind_text(s, 2, name, -1, SQLITE_TRANSIENT);
    return sqlite3_step(s) == SQLITE_ROW ? s : NULL;
}

bool results_stat(const results_t *r, const run_t *run, const char *name, double *v)
{
    sqlite3_stmt *s = asked(r->ask[run->source], run, name);
    if (!s || sqlite3_column_type(s, 0) == SQLITE_NULL)
        return false;
    *v = sqlite3_column_double(s, 0);
    return true;
}

bool results_records(const results_t *r, const run_t *run, const char *name)
{
    diag_t d = {{0}};
    sqlite3_stmt *s =
        db_prepare(r->source[run->source],
                   "SELECT 1 FROM stats WHERE name = ? AND value IS NOT NULL LIMIT 1", &d);
    if (!s)
        return false;
    sqlite3_bind_text(s, 1, name, -1, SQLITE_STATIC);
    bool found = sqlite3_step(s) == SQLITE_ROW;
    sqlite3_finalize(s);
    return found;
}

const char *results_setting(const results_t *r, const run_t *run, const char *name)
{
    sqlite3_stmt *s = asked(r->ask_setting[run->source], run, name);
    const char *text = s ? (const char *)sqlite3_column_text(s, 0) : NULL;
    return text ? text : "";
}

/* The runs of the sweep that is looked for: of no sweep, all. */
static const run_t *first_of(const results_t *r, const results_wanted_t *w, const run_t **end)
{
    const sweep_info_t *sweep = sweep_of(r, w->sweep);
    const run_t *first = sweep ? r->run + sweep->first : r->run;
    *end = sweep ? first + sweep->runs : r->run + r->n_runs;
    return first;
}

/* Is x a run, ours or not, of what is looked for? */
static bool is_of(const results_t *r, const run_t *x, const results_wanted_t *w)
{
    return strcmp(x->series, w->series) == 0 && strcmp(x->workload, w->workload) == 0 &&
           strcmp(x->sweep, w->sweep) == 0 &&
           (!*w->setting || strcmp(results_setting(r, x, w->setting), w->value) == 0);
}

results_found_t results_find(const results_t *r, const results_wanted_t *w, const run_t **run)
{
    bool other = false;
    const run_t *end;
    *run = NULL;
    for (const run_t *x = first_of(r, w, &end); x < end; x++) {
        if (!x->there || !is_of(r, x, w))
            continue;
        other |= x->instead_of != NULL;
        if (x->instead_of)
            continue;
        if (*run && strcmp((*run)->hash, x->hash))
            return RESULTS_SEVERAL;
        *run = x;
    }
    return *run ? RESULTS_ONE : other ? RESULTS_OTHER : RESULTS_NONE;
}

results_found_t results_best(const results_t *r, const results_wanted_t *w, const char *stat,
                             bool greatest, const run_t **run)
{
    bool other = false, missing = false;
    double best = 0;
    const run_t *end;
    *run = NULL;
    for (const run_t *x = first_of(r, w, &end); x < end; x++) {
        double v;
        if (!is_of(r, x, w))
            continue;
        missing |= !x->there;
        other |= x->there && x->instead_of;
        if (!x->there || x->instead_of || !results_stat(r, x, stat, &v))
            continue;
        if (!*run || (greatest ? v > best : v < best)) {
            *run = x;
            best = v;
        }
    }
    if (missing)
        *run = NULL;
    return *run ? RESULTS_ONE : other ? RESULTS_OTHER : RESULTS_NONE;
}
