/* Reads the compact form of results into a database in memory. */
#include <errno.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

#include "input/yaml.h"
#include "report/csv.h"
#include "report/results.h"
#include "report/results_csv.h"

#define RESULTS_NAME(number, name) name,
const char *const results_columns[ALL_COLUMNS] = {RESULTS_COLUMNS(RESULTS_NAME)
                                                      RESULTS_OPTIONAL(RESULTS_NAME)};

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
                             results_columns[need[i]], text);
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

static bool is_optional(const char *name)
{
    for (unsigned i = COLUMNS; i < ALL_COLUMNS; i++)
        if (strcmp(name, results_columns[i]) == 0)
            return true;
    return false;
}

static int put_rest(const import_t *m, unsigned row, sqlite3_stmt *stat, sqlite3_stmt *setting)
{
    int rc = put_named_cell(m, row, stat, "cycles", cell(m, row, CYCLES));
    if (!rc)
        rc = put_named_cell(m, row, stat, "warp_instructions", cell(m, row, WARP_INSTRUCTIONS));
    for (unsigned i = COLUMNS; !rc && i < m->c->n_cols; i++) {
        const char *name = csv_head(m->c, i), *text = csv_cell(m->c, row, (int)i);
        bool is_setting = strncmp(name, "set:", 4) == 0;
        if (!*text || is_optional(name))
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
    static const char sweep[] =
        "INSERT OR IGNORE INTO sweeps (name, quick, doc, file, folder, db)"
        " VALUES (?1, ?2 = 'quick', ?3, ?4, nullif(?5, ''), nullif(?6, ''))";
    static const char point[] = "INSERT INTO points VALUES (?1, CAST(?2 AS INTEGER), ?3, ?4)";
    static const char run[] =
        "INSERT INTO runs (hash, workload, suite, variant, scale, seed, config, policies,"
        " overrides, engine, result, command, cycles, warp_instructions, thread_instructions,"
        " schema) VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?14, 0,"
        " 'compact')";
    static const char place[] =
        "INSERT INTO provenance (run, folder) SELECT id, nullif(?2, '') FROM runs WHERE hash = ?1";
    static const int of_sweep[] = {SWEEP,           FORM,        DOC, FILE_OF_SWEEP,
                                   FOLDER_OF_SWEEP, DB_OF_SWEEP, -1};
    static const int of_point[] = {SWEEP, NUMBER, HASH, SERIES, -1};
    static const int of_run[] = {HASH,   WORKLOAD, SUITE,    VARIANT,           SCALE,
                                 SEED,   CONFIG,   POLICIES, OVERRIDES,         ENGINE,
                                 RESULT, COMMAND,  CYCLES,   WARP_INSTRUCTIONS, -1};
    static const int of_place[] = {HASH, FOLDER, -1};
    int rc = check_numbers(m, row);
    rc = rc ? rc : put(m, row, sweep, of_sweep);
    rc = rc ? rc : check_above(m, row);
    rc = rc ? rc : put(m, row, point, of_point);
    int there = rc ? rc : db_has(m->db, cell(m, row, HASH), m->d);
    if (there) /* a run that is a point twice, or an error */
        return there < 0 ? there : 0;
    rc = put(m, row, run, of_run);
    rc = rc ? rc : put(m, row, place, of_place);
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
        rc = i < c.n_cols && strcmp(csv_head(&c, i), results_columns[i]) == 0
                 ? (m.at[i] = (int)i, 0)
                 : diag_at(d, path, 1, 0,
                           "neither a database nor a result file: column %u is \"%s\"; expected "
                           "\"%s\"",
                           i + 1, i < c.n_cols ? csv_head(&c, i) : "", results_columns[i]);
    for (unsigned i = COLUMNS; !rc && i < ALL_COLUMNS; i++)
        m.at[i] = csv_find(&c, results_columns[i]);
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
