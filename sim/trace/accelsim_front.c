/* A kernel of a trace as the front end of a launch: decodes records. */
#include <stdlib.h>
#include <string.h>

#include "common/bits.h"
#include "common/state_members.h"
#include "trace/accelsim_int.h"

/* Wider ranges of addresses than this get no dense bitmaps (lineset.h). */
#define DENSE_MAX (UINT64_C(1) << 30)

struct front_warp {
    const uint8_t *at; /* behind the index of the record of inst */
    const inst_t *inst;
    front_cta_t *cta;
    uint32_t left; /* records, that of inst included */
    uint32_t index, mask;
    uint32_t number; /* in the CTA */
    uint8_t head;
};

struct front_cta {
    front_cta_t *prev, *next; /* in the kernel's list of those that have begun */
    acc_block_t *block;
    uint32_t slot; /* place of its local memory */
    front_warp_t warp[];
};

/* ---- Local memory: words of 4 bytes, lanes side by side (isa/isa.h) ---- */

static uint64_t local_words(const acc_kernel_t *k)
{
    return k->local_low < k->local_high ? (k->local_high - k->local_low + 3) / 4 : 0;
}

static uint32_t take_slot(acc_kernel_t *k)
{
    uint32_t i = 0;
    if (!k->front.local_cta_bytes)
        return 0;
    while (i < k->n_slots && k->cta_slot[i])
        i++;
    if (i == k->n_slots) {
        k->cta_slot = acc_grow(k->cta_slot, 1, ++k->n_slots);
    }
    k->cta_slot[i] = 1;
    return i;
}

static void place_local(const acc_kernel_t *k, const front_warp_t *w, warp_step_t *out)
{
    uint64_t base = k->front.local_base + w->cta->slot * k->front.local_cta_bytes;
    uint64_t first = w->number * local_words(k);
    for (uint64_t m = out->active; m; m &= m - 1) {
        unsigned lane = bits_lowest(m);
        uint64_t offset = out->addr[lane] - k->local_low;
        out->addr[lane] = base + ((first + offset / 4) * ACC_LANES + lane) * 4 + offset % 4;
    }
}

/* ---- Records ---- */

static void read_head(const acc_kernel_t *k, front_warp_t *w)
{
    w->head = *w->at++;
    if (w->head & ACC_HEAD_NEXT) {
        w->index++;
    } else {
        memcpy(&w->index, w->at, 4);
        w->at += 4;
    }
    w->inst = k->by_seen[w->index];
}

static const uint8_t *spread_even(const uint8_t *p, bool strided, warp_step_t *out)
{
    uint64_t base;
    int32_t stride = 0;
    memcpy(&base, p, 8);
    p += 8;
    if (strided) {
        memcpy(&stride, p, 4);
        p += 4;
    }
    if (out->active == UINT32_MAX) {
        uint64_t a = base, b = base + (uint64_t)(int64_t)stride, by = b + b - base - base;
        for (unsigned i = 0; i < ACC_LANES; i += 2, a += by, b += by) { /* pairs: vector adds */
            out->addr[i] = a;
            out->addr[i + 1] = b;
        }
        return p;
    }
    for (uint64_t m = out->active; m; m &= m - 1, base += (uint64_t)(int64_t)stride)
        out->addr[bits_lowest(m)] = base;
    return p;
}

static const uint8_t *spread_diffs(const uint8_t *p, unsigned size, warp_step_t *out)
{
    uint64_t a;
    uint64_t m = out->active;
    unsigned up = 64 - 8 * size;
    memcpy(&a, p, 8);
    p += 8;
    out->addr[bits_lowest(m)] = a;
    for (m &= m - 1; m; m &= m - 1, p += size) {
        uint64_t diff = 0;
        memcpy(&diff, p, size);
        a += (uint64_t)((int64_t)(diff << up) >> up);
        out->addr[bits_lowest(m)] = a;
    }
    return p;
}

