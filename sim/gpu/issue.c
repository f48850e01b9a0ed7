/*
 * Schedulers, issue and fetch of an SM.
 */
#include "common/bits.h"
#include "gpu/sm_int.h"

/* ---- Execution units ---- */

static inline uint32_t unit_count(const gpu_cfg_t *cfg, unsigned class)
{
    return class == INST_UNIT_SP    ? cfg->sp_units
           : class == INST_UNIT_SFU ? cfg->sfu_units
                                    : cfg->dp_units;
}

/* The earliest cycle from which a unit of the class takes an instruction, and which. */
static uint64_t unit_earliest(const sm_t *sm, unsigned class, uint32_t *which)
{
    uint32_t n = unit_count(sm->sh->cfg, class), best = 0;
    for (uint32_t i = 1; i < n; i++)
        if (sm->unit_free[class][i] < sm->unit_free[class][best])
            best = i;
    *which = best;
    return sm->unit_free[class][best];
}

/* Lowers *wake to t if that is after c; true: it is not. */
static inline bool free_now(uint64_t t, uint64_t c, uint64_t *wake)
{
    if (t <= c)
        return true;
    if (t < *wake)
        *wake = t;
    return false;
}

/* What an SP unit or the SFU may execute: true if one of them takes it now. */
static __attribute__((noinline)) bool either_free(const sm_t *sm, uint64_t c, uint64_t *wake)
{
    uint32_t which;
    return free_now(unit_earliest(sm, INST_UNIT_SP, &which), c, wake) ||
           free_now(unit_earliest(sm, INST_UNIT_SFU, &which), c, wake);
}

/* Warps of `ready` whose unit can take an instruction now; *wake: lowered to when another can. */
static uint64_t unit_filter(const sm_t *sm, uint64_t ready, uint64_t c, uint64_t *wake)
{
    uint64_t cand = ready & sm->unit[INST_UNIT_CTRL];
    if (ready & sm->unit[INST_UNIT_LDST] && sm_can_issue_memory(sm))
        cand |= ready & sm->unit[INST_UNIT_LDST];
    for (unsigned u = INST_UNIT_SP; u <= INST_UNIT_DP; u++) {
        uint64_t m = ready & sm->unit[u];
        uint32_t which;
        if (m && free_now(unit_earliest(sm, u, &which), c, wake))
            cand |= m;
    }
    uint64_t either = ready & sm->unit[OP_ROUTE_EITHER];
    if (__builtin_expect(either != 0, 0) && either_free(sm, c, wake))
        cand |= either;
    return cand;
}

/* The class that takes what either may: an SP unit if one is free. */
static __attribute__((noinline)) unsigned class_of_either(const sm_t *sm, uint64_t c)
{
    uint32_t which;
    return unit_earliest(sm, INST_UNIT_SP, &which) <= c ? INST_UNIT_SP : INST_UNIT_SFU;
}

static void execute_alu(sm_t *sm, uint32_t w, const inst_t *inst, uint64_t c)
{
    const op_entry_t *op = sm_op(sm, inst);
    uint32_t which, times = inst->initiation && op->repeats ? inst->initiation : 1;
    unsigned class = op->route;
    if (__builtin_expect(class == OP_ROUTE_EITHER, 0))
        class = class_of_either(sm, c);
    unit_earliest(sm, class, &which);
    sm->unit_free[class][which] = c + (uint64_t)op->interval * times;
    if (inst_regset_empty(&inst->dst))
        return;
    sm_add_regs(&sm->warp[w].pending, &inst->dst);
    sm->warp[w].out++;
    wheel_add(&sm->wheel, c + op->latency + sm_operand_delay(sm, inst),
              &(wheel_node_t){.ptr = inst, .kind = EV_RESULT, .warp = (uint8_t)w});
}

/* ---- Barriers ---- */

/* Lets the warps go on that wait at barrier `id` if it is complete. */
static void check_barrier(sm_t *sm, sm_cta_t *cta, unsigned id)
{
    uint32_t want = cta->want[id] ? cta->want[id] : cta->live;
    uint64_t waiting = sm->barrier & cta->mask;
    if (cta->arrived[id] == 0 || cta->arrived[id] < want)
        return;
    if (cta->open != 1u << id) /* some of them wait at another barrier */
        for (uint64_t m = waiting; m; m &= m - 1)
            if (sm->warp[bits_lowest(m)].barrier != id)
                waiting &= ~(m & -m);
    cta->open &= (uint16_t) ~(1u << id);
    cta->arrived[id] = cta->want[id] = 0;
    sm->barrier &= ~waiting;
    sm->sched_dirty = true;
}

