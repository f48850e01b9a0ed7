/*
 * State of the GPU as a whole: clocks, wake times, the running launch, the per-load table.
 */
#include "gpu/state.h"

#include <stdlib.h>
#include <string.h>

#include "common/bits.h"

/* clang-format off */
#define GPU_MEMBERS(F) \
    F(KEEPS, cfg,) F(KEEPS, map,) F(KEEPS, hooks,) F(PART, core, clock_state(&o->core, io)) \
    F(PART, icnt, clock_state(&o->icnt, io)) F(PART, l2_clk, clock_state(&o->l2_clk, io)) \
    F(PART, dram, clock_state(&o->dram, io)) F(PART, sm_wake, wake_state(&o->sm_wake, &o->core, o->n_sms, io)) \
    F(PART, l2_wake, wake_state(&o->l2_wake, &o->l2_clk, o->n_slices, io)) \
    F(PART, l3_wake, wake_state(&o->l3_wake, &o->l2_clk, o->l3 ? o->n_channels : 0, io)) \
    F(PART, dram_wake, wake_state(&o->dram_wake, &o->dram, o->n_channels, io)) \
    F(PART, req_wake, wake_state(&o->req_wake, &o->icnt, 1, io)) \
    F(PART, reply_wake, wake_state(&o->reply_wake, &o->icnt, 1, io)) \
    F(KEEP, n_sms,) F(KEEP, n_slices,) F(KEEP, n_channels,) F(KEEP, sm,) F(KEEP, l2,) F(KEEP, l3,) F(KEEP, channel,) \
    F(KEEPS, channel_up,) F(KEEPS, channel_down,) F(KEEP, req_net,) F(KEEP, reply_net,) F(MADES, shared,) \
    F(KEEPS, step,) F(PART, loads, loads_state(&o->loads, io)) F(MADE, front,) F(MADE, n_ctas,) F(ANY, next_cta,) \
    F(ANY, dispatched,) F(MOST, next_sm, o->n_sms - 1) F(MADE, ctas_done,) F(MADE, cta_taken,) F(MADE, loop_up,) \
    F(BOOL, dispatch,) F(ANY, dispatch_wake,) F(WALK, never_sleep, state_expect(io, o->never_sleep, "as the never-sleep mode")) \
    F(KEEP, max_cycles,) F(ANY, progress,) F(ANY, progress_seen,) F(ANY, progress_at,) F(KEEP, on_progress,) \
    F(KEEP, on_progress_ctx,) F(KEEP, on_progress_every,) F(KEEP, on_progress_next,) F(KEEP, on_interval,) \
    F(KEEP, on_interval_ctx,) F(WALK, on_interval_every, state_expect(io, o->on_interval_every, "cycles an interval")) \
    F(ANY, on_interval_next,) F(ANY, look,) F(KEEP, stop,) F(KEEP, stop_at,) F(KEEP, dump,) F(KEEP, dump_more,) \
    F(KEEP, dump_more_ctx,) F(KEEP, status,) F(KEEPS, message,) F(ANY, core_charged,) F(ANY, icnt_charged,) \
    F(ANY, l2_charged,) F(ANY, dram_charged,) F(COUNTS, run,) F(COUNTS, sleep,)

#define CLOCK_MEMBERS(F) F(KEEP, period,) F(MOST, next, CYCLES_MAX) F(MADE, next_t,) F(KEEP, inverse,) F(KEEP, exact,)

#define WAKE_MEMBERS(F) F(MADE, now,) F(MADE, far,) F(PART, at, state_bytes(io, o->at, n * sizeof *o->at)) F(MADES, due,)

#define KERNEL_MEMBERS(F) \
    F(WALK, name, state_text(io, &o->name)) F(MOST, n_inst, INSTS_MAX) F(MADE, row_of,) F(WALK, pc, rows_state(o, io)) \
    F(MADE, row,) F(MADE, n_rows,)
#define LOADS_MEMBERS(F) F(WALK, kernel, kernels_state(o, io)) F(MADE, n,)
/* clang-format on */

enum { KERNELS_MAX = 1 << 16, INSTS_MAX = 1 << 28 };
#define CYCLES_MAX (UINT64_C(1) << 48)

