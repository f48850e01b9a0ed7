/*
 * Policy mrpb: the memory request prioritization buffer (Jia, Shaw, Martonosi, HPCA 2014). One
 * `mrpb` unit an SM, or one `mrpb.slot` (form=slot, the single slot of section 5.4), each behind an
 * engine (C, RTL or lockstep).
 *
 * A unit's clock cycle is an SM-cycle: the request in the outbound register is offered to the L1;
 * the L1's answer and the request before the buffer are the cycle's inputs, and on_cycle clocks the
 * unit. What the unit does is read from its ports. The policy knows where the requests are: they
 * wait in a pool, and the unit carries a header with slot of the pool, warp and line.
 *
 * Inputs stay as they are until something changes: a request that is refused stands at the unit's
 * input, a rejected one is rejected again. While they stay, cycles are left out for as long as the
 * unit says that nothing happens.
 */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "policy/mrpb_int.h"

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
static const policy_name_t bypasses[] = {
    {"off", BYPASS_OFF}, {"all", BYPASS_ALL}, {"assoc", BYPASS_ASSOC}, {NULL, 0}};
static const policy_name_t unlimited[] = {{"unlimited", UNLIMITED}, {NULL, 0}};
static const policy_name_t forms[] = {{"buffer", FORM_BUFFER}, {"slot", FORM_SLOT}, {NULL, 0}};

static const policy_option_t options[] = {
    {"policy", 0, .doc = "which queue is drained", .at = offsetof(policy_t, drain),
     .names = drains},
    {"signature", SIGNATURE_WARP, .doc = "what has a queue: warp slot, CTA slot, warp of the CTA",
     .at = offsetof(policy_t, signature), .names = signatures},
    {"flush", true, .doc = "writes are not stored, full queues drained first",
     .at = offsetof(policy_t, flush), .names = policy_off_on},
    {"bypass", BYPASS_ASSOC, .doc = "rejected reads bypass the L1: all, or those without a way",
     .at = offsetof(policy_t, bypass), .names = bypasses},
    {"depth", 8, 1, MOST_DEPTH, "entries of a queue; unlimited: 1024, the unit's most",
     .at = offsetof(policy_t, depth), .names = unlimited},
    {"latency", 5, 2, 64, "cycles until a stored request is seen by the policy",
     .at = offsetof(policy_t, latency)},
    {"form", FORM_BUFFER, .doc = "slot: no queues, the bypass alone",
     .at = offsetof(policy_t, form), .names = forms},
    {"immediate", .doc = "a read without a way bypasses in the cycle of its lookup; with assoc",
     .at = offsetof(policy_t, immediate), .names = policy_off_on},
};

/* ---- Parts ---- */

/* A preset with more warps than the paper has more queues. */
static uint32_t queues_of(const policy_t *p)
{
    uint32_t warps = p->run.cfg->warps_per_sm;
    return warps > PAPER_QUEUES ? warps : PAPER_QUEUES;
}

static uint32_t depth_of(const policy_t *p)
{
    return p->depth == UNLIMITED ? MOST_DEPTH : p->depth;
}

/* Slots for all requests that can be inside, and one for the request at the input. */
static uint32_t slots_of(const policy_t *p)
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

void mrpb_configure(const policy_t *p, void *cfg)
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
    {.at = offsetof(sm_t, buffer),
     .unit = &mrpb_unit,
     .configure = mrpb_configure,
     .when = has_buffer,
     .check = mrpb_check_buffer},
    {.at = offsetof(sm_t, slot),
     .unit = &mrpb_slot_unit,
     .configure = configure_slot,
     .when = has_slot,
     .check = mrpb_check_slot},
    {.at = offsetof(sm_t, pool),
     .size = sizeof(waiting_t),
     .count = slots_of,
     .walk = mrpb_walk_waiting},
    {.at = offsetof(sm_t, free), .size = sizeof(uint32_t), .count = slots_of},
};

