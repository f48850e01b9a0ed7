/*
 * The SM's cycle, its CTAs, and its sleep.
 */
#include "gpu/sm.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "common/bits.h"
#include "gpu/sm_int.h"

#define ALWAYS_INLINE inline __attribute__((always_inline))

bool sm_init(sm_t *sm, uint32_t id, sm_shared_t *sh)
{
    sm->id = id;
    sm->sh = sh;
    sm->op_free = SM_NIL;
    for (uint32_t w = 0; w < sh->cfg->warps_per_sm; w++)
        sm->own[w % sh->cfg->schedulers] |= UINT64_C(1) << w;
    sm->lookup_delay = sh->cfg->l1_lookup_delay;
    sm->hit_wait = sh->cfg->l1_hit_latency - 1 - sm->lookup_delay;
    sm->send_first = sh->cfg->tick_order == GPU_TICK_RELEASE;
    sm->send_each = sh->cfg->send_ports == GPU_SEND_EACH;
    sm->queue = calloc(sh->cfg->ldst_queue, sizeof *sm->queue);
    return sm->queue && ring_init(&sm->prefetch, sh->cfg->l1_prefetch_queue) &&
           wheel_init(&sm->wheel) &&
           l1d_init(&sm->l1, id, sh->cfg, sh->hooks, sh->req_net, sh->map) &&
           sm_read_only_init(sm) && ring_init(&sm->lookup, sm->lookup_delay) &&
           sm_writeback_init(sm);
}

void sm_free(sm_t *sm)
{
    free(sm->queue);
    ring_free(&sm->prefetch);
    free(sm->op);
    wheel_destroy(&sm->wheel);
    l1d_free(&sm->l1);
    rocache_free(&sm->l1i);
    rocache_free(&sm->l1c);
    texcache_free(&sm->l1t);
    ring_free(&sm->lookup);
    sm_writeback_free(sm);
}

/* The lines of [addr, addr + bytes). */
static lineset_range_t lines_of(const sm_t *sm, uint64_t addr, uint64_t bytes)
{
    uint32_t shift = sm->sh->map->line_shift;
    uint64_t first = addr >> shift;
    return (lineset_range_t){first, ((addr + bytes + (UINT64_C(1) << shift) - 1) >> shift) - first};
}

void sm_kernel_start(sm_t *sm, uint32_t limit, uint64_t cycle)
{
    const front_t *f = sm->sh->front;
    sm->cta_limit = limit;
    sm->charged = cycle;
    sm->occupied_since = cycle;
    sm->last = cycle - 1;
    sm->sched_dirty = true;
    sm->head_fail = L1D_OK;
    sm->wake_at = CLOCK_NEVER;
    sm->two_level =
        sm->sh->cfg->sched_policy == GPU_SCHED_TWO_LEVEL && !sm->sh->hooks->users_pick_warp;
    sm_read_only_start(sm);
    request_buffer_start(&sm->buffer, sm->sh->hooks);
    wake_lower(sm->wake, sm->id, 0);
    l1d_kernel_start(&sm->l1, lines_of(sm, f->arena_base, f->arena_bytes),
                     lines_of(sm, sm->sh->local.start, sm->sh->local.bytes), sm->sh->load_rows,
                     cycle);
    sm->l1.load = sm->sh->load;
}

/* Integrates the occupied slots up to `cycle`. */
static void count_occupancy(sm_t *sm, uint64_t cycle)
{
    uint64_t n = cycle - sm->occupied_since;
    sm->stats.resident_cta_cycles += n * sm->resident;
    sm->stats.resident_warp_cycles += n * sm->resident * sm->sh->front->warps_per_cta;
    sm->occupied_since = cycle;
}

