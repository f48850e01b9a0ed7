/* The invariant of apres.pt for all PCs: at most one entry in use has a PC. The order of use needs
 * none: both sides name the same way from any pairs. */
#include "apres/apres_pt.h"

bool apres_pt_inv_for(const apres_pt_t *u, uint64_t pc);
uint64_t apres_pt_inv_which(const apres_pt_t *u, const apres_pt_in_t *in, unsigned k);

bool apres_pt_inv_for(const apres_pt_t *u, uint64_t pc)
{
    bool seen = false;
    for (unsigned i = 0; i < u->cfg.entries; i++) {
        const bool has = u->valid[i] && u->pcs[i] == pc;
        if (has && seen)
            return false;
        seen = seen || has;
    }
    return true;
}

uint64_t apres_pt_inv_which(const apres_pt_t *u, const apres_pt_in_t *in, unsigned k)
{
    (void)k;
    return in->look_pc & bits_mask(u->cfg.pc_w);
}
