#include "gpu/l1d_int.h"

static void free_mshr(l1d_t *d, uint16_t m)
{
    d->mshr[m].next = d->mshr_free;
    d->mshr_free = m;
}

static void report_fill(const l1d_t *d, uint32_t index, uint64_t cycle)
{
    const gpu_l1_fill_t e = {.cycle = cycle,
                             .line = d->tag[index],
                             .sm = d->sm,
                             .set = index / d->ways,
                             .way = index % d->ways};
    HOOK_CALL(d->hooks, on_l1_fill, &e);
}

void l1d_fill(l1d_t *d, const gpu_req_t *r, uint64_t cycle)
{
    uint16_t m = r->owner;
    l1d_mshr_t *e = &d->mshr[m];
    e->sectors &= (uint8_t)~r->sectors;
    e->from |= r->flags;
    if (e->sectors)
        return;
    d->state[e->index] = WAY_VALID;
    d->stats.fills++;
    d->changed = true;
    report_fill(d, e->index, cycle);
    if (e->n == 0) { /* a prefetch that nobody waits for */
        free_mshr(d, m);
        return;
    }
    e->next = L1D_NIL;
    if (d->filled_head == L1D_NIL)
        d->filled_head = m;
    else
        d->mshr[d->filled_tail].next = m;
    d->filled_tail = m;
}

uint16_t l1d_next_served(l1d_t *d, uint64_t cycle)
{
    uint16_t m = d->filled_head;
    if (m == L1D_NIL)
        return L1D_NIL;
    l1d_mshr_t *e = &d->mshr[m];
    const l1d_wait_t *t = &d->target[m * d->merge + e->served];
    uint16_t owner = t->op;
    if (e->served == 0 && !(e->from & GPU_REQ_PREFETCH)) { /* the miss itself */
        l1d_count_latency(d, e->from, t->since, cycle);
    } else {
        l1d_count_pending_latency(d, t->since, cycle);
    }
    if (++e->served == e->n) {
        d->filled_head = e->next;
        free_mshr(d, m);
        d->changed = true;
    }
    return owner;
}

void l1d_late_fill(l1d_t *d, const gpu_req_t *r, uint32_t cta, uint32_t row, uint64_t cycle)
{
    uint32_t set = l1d_set_of(d, r->line);
    int way = -1;
    if (l1d_find_way(d, set, r->line) < 0)
        way = l1d_choose_victim(d, set, r, true, cycle);
    if (way >= 0 && l1d_is_dirty(d, set * d->ways + (uint32_t)way) && !l1d_inject_room(d))
        way = -1;
    if (way < 0) {
        d->stats.late_fills_refused++;
        return;
    }
    uint32_t w = (uint32_t)way, i = set * d->ways + w;
    uint64_t old = d->tag[i];
    bool victim = l1d_take_way(d, set, w, r, cta, GPU_EVICT_LATE_FILL, cycle);
    gpu_req_t back = l1d_clean(d, i);
    l1d_put(d, set, w, r->line, WAY_VALID);
    l1d_write_back(d, &back, cycle);
    d->line[i] = (l1d_line_t){.cta = cta, .row = row, .warp = r->warp};
    d->stats.late_fills++;
    d->changed = true;
    gpu_late_fill_t e = {
        .req = r, .cycle = cycle, .set = set, .way = w, .victim_valid = victim, .victim_line = old};
    HOOK_CALL(d->hooks, on_late_fill, &e);
}
