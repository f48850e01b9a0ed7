/*
 * State of the GPU as a whole: clocks, wake times, the running launch, the per-load table.
 */
#include "gpu/state.h"

#include <stdlib.h>

STATE_LAYOUT("gpu_t",
             sizeof(gpu_t) - offsetof(gpu_t, core) - sizeof(gpu_stats_run_t) -
                 sizeof(gpu_stats_sleep_t) - sizeof(op_table_t),
             17928);
STATE_LAYOUT("load_kernel_t", sizeof(load_kernel_t), 48);
STATE_LAYOUT("load_table_t", sizeof(load_table_t), 16);

enum { KERNELS_MAX = 1 << 20, INSTS_MAX = 1 << 28 };

static void kernel_state(load_kernel_t *k, state_io_t *io)
{
    uint64_t insts = k->n_inst, rows = k->n_rows;
    state_text(io, &k->name);
    state_count(io, &insts, INSTS_MAX, "instructions");
    state_count(io, &rows, insts, "loads");
    if (state_loading(io)) {
        k->n_inst = (uint32_t)insts;
        k->n_rows = (uint32_t)rows;
        k->row_of = calloc(insts + 1, sizeof *k->row_of);
        k->pc = calloc(rows + 1, sizeof *k->pc);
        k->row = calloc(rows + 1, sizeof *k->row);
        if (!k->name || !k->row_of || !k->pc || !k->row)
            state_fail(io, "needs more memory than there is");
    }
    if (state_error(io))
        return;
    state_bytes(io, k->row_of, insts * sizeof *k->row_of);
    state_bytes(io, k->pc, rows * sizeof *k->pc);
    state_bytes(io, k->row, (rows + 1) * sizeof *k->row);
}

static void loads_state(load_table_t *t, state_io_t *io)
{
    uint64_t n = t->n;
    state_section(io, "per-load table");
    state_count(io, &n, KERNELS_MAX, "kernels");
    if (state_loading(io) && n) {
        t->kernel = calloc(n, sizeof *t->kernel);
        if (!t->kernel) {
            state_fail(io, "needs more memory than there is");
            return;
        }
    }
    t->n = (uint32_t)n;
    for (uint32_t i = 0; i < t->n && !state_error(io); i++)
        kernel_state(&t->kernel[i], io);
}

/* Which launch runs, and whether the front is one of it. */
static void launch_state(gpu_t *g, front_t *f, state_io_t *io)
{
    state_section(io, "launch");
    state_expect(io, f != NULL, "running launches");
    if (f) {
        state_expect(io, f->n_inst, "instructions in the kernel");
        state_expect(io, f->warps_per_cta, "warps a CTA");
        for (unsigned i = 0; i < 3; i++)
            state_expect(io, f->grid[i], "as the grid's size");
    }
    STATE(io, g->n_ctas);
    STATE(io, g->next_cta);
    STATE(io, g->dispatched);
    STATE(io, g->next_sm);
    STATE(io, g->ctas_done);
    STATE(io, g->dispatch);
}

/* The part of a launch's beginning that is not state. */
static void take_front(gpu_t *g, front_t *f, state_io_t *io)
{
    uint32_t known = g->loads.n;
    if (!gpu_take_front(g, f))
        state_fail(io, "needs more memory than there is");
    else if (g->loads.n != known)
        state_fail(io, "is of a launch of another kernel than %s", f->kernel);
}

static void time_state(gpu_t *g, state_io_t *io)
{
    state_section(io, "GPU");
    state_expect(io, g->never_sleep, "as the never-sleep mode");
    STATE(io, g->core);
    STATE(io, g->icnt);
    STATE(io, g->l2_clk);
    STATE(io, g->dram);
    STATE(io, g->sm_wake);
    STATE(io, g->l2_wake);
    STATE(io, g->l3_wake);
    STATE(io, g->dram_wake);
    STATE(io, g->req_wake);
    STATE(io, g->reply_wake);
    STATE(io, g->progress);
    STATE(io, g->progress_seen);
    STATE(io, g->progress_at);
    STATE(io, g->look);
    state_expect(io, g->on_interval_every, "cycles an interval");
    STATE(io, g->on_interval_next);
    STATE(io, g->core_charged);
    STATE(io, g->icnt_charged);
    STATE(io, g->l2_charged);
    STATE(io, g->dram_charged);
    STATE(io, g->run);
    STATE(io, g->sleep);
}

void gpu_state(gpu_t *g, front_t *f, state_io_t *io)
{
    time_state(g, io);
    loads_state(&g->loads, io);
    launch_state(g, f, io);
    if (f && state_loading(io) && !state_error(io))
        take_front(g, f, io);
    if (state_error(io))
        return;
    if (f && g->cta_taken)
        state_bytes(io, g->cta_taken, g->n_ctas);
    g->shared.front = f; /* between launches it still names the last one */
    if (f) {
        state_section(io, "program");
        f->ops->state(f->ctx, io);
    }
    for (uint32_t i = 0; i < g->n_sms; i++)
        sm_state(&g->sm[i], io);
    icnt_state(g->req_net, io);
    icnt_state(g->reply_net, io);
    for (uint32_t i = 0; i < g->n_slices; i++)
        slice_state(&g->l2[i], &g->cfg, io);
    for (uint32_t i = 0; i < g->n_channels; i++) {
        if (g->l3)
            slice_state(&g->l3[i], &g->cfg, io);
        dram_state(&g->channel[i], io);
    }
    state_section(io, "end of the GPU");
}
