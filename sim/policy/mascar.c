/*
 * Policy mascar: memory-aware scheduling and cache access re-execution (Sethia, Jamshidi, Mahlke,
 * "Mascar: speeding up GPU warps by reducing memory pitstops", HPCA 2015).
 *
 * Scheduling. As long as the L1 can take misses, every warp has the same priority (loosely
 * round-robin). When its miss path is saturated, one warp of the SM, the owner, alone may access
 * memory, and goes first when it does; the others compute. A warp is the owner until its next
 * instruction waits for its data, it waits at a barrier, or it finishes; then the oldest warp with
 * a ready memory instruction is the owner. The path is saturated when no MSHR is free, when the
 * miss queue is full, and as long as a read waits for its re-execution.
 *
 * Re-execution. A read that the L1 rejects makes room: it goes to a queue of `queue` entries, and
 * the request after it meets the tags in the next cycle, so that later hits pass stalled misses.
 * The head of the queue is tried again in cycles without a request that is new; a rejected head
 * stays the head. A read that is rejected when the queue is full waits where it is (the port), the
 * memory stage behind it, until the queue has room. Stores and atomics that are rejected wait
 * there, too, and take turns with the queue's head.
 *
 * An SM: port (one request), queue (FIFO). At most the port's request and the queue's head are
 * presented, never both in a cycle.
 */
#include "common/bits.h"
#include "policy/policy.h"

enum { WARPS = 64, NOBODY = 0xff };

typedef struct sm {
    gpu_req_t *queue; /* ring of p->queue entries */
    uint32_t head, count;
    gpu_req_t port; /* if full: the request that is not in the queue */
    bool full;
    bool stuck; /* the port's request was rejected and stayed: the queue's head is next */
    uint8_t owner;
} sm_t;

typedef struct counts {
    uint64_t saturated_picks; /* instructions chosen while the miss path was saturated */
    uint64_t owner_memory;    /* of them, the owner's accesses to memory */
    uint64_t owners;          /* warps that became owner */
    uint64_t queued;          /* reads that went to the queue */
    uint64_t reexecuted;      /* accepted from there */
    uint64_t passing_hits;    /* hits of the port's requests while reads waited in the queue */
    uint64_t max_queued;
} counts_t;

struct policy {
    policy_run_t run;
    uint32_t queue, schedule; /* options */
    sm_t *sm;
    counts_t n;
};

static const policy_option_t options[] = {
    {"queue", 32, 0, 256, "entries of the re-execution queue of an SM",
     .at = offsetof(policy_t, queue)},
    {"schedule", true, .doc = "off: re-execution alone, every warp has equal priority",
     .at = offsetof(policy_t, schedule), .names = policy_off_on},
};

static uint32_t queue_entries(const policy_t *p)
{
    return p->queue;
}

/* ---- Checkpoints ---- */

/* clang-format off */
#define POLICY_MEMBERS(F) \
    F(KEEPS, run,) F(KEEP, queue,) F(KEEP, schedule,) F(KEEP, sm,) F(COUNTS, n,)
#define SM_MEMBERS(F) \
    F(KEEP, queue,) F(ANY, head,) F(ANY, count,) \
    F(PART, port, gpu_request_state(p->run.gpu, &o->port, io)) F(BOOL, full,) F(BOOL, stuck,) \
    F(ANY, owner,)
/* clang-format on */

STATE_LIST(struct policy, POLICY_MEMBERS);
STATE_LIST(sm_t, SM_MEMBERS);

static void walk_sm(const policy_t *p, void *element, state_io_t *io)
{
    sm_t *e = element;
    (void)p;
    STATE_WALK(e, io, SM_MEMBERS);
}

static void walk_request(const policy_t *p, void *element, state_io_t *io)
{
    gpu_request_state(p->run.gpu, element, io);
}

