/*
 * Hashes of the sources, made by the build, by what they can change: "core" (the simulator),
 * "rtl", "trace", "workload:NAME" (its folder and what workloads share) and "policy:NAME" (its
 * file; the structures of the families are in core).
 */
#ifndef LW_SWEEP_SOURCE_PARTS_H
#define LW_SWEEP_SOURCE_PARTS_H

typedef struct source_part {
    const char *name, *hash;
} source_part_t;

extern const source_part_t source_parts[]; /* NULL-terminated */

/* The hash of a part; NULL: no such part. */
const char *source_part(const char *name);

#endif
