#include "gpu/alone.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "common/bits.h"
#include "gpu/gpu_int.h"
#include "gpu/l1d_int.h"
#include "gpu/slice_int.h"
#include "gpu/sm_int.h"

/* An access from its offer to its end. */
typedef struct flight {
    alone_access_t access;
    uint32_t inst; /* number in the program */
    uint16_t op;   /* memory instruction of the SM, once issued */
    bool used;
} flight_t;

/* A first-in first-out queue of numbers of accesses. */
typedef struct line_up {
    uint32_t at[ALONE_ACCESSES];
    uint32_t head, n;
} line_up_t;

struct alone {
    gpu_t *g;
    sm_t *sm;
    const alone_told_t *told;
    void *ctx;
    front_t front;
    uint32_t warps_per_cta;

    /* The program: of each PC a load, a load that may not hit, and a store. */
    inst_t *inst;
    uint32_t n_pcs;

    flight_t flight[ALONE_ACCESSES];
    uint32_t live[ALONE_ACCESSES], n_live; /* issued and not done, in the order of their issue */
    line_up_t offered;                     /* to be issued, in this order unless scheduled */
    bool scheduled;                        /* a policy chooses: one a warp may be waiting */
    uint64_t waiting, busy;                /* warps that have one; that have others under way */
    uint32_t n_busy[64];                   /* how many a warp has */
    uint32_t next[64];                     /* theirs */
    line_up_t stage;                       /* in the queue before the memory stage */
    uint32_t free_flight[ALONE_ACCESSES], n_free;
    uint32_t access_of[SM_NIL + 1]; /* by memory instruction */

    /* Requests outside, by number. */
    gpu_req_t out[ALONE_REQUESTS];
    uint32_t free_out[ALONE_REQUESTS], n_out_free;
    uint8_t outside[ALONE_REQUESTS];

    gpu_req_t *back; /* replies on their way to the SM: a ring */
    uint32_t back_head, back_n, back_cap;

    uint64_t *failed; /* lines that must not stay in the L1 */
    uint32_t n_failed, failed_cap;
};

enum { LOAD, LOAD_UNCACHED, STORE, KINDS };

static void join(line_up_t *q, uint32_t x)
{
    q->at[(q->head + q->n++) % ALONE_ACCESSES] = x;
}

static uint32_t leave(line_up_t *q)
{
    uint32_t x = q->at[q->head];
    q->head = (q->head + 1) % ALONE_ACCESSES;
    q->n--;
    return x;
}

/* ---- The program, which nobody executes ---- */

static front_cta_t *cta_begin(void *ctx, uint32_t cta)
{
    (void)cta;
    return ctx;
}

static front_warp_t *cta_warp(void *ctx, front_cta_t *cta, unsigned warp)
{
    (void)cta, (void)warp;
    return ctx;
}

static const inst_t *first(void *ctx, front_warp_t *w)
{
    (void)w;
    return ((alone_t *)ctx)->inst;
}

static void no_step(void *ctx, front_warp_t *w, warp_step_t *out)
{
    (void)ctx, (void)w, (void)out; /* pick_warp lets nothing issue */
}

static void cta_end(void *ctx, front_cta_t *cta)
{
    (void)ctx, (void)cta;
}

/* The memory outside is taken to have every address: of prefetches none is dropped. */
static bool allocated(void *ctx, uint64_t addr)
{
    (void)ctx, (void)addr;
    return true;
}

static const front_ops_t ops = {.cta_begin = cta_begin,
                                .cta_warp = cta_warp,
                                .first = first,
                                .step = no_step,
                                .cta_end = cta_end,
                                .allocated = allocated};

