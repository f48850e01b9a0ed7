#include "gpu/l1d_int.h"

/* *no_way: some policy lets it bypass if every way is reserved. */
static gpu_l1_decision_t ask_policies(l1d_t *d, gpu_req_t *r, uint32_t set, int way, uint64_t cycle,
                                      bool *no_way)
{
    gpu_l1_access_t a = {.req = r, .cycle = cycle, .set = set};
    gpu_l1_decision_t decision = GPU_L1_NORMAL;
    if (way >= 0) {
        a.way = (uint32_t)way;
        a.tag = d->state[set * d->ways + a.way] == WAY_VALID ? GPU_TAG_PRESENT : GPU_TAG_PENDING;
    }
    for (unsigned i = 0; i < d->hooks->n; i++)
        if (d->hooks->ops[i]->on_l1_access) {
            gpu_l1_decision_t v = d->hooks->ops[i]->on_l1_access(d->hooks->ctx[i], &a);
            decision = v > decision ? v : decision;
            *no_way |= v == GPU_L1_BYPASS_IF_NO_WAY;
        }
    return decision;
}

/* The first demand read of a prefetched line: from now on it is as if its reader had allocated it.
 */
static void first_read(l1d_t *d, uint32_t i, const gpu_req_t *r, uint32_t cta, uint32_t row,
                       bool pending)
{
    l1d_line_t *l = &d->line[i];
    l->unread = false;
    l->cta = cta;
    l->row = row;
    l->warp = r->warp;
    lineset_add(&d->seen, r->line);
    prefetch_used(&d->book, &d->stats, pending);
}

static l1d_answer_t hit(l1d_t *d, const gpu_req_t *r, uint32_t set, uint32_t way, uint32_t cta,
                        uint32_t row, uint64_t cycle)
{
    uint32_t i = set * d->ways + way;
    bool pending = d->state[i] == WAY_BLOCKED;
    if (pending) {
        l1d_mshr_t *m = &d->mshr[d->line[i].mshr];
        if (__builtin_expect(d->queue_first, 0) && d->n_miss >= d->read_cap)
            return l1d_rejected(L1D_FAIL_MISS_QUEUE);
        if (m->n >= d->merge)
            return l1d_rejected(L1D_FAIL_MERGE);
        d->target[d->line[i].mshr * d->merge + m->n++] = (l1d_wait_t){(uint32_t)cycle, r->owner};
    }
    l1d_count_hit(d, row, pending);
    d->line[i].hits++;
    if (__builtin_expect(d->line[i].unread, 0))
        first_read(d, i, r, cta, row, pending);
    l1d_touch(d, set, way);
    l1d_report_result(d, r, r->owner, set, way, pending ? GPU_L1_PENDING_HIT : GPU_L1_HIT, false, 0,
                      cycle);
    return (l1d_answer_t){.done = !pending, .replies = 1};
}

static l1d_answer_t miss(l1d_t *d, gpu_req_t *r, uint32_t set, uint32_t cta, uint32_t row,
                         bool may_bypass, uint64_t cycle)
{
    int way = l1d_choose_victim(d, set, r, false, cycle);
    if (way == GPU_VICTIM_PROTECTED)
        return l1d_bypass(d, r, set, row, 0, cycle);
    if (way < 0 && may_bypass)
        return l1d_bypass(d, r, set, row, 0, cycle);
    if (way < 0)
        return l1d_rejected(L1D_FAIL_ASSOCIATIVITY);
    if (__builtin_expect(d->queue_first, 0) && d->n_miss >= d->read_cap)
        return l1d_rejected(L1D_FAIL_MISS_QUEUE);
    if (d->mshr_free == L1D_NIL)
        return l1d_rejected(L1D_FAIL_MSHR);
    uint32_t w = (uint32_t)way;
    if (!l1d_miss_room(d, set * d->ways + w))
        return l1d_rejected(L1D_FAIL_MISS_QUEUE);
    uint64_t old = d->tag[set * d->ways + w];
    bool victim = l1d_take_way(d, set, w, r, cta, GPU_EVICT_MISS, cycle);
    uint16_t m =
        l1d_allocate(d, r, set, w, (l1d_line_t){.cta = cta, .row = row, .warp = r->warp}, cycle);
    d->mshr[m].n = 1;
    d->target[m * d->merge] = (l1d_wait_t){(uint32_t)cycle, r->owner};
    l1d_count_first_use(d, r->line, row);
    d->stats.misses++;
    d->load[row].misses++;
    l1d_report_result(d, r, r->owner, set, w, GPU_L1_MISS, victim, old, cycle);
    return (l1d_answer_t){.replies = 1};
}

l1d_answer_t l1d_read(l1d_t *d, gpu_req_t *r, uint32_t cta, uint32_t row, uint64_t cycle)
{
    if (r->flags & GPU_REQ_UNCACHED)
        return l1d_read_uncached(d, r, row, cycle);
    uint32_t set = l1d_set_of(d, r->line);
    int way = l1d_find_way(d, set, r->line);
    gpu_l1_decision_t decision = GPU_L1_NORMAL;
    bool no_way = false;
    if (__builtin_expect(d->hooks->users_on_l1_access != 0, 0))
        decision = ask_policies(d, r, set, way, cycle, &no_way);
    if (decision == GPU_L1_HOLD)
        return l1d_rejected(L1D_FAIL_POLICY);
    if (decision == GPU_L1_BYPASS)
        return l1d_bypass(d, r, set, row, 0, cycle);
    if (way >= 0)
        return hit(d, r, set, (uint32_t)way, cta, row, cycle);
    if (decision == GPU_L1_PREDICTED_BYPASS)
        return l1d_bypass(d, r, set, row, GPU_REQ_PREDICTED, cycle);
    return miss(d, r, set, cta, row, no_way, cycle);
}
