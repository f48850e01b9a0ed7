#include "micro/kernels.h"

#include <string.h>

const char *micro_ptx(const char *name, size_t *bytes)
{
    for (const micro_text_t *t = micro_texts; t->name; t++)
        if (strcmp(t->name, name) == 0) {
            *bytes = (size_t)(t->end - t->text);
            return t->text;
        }
    return NULL;
}
