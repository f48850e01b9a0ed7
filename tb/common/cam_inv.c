#include "common/cam.h"

#include "step/invariant.h"

INVARIANT_OF(cam);

static bool valid(const cam_t *u, unsigned i)
{
    return u->valid[0] >> i & 1;
}

/* Does an entry below i in use hold the key of entry i? */
static bool again(const cam_t *u, unsigned i)
{
    for (unsigned j = 0; j < i; j++)
        if (valid(u, j) && u->keys[j] == u->keys[i])
            return true;
    return false;
}

bool cam_inv_holds(const cam_t *u)
{
    for (unsigned i = 0; i < u->cfg.entries; i++)
        if (valid(u, i) && again(u, i))
            return false;
    return true;
}

/* Another key now and then, so that the table can be full; else the entry is given up. */
void cam_inv_fit(cam_t *u, rng_t *rng)
{
    for (unsigned i = 0; i < u->cfg.entries; i++) {
        if (!valid(u, i) || !again(u, i))
            continue;
        u->keys[i] = rng_u64(rng) & bits_mask(u->cfg.key_w);
        if (again(u, i))
            u->valid[0] &= ~(UINT64_C(1) << i);
    }
}

INVARIANT(cam, "no two entries in use hold the same key");
