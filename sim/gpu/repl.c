#include "gpu/repl.h"

#include "common/bits.h"

bool repl_init(repl_t *r, uint32_t sets, uint32_t ways, bool plru)
{
    *r = (repl_t){.ways = ways};
    if (plru)
        r->tree = calloc(sets, sizeof *r->tree);
    else
        r->stamp = calloc((size_t)sets * ways, sizeof *r->stamp);
    return r->tree || r->stamp;
}

void repl_free(repl_t *r)
{
    free(r->stamp);
    free(r->tree);
}

static int lru_victim(const uint64_t *stamp, const uint8_t *state, uint32_t ways)
{
    int best = -1;
    uint64_t oldest = UINT64_MAX;
    for (uint32_t w = 0; w < ways; w++) {
        if (state[w] == WAY_INVALID)
            return (int)w;
        if (state[w] == WAY_VALID && stamp[w] < oldest) {
            oldest = stamp[w];
            best = (int)w;
        }
    }
    return best;
}

/* Follows the tree; where it points into a half of which nothing is usable, the other half. */
static uint32_t plru_choose(uint64_t tree, uint64_t usable, uint32_t ways)
{
    uint32_t node = 1, base = 0;
    for (uint32_t half = ways / 2; half; half /= 2) {
        uint64_t mask = (UINT64_C(1) << half) - 1; /* half <= 32 */
        bool right = (tree >> node) & 1;
        uint32_t at = base + (right ? half : 0);
        if (!((usable >> at) & mask))
            right = !right;
        base += right ? half : 0;
        node = node * 2 + right;
    }
    return base;
}

static int plru_victim(uint64_t tree, const uint8_t *state, uint32_t ways)
{
    uint64_t usable = 0;
    for (uint32_t w = 0; w < ways; w++) {
        if (state[w] == WAY_INVALID)
            return (int)w;
        if (state[w] == WAY_VALID)
            usable |= UINT64_C(1) << w;
    }
    return usable ? (int)plru_choose(tree, usable, ways) : -1;
}

int repl_victim(const repl_t *r, uint32_t set, const uint8_t *state)
{
    if (r->stamp)
        return lru_victim(r->stamp + (size_t)set * r->ways, state, r->ways);
    return plru_victim(r->tree[set], state, r->ways);
}

uint32_t repl_victim_of(const repl_t *r, uint32_t set, uint64_t mask)
{
    if (!r->stamp)
        return plru_choose(r->tree[set], mask, r->ways);
    const uint64_t *stamp = r->stamp + (size_t)set * r->ways;
    uint32_t best = bits_lowest(mask);
    for (uint64_t m = mask & (mask - 1); m; m &= m - 1)
        if (stamp[bits_lowest(m)] < stamp[best])
            best = bits_lowest(m);
    return best;
}
