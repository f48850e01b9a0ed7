/*
 * Which bytes of a foreign text may be shown: names of files, of kernels, cells of databases. What
 * moves a cursor, sets a colour or turns the direction of writing is no text to show.
 */
#ifndef LW_TEXT_VISIBLE_H
#define LW_TEXT_VISIBLE_H

#include <stdbool.h>
#include <stddef.h>

/* The length of the first character of text, of which n > 0 bytes are there. shown: it is a letter,
 * a sign or a space, in UTF-8; a tab and a newline are not. 0: UTF-8 whose rest is not there yet.
 */
size_t visible_next(const char *text, size_t n, bool *shown);

#endif
