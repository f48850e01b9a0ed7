/*
 * Device memory: one arena from DEV_BASE, handed out in order. It is mapped without reservation,
 * so that memory nobody touches costs nothing, and never freed piecewise: hosts allocate once.
 */
#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "driver/device_impl.h"

int dev_fail(device_t *dev, int rc)
{
    if (!dev->error)
        dev->error = rc;
    return dev->error;
}

int dev_error(const device_t *dev)
{
    return dev->error;
}

static bool note(device_t *dev, uint64_t first, uint64_t end)
{
    if (dev->n_allocations == dev->cap_allocations) {
        uint32_t room = dev->cap_allocations ? 2 * dev->cap_allocations : 16;
        front_allocation_t *more = realloc(dev->allocation, room * sizeof *more);
        if (!more) {
            diag_at(dev->d, "device memory", 0, 0, "out of memory");
            dev_fail(dev, -ENOMEM);
            return false;
        }
        dev->allocation = more;
        dev->cap_allocations = room;
    }
    dev->allocation[dev->n_allocations++] = (front_allocation_t){first, end};
    return true;
}

uint64_t dev_alloc(device_t *dev, uint64_t bytes)
{
    if (dev->error)
        return 0;
    uint64_t left = dev->cfg.memory_bytes - dev->used;
    uint64_t rounded = (bytes + DEV_ALIGN - 1) / DEV_ALIGN * DEV_ALIGN;
    if (bytes == 0) /* an address of its own, as cudaMalloc does not give; harmless */
        rounded = DEV_ALIGN;
    if (bytes > left || rounded > left) {
        diag_at(dev->d, "device memory", 0, 0,
                "%" PRIu64 " bytes asked for, %" PRIu64 " of %" PRIu64
                " left; expected less (--set memory_mb=N gives more)",
                bytes, left, dev->cfg.memory_bytes);
        dev_fail(dev, -ENOMEM);
        return 0;
    }
    uint64_t addr = DEV_BASE + dev->used;
    if (dev->summary.slack.writes) /* a kernel may have written here already */
        memset(dev->arena + dev->used, 0, rounded);
    dev->used += rounded;
    return note(dev, addr, addr + bytes) ? addr : 0;
}

uint64_t dev_above(const device_t *dev)
{
    uint64_t end = (dev->used + DEV_PAGE - 1) / DEV_PAGE * DEV_PAGE;
    return (end < dev->cfg.memory_bytes ? end : dev->cfg.memory_bytes) - dev->used;
}

/* The host's pointer to [addr, addr + bytes), or NULL and the error. */
static uint8_t *span(device_t *dev, const char *what, uint64_t addr, uint64_t bytes)
{
    if (dev->error)
        return NULL;
    if (addr < DEV_BASE || addr - DEV_BASE > dev->used || bytes > dev->used - (addr - DEV_BASE)) {
        diag_at(dev->d, "device memory", 0, 0,
                "%s of %" PRIu64 " bytes at 0x%" PRIx64 "; expected allocated memory, 0x%" PRIx64
                " to 0x%" PRIx64,
                what, bytes, addr, DEV_BASE, DEV_BASE + dev->used);
        dev_fail(dev, -EINVAL);
        return NULL;
    }
    return dev->arena + (addr - DEV_BASE);
}

static int log_failed(device_t *dev, int rc)
{
    diag_at(dev->d, "device memory", 0, 0,
            rc == -ENOMEM ? "out of memory for the log of what the host reads"
                          : "the host program reads something else than before the checkpoint");
    return dev_fail(dev, rc);
}

int dev_changes(device_t *dev)
{
    int rc = dev->log ? host_log_commit(dev->log) : 0;
    return rc ? log_failed(dev, rc) : dev->error;
}

int dev_write(device_t *dev, uint64_t dst, const void *src, uint64_t bytes)
{
    uint8_t *at = span(dev, "write", dst, bytes);
    if (at && bytes && !dev->replay.io && !dev_changes(dev))
        memcpy(at, src, bytes);
    if (at && bytes && dev->tap)
        dev->tap->copy(dev->tap->ctx, dst, bytes, false);
    return dev->error;
}

int dev_read(device_t *dev, void *dst, uint64_t src, uint64_t bytes)
{
    const uint8_t *at = span(dev, "read", src, bytes);
    int rc = 0;
    if (!at || !bytes)
        return dev->error;
    if (dev->replay.io) {
        rc = host_log_take(dev->log, dst, bytes);
    } else {
        memcpy(dst, at, bytes);
        rc = dev->log ? host_log_note(dev->log, at, bytes) : 0;
    }
    return rc ? log_failed(dev, rc) : dev->error;
}

int dev_fill(device_t *dev, uint64_t dst, uint8_t value, uint64_t bytes)
{
    uint8_t *at = span(dev, "fill", dst, bytes);
    if (at && bytes && !dev->replay.io && !dev_changes(dev))
        memset(at, value, bytes);
    return dev->error;
}

void dev_summary(const device_t *dev, dev_summary_t *out)
{
    *out = dev->summary;
}

dev_arg_t dev_arg_ptr(uint64_t addr)
{
    return (dev_arg_t){.bytes = 8, .bits = addr};
}

dev_arg_t dev_arg_u32(uint32_t v)
{
    return (dev_arg_t){.bytes = 4, .bits = v};
}

dev_arg_t dev_arg_i32(int32_t v)
{
    return (dev_arg_t){.bytes = 4, .bits = (uint32_t)v};
}

dev_arg_t dev_arg_f32(float v)
{
    uint32_t bits;
    memcpy(&bits, &v, sizeof bits);
    return (dev_arg_t){.bytes = 4, .bits = bits};
}

dev_arg_t dev_arg_f64(double v)
{
    uint64_t bits;
    memcpy(&bits, &v, sizeof bits);
    return (dev_arg_t){.bytes = 8, .bits = bits};
}
