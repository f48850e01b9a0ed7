/*
 * Building a GPU out of its parts, and everything that is not the tick.
 */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "common/bits.h"
#include "gpu/gpu_int.h"

/* n zeroed parts that begin on cache lines, as their types do. */
static void *parts_of(size_t n, size_t size)
{
    size_t bytes = (n * size + 63) / 64 * 64; /* a multiple of the alignment, as C wants it */
    void *p = aligned_alloc(64, bytes);
    return p ? memset(p, 0, bytes) : NULL;
}

static bool build_memory(gpu_t *g)
{
    const gpu_cfg_t *c = &g->cfg;
    uint32_t nsec = c->line_bytes / c->l2_sector_bytes;
    bool core = c->latency_clock == GPU_LATENCY_CORE;
    bool through = c->l2_write_miss == GPU_WRITE_THROUGH;
    const slice_geometry_t l2 = {.l2 = true,
                                 .sector_acks = c->l2_sector_acks,
                                 .sets = c->l2_sets,
                                 .ways = c->l2_ways,
                                 .nsec = nsec,
                                 .mshrs = c->l2_mshrs,
                                 .merge = c->l2_mshr_merge,
                                 .queue = c->l2_queue,
                                 .miss_queue = c->l2_miss_queue,
                                 .reply_queue = c->l2_reply_queue,
                                 .latency = c->l2_latency,
                                 .lookup_delay = c->rop_latency,
                                 .delay_places =
                                     core ? clock_delay_most(c->rop_latency, c->l2_mhz, c->core_mhz)
                                          : c->rop_latency,
                                 .fetch_first = c->l2_fetch_first,
                                 .read_spare = c->l2_read_spare,
                                 .store_spare = c->l2_store_spare,
                                 .dram_queue = c->l2_dram_queue,
                                 .lookup_room = c->l2_lookup_room,
                                 .open = c->rop_queue == GPU_ROP_OPEN,
                                 .plru = c->l2_replacement == GPU_REPL_PLRU,
                                 .back = through ? c->dram_return_queue + c->l2_fill_queue : 0,
                                 .port = c->l2_port_bytes,
                                 .sector_bytes = c->l2_sector_bytes,
                                 .through = through,
                                 .lazy = c->l2_write_miss == GPU_WRITE_LAZY};
    const slice_geometry_t l3 = {.l2 = false,
                                 .sets = c->l3_sets,
                                 .ways = c->l3_ways,
                                 .nsec = nsec,
                                 .mshrs = c->l3_mshrs,
                                 .merge = c->l3_mshr_merge,
                                 .queue = c->l3_queue,
                                 .miss_queue = c->l3_miss_queue,
                                 .reply_queue = c->l3_queue,
                                 .latency = c->l3_latency,
                                 .lookup_delay = c->l3_tag_latency,
                                 .delay_places = c->l3_tag_latency,
                                 .plru = c->l3_replacement == GPU_REPL_PLRU,
                                 .lazy = false};
    for (uint32_t i = 0; i < (g->l3 ? g->n_channels : g->n_slices); i++) {
        slice_t *s = g->l3 ? &g->l3[i] : &g->l2[i];
        g->channel_up[i] = &s->fill;
        g->channel_down[i] = !g->l3 && c->l2_dram_queue ? &s->below : &s->down;
    }
    for (uint32_t i = 0; i < g->n_channels; i++) {
        dram_t *d = &g->channel[i];
        if (!dram_init(d, i, c, &g->map))
            return false;
        d->clk = &g->dram;
        d->up_clk = &g->l2_clk;
        d->delay_clk = core ? &g->core : NULL;
        d->wake = &g->dram_wake;
        d->up = g->channel_up;
        d->down = g->channel_down;
        d->up_wake = g->l3 ? &g->l3_wake : &g->l2_wake;
        d->up_first = g->l3 ? i : i * c->l2_slices;
        d->up_count = g->l3 ? 1 : c->l2_slices;
        if (!g->l3)
            continue;
        slice_t *s = &g->l3[i];
        if (!slice_init(s, i, &l3, &g->map))
            return false;
        s->hooks = &g->hooks;
        s->wake = &g->l3_wake;
        s->dram = d;
        s->pulled = c->dram_admit != GPU_DRAM_PUSH;
        s->up = g->l2;
        s->up_wake = &g->l2_wake;
        s->up_first = i * c->l2_slices;
        s->up_count = c->l2_slices;
    }
    for (uint32_t i = 0; i < g->n_slices; i++) {
        slice_t *s = &g->l2[i];
        if (!slice_init(s, i, &l2, &g->map))
            return false;
        s->hooks = &g->hooks;
        s->wake = &g->l2_wake;
        s->req_net = g->req_net;
        s->clk = &g->l2_clk;
        s->delay_clk = core ? &g->core : NULL;
        s->reply_net = g->reply_net;
        s->dram = &g->channel[i / c->l2_slices];
        s->pulled = !g->l3 && c->dram_admit != GPU_DRAM_PUSH;
        s->l3 = g->l3 ? &g->l3[i / c->l2_slices] : NULL;
    }
    return true;
}

