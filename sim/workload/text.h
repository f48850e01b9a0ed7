/*
 * Reader of text inputs: a whole file in memory and a cursor that knows its line and column.
 * Every refusal is "FILE:LINE:COL: ..., expected ..." in the diag, -EINVAL (or the errno of a file
 * that cannot be read). A text_t may be copied to come back to a place.
 */
#ifndef LW_WORKLOAD_TEXT_H
#define LW_WORKLOAD_TEXT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "common/diag.h"

typedef struct text {
    const char *file; /* for messages */
    char *bytes;      /* of the whole file, NUL-terminated; freed by text_close */
    size_t size;
    const char *at; /* the cursor */
    const char *line_start;
    int line; /* 1-based */
    diag_t *diag;
} text_t;

/* Reads the file. 0 or a negative errno; text_close is needed after 0 only. */
int text_open(text_t *t, const char *file, diag_t *diag);
void text_close(text_t *t);

/* The cursor's column, 1-based. */
int text_column(const text_t *t);

/* A message at the cursor; -EINVAL. */
int text_error(const text_t *t, const char *fmt, ...) __attribute__((format(printf, 2, 3)));

/* "WORD, expected ..." of the word at the cursor (or the end of the line or file); -EINVAL. */
int text_refuse(const text_t *t, const char *fmt, ...) __attribute__((format(printf, 2, 3)));

/* Skips spaces and line ends; true at the end of the file. */
bool text_skip(text_t *t);
/* Skips spaces of this line only; true at its end or the file's. */
bool text_skip_in_line(text_t *t);
/* To the start of the next line; false at the end of the file. */
bool text_next_line(text_t *t);

/* The next whole number, on this line or a later one, in [min, max]. */
int text_number(text_t *t, const char *what, int64_t min, int64_t max, int64_t *out);
/* The same of a count of things that take `bytes` of the file each at least, which bounds what a
 * file can promise: at most 2^31 - 1. */
int text_count(text_t *t, const char *what, int64_t min, size_t bytes, int64_t *out);
/* The next real number that single precision holds: finite, at most FLT_MAX in size. */
int text_real(text_t *t, const char *what, double *out);
/* The next word of this line, lower-cased, cut to size - 1 characters; empty at the line's end. */
void text_word(text_t *t, char *word, size_t size);
/* The next number on this line; its end is refused. */
int text_field_number(text_t *t, const char *what, int64_t min, int64_t max, int64_t *out);
int text_field_real(text_t *t, const char *what, double *out);
int text_field_count(text_t *t, const char *what, int64_t min, size_t bytes, int64_t *out);
/* Nothing but spaces may follow on this line, which holds `what`. */
int text_line_end(text_t *t, const char *what);
/* The next word of this line must be one of a list that NULL ends; its place there. */
int text_one_of(text_t *t, const char *what, const char *const *words);

/* Nothing but spaces and line ends may follow. */
int text_end(text_t *t, const char *after);

#endif
