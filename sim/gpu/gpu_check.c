/*
 * Conservation: what must be equal in a drained GPU, checked at the end of every launch.
 */
#include <inttypes.h>
#include <stdio.h>

#include "gpu/gpu_int.h"

typedef struct law {
    const char *text;
    uint64_t left, right;
} law_t;

#define SUM3(a, b, c) ((a) + (b) + (c))

static const char *first_broken(const law_t *law, unsigned n, char *text, size_t size)
{
    for (unsigned i = 0; i < n; i++)
        if (law[i].left != law[i].right) {
            snprintf(text, size, "%s: %" PRIu64 " against %" PRIu64, law[i].text, law[i].left,
                     law[i].right);
            return text;
        }
    return NULL;
}

static uint64_t dropped_prefetches(const gpu_stats_l1d_t *d)
{
    return d->prefetches_dropped_queue + d->prefetches_dropped_present +
           d->prefetches_dropped_pending + d->prefetches_dropped_policy +
           d->prefetches_dropped_associativity + d->prefetches_dropped_mshr +
           d->prefetches_dropped_miss_queue;
}

static const char *check_sms(const gpu_t *g, const gpu_stats_t *s, char *text, size_t n)
{
    const gpu_stats_sm_t *m = &s->sm;
    const gpu_stats_l1d_t *d = &s->l1d;
    uint64_t schedulers = (uint64_t)g->n_sms * g->cfg.schedulers;
    const law_t laws[] = {
        {"cycles x schedulers = scheduler_cycles", s->run.cycles * schedulers, m->scheduler_cycles},
        {"issued and stalled scheduler-cycles = scheduler_cycles",
         m->issued + m->stall_structural + m->stall_raw_memory + m->stall_raw_data + m->stall_idle,
         m->scheduler_cycles},
        {"loads issued = loads completed", m->global_loads, m->loads_completed},
        {"load requests = L1 accesses and volatile reads", m->load_requests,
         d->accesses + d->uncached_reads},
        {"store requests = L1 writes", m->store_requests, d->writes},
        {"atomic requests = L1 atomics", m->atomic_requests, d->atomics},
        {"L1 hits, pending hits, misses, bypasses = accesses",
         d->hits + d->pending_hits + d->misses + d->bypasses, d->accesses},
        {"hit-after-hit and hit-after-miss = hits and pending hits",
         d->hit_after_hit + d->hit_after_miss, d->hits + d->pending_hits},
        {"cold and reload misses = misses and bypasses", d->cold_misses + d->reload_misses,
         d->misses + d->bypasses},
        {"L1 fills = misses and prefetches", d->fills, d->misses + d->prefetches_issued},
        {"prefetches issued and dropped = asked", d->prefetches_issued + dropped_prefetches(d),
         d->prefetches_asked},
        {"prefetches useful, late, early-evicted, useless = issued",
         SUM3(d->prefetches_useful, d->prefetches_late, d->prefetches_early_evicted) +
             d->prefetches_useless,
         d->prefetches_issued},
        {"contention classes = evictions",
         SUM3(d->contention_intra_warp, d->contention_intra_block, d->contention_cross_block),
         d->evictions},
        {"latency: L1 requests = hits", s->latency.l1_requests, d->hits},
        {"latency: pending requests = pending hits", s->latency.pending_requests, d->pending_hits},
        {"latency: requests of all levels = load requests",
         s->latency.l1_requests + s->latency.pending_requests +
             SUM3(s->latency.l2_requests, s->latency.l3_requests, s->latency.dram_requests),
         m->load_requests},
        {"constant hits, merges, misses = blocks",
         SUM3(m->const_hits, m->const_merges, m->const_misses), m->const_blocks},
        {"texture hits, misses = blocks", m->tex_hits + m->tex_misses, m->tex_blocks},
        {"sectors asked for = received", d->sectors_asked, d->sectors_received},
        {"acknowledgements due = received", d->acks_due, d->acks_received},
    };
    return first_broken(laws, sizeof laws / sizeof laws[0], text, n);
}

static const char *check_cache(const char *name, const gpu_stats_l2_t *c, char *text, size_t n)
{
    const law_t laws[] = {
        {"reads, writes, atomics = accesses", SUM3(c->reads, c->writes, c->atomics), c->accesses},
        {"read hits, pending hits, misses = reads and atomics",
         SUM3(c->read_hits, c->read_pending_hits, c->read_misses), c->reads + c->atomics},
        {"write hits and misses = writes", c->write_hits + c->write_misses, c->writes},
        {"fills = fetches", c->fills, c->fetches},
    };
    char law[150];
    if (!first_broken(laws, sizeof laws / sizeof laws[0], law, sizeof law))
        return NULL;
    snprintf(text, n, "%s: %s", name, law);
    return text;
}

/* L2 sectors of a line of a read-only cache. */
static uint64_t sectors_of(const gpu_t *g, uint32_t line_bytes)
{
    return line_bytes <= g->cfg.l2_sector_bytes ? 1 : line_bytes / g->cfg.l2_sector_bytes;
}

