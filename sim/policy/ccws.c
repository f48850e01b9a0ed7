/*
 * Policy ccws: cache-conscious wavefront scheduling (Rogers et al., "Cache-conscious wavefront
 * scheduling", MICRO 2012). A victim tag array (VTA) for each warp remembers the lines
 * that the warp brought into the L1 and that were replaced since. A miss of the warp that finds its
 * line there has lost locality: the warp's score is raised to
 *
 *     VTA hits of the SM x k_throttle x cutoff / instructions issued by the SM
 *
 * with cutoff = base_score x live warps, both counts since kernel start. Scores fall by one a cycle
 * down to base_score. In the order of scores, highest first, a warp at which the sum of scores
 * exceeds the cutoff may not issue loads, nor may those after it; the first always may.
 *
 * A score raised in a cycle counts from the next one on (on_cycle). Held warps change when
 * instructions are issued or CTAs come, when a score is raised, and as scores fall: for the latter
 * two the policy has the SM woken.
 */
#include <string.h>

#include "common/bits.h"
#include "policy/policy.h"
#include "policy/throttle.h"

enum { WARPS = 64, NOBODY = 0xff };

typedef struct sm {
    uint64_t hits, issued; /* since kernel start */
    uint64_t lost;         /* warps with a VTA hit in this cycle */
    uint64_t falling;      /* from this cycle on every score is the base */
    uint64_t score[WARPS]; /* in cycle since[] */
    uint64_t since[WARPS];
    uint64_t *vta;  /* [(warp * sets + set) * ways]: line + 1, the newest first; 0: empty */
    uint8_t *owner; /* of each L1 line: the warp that brought it, or NOBODY */
} sm_t;

typedef struct counts {
    uint64_t inserts;   /* replaced lines entered into VTAs */
    uint64_t probes;    /* misses looked up */
    uint64_t hits;      /* found there */
    uint64_t raises;    /* scores raised */
    uint64_t max_score; /* highest */
} counts_t;

struct policy {
    policy_run_t run;
    uint32_t entries, ways, k_throttle, base_score; /* options */
    uint32_t sets;                                  /* of a warp's VTA */
    sm_t *sm;
    throttle_t t;
    counts_t n;
};

static const policy_option_t options[] = {
    {"vta_entries", 16, 1, 256, "tags of a warp's victim tag array",
     .at = offsetof(policy_t, entries)},
    {"vta_ways", 8, 1, 256, "its ways; entries / ways is a power of two",
     .at = offsetof(policy_t, ways)},
    {"k_throttle", 8, 1, 1024, "weight of lost locality", .at = offsetof(policy_t, k_throttle)},
    {"base_score", 100, 1, 10000, "score of a warp that has lost nothing",
     .at = offsetof(policy_t, base_score)},
    {THROTTLE_SCHEDULER, .at = offsetof(policy_t, t.scheduler)},
};

static uint32_t vta_entries(const policy_t *p)
{
    return WARPS * p->entries;
}

/* ---- Checkpoints ---- */

/* clang-format off */
#define POLICY_MEMBERS(F) \
    F(KEEPS, run,) F(KEEP, entries,) F(KEEP, ways,) F(KEEP, k_throttle,) F(KEEP, base_score,) \
    F(KEEP, sets,) F(KEEP, sm,) F(PART, t, throttle_state(&o->t, io)) F(COUNTS, n,)
#define SM_MEMBERS(F) \
    F(ANY, hits,) F(ANY, issued,) F(ANY, lost,) F(ANY, falling,) F(ANYS, score,) F(ANYS, since,) \
    F(KEEP, vta,) F(KEEP, owner,)
/* clang-format on */

STATE_LIST(struct policy, POLICY_MEMBERS);
STATE_LIST(sm_t, SM_MEMBERS);

static void walk_sm(const policy_t *p, void *element, state_io_t *io)
{
    sm_t *e = element;
    (void)p;
    STATE_WALK(e, io, SM_MEMBERS);
}

