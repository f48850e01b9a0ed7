/*
 * Policy mrpb: the memory request prioritization buffer (Jia, Shaw, Martonosi, HPCA 2014). One
 * `mrpb` unit an SM, or one `mrpb.slot` (form=slot, the single slot of section 5.4), each behind an
 * engine (C, RTL or lockstep).
 *
 * A unit's clock cycle is an SM-cycle: the request in the outbound register is named, what the L1
 * answers and the request that is offered are the cycle's inputs, and on_cycle clocks the unit.
 * The requests wait in a pool; the unit carries a header: place in the pool, warp, line.
 *
 * Cycles in which the pipe of the latency alone moves are made up for later (catch_up): without
 * inputs, and with the outbound register held or nothing to be seen yet. The SM is awake when
 * something is offered, or begins to bypass, and when something stored is first seen.
 */
#include <string.h>

#include "common/bits.h"
#include "mrpb/mrpb.h"
#include "policy/policy.h"

enum { FORM_BUFFER, FORM_SLOT };
enum { SIGNATURE_WARP, SIGNATURE_BLOCK, SIGNATURE_INBLOCK };
enum { UNLIMITED = 0, MOST_DEPTH = 1024, PAPER_QUEUES = 48 };
enum { PLACE_BITS = 17, WARP_BITS = 6, ENTRY_BITS = 64 };

typedef struct counts {
    uint64_t requests;      /* taken in */
    uint64_t enqueued;      /* of them, stored in a queue */
    uint64_t direct_writes; /* of them, straight into the outbound register: flush */
    uint64_t met_full;      /* that met their full queue and waited */
    uint64_t writes_waited; /* writes that waited for their queue or the outbound register: flush */
    uint64_t read_flushes;  /* drains of the full queue of a read that waits */
    uint64_t write_flushes; /* drains of the queue of a write that waits */
    uint64_t policy_drains; /* drains of the policy's choice */
    uint64_t bypasses;      /* accepted by the injection FIFO after a rejection by the L1 */
    uint64_t max_stored;    /* in the queues of an SM */
    uint64_t wait_cycles;   /* from being taken in to being accepted, summed */
} counts_t;

typedef struct waiting {
    gpu_req_t r;
    uint64_t since; /* cycle in which it was taken in */
} waiting_t;

typedef struct sm {
    unit_inst_t *buffer, *slot; /* by form: one of them */
    waiting_t *pool;
    uint32_t *free;         /* stack of places that were used before */
    uint32_t n_free, fresh; /* fresh: places from here on were never used */
    uint32_t stored;        /* in the queues */
    mrpb_in_t in;           /* this cycle's inputs so far */
    mrpb_out_t out;         /* what the outbound register shows */
    uint64_t clocked;       /* cycle of the unit's last edge */
    uint64_t due;     /* bit i: a stored request is seen from cycle clocked + 1 + i on, i > 0 */
    uint32_t visible; /* of the stored, those that are seen already */
    bool refused;     /* the request that is offered has been refused before */
    bool stuck;       /* refused with the register held: no queue is drained meanwhile */
    bool taken_in;    /* in this cycle */
} sm_t;

struct policy {
    policy_run_t run;
    uint32_t drain, signature, flush, bypass, depth, latency, form; /* options */
    uint32_t places;                                                /* of each pool */
    uint32_t warps_per_cta;                                         /* of the launch; never 0 */
    sm_t *sm;
    counts_t n;
};

static const policy_name_t drains[] = {{"fixed", 0},
                                       {"longest", 1},
                                       {"round-robin", 2},
                                       {"greedy-fixed", 3},
                                       {"greedy-longest", 4},
                                       {"greedy-round-robin", 5},
                                       {NULL, 0}};
static const policy_name_t signatures[] = {{"warp", SIGNATURE_WARP},
                                           {"block", SIGNATURE_BLOCK},
                                           {"inblock", SIGNATURE_INBLOCK},
                                           {NULL, 0}};
