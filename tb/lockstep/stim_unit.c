#include "lockstep/stim_unit.h"

#include <string.h>

const stim_unit_t *stim_unit_of(const unit_desc_t *d)
{
    for (unsigned i = 0; i < unit_registry_count; i++)
        if (strcmp(unit_registry[i]->name, d->name) == 0)
            return stim_registry[i];
    return NULL;
}

bool stim_event_possible(const stim_unit_t *s, unsigned k, const void *cfg)
{
    return !s->events[k].possible || s->events[k].possible(cfg);
}