static const policy_part_t sm_parts[] = {
    {.at = offsetof(sm_t, vta), .size = sizeof(uint64_t), .count = vta_entries, .launch = true},
    {.at = offsetof(sm_t, owner), .size = 1, .count = policy_l1_lines},
};

static const policy_part_t parts[] = {
    {.at = offsetof(policy_t, sm),
     .size = sizeof(sm_t),
     .count = policy_sms,
     .walk = walk_sm,
     .parts = sm_parts,
     .n_parts = sizeof sm_parts / sizeof *sm_parts},
};

static const policy_count_t counts[] = {
    {"instructions", offsetof(policy_t, t.instructions)},
    {"held", offsetof(policy_t, t.held)},
    {"vta_inserts", offsetof(policy_t, n.inserts)},
    {"vta_probes", offsetof(policy_t, n.probes)},
    {"vta_hits", offsetof(policy_t, n.hits)},
    {"raises", offsetof(policy_t, n.raises)},
    {"max_score", offsetof(policy_t, n.max_score)},
};

/* ---- Victim tag arrays ---- */

static uint64_t *vta_set(const policy_t *p, const sm_t *sm, uint32_t warp, uint64_t line)
{
    return sm->vta + ((uint64_t)warp * p->sets + (line & (p->sets - 1))) * p->ways;
}

static void vta_insert(policy_t *p, sm_t *sm, uint32_t warp, uint64_t line)
{
    uint64_t *v = vta_set(p, sm, warp, line);
    memmove(v + 1, v, (p->ways - 1) * sizeof *v);
    v[0] = line + 1;
    p->n.inserts++;
}

/* Finds the line and takes it out: it is on its way into the L1, or past it. */
static bool vta_take(const policy_t *p, sm_t *sm, uint32_t warp, uint64_t line)
{
    uint64_t *v = vta_set(p, sm, warp, line);
    for (uint32_t i = 0; i < p->ways; i++)
        if (v[i] == line + 1) {
            memmove(v + i, v + i + 1, (p->ways - 1 - i) * sizeof *v);
            v[p->ways - 1] = 0;
            return true;
        }
    return false;
}

static void own(const policy_t *p, uint32_t sm, uint32_t set, uint32_t way, uint32_t warp)
{
    p->sm[sm].owner[set * p->run.cfg->l1_ways + way] = (uint8_t)warp;
}

/* The line there is replaced: its tag goes to the warp that brought it. */
static void replaced(policy_t *p, uint32_t n, uint32_t set, uint32_t way, uint64_t line)
{
    sm_t *sm = &p->sm[n];
    uint8_t owner = sm->owner[set * p->run.cfg->l1_ways + way];
    if (owner != NOBODY)
        vta_insert(p, sm, owner, line);
}

/* What a miss replaces comes with its result, after the miss has been looked up. */
static void on_l1_evict(void *ctx, const gpu_l1_evict_t *e)
{
    if (e->cause == GPU_EVICT_LATE_FILL || e->cause == GPU_EVICT_PREFETCH)
        replaced(ctx, e->sm, e->set, e->way, e->line);
}

static void on_l1_result(void *ctx, const gpu_l1_result_t *r)
{
    policy_t *p = ctx;
    sm_t *sm = &p->sm[r->req->sm];
    uint32_t warp = r->req->warp;
    if (r->outcome == GPU_L1_HIT || r->outcome == GPU_L1_PENDING_HIT)
        return;
    p->n.probes++;
    if (vta_take(p, sm, warp, r->req->line)) {
        p->n.hits++;
        sm->hits++;
        sm->lost |= UINT64_C(1) << warp;
    }
    if (r->outcome != GPU_L1_MISS)
        return;
    if (r->victim_valid)
        replaced(p, r->req->sm, r->set, r->way, r->victim_line);
    own(p, r->req->sm, r->set, r->way, warp);
}

static void on_prefetch_result(void *ctx, const gpu_prefetch_result_t *r)
{
    if (r->outcome == GPU_PREFETCH_ISSUED)
        own(ctx, r->req->sm, r->set, r->way, r->req->warp);
}

static void on_late_fill(void *ctx, const gpu_late_fill_t *f)
{
    own(ctx, f->req->sm, f->set, f->way, f->req->warp);
}

