/*
 * Folders of made models. An entry is one file with a seal behind its content: the key of what it
 * was made of and a sum of its bytes, so that a stale, cut off or damaged file is seen for what it
 * is. Entries are made in a folder of their own and renamed into place, under a lock, so that of
 * several processes one makes and the others wait. Of a maker that was killed nothing stays
 * (common/scratch.h); what an ended machine leaves the next maker removes.
 */
#ifndef LW_LOCKSTEP_MODEL_STORE_H
#define LW_LOCKSTEP_MODEL_STORE_H

#include "lockstep/model_build.h"

/* Is there such a file, whole and, unless key is NULL, made of what has that key? */
bool model_sealed(const char *path, const char *key);

/* How models are made into a folder. */
typedef struct model_maker {
    const char *folder; /* absolute; made if it is not there */
    const char *tools;  /* of model_tools() */
    const char *const *launcher;
    const model_watch_t *watch;
    const char
        *runtime; /* a file that may be Verilator's runtime made by these tools already; or NULL */
    bool by_key;  /* the names of files have the key's beginning: several versions beside each other
                   */
} model_maker_t;

/* The model's file, made first where it is not there: 0, or -EINVAL with a message. */
int model_store_get(const model_maker_t *s, const model_spec_t *m, char *path, size_t n,
                    diag_t *diag);

/* The file that a model has in a folder, there or not. */
void model_store_path(const model_maker_t *s, const model_spec_t *m, const char *key, char *path,
                      size_t n);

/* The user's cache: $XDG_CACHE_HOME or ~/.cache, and lockwarp/models in it. */
int model_cache_folder(char *path, size_t n, diag_t *diag);

#endif
