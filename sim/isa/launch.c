/* Launches: checking the shape, constants, and what the GPU calls (isa_front_ops). */
#include "isa/isa.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "isa/exec.h"

const isa_vec_t *isa_vec_find(const char *name)
{
    bool avx2 = false, avx512 = false;
#if defined(__x86_64__)
    avx2 = __builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma") &&
           __builtin_cpu_supports("bmi2");
    avx512 = avx2 && __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512bw") &&
             __builtin_cpu_supports("avx512dq") && __builtin_cpu_supports("avx512vl");
#endif
    if (!name)
        return avx512 ? &isa_vec_avx512 : avx2 ? &isa_vec_avx2 : &isa_vec_base;
    if (!strcmp(name, "base"))
        return &isa_vec_base;
    if (!strcmp(name, "avx2"))
        return avx2 ? &isa_vec_avx2 : NULL;
    if (!strcmp(name, "avx512"))
        return avx512 ? &isa_vec_avx512 : NULL;
    return NULL;
}

static bool check(const isa_launch_cfg_t *c, diag_t *d)
{
    const isa_kernel_t *k = c->kernel;
    uint64_t ctas = 1, threads = 1;
    for (unsigned i = 0; i < 3; i++) {
        if (!c->grid[i] || !c->block[i] || c->block[i] > 1024) {
            diag_at(d, k->name, 0, 0,
                    "grid or block of %u x %u x %u, %u x %u x %u; expected at "
                    "least 1 and blocks of at most 1024",
                    c->grid[0], c->grid[1], c->grid[2], c->block[0], c->block[1], c->block[2]);
            return false;
        }
        ctas = ctas > UINT32_MAX ? ctas : ctas * c->grid[i];
        threads *= c->block[i];
    }
    if (ctas >= UINT32_MAX)
        diag_at(d, k->name, 0, 0, "grid of more than 4294967294 CTAs");
    else if (threads > 1024)
        diag_at(d, k->name, 0, 0, "%u threads in a CTA; expected at most 1024", (unsigned)threads);
    else if (k->max_threads && threads > k->max_threads)
        diag_at(d, k->name, 0, 0, "%u threads in a CTA; the kernel allows %u", (unsigned)threads,
                k->max_threads);
    else if (k->req_block[0] && memcmp(k->req_block, c->block, sizeof k->req_block))
        diag_at(d, k->name, 0, 0, "block of %u x %u x %u; the kernel requires %u x %u x %u",
                c->block[0], c->block[1], c->block[2], k->req_block[0], k->req_block[1],
                k->req_block[2]);
    else if (c->warp_size != 32 && c->warp_size != 64)
        diag_at(d, k->name, 0, 0, "warps of %u lanes; expected 32 or 64", c->warp_size);
    else if (c->param_bytes != k->param_bytes)
        diag_at(d, k->name, 0, 0, "%u bytes of parameters; the kernel takes %u", c->param_bytes,
                k->param_bytes);
    else if (c->dyn_shared > ISA_WINDOW_BYTES / 2)
        diag_at(d, k->name, 0, 0, "%u bytes of dynamic shared memory; expected at most %llu",
                c->dyn_shared, (unsigned long long)ISA_WINDOW_BYTES / 2);
    else if (!isa_vec_find(c->simd))
        diag_at(d, k->name, 0, 0, "no handlers '%s' on this machine; expected base, avx2 or avx512",
                c->simd);
    else
        return true;
    return false;
}

/* Value of a special register that is the same in all CTAs; lane: 0 to 63. */
static uint64_t sreg_value(const isa_launch_t *l, uint32_t sreg, uint32_t lane)
{
    uint32_t half = lane & 31; /* code is compiled for warps of 32: a wavefront of 64 is two */
    switch (sreg) {
    case PTX_SR_NTID_X:
    case PTX_SR_NTID_Y:
    case PTX_SR_NTID_Z:
        return l->front.block[sreg - PTX_SR_NTID_X];
    case PTX_SR_NCTAID_X:
    case PTX_SR_NCTAID_Y:
    case PTX_SR_NCTAID_Z:
        return l->front.grid[sreg - PTX_SR_NCTAID_X];
    case PTX_SR_LANEID:
        return half;
    case PTX_SR_NWARPID:
        return (l->threads + 31) / 32;
    case PTX_SR_NSMID:
        return 1;
    case PTX_SR_LANEMASK_EQ:
        return UINT32_C(1) << half;
    case PTX_SR_LANEMASK_LT:
        return (UINT32_C(1) << half) - 1;
    case PTX_SR_LANEMASK_LE:
        return ((UINT64_C(2) << half) - 1) & UINT32_MAX;
    case PTX_SR_LANEMASK_GE:
        return ~((UINT32_C(1) << half) - 1);
    case PTX_SR_LANEMASK_GT:
        return ~((UINT64_C(2) << half) - 1) & UINT32_MAX;
    case PTX_SR_DYN_SMEM:
        return l->dyn_shared;
    case PTX_SR_TOTAL_SMEM:
        return l->front.shared_bytes;
    case PTX_SR_ENVREG1:
        return l->grid_workspace >> 32;
    case PTX_SR_ENVREG2:
        return (uint32_t)l->grid_workspace;
    default: /* smid, gridid: the front end does not know */
        return 0;
    }
}

