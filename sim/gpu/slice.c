#include <inttypes.h>
#include <stdlib.h>

#include "common/bits.h"
#include "gpu/slice_int.h"

bool slice_init(slice_t *s, uint32_t id, const slice_geometry_t *g, const addr_map_t *map)
{
    s->id = id;
    s->l2 = g->l2;
    s->whose = g->l2 ? 0 : GPU_REQ_FROM_L3;
    s->sets = g->sets;
    s->ways = g->ways;
    s->nsec = g->nsec;
    s->nsec_shift = map_log2(g->nsec);
    s->merge = g->merge;
    s->latency = g->latency;
    s->lookup_delay = g->lookup_delay;
    s->lazy = g->lazy;
    s->through = g->through;
    s->fetch_first = g->fetch_first;
    s->sector_acks = g->sector_acks;
    s->lookup_room = g->lookup_room;
    s->open = g->open;
    s->port = g->port;
    s->sector_bytes = g->sector_bytes;
    s->line_bytes = g->sector_bytes * g->nsec;
    s->queue = g->queue;
    s->miss_queue = g->miss_queue;
    s->read_spare = g->read_spare;
    s->store_spare = g->store_spare;
    s->extra = g->lookup_room || g->open || g->dram_queue || g->port;
    s->out = g->dram_queue ? &s->below : &s->down;
    s->map = map;
    size_t lines = (size_t)g->sets * g->ways;
    s->tag = calloc(lines, sizeof *s->tag);
    s->lines = calloc(lines, sizeof *s->lines);
    s->mshr_of = calloc(lines * g->nsec, sizeof *s->mshr_of);
    s->mshr = calloc(g->mshrs, sizeof *s->mshr);
    s->target = calloc((size_t)g->mshrs * g->merge, sizeof *s->target);
    if (!s->tag || !s->lines || !s->mshr_of || !s->mshr || !s->target ||
        !repl_init(&s->repl, g->sets, g->ways, g->plru))
        return false;
    for (size_t i = 0; i < lines; i++)
        s->tag[i] = UINT64_MAX;
    for (uint32_t i = 0; i < g->mshrs; i++)
        s->mshr[i].next = (uint16_t)(i + 1 < g->mshrs ? i + 1 : SLICE_NIL);
    s->filled_head = s->filled_tail = SLICE_NIL;
    uint32_t more = g->through ? 2 : 1; /* a store through takes a write-back and a fetch along */
    return ring_init(&s->in, g->queue + g->delay_places) &&
           ring_init(&s->pipe, g->reply_queue + g->latency) &&
           ring_init(&s->down, g->miss_queue + more) && ring_init(&s->below, g->dram_queue) &&
           ring_init(&s->fill, g->mshrs + g->back);
}

void slice_free(slice_t *s)
{
    free(s->tag);
    free(s->lines);
    free(s->mshr_of);
    free(s->mshr);
    free(s->target);
    repl_free(&s->repl);
    ring_free(&s->in);
    ring_free(&s->pipe);
    ring_free(&s->down);
    ring_free(&s->below);
    ring_free(&s->fill);
}

void slice_preload(slice_t *s, uint64_t line)
{
    uint32_t set = slice_set_of(s, line);
    int way = slice_find_way(s, set, line);
    if (way < 0) {
        way = slice_victim(s, set);
        if (way < 0)
            return;
        uint32_t i = set * s->ways + (uint32_t)way;
        s->tag[i] = line;
        s->lines[i].state = WAY_VALID;
        s->lines[i].pend = s->lines[i].dirty = 0;
        s->lines[i].valid = (uint8_t)bits_mask(s->nsec);
    }
    repl_touch(&s->repl, set, (uint32_t)way);
}

void slice_stats(const slice_t *s, uint64_t cycle, gpu_stats_l2_t *out)
{
    *out = s->stats;
    out->read_cycles += s->reading * cycle;
    out->fail_associativity = s->fails[SLICE_FAIL_ASSOCIATIVITY];
    out->fail_mshr_full = s->fails[SLICE_FAIL_MSHR];
    out->fail_merge_full = s->fails[SLICE_FAIL_MERGE];
    out->fail_miss_queue = s->fails[SLICE_FAIL_MISS_QUEUE];
    out->fail_reply_queue = s->fails[SLICE_FAIL_REPLY_QUEUE];
    out->fail_dram_queue = s->fails[SLICE_FAIL_DRAM_QUEUE];
    out->fail_port = s->fails[SLICE_FAIL_PORT];
}

bool slice_empty(const slice_t *s)
{
    return s->in.count == 0 && s->pipe.count == 0 && s->down.count == 0 && s->below.count == 0 &&
           s->fill.count == 0 && s->filled_head == SLICE_NIL && s->outstanding == 0;
}

void slice_dump(const slice_t *s, FILE *f)
{
    static const char *const why[SLICE_FAILS] = {"",
                                                 ", every way reserved",
                                                 ", MSHRs full",
                                                 ", MSHR merge full",
                                                 ", miss queue full",
                                                 ", reply queue full",
                                                 ", queue to the DRAM full",
                                                 ", data port in use"};
    fprintf(f,
            "%s slice %u: %u requests, %u replies, %u down, %u fills, %u sectors outstanding%s\n",
            s->l2 ? "l2" : "l3", s->id, s->in.count, s->pipe.count, s->down.count + s->below.count,
            s->fill.count, s->outstanding, why[s->fail]);
    if (s->in.count)
        fprintf(f,
                "  head: line 0x%" PRIx64 " kind %u sectors 0x%x from SM %u, lookup at %" PRIu64
                "\n",
                ring_head(&s->in)->r.line, ring_head(&s->in)->r.kind, ring_head(&s->in)->r.sectors,
                ring_head(&s->in)->r.sm, ring_head(&s->in)->ready);
}
