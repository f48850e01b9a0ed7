/* Policies las-cta and las: the block scheduler. */
#include <string.h>

#include "policy/las_int.h"

/* ---- What happens at the GPU ---- */

void las_block_start(policy_t *p, const front_t *front)
{
    block_t *b = p->block;
    memset(b->ended, 0, sizeof b->ended);
    b->ends = b->filled = b->granted = false;
    b->starts = true;
    b->n_ctas = b->left = front->grid[0] * front->grid[1] * front->grid[2];
    b->next = 0;
    b->ready_at = gpu_cycle(p->run.gpu) + p->cost;
}

static uint8_t *place_of(block_t *b, uint32_t sm, uint32_t slot)
{
    return &b->place[sm * LAS_SLOTS + slot];
}

/* The CTA that was granted is on its SM. */
void las_block_ready(policy_t *p, const gpu_cta_event_t *e)
{
    block_t *b = p->block;
    *place_of(b, e->sm, e->slot) = b->grant_slot;
}

void las_block_finish(policy_t *p, const gpu_cta_event_t *e)
{
    block_t *b = p->block;
    b->ended[e->sm] |= UINT64_C(1) << *place_of(b, e->sm, e->slot);
    b->ends = true;
    gpu_dispatch_wake_at(p->run.gpu, e->cycle + 1);
}

/* ---- This cycle's inputs ---- */

/* The SMs that have room for a CTA. */
static uint32_t rooms(const policy_t *p)
{
    uint32_t out = 0;
    for (uint32_t i = 0; i < p->run.cfg->n_sms; i++)
        out |= (uint32_t)(gpu_cta_room(p->run.gpu, i) != 0) << i;
    return out;
}

static bool comes(const block_t *b, uint64_t cycle)
{
    return b->next < b->n_ctas && b->add_ready && cycle >= b->ready_at;
}

/* The SMs in `room` may be served. */
static bool serves(const policy_t *p, block_t *b)
{
    b->filled |= !p->prefill || !b->add_ready || b->next == b->n_ctas;
    return b->filled;
}

/* ---- The clock ---- */

/* What the unit does at this edge. */
static void count_edge(policy_t *p, const las_cta_out_t *out)
{
    las_counts_t *n = &p->n;
    n->grants += out->grants;
    n->shares += out->shares;
    n->unshared += out->unshared;
    n->none += out->grants && !out->shares && !out->unshared;
    n->waiting += out->waits;
    n->compares += out->compares;
}

static void count_added(policy_t *p, const las_cta_in_t *in)
{
    uint64_t all = 0;
    for (uint32_t a = 0; a < p->arrays; a++)
        all |= in->add_rects[a];
    p->n.bare += all == 0;
}

static void take_grant(policy_t *p, block_t *b, const las_cta_out_t *out)
{
    if (out->grant_sm >= p->run.cfg->n_sms || !gpu_cta_room(p->run.gpu, out->grant_sm) ||
        !b->left) {
        las_wrong(p, -1, "serves an SM without room", out->grant_sm);
        return;
    }
    b->granted = true;
    b->grant_sm = out->grant_sm;
    b->grant_slot = out->grant_slot;
    b->grant_cta = out->grant_cta;
    b->left--;
}

static void clock_unit(policy_t *p, block_t *b, const las_cta_in_t *in, uint64_t cycle)
{
    static const las_cta_in_t nothing;
    las_cta_out_t out = {0};
    las_check(p, unit_inst_at(b->unit, cycle));
    las_check(p, unit_inst_clock(b->unit, in, &out));
    count_edge(p, &out);
    if (in->add_en) {
        count_added(p, in);
        b->next++;
        b->ready_at = cycle + (p->cost ? p->cost : 1);
    }
    if (out.grants)
        take_grant(p, b, &out);
    las_check(p, unit_inst_moore(b->unit, &out));
    b->add_ready = out.add_ready;
    const uint64_t quiet = unit_inst_sleep(b->unit, &nothing);
    b->until = quiet == UNIT_QUIET_EVER ? UINT64_MAX : cycle + 1 + quiet;
}

/* The next cycle that is not like one in which nothing happens. */
static uint64_t next_cycle(const block_t *b, bool waits, uint64_t cycle)
{
    if (waits || comes(b, cycle + 1))
        return cycle + 1;
    const bool computed = b->next < b->n_ctas && b->add_ready;
    return computed && b->ready_at < b->until ? b->ready_at : b->until;
}

/* This cycle's inputs; true: an enable is on. */
static bool gather(policy_t *p, block_t *b, uint32_t room, uint64_t cycle, las_cta_in_t *in)
{
    if (b->starts) { /* nothing else of the cycle has an effect */
        in->start_en = 1;
        return true;
    }
    if (comes(b, cycle)) {
        in->add_en = 1;
        in->add_cta = b->next;
        las_rects(p, b->next, in->add_rects);
    }
    if (b->ends) {
        in->finish_en = 1;
        memcpy(in->finish, b->ended, sizeof in->finish);
    }
    if (room && serves(p, b)) {
        in->room_en = 1;
        in->room = room;
    }
    return in->add_en || in->finish_en || in->room_en;
}

void las_on_dispatch(void *ctx, uint64_t cycle)
{
    policy_t *p = ctx;
    block_t *b = p->block;
    las_cta_in_t in = {0};
    const uint32_t room = b->left ? rooms(p) : 0;
    b->granted = false;
    if (gather(p, b, room, cycle, &in) || cycle >= b->until)
        clock_unit(p, b, &in, cycle);
    if (b->ends)
        memset(b->ended, 0, sizeof b->ended);
    b->starts = b->ends = false;
    p->n.idle += bits_popcount(room) - b->granted;
    const uint64_t next = next_cycle(b, room != 0, cycle);
    if (next != UINT64_MAX)
        gpu_dispatch_wake_at(p->run.gpu, next);
}

int64_t las_pick_cta(void *ctx, uint32_t sm, uint64_t cycle)
{
    policy_t *p = ctx;
    block_t *b = p->block;
    (void)cycle;
    if (!b->granted || b->grant_sm != sm)
        return GPU_PICK_NONE;
    b->granted = false;
    return b->grant_cta;
}
