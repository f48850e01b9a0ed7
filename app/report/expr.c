/* A formula is an expression of SQLite. What it names is found here, before SQLite sees it, so that
 * each run is looked up and a missing one is known by name; the values are then its rows. */
#include "report/expr.h"

#include <ctype.h>
#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include <sqlite3.h>

enum { MAX_REFS = 48 };

/* ROW.COLUMN, as it is written. */
typedef struct named {
    char row[3 * EXPR_NAME], column[EXPR_NAME];
    expr_ref_t ref;
} named_t;

typedef struct scan {
    const char *text, *at;
    const char *dollar;
    sqlite3_str *sql; /* the formula with its numbers as real ones */
    unsigned n;
    named_t named[MAX_REFS];
    /* While a row's name is read: a copy of it, and where in the formula it is. */
    const char *row, *row_at;
    const char *error; /* the first thing wrong, or NULL */
    const char *where;
} scan_t;

static bool fail(scan_t *s, const char *at, const char *what)
{
    if (!s->error) {
        s->error = what;
        s->where = s->row ? s->row_at + (at - s->row) : at;
    }
    return false;
}

/* ---- What a row's name means ---- */

/* A name of letters, digits and "extra" at *at, which goes behind it. */
static bool name(scan_t *s, const char **at, const char *extra, char out[EXPR_NAME],
                 const char *what)
{
    size_t n = 0;
    while (isalnum((unsigned char)(*at)[n]) || ((*at)[n] && strchr(extra, (*at)[n])))
        n++;
    if (!n || n >= EXPR_NAME)
        return fail(s, *at, n ? "a name that is too long" : what);
    memcpy(out, *at, n);
    out[n] = 0;
    *at += n;
    return true;
}

/* "least STATISTIC of ", "greatest STATISTIC of " */
static bool read_pick(scan_t *s, const char **at, expr_ref_t *r)
{
    static const char *const words[] = {[EXPR_LEAST] = "least ", [EXPR_GREATEST] = "greatest "};
    for (expr_pick_t p = EXPR_LEAST; p <= EXPR_GREATEST; p++) {
        if (strncmp(*at, words[p], strlen(words[p])))
            continue;
        *at += strlen(words[p]);
        r->pick = p;
        if (!name(s, at, "_.[]", r->by, "expected a statistic's name"))
            return false;
        if (strncmp(*at, " of ", 4))
            return fail(s, *at, "expected \" of \" and a series");
        *at += 4;
    }
    return true;
}

static size_t place(const scan_t *s, const char *at)
{
    return (size_t)(s->row_at - s->text) + (size_t)(at - s->row);
}

/* SERIES{KEY=VALUE}@WORKLOAD. */
static bool read_row(scan_t *s, expr_ref_t *r)
{
    const char *at = s->row;
    if (!read_pick(s, &at, r))
        return false;
    r->series_at = place(s, at);
    if (*at == '$') {
        at++;
        snprintf(r->series, sizeof r->series, "%s", s->dollar ? s->dollar : "$");
    } else if (!name(s, &at, "_-.", r->series, "expected a series")) {
        return false;
    }
    if (*at == '{') {
        at++;
        if (!name(s, &at, "_-.", r->setting, "expected a setting's name"))
            return false;
        if (*at++ != '=')
            return fail(s, at - 1, "expected =");
        if (!name(s, &at, "_-.+", r->value, "expected a setting's value"))
            return false;
        if (*at++ != '}')
            return fail(s, at - 1, "expected }");
    }
    r->workload_at = place(s, at);
    if (*at == '@') {
        at++;
        r->workload_at++;
        if (!name(s, &at, strcmp(r->series, "synth") ? "_-./" : "_-./=+", r->workload,
                  "expected a workload's name"))
            return false;
    }
    return !*at || fail(s, at, "expected the end of the row's name");
}

static bool read_column(scan_t *s, expr_ref_t *r)
{
    const char *at = s->row;
    r->stat_at = place(s, at);
    return name(s, &at, "_.[]", r->stat, "expected a statistic's name") &&
           (!*at || fail(s, at, "expected the end of the statistic's name"));
}

/* ---- Tokens ---- */

/* An identifier: bare, "..." or [...]. What it names goes from *from to *to; NULL: there is none.
 */
