/*
 * A policy that bypasses, holds, prefetches and lets fill late, by hashes of what it sees. It keeps
 * a digest of everything that it was told, in order.
 */
#ifndef LW_TESTS_GPU_CHAOS_H
#define LW_TESTS_GPU_CHAOS_H

#include "gpu_synth_random.h"

typedef struct chaos {
    gpu_t *g;
    uint64_t decided, late, evicted, replies;
    uint64_t digest; /* of everything told, in order */
    uint64_t held_until[64];
    uint64_t dispatch; /* cycle of the next one that is told */
} chaos_t;

static inline void tell(chaos_t *x, uint64_t what)
{
    x->digest = mix(x->digest ^ what);
}

static inline gpu_l1_decision_t chaos_access(void *ctx, const gpu_l1_access_t *a)
{
    chaos_t *x = ctx;
    uint64_t k = mix(a->req->line * 31 + a->req->warp);
    a->req->hash = (uint16_t)k;
    if ((k & 63) == 1) { /* held for a few cycles: the decision changes by itself */
        uint64_t *until = &x->held_until[a->req->sm];
        if (*until == 0) {
            *until = a->cycle + 1 + (k >> 8) % 20;
            gpu_sm_wake_at(x->g, a->req->sm, *until);
        }
        if (a->cycle < *until)
            return GPU_L1_HOLD;
    }
    if ((k & 7) == 2)
        return GPU_L1_BYPASS_IF_NO_WAY;
    return (k & 3) == 0 ? GPU_L1_PREDICTED_BYPASS : (k & 31) == 5 ? GPU_L1_BYPASS : GPU_L1_NORMAL;
}

static inline void chaos_result(void *ctx, const gpu_l1_result_t *r)
{
    chaos_t *x = ctx;
    assert_int_equal(r->req->hash, (uint16_t)mix(r->req->line * 31 + r->req->warp));
    x->held_until[r->req->sm] = 0;
    uint64_t k = mix(r->req->line + r->cycle);
    if ((k & 7) == 0) { /* mostly near and into its own SM */
        uint64_t line = r->req->line + ((k >> 3) & 3);
        uint32_t n = gpu_config(x->g)->n_sms, sm = (k & 56) ? r->req->sm : (uint32_t)(k >> 9) % n;
        tell(x, gpu_l1_prefetch(x->g, sm, line, r->req->pc, r->req->warp));
    }
    tell(x, r->cycle ^ r->req->line << 8 ^ r->way ^ (uint64_t)r->outcome << 60 ^ r->victim_line);
    x->decided++;
}

static inline bool chaos_prefetch(void *ctx, const gpu_l1_access_t *a)
{
    tell(ctx, a->cycle ^ a->req->line << 8 ^ a->set);
    a->req->hash = (uint16_t)mix(a->req->line * 31 + a->req->warp);
    return mix(a->req->line) % 16 == 3;
}

static inline void chaos_prefetched(void *ctx, const gpu_prefetch_result_t *r)
{
    tell(ctx, r->cycle ^ r->req->line << 8 ^ r->way ^ (uint64_t)r->outcome << 60 ^ r->victim_line);
}

static inline void chaos_late(void *ctx, const gpu_late_fill_t *f)
{
    chaos_t *x = ctx;
    assert_int_equal(f->req->hash, (uint16_t)mix(f->req->line * 31 + f->req->warp));
    tell(x, f->cycle ^ f->req->line << 8 ^ f->way ^ f->victim_valid);
    x->late++;
}

static inline void chaos_evict(void *ctx, const gpu_l1_evict_t *e)
{
    chaos_t *x = ctx;
    tell(x, e->cycle ^ e->line << 8 ^ e->hits ^ e->unread ^ (uint64_t)e->cause << 60);
    x->evicted++;
}

static inline bool chaos_l2(void *ctx, const gpu_l2_request_t *r)
{
    chaos_t *x = ctx;
    tell(x, r->cycle ^ r->req->line << 8 ^ r->set ^ r->way ^ r->hit ^ r->write);
    if (mix(r->req->line ^ r->cycle) % 64 == 9)
        tell(x, gpu_l1_prefetch(x->g, r->req->sm, r->req->line + 1, r->req->pc, r->req->warp));
    return r->bypass && (mix(r->req->line) & 1);
}

static inline void chaos_reply(void *ctx, const gpu_req_t *r, uint64_t cycle)
{
    chaos_t *x = ctx;
    tell(x, cycle ^ r->line << 8 ^ r->flags);
    x->replies++;
}

/* Hears of dispatches a random number of cycles apart; a launch's first cycle asks for nothing new.
 */
static inline void chaos_dispatch(void *ctx, uint64_t cycle)
{
    chaos_t *x = ctx;
    if (cycle >= x->dispatch) {
        tell(x, cycle);
        x->dispatch = cycle + 1 + mix(cycle) % 300;
    }
    gpu_dispatch_wake_at(x->g, x->dispatch);
}

static const gpu_hooks_t chaos_hooks = {.policy = "chaos",
                                        .on_dispatch = chaos_dispatch,
                                        .on_l1_access = chaos_access,
                                        .on_l1_result = chaos_result,
                                        .on_prefetch = chaos_prefetch,
                                        .on_prefetch_result = chaos_prefetched,
                                        .on_late_fill = chaos_late,
                                        .on_l1_evict = chaos_evict,
                                        .on_l2_request = chaos_l2,
                                        .on_l2_reply = chaos_reply};

#endif