void sm_take_cta(sm_t *sm, uint32_t grid, uint64_t cycle)
{
    const front_t *f = sm->sh->front;
    uint32_t slot = 0, n = f->warps_per_cta;
    count_occupancy(sm, cycle);
    while (sm->cta[slot].mask)
        slot++;
    sm_cta_t *cta = &sm->cta[slot];
    *cta = (sm_cta_t){.front = f->ops->cta_begin(f->ctx, grid),
                      .mask = bits_mask(n) << (slot * n),
                      .grid = grid,
                      .number = sm->cta_next++,
                      .live = (uint8_t)n,
                      .left = (uint8_t)n};
    sm->order[sm->resident++] = (uint8_t)slot;
    gpu_cta_event_t e = {cycle, sm->id, grid, slot, slot * n, n};
    HOOK_CALL(sm->sh->hooks, on_cta_ready, &e);
    for (uint32_t i = 0; i < n; i++) {
        uint32_t w = slot * n + i;
        sm_warp_t *warp = &sm->warp[w];
        *warp = (sm_warp_t){.fw = f->ops->cta_warp(f->ctx, cta->front, i),
                            .cta_number = cta->number,
                            .cta = (uint8_t)slot};
        warp->next = f->ops->first(f->ctx, warp->fw);
        if (!warp->next) {
            cta->live--;
            sm_try_retire(sm, w);
            continue;
        }
        if (sm->two_level)
            sm_pend(sm, w);
        sm->live |= UINT64_C(1) << w;
        sm->fetching |= UINT64_C(1) << w;
        *sm_route(sm, warp->next) |= UINT64_C(1) << w;
    }
    sm->sched_dirty = true;
    wake_lower(sm->wake, sm->id, 0);
}

/* Hands back the CTAs whose warps have all retired. */
static void retire_ctas(sm_t *sm, uint64_t cycle)
{
    const front_t *f = sm->sh->front;
    count_occupancy(sm, cycle);
    for (; sm->finished_ctas; sm->finished_ctas &= sm->finished_ctas - 1) {
        uint32_t slot = bits_lowest(sm->finished_ctas), i = 0;
        sm_cta_t *cta = &sm->cta[slot];
        gpu_cta_event_t e = {cycle,           sm->id, cta->grid, slot, slot * f->warps_per_cta,
                             f->warps_per_cta};
        HOOK_CALL(sm->sh->hooks, on_cta_finish, &e);
        f->ops->cta_end(f->ctx, cta->front);
        cta->mask = 0;
        while (sm->order[i] != slot)
            i++;
        sm->resident--;
        memmove(&sm->order[i], &sm->order[i + 1], sm->resident - i);
        sm->ctas_done++;
        sm->sh->ctas_done++;
        ++*sm->sh->progress;
    }
}

/* The instruction whose result the event brings, or NULL. */
static const inst_t *result_of(const sm_t *sm, const wheel_node_t *n)
{
    return n->kind == EV_RESULT ? n->ptr : n->kind == EV_MEMOP ? sm->op[n->num].inst : NULL;
}

static inline void run_event(sm_t *sm, const wheel_node_t *n, uint64_t c)
{
    if (n->kind == EV_RESULT) {
        sm_release(sm, n->warp, n->ptr);
        sm->warp[n->warp].out--;
        sm_try_retire(sm, n->warp);
    } else if (n->kind == EV_MEMOP) {
        sm_memop_complete(sm, n->num, c);
    } else {
        uint64_t bit = UINT64_C(1) << n->warp;
        sm->have |= bit;
        sm->warp[n->warp].buffered = (uint8_t)sm->sh->cfg->fetch_insts;
        sm->sched_dirty = true;
    }
}

static ALWAYS_INLINE void run_events(sm_t *sm, uint64_t c)
{
    while (wheel_due(&sm->wheel, c)) {
        wheel_node_t n = wheel_take(&sm->wheel, c);
        run_event(sm, &n, c);
    }
}

/* The same with wb_ports: apart, for the sake of the other's speed. */
static __attribute__((noinline)) void run_events_by_ports(sm_t *sm, uint64_t c)
{
    uint16_t put_off = WHEEL_NIL;
    while (wheel_due(&sm->wheel, c)) {
        wheel_node_t n = wheel_take(&sm->wheel, c);
        const inst_t *inst = result_of(sm, &n);
        if (inst && !sm_write_back(sm, inst, c))
            put_off = wheel_put_off(&sm->wheel, c + 1, put_off, &n);
        else
            run_event(sm, &n, c);
    }
}