static void step(void *ctx, front_warp_t *w, warp_step_t *out)
{
    const acc_kernel_t *k = ctx;
    const uint8_t *p = w->at;
    if (!(w->head & ACC_HEAD_MASK)) {
        memcpy(&w->mask, p, 4);
        p += 4;
    }
    out->active = w->mask;
    out->barrier = 0;
    out->barrier_warps = 0;
    out->space = w->head >> ACC_HEAD_SPACE_SHIFT;
    unsigned form = w->head >> ACC_HEAD_FORM_SHIFT & 7;
    if (form) {
        if (form <= ACC_FORM_STRIDE)
            p = spread_even(p, form == ACC_FORM_STRIDE, out);
        else
            p = spread_diffs(p, 1u << (form - ACC_FORM_DIFF8), out);
        if (out->space == INST_SPACE_LOCAL)
            place_local(k, w, out);
    }
    w->at = p;
    if (--w->left)
        read_head(k, w);
    else
        w->inst = NULL;
    out->next = w->inst;
}

/* ---- CTAs ---- */

/* A CTA at its beginning; its local memory has no place yet. */
static front_cta_t *open_cta(acc_kernel_t *k, uint32_t cta)
{
    acc_block_t *b = &k->block[cta];
    front_cta_t *c = acc_grow(NULL, 1, sizeof *c + k->warps * sizeof *c->warp);
    *c = (front_cta_t){.next = k->open, .block = b};
    if (k->open)
        k->open->prev = c;
    k->open = c;
    for (uint32_t i = 0; i < k->warps; i++) {
        front_warp_t *w = &c->warp[i];
        *w = (front_warp_t){.cta = c, .number = i, .left = b->warp[i].insts};
        w->at = b->stream + b->warp[i].offset;
        if (w->left)
            read_head(k, w);
    }
    return c;
}

static front_cta_t *cta_begin(void *ctx, uint32_t cta)
{
    front_cta_t *c = open_cta(ctx, cta);
    c->slot = take_slot(ctx);
    return c;
}

static front_warp_t *cta_warp(void *ctx, front_cta_t *c, unsigned warp)
{
    (void)ctx;
    return &c->warp[warp];
}

static const inst_t *first(void *ctx, front_warp_t *w)
{
    (void)ctx;
    return w->inst;
}

static void close_cta(acc_kernel_t *k, front_cta_t *c)
{
    *(c->prev ? &c->prev->next : &k->open) = c->next;
    if (c->next)
        c->next->prev = c->prev;
    free(c);
}

/* Its local addresses are those of the first place. */
static front_cta_t *cta_peek(void *ctx, uint32_t cta)
{
    acc_kernel_t *k = ctx;
    return k->block[cta].warp ? open_cta(k, cta) : NULL;
}

static void cta_unpeek(void *ctx, front_cta_t *c)
{
    close_cta(ctx, c);
}

static void cta_end(void *ctx, front_cta_t *c)
{
    acc_kernel_t *k = ctx;
    if (k->front.local_cta_bytes)
        k->cta_slot[c->slot] = 0;
    c->block->done = true;
    free(c->block->warp);
    c->block->warp = NULL;
    c->block->stream = NULL;
    close_cta(k, c);
}

void acc_front_close(acc_kernel_t *k)
{
    for (front_cta_t *c = k->open, *next; c; c = next) {
        next = c->next;
        free(c);
    }
}

/* ---- Checkpoints: where every warp stands in its block's records ---- */

/* clang-format off */
#define WARP_MEMBERS(F) \
    F(MADE, at,) F(MADE, inst,) F(KEEP, cta,) F(WALK, left, left_state(k, all, o, io)) F(MADE, index,) \
    F(MADE, mask,) F(KEEP, number,) F(MADE, head,)
/* clang-format on */

STATE_LIST(struct front_warp, WARP_MEMBERS);

enum { SLOTS_MAX = 1 << 16 };

/* Which blocks are done. */
static void state(void *ctx, state_io_t *io)
{
    acc_kernel_t *k = ctx;
    if (state_loading(io) && k->n_slots)
        memset(k->cta_slot, 0, k->n_slots);
    for (uint64_t i = 0; i < k->ctas && !state_error(io); i++)
        state_bool(io, &k->block[i].done, "done");
}

