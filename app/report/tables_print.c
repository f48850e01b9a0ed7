/* The tables of the report database: which there are, and each as Markdown or CSV. */
#include <ctype.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "input/suggest.h"
#include "report/tables.h"

static const char folder[] = "data/tables/";
enum { COLUMNS = 32, TABLES = 128 };

/* ---- Which there are ---- */

/* The comment that the file begins with. */
static void read_comment(const catalog_text_t *t, table_info_t *info)
{
    size_t n = 0;
    for (const char *p = t->text; strncmp(p, "-- ", 3) == 0; p += strcspn(p, "\n") + 1) {
        int length = (int)strcspn(p + 3, "\n");
        int m = snprintf(info->shows + n, sizeof info->shows - n, "%s%.*s", n ? " " : "", length,
                         p + 3);
        n += (size_t)m < sizeof info->shows - n ? (size_t)m : 0;
    }
}

bool tables_next(unsigned n, table_info_t *info)
{
    const catalog_text_t *t = tables_texts;
    for (; t->name; t++)
        if (strncmp(t->name, folder, sizeof folder - 1) == 0 && n-- == 0)
            break;
    *info = (table_info_t){.name = ""};
    if (!t->name)
        return false;
    const char *name = t->name + sizeof folder - 1;
    snprintf(info->name, sizeof info->name, "%.*s", (int)strcspn(name, "."), name);
    read_comment(t, info);
    return true;
}

int tables_check(const char *name, diag_t *d)
{
    table_info_t info[TABLES];
    const char *names[TABLES];
    char hint[240];
    unsigned n = 0;
    for (; n < TABLES && tables_next(n, &info[n]); n++) {
        names[n] = info[n].name;
        if (strcmp(names[n], name) == 0)
            return 0;
    }
    return diag_at(d, "--table", 0, 0, "no table \"%s\"; %s (lockwarp list tables)", name,
                   suggest_among(name, names, n, hint, sizeof hint));
}

/* ---- Printing ---- */

/* A column of numbers: its cells begin as one, or are empty. The first has the rows' names. */
static void find_numbers(db_t *db, sqlite3_stmt *s, bool number[COLUMNS], unsigned *rows)
{
    diag_t d = {{0}};
    for (int i = 0; i < COLUMNS; i++)
        number[i] = i > 0;
    for (*rows = 0; db_step(db, s, &d) == 1; ++*rows)
        for (int i = 0; i < sqlite3_column_count(s); i++) {
            const char *text = (const char *)sqlite3_column_text(s, i);
            number[i] &= !text || !*text || strchr("+-", *text) || isdigit((unsigned char)*text);
        }
    sqlite3_reset(s);
}

static void put_cells(sqlite3_stmt *s, bool head, out_t *o)
{
    bool csv = o->form == OUT_CSV;
    for (int i = 0; i < sqlite3_column_count(s); i++) {
        out_f(o, csv ? i ? "," : "" : i ? " | " : "| ");
        if (head)
            out_text(o, sqlite3_column_name(s, i));
        else
            results_put_value(o, s, i);
    }
    out_f(o, csv ? "\n" : " |\n");
}

/* The same of HTML: the first cell of a row is its head. */
static void put_html(sqlite3_stmt *s, bool head, out_t *o)
{
    out_f(o, head ? "<table><thead><tr>" : "<tr>");
    for (int i = 0; i < sqlite3_column_count(s); i++) {
        const char *text = (const char *)sqlite3_column_text(s, i);
        out_f(o, head ? "<th scope=\"col\">" : i ? "<td>" : "<th scope=\"row\">");
        out_words(o, head ? sqlite3_column_name(s, i) : text ? text : "");
        out_f(o, head || !i ? "</th>" : "</td>");
    }
    out_f(o, head ? "</tr></thead>\n<tbody>\n" : "</tr>\n");
}

static void put_line(sqlite3_stmt *s, const bool number[COLUMNS], out_t *o)
{
    for (int i = 0; i < sqlite3_column_count(s); i++)
        out_f(o, number[i] ? i ? " | ---:" : "| ---:" : i ? " | ---" : "| ---");
    out_f(o, " |\n");
}

static sqlite3_stmt *ask(db_t *db, const char *name, diag_t *d)
{
    char *text = sqlite3_mprintf("SELECT * FROM \"%w\"", name);
    sqlite3_stmt *s = text ? db_prepare(db, text, d) : NULL;
    if (!text)
        diag_at(d, "--table", 0, 0, "out of memory");
    sqlite3_free(text);
    return s;
}

int tables_print(db_t *db, const char *name, out_t *o, diag_t *d)
{
    bool number[COLUMNS];
    unsigned rows = 0;
    sqlite3_stmt *s = ask(db, name, d);
    if (!s || sqlite3_column_count(s) > COLUMNS)
        return sqlite3_finalize(s), -EIO;
    find_numbers(db, s, number, &rows);
    void (*put)(sqlite3_stmt *, bool, out_t *) = o->form == OUT_HTML ? put_html : put_cells;
    put(s, true, o);
    if (o->form == OUT_MARKDOWN)
        put_line(s, number, o);
    int rc;
    while ((rc = db_step(db, s, d)) == 1)
        put(s, false, o);
    if (o->form == OUT_HTML)
        out_f(o, "</tbody></table>");
    sqlite3_finalize(s);
    if (rc || rows)
        return rc;
    diag_at(d, "--table", 0, 0, "%s has no row: the files have nothing of what %s%s.sql names",
            name, folder, name);
    return -ENODATA;
}

/* ---- Names ---- */

/* The next text in quotes, from a position, which goes behind it; 1, 0 at the end, or -ENOMEM.
 * Views double no quote in what names something. */
static int next_literal(const char **at, char **literal)
{
    const char *begin = *at;
    while ((begin = strpbrk(begin, "'-")) && *begin == '-')
        begin += begin[1] == '-' ? strcspn(begin, "\n") : 1; /* a comment */
    const char *end = begin ? strchr(begin + 1, '\'') : NULL;
    if (!end)
        return 0;
    *at = end + 1;
    *literal = strndup(begin + 1, (size_t)(end - begin - 1));
    return *literal ? 1 : -ENOMEM;
}

/* Does a file name one of the results' sweeps? */
static int names_sweep(const results_t *r, const char *text)
{
    char *literal;
    int rc = 0;
    bool found = false;
    while (!found && (rc = next_literal(&text, &literal)) == 1) {
        found = results_sweep(r, literal) != NULL;
        free(literal);
    }
    return found ? 1 : rc;
}

int tables_names(const results_t *r, results_names_t *names)
{
    int rc = 0;
    for (const catalog_text_t *t = tables_texts; rc >= 0 && t->name; t++) {
        const char *at = t->text;
        char *literal;
        rc = names_sweep(r, t->text);
        while (rc == 1 && (rc = next_literal(&at, &literal)) == 1) {
            const char **p = realloc(names->name, (names->n + 1) * sizeof *p);
            if (!p)
                return free(literal), -ENOMEM;
            names->name = p;
            p[names->n++] = literal;
        }
    }
    return rc < 0 ? rc : 0;
}
