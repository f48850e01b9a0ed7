/*
 * Policy bcs: block CTA scheduling (Lee et al., "Improving GPGPU resource utilization through
 * alternative thread block scheduling", HPCA 2014). `ctas` consecutive CTAs, two by default, go to
 * one SM, which waits until it has room for all of them.
 *
 * SMs are served as without a policy: round-robin, one CTA an SM and cycle; so the second of a pair
 * comes a cycle after the first, and its place is kept. Where an SM can never hold a whole block a
 * block is what it can hold; the last block of a grid is what is left.
 */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "policy/policy.h"

enum { OPT_CTAS, OPT_COUNT };

static const policy_option_t options[OPT_COUNT] = {
    [OPT_CTAS] = {"ctas", 2, 1, 64, "consecutive CTAs that go to one SM together"},
};

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
    gpu_t *gpu;
    uint32_t n_sms, ctas;
    uint32_t n_ctas, next; /* of the grid */
    sm_t *sm;
    counts_t n;
};

static void on_kernel_start(void *ctx, const front_t *front)
{
    policy_t *p = ctx;
    p->n_ctas = front->grid[0] * front->grid[1] * front->grid[2];
    p->next = 0;
    memset(p->sm, 0, p->n_sms * sizeof *p->sm);
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
        uint32_t size = least(least(p->ctas, gpu_cta_limit(p->gpu, n)), p->n_ctas - p->next);
        if (size == 0)
            return GPU_PICK_NONE;
        if (gpu_cta_room(p->gpu, n) < size) {
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

static void destroy(policy_t *p)
{
    if (p)
        free(p->sm);
    free(p);
}

static int create(const policy_env_t *env, const uint64_t *opt, policy_t **out, diag_t *d)
{
    policy_t *p = calloc(1, sizeof *p);
    if (p)
        p->sm = calloc(env->cfg->n_sms, sizeof *p->sm);
    if (!p || !p->sm) {
        destroy(p);
        return diag_at(d, "bcs", 0, 0, "out of memory");
    }
    p->gpu = env->gpu;
    p->n_sms = env->cfg->n_sms;
    p->ctas = (uint32_t)opt[OPT_CTAS];
    *out = p;
    return 0;
}

static unsigned report(const policy_t *p, policy_row_t *rows)
{
    const policy_row_t all[] = {
        {"blocks", false, p->n.blocks, 0},
        {"single_ctas", false, p->n.single, 0},
        {"sm_waiting_cycles", false, p->n.sm_waiting, 0},
    };
    memcpy(rows, all, sizeof all);
    return sizeof all / sizeof all[0];
}

static unit_inst_t *instance(const policy_t *p, unsigned i)
{
    (void)p, (void)i;
    return NULL;
}

STATE_LAYOUT("bcs's policy", sizeof(policy_t) - sizeof(counts_t), 32);

static void state(policy_t *p, state_io_t *io)
{
    STATE(io, p->n_ctas);
    STATE(io, p->next);
    state_bytes(io, p->sm, p->n_sms * sizeof *p->sm);
    STATE(io, p->n);
}

const policy_ops_t policy_bcs = {
    .name = "bcs",
    .doc = "block CTA scheduling: consecutive CTAs to one SM (Lee et al., 2014)",
    .hooks = &hooks,
    .options = options,
    .n_options = OPT_COUNT,
    .create = create,
    .destroy = destroy,
    .report = report,
    .instance = instance,
    .state = state,
};
