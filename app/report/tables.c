/* The report database: opening, filling, saving. */
#include "report/tables.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "common/place.h"
#include "report/csv.h"

enum { MAX_HEAD = 4096 };
#define MAX_RECORD ((size_t)64 << 20)

/* ---- Records ---- */

/* The table of records whose columns are a file's head, with a statement that inserts a row. 1:
 * there is one. */
static int find_record(db_t *db, const char *head, sqlite3_stmt **insert, diag_t *d)
{
    static const char text[] =
        "SELECT format('INSERT INTO \"%w\" VALUES (%s)', m.name,"
        " (SELECT group_concat('nullif(?' || (cid + 1) || ', '''')') FROM "
        "pragma_table_info(m.name)))"
        " FROM sqlite_schema m WHERE m.type = 'table' AND m.name LIKE 'record\\_%' ESCAPE '\\'"
        " AND (SELECT group_concat(name) FROM pragma_table_info(m.name)) = ?1";
    sqlite3_stmt *s = db_prepare(db, text, d);
    if (!s)
        return -EIO;
    sqlite3_bind_text(s, 1, head, -1, SQLITE_STATIC);
    int rc = db_step(db, s, d);
    if (rc == 1) {
        *insert = db_prepare(db, (const char *)sqlite3_column_text(s, 0), d);
        rc = *insert ? 1 : -EIO;
    }
    sqlite3_finalize(s);
    return rc;
}

static int add_rows(db_t *db, sqlite3_stmt *insert, const csv_t *c, diag_t *d)
{
    int rc = db_exec(db, "BEGIN", d);
    for (unsigned i = 0; !rc && i < c->n_rows; i++) {
        sqlite3_reset(insert);
        for (unsigned k = 0; k < c->n_cols; k++)
            sqlite3_bind_text(insert, (int)k + 1, csv_cell(c, i, (int)k), -1, SQLITE_STATIC);
        if (sqlite3_step(insert) != SQLITE_DONE)
            rc = csv_error(c, i, d, "%s", sqlite3_errmsg(db->sql));
    }
    return rc ? rc : db_exec(db, "COMMIT", d);
}

int tables_add_text(db_t *db, const catalog_text_t *text, diag_t *d)
{
    const size_t bytes = (size_t)(text->end - text->text);
    char head[MAX_HEAD];
    sqlite3_stmt *insert = NULL;
    csv_t c = {0};
    snprintf(head, sizeof head, "%.*s", (int)(bytes < MAX_HEAD ? bytes : MAX_HEAD), text->text);
    head[strcspn(head, "\r\n")] = 0;
    int rc = find_record(db, head, &insert, d);
    if (rc != 1)
        return rc;
    rc = csv_read(text->name, text->text, bytes, &c, d);
    rc = rc ? rc : add_rows(db, insert, &c, d);
    sqlite3_finalize(insert);
    csv_free(&c);
    return rc ? rc : 1;
}

int tables_add_record(db_t *db, const char *path, diag_t *d)
{
    char head[MAX_HEAD], *text = NULL;
    sqlite3_stmt *insert = NULL;
    size_t bytes = 0;
    head[file_head(path, head, sizeof head - 1)] = 0;
    head[strcspn(head, "\r\n")] = 0;
    int rc = find_record(db, head, &insert, d);
    sqlite3_finalize(insert);
    if (rc != 1)
        return rc;
    rc = file_read(path, MAX_RECORD, &text, &bytes, d);
    const catalog_text_t whole = {path, text, text + bytes};
    rc = rc ? rc : tables_add_text(db, &whole, d);
    free(text);
    return rc;
}

int tables_open(db_t **db, diag_t *d)
{
    int rc = db_open_bare("the report database", db, d);
    for (const catalog_text_t *t = tables_texts; !rc && t->name; t++)
        rc = db_exec(*db, t->text, d);
    if (!rc)
        rc = tables_add_text(*db, &catalog_texts[CATALOG_PAPER_FIGURES], d) == 1 ? 0 : -EINVAL;
    if (rc) {
        db_close(*db);
        *db = NULL;
    }
    return rc;
}

