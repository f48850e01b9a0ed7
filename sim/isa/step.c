/*
 * One warp instruction: registers, predicates, and the SIMT stack.
 *
 * The stack. A warp runs the lanes of active at pc until they come to rpc, where they meet the
 * lanes that wait in the entry below. A branch whose lanes disagree leaves an entry for their
 * meeting point (the branch's immediate post-dominator) and one for the taken side; the lanes
 * that fall through run first. Lanes that are at the meeting point already wait in its entry.
 * A branch inside a path that meets at the same point leaves no second entry, so that loops do
 * not grow the stack. Exited lanes leave all entries (alive).
 */
#include <stdlib.h>
#include <string.h>

#include "front/memory.h"
#include "isa/exec.h"

static void push(front_warp_t *w, uint32_t pc, uint32_t rpc, uint64_t mask)
{
    if (w->depth == w->room) {
        uint32_t room = w->room ? w->room * 2 : 8;
        simt_entry_t *grown = realloc(w->stack, room * sizeof *grown);
        if (!grown)
            memory_out();
        w->stack = grown;
        w->room = room;
    }
    w->stack[w->depth++] = (simt_entry_t){pc, rpc, mask};
}

/* Goes on with the topmost entry that has lanes and is not at its own meeting point. */
static void pop(front_warp_t *w)
{
    while (w->depth) {
        const simt_entry_t *e = &w->stack[--w->depth];
        w->active = e->mask & w->alive;
        w->pc = e->pc;
        w->rpc = e->rpc;
        if (w->active && w->pc != w->rpc)
            return;
    }
    w->active = 0;
    w->pc = ISA_NO_INDEX;
}

static inline void go(front_warp_t *w, uint32_t pc)
{
    w->pc = pc;
    if (pc == w->rpc)
        pop(w);
}

/* Lanes of taken go to target, the other active ones to other. */
static void diverge(front_warp_t *w, const op_t *o, uint64_t taken, uint32_t target, uint32_t other)
{
    uint64_t rest = w->active & ~taken;
    uint32_t meet = o->reconv;
    if (meet != w->rpc && meet != ISA_NO_INDEX)
        push(w, meet, w->rpc, w->active);
    if (target != meet)
        push(w, target, meet, taken);
    w->active = rest;
    w->rpc = meet;
    go(w, other);
}

static void branch(front_warp_t *w, const op_t *o, uint64_t taken)
{
    if (taken == w->active)
        go(w, o->target);
    else if (!taken)
        go(w, w->pc + 1);
    else
        diverge(w, o, taken, o->target, w->pc + 1);
}

/* The place in the table of the function at addr; n_targets: none. */
static uint32_t callee_of(const op_t *o, uint64_t addr)
{
    uint32_t k = 0;
    while (k < o->n_targets && PTX_CODE_BASE + o->table[o->n_targets + k] != addr)
        k++;
    return k;
}

/* Which target each lane takes; false: one takes none, which is a fault. */
static bool choose_targets(front_warp_t *w, const op_t *o, uint64_t mask, uint32_t *index)
{
    const void *src = op_src(o, w, 0);
    for (uint64_t m = mask; m; m &= m - 1) {
        uint32_t lane = (uint32_t)__builtin_ctzll(m);
        if (o->sub == BRX_INDEX) {
            index[lane] = ((const u32a_t *)src)[lane];
            if (index[lane] < o->n_targets)
                continue;
            isa_fault(w, (int)lane, "branch index %u; the table has %u targets", index[lane],
                      o->n_targets);
            return false;
        }
        uint64_t addr = ((const u64a_t *)src)[lane];
        index[lane] = callee_of(o, addr);
        if (index[lane] == o->n_targets) {
            isa_fault(
                w, (int)lane,
                "call of 0x%llx; expected the address of a function of this prototype that is "
                "not under way",
                (unsigned long long)addr);
            return false;
        }
    }
    return true;
}

/* brx: lanes by the target their index names; those of the first lane run first. */
static void branch_table(front_warp_t *w, const op_t *o, uint64_t mask)
{
    uint32_t index[INST_MAX_LANES];
    if (!choose_targets(w, o, mask, index))
        return;
    uint64_t group[INST_MAX_LANES], left = mask;
    uint32_t target[INST_MAX_LANES], meet = o->reconv, next = w->pc + 1;
    unsigned n = 0;
    if (mask != w->active) { /* guarded: the others fall through */
        target[n] = next;
        group[n++] = w->active & ~mask;
    }
    while (left) {
        uint32_t lane = (uint32_t)__builtin_ctzll(left);
        target[n] = o->table[index[lane]];
        group[n] = 0;
        for (uint64_t m = left; m; m &= m - 1) {
            uint32_t k = (uint32_t)__builtin_ctzll(m);
            if (o->table[index[k]] == target[n])
                group[n] |= UINT64_C(1) << k;
        }
        left &= ~group[n++];
    }
    if (n == 1) {
        go(w, target[0]);
        return;
    }
    if (meet != w->rpc && meet != ISA_NO_INDEX)
        push(w, meet, w->rpc, w->active);
    for (unsigned k = n; k-- > 1;)
        if (target[k] != meet)
            push(w, target[k], meet, group[k]);
    w->active = group[0];
    w->rpc = meet;
    go(w, target[0]);
}