/* The instruction of an access, or ALONE_NONE. */
static uint32_t find_inst(alone_t *a, const alone_access_t *x)
{
    uint32_t kind = x->write ? STORE : x->uncached ? LOAD_UNCACHED : LOAD, i = 0;
    while (i < a->n_pcs && a->inst[i * KINDS].pc != x->pc)
        i++;
    if (i == ALONE_PCS)
        return ALONE_NONE;
    if (i == a->n_pcs) {
        for (uint32_t k = 0; k < KINDS; k++)
            a->inst[i * KINDS + k].pc = x->pc;
        a->n_pcs++;
    }
    return i * KINDS + kind;
}

static bool make_program(alone_t *a)
{
    a->inst = calloc(ALONE_PCS * KINDS, sizeof *a->inst);
    for (uint32_t i = 0; a->inst && i < ALONE_PCS * KINDS; i++)
        a->inst[i] = (inst_t){.unit = INST_UNIT_LDST,
                              .kind = i % KINDS == STORE ? INST_STORE : INST_LOAD,
                              .space = INST_SPACE_GLOBAL,
                              .width = 4,
                              .cache_op = i % KINDS == LOAD_UNCACHED};
    return a->inst != NULL;
}

/* ---- Issue ---- */

/* The widest lanes of an access. */
static uint32_t lane_bytes(uint64_t address, uint32_t bytes)
{
    uint64_t both = address | bytes | 16;
    return (uint32_t)(both & -both);
}

uint32_t alone_room(uint64_t address, uint32_t bytes)
{
    return ALONE_LANES * lane_bytes(address, bytes);
}

static void issue(alone_t *a, uint32_t number, uint64_t cycle)
{
    flight_t *f = &a->flight[number];
    sm_t *sm = a->sm;
    warp_step_t *step = sm->sh->step;
    inst_t *inst = &a->inst[f->inst];
    uint32_t width = lane_bytes(f->access.address, f->access.bytes), n = f->access.bytes / width;
    inst->width = (uint8_t)width;
    step->active = bits_mask(n);
    step->space = INST_SPACE_GLOBAL;
    for (uint32_t i = 0; i < n; i++)
        step->addr[i] = f->access.address + (uint64_t)i * width;
    sm_issue_memory(sm, f->access.warp, inst, cycle);
    uint32_t last = (sm->q_head + sm->q_count - 1) % sm->sh->cfg->ldst_queue;
    f->op = sm->queue[last].op;
    sm->op[f->op].next = f->op; /* no free instruction's next is itself */
    a->access_of[f->op] = number;
    a->live[a->n_live++] = number;
    a->n_busy[f->access.warp]++;
    a->busy |= UINT64_C(1) << f->access.warp;
    join(&a->stage, number);
}

static void on_cycle(void *ctx, uint32_t sm_number, uint64_t cycle)
{
    alone_t *a = ctx;
    (void)sm_number;
    a->sm->mem_issued = 0;
    while (a->offered.n && sm_can_issue_memory(a->sm))
        issue(a, leave(&a->offered), cycle);
}

static int pick_warp(void *ctx, uint32_t sm, uint32_t sched, uint64_t ready, uint64_t cycle)
{
    (void)ctx, (void)sm, (void)sched, (void)ready, (void)cycle;
    return GPU_PICK_WAIT;
}

/* Which warp the owner of pick_warp takes of `ready`. */
static int owners_pick(const alone_t *a, uint32_t sched, uint64_t ready, uint64_t cycle)
{
    const gpu_hook_table_t *h = &a->g->hooks;
    for (unsigned i = 0; i < h->n; i++)
        if (h->ops[i]->pick_warp)
            return h->ops[i]->pick_warp(h->ctx[i], a->sm->id, sched, ready, cycle);
    return GPU_PICK_NONE;
}

/* The SM's own schedulers have nothing to issue: nobody fetches. What a policy may know of the
 * warps: those without an access to issue wait for memory, or, if none is under way, for others. */
static void show_warps(alone_t *a)
{
    const uint64_t none = a->sm->live & ~a->waiting;
    a->sm->have = a->sm->fetching = 0;
    a->sm->haz_mem = none & a->busy;
    a->sm->barrier = none & ~a->busy;
}