static const policy_name_t bypasses[] = {{"off", 0}, {"all", 1}, {"assoc", 2}, {NULL, 0}};
static const policy_name_t unlimited[] = {{"unlimited", UNLIMITED}, {NULL, 0}};
static const policy_name_t forms[] = {{"buffer", FORM_BUFFER}, {"slot", FORM_SLOT}, {NULL, 0}};

static const policy_option_t options[] = {
    {"policy", 0, .doc = "which queue is drained", .at = offsetof(policy_t, drain),
     .names = drains},
    {"signature", SIGNATURE_WARP, .doc = "what has a queue: warp slot, CTA slot, warp of the CTA",
     .at = offsetof(policy_t, signature), .names = signatures},
    {"flush", true, .doc = "writes are not stored, full queues drained first",
     .at = offsetof(policy_t, flush), .names = policy_off_on},
    {"bypass", 2, .doc = "rejected reads go round the L1: all, or those without a way",
     .at = offsetof(policy_t, bypass), .names = bypasses},
    {"depth", 8, 2, MOST_DEPTH, "entries of a queue; unlimited: 1024, the unit's most, engine c",
     .at = offsetof(policy_t, depth), .names = unlimited},
    {"latency", 5, 2, 64, "cycles until a stored request is seen by the policy",
     .at = offsetof(policy_t, latency)},
    {"form", FORM_BUFFER, .doc = "slot: no queues, the bypass alone",
     .at = offsetof(policy_t, form), .names = forms},
};

/* ---- Parts ---- */

/* A preset with more warps than the paper has more queues, and no RTL. */
static uint32_t queues_of(const policy_t *p)
{
    uint32_t warps = p->run.cfg->warps_per_sm;
    return warps > PAPER_QUEUES ? warps : PAPER_QUEUES;
}

static uint32_t depth_of(const policy_t *p)
{
    return p->depth == UNLIMITED ? MOST_DEPTH : p->depth;
}

/* Places for all that can be inside, and one for what is offered. */
static uint32_t places_of(const policy_t *p)
{
    return (p->form == FORM_SLOT ? 0 : queues_of(p) * depth_of(p)) + 2;
}

static bool has_buffer(const policy_t *p)
{
    return p->form == FORM_BUFFER;
}

static bool has_slot(const policy_t *p)
{
    return p->form == FORM_SLOT;
}

static void configure(const policy_t *p, void *cfg)
{
    *(mrpb_cfg_t *)cfg = (mrpb_cfg_t){
        .queues = queues_of(p),
        .depth = depth_of(p),
        .latency = p->latency,
        .entry_w = ENTRY_BITS,
        .policy = p->drain,
        .flush = p->flush,
        .bypass = p->bypass,
    };
}

static void configure_slot(const policy_t *p, void *cfg)
{
    *(mrpb_slot_cfg_t *)cfg = (mrpb_slot_cfg_t){.width = ENTRY_BITS - 1, .bypass = p->bypass};
}

static const policy_part_t sm_parts[] = {
    {.at = offsetof(sm_t, buffer), .unit = &mrpb_unit, .configure = configure, .when = has_buffer},
    {.at = offsetof(sm_t, slot),
     .unit = &mrpb_slot_unit,
     .configure = configure_slot,
     .when = has_slot},
    {.at = offsetof(sm_t, pool), .size = sizeof(waiting_t), .count = places_of},
    {.at = offsetof(sm_t, free), .size = sizeof(uint32_t), .count = places_of},
};

static const policy_part_t parts[] = {
    {.at = offsetof(policy_t, sm),
     .size = sizeof(sm_t),
     .count = policy_sms,
     .each = "sm",
     .parts = sm_parts,
     .n_parts = sizeof sm_parts / sizeof *sm_parts},
};

