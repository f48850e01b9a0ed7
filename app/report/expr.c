#include "report/expr.h"

#include <ctype.h>
#include <errno.h>
#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Recursive descent; each rule gives the value of what it read. */
typedef struct parser {
    const char *text, *at;
    const char *dollar;
    expr_lookup_fn *lookup; /* NULL: syntax alone */
    void *ctx;
    expr_refuse_fn *refuse; /* or NULL */
    char why[EXPR_WHY];     /* what it said */
    expr_status_t status;
    const char *error; /* the first thing wrong, or NULL */
    const char *where;
    unsigned depth;
} parser_t;

enum { MAX_DEPTH = 64 };

static double fail(parser_t *p, const char *what)
{
    if (!p->error) {
        p->error = what;
        p->where = p->at;
    }
    return NAN;
}

static void space(parser_t *p)
{
    while (*p->at == ' ' || *p->at == '\n')
        p->at++;
}

static bool take(parser_t *p, char c)
{
    space(p);
    if (*p->at != c)
        return false;
    p->at++;
    return true;
}

/* A name up to one of the stops; letters, digits and "extra". */
static void name(parser_t *p, const char *extra, char out[EXPR_NAME], const char *what)
{
    size_t n = 0;
    while (isalnum((unsigned char)*p->at) || (*p->at && strchr(extra, *p->at))) {
        if (n + 1 == EXPR_NAME) {
            fail(p, "a name that is too long");
            return;
        }
        out[n++] = *p->at++;
    }
    out[n] = 0;
    if (!n)
        fail(p, what);
}

static size_t place(const parser_t *p)
{
    return (size_t)(p->at - p->text);
}

static void judge(parser_t *p, const expr_ref_t *r)
{
    size_t at;
    if (!p->refuse(r, p->why, &at))
        return;
    p->error = p->why;
    p->where = p->text + at;
}

static double reference(parser_t *p, expr_pick_t pick)
{
    expr_ref_t r = {.pick = pick, .series_at = place(p)};
    if (*p->at == '$') {
        p->at++;
        snprintf(r.series, sizeof r.series, "%s", p->dollar ? p->dollar : "$");
    } else {
        name(p, "_-.", r.series, "expected a number, a bracket or SERIES:STATISTIC");
    }
    if (!p->error && *p->at == '{') {
        p->at++;
        name(p, "_-.", r.setting, "expected a setting's name");
        if (!p->error && *p->at++ != '=')
            return p->at--, fail(p, "expected =");
        name(p, "_-.+", r.value, "expected a setting's value");
        if (!p->error && *p->at++ != '}')
            return p->at--, fail(p, "expected }");
    }
    r.workload_at = place(p);
    if (!p->error && *p->at == '@') {
        p->at++;
        r.workload_at++;
        name(p, strcmp(r.series, "synth") ? "_-./" : "_-./=+", r.workload,
             "expected a workload's name");
    }
    if (!p->error && *p->at++ != ':')
        return p->at--, fail(p, "expected : and a statistic's name");
    r.stat_at = place(p);
    if (!p->error)
        name(p, "_.[]", r.stat, "expected a statistic's name");
    if (!p->error && pick != EXPR_ONLY && take(p, ',')) {
        memcpy(r.by, r.stat, sizeof r.by);
        space(p);
        r.stat_at = place(p);
        name(p, "_.[]", r.stat, "expected a statistic's name");
    }
    if (!p->error && p->refuse)
        judge(p, &r);
    if (p->error || !p->lookup)
        return NAN;
    double v = NAN;
    expr_status_t s = p->lookup(p->ctx, &r, &v);
    if (s > p->status)
        p->status = s;
    return v;
}

static double sum(parser_t *p);

/* "least(" or "greatest(" of a reference, and perhaps what is wanted of the run that it picks. */
static bool take_word(parser_t *p, const char *word)
{
    size_t n = strlen(word);
    if (strncmp(p->at, word, n) || p->at[n] != '(')
        return false;
    p->at += n + 1;
    return true;
}

static double picked(parser_t *p, expr_pick_t pick)
{
    space(p);
    double v = reference(p, pick);
    if (!p->error && !take(p, ')'))
        v = fail(p, "expected )");
    return v;
}

/* "larger(" or "smaller(" of two. */
static double of_two(parser_t *p, bool larger)
{
    double a = sum(p), b = NAN;
    if (!p->error && !take(p, ','))
        return fail(p, "expected a comma");
    if (!p->error)
        b = sum(p);
    if (!p->error && !take(p, ')'))
        return fail(p, "expected )");
    return larger == (a > b) ? a : b;
}

static double atom(parser_t *p)
{
    double v;
    space(p);
    if (++p->depth > MAX_DEPTH)
        return fail(p, "brackets too deep");
    if (take(p, '(')) {
        v = sum(p);
        if (!p->error && !take(p, ')'))
            v = fail(p, "expected )");
    } else if (*p->at == '-') {
        p->at++;
        v = -atom(p);
    } else if (isdigit((unsigned char)*p->at)) {
        char *end;
        v = strtod(p->at, &end);
        p->at = end;
    } else if (take_word(p, "least")) {
        v = picked(p, EXPR_LEAST);
    } else if (take_word(p, "greatest")) {
        v = picked(p, EXPR_GREATEST);
    } else if (take_word(p, "larger")) {
        v = of_two(p, true);
    } else if (take_word(p, "smaller")) {
        v = of_two(p, false);
    } else {
        v = reference(p, EXPR_ONLY);
    }
    p->depth--;
    return v;
}

static double product(parser_t *p)
{
    double v = atom(p);
    while (!p->error) {
        if (take(p, '*')) {
            v *= atom(p);
        } else if (take(p, '/')) {
            double by = atom(p);
            if (by == 0 && p->status == EXPR_VALUE)
                p->status = EXPR_UNDEFINED;
            v /= by;
        } else {
            break;
        }
    }
    return v;
}

static double sum(parser_t *p)
{
    double v = product(p);
    while (!p->error) {
        if (take(p, '+'))
            v += product(p);
        else if (take(p, '-'))
            v -= product(p);
        else
            break;
    }
    return v;
}

static double whole(parser_t *p)
{
    p->at = p->text;
    double v = sum(p);
    space(p);
    if (!p->error && *p->at)
        fail(p, "expected an operator or the end");
    return v;
}

int expr_check(const char *text, expr_refuse_fn *refuse, diag_t *d)
{
    parser_t p = {.text = text, .refuse = refuse};
    whole(&p);
    if (!p.error)
        return 0;
    return diag_at(d, "formula", 0, 0, "\"%s\", character %d: %s", text, (int)(p.where - text) + 1,
                   p.error);
}

expr_status_t expr_eval(const char *text, const char *dollar, expr_lookup_fn *lookup, void *ctx,
                        double *value)
{
    parser_t p = {.text = text, .dollar = dollar, .lookup = lookup, .ctx = ctx};
    *value = whole(&p);
    if (p.error || (p.status == EXPR_VALUE && !isfinite(*value)))
        return EXPR_UNDEFINED;
    return p.status;
}