STATE_LIST(struct gpu, GPU_MEMBERS);
STATE_LIST(gpu_clock_t, CLOCK_MEMBERS);
STATE_LIST(wake_set_t, WAKE_MEMBERS);
STATE_LIST(load_kernel_t, KERNEL_MEMBERS);
STATE_LIST(load_table_t, LOADS_MEMBERS);

/* ---- Time ---- */

static void clock_state(gpu_clock_t *c, state_io_t *io)
{
    STATE_WALK(c, io, CLOCK_MEMBERS);
    c->next_t = c->next * c->period;
}

/* The wheel of a set is made of the components' times. None of them is past. */
static void wake_state(wake_set_t *s, const gpu_clock_t *clk, uint32_t n, state_io_t *io)
{
    STATE_WALK(s, io, WAKE_MEMBERS);
    if (!state_loading(io))
        return;
    uint64_t at[WAKE_MAX];
    memcpy(at, s->at, sizeof at);
    memset(s->due, 0, sizeof s->due);
    s->far = 0;
    s->now = n ? clk->next : 0;
    wake_init(s);
    for (uint32_t i = 0; i < n; i++) {
        state_holds(io, at[i] >= s->now, "a time to wake that is past");
        wake_lower(s, i, at[i]);
    }
}

/* Of every clock, the last edge is not after any clock's next one. */
static void check_clocks(const gpu_t *g, state_io_t *io)
{
    const gpu_clock_t *const c[] = {&g->core, &g->icnt, &g->l2_clk, &g->dram};
    enum { CLOCKS = sizeof c / sizeof *c };
    for (unsigned i = 0; i < CLOCKS; i++)
        for (unsigned k = 0; k < CLOCKS; k++) {
            unsigned __int128 last = (unsigned __int128)c[i]->next * c[i]->period;
            unsigned __int128 next = (unsigned __int128)c[k]->next * c[k]->period;
            state_holds(io, last < next + c[i]->period || last == 0, "clocks that do not agree");
        }
    state_holds(io,
                g->core_charged <= g->core.next && g->icnt_charged <= g->icnt.next &&
                    g->l2_charged <= g->l2_clk.next && g->dram_charged <= g->dram.next,
                "cycles counted that have not been");
    state_holds(io, g->progress_at <= g->core.next && g->look <= g->core.next + 1024,
                "a look at its progress at another time");
    uint64_t every = g->on_interval_every, next = g->on_interval_next;
    state_holds(io,
                every ? next >= g->core.next && next - g->core.next <= every : next == CLOCK_NEVER,
                "an interval that ends at another time");
}

/* ---- The per-load table ---- */

/* n is the file's: memory grows with what has been read. */
static void *grown(void *p, uint64_t n, size_t size, state_io_t *io)
{
    void *more = bits_is_pow2(n) ? realloc(p, 2 * n * size) : p;
    if (!more)
        state_fail(io, "needs more memory than there is");
    return more ? more : p;
}

/* The loads of a kernel that has been launched before; of the running one the GPU has them. */
static void rows_state(load_kernel_t *k, state_io_t *io)
{
    uint64_t rows = k->n_rows;
    state_count(io, &rows, k->n_inst, "loads");
    if (state_loading(io)) {
        k->n_rows = 0;
        k->pc = state_alloc(io, 2, sizeof *k->pc);
        k->row = state_alloc(io, 2, sizeof *k->row);
    }
    for (uint64_t i = 0; i <= rows && !state_error(io); i++) {
        if (state_loading(io) && i > 1) {
            k->pc = grown(k->pc, i, sizeof *k->pc, io);
            k->row = grown(k->row, i, sizeof *k->row, io);
        }
        if (i < rows) {
            STATE(io, k->pc[i]);
            state_holds(io, i == 0 || k->pc[i] > k->pc[i - 1], "loads out of order");
        }
        state_bytes(io, &k->row[i], sizeof k->row[i]);
        k->n_rows = (uint32_t)i;
    }
}

