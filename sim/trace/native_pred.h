/* The predictor's rules, for native_enc.c and native_dec.c only (native_code.h explains them). */
#ifndef LW_TRACE_NATIVE_PRED_H
#define LW_TRACE_NATIVE_PRED_H

#include "common/bits.h"
#include "trace/native_code.h"

/* ctrl: a departure is a varint of the steps before it that went as predicted, then flags. */
enum {
    NAT_F_MASK = 1,    /* the mask departs: its code, and after code 7 its bytes, follow */
    NAT_F_NEXT = 2,    /* the next instruction departs: folded varint, index - (this index + 1) */
    NAT_F_BARRIER = 4, /* number (byte) and warps (varint) of a barrier */
    NAT_F_CODE = 3,    /* bits 5..3: one of the remembered masks, or */
    NAT_CODE_ZERO = 6, /* no lane */
    NAT_CODE_LITERAL = 7,
    NAT_F_ALL = 63, /* no other bit may be set */
};

/* addr: a token a memory access with active lanes. */
enum {
    NAT_A_SAME = 0,  /* every lane moved as last time */
    NAT_A_SHIFT = 1, /* every lane moved by: folded varint */
    NAT_A_LINE = 2,  /* base + stride x lane: base relative to the expected lane 0, stride */
    NAT_A_SPACE =
        3,          /* each active lane relative to the one before, the first to what is expected */
    NAT_A_TIME = 4, /* each active lane relative to what is expected of it */
    NAT_A_KIND = 7,
    NAT_A_UNIT = 3,  /* bits 4..3: differences of SPACE and TIME are in units of 1 << this */
    NAT_A_META = 32, /* a meta byte follows, and the local lanes (varint) if it says SOME */
    NAT_A_ALL = 63,
};

static inline bool nat_splits(uint8_t kind)
{
    return kind == INST_BRANCH || kind == INST_EXIT;
}

static inline uint64_t nat_expected_mask(const nat_pred_t *p, uint32_t i)
{
    const nat_inst_pred_t *x = &p->inst[i];
    if (x->guarded)
        return x->guard;
    return x->taken < 2 ? 0 : p->path;
}

static inline uint32_t nat_expected_next(const nat_pred_t *p, uint32_t i, uint64_t mask)
{
    const nat_inst_pred_t *x = &p->inst[i];
    return mask == p->path || !nat_splits(p->s->prog->inst[i].kind) ? x->next : x->next0;
}

/* Makes a mask the latest remembered. */
static inline void nat_remember(nat_pred_t *p, uint64_t mask)
{
    unsigned k = 0;
    while (k < NAT_MASKS - 1 && p->masks[k] != mask)
        k++;
    for (; k; k--)
        p->masks[k] = p->masks[k - 1];
    p->masks[0] = mask;
}

/* A branch or exit happened. */
static inline void nat_split(nat_pred_t *p, uint32_t i, uint64_t mask, uint32_t next)
{
    nat_inst_pred_t *x = &p->inst[i];
    uint64_t path = p->path, rest = path & ~mask;
    bool branch = p->s->prog->inst[i].kind == INST_BRANCH;
    if (branch && mask == path && x->taken < 3)
        x->taken++;
    else if (branch && !mask && x->taken)
        x->taken--;
    if (mask == path)
        x->next = next;
    else
        x->next0 = next;
    if (!mask || mask == path)
        return;
    nat_remember(p, rest);
    if (branch) {
        nat_remember(p, path);
        nat_remember(p, mask);
    }
    p->path = !branch || next == i + 1 ? rest : mask;
}

/* Learns from a step: its mask (departs: not as expected) and the instruction after it. */
static inline void nat_learn(nat_pred_t *p, uint32_t i, uint64_t mask, bool departs, uint32_t next)
{
    nat_inst_pred_t *x = &p->inst[i];
    p->cur = next;
    if (nat_splits(p->s->prog->inst[i].kind)) {
        p->left_at = NAT_NO_ROW;
        nat_split(p, i, mask, next);
        return;
    }
    x->next = next;
    if (!departs) {
        p->left_at = NAT_NO_ROW;
        return;
    }
    if (mask)
        nat_remember(p, mask);
    if (!mask || x->guarded) {
        x->guarded = true;
        x->guard = mask;
        p->left_at = NAT_NO_ROW;
        return;
    }
    if (p->left_at != NAT_NO_ROW && p->left_path == mask) { /* it was a guard after all */
        p->inst[p->left_at].guarded = true;
        p->inst[p->left_at].guard = p->path;
        p->left_at = NAT_NO_ROW;
    } else {
        p->left_at = i;
        p->left_path = p->path;
    }
    p->path = mask;
}

/* What addresses of a row are relative to before its first access. */
static inline void nat_row_start(nat_pred_t *p, uint32_t row, uint8_t meta)
{
    uint64_t *vec = p->vec + (size_t)row * p->s->lanes;
    uint64_t from =
        (meta & 15) == INST_SPACE_GLOBAL && meta >> 4 == NAT_LOCAL_NONE ? p->s->arena_base : 0;
    for (uint32_t k = 0; k < p->s->lanes; k++)
        vec[k] = from;
    p->row[row].known = true;
}

static inline uint64_t nat_region_base(const nat_shape_t *s, uint32_t region)
{
    return s->local_base + region * s->local_cta_bytes;
}

#endif
