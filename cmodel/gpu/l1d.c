#include "gpu/l1d.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "common/bits.h"

/* From so many ways on an exact LRU is kept by map and list, not by scans. */
enum { WIDE_WAYS = 33 };

static bool init_lines(l1d_t *d, const gpu_cfg_t *c)
{
    uint32_t lines = d->sets * d->ways;
    bool plru = c->l1_replacement == GPU_REPL_PLRU;
    d->wide = !plru && d->ways >= WIDE_WAYS;
    d->tag = calloc(lines, sizeof *d->tag);
    d->state = calloc(lines, 1);
    d->line = calloc(lines, sizeof *d->line);
    if (!d->tag || !d->state || !d->line)
        return false;
    if (d->wide) /* tags of empty ways are never read */
        return linemap_init(&d->map, lines) && recency_init(&d->recency, d->sets, d->ways);
    for (uint32_t i = 0; i < lines; i++)
        d->tag[i] = UINT64_MAX;
    return repl_init(&d->repl, d->sets, d->ways, plru);
}

bool l1d_init(l1d_t *d, uint32_t sm, const gpu_cfg_t *c, gpu_hook_table_t *hooks)
{
    d->sm = sm;
    d->sets = c->l1_sets;
    d->ways = c->l1_ways;
    d->merge = c->l1_mshr_merge;
    d->miss_cap = c->l1_miss_queue;
    d->inject_cap = c->l1_inject_queue;
    d->miss_delay = c->l1_miss_delay;
    d->hit_delay = c->l1_hit_latency - 1;
    d->fill_delay = c->l1_fill_delay;
    d->all_sectors = (uint8_t)bits_mask(c->line_bytes / c->l2_sector_bytes);
    d->sector_acks = c->l2_sector_acks;
    d->fermi_index = c->l1_index == GPU_INDEX_FERMI;
    d->prefetching = c->l1_prefetch_queue != 0;
    d->hooks = hooks;
    d->mshr = calloc(c->l1_mshrs, sizeof *d->mshr);
    d->target = calloc((size_t)c->l1_mshrs * d->merge, sizeof *d->target);
    if (!d->mshr || !d->target || !init_lines(d, c))
        return false;
    for (uint32_t i = 0; i < c->l1_mshrs; i++)
        d->mshr[i].next = (uint16_t)(i + 1 < c->l1_mshrs ? i + 1 : L1D_NIL);
    d->filled_head = d->filled_tail = d->round_free = L1D_NIL;
    return ring_init(&d->out, d->miss_cap + d->inject_cap);
}

void l1d_free(l1d_t *d)
{
    free(d->tag);
    free(d->state);
    free(d->line);
    free(d->mshr);
    free(d->target);
    free(d->round);
    repl_free(&d->repl);
    linemap_free(&d->map);
    recency_free(&d->recency);
    ring_free(&d->out);
    lineset_free(&d->seen);
    lineset_free(&d->book.gone);
}

/* Fermi: line-address bits 0-4 XOR address bits 13-15, 17, 19; with 64 sets, address bit 12 is
 * the top bit (Nugteren et al., "A detailed GPU cache model...", HPCA 2014). */
static uint32_t fermi_set(const l1d_t *d, uint64_t line)
{
    uint32_t upper = (uint32_t)((line >> 6 & 7) | (line >> 10 & 1) << 3 | (line >> 12 & 1) << 4);
    uint32_t set = ((uint32_t)line & 31) ^ upper;
    return d->sets == 64 ? set | (uint32_t)(line >> 5 & 1) << 5 : set;
}

uint32_t l1d_set(const l1d_t *d, uint64_t line)
{
    return d->fermi_index ? fermi_set(d, line) : (uint32_t)line & (d->sets - 1);
}

/* Way of the line in its set, or -1. */
static int find_way(const l1d_t *d, uint32_t set, uint64_t line)
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

static void touch(l1d_t *d, uint32_t set, uint32_t way)
{
    if (__builtin_expect(d->wide, 0))
        recency_touch(&d->recency, set, way);
    else
        repl_touch(&d->repl, set, way);
}

/* The line there is no more. */
static void drop(l1d_t *d, uint32_t set, uint32_t way)
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
    d->state[i] = WAY_INVALID;
    d->tag[i] = UINT64_MAX;
}

