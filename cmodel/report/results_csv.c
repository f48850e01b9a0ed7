/* The compact form of results: what is committed in place of a database. */
#include <errno.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "config/yaml.h"
#include "report/csv.h"
#include "report/results.h"

/* Columns before the statistics. A statistic's column has its name, a setting's "set:" before it.
 */
static const char *const columns[] = {
    "sweep",     "form",    "number", "series",  "hash",   "workload",
    "suite",     "variant", "scale",  "seed",    "config", "policies",
    "overrides", "engine",  "result", "command", "cycles", "warp_instructions"};
/* Optional columns of what is said of a sweep once, in its first row. */
#define OF_SWEEP "sweep:"
enum {
    SWEEP,
    FORM,
    NUMBER,
    SERIES,
    HASH,
    WORKLOAD,
    SUITE,
    VARIANT,
    SCALE,
    SEED,
    CONFIG,
    POLICIES,
    OVERRIDES,
    ENGINE,
    RESULT,
    COMMAND,
    CYCLES,
    WARP_INSTRUCTIONS,
    COLUMNS,
    DOC = COLUMNS, /* the optional ones */
    FILE_OF_SWEEP,
    ALL_COLUMNS
};

/* ---- Export ---- */

static int by_name(const void *a, const void *b)
{
    return strcmp(*(const char *const *)a, *(const char *const *)b);
}

/* Is a name's column one that every file has? */
static bool in_head(const char *name)
{
    return strcmp(name, columns[CYCLES]) == 0 || strcmp(name, columns[WARP_INSTRUCTIONS]) == 0;
}

/* The names sorted; a copy of the list, whose strings stay the caller's. */
static int sorted(const results_names_t *n, results_names_t *to)
{
    to->n = 0;
    to->name = malloc((n->n + 1) * sizeof *to->name);
    if (!to->name)
        return -ENOMEM;
    for (unsigned i = 0; i < n->n; i++)
        if (!in_head(n->name[i]))
            to->name[to->n++] = n->name[i];
    qsort(to->name, to->n, sizeof *to->name, by_name);
    unsigned kept = 0;
    for (unsigned i = 0; i < to->n; i++)
        if (!kept || strcmp(to->name[kept - 1], to->name[i]))
            to->name[kept++] = to->name[i];
    to->n = kept;
    return 0;
}

/* The bytes of a value as SQLite keeps it, so that it comes back the same. */
static void put_value(out_t *o, sqlite3_stmt *s, int i)
{
    const char *text;
    char number[40];
    switch (sqlite3_column_type(s, i)) {
    case SQLITE_NULL:
        return;
    case SQLITE_FLOAT: /* the shortest form that reads back as the same number */
        for (int digits = 9; digits <= 17; digits++) {
            snprintf(number, sizeof number, "%.*g", digits, sqlite3_column_double(s, i));
            if (strtod(number, NULL) == sqlite3_column_double(s, i))
                break;
        }
        out_put(o, number);
        return;
    default:
        text = (const char *)sqlite3_column_text(s, i);
        out_csv(o, text ? text : "");
    }
}

static void put_named(out_t *o, sqlite3_stmt *s, const run_t *run, const results_names_t *n)
{
    for (unsigned i = 0; i < n->n; i++) {
        out_put(o, ",");
        sqlite3_reset(s);
        sqlite3_bind_int64(s, 1, run->id);
        sqlite3_bind_text(s, 2, n->name[i], -1, SQLITE_STATIC);
        if (sqlite3_step(s) == SQLITE_ROW)
            put_value(o, s, 0);
    }
}