static const policy_count_t counts[] = {
    {"requests", offsetof(policy_t, n.requests)},
    {"enqueued", offsetof(policy_t, n.enqueued)},
    {"direct_writes", offsetof(policy_t, n.direct_writes)},
    {"met_full", offsetof(policy_t, n.met_full)},
    {"writes_waited", offsetof(policy_t, n.writes_waited)},
    {"read_flushes", offsetof(policy_t, n.read_flushes)},
    {"write_flushes", offsetof(policy_t, n.write_flushes)},
    {"policy_drains", offsetof(policy_t, n.policy_drains)},
    {"mrpb_bypasses", offsetof(policy_t, n.bypasses)},
    {"max_stored", offsetof(policy_t, n.max_stored)},
    {"wait_cycles", offsetof(policy_t, n.wait_cycles)},
};

/* ---- The pool ---- */

/* The place that a request gets if it is taken in. */
static uint32_t next_place(const sm_t *sm)
{
    return sm->n_free ? sm->free[sm->n_free - 1] : sm->fresh;
}

static void put(sm_t *sm, const gpu_req_t *r, uint64_t cycle)
{
    sm->pool[next_place(sm)] = (waiting_t){*r, cycle};
    if (sm->n_free)
        sm->n_free--;
    else
        sm->fresh++;
}

static uint32_t place_of(uint64_t header)
{
    return (uint32_t)(header & bits_mask(PLACE_BITS));
}

/* ---- The unit ---- */

/* Ends the run when a unit's two sides have differed. */
static void check_unit(const policy_t *p, int rc)
{
    if (__builtin_expect(rc != 0, 0))
        gpu_halt(p->run.gpu, "mrpb: the C model and the RTL differ");
}

static mrpb_slot_in_t slot_inputs(const mrpb_in_t *in)
{
    return (mrpb_slot_in_t){
        .in_valid = in->in_valid,
        .in_write = in->in_write,
        .in_data = in->in_data,
        .taken = in->out_taken,
        .reject = in->out_reject,
        .assoc = in->out_assoc,
    };
}

static void evaluate(const policy_t *p, const sm_t *sm, const mrpb_in_t *in, mrpb_out_t *out)
{
    if (p->form == FORM_BUFFER) {
        check_unit(p, unit_inst_eval(sm->buffer, in, out));
        return;
    }
    mrpb_slot_in_t slot = slot_inputs(in);
    mrpb_slot_out_t o = {0};
    check_unit(p, unit_inst_eval(sm->slot, &slot, &o));
    *out = (mrpb_out_t){.in_ready = o.in_ready,
                        .out_valid = o.out_valid,
                        .out_write = o.out_write,
                        .out_bypass = o.out_bypass,
                        .out_data = o.out_data};
}

/* enqueued: the request at the input enters its queue. */
static void clock_edge(const policy_t *p, sm_t *sm, const mrpb_in_t *in, bool enqueued,
                       uint64_t cycle)
{
    sm->clocked = cycle;
    sm->due >>= 1;
    sm->visible += sm->due & 1;
    sm->due &= ~UINT64_C(1);
    sm->due |= (uint64_t)enqueued << (p->latency - 1);
    unit_inst_at(p->form == FORM_BUFFER ? sm->buffer : sm->slot, cycle);
    if (p->form == FORM_BUFFER) {
        check_unit(p, unit_inst_tick(sm->buffer, in));
        return;
    }
    mrpb_slot_in_t slot = slot_inputs(in);
    check_unit(p, unit_inst_tick(sm->slot, &slot));
}

/* The edges before `cycle` at which the pipe of the latency moved and nothing else. */
static void catch_up(const policy_t *p, sm_t *sm, uint64_t cycle)
{
    const mrpb_in_t idle = {0};
    while (sm->due && sm->clocked + 1 < cycle)
        clock_edge(p, sm, &idle, false, sm->clocked + 1);
}

/* ---- Hooks ---- */

static void on_kernel_start(void *ctx, const front_t *front)
{
    policy_t *p = ctx;
    p->warps_per_cta = front->warps_per_cta;
}

static bool is_write(const gpu_req_t *r)
{
    return r->kind != GPU_REQ_READ;
}

static uint32_t queue_of(const policy_t *p, const gpu_req_t *r)
{
    switch (p->signature) {
    case SIGNATURE_BLOCK:
        return r->warp / p->warps_per_cta;
    case SIGNATURE_INBLOCK:
        return r->warp % p->warps_per_cta;
    default:
        return r->warp;
    }
}

