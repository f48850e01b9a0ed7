/*
 * Inside the L1 data cache: what its files share. Lookups, the way that a line takes or leaves,
 * and what goes to the queue are on the path of every request, and so inline.
 *
 *   l1d.c           life, statistics, dump
 *   l1d_read.c      loads' requests: lookup, policies' decisions, hits and misses
 *   l1d_bypass.c    reads that bypass the cache: by a decision, and volatile ones
 *   l1d_write.c     stores, reductions and atomics; dirty lines of local memory
 *   l1d_prefetch.c  prefetches
 *   l1d_allocate.c  the victim, and the line that replaces it
 *   l1d_fill.c      replies: fills and who waited for them, late fills
 */
#ifndef LW_GPU_L1D_INT_H
#define LW_GPU_L1D_INT_H

#include "common/bits.h"
#include "gpu/l1d.h"

/* ---- Sets and ways ---- */

/* Fermi: line-address bits 0-4 XOR address bits 13-15, 17, 19; with 64 sets, address bit 12 is
 * the top bit (Nugteren et al., "A detailed GPU cache model...", HPCA 2014). */
static inline uint32_t l1d_fermi_set(const l1d_t *d, uint64_t line)
{
    uint32_t upper = (uint32_t)((line >> 6 & 7) | (line >> 10 & 1) << 3 | (line >> 12 & 1) << 4);
    uint32_t set = ((uint32_t)line & 31) ^ upper;
    return d->sets == 64 ? set | (uint32_t)(line >> 5 & 1) << 5 : set;
}

static inline uint32_t l1d_set_of(const l1d_t *d, uint64_t line)
{
    return d->fermi_index ? l1d_fermi_set(d, line) : (uint32_t)line & (d->sets - 1);
}

/* Way of the line in its set, or -1. */
static inline int l1d_find_way(const l1d_t *d, uint32_t set, uint64_t line)
{
    if (__builtin_expect(d->wide, 0)) {
        uint32_t i = linemap_find(&d->map, d->tag, line);
        return i == LINEMAP_NONE ? -1 : (int)(i - set * d->ways);
    }
    const uint64_t *t = d->tag + (size_t)set * d->ways;
    for (uint32_t w = 0; w < d->ways; w++)
        if (t[w] == line)
            return (int)w;
    return -1;
}

static inline void l1d_touch(l1d_t *d, uint32_t set, uint32_t way)
{
    if (__builtin_expect(d->wide, 0))
        recency_touch(&d->recency, set, way);
    else
        repl_touch(&d->repl, set, way);
}

/* The line there is no more. */
static inline void l1d_drop(l1d_t *d, uint32_t set, uint32_t way)
{
    uint32_t i = set * d->ways + way;
    if (__builtin_expect(d->line[i].unread, 0)) {
        d->line[i].unread = false;
        prefetch_evicted(&d->book, d->tag[i]);
    }
    if (__builtin_expect(d->wide, 0)) {
        linemap_remove(&d->map, d->tag, i);
        recency_drop(&d->recency, set, way);
    }
    if (d->dirty)
        d->dirty[i] = (l1d_dirty_t){0, 0};
    d->state[i] = WAY_INVALID;
    d->tag[i] = UINT64_MAX;
}

/* A line takes the way, used now, and replaces what is there. */
static inline void l1d_put(l1d_t *d, uint32_t set, uint32_t way, uint64_t line, uint8_t state)
{
    uint32_t i = set * d->ways + way;
    if (__builtin_expect(d->wide, 0) && d->state[i] != WAY_INVALID)
        linemap_remove(&d->map, d->tag, i);
    d->tag[i] = line;
    d->state[i] = state;
    if (__builtin_expect(d->wide, 0))
        linemap_add(&d->map, d->tag, i);
    l1d_touch(d, set, way);
}

/* ---- What is reported to policies ---- */

