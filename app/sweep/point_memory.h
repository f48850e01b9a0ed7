/*
 * What the points of a sweep have in common, read once: configurations, and the digests of files.
 * Thousands of points name a few of each. What was read counts while the file system says of the
 * file what it said just before it was read (file_stamp()).
 */
#ifndef LW_SWEEP_POINT_MEMORY_H
#define LW_SWEEP_POINT_MEMORY_H

#include <stdint.h>

#include "common/diag.h"
#include "config/run_config.h"
#include "hash/sha256.h"

/* Which file a name is at this moment, and when it was last written: all 0 where there is none. */
typedef struct file_stamp {
    int64_t v[7];
} file_stamp_t;
file_stamp_t file_stamp(const char *path); /* NULL is fine */

typedef struct memory_item {
    char *name;
    file_stamp_t stamp;
    run_config_t *config; /* or NULL: a file, of which this is the digest */
    char digest[SHA256_DIGITS];
} memory_item_t;

typedef struct point_memory {
    unsigned n, room;
    memory_item_t *item;
} point_memory_t;

/* run_config_load(). m may be NULL. */
int memory_config(point_memory_t *m, const char *which, run_config_t *c, diag_t *d);

/* The SHA-256 of a file's content, as hexadecimal digits. m may be NULL. 0, or a negative errno
 * with a message. */
int memory_digest(point_memory_t *m, const char *path, char digest[SHA256_DIGITS], diag_t *d);

void memory_free(point_memory_t *m);

#endif
