#include "gpu/l1d_int.h"

static void report_write(const l1d_t *d, const gpu_req_t *r, uint32_t set, int way, uint64_t cycle)
{
    const gpu_l1_write_t e = {
        .req = r, .cycle = cycle, .set = set, .way = way < 0 ? 0 : (uint32_t)way, .hit = way >= 0};
    HOOK_CALL(d->hooks, on_l1_write, &e);
}

/* A store to local memory whose line is here stays in it, if such lines are written back. */
static bool keep(l1d_t *d, const gpu_req_t *r, uint64_t cycle)
{
    if (r->kind != GPU_REQ_WRITE || r->line - d->local.base >= d->local.n)
        return false;
    uint32_t set = l1d_set_of(d, r->line);
    int way = l1d_find_way(d, set, r->line);
    if (way < 0)
        return false;
    uint32_t i = set * d->ways + (uint32_t)way;
    if (d->state[i] != WAY_VALID)
        return false; /* on its way: the store goes through, as without the cache */
    d->dirty[i].sectors |= r->sectors;
    d->dirty[i].full |= r->full;
    l1d_touch(d, set, (uint32_t)way);
    d->stats.writes++;
    d->stats.write_hits++;
    d->stats.writes_kept++;
    report_write(d, r, set, way, cycle);
    return true;
}

gpu_req_t l1d_clean(l1d_t *d, uint32_t i)
{
    gpu_req_t back = {0};
    if (!l1d_is_dirty(d, i))
        return back;
    /* A line leaves as a whole, and the L2 knows which bytes of it are new. */
    back = (gpu_req_t){.line = d->tag[i],
                       .sm = (uint8_t)d->sm,
                       .kind = GPU_REQ_WRITEBACK,
                       .sectors = d->all_sectors,
                       .full = d->dirty[i].full,
                       .chunks = d->line_chunks};
    d->dirty[i] = (l1d_dirty_t){0, 0};
    return back;
}

void l1d_write_back(l1d_t *d, const gpu_req_t *back, uint64_t cycle)
{
    if (!back->sectors)
        return;
    l1d_inject(d, back, false, cycle);
    d->stats.writebacks++;
}

l1d_answer_t l1d_write(l1d_t *d, gpu_req_t *r, uint64_t cycle)
{
    if (__builtin_expect(d->dirty != NULL, 0) && keep(d, r, cycle))
        return (l1d_answer_t){.done = true};
    if (r->kind == GPU_REQ_WRITE) {
        if (!l1d_inject_room(d))
            return l1d_rejected(L1D_FAIL_INJECT);
        l1d_inject(d, r, false, cycle);
        d->stats.writes++;
    } else {
        l1d_fail_t fail = l1d_bypass_fail(d, r);
        if (fail != L1D_OK)
            return l1d_rejected(fail);
        l1d_send_bypass(d, r, cycle);
        d->stats.atomics++;
    }
    uint32_t set = l1d_set_of(d, r->line);
    int way = l1d_find_way(d, set, r->line);
    report_write(d, r, set, way, cycle);
    if (way >= 0) {
        uint32_t i = set * d->ways + (uint32_t)way;
        d->stats.write_hits++;
        if (d->store_keeps && r->kind == GPU_REQ_WRITE) {
            l1d_touch(d, set, (uint32_t)way);
        } else if (d->state[i] == WAY_VALID && !l1d_is_dirty(d, i)) {
            d->stats.write_evictions++;
            l1d_report_evict(d, set, (uint32_t)way, GPU_EVICT_STORE, cycle);
            l1d_drop(d, set, (uint32_t)way);
        }
    }
    return (l1d_answer_t){.replies = l1d_acks_of(d, r)};
}
