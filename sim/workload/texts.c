#include "workload/texts.h"

#include <string.h>

#include "workload/workload.h"

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
