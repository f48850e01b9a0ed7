#include "common/bits.h"
#include "gpu/slice_int.h"

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

/* Puts a line in a victim's place; *back is the victim's write-back, without sectors if clean. */
static uint32_t replace(slice_t *s, uint32_t set, uint32_t way, uint64_t line, gpu_req_t *back)
{
    uint32_t i = set * s->ways + way;
    if (s->lines[i].state != WAY_INVALID)
        s->stats.evictions++;
    *back = (gpu_req_t){.line = s->tag[i],
                        .sm = (uint8_t)s->id,
                        .kind = GPU_REQ_WRITE,
                        .sectors = s->lines[i].dirty,
                        .full = s->lines[i].dirty};
    s->tag[i] = line;
    s->lines[i].state = WAY_VALID;
    s->lines[i].valid = s->lines[i].pend = s->lines[i].dirty = 0;
    return i;
}

static void write_back(slice_t *s, const gpu_req_t *back)
{
    if (!back->sectors)
        return;
    ring_push(&s->down, back, 0);
    s->stats.writebacks++;
    s->stats.writeback_sectors += bits_popcount(back->sectors);
}

/* The store goes on to the DRAM. */
static void write_through(slice_t *s, const gpu_req_t *r)
{
    gpu_req_t w = *r;
    w.kind = r->kind == GPU_REQ_WRITE ? GPU_REQ_THROUGH : GPU_REQ_WRITEBACK;
    w.full = r->sm;
    w.sm = (uint8_t)s->id;
    ring_push(&s->down, &w, 0);
    s->stats.stores_through++;
    s->outstanding += w.kind == GPU_REQ_THROUGH;
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
    bool through; /* a store that is written to the DRAM */
} lookup_t;

/* The queue to the level below does not keep `spare` places free beside one more request. Where
 * a fetch brings a write-back along, its second place is beyond l2_miss_queue. */
static inline bool down_full(const slice_t *s, uint32_t spare)
{
    return s->down.count + spare >= s->miss_queue;
}

static slice_fail_t look_up(slice_t *s, const gpu_req_t *r, lookup_t *k)
{
    bool write = gpu_req_writes(r->kind);
    k->sector = bits_lowest(r->sectors);
    k->bit = 1u << k->sector;
    if (s->started) {
        k->set = s->head_set;
        k->way = (int)s->head_way;
    } else {
        k->set = slice_set_of(s, r->line);
        k->way = slice_find_way(s, k->set, r->line);
    }
    k->match = k->way >= 0;
    if (k->match) {
        k->line = k->set * s->ways + (uint32_t)k->way;
        k->pending = (s->lines[k->line].pend & k->bit) != 0;
        uint32_t here = s->lines[k->line].valid | (write ? s->lines[k->line].dirty : 0u);
        k->present = !k->pending && (here & k->bit) != 0;
    }
    bool whole = ((r->full & k->bit) != 0 && !s->through) || s->lazy;
    k->through = write && s->through && !k->present;
    k->fetch = !k->pending && !k->present && !(write && whole);

    if (!k->match) {
        k->way = slice_victim(s, k->set);
        if (k->way < 0)
            return SLICE_FAIL_ASSOCIATIVITY;
        k->line = k->set * s->ways + (uint32_t)k->way;
    }
    bool down = k->fetch || k->through || (!k->match && s->lines[k->line].dirty);
    bool merges = k->pending && (!write || k->through);
    uint32_t spare = write ? s->store_spare : s->read_spare;
    if (__builtin_expect(spare != 0, 0) && (down || merges) && down_full(s, spare))
        return SLICE_FAIL_MISS_QUEUE;
    if (merges) {
        if (s->mshr[s->mshr_of[k->line * s->nsec + k->sector]].n >= s->merge)
            return SLICE_FAIL_MERGE;
        return k->through && down_full(s, 0) ? SLICE_FAIL_MISS_QUEUE : SLICE_OK;
    }
    if (k->fetch && s->mshr_free == SLICE_NIL)
        return SLICE_FAIL_MSHR;
    if (down && down_full(s, 0))
        return SLICE_FAIL_MISS_QUEUE;
    bool replies = r->kind != GPU_REQ_WRITEBACK && (k->present || (write && s->l2 && !s->through));
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
                          .bypass = (r->flags & GPU_REQ_PREDICTED) != 0};
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
    if (gpu_req_writes(r->kind)) {
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
    bool write = gpu_req_writes(r->kind), last = (r->sectors & (r->sectors - 1)) == 0;
    count_access(s, r, k);
    gpu_req_t back = {0};
    if (!k->match)
        i = replace(s, k->set, (uint32_t)k->way, r->line, &back);
    if (!s->fetch_first)
        write_back(s, &back);
    repl_touch(&s->repl, k->set, (uint32_t)k->way);
    if (r->kind != GPU_REQ_READ && !k->through)
        s->lines[i].dirty = (uint8_t)(s->lines[i].dirty | k->bit);
    if (__builtin_expect(k->through, 0))
        write_through(s, r);
    gpu_req_t out = *r; /* the returned bit travels with the last sector alone */
    if (!last)
        out.flags &= (uint8_t)~GPU_REQ_RETURNED;
    if (k->fetch)
        fetch(s, &out, i, k->sector, !write || k->through);
    else if (k->pending && (!write || k->through)) {
        slice_mshr_t *e = &s->mshr[s->mshr_of[i * s->nsec + k->sector]];
        s->target[s->mshr_of[i * s->nsec + k->sector] * s->merge + e->n++] = out;
    } else if (write && (r->full & k->bit))
        s->lines[i].valid = (uint8_t)(s->lines[i].valid | (k->pending ? 0 : k->bit));
    if (s->fetch_first)
        write_back(s, &back);
    bool acks = (last || s->sector_acks) && s->l2 && r->kind == GPU_REQ_WRITE && !k->through;
    if (write ? acks : k->present)
        slice_reply(s, &out, k->bit, s->whose, c);
}

