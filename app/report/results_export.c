/* Writes the compact form of results: what is committed in place of a database. */
#include <errno.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "report/results.h"
#include "report/results_csv.h"

static int by_name(const void *a, const void *b)
{
    return strcmp(*(const char *const *)a, *(const char *const *)b);
}

/* Is a name's column one that every file has? */
static bool in_head(const char *name)
{
    return strcmp(name, results_columns[CYCLES]) == 0 ||
           strcmp(name, results_columns[WARP_INSTRUCTIONS]) == 0;
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

void results_put_value(out_t *o, sqlite3_stmt *s, int i)
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
        out_text(o, number);
        return;
    default:
        text = (const char *)sqlite3_column_text(s, i);
        out_text(o, text ? text : "");
    }
}

static void put_named(out_t *o, sqlite3_stmt *s, const run_t *run, const results_names_t *n)
{
    for (unsigned i = 0; i < n->n; i++) {
        out_f(o, ",");
        sqlite3_reset(s);
        sqlite3_bind_int64(s, 1, run->id);
        sqlite3_bind_text(s, 2, n->name[i], -1, SQLITE_STATIC);
        if (sqlite3_step(s) == SQLITE_ROW)
            results_put_value(o, s, 0);
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
    out_text(o, run->sweep);
    out_f(o, ",%s,%u,", results_sweep(r, run->sweep)->quick ? "quick" : "full", number);
    out_text(o, run->series);
    out_f(o, ",");
    out_text(o, run->hash);
    for (int i = 0; !rc && i < sqlite3_column_count(s); i++) {
        out_f(o, ",");
        results_put_value(o, s, i);
    }
    sqlite3_finalize(s);
    return rc;
}

/* What an optional column has of a run; first: of its sweep's runs. */
static const char *optional(const results_t *r, const run_t *run, bool first, int column)
{
    const sweep_info_t *s = results_sweep(r, run->sweep);
    const char *const cell[] = {s->doc, s->file, s->folder, s->db};
    return column == FOLDER ? run->folder : first ? cell[column - DOC] : "";
}

static bool is_exported(const run_t *run)
{
    return run->there && *run->sweep;
}

/* Sets used[] of the optional columns in which something stands. */
static void find_used(const results_t *r, bool used[ALL_COLUMNS])
{
    for (unsigned i = 0; i < r->n_runs; i++)
        for (int k = COLUMNS; k < ALL_COLUMNS; k++)
            used[k] |= is_exported(&r->run[i]) && *optional(r, &r->run[i], true, k);
}

/* Leaves out the statistics of which no run has a value: files keep their form when formulas begin
 * to name more. */
static void keep_recorded(const results_t *r, results_names_t *n)
{
    unsigned kept = 0;
    double v;
    for (unsigned i = 0; i < n->n; i++) {
        bool any = false;
        for (unsigned k = 0; !any && k < r->n_runs; k++)
            any = is_exported(&r->run[k]) && results_stat(r, &r->run[k], n->name[i], &v);
        if (any)
            n->name[kept++] = n->name[i];
    }
    n->n = kept;
}

static void put_head(const results_names_t *stats, const results_names_t *settings,
                     const bool used[ALL_COLUMNS], out_t *o)
{
    for (unsigned i = 0; i < COLUMNS; i++)
        out_f(o, i ? ",%s" : "%s", results_columns[i]);
    for (unsigned i = COLUMNS; i < ALL_COLUMNS; i++)
        if (used[i])
            out_f(o, ",%s", results_columns[i]);
    for (unsigned i = 0; i < settings->n; i++)
        out_f(o, ",set:%s", settings->name[i]);
    for (unsigned i = 0; i < stats->n; i++)
        out_f(o, ",%s", stats->name[i]);
    out_f(o, "\n");
}

int results_export(const results_t *r, const results_names_t *stats,
                   const results_names_t *settings, out_t *o)
{
    results_names_t st = {0}, se = {0};
    bool used[ALL_COLUMNS] = {false};
    o->form = OUT_CSV;
    find_used(r, used);
    int rc = sorted(stats, &st) || sorted(settings, &se) ? -ENOMEM : 0;
    if (!rc) {
        keep_recorded(r, &st);
        put_head(&st, &se, used, o);
    }
    unsigned number = 0; /* within its sweep */
    const char *last = "";
    for (unsigned i = 0; !rc && i < r->n_runs; i++, number++) {
        const run_t *run = &r->run[i];
        if (i && strcmp(run[-1].sweep, run->sweep))
            number = 0;
        if (!is_exported(run))
            continue;
        rc = put_row(r, run, number, o);
        for (int k = COLUMNS; k < ALL_COLUMNS; k++) {
            out_f(o, used[k] ? "," : "");
            out_text(o, used[k] ? optional(r, run, strcmp(last, run->sweep), k) : "");
        }
        last = run->sweep;
        put_named(o, r->ask_setting[run->source], run, &se);
        put_named(o, r->ask[run->source], run, &st);
        out_f(o, "\n");
    }
    free(st.name);
    free(se.name);
    return rc ? rc : o->failed ? -ENOMEM : 0;
}
