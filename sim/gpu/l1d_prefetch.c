#include "gpu/l1d_int.h"

static bool refused(l1d_t *d, gpu_req_t *r, uint32_t set, uint64_t cycle)
{
    gpu_l1_access_t a = {.req = r, .cycle = cycle, .set = set, .tag = GPU_TAG_ABSENT};
    bool no = false;
    for (unsigned i = 0; i < d->hooks->n; i++)
        if (d->hooks->ops[i]->on_prefetch)
            no |= d->hooks->ops[i]->on_prefetch(d->hooks->ctx[i], &a);
    return no;
}

/* Why the prefetch of an absent line cannot be issued, or GPU_PREFETCH_ISSUED and the way. */
static gpu_prefetch_outcome_t prefetch_way(l1d_t *d, gpu_req_t *r, uint32_t set, int *way,
                                           uint64_t cycle)
{
    if (d->hooks->users_on_prefetch && refused(d, r, set, cycle))
        return GPU_PREFETCH_POLICY;
    *way = l1d_choose_victim(d, set, r, false, cycle);
    if (*way == GPU_VICTIM_PROTECTED)
        return GPU_PREFETCH_POLICY;
    if (*way < 0)
        return GPU_PREFETCH_NO_WAY;
    if (d->queue_first && d->n_miss >= d->read_cap)
        return GPU_PREFETCH_NO_QUEUE;
    if (d->mshr_free == L1D_NIL)
        return GPU_PREFETCH_NO_MSHR;
    return l1d_miss_room(d, set * d->ways + (uint32_t)*way) ? GPU_PREFETCH_ISSUED
                                                            : GPU_PREFETCH_NO_QUEUE;
}

/* The line is allocated as a miss would, but nobody waits for it. */
static void issue_prefetch(l1d_t *d, gpu_req_t *r, uint32_t set, uint32_t way, uint32_t cta,
                           uint64_t cycle)
{
    l1d_allocate(d, r, set, way, (l1d_line_t){.cta = cta, .warp = r->warp, .unread = true}, cycle);
    prefetch_issued(&d->book, &d->stats, r->line);
}

void l1d_prefetch(l1d_t *d, gpu_req_t *r, uint32_t cta, uint64_t cycle)
{
    uint64_t *const dropped[] = {NULL,
                                 &d->stats.prefetches_dropped_present,
                                 &d->stats.prefetches_dropped_pending,
                                 &d->stats.prefetches_dropped_policy,
                                 &d->stats.prefetches_dropped_associativity,
                                 &d->stats.prefetches_dropped_mshr,
                                 &d->stats.prefetches_dropped_miss_queue};
    uint32_t set = l1d_set_of(d, r->line);
    int way = l1d_find_way(d, set, r->line);
    gpu_prefetch_result_t e = {.req = r, .cycle = cycle, .set = set};
    if (way >= 0)
        e.outcome = d->state[set * d->ways + (uint32_t)way] == WAY_VALID ? GPU_PREFETCH_PRESENT
                                                                         : GPU_PREFETCH_PENDING;
    else
        e.outcome = prefetch_way(d, r, set, &way, cycle);
    if (e.outcome <= GPU_PREFETCH_PENDING)
        e.way = (uint32_t)way;
    if (e.outcome == GPU_PREFETCH_ISSUED) {
        e.victim_line = d->tag[set * d->ways + e.way];
        e.victim_valid = l1d_take_way(d, set, e.way, r, cta, GPU_EVICT_PREFETCH, cycle);
        issue_prefetch(d, r, set, e.way, cta, cycle);
    } else {
        ++*dropped[e.outcome];
    }
    HOOK_CALL(d->hooks, on_prefetch_result, &e);
}
