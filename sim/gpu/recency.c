#include "gpu/recency.h"

#include <stdlib.h>

bool recency_init(recency_t *r, uint32_t sets, uint32_t ways)
{
    r->ways = ways;
    r->words = (ways + 63) / 64;
    r->sums = (r->words + 63) / 64;
    r->link = calloc((size_t)sets * ways, sizeof *r->link);
    r->oldest = calloc(sets, sizeof *r->oldest);
    r->newest = calloc(sets, sizeof *r->newest);
    r->empty = calloc((size_t)sets * r->words, sizeof *r->empty);
    r->empty_words = calloc((size_t)sets * r->sums, sizeof *r->empty_words);
    if (!r->link || !r->oldest || !r->newest || !r->empty || !r->empty_words)
        return false;
    for (uint32_t set = 0; set < sets; set++) {
        r->oldest[set] = r->newest[set] = RECENCY_END;
        for (uint32_t w = 0; w < ways; w++)
            r->empty[(size_t)set * r->words + w / 64] |= UINT64_C(1) << w % 64;
        for (uint32_t w = 0; w < r->words; w++)
            r->empty_words[(size_t)set * r->sums + w / 64] |= UINT64_C(1) << w % 64;
    }
    return true;
}

void recency_free(recency_t *r)
{
    free(r->link);
    free(r->oldest);
    free(r->newest);
    free(r->empty);
    free(r->empty_words);
}

static void unlink_way(recency_t *r, uint32_t set, uint32_t way)
{
    recency_link_t *all = r->link + (size_t)set * r->ways, *l = &all[way];
    if (l->older == RECENCY_END)
        r->oldest[set] = l->newer;
    else
        all[l->older].newer = l->newer;
    if (l->newer == RECENCY_END)
        r->newest[set] = l->older;
    else
        all[l->newer].older = l->older;
}

void recency_touch(recency_t *r, uint32_t set, uint32_t way)
{
    if (r->newest[set] == way)
        return;
    recency_link_t *all = r->link + (size_t)set * r->ways;
    uint64_t *word = &r->empty[(size_t)set * r->words + way / 64], bit = UINT64_C(1) << way % 64;
    if (*word & bit) {
        *word &= ~bit;
        if (!*word)
            r->empty_words[(size_t)set * r->sums + way / 4096] &= ~(UINT64_C(1) << way / 64 % 64);
    } else {
        unlink_way(r, set, way);
    }
    all[way] = (recency_link_t){.older = r->newest[set], .newer = RECENCY_END};
    if (r->newest[set] == RECENCY_END)
        r->oldest[set] = way;
    else
        all[r->newest[set]].newer = way;
    r->newest[set] = way;
}

void recency_drop(recency_t *r, uint32_t set, uint32_t way)
{
    unlink_way(r, set, way);
    r->empty[(size_t)set * r->words + way / 64] |= UINT64_C(1) << way % 64;
    r->empty_words[(size_t)set * r->sums + way / 4096] |= UINT64_C(1) << way / 64 % 64;
}

int recency_victim(const recency_t *r, uint32_t set, const uint8_t *state, uint8_t blocked)
{
    const uint64_t *sum = r->empty_words + (size_t)set * r->sums;
    for (uint32_t s = 0; s < r->sums; s++)
        if (sum[s]) {
            uint32_t word = s * 64 + (uint32_t)__builtin_ctzll(sum[s]);
            uint64_t empty = r->empty[(size_t)set * r->words + word];
            return (int)(word * 64 + (uint32_t)__builtin_ctzll(empty));
        }
    const recency_link_t *all = r->link + (size_t)set * r->ways;
    for (uint32_t w = r->oldest[set]; w != RECENCY_END; w = all[w].newer)
        if (state[w] != blocked)
            return (int)w;
    return -1;
}

uint32_t recency_victim_of(const recency_t *r, uint32_t set, uint64_t mask)
{
    const recency_link_t *link = r->link + (size_t)set * r->ways;
    uint32_t way = r->oldest[set];
    while (!(mask >> way & 1))
        way = link[way].newer;
    return way;
}
