/*
 * The device memory that an Accel-Sim trace tells of. It has no allocations, so allocated is what
 * it copies to the device and the pages of 4 KB that its kernels touch, whichever kernel runs: a
 * buffer is there before the first kernel that uses it. Who asks has the trace read once more.
 */
#ifndef LW_TRACE_ACCELSIM_MEMORY_H
#define LW_TRACE_ACCELSIM_MEMORY_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct acc_range {
    uint64_t first, end;
} acc_range_t;

/* Sorted and apart in [0, sorted), as they came behind that. */
typedef struct acc_memory {
    acc_range_t *range;
    size_t n, sorted, cap;
} acc_memory_t;

/* Bytes [first, end), copied; the pages of the bytes [first, end), touched. */
void acc_memory_copy(acc_memory_t *m, uint64_t first, uint64_t end);
void acc_memory_touch(acc_memory_t *m, uint64_t first, uint64_t end);
/* Once all is there. */
void acc_memory_sort(acc_memory_t *m);
/* Of memory that has been sorted. */
bool acc_memory_has(const acc_memory_t *m, uint64_t addr);
void acc_memory_free(acc_memory_t *m);

#endif
