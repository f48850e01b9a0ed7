#include <stdio.h>
#include <string.h>

#include "input/suggest.h"
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

enum { MOST_NAMES = 256 };

const char *const workload_scale_names[SCALES] = {"tiny", "default", "paper", "abyp", "mrpb"};

int workload_scale_named(const char *name)
{
    for (unsigned s = 0; s < SCALES; s++)
        if (!strcmp(workload_scale_names[s], name))
            return (int)s;
    return -1;
}

int workload_check_scale(const workload_t *w, workload_scale_t scale, const char *where, diag_t *d)
{
    if (w->geometry[scale])
        return 0;
    char has[128] = "";
    for (unsigned s = 0; s < SCALES; s++) {
        size_t n = strlen(has);
        if (w->geometry[s])
            snprintf(has + n, sizeof has - n, "%s%s", n ? ", " : "", workload_scale_names[s]);
    }
    return diag_at(d, where, 0, 0, "%s has no size of scale '%s'; expected one of: %s", w->name,
                   workload_scale_names[scale], has);
}

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

int workload_check_input(const workload_t *w, const char *input, diag_t *d)
{
    return input && !w->reads_file
               ? diag_at(d, input, 0, 0, "%s makes its own input and reads no file", w->name)
               : 0;
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
