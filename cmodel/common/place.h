/*
 * Which names may be read and written (docs/guide/running.md), and files that are read as they
 * come. Beside common/file.h, whose functions keep to the same.
 */
#ifndef LW_COMMON_PLACE_H
#define LW_COMMON_PLACE_H

#include <stdbool.h>
#include <stdio.h>

#include "common/file.h"

/* A file to read from, opened: a regular one, or a pipe that was handed over open (/dev/stdin, or
 * what a shell's <(...) names). A FIFO that nobody writes must not hang us, and a device may have
 * no end. A descriptor, or a negative errno with a message. */
int file_open(const char *path, diag_t *d);
/* The same as a stream; NULL with a message. */
FILE *file_stream(const char *path, diag_t *d);
/* The first bytes of a regular file; how many are there, 0 if it cannot be read. */
size_t file_head(const char *path, void *to, size_t bytes);

/* As file_begin(); a device or an open pipe is written in place, as file_write() does. */
int file_begin_any(const char *path, file_out_t **out, diag_t *d);
/* The file's own name. */
const char *file_out_name(const file_out_t *f);

/* Checks before long work: 0, or a negative errno with a message. */
/* Could file_open() open it? */
int file_check_readable(const char *path, diag_t *d);
/* Is it a regular file, or none yet? For databases, which are written in place. */
int file_check_keepable(const char *path, diag_t *d);
/* Is it a folder that can be written, or, if that may be, none yet? */
int file_check_folder(const char *path, bool none_yet, diag_t *d);
/* Would a file of one name be that of the other? Not of "-" and devices. */
bool file_same_place(const char *a, const char *b);

#endif
