/* Text that grows, for pages written in pieces. A failed allocation is remembered. */
#ifndef LW_REPORT_OUT_H
#define LW_REPORT_OUT_H

#include <stdbool.h>
#include <stddef.h>

typedef struct out {
    char *text;
    size_t n, room;
    bool failed;
} out_t;

void out_bytes(out_t *o, const char *text, size_t n);
void out_put(out_t *o, const char *text);
void out_f(out_t *o, const char *fmt, ...) __attribute__((format(printf, 2, 3)));
/* Text for HTML and SVG: & < > " ' replaced. */
void out_html(out_t *o, const char *text);
/* Words and numbers for HTML: as out_html(), with a real minus sign before a number. */
void out_words(out_t *o, const char *text);
/* One cell of CSV, quoted where it must be. */
void out_csv(out_t *o, const char *text);
/* A cell of a Markdown table: | escaped. */
void out_md(out_t *o, const char *text);
void out_free(out_t *o);

#endif
