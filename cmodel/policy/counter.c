/*
 * Policy counter: counter-based replacement and bypassing by access intervals (AIP; Kharbutli and
 * Solihin, "Counter-based cache replacement and bypassing algorithms", IEEE Trans. Computers 57(4),
 * 2008), as abyp's paper compares itself with: a table of 128 x 128 entries of 5 bits and 20 bits a
 * line of the L1.
 *
 * Of each line: c, the accesses of its set since its last use; present, the most that c had reached
 * at a use since it came; past and conf, what the table held when it came. A line has expired when
 * c > present, c > past and conf is set. Each access of a set first adds one to the c of all its
 * lines. A victim is an empty way, or the expired line nearest to the least recent end (the most
 * recent line is not asked), or, if there is neither, the least recent line; but then a request
 * whose entry says with conf that its line will not be used again (0) goes round the L1. The
 * table, by hash of the PC and hash of the line, takes a replaced line's `present`, and conf if
 * that equals `past`.
 */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "common/bits.h"
#include "policy/policy.h"

enum { OPT_SIDE, OPT_CTR_W, OPT_PC_SHIFT, OPT_COUNT };

static const policy_option_t options[OPT_COUNT] = {
    [OPT_SIDE] = {"side", 128, 2, 1024, "rows, and columns, of the table; a power of two"},
    [OPT_CTR_W] = {"ctr_w", 4, 1, 7, "bits of a counter"},
    [OPT_PC_SHIFT] = {"pc_shift", 3, 0, 8, "low PC bits that the hash leaves out"},
};

typedef struct line {
    uint64_t touch; /* clock of its last use */
    uint32_t row;   /* hash of the PC that brought it */
    uint8_t c, present, past;
    bool conf;
} line_t;

typedef struct entry {
    uint8_t past;
    bool conf;
} entry_t;

typedef struct sm {
    line_t *line;   /* [set * ways + way] */
    entry_t *table; /* [row * side + column] */
    uint64_t clock;
    bool refused; /* pick_victim has sent the request at the head round the L1 */
    bool expired; /* pick_victim has found an expired line */
} sm_t;

typedef struct counts {
    uint64_t accesses, allocations;
    uint64_t expired;   /* victims that had expired */
    uint64_t bypasses;  /* misses that were sent round the L1 */
    uint64_t trained;   /* entries written */
    uint64_t confirmed; /* of these, the same value again */
} counts_t;

struct policy {
    uint32_t n_sms, sets, ways, side, hash_w, ctr_w, pc_shift;
    sm_t *sm;
    counts_t n;
};

static uint32_t fold(uint64_t x, uint32_t width)
{
    uint64_t out = 0;
    for (; x; x >>= width)
        out ^= x & bits_mask(width);
    return (uint32_t)out;
}

static uint32_t row_of(const policy_t *p, const gpu_req_t *r)
{
    return fold(r->pc >> p->pc_shift, p->hash_w);
}

static entry_t *entry_of(const policy_t *p, const sm_t *sm, uint32_t row, uint64_t line)
{
    return &sm->table[row * p->side + fold(line, p->hash_w)];
}

static line_t *lines_of(const policy_t *p, const sm_t *sm, uint32_t set)
{
    return sm->line + (size_t)set * p->ways;
}

/* c after n more accesses. */
static uint8_t counted(const policy_t *p, uint8_t c, uint32_t n)
{
    return (uint64_t)c + n > bits_mask(p->ctr_w) ? (uint8_t)bits_mask(p->ctr_w) : (uint8_t)(c + n);
}

/* The least recently used way of a mask that is not 0. */
static uint32_t least_recent(const line_t *line, uint64_t mask)
{
    uint32_t best = bits_lowest(mask);
    for (uint64_t m = mask & (mask - 1); m; m &= m - 1)
        if (line[bits_lowest(m)].touch < line[best].touch)
            best = bits_lowest(m);
    return best;
}

/* The candidates that have expired, the most recent line of the set apart; n: 1 in an access. */
static uint64_t expired(const policy_t *p, const line_t *line, uint64_t cand, uint32_t n)
{
    uint64_t out = 0;
    uint32_t newest = 0;
    for (uint32_t w = 1; w < p->ways; w++)
        if (line[w].touch > line[newest].touch)
            newest = w;
    for (uint64_t m = cand & ~(UINT64_C(1) << newest); m; m &= m - 1) {
        const line_t *l = &line[bits_lowest(m)];
        uint8_t c = counted(p, l->c, n);
        if (l->conf && c > l->present && c > l->past)
            out |= m & -m;
    }
    return out;
}

