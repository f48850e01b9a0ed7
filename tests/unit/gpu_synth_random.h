/*
 * Random programs for the synthetic front end (gpu_synth.h): instructions, addresses, masks and
 * barriers are functions of a seed, the CTA, the warp and the instruction.
 */
#ifndef LW_TESTS_GPU_SYNTH_RANDOM_H
#define LW_TESTS_GPU_SYNTH_RANDOM_H

#include "common/rng.h"
#include "gpu_synth.h"

#define BASE       UINT64_C(0x10000000)
#define LOCAL_BASE (UINT64_C(1) << 40)

enum {
    LOCAL_WORDS = 12,
    LOCAL_REGIONS = 3
}; /* a thread's; as many CTAs' as each other's neighbours */

/* A stateless hash: the streams must not depend on the order in which warps are stepped. */
static inline uint64_t mix(uint64_t x)
{
    x ^= x >> 33;
    x *= UINT64_C(0xff51afd7ed558ccd);
    x ^= x >> 33;
    x *= UINT64_C(0xc4ceb9fe1a85ec53);
    return x ^ x >> 33;
}

typedef struct shape {
    uint64_t seed;
    uint32_t footprint; /* bytes */
} shape_t;

static inline uint64_t key_of(const synth_t *s, const synth_at_t *at)
{
    const shape_t *p = s->user;
    return mix(p->seed ^ ((uint64_t)at->cta << 40) ^ ((uint64_t)at->warp << 32) ^
               ((uint64_t)at->iter << 8) ^ at->inst);
}

/* A word of the thread's own; the regions of few CTAs, so that they meet. */
static inline uint64_t local_addr(const synth_t *s, const synth_at_t *at, uint32_t lane)
{
    const inst_t *i = &s->inst[at->inst];
    uint64_t k = key_of(s, at), words = i->width > 4 ? i->width / 4 : 1;
    uint64_t word = (k >> 8) % (LOCAL_WORDS - words + 1), in = i->width < 4 ? k >> 20 & 2 : 0;
    uint64_t warp = at->cta % LOCAL_REGIONS * s->front.warps_per_cta + at->warp;
    return LOCAL_BASE + ((warp * LOCAL_WORDS + word) * s->front.warp_size + lane) * 4 + in;
}

static inline uint64_t random_addr(const synth_t *s, const synth_at_t *at, uint32_t lane)
{
    const shape_t *p = s->user;
    const inst_t *i = &s->inst[at->inst];
    if (i->space == INST_SPACE_LOCAL)
        return local_addr(s, at, lane);
    uint64_t k = key_of(s, at);
    uint32_t width = i->width, span = i->space == INST_SPACE_SHARED ? 4096 : p->footprint;
    uint64_t base = i->space == INST_SPACE_SHARED ? 0 : BASE;
    uint64_t at_byte = 0;
    switch (k & 3) {
    case 0: /* coalesced */
        at_byte = (k >> 8) % span / 128 * 128 + lane * width;
        break;
    case 1: /* strided */
        at_byte = (k >> 8) % span + (uint64_t)lane * 512;
        break;
    case 2: /* scattered */
        at_byte = mix(k + lane);
        break;
    default: /* few lines */
        at_byte = (k >> 8) % span + (lane & 3) * 128;
    }
    return base + at_byte % span / width * width;
}

static inline uint64_t random_mask(const synth_t *s, const synth_at_t *at)
{
    uint64_t k = mix(key_of(s, at) + 17), all = bits_mask(s->front.warp_size);
    if (s->inst[at->inst].kind == INST_BARRIER || (k & 7) < 5)
        return all;
    return (k & 7) == 5 ? 0 : mix(k) & all;
}

/* Barriers of the whole CTA, and of pairs of warps (numbers of their own). */
static inline void random_barrier(const synth_t *s, const synth_at_t *at, warp_step_t *out)
{
    const shape_t *p = s->user;
    uint64_t k = mix(p->seed ^ at->inst);
    if (k & 1) {
        out->barrier = (uint8_t)(8 + (k >> 1) % 8);
        return;
    }
    out->barrier = (uint8_t)(at->warp / 2);
    out->barrier_warps = (uint16_t)((at->warp | 1u) < s->front.warps_per_cta ? 2 : 1);
}

