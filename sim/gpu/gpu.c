/*
 * The GPU's tick: four clock domains, CTA dispatch, sleep, and the safety nets.
 */
#include <errno.h>
#include <inttypes.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include "common/bits.h"
#include "gpu/gpu_int.h"

/* ---- One edge of each clock ---- */

static uint64_t awake(const gpu_t *g, uint64_t next, uint64_t c)
{
    return g->never_sleep ? c + 1 : next;
}

static uint64_t run_channel(gpu_t *g, uint32_t i, uint64_t c)
{
    g->sleep.dram_ticked++;
    return awake(g, dram_tick(&g->channel[i], c), c);
}

static uint64_t run_slice(gpu_t *g, slice_t *s, uint64_t c)
{
    g->sleep.l2_ticked++;
    return awake(g, slice_tick(s, c), c);
}

static uint64_t run_net(gpu_t *g, icnt_t *n, uint64_t c)
{
    g->sleep.icnt_ticked++;
    return awake(g, icnt_tick(n, c), c);
}

static uint64_t run_sm(gpu_t *g, uint32_t i, uint64_t c)
{
    uint64_t done = g->shared.ctas_done, next = sm_tick(&g->sm[i], c);
    g->sleep.sm_ticked++;
    if (g->shared.ctas_done != done) {
        g->ctas_done += (uint32_t)(g->shared.ctas_done - done);
        g->dispatch = g->dispatched < g->n_ctas;
    }
    return next;
}

static void tick_dram(gpu_t *g)
{
    uint64_t c = g->dram.next;
    WAKE_SCAN(&g->dram_wake, i, c, run_channel(g, i, c));
    clock_advance(&g->dram);
}

static void tick_l2(gpu_t *g)
{
    uint64_t c = g->l2_clk.next;
    if (g->l3)
        WAKE_SCAN(&g->l3_wake, i, c, run_slice(g, &g->l3[i], c));
    WAKE_SCAN(&g->l2_wake, i, c, run_slice(g, &g->l2[i], c));
    clock_advance(&g->l2_clk);
}

static void tick_icnt(gpu_t *g)
{
    uint64_t c = g->icnt.next;
    WAKE_SCAN(&g->req_wake, i, c, run_net(g, g->req_net, c));
    WAKE_SCAN(&g->reply_wake, i, c, run_net(g, g->reply_net, c));
    clock_advance(&g->icnt);
}

/* The number of the CTA that SM i takes next, or GPU_PICK_NONE. */
static int64_t choose_cta(gpu_t *g, uint32_t i, uint64_t c)
{
    if (!g->hooks.users_pick_cta) {
        uint32_t next = g->next_cta++;
        return g->front->cta_order ? g->front->cta_order[next] : next;
    }
    int64_t cta = GPU_PICK_NONE;
    for (unsigned k = 0; k < g->hooks.n; k++)
        if (g->hooks.ops[k]->pick_cta)
            cta = g->hooks.ops[k]->pick_cta(g->hooks.ctx[k], i, c);
    if (cta == GPU_PICK_NONE)
        return cta;
    if (cta < 0 || cta >= g->n_ctas || g->cta_taken[cta]) {
        gpu_stop(g, GPU_BROKEN, "pick_cta chose CTA %" PRId64 " of %u, which is not waiting", cta,
                 g->n_ctas);
        return GPU_PICK_NONE;
    }
    g->cta_taken[cta] = 1;
    return cta;
}

/* CTA dispatch: round-robin over the SMs with room, at most one each and cta_issue in all. */
static void dispatch_ctas(gpu_t *g, uint64_t c)
{
    uint32_t first = g->next_sm, left = g->cfg.cta_issue;
    bool again = false;
    for (uint32_t k = 0; k < g->n_sms && left && g->dispatched < g->n_ctas; k++) {
        uint32_t i = first + k < g->n_sms ? first + k : first + k - g->n_sms;
        if (!sm_can_take_cta(&g->sm[i]))
            continue;
        int64_t cta = choose_cta(g, i, c);
        again = true;
        if (cta == GPU_PICK_NONE)
            continue;
        g->dispatched++;
        left--;
        sm_take_cta(&g->sm[i], (uint32_t)cta, c);
        g->next_sm = i + 1 < g->n_sms ? i + 1 : 0;
        g->progress++;
    }
    g->dispatch = again && g->dispatched < g->n_ctas;
}

