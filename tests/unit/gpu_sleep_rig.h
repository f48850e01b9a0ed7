/*
 * Runs of random kernels that must not differ: with sleep, with every component simulated in every
 * cycle, and with moves into a new GPU by way of a checkpoint; and variations of a machine by a
 * seed.
 */
#ifndef LW_TESTS_GPU_SLEEP_RIG_H
#define LW_TESTS_GPU_SLEEP_RIG_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "gpu_chaos.h"
#include "state_memory.h"

typedef struct result {
    gpu_stats_t stats;
    gpu_stats_sleep_t sleep;
    uint64_t loads_digest, steps, moves;
    chaos_t chaos;
} result_t;

/* How a run is simulated: none of it may be seen in the results. */
typedef enum mode {
    MODE_SLEEP,
    MODE_NEVER_SLEEP,
    MODE_MOVES, /* into a new GPU, by way of a checkpoint, every now and then */
} run_mode_t;

static inline gpu_t *make_gpu(const gpu_cfg_t *cfg, bool never_sleep, chaos_t *chaos, bool attach)
{
    gpu_t *g = gpu_new(cfg);
    assert_non_null(g);
    gpu_set_dump(g, stderr);
    gpu_set_never_sleep(g, never_sleep);
    chaos->g = g;
    if (attach)
        assert_int_equal(gpu_attach(g, &chaos_hooks, chaos, NULL), 0);
    return g;
}

/* A new GPU and a new front in the state of the old ones, which are freed. */
static inline gpu_t *move(gpu_t *old, synth_t *s, const gpu_cfg_t *cfg, chaos_t *chaos, bool attach)
{
    memory_t m = {NULL, 0, 0};
    diag_t d = {{0}};
    state_io_t *io = state_save(put, &m);
    gpu_state(old, &s->front, io);
    if (state_close(io, &d))
        fail_msg("%s", d.text);
    gpu_free(old);
    synth_free(s);
    s->pool = s->all = NULL;
    s->ctas_alive = 0;
    gpu_t *g = make_gpu(cfg, false, chaos, attach);
    io = state_load(get, &m);
    gpu_state(g, &s->front, io);
    if (state_close(io, &d))
        fail_msg("%s", d.text);
    free(m.data);
    return g;
}

static inline void run(const gpu_cfg_t *cfg, uint64_t seed, run_mode_t mode, bool chaos,
                       result_t *out)
{
    rng_t r, moves;
    rng_seed(&r, seed);
    rng_seed(&moves, seed);
    memset(out, 0, sizeof *out);
    gpu_t *g = make_gpu(cfg, mode == MODE_NEVER_SLEEP, &out->chaos, chaos);
    for (unsigned launch = 0; launch < 2; launch++) {
        shape_t shape = {rng_u64(&r), 4096u << rng_below(&r, 9)};
        synth_t s;
        synth_init(&s, 1 + rng_below(&r, 24), 1 + rng_below(&r, 8), cfg->warp_size);
        s.user = &shape;
        s.addr = random_addr;
        s.mask = random_mask;
        s.barrier = random_barrier;
        s.repeat = 1 + rng_below(&r, 4);
        s.front.regs_per_thread = rng_below(&r, 64);
        s.front.shared_bytes = rng_below(&r, 16384);
        if (rng_percent(&r, 20)) /* lines outside the arena go to the sparse set */
            s.front.arena_bytes = 4096;
        random_program(&s, &r);
        spill_some(&s, shape.seed);
        if (shape.seed & 1)
            texture_some(&s, shape.seed);
        if (mode == MODE_MOVES)
            gpu_set_stop_at(g, gpu_cycle(g) + 1 + rng_below(&moves, 3000));
        gpu_status_t status = gpu_run(g, &s.front);
        while (status == GPU_STOPPED) {
            g = move(g, &s, cfg, &out->chaos, chaos);
            out->moves++;
            gpu_set_stop_at(g, gpu_cycle(g) + 1 + rng_below(&moves, 20000));
            status = gpu_continue(g);
        }
        if (status != GPU_OK)
            fail_msg("seed %llu: %s", (unsigned long long)seed, gpu_message(g));
        out->steps += s.steps;
        assert_int_equal(s.ctas_alive, 0);
        synth_free(&s);
    }
    gpu_stats(g, &out->stats);
    gpu_stats_sleep(g, &out->sleep);
    for (unsigned i = 0; i < gpu_load_rows(g); i++) {
        gpu_load_row_t row;
        gpu_load_row(g, i, &row);
        const uint64_t *v = (const uint64_t *)&row.s;
        for (size_t k = 0; k < sizeof row.s / sizeof *v; k++)
            out->loads_digest = mix(out->loads_digest ^ v[k]);
    }
    gpu_free(g);
}

static inline void compare_counters(const result_t *a, const result_t *b, uint64_t seed)
{
    for (unsigned i = 0; i < gpu_stat_group_count; i++)
        for (unsigned k = 0; k < gpu_stat_groups[i].n_stats; k++) {
            const gpu_stat_desc_t *d = &gpu_stat_groups[i].stats[k];
            uint64_t x = gpu_stat_get((const char *)&a->stats + gpu_stat_groups[i].offset, d);
            uint64_t y = gpu_stat_get((const char *)&b->stats + gpu_stat_groups[i].offset, d);
            if (x != y)
                fail_msg("seed %llu: %s.%s is %llu with sleep, %llu %s", (unsigned long long)seed,
                         gpu_stat_groups[i].name, d->name, (unsigned long long)x,
                         (unsigned long long)y, b->moves ? "moved" : "without");
        }
    assert_memory_equal(&a->stats, &b->stats, sizeof a->stats);
    assert_int_equal(a->loads_digest, b->loads_digest);
    assert_int_equal(a->chaos.digest, b->chaos.digest);
    assert_int_equal(a->steps, b->steps);
}

