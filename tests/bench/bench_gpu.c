/*
 * Speed of the GPU model alone, on synthetic streams: what the memory system and the SMs cost
 * without functional execution. Usage: bench_gpu [PRESET [STREAM [REPEAT]]]; prints a line a
 * stream. Streams: hits (every load hits the L1), stream (every load misses once), column (32
 * lines a load, thrashing), alu (dependent ALU chains).
 */
#include <inttypes.h>
#include <time.h>

#include "../unit/gpu_synth.h"

#define BASE UINT64_C(0x10000000)

static uint32_t global_warp(const synth_t *s, const synth_at_t *at)
{
    return at->cta * s->front.warps_per_cta + at->warp;
}

/* Two lines a warp of the CTA, again and again. */
static uint64_t addr_hits(const synth_t *s, const synth_at_t *at, uint32_t lane)
{
    (void)s;
    return BASE + ((at->iter & 1) * 8 + (at->warp & 7)) * 128 + lane * 4;
}

static uint64_t addr_stream(const synth_t *s, const synth_at_t *at, uint32_t lane)
{
    uint64_t warps = s->front.grid[0] * s->front.warps_per_cta;
    return BASE + ((at->iter * warps + global_warp(s, at)) * 128 + lane * 4) % (64u << 20);
}

/* atax's first kernel: A[row][iter], rows of 4 KB. */
static uint64_t addr_column(const synth_t *s, const synth_at_t *at, uint32_t lane)
{
    uint64_t row = global_warp(s, at) * s->front.warp_size + lane;
    return BASE + (row * 4096 + at->iter * 4) % (64u << 20);
}

typedef struct stream {
    const char *name;
    uint64_t (*addr)(const synth_t *s, const synth_at_t *at, uint32_t lane);
    uint32_t ctas, warps, repeat;
} stream_t;

static const stream_t streams[] = {
    {"hits", addr_hits, 240, 8, 400},
    {"stream", addr_stream, 960, 8, 20},
    {"column", addr_column, 45, 8, 160},
    {"alu", NULL, 240, 8, 400},
};

static double seconds(void)
{
    struct timespec t;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
    return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}

static void run(const char *preset, const stream_t *t, uint32_t repeat)
{
    gpu_cfg_t cfg = synth_preset(preset);
    synth_t *s = malloc(sizeof *s);
    synth_init(s, t->ctas, t->warps, cfg.warp_size);
    if (t->addr) {
        synth_load(s, 1, 0);
        synth_alu(s, 2, 1);
        synth_alu(s, 0, 0);
    } else {
        for (int i = 0; i < 8; i++)
            synth_alu(s, i % 4, i % 4);
    }
    s->addr = t->addr;
    s->repeat = repeat ? repeat : t->repeat;
    gpu_t *g = gpu_new(&cfg);
    gpu_set_dump(g, stderr);
    double t0 = seconds();
    gpu_status_t status = gpu_run(g, &s->front);
    double dt = seconds() - t0;
    gpu_stats_t st;
    gpu_stats_sleep_t sl;
    gpu_stats(g, &st);
    gpu_stats_sleep(g, &sl);
    if (status != GPU_OK)
        printf("status %d: %s\n", (int)status, gpu_message(g));
    double sm_cycles = (double)(sl.sm_ticked + sl.sm_slept);
    printf("%-7s %9" PRIu64 " warp inst %9" PRIu64 " cycles  %8.0f warp inst/s %9.0f cycles/s  "
           "L1 miss %5.1f%%  SM-cycles slept %4.1f%%  %5.0f ns/SM-cycle ticked",
           t->name, st.run.warp_instructions, st.run.cycles, (double)st.run.warp_instructions / dt,
           (double)st.run.cycles / dt,
           st.l1d.accesses ? 100.0 * (double)st.l1d.misses / (double)st.l1d.accesses : 0.0,
           100.0 * (double)sl.sm_slept / sm_cycles, dt * 1e9 / (double)sl.sm_ticked);
    if (st.l1d.misses)
        printf("  %5.0f ns, %.1f SM, %.1f L2, %.1f DRAM, %.1f crossbar ticks/L1 miss",
               dt * 1e9 / (double)st.l1d.misses, (double)sl.sm_ticked / (double)st.l1d.misses,
               (double)sl.l2_ticked / (double)st.l1d.misses,
               (double)sl.dram_ticked / (double)st.l1d.misses,
               (double)sl.icnt_ticked / (double)st.l1d.misses);
    printf("\n");
    gpu_free(g);
    synth_free(s);
    free(s);
}

int main(int argc, char **argv)
{
    const char *preset = argc > 1 ? argv[1] : "apres";
    uint32_t repeat = argc > 3 ? (uint32_t)atoi(argv[3]) : 0;
    for (unsigned i = 0; i < sizeof streams / sizeof streams[0]; i++)
        if (argc < 3 || strcmp(argv[2], streams[i].name) == 0)
            run(preset, &streams[i], repeat);
    return 0;
}
