#include "hash/source_hash.h"

#include <stddef.h>
#include <string.h>

const char *source_hash(const char *group)
{
    for (const source_hash_t *s = source_hashes; s->group; s++)
        if (strcmp(s->group, group) == 0)
            return s->hash;
    return NULL;
}
