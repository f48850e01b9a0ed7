/*
 * Pages of docs/ beside the code: their text, the cells of their tables, and complaints. Tests that
 * include it run in the root of the source tree.
 */
#ifndef LW_TESTS_PAGE_RIG_H
#define LW_TESTS_PAGE_RIG_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

#include <cmocka.h>

enum { MAX_CELLS = 8, MAX_CELL = 200 };

typedef struct row {
    char cell[MAX_CELLS][MAX_CELL];
    unsigned n;
} row_t;

/* Cuts "| `a` | b |" into a and b. */
static inline row_t row_cut(const char *line, size_t len)
{
    row_t r = {.n = 0};
    size_t at = 1;
    while (at < len && r.n < MAX_CELLS) {
        size_t end = at;
        while (end < len && line[end] != '|')
            end++;
        if (end == len)
            break;
        size_t a = at, z = end;
        while (a < z && (line[a] == ' ' || line[a] == '`'))
            a++;
        while (z > a && (line[z - 1] == ' ' || line[z - 1] == '`'))
            z--;
        snprintf(r.cell[r.n++], MAX_CELL, "%.*s", (int)(z - a), line + a);
        at = end + 1;
    }
    return r;
}

/* Appends one complaint a line; the page is right if there is none. */
typedef struct complaints {
    char text[4096];
    size_t used;
} complaints_t;

static inline void __attribute__((format(printf, 2, 3)))
complain(complaints_t *c, const char *form, ...)
{
    va_list ap;
    va_start(ap, form);
    int n = vsnprintf(c->text + c->used, sizeof c->text - c->used, form, ap);
    va_end(ap);
    if (n > 0)
        c->used = c->used + (size_t)n < sizeof c->text ? c->used + (size_t)n : sizeof c->text - 1;
}

static inline char *page_read(const char *path)
{
    FILE *f = fopen(path, "r");
    if (f == NULL)
        fail_msg("%s: cannot open", path);
    enum { MOST = 1 << 20 };
    char *text = malloc(MOST);
    assert_non_null(text);
    size_t n = fread(text, 1, MOST - 1, f);
    assert_true(n < MOST - 1);
    text[n] = 0;
    fclose(f);
    return text;
}

#endif