static bool make_consts(isa_launch_t *l, diag_t *d)
{
    const struct isa_code *c = l->code;
    l->consts = isa_line_alloc((size_t)c->const_slots << l->shift);
    for (unsigned k = 0; k < c->n_entries; k++) {
        const const_entry_t *e = &c->entry[k];
        uint8_t *slot = l->consts + ((size_t)e->slot << l->shift);
        if (e->kind == CONST_ADDR && !e->var->placed) {
            diag_at(d, l->k->name, 0, 0, "variable '%s' has no place in device memory",
                    e->var->name);
            return false;
        }
        if (e->kind != CONST_SREG) {
            isa_fill_slot(l, slot, e->bits, e->value + (e->kind == CONST_ADDR ? e->var->addr : 0));
            continue;
        }
        for (uint32_t i = 0; i < l->lanes; i++) {
            uint64_t v = sreg_value(l, e->sreg, i);
            if (e->bits == 64)
                ((u64a_t *)(void *)slot)[i] = v;
            else
                ((u32a_t *)(void *)slot)[i] = (uint32_t)v;
        }
    }
    return true;
}

static void make_warp_bank(isa_launch_t *l)
{
    const uint32_t *block = l->front.block;
    size_t bytes = (size_t)WARP_SLOTS << l->shift;
    l->warp_bank = isa_line_alloc(bytes * l->front.warps_per_cta);
    for (uint32_t w = 0; w < l->front.warps_per_cta; w++) {
        u32a_t *at = (u32a_t *)(void *)(l->warp_bank + w * bytes);
        for (uint32_t i = 0; i < l->lanes; i++) {
            uint32_t t = w * l->lanes + i;
            at[WARP_TID_X * l->lanes + i] = t % block[0];
            at[WARP_TID_Y * l->lanes + i] = t / block[0] % block[1];
            at[WARP_TID_Z * l->lanes + i] = t / (block[0] * block[1]);
            at[WARP_WARPID * l->lanes + i] = t / 32;
        }
    }
}

isa_launch_t *isa_launch_new(const isa_launch_cfg_t *cfg, diag_t *d)
{
    const isa_kernel_t *k = cfg->kernel;
    if (k->refusal && !d->text[0])
        snprintf(d->text, sizeof d->text, "%s", k->refusal);
    if (k->refusal || !check(cfg, d))
        return NULL;
    isa_launch_t *l = isa_line_alloc(sizeof *l);
    l->k = k;
    l->code = k->code;
    l->vec = isa_vec_find(cfg->simd);
    l->mem = cfg->mem;
    l->grid_workspace = cfg->grid_workspace;
    l->print = cfg->print;
    l->print_ctx = cfg->print_ctx;
    l->lanes = cfg->warp_size;
    l->shift = cfg->warp_size == 64 ? 8 : 7;
    l->threads = cfg->block[0] * cfg->block[1] * cfg->block[2];
    l->local_words = k->local_bytes / 4;
    l->call_words = k->code->call_bytes / 4;
    l->dyn_shared = cfg->dyn_shared;
    uint32_t align = k->code->dyn_align - 1;
    l->shared_bytes =
        cfg->dyn_shared ? ((k->shared_bytes + align) & ~align) + cfg->dyn_shared : k->shared_bytes;
    uint32_t warps = (l->threads + l->lanes - 1) / l->lanes;
    uint64_t end = cfg->mem.base + cfg->mem.bytes;
    l->front = (front_t){
        .ops = &isa_front_ops,
        .ctx = l,
        .kernel = k->name,
        .warp_size = l->lanes,
        .warps_per_cta = warps,
        .regs_per_thread = cfg->regs_per_thread ? cfg->regs_per_thread : k->regs_per_thread,
        .shared_bytes = l->shared_bytes,
        .inst = k->inst,
        .n_inst = k->n_inst,
        .arena_base = cfg->mem.base,
        .arena_bytes = cfg->mem.bytes,
        .allocation = cfg->allocation,
        .n_allocations = cfg->n_allocations,
        .local_base = cfg->local_base ? cfg->local_base : (end + 4095) & ~UINT64_C(4095),
        .local_cta_bytes = (uint64_t)l->local_words * 4 * l->lanes * warps,
    };
    memcpy(l->front.grid, cfg->grid, sizeof l->front.grid);
    memcpy(l->front.block, cfg->block, sizeof l->front.block);
    l->params = isa_line_alloc(cfg->param_bytes);
    if (cfg->param_bytes)
        memcpy(l->params, cfg->params, cfg->param_bytes);
    l->scratch = isa_line_alloc((size_t)SCRATCH_SLOTS << l->shift);
    make_warp_bank(l);
    if (!make_consts(l, d)) {
        isa_launch_free(l);
        return NULL;
    }
    return l;
}