/* A line takes the way, used now, in place of what is there. */
static void put(l1d_t *d, uint32_t set, uint32_t way, uint64_t line, uint8_t state)
{
    uint32_t i = set * d->ways + way;
    if (__builtin_expect(d->wide, 0) && d->state[i] != WAY_INVALID)
        linemap_remove(&d->map, d->tag, i);
    d->tag[i] = line;
    d->state[i] = state;
    if (__builtin_expect(d->wide, 0))
        linemap_add(&d->map, d->tag, i);
    touch(d, set, way);
}

static void tell_evict(l1d_t *d, uint32_t set, uint32_t way, gpu_evict_cause_t cause,
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

void l1d_kernel_start(l1d_t *d, lineset_range_t arena, lineset_range_t local, uint64_t cycle)
{
    uint32_t lines = d->sets * d->ways;
    for (uint32_t i = 0; i < lines; i++) {
        uint64_t eight;
        while (i + sizeof eight <= lines) { /* large caches are mostly empty */
            memcpy(&eight, d->state + i, sizeof eight);
            if (eight)
                break;
            i += sizeof eight;
        }
        if (i == lines || d->state[i] == WAY_INVALID)
            continue;
        d->stats.kernel_evictions++;
        tell_evict(d, i / d->ways, i % d->ways, GPU_EVICT_KERNEL, cycle);
        drop(d, i / d->ways, i % d->ways);
    }
    d->last_hit = false;
    lineset_reset(&d->seen, arena, local);
    if (d->prefetching)
        prefetch_start(&d->book, arena, local);
}

void l1d_kernel_end(l1d_t *d)
{
    if (d->book.unused)
        for (uint32_t i = 0; i < d->sets * d->ways; i++)
            d->line[i].unread = false;
    prefetch_end(&d->book, &d->stats);
}

/* Acknowledgements that a store or reduction is answered with. */
static uint8_t acks_of(const l1d_t *d, const gpu_req_t *r)
{
    return d->sector_acks && r->kind == GPU_REQ_WRITE ? (uint8_t)bits_popcount(r->sectors) : 1;
}

static void inject(l1d_t *d, const gpu_req_t *r, bool miss, uint64_t cycle)
{
    ring_push(&d->out, r, cycle + d->miss_delay);
    if (r->kind == GPU_REQ_READ || r->kind == GPU_REQ_ATOMIC)
        d->stats.sectors_asked += gpu_req_sectors(r);
    else
        d->stats.acks_due += acks_of(d, r);
    if (miss || d->inject_cap == 0)
        d->n_miss++;
    else
        d->n_inject++;
}

static bool inject_room(const l1d_t *d)
{
    return d->inject_cap ? d->n_inject < d->inject_cap : d->n_miss < d->miss_cap;
}

void l1d_sent(l1d_t *d)
{
    const gpu_req_t *r = &ring_head(&d->out)->r;
    bool miss = r->kind == GPU_REQ_READ && !(r->flags & GPU_REQ_ROUND);
    if (miss || d->inject_cap == 0)
        d->n_miss--;
    else
        d->n_inject--;
    ring_pop(&d->out);
    d->changed = true;
}

/* An allocation takes (set, way): counts what becomes of the valid line there. */
static bool take_way(l1d_t *d, uint32_t set, uint32_t way, const gpu_req_t *r, uint32_t cta,
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
    tell_evict(d, set, way, cause, cycle);
    return true;
}

/* The way to replace: a way, or GPU_VICTIM_*. */
static int choose_victim(l1d_t *d, uint32_t set, const gpu_req_t *r, bool late, uint64_t cycle)
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

static void tell_result(l1d_t *d, const gpu_req_t *r, uint32_t set, uint32_t way,
                        gpu_l1_outcome_t outcome, bool victim, uint64_t victim_line, uint64_t cycle)
{
    if (!d->hooks->users_on_l1_result)
        return;
    gpu_l1_result_t e = {.req = r,
                         .cycle = cycle,
                         .set = set,
                         .way = way,
                         .outcome = outcome,
                         .victim_valid = victim,
                         .victim_line = victim_line};
    HOOK_CALL(d->hooks, on_l1_result, &e);
}

static gpu_l1_verdict_t ask_policies(l1d_t *d, gpu_req_t *r, uint32_t set, int way, uint64_t cycle)
{
    gpu_l1_access_t a = {.req = r, .cycle = cycle, .set = set};
    gpu_l1_verdict_t verdict = GPU_L1_NORMAL;
    if (way >= 0) {
        a.way = (uint32_t)way;
        a.tag = d->state[set * d->ways + a.way] == WAY_VALID ? GPU_TAG_PRESENT : GPU_TAG_PENDING;
    }
    for (unsigned i = 0; i < d->hooks->n; i++)
        if (d->hooks->ops[i]->on_l1_access) {
            gpu_l1_verdict_t v = d->hooks->ops[i]->on_l1_access(d->hooks->ctx[i], &a);
            verdict = verdict == GPU_L1_NORMAL ? v : verdict;
        }
    return verdict;
}

static l1d_answer_t rejected(l1d_fail_t why)
{
    return (l1d_answer_t){.fail = why};
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
        if (m->n >= d->merge)
            return rejected(L1D_FAIL_MERGE);
        d->target[d->line[i].mshr * d->merge + m->n++] = (l1d_wait_t){(uint32_t)cycle, r->owner};
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
    d->line[i].hits++;
    if (__builtin_expect(d->line[i].unread, 0))
        first_read(d, i, r, cta, row, pending);
    touch(d, set, way);
    tell_result(d, r, set, way, pending ? GPU_L1_PENDING_HIT : GPU_L1_HIT, false, 0, cycle);
    return (l1d_answer_t){.done = !pending, .replies = 1};
}

static void count_first_use(l1d_t *d, uint64_t line, uint32_t row)
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

/* ---- Reads sent round the cache ---- */

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
    return inject_room(d) && (d->round_free != L1D_NIL || d->n_round < L1D_NIL);
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
    inject(d, out, false, cycle);
}

