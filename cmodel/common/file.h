/* Whole files in and out. */
#ifndef LW_COMMON_FILE_H
#define LW_COMMON_FILE_H

#include <stddef.h>

#include "common/diag.h"

/* Reads a regular file of at most max bytes; *text is malloc'ed, NUL-terminated (not counted in
 * *bytes) and the caller's. 0, or a negative errno with the file named in the diag. */
int file_read(const char *path, size_t max, char **text, size_t *bytes, diag_t *d);

/* Writes a file as a whole or not at all: a temporary beside it, then rename. "-" is standard
 * output. 0, or a negative errno with the file named in the diag. */
int file_write(const char *path, const void *text, size_t bytes, diag_t *d);

/* The same in pieces: what is written is nowhere to be seen, or in a temporary beside the file
 * where the file system cannot hide it, until file_commit() puts it in the file's place. A
 * program that is killed leaves the file as it was. A regular file or none yet, unlike for
 * file_write(), which writes into devices and pipes. 0, or a negative errno with a message. */
typedef struct file_out file_out_t;
int file_begin(const char *path, file_out_t **out, diag_t *d);
int file_put(void *out, const void *data,
             size_t bytes);                /* out: file_out_t; 0 or a negative errno */
int file_commit(file_out_t *f, diag_t *d); /* frees f in any case */
void file_abandon(file_out_t *f);          /* NULL is fine */
/* The temporary's name, there or not: what a signal handler may remove. */
const char *file_temporary(const file_out_t *f);

/* Could file_begin() and file_write() begin? For a check before long work. 0, or as they. */
int file_check_creatable(const char *path, diag_t *d);
int file_check_writable(const char *path, diag_t *d);

#endif