static int put_row(const results_t *r, const run_t *run, unsigned number, out_t *o)
{
    static const char text[] =
        "SELECT workload, suite, variant, scale, seed, config, policies, overrides, engine, result,"
        " command, cycles, warp_instructions FROM runs WHERE id = ?";
    diag_t d = {{0}};
    db_t *db = r->source[run->source];
    sqlite3_stmt *s = db_prepare(db, text, &d);
    if (!s)
        return -EIO;
    sqlite3_bind_int64(s, 1, run->id);
    int rc = db_step(db, s, &d) == 1 ? 0 : -EIO;
    out_csv(o, run->sweep);
    out_f(o, ",%s,%u,", results_sweep(r, run->sweep)->quick ? "quick" : "full", number);
    out_csv(o, run->series);
    out_put(o, ",");
    out_csv(o, run->hash);
    for (int i = 0; !rc && i < sqlite3_column_count(s); i++) {
        out_put(o, ",");
        put_value(o, s, i);
    }
    sqlite3_finalize(s);
    return rc;
}

/* Does a sweep say what it is for, or which file it is of? Else there are no columns for that. */
static bool has_origin(const results_t *r)
{
    for (unsigned i = 0; i < r->n_sweeps; i++)
        if (*r->sweep[i].doc || *r->sweep[i].file)
            return true;
    return false;
}

/* In a sweep's first row; s is NULL in the others. */
static void put_origin(const sweep_info_t *s, out_t *o)
{
    out_put(o, ",");
    out_csv(o, s ? s->doc : "");
    out_put(o, ",");
    out_csv(o, s ? s->file : "");
}

static void put_head(const results_names_t *stats, const results_names_t *settings, bool origin,
                     out_t *o)
{
    for (unsigned i = 0; i < COLUMNS; i++)
        out_f(o, "%s%s", i ? "," : "", columns[i]);
    out_put(o, origin ? "," OF_SWEEP "doc," OF_SWEEP "file" : "");
    for (unsigned i = 0; i < settings->n; i++)
        out_f(o, ",set:%s", settings->name[i]);
    for (unsigned i = 0; i < stats->n; i++)
        out_f(o, ",%s", stats->name[i]);
    out_put(o, "\n");
}

int results_export(const results_t *r, const results_names_t *stats,
                   const results_names_t *settings, out_t *o)
{
    results_names_t st = {0}, se = {0};
    bool origin = has_origin(r);
    int rc = sorted(stats, &st) || sorted(settings, &se) ? -ENOMEM : 0;
    if (!rc)
        put_head(&st, &se, origin, o);
    unsigned number = 0; /* within its sweep */
    const char *last = "";
    for (unsigned i = 0; !rc && i < r->n_runs; i++, number++) {
        const run_t *run = &r->run[i];
        if (i && strcmp(run[-1].sweep, run->sweep))
            number = 0;
        if (!run->there || !*run->sweep)
            continue;
        rc = put_row(r, run, number, o);
        if (origin)
            put_origin(strcmp(last, run->sweep) ? results_sweep(r, run->sweep) : NULL, o);
        last = run->sweep;
        put_named(o, r->ask_setting[run->source], run, &se);
        put_named(o, r->ask[run->source], run, &st);
        out_put(o, "\n");
    }
    free(st.name);
    free(se.name);
    return rc ? rc : o->failed ? -ENOMEM : 0;
}

/* ---- Import ---- */

typedef struct import {
    db_t *db;
    const csv_t *c;
    int at[ALL_COLUMNS]; /* -1: not there */
    diag_t *d;
} import_t;

static const char *cell(const import_t *m, unsigned row, int column)
{
    return m->at[column] < 0 ? "" : csv_cell(m->c, row, m->at[column]);
}

/* Runs a statement with a row's cells for its parameters ?1...; columns ends with -1. 1: it gives a
 * row. */
static int put(const import_t *m, unsigned row, const char *text, const int *column)
{
    sqlite3_stmt *s = db_prepare(m->db, text, m->d);
    if (!s)
        return -EIO;
    for (int i = 0; column[i] >= 0; i++)
        sqlite3_bind_text(s, i + 1, cell(m, row, column[i]), -1, SQLITE_STATIC);
    int rc = db_step(m->db, s, m->d);
    sqlite3_finalize(s);
    return rc;
}

