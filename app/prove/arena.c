#include "prove/arena.h"

#include <stdalign.h>
#include <stdlib.h>
#include <string.h>

enum { CHUNK = 1 << 20 };

struct arena_chunk {
    struct arena_chunk *next;
    size_t used, size;
    alignas(16) char bytes[];
};

void *arena_get(arena_t *a, size_t bytes)
{
    bytes = (bytes + 15) & ~(size_t)15;
    if (!a->chunk || a->chunk->size - a->chunk->used < bytes) {
        const size_t size = bytes > CHUNK ? bytes : CHUNK;
        struct arena_chunk *c = malloc(sizeof *c + size);
        if (!c)
            return NULL;
        *c = (struct arena_chunk){.next = a->chunk, .size = size};
        a->chunk = c;
    }
    void *p = a->chunk->bytes + a->chunk->used;
    a->chunk->used += bytes;
    return memset(p, 0, bytes);
}

void arena_free(arena_t *a)
{
    while (a->chunk) {
        struct arena_chunk *next = a->chunk->next;
        free(a->chunk);
        a->chunk = next;
    }
}
