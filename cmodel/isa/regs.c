/*
 * Registers: liveness, the most that are live at once (occupancy), and slots by linear scan over
 * live intervals. A lane follows one path of the flow graph and writes are masked, so liveness
 * of one thread is enough under divergence too. A guarded write does not end the old value.
 */
#include <stdlib.h>
#include <string.h>

#include "isa/build.h"

/* Of each of the four sets; a kernel of 10,000 blocks and 20,000 registers needs 25 MB. */
#define MAX_LIVE_BYTES ((size_t)1 << 28)

typedef struct live {
    uint64_t *in, *out, *gen, *kill; /* [n_blocks][words] */
    uint32_t words;
} live_t;

static inline bool bit(const uint64_t *set, uint32_t k)
{
    return set[k / 64] >> (k % 64) & 1;
}

static inline void put(uint64_t *set, uint32_t k)
{
    set[k / 64] |= UINT64_C(1) << (k % 64);
}

static inline void drop(uint64_t *set, uint32_t k)
{
    set[k / 64] &= ~(UINT64_C(1) << (k % 64));
}

static void block_sets(build_t *b, live_t *v)
{
    refs_t r;
    for (uint32_t k = 0; k < b->n_blocks; k++) {
        uint64_t *gen = v->gen + (size_t)k * v->words, *kill = v->kill + (size_t)k * v->words;
        for (uint32_t i = b->block_first[k]; i < b->block_first[k + 1]; i++) {
            build_refs(b, &b->flat[i], &r);
            for (unsigned u = 0; u < r.n_use; u++)
                if (!bit(kill, r.use[u]))
                    put(gen, r.use[u]);
            for (unsigned d = 0; d < r.n_def && !b->flat[i].guarded; d++)
                put(kill, r.def[d]);
        }
    }
}

static void solve(build_t *b, live_t *v)
{
    for (bool changed = true; changed;) {
        changed = false;
        for (uint32_t k = b->n_blocks; k-- > 0;) {
            size_t at = (size_t)k * v->words;
            for (uint32_t w = 0; w < v->words; w++) {
                uint64_t out = 0;
                for (uint32_t s = 0; s < b->n_succ[k]; s++)
                    out |= v->in[(size_t)b->succ[k][s] * v->words + w];
                uint64_t in = v->gen[at + w] | (out & ~v->kill[at + w]);
                changed |= in != v->in[at + w] || out != v->out[at + w];
                v->in[at + w] = in;
                v->out[at + w] = out;
            }
        }
    }
}

/* Slots of 32 bits a register takes; predicates none. */
static uint32_t weight(const build_t *b, uint32_t reg)
{
    return b->reg_type[reg] == PT_PRED ? 0 : ptx_type_bits(b->reg_type[reg]) > 32 ? 2 : 1;
}

typedef struct interval {
    uint32_t reg, start, end; /* points: 2 i reads of instruction i, 2 i + 1 its writes */
} interval_t;

static void cover(interval_t *x, uint32_t point)
{
    x->start = point < x->start ? point : x->start;
    x->end = point > x->end ? point : x->end;
}

/* A source may share its slot with a destination only where lanes match one to one. */
static bool may_share(const build_t *b, const flat_t *f, const refs_t *r)
{
    if (r->n_def != 1 || !f->p)
        return false;
    uint32_t w = weight(b, r->def[0]);
    if (f->exec != EX_ALU32 && f->exec != EX_ALU64 && f->exec != EX_SELP && f->exec != EX_MOV)
        return false;
    for (unsigned u = 0; u < r->n_use; u++)
        if (weight(b, r->use[u]) && weight(b, r->use[u]) != w)
            return false;
    return true;
}