/* ---- Scores ---- */

static uint64_t score_in(const policy_t *p, const sm_t *sm, uint32_t warp, uint64_t cycle)
{
    uint64_t gone = cycle - sm->since[warp];
    return sm->score[warp] > p->base_score + gone ? sm->score[warp] - gone : p->base_score;
}

/* A cycle's hits count from the next one on. */
static void on_cycle(void *ctx, uint32_t n, uint64_t cycle)
{
    policy_t *p = ctx;
    sm_t *sm = &p->sm[n];
    if (__builtin_expect(!sm->lost, 1))
        return;
    uint64_t live = gpu_warps_live(p->run.gpu, n), cutoff = p->base_score * bits_popcount(live);
    for (uint64_t m = sm->lost & live; m; m &= m - 1) {
        uint32_t w = bits_lowest(m);
        uint64_t score = sm->hits * p->k_throttle * cutoff / (sm->issued ? sm->issued : 1);
        if (score <= score_in(p, sm, w, cycle + 1))
            continue;
        sm->score[w] = score;
        sm->since[w] = cycle + 1;
        if (cycle + 1 + score - p->base_score > sm->falling)
            sm->falling = cycle + 1 + score - p->base_score;
        p->n.raises++;
        if (score > p->n.max_score)
            p->n.max_score = score;
        gpu_sm_wake_at(p->run.gpu, n, cycle + 1);
    }
    sm->lost = 0;
}

/* Live warps above the base score, by score, then age; returns how many. */
static uint32_t order(const policy_t *p, uint32_t n, uint64_t live, uint64_t cycle,
                      uint8_t by_score[WARPS], uint64_t score[WARPS])
{
    uint32_t count = 0;
    for (uint64_t m = live; m; m &= m - 1) {
        uint32_t w = bits_lowest(m), i = count;
        uint64_t s = score_in(p, &p->sm[n], w, cycle);
        if (s == p->base_score)
            continue;
        for (; i; i--) {
            uint32_t v = by_score[i - 1];
            uint64_t both = UINT64_C(1) << v | UINT64_C(1) << w;
            if (score[i - 1] > s ||
                (score[i - 1] == s && gpu_warps_oldest(p->run.gpu, n, both, 1) >> v & 1))
                break;
            by_score[i] = by_score[i - 1];
            score[i] = score[i - 1];
        }
        by_score[i] = (uint8_t)w;
        score[i] = s;
        count++;
    }
    return count;
}

static uint64_t least(uint64_t a, uint64_t b)
{
    return a < b ? a : b;
}

/* The warps that may not issue loads; *change: no cycle before this one changes that by itself. */
static uint64_t held_in(const policy_t *p, uint32_t n, uint64_t cycle, uint64_t *change)
{
    uint64_t live = gpu_warps_live(p->run.gpu, n), cutoff = p->base_score * bits_popcount(live);
    uint64_t score[WARPS], sum = 0, may = 0;
    uint8_t by_score[WARPS];
    uint32_t count = order(p, n, live, cycle, by_score, score), i = 0;
    *change = UINT64_MAX;
    if (!count)
        return 0;
    uint64_t at_base = live;
    for (uint32_t k = 0; k < count; k++)
        at_base &= ~(UINT64_C(1) << by_score[k]);
    for (; i < count && (i == 0 || sum + score[i] <= cutoff); i++) {
        sum += score[i];
        may |= UINT64_C(1) << by_score[i];
    }
    /* The sum at the first one held falls by one a cycle for each falling score in it; the order
     * changes when the lowest of them has come down to the base. */
    *change = cycle + score[count - 1] - p->base_score;
    if (i < count) {
        *change = least(*change, cycle + (sum + score[i] - cutoff + i) / (i + 1));
        return live & ~may;
    }
    uint64_t room = sum < cutoff ? (cutoff - sum) / p->base_score : 0;
    may |= gpu_warps_oldest(p->run.gpu, n, at_base, (uint32_t)room);
    *change =
        least(*change, cycle + (sum + (room + 1) * p->base_score - cutoff + count - 1) / count);
    return live & ~may;
}

