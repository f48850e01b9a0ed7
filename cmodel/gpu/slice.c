#include "gpu/slice.h"

#include <inttypes.h>
#include <stdlib.h>

#include "common/bits.h"

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
    s->sector_acks = g->sector_acks;
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
    return ring_init(&s->in, g->queue + g->lookup_delay) &&
           ring_init(&s->pipe, g->reply_queue + g->latency) &&
           ring_init(&s->down, g->miss_queue + 1) && ring_init(&s->fill, g->mshrs);
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
    ring_free(&s->fill);
}

static uint32_t set_of(const slice_t *s, uint64_t line)
{
    if (s->l2)
        return (uint32_t)map_place(s->map, line).local_line & (s->sets - 1);
    uint32_t channel;
    uint64_t chunk = map_split(s->map, line, &channel);
    uint32_t off = (uint32_t)line & ((1u << s->map->chunk_shift) - 1);
    return ((uint32_t)(chunk << s->map->chunk_shift) | off) & (s->sets - 1);
}

/* Way of the line in the set, or -1. */
static int find_way(const slice_t *s, uint32_t set, uint64_t line)
{
    const uint64_t *t = s->tag + (size_t)set * s->ways;
    for (uint32_t w = 0; w < s->ways; w++)
        if (t[w] == line)
            return (int)w;
    return -1;
}

/* The way to replace, or -1. */
static int victim(const slice_t *s, uint32_t set)
{
    uint8_t state[64];
    const slice_line_t *l = s->lines + (size_t)set * s->ways;
    for (uint32_t w = 0; w < s->ways; w++)
        state[w] = l[w].state;
    return repl_victim(&s->repl, set, state);
}

void slice_fill(slice_t *s, const gpu_req_t *r, uint64_t cycle)
{
    ring_push(&s->fill, r, cycle);
    wake_lower(s->wake, s->id, cycle);
}

/* read_cycles is the sum over reads' sectors of (cycle of leaving - cycle of entry): the entry
 * is subtracted here, and slice_stats() adds what those inside have spent so far. */
static void enter(slice_t *s, const gpu_req_t *r, uint64_t cycle)
{
    if (r->kind != GPU_REQ_READ)
        return;
    uint64_t sectors = gpu_req_sectors(r);
    s->reading += sectors;
    s->stats.read_cycles -= sectors * cycle;
}

static void leave(slice_t *s, const gpu_req_t *r, uint64_t cycle)
{
    if (r->kind != GPU_REQ_READ)
        return;
    s->reading--;
    s->stats.read_cycles += cycle;
}

void slice_push(slice_t *s, const gpu_req_t *r, uint64_t cycle)
{
    enter(s, r, cycle);
    ring_push(&s->in, r, cycle + s->lookup_delay);
    wake_lower(s->wake, s->id, cycle + s->lookup_delay);
}

/* 1. A sector arrives: its MSHR joins the list of the filled ones. */
static void take_fill(slice_t *s)
{
    const gpu_req_t *r = &ring_head(&s->fill)->r;
    uint16_t m = r->owner;
    slice_mshr_t *e = &s->mshr[m];
    uint32_t line = e->index >> s->nsec_shift, bit = 1u << (e->index & (s->nsec - 1));
    s->lines[line].valid = (uint8_t)(s->lines[line].valid | bit);
    s->lines[line].pend = (uint8_t)(s->lines[line].pend & ~bit);
    if (!s->lines[line].pend)
        s->lines[line].state = WAY_VALID;
    e->from = r->flags & (GPU_REQ_FROM_L3 | GPU_REQ_FROM_DRAM);
    s->stats.fills++;
    s->outstanding--;
    if (e->n == 0) {
        e->next = s->mshr_free;
        s->mshr_free = m;
    } else {
        e->next = SLICE_NIL;
        if (s->filled_head == SLICE_NIL)
            s->filled_head = m;
        else
            s->mshr[s->filled_tail].next = m;
        s->filled_tail = m;
    }
    ring_pop(&s->fill);
    if (s->l3)
        return; /* the L3 reserves nothing for its replies */
    dram_returned(s->dram);
}

/* 2. The oldest reply leaves if the level above takes it. */
static bool send_reply(slice_t *s, uint64_t c)
{
    const gpu_req_t *r = &ring_head(&s->pipe)->r;
    if (!s->l2) {
        leave(s, r, c);
        slice_fill(&s->up[r->sm], r, c + 1);
        ring_pop(&s->pipe);
        return true;
    }
    uint32_t flits = icnt_packet_flits(s->reply_net, r);
    if (!icnt_can_accept(s->reply_net, s->id, flits))
        return false;
    leave(s, r, c);
    icnt_push(s->reply_net, s->id, r->sm, r, flits);
    ring_pop(&s->pipe);
    return true;
}

