/*
 * Policy mrpb on a synthetic kernel whose loads and stores are given by letters: a letter is a line
 * behind RIG_BASE, and a warp's instruction accesses the letters of its text, one a lane. And what
 * the L1 and the L2 saw.
 */
#ifndef LW_TESTS_MRPB_RIG_H
#define LW_TESTS_MRPB_RIG_H

#include "policy_rig.h"

enum { LATENCY = 5, SEEN_MAX = 128 };

typedef struct seen {
    char text[SEEN_MAX]; /* letters of the reads that the L1 accepted, in order */
    uint32_t line[SEEN_MAX];
    gpu_l1_outcome_t outcome[SEEN_MAX];
    uint8_t flags[SEEN_MAX]; /* GPU_REQ_* of the request */
    uint64_t cycle[SEEN_MAX];
    uint64_t issued[SEEN_MAX]; /* of load k */
    uint32_t warp[SEEN_MAX];   /* its slot */
    gpu_l1_tag_t tag;          /* that the last read met */
    char l2[SEEN_MAX];         /* letters of the requests that the L2 accepted, in order */
    bool l2_write[SEEN_MAX], l2_bypass[SEEN_MAX];
    uint32_t n, n_issued, n_l2;
} seen_t;

static inline gpu_l1_decision_t seen_access(void *ctx, const gpu_l1_access_t *a)
{
    seen_t *s = ctx;
    s->tag = a->tag;
    return GPU_L1_NORMAL;
}

static inline void seen_result(void *ctx, const gpu_l1_result_t *r)
{
    seen_t *s = ctx;
    assert_in_range(s->n, 0, SEEN_MAX - 1);
    s->line[s->n] = (uint32_t)(r->req->line - RIG_BASE_LINE);
    s->text[s->n] = (char)('A' + s->line[s->n]);
    s->outcome[s->n] = r->outcome;
    s->flags[s->n] = r->req->flags;
    s->cycle[s->n++] = r->cycle;
}

static inline void seen_issue(void *ctx, const gpu_load_issue_t *e)
{
    seen_t *s = ctx;
    assert_in_range(s->n_issued, 0, SEEN_MAX - 1);
    s->warp[s->n_issued] = e->warp;
    s->issued[s->n_issued++] = e->cycle;
}

static inline bool seen_l2(void *ctx, const gpu_l2_request_t *r)
{
    seen_t *s = ctx;
    assert_in_range(s->n_l2, 0, SEEN_MAX - 1);
    s->l2[s->n_l2] = (char)('A' + (r->req->line - RIG_BASE_LINE));
    s->l2_write[s->n_l2] = r->write;
    s->l2_bypass[s->n_l2++] = r->bypass;
    return false;
}

static const gpu_hooks_t seen_hooks = {.policy = "seen",
                                       .on_l1_access = seen_access,
                                       .on_l1_result = seen_result,
                                       .on_load_issue = seen_issue,
                                       .on_l2_request = seen_l2};

/* Lines of instruction i of warp w: text[i][w], a letter a lane; NULL or "": no lane. */
typedef const char *const row_t[4];

static inline const char *letters(const synth_t *s, const synth_at_t *at)
{
    const row_t *text = s->user;
    const char *l = text[at->inst][at->cta * s->front.warps_per_cta + at->warp];
    return l ? l : "";
}

static inline uint64_t letter_addr(const synth_t *s, const synth_at_t *at, uint32_t lane)
{
    const char *l = letters(s, at);
    uint64_t n = strlen(l);
    return RIG_BASE + (n ? (uint64_t)(l[lane < n ? lane : 0] - 'A') * 128 : 0);
}

static inline uint64_t letter_mask(const synth_t *s, const synth_at_t *at)
{
    return inst_is_memory(&s->inst[at->inst]) ? bits_mask((uint32_t)strlen(letters(s, at)))
                                              : bits_mask(32);
}

/* A GPU with the policy and *seen attached. */
static inline void seen_new(policy_rig_t *r, seen_t *seen, const gpu_cfg_t *c,
                            const char *const *options)
{
    *seen = (seen_t){.n = 0};
    rig_new(r, c, "mrpb", options);
    assert_int_equal(gpu_attach(r->gpu, &seen_hooks, seen, NULL), 0);
}

/* Runs what the letters say and ends both. */
static inline void seen_run(policy_rig_t *r, synth_t *s, const row_t *text)
{
    s->addr = letter_addr;
    s->mask = letter_mask;
    s->user = text;
    rig_run(r, s);
    rig_free(r);
    synth_free(s);
}

static inline void run(policy_rig_t *r, seen_t *seen, const gpu_cfg_t *c, synth_t *s,
                       const char *const *options, const row_t *text)
{
    seen_new(r, seen, c, options);
    seen_run(r, s, text);
}

#endif