static inline void l1d_report_evict(l1d_t *d, uint32_t set, uint32_t way, gpu_evict_cause_t cause,
                                    uint64_t cycle)
{
    if (!d->hooks->users_on_l1_evict)
        return;
    uint32_t i = set * d->ways + way;
    gpu_l1_evict_t e = {.cycle = cycle,
                        .line = d->tag[i],
                        .sm = d->sm,
                        .set = set,
                        .way = way,
                        .hits = d->line[i].hits,
                        .cause = cause,
                        .unread = d->line[i].unread};
    HOOK_CALL(d->hooks, on_l1_evict, &e);
}

static inline void l1d_report_result(l1d_t *d, const gpu_req_t *r, uint16_t op, uint32_t set,
                                     uint32_t way, gpu_l1_outcome_t outcome, bool victim,
                                     uint64_t victim_line, uint64_t cycle)
{
    if (!d->hooks->users_on_l1_result)
        return;
    gpu_l1_result_t e = {.req = r,
                         .cycle = cycle,
                         .op = op,
                         .set = set,
                         .way = way,
                         .outcome = outcome,
                         .victim_valid = victim,
                         .victim_line = victim_line};
    HOOK_CALL(d->hooks, on_l1_result, &e);
}

/* ---- What leaves ---- */

/* Replies that a store, an atomic or a reduction is answered with: the L2 carries out the latter
 * two sector by sector. */
static inline uint8_t l1d_acks_of(const l1d_t *d, const gpu_req_t *r)
{
    bool each = r->kind == GPU_REQ_WRITE ? d->sector_acks : true;
    return each ? (uint8_t)bits_popcount(r->sectors) : 1;
}

/* What is due for a request that leaves. */
static inline void l1d_count_sent(l1d_t *d, const gpu_req_t *r)
{
    if (r->kind == GPU_REQ_READ || r->kind == GPU_REQ_ATOMIC) {
        uint32_t sectors = gpu_req_sectors(r);
        d->stats.sectors_asked += sectors;
        if (r->kind == GPU_REQ_READ)
            d->bytes_asked += sectors * (r->chunks ? r->chunks * 32u : d->sector_bytes);
    } else if (r->kind != GPU_REQ_WRITEBACK) {
        d->stats.acks_due += l1d_acks_of(d, r);
    }
}

static inline void l1d_inject(l1d_t *d, const gpu_req_t *r, bool miss, uint64_t cycle)
{
    ring_push(&d->out, r, cycle + d->miss_delay);
    l1d_count_sent(d, r);
    if (miss || d->inject_cap == 0)
        d->n_miss++;
    else
        d->n_inject++;
}

static inline bool l1d_inject_room(const l1d_t *d)
{
    return d->inject_cap ? d->n_inject < d->inject_cap : d->n_miss < d->miss_cap;
}

static inline bool l1d_is_dirty(const l1d_t *d, uint32_t i)
{
    return __builtin_expect(d->dirty != NULL, 0) && d->dirty[i].sectors;
}

/* Room for a fetch in the place of line i, and for the line's write-back. */
static inline bool l1d_miss_room(const l1d_t *d, uint32_t i)
{
    if (d->n_miss >= d->read_cap)
        return false;
    return !l1d_is_dirty(d, i) ||
           (d->n_miss + (d->inject_cap ? 0u : 1u) < d->miss_cap && l1d_inject_room(d));
}

/* Why a bypassed read or an atomic cannot leave now, or L1D_OK. */
static inline l1d_fail_t l1d_bypass_fail(l1d_t *d, const gpu_req_t *r)
{
    if (__builtin_expect(d->beside, 0))
        return icnt_can_accept(d->net, d->sm, icnt_packet_flits(d->net, r)) ? L1D_OK : L1D_FAIL_NET;
    return l1d_inject_room(d) ? L1D_OK : L1D_FAIL_INJECT;
}

static inline void l1d_send_bypass(l1d_t *d, const gpu_req_t *r, uint64_t cycle)
{
    if (__builtin_expect(!d->beside, 1)) {
        l1d_inject(d, r, false, cycle);
        return;
    }
    l1d_count_sent(d, r);
    icnt_push(d->net, d->sm, map_place(d->addr_map, r->line).slice, r,
              icnt_packet_flits(d->net, r));
}

