/*
 * Registers: liveness, the most that are live at once (occupancy), and slots by linear scan over
 * live intervals. A lane follows one path of the flow graph and writes are masked, so liveness
 * of one thread is enough under divergence too. A guarded write does not end the old value.
 */
#include <stdlib.h>
#include <string.h>

#include "isa/build.h"

/* Of each of the four sets; a kernel of 10,000 blocks and 20,000 registers needs 25 MB. */
#define MAX_LIVE_BYTES ((size_t)1 << 26)
/* Places in the file of a kind; hardware has 255. */
#define MAX_LIVE 8192

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

/* Places of one file, each taken up to a point, inclusive; grows on demand. */
typedef struct scan {
    uint32_t *busy_to;
    uint32_t used;
} scan_t;

static uint32_t take(build_t *b, scan_t *s, const interval_t *x)
{
    uint32_t at = 0;
    while (at < s->used && s->busy_to[at] >= x->start)
        at++;
    if (at == s->used) {
        s->busy_to = pool_grow(&b->temp, s->busy_to, s->used, sizeof *s->busy_to);
        s->used++;
    }
    s->busy_to[at] = x->end;
    return at;
}

/* Registers of 32 bits, of 64 bits and predicates have a file each: two paths of a diverged warp
 * may use one place for different things, which is right lane by lane only if lane i of both is
 * the same bytes. 64-bit registers come first, two slots each. */
static bool assign(build_t *b, const interval_t *x)
{
    scan_t file[3] = {{0}}; /* by weight: predicates, 32 bits, 64 bits */
    b->slot = pool_alloc(&b->temp, b->n_regs * sizeof *b->slot);
    for (uint32_t g = 0; g < b->n_regs; g++) {
        uint32_t reg = x[g].reg;
        scan_t *f = &file[weight(b, reg)];
        b->slot[reg] = x[g].start == UINT32_MAX ? NO_SLOT : take(b, f, &x[g]);
        if (f->used > MAX_LIVE)
            return build_fail(b, NULL, "kernel '%s' needs more than %u registers of a kind",
                              b->func->name, (unsigned)MAX_LIVE);
    }
    b->n64 = file[2].used;
    b->slots = 2 * b->n64 + file[1].used;
    b->preds = file[0].used;
    for (uint32_t reg = 0; reg < b->n_regs; reg++) {
        if (b->slot[reg] == NO_SLOT)
            continue;
        if (weight(b, reg) == 2)
            b->slot[reg] *= 2;
        else if (weight(b, reg) == 1)
            b->slot[reg] += 2 * b->n64;
    }
    return true;
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
    return assign(b, x);
}
