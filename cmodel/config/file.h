/* Whole files in and out. */
#ifndef LW_CONFIG_FILE_H
#define LW_CONFIG_FILE_H

#include <stddef.h>

#include "common/diag.h"

/* Reads a regular file of at most max bytes; *text is malloc'ed, NUL-terminated (not counted in
 * *bytes) and the caller's. 0, or a negative errno with the file named in the diag. */
int file_read(const char *path, size_t max, char **text, size_t *bytes, diag_t *d);

/* Writes a file as a whole or not at all: a temporary beside it, then rename. "-" is standard
 * output. 0, or a negative errno with the file named in the diag. */
int file_write(const char *path, const void *text, size_t bytes, diag_t *d);

/* Could file_write() create its temporary? For a check before long work. 0, or as file_write. */
int file_check_writable(const char *path, diag_t *d);

#endif
