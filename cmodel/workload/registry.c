#include <string.h>

#include "workload/texts.h"
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

const char *workload_ptx(const char *name, const char *variant, size_t *bytes)
{
    for (const workload_text_t *t = workload_texts; t->name; t++) {
        if (!strcmp(t->name, name) && !strcmp(t->variant, variant ? variant : "default")) {
            *bytes = (size_t)(t->end - t->text);
            return t->text;
        }
    }
    *bytes = 0;
    return NULL;
}
