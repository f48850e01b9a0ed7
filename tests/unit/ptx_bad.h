/*
 * Cases of PTX that the reader or a launch refuses. The caret ^ in a case's text marks the place
 * that the message names; it is no part of the text.
 */
#ifndef LW_TESTS_PTX_BAD_H
#define LW_TESTS_PTX_BAD_H

#include "isa_rig.h"

typedef struct bad {
    const char *text;
    const char *message; /* part of the message behind the place */
} bad_t;

#define H RIG_HEAD
/* A body with registers of every kind. */
#define B                                                                                          \
    H ".entry k(.param .u64 a, .param .u32 n) {\n"                                                 \
      ".reg .pred %p<4>; .reg .b16 %h<4>; .reg .b32 %r<4>; .reg .b64 %d<4>;\n"                     \
      ".reg .f32 %f<4>; .reg .f64 %g<4>; .reg .u32 %u<4>; .shared .b32 sh; .local .b32 lo;\n"
#define E "\nret; }\n"

/* The case's text without its caret, and "bad.ptx:LINE:COL: ", the place of the first one. */
static inline size_t take_case(const bad_t *b, char *text, size_t size, char *place,
                               size_t place_size)
{
    size_t n = 0;
    int line = 1, col = 1, want_line = 0, want_col = 0;
    for (const char *c = b->text; *c; c++) {
        if (*c == '^') {
            if (!want_line) {
                want_line = line;
                want_col = col;
            }
            continue;
        }
        assert_true(n < size - 1);
        text[n++] = *c;
        if (*c == '\n') {
            line++;
            col = 1;
        } else {
            col++;
        }
    }
    text[n] = 0;
    snprintf(place, place_size, "bad.ptx:%d:%d: ", want_line, want_col);
    return n;
}

#endif
