/*
 * A device in a checkpoint: first what the host program needs to run again (which launch is under
 * way, what was read until then), then memory, the launch and the GPU, which are read when the
 * host program has come to that launch again.
 */
#include <errno.h>
#include <inttypes.h>
#include <string.h>
#include <sys/mman.h>

#include "driver/device_impl.h"

STATE_LAYOUT("dev_summary_t", sizeof(dev_summary_t), 56);
STATE_LAYOUT("isa_notes_t", sizeof(isa_notes_t), 528);
STATE_LAYOUT("isa_position_t", sizeof(isa_position_t), 24);

#define PAGE 65536u

static uint64_t hash(const void *data, size_t bytes)
{
    const uint8_t *p = data;
    uint64_t h = UINT64_C(0xcbf29ce484222325);
    for (size_t i = 0; i < bytes; i++)
        h = (h ^ p[i]) * UINT64_C(0x100000001b3);
    return h;
}

/* The launch under way, so that another one is not taken for it. */
static void identity_state(const dev_running_t *r, uint64_t used, state_io_t *io)
{
    const isa_launch_cfg_t *c = r->cfg;
    const dev_launch_info_t *i = r->info;
    const uint32_t grid[] = {i->grid.x, i->grid.y, i->grid.z};
    const uint32_t block[] = {i->block.x, i->block.y, i->block.z};
    state_section(io, "which launch");
    state_expect(io, i->timed, "timed launches");
    state_expect(io, hash(i->kernel, strlen(i->kernel)), "as the kernel's name");
    state_expect(io, hash(grid, sizeof grid), "as the grid");
    state_expect(io, hash(block, sizeof block), "as the block");
    state_expect(io, i->shared, "bytes of dynamic shared memory");
    state_expect(io, c ? hash(c->params, c->param_bytes) : 0, "as the arguments");
    state_expect(io, used, "bytes of device memory");
}

static bool all_zero(const uint8_t *p, size_t n)
{
    return n == 0 || (p[0] == 0 && memcmp(p, p + 1, n - 1) == 0);
}

/* The arena as far as it is handed out, with what is mapped around it; pages that are zero are only
 * named. */
static void arena_state(device_t *dev, state_io_t *io)
{
    uint8_t *from = dev->arena - DEV_PAGE;
    uint64_t bytes = DEV_PAGE + dev->used + dev_above(dev);
    state_section(io, "device memory");
    if (state_loading(io)) /* all zero again */
        madvise(from, DEV_PAGE + dev->cfg.memory_bytes, MADV_DONTNEED);
    for (uint64_t at = 0; at < bytes && !state_error(io); at += PAGE) {
        size_t n = bytes - at < PAGE ? (size_t)(bytes - at) : PAGE;
        uint8_t held = state_loading(io) ? 0 : !all_zero(from + at, n);
        STATE(io, held);
        if (held)
            state_bytes(io, from + at, n);
    }
}

/* The texts of a damaged checkpoint end too. */
static void notes_state(isa_notes_t *n, state_io_t *io)
{
    STATE(io, *n);
    n->slack_at[sizeof n->slack_at - 1] = 0;
    n->warning[sizeof n->warning - 1] = 0;
}

static void running_state(device_t *dev, state_io_t *io)
{
    bool timed = dev->now.info->timed;
    identity_state(&dev->now, dev->used, io);
    arena_state(dev, io);
    state_section(io, "functional launch");
    STATE(io, dev->now.at);
    if (dev->now.notes)
        notes_state(dev->now.notes, io);
    if (dev->cfg.gpu)
        gpu_state(dev->cfg.gpu, timed ? dev->now.front : NULL, io);
}

const char *dev_state(device_t *dev, state_io_t *io)
{
    if (!dev->now.front)
        return "no launch is under way";
    const front_ops_t *ops = dev->now.front->ops;
    if (dev->now.info->timed && (!ops->state || !ops->cta_state))
        return "the reader of this kind of program cannot save where it stands";
    uint64_t number = dev->now.info->number;
    state_section(io, "device");
    STATE(io, number);
    STATE(io, dev->summary);
    host_log_state(dev->log, io);
    running_state(dev, io);
    return NULL;
}

int dev_resume(device_t *dev, state_io_t *io, int (*on_restore)(void *ctx, state_io_t *io))
{
    state_section(io, "device");
    STATE(io, dev->replay.number);
    STATE(io, dev->summary);
    host_log_state(dev->log, io);
    if (state_error(io))
        return state_error(io);
    dev->replay.io = io;
    dev->replay.on_restore = on_restore;
    return 0;
}

bool dev_replaying(const device_t *dev)
{
    return dev->replay.io != NULL;
}

int dev_restore(device_t *dev)
{
    state_io_t *io = dev->replay.io;
    dev->replay.io = NULL; /* from here on the host's calls act again */
    if (!host_log_taken(dev->log))
        state_fail(io, "is of a host program that had read more until launch %" PRIu64,
                   dev->replay.number);
    running_state(dev, io);
    int rc = dev->replay.on_restore(dev->cfg.ctx, io);
    return rc ? dev_fail(dev, rc) : 0;
}