static int pick_victim(void *ctx, const gpu_l1_victim_t *v)
{
    policy_t *p = ctx;
    sm_t *sm = &p->sm[v->req->sm];
    const line_t *line = lines_of(p, sm, v->set);
    bool access = !v->late && !(v->req->flags & GPU_REQ_PREFETCH);
    uint64_t cand = bits_mask(p->ways) & ~v->reserved;
    sm->refused = sm->expired = false;
    if (v->free)
        return (int)bits_lowest(v->free);
    uint64_t out = expired(p, line, cand, access);
    if (out) {
        sm->expired = true;
        return (int)least_recent(line, out);
    }
    const entry_t *e = entry_of(p, sm, row_of(p, v->req), v->req->line);
    if (e->conf && e->past == 0) {
        sm->refused = access;
        return GPU_VICTIM_PROTECTED;
    }
    return cand ? (int)least_recent(line, cand) : GPU_VICTIM_NONE;
}

/* A line replaced teaches the table. */
static void train(policy_t *p, sm_t *sm, const line_t *l, uint64_t line)
{
    entry_t *e = entry_of(p, sm, l->row, line);
    *e = (entry_t){.past = l->present, .conf = l->present == l->past};
    p->n.trained++;
    p->n.confirmed += e->conf;
}

/* r's line takes (set, way), in place of victim if that was valid. */
static void allocate(policy_t *p, const gpu_req_t *r, uint32_t set, uint32_t way, bool victim_valid,
                     uint64_t victim)
{
    sm_t *sm = &p->sm[r->sm];
    line_t *l = &lines_of(p, sm, set)[way];
    if (victim_valid)
        train(p, sm, l, victim);
    uint32_t row = row_of(p, r);
    const entry_t *e = entry_of(p, sm, row, r->line);
    *l = (line_t){.touch = ++sm->clock, .row = row, .past = e->past, .conf = e->conf};
    p->n.allocations++;
}

static void on_l1_result(void *ctx, const gpu_l1_result_t *r)
{
    policy_t *p = ctx;
    sm_t *sm = &p->sm[r->req->sm];
    line_t *line = lines_of(p, sm, r->set), *l = &line[r->way];
    p->n.accesses++;
    for (uint32_t w = 0; w < p->ways; w++)
        line[w].c = counted(p, line[w].c, 1);
    if (r->outcome == GPU_L1_HIT || r->outcome == GPU_L1_PENDING_HIT) {
        if (l->c > l->present)
            l->present = l->c;
        l->c = 0;
        l->touch = ++sm->clock;
    } else if (r->outcome == GPU_L1_MISS) {
        p->n.expired += r->victim_valid && sm->expired;
        allocate(p, r->req, r->set, r->way, r->victim_valid, r->victim_line);
    } else {
        p->n.bypasses += sm->refused && !(r->req->flags & GPU_REQ_BYPASS);
    }
    sm->refused = sm->expired = false;
}

static void on_prefetch_result(void *ctx, const gpu_prefetch_result_t *r)
{
    if (r->outcome == GPU_PREFETCH_ISSUED)
        allocate(ctx, r->req, r->set, r->way, r->victim_valid, r->victim_line);
}

static void on_late_fill(void *ctx, const gpu_late_fill_t *f)
{
    allocate(ctx, f->req, f->set, f->way, f->victim_valid, f->victim_line);
}

/* The table persists. */
static void on_kernel_start(void *ctx, const front_t *front)
{
    policy_t *p = ctx;
    (void)front;
    for (uint32_t i = 0; i < p->n_sms; i++)
        memset(p->sm[i].line, 0, (size_t)p->sets * p->ways * sizeof *p->sm[i].line);
}

static const gpu_hooks_t hooks = {
    .policy = "counter",
    .on_kernel_start = on_kernel_start,
    .on_l1_result = on_l1_result,
    .on_prefetch_result = on_prefetch_result,
    .on_late_fill = on_late_fill,
    .pick_victim = pick_victim,
};

static void destroy(policy_t *p)
{
    for (uint32_t i = 0; p && p->sm && i < p->n_sms; i++) {
        free(p->sm[i].line);
        free(p->sm[i].table);
    }
    if (p)
        free(p->sm);
    free(p);
}

