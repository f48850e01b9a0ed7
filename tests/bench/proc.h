/*
 * A command as a whole process: its time, its peak memory, and what its JSON says. And the
 * reference loop, by which machines compare.
 */
#ifndef LW_BENCH_PROC_H
#define LW_BENCH_PROC_H

#include <cjson/cJSON.h>

typedef struct sample {
    double wall, cpu; /* seconds; cpu: user and system */
    double peak_mb;
} sample_t;

/* Runs argv to its end, its output thrown away. 0, its exit status, or 128 when a signal ended
 * it. */
int proc_run(const char *const *argv, sample_t *s);

/* A JSON file; NULL if there is none that can be read. The caller deletes it. */
cJSON *proc_json(const char *file);

/* A number of an object of an object (totals, cycles), or -1. */
double proc_number(const cJSON *doc, const char *object, const char *key);

/* CPU seconds of the reference loop: a fixed number of steps through queues of 32-byte tokens
 * in a table of 256 KB, with branches that depend on what was read: the simulator's own diet. */
double proc_reference(void);

#endif
