/*
 * Files of models: reading, hashing, and the sources that a unit's module is made of.
 */
#ifndef LW_LOCKSTEP_MODEL_FILES_H
#define LW_LOCKSTEP_MODEL_FILES_H

#include <limits.h>

#include <nettle/sha2.h>

#include "lockstep/model_text.h"

enum { MODEL_FILES = 256 };

/* The RTL of a unit: the file of its module, and the file of every module of rtl/common and of its
 * family that a file in the list names outside comments. Sorted by name; a variant's file stands in
 * the place of the RTL's. */
typedef struct model_files {
    unsigned n;
    char *path[MODEL_FILES]; /* absolute */
} model_files_t;

int model_files_find(model_files_t *f, const model_spec_t *m, diag_t *diag);
void model_files_free(model_files_t *f);

/* A file's bytes with a 0 behind them, or NULL; the caller frees. */
char *model_file_read(const char *path, size_t *bytes);

/* Its bytes into the sum, behind its name and length. */
int model_file_hash(struct sha256_ctx *sha, const char *path, const char *name, diag_t *diag);

/* The sum in hexadecimal. */
void model_hash_end(struct sha256_ctx *sha, char key[65]);

#endif