/* How many steps a warp has made says all. */
static void left_state(acc_kernel_t *k, const acc_warp_t *all, front_warp_t *w, state_io_t *io)
{
    warp_step_t out;
    uint32_t left = w->left;
    state_number(io, &left, sizeof left, all->insts, "records");
    while (state_loading(io) && w->left > left && !state_error(io))
        step(k, w, &out);
}

static void warp_state(acc_kernel_t *k, const acc_warp_t *all, front_warp_t *w, state_io_t *io)
{
    STATE_WALK(w, io, WARP_MEMBERS);
}

/* The place of a CTA's local memory, which no other CTA has. */
static void slot_state(acc_kernel_t *k, uint32_t *slot, state_io_t *io)
{
    state_number(io, slot, sizeof *slot, k->front.local_cta_bytes ? SLOTS_MAX - 1 : 0, "slot");
    if (!state_loading(io) || !k->front.local_cta_bytes)
        return;
    while (k->n_slots <= *slot) {
        k->cta_slot = acc_grow(k->cta_slot, 1, k->n_slots + 1);
        k->cta_slot[k->n_slots++] = 0;
    }
    state_holds(io, !k->cta_slot[*slot], "local memory that two CTAs have");
    k->cta_slot[*slot] = 1;
}

static void cta_state(void *ctx, state_io_t *io, uint32_t number, front_cta_t **cta)
{
    acc_kernel_t *k = ctx;
    const acc_block_t *b = &k->block[number];
    if (!state_holds(io, !b->done && b->warp, "a CTA in flight that is done"))
        return;
    if (state_loading(io))
        *cta = open_cta(k, number);
    slot_state(k, &(*cta)->slot, io);
    for (uint32_t i = 0; i < k->warps && !state_error(io); i++)
        warp_state(k, &b->warp[i], &(*cta)->warp[i], io);
}

static bool allocated(void *ctx, uint64_t addr)
{
    const acc_kernel_t *k = ctx;
    return acc_allocated(k->trace, addr);
}

static const front_ops_t ops = {.cta_begin = cta_begin,
                                .cta_warp = cta_warp,
                                .first = first,
                                .step = step,
                                .cta_end = cta_end,
                                .state = state,
                                .cta_state = cta_state,
                                .allocated = allocated,
                                .cta_peek = cta_peek,
                                .cta_unpeek = cta_unpeek};

void acc_front_head(acc_kernel_t *k)
{
    const acc_head_info_t *h = &k->head;
    front_t *f = &k->front;
    k->warps = (h->block[0] * h->block[1] * h->block[2] + ACC_LANES - 1) / ACC_LANES;
    k->ctas = (uint64_t)h->grid[0] * h->grid[1] * h->grid[2];
    k->global_low = k->local_low = UINT64_MAX;
    *f = (front_t){.ops = &ops,
                   .ctx = k,
                   .kernel = h->name,
                   .warp_size = ACC_LANES,
                   .warps_per_cta = k->warps,
                   .regs_per_thread = h->nregs,
                   .shared_bytes = h->shmem};
    memcpy(f->grid, h->grid, sizeof f->grid);
    memcpy(f->block, h->block, sizeof f->block);
}

void acc_front_body(acc_kernel_t *k)
{
    front_t *f = &k->front;
    f->inst = k->inst;
    f->n_inst = k->n_seen;
    f->cta_order = k->cta_order;
    f->no_const_addresses = true;
    if (k->global_low < k->global_high && k->global_high - k->global_low <= DENSE_MAX) {
        f->arena_base = k->global_low;
        f->arena_bytes = k->global_high - k->global_low;
    }
    if (local_words(k)) {
        k->local_low &= ~UINT64_C(3);
        f->local_base = ACC_LOCAL_BASE;
        f->local_first = k->local_low / 4;
        f->local_cta_bytes = k->warps * local_words(k) * ACC_LANES * 4;
    }
}