static const policy_part_t sm_parts[] = {
    {.at = offsetof(sm_t, queue),
     .size = sizeof(gpu_req_t),
     .count = queue_entries,
     .walk = walk_request},
};

static const policy_part_t parts[] = {
    {.at = offsetof(policy_t, sm),
     .size = sizeof(sm_t),
     .count = policy_sms,
     .walk = walk_sm,
     .parts = sm_parts,
     .n_parts = sizeof sm_parts / sizeof *sm_parts},
};

static const policy_count_t counts[] = {
    {"saturated_picks", offsetof(policy_t, n.saturated_picks)},
    {"owner_memory", offsetof(policy_t, n.owner_memory)},
    {"owners", offsetof(policy_t, n.owners)},
    {"queued", offsetof(policy_t, n.queued)},
    {"reexecuted", offsetof(policy_t, n.reexecuted)},
    {"passing_hits", offsetof(policy_t, n.passing_hits)},
    {"max_queued", offsetof(policy_t, n.max_queued)},
};

static void on_kernel_start(void *ctx, const front_t *front)
{
    const policy_t *p = ctx;
    (void)front;
    for (uint32_t i = 0; i < p->run.cfg->n_sms; i++)
        p->sm[i].owner = NOBODY;
}

/* ---- Scheduling ---- */

static void on_warp_finish(void *ctx, uint32_t n, uint32_t warp, uint64_t cycle)
{
    policy_t *p = ctx;
    (void)cycle;
    if (p->sm[n].owner == warp)
        p->sm[n].owner = NOBODY;
}

static bool saturated(const policy_t *p, uint32_t n)
{
    return p->sm[n].count || !gpu_l1_can_miss(p->run.gpu, n);
}

static int choose(const policy_t *p, uint32_t n, uint32_t sched, uint64_t mask)
{
    return (int)gpu_warps_choice(p->run.gpu, n, sched, GPU_SCHED_LRR, mask);
}

static int pick_warp(void *ctx, uint32_t n, uint32_t sched, uint64_t ready, uint64_t cycle)
{
    policy_t *p = ctx;
    sm_t *sm = &p->sm[n];
    (void)cycle;
    if (!p->schedule || !saturated(p, n)) {
        sm->owner = NOBODY;
        return choose(p, n, sched, ready);
    }
    uint64_t memory = gpu_warps_accessing(p->run.gpu, n, ready);
    if (sm->owner != NOBODY) {
        uint64_t own = UINT64_C(1) << sm->owner;
        if (gpu_warps_waiting(p->run.gpu, n, own) | (gpu_warps_at_barrier(p->run.gpu, n) & own))
            sm->owner = NOBODY;
    }
    if (sm->owner == NOBODY && memory) {
        sm->owner = (uint8_t)bits_lowest(gpu_warps_oldest(p->run.gpu, n, memory, 1));
        p->n.owners++;
    }
    uint64_t own = sm->owner == NOBODY ? 0 : UINT64_C(1) << sm->owner;
    int w = memory & own      ? sm->owner
            : ready & ~memory ? choose(p, n, sched, ready & ~memory)
                              : GPU_PICK_NONE;
    p->n.saturated_picks += w >= 0;
    p->n.owner_memory += (memory & own) != 0;
    return w;
}

/* ---- Re-execution ---- */

static bool can_accept(void *ctx, const gpu_req_t *r, uint64_t cycle)
{
    const policy_t *p = ctx;
    (void)cycle;
    return !p->sm[r->sm].full;
}

static void push(void *ctx, const gpu_req_t *r, uint64_t cycle)
{
    policy_t *p = ctx;
    sm_t *sm = &p->sm[r->sm];
    (void)cycle;
    sm->port = *r;
    sm->full = true;
}

static bool from_queue(const sm_t *sm)
{
    return sm->count && (!sm->full || sm->stuck);
}

