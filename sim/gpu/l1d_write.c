#include "gpu/l1d_int.h"

l1d_answer_t l1d_write(l1d_t *d, gpu_req_t *r, uint64_t cycle)
{
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
    if (way >= 0) {
        uint32_t i = set * d->ways + (uint32_t)way;
        d->stats.write_hits++;
        if (d->store_keeps && r->kind == GPU_REQ_WRITE) {
            l1d_touch(d, set, (uint32_t)way);
        } else if (d->state[i] == WAY_VALID) {
            d->stats.write_evictions++;
            l1d_report_evict(d, set, (uint32_t)way, GPU_EVICT_STORE, cycle);
            l1d_drop(d, set, (uint32_t)way);
        }
    }
    return (l1d_answer_t){.replies = l1d_acks_of(d, r)};
}