/* Cycle c's dispatch, with what policies do at it. */
static void dispatch(gpu_t *g, uint64_t c)
{
    if (g->dispatch_wake <= c) {
        g->dispatch_wake = awake(g, CLOCK_NEVER, c);
        HOOK_CALL(&g->hooks, on_dispatch, c);
    }
    if (g->dispatch)
        dispatch_ctas(g, c);
}

static bool dispatch_due(const gpu_t *g, uint64_t c)
{
    return __builtin_expect(g->dispatch || g->dispatch_wake <= c, 0);
}

static void tick_core(gpu_t *g)
{
    uint64_t c = g->core.next;
    if (dispatch_due(g, c) && g->cfg.tick_order == GPU_TICK_FLOW)
        dispatch(g, c);
    WAKE_SCAN(&g->sm_wake, i, c, run_sm(g, i, c));
    clock_advance(&g->core);
    if (dispatch_due(g, c + 1) && g->cfg.tick_order == GPU_TICK_RELEASE)
        dispatch(g, c + 1); /* they are there from the next cycle on */
}

/* The next instant: DRAM first, then L3 and L2, then the crossbars, then cores. */
static void tick(gpu_t *g)
{
    uint64_t t = clock_first(clock_first(g->core.next_t, g->icnt.next_t),
                             clock_first(g->l2_clk.next_t, g->dram.next_t));
    if (g->dram.next_t == t)
        tick_dram(g);
    if (g->l2_clk.next_t == t)
        tick_l2(g);
    if (g->icnt.next_t == t)
        tick_icnt(g);
    if (g->core.next_t == t)
        tick_core(g);
}

/* ---- A launch ---- */

gpu_status_t gpu_stop(gpu_t *g, gpu_status_t status, const char *fmt, ...)
{
    if (g->status != GPU_OK)
        return g->status;
    va_list ap;
    va_start(ap, fmt);
    vsnprintf(g->message, sizeof g->message, fmt, ap);
    va_end(ap);
    g->status = status;
    if (g->dump && (status == GPU_WATCHDOG || status == GPU_BROKEN)) {
        fprintf(g->dump, "%s\n", g->message);
        gpu_dump(g, g->dump);
    }
    return status;
}

void gpu_halt(gpu_t *g, const char *why)
{
    gpu_stop(g, GPU_HALTED, "%s", why);
}

void gpu_break(gpu_t *g, const char *why)
{
    gpu_stop(g, GPU_BROKEN, "%s", why);
}

void gpu_settle(gpu_t *g)
{
    for (uint32_t i = 0; i < g->n_sms; i++)
        if (g->front)
            sm_settle(&g->sm[i], g->core.next);
    for (uint32_t i = 0; i < g->n_slices; i++)
        slice_settle(&g->l2[i], g->l2_clk.next);
    for (uint32_t i = 0; g->l3 && i < g->n_channels; i++)
        slice_settle(&g->l3[i], g->l2_clk.next);
    for (uint32_t i = 0; i < g->n_channels; i++)
        dram_settle(&g->channel[i], g->dram.next);
    icnt_settle(g->req_net, g->icnt.next);
    icnt_settle(g->reply_net, g->icnt.next);
}

static bool drained(const gpu_t *g)
{
    for (uint32_t i = 0; i < g->n_sms; i++)
        if (!sm_quiet(&g->sm[i]))
            return false;
    for (uint32_t i = 0; i < g->n_slices; i++)
        if (!slice_empty(&g->l2[i]))
            return false;
    for (uint32_t i = 0; i < g->n_channels; i++)
        if (!dram_empty(&g->channel[i]) || (g->l3 && !slice_empty(&g->l3[i])))
            return false;
    return icnt_empty(g->req_net) && icnt_empty(g->reply_net);
}

/* How many CTAs of the launch an SM holds; 0: a CTA does not fit. */
static uint32_t cta_limit(const gpu_cfg_t *c, const front_t *f)
{
    uint32_t regs = (f->regs_per_thread + c->reg_round - 1) / c->reg_round * c->reg_round;
    uint64_t cta_regs = (uint64_t)regs * c->warp_size * f->warps_per_cta;
    uint64_t limit = c->ctas_per_sm;
    if (f->warps_per_cta == 0 || f->warps_per_cta > c->warps_per_sm)
        return 0;
    if (c->warps_per_sm / f->warps_per_cta < limit)
        limit = c->warps_per_sm / f->warps_per_cta;
    if (cta_regs && c->regs_per_sm / cta_regs < limit)
        limit = c->regs_per_sm / cta_regs;
    if (f->shared_bytes && c->shared_bytes / f->shared_bytes < limit)
        limit = c->shared_bytes / f->shared_bytes;
    return (uint32_t)limit;
}