static bool request_next(void *ctx, uint32_t n, uint64_t cycle, gpu_req_t *r)
{
    const policy_t *p = ctx;
    const sm_t *sm = &p->sm[n];
    (void)cycle;
    if (!sm->out.out_valid)
        return false;
    *r = sm->pool[place_of(sm->out.out_data)].r;
    return true;
}

/* Every read before the L1 is the one in the outbound register. */
static gpu_l1_verdict_t on_l1_access(void *ctx, const gpu_l1_access_t *a)
{
    const policy_t *p = ctx;
    return p->sm[a->req->sm].out.out_bypass ? GPU_L1_ROUND : GPU_L1_NORMAL;
}

static void request_answer(void *ctx, const gpu_req_t *r, gpu_l1_answer_t answer, uint64_t cycle)
{
    policy_t *p = ctx;
    sm_t *sm = &p->sm[r->sm];
    waiting_t *w = &sm->pool[place_of(sm->out.out_data)];
    w->r.hash = r->hash;
    sm->in.out_taken = answer == GPU_L1_ACCEPTED;
    /* Of no use to the unit: the rejection of a write, or of what goes round the L1 already. */
    sm->in.out_reject = answer != GPU_L1_ACCEPTED && answer != GPU_L1_HELD && !sm->out.out_write &&
                        !sm->out.out_bypass && !(r->flags & GPU_REQ_UNCACHED);
    sm->in.out_assoc = answer == GPU_L1_NO_WAY;
    if (answer != GPU_L1_ACCEPTED)
        return;
    p->n.bypasses += sm->out.out_bypass;
    p->n.wait_cycles += cycle - w->since;
    sm->free[sm->n_free++] = place_of(sm->out.out_data);
}

/* Does the request at the input, if it is taken in, go to the outbound register? */
static bool is_direct(const policy_t *p, const sm_t *sm)
{
    return p->form == FORM_SLOT || (sm->in.in_write && p->flush);
}

static void count_taken_in(policy_t *p, sm_t *sm)
{
    p->n.requests++;
    if (is_direct(p, sm)) {
        p->n.direct_writes += p->form == FORM_BUFFER;
        return;
    }
    p->n.enqueued++;
    if (++sm->stored > p->n.max_stored)
        p->n.max_stored = sm->stored;
}

static bool request_push(void *ctx, const gpu_req_t *r, uint64_t cycle)
{
    policy_t *p = ctx;
    sm_t *sm = &p->sm[r->sm];
    mrpb_out_t out = {0};
    bool held = sm->out.out_valid && !sm->in.out_taken;
    if (held && sm->stuck)
        return false;
    catch_up(p, sm, cycle);
    sm->in.in_valid = 1;
    sm->in.in_write = is_write(r);
    sm->in.in_queue = (uint8_t)queue_of(p, r);
    sm->in.in_data = ((r->line << WARP_BITS | r->warp) << PLACE_BITS | next_place(sm)) &
                     bits_mask(ENTRY_BITS - 1);
    evaluate(p, sm, &sm->in, &out);
    sm->taken_in = out.in_ready;
    if (out.in_ready) {
        put(sm, r, cycle);
        count_taken_in(p, sm);
        sm->refused = sm->stuck = false;
        return true;
    }
    if (!sm->refused && p->form == FORM_BUFFER) {
        if (sm->in.in_write && p->flush)
            p->n.writes_waited++;
        else
            p->n.met_full++;
    }
    sm->refused = true;
    sm->stuck = held;
    return false;
}

/* What has come to the outbound register, and by which rule. */
static void count_offered(policy_t *p, sm_t *sm)
{
    const gpu_req_t *r = &sm->pool[place_of(sm->out.out_data)].r;
    if (sm->taken_in && is_direct(p, sm))
        return;
    sm->stored--;
    sm->visible--;
    /* What waits, and no room or register keeps it waiting, has its own queue drained. */
    bool waits = sm->in.in_valid && !sm->taken_in;
    if (!waits || !p->flush || queue_of(p, r) != sm->in.in_queue)
        p->n.policy_drains++;
    else if (sm->in.in_write)
        p->n.write_flushes++;
    else
        p->n.read_flushes++;
}