static bool build_nets(gpu_t *g)
{
    if (!icnt_init(g->req_net, &g->cfg, false, g->n_sms, g->n_slices) ||
        !icnt_init(g->reply_net, &g->cfg, true, g->n_slices, g->n_sms))
        return false;
    g->req_net->clk = &g->icnt;
    g->req_net->rx_clk = &g->l2_clk;
    g->req_net->tx_wake = &g->sm_wake;
    g->req_net->rx_wake = &g->l2_wake;
    g->req_net->wake = &g->req_wake;
    g->reply_net->clk = &g->icnt;
    g->reply_net->rx_clk = &g->core;
    g->reply_net->tx_wake = &g->l2_wake;
    g->reply_net->rx_wake = &g->sm_wake;
    g->reply_net->wake = &g->reply_wake;
    return true;
}

static bool build_sms(gpu_t *g)
{
    const gpu_cfg_t *c = &g->cfg;
    g->shared = (sm_shared_t){.cfg = c,
                              .map = &g->map,
                              .hooks = &g->hooks,
                              .req_net = g->req_net,
                              .reply_net = g->reply_net,
                              .step = &g->step,
                              .progress = &g->progress,
                              .piece_per_sector_shift = map_log2(c->l2_sector_bytes) - 5};
    op_table_init(&g->shared.ops, c);
    for (uint32_t i = 0; i < g->n_sms; i++) {
        if (!sm_init(&g->sm[i], i, &g->shared))
            return false;
        g->sm[i].wake = &g->sm_wake;
    }
    return true;
}

gpu_t *gpu_new(const gpu_cfg_t *cfg)
{
    gpu_t *g = calloc(1, sizeof *g);
    if (!g)
        return NULL;
    g->cfg = *cfg;
    cfg = &g->cfg;
    map_init(&g->map, cfg);
    gpu_clock_t *const clocks[] = {&g->core, &g->icnt, &g->l2_clk, &g->dram};
    clock_init(clocks, (const uint64_t[]){cfg->core_mhz, cfg->icnt_mhz, cfg->l2_mhz, cfg->dram_mhz},
               sizeof clocks / sizeof clocks[0]);
    wake_set_t *const wakes[] = {&g->sm_wake,   &g->l2_wake,  &g->l3_wake,
                                 &g->dram_wake, &g->req_wake, &g->reply_wake};
    for (unsigned i = 0; i < sizeof wakes / sizeof wakes[0]; i++)
        wake_init(wakes[i]);
    g->on_interval_next = CLOCK_NEVER;
    g->n_sms = cfg->n_sms;
    g->n_channels = cfg->dram_channels;
    g->n_slices = cfg->dram_channels * cfg->l2_slices;
    g->sm = parts_of(g->n_sms, sizeof *g->sm);
    g->l2 = parts_of(g->n_slices, sizeof *g->l2);
    g->l3 = cfg->l3_enabled ? parts_of(g->n_channels, sizeof *g->l3) : NULL;
    g->channel = parts_of(g->n_channels, sizeof *g->channel);
    g->req_net = parts_of(1, sizeof *g->req_net);
    g->reply_net = parts_of(1, sizeof *g->reply_net);
#ifdef LW_NEVER_SLEEP
    gpu_set_never_sleep(g, true);
#endif
    bool parts =
        g->sm && g->l2 && (g->l3 || !cfg->l3_enabled) && g->channel && g->req_net && g->reply_net;
    bool never = g->never_sleep;
    if (!parts || !build_nets(g) || !build_memory(g) || !build_sms(g)) {
        gpu_free(g);
        return NULL;
    }
    gpu_set_never_sleep(g, never);
    return g;
}