/* A read accepted at `since` has its last data, which came from the level `from`. */
static void count_latency(l1d_t *d, uint8_t from, uint32_t since, uint64_t cycle)
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

uint16_t l1d_take_round(l1d_t *d, const gpu_req_t *r, uint64_t cycle)
{
    l1d_round_t *e = &d->round[r->owner];
    uint16_t op = e->op;
    e->from |= r->flags;
    if (--e->left == 0) {
        count_latency(d, e->from, e->since, cycle);
        e->next = d->round_free;
        d->round_free = r->owner;
    }
    return op;
}

/* Round the cache: no line, no MSHR; data go to the registers. */
static l1d_answer_t go_round(l1d_t *d, gpu_req_t *r, uint32_t set, uint32_t row, uint8_t flags,
                             uint64_t cycle)
{
    if (!round_room(d))
        return rejected(L1D_FAIL_INJECT);
    gpu_req_t out = *r;
    out.flags = (uint8_t)(GPU_REQ_ROUND | flags);
    out.sectors = d->all_sectors;
    send_round(d, &out, cycle);
    count_first_use(d, r->line, row);
    d->stats.bypasses++;
    d->load[row].bypasses++;
    tell_result(d, &out, set, 0, GPU_L1_BYPASSED, false, 0, cycle);
    return (l1d_answer_t){.replies = (uint8_t)gpu_req_sectors(&out)};
}

static l1d_answer_t miss(l1d_t *d, gpu_req_t *r, uint32_t set, uint32_t cta, uint32_t row,
                         uint64_t cycle)
{
    int way = choose_victim(d, set, r, false, cycle);
    if (way == GPU_VICTIM_PROTECTED)
        return go_round(d, r, set, row, 0, cycle);
    if (way < 0)
        return rejected(L1D_FAIL_ASSOCIATIVITY);
    if (d->mshr_free == L1D_NIL)
        return rejected(L1D_FAIL_MSHR);
    if (d->n_miss >= d->miss_cap)
        return rejected(L1D_FAIL_MISS_QUEUE);
    uint32_t w = (uint32_t)way, i = set * d->ways + w;
    uint64_t old = d->tag[i];
    bool victim = take_way(d, set, w, r, cta, GPU_EVICT_MISS, cycle);
    uint16_t m = d->mshr_free;
    d->mshr_free = d->mshr[m].next;
    d->mshr[m] = (l1d_mshr_t){.index = i, .n = 1, .sectors = d->all_sectors};
    d->target[m * d->merge] = (l1d_wait_t){(uint32_t)cycle, r->owner};
    put(d, set, w, r->line, WAY_BLOCKED);
    d->line[i] = (l1d_line_t){.cta = cta, .row = row, .mshr = m, .warp = r->warp};
    gpu_req_t out = *r;
    out.owner = m;
    out.sectors = d->all_sectors;
    inject(d, &out, true, cycle);
    count_first_use(d, r->line, row);
    d->stats.misses++;
    d->load[row].misses++;
    tell_result(d, r, set, w, GPU_L1_MISS, victim, old, cycle);
    return (l1d_answer_t){.replies = 1};
}

