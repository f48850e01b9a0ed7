#include <stdio.h>
#include <stdlib.h>

#include "gpu/l1d_int.h"

static void grow_rounds(l1d_t *d)
{
    uint32_t n = d->n_round ? d->n_round * 2 : 64;
    n = n < L1D_NIL ? n : L1D_NIL;
    l1d_round_t *round = realloc(d->round, n * sizeof *round);
    if (!round) {
        fputs("lockwarp: out of memory\n", stderr);
        abort();
    }
    for (uint32_t i = d->n_round; i < n; i++)
        round[i].next = (uint16_t)(i + 1 < n ? i + 1 : L1D_NIL);
    d->round_free = (uint16_t)d->n_round;
    d->round = round;
    d->n_round = n;
}

/* Room for one more: in the queue, and in the numbers that a token can carry. */
static bool round_room(const l1d_t *d)
{
    return l1d_inject_room(d) && (d->round_free != L1D_NIL || d->n_round < L1D_NIL);
}

/* Sends a read round the cache; its owner becomes the number of its entry. */
static void send_round(l1d_t *d, gpu_req_t *out, uint64_t cycle)
{
    if (d->round_free == L1D_NIL)
        grow_rounds(d);
    uint16_t i = d->round_free;
    d->round_free = d->round[i].next;
    d->round[i] = (l1d_round_t){
        .since = (uint32_t)cycle, .op = out->owner, .left = (uint8_t)gpu_req_sectors(out)};
    out->owner = i;
    l1d_inject(d, out, false, cycle);
}

l1d_answer_t l1d_go_round(l1d_t *d, gpu_req_t *r, uint32_t set, uint32_t row, uint8_t flags,
                          uint64_t cycle)
{
    if (!round_room(d))
        return l1d_rejected(L1D_FAIL_INJECT);
    gpu_req_t out = *r;
    out.flags = (uint8_t)(GPU_REQ_ROUND | flags);
    out.sectors = d->all_sectors;
    send_round(d, &out, cycle);
    l1d_count_first_use(d, r->line, row);
    d->stats.bypasses++;
    d->load[row].bypasses++;
    l1d_tell_result(d, &out, set, 0, GPU_L1_BYPASSED, false, 0, cycle);
    return (l1d_answer_t){.replies = (uint8_t)gpu_req_sectors(&out)};
}

l1d_answer_t l1d_read_uncached(l1d_t *d, gpu_req_t *r, uint32_t row, uint64_t cycle)
{
    if (!round_room(d))
        return l1d_rejected(L1D_FAIL_INJECT);
    gpu_req_t out = *r;
    out.flags = GPU_REQ_ROUND | GPU_REQ_UNCACHED;
    out.sectors = r->sectors;
    send_round(d, &out, cycle);
    uint32_t set = l1d_set_of(d, r->line);
    int way = l1d_find_way(d, set, r->line);
    if (way >= 0 && d->state[set * d->ways + (uint32_t)way] == WAY_VALID) {
        l1d_tell_evict(d, set, (uint32_t)way, GPU_EVICT_STORE, cycle);
        l1d_drop(d, set, (uint32_t)way);
        d->stats.write_evictions++;
    }
    d->stats.uncached_reads++;
    d->load[row].uncached++;
    return (l1d_answer_t){.replies = (uint8_t)gpu_req_sectors(&out)};
}

uint16_t l1d_take_round(l1d_t *d, const gpu_req_t *r, uint64_t cycle)
{
    l1d_round_t *e = &d->round[r->owner];
    uint16_t op = e->op;
    e->from |= r->flags;
    if (--e->left == 0) {
        l1d_count_latency(d, e->from, e->since, cycle);
        e->next = d->round_free;
        d->round_free = r->owner;
    }
    return op;
}