/* A reply to one sector of r, which came from `from`, enters the pipeline. */
static void reply(slice_t *s, const gpu_req_t *r, uint32_t bit, uint8_t from, uint64_t c)
{
    gpu_req_t out = *r;
    out.sectors = (uint8_t)bit;
    out.flags |= from;
    ring_push(&s->pipe, &out, c + s->latency);
}

/* 3. The next waiting request of the first filled MSHR. */
static void serve_filled(slice_t *s, uint64_t c)
{
    uint16_t m = s->filled_head;
    slice_mshr_t *e = &s->mshr[m];
    reply(s, &s->target[m * s->merge + e->served], 1u << (e->index & (s->nsec - 1)), e->from, c);
    if (++e->served < e->n)
        return;
    s->filled_head = e->next;
    e->next = s->mshr_free;
    s->mshr_free = m;
}

/* Asks the level below for a sector; the caller has made sure of room. */
static void fetch(slice_t *s, const gpu_req_t *why, uint32_t line, uint32_t sector, bool wait)
{
    uint16_t m = s->mshr_free;
    slice_mshr_t *e = &s->mshr[m];
    s->mshr_free = e->next;
    *e = (slice_mshr_t){.index = line * s->nsec + sector};
    if (wait)
        s->target[m * s->merge + e->n++] = *why;
    s->mshr_of[e->index] = m;
    s->lines[line].pend = (uint8_t)(s->lines[line].pend | 1u << sector);
    s->lines[line].state = WAY_BLOCKED;
    gpu_req_t r = {.line = why->line,
                   .pc = why->pc,
                   .owner = m,
                   .sm = (uint8_t)s->id,
                   .kind = GPU_REQ_READ,
                   .sectors = (uint8_t)(1u << sector)};
    ring_push(&s->down, &r, 0);
    s->stats.fetches++;
    s->outstanding++;
}

/* Makes room for a line: the victim's dirty sectors go down. The caller has made sure of room. */
static uint32_t replace(slice_t *s, uint32_t set, uint32_t way, uint64_t line)
{
    uint32_t i = set * s->ways + way;
    if (s->lines[i].state != WAY_INVALID)
        s->stats.evictions++;
    if (s->lines[i].dirty) {
        gpu_req_t wb = {.line = s->tag[i],
                        .sm = (uint8_t)s->id,
                        .kind = GPU_REQ_WRITE,
                        .sectors = s->lines[i].dirty,
                        .full = s->lines[i].dirty};
        ring_push(&s->down, &wb, 0);
        s->stats.writebacks++;
        s->stats.writeback_sectors += bits_popcount(s->lines[i].dirty);
    }
    s->tag[i] = line;
    s->lines[i].state = WAY_VALID;
    s->lines[i].valid = s->lines[i].pend = s->lines[i].dirty = 0;
    return i;
}

/* What a lookup found, and what serving it takes. */
typedef struct lookup {
    uint32_t set, line; /* line: index of the line that matched or of the victim */
    int way;
    uint32_t sector, bit;
    bool match;   /* the tag is there */
    bool pending; /* ... and the sector on its way */
    bool present; /* ... or here */
    bool fetch;   /* must be fetched */
} lookup_t;

static slice_fail_t look_up(slice_t *s, const gpu_req_t *r, lookup_t *k)
{
    bool write = r->kind == GPU_REQ_WRITE;
    k->sector = bits_lowest(r->sectors);
    k->bit = 1u << k->sector;
    if (s->started) {
        k->set = s->head_set;
        k->way = (int)s->head_way;
    } else {
        k->set = set_of(s, r->line);
        k->way = find_way(s, k->set, r->line);
    }
    k->match = k->way >= 0;
    if (k->match) {
        k->line = k->set * s->ways + (uint32_t)k->way;
        k->pending = (s->lines[k->line].pend & k->bit) != 0;
        uint32_t here = s->lines[k->line].valid | (write ? s->lines[k->line].dirty : 0u);
        k->present = !k->pending && (here & k->bit) != 0;
    }
    bool whole = (r->full & k->bit) != 0 || s->lazy;
    k->fetch = !k->pending && !k->present && !(write && whole);

    uint32_t room = s->down.cap - s->down.count;
    if (!k->match) {
        k->way = victim(s, k->set);
        if (k->way < 0)
            return SLICE_FAIL_ASSOCIATIVITY;
        k->line = k->set * s->ways + (uint32_t)k->way;
    }
    if (k->pending && !write) {
        if (s->mshr[s->mshr_of[k->line * s->nsec + k->sector]].n >= s->merge)
            return SLICE_FAIL_MERGE;
        return SLICE_OK;
    }
    if (k->fetch && s->mshr_free == SLICE_NIL)
        return SLICE_FAIL_MSHR;
    /* One place is held back so that a write-back and its fetch fit together. */
    uint32_t need = (k->fetch ? 1u : 0u) + (!k->match && s->lines[k->line].dirty ? 1u : 0u);
    if (need && room < 2)
        return SLICE_FAIL_MISS_QUEUE;
    bool replies = k->present || (write && s->l2);
    if (replies && ring_full(&s->pipe))
        return SLICE_FAIL_REPLY_QUEUE;
    return SLICE_OK;
}

