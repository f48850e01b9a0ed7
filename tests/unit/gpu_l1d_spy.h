/* Hooks of the L1D that decide the same of every read and note what they are told. */
#ifndef LW_TESTS_GPU_L1D_SPY_H
#define LW_TESTS_GPU_L1D_SPY_H

#include "gpu_l1d_case.h"

typedef struct spy {
    unsigned accesses, results, evicts, late, replies, returned, l2;
    gpu_l1_decision_t decision;
    bool advise;
    gpu_l1_result_t last;
    gpu_late_fill_t last_late;
} spy_t;

static inline gpu_l1_decision_t spy_access(void *ctx, const gpu_l1_access_t *a)
{
    spy_t *x = ctx;
    x->accesses++;
    a->req->hash = 0x5a5a;
    return x->decision;
}

static inline void spy_result(void *ctx, const gpu_l1_result_t *r)
{
    spy_t *x = ctx;
    x->results++;
    x->last = *r;
}

static inline void spy_late(void *ctx, const gpu_late_fill_t *f)
{
    spy_t *x = ctx;
    x->late++;
    x->last_late = *f;
    assert_int_equal(f->req->hash, 0x5a5a);
}

static inline bool spy_l2(void *ctx, const gpu_l2_request_t *r)
{
    spy_t *x = ctx;
    x->l2++;
    assert_int_equal(r->bypass, x->decision == GPU_L1_PREDICTED_BYPASS);
    return x->advise;
}

static inline void spy_reply(void *ctx, const gpu_req_t *r, uint64_t cycle)
{
    spy_t *x = ctx;
    (void)cycle;
    bool returned = (r->flags & GPU_REQ_RETURNED) != 0; /* with the last of a line's sectors */
    assert_true(x->advise || !returned);
    x->returned += returned;
    x->replies++;
}

static const gpu_hooks_t spy_hooks = {.policy = "spy",
                                      .on_l1_access = spy_access,
                                      .on_l1_result = spy_result,
                                      .on_late_fill = spy_late,
                                      .on_l2_request = spy_l2,
                                      .on_l2_reply = spy_reply};

#endif
