/*
 * Fuzzing one reader: a harness takes any bytes, as the program takes a file of them, and must
 * return. tests/fuzz/READER.c defines fuzz_one(); linked with libFuzzer (preset fuzz) it searches
 * for inputs, linked with replay.c it feeds files to the reader, which is how seeds and kept
 * crashes are tests of the ordinary suite.
 *
 * What a harness demands: no crash, no report of a sanitizer, no hang, no leak; and a reader that
 * refuses says why.
 */
#ifndef LW_FUZZ_H
#define LW_FUZZ_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "common/diag.h"

/* The harness. What it allocates it frees. */
void fuzz_one(const uint8_t *data, size_t size);

/* A regular file in memory that holds these bytes until the next call of the same slot; readers
 * open it by the name that is returned. */
enum { FUZZ_FILES = 4 };
const char *fuzz_file(unsigned slot, const void *data, size_t size);

/* The same on disk (in memory where the system has such a folder), for libraries that do not open
 * what has no name in a folder. It is removed at the program's end. */
const char *fuzz_disk_file(const char *name, const void *data, size_t size);
/* The folder that it lies in. */
const char *fuzz_folder(void);

/* A reader's answer: below 0 it must have said why, in one line. Ends the program if not. */
void fuzz_answer(int rc, const diag_t *d);

/* The next part of an input that stands for several texts, which lines of "=====" separate; false:
 * no more. */
typedef struct fuzz_part {
    const char *text;
    size_t bytes;
} fuzz_part_t;
bool fuzz_next(fuzz_part_t *rest, fuzz_part_t *part);

/* A part as a string, cut at its first NUL, the caller's to free(). */
char *fuzz_string(fuzz_part_t part);

/* Ends the program with a message: the harness found something that no sanitizer sees. */
void fuzz_fail(const char *fmt, ...) __attribute__((format(printf, 1, 2), noreturn));

#endif