static const char *identifier(const char *at, const char **from, const char **to)
{
    char close = *at == '"' ? '"' : *at == '[' ? ']' : 0;
    *from = at + (close != 0);
    if (close)
        *to = strchr(*from, close);
    else
        *to = *from +
              strspn(*from, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ_0123456789");
    if (!*to || *to == *from)
        return NULL;
    return *to + (close != 0);
}

static void note(scan_t *s, const named_t *x)
{
    for (unsigned i = 0; i < s->n; i++)
        if (!strcmp(s->named[i].row, x->row) && !strcmp(s->named[i].column, x->column))
            return;
    if (s->n == MAX_REFS)
        fail(s, s->at, "too many statistics");
    else
        s->named[s->n++] = *x;
}

/* What a name in the formula means, read of a copy of it. */
static bool read_named(scan_t *s, const char *from, const char *row, bool of_column, expr_ref_t *r)
{
    s->row = row;
    s->row_at = from;
    bool read = of_column ? read_column(s, r) : read_row(s, r);
    s->row = NULL;
    return read;
}

/* ROW.COLUMN, the row from one place to another; NULL, or what is behind it. */
static const char *take_column(scan_t *s, const char *from, const char *to, const char *dot)
{
    const char *column, *column_to;
    named_t x = {.ref = {.pick = EXPR_ONLY}};
    const char *end = identifier(dot + 1, &column, &column_to);
    if (!end)
        return fail(s, dot + 1, "expected a statistic's name"), NULL;
    if ((size_t)(to - from) >= sizeof x.row || (size_t)(column_to - column) >= sizeof x.column)
        return fail(s, from, "a name that is too long"), NULL;
    snprintf(x.row, sizeof x.row, "%.*s", (int)(to - from), from);
    snprintf(x.column, sizeof x.column, "%.*s", (int)(column_to - column), column);
    if (!read_named(s, from, x.row, false, &x.ref) ||
        !read_named(s, column, x.column, true, &x.ref))
        return NULL;
    note(s, &x);
    return end;
}

/* A function's name, or ROW.COLUMN. */
static void take_name(scan_t *s)
{
    const char *from, *to;
    const char *end = identifier(s->at, &from, &to);
    if (!end) {
        fail(s, s->at, "a name that does not end");
        return;
    }
    if (*end == '.')
        end = take_column(s, from, to, end);
    else if (end[strspn(end, " ")] != '(')
        fail(s, end, "expected . and a statistic's name");
    if (s->error || !end)
        return;
    sqlite3_str_append(s->sql, s->at, (int)(end - s->at));
    s->at = end;
}

static void take_number(scan_t *s)
{
    size_t n = strspn(s->at, "0123456789");
    bool real = s->at[n] == '.';
    if (real)
        n += 1 + strspn(s->at + n + 1, "0123456789");
    sqlite3_str_append(s->sql, s->at, (int)n);
    s->at += n;
    if ((*s->at == 'e' || *s->at == 'E') && s->at[1]) {
        n = 2 + strspn(s->at + 2, "0123456789");
        sqlite3_str_append(s->sql, s->at, (int)n);
        s->at += n;
    } else if (!real) {
        sqlite3_str_appendall(s->sql, ".0");
    }
}

/* Names and numbers; of the rest only what arithmetic needs, which SQLite judges. */
static void scan(scan_t *s)
{
    int depth = 0;
    for (s->at = s->text; *s->at && !s->error;) {
        if (isalpha((unsigned char)*s->at) || *s->at == '_' || *s->at == '"' || *s->at == '[') {
            take_name(s);
            continue;
        }
        if (isdigit((unsigned char)*s->at)) {
            take_number(s);
            continue;
        }
        depth += (*s->at == '(') - (*s->at == ')');
        if (depth < 0)
            fail(s, s->at, "a bracket that nothing opens");
        if (!strchr(" \n+-*/(),", *s->at) || !strncmp(s->at, "--", 2) || !strncmp(s->at, "/*", 2))
            fail(s, s->at, "expected arithmetic");
        sqlite3_str_appendchar(s->sql, 1, *s->at++);
    }
    if (depth)
        fail(s, s->at, "expected )");
}

/* ---- SQLite ---- */

/* Nothing but the rows and functions of numbers. */
static int allow(void *left, int action, const char *a, const char *function, const char *b,
                 const char *c)
{
    static const char *const functions[] = {"max", "min", "abs", "sqrt", "ln", "exp", "pow"};
    (void)a, (void)b, (void)c;
    if (action == SQLITE_READ)
        return SQLITE_OK;
    if (action == SQLITE_SELECT)
        return (*(unsigned *)left)-- ? SQLITE_OK : SQLITE_DENY;
    for (size_t i = 0; action == SQLITE_FUNCTION && i < sizeof functions / sizeof *functions; i++)
        if (sqlite3_stricmp(function, functions[i]) == 0)
            return SQLITE_OK;
    return SQLITE_DENY;
}

/* The formula over a row of each name, whose columns are parameters. selects: how many it has. */
static char *statement(scan_t *s, unsigned *selects)
{
    sqlite3_str *q = sqlite3_str_new(NULL);
    char *cell = sqlite3_str_finish(s->sql);
    s->sql = NULL;
    sqlite3_str_appendf(q, "SELECT (%s)", cell ? cell : "");
    sqlite3_free(cell);
    *selects = 1;
    const char *before = " FROM ";
    for (unsigned i = 0; i < s->n; i++) {
        unsigned k = 0;
        while (strcmp(s->named[k].row, s->named[i].row))
            k++;
        if (k < i) /* with the first of its row */
            continue;
        sqlite3_str_appendf(q, "%s(SELECT", before);
        for (; k < s->n; k++)
            if (strcmp(s->named[k].row, s->named[i].row) == 0)
                sqlite3_str_appendf(q, "%s?%u AS \"%w\"", k == i ? " " : ", ", k + 1,
                                    s->named[k].column);
        sqlite3_str_appendf(q, ") AS \"%w\"", s->named[i].row);
        before = ", ";
        ++*selects;
    }
    return sqlite3_str_finish(q);
}

/* Prepares and, with values, evaluates: SQLITE_ROW with *v (NAN: NULL), or SQLite's status with
 * why. */
static int ask(scan_t *s, const double *value, double *v, char why[EXPR_WHY])
{
    sqlite3 *db = NULL;
    sqlite3_stmt *q = NULL;
    const char *tail = "";
    unsigned selects;
    char *text = statement(s, &selects);
    int rc = text ? sqlite3_open(":memory:", &db) : SQLITE_NOMEM;
    *v = NAN;
    if (rc == SQLITE_OK) {
        sqlite3_set_authorizer(db, allow, &selects);
        rc = sqlite3_prepare_v2(db, text, -1, &q, &tail);
    }
    bool one = rc != SQLITE_OK || (sqlite3_column_count(q) == 1 && !*tail);
    if (!one)
        rc = SQLITE_ERROR;
    for (unsigned i = 0; rc == SQLITE_OK && value && i < s->n; i++)
        sqlite3_bind_double(q, (int)i + 1, value[i]);
    if (rc == SQLITE_OK)
        rc = sqlite3_step(q);
    if (rc == SQLITE_ROW && sqlite3_column_type(q, 0) != SQLITE_NULL)
        *v = sqlite3_column_double(q, 0);
    snprintf(why, EXPR_WHY, "%s",
             !one ? "expected one value"
             : db ? sqlite3_errmsg(db)
                  : "out of memory");
    sqlite3_finalize(q);
    sqlite3_close(db);
    sqlite3_free(text);
    return rc;
}

/* ---- Both ---- */

int expr_check(const char *text, expr_refuse_fn *refuse, diag_t *d)
{
    scan_t s = {.text = text, .sql = sqlite3_str_new(NULL)};
    char why[EXPR_WHY];
    size_t at;
    double v;
    scan(&s);
    for (unsigned i = 0; refuse && i < s.n && !s.error; i++)
        if (refuse(&s.named[i].ref, why, &at))
            fail(&s, text + at, why);
    if (s.error) {
        sqlite3_free(sqlite3_str_finish(s.sql));
        return diag_at(d, "formula", 0, 0, "\"%s\", character %d: %s", text,
                       (int)(s.where - text) + 1, s.error);
    }
    if (ask(&s, NULL, &v, why) == SQLITE_ROW)
        return 0;
    return diag_at(d, "formula", 0, 0, "\"%s\": %s", text, why);
}

expr_status_t expr_eval(const char *text, const char *dollar, expr_lookup_fn *lookup, void *ctx,
                        double *value)
{
    scan_t s = {.text = text, .dollar = dollar, .sql = sqlite3_str_new(NULL)};
    double of[MAX_REFS];
    char why[EXPR_WHY];
    expr_status_t status = EXPR_VALUE;
    *value = NAN;
    scan(&s);
    for (unsigned i = 0; i < s.n; i++) {
        of[i] = NAN;
        expr_status_t x = lookup(ctx, &s.named[i].ref, &of[i]);
        status = x > status ? x : status;
    }
    if (s.error || status != EXPR_VALUE) {
        sqlite3_free(sqlite3_str_finish(s.sql));
        return s.error && status == EXPR_VALUE ? EXPR_UNDEFINED : status;
    }
    return ask(&s, of, value, why) == SQLITE_ROW && isfinite(*value) ? EXPR_VALUE : EXPR_UNDEFINED;
}