/* When the head of `out` can leave; never if it is due but refused: the interconnect wakes us. */
static uint64_t send_wake(sm_t *sm, const ring_t *out, uint64_t c)
{
    icnt_t *net = sm->sh->req_net;
    uint64_t t = ring_ready(out);
    if (t > c)
        return t;
    return icnt_can_accept(net, sm->id, icnt_packet_flits(net, &ring_head(out)->r)) ? c + 1
                                                                                    : CLOCK_NEVER;
}

/* The queue's oldest packet leaves if the interconnect takes it. */
static void send_packet(sm_t *sm, ring_t *out)
{
    icnt_t *net = sm->sh->req_net;
    const gpu_req_t *r = &ring_head(out)->r;
    uint32_t flits = icnt_packet_flits(net, r);
    if (!icnt_can_accept(net, sm->id, flits))
        return;
    icnt_push(net, sm->id, map_place(sm->sh->map, r->line).slice, r, flits);
    if (out == &sm->l1.out)
        l1d_sent(&sm->l1);
    else
        ring_pop(out);
    ++*sm->sh->progress;
}

/* One packet, a constant's before a texture's; or one of each. Whether any was due. */
static __attribute__((noinline)) bool send_constant_or_texture(sm_t *sm, uint64_t c)
{
    bool one = ring_ready(&sm->l1c.out) <= c;
    if (one)
        send_packet(sm, &sm->l1c.out);
    if ((one && !sm->send_each) || ring_ready(&sm->l1t.out) > c)
        return one;
    send_packet(sm, &sm->l1t.out);
    sm->read_only_fail = 0; /* what was refused for want of room may go in the next cycle */
    return true;
}

/* One packet, instruction fetches before constants before textures before data; or one of each. */
static inline void send_packets(sm_t *sm, uint64_t c, bool read_only)
{
    bool one = ring_ready(&sm->l1i.out) <= c;
    if (one)
        send_packet(sm, &sm->l1i.out);
    if (read_only && (!one || sm->send_each))
        one |= send_constant_or_texture(sm, c);
    if (!one || (__builtin_expect(sm->send_each, 0) && ring_ready(&sm->l1.out) <= c))
        send_packet(sm, &sm->l1.out);
}

/* First cycle in which a packet may leave. */
static inline uint64_t packet_ready(const sm_t *sm, bool read_only)
{
    uint64_t a = ring_ready(&sm->l1.out), b = ring_ready(&sm->l1i.out);
    if (read_only && ring_ready(&sm->l1c.out) < b)
        b = ring_ready(&sm->l1c.out);
    if (read_only && ring_ready(&sm->l1t.out) < b)
        b = ring_ready(&sm->l1t.out);
    return a < b ? a : b;
}

/* The memory stage's head was rejected in every cycle slept through. */
static void charge_retries(sm_t *sm, uint64_t cycle)
{
    if (cycle <= sm->last + 1)
        return;
    if (__builtin_expect(sm->read_only_fail, 0))
        sm_charge_read_only(sm, cycle - sm->last - 1);
    if (sm->head_fail != L1D_OK)
        sm->l1.fails[sm->head_fail] += cycle - sm->last - 1;
    sm->last = cycle - 1;
}

void sm_settle(sm_t *sm, uint64_t cycle)
{
    sm_charge_schedulers(sm, cycle);
    charge_retries(sm, cycle);
    count_occupancy(sm, cycle);
}

/* The request before the L1, or before its buffer, has a chance in the next cycle. */
static inline bool head_may_go(const sm_t *sm)
{
    if (__builtin_expect(sm->buffer.present, 0))
        return request_buffer_may_take(&sm->buffer, sm->l1.changed);
    return sm->head_fail == L1D_OK || sm->l1.changed;
}

/* What stands in the memory stage has a chance in the next cycle, as far as is known. */
static inline bool stage_may_go(const sm_t *sm, const sm_access_t *a)
{
    if (__builtin_expect(a->read_only, 0)) /* refused, it waits for a reply or a packet to leave */
        return sm->read_only_fail == ROCACHE_HIT;
    return sm->lookup_delay ? !ring_full(&sm->lookup) || a->op == SM_NIL : head_may_go(sm);
}

