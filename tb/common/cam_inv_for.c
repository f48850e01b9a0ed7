/* The invariant of common.cam for all keys: at most one entry in use holds a key. */
#include "common/cam.h"

bool cam_inv_for(const cam_t *u, uint64_t key);
uint64_t cam_inv_which(const cam_t *u, const cam_in_t *in, unsigned k);

bool cam_inv_for(const cam_t *u, uint64_t key)
{
    bool seen = false;
    for (unsigned i = 0; i < u->cfg.entries; i++) {
        const bool holds = (u->valid[0] >> i & 1) && u->keys[i] == key;
        if (holds && seen)
            return false;
        seen = seen || holds;
    }
    return true;
}

uint64_t cam_inv_which(const cam_t *u, const cam_in_t *in, unsigned k)
{
    (void)k;
    return in->key & bits_mask(u->cfg.key_w);
}