uint64_t gpu_ctas_at_once(const gpu_cfg_t *c, const front_t *f)
{
    return (uint64_t)cta_limit(c, f) * c->n_sms;
}

/* For on_loop_exit: which loop is around which. false: no memory. */
static bool nest_loops(gpu_t *g, const front_t *f)
{
    free(g->loop_up);
    g->loop_up = NULL;
    if (!g->hooks.users_on_loop_exit)
        return true;
    g->shared.loop_up = g->loop_up = calloc(UINT16_MAX + 1u, sizeof *g->loop_up);
    for (uint32_t i = 0; g->loop_up && i < f->n_inst; i++)
        g->loop_up[f->inst[i].loop] = f->inst[i].loop_up;
    return g->loop_up != NULL;
}

bool gpu_take_front(gpu_t *g, front_t *f)
{
    uint64_t ctas = (uint64_t)f->grid[0] * f->grid[1] * f->grid[2];
    load_kernel_t *k = loads_kernel(&g->loads, f);
    free(g->cta_taken);
    g->cta_taken = g->hooks.users_pick_cta ? calloc(ctas ? ctas : 1, 1) : NULL;
    if (!k || (g->hooks.users_pick_cta && !g->cta_taken) || !nest_loops(g, f))
        return false;
    g->front = f;
    g->shared.front = f;
    g->shared.local = local_map(&g->cfg, f, cta_limit(&g->cfg, f));
    g->shared.load = k->row;
    g->shared.load_rows = k->n_rows;
    g->shared.row_of = k->row_of;
    return true;
}

static void wake_all(wake_set_t *s, uint32_t n)
{
    for (uint32_t i = 0; i < n; i++)
        wake_lower(s, i, 0);
}

gpu_status_t gpu_begin(gpu_t *g, front_t *f)
{
    const gpu_cfg_t *c = &g->cfg;
    uint64_t ctas = (uint64_t)f->grid[0] * f->grid[1] * f->grid[2];
    uint32_t limit = cta_limit(c, f);
    if (f->warp_size != c->warp_size)
        return gpu_stop(g, GPU_MISFIT, "%s was prepared for warps of %u lanes, the GPU has %u",
                        f->kernel, f->warp_size, c->warp_size);
    if (!limit)
        return gpu_stop(g, GPU_MISFIT,
                        "a CTA of %s needs %u warps, %u registers a thread and %u B of shared "
                        "memory: more than an SM has",
                        f->kernel, f->warps_per_cta, f->regs_per_thread, f->shared_bytes);
    if (ctas > UINT32_MAX)
        return gpu_stop(g, GPU_MISFIT, "%s has a grid of more than 2^32 - 1 CTAs", f->kernel);
    if (!gpu_take_front(g, f))
        return gpu_stop(g, GPU_BROKEN, "out of memory");
    g->n_ctas = (uint32_t)ctas;
    g->next_cta = g->dispatched = 0;
    g->ctas_done = 0;
    g->dispatch = ctas > 0;
    g->dispatch_wake = g->hooks.users_on_dispatch ? 0 : CLOCK_NEVER;
    HOOK_CALL(&g->hooks, on_kernel_start, f);
    for (uint32_t i = 0; i < g->n_sms; i++)
        sm_kernel_start(&g->sm[i], limit, g->core.next);
    if (g->never_sleep) {
        wake_all(&g->l2_wake, g->n_slices);
        wake_all(&g->l3_wake, g->l3 ? g->n_channels : 0);
        wake_all(&g->dram_wake, g->n_channels);
        wake_all(&g->req_wake, 1);
        wake_all(&g->reply_wake, 1);
    }
    g->progress_at = g->core.next;
    g->progress_seen = g->progress;
    return GPU_OK;
}

/* Counts the cycles since the last call. */
static void charge_cycles(gpu_t *g)
{
    g->run.cycles += g->core.next - g->core_charged;
    g->run.icnt_cycles += g->icnt.next - g->icnt_charged;
    g->run.l2_cycles += g->l2_clk.next - g->l2_charged;
    g->run.dram_cycles += g->dram.next - g->dram_charged;
    g->core_charged = g->core.next;
    g->icnt_charged = g->icnt.next;
    g->l2_charged = g->l2_clk.next;
    g->dram_charged = g->dram.next;
}

