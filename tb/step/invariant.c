#include "step/invariant.h"

#include <stddef.h>
#include <string.h>

const invariant_t *invariant_of(const unit_desc_t *d)
{
    for (unsigned k = 0; k < unit_registry_count; k++)
        if (strcmp(unit_registry[k]->name, d->name) == 0)
            return invariant_registry[k];
    return NULL;
}

bool invariant_holds(const unit_desc_t *d, const void *state)
{
    const invariant_t *v = invariant_of(d);
    return !v || v->holds(state);
}
