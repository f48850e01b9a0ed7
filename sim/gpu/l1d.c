#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "gpu/l1d_int.h"

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

bool l1d_init(l1d_t *d, uint32_t sm, const gpu_cfg_t *c, gpu_hook_table_t *hooks, icnt_t *net,
              const addr_map_t *map)
{
    d->sm = sm;
    d->sets = c->l1_sets;
    d->ways = c->l1_ways;
    d->merge = c->l1_mshr_merge;
    d->net = net;
    d->addr_map = map;
    d->miss_cap = c->l1_miss_queue;
    d->read_cap = c->l1_miss_queue - c->l1_read_spare;
    d->queue_first = c->l1_read_spare != 0;
    d->beside = c->l1_bypass_path == GPU_BYPASS_BESIDE;
    d->inject_cap = c->l1_inject_queue;
    d->miss_delay = c->l1_miss_delay;
    d->hit_delay = c->l1_hit_latency - 1;
    d->fill_delay = c->l1_fill_delay;
    d->all_sectors = (uint8_t)bits_mask(c->line_bytes / c->l2_sector_bytes);
    d->line_chunks = (uint8_t)(c->line_bytes / 32);
    d->sector_bytes = c->l2_sector_bytes;
    d->sector_acks = c->l2_sector_acks;
    d->fermi_index = c->l1_index == GPU_INDEX_FERMI;
    d->bypass_merge = c->l1_bypass_merge;
    d->store_keeps = c->l1_store_hit == GPU_STORE_KEEP;
    d->flush = c->l1_flush;
    d->prefetching = c->l1_prefetch_queue != 0;
    d->hooks = hooks;
    d->mshr = calloc(c->l1_mshrs, sizeof *d->mshr);
    d->target = calloc((size_t)c->l1_mshrs * d->merge, sizeof *d->target);
    if (!d->mshr || !d->target || !init_lines(d, c))
        return false;
    if (c->l1_local_store == GPU_LOCAL_BACK) {
        d->dirty = calloc((size_t)d->sets * d->ways, sizeof *d->dirty);
        if (!d->dirty)
            return false;
    }
    for (uint32_t i = 0; i < c->l1_mshrs; i++)
        d->mshr[i].next = (uint16_t)(i + 1 < c->l1_mshrs ? i + 1 : L1D_NIL);
    d->filled_head = d->filled_tail = d->bypassed_free = L1D_NIL;
    return ring_init(&d->out, d->miss_cap + d->inject_cap);
}

void l1d_free(l1d_t *d)
{
    free(d->tag);
    free(d->state);
    free(d->line);
    free(d->dirty);
    free(d->mshr);
    free(d->target);
    free(d->bypassed);
    repl_free(&d->repl);
    linemap_free(&d->map);
    recency_free(&d->recency);
    ring_free(&d->out);
    lineset_free(&d->seen);
    lineset_free(&d->book.gone);
}

uint32_t l1d_set(const l1d_t *d, uint64_t line)
{
    return l1d_set_of(d, line);
}

static void invalidate_all(l1d_t *d, uint64_t cycle)
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
        l1d_report_evict(d, i / d->ways, i % d->ways, GPU_EVICT_KERNEL, cycle);
        l1d_drop(d, i / d->ways, i % d->ways);
    }
}

void l1d_kernel_start(l1d_t *d, lineset_range_t arena, lineset_range_t local, uint32_t nobody,
                      uint64_t cycle)
{
    if (d->flush) {
        invalidate_all(d, cycle);
        lineset_reset(&d->seen, arena, local);
    } else {
        for (uint32_t i = 0; i < d->sets * d->ways; i++)
            d->line[i].row = nobody;
        lineset_move(&d->seen, arena, local);
    }
    d->last_hit = false;
    d->local = local;
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

void l1d_sent(l1d_t *d)
{
    const gpu_req_t *r = &ring_head(&d->out)->r;
    bool miss = r->kind == GPU_REQ_READ && !(r->flags & GPU_REQ_BYPASSED);
    if (miss || d->inject_cap == 0)
        d->n_miss--;
    else
        d->n_inject--;
    ring_pop(&d->out);
    d->changed = true;
}

void l1d_stats(const l1d_t *d, gpu_stats_l1d_t *out)
{
    *out = d->stats;
    out->fail_associativity = d->fails[L1D_FAIL_ASSOCIATIVITY];
    out->fail_mshr_full = d->fails[L1D_FAIL_MSHR];
    out->fail_merge_full = d->fails[L1D_FAIL_MERGE];
    out->fail_miss_queue = d->fails[L1D_FAIL_MISS_QUEUE];
    out->fail_inject_queue = d->fails[L1D_FAIL_INJECT];
    out->fail_net = d->fails[L1D_FAIL_NET];
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