static void tell_interval(gpu_t *g)
{
    if (g->core.next < g->on_interval_next)
        return;
    gpu_settle(g);
    charge_cycles(g);
    g->on_interval_next += g->on_interval_every;
    g->on_interval(g->on_interval_ctx, g);
}

/* When to look around again. */
static uint64_t next_look(const gpu_t *g)
{
    uint64_t look = g->core.next + 1024;
    return g->on_interval_next < look ? g->on_interval_next : look;
}

/* Things to look at only now and then; false: stop. */
static bool look_around(gpu_t *g)
{
    uint64_t c = g->core.next;
    if (g->progress != g->progress_seen) {
        g->progress_seen = g->progress;
        g->progress_at = c;
    } else if (c - g->progress_at > g->cfg.watchdog_cycles) {
        if (gpu_report_deadlock(g, NULL))
            gpu_stop(g, GPU_DEADLOCK, "%s: a CTA waits at barriers that its warps cannot meet",
                     g->front->kernel);
        gpu_stop(g, GPU_WATCHDOG, "%s: nothing has moved for %" PRIu64 " cycles, at cycle %" PRIu64,
                 g->front->kernel, c - g->progress_at, c);
        return false;
    }
    if (g->on_progress && c >= g->on_progress_next) {
        gpu_settle(g);
        charge_cycles(g);
        g->on_progress(g->on_progress_ctx, g);
        g->on_progress_next = c + g->on_progress_every;
    }
    tell_interval(g);
    return true;
}

static gpu_status_t finish(gpu_t *g)
{
    char text[200];
    gpu_settle(g);
    charge_cycles(g);
    for (uint32_t i = 0; g->status == GPU_OK && i < g->n_sms; i++)
        l1d_kernel_end(&g->sm[i].l1);
    tell_interval(g);
    if (g->status != GPU_OK)
        return g->status;
    g->run.kernels++;
    const char *broken = gpu_check(g, text, sizeof text);
    if (broken)
        return gpu_stop(g, GPU_BROKEN, "%s: internal error: %s", g->front->kernel, broken);
    g->front = NULL;
    return GPU_OK;
}

static bool asked_to_stop(const gpu_t *g)
{
    return (g->stop && *g->stop) || (g->stop_at && g->core.next >= g->stop_at);
}

/* The cycle at which the run has had its max_cycles. */
static uint64_t limit_of(const gpu_t *g)
{
    if (!g->max_cycles)
        return CLOCK_NEVER;
    return g->core_charged + (g->max_cycles > g->run.cycles ? g->max_cycles - g->run.cycles : 0);
}

/* The cycle at which there is more to do than to tick. */
static uint64_t next_pause(const gpu_t *g, uint64_t limit)
{
    uint64_t at = g->look < limit ? g->look : limit;
    return g->stop_at > g->core.next && g->stop_at < at ? g->stop_at : at;
}

/* From wherever the launch stands to its end, or to a stop. */
static gpu_status_t go_on(gpu_t *g)
{
    front_t *front = g->front;
    uint64_t limit = limit_of(g), pause = asked_to_stop(g) ? 0 : next_pause(g, limit);
    for (;;) {
        tick(g);
        if (__builtin_expect(front->error != 0, 0)) {
            gpu_stop(g, GPU_FAULT, "%s: the front end reported error %d", front->kernel,
                     front->error);
            break;
        }
        if (g->ctas_done == g->n_ctas && drained(g))
            break;
        uint64_t c = g->core.next;
        if (c >= pause) {
            if (c >= g->look) {
                if (!look_around(g))
                    break;
                g->look = next_look(g);
            }
            if (c >= limit) {
                gpu_stop(g, GPU_MAX_CYCLES, "%s: the limit of %" PRIu64 " cycles was reached",
                         front->kernel, g->max_cycles);
                break;
            }
            pause = next_pause(g, limit);
            if (g->status == GPU_OK && asked_to_stop(g))
                return GPU_STOPPED;
        }
        if (g->status != GPU_OK)
            break;
    }
    return finish(g);
}

gpu_status_t gpu_run(gpu_t *g, front_t *front)
{
    if (g->status != GPU_OK || gpu_begin(g, front) != GPU_OK)
        return g->status;
    g->core_charged = g->core.next;
    g->icnt_charged = g->icnt.next;
    g->l2_charged = g->l2_clk.next;
    g->dram_charged = g->dram.next;
    g->look = next_look(g);
    return go_on(g);
}

gpu_status_t gpu_continue(gpu_t *g)
{
    return g->status != GPU_OK || !g->front ? g->status : go_on(g);
}