static void kernels_state(load_table_t *t, state_io_t *io)
{
    uint64_t n = t->n;
    state_section(io, "per-load table");
    state_count(io, &n, KERNELS_MAX, "kernels");
    if (state_loading(io)) {
        t->n = 0;
        t->kernel = state_alloc(io, 2, sizeof *t->kernel);
    }
    for (uint64_t i = 0; i < n && !state_error(io); i++) {
        if (state_loading(io)) {
            t->kernel = i > 1 ? grown(t->kernel, i, sizeof *t->kernel, io) : t->kernel;
            t->kernel[i] = (load_kernel_t){.n_inst = 0};
            t->n = (uint32_t)i + 1;
        }
        STATE_WALK(&t->kernel[i], io, KERNEL_MEMBERS);
        if (state_loading(io))
            state_holds(io, t->kernel[i].name != NULL, "a kernel without a name");
    }
}

static void loads_state(load_table_t *t, state_io_t *io)
{
    STATE_WALK(t, io, LOADS_MEMBERS);
}

/* ---- The launch ---- */

/* Whether the front is one of the launch that runs. */
static void expect_front(const front_t *f, state_io_t *io)
{
    state_section(io, "launch");
    state_expect(io, f != NULL, "running launches");
    if (!f)
        return;
    state_expect(io, f->n_inst, "instructions in the kernel");
    state_expect(io, f->warps_per_cta, "warps a CTA");
    for (unsigned i = 0; i < 3; i++)
        state_expect(io, f->grid[i], "as the grid's size");
}

/* CTAs that were handed out: with pick_cta each by its number, else the first ones. */
static void dispatched_state(gpu_t *g, state_io_t *io)
{
    uint32_t taken = 0, resident = 0;
    state_section(io, "dispatch");
    if (g->cta_taken)
        state_numbers(io, g->cta_taken, 1, g->n_ctas, 1, "taken");
    if (!state_loading(io) || state_error(io))
        return;
    for (uint32_t i = 0; g->cta_taken && i < g->n_ctas; i++)
        taken += g->cta_taken[i];
    state_holds(io,
                g->dispatched <= g->n_ctas && g->dispatched == (g->cta_taken ? taken : g->next_cta),
                "other CTAs than were dispatched");
    for (uint32_t i = 0; i < g->n_sms; i++)
        resident += g->sm[i].resident;
    state_holds(io, resident <= g->dispatched, "CTAs that were not dispatched");
    g->ctas_done = g->dispatched - resident;
}

/* The part of a launch's beginning that is not state. */
static void take_front(gpu_t *g, front_t *f, state_io_t *io)
{
    uint32_t known = g->loads.n;
    if (!gpu_take_front(g, f))
        state_fail(io, "needs more memory than there is");
    else if (g->loads.n != known)
        state_fail(io, "is of a launch of another kernel than %s", f->kernel);
    g->n_ctas = f->grid[0] * f->grid[1] * f->grid[2];
}

static void parts_state(gpu_t *g, state_io_t *io)
{
    for (uint32_t i = 0; i < g->n_sms && !state_error(io); i++)
        sm_state(g, &g->sm[i], io);
    icnt_state(g->req_net, &g->cfg, io);
    icnt_state(g->reply_net, &g->cfg, io);
    for (uint32_t i = 0; i < g->n_slices && !state_error(io); i++)
        slice_state(&g->l2[i], &g->cfg, io);
    for (uint32_t i = 0; i < g->n_channels && !state_error(io); i++) {
        if (g->l3)
            slice_state(&g->l3[i], &g->cfg, io);
        dram_state(&g->channel[i], io);
    }
}

void gpu_state(gpu_t *g, front_t *f, state_io_t *io)
{
    state_section(io, "GPU");
    STATE_WALK(g, io, GPU_MEMBERS);
    expect_front(f, io);
    if (f && state_loading(io) && !state_error(io))
        take_front(g, f, io);
    if (state_loading(io) && !state_error(io))
        check_clocks(g, io);
    if (state_error(io))
        return;
    g->shared.front = f; /* between launches it still names the last one */
    if (f) {
        state_section(io, "program");
        f->ops->state(f->ctx, io);
    }
    parts_state(g, io);
    if (f && !state_error(io))
        dispatched_state(g, io);
    state_section(io, "end of the GPU");
    if (state_loading(io) && !state_error(io))
        gpu_state_check(g, io);
}
