#include "report/formula.h"

#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "report/hardware.h"

enum { MAX_NAMED = 60 }; /* SQLite joins 64 tables */

struct formulas {
    db_t *db;
    const rows_t *rows;
    bool *made; /* the tables that are there; last that of "$" */
    sqlite3_stmt *point;
    formula_t **formula;
    unsigned n;
};

static const char schema[] =
    "CREATE TABLE point (sweep TEXT, workload TEXT, PRIMARY KEY (sweep, workload)) WITHOUT ROWID";
static const char table_prefix[] = "row ";

int formulas_open(const rows_t *rows, formulas_t **out, diag_t *d)
{
    formulas_t *f = calloc(1, sizeof *f);
    *out = f;
    if (f)
        f->made = calloc(rows->n + 1, sizeof *f->made);
    if (!f || !f->made)
        return diag_at(d, "formulas", 0, 0, "out of memory"), -ENOMEM;
    f->rows = rows;
    int rc = db_open_bare("formulas", &f->db, d);
    return rc ? rc : db_exec(f->db, schema, d);
}

void formulas_free(formulas_t *f)
{
    if (!f)
        return;
    for (unsigned i = 0; i < f->n; i++) {
        formula_t *x = f->formula[i];
        for (unsigned k = 0; k < x->n_reads; k++)
            sqlite3_finalize(x->read[k].put);
        sqlite3_finalize(x->value);
        sqlite3_free(x->view);
        free(x->read);
        free(x);
    }
    sqlite3_finalize(f->point);
    db_close(f->db);
    free(f->formula);
    free(f->made);
    free(f);
}

/* ---- The rows' tables ---- */

/* The row of a number; that behind the last is "$". */
static const source_row_t *row_at(const formulas_t *f, unsigned i)
{
    return i < f->rows->n ? &f->rows->row[i] : &row_of_bar;
}

static const char *column_at(const formulas_t *f, const source_row_t *row, unsigned i)
{
    if (row->kind != ROW_RUN)
        return hardware_column(row->kind, i);
    return i < f->rows->n_statistics ? f->rows->statistic[i] : NULL;
}

static int run_text(formulas_t *f, sqlite3_str *text, diag_t *d)
{
    char *sql = sqlite3_str_finish(text);
    int rc = sql ? db_exec(f->db, sql, d) : diag_at(d, "formulas", 0, 0, "out of memory");
    sqlite3_free(sql);
    return rc;
}

static int make_table(formulas_t *f, unsigned i, diag_t *d)
{
    const source_row_t *row = row_at(f, i);
    const char *column;
    if (f->made[i])
        return 0;
    sqlite3_str *text = sqlite3_str_new(NULL);
    sqlite3_str_appendf(text, "CREATE TABLE \"%s%w\" (sweep TEXT, workload TEXT", table_prefix,
                        row->name);
    for (unsigned k = 0; (column = column_at(f, row, k)); k++)
        sqlite3_str_appendf(text, ", \"%w\" REAL", column);
    sqlite3_str_appendall(text, ", PRIMARY KEY (sweep, workload))");
    int rc = run_text(f, text, d);
    f->made[i] = !rc;
    return rc;
}

/* ---- What a formula reads ---- */

/* A formula as it is read. */
typedef struct reading {
    formulas_t *all;
    formula_t *f;
    unsigned selects;
    bool failed; /* no memory */
} reading_t;

/* Is it a column by which the tables are joined? */
static bool is_key(const char *column)
{
    return strcmp(column, "sweep") == 0 || strcmp(column, "workload") == 0;
}

static void note(reading_t *r, const source_row_t *row, const char *column)
{
    formula_t *f = r->f;
    for (unsigned i = 0; i < f->n_reads; i++)
        if (f->read[i].row == row && strcmp(f->read[i].column, column) == 0)
            return;
    formula_read_t *read = realloc(f->read, (f->n_reads + 1) * sizeof *read);
    r->failed |= !read;
    if (!read)
        return;
    f->read = read;
    read[f->n_reads] = (formula_read_t){.row = row};
    snprintf(read[f->n_reads++].column, sizeof read->column, "%s", column);
}

