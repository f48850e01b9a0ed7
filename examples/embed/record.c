#include "record.h"

#include <stdio.h>
#include <stdlib.h>

#include <lockwarp/gpu.h>

const char *const count_path[COUNTS] = {
    [HITS] = "totals.l1d.hits",
    [PENDING_HITS] = "totals.l1d.pending_hits",
    [MISSES] = "totals.l1d.misses",
    [BYPASSES] = "totals.l1d.bypasses",
    [WRITES] = "totals.l1d.writes",
    [WRITE_EVICTIONS] = "totals.l1d.write_evictions",
    [LATE_FILLS] = "totals.l1d.late_fills",
    [LATE_FILLS_REFUSED] = "totals.l1d.late_fills_refused",
    [BYPASS_PREDICTIONS] = "units.abyp.bypass_predictions",
    [INCREMENTS] = "units.abyp.increments",
    [DECREMENTS] = "units.abyp.decrements",
    [BITS_RETURNED] = "units.abyp.bits_returned",
    [PICKS] = "totals.warp_instructions",
    [LOADS] = "units.laws.loads",
    [GROUPS] = "units.laws.groups",
    [UNGROUPED] = "units.laws.ungrouped",
    [GROUP_HITS] = "units.laws.group_hits",
    [GROUP_MISSES] = "units.laws.group_misses",
    [MOVES_HIT] = "units.laws.moves_hit",
    [MOVES_MISS] = "units.laws.moves_miss",
    [MOVES_BEGIN] = "units.laws.moves_begin",
};

static void add(void *ctx, event_t e)
{
    stream_t *s = ctx;
    if (s->n == s->room) {
        const size_t room = s->room ? 2 * s->room : 1024;
        event_t *grown = realloc(s->event, room * sizeof *grown);
        if (!grown) {
            s->lost = 1;
            return;
        }
        s->event = grown;
        s->room = room;
    }
    s->event[s->n++] = e;
}

static void on_kernel(void *ctx, const lw_kernel_t *e)
{
    add(ctx, (event_t){.kind = KERNEL, .cycle = e->cycle});
}

static void on_cta_start(void *ctx, const lw_cta_t *e)
{
    add(ctx, (event_t){.kind = CTA_START,
                       .sm = e->sm,
                       .cycle = e->cycle,
                       .first = e->first_warp,
                       .n = e->n_warps});
}

static void on_warp_end(void *ctx, const lw_warp_t *e)
{
    add(ctx, (event_t){.kind = WARP_END, .sm = e->sm, .cycle = e->cycle, .warp = e->warp});
}

static void on_pick(void *ctx, const lw_pick_t *e)
{
    add(ctx, (event_t){.kind = READY,
                       .sm = e->sm,
                       .cycle = e->cycle,
                       .warps = e->ready,
                       .scheduler = e->scheduler,
                       .issued = e->warp});
}

static void on_load(void *ctx, const lw_load_t *e)
{
    add(ctx, (event_t){.kind = LOAD,
                       .sm = e->sm,
                       .cycle = e->cycle,
                       .warp = e->warp,
                       .pc = e->pc,
                       .load = e->load,
                       .global = e->global && e->cached});
}

static void on_read(void *ctx, const lw_read_t *e)
{
    add(ctx, (event_t){.kind = READ,
                       .sm = e->sm,
                       .cycle = e->cycle,
                       .line = e->line,
                       .warp = e->warp,
                       .pc = e->pc,
                       .load = e->load,
                       .index = e->index});
}

static void on_write(void *ctx, const lw_write_t *e)
{
    add(ctx, (event_t){.kind = WRITE, .sm = e->sm, .cycle = e->cycle, .line = e->line});
}

static void on_fill(void *ctx, const lw_fill_t *e)
{
    add(ctx, (event_t){.kind = FILL, .sm = e->sm, .cycle = e->cycle, .line = e->line});
}

static void on_reply(void *ctx, const lw_reply_t *e)
{
    add(ctx, (event_t){.kind = REPLY, .sm = e->sm, .cycle = e->cycle, .line = e->line});
}

/* Whether it bypasses the L1 is the mock's to know. */
static void on_l2(void *ctx, const lw_l2_t *e)
{
    add(ctx, (event_t){.kind = L2,
                       .sm = e->sm,
                       .line = e->line,
                       .slice = e->slice,
                       .set = e->set,
                       .way = e->way,
                       .hit = (uint32_t)e->hit,
                       .write = (uint32_t)e->write});
}

/* A whole number of the results, 0 where something went wrong already. */
static uint64_t number(lw_gpu_t *gpu, const char *path, int *status)
{
    uint64_t v = 0;
    if (!*status)
        *status = lw_gpu_count(gpu, path, &v);
    return v;
}

static int results(lw_gpu_t *gpu, shape_t *shape, counts_t *counts)
{
    int status = 0;
    shape->sms = (uint32_t)number(gpu, "config.n_sms", &status);
    shape->warps = (uint32_t)number(gpu, "config.warps_per_sm", &status);
    shape->schedulers = (uint32_t)number(gpu, "config.schedulers", &status);
    shape->l1_sets = (uint32_t)number(gpu, "config.l1_sets", &status);
    shape->l1_ways = (uint32_t)number(gpu, "config.l1_ways", &status);
    shape->slices = (uint32_t)number(gpu, "config.dram_channels", &status) *
                    (uint32_t)number(gpu, "config.l2_slices", &status);
    shape->l2_sets = (uint32_t)number(gpu, "config.l2_sets", &status);
    shape->l2_ways = (uint32_t)number(gpu, "config.l2_ways", &status);
    for (int i = 0; i < COUNTS; i++)
        counts->n[i] = number(gpu, count_path[i], &status);
    return status;
}

int record(const char *workload, const char *engine, stream_t *s, shape_t *shape, counts_t *counts,
           char text[512])
{
    static const lw_observer_t observer = {.kernel = on_kernel,
                                           .cta_start = on_cta_start,
                                           .warp_end = on_warp_end,
                                           .pick = on_pick,
                                           .load = on_load,
                                           .read = on_read,
                                           .write = on_write,
                                           .fill = on_fill,
                                           .reply = on_reply,
                                           .l2 = on_l2};
    lw_error_t error;
    lw_gpu_t *gpu = lw_gpu_new("abyp-gcn", &error);
    if (!gpu) {
        snprintf(text, 512, "%s", error.text);
        return -1;
    }
    int status = lw_gpu_policies(gpu, "abyp+laws");
    status = status ? status : lw_gpu_set(gpu, "l1_replacement", "lru");
    status = status ? status : lw_gpu_engine(gpu, engine);
    status = status ? status : lw_gpu_workload(gpu, workload, "tiny");
    status = status ? status : lw_gpu_observe(gpu, &observer, s);
    status = status ? status : lw_gpu_run(gpu);
    status = status ? status : results(gpu, shape, counts);
    snprintf(text, 512, "%s", s->lost ? "out of memory" : lw_gpu_message(gpu));
    lw_gpu_free(gpu);
    return status || s->lost ? -1 : 0;
}