/* Queues and MSHRs so small that every rejection happens. */
static inline void starve(gpu_cfg_t *c)
{
    c->l1_sets = 4;
    c->l1_index = GPU_INDEX_LINEAR;
    c->l1_mshrs = 3;
    c->l1_mshr_merge = 2;
    c->l1_miss_queue = 2;
    c->l1_inject_queue = 1;
    c->ldst_queue = 1;
    c->l1c_mshrs = 1;
    c->l1c_merge = 2;
    c->icnt_in_flits = 5;
    c->icnt_out_flits = 6;
    c->l2_mshrs = 2;
    c->l2_mshr_merge = 2;
    c->l2_miss_queue =
        1 + (c->l2_store_spare > c->l2_read_spare ? c->l2_store_spare : c->l2_read_spare);
    c->l2_queue = 1;
    c->l2_reply_queue = 1;
    c->l2_sets = 4;
    c->l3_queue = 1;
    c->l3_miss_queue = 1;
    c->l3_mshrs = 2;
    c->dram_queue = 2;
    c->dram_return_queue = 1;
}

/* Of the ways in which a DRAM channel can work, one by the seed. */
static inline void vary_dram(gpu_cfg_t *c, const gpu_cfg_t *as_is, uint64_t seed)
{
    uint64_t k = mix(seed);
    if (seed % 4 == 0) {
        c->dram_admit = as_is->dram_admit;
        c->dram_take_up = as_is->dram_take_up;
        c->dram_scan = as_is->dram_scan;
        c->dram_hold = as_is->dram_hold;
        c->dram_group_bits = as_is->dram_group_bits;
        c->t_rcdwr = as_is->t_rcdwr;
        c->t_rtpl = as_is->t_rtpl;
        c->l2_fetch_first = as_is->l2_fetch_first;
        return;
    }
    c->dram_admit = (uint32_t)(seed % 3);
    c->dram_take_up = (uint32_t)(k & 1);
    c->dram_scan = (uint32_t)((k >> 1) % 3);
    c->dram_hold = (uint32_t)(k >> 8 & 1);
    c->dram_group_bits = (uint32_t)(k >> 9 & 1);
    c->t_rcdwr = (uint32_t)(k >> 10) % 20;
    c->t_rtpl = (uint32_t)(k >> 16) % 20;
    c->l2_fetch_first = (uint32_t)(k >> 24 & 1);
}

/* The queues of the slices and what a lookup needs of them, by the seed; as they are for a quarter
 * of the seeds. */
static inline void vary_slices(gpu_cfg_t *c, const gpu_cfg_t *as_is, uint64_t seed)
{
    uint64_t k = mix(seed + 1000);
    bool vary = seed % 4 != 1;
    uint32_t spare = c->l2_miss_queue - 1;
    c->l2_read_spare = vary ? (uint32_t)(k % 3) : as_is->l2_read_spare;
    c->l2_store_spare = vary ? (uint32_t)((k >> 4) % 4) : as_is->l2_store_spare;
    c->l2_read_spare = c->l2_read_spare < spare ? c->l2_read_spare : spare;
    c->l2_store_spare = c->l2_store_spare < spare ? c->l2_store_spare : spare;
    c->l2_dram_queue = vary ? (uint32_t)((k >> 8) % 4) : as_is->l2_dram_queue;
    c->l2_lookup_room = c->l2_dram_queue && (vary ? k >> 12 & 1 : as_is->l2_lookup_room);
    c->l2_fill_queue = vary && !c->l3_enabled ? (uint32_t)((k >> 16) % 4) : as_is->l2_fill_queue;
    c->rop_queue = vary ? (uint32_t)(k >> 20 & 1) : as_is->rop_queue;
    c->l2_port_bytes = vary && k >> 28 & 1 ? 8u << (k >> 30) % 4 : as_is->l2_port_bytes;
    c->tick_order = vary ? (uint32_t)(k >> 34 & 1) : as_is->tick_order;
    c->latency_clock = vary ? (uint32_t)(k >> 32 & 1) : as_is->latency_clock;
    c->l2_write_miss = as_is->l2_write_miss;
    if (vary && !c->l3_enabled && c->l2_sector_bytes == c->line_bytes)
        c->l2_write_miss = (uint32_t)((k >> 24) % 4 ? GPU_WRITE_THROUGH : GPU_WRITE_FETCH);
}

/* Constants beside the memory stage, through it, or through a small cache. */
static inline void vary_constants(gpu_cfg_t *c, const gpu_cfg_t *as_is, uint64_t seed)
{
    c->const_path = seed % 3 ? GPU_CONST_STAGE : as_is->const_path;
    c->l1c_sets = seed % 3 == 2 ? 2 : 0;
    c->l1c_ways = 1 + (uint32_t)(seed % 2);
    c->l1c_line_bytes = 32u << seed / 3 % 2;
    c->l1t_sets = seed % 4 > 1 ? 2 : 0;
    c->l1t_ways = 1 + (uint32_t)(seed % 3);
    c->l1t_line_bytes = 32u << seed % 2;
    c->l1t_fragments = 2 + (uint32_t)(seed % 7);
    c->l1t_requests = 1 + (uint32_t)(seed / 2 % 2);
    c->l1t_results = 1 + (uint32_t)(seed % 2);
    c->const_latency = seed % 4 ? as_is->const_latency : 1;
}

#endif