static void arrive(sm_t *sm, uint32_t w, const inst_t *inst)
{
    const warp_step_t *step = sm->sh->step;
    sm_cta_t *cta = &sm->cta[sm->warp[w].cta];
    unsigned id = step->barrier;
    sm->stats.barriers++;
    sm->barrier |= UINT64_C(1) << w;
    sm->warp[w].barrier = (uint8_t)id;
    sm->warp[w].barrier_pc = inst->pc;
    cta->open |= (uint16_t)(1u << id);
    cta->arrived[id]++;
    if (step->barrier_warps) /* more than a CTA can have are never met */
        cta->want[id] = (uint8_t)(step->barrier_warps < 255 ? step->barrier_warps : 255);
    check_barrier(sm, cta, id);
}

/* A warp has finished. At a whole-CTA barrier that was its last instruction it neither waits nor
 * is waited for; of a counted one its arrival remains. The whole-CTA barriers of the others wait
 * for one warp fewer. */
static void leave_barriers(sm_t *sm, uint32_t w, sm_cta_t *cta)
{
    uint64_t bit = UINT64_C(1) << w;
    unsigned id = sm->warp[w].barrier;
    if (sm->barrier & bit) {
        sm->barrier &= ~bit;
        if (!cta->want[id] && --cta->arrived[id] == 0)
            cta->open &= (uint16_t) ~(1u << id);
    }
    for (uint32_t m = cta->open; m; m &= m - 1)
        check_barrier(sm, cta, bits_lowest(m));
}

static void execute_ctrl(sm_t *sm, uint32_t w, const inst_t *inst)
{
    uint64_t bit = UINT64_C(1) << w;
    if (inst->kind == INST_BARRIER && sm->sh->step->active) {
        arrive(sm, w, inst);
    } else if (inst->kind == INST_FENCE) {
        sm->stats.fences++;
        bool waits = sm->sh->cfg->fence == GPU_FENCE_ACKS
                         ? sm->warp[w].mem_out != 0
                         : !inst_regset_empty(&sm->warp[w].pending);
        if (waits)
            sm->fence |= bit;
    }
}

/* ---- Issue ---- */

static void finish_warp(sm_t *sm, uint32_t w, uint64_t c)
{
    uint64_t bit = UINT64_C(1) << w;
    sm_cta_t *cta = &sm->cta[sm->warp[w].cta];
    sm->live &= ~bit;
    sm->have &= ~bit;
    sm->fence &= ~bit;
    sm->haz_mem &= ~bit;
    sm->haz_data &= ~bit;
    cta->live--;
    leave_barriers(sm, w, cta);
    HOOK_CALL(sm->sh->hooks, on_warp_finish, sm->id, w, c);
    sm_try_retire(sm, w);
}

bool sm_warp_in_loop(const sm_t *sm, uint32_t w, uint32_t loop)
{
    const sm_warp_t *warp = &sm->warp[w];
    const front_t *f = sm->sh->front;
    if (!warp->next)
        return false;
    if (f->ops->in_loop)
        return f->ops->in_loop(f->ctx, warp->fw, loop);
    uint32_t at = warp->next->loop;
    while (at && at != loop)
        at = sm->sh->loop_up[at];
    return at != 0;
}

/* Tells of the loops around inst in which the warp, whose next instruction is known, has no lane
 * any more. */
static void tell_loops(sm_t *sm, uint32_t w, const inst_t *inst, uint64_t c)
{
    for (uint32_t loop = inst->loop; loop; loop = sm->sh->loop_up[loop]) {
        if (sm_warp_in_loop(sm, w, loop)) /* and so in those further out */
            return;
        HOOK_CALL(sm->sh->hooks, on_loop_exit, sm->id, w, loop, c);
    }
}

/* The warp of `bit` goes on from inst to next (NULL: the end), which may take another route. */
static inline void change_route(sm_t *sm, const inst_t *inst, const inst_t *next, uint64_t bit)
{
    if (__builtin_expect(sm->sh->ops.routed, 0)) {
        *sm_route(sm, inst) &= ~bit;
        if (next)
            *sm_route(sm, next) |= bit;
        return;
    }
    sm->unit[inst->unit] &= ~bit;
    if (next)
        sm->unit[next->unit] |= bit;
}

/* The warp's next instruction is `next`. */
static void advance(sm_t *sm, uint32_t w, const inst_t *inst, const inst_t *next, uint64_t c)
{
    sm_warp_t *warp = &sm->warp[w];
    uint64_t bit = UINT64_C(1) << w;
    warp->next = next;
    if (__builtin_expect(sm->sh->hooks->users_on_loop_exit != 0, 0))
        tell_loops(sm, w, inst, c);
    change_route(sm, inst, next, bit);
    if (!next) {
        finish_warp(sm, w, c);
        return;
    }
    if (warp->buffered > 1 && (next == inst + 1 || sm->sh->cfg->fetch_past_jumps)) {
        warp->buffered--;
    } else {
        warp->buffered = 0;
        sm->have &= ~bit;
        sm->fetching |= bit;
    }
    sm_refresh_hazard(sm, w);
}

