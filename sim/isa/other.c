/*
 * The rest: predicates, packing, address spaces, lane exchange, sums with carry. Code compiled
 * for warps of 32 sees a wavefront of 64 as two warps that run together: votes, ballots and
 * exchanges stay within 32 lanes.
 */
#include <string.h>

#include "isa/exec.h"

static uint64_t pred_source(const front_warp_t *w, uint16_t p, bool negated)
{
    return negated ? ~w->pred[p] : w->pred[p];
}

static void pred_logic(const op_t *o, front_warp_t *w, uint64_t mask)
{
    uint64_t a = pred_source(w, o->c, o->c_not);
    uint64_t b = o->sub == PLOGIC_NOT ? 0 : pred_source(w, o->c2, o->c2_not);
    uint64_t r = o->sub == PLOGIC_AND   ? a & b
                 : o->sub == PLOGIC_OR  ? a | b
                 : o->sub == PLOGIC_XOR ? a ^ b
                                        : ~a;
    isa_write_pred(w, o->p, r, mask);
}

static uint64_t lane_value(const front_warp_t *w, uint32_t src, unsigned bits, unsigned lane)
{
    const void *p = warp_src(w, src);
    return bits == 64 ? ((const u64a_t *)p)[lane] : ((const u32a_t *)p)[lane];
}

static void write_lanes(front_warp_t *w, uint32_t slot, unsigned bits, const uint64_t *value,
                        uint64_t mask)
{
    if (slot == NO_SLOT)
        return;
    if (bits == 64) {
        isa_write64(w, slot, value, mask);
        return;
    }
    uint32_t low[INST_MAX_LANES];
    for (uint32_t i = 0; i < w->lanes; i++)
        low[i] = (uint32_t)value[i];
    isa_write32(w, slot, low, mask);
}

static void move(const op_t *o, front_warp_t *w, uint64_t mask)
{
    uint64_t value[INST_MAX_LANES], part[INST_MAX_LANES];
    unsigned total = ptx_type_bits(isa_rows[o->row].t);
    switch (o->sub) {
    case MOV_PACK:
        for (uint32_t i = 0; i < w->lanes; i++) {
            value[i] = 0;
            for (unsigned k = 0; k < o->n; k++)
                value[i] |= lane_value(w, o->v[k], 32, i) << (k * (total / o->n));
        }
        write_lanes(w, o->dst, o->dst_bits, value, mask);
        return;
    case MOV_UNPACK:
        for (uint32_t i = 0; i < w->lanes; i++)
            value[i] = lane_value(w, o->src[0], o->dst_bits, i);
        for (unsigned k = 0; k < o->n; k++) {
            unsigned bits = total / o->n;
            for (uint32_t i = 0; i < w->lanes; i++)
                part[i] = value[i] >> (k * bits) & ((UINT64_C(1) << bits) - 1);
            write_lanes(w, o->v[k], 32, part, mask);
        }
        return;
    case MOV_CLOCK: {
        /* There is no time here: instructions the warp has executed stand for it. */
        bool high = o->imm == PTX_SR_CLOCK_HI || o->imm == PTX_SR_GLOBALTIMER_HI;
        for (uint32_t i = 0; i < w->lanes; i++)
            value[i] = high ? w->steps >> 32 : w->steps;
        write_lanes(w, o->dst, o->dst_bits, value, mask);
        return;
    }
    case MOV_PRED_CONST:
        isa_write_pred(w, o->p, o->imm ? UINT64_MAX : 0, mask);
        isa_write_pred(w, o->q, o->imm ? 0 : UINT64_MAX, mask);
        return;
    default: { /* MOV_PRED */
        uint64_t c = pred_source(w, o->c, o->c_not);
        isa_write_pred(w, o->p, c, mask);
        isa_write_pred(w, o->q, ~c, mask);
    }
    }
}

static uint64_t window_of(unsigned space)
{
    return space == INST_SPACE_SHARED  ? ISA_SHARED_WINDOW
           : space == INST_SPACE_LOCAL ? ISA_LOCAL_WINDOW
                                       : 0;
}

