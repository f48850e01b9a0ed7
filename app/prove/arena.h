/* Memory that is freed all at once. */
#ifndef LW_PROVE_ARENA_H
#define LW_PROVE_ARENA_H

#include <stddef.h>

typedef struct arena {
    struct arena_chunk *chunk;
} arena_t;

/* Zeroed bytes, or NULL when there is no memory. */
void *arena_get(arena_t *a, size_t bytes);
void arena_free(arena_t *a);

#endif