/* A cell as a number if it is one, as text otherwise. */
static int put_named_cell(const import_t *m, unsigned row, sqlite3_stmt *s, const char *name,
                          const char *text)
{
    sqlite3_reset(s);
    sqlite3_bind_text(s, 1, cell(m, row, HASH), -1, SQLITE_STATIC);
    sqlite3_bind_text(s, 2, name, -1, SQLITE_STATIC);
    sqlite3_bind_text(s, 3, text, -1, SQLITE_STATIC);
    return db_step(m->db, s, m->d) < 0 ? -EIO : 0;
}

static int check_numbers(const import_t *m, unsigned row)
{
    static const int need[] = {CYCLES, WARP_INSTRUCTIONS, NUMBER};
    for (unsigned i = 0; i < 3; i++) {
        const char *text = cell(m, row, need[i]);
        uint64_t v;
        if (text_u64(text, &v) || v > INT64_MAX)
            return csv_error(m->c, row, m->d, "%s is \"%s\"; expected a whole number",
                             columns[need[i]], text);
    }
    uint64_t seed;
    if (*cell(m, row, SEED) && text_u64(cell(m, row, SEED), &seed))
        return csv_error(m->c, row, m->d, "seed is \"%s\"; expected a whole number",
                         cell(m, row, SEED));
    if (strlen(cell(m, row, HASH)) != DB_HASH - 1)
        return csv_error(m->c, row, m->d, "hash is \"%s\"; expected %d hexadecimal digits",
                         cell(m, row, HASH), DB_HASH - 1);
    const char *form = cell(m, row, FORM);
    if (strcmp(form, "full") && strcmp(form, "quick"))
        return csv_error(m->c, row, m->d, "form is \"%s\"; expected full or quick", form);
    return 0;
}

/* A statistic's cell is a number or empty. */
static int check_number(const import_t *m, unsigned row, const char *name, const char *text)
{
    double v;
    return text_f64(text, &v)
               ? csv_error(m->c, row, m->d, "%s is \"%s\"; expected a number", name, text)
               : 0;
}

static int put_rest(const import_t *m, unsigned row, sqlite3_stmt *stat, sqlite3_stmt *setting)
{
    int rc = put_named_cell(m, row, stat, "cycles", cell(m, row, CYCLES));
    if (!rc)
        rc = put_named_cell(m, row, stat, "warp_instructions", cell(m, row, WARP_INSTRUCTIONS));
    for (unsigned i = COLUMNS; !rc && i < m->c->n_cols; i++) {
        const char *name = csv_head(m->c, i), *text = csv_cell(m->c, row, (int)i);
        bool is_setting = strncmp(name, "set:", 4) == 0;
        if (!*text || strncmp(name, OF_SWEEP, strlen(OF_SWEEP)) == 0)
            continue;
        rc = is_setting ? 0 : check_number(m, row, name, text);
        rc = rc ? rc
                : put_named_cell(m, row, is_setting ? setting : stat, name + 4 * is_setting, text);
    }
    return rc;
}

/* Is the row at odds with one above it? */
static int check_above(const import_t *m, unsigned row)
{
    static const char twice[] =
        "SELECT 1 FROM points WHERE sweep = ?1 AND number = CAST(?2 AS INTEGER)";
    static const char differs[] = "SELECT 1 FROM runs WHERE hash = ?1 AND"
                                  " (cycles <> CAST(?2 AS INTEGER) OR command <> ?3)";
    static const int of_point[] = {SWEEP, NUMBER, -1};
    static const int of_result[] = {HASH, CYCLES, COMMAND, -1};
    int rc = put(m, row, twice, of_point);
    if (rc == 1)
        return csv_error(m->c, row, m->d, "number %s of sweep \"%s\" is there twice",
                         cell(m, row, NUMBER), cell(m, row, SWEEP));
    rc = rc ? rc : put(m, row, differs, of_result);
    if (rc == 1)
        return csv_error(m->c, row, m->d,
                         "a run of this hash is in a row above with other cycles or command");
    return rc;
}