/* ---- Results ---- */

typedef struct filling {
    db_t *db;
    const results_t *r;
    sqlite3_stmt *run, *stat, *setting;
    diag_t *d;
} filling_t;

/* Copies a run's rows of a source's table. */
static int copy_named(const filling_t *f, const run_t *run, const char *text, sqlite3_stmt *to,
                      sqlite3_int64 id)
{
    db_t *source = f->r->source[run->source];
    sqlite3_stmt *from = db_prepare(source, text, f->d);
    int rc = from ? 0 : -EIO;
    if (!rc)
        sqlite3_bind_int64(from, 1, run->id);
    while (!rc && (rc = db_step(source, from, f->d)) == 1) {
        sqlite3_reset(to);
        sqlite3_bind_int64(to, 1, id);
        sqlite3_bind_value(to, 2, sqlite3_column_value(from, 0));
        sqlite3_bind_value(to, 3, sqlite3_column_value(from, 1));
        rc = db_step(f->db, to, f->d);
    }
    sqlite3_finalize(from);
    return rc;
}

static int add_run(const filling_t *f, const run_t *run, unsigned number)
{
    const char *const cell[] = {run->sweep, NULL,        run->series, run->workload, run->suite,
                                run->scale, run->seed,   run->config, run->policies, run->overrides,
                                run->hash,  run->result, run->command};
    double cycles;
    sqlite3_reset(f->run);
    sqlite3_clear_bindings(f->run);
    for (unsigned i = 0; i < sizeof cell / sizeof *cell; i++)
        if (cell[i])
            sqlite3_bind_text(f->run, (int)i + 1, cell[i], -1, SQLITE_STATIC);
    sqlite3_bind_int64(f->run, 2, number);
    if (results_stat(f->r, run, "cycles", &cycles))
        sqlite3_bind_double(f->run, 14, cycles);
    if (db_step(f->db, f->run, f->d) < 0)
        return -EIO;
    sqlite3_int64 id = sqlite3_last_insert_rowid(f->db->sql);
    int rc = copy_named(f, run, "SELECT name, value FROM stats WHERE run = ? AND value IS NOT NULL",
                        f->stat, id);
    return rc ? rc
              : copy_named(f, run, "SELECT name, value FROM settings WHERE run = ?", f->setting,
                           id);
}

int tables_add_results(db_t *db, const results_t *r, diag_t *d)
{
    filling_t f = {.db = db, .r = r, .d = d};
    f.run =
        db_prepare(db,
                   "INSERT INTO run (sweep, number, series, workload, suite, scale, seed, config,"
                   " policies, overrides, hash, result, command, cycles)"
                   " VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
                   d);
    f.stat = f.run ? db_prepare(db, "INSERT INTO stat VALUES (?, ?, ?)", d) : NULL;
    f.setting = f.stat ? db_prepare(db, "INSERT INTO setting VALUES (?, ?, ?)", d) : NULL;
    int rc = f.setting ? db_exec(db, "BEGIN", d) : -EIO;
    unsigned number = 0; /* within its sweep */
    for (unsigned i = 0; !rc && i < r->n_runs; i++, number++) {
        const run_t *run = &r->run[i];
        if (i && strcmp(run[-1].sweep, run->sweep))
            number = 0;
        if (run->there && !run->instead_of)
            rc = add_run(&f, run, number);
    }
    rc = rc ? rc : db_exec(db, "COMMIT", d);
    sqlite3_finalize(f.run);
    sqlite3_finalize(f.stat);
    sqlite3_finalize(f.setting);
    return rc;
}

int tables_save(db_t *db, const char *path, diag_t *d)
{
    sqlite3_int64 bytes = 0;
    unsigned char *image = sqlite3_serialize(db->sql, "main", &bytes, 0);
    int rc = image ? file_write(path, image, (size_t)bytes, d)
                   : (diag_at(d, path, 0, 0, "out of memory"), -ENOMEM);
    sqlite3_free(image);
    return rc;
}
