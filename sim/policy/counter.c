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
 * whose entry says with conf that its line will not be used again (0) bypasses the L1. The
 * table, by hash of the PC and hash of the line, takes a replaced line's `present`, and conf if
 * that equals `past`.
 */
#include "common/bits.h"
#include "policy/policy.h"
#include "policy/stamps.h"

typedef struct line {
    uint32_t row; /* hash of the PC that brought it */
    uint8_t c, present, past;
    bool conf;
} line_t;

typedef struct entry {
    uint8_t past;
    bool conf;
} entry_t;

typedef struct sm {
    line_t *line;   /* [set * ways + way] */
    stamps_t used;  /* of its lines */
    entry_t *table; /* [row * side + column] */
    bool refused;   /* pick_victim has bypassed the request at the head */
    bool expired;   /* pick_victim has found an expired line */
} sm_t;

typedef struct counts {
    uint64_t accesses, allocations;
    uint64_t expired;   /* victims that had expired */
    uint64_t bypasses;  /* misses that bypassed the L1 */
    uint64_t trained;   /* entries written */
    uint64_t confirmed; /* of these, the same value again */
} counts_t;

struct policy {
    policy_run_t run;
    uint32_t side, ctr_w, pc_shift; /* options */
    uint32_t hash_w;                /* log2 side */
    sm_t *sm;
    counts_t n;
};

static const policy_option_t options[] = {
    {"side", 128, 2, 1024, "rows, and columns, of the table; a power of two",
     .at = offsetof(policy_t, side), .pow2 = true},
    {"ctr_w", 4, 1, 7, "bits of a counter", .at = offsetof(policy_t, ctr_w)},
    {"pc_shift", 3, 0, 8, "low PC bits that the hash leaves out",
     .at = offsetof(policy_t, pc_shift)},
};

static uint32_t table_entries(const policy_t *p)
{
    return p->side * p->side;
}

/* ---- Checkpoints ---- */

/* clang-format off */
#define POLICY_MEMBERS(F) \
    F(KEEPS, run,) F(KEEP, side,) F(KEEP, ctr_w,) F(KEEP, pc_shift,) F(KEEP, hash_w,) F(KEEP, sm,) F(COUNTS, n,)
#define LINE_MEMBERS(F)  F(MOST, row, p->side - 1) F(ANY, c,) F(ANY, present,) F(ANY, past,) F(BOOL, conf,)
#define ENTRY_MEMBERS(F) F(ANY, past,) F(BOOL, conf,)
#define SM_MEMBERS(F) \
    F(KEEP, line,) F(PART, used, STATE(io, o->used.clock)) F(KEEP, table,) F(BOOL, refused,) F(BOOL, expired,)
/* clang-format on */

STATE_LIST(struct policy, POLICY_MEMBERS);
STATE_LIST(line_t, LINE_MEMBERS);
STATE_LIST(entry_t, ENTRY_MEMBERS);
STATE_LIST(sm_t, SM_MEMBERS);

static void walk_line(const policy_t *p, void *element, state_io_t *io)
{
    line_t *e = element;
    STATE_WALK(e, io, LINE_MEMBERS);
}

static void walk_entry(const policy_t *p, void *element, state_io_t *io)
{
    entry_t *e = element;
    (void)p;
    STATE_WALK(e, io, ENTRY_MEMBERS);
}

static void walk_sm(const policy_t *p, void *element, state_io_t *io)
{
    sm_t *e = element;
    (void)p;
    STATE_WALK(e, io, SM_MEMBERS);
}

