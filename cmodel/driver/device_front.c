/* Launches of fronts that the driver has not made: traces. */
#include "common/bits.h"
#include "driver/device_impl.h"

/* Every warp to its end. A trace needs no order among warps: nothing is computed. */
static void count(front_t *f, uint64_t *warp_insts, uint64_t *thread_insts)
{
    uint64_t ctas = (uint64_t)f->grid[0] * f->grid[1] * f->grid[2];
    warp_step_t out;
    for (uint64_t i = 0; i < ctas && !f->error; i++) {
        front_cta_t *cta = f->ops->cta_begin(f->ctx, (uint32_t)i);
        for (uint32_t k = 0; k < f->warps_per_cta; k++) {
            front_warp_t *w = f->ops->cta_warp(f->ctx, cta, k);
            out.next = f->ops->first(f->ctx, w);
            while (out.next && !f->error) {
                f->ops->step(f->ctx, w, &out);
                ++*warp_insts;
                *thread_insts += bits_popcount(out.active);
            }
        }
        f->ops->cta_end(f->ctx, cta);
    }
}

static int run_untimed(device_t *dev, const dev_front_t *f, dev_launch_info_t *info)
{
    count(f->front, &info->warp_instructions, &dev->summary.thread_instructions);
    dev->summary.warp_instructions += info->warp_instructions;
    return f->front->error ? dev_fail(dev, f->fault(f->ctx, dev->d)) : 0;
}

int dev_launch_front(device_t *dev, const dev_front_t *f)
{
    if (dev->error)
        return dev->error;
    const uint32_t *grid = f->front->grid, *block = f->front->block;
    dev_launch_info_t info = {.number = ++dev->summary.launches,
                              .kernel = f->front->kernel,
                              .grid = {grid[0], grid[1], grid[2]},
                              .block = {block[0], block[1], block[2]},
                              .shared = f->front->shared_bytes};
    info.timed = dev_is_timed(dev, info.kernel, info.number);
    dev->summary.timed_launches += info.timed;
    if (dev->cfg.gpu && !info.timed)
        return 0;
    int rc = f->load ? f->load(f->ctx, dev->d) : 0;
    if (rc)
        return dev_fail(dev, rc);
    if (dev->cfg.before)
        dev->cfg.before(dev->cfg.ctx, &info);
    dev_watch_t watch;
    rc = dev_watch_begin(&watch, dev, f, info.number);
    if (!rc)
        rc = info.timed ? dev_run_timed(dev, &watch.outer) : run_untimed(dev, &watch.outer, &info);
    if (!rc)
        rc = dev_watch_end(&watch, dev);
    if (!rc && dev->cfg.after)
        dev->cfg.after(dev->cfg.ctx, &info);
    return rc;
}

int dev_preload(device_t *dev, uint64_t addr, uint64_t bytes)
{
    if (!dev->error && dev->tap)
        dev->tap->copy(dev->tap->ctx, addr, bytes, true);
    if (!dev->error && dev->cfg.gpu)
        gpu_l2_preload(dev->cfg.gpu, addr, bytes);
    return dev->error;
}
