/* A device that is watched: its chosen launches run through what watches (device.h). */
#include <errno.h>
#include <string.h>

#include "driver/device_impl.h"

void dev_set_tap(device_t *dev, const dev_tap_t *tap)
{
    dev->tap = tap;
}

bool dev_is_chosen(const device_t *dev, const char *kernel, uint64_t number)
{
    const dev_cfg_t *c = &dev->cfg;
    return (!c->kernel || strcmp(c->kernel, kernel) == 0) &&
           (!c->first || (number >= c->first && number <= c->last));
}

/* The kernel's fault; or who watches could not go on. */
static int fault(void *ctx, diag_t *d)
{
    const dev_watch_t *w = ctx;
    return w->inner.front->error ? w->inner.fault(w->inner.ctx, d) : w->tap->fault(w->tap->ctx, d);
}

int dev_watch_begin(dev_watch_t *w, device_t *dev, const dev_front_t *f, uint64_t number)
{
    *w = (dev_watch_t){.inner = *f, .outer = *f};
    if (!dev->tap || !dev_is_chosen(dev, f->front->kernel, number))
        return 0;
    w->tap = dev->tap;
    w->outer = (dev_front_t){w->tap->launch(w->tap->ctx, f->front, dev->d), NULL, fault, w};
    return w->outer.front ? 0 : dev_fail(dev, -EINVAL);
}

int dev_watch_end(dev_watch_t *w, device_t *dev)
{
    int rc = w->tap ? w->tap->launch_end(w->tap->ctx, dev->d) : 0;
    return rc ? dev_fail(dev, rc) : 0;
}
