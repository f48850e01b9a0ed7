/* The invariant of apcm.lat for all PCs: at most one ID in use is of a PC. */
#include "apcm/apcm_lat.h"

bool cam_inv_for(const cam_t *u, uint64_t key);
bool apcm_lat_inv_for(const apcm_lat_t *u, uint64_t pc);
uint64_t apcm_lat_inv_which(const apcm_lat_t *u, const apcm_lat_in_t *in, unsigned k);

bool apcm_lat_inv_for(const apcm_lat_t *u, uint64_t pc)
{
    return cam_inv_for(&u->cam, pc);
}

uint64_t apcm_lat_inv_which(const apcm_lat_t *u, const apcm_lat_in_t *in, unsigned k)
{
    (void)k;
    return in->load_pc & bits_mask(u->cfg.pc_w);
}
