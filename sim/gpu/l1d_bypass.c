#include <stdlib.h>

#include "front/memory.h"
#include "gpu/l1d_int.h"

static void grow_bypassed(l1d_t *d)
{
    uint32_t n = d->n_bypassed ? d->n_bypassed * 2 : 64;
    n = n < L1D_NIL ? n : L1D_NIL;
    l1d_bypassed_t *bypassed = realloc(d->bypassed, n * sizeof *bypassed);
    if (!bypassed)
        memory_out();
    for (uint32_t i = d->n_bypassed; i < n; i++)
        bypassed[i] = (l1d_bypassed_t){
            .line = UINT64_MAX, .next = (uint16_t)(i + 1 < n ? i + 1 : L1D_NIL), .wait = L1D_NIL};
    d->bypassed_free = (uint16_t)d->n_bypassed;
    d->bypassed = bypassed;
    d->n_bypassed = n;
}

/* Whether a token can carry the number of one more. */
static bool bypass_numbers(const l1d_t *d)
{
    return d->bypassed_free != L1D_NIL || d->n_bypassed < L1D_NIL;
}

static uint16_t take_number(l1d_t *d, uint16_t op, uint64_t cycle)
{
    if (d->bypassed_free == L1D_NIL)
        grow_bypassed(d);
    uint16_t i = d->bypassed_free;
    d->bypassed_free = d->bypassed[i].next;
    d->bypassed[i] = (l1d_bypassed_t){
        .line = UINT64_MAX, .since = (uint32_t)cycle, .op = op, .next = L1D_NIL, .wait = L1D_NIL};
    return i;
}

static void free_number(l1d_t *d, uint16_t i)
{
    d->bypassed[i].line = UINT64_MAX;
    d->bypassed[i].next = d->bypassed_free;
    d->bypassed_free = i;
}

/* Why it cannot be sent, or L1D_OK. */
static l1d_fail_t send_fail(l1d_t *d, const gpu_req_t *r)
{
    return bypass_numbers(d) ? l1d_bypass_fail(d, r) : L1D_FAIL_INJECT;
}

/* Sends a bypassed read; its owner becomes the number of its entry. */
static void send_bypassed(l1d_t *d, gpu_req_t *out, uint64_t cycle)
{
    uint16_t i = take_number(d, out->owner, cycle);
    d->bypassed[i].left = (uint16_t)gpu_req_sectors(out);
    d->bypassed[i].pieces = out->chunks ? out->full : UINT8_MAX;
    out->full = 0;
    if (d->bypass_merge && !(out->flags & GPU_REQ_UNCACHED))
        d->bypassed[i].line = out->line;
    out->owner = i;
    l1d_send_bypass(d, out, cycle);
}

/* Lets a read wait for the reply of a bypassed read of its line that brings what it asks for;
 * false: there is none. */
static bool wait_for_bypassed(l1d_t *d, const gpu_req_t *r, uint64_t cycle)
{
    uint32_t i = 0;
    while (i < d->n_bypassed &&
           (d->bypassed[i].line != r->line || (r->full & ~d->bypassed[i].pieces)))
        i++;
    if (i == d->n_bypassed || !bypass_numbers(d))
        return false;
    uint16_t k = take_number(d, r->owner, cycle);
    l1d_bypassed_t *e = &d->bypassed[i];
    *(e->wait == L1D_NIL ? &e->wait : &d->bypassed[e->last].next) = k;
    e->last = k;
    return true;
}

l1d_answer_t l1d_bypass(l1d_t *d, gpu_req_t *r, uint32_t set, uint32_t row, uint8_t flags,
                        uint64_t cycle)
{
    gpu_req_t out = *r;
    out.flags = (uint8_t)(GPU_REQ_BYPASSED | flags);
    /* A late fill needs the whole line: the reply with the bit brings it, but not other sectors. */
    if (!r->chunks || (flags && (d->all_sectors & (d->all_sectors - 1)))) {
        out.sectors = d->all_sectors;
        out.chunks = 0;
    }
    if (d->bypass_merge && wait_for_bypassed(d, r, cycle)) {
        l1d_count_hit(d, row, true);
        l1d_report_result(d, &out, r->owner, set, 0, GPU_L1_BYPASSED, false, 0, cycle);
        return (l1d_answer_t){.replies = 1};
    }
    l1d_fail_t fail = send_fail(d, &out);
    if (fail != L1D_OK)
        return l1d_rejected(fail);
    send_bypassed(d, &out, cycle);
    l1d_count_first_use(d, r->line, row);
    d->stats.bypasses++;
    d->load[row].bypasses++;
    l1d_report_result(d, &out, r->owner, set, 0, GPU_L1_BYPASSED, false, 0, cycle);
    return (l1d_answer_t){.replies = (uint8_t)gpu_req_sectors(&out)};
}

l1d_answer_t l1d_read_uncached(l1d_t *d, gpu_req_t *r, uint32_t row, uint64_t cycle)
{
    l1d_fail_t fail = send_fail(d, r);
    if (fail != L1D_OK)
        return l1d_rejected(fail);
    gpu_req_t out = *r;
    out.flags = GPU_REQ_BYPASSED | GPU_REQ_UNCACHED;
    out.sectors = r->sectors;
    send_bypassed(d, &out, cycle);
    uint32_t set = l1d_set_of(d, r->line);
    int way = l1d_find_way(d, set, r->line);
    if (way >= 0 && d->state[set * d->ways + (uint32_t)way] == WAY_VALID &&
        !l1d_is_dirty(d, set * d->ways + (uint32_t)way)) {
        l1d_report_evict(d, set, (uint32_t)way, GPU_EVICT_STORE, cycle);
        l1d_drop(d, set, (uint32_t)way);
        d->stats.write_evictions++;
    }
    d->stats.uncached_reads++;
    d->load[row].uncached++;
    return (l1d_answer_t){.replies = (uint8_t)gpu_req_sectors(&out)};
}

uint16_t l1d_take_bypassed(l1d_t *d, const gpu_req_t *r, uint16_t *wait, uint64_t cycle)
{
    l1d_bypassed_t *e = &d->bypassed[r->owner];
    uint16_t op = e->op;
    e->from |= r->flags;
    if (r->chunks && gpu_req_whole(r))
        d->bytes_asked += d->sector_bytes - r->chunks * 32u;
    *wait = L1D_NIL;
    if (--e->left == 0) {
        l1d_count_latency(d, (uint8_t)e->from, e->since, cycle);
        *wait = e->wait;
        free_number(d, r->owner);
    }
    return op;
}

uint16_t l1d_next_waiting(l1d_t *d, uint16_t *wait, uint64_t cycle)
{
    l1d_bypassed_t *e = &d->bypassed[*wait];
    uint16_t i = *wait;
    l1d_count_pending_latency(d, e->since, cycle);
    *wait = e->next;
    free_number(d, i);
    return e->op;
}