static void convert_address(const op_t *o, front_warp_t *w, uint64_t mask)
{
    uint64_t value[INST_MAX_LANES], window = window_of(o->space);
    const u64a_t *src = op_src(o, w, 0);
    for (uint32_t i = 0; i < w->lanes; i++)
        value[i] = o->mods & ISA_M(TO) ? src[i] - window : src[i] + window;
    isa_write64(w, o->dst, value, mask);
}

static void is_space(const op_t *o, front_warp_t *w, uint64_t mask)
{
    const u64a_t *src = op_src(o, w, 0);
    uint64_t in = 0;
    for (uint32_t i = 0; i < w->lanes; i++) {
        bool shared = src[i] - ISA_SHARED_WINDOW < ISA_WINDOW_BYTES;
        bool local = src[i] - ISA_LOCAL_WINDOW < ISA_WINDOW_BYTES;
        bool yes = o->space == INST_SPACE_SHARED  ? shared
                   : o->space == INST_SPACE_LOCAL ? local
                                                  : !shared && !local;
        in |= (uint64_t)yes << i;
    }
    isa_write_pred(w, o->p, in, mask);
}

static void vote(const op_t *o, front_warp_t *w, uint64_t mask)
{
    uint64_t pred = pred_source(w, o->c, o->c_not), result = 0;
    uint32_t ballot[INST_MAX_LANES];
    for (uint32_t h = 0; h < w->lanes; h += 32) {
        uint32_t in = (uint32_t)(mask >> h), yes = (uint32_t)(pred >> h) & in;
        bool r = o->sub == VOTE_ALL ? yes == in : o->sub == VOTE_ANY ? yes != 0 : yes == in || !yes;
        result |= (uint64_t)(r ? UINT32_MAX : 0) << h;
        for (uint32_t i = 0; i < 32; i++)
            ballot[h + i] = yes;
    }
    if (o->sub == VOTE_BALLOT)
        isa_write32(w, o->dst, ballot, mask);
    else
        isa_write_pred(w, o->p, result, mask);
}

static void active_mask(const op_t *o, front_warp_t *w, uint64_t mask)
{
    uint32_t value[INST_MAX_LANES];
    for (uint32_t i = 0; i < w->lanes; i++)
        value[i] = (uint32_t)(mask >> (i & ~31u));
    isa_write32(w, o->dst, value, mask);
}

static void match(const op_t *o, front_warp_t *w, uint64_t mask)
{
    uint32_t value[INST_MAX_LANES] = {0};
    uint64_t all = 0;
    for (uint64_t m = mask; m; m &= m - 1) {
        unsigned lane = (unsigned)__builtin_ctzll(m), h = lane & ~31u;
        uint64_t mine = lane_value(w, o->src[0], o->dst_bits, lane);
        uint32_t in = (uint32_t)(mask >> h), same = 0;
        for (uint32_t x = in; x; x &= x - 1) {
            unsigned other = (unsigned)__builtin_ctz(x);
            if (lane_value(w, o->src[0], o->dst_bits, h + other) == mine)
                same |= UINT32_C(1) << other;
        }
        value[lane] = o->sub && same != in ? 0 : same;
        if (same == in)
            all |= UINT64_C(1) << lane;
    }
    if (o->dst != NO_SLOT)
        isa_write32(w, o->dst, value, mask);
    isa_write_pred(w, o->p, all, mask);
}

/* A lane that takes no part gives 0, and the launch is warned of. PTX leaves the value open;
 * measured on GPUs, lanes behind the end of the CTA give 0. */
