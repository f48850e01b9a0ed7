/*
 * The tags of an infinite L1: every line read since the kernel's start, numbered from 0 in order of
 * first access, with what is known of it.
 */
#ifndef LW_STATS_INFTAGS_H
#define LW_STATS_INFTAGS_H

#include <stdbool.h>
#include <stdint.h>

/* Why the real L1 does not hold a line that it has been asked for before. */
typedef enum inftags_gone {
    INFTAGS_NOT_EVICTED, /* it holds it, or was never filled with it: went round */
    INFTAGS_BY_READ,     /* replaced by a read or late fill of `evictor` */
    INFTAGS_BY_STORE,    /* evicted by a store or volatile read */
    INFTAGS_BY_PREFETCH, /* replaced by a prefetch */
} inftags_gone_t;

typedef struct inftags_line {
    uint64_t first_warp;         /* that brought it; a warp's number in the grid */
    uint64_t evictor;            /* warp; of INFTAGS_BY_READ */
    uint64_t last;               /* number of its last access among the cache's */
    uint64_t accesses, by_first; /* in all, and by the first warp */
    uint64_t distances;          /* sum of its reference distances */
    uint32_t buckets;            /* their histogram: list of inftags_bucket_t, or INFTAGS_NONE */
    uint32_t row;                /* of the load that brought it */
    uint8_t gone;                /* inftags_gone_t */
} inftags_line_t;

/* How many of a line's distances fell into one bucket. */
typedef struct inftags_bucket {
    uint32_t next; /* of the line */
    uint32_t bucket;
    uint64_t count;
} inftags_bucket_t;

typedef struct inftags {
    uint64_t *key; /* open addressing; line + 1, 0: empty */
    uint32_t *id;
    inftags_line_t *line;     /* [n], by number */
    inftags_bucket_t *bucket; /* pool */
    uint32_t n, cap, line_cap, n_buckets, bucket_cap;
} inftags_t;

#define INFTAGS_NONE UINT32_MAX

void inftags_free(inftags_t *t);
void inftags_clear(inftags_t *t);

/* The number of a line, or INFTAGS_NONE. */
uint32_t inftags_find(const inftags_t *t, uint64_t line);

/* A line that is not there: t->line[t->n - 1] afterwards, zeros. False when memory is exhausted, as
 * below. */
bool inftags_add(inftags_t *t, uint64_t line);

/* The lines by number, malloc'ed; NULL: memory is exhausted. */
uint64_t *inftags_lines(const inftags_t *t);

/* A bucket of a line that has none of that number yet. */
bool inftags_bucket(inftags_t *t, uint32_t id, uint32_t bucket, uint64_t count);

/* One more distance of line number id, in a bucket of reuse_bucket(). */
bool inftags_distance(inftags_t *t, uint32_t id, uint64_t distance);

#endif