static void tell_policies(slice_t *s, gpu_req_t *r, const lookup_t *k, uint64_t c)
{
    gpu_l2_request_t e = {.req = r,
                          .cycle = c,
                          .slice = s->id,
                          .set = k->set,
                          .way = (uint32_t)k->way,
                          .hit = k->match,
                          .write = r->kind != GPU_REQ_READ,
                          .bypass = (r->flags & GPU_REQ_BYPASS) != 0};
    bool bit = false;
    for (unsigned i = 0; i < s->hooks->n; i++)
        if (s->hooks->ops[i]->on_l2_request)
            bit |= s->hooks->ops[i]->on_l2_request(s->hooks->ctx[i], &e);
    if (bit && r->kind == GPU_REQ_READ) {
        r->flags |= GPU_REQ_RETURNED;
        s->stats.bypass_bits_returned++;
    }
}

static void count_access(slice_t *s, const gpu_req_t *r, const lookup_t *k)
{
    s->stats.accesses++;
    if (r->kind == GPU_REQ_WRITE) {
        s->stats.writes++;
        if (k->present || k->pending)
            s->stats.write_hits++;
        else
            s->stats.write_misses++;
        return;
    }
    if (r->kind == GPU_REQ_READ)
        s->stats.reads++;
    else
        s->stats.atomics++;
    if (k->present)
        s->stats.read_hits++;
    else if (k->pending)
        s->stats.read_pending_hits++;
    else
        s->stats.read_misses++;
}

/* Serves the sector that look_up() found servable. */
static void access_sector(slice_t *s, gpu_req_t *r, const lookup_t *k, uint64_t c)
{
    uint32_t i = k->line;
    bool write = r->kind == GPU_REQ_WRITE, last = (r->sectors & (r->sectors - 1)) == 0;
    count_access(s, r, k);
    if (!k->match)
        i = replace(s, k->set, (uint32_t)k->way, r->line);
    repl_touch(&s->repl, k->set, (uint32_t)k->way);
    if (r->kind != GPU_REQ_READ)
        s->lines[i].dirty = (uint8_t)(s->lines[i].dirty | k->bit);
    gpu_req_t out = *r; /* the returned bit travels with the last sector alone */
    if (!last)
        out.flags &= (uint8_t)~GPU_REQ_RETURNED;
    if (k->fetch)
        fetch(s, &out, i, k->sector, !write);
    else if (k->pending && !write) {
        slice_mshr_t *e = &s->mshr[s->mshr_of[i * s->nsec + k->sector]];
        s->target[s->mshr_of[i * s->nsec + k->sector] * s->merge + e->n++] = out;
    } else if (write && (r->full & k->bit))
        s->lines[i].valid = (uint8_t)(s->lines[i].valid | (k->pending ? 0 : k->bit));
    if (write ? (last || s->sector_acks) && s->l2 : k->present)
        reply(s, &out, k->bit, s->whose, c);
}

/* 4. One sector of the head request. */
static slice_fail_t look_at_head(slice_t *s, uint64_t c)
{
    gpu_req_t *r = &ring_head(&s->in)->r;
    lookup_t k = {0};
    slice_fail_t fail = look_up(s, r, &k);
    if (fail != SLICE_OK)
        return fail;
    if (!s->started) {
        if (s->l2 && s->hooks->users_on_l2_request && !(r->flags & GPU_REQ_INST))
            tell_policies(s, r, &k, c);
        if (r->kind == GPU_REQ_READ && (r->flags & GPU_REQ_BYPASS))
            s->stats.bypass_requests++;
        s->head_set = k.set;
        s->head_way = (uint32_t)k.way;
        s->started = true;
    }
    access_sector(s, r, &k, c);
    r->sectors &= (uint8_t)(r->sectors - 1);
    if (r->sectors == 0) {
        ring_pop(&s->in);
        s->started = false;
        if (s->up_blocked) {
            s->up_blocked = false;
            for (uint32_t i = 0; i < s->up_count; i++)
                wake_lower(s->up_wake, s->up_first + i, 0);
        }
    }
    return SLICE_OK;
}