static int pick_warp(void *ctx, uint32_t n, uint32_t sched, uint64_t ready, uint64_t cycle)
{
    policy_t *p = ctx;
    sm_t *sm = &p->sm[n];
    uint64_t held = 0, change = UINT64_MAX;
    if (cycle < sm->falling)
        held = gpu_warps_loading(p->run.gpu, n, ready);
    if (held)
        held &= held_in(p, n, cycle, &change);
    int w = throttle_pick(&p->t, p->run.gpu, n, sched, ready, held);
    if (w >= 0)
        sm->issued++;
    else
        gpu_sm_wake_at(p->run.gpu, n, change);
    return w;
}

/* ---- Life ---- */

static void on_kernel_start(void *ctx, const front_t *front)
{
    policy_t *p = ctx;
    (void)front;
    for (uint32_t i = 0; i < p->run.cfg->n_sms; i++) {
        sm_t *sm = &p->sm[i];
        sm->hits = sm->issued = sm->lost = sm->falling = 0;
        memset(sm->score, 0, sizeof sm->score);
        /* The warps of lines that are still here (l1_flush) are gone. */
        memset(sm->owner, NOBODY, policy_l1_lines(p));
    }
    policy_forget(p);
}

/* Its warps are new: they have the base score and have lost nothing. */
static void on_cta_ready(void *ctx, const gpu_cta_event_t *e)
{
    policy_t *p = ctx;
    sm_t *sm = &p->sm[e->sm];
    for (uint32_t w = e->first_warp; w < e->first_warp + e->n_warps; w++) {
        sm->score[w] = 0;
        memset(vta_set(p, sm, w, 0), 0, sizeof *sm->vta * p->entries);
    }
    for (uint32_t i = 0, lines = policy_l1_lines(p); i < lines; i++)
        if (sm->owner[i] >= e->first_warp && sm->owner[i] < e->first_warp + e->n_warps)
            sm->owner[i] = NOBODY;
}

static const gpu_hooks_t hooks = {
    .policy = "ccws",
    .on_kernel_start = on_kernel_start,
    .on_cta_ready = on_cta_ready,
    .on_l1_result = on_l1_result,
    .on_l1_evict = on_l1_evict,
    .on_prefetch_result = on_prefetch_result,
    .on_late_fill = on_late_fill,
    .on_cycle = on_cycle,
    .pick_warp = pick_warp,
};

static int init(policy_t *p, diag_t *d)
{
    p->sets = p->entries / p->ways;
    if (p->sets * p->ways != p->entries || !bits_is_pow2(p->sets))
        return diag_at(d, "ccws.vta_ways", 0, 0, "expected ccws.vta_entries over a power of two");
    return 0;
}

static unsigned derive(const policy_t *p, policy_row_t *rows)
{
    rows[0] = policy_ratio("lost_locality", p->n.hits, p->n.probes);
    return 1;
}

static void check(const policy_t *p, state_io_t *io)
{
    for (uint32_t i = 0; i < p->run.cfg->n_sms; i++)
        for (uint32_t k = 0; k < policy_l1_lines(p); k++)
            if (p->sm[i].owner[k] >= WARPS && p->sm[i].owner[k] != NOBODY)
                state_fail(io, "ccws: a line belongs to warp %u", p->sm[i].owner[k]);
}

static void walk(policy_t *p, state_io_t *io)
{
    STATE_WALK(p, io, POLICY_MEMBERS);
}

const policy_ops_t policy_ccws = {
    .name = "ccws",
    .doc =
        "cache-conscious wavefront scheduling: lost locality throttles loads (Rogers et al., 2012)",
    .hooks = &hooks,
    .owns = POLICY_OWNS_PICK_WARP,
    .bytes = sizeof(policy_t),
    .options = options,
    .parts = parts,
    .counts = counts,
    .n_options = sizeof options / sizeof *options,
    .n_parts = sizeof parts / sizeof *parts,
    .n_counts = sizeof counts / sizeof *counts,
    .init = init,
    .derive = derive,
    .check = check,
    .walk = walk,
};