/* A column of a table is read: SQLITE_DENY of what is no row's. */
static int note_read(reading_t *r, const char *table, const char *column)
{
    size_t n = sizeof table_prefix - 1;
    if (strcmp(table, "point") == 0)
        return !*column || is_key(column) ? SQLITE_OK : SQLITE_DENY; /* "": of no column */
    if (strncmp(table, table_prefix, n))
        return SQLITE_DENY;
    for (unsigned i = 0; i <= r->all->rows->n; i++)
        if (sqlite3_stricmp(row_at(r->all, i)->name, table + n) == 0 && !is_key(column))
            note(r, row_at(r->all, i), column);
    return SQLITE_OK;
}

/* SQLite tells everything that a statement would do. Rows are read, and numbers computed. */
static int allow(void *ctx, int action, const char *a, const char *b, const char *c,
                 const char *view)
{
    static const char *const functions[] = {"max", "min", "abs", "sqrt", "ln", "exp", "pow"};
    reading_t *r = ctx;
    (void)c, (void)view;
    if (action == SQLITE_READ)
        return note_read(r, a, b);
    if (action == SQLITE_SELECT)
        return r->selects++ ? SQLITE_DENY : SQLITE_OK;
    for (size_t i = 0; action == SQLITE_FUNCTION && i < sizeof functions / sizeof *functions; i++)
        if (sqlite3_stricmp(b, functions[i]) == 0)
            return SQLITE_OK;
    return SQLITE_DENY;
}

/* FROM the rows that a formula might name, or with `reads` those that it reads. */
static void from_rows(const formula_t *f, bool reads, sqlite3_str *text)
{
    sqlite3_str_appendall(text, " FROM point");
    for (unsigned i = 0; i <= f->all->rows->n; i++) {
        const source_row_t *row = row_at(f->all, i);
        bool joined = !reads && strstr(f->text, row->name);
        for (unsigned k = 0; reads && k < f->n_reads; k++)
            joined |= f->read[k].row == row;
        if (joined)
            sqlite3_str_appendf(text, " JOIN \"%s%w\" AS \"%w\" USING (sweep, workload)",
                                table_prefix, row->name, row->name);
    }
}

static int refuse(const formula_t *f, size_t at, const char *why, diag_t *d)
{
    return diag_at(d, "formula", 0, 0, "\"%s\", character %zu: %s", f->text, at + 1, why);
}

/* A formula stands in brackets within a statement, and must not leave them. */
static int check_text(const formula_t *f, diag_t *d)
{
    int depth = 0;
    const char *p = f->text, *quote = NULL;
    for (; *p; p++) {
        if (*p == '"')
            quote = quote ? NULL : p;
        depth += (*p == '(') - (*p == ')');
        if (depth < 0)
            return refuse(f, (size_t)(p - f->text), "a bracket that nothing opens", d);
        if (strchr(";'?", *p) || !strncmp(p, "--", 2) || !strncmp(p, "/*", 2))
            return refuse(f, (size_t)(p - f->text), "expected arithmetic", d);
    }
    if (quote)
        return refuse(f, (size_t)(quote - f->text), "a name that does not end", d);
    return depth ? refuse(f, (size_t)(p - f->text), "expected )", d) : 0;
}

static int make_tables(formulas_t *all, const formula_t *f, diag_t *d)
{
    unsigned named = 0;
    int rc = 0;
    for (unsigned i = 0; !rc && i <= all->rows->n; i++) {
        if (!strstr(f->text, row_at(all, i)->name))
            continue;
        rc = named++ < MAX_NAMED ? make_table(all, i, d) : refuse(f, 0, "too many rows", d);
    }
    return rc;
}

