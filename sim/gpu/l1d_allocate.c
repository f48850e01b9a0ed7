#include "gpu/l1d_int.h"

int l1d_choose_victim(l1d_t *d, uint32_t set, const gpu_req_t *r, bool late, uint64_t cycle)
{
    const uint8_t *state = d->state + (size_t)set * d->ways;
    int way = d->wide ? recency_victim(&d->recency, set, state, WAY_BLOCKED)
                      : repl_victim(&d->repl, set, state);
    if (!d->hooks->users_pick_victim)
        return way;
    gpu_l1_victim_t v = {.req = r, .cycle = cycle, .set = set, .late = late};
    v.lru_way = way < 0 ? 0 : (uint32_t)way;
    for (uint32_t w = 0; w < d->ways; w++) {
        v.free |= (uint64_t)(state[w] == WAY_INVALID) << w;
        v.reserved |= (uint64_t)(state[w] == WAY_BLOCKED) << w;
    }
    for (unsigned i = 0; i < d->hooks->n; i++)
        if (d->hooks->ops[i]->pick_victim)
            return d->hooks->ops[i]->pick_victim(d->hooks->ctx[i], &v);
    return way;
}

bool l1d_take_way(l1d_t *d, uint32_t set, uint32_t way, const gpu_req_t *r, uint32_t cta,
                  gpu_evict_cause_t cause, uint64_t cycle)
{
    uint32_t i = set * d->ways + way;
    const l1d_line_t *l = &d->line[i];
    if (d->state[i] != WAY_VALID)
        return false;
    d->stats.evictions++;
    if (l->unread) {
        prefetch_evicted(&d->book, d->tag[i]);
    } else if (l->hits == 0) {
        d->stats.zero_reuse_evictions++;
        d->load[l->row].zero_reuse++;
    }
    if (l->cta != cta)
        d->stats.contention_cross_block++;
    else if (l->warp != r->warp)
        d->stats.contention_intra_block++;
    else
        d->stats.contention_intra_warp++;
    l1d_report_evict(d, set, way, cause, cycle);
    return true;
}

uint16_t l1d_allocate(l1d_t *d, const gpu_req_t *r, uint32_t set, uint32_t way, l1d_line_t line,
                      uint64_t cycle)
{
    uint32_t i = set * d->ways + way;
    uint16_t m = d->mshr_free;
    d->mshr_free = d->mshr[m].next;
    d->mshr[m] = (l1d_mshr_t){.index = i, .sectors = d->all_sectors};
    gpu_req_t back = l1d_clean(d, i);
    l1d_put(d, set, way, r->line, WAY_BLOCKED);
    line.mshr = m;
    d->line[i] = line;
    gpu_req_t out = *r;
    out.owner = m;
    out.sectors = d->all_sectors;
    out.full = out.chunks = 0;
    l1d_inject(d, &out, true, cycle);
    l1d_write_back(d, &back, cycle);
    return m;
}
