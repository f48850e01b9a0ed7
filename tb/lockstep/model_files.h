/*
 * Finds the source files of a unit's RTL, and reads and hashes files.
 */
#ifndef LW_LOCKSTEP_MODEL_FILES_H
#define LW_LOCKSTEP_MODEL_FILES_H

#include <limits.h>

#include <nettle/sha2.h>

#include "lockstep/model_text.h"

enum { MODEL_FILES = 256 };

/* The files that a unit's module is made of, sorted by module name. The list has the file of the
 * module itself and of every module of rtl/common or of the unit's family whose name occurs,
 * outside comments, in a file of the list. A file of m->replace is used instead of the file of the
 * same name in rtl/. If m->netlist is given, the list is that file alone. */
typedef struct model_files {
    unsigned n;
    char *path[MODEL_FILES]; /* absolute */
} model_files_t;

/* Fills f with the files of m. Returns 0, or a negative errno; f is then empty. The caller frees f
 * with model_files_free. */
int model_files_find(model_files_t *f, const model_spec_t *m, diag_t *diag);
void model_files_free(model_files_t *f);

/* Reads a file. The result is followed by a 0 byte and is freed by the caller; NULL on failure,
 * with errno set. */
char *model_file_read(const char *path, size_t *bytes);

/* Adds a file to the hash: first `name` and the file's length, then its bytes. */
int model_file_hash(struct sha256_ctx *sha, const char *path, const char *name, diag_t *diag);

/* Ends the hash and writes it into key in hexadecimal. */
void model_hash_end(struct sha256_ctx *sha, char key[65]);

#endif
