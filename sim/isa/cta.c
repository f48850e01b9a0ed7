/* CTAs in flight: their registers and memory, and which region of local memory each has. */
#include <stdlib.h>
#include <string.h>

#include "front/memory.h"
#include "isa/exec.h"

#define LINE 64 /* alignment of everything a vector loop touches */

void *isa_line_alloc(size_t bytes)
{
    size_t room = (bytes + LINE - 1) & ~(size_t)(LINE - 1);
    void *p = aligned_alloc(LINE, room ? room : LINE);
    if (!p)
        memory_out();
    memset(p, 0, room);
    return p;
}

void isa_fill_slot(isa_launch_t *l, uint8_t *slot, unsigned bits, uint64_t value)
{
    for (uint32_t i = 0; i < l->lanes; i++) {
        if (bits == 64)
            ((u64a_t *)(void *)slot)[i] = value;
        else
            ((u32a_t *)(void *)slot)[i] = (uint32_t)value;
    }
}

void isa_cta_free(isa_launch_t *l, front_cta_t *c)
{
    for (uint32_t w = 0; w < l->front.warps_per_cta; w++)
        free(c->warp[w].stack);
    free(c->regs);
    free(c->preds);
    free(c->shared);
    free(c->local);
    free(c->call);
    free(c->bank);
    free(c);
}

static front_cta_t *new_cta(isa_launch_t *l)
{
    uint32_t warps = l->front.warps_per_cta;
    front_cta_t *c = isa_line_alloc(sizeof *c + warps * sizeof(front_warp_t));
    c->l = l;
    c->next_all = l->all;
    l->all = c;
    c->regs = isa_line_alloc(regs_bytes(l) * warps);
    c->preds = isa_line_alloc((size_t)l->code->preds * warps * sizeof(uint64_t));
    c->shared = isa_line_alloc(l->shared_bytes);
    c->local = isa_line_alloc(thread_bytes(l, l->local_words));
    c->call = isa_line_alloc(thread_bytes(l, l->call_words));
    c->bank = isa_line_alloc((size_t)CTA_SLOTS << l->shift);
    for (uint32_t i = 0; i < warps; i++) {
        front_warp_t *w = &c->warp[i];
        w->l = l;
        w->cta = c;
        w->index = i;
        w->lanes = l->lanes;
        w->shift = l->shift;
        w->row = l->vec->row;
        w->op = l->code->op;
        w->regs = c->regs + i * regs_bytes(l);
        w->pred = c->preds + (size_t)i * l->code->preds;
        w->bank[BANK_REG] = w->regs;
        w->bank[BANK_CONST] = l->consts;
        w->bank[BANK_WARP] = l->warp_bank + i * ((size_t)WARP_SLOTS << l->shift);
        w->bank[BANK_CTA] = c->bank;
        w->bank[BANK_SCRATCH] = l->scratch;
    }
    return c;
}

/* One word of regions more, all free. */
static void grow_regions(isa_launch_t *l)
{
    uint64_t *grown = realloc(l->regions, (l->n_regions + 1) * sizeof *grown);
    if (!grown)
        memory_out();
    grown[l->n_regions++] = 0;
    l->regions = grown;
}

bool isa_region_claim(isa_launch_t *l, uint32_t region)
{
    while (region / 64 >= l->n_regions)
        grow_regions(l);
    uint64_t bit = UINT64_C(1) << region % 64, *word = &l->regions[region / 64];
    bool was_free = !(*word & bit);
    *word |= bit;
    return was_free;
}

uint32_t isa_region_take(isa_launch_t *l)
{
    for (uint32_t k = 0;; k++) {
        if (k == l->n_regions)
            grow_regions(l);
        if (~l->regions[k]) {
            uint32_t at = (uint32_t)__builtin_ctzll(~l->regions[k]);
            l->regions[k] |= UINT64_C(1) << at;
            return k * 64 + at;
        }
    }
}

front_cta_t *isa_cta_prepare(isa_launch_t *l, uint32_t cta)
{
    front_cta_t *c = l->free;
    uint32_t warps = l->front.warps_per_cta;
    if (c) {
        l->free = c->next;
        memset(c->regs, 0, regs_bytes(l) * warps);
        memset(c->preds, 0, (size_t)l->code->preds * warps * sizeof(uint64_t));
        memset(c->shared, 0, l->shared_bytes);
        memset(c->red, 0, sizeof c->red);
        memset(c->local, 0, thread_bytes(l, l->local_words));
        memset(c->call, 0, thread_bytes(l, l->call_words));
    } else {
        c = new_cta(l);
    }
    c->cta = cta;
    const uint32_t *grid = l->front.grid;
    const uint32_t id[3] = {cta % grid[0], cta / grid[0] % grid[1], cta / grid[0] / grid[1]};
    for (unsigned k = 0; k < 3; k++)
        isa_fill_slot(l, c->bank + ((size_t)(CTA_CTAID_X + k) << l->shift), 32, id[k]);
    for (uint32_t i = 0; i < warps; i++) {
        front_warp_t *w = &c->warp[i];
        uint32_t left = l->threads - i * l->lanes;
        w->alive = left >= 64 ? UINT64_MAX : (UINT64_C(1) << left) - 1;
        if (l->lanes == 32)
            w->alive &= UINT32_MAX;
        w->active = w->alive;
        w->pc = 0;
        w->rpc = ISA_NO_INDEX;
        w->depth = 0;
        w->steps = 0;
        w->at_barrier = false;
    }
    return c;
}
