/*
 * Text that grows, for pages written in pieces. A failed allocation is remembered.
 *
 * What the program says is a format, and formats are literals (the build checks it). Whatever else
 * comes in comes in as %s, and is escaped there for the form of the text: a name from a database is
 * text to read wherever it stands, and no page has to remember to see to it.
 */
#ifndef LW_TEXT_OUT_H
#define LW_TEXT_OUT_H

#include <stdbool.h>
#include <stddef.h>

/* What a %s becomes. */
typedef enum out_form {
    OUT_HTML,     /* text or a quoted attribute, also of SVG */
    OUT_MARKDOWN, /* a piece of a paragraph, heading or table cell, without meaning of its own */
    OUT_CSV,      /* a cell, quoted where it must be */
    OUT_PLAIN,    /* itself: commands, messages */
} out_form_t;

typedef struct out {
    char *text;
    size_t n, room;
    bool failed;
    out_form_t form;
} out_t;

/* As printf(); of the letters d i u x c f g e s, with h, l, ll, z, width and precision. */
void out_f(out_t *o, const char *fmt, ...) __attribute__((format(printf, 2, 3)));
/* out_f(o, "%s", text) */
void out_text(out_t *o, const char *text);
/* The same with a real minus sign before a number. */
void out_words(out_t *o, const char *text);
/* Text in the letters of a typewriter: <code>, or Markdown's backticks. Nothing for "". */
void out_code(out_t *o, const char *text);
/* A piece that was written in the same form. */
void out_append(out_t *o, const out_t *piece);
/* As it is: a text that the build has put into the program, such as a style sheet. */
void out_embedded(out_t *o, const char *text, size_t n);
void out_free(out_t *o);

#endif