static const policy_part_t sm_parts[] = {
    {.at = offsetof(sm_t, line),
     .size = sizeof(line_t),
     .count = policy_l1_lines,
     .lines = true,
     .walk = walk_line},
    {.at = offsetof(sm_t, used.touch),
     .size = sizeof(uint64_t),
     .count = policy_l1_lines,
     .lines = true},
    {.at = offsetof(sm_t, table),
     .size = sizeof(entry_t),
     .count = table_entries,
     .walk = walk_entry},
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
    {"accesses", offsetof(policy_t, n.accesses)},
    {"allocations", offsetof(policy_t, n.allocations)},
    {"expired_victims", offsetof(policy_t, n.expired)},
    {"counter_bypasses", offsetof(policy_t, n.bypasses)},
    {"trained", offsetof(policy_t, n.trained)},
    {"confirmed", offsetof(policy_t, n.confirmed)},
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

static size_t line_index(const policy_t *p, uint32_t set, uint32_t way)
{
    return (size_t)set * p->run.cfg->l1_ways + way;
}

/* c after n more accesses. */
static uint8_t counted(const policy_t *p, uint8_t c, uint32_t n)
{
    return (uint64_t)c + n > bits_mask(p->ctr_w) ? (uint8_t)bits_mask(p->ctr_w) : (uint8_t)(c + n);
}

/* The candidates that have expired, the most recent line of the set apart; n: 1 in an access. */
static uint64_t expired(const policy_t *p, const sm_t *sm, uint32_t set, uint64_t cand, uint32_t n)
{
    size_t first = line_index(p, set, 0);
    uint64_t out = 0;
    uint32_t newest = 0;
    for (uint32_t w = 1; w < p->run.cfg->l1_ways; w++)
        if (sm->used.touch[first + w] > sm->used.touch[first + newest])
            newest = w;
    for (uint64_t m = cand & ~(UINT64_C(1) << newest); m; m &= m - 1) {
        const line_t *l = &sm->line[first + bits_lowest(m)];
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
    size_t first = line_index(p, v->set, 0);
    bool access = !v->late && !(v->req->flags & GPU_REQ_PREFETCH);
    uint64_t cand = bits_mask(p->run.cfg->l1_ways) & ~v->reserved;
    sm->refused = sm->expired = false;
    if (v->free)
        return (int)bits_lowest(v->free);
    uint64_t out = expired(p, sm, v->set, cand, access);
    if (out) {
        sm->expired = true;
        return (int)stamps_oldest_of(&sm->used, first, out);
    }
    const entry_t *e = entry_of(p, sm, row_of(p, v->req), v->req->line);
    if (e->conf && e->past == 0) {
        sm->refused = access;
        return GPU_VICTIM_PROTECTED;
    }
    return cand ? (int)stamps_oldest_of(&sm->used, first, cand) : GPU_VICTIM_NONE;
}

/* A line replaced teaches the table. */
static void train(policy_t *p, sm_t *sm, const line_t *l, uint64_t line)
{
    entry_t *e = entry_of(p, sm, l->row, line);
    *e = (entry_t){.past = l->present, .conf = l->present == l->past};
    p->n.trained++;
    p->n.confirmed += e->conf;
}

/* r's line takes (set, way), and replaces victim if that was valid. */
static void allocate(policy_t *p, const gpu_req_t *r, uint32_t set, uint32_t way, bool victim_valid,
                     uint64_t victim)
{
    sm_t *sm = &p->sm[r->sm];
    size_t i = line_index(p, set, way);
    if (victim_valid)
        train(p, sm, &sm->line[i], victim);
    uint32_t row = row_of(p, r);
    const entry_t *e = entry_of(p, sm, row, r->line);
    sm->line[i] = (line_t){.row = row, .past = e->past, .conf = e->conf};
    stamps_use(&sm->used, i);
    p->n.allocations++;
}

static void on_l1_result(void *ctx, const gpu_l1_result_t *r)
{
    policy_t *p = ctx;
    sm_t *sm = &p->sm[r->req->sm];
    line_t *line = &sm->line[line_index(p, r->set, 0)], *l = &line[r->way];
    p->n.accesses++;
    for (uint32_t w = 0; w < p->run.cfg->l1_ways; w++)
        line[w].c = counted(p, line[w].c, 1);
    if (r->outcome == GPU_L1_HIT || r->outcome == GPU_L1_PENDING_HIT) {
        if (l->c > l->present)
            l->present = l->c;
        l->c = 0;
        stamps_use(&sm->used, line_index(p, r->set, r->way));
    } else if (r->outcome == GPU_L1_MISS) {
        p->n.expired += r->victim_valid && sm->expired;
        allocate(p, r->req, r->set, r->way, r->victim_valid, r->victim_line);
    } else {
        p->n.bypasses += sm->refused && !(r->req->flags & GPU_REQ_PREDICTED);
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
    (void)front;
    policy_forget(ctx);
}

static const gpu_hooks_t hooks = {
    .policy = "counter",
    .on_kernel_start = on_kernel_start,
    .on_l1_result = on_l1_result,
    .on_prefetch_result = on_prefetch_result,
    .on_late_fill = on_late_fill,
    .pick_victim = pick_victim,
};

static int init(policy_t *p, diag_t *d)
{
    (void)d;
    p->hash_w = (uint32_t)__builtin_ctz(p->side);
    return 0;
}

/* Of one L1: entries of value and conf; a line's row, c, present, past and conf. */
static uint64_t storage_bits(const policy_t *p)
{
    return (uint64_t)p->side * p->side * (p->ctr_w + 1) +
           (uint64_t)policy_l1_lines(p) * (p->hash_w + 3 * p->ctr_w + 1);
}

static unsigned derive(const policy_t *p, policy_row_t *rows)
{
    const counts_t *n = &p->n;
    rows[0] = (policy_row_t){.name = "storage_bits", .count = storage_bits(p)};
    rows[1] = policy_ratio("fills_prevented", n->bypasses, n->allocations + n->bypasses);
    return 2;
}

static void walk(policy_t *p, state_io_t *io)
{
    STATE_WALK(p, io, POLICY_MEMBERS);
}

const policy_ops_t policy_counter = {
    .name = "counter",
    .doc =
        "counter-based replacement and bypassing by access intervals (Kharbutli and Solihin, 2008)",
    .hooks = &hooks,
    .owns = POLICY_OWNS_PROTECTION | POLICY_OWNS_BYPASS,
    .bytes = sizeof(policy_t),
    .options = options,
    .parts = parts,
    .counts = counts,
    .n_options = sizeof options / sizeof *options,
    .n_parts = sizeof parts / sizeof *parts,
    .n_counts = sizeof counts / sizeof *counts,
    .init = init,
    .derive = derive,
    .walk = walk,
};