/* When constants and textures have something to do: data that are waited for are here, a packet can
 * leave. */
static __attribute__((noinline)) uint64_t read_only_wake(sm_t *sm, uint64_t c)
{
    if (sm_read_only_ready(sm))
        return c + 1;
    uint64_t a = send_wake(sm, &sm->l1c.out, c), b = send_wake(sm, &sm->l1t.out, c);
    return a < b ? a : b;
}

/* The earliest cycle after c in which something can happen without an outside event. */
static ALWAYS_INLINE uint64_t next_wake(sm_t *sm, uint64_t c, bool read_only)
{
    if (sm->sched_dirty || sm->sched_wake <= c + 1 || sm->fetching || sm->l1.filled_head != L1D_NIL)
        return c + 1;
    if (__builtin_expect(sm->prefetch.count, 0) && sm_port_free(sm, c + 1))
        return c + 1;
    if (__builtin_expect(request_buffer_may_offer(&sm->buffer, sm->l1.changed), 0))
        return c + 1;
    uint64_t next = sm->wheel.next, t = sm->sched_wake;
    next = t < next ? t : next;
    if (sm->wake_at > c && sm->wake_at < next)
        next = sm->wake_at;
    if (sm->q_count) {
        const sm_access_t *a = &sm->queue[sm->q_head];
        t = a->ready > sm->stage_free ? a->ready : sm->stage_free;
        if (stage_may_go(sm, a))
            next = t < next ? t : next;
    }
    if (sm->lookup.count && head_may_go(sm)) {
        t = ring_ready(&sm->lookup);
        next = t < next ? t : next;
    }
    t = send_wake(sm, &sm->l1.out, c);
    next = t < next ? t : next;
    t = send_wake(sm, &sm->l1i.out, c);
    next = t < next ? t : next;
    if (read_only) {
        t = read_only_wake(sm, c);
        next = t < next ? t : next;
    }
    t = icnt_ready(sm->sh->reply_net, sm->id);
    next = t < next ? t : next;
    if (__builtin_expect(sm->staged, 0)) {
        t = sm_writeback_wake(sm, c);
        next = t < next ? t : next;
    }
    return next > c ? next : c + 1;
}

static inline void take_reply(sm_t *sm, uint64_t c)
{
    const gpu_req_t *r = icnt_peek(sm->sh->reply_net, sm->id, c);
    if (!r)
        return;
    gpu_req_t reply = *r;
    icnt_pop(sm->sh->reply_net, sm->id);
    sm_take_reply(sm, &reply, c);
}

/* Once for launches that use the read-only caches for data, once for all others, whose cycles look
 * at none of them. */
static ALWAYS_INLINE uint64_t tick(sm_t *sm, uint64_t c, bool read_only)
{
    /* 1. cycles slept through */
    charge_retries(sm, c);
    sm->last = c;
    if (sm->wake_at <= c) {
        sm->wake_at = CLOCK_NEVER;
        sm->l1.changed = true;
        sm->sched_dirty |= sm->sh->hooks->users_pick_warp != 0;
    }
    /* 2. one reply, and where results take turns one of them */
    if (__builtin_expect(sm->staged, 0))
        sm_writeback(sm, c);
    else
        take_reply(sm, c);
    /* 3. events due */
    if (wheel_due(&sm->wheel, c)) {
        if (__builtin_expect(sm->sh->cfg->wb_ports != 0, 0))
            run_events_by_ports(sm, c);
        else
            run_events(sm, c);
    }
    /* 4. one request that waited for a line now here */
    if (sm->l1.filled_head != L1D_NIL && __builtin_expect(!sm->back.turn, 1))
        sm_memop_part(sm, l1d_next_served(&sm->l1, c), c + sm->sh->cfg->l1_fill_delay, c);
    if (read_only && sm_read_only_ready(sm))
        sm_take_read_only(sm, c);
    if (__builtin_expect(sm->send_first, 0) && packet_ready(sm, read_only) <= c)
        send_packets(sm, c, read_only);
    /* 5. the memory stage */
    if (__builtin_expect(sm->prefetch.count | sm->buffer.present, 0))
        sm_busy_stage(sm, c);
    else if (sm->lookup_delay)
        sm_lookup_stage(sm, c);
    else if (sm->q_count)
        sm_memory_stage(sm, c);
    /* 6. a packet to the interconnect */
    if (packet_ready(sm, read_only) <= c && !__builtin_expect(sm->send_first, 0))
        send_packets(sm, c, read_only);
    /* 7. issue and fetch */
    if (sm->sched_dirty || sm->sched_wake <= c || sm->sh->never_sleep)
        sm_schedule(sm, c);
    if (sm->fetching)
        sm_fetch(sm, c);
    /* 8. CTAs that are done, policies */
    if (sm->finished_ctas)
        retire_ctas(sm, c);
    HOOK_CALL(sm->sh->hooks, on_cycle, sm->id, c);
    return sm->sh->never_sleep ? c + 1 : next_wake(sm, c, read_only);
}