/* on_cycle, where a policy chooses: each scheduler asks it for one of its warps that have an
 * access. */
static void on_scheduled_cycle(void *ctx, uint32_t sm_number, uint64_t cycle)
{
    alone_t *a = ctx;
    sm_t *sm = a->sm;
    (void)sm_number;
    sm->mem_issued = 0;
    for (uint32_t s = 0; s < a->g->cfg.schedulers; s++) {
        const uint64_t ready = a->waiting & sm->own[s];
        if (!ready || !sm_can_issue_memory(sm))
            continue;
        const int w = owners_pick(a, s, ready, cycle);
        if (w < 0)
            continue;
        const gpu_pick_t pick = {
            .cycle = cycle, .ready = ready, .sm = sm->id, .sched = s, .warp = (uint32_t)w};
        sm->last_warp[s] = (uint8_t)w;
        HOOK_CALL(sm->sh->hooks, on_pick, &pick);
        a->waiting &= ~(UINT64_C(1) << w);
        issue(a, a->next[w], cycle);
    }
    show_warps(a);
}

/* It waits for the owner of pick_warp, who may look at the warp's next instruction. */
static void wait_for_pick(alone_t *a, uint32_t number)
{
    const flight_t *f = &a->flight[number];
    a->waiting |= UINT64_C(1) << f->access.warp;
    a->next[f->access.warp] = number;
    a->sm->warp[f->access.warp].next = &a->inst[f->inst];
    show_warps(a);
}

int alone_offer(alone_t *a, const alone_access_t *x, uint32_t *number)
{
    const gpu_cfg_t *c = &a->g->cfg;
    if (x->warp >= c->warps_per_sm || !x->bytes || x->bytes > alone_room(x->address, x->bytes))
        return -EINVAL;
    uint32_t inst = find_inst(a, x);
    if (inst == ALONE_NONE)
        return -ENOSPC;
    if (!a->n_free ||
        (a->scheduled ? a->waiting >> x->warp & 1 : a->sm->q_count + a->offered.n >= c->ldst_queue))
        return -EAGAIN;
    *number = a->free_flight[--a->n_free];
    a->flight[*number] = (flight_t){.access = *x, .inst = inst, .used = true};
    if (a->scheduled)
        wait_for_pick(a, *number);
    else
        join(&a->offered, *number);
    wake_lower(&a->g->sm_wake, 0, a->g->core.next);
    return 0;
}

l1d_fail_t alone_cause(const alone_t *a)
{
    return a->sm->head_fail;
}

uint32_t alone_under_way(const alone_t *a)
{
    return a->n_live + a->offered.n + bits_popcount(a->waiting);
}

/* ---- What becomes of accesses ---- */

static void accepted(alone_t *a, uint16_t op, uint64_t line, alone_outcome_t outcome)
{
    a->told->accepted(a->ctx, a->access_of[op], line, outcome);
}

static void on_l1_result(void *ctx, const gpu_l1_result_t *r)
{
    static const alone_outcome_t outcome[] = {[GPU_L1_HIT] = ALONE_HIT,
                                              [GPU_L1_PENDING_HIT] = ALONE_PENDING_HIT,
                                              [GPU_L1_MISS] = ALONE_MISS,
                                              [GPU_L1_BYPASSED] = ALONE_BYPASS};
    accepted(ctx, r->op, r->req->line, outcome[r->outcome]);
}

static void on_l1_write(void *ctx, const gpu_l1_write_t *w)
{
    accepted(ctx, w->req->owner, w->req->line, ALONE_WRITE);
}

/* A read that may not hit, of which no hook tells; at most one is accepted in a cycle. It is the
 * last in the queue of the L1, or has left it in the cycle of its acceptance. */