/* What the access needs of the data port: a hit its data, a dirty victim its line. */
static void take_port(slice_t *s, const gpu_req_t *r, const lookup_t *k, uint64_t c)
{
    uint32_t bytes = 0;
    if (k->present)
        bytes = r->kind == GPU_REQ_READ && gpu_req_whole(r) ? s->sector_bytes : r->chunks * 32u;
    else if (!k->match && s->lines[k->line].dirty)
        bytes = s->line_bytes;
    if (k->present && bytes > s->sector_bytes)
        bytes = s->sector_bytes; /* one sector of several */
    s->data_free = c + slice_port_time(s, bytes);
}

/* What every lookup needs, whatever it finds. */
static __attribute__((noinline)) slice_fail_t room_for_any(const slice_t *s, uint64_t c)
{
    if (s->lookup_room && ring_full(&s->below))
        return SLICE_FAIL_DRAM_QUEUE;
    if (s->lookup_room && ring_full(&s->pipe))
        return SLICE_FAIL_REPLY_QUEUE;
    return s->data_free > c ? SLICE_FAIL_PORT : SLICE_OK;
}

slice_fail_t slice_look_at_head(slice_t *s, uint64_t c)
{
    gpu_req_t *r = &ring_head(&s->in)->r;
    lookup_t k = {0};
    slice_fail_t fail = __builtin_expect(s->extra, 0) ? room_for_any(s, c) : SLICE_OK;
    if (fail == SLICE_OK)
        fail = look_up(s, r, &k);
    if (fail != SLICE_OK)
        return fail;
    if (!s->started) {
        if (s->l2 && s->hooks->users_on_l2_request && !(r->flags & GPU_REQ_READ_ONLY))
            tell_policies(s, r, &k, c);
        if (r->kind == GPU_REQ_READ && (r->flags & GPU_REQ_PREDICTED))
            s->stats.bypass_requests++;
        s->head_set = k.set;
        s->head_way = (uint32_t)k.way;
        s->started = true;
    }
    if (__builtin_expect(s->extra, 0) && s->port)
        take_port(s, r, &k, c);
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