void gpu_free(gpu_t *g)
{
    if (!g)
        return;
    for (uint32_t i = 0; g->sm && i < g->n_sms; i++)
        sm_free(&g->sm[i]);
    for (uint32_t i = 0; g->l2 && i < g->n_slices; i++)
        slice_free(&g->l2[i]);
    for (uint32_t i = 0; g->channel && i < g->n_channels; i++) {
        dram_free(&g->channel[i]);
        if (g->l3)
            slice_free(&g->l3[i]);
    }
    if (g->req_net)
        icnt_free(g->req_net);
    if (g->reply_net)
        icnt_free(g->reply_net);
    loads_free(&g->loads);
    free(g->sm);
    free(g->l2);
    free(g->l3);
    free(g->channel);
    free(g->req_net);
    free(g->reply_net);
    free(g->cta_taken);
    free(g->loop_up);
    free(g);
}

const gpu_cfg_t *gpu_config(const gpu_t *g)
{
    return &g->cfg;
}

/* True, and the policy's name, if another policy owns the moment. */
#define OWNED_BY(name)                                                                             \
    if (ops->name && g->hooks.users_##name) {                                                      \
        for (unsigned i = 0; i < g->hooks.n; i++)                                                  \
            if (g->hooks.ops[i]->name && other)                                                    \
                *other = g->hooks.ops[i]->policy;                                                  \
        return -EEXIST;                                                                            \
    }

static bool is_whole(const gpu_request_buffer_t *b)
{
    return b->can_accept && b->push && b->peek && b->answer;
}

int gpu_attach(gpu_t *g, const gpu_hooks_t *ops, void *ctx, const char **other)
{
#define HOOK_OWNED(name, ret, args) OWNED_BY(name)
    GPU_HOOKS_OWNED(HOOK_OWNED)
#undef HOOK_OWNED
    OWNED_BY(request_buffer)
    if (ops->pick_victim && g->cfg.l1_ways > 64)
        return -EINVAL;
    if (ops->request_buffer && !is_whole(ops->request_buffer))
        return -EINVAL;
    if (g->hooks.n == GPU_MAX_POLICIES)
        return -ENOSPC;
    if (ops->request_buffer) {
        g->hooks.buffer = ops->request_buffer;
        g->hooks.buffer_ctx = ctx;
    }
    g->hooks.ops[g->hooks.n] = ops;
    g->hooks.ctx[g->hooks.n++] = ctx;
#define HOOK_COUNT(name, ret, args)                                                                \
    g->hooks.users_##name = (uint8_t)(g->hooks.users_##name + (ops->name != NULL));
    GPU_HOOKS_SHARED(HOOK_COUNT)
    GPU_HOOKS_OWNED(HOOK_COUNT)
    HOOK_COUNT(request_buffer, , )
#undef HOOK_COUNT
    return 0;
}

const char *gpu_message(const gpu_t *g)
{
    return g->message;
}

void gpu_set_max_cycles(gpu_t *g, uint64_t cycles)
{
    g->max_cycles = cycles;
}

void gpu_set_dump(gpu_t *g, FILE *f)
{
    g->dump = f;
}

void gpu_set_dump_more(gpu_t *g, void (*fn)(void *ctx, FILE *f), void *ctx)
{
    g->dump_more = fn;
    g->dump_more_ctx = ctx;
}

void gpu_set_never_sleep(gpu_t *g, bool on)
{
    g->never_sleep = g->shared.never_sleep = on;
}

void gpu_l2_preload(gpu_t *g, uint64_t addr, uint64_t bytes)
{
    if (!bytes)
        return;
    uint64_t last = (addr + bytes - 1) >> g->map.line_shift;
    for (uint64_t line = addr >> g->map.line_shift; line <= last; line++)
        slice_preload(&g->l2[map_place(&g->map, line).slice], line);
}

void gpu_set_interval(gpu_t *g, void (*fn)(void *ctx, const gpu_t *g), void *ctx, uint64_t every)
{
    g->on_interval = fn;
    g->on_interval_ctx = ctx;
    g->on_interval_every = every;
    g->on_interval_next = every ? g->core.next + every : CLOCK_NEVER;
}

uint64_t gpu_cycle(const gpu_t *g)
{
    return g->core.next;
}

uint64_t gpu_launch(const gpu_t *g)
{
    return g->run.kernels + (g->front != NULL);
}

bool gpu_launching(const gpu_t *g)
{
    return g->front != NULL;
}

void gpu_host_copy(gpu_t *g, uint64_t addr, uint64_t bytes)
{
    uint64_t line = g->cfg.line_bytes, mask = bits_mask(g->cfg.l2_copy_bits);
    if (!mask)
        return;
    /* line by line: the truncated range may wrap */
    for (uint64_t a = addr / line * line; a < addr + bytes; a += line)
        gpu_l2_preload(g, a & mask, 1);
}