static void tell_uncached(alone_t *a)
{
    const l1d_t *d = &a->sm->l1;
    const ring_t *const rings[] = {&d->out, &a->g->req_net->in[0].q};
    for (unsigned k = 0; k < 2; k++)
        for (uint32_t i = rings[k]->count; i-- > 0;) {
            const gpu_req_t *r = &ring_at(rings[k], i)->r;
            if (r->flags & GPU_REQ_UNCACHED) {
                accepted(a, d->bypassed[r->owner].op, r->line, ALONE_UNCACHED);
                return;
            }
        }
}

/* Its memory instruction is neither free nor that of an access issued since. */
static bool is_live(const alone_t *a, uint32_t x)
{
    const uint16_t op = a->flight[x].op;
    return a->sm->op[op].next == op && a->access_of[op] == x;
}

static void tell_progress(alone_t *a)
{
    uint32_t n = 0;
    while (a->stage.n > a->sm->q_count)
        a->told->taken(a->ctx, leave(&a->stage));
    for (uint32_t i = 0; i < a->n_live; i++) {
        uint32_t x = a->live[i];
        if (is_live(a, x)) {
            a->live[n++] = x;
            continue;
        }
        const uint32_t warp = a->flight[x].access.warp;
        if (--a->n_busy[warp] == 0)
            a->busy &= ~(UINT64_C(1) << warp);
        a->flight[x].used = false;
        a->free_flight[a->n_free++] = x;
        a->told->done(a->ctx, x);
    }
    a->n_live = n;
}

/* ---- Replies ---- */

static bool grow_back(alone_t *a)
{
    uint32_t cap = a->back_cap ? a->back_cap * 2 : 64;
    gpu_req_t *all = calloc(cap, sizeof *all);
    if (!all)
        return false;
    for (uint32_t i = 0; i < a->back_n; i++)
        all[i] = a->back[(a->back_head + i) % a->back_cap];
    free(a->back);
    a->back = all;
    a->back_head = 0;
    a->back_cap = cap;
    return true;
}

/* As an L2 would: of a read and of a store that is acknowledged so a reply for each sector. */
bool alone_reply(alone_t *a, uint32_t number)
{
    if (number >= ALONE_REQUESTS || !a->outside[number])
        return false;
    gpu_req_t r = a->out[number];
    uint8_t left = r.sectors;
    bool each = r.kind == GPU_REQ_READ || a->g->cfg.l2_sector_acks;
    do {
        if (a->back_n == a->back_cap && !grow_back(a))
            return false;
        if (each)
            r.sectors = (uint8_t)(left & -left);
        a->back[(a->back_head + a->back_n++) % a->back_cap] = r;
        left = (uint8_t)(left & ~r.sectors);
    } while (left);
    a->outside[number] = 0;
    a->free_out[a->n_out_free++] = number;
    return true;
}

bool alone_fail(alone_t *a, uint32_t number)
{
    if (number >= ALONE_REQUESTS || !a->outside[number])
        return false;
    if (a->n_failed == a->failed_cap) {
        uint32_t cap = a->failed_cap ? a->failed_cap * 2 : 16;
        uint64_t *all = realloc(a->failed, cap * sizeof *all);
        if (!all)
            return false;
        a->failed = all;
        a->failed_cap = cap;
    }
    gpu_req_t *r = &a->out[number];
    const uint64_t line = r->line;
    r->flags &= (uint8_t)~GPU_REQ_RETURNED; /* no late fill */
    if (!alone_reply(a, number))
        return false;
    a->failed[a->n_failed++] = line;
    return true;
}

/* Those lines whose fill has come are invalidated. */
static void drop_failed(alone_t *a, uint64_t cycle)
{
    l1d_t *d = &a->sm->l1;
    uint32_t n = 0;
    for (uint32_t i = 0; i < a->n_failed; i++) {
        const uint64_t line = a->failed[i];
        const uint32_t set = l1d_set(d, line);
        const int way = l1d_find_way(d, set, line);
        if (way < 0)
            continue;
        if (d->state[set * d->ways + (uint32_t)way] != WAY_VALID) {
            a->failed[n++] = line;
            continue;
        }
        l1d_report_evict(d, set, (uint32_t)way, GPU_EVICT_FAILED, cycle);
        l1d_drop(d, set, (uint32_t)way);
        d->changed = true;
    }
    a->n_failed = n;
}

