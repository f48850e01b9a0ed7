#include "policy/list.h"

#include <stdlib.h>
#include <string.h>

#include "front/memory.h"

void *list_grow(void *at, uint32_t *n, uint32_t need, size_t size)
{
    uint32_t room = *n ? *n : 16;
    while (room < need)
        room *= 2;
    if (room == *n)
        return at;
    char *grown = realloc(at, room * size);
    if (!grown)
        memory_out();
    memset(grown + *n * size, 0, (room - *n) * size);
    *n = room;
    return grown;
}

void *list_state(void *at, uint32_t *n, size_t size, const char *what, state_io_t *io)
{
    uint64_t count = *n;
    state_count(io, &count, UINT16_MAX, what);
    if (!state_loading(io))
        return at;
    free(at);
    at = state_alloc(io, count, size);
    *n = at ? (uint32_t)count : 0;
    return at;
}