static void leave(front_warp_t *w, uint64_t mask)
{
    w->alive &= ~mask;
    w->active &= ~mask;
    if (w->active)
        go(w, w->pc + 1);
    else
        pop(w);
}

static uint64_t read_pred(const front_warp_t *w, uint16_t p, bool negated)
{
    return negated ? ~w->pred[p] : w->pred[p];
}

/* A row's handler or, wrapped, what surrounds it. Lanes that have exited may be overwritten. */
static inline void alu(const op_t *o, front_warp_t *w, uint64_t mask, bool wide)
{
    void *dst = warp_slot(w, o->dst);
    if (mask == w->alive && !o->wrap) {
        w->row[o->row](o, w, dst);
        return;
    }
    if (!mask)
        return;
    uint64_t temp[INST_MAX_LANES] __attribute__((aligned(64)));
    if (o->wrap)
        isa_exec_wrapped(o, w, temp);
    else
        w->row[o->row](o, w, temp);
    if (wide || o->dst_bits == 64)
        isa_write64(w, o->dst, temp, mask);
    else
        isa_write32(w, o->dst, (const uint32_t *)temp, mask);
}

static uint64_t lane_mask(const op_t *o, front_warp_t *w)
{
    uint64_t mask;
    if (o->wrap)
        isa_exec_wrapped(o, w, &mask);
    else
        w->row[o->row](o, w, &mask);
    return mask;
}

static uint64_t combine(const op_t *o, const front_warp_t *w, uint64_t value)
{
    if (o->c == NO_PRED)
        return value;
    uint64_t c = read_pred(w, o->c, o->c_not);
    return o->mods & ISA_M(AND) ? value & c : o->mods & ISA_M(OR) ? value | c : value ^ c;
}

static void set_register(const op_t *o, front_warp_t *w, uint64_t mask)
{
    uint64_t value = combine(o, w, lane_mask(o, w));
    unsigned type = isa_rows[o->row].t;
    uint32_t yes = type == PT_F32              ? 0x3f800000u
                   : type == PT_F16            ? 0x3c00
                   : ptx_type_bits(type) == 16 ? 0xffff
                                               : UINT32_MAX;
    uint32_t temp[INST_MAX_LANES];
    for (uint32_t i = 0; i < w->lanes; i++)
        temp[i] = value >> i & 1 ? yes : 0;
    isa_write32(w, o->dst, temp, mask);
}

static void select_lanes(const op_t *o, front_warp_t *w, uint64_t mask)
{
    uint64_t c = read_pred(w, o->c, o->c_not);
    const isa_vec_t *v = w->l->vec;
    uint64_t temp[INST_MAX_LANES] __attribute__((aligned(64)));
    void *dst = mask == w->alive ? warp_slot(w, o->dst) : (void *)temp;
    if (o->dst_bits == 64) {
        v->select64(dst, op_src(o, w, 0), op_src(o, w, 1), c, w->lanes);
        if (dst == (void *)temp)
            isa_write64(w, o->dst, temp, mask);
    } else {
        v->select32(dst, op_src(o, w, 0), op_src(o, w, 1), c, w->lanes);
        if (dst == (void *)temp)
            isa_write32(w, o->dst, (const uint32_t *)temp, mask);
    }
}

static void copy_register(const op_t *o, front_warp_t *w, uint64_t mask)
{
    const void *src = op_src(o, w, 0);
    if (mask == w->alive)
        memmove(warp_slot(w, o->dst), src, (size_t)w->lanes * (o->dst_bits / 8u));
    else if (o->dst_bits == 64)
        isa_write64(w, o->dst, src, mask);
    else
        isa_write32(w, o->dst, src, mask);
}

static void set_predicates(const op_t *o, front_warp_t *w, uint64_t mask)
{
    uint64_t value = lane_mask(o, w);
    uint64_t p = combine(o, w, value), q = combine(o, w, ~value); /* either may be the source */
    isa_write_pred(w, o->p, p, mask);
    isa_write_pred(w, o->q, q, mask);
}

