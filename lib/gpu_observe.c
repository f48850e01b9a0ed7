/* The observer of lockwarp/gpu.h on top of the GPU's hooks (gpu/hooks.h). It decides nothing: its
 * answers are those that leave every decision to the others. */
#include "gpu_int.h"

static void on_kernel_start(void *ctx, const front_t *front)
{
    const watch_t *w = ctx;
    const lw_kernel_t e = {
        .name = front->kernel, .launch = gpu_launch(w->gpu), .cycle = gpu_cycle(w->gpu)};
    w->observer.kernel(w->ctx, &e);
}

static lw_cta_t cta_of(const gpu_cta_event_t *e)
{
    return (lw_cta_t){.cycle = e->cycle,
                      .sm = e->sm,
                      .cta = e->cta,
                      .first_warp = e->first_warp,
                      .n_warps = e->n_warps};
}

static void on_cta_ready(void *ctx, const gpu_cta_event_t *cta)
{
    const watch_t *w = ctx;
    const lw_cta_t e = cta_of(cta);
    w->observer.cta_start(w->ctx, &e);
}

static void on_cta_finish(void *ctx, const gpu_cta_event_t *cta)
{
    const watch_t *w = ctx;
    const lw_cta_t e = cta_of(cta);
    w->observer.cta_end(w->ctx, &e);
}

static void on_warp_finish(void *ctx, uint32_t sm, uint32_t warp, uint64_t cycle)
{
    const watch_t *w = ctx;
    const lw_warp_t e = {.cycle = cycle, .sm = sm, .warp = warp};
    w->observer.warp_end(w->ctx, &e);
}

static void on_pick(void *ctx, const gpu_pick_t *p)
{
    const watch_t *w = ctx;
    const lw_pick_t e = {
        .cycle = p->cycle, .ready = p->ready, .sm = p->sm, .scheduler = p->sched, .warp = p->warp};
    w->observer.pick(w->ctx, &e);
}

static void on_load_issue(void *ctx, const gpu_load_issue_t *l)
{
    const watch_t *w = ctx;
    const lw_load_t e = {.cycle = l->cycle,
                         .sm = l->sm,
                         .warp = l->warp,
                         .pc = l->inst->pc,
                         .load = l->op,
                         .requests = l->requests,
                         .global = l->step->space == INST_SPACE_GLOBAL,
                         .cached = !l->uncached};
    w->observer.load(w->ctx, &e);
}

static void on_l1_result(void *ctx, const gpu_l1_result_t *r)
{
    static const lw_outcome_t outcome[] = {[GPU_L1_HIT] = LW_HIT,
                                           [GPU_L1_PENDING_HIT] = LW_PENDING_HIT,
                                           [GPU_L1_MISS] = LW_MISS,
                                           [GPU_L1_BYPASSED] = LW_BYPASS};
    const watch_t *w = ctx;
    const lw_read_t e = {.cycle = r->cycle,
                         .line = r->req->line,
                         .sm = r->req->sm,
                         .warp = r->req->warp,
                         .pc = r->req->pc,
                         .load = r->op,
                         .index = r->req->idx,
                         .set = r->set,
                         .way = r->way,
                         .outcome = outcome[r->outcome],
                         .predicted = (r->req->flags & GPU_REQ_PREDICTED) != 0,
                         .victim_valid = r->victim_valid,
                         .victim_line = r->victim_line};
    w->observer.read(w->ctx, &e);
}

static void on_l1_write(void *ctx, const gpu_l1_write_t *l)
{
    const watch_t *w = ctx;
    const lw_write_t e = {.cycle = l->cycle,
                          .line = l->req->line,
                          .sm = l->req->sm,
                          .warp = l->req->warp,
                          .pc = l->req->pc,
                          .set = l->set,
                          .way = l->way,
                          .hit = l->hit,
                          .atomic = l->req->kind != GPU_REQ_WRITE};
    w->observer.write(w->ctx, &e);
}

