#include "config/preset.h"

#include <string.h>

const preset_t *preset_find(const char *name)
{
    for (unsigned i = 0; i < preset_registry_count; i++)
        if (strcmp(preset_registry[i].name, name) == 0)
            return &preset_registry[i];
    return NULL;
}