/* ---- Answers and counts ---- */

static inline l1d_answer_t l1d_rejected(l1d_fail_t why)
{
    return (l1d_answer_t){.fail = why};
}

/* A read whose line is here, or, pending, on its way. */
static inline void l1d_count_hit(l1d_t *d, uint32_t row, bool pending)
{
    if (pending) {
        d->stats.pending_hits++;
        d->load[row].pending_hits++;
    } else {
        d->stats.hits++;
        d->load[row].hits++;
    }
    d->stats.accesses++;
    if (d->last_hit)
        d->stats.hit_after_hit++;
    else
        d->stats.hit_after_miss++;
    d->last_hit = true;
}

static inline void l1d_count_first_use(l1d_t *d, uint64_t line, uint32_t row)
{
    d->stats.accesses++;
    d->last_hit = false;
    if (__builtin_expect(d->prefetching, 0))
        prefetch_missed(&d->book, &d->stats, line);
    if (lineset_add(&d->seen, line)) {
        d->stats.cold_misses++;
        d->load[row].cold_misses++;
    } else {
        d->stats.reload_misses++;
    }
}

/* A read accepted at `since` has its last data, which came from the level `from`. */
static inline void l1d_count_latency(l1d_t *d, uint8_t from, uint32_t since, uint64_t cycle)
{
    uint64_t cycles = (uint64_t)((uint32_t)cycle - since) + d->fill_delay;
    if (from & GPU_REQ_FROM_DRAM) {
        d->latency.dram_requests++;
        d->latency.dram_cycles += cycles;
    } else if (from & GPU_REQ_FROM_L3) {
        d->latency.l3_requests++;
        d->latency.l3_cycles += cycles;
    } else {
        d->latency.l2_requests++;
        d->latency.l2_cycles += cycles;
    }
}

/* A read accepted at `since` whose line was on its way then is served. */
static inline void l1d_count_pending_latency(l1d_t *d, uint32_t since, uint64_t cycle)
{
    d->latency.pending_requests++;
    d->latency.pending_cycles += (uint64_t)((uint32_t)cycle - since) + d->fill_delay;
}

/* ---- l1d_allocate.c ---- */

/* The way to replace: a way, or GPU_VICTIM_*. late: for a late fill. */
int l1d_choose_victim(l1d_t *d, uint32_t set, const gpu_req_t *r, bool late, uint64_t cycle);

/* An allocation takes (set, way): counts what becomes of the valid line there, if there is one. */
bool l1d_take_way(l1d_t *d, uint32_t set, uint32_t way, const gpu_req_t *r, uint32_t cta,
                  gpu_evict_cause_t cause, uint64_t cycle);

/* r's line takes (set, way), a free MSHR waits for it, and the request leaves. line: but for its
 * MSHR, which is returned; nobody waits in it yet. */
uint16_t l1d_allocate(l1d_t *d, const gpu_req_t *r, uint32_t set, uint32_t way, l1d_line_t line,
                      uint64_t cycle);

/* ---- l1d_write.c ---- */

/* Line i becomes clean: its write-back, with no sectors if it was. */
gpu_req_t l1d_clean(l1d_t *d, uint32_t i);

/* Sends it, if it has sectors. */
void l1d_write_back(l1d_t *d, const gpu_req_t *back, uint64_t cycle);

/* ---- l1d_bypass.c ---- */

/* Bypasses the cache: no line, no MSHR; data go to the registers. flags: GPU_REQ_PREDICTED or 0. */
l1d_answer_t l1d_bypass(l1d_t *d, gpu_req_t *r, uint32_t set, uint32_t row, uint8_t flags,
                        uint64_t cycle);

/* Volatile: whatever the L1 holds is not used; a present line is dropped. */
l1d_answer_t l1d_read_uncached(l1d_t *d, gpu_req_t *r, uint32_t row, uint64_t cycle);

#endif