/* Lets SQLite read the formula, and notes what it reads. In a WHERE an aggregate is an error. */
static int read_formula(reading_t *r, diag_t *d)
{
    sqlite3 *sql = r->all->db->sql;
    sqlite3_stmt *s = NULL;
    sqlite3_str *text = sqlite3_str_new(NULL);
    sqlite3_str_appendall(text, "SELECT 0");
    from_rows(r->f, false, text);
    sqlite3_str_appendall(text, " WHERE (");
    int before = sqlite3_str_length(text);
    sqlite3_str_appendf(text, "%s)", r->f->text);
    char *statement = sqlite3_str_finish(text);
    sqlite3_set_authorizer(sql, allow, r);
    int rc = statement ? sqlite3_prepare_v2(sql, statement, -1, &s, NULL) : SQLITE_NOMEM;
    sqlite3_set_authorizer(sql, NULL, NULL);
    int at = rc && statement ? sqlite3_error_offset(sql) - before : -1;
    if (rc)
        rc = refuse(r->f, at > 0 ? (size_t)at : 0, sqlite3_errmsg(sql), d);
    else if (sqlite3_bind_parameter_count(s))
        rc = refuse(r->f, 0, "expected arithmetic", d);
    sqlite3_finalize(s);
    sqlite3_free(statement);
    if (r->failed)
        rc = diag_at(d, "formula", 0, 0, "out of memory");
    return rc;
}

static int check_reads(const formula_t *f, bool of_runs, diag_t *d)
{
    for (unsigned i = 0; !of_runs && i < f->n_reads; i++)
        if (f->read[i].row->kind == ROW_RUN)
            return diag_at(d, "formula", 0, 0,
                           "\"%s\": of runs, but no sweep is named; expected bits, synth or sram",
                           f->text);
    return 0;
}

int formulas_add(formulas_t *all, const char *view, const char *text, bool of_runs, formula_t **out,
                 diag_t *d)
{
    formula_t **formula = realloc(all->formula, (all->n + 1) * sizeof *formula);
    if (formula)
        all->formula = formula;
    formula_t *f = formula ? calloc(1, sizeof *f) : NULL;
    if (!f)
        return diag_at(d, "formula", 0, 0, "out of memory"), -ENOMEM;
    all->formula[all->n++] = f;
    *f = (formula_t){.text = text, .all = all, .view = sqlite3_mprintf("%s", view)};
    *out = f;
    reading_t r = {.all = all, .f = f};
    int rc = check_text(f, d);
    rc = rc ? rc : make_tables(all, f, d);
    rc = rc ? rc : read_formula(&r, d);
    return rc ? rc : check_reads(f, of_runs, d);
}

/* ---- Its value ---- */

/* The view of a formula, once. */
static int make_view(formula_t *f, diag_t *d)
{
    if (f->viewed)
        return 0;
    sqlite3_str *text = sqlite3_str_new(NULL);
    sqlite3_str_appendf(text, "CREATE VIEW \"%w\" AS SELECT sweep, workload, (%s) AS value",
                        f->view, f->text);
    from_rows(f, true, text);
    int rc = run_text(f->all, text, d);
    f->viewed = !rc;
    return rc;
}

static sqlite3_stmt *prepare(const formulas_t *f, char *text)
{
    diag_t d = {{0}};
    sqlite3_stmt *s = text ? db_prepare(f->db, text, &d) : NULL;
    sqlite3_free(text);
    return s;
}

/* Binds sweep and workload, and takes a step: SQLite's status. */
static int step_at(sqlite3_stmt *s, const formula_at_t *at, const double *value)
{
    if (!s)
        return SQLITE_NOMEM;
    sqlite3_reset(s);
    sqlite3_bind_text(s, 1, at->sweep, -1, SQLITE_TRANSIENT);
    sqlite3_bind_text(s, 2, at->workload, -1, SQLITE_TRANSIENT);
    if (value)
        sqlite3_bind_double(s, 3, *value);
    return sqlite3_step(s);
}

static bool put(const formulas_t *all, formula_read_t *r, const formula_at_t *at, double v)
{
    if (!r->put)
        r->put = prepare(
            all,
            sqlite3_mprintf("INSERT INTO \"%s%w\" (sweep, workload, \"%w\") VALUES (?1, ?2, ?3)"
                            " ON CONFLICT DO UPDATE SET \"%w\" = ?3",
                            table_prefix, r->row->name, r->column, r->column));
    return step_at(r->put, at, &v) == SQLITE_DONE;
}

