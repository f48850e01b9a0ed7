/* Which CUDA sources a workload has: sim/workload/NAME/NAME.cu, and NAME.VARIANT.cu of some
 * variants. */
#ifndef LW_TESTS_WORKLOAD_SOURCE_H
#define LW_TESTS_WORKLOAD_SOURCE_H

#include <stdbool.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

/* What the source is called, without .cu. Variants that are kernels of the workload's one source,
 * and "default", have that one's. */
static inline void workload_source(const char *name, const char *variant, char *out, size_t size)
{
    char path[200];
    snprintf(path, sizeof path, "sim/workload/%s/%s.%s.cu", name, name, variant);
    bool own = !access(path, R_OK);
    snprintf(out, size, "%s%s%s", name, own ? "." : "", own ? variant : "");
}

static inline bool workload_has_source(const char *name, const char *source)
{
    char path[200];
    snprintf(path, sizeof path, "sim/workload/%s/%s.cu", name, source);
    return !access(path, R_OK);
}

#endif