static void barrier(const op_t *o, front_warp_t *w, uint64_t mask, warp_step_t *out)
{
    uint32_t lane = (uint32_t)__builtin_ctzll(mask);
    uint32_t id = ((const u32a_t *)op_src(o, w, 0))[lane];
    uint32_t threads = o->src[1] == NO_SLOT ? 0 : ((const u32a_t *)op_src(o, w, 1))[lane];
    if (id > 15) {
        isa_fault(w, (int)lane, "barrier number %u; expected 0 to 15", id);
        return;
    }
    if (o->src[1] != NO_SLOT && (!threads || threads % 32 || threads > 1024)) {
        isa_fault(w, (int)lane, "barrier for %u threads; expected a multiple of 32", threads);
        return;
    }
    w->barrier = out->barrier = (uint8_t)id;
    w->barrier_warps = out->barrier_warps = (uint16_t)((threads + w->lanes - 1) / w->lanes);
    w->barrier_pc = w->pc;
    w->at_barrier = true;
}

/*
 * The first warp to read a barrier's result shows that all have arrived; whoever arrives from then
 * on meets the next one. A warp reads before it can arrive again, so that two are enough.
 */
static void reduce(const op_t *o, front_warp_t *w, uint64_t mask)
{
    bar_red_t *r = &w->cta->red[w->barrier];
    uint64_t p = read_pred(w, o->c, o->c_not) & mask;
    unsigned k = r->met & 1;
    w->red = r->met;
    r->lanes[k] += (uint32_t)__builtin_popcountll(p);
    r->some_false[k] |= p != mask;
}

static void take_reduced(const op_t *o, front_warp_t *w, uint64_t mask)
{
    bar_red_t *r = &w->cta->red[w->barrier];
    if (r->met == w->red) {
        r->met++;
        r->lanes[r->met & 1] = r->some_false[r->met & 1] = 0;
    }
    uint32_t lanes = r->lanes[w->red & 1], temp[INST_MAX_LANES];
    bool yes = o->sub == RED_AND ? !r->some_false[w->red & 1] : lanes != 0;
    if (o->sub != RED_POPC) {
        isa_write_pred(w, o->p, yes ? UINT64_MAX : 0, mask);
        return;
    }
    for (uint32_t i = 0; i < w->lanes; i++)
        temp[i] = lanes;
    isa_write32(w, o->dst, temp, mask);
}

void isa_step(void *ctx, front_warp_t *w, warp_step_t *out)
{
    (void)ctx;
    const op_t *o = &w->op[w->pc];
    uint64_t mask = w->active;
    if (o->guard != NO_PRED)
        mask &= read_pred(w, o->guard, o->guard_not);
    out->active = mask;
    w->steps++;
    switch (o->exec) {
    case EX_ALU32:
        alu(o, w, mask, false);
        break;
    case EX_ALU64:
        alu(o, w, mask, true);
        break;
    case EX_SETP:
        set_predicates(o, w, mask);
        break;
    case EX_SET:
        set_register(o, w, mask);
        break;
    case EX_SELP:
        select_lanes(o, w, mask);
        break;
    case EX_MOV:
        if (o->sub == MOV_COPY)
            copy_register(o, w, mask);
        else
            isa_exec_other(o, w, mask, out);
        break;
    case EX_LOAD:
        isa_exec_load(o, w, mask, out);
        break;
    case EX_STORE:
        isa_exec_store(o, w, mask, out);
        break;
    case EX_TEXTURE:
        isa_exec_texture(o, w, mask, out);
        break;
    case EX_ATOM:
    case EX_RED:
        isa_exec_atom(o, w, mask, out);
        break;
    case EX_BRA:
        branch(w, o, mask);
        goto moved;
    case EX_BRX:
        branch_table(w, o, mask);
        goto moved;
    case EX_EXIT:
        leave(w, mask);
        goto moved;
    case EX_BAR:
        if (mask)
            barrier(o, w, mask, out);
        break;
    case EX_BAR_RED:
        if (mask)
            barrier(o, w, mask, out);
        if (mask && !w->l->front.error)
            reduce(o, w, mask);
        break;
    case EX_BAR_GET:
        if (mask)
            take_reduced(o, w, mask);
        break;
    case EX_TRAP:
        if (mask)
            isa_fault(w, __builtin_ctzll(mask), "trap");
        break;
    default:
        isa_exec_other(o, w, mask, out);
        break;
    }
    go(w, w->pc + 1);
moved:
    out->next = w->pc == ISA_NO_INDEX ? NULL : &w->l->k->inst[w->pc];
}

void isa_exec_value(const op_t *o, front_warp_t *w, uint64_t mask)
{
    switch (o->exec) {
    case EX_ALU32:
        alu(o, w, mask, false);
        return;
    case EX_ALU64:
        alu(o, w, mask, true);
        return;
    case EX_SETP:
        set_predicates(o, w, mask);
        return;
    case EX_SET:
        set_register(o, w, mask);
        return;
    case EX_SELP:
        select_lanes(o, w, mask);
        return;
    case EX_MOV:
        if (o->sub == MOV_COPY) {
            copy_register(o, w, mask);
            return;
        }
        break;
    default:
        break;
    }
    isa_exec_other(o, w, mask, NULL);
}