static void shuffle(const op_t *o, front_warp_t *w, uint64_t mask)
{
    const u32a_t *a = op_src(o, w, 0), *b = op_src(o, w, 1), *c = op_src(o, w, 2);
    uint32_t value[INST_MAX_LANES];
    uint64_t valid = 0, no_part = 0;
    for (uint32_t i = 0; i < w->lanes; i++) {
        int32_t lane = (int32_t)(i & 31), by = (int32_t)(b[i] & 31), clamp = (int32_t)(c[i] & 31);
        int32_t seg = (int32_t)(c[i] >> 8 & 31);
        int32_t top = (lane & seg) | (clamp & ~seg), bottom = lane & seg, from;
        bool ok;
        switch (o->sub) {
        case SHFL_UP:
            from = lane - by;
            ok = from >= top;
            break;
        case SHFL_DOWN:
            from = lane + by;
            ok = from <= top;
            break;
        case SHFL_BFLY:
            from = lane ^ by;
            ok = from <= top;
            break;
        default:
            from = bottom | (by & ~seg);
            ok = from <= top;
            break;
        }
        uint32_t source = (i & ~31u) + (uint32_t)(ok ? from : lane);
        bool there = mask >> source & 1;
        value[i] = there ? a[source] : 0;
        valid |= (uint64_t)ok << i;
        no_part |= (uint64_t)!there << i;
    }
    if (__builtin_expect((no_part & mask) != 0, 0))
        isa_warn(w, "reads lanes that take no part; %d lanes get 0",
                 __builtin_popcountll(no_part & mask));
    if (o->dst != NO_SLOT)
        isa_write32(w, o->dst, value, mask);
    isa_write_pred(w, o->p, valid, mask);
}

/* add, sub and mad with the condition code: a 65th bit in 128-bit arithmetic. */
static void carry(const op_t *o, front_warp_t *w, uint64_t mask)
{
    unsigned type = isa_rows[o->row].t, bits = ptx_type_bits(type);
    bool is_signed = ptx_type_class(type) == 's';
    uint64_t keep = bits == 64 ? UINT64_MAX : UINT32_MAX, out = 0, in = w->pred[o->c];
    uint64_t value[INST_MAX_LANES];
    for (uint32_t i = 0; i < w->lanes; i++) {
        uint64_t a = lane_value(w, o->src[0], bits, i), b = lane_value(w, o->src[1], bits, i);
        uint64_t flag = o->sub & CARRY_IN ? in >> i & 1 : 0;
        if (o->sub & (CARRY_MAD_LO | CARRY_MAD_HI)) {
            __int128 x = is_signed ? (bits == 64 ? (__int128)(int64_t)a : (__int128)(int32_t)a)
                                   : (__int128)a;
            __int128 y = is_signed ? (bits == 64 ? (__int128)(int64_t)b : (__int128)(int32_t)b)
                                   : (__int128)b;
            unsigned __int128 product = (unsigned __int128)x * (unsigned __int128)y;
            a = (uint64_t)(o->sub & CARRY_MAD_HI ? product >> bits : product) & keep;
            b = lane_value(w, o->src[2], bits, i);
        }
        unsigned __int128 sum =
            o->sub & CARRY_SUB ? (unsigned __int128)a - b - flag : (unsigned __int128)a + b + flag;
        value[i] = (uint64_t)sum & keep;
        out |= (uint64_t)(sum >> bits & 1) << i; /* a borrow when subtracting */
    }
    write_lanes(w, o->dst, bits, value, mask);
    if (o->sub & CARRY_OUT)
        isa_write_pred(w, o->p, out, mask);
}

void isa_exec_other(const op_t *o, front_warp_t *w, uint64_t mask, warp_step_t *out)
{
    (void)out;
    switch (o->exec) {
    case EX_MOV:
        move(o, w, mask);
        return;
    case EX_PLOGIC:
        pred_logic(o, w, mask);
        return;
    case EX_CVTA:
        convert_address(o, w, mask);
        return;
    case EX_ISSPACEP:
        is_space(o, w, mask);
        return;
    case EX_VOTE:
        vote(o, w, mask);
        return;
    case EX_ACTIVEMASK:
        active_mask(o, w, mask);
        return;
    case EX_MATCH:
        match(o, w, mask);
        return;
    case EX_SHFL:
        shuffle(o, w, mask);
        return;
    case EX_CARRY:
        carry(o, w, mask);
        return;
    case EX_SYSCALL:
        isa_exec_syscall(o, w, mask);
        return;
    default: /* fences, prefetches, sleeping: no effect on values */
        return;
    }
}
