#include <string.h>

#include "input/suggest.h"
#include "workload/workload.h"

const workload_t *workload_find(const char *name)
{
    unsigned lo = 0, hi = workload_registry_count;
    while (lo < hi) {
        unsigned mid = lo + (hi - lo) / 2;
        int order = strcmp(name, workload_registry[mid]->name);
        if (order == 0)
            return workload_registry[mid];
        if (order < 0)
            hi = mid;
        else
            lo = mid + 1;
    }
    return NULL;
}

enum { MOST_NAMES = 256 };

const workload_t *workload_named(const char *name, const char *where, diag_t *d)
{
    const workload_t *w = workload_find(name);
    if (w)
        return w;
    const char *names[MOST_NAMES];
    char hint[256];
    unsigned n = 0;
    for (unsigned i = 0; i < workload_registry_count && n < MOST_NAMES; i++)
        names[n++] = workload_registry[i]->name;
    diag_at(d, where, 0, 0, "unknown workload '%s'; %s", name,
            suggest_among(name, names, n, hint, sizeof hint));
    return NULL;
}