/* Replies stand where the crossbar would have brought them. */
static void bring_replies(alone_t *a, uint64_t cycle)
{
    icnt_t *n = a->g->reply_net;
    icnt_out_t *to = &n->out[0];
    for (; a->back_n && !ring_full(&to->q); a->back_n--) {
        const gpu_req_t *r = &a->back[a->back_head];
        ring_push(&to->q, r, cycle);
        to->flits += icnt_packet_flits(n, r);
        n->inside++;
        n->reading += r->kind == GPU_REQ_READ;
        wake_lower(&a->g->sm_wake, 0, cycle);
        a->back_head = (a->back_head + 1) % a->back_cap;
    }
}

/* ---- Requests that leave ---- */

/* The bytes that a read asks for. */
static void asked(const alone_t *a, const gpu_req_t *r, uint32_t *first_byte, uint32_t *bytes)
{
    uint32_t unit = a->g->cfg.l2_sector_bytes, mask = r->sectors;
    if (!gpu_req_whole(r)) {
        unit = 32;
        mask = a->sm->l1.bypassed[r->owner].pieces;
    }
    uint32_t last = 31u - (uint32_t)__builtin_clz(mask);
    *first_byte = bits_lowest(mask) * unit;
    *bytes = (last + 1) * unit - *first_byte;
}

/* on_l2_request, with the tags of the L2; true: its bit comes back with the reply. */
static bool meet_l2(alone_t *a, const gpu_req_t *r)
{
    const gpu_hook_table_t *h = &a->g->hooks;
    if (!h->users_on_l2_request)
        return false;
    slice_t *s = &a->g->l2[map_place(&a->g->map, r->line).slice];
    uint32_t set = slice_set_of(s, r->line);
    bool bit = false, hit = slice_find_way(s, set, r->line) >= 0;
    slice_preload(s, r->line);
    gpu_l2_request_t e = {.req = r,
                          .cycle = a->g->core.next - 1,
                          .slice = s->id,
                          .set = set,
                          .way = (uint32_t)slice_find_way(s, set, r->line),
                          .hit = hit,
                          .write = r->kind != GPU_REQ_READ,
                          .bypass = (r->flags & GPU_REQ_PREDICTED) != 0};
    for (unsigned i = 0; i < h->n; i++)
        if (h->ops[i]->on_l2_request)
            bit |= h->ops[i]->on_l2_request(h->ctx[i], &e);
    return bit && r->kind == GPU_REQ_READ;
}

bool alone_take(alone_t *a, alone_request_t *out)
{
    icnt_t *n = a->g->req_net;
    icnt_in_t *from = &n->in[0];
    if (!from->q.count || !a->n_out_free)
        return false;
    uint32_t number = a->free_out[--a->n_out_free];
    gpu_req_t *r = &a->out[number];
    *r = ring_head(&from->q)->r;
    from->flits -= (uint32_t)ring_ready(&from->q);
    ring_pop(&from->q);
    n->inside--;
    n->reading -= r->kind == GPU_REQ_READ;
    if (n->waiting) {
        n->waiting = 0;
        wake_lower(&a->g->sm_wake, 0, a->g->core.next);
    }
    if (meet_l2(a, r))
        r->flags |= GPU_REQ_RETURNED;
    a->outside[number] = 1;
    *out = (alone_request_t){.number = number,
                             .line = r->line,
                             .access = ALONE_NONE,
                             .pc = r->pc,
                             .warp = r->warp,
                             .write = r->kind != GPU_REQ_READ,
                             .bypass = (r->flags & GPU_REQ_BYPASSED) != 0,
                             .prefetch = (r->flags & GPU_REQ_PREFETCH) != 0};
    if (out->write)
        out->access = a->access_of[r->owner];
    else
        asked(a, r, &out->first, &out->bytes);
    return true;
}