/* Volatile: whatever the L1 holds is not used; a present line is dropped. */
static l1d_answer_t read_uncached(l1d_t *d, gpu_req_t *r, uint32_t row, uint64_t cycle)
{
    if (!round_room(d))
        return rejected(L1D_FAIL_INJECT);
    gpu_req_t out = *r;
    out.flags = GPU_REQ_ROUND | GPU_REQ_UNCACHED;
    out.sectors = r->sectors;
    send_round(d, &out, cycle);
    uint32_t set = l1d_set(d, r->line);
    int way = find_way(d, set, r->line);
    if (way >= 0 && d->state[set * d->ways + (uint32_t)way] == WAY_VALID) {
        tell_evict(d, set, (uint32_t)way, GPU_EVICT_STORE, cycle);
        drop(d, set, (uint32_t)way);
        d->stats.write_evictions++;
    }
    d->stats.uncached_reads++;
    d->load[row].uncached++;
    return (l1d_answer_t){.replies = (uint8_t)gpu_req_sectors(&out)};
}

l1d_answer_t l1d_read(l1d_t *d, gpu_req_t *r, uint32_t cta, uint32_t row, uint64_t cycle)
{
    if (r->flags & GPU_REQ_UNCACHED)
        return read_uncached(d, r, row, cycle);
    uint32_t set = l1d_set(d, r->line);
    int way = find_way(d, set, r->line);
    gpu_l1_verdict_t verdict = GPU_L1_NORMAL;
    if (__builtin_expect(d->hooks->users_on_l1_access != 0, 0))
        verdict = ask_policies(d, r, set, way, cycle);
    if (verdict == GPU_L1_HOLD)
        return rejected(L1D_FAIL_POLICY);
    if (verdict == GPU_L1_ROUND)
        return go_round(d, r, set, row, 0, cycle);
    if (way >= 0)
        return hit(d, r, set, (uint32_t)way, cta, row, cycle);
    if (verdict == GPU_L1_BYPASS)
        return go_round(d, r, set, row, GPU_REQ_BYPASS, cycle);
    return miss(d, r, set, cta, row, cycle);
}

l1d_answer_t l1d_write(l1d_t *d, gpu_req_t *r, uint64_t cycle)
{
    if (!inject_room(d))
        return rejected(L1D_FAIL_INJECT);
    inject(d, r, false, cycle);
    if (r->kind == GPU_REQ_WRITE)
        d->stats.writes++;
    else
        d->stats.atomics++;
    uint32_t set = l1d_set(d, r->line);
    int way = find_way(d, set, r->line);
    if (way >= 0) {
        uint32_t i = set * d->ways + (uint32_t)way;
        d->stats.write_hits++;
        if (d->state[i] == WAY_VALID) {
            d->stats.write_evictions++;
            tell_evict(d, set, (uint32_t)way, GPU_EVICT_STORE, cycle);
            drop(d, set, (uint32_t)way);
        }
    }
    return (l1d_answer_t){.replies = acks_of(d, r)};
}

/* ---- Prefetches ---- */

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
    *way = choose_victim(d, set, r, false, cycle);
    if (*way == GPU_VICTIM_PROTECTED)
        return GPU_PREFETCH_POLICY;
    if (*way < 0)
        return GPU_PREFETCH_NO_WAY;
    if (d->mshr_free == L1D_NIL)
        return GPU_PREFETCH_NO_MSHR;
    return d->n_miss >= d->miss_cap ? GPU_PREFETCH_NO_QUEUE : GPU_PREFETCH_ISSUED;
}

