/*
 * Policy bcs: block CTA scheduling (Lee et al., "Improving GPGPU resource utilization through
 * alternative thread block scheduling", HPCA 2014). `ctas` consecutive CTAs, two by default, go to
 * one SM, which waits until it has room for all of them.
 *
 * SMs are served as without a policy: round-robin, one CTA an SM and cycle; so the second of a pair
 * comes a cycle after the first, and a CTA slot is kept for it. Where an SM can never hold a whole
 * block a block is what it can hold; the last block of a grid is what is left.
 */
#include "policy/policy.h"

/* The part of a block that an SM has not taken yet. */
typedef struct sm {
    uint32_t next, left;
} sm_t;

typedef struct counts {
    uint64_t blocks;     /* of two CTAs or more */
    uint64_t single;     /* CTAs that went alone */
    uint64_t sm_waiting; /* SM-cycles in which an SM had room, but not for a block */
} counts_t;

struct policy {
    policy_run_t run;
    uint32_t ctas;         /* option */
    uint32_t n_ctas, next; /* of the grid */
    sm_t *sm;
    counts_t n;
};

static const policy_option_t options[] = {
    {"ctas", 2, 1, 64, "consecutive CTAs that go to one SM together",
     .at = offsetof(policy_t, ctas)},
};

/* ---- Checkpoints ---- */

/* clang-format off */
#define POLICY_MEMBERS(F) \
    F(KEEPS, run,) F(KEEP, ctas,) F(ANY, n_ctas,) F(ANY, next,) F(KEEP, sm,) F(COUNTS, n,)
#define SM_MEMBERS(F) \
    F(ANY, next,) F(ANY, left,)
/* clang-format on */

STATE_LIST(struct policy, POLICY_MEMBERS);
STATE_LIST(sm_t, SM_MEMBERS);

static void walk_sm(const policy_t *p, void *element, state_io_t *io)
{
    sm_t *e = element;
    (void)p;
    STATE_WALK(e, io, SM_MEMBERS);
}

static const policy_part_t parts[] = {
    {.at = offsetof(policy_t, sm),
     .size = sizeof(sm_t),
     .count = policy_sms,
     .launch = true,
     .walk = walk_sm},
};

static const policy_count_t counts[] = {
    {"blocks", offsetof(policy_t, n.blocks)},
    {"single_ctas", offsetof(policy_t, n.single)},
    {"sm_waiting_cycles", offsetof(policy_t, n.sm_waiting)},
};

static void on_kernel_start(void *ctx, const front_t *front)
{
    policy_t *p = ctx;
    p->n_ctas = front->grid[0] * front->grid[1] * front->grid[2];
    p->next = 0;
    policy_forget(p);
}

static uint32_t least(uint32_t a, uint32_t b)
{
    return a < b ? a : b;
}

static int64_t pick_cta(void *ctx, uint32_t n, uint64_t cycle)
{
    policy_t *p = ctx;
    sm_t *sm = &p->sm[n];
    (void)cycle;
    if (sm->left == 0) {
        uint32_t size = least(least(p->ctas, gpu_cta_limit(p->run.gpu, n)), p->n_ctas - p->next);
        if (size == 0)
            return GPU_PICK_NONE;
        if (gpu_cta_room(p->run.gpu, n) < size) {
            p->n.sm_waiting++;
            return GPU_PICK_NONE;
        }
        *sm = (sm_t){.next = p->next, .left = size};
        p->next += size;
        p->n.blocks += size > 1;
        p->n.single += size == 1;
    }
    sm->left--;
    return sm->next++;
}

static const gpu_hooks_t hooks = {
    .policy = "bcs",
    .on_kernel_start = on_kernel_start,
    .pick_cta = pick_cta,
};

static void walk(policy_t *p, state_io_t *io)
{
    STATE_WALK(p, io, POLICY_MEMBERS);
}

static void check(const policy_t *p, state_io_t *io)
{
    state_holds(io, p->next <= p->n_ctas, "more CTAs in blocks than there are");
    for (uint32_t i = 0; i < p->run.cfg->n_sms; i++)
        state_holds(io, (uint64_t)p->sm[i].next + p->sm[i].left <= p->next,
                    "a block of CTAs that was not made");
}

const policy_ops_t policy_bcs = {
    .name = "bcs",
    .doc = "block CTA scheduling: consecutive CTAs to one SM (Lee et al., 2014)",
    .hooks = &hooks,
    .bytes = sizeof(policy_t),
    .options = options,
    .parts = parts,
    .counts = counts,
    .n_options = sizeof options / sizeof *options,
    .n_parts = sizeof parts / sizeof *parts,
    .n_counts = sizeof counts / sizeof *counts,
    .walk = walk,
    .check = check,
};