/* ---- Life, and a cycle ---- */

static const gpu_hooks_t hooks = {.policy = "initiators",
                                  .pick_warp = pick_warp,
                                  .on_l1_result = on_l1_result,
                                  .on_l1_write = on_l1_write,
                                  .on_cycle = on_cycle};

static const gpu_hooks_t scheduled_hooks = {.policy = "initiators",
                                            .on_l1_result = on_l1_result,
                                            .on_l1_write = on_l1_write,
                                            .on_cycle = on_scheduled_cycle};

void alone_cfg(gpu_cfg_t *cfg)
{
    cfg->n_sms = 1;
    cfg->l1i_sets = 0;
}

alone_t *alone_new(gpu_t *g, const alone_told_t *told, void *ctx, uint32_t warps_per_cta,
                   bool scheduled)
{
    alone_t *a = calloc(1, sizeof *a);
    if (!a)
        return NULL;
    a->g = g;
    a->sm = &g->sm[0];
    a->told = told;
    a->ctx = ctx;
    a->scheduled = scheduled;
    a->warps_per_cta = warps_per_cta ? warps_per_cta : g->cfg.warps_per_sm;
    for (uint32_t i = 0; i < ALONE_ACCESSES; i++)
        a->free_flight[a->n_free++] = ALONE_ACCESSES - 1 - i;
    for (uint32_t i = 0; i < ALONE_REQUESTS; i++)
        a->free_out[a->n_out_free++] = ALONE_REQUESTS - 1 - i;
    if (make_program(a) && gpu_attach(g, scheduled ? &scheduled_hooks : &hooks, a, NULL) == 0)
        return a;
    alone_free(a);
    return NULL;
}

void alone_free(alone_t *a)
{
    if (!a)
        return;
    free(a->inst);
    free(a->back);
    free(a->failed);
    free(a);
}

gpu_status_t alone_start(alone_t *a)
{
    gpu_t *g = a->g;
    uint32_t ctas = g->cfg.warps_per_sm / a->warps_per_cta;
    a->front = (front_t){.ops = &ops,
                         .ctx = a,
                         .kernel = "l1d",
                         .grid = {ctas, 1, 1},
                         .block = {a->warps_per_cta * g->cfg.warp_size, 1, 1},
                         .warp_size = g->cfg.warp_size,
                         .warps_per_cta = a->warps_per_cta,
                         .inst = a->inst,
                         .n_inst = ALONE_PCS * KINDS};
    gpu_status_t rc = gpu_begin(g, &a->front);
    for (uint32_t i = 0; rc == GPU_OK && i < ctas && sm_can_take_cta(a->sm); i++)
        sm_take_cta(a->sm, i, g->core.next);
    if (a->scheduled)
        show_warps(a);
    return rc;
}

gpu_status_t alone_tick(alone_t *a)
{
    gpu_t *g = a->g;
    uint64_t c = g->core.next;
    const uint64_t uncached = a->sm->l1.stats.uncached_reads;
    if (g->status != GPU_OK)
        return g->status;
    bring_replies(a, c);
    if (a->waiting) /* the owner of pick_warp is asked in every cycle */
        wake_lower(&g->sm_wake, 0, c);
    WAKE_SCAN(&g->sm_wake, i, c, sm_tick(&g->sm[i], c));
    if (a->n_failed)
        drop_failed(a, c);
    clock_advance(&g->core);
    if (a->sm->l1.stats.uncached_reads != uncached)
        tell_uncached(a);
    tell_progress(a);
    return g->status;
}

void alone_stats(alone_t *a, gpu_stats_t *out)
{
    sm_settle(a->sm, a->g->core.next);
    gpu_stats(a->g, out);
}