static void on_l1_evict(void *ctx, const gpu_l1_evict_t *v)
{
    /* No memory of a run fails: GPU_EVICT_FAILED is an L1's alone. */
    static const lw_cause_t cause[] = {[GPU_EVICT_MISS] = LW_BY_MISS,
                                       [GPU_EVICT_LATE_FILL] = LW_BY_LATE_FILL,
                                       [GPU_EVICT_STORE] = LW_BY_STORE,
                                       [GPU_EVICT_KERNEL] = LW_BY_KERNEL,
                                       [GPU_EVICT_PREFETCH] = LW_BY_PREFETCH};
    const watch_t *w = ctx;
    const lw_evict_t e = {.cycle = v->cycle,
                          .line = v->line,
                          .sm = v->sm,
                          .set = v->set,
                          .way = v->way,
                          .hits = v->hits,
                          .cause = cause[v->cause]};
    w->observer.evict(w->ctx, &e);
}

static void on_l1_fill(void *ctx, const gpu_l1_fill_t *f)
{
    const watch_t *w = ctx;
    const lw_fill_t e = {
        .cycle = f->cycle, .line = f->line, .sm = f->sm, .set = f->set, .way = f->way};
    w->observer.fill(w->ctx, &e);
}

static void on_l2_reply(void *ctx, const gpu_req_t *r, uint64_t cycle)
{
    const watch_t *w = ctx;
    const lw_reply_t e = {.cycle = cycle,
                          .line = r->line,
                          .sm = r->sm,
                          .warp = r->warp,
                          .returned = (r->flags & GPU_REQ_RETURNED) != 0};
    w->observer.reply(w->ctx, &e);
}

static void on_late_fill(void *ctx, const gpu_late_fill_t *f)
{
    const watch_t *w = ctx;
    const lw_late_fill_t e = {.cycle = f->cycle,
                              .line = f->req->line,
                              .sm = f->req->sm,
                              .set = f->set,
                              .way = f->way,
                              .victim_valid = f->victim_valid,
                              .victim_line = f->victim_line};
    w->observer.late_fill(w->ctx, &e);
}

static bool on_l2_request(void *ctx, const gpu_l2_request_t *r)
{
    const watch_t *w = ctx;
    const lw_l2_t e = {.cycle = r->cycle,
                       .line = r->req->line,
                       .sm = r->req->sm,
                       .slice = r->slice,
                       .set = r->set,
                       .way = r->way,
                       .hit = r->hit,
                       .write = r->write,
                       .bypass = r->bypass};
    w->observer.l2(w->ctx, &e);
    return false;
}

int watch_attach(watch_t *w, gpu_t *gpu)
{
    const lw_observer_t *o = &w->observer;
    w->gpu = gpu;
    w->hooks = (gpu_hooks_t){
        .policy = "observer",
        .on_kernel_start = o->kernel ? on_kernel_start : NULL,
        .on_cta_ready = o->cta_start ? on_cta_ready : NULL,
        .on_cta_finish = o->cta_end ? on_cta_finish : NULL,
        .on_warp_finish = o->warp_end ? on_warp_finish : NULL,
        .on_pick = o->pick ? on_pick : NULL,
        .on_load_issue = o->load ? on_load_issue : NULL,
        .on_l1_result = o->read ? on_l1_result : NULL,
        .on_l1_write = o->write ? on_l1_write : NULL,
        .on_l1_evict = o->evict ? on_l1_evict : NULL,
        .on_l1_fill = o->fill ? on_l1_fill : NULL,
        .on_l2_reply = o->reply ? on_l2_reply : NULL,
        .on_late_fill = o->late_fill ? on_late_fill : NULL,
        .on_l2_request = o->l2 ? on_l2_request : NULL,
    };
    return gpu_attach(gpu, &w->hooks, w, NULL);
}
