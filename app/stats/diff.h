/*
 * What differs between two runs: their JSONs (docs/guide/json.md) compared leaf by leaf, and what
 * differs ranked by what it weighs (docs/guide/diff.md).
 *
 * `host` and `engine` are no part of the result and never make two runs different.
 */
#ifndef LW_STATS_DIFF_H
#define LW_STATS_DIFF_H

#include <cJSON.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

#include "common/diag.h"

#define DIFF_SCHEMA "lockwarp.diff/1"

enum { DIFF_STALLS = 5, DIFF_HEADLINES = 4, DIFF_LINES = 24, DIFF_COLUMNS = 80 };

/* A key that at least one of the runs has. */
typedef struct diff_row {
    const char *path;  /* "totals.l1d.misses"; elements of arrays by name, or "kernel:pc" */
    const cJSON *v[2]; /* of A and B; NULL where the run has no such key */
    bool numeric;      /* both are numbers, then: */
    double x[2];
    bool ranked;         /* a counter, then: */
    double weight;       /* |B - A| over the largest counter of its kind */
    unsigned unit;       /* of its kind: the group it stands in, and events, cycles or bytes */
    unsigned stands_for; /* counters with the same two values, itself included; 0: not the first */
    unsigned order;      /* in its document */
} diff_row_t;

/* Cause of a scheduler-cycle: what became of it, and what that is in core cycles of the run. */
typedef struct diff_stall {
    const char *name;
    double share[2];
    double effect; /* core cycles; the sum over the causes is the change of `cycles` */
} diff_stall_t;

/* A static load, by kernel and PC. */
typedef struct diff_load {
    const char *name;
    double latency[2]; /* latency_sum */
    double misses[2];  /* misses and bypasses */
    double weight;
} diff_load_t;

typedef struct diff_headline {
    const char *name;
    bool present[2];
    double x[2];
} diff_headline_t;

typedef struct diff {
    const cJSON *doc[2];
    bool equal;      /* but for host and engine */
    bool same_work;  /* workload, scale, input: cycles can be set against each other */
    bool timed[2];   /* not functional */
    bool stopped[2]; /* at --max-cycles */
    double speedup;  /* of B over A in time; 0 where it means nothing */
    diff_headline_t headline[DIFF_HEADLINES];
    unsigned n_stalls; /* 0 or DIFF_STALLS, by effect */
    diff_stall_t stall[DIFF_STALLS];
    /* Rows that differ, in document order; counters by weight, unranked values last. */
    unsigned n_setup, n_counters, n_other;
    diff_row_t **setup, **counter, **other;
    unsigned n_ranked; /* of counters: those with a weight, first */
    bool loads_match;  /* both are timed and of the same kernels */
    unsigned n_loads;
    diff_load_t *load; /* those that moved, by weight */

    struct diff_store *store;
} diff_t;

/* Reads a run's JSON: NULL with a message (with its place in the file, if that is malformed).
 * Numbers of more than 15 digits are kept exactly, as diff_text shows. The caller's to delete. */
cJSON *diff_read(const char *file, diag_t *d);

/* Are values that stand at one place of both of one type? Only then may they be compared. 0 or
 * -EINVAL. */
int diff_check_types(const cJSON *const doc[2], const char *const file[2], diag_t *d);

/* Compares; the documents must outlive the result. 0 or -ENOMEM. */
int diff_make(diff_t *d, const cJSON *a, const cJSON *b);
void diff_free(diff_t *d);

/* A leaf as text into buf; "-" where there is none. */
const char *diff_text(const cJSON *v, char *buf, size_t bytes);

/* For people: at most DIFF_LINES x DIFF_COLUMNS, or everything. name: of the files. */
void diff_print(const diff_t *d, const char *const name[2], bool all, FILE *out);

/* For machines: everything (schema DIFF_SCHEMA). The caller's to delete. */
cJSON *diff_json(const diff_t *d, const char *const name[2]);

#endif