front_t *isa_launch_front(isa_launch_t *l)
{
    return &l->front;
}

const isa_kernel_t *isa_launch_kernel(const isa_launch_t *l)
{
    return l->k;
}

const char *isa_launch_warning(const isa_launch_t *l)
{
    return l->notes.warning[0] ? l->notes.warning : NULL;
}

isa_notes_t *isa_launch_notes(isa_launch_t *l)
{
    return &l->notes;
}

const char *isa_launch_fault(const isa_launch_t *l)
{
    return l->fault;
}

void isa_launch_free(isa_launch_t *l)
{
    if (!l)
        return;
    while (l->all) {
        front_cta_t *next = l->all->next_all;
        isa_cta_free(l, l->all);
        l->all = next;
    }
    free(l->regions);
    free(l->params);
    free(l->consts);
    free(l->warp_bank);
    free(l->scratch);
    free(l);
}

static front_cta_t *cta_begin(void *ctx, uint32_t cta)
{
    front_cta_t *c = isa_cta_prepare(ctx, cta);
    c->region = isa_region_take(ctx);
    return c;
}

static front_warp_t *cta_warp(void *ctx, front_cta_t *cta, unsigned warp)
{
    (void)ctx;
    return &cta->warp[warp];
}

static const inst_t *first(void *ctx, front_warp_t *w)
{
    const isa_launch_t *l = ctx;
    return w->pc < l->k->n_inst ? &l->k->inst[w->pc] : NULL;
}

static void cta_end(void *ctx, front_cta_t *cta)
{
    isa_launch_t *l = ctx;
    l->regions[cta->region / 64] &= ~(UINT64_C(1) << (cta->region % 64));
    cta->next = l->free;
    l->free = cta;
}

/* Is instruction pc in the loop, which counts from 1? */
static bool inside(const isa_kernel_t *k, uint32_t pc, uint32_t loop)
{
    uint32_t at = pc < k->n_inst ? k->inst[pc].loop : 0;
    while (at && at != loop)
        at = k->loop[at - 1].parent;
    return at != 0;
}

static bool in_loop(void *ctx, const front_warp_t *w, uint32_t loop)
{
    const isa_kernel_t *k = ((const isa_launch_t *)ctx)->k;
    if (w->active && inside(k, w->pc, loop))
        return true;
    for (uint32_t i = 0; i < w->depth; i++)
        if ((w->stack[i].mask & w->alive) && inside(k, w->stack[i].pc, loop))
            return true;
    return false;
}

static const char *source(void *ctx, const inst_t *at, int *line, int *col)
{
    const isa_launch_t *l = ctx;
    const ptx_inst_t *p = l->code->ptx[at - l->k->inst];
    if (!p)
        return NULL;
    *line = p->line;
    *col = p->col;
    return p->func->file;
}

const front_ops_t isa_front_ops = {
    .cta_begin = cta_begin,
    .cta_warp = cta_warp,
    .first = first,
    .step = isa_step,
    .cta_end = cta_end,
    .state = isa_state,
    .cta_state = isa_cta_state,
    .in_loop = in_loop,
    .source = source,
};

const isa_launch_t *isa_front_launch(const front_t *f)
{
    return f->ops == &isa_front_ops ? f->ctx : NULL;
}