static __attribute__((noinline)) uint64_t tick_read_only(sm_t *sm, uint64_t c)
{
    return tick(sm, c, true);
}

uint64_t sm_tick(sm_t *sm, uint64_t c)
{
    return __builtin_expect(sm->read_only, 0) ? tick_read_only(sm, c) : tick(sm, c, false);
}

static void dump_warp(const sm_t *sm, uint32_t w, FILE *f)
{
    const sm_warp_t *p = &sm->warp[w];
    const sm_cta_t *cta = &sm->cta[p->cta];
    if (!(sm->live >> w & 1)) {
        if (p->out)
            fprintf(f, "  warp %u: finished, %u under way\n", w, p->out);
        return;
    }
    fprintf(f, "  warp %u: pc 0x%x, CTA %u, %u under way (%u memory)", w, p->next->pc, cta->grid,
            p->out, p->mem_out);
    if (p->unsent)
        fprintf(f, ", %u requests before the L1", p->unsent);
    if (sm->barrier >> w & 1)
        fprintf(f, ", at barrier %u with %u of %u warps", p->barrier, cta->arrived[p->barrier],
                cta->want[p->barrier] ? cta->want[p->barrier] : cta->live);
    fputc('\n', f);
}

void sm_dump(const sm_t *sm, FILE *f)
{
    fprintf(f,
            "SM %u: %u CTAs, warps live %016" PRIx64 " have %016" PRIx64 " raw-mem %016" PRIx64
            " raw-data %016" PRIx64 " barrier %016" PRIx64 " fence %016" PRIx64 "\n",
            sm->id, sm->resident, sm->live, sm->have, sm->haz_mem, sm->haz_data, sm->barrier,
            sm->fence);
    for (uint32_t w = 0; w < SM_WARPS; w++)
        dump_warp(sm, w, f);
    static const char *const why[L1D_FAILS] = {"",
                                               ", every way reserved",
                                               ", MSHRs full",
                                               ", MSHR merge full",
                                               ", miss queue full",
                                               ", injection queue full",
                                               ", crossbar's input full",
                                               ", held by a policy"};
    if (sm->q_count) {
        const sm_access_t *a = &sm->queue[sm->q_head];
        fprintf(f, "  memory stage: %u instructions, head pc 0x%x request %u of %u%s\n",
                sm->q_count, a->inst->pc, a->next, a->c.n,
                sm->read_only_fail ? ", constant or texture cache full" : why[sm->head_fail]);
    }
    if (sm->buffer.present)
        fprintf(f, "  request buffer: %u requests, %s%s\n", sm->buffer.count,
                sm->buffer.settled ? "offers nothing new" : "may offer one",
                sm->buffer.refused ? ", refuses the next" : "");
    if (sm->back.replies.count)
        fprintf(f, "  replies: %u, head line 0x%" PRIx64 "\n", sm->back.replies.count,
                ring_head(&sm->back.replies)->r.line);
    if (sm->back.shared.count)
        fprintf(f, "  results of shared memory: %u%s\n", sm->back.shared.count,
                sm->back.shared.count > sm->back.room ? ", the memory stage waits" : "");
    l1d_dump(&sm->l1, f);
}
