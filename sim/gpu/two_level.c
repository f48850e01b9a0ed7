/*
 * The two-level scheduler: a scheduler chooses, loosely round-robin, among the sched_active warps
 * of its active set alone. A warp that waits for memory, at a fence or at a barrier leaves the set,
 * and the one longest in the pending queue whose data are there replaces it in the same cycle.
 *
 * Source: Gebhart et al., "Energy-efficient mechanisms for managing thread context in throughput
 * processors", ISCA 2011, which swaps warps one by one, as the las paper describes its baseline;
 * Narasiman et al., "Improving GPU performance via large warps and two-level warp scheduling",
 * MICRO 2011, swaps fixed groups as a whole. Barriers count as long waits because the warps waited
 * for may be pending.
 *
 * Sleep: an update that follows another without an event between them changes nothing.
 */
#include "common/bits.h"
#include "gpu/sm_int.h"

void sm_pend(sm_t *sm, uint32_t w)
{
    sm->active &= ~(UINT64_C(1) << w);
    sm->pend_seq[w] = sm->pend_next++;
}

static uint32_t longest_pending(const sm_t *sm, uint64_t mask)
{
    uint32_t best = bits_lowest(mask);
    for (uint64_t m = mask & (mask - 1); m; m &= m - 1)
        if (sm->pend_seq[bits_lowest(m)] < sm->pend_seq[best])
            best = bits_lowest(m);
    return best;
}

uint64_t sm_active_set(sm_t *sm, uint32_t s)
{
    uint64_t own = sm->own[s] & sm->live, held = sm->fence | sm->barrier;
    for (uint64_t m = own & sm->active & ((sm->haz_mem & sm->have) | held); m; m &= m - 1)
        sm_pend(sm, bits_lowest(m));
    uint64_t pending = own & ~sm->active & ~(sm->haz_mem | held);
    uint32_t n = bits_popcount(own & sm->active), most = sm->sh->cfg->sched_active;
    for (; pending && n < most; n++) {
        uint64_t bit = UINT64_C(1) << longest_pending(sm, pending);
        sm->active |= bit;
        pending &= ~bit;
    }
    return own & sm->active;
}
