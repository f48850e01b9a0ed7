/*
 * Exact LRU over sets of very many ways, with the answers that stamps and a scan would give: a
 * doubly linked list of a set's ways by last use, and a bitmap of empty ways with a summary bit
 * for each of its words.
 */
#ifndef LW_GPU_RECENCY_H
#define LW_GPU_RECENCY_H

#include <stdbool.h>
#include <stdint.h>

typedef struct recency_link {
    uint32_t older, newer; /* ways; RECENCY_END at an end */
} recency_link_t;

#define RECENCY_END UINT32_MAX

typedef struct recency {
    uint32_t ways, words, sums;    /* words of the bitmap and of its summary, a set */
    recency_link_t *link;          /* [sets * ways]; of ways in the list */
    uint32_t *oldest, *newest;     /* [sets] */
    uint64_t *empty, *empty_words; /* [sets * words], [sets * sums] */
} recency_t;

/* Every way is empty. */
bool recency_init(recency_t *r, uint32_t sets, uint32_t ways);
void recency_free(recency_t *r);

/* The way is in use, and used now. */
void recency_touch(recency_t *r, uint32_t set, uint32_t way);

/* The way, which was in use, is empty. */
void recency_drop(recency_t *r, uint32_t set, uint32_t way);

/* The lowest empty way; else the least recently used whose state is not blocked; else -1. state: of
 * the set's ways, WAY_* (repl.h). */
int recency_victim(const recency_t *r, uint32_t set, const uint8_t *state, uint8_t blocked);

/* Of at most 64 ways, those whose bits are set and which are in use: the least recently used. Some
 * such way there is. */
uint32_t recency_victim_of(const recency_t *r, uint32_t set, uint64_t mask);

#endif
