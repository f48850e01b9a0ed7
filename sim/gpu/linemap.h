/*
 * Where a line is in a cache of very many ways, where a scan over the ways of a set would be
 * slow: a hash of lines to indexes (set * ways + way), open addressing with linear probing. The
 * lines themselves stand in the cache's tags, which every call is given.
 */
#ifndef LW_GPU_LINEMAP_H
#define LW_GPU_LINEMAP_H

#include <stdbool.h>
#include <stdint.h>

#define LINEMAP_NONE UINT32_MAX

typedef struct linemap {
    uint32_t *slot; /* index + 1, 0: empty; NULL: no map */
    uint32_t mask;
} linemap_t;

/* Room for n lines (at most 2^30), at most half full. */
bool linemap_init(linemap_t *m, uint32_t n);
void linemap_free(linemap_t *m);

/* Empty again. */
void linemap_clear(linemap_t *m);

/* The index of the line, or LINEMAP_NONE. */
uint32_t linemap_find(const linemap_t *m, const uint64_t *tag, uint64_t line);

/* tag[index] holds the line, which is not in the map. */
void linemap_add(linemap_t *m, const uint64_t *tag, uint32_t index);

/* tag[index] holds a line that is in the map. */
void linemap_remove(linemap_t *m, const uint64_t *tag, uint32_t index);

#endif