static const char *check_below(const gpu_t *g, const gpu_stats_t *s, char *text, size_t n)
{
    const gpu_stats_l2_t *last = g->l3 ? &s->l3 : &s->l2;
    const gpu_stats_l1d_t *d = &s->l1d;
    uint64_t nsec = g->cfg.line_bytes / g->cfg.l2_sector_bytes;
    uint64_t reads_in = 0, writes_in = 0, credits = 0;
    uint64_t fetched =
        s->sm.fetch_misses + s->sm.const_misses + s->sm.tex_misses; /* by the read-only caches */
    uint64_t fetched_sectors = s->sm.fetch_misses * nsec +
                               s->sm.const_misses * sectors_of(g, g->cfg.l1c_line_bytes) +
                               s->sm.tex_misses * sectors_of(g, g->cfg.l1t_line_bytes);
    uint64_t bytes = s->sm.fetch_misses * g->cfg.line_bytes +
                     s->sm.const_misses * g->cfg.l1c_line_bytes +
                     s->sm.tex_misses * g->cfg.l1t_line_bytes;
    uint64_t write_acks =
        g->cfg.l2_sector_acks ? s->l2.writes - d->writebacks * nsec : d->writes - d->writes_kept;
    for (uint32_t i = 0; i < g->n_sms; i++)
        bytes += g->sm[i].l1.bytes_asked;
    for (uint32_t i = 0; i < g->n_channels; i++) {
        reads_in += g->channel[i].reads_in;
        writes_in += g->channel[i].writes_in;
        credits += g->channel[i].shared_credits;
        for (uint32_t k = 0; k < g->channel[i].up_count; k++)
            credits += g->channel[i].own_credit[k];
    }
    const law_t laws[] = {
        {"request packets in = out", s->icnt_req.packets_in, s->icnt_req.packets_out},
        {"reply packets in = out", s->icnt_reply.packets_in, s->icnt_reply.packets_out},
        {"requests of the L1s = request packets",
         d->misses + d->prefetches_issued + d->bypasses + d->uncached_reads + d->writes -
             d->writes_kept + d->writebacks + d->atomics + fetched,
         s->icnt_req.packets_in},
        {"sectors asked for by the L1s = reads of the L2 and value-returning atomics",
         d->sectors_asked + fetched_sectors + d->acks_due - write_acks,
         s->l2.reads + s->l2.atomics},
        {"reply packets = sectors and acknowledgements", s->icnt_reply.packets_in,
         d->sectors_received + fetched_sectors + d->acks_received},
        {"L2 fetches and write-backs = L3 reads and sectors written", g->l3 ? s->l2.fetches : 0,
         s->l3.reads},
        {"fetches of the last cache = DRAM reads", last->fetches, s->dram.reads},
        {"write-backs of the last cache and stores through it = DRAM writes",
         last->writebacks + last->stores_through, s->dram.writes},
        {"DRAM reads in = served", reads_in, s->dram.reads},
        {"DRAM writes in = served", writes_in, s->dram.writes},
        {"credits of DRAM channels borrowed and not given back = none", credits, 0},
        {"bytes read and written = bursts x atom",
         (s->dram.read_bytes + s->dram.write_bytes) * g->cfg.dram_burst,
         s->dram.bus_busy_cycles * g->cfg.dram_atom_bytes},
        {"data payload of replies = bytes that loads and read-only caches asked for",
         s->icnt_reply.payload_bytes - s->icnt_reply.atomic_payload_bytes, bytes},
        {"row hits and misses = DRAM requests", s->dram.row_hits + s->dram.row_misses,
         s->dram.reads + s->dram.writes},
    };
    return first_broken(laws, sizeof laws / sizeof laws[0], text, n);
}

/* Nothing may be left anywhere in an SM. */
static const char *check_empty(const gpu_t *g, char *text, size_t n)
{
    for (uint32_t i = 0; i < g->n_sms; i++) {
        const sm_t *sm = &g->sm[i];
        uint32_t free_ops = 0, free_mshrs = 0;
        for (uint16_t k = sm->op_free; k != SM_NIL; k = sm->op[k].next)
            free_ops++;
        for (uint16_t k = sm->l1.mshr_free; k != L1D_NIL; k = sm->l1.mshr[k].next)
            free_mshrs++;
        if (free_ops == sm->n_ops && free_mshrs == g->cfg.l1_mshrs && sm->resident == 0 &&
            sm->wheel.count == 0 && sm->q_count == 0 && sm->lookup.count == 0 && sm_quiet(sm) &&
            sm->back.shared.count == 0 && !sm->back.held && rocache_idle(&sm->l1i) &&
            rocache_idle(&sm->l1c) && texcache_idle(&sm->l1t))
            continue;
        snprintf(text, n,
                 "SM %u is not empty: %u memory operations, %u MSHRs, %u CTAs, %u events, %u + %u "
                 "requests",
                 i, sm->n_ops - free_ops, g->cfg.l1_mshrs - free_mshrs, sm->resident,
                 sm->wheel.count, sm->q_count, sm->l1.out.count);
        return text;
    }
    return NULL;
}

const char *gpu_check(const gpu_t *g, char *text, size_t n)
{
    gpu_stats_t s;
    gpu_stats(g, &s);
    const char *broken = check_sms(g, &s, text, n);
    if (!broken)
        broken = check_cache("L2", &s.l2, text, n);
    if (!broken)
        broken = check_cache("L3", &s.l3, text, n);
    if (!broken)
        broken = check_below(g, &s, text, n);
    if (!broken)
        broken = check_empty(g, text, n);
    return broken;
}