void gpu_set_progress(gpu_t *g, void (*fn)(void *ctx, const gpu_t *g), void *ctx, uint64_t every)
{
    g->on_progress = fn;
    g->on_progress_ctx = ctx;
    g->on_progress_every = every;
    g->on_progress_next = g->core.next;
}

void gpu_set_stop(gpu_t *g, const volatile sig_atomic_t *flag)
{
    g->stop = flag;
}

void gpu_set_stop_at(gpu_t *g, uint64_t cycle)
{
    g->stop_at = cycle;
}

/* ---- Statistics ---- */

/* Adds n counters of one struct to another. */
static void add(void *sum, const void *more, size_t bytes)
{
    uint64_t *a = sum;
    const uint64_t *b = more;
    for (size_t i = 0; i < bytes / sizeof *a; i++)
        a[i] += b[i];
}

void gpu_stats(const gpu_t *g, gpu_stats_t *out)
{
    memset(out, 0, sizeof *out);
    out->run = g->run;
    for (uint32_t i = 0; i < g->n_sms; i++) {
        gpu_stats_l1d_t l1d;
        gpu_stats_latency_t latency;
        l1d_stats(&g->sm[i].l1, &l1d);
        l1d_latency(&g->sm[i].l1, &latency);
        add(&out->sm, &g->sm[i].stats, sizeof out->sm);
        add(&out->l1d, &l1d, sizeof out->l1d);
        add(&out->latency, &latency, sizeof out->latency);
        out->run.ctas += g->sm[i].ctas_done;
        out->run.warp_instructions += g->sm[i].warp_instructions;
        out->run.thread_instructions += g->sm[i].thread_instructions;
    }
    for (uint32_t i = 0; i < g->n_slices; i++) {
        gpu_stats_l2_t l2;
        slice_stats(&g->l2[i], g->l2_clk.next, &l2);
        add(&out->l2, &l2, sizeof l2);
    }
    for (uint32_t i = 0; i < g->n_channels; i++) {
        gpu_stats_l2_t l3;
        add(&out->dram, &g->channel[i].stats, sizeof out->dram);
        if (g->l3) {
            slice_stats(&g->l3[i], g->l2_clk.next, &l3);
            add(&out->l3, &l3, sizeof l3);
        }
    }
    icnt_stats(g->req_net, &out->icnt_req);
    icnt_stats(g->reply_net, &out->icnt_reply);
}

void gpu_stats_sleep(const gpu_t *g, gpu_stats_sleep_t *out)
{
    *out = g->sleep;
    uint64_t slices = g->n_slices + (g->l3 ? g->n_channels : 0);
    for (uint32_t i = 0; i < g->n_sms; i++)
        out->sched_ticked += g->sm[i].sched_ticked;
    out->sm_slept = g->core.next * g->n_sms - out->sm_ticked;
    out->icnt_slept = g->icnt.next * 2 - out->icnt_ticked;
    out->l2_slept = g->l2_clk.next * slices - out->l2_ticked;
    out->dram_slept = g->dram.next * g->n_channels - out->dram_ticked;
}

unsigned gpu_load_rows(const gpu_t *g)
{
    return loads_rows(&g->loads);
}

void gpu_load_row(const gpu_t *g, unsigned i, gpu_load_row_t *out)
{
    loads_row(&g->loads, i, out);
}

unsigned gpu_launch_rows(const gpu_t *g, unsigned *first)
{
    uint32_t k = 0;
    for (*first = 0; g->loads.kernel[k].row != g->shared.load; k++)
        *first += g->loads.kernel[k].n_rows;
    return g->loads.kernel[k].n_rows;
}

void gpu_dump(const gpu_t *g, FILE *f)
{
    fprintf(f,
            "core cycle %llu, icnt cycle %llu, L2 cycle %llu, DRAM cycle %llu; %u of %u CTAs "
            "dispatched\n",
            (unsigned long long)g->core.next, (unsigned long long)g->icnt.next,
            (unsigned long long)g->l2_clk.next, (unsigned long long)g->dram.next, g->dispatched,
            g->n_ctas);
    for (uint32_t i = 0; i < g->n_sms; i++)
        sm_dump(&g->sm[i], f);
    icnt_dump(g->req_net, f);
    icnt_dump(g->reply_net, f);
    for (uint32_t i = 0; i < g->n_slices; i++)
        slice_dump(&g->l2[i], f);
    for (uint32_t i = 0; i < g->n_channels; i++) {
        if (g->l3)
            slice_dump(&g->l3[i], f);
        dram_dump(&g->channel[i], f);
    }
    if (g->dump_more)
        g->dump_more(g->dump_more_ctx, f);
}
