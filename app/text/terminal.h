/*
 * Standard output and standard error as people see them: whatever the program prints through them,
 * characters that control a terminal come out as \xNN, whether they stood in a file's name, in a
 * kernel's or in a message that quotes its input. Newlines and tabs stay, and so does UTF-8.
 */
#ifndef LW_TEXT_TERMINAL_H
#define LW_TEXT_TERMINAL_H

#include <stddef.h>
#include <stdio.h>

/* Puts such streams in place of stdout and stderr; once, when the program begins. Where they cannot
 * be made it says so and ends the program. */
void terminal_begin(void);

/* Clears the line on which a progress bar stands: standard error is a terminal. */
void terminal_clear_line(void);

/* The bytes as they are shown; *out is malloc'ed, NULL where there is no memory. How many. */
size_t terminal_shown(const char *text, size_t n, char **out);

#endif