static int make(policy_t *p, const policy_env_t *env, diag_t *d)
{
    p->sm = calloc(p->n_sms, sizeof *p->sm);
    for (uint32_t i = 0; p->sm && i < p->n_sms; i++) {
        p->sm[i].line = calloc((size_t)p->sets * p->ways, sizeof *p->sm[i].line);
        p->sm[i].table = calloc((size_t)p->side * p->side, sizeof *p->sm[i].table);
        if (!p->sm[i].line || !p->sm[i].table)
            return diag_at(d, "counter", 0, 0, "out of memory");
    }
    if (!p->sm)
        return diag_at(d, "counter", 0, 0, "out of memory");
    if (env->cfg->l1_ways > 64)
        return diag_at(d, "counter", 0, 0, "expected an L1 of at most 64 ways, found %u",
                       env->cfg->l1_ways);
    return 0;
}

static int create(const policy_env_t *env, const uint64_t *opt, policy_t **out, diag_t *d)
{
    if (!bits_is_pow2(opt[OPT_SIDE]))
        return diag_at(d, "counter.side", 0, 0, "expected a power of two");
    policy_t *p = calloc(1, sizeof *p);
    if (!p)
        return diag_at(d, "counter", 0, 0, "out of memory");
    p->n_sms = env->cfg->n_sms;
    p->sets = env->cfg->l1_sets;
    p->ways = env->cfg->l1_ways;
    p->side = (uint32_t)opt[OPT_SIDE];
    p->hash_w = (uint32_t)__builtin_ctz(p->side);
    p->ctr_w = (uint32_t)opt[OPT_CTR_W];
    p->pc_shift = (uint32_t)opt[OPT_PC_SHIFT];
    int rc = make(p, env, d);
    if (rc) {
        destroy(p);
        return rc;
    }
    *out = p;
    return 0;
}

/* Of one L1: entries of value and conf; a line's row, c, present, past and conf. */
static uint64_t storage_bits(const policy_t *p)
{
    return (uint64_t)p->side * p->side * (p->ctr_w + 1) +
           (uint64_t)p->sets * p->ways * (p->hash_w + 3 * p->ctr_w + 1);
}

static unsigned report(const policy_t *p, policy_row_t *rows)
{
    const counts_t *n = &p->n;
    const uint64_t misses = n->allocations + n->bypasses;
    const policy_row_t all[] = {
        {"accesses", false, n->accesses, 0},
        {"allocations", false, n->allocations, 0},
        {"expired_victims", false, n->expired, 0},
        {"counter_bypasses", false, n->bypasses, 0},
        {"trained", false, n->trained, 0},
        {"confirmed", false, n->confirmed, 0},
        {"storage_bits", false, storage_bits(p), 0},
        {"fills_prevented", true, 0, misses ? (double)n->bypasses / (double)misses : 0},
    };
    memcpy(rows, all, sizeof all);
    return sizeof all / sizeof all[0];
}

static unit_inst_t *instance(const policy_t *p, unsigned i)
{
    (void)p, (void)i;
    return NULL;
}

STATE_LAYOUT("counter's policy", sizeof(policy_t) - sizeof(counts_t), 40);
STATE_LAYOUT("counter's sm_t", sizeof(sm_t), 32);

static void state(policy_t *p, state_io_t *io)
{
    STATE(io, p->n);
    for (uint32_t i = 0; i < p->n_sms; i++) {
        sm_t *sm = &p->sm[i];
        state_bytes(io, sm->line, (size_t)p->sets * p->ways * sizeof *sm->line);
        state_bytes(io, sm->table, (size_t)p->side * p->side * sizeof *sm->table);
        STATE(io, sm->clock);
        STATE(io, sm->refused);
        STATE(io, sm->expired);
        for (uint32_t k = 0; k < p->sets * p->ways; k++)
            if (sm->line[k].row >= p->side)
                state_fail(io, "counter: a line has row %u", sm->line[k].row);
    }
}

const policy_ops_t policy_counter = {
    .name = "counter",
    .doc =
        "counter-based replacement and bypassing by access intervals (Kharbutli and Solihin, 2008)",
    .hooks = &hooks,
    .owns = POLICY_OWNS_PROTECTION | POLICY_OWNS_BYPASS,
    .options = options,
    .n_options = OPT_COUNT,
    .create = create,
    .destroy = destroy,
    .report = report,
    .instance = instance,
    .state = state,
};
