#include "gpu/writeback.h"

#include "gpu/sm_int.h"

bool sm_writeback_init(sm_t *sm)
{
    const gpu_cfg_t *c = sm->sh->cfg;
    writeback_t *b = &sm->back;
    b->turn = c->writeback == GPU_WRITEBACK_TURN;
    b->waiting = L1D_NIL;
    b->room = b->turn ? c->smem_latency - 2 : 0;
    sm->staged = b->turn || c->reply_queue;
    return ring_init(&b->replies, c->reply_queue) &&
           ring_init(&b->shared, b->turn ? b->room + 1 : 0);
}

void sm_writeback_free(sm_t *sm)
{
    ring_free(&sm->back.replies);
    ring_free(&sm->back.shared);
}

/* ---- Clients of the port ---- */

static bool shared_ready(const sm_t *sm, uint64_t c)
{
    return ring_ready(&sm->back.shared) <= c;
}

static void shared_serve(sm_t *sm, uint64_t c)
{
    writeback_t *b = &sm->back;
    const gpu_req_t r = ring_head(&b->shared)->r;
    ring_pop(&b->shared);
    if (b->shared.count == b->room) /* the access in the memory stage leaves it in this cycle */
        sm->stage_free = (b->done > c ? b->done : c) + 1;
    wheel_add(
        &sm->wheel, c + 1,
        &(wheel_node_t){.ptr = &sm->sh->front->inst[r.line], .kind = EV_RESULT, .warp = r.warp});
}

static bool bypass_ready(const sm_t *sm, uint64_t c)
{
    (void)c;
    return sm->back.held || sm->back.waiting != L1D_NIL;
}

/* The reply came in a cycle before this one, so that its data are in the registers, at the
 * earliest, l1_fill_delay - 1 from now. */
static void bypass_serve(sm_t *sm, uint64_t c)
{
    writeback_t *b = &sm->back;
    uint16_t op = b->bypass.owner;
    if (!b->held)
        op = l1d_next_waiting(&sm->l1, &b->waiting, c - 1);
    else if (b->bypass.kind == GPU_REQ_READ)
        op = l1d_take_bypassed(&sm->l1, &b->bypass, &b->waiting, c - 1);
    b->held = false;
    sm_memop_part(sm, op, c - 1 + sm->sh->cfg->l1_fill_delay, c);
}

static bool const_ready(const sm_t *sm, uint64_t c)
{
    (void)c;
    return rocache_ready(&sm->l1c);
}

static void const_serve(sm_t *sm, uint64_t c)
{
    sm_take_const(sm, c - 1, c);
}

static bool texture_ready(const sm_t *sm, uint64_t c)
{
    (void)c;
    return texcache_ready(&sm->l1t);
}

static void texture_serve(sm_t *sm, uint64_t c)
{
    sm_take_texture(sm, c);
}

static bool l1d_ready(const sm_t *sm, uint64_t c)
{
    (void)c;
    return sm->l1.filled_head != L1D_NIL;
}

static void l1d_serve(sm_t *sm, uint64_t c)
{
    sm_memop_part(sm, l1d_next_served(&sm->l1, c - 1), c - 1 + sm->sh->cfg->l1_fill_delay, c);
}

/* ready: has it something for the port in cycle c? It must then keep the SM awake until it is
 * served (sm_writeback_wake), and be ready in every cycle up to that. serve: takes one result,
 * which is in the registers in this cycle or later. */
typedef struct client {
    bool (*ready)(const sm_t *sm, uint64_t c);
    void (*serve)(sm_t *sm, uint64_t c);
} client_t;

static const client_t clients[WRITEBACK_CLIENTS] = {
    [WRITEBACK_SHARED] = {shared_ready, shared_serve},
    [WRITEBACK_TEXTURE] = {texture_ready, texture_serve},
    [WRITEBACK_CONST] = {const_ready, const_serve},
    [WRITEBACK_BYPASS] = {bypass_ready, bypass_serve},
    [WRITEBACK_L1D] = {l1d_ready, l1d_serve},
};

/* One client in turn is served; the others that are ready wait. */
static void serve_one(sm_t *sm, uint64_t c)
{
    uint32_t first = sm->back.next;
    bool served = false;
    for (uint32_t k = 0; k < WRITEBACK_CLIENTS; k++) {
        uint32_t i = first + k < WRITEBACK_CLIENTS ? first + k : first + k - WRITEBACK_CLIENTS;
        if (!clients[i].ready(sm, c))
            continue;
        if (served) {
            sm->stats.writeback_waits++;
            continue;
        }
        clients[i].serve(sm, c);
        sm->back.next = i + 1 < WRITEBACK_CLIENTS ? (uint8_t)(i + 1) : 0;
        served = true;
    }
}

/* ---- Replies ---- */

/* Bypassed data whose place is still taken. */
static bool must_wait(const sm_t *sm, const gpu_req_t *r, uint64_t c)
{
    bool data =
        r->kind == GPU_REQ_ATOMIC || (r->kind == GPU_REQ_READ && (r->flags & GPU_REQ_BYPASSED));
    return sm->back.turn && data && bypass_ready(sm, c);
}

static void take_queued(sm_t *sm, uint64_t c)
{
    ring_t *q = &sm->back.replies;
    if (ring_ready(q) > c || must_wait(sm, &ring_head(q)->r, c))
        return;
    gpu_req_t r = ring_head(q)->r;
    ring_pop(q);
    sm_take_reply(sm, &r, c);
}

static void take_direct(sm_t *sm, uint64_t c)
{
    const gpu_req_t *r = icnt_peek(sm->sh->reply_net, sm->id, c);
    if (!r || must_wait(sm, r, c))
        return;
    gpu_req_t reply = *r;
    icnt_pop(sm->sh->reply_net, sm->id);
    sm_take_reply(sm, &reply, c);
}

/* The crossbar's next packet enters the queue. */
static void receive(sm_t *sm, uint64_t c)
{
    const gpu_req_t *r = icnt_peek(sm->sh->reply_net, sm->id, c);
    if (!r || ring_full(&sm->back.replies))
        return;
    ring_push(&sm->back.replies, r, c + 1);
    icnt_pop(sm->sh->reply_net, sm->id);
    ++*sm->sh->progress;
}

void sm_writeback(sm_t *sm, uint64_t c)
{
    bool queue = sm->sh->cfg->reply_queue != 0;
    if (queue)
        receive(sm, c);
    if (sm->back.turn)
        serve_one(sm, c);
    if (queue)
        take_queued(sm, c);
    else
        take_direct(sm, c);
}

void sm_hold_bypass(sm_t *sm, const gpu_req_t *r)
{
    sm->back.bypass = *r;
    sm->back.held = true;
}

void sm_shared_result(sm_t *sm, const sm_access_t *a, uint64_t done)
{
    writeback_t *b = &sm->back;
    const gpu_req_t r = {.line = (uint64_t)(a->inst - sm->sh->front->inst), .warp = a->warp};
    ring_push(&b->shared, &r, done + b->room);
    b->done = done;
    if (b->shared.count > b->room)
        sm->stage_free = CLOCK_NEVER;
}

uint64_t sm_writeback_wake(const sm_t *sm, uint64_t c)
{
    const writeback_t *b = &sm->back;
    uint64_t a = ring_ready(&b->replies), s = ring_ready(&b->shared);
    if (bypass_ready(sm, c))
        return c + 1;
    return a < s ? a : s;
}