/* The formula over what has been put into the tables. */
static formula_status_t ask(formula_t *f, const formula_at_t *at, double *value)
{
    diag_t d = {{0}};
    formulas_t *all = f->all;
    if (!all->point)
        all->point = prepare(all, sqlite3_mprintf("INSERT OR IGNORE INTO point VALUES (?1, ?2)"));
    if (step_at(all->point, at, NULL) != SQLITE_DONE)
        return FORMULA_UNDEFINED;
    if (!f->value && !make_view(f, &d))
        f->value = prepare(all, sqlite3_mprintf("SELECT value FROM \"%w\""
                                                " WHERE sweep = ?1 AND workload = ?2",
                                                f->view));
    int rc = step_at(f->value, at, NULL);
    int type = rc == SQLITE_ROW ? sqlite3_column_type(f->value, 0) : SQLITE_NULL;
    if (type == SQLITE_INTEGER || type == SQLITE_FLOAT)
        *value = sqlite3_column_double(f->value, 0);
    sqlite3_reset(f->value);
    return isfinite(*value) ? FORMULA_VALUE : FORMULA_UNDEFINED;
}

formula_status_t formula_value(const formula_t *formula, const formula_at_t *at,
                               formula_lookup_fn *lookup, void *ctx, double *value)
{
    formula_t *f = (formula_t *)(uintptr_t)formula; /* its statements are made when needed */
    formula_status_t status = FORMULA_VALUE;
    bool there = true;
    *value = NAN;
    for (unsigned i = 0; i < f->n_reads; i++) {
        formula_read_t *r = &f->read[i];
        const char *series = r->row == &row_of_bar && at->bar ? at->bar : r->row->series;
        double v = NAN;
        formula_status_t x = lookup(ctx, &(formula_ref_t){r->row, series, r->column}, &v);
        status = x > status ? x : status;
        if (x == FORMULA_VALUE)
            there &= put(f->all, r, at, v);
    }
    if (status != FORMULA_VALUE)
        return status;
    return there ? ask(f, at, value) : FORMULA_UNDEFINED;
}

/* ---- A copy ---- */

static bool begins_with(const char *name, const char *const *words)
{
    for (; *words; words++)
        if (strncmp(name, *words, strlen(*words)) == 0)
            return true;
    return false;
}

static int copy_table(const formulas_t *f, const char *name, db_t *to, diag_t *d)
{
    sqlite3_stmt *from = prepare(f, sqlite3_mprintf("SELECT * FROM \"%w\"", name)), *into = NULL;
    sqlite3_str *text = sqlite3_str_new(NULL);
    int columns = from ? sqlite3_column_count(from) : 0;
    sqlite3_str_appendf(text, "INSERT INTO \"%w\" VALUES (", name);
    for (int i = 0; i < columns; i++)
        sqlite3_str_appendf(text, i ? ", ?" : "?");
    sqlite3_str_appendall(text, ")");
    char *insert = sqlite3_str_finish(text);
    into = from && insert ? db_prepare(to, insert, d) : NULL;
    int rc = into ? 0 : -EIO;
    while (!rc && (rc = db_step(f->db, from, d)) == 1) {
        sqlite3_reset(into);
        for (int i = 0; i < columns; i++)
            sqlite3_bind_value(into, i + 1, sqlite3_column_value(from, i));
        rc = db_step(to, into, d);
    }
    sqlite3_finalize(from);
    sqlite3_finalize(into);
    sqlite3_free(insert);
    return rc;
}

int formulas_copy(const formulas_t *f, const char *const *words, db_t *to, diag_t *d)
{
    for (unsigned i = 0; i < f->n; i++)
        if (begins_with(f->formula[i]->view, words) && make_view(f->formula[i], d))
            return -EIO;
    sqlite3_stmt *s = db_prepare(
        f->db, "SELECT type, name, sql FROM sqlite_schema WHERE sql NOT NULL ORDER BY type", d);
    int rc = s ? db_exec(to, "BEGIN", d) : -EIO;
    while (!rc && (rc = db_step(f->db, s, d)) == 1) {
        const char *name = (const char *)sqlite3_column_text(s, 1);
        bool table = strcmp((const char *)sqlite3_column_text(s, 0), "table") == 0;
        rc = 0;
        if (table ? strcmp(name, "row $") == 0 : !begins_with(name, words))
            continue;
        rc = db_exec(to, (const char *)sqlite3_column_text(s, 2), d);
        rc = rc || !table ? rc : copy_table(f, name, to, d);
    }
    sqlite3_finalize(s);
    return rc ? rc : db_exec(to, "COMMIT", d);
}
