#include "stats/reuse.h"

#include <stdlib.h>
#include <string.h>

bool reuse_init(reuse_t *r, uint32_t cap)
{
    *r = (reuse_t){.cap = cap};
    r->tree = calloc((size_t)cap + 1, sizeof *r->tree);
    r->who = malloc(cap * sizeof *r->who);
    return r->tree && r->who;
}

void reuse_free(reuse_t *r)
{
    free(r->tree);
    free(r->who);
    free(r->at);
    *r = (reuse_t){0};
}

void reuse_clear(reuse_t *r)
{
    memset(r->tree, 0, ((size_t)r->cap + 1) * sizeof *r->tree);
    r->now = r->items = 0;
}

/* Adds one, or takes one away (more = -1), at a position. */
static void mark(reuse_t *r, uint32_t position, uint32_t more)
{
    for (uint32_t i = position + 1; i <= r->cap; i += i & (0 - i))
        r->tree[i] += more;
}

/* Ones at positions up to and including this one. */
static uint32_t count_to(const reuse_t *r, uint32_t position)
{
    uint32_t sum = 0;
    for (uint32_t i = position + 1; i; i &= i - 1)
        sum += r->tree[i];
    return sum;
}

/* Moves the items together at the start of the axis, in their order, and makes it longer if they
 * take more than half of it. */
static bool compact(reuse_t *r)
{
    if (r->items > r->cap / 2) {
        if (r->cap > UINT32_MAX / 4)
            return false;
        uint32_t cap = r->cap * 2;
        uint32_t *tree = realloc(r->tree, ((size_t)cap + 1) * sizeof *tree);
        r->tree = tree ? tree : r->tree;
        uint32_t *who = realloc(r->who, cap * sizeof *who);
        r->who = who ? who : r->who;
        if (!tree || !who)
            return false;
        r->cap = cap;
    }
    uint32_t kept = 0;
    for (uint32_t p = 0; p < r->now; p++)
        if (r->who[p] != REUSE_NONE) {
            r->who[kept] = r->who[p];
            r->at[r->who[kept]] = kept;
            kept++;
        }
    r->now = kept;
    /* Node i covers the lowest set bit of i positions that end with the i-th. */
    r->tree[0] = 0;
    for (uint32_t i = 1; i <= r->cap; i++) {
        uint32_t first = i - (i & (0 - i)); /* positions first ... i - 1 */
        r->tree[i] = kept > first ? (kept < i ? kept : i) - first : 0;
    }
    return true;
}

/* The item's last access is now. */
static bool place(reuse_t *r, uint32_t item)
{
    if (r->now == r->cap && !compact(r))
        return false;
    r->at[item] = r->now;
    r->who[r->now] = item;
    mark(r, r->now, 1);
    r->now++;
    return true;
}

bool reuse_add(reuse_t *r)
{
    if (r->items == r->at_cap) {
        uint32_t cap = r->at_cap ? r->at_cap * 2 : 256;
        uint32_t *at = cap > r->at_cap ? realloc(r->at, cap * sizeof *at) : NULL;
        if (!at)
            return false;
        r->at = at;
        r->at_cap = cap;
    }
    if (!place(r, r->items))
        return false;
    r->items++;
    return true;
}

bool reuse_again(reuse_t *r, uint32_t item, uint64_t *distance)
{
    uint32_t at = r->at[item];
    *distance = r->items - count_to(r, at);
    mark(r, at, 0 - 1u);
    r->who[at] = REUSE_NONE;
    return place(r, item);
}

unsigned reuse_bucket(uint64_t distance)
{
    unsigned k = distance ? 64 - (unsigned)__builtin_clzll(distance) : 0;
    return k < REUSE_BUCKETS ? k : REUSE_BUCKETS - 1;
}

void reuse_count(reuse_hist_t *h, uint64_t distance)
{
    h->bucket[reuse_bucket(distance)]++;
    h->count++;
    h->sum += distance;
}