/* The line is allocated as a miss would, but nobody waits for it. */
static void issue_prefetch(l1d_t *d, gpu_req_t *r, uint32_t set, uint32_t way, uint32_t cta,
                           uint64_t cycle)
{
    uint16_t m = d->mshr_free;
    d->mshr_free = d->mshr[m].next;
    d->mshr[m] = (l1d_mshr_t){.index = set * d->ways + way, .sectors = d->all_sectors};
    put(d, set, way, r->line, WAY_BLOCKED);
    d->line[set * d->ways + way] =
        (l1d_line_t){.cta = cta, .mshr = m, .warp = r->warp, .unread = true};
    gpu_req_t out = *r;
    out.owner = m;
    out.sectors = d->all_sectors;
    inject(d, &out, true, cycle);
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
    uint32_t set = l1d_set(d, r->line);
    int way = find_way(d, set, r->line);
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
        e.victim_valid = take_way(d, set, e.way, r, cta, GPU_EVICT_PREFETCH, cycle);
        issue_prefetch(d, r, set, e.way, cta, cycle);
    } else {
        ++*dropped[e.outcome];
    }
    HOOK_CALL(d->hooks, on_prefetch_result, &e);
}

void l1d_fill(l1d_t *d, const gpu_req_t *r)
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
    if (e->n == 0) { /* a prefetch that nobody waits for */
        e->next = d->mshr_free;
        d->mshr_free = m;
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
        count_latency(d, e->from, t->since, cycle);
    } else {
        d->latency.pending_requests++;
        d->latency.pending_cycles += (uint64_t)((uint32_t)cycle - t->since) + d->fill_delay;
    }
    if (++e->served == e->n) {
        d->filled_head = e->next;
        e->next = d->mshr_free;
        d->mshr_free = m;
        d->changed = true;
    }
    return owner;
}

void l1d_late_fill(l1d_t *d, const gpu_req_t *r, uint32_t cta, uint32_t row, uint64_t cycle)
{
    uint32_t set = l1d_set(d, r->line);
    int way = -1;
    if (find_way(d, set, r->line) < 0)
        way = choose_victim(d, set, r, true, cycle);
    if (way < 0) {
        d->stats.late_fills_refused++;
        return;
    }
    uint32_t w = (uint32_t)way, i = set * d->ways + w;
    uint64_t old = d->tag[i];
    bool victim = take_way(d, set, w, r, cta, GPU_EVICT_LATE_FILL, cycle);
    put(d, set, w, r->line, WAY_VALID);
    d->line[i] = (l1d_line_t){.cta = cta, .row = row, .warp = r->warp};
    d->stats.late_fills++;
    d->changed = true;
    gpu_late_fill_t e = {
        .req = r, .cycle = cycle, .set = set, .way = w, .victim_valid = victim, .victim_line = old};
    HOOK_CALL(d->hooks, on_late_fill, &e);
}

void l1d_stats(const l1d_t *d, gpu_stats_l1d_t *out)
{
    *out = d->stats;
    out->fail_associativity = d->fails[L1D_FAIL_ASSOCIATIVITY];
    out->fail_mshr_full = d->fails[L1D_FAIL_MSHR];
    out->fail_merge_full = d->fails[L1D_FAIL_MERGE];
    out->fail_miss_queue = d->fails[L1D_FAIL_MISS_QUEUE];
    out->fail_inject_queue = d->fails[L1D_FAIL_INJECT];
    out->fail_policy = d->fails[L1D_FAIL_POLICY];
}

void l1d_latency(const l1d_t *d, gpu_stats_latency_t *out)
{
    *out = d->latency;
    out->l1_requests = d->stats.hits;
    out->l1_cycles = d->stats.hits * d->hit_delay;
}

void l1d_dump(const l1d_t *d, FILE *f)
{
    uint32_t pending = 0, lines = d->sets * d->ways;
    for (uint32_t i = 0; i < lines; i++)
        pending += d->state[i] == WAY_BLOCKED;
    fprintf(f, "  l1d: %u lines pending, %u misses and %u others to send", pending, d->n_miss,
            d->n_inject);
    if (d->out.count)
        fprintf(f, ", head line 0x%" PRIx64 " kind %u", ring_head(&d->out)->r.line,
                ring_head(&d->out)->r.kind);
    fputc('\n', f);
}