/* Whether the level below takes a request now; if not, it wakes this slice when it does. */
static bool below_accepts(slice_t *s)
{
    if (s->l3 ? slice_can_accept(s->l3) : dram_can_accept(s->dram))
        return true;
    *(s->l3 ? &s->l3->up_blocked : &s->dram->up_blocked) = true;
    return false;
}

/* 5. The oldest fetch or write-back goes down if the level below takes it. */
static bool send_down(slice_t *s, uint64_t c)
{
    if (!below_accepts(s))
        return false;
    const gpu_req_t *r = &ring_head(&s->down)->r;
    if (s->l3)
        slice_push(s->l3, r, c + 1);
    else
        dram_push(s->dram, r);
    ring_pop(&s->down);
    return true;
}

void slice_settle(slice_t *s, uint64_t cycle)
{
    if (cycle > s->last + 1) {
        if (s->fail != SLICE_OK)
            s->fails[s->fail] += cycle - s->last - 1;
        s->last = cycle - 1;
    }
}

/* The earliest cycle after c in which something can happen without an outside event. moved:
 * something has, so that a rejected head must be looked at again. */
static uint64_t next_wake(slice_t *s, uint64_t c, bool moved)
{
    if (s->filled_head != SLICE_NIL && !ring_full(&s->pipe))
        return c + 1;
    if (s->down.count && below_accepts(s))
        return c + 1;
    uint64_t next = ring_ready(&s->fill), t = ring_ready(&s->in);
    if (t > c || s->fail == SLICE_OK || moved)
        next = t < next ? t : next;
    t = ring_ready(&s->pipe);
    if (t > c || !s->l2 ||
        icnt_can_accept(s->reply_net, s->id,
                        icnt_packet_flits(s->reply_net, &ring_head(&s->pipe)->r)))
        next = t < next ? t : next;
    if (s->l2 && !ring_full(&s->in)) {
        t = icnt_ready(s->req_net, s->id);
        next = t < next ? t : next;
    }
    return next > c ? next : c + 1;
}

uint64_t slice_tick(slice_t *s, uint64_t c)
{
    slice_settle(s, c);
    s->last = c;
    bool moved = false;
    if (ring_ready(&s->fill) <= c) {
        take_fill(s);
        moved = true;
    }
    if (ring_ready(&s->pipe) <= c)
        moved |= send_reply(s, c);
    if (s->filled_head != SLICE_NIL && !ring_full(&s->pipe)) {
        serve_filled(s, c);
        moved = true;
    }
    s->fail = SLICE_OK;
    if (ring_ready(&s->in) <= c) {
        s->fail = look_at_head(s, c);
        if (s->fail == SLICE_OK)
            moved = true;
        else
            s->fails[s->fail]++;
    }
    if (s->down.count)
        moved |= send_down(s, c);
    if (s->l2 && !ring_full(&s->in)) {
        const gpu_req_t *r = icnt_peek(s->req_net, s->id, c);
        if (r) {
            enter(s, r, c);
            ring_push(&s->in, r, c + 1 + s->lookup_delay);
            icnt_pop(s->req_net, s->id);
            moved = true;
        }
    }
    return next_wake(s, c, moved);
}

void slice_preload(slice_t *s, uint64_t line)
{
    uint32_t set = set_of(s, line);
    int way = find_way(s, set, line);
    if (way < 0) {
        way = victim(s, set);
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
}

bool slice_empty(const slice_t *s)
{
    return s->in.count == 0 && s->pipe.count == 0 && s->down.count == 0 && s->fill.count == 0 &&
           s->filled_head == SLICE_NIL && s->outstanding == 0;
}

void slice_dump(const slice_t *s, FILE *f)
{
    static const char *const why[SLICE_FAILS] = {"",
                                                 ", every way reserved",
                                                 ", MSHRs full",
                                                 ", MSHR merge full",
                                                 ", miss queue full",
                                                 ", reply queue full"};
    fprintf(f,
            "%s slice %u: %u requests, %u replies, %u down, %u fills, %u sectors outstanding%s\n",
            s->l2 ? "l2" : "l3", s->id, s->in.count, s->pipe.count, s->down.count, s->fill.count,
            s->outstanding, why[s->fail]);
    if (s->in.count)
        fprintf(f,
                "  head: line 0x%" PRIx64 " kind %u sectors 0x%x from SM %u, lookup at %" PRIu64
                "\n",
                ring_head(&s->in)->r.line, ring_head(&s->in)->r.kind, ring_head(&s->in)->r.sectors,
                ring_head(&s->in)->r.sm, ring_head(&s->in)->ready);
}
