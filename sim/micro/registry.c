#include <string.h>

#include "micro/micro.h"

const micro_bench_t *micro_find(const char *name)
{
    for (unsigned i = 0; i < micro_registry_count; i++)
        if (strcmp(micro_registry[i]->name, name) == 0)
            return micro_registry[i];
    return NULL;
}
