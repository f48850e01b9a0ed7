/*
 * What surrounds a handler in its rarer forms: directed rounding, flushing of subnormals,
 * saturation, operands of another width (cvt).
 */
#include <fenv.h>
#include <string.h>

#include "isa/exec.h"
#include "isa/sem.h"

static uint32_t flush(uint32_t x)
{
    return (x & 0x7f800000u) ? x : x & 0x80000000u;
}

/* Copies source k into the scratch bank, flushed or cut. */
static void prepare(const op_t *o, const front_warp_t *w, op_t *t, unsigned k)
{
    uint32_t slot = 2 * k;
    u32a_t *to = (u32a_t *)(void *)(w->l->scratch + ((size_t)slot << w->shift));
    bool narrow = o->narrow >> k & 1, ftz = o->ftz >> k & 1;
    const u32a_t *from32 = op_src(o, w, k);
    const u64a_t *from64 = op_src(o, w, k);
    for (uint32_t i = 0; i < w->lanes; i++) {
        uint32_t x = narrow ? (uint32_t)from64[i] : from32[i];
        to[i] = ftz ? flush(x) : x;
    }
    t->src[k] = (uint32_t)BANK_SCRATCH << SRC_BANK_SHIFT | slot;
}

static void call(const op_t *t, front_warp_t *w, void *dst)
{
    if (!(t->wrap & WRAP_ROUND)) {
        w->row[t->row](t, w, dst);
        return;
    }
    int before = fegetround();
    fesetround(t->mods & ISA_M(RZ) ? FE_TOWARDZERO : t->mods & ISA_M(RM) ? FE_DOWNWARD : FE_UPWARD);
    w->row[t->row](t, w, dst);
    fesetround(before);
}

/* Two halves; not a number: +0. */
static uint32_t saturate_halves(uint32_t x)
{
    uint32_t out = 0;
    for (unsigned s = 0; s < 32; s += 16) {
        uint32_t h = x >> s & 0xffff;
        out |= (h > 0x7c00 ? 0 : h > 0x3c00 ? 0x3c00 : h) << s;
    }
    return out;
}

static void finish32(const op_t *o, uint32_t n, uint32_t *d)
{
    for (uint32_t i = 0; i < n; i++) {
        if (o->wrap & WRAP_FTZ_OUT)
            d[i] = flush(d[i]);
        if (o->wrap & WRAP_SAT) { /* not a number: +0 */
            float x = sem_raw_f32(d[i]);
            d[i] = x >= 1.0f ? 0x3f800000u : x > 0.0f ? d[i] : 0;
        }
        if (o->wrap & WRAP_SAT_HALF)
            d[i] = saturate_halves(d[i]);
    }
}

static void finish64(const op_t *o, uint32_t n, uint64_t *d)
{
    for (uint32_t i = 0; i < n && (o->wrap & WRAP_SAT); i++) {
        double x = sem_raw_f64(d[i]);
        d[i] = x >= 1.0 ? UINT64_C(0x3ff0000000000000) : x > 0.0 ? d[i] : 0;
    }
}

void isa_exec_wrapped(const op_t *o, front_warp_t *w, void *dst)
{
    op_t t = *o;
    for (unsigned k = 0; k < 4; k++)
        if ((o->narrow | o->ftz) >> k & 1)
            prepare(o, w, &t, k);
    if (o->exec == EX_ALU64) {
        call(&t, w, dst);
        finish64(o, w->lanes, dst);
        return;
    }
    if (o->exec != EX_ALU32) { /* a lane mask */
        call(&t, w, dst);
        return;
    }
    if (!(o->wrap & (WRAP_WIDEN_U | WRAP_WIDEN_S))) {
        call(&t, w, dst);
        finish32(o, w->lanes, dst);
        return;
    }
    uint32_t narrow[INST_MAX_LANES] __attribute__((aligned(64)));
    uint64_t *wide = dst;
    call(&t, w, narrow);
    finish32(o, w->lanes, narrow);
    for (uint32_t i = 0; i < w->lanes; i++)
        wide[i] = o->wrap & WRAP_WIDEN_S ? (uint64_t)(int64_t)(int32_t)narrow[i] : narrow[i];
}