/* A random program; every warp executes all of it, so that barriers match. */
static inline void random_program(synth_t *s, rng_t *r)
{
    uint32_t n = 4 + rng_below(r, 20);
    for (uint32_t k = 0; k < n; k++) {
        int dst = (int)rng_below(r, 12), src = (int)rng_below(r, 12);
        inst_t *i;
        switch (rng_below(r, 16)) {
        case 0:
            i = synth_add(s, INST_UNIT_CTRL, INST_BARRIER, INST_SPACE_NONE, -1, -1);
            break;
        case 1:
            i = synth_add(s, INST_UNIT_CTRL, INST_FENCE, INST_SPACE_NONE, -1, -1);
            break;
        case 2:
            i = synth_add(s, INST_UNIT_SFU, INST_ALU, INST_SPACE_NONE, dst, src);
            break;
        case 3:
            i = synth_add(s, INST_UNIT_DP, INST_ALU, INST_SPACE_NONE, dst, src);
            i->initiation = (uint8_t)rng_below(r, 3);
            break;
        case 4:
        case 5:
            i = synth_store(s, src);
            i->width = (uint8_t)(1u << rng_below(r, 5));
            break;
        case 6:
            i = synth_add(s, INST_UNIT_LDST, INST_ATOMIC, INST_SPACE_GLOBAL, dst, src);
            break;
        case 7:
            i = synth_add(s, INST_UNIT_LDST, INST_REDUCE, INST_SPACE_GLOBAL, -1, src);
            break;
        case 8:
            i = synth_add(s, INST_UNIT_LDST, INST_LOAD, INST_SPACE_SHARED, dst, src);
            i->width = (uint8_t)(4u << rng_below(r, 3));
            break;
        case 9:
            i = synth_add(s, INST_UNIT_LDST, INST_STORE, INST_SPACE_SHARED, -1, src);
            break;
        case 10:
            i = synth_add(s, INST_UNIT_LDST, INST_LOAD, INST_SPACE_CONST, dst, src);
            break;
        case 11:
            i = synth_load(s, dst, src);
            i->cache_op = (uint8_t)rng_below(r, 2);
            break;
        case 12:
        case 13:
            i = synth_load(s, dst, src);
            i->width = (uint8_t)(1u << rng_below(r, 5));
            break;
        case 14:
            i = synth_add(s, INST_UNIT_CTRL, INST_BRANCH, INST_SPACE_NONE, -1, src);
            break;
        default:
            i = synth_alu(s, dst, src);
        }
        i->sources = (uint8_t)rng_below(r, 5);
        if (i->kind == INST_ALU)
            i->op = (uint8_t)rng_below(r, INST_OPS);
    }
}

/* Some of the loads go through the texture cache. */
static inline void texture_some(synth_t *s, uint64_t seed)
{
    for (uint32_t k = 0; k < s->n; k++) {
        inst_t *i = &s->inst[k];
        if (i->space == INST_SPACE_GLOBAL && i->kind == INST_LOAD && mix(seed ^ k) % 4 == 1)
            i->space = INST_SPACE_TEXTURE;
    }
}

/* A third of the loads and stores become ones of local memory. */
static inline void spill_some(synth_t *s, uint64_t seed)
{
    s->front.local_base = LOCAL_BASE;
    s->front.local_cta_bytes =
        (uint64_t)s->front.warps_per_cta * LOCAL_WORDS * s->front.warp_size * 4;
    for (uint32_t k = 0; k < s->n; k++) {
        inst_t *i = &s->inst[k];
        if (i->space == INST_SPACE_GLOBAL && (i->kind == INST_LOAD || i->kind == INST_STORE) &&
            mix(seed ^ k) % 3 == 0)
            i->space = INST_SPACE_LOCAL;
    }
}

#endif