static bool peek(void *ctx, uint32_t n, uint64_t cycle, gpu_req_t *r)
{
    const policy_t *p = ctx;
    const sm_t *sm = &p->sm[n];
    (void)cycle;
    if (from_queue(sm))
        *r = sm->queue[sm->head];
    else if (sm->full)
        *r = sm->port;
    else
        return false;
    return true;
}

static void answer_queue(policy_t *p, sm_t *sm, const gpu_req_t *r, gpu_l1_answer_t answer)
{
    sm->queue[sm->head] = *r;
    if (answer == GPU_L1_ACCEPTED || sm->port.kind != GPU_REQ_READ)
        sm->stuck = false;
    if (answer != GPU_L1_ACCEPTED)
        return;
    sm->head = sm->head + 1 < p->queue ? sm->head + 1 : 0;
    sm->count--;
    p->n.reexecuted++;
}

static void answer_request(void *ctx, const gpu_req_t *r, gpu_l1_answer_t answer, uint64_t cycle)
{
    policy_t *p = ctx;
    sm_t *sm = &p->sm[r->sm];
    (void)cycle;
    if (from_queue(sm)) {
        answer_queue(p, sm, r, answer);
        return;
    }
    sm->port = *r;
    sm->stuck = false;
    if (answer == GPU_L1_ACCEPTED) {
        sm->full = false;
    } else if (r->kind == GPU_REQ_READ && sm->count < p->queue) {
        uint32_t at = sm->head + sm->count++;
        sm->queue[at < p->queue ? at : at - p->queue] = *r;
        sm->full = false;
        p->n.queued++;
        if (sm->count > p->n.max_queued)
            p->n.max_queued = sm->count;
    } else {
        sm->stuck = true;
    }
}

/* Requests of the queue have been rejected before: what hits at once comes from the port. */
static void on_l1_result(void *ctx, const gpu_l1_result_t *r)
{
    policy_t *p = ctx;
    const sm_t *sm = &p->sm[r->req->sm];
    if (sm->count && r->outcome == GPU_L1_HIT && !from_queue(sm))
        p->n.passing_hits++;
}

static const gpu_request_buffer_t buffer = {.through = true,
                                            .can_accept = can_accept,
                                            .push = push,
                                            .peek = peek,
                                            .answer = answer_request};

static const gpu_hooks_t hooks = {
    .policy = "mascar",
    .request_buffer = &buffer,
    .on_kernel_start = on_kernel_start,
    .on_l1_result = on_l1_result,
    .on_warp_finish = on_warp_finish,
    .pick_warp = pick_warp,
};

static void check(const policy_t *p, state_io_t *io)
{
    for (uint32_t i = 0; i < p->run.cfg->n_sms && !state_error(io); i++) {
        const sm_t *sm = &p->sm[i];
        if (sm->count > p->queue || sm->head >= (p->queue ? p->queue : 1))
            state_fail(io, "mascar: a queue of %u requests from slot %u", sm->count, sm->head);
        state_holds(io, sm->owner < WARPS || sm->owner == NOBODY, "an owner that is no warp");
        for (uint32_t k = 0; k < sm->count && !state_error(io); k++)
            gpu_state_buffered(p->run.gpu, i, &sm->queue[(sm->head + k) % p->queue], io);
        if (sm->full)
            gpu_state_buffered(p->run.gpu, i, &sm->port, io);
    }
}

static void walk(policy_t *p, state_io_t *io)
{
    STATE_WALK(p, io, POLICY_MEMBERS);
}

const policy_ops_t policy_mascar = {
    .name = "mascar",
    .doc = "memory-aware scheduling and cache access re-execution (Sethia et al., 2015)",
    .hooks = &hooks,
    .bytes = sizeof(policy_t),
    .options = options,
    .parts = parts,
    .counts = counts,
    .n_options = sizeof options / sizeof *options,
    .n_parts = sizeof parts / sizeof *parts,
    .n_counts = sizeof counts / sizeof *counts,
    .check = check,
    .walk = walk,
};
