/*
 * A device in a checkpoint: first what the host program needs to run again (which launch is under
 * way, what was read until then), then memory, the launch and the GPU, which are read when the
 * host program has come to that launch again.
 */
#include <errno.h>
#include <inttypes.h>
#include <string.h>
#include <sys/mman.h>

#include "common/state_members.h"
#include "driver/device_impl.h"

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
        bool held = !state_loading(io) && !all_zero(from + at, n);
        state_bool(io, &held, "held");
        if (held)
            state_bytes(io, from + at, n);
    }
}

/* clang-format off */
#define SLACK_MEMBERS(F)    F(ANY, reads,) F(ANY, writes,)
#define NOTES_MEMBERS(F) \
    F(PART, slack, slack_state(&o->slack, io)) F(PART, slack_at, note_state(o->slack_at, sizeof o->slack_at, io)) \
    F(PART, warning, note_state(o->warning, sizeof o->warning, io))
#define COUNTS_MEMBERS(F)   F(ANY, warp_insts,) F(ANY, thread_insts,)
#define POSITION_MEMBERS(F) F(MOST, next_cta, ctas) F(PART, counts, counts_state(&o->counts, io))
#define SUMMARY_MEMBERS(F) \
    F(ANY, launches,) F(ANY, timed_launches,) F(ANY, warp_instructions,) F(ANY, thread_instructions,) \
    F(PART, slack, slack_state(&o->slack, io)) F(KEEP, stopped,) F(KEEP, halted,) F(KEEP, suspended,) F(KEEP, internal,)
/* clang-format on */

STATE_LIST(isa_slack_t, SLACK_MEMBERS);
STATE_LIST(isa_notes_t, NOTES_MEMBERS);
STATE_LIST(isa_counts_t, COUNTS_MEMBERS);
STATE_LIST(isa_position_t, POSITION_MEMBERS);
STATE_LIST(dev_summary_t, SUMMARY_MEMBERS);

static void slack_state(isa_slack_t *s, state_io_t *io)
{
    STATE_WALK(s, io, SLACK_MEMBERS);
}

static void counts_state(isa_counts_t *c, state_io_t *io)
{
    STATE_WALK(c, io, COUNTS_MEMBERS);
}

/* A text that is printed: of printable characters, and it ends. */
static void note_state(char *text, size_t room, state_io_t *io)
{
    bool ends = false;
    if (!state_loading(io)) /* what stands behind the end is not of the run */
        memset(text + strnlen(text, room), 0, room - strnlen(text, room));
    state_bytes(io, text, room);
    for (size_t i = 0; state_loading(io) && i < room && !ends; i++) {
        ends = text[i] == 0;
        state_holds(io, ends || ((unsigned char)text[i] >= ' ' && text[i] != 0x7f),
                    "a text that is none");
    }
    state_holds(io, ends, "a text that does not end");
}

static void notes_state(isa_notes_t *n, state_io_t *io)
{
    STATE_WALK(n, io, NOTES_MEMBERS);
}

static void position_state(const device_t *dev, isa_position_t *at, state_io_t *io)
{
    const dim3_t g = dev->now.info->grid;
    uint64_t ctas = (uint64_t)g.x * g.y * g.z;
    STATE_WALK(at, io, POSITION_MEMBERS);
}

static void running_state(device_t *dev, state_io_t *io)
{
    bool timed = dev->now.info->timed;
    identity_state(&dev->now, dev->used, io);
    arena_state(dev, io);
    state_section(io, "functional launch");
    position_state(dev, &dev->now.at, io);
    if (dev->now.notes)
        notes_state(dev->now.notes, io);
    if (dev->cfg.gpu)
        gpu_state(dev->cfg.gpu, timed ? dev->now.front : NULL, io);
}

/* What the host program needs to run again. */
static void host_state(device_t *dev, uint64_t *number, state_io_t *io)
{
    dev_summary_t *summary = &dev->summary;
    state_section(io, "device");
    STATE(io, *number);
    STATE_WALK(summary, io, SUMMARY_MEMBERS);
    host_log_state(dev->log, io);
}

const char *dev_state(device_t *dev, state_io_t *io)
{
    if (!dev->now.front)
        return "no launch is under way";
    const front_ops_t *ops = dev->now.front->ops;
    if (dev->now.info->timed && (!ops->state || !ops->cta_state))
        return "the reader of this kind of program cannot save where it stands";
    uint64_t number = dev->now.info->number;
    host_state(dev, &number, io);
    running_state(dev, io);
    return NULL;
}

int dev_resume(device_t *dev, state_io_t *io, int (*on_restore)(void *ctx, state_io_t *io))
{
    host_state(dev, &dev->replay.number, io);
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
