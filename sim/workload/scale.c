/* What a workload can be asked for: scales, an input. */
#include <stdio.h>
#include <string.h>

#include "workload/workload.h"

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

int workload_check_input(const workload_t *w, const char *input, diag_t *d)
{
    return input && !w->reads_file
               ? diag_at(d, input, 0, 0, "%s makes its own input and reads no file", w->name)
               : 0;
}