static const policy_part_t parts[] = {
    {.at = offsetof(policy_t, sm),
     .size = sizeof(sm_t),
     .count = policy_sms,
     .each = "sm",
     .walk = mrpb_walk_sm,
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

/* ---- The unit, in either form ---- */

static unit_inst_t *unit_of(const sm_t *sm)
{
    return sm->buffer ? sm->buffer : sm->slot;
}

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

static mrpb_out_t slot_outputs(const mrpb_slot_out_t *o)
{
    return (mrpb_out_t){.in_ready = o->in_ready,
                        .out_valid = o->out_valid,
                        .out_write = o->out_write,
                        .out_bypass = o->out_bypass,
                        .out_data = o->out_data};
}

/* Makes sm->out the outputs of the cycle's inputs. */
static void evaluate(const policy_t *p, sm_t *sm, uint64_t cycle)
{
    check_unit(p, unit_inst_at(unit_of(sm), cycle));
    if (p->form == FORM_BUFFER) {
        check_unit(p, unit_inst_eval(sm->buffer, &sm->in, &sm->out));
    } else {
        mrpb_slot_in_t in = slot_inputs(&sm->in);
        mrpb_slot_out_t out = {0};
        check_unit(p, unit_inst_eval(sm->slot, &in, &out));
        sm->out = slot_outputs(&out);
    }
    sm->evaluated = true;
}

/* The cycle's edge; sm->out becomes the outputs before it, if it is not yet. */
static void tick(const policy_t *p, sm_t *sm, uint64_t cycle)
{
    if (p->form == FORM_BUFFER && sm->evaluated) {
        check_unit(p, unit_inst_tick(sm->buffer, &sm->in));
    } else if (p->form == FORM_BUFFER) {
        check_unit(p, unit_inst_at(sm->buffer, cycle));
        check_unit(p, unit_inst_clock(sm->buffer, &sm->in, &sm->out));
    } else {
        if (!sm->evaluated)
            evaluate(p, sm, cycle);
        mrpb_slot_in_t in = slot_inputs(&sm->in);
        check_unit(p, unit_inst_tick(sm->slot, &in));
    }
}

/* The outputs of the state, and for how long nothing happens. */
uint64_t mrpb_settle(const policy_t *p, sm_t *sm)
{
    if (p->form == FORM_BUFFER) {
        check_unit(p, unit_inst_moore(sm->buffer, &sm->out));
        return unit_inst_sleep(sm->buffer, &sm->in);
    }
    mrpb_slot_in_t in = slot_inputs(&sm->in);
    mrpb_slot_out_t out = {0};
    check_unit(p, unit_inst_moore(sm->slot, &out));
    sm->out = slot_outputs(&out);
    return unit_inst_sleep(sm->slot, &in);
}

static void set_input(uint8_t *port, uint8_t value, sm_t *sm)
{
    sm->changed |= *port != value;
    sm->evaluated &= *port == value;
    *port = value;
}

/* ---- The pool ---- */

static uint64_t header_of(const sm_t *sm, const gpu_req_t *r)
{
    uint64_t header = (r->line << WARP_BITS | r->warp) << SLOT_BITS | sm->next;
    return header & bits_mask(ENTRY_BITS - 1);
}

/* The request that the unit offers; NULL, and the run ends, if it is none that is inside. */
static waiting_t *offered(const policy_t *p, uint32_t n)
{
    const sm_t *sm = &p->sm[n];
    uint32_t slot = mrpb_slot_of(sm->out.out_data);
    if (slot < p->slots && sm->pool[slot].inside)
        return &sm->pool[slot];
    char why[128];
    snprintf(why, sizeof why,
             "mrpb: the unit of sm%" PRIu32 " offers a request that it does not hold (slot %" PRIu32
             ")",
             n, slot);
    gpu_break(p->run.gpu, why);
    return NULL;
}

static void put(sm_t *sm, const gpu_req_t *r, uint64_t cycle)
{
    sm->pool[sm->next] = (waiting_t){*r, cycle, true};
    sm->next = sm->n_free ? sm->free[--sm->n_free] : sm->fresh++;
}

/* ---- Hooks ---- */

static void on_kernel_start(void *ctx, const front_t *front)
{
    policy_t *p = ctx;
    p->warps_per_cta = front->warps_per_cta;
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

static bool peek(void *ctx, uint32_t n, uint64_t cycle, gpu_req_t *r)
{
    const policy_t *p = ctx;
    (void)cycle;
    const waiting_t *w = p->sm[n].out.out_valid ? offered(p, n) : NULL;
    if (w)
        *r = w->r;
    return w != NULL;
}

/* Every read before the L1 is the one in the outbound register. */
static gpu_l1_decision_t on_l1_access(void *ctx, const gpu_l1_access_t *a)
{
    const policy_t *p = ctx;
    if (p->sm[a->req->sm].out.out_bypass)
        return GPU_L1_BYPASS;
    return p->immediate ? GPU_L1_BYPASS_IF_NO_WAY : GPU_L1_NORMAL;
}

/* With immediate the unit sees no rejection, but a request that is taken. */
static void on_l1_result(void *ctx, const gpu_l1_result_t *r)
{
    policy_t *p = ctx;
    if (p->immediate && r->outcome == GPU_L1_BYPASSED && !(r->req->flags & GPU_REQ_PREDICTED))
        p->n.bypasses += !p->sm[r->req->sm].out.out_bypass;
}

static void answer(void *ctx, const gpu_req_t *r, gpu_l1_answer_t a, uint64_t cycle)
{
    policy_t *p = ctx;
    sm_t *sm = &p->sm[r->sm];
    waiting_t *w = offered(p, r->sm);
    bool uncached = r->flags & GPU_REQ_UNCACHED; /* may not bypass: it has no line to miss */
    if (!w)
        return;
    w->r.hash = r->hash;
    set_input(&sm->in.out_taken, a == GPU_L1_ACCEPTED, sm);
    set_input(&sm->in.out_reject, a != GPU_L1_ACCEPTED && a != GPU_L1_HELD && !uncached, sm);
    set_input(&sm->in.out_assoc, a == GPU_L1_NO_WAY, sm);
    if (a != GPU_L1_ACCEPTED)
        return;
    p->n.bypasses += sm->out.out_bypass;
    p->n.wait_cycles += cycle - w->since;
    w->inside = false;
    sm->free[sm->n_free++] = mrpb_slot_of(sm->out.out_data);
}

/* Why the request at the input waits, once a request. */
static void count_refusal(policy_t *p, sm_t *sm)
{
    if (!sm->refused) {
        p->n.met_full += sm->out.wait_full;
        p->n.writes_waited += sm->out.wait_write;
    }
    sm->refused = true;
}

static bool can_accept(void *ctx, const gpu_req_t *r, uint64_t cycle)
{
    policy_t *p = ctx;
    sm_t *sm = &p->sm[r->sm];
    uint64_t header = header_of(sm, r);
    set_input(&sm->in.in_valid, 1, sm);
    set_input(&sm->in.in_write, r->kind != GPU_REQ_READ, sm);
    set_input(&sm->in.in_queue, (uint8_t)(has_buffer(p) ? queue_of(p, r) : 0), sm);
    sm->changed |= sm->in.in_data != header;
    sm->evaluated &= sm->in.in_data == header;
    sm->in.in_data = header;
    if (!sm->evaluated)
        evaluate(p, sm, cycle);
    if (!sm->out.in_ready)
        count_refusal(p, sm);
    return sm->out.in_ready;
}

static void push(void *ctx, const gpu_req_t *r, uint64_t cycle)
{
    policy_t *p = ctx;
    sm_t *sm = &p->sm[r->sm];
    put(sm, r, cycle);
    p->n.requests++;
    sm->refused = false;
}

/* What the unit does at this edge. */
static void count(policy_t *p, sm_t *sm)
{
    const mrpb_out_t *o = &sm->out;
    p->n.enqueued += o->entered;
    p->n.direct_writes += o->direct;
    p->n.policy_drains += o->drained == DRAINED_POLICY;
    p->n.read_flushes += o->drained == DRAINED_READ;
    p->n.write_flushes += o->drained == DRAINED_WRITE;
    sm->stored += o->entered; /* of a cycle first one enters, then one is drained */
    if (sm->stored > p->n.max_stored)
        p->n.max_stored = sm->stored;
    sm->stored -= o->drained != 0;
}

/* What was taken is gone; what waits goes on waiting, and a rejection repeats itself. */
static void hold_inputs(sm_t *sm)
{
    if (sm->in.out_taken)
        sm->in.out_taken = sm->in.out_reject = sm->in.out_assoc = 0;
    if (sm->in.in_valid && sm->out.in_ready) {
        sm->in.in_valid = sm->in.in_write = sm->in.in_queue = 0;
        sm->in.in_data = 0;
    }
    sm->changed = false;
}

/* The cycle's edge. Returns whether the L1 is offered something else from now on. sm->until becomes
 * the first cycle in which something happens by itself. */
static bool clock_unit(policy_t *p, sm_t *sm, uint64_t cycle)
{
    tick(p, sm, cycle);
    count(p, sm);
    hold_inputs(sm);
    const bool valid = sm->out.out_valid, bypass = sm->out.out_bypass;
    const uint64_t data = sm->out.out_data;
    uint64_t quiet = mrpb_settle(p, sm);
    sm->until = quiet == UNIT_QUIET_EVER ? UINT64_MAX : cycle + 1 + quiet;
    return sm->out.out_valid != valid || sm->out.out_bypass != bypass || sm->out.out_data != data;
}

static void on_cycle(void *ctx, uint32_t n, uint64_t cycle)
{
    policy_t *p = ctx;
    sm_t *sm = &p->sm[n];
    bool clocked = sm->changed || cycle >= sm->until;
    bool offers_other = clocked && clock_unit(p, sm, cycle);
    sm->evaluated = false;
    uint64_t wake = offers_other ? cycle + 1 : sm->until;
    if (wake != UINT64_MAX)
        gpu_sm_wake_at(p->run.gpu, n, wake);
}

static const gpu_request_buffer_t buffer = {
    .can_accept = can_accept,
    .push = push,
    .peek = peek,
    .answer = answer,
};

static const gpu_hooks_t hooks = {
    .policy = "mrpb",
    .on_kernel_start = on_kernel_start,
    .on_l1_access = on_l1_access,
    .on_l1_result = on_l1_result,
    .on_cycle = on_cycle,
    .request_buffer = &buffer,
};

static int init(policy_t *p, diag_t *d)
{
    if (p->immediate && p->bypass != BYPASS_ASSOC)
        return diag_at(d, "mrpb.immediate", 0, 0, "expected mrpb.bypass=assoc");
    p->slots = slots_of(p);
    p->warps_per_cta = 1;
    for (uint32_t i = 0; i < p->run.cfg->n_sms; i++) {
        p->sm[i].fresh = 1;
        p->sm[i].until = UINT64_MAX;
    }
    return 0;
}

static unsigned derive(const policy_t *p, policy_row_t *rows)
{
    rows[0] = policy_ratio("mean_wait", p->n.wait_cycles, p->n.requests);
    return 1;
}

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
    .walk = mrpb_walk,
    .check = mrpb_check,
};
