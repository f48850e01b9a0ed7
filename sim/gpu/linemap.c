#include "gpu/linemap.h"

#include <stdlib.h>
#include <string.h>

bool linemap_init(linemap_t *m, uint32_t n)
{
    uint32_t slots = 2;
    while (slots < 2 * n)
        slots *= 2;
    m->mask = slots - 1;
    m->slot = calloc(slots, sizeof *m->slot);
    return m->slot;
}

void linemap_free(linemap_t *m)
{
    free(m->slot);
    m->slot = NULL;
}

void linemap_clear(linemap_t *m)
{
    memset(m->slot, 0, ((size_t)m->mask + 1) * sizeof *m->slot);
}

/* Where a line's search begins: the upper bits of a product with 2^64 / phi. */
static uint32_t home(const linemap_t *m, uint64_t line)
{
    return (uint32_t)(line * UINT64_C(0x9e3779b97f4a7c15) >> 32) & m->mask;
}

uint32_t linemap_find(const linemap_t *m, const uint64_t *tag, uint64_t line)
{
    for (uint32_t s = home(m, line); m->slot[s]; s = (s + 1) & m->mask)
        if (tag[m->slot[s] - 1] == line)
            return m->slot[s] - 1;
    return LINEMAP_NONE;
}

void linemap_add(linemap_t *m, const uint64_t *tag, uint32_t index)
{
    uint32_t s = home(m, tag[index]);
    while (m->slot[s])
        s = (s + 1) & m->mask;
    m->slot[s] = index + 1;
}

void linemap_remove(linemap_t *m, const uint64_t *tag, uint32_t index)
{
    uint32_t hole = home(m, tag[index]);
    while (m->slot[hole] != index + 1)
        hole = (hole + 1) & m->mask;
    /* Later entries of the chain move up, unless that would put them before their home. */
    for (uint32_t s = (hole + 1) & m->mask; m->slot[s]; s = (s + 1) & m->mask) {
        uint32_t from_home = (s - home(m, tag[m->slot[s] - 1])) & m->mask;
        if (from_home >= ((s - hole) & m->mask)) {
            m->slot[hole] = m->slot[s];
            hole = s;
        }
    }
    m->slot[hole] = 0;
}
