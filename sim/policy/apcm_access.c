/* Policy apcm: requests and prefetches at the L1, and what goes with them. */
#include "policy/apcm_int.h"

/* ---- What goes with the requests ---- */

static load_t *load_of(sm_t *sm, uint16_t op)
{
    static load_t none;
    return op < sm->n_loads ? &sm->load[op] : &none;
}

static tried_t *tried_of(sm_t *sm, uint16_t op, uint8_t idx)
{
    for (uint32_t i = 0; i < sm->n_tried; i++)
        if (sm->tried[i].op == op && sm->tried[i].idx == idx)
            return &sm->tried[i];
    return NULL;
}

static void remember(sm_t *sm, const gpu_req_t *r, const apcm_out_t *out)
{
    sm->tried = list_grow(sm->tried, &sm->tried_room, sm->n_tried + 1, sizeof *sm->tried);
    sm->tried[sm->n_tried++] = (tried_t){r->owner, r->idx, out->method, out->last};
}

static void forget(sm_t *sm)
{
    tried_t *t = tried_of(sm, sm->req_op, sm->req_idx);
    if (t)
        *t = sm->tried[--sm->n_tried];
}

/* ---- A request at the L1 ---- */

/* The request as an access that is accepted, as most are, and what the unit says of it. Nothing of
 * that depends on acc_in_loop, which is known after this cycle's issue. */
static void look_up(policy_t *p, const gpu_l1_access_t *a)
{
    const gpu_req_t *r = a->req;
    sm_t *sm = &p->sm[r->sm];
    const load_t *l = load_of(sm, r->owner);
    const tried_t *t = tried_of(sm, r->owner, r->idx);
    apcm_in_t *in = &sm->in;
    sm->req_op = r->owner;
    sm->req_idx = r->idx;
    in->acc_en = in->acc_accept = 1;
    in->acc_plain = l->plain;
    in->acc_warp = r->warp;
    in->acc_tracked = l->tracked;
    in->acc_id = l->id;
    in->acc_early = r->idx < 2;
    in->acc_final = l->left == 1;
    in->acc_again = t != NULL;
    in->acc_method = t ? t->method : 0;
    in->acc_last = t ? t->last : 0;
    in->acc_line = r->line & bits_mask(apcm_line_bits(p));
    in->acc_set = (uint16_t)a->set;
    in->acc_hit = a->tag != GPU_TAG_ABSENT;
    in->acc_way = (uint8_t)a->way;
    sm->refused = false;
    sm->loop = l->loop;
    apcm_evaluate(p, sm, in, &sm->out, a->cycle);
    if (!t)
        remember(sm, r, &sm->out);
}

static bool protects(const policy_t *p, const apcm_out_t *out)
{
    return out->method == APCM_PROTECT && p->manage & APCM_MANAGE_PROTECT;
}

gpu_l1_decision_t apcm_on_l1_access(void *ctx, const gpu_l1_access_t *a)
{
    policy_t *p = ctx;
    look_up(p, a);
    const apcm_out_t *out = &p->sm[a->req->sm].out;
    if (out->streams)
        return GPU_L1_BYPASS;
    return protects(p, out) ? GPU_L1_KEEP : GPU_L1_NORMAL;
}

/* Ways of the set that may not be victims, and whether these are all. A late fill comes before the
 * cycle's access. */
static bool held_ways(policy_t *p, const gpu_l1_victim_t *v, uint64_t *held)
{
    sm_t *sm = &p->sm[v->req->sm];
    const uint32_t ways = p->run.cfg->l1_ways;
    const bool access = !v->late && !(v->req->flags & GPU_REQ_PREFETCH);
    if (p->distance) {
        *held = distance_held(&sm->distant, v->set, ways, bits_mask(ways) & ~v->free, access);
        return *held == bits_mask(ways);
    }
    const apcm_in_t in = {.acc_en = 1, .acc_set = (uint16_t)v->set};
    apcm_out_t late;
    if (v->late)
        apcm_evaluate(p, sm, &in, &late, v->cycle);
    const apcm_out_t *out = v->late ? &late : &sm->out;
    *held = out->held;
    return out->all_held;
}

