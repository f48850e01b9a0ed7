/*
 * Host parts of the Mars workloads: records, generated words, the prefix scan and the sort of
 * mars.cuh's kernels.
 */
#ifndef LW_WORKLOAD_MARS_H
#define LW_WORKLOAD_MARS_H

#include <stdint.h>

#include "workload/host.h"

#define MARS_THREADS 256 /* of a CTA */

/* A device's int2: two rows, or first byte and bytes. */
typedef struct mars_pair {
    int32_t x, y;
} mars_pair_t;

/* All pairs of n rows with n rows, the second fastest; n * n records in host memory. */
mars_pair_t *mars_pairs(host_t *h, uint32_t n);

/* The keys that came back are the records. 0, or 1 with a message. */
int mars_check_pairs(host_t *h, const mars_pair_t *got, const mars_pair_t *want, size_t n);

/* Launches a kernel of one task a record. */
void mars_launch(host_t *h, const char *kernel, uint32_t tasks, const dev_arg_t *args,
                 unsigned n_args);
#define MARS_LAUNCH(h, kernel, tasks, ...)                                                         \
    mars_launch(h, kernel, tasks, (const dev_arg_t[]){__VA_ARGS__},                                \
                (unsigned)(sizeof((const dev_arg_t[]){__VA_ARGS__}) / sizeof(dev_arg_t)))

/* Replaces each of n numbers on the device by the sum of those before it; the sum of all. */
uint32_t mars_scan(host_t *h, uint64_t data, uint32_t n);

/* A map over n records of a text, on the device: its counting run says how much each record gives,
 * the scan of that where the other run, which has buffers of the totals, puts it. */
typedef struct mars_map {
    uint64_t text, records;
    uint32_t n;
    uint64_t key_places, pair_places; /* made by mars_map_count() */
} mars_map_t;

/* What a total is of, and is. */
typedef struct mars_total {
    const char *what;
    uint32_t n;
} mars_total_t;

/* The counting run (kernel of text, records, both places and n) and the scans, whose totals are
 * checked. 0, or 1 with a message. */
int mars_map_count(host_t *h, const char *kernel, mars_map_t *m, mars_total_t keys,
                   mars_total_t pairs);

/* A device's int4: place and bytes of a key and of its value. */
typedef struct mars_entry {
    int32_t key, key_bytes, value, value_bytes;
} mars_entry_t;

/* Entries that a sort of n needs: a power of two of at least one CTA's. */
uint32_t mars_sort_room(uint32_t n);
/* Sorts `room` entries by key, those of -1 bytes last. */
void mars_sort(host_t *h, uint64_t entries, uint64_t keys, uint32_t room);

/* Words made at random, in lower case; the r-th is drawn with a probability like 1 / r. */
#define MARS_WORD 15 /* most letters */
typedef struct mars_words {
    uint32_t n;
    char (*word)[MARS_WORD + 1];
    double *share; /* sums of probabilities up to each word */
} mars_words_t;

/* Memory is the host's. 0 or a negative errno. */
int mars_words_make(host_t *h, uint32_t n, mars_words_t *w);
const char *mars_word(host_t *h, const mars_words_t *w);

#endif