static void count_issue(sm_t *sm, const inst_t *inst, uint64_t active)
{
    sm->warp_instructions++;
    sm->thread_instructions += bits_popcount(active);
    switch (inst->unit) {
    case INST_UNIT_SP:
        sm->stats.sp_instructions++;
        break;
    case INST_UNIT_SFU:
        sm->stats.sfu_instructions++;
        break;
    case INST_UNIT_DP:
        sm->stats.dp_instructions++;
        break;
    case INST_UNIT_LDST:
        sm->stats.memory_instructions++;
        break;
    default:
        sm->stats.ctrl_instructions++;
    }
}

static void issue(sm_t *sm, uint32_t w, uint64_t c)
{
    sm_warp_t *warp = &sm->warp[w];
    const inst_t *inst = warp->next;
    front_t *f = sm->sh->front;
    warp_step_t *step = sm->sh->step;
    f->ops->step(f->ctx, warp->fw, step);
    count_issue(sm, inst, step->active);
    if (inst->unit == INST_UNIT_LDST)
        sm_issue_memory(sm, w, inst, c);
    else if (inst->unit == INST_UNIT_CTRL)
        execute_ctrl(sm, w, inst);
    else
        execute_alu(sm, w, inst, c);
    advance(sm, w, inst, step->next, c);
}

/* ---- Warp choice ---- */

uint64_t sm_oldest(const sm_t *sm, uint64_t mask, uint32_t n)
{
    uint64_t out = 0;
    for (uint32_t i = 0; i < sm->resident && n; i++) {
        uint64_t m = mask & sm->cta[sm->order[i]].mask;
        for (; m && n; n--, m &= m - 1)
            out |= m & -m;
    }
    return out;
}

/* The oldest of a non-empty mask. */
static uint32_t pick_oldest(const sm_t *sm, uint64_t mask)
{
    for (uint32_t i = 0; i < sm->resident; i++) {
        uint64_t m = mask & sm->cta[sm->order[i]].mask;
        if (m)
            return bits_lowest(m);
    }
    return bits_lowest(mask);
}

uint32_t sm_pick_baseline(const sm_t *sm, uint32_t s, uint32_t policy, uint64_t mask)
{
    uint32_t last = sm->last_warp[s];
    if (policy == GPU_SCHED_LRR || policy == GPU_SCHED_TWO_LEVEL) {
        uint64_t after = last < 63 ? mask >> (last + 1) << (last + 1) : 0;
        return bits_lowest(after ? after : mask);
    }
    if (policy == GPU_SCHED_GTO && mask >> last & 1)
        return last;
    return pick_oldest(sm, mask);
}

static int pick_warp(const sm_t *sm, uint32_t s, uint64_t mask, uint64_t c)
{
    const gpu_hook_table_t *h = sm->sh->hooks;
    if (__builtin_expect(h->users_pick_warp == 0, 1))
        return (int)sm_pick_baseline(sm, s, sm->sh->cfg->sched_policy, mask);
    for (unsigned i = 0; i < h->n; i++)
        if (h->ops[i]->pick_warp)
            return h->ops[i]->pick_warp(h->ctx[i], sm->id, s, mask, c);
    return GPU_PICK_NONE;
}

static uint64_t ready_mask(const sm_t *sm, uint32_t s)
{
    return sm->own[s] & sm->live & sm->have &
           ~(sm->haz_mem | sm->haz_data | sm->barrier | sm->fence);
}

/* Why scheduler s issues nothing although no warp of it, or of its active set, is ready. */
static sm_cause_t waiting_cause(const sm_t *sm, uint32_t s)
{
    uint64_t m = sm->own[s] & ~sm->barrier;
    if (__builtin_expect(sm->two_level, 0) && ready_mask(sm, s))
        m &= sm->active; /* others are held back: what these wait for is the cause */
    if (m & ((sm->haz_mem & sm->have) | sm->fence))
        return CAUSE_RAW_MEMORY;
    if (m & sm->haz_data & sm->have)
        return CAUSE_RAW_DATA;
    return CAUSE_IDLE;
}