int apcm_pick_victim(void *ctx, const gpu_l1_victim_t *v)
{
    policy_t *p = ctx;
    sm_t *sm = &p->sm[v->req->sm];
    uint64_t held;
    const bool all = held_ways(p, v, &held);
    const uint64_t open = bits_mask(p->run.cfg->l1_ways) & ~(held | v->reserved);
    sm->refused = all;
    if (all)
        return GPU_VICTIM_PROTECTED;
    if (open & v->free)
        return (int)bits_lowest(open & v->free);
    return open ? (int)gpu_l1_victim_of(p->run.gpu, v->req->sm, v->set, open) : GPU_VICTIM_NONE;
}

/* With `distance`: a line comes, of a load of type protect or of another request. */
void apcm_hold(policy_t *p, sm_t *sm, uint32_t set, uint32_t way, bool protect)
{
    if (p->distance)
        distance_protect(&sm->distant, set, p->run.cfg->l1_ways, way, protect ? p->distance : 0);
}

/* The line is taken: whatever was to be told of the one before is no longer so. */
static void take(policy_t *p, sm_t *sm, uint32_t set, uint32_t way)
{
    sm->in.acc_way = (uint8_t)way;
    sm->gone[set * p->run.cfg->l1_ways + way] = 0;
    apcm_hold(p, sm, set, way, sm->in.acc_plain && protects(p, &sm->out));
}

static void count_request(policy_t *p, const sm_t *sm)
{
    const apcm_out_t *out = &sm->out;
    if (!sm->in.acc_plain)
        return;
    p->n.requests++;
    p->n.bypass += out->method == APCM_BYPASS;
    p->n.protect += out->method == APCM_PROTECT;
    p->n.streams += out->streams;
    p->n.held_bypasses += sm->refused;
}

/* Of the read that was looked up last: r's own names no load any more where it bypasses. */
void apcm_on_l1_result(void *ctx, const gpu_l1_result_t *r)
{
    policy_t *p = ctx;
    sm_t *sm = &p->sm[r->req->sm];
    load_t *l = load_of(sm, sm->req_op);
    const bool bypassed = r->outcome == GPU_L1_BYPASSED;
    if (p->distance)
        sm->distant.seen[r->set]++;
    if (r->outcome == GPU_L1_MISS)
        take(p, sm, r->set, r->way);
    sm->in.acc_past = bypassed && !sm->out.streams && (sm->in.acc_hit || !sm->out.all_held);
    forget(sm);
    if (l->left)
        l->left--;
    count_request(p, sm);
    sm->accepted = sm->active = true;
}

/* ---- Prefetches, and lines that go ---- */

/* Does the load at this PC have an ID? The LAT is asked at its port, which would give one away only
 * at an edge. */
static bool has_id(policy_t *p, sm_t *sm, uint32_t pc, uint64_t cycle, uint8_t *id)
{
    const apcm_in_t in = {.load_en = 1, .load_pc = pc};
    apcm_out_t out;
    apcm_evaluate(p, sm, &in, &out, cycle);
    *id = out.load_id;
    return out.load_tracked && !out.took;
}

bool apcm_on_prefetch(void *ctx, const gpu_l1_access_t *a)
{
    policy_t *p = ctx;
    const gpu_req_t *r = a->req;
    sm_t *sm = &p->sm[r->sm];
    sm->loop = 0;
    sm->in.acc_en = sm->in.acc_accept = 1;
    sm->in.acc_warp = r->warp;
    sm->in.acc_tracked = has_id(p, sm, r->pc, a->cycle, &sm->in.acc_id);
    sm->in.acc_line = r->line & bits_mask(apcm_line_bits(p));
    sm->in.acc_set = (uint16_t)a->set;
    apcm_evaluate(p, sm, &sm->in, &sm->out, a->cycle);
    const bool drop = sm->out.method == APCM_BYPASS && p->manage & APCM_MANAGE_BYPASS;
    p->n.prefetch_drops += drop;
    return drop;
}

void apcm_on_prefetch_result(void *ctx, const gpu_prefetch_result_t *r)
{
    policy_t *p = ctx;
    sm_t *sm = &p->sm[r->req->sm];
    if (r->outcome != GPU_PREFETCH_ISSUED)
        return;
    take(p, sm, r->set, r->way);
    sm->accepted = sm->active = true;
}