static void scan_block(build_t *b, const live_t *v, uint32_t k, interval_t *x, uint64_t *now)
{
    refs_t r;
    uint32_t first = b->block_first[k], end = b->block_first[k + 1], live = 0;
    memcpy(now, v->out + (size_t)k * v->words, v->words * sizeof *now);
    for (uint32_t g = 0; g < b->n_regs; g++) {
        if (bit(now, g)) {
            cover(&x[g], 2 * end - 1);
            live += weight(b, g);
        }
        if (bit(v->in + (size_t)k * v->words, g))
            cover(&x[g], 2 * first);
    }
    for (uint32_t i = end; i-- > first;) {
        build_refs(b, &b->flat[i], &r);
        for (unsigned d = 0; d < r.n_def; d++) {
            cover(&x[r.def[d]], 2 * i + 1);
            if (!bit(now, r.def[d])) { /* never read: it still takes a place here */
                put(now, r.def[d]);
                live += weight(b, r.def[d]);
            }
        }
        b->max_live = live > b->max_live ? live : b->max_live;
        for (unsigned d = 0; d < r.n_def && !b->flat[i].guarded; d++)
            if (bit(now, r.def[d])) {
                drop(now, r.def[d]);
                live -= weight(b, r.def[d]);
            }
        bool share = may_share(b, &b->flat[i], &r);
        for (unsigned u = 0; u < r.n_use; u++) {
            cover(&x[r.use[u]], share ? 2 * i : 2 * i + 1);
            if (!bit(now, r.use[u])) {
                put(now, r.use[u]);
                live += weight(b, r.use[u]);
            }
        }
        b->max_live = live > b->max_live ? live : b->max_live;
    }
}

static int by_start(const void *a, const void *b)
{
    const interval_t *x = a, *y = b;
    if (x->start != y->start)
        return x->start < y->start ? -1 : 1;
    return x->reg < y->reg ? -1 : x->reg > y->reg;
}

/* First end point after which each slot is free; grows on demand. */
typedef struct scan {
    uint32_t *busy_to; /* [cap] point until which the slot is taken, inclusive */
    uint32_t used, cap;
} scan_t;

static uint32_t take(build_t *b, scan_t *s, const interval_t *x, uint32_t width)
{
    uint32_t at = 0;
    for (;; at += width) {
        if (at + width > s->cap) {
            uint32_t cap = s->cap ? s->cap * 2 : 64;
            uint32_t *grown = pool_alloc(&b->temp, cap * sizeof *grown);
            if (s->cap)
                memcpy(grown, s->busy_to, s->cap * sizeof *grown);
            s->busy_to = grown;
            s->cap = cap;
        }
        bool free = true;
        for (uint32_t w = 0; w < width; w++)
            free &= at + w >= s->used || s->busy_to[at + w] < x->start;
        if (free)
            break;
    }
    for (uint32_t w = 0; w < width; w++)
        s->busy_to[at + w] = x->end;
    while (s->used < at + width) {
        if (s->used < at) /* skipped to be even: free for a later one */
            s->busy_to[s->used] = 0;
        s->used++;
    }
    return at;
}

bool build_regs(build_t *b)
{
    live_t v = {.words = (b->n_regs + 63) / 64};
    size_t bytes = (size_t)b->n_blocks * v.words * sizeof(uint64_t);
    if (bytes > MAX_LIVE_BYTES)
        return build_fail(b, NULL, "kernel '%s' is too large: %u blocks times %u registers",
                          b->func->name, b->n_blocks, b->n_regs);
    v.in = pool_alloc(&b->temp, bytes);
    v.out = pool_alloc(&b->temp, bytes);
    v.gen = pool_alloc(&b->temp, bytes);
    v.kill = pool_alloc(&b->temp, bytes);
    block_sets(b, &v);
    solve(b, &v);

    interval_t *x = pool_alloc(&b->temp, b->n_regs * sizeof *x);
    for (uint32_t g = 0; g < b->n_regs; g++)
        x[g] = (interval_t){.reg = g, .start = UINT32_MAX};
    uint64_t *now = pool_alloc(&b->temp, v.words * sizeof *now);
    for (uint32_t k = 0; k < b->n_blocks; k++)
        scan_block(b, &v, k, x, now);
    qsort(x, b->n_regs, sizeof *x, by_start);

    scan_t regs = {0}, preds = {0};
    b->slot = pool_alloc(&b->temp, b->n_regs * sizeof *b->slot);
    for (uint32_t g = 0; g < b->n_regs; g++) {
        if (x[g].start == UINT32_MAX) {
            b->slot[x[g].reg] = NO_SLOT;
            continue;
        }
        uint32_t w = weight(b, x[g].reg);
        b->slot[x[g].reg] = w ? take(b, &regs, &x[g], w) : take(b, &preds, &x[g], 1);
    }
    b->slots = regs.used;
    b->preds = preds.used;
    return b->preds < NO_PRED || build_fail(b, NULL, "kernel '%s' has more than %u predicates live",
                                            b->func->name, NO_PRED - 1u);
}