/* One scheduler; true if it issued. *wake: lowered to when a busy unit is free. */
static bool schedule_one(sm_t *sm, uint32_t s, uint64_t c, uint64_t *wake)
{
    uint64_t ready = ready_mask(sm, s);
    if (sm->sh->front->error)
        return false;
    if (__builtin_expect(sm->two_level, 0))
        ready &= sm_active_set(sm, s);
    if (!ready) {
        sm->cause[s] = (uint8_t)waiting_cause(sm, s);
        return false;
    }
    uint64_t cand = unit_filter(sm, ready, c, wake);
    if (!cand) {
        sm->cause[s] = CAUSE_STRUCTURAL;
        return false;
    }
    int w = pick_warp(sm, s, cand, c);
    if (w < 0) { /* a policy withholds them: ask again in the next cycle, or when woken */
        sm->cause[s] = CAUSE_IDLE;
        if (w != GPU_PICK_WAIT)
            *wake = c + 1;
        return false;
    }
    sm->last_warp[s] = (uint8_t)w;
    uint64_t bit = UINT64_C(1) << w;
    gpu_pick_t pick = {.cycle = c, .ready = cand, .sm = sm->id, .sched = s, .warp = (uint32_t)w};
    for (uint32_t n = sm->sh->cfg->issue_per_sched;; pick.ready = bit) {
        HOOK_CALL(sm->sh->hooks, on_pick, &pick);
        issue(sm, (uint32_t)w, c);
        if (--n == 0 || sm->sh->front->error || !(ready_mask(sm, s) & bit) ||
            !unit_filter(sm, bit, c, wake) || pick_warp(sm, s, bit, c) < 0)
            return true;
    }
}

/* After a cycle that issued: if no warp is ready, the next one would only find the causes, and so
 * would all after it until something happens. They are found at once. */
static void look_ahead(sm_t *sm, uint32_t n)
{
    if (sm->two_level || sm->sched_dirty || sm->sh->front->error)
        return;
    for (uint32_t s = 0; s < n; s++)
        if (ready_mask(sm, s))
            return;
    for (uint32_t s = 0; s < n; s++)
        sm->cause[s] = (uint8_t)waiting_cause(sm, s);
    sm->sched_wake = CLOCK_NEVER;
}

void sm_charge_schedulers(sm_t *sm, uint64_t cycle)
{
    if (cycle <= sm->charged)
        return;
    const uint32_t n = sm->sh->cfg->schedulers;
    uint64_t gap = cycle - sm->charged;
    uint64_t *const counter[] = {&sm->stats.stall_structural, &sm->stats.stall_raw_memory,
                                 &sm->stats.stall_raw_data, &sm->stats.stall_idle};
    for (uint32_t s = 0; s < n; s++)
        *counter[sm->cause[s]] += gap;
    sm->stats.scheduler_cycles += gap * n;
    sm->charged = cycle;
}

void sm_schedule(sm_t *sm, uint64_t c)
{
    const uint32_t n = sm->sh->cfg->schedulers;
    sm_charge_schedulers(sm, c);
    sm->sched_ticked++;
    sm->sched_dirty = false;
    sm->mem_issued = 0;
    uint64_t wake = CLOCK_NEVER;
    uint64_t *const counter[] = {&sm->stats.stall_structural, &sm->stats.stall_raw_memory,
                                 &sm->stats.stall_raw_data, &sm->stats.stall_idle};
    bool any = false;
    for (uint32_t s = 0; s < n; s++) {
        if (schedule_one(sm, s, c, &wake)) {
            sm->stats.issued++;
            any = true;
        } else {
            ++*counter[sm->cause[s]];
        }
    }
    sm->stats.scheduler_cycles += n;
    sm->charged = c + 1;
    sm->sched_wake = any ? c + 1 : wake;
    if (any) {
        ++*sm->sh->progress;
        look_ahead(sm, n);
    }
}

/* Round-robin over the warps with empty buffers. */
void sm_fetch(sm_t *sm, uint64_t c)
{
    for (uint32_t n = sm->sh->cfg->fetch_warps; n && sm->fetching; n--) {
        uint32_t last = sm->last_fetch;
        uint64_t after = last < 63 ? sm->fetching >> (last + 1) << (last + 1) : 0;
        uint32_t w = bits_lowest(after ? after : sm->fetching);
        sm->last_fetch = (uint8_t)w;
        if (sm->l1i.sets) {
            uint32_t pc = sm->warp[w].next->pc;
            rocache_answer_t answer =
                rocache_access(&sm->l1i, ROCACHE_CODE_BASE + pc, (uint16_t)w, pc, w, c);
            if (answer == ROCACHE_NO_MSHR)
                continue;
            if (answer != ROCACHE_HIT) {
                sm->fetching &= ~(UINT64_C(1) << w);
                sm->stats.fetch_misses += answer == ROCACHE_MISS;
                continue;
            }
        }
        sm->fetching &= ~(UINT64_C(1) << w);
        sm->stats.fetches++;
        wheel_add(&sm->wheel, c + sm->sh->cfg->fetch_latency,
                  &(wheel_node_t){.kind = EV_FETCHED, .warp = (uint8_t)w});
    }
}
