/* Launches of fronts that the driver has not made: traces. */
#include <errno.h>

#include "common/bits.h"
#include "driver/device_impl.h"

/* Every warp to its end, or -EINTR between two CTAs. A trace needs no order among warps: nothing is
 * computed. */
static int count(front_t *f, const volatile sig_atomic_t *stop, isa_position_t *at)
{
    uint64_t ctas = (uint64_t)f->grid[0] * f->grid[1] * f->grid[2];
    warp_step_t out;
    while (at->next_cta < ctas && !f->error) {
        if (stop && *stop)
            return -EINTR;
        front_cta_t *cta = f->ops->cta_begin(f->ctx, (uint32_t)at->next_cta++);
        for (uint32_t k = 0; k < f->warps_per_cta; k++) {
            front_warp_t *w = f->ops->cta_warp(f->ctx, cta, k);
            out.next = f->ops->first(f->ctx, w);
            while (out.next && !f->error) {
                f->ops->step(f->ctx, w, &out);
                at->counts.warp_insts++;
                at->counts.thread_insts += bits_popcount(out.active);
            }
        }
        f->ops->cta_end(f->ctx, cta);
    }
    return 0;
}

static int run_untimed(device_t *dev, const dev_front_t *f, dev_launch_info_t *info)
{
    isa_position_t *at = &dev->now.at;
    int rc;
    do
        rc = count(f->front, dev->cfg.stop, at);
    while (rc == -EINTR && dev_goes_on(dev));
    if (rc)
        return dev_suspend(dev);
    info->warp_instructions = at->counts.warp_insts;
    dev->summary.warp_instructions += at->counts.warp_insts;
    dev->summary.thread_instructions += at->counts.thread_insts;
    return f->front->error ? dev_fail(dev, f->fault(f->ctx, dev->d)) : 0;
}

int dev_launch_front(device_t *dev, const dev_front_t *f)
{
    if (dev->error)
        return dev->error;
    const uint32_t *grid = f->front->grid, *block = f->front->block;
    bool restore = dev->replay.io != NULL;
    if (restore && ++dev->replay.launches < dev->replay.number)
        return 0; /* its effects come with the checkpoint */
    dev_launch_info_t info = {.number = restore ? dev->replay.number : ++dev->summary.launches,
                              .kernel = f->front->kernel,
                              .grid = {grid[0], grid[1], grid[2]},
                              .block = {block[0], block[1], block[2]},
                              .shared = f->front->shared_bytes};
    info.chosen = dev_is_chosen(dev, info.kernel, info.number);
    info.timed = dev->cfg.gpu && info.chosen;
    if (!restore)
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
    dev->now = (dev_running_t){.front = watch.outer.front, .info = &info};
    if (!rc && restore)
        rc = dev_restore(dev);
    if (!rc)
        rc = info.timed ? dev_run_timed(dev, &watch.outer, restore)
                        : run_untimed(dev, &watch.outer, &info);
    if (!rc)
        rc = dev_watch_end(&watch, dev);
    dev->now = (dev_running_t){.front = NULL};
    if (!rc && dev->cfg.after)
        dev->cfg.after(dev->cfg.ctx, &info);
    return rc;
}

int dev_preload(device_t *dev, uint64_t addr, uint64_t bytes)
{
    if (!dev->error && dev->tap)
        dev->tap->copy(dev->tap->ctx, addr, bytes, true);
    if (!dev->error && dev->cfg.gpu && !dev->replay.io)
        gpu_host_copy(dev->cfg.gpu, addr, bytes);
    return dev->error;
}