/* The cycle's edge. Returns whether the register shows something new. */
static bool clock_unit(policy_t *p, sm_t *sm, uint64_t cycle)
{
    const mrpb_out_t was = sm->out;
    bool room = !was.out_valid || sm->in.out_taken, direct = sm->taken_in && is_direct(p, sm);
    bool comes = room && (sm->visible || direct);
    clock_edge(p, sm, &sm->in, sm->taken_in && !direct, cycle);
    if (comes || sm->in.out_reject) {
        const mrpb_in_t idle = {0};
        evaluate(p, sm, &idle, &sm->out);
    } else if (room) {
        sm->out = (mrpb_out_t){0};
    }
    if (comes)
        count_offered(p, sm);
    return comes || sm->out.out_bypass != was.out_bypass;
}

static void on_cycle(void *ctx, uint32_t n, uint64_t cycle)
{
    policy_t *p = ctx;
    sm_t *sm = &p->sm[n];
    bool inputs = sm->in.in_valid | sm->in.out_taken | sm->in.out_reject;
    bool empty = !sm->out.out_valid;
    if (!inputs && (!empty || !sm->stored))
        return;
    catch_up(p, sm, cycle);
    if (inputs || sm->visible) {
        if (clock_unit(p, sm, cycle))
            gpu_sm_wake_at(p->run.gpu, n, cycle + 1);
        sm->in = (mrpb_in_t){0};
        sm->taken_in = false;
    }
    if (!sm->out.out_valid && sm->stored) /* drained in the cycle in which it is seen */
        gpu_sm_wake_at(p->run.gpu, n,
                       sm->visible ? cycle + 1 : sm->clocked + 1 + bits_lowest(sm->due));
}

static const gpu_hooks_t hooks = {
    .policy = "mrpb",
    .on_kernel_start = on_kernel_start,
    .on_l1_access = on_l1_access,
    .on_cycle = on_cycle,
    .request_push = request_push,
    .request_next = request_next,
    .request_answer = request_answer,
};

static int init(policy_t *p, diag_t *d)
{
    (void)d;
    p->places = places_of(p);
    p->warps_per_cta = 1;
    return 0;
}

static unsigned derive(const policy_t *p, policy_row_t *rows)
{
    rows[0] = policy_ratio("mean_wait", p->n.wait_cycles, p->n.requests);
    return 1;
}

static void check(const policy_t *p, state_io_t *io)
{
    for (uint32_t i = 0; i < p->run.cfg->n_sms; i++) {
        const sm_t *sm = &p->sm[i];
        bool ok = sm->fresh < p->places && sm->n_free <= sm->fresh && p->warps_per_cta &&
                  place_of(sm->out.out_data) < p->places;
        for (uint32_t k = 0; ok && k < sm->n_free; k++)
            ok = sm->free[k] < p->places;
        if (!ok)
            state_fail(io, "mrpb: %u of %u places used, %u free again", sm->fresh, p->places,
                       sm->n_free);
    }
}

STATE_LAYOUT("mrpb's policy", sizeof(policy_t) - sizeof(policy_run_t) - sizeof(counts_t), 48);
STATE_LAYOUT("mrpb's sm_t", sizeof(sm_t), 120);
STATE_LAYOUT("mrpb's waiting_t", sizeof(waiting_t), 32);

const policy_ops_t policy_mrpb = {
    .name = "mrpb",
    .doc = "request prioritization buffer before the L1 (Jia et al., 2014)",
    .hooks = &hooks,
    .bytes = sizeof(policy_t),
    .options = options,
    .parts = parts,
    .counts = counts,
    .n_options = sizeof options / sizeof *options,
    .n_parts = sizeof parts / sizeof *parts,
    .n_counts = sizeof counts / sizeof *counts,
    .init = init,
    .derive = derive,
    .check = check,
};