static int put_run(const import_t *m, unsigned row, sqlite3_stmt *stat, sqlite3_stmt *setting)
{
    static const char sweep[] = "INSERT OR IGNORE INTO sweeps VALUES (?1, ?3, ?4, ?2 = 'quick')";
    static const char point[] = "INSERT INTO points VALUES (?1, CAST(?2 AS INTEGER), ?3, ?4)";
    static const char run[] =
        "INSERT INTO runs (hash, workload, suite, variant, scale, seed, config, policies,"
        " overrides, engine, result, command, cycles, warp_instructions, thread_instructions,"
        " schema) VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?14, 0,"
        " 'compact')";
    static const int of_sweep[] = {SWEEP, FORM, DOC, FILE_OF_SWEEP, -1};
    static const int of_point[] = {SWEEP, NUMBER, HASH, SERIES, -1};
    static const int of_run[] = {HASH,   WORKLOAD, SUITE,    VARIANT,           SCALE,
                                 SEED,   CONFIG,   POLICIES, OVERRIDES,         ENGINE,
                                 RESULT, COMMAND,  CYCLES,   WARP_INSTRUCTIONS, -1};
    int rc = check_numbers(m, row);
    rc = rc ? rc : put(m, row, sweep, of_sweep);
    rc = rc ? rc : check_above(m, row);
    rc = rc ? rc : put(m, row, point, of_point);
    int there = rc ? rc : db_has(m->db, cell(m, row, HASH), m->d);
    if (there) /* a run that is a point twice, or an error */
        return there < 0 ? there : 0;
    rc = put(m, row, run, of_run);
    return rc ? rc : put_rest(m, row, stat, setting);
}

int results_import(db_t *db, const char *path, const char *text, size_t bytes, diag_t *d)
{
    static const char named[] =
        "INSERT INTO %s SELECT id, ?2, CASE WHEN ?3 GLOB '*[^0-9]*' THEN %s ELSE"
        " CAST(?3 AS INTEGER) END FROM runs WHERE hash = ?1";
    char stats[256], settings[256];
    csv_t c;
    import_t m = {.db = db, .c = &c, .d = d};
    int rc = csv_read(path, text, bytes, &c, d);
    for (unsigned i = 0; !rc && i < c.n_cols; i++)
        if (csv_find(&c, csv_head(&c, i)) != (int)i)
            rc = diag_at(d, path, 1, 0, "two columns \"%s\"", csv_head(&c, i));
    for (unsigned i = 0; !rc && i < COLUMNS; i++)
        rc = i < c.n_cols && strcmp(csv_head(&c, i), columns[i]) == 0
                 ? (m.at[i] = (int)i, 0)
                 : diag_at(d, path, 1, 0,
                           "neither a database nor a result file: column %u is \"%s\"; expected "
                           "\"%s\"",
                           i + 1, i < c.n_cols ? csv_head(&c, i) : "", columns[i]);
    if (!rc) {
        m.at[DOC] = csv_find(&c, OF_SWEEP "doc");
        m.at[FILE_OF_SWEEP] = csv_find(&c, OF_SWEEP "file");
    }
    snprintf(stats, sizeof stats, named, "stats", "CAST(?3 AS REAL)");
    snprintf(settings, sizeof settings, named, "settings", "?3");
    sqlite3_stmt *stat = rc ? NULL : db_prepare(db, stats, d);
    sqlite3_stmt *setting = rc ? NULL : db_prepare(db, settings, d);
    rc = rc ? rc : stat && setting ? db_exec(db, "BEGIN", d) : -EIO;
    for (unsigned i = 0; !rc && i < c.n_rows; i++)
        rc = put_run(&m, i, stat, setting);
    rc = rc ? rc : db_exec(db, "COMMIT", d);
    sqlite3_finalize(stat);
    sqlite3_finalize(setting);
    csv_free(&c);
    return rc;
}
