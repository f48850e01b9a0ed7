#include "stats/inftags.h"

#include <stdlib.h>
#include <string.h>

#include "stats/reuse.h"

void inftags_free(inftags_t *t)
{
    free(t->key);
    free(t->id);
    free(t->line);
    free(t->bucket);
    *t = (inftags_t){0};
}

void inftags_clear(inftags_t *t)
{
    if (t->n)
        memset(t->key, 0, t->cap * sizeof *t->key);
    t->n = t->n_buckets = 0;
}

/* Where the line's key is, or would be. */
static uint32_t slot_of(const inftags_t *t, uint64_t line)
{
    uint32_t i = (uint32_t)((line * UINT64_C(0x9e3779b97f4a7c15)) >> 32) & (t->cap - 1);
    while (t->key[i] && t->key[i] != line + 1)
        i = (i + 1) & (t->cap - 1);
    return i;
}

uint32_t inftags_find(const inftags_t *t, uint64_t line)
{
    if (!t->n)
        return INFTAGS_NONE;
    uint32_t i = slot_of(t, line);
    return t->key[i] ? t->id[i] : INFTAGS_NONE;
}

/* Twice the places of the hash. */
static bool grow_keys(inftags_t *t)
{
    inftags_t old = *t;
    t->cap = old.cap ? old.cap * 2 : 1024;
    t->key = t->cap > old.cap ? calloc(t->cap, sizeof *t->key) : NULL;
    t->id = malloc(t->cap * sizeof *t->id);
    if (!t->key || !t->id) {
        free(t->key);
        free(t->id);
        *t = old;
        return false;
    }
    for (uint32_t i = 0; i < old.cap; i++)
        if (old.key[i]) {
            uint32_t k = slot_of(t, old.key[i] - 1);
            t->key[k] = old.key[i];
            t->id[k] = old.id[i];
        }
    free(old.key);
    free(old.id);
    return true;
}

bool inftags_add(inftags_t *t, uint64_t line)
{
    if (2 * (uint64_t)t->n >= t->cap && !grow_keys(t))
        return false;
    if (t->n == t->line_cap) {
        uint32_t cap = t->line_cap ? t->line_cap * 2 : 256;
        inftags_line_t *grown = realloc(t->line, cap * sizeof *grown);
        if (!grown)
            return false;
        t->line = grown;
        t->line_cap = cap;
    }
    uint32_t i = slot_of(t, line);
    t->key[i] = line + 1;
    t->id[i] = t->n;
    t->line[t->n++] = (inftags_line_t){.buckets = INFTAGS_NONE};
    return true;
}

uint64_t *inftags_lines(const inftags_t *t)
{
    uint64_t *line = calloc(t->n ? t->n : 1, sizeof *line);
    for (uint32_t i = 0; line && t->n && i < t->cap; i++)
        if (t->key[i])
            line[t->id[i]] = t->key[i] - 1;
    return line;
}

bool inftags_bucket(inftags_t *t, uint32_t id, uint32_t bucket, uint64_t count)
{
    if (t->n_buckets == t->bucket_cap) {
        uint32_t cap = t->bucket_cap ? t->bucket_cap * 2 : 256;
        inftags_bucket_t *grown =
            cap > t->bucket_cap ? realloc(t->bucket, cap * sizeof *grown) : NULL;
        if (!grown)
            return false;
        t->bucket = grown;
        t->bucket_cap = cap;
    }
    t->bucket[t->n_buckets] = (inftags_bucket_t){t->line[id].buckets, bucket, count};
    t->line[id].buckets = t->n_buckets++;
    return true;
}

bool inftags_distance(inftags_t *t, uint32_t id, uint64_t distance)
{
    inftags_line_t *l = &t->line[id];
    uint32_t bucket = reuse_bucket(distance), i = l->buckets;
    l->distances += distance;
    while (i != INFTAGS_NONE && t->bucket[i].bucket != bucket)
        i = t->bucket[i].next;
    if (i == INFTAGS_NONE)
        return inftags_bucket(t, id, bucket, 1);
    t->bucket[i].count++;
    return true;
}
