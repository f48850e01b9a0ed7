/*
 * Sleeping changes nothing: random kernels on every preset, on the presets with tiny queues, and
 * with a policy that bypasses at random, give byte-identical statistics whether components
 * sleep or are simulated in every cycle, and when a run moves into a new GPU by way of a
 * checkpoint every now and then. The end of every run also checks the conservation laws.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "common/rng.h"
#include "gpu_synth.h"
#include "state_memory.h"

#define BASE       UINT64_C(0x10000000)
#define LOCAL_BASE (UINT64_C(1) << 40)

enum {
    LOCAL_WORDS = 12,
    LOCAL_REGIONS = 3
}; /* a thread's; as many CTAs' as each other's neighbours */

/* A stateless hash: the streams must not depend on the order in which warps are stepped. */
static uint64_t mix(uint64_t x)
{
    x ^= x >> 33;
    x *= UINT64_C(0xff51afd7ed558ccd);
    x ^= x >> 33;
    x *= UINT64_C(0xc4ceb9fe1a85ec53);
    return x ^ x >> 33;
}

typedef struct shape {
    uint64_t seed;
    uint32_t footprint; /* bytes */
} shape_t;

static uint64_t key_of(const synth_t *s, const synth_at_t *at)
{
    const shape_t *p = s->user;
    return mix(p->seed ^ ((uint64_t)at->cta << 40) ^ ((uint64_t)at->warp << 32) ^
               ((uint64_t)at->iter << 8) ^ at->inst);
}

/* A word of the thread's own; the regions of few CTAs, so that they meet. */
static uint64_t local_addr(const synth_t *s, const synth_at_t *at, uint32_t lane)
{
    const inst_t *i = &s->inst[at->inst];
    uint64_t k = key_of(s, at), words = i->width > 4 ? i->width / 4 : 1;
    uint64_t word = (k >> 8) % (LOCAL_WORDS - words + 1), in = i->width < 4 ? k >> 20 & 2 : 0;
    uint64_t warp = at->cta % LOCAL_REGIONS * s->front.warps_per_cta + at->warp;
    return LOCAL_BASE + ((warp * LOCAL_WORDS + word) * s->front.warp_size + lane) * 4 + in;
}

static uint64_t random_addr(const synth_t *s, const synth_at_t *at, uint32_t lane)
{
    const shape_t *p = s->user;
    const inst_t *i = &s->inst[at->inst];
    if (i->space == INST_SPACE_LOCAL)
        return local_addr(s, at, lane);
    uint64_t k = key_of(s, at);
    uint32_t width = i->width, span = i->space == INST_SPACE_SHARED ? 4096 : p->footprint;
    uint64_t base = i->space == INST_SPACE_SHARED ? 0 : BASE;
    uint64_t at_byte = 0;
    switch (k & 3) {
    case 0: /* coalesced */
        at_byte = (k >> 8) % span / 128 * 128 + lane * width;
        break;
    case 1: /* strided */
        at_byte = (k >> 8) % span + (uint64_t)lane * 512;
        break;
    case 2: /* scattered */
        at_byte = mix(k + lane);
        break;
    default: /* few lines */
        at_byte = (k >> 8) % span + (lane & 3) * 128;
    }
    return base + at_byte % span / width * width;
}

static uint64_t random_mask(const synth_t *s, const synth_at_t *at)
{
    uint64_t k = mix(key_of(s, at) + 17), all = bits_mask(s->front.warp_size);
    if (s->inst[at->inst].kind == INST_BARRIER || (k & 7) < 5)
        return all;
    return (k & 7) == 5 ? 0 : mix(k) & all;
}

/* Barriers of the whole CTA, and of pairs of warps (numbers of their own). */
static void random_barrier(const synth_t *s, const synth_at_t *at, warp_step_t *out)
{
    const shape_t *p = s->user;
    uint64_t k = mix(p->seed ^ at->inst);
    if (k & 1) {
        out->barrier = (uint8_t)(8 + (k >> 1) % 8);
        return;
    }
    out->barrier = (uint8_t)(at->warp / 2);
    out->barrier_warps = (uint16_t)((at->warp | 1u) < s->front.warps_per_cta ? 2 : 1);
}

/* A random program; every warp executes all of it, so that barriers match. */
static void random_program(synth_t *s, rng_t *r)
{
    uint32_t n = 4 + rng_below(r, 20);
    for (uint32_t k = 0; k < n; k++) {
        int dst = (int)rng_below(r, 12), src = (int)rng_below(r, 12);
        inst_t *i;
        switch (rng_below(r, 16)) {
        case 0:
            i = synth_add(s, INST_UNIT_CTRL, INST_BARRIER, INST_SPACE_NONE, -1, -1);
            break;
        case 1:
            i = synth_add(s, INST_UNIT_CTRL, INST_FENCE, INST_SPACE_NONE, -1, -1);
            break;
        case 2:
            i = synth_add(s, INST_UNIT_SFU, INST_ALU, INST_SPACE_NONE, dst, src);
            break;
        case 3:
            i = synth_add(s, INST_UNIT_DP, INST_ALU, INST_SPACE_NONE, dst, src);
            i->initiation = (uint8_t)rng_below(r, 3);
            break;
        case 4:
        case 5:
            i = synth_store(s, src);
            i->width = (uint8_t)(1u << rng_below(r, 5));
            break;
        case 6:
            i = synth_add(s, INST_UNIT_LDST, INST_ATOMIC, INST_SPACE_GLOBAL, dst, src);
            break;
        case 7:
            i = synth_add(s, INST_UNIT_LDST, INST_REDUCE, INST_SPACE_GLOBAL, -1, src);
            break;
        case 8:
            i = synth_add(s, INST_UNIT_LDST, INST_LOAD, INST_SPACE_SHARED, dst, src);
            i->width = (uint8_t)(4u << rng_below(r, 3));
            break;
        case 9:
            i = synth_add(s, INST_UNIT_LDST, INST_STORE, INST_SPACE_SHARED, -1, src);
            break;
        case 10:
            i = synth_add(s, INST_UNIT_LDST, INST_LOAD, INST_SPACE_CONST, dst, src);
            break;
        case 11:
            i = synth_load(s, dst, src);
            i->cache_op = (uint8_t)rng_below(r, 2);
            break;
        case 12:
        case 13:
            i = synth_load(s, dst, src);
            i->width = (uint8_t)(1u << rng_below(r, 5));
            break;
        case 14:
            i = synth_add(s, INST_UNIT_CTRL, INST_BRANCH, INST_SPACE_NONE, -1, src);
            break;
        default:
            i = synth_alu(s, dst, src);
        }
        i->sources = (uint8_t)rng_below(r, 5);
        if (i->kind == INST_ALU)
            i->op = (uint8_t)rng_below(r, INST_OPS);
    }
}

/* Some of the loads go through the texture cache. */
static void texture_some(synth_t *s, uint64_t seed)
{
    for (uint32_t k = 0; k < s->n; k++) {
        inst_t *i = &s->inst[k];
        if (i->space == INST_SPACE_GLOBAL && i->kind == INST_LOAD && mix(seed ^ k) % 4 == 1)
            i->space = INST_SPACE_TEXTURE;
    }
}

/* A third of the loads and stores become ones of local memory. */
static void spill_some(synth_t *s, uint64_t seed)
{
    s->front.local_base = LOCAL_BASE;
    s->front.local_cta_bytes =
        (uint64_t)s->front.warps_per_cta * LOCAL_WORDS * s->front.warp_size * 4;
    for (uint32_t k = 0; k < s->n; k++) {
        inst_t *i = &s->inst[k];
        if (i->space == INST_SPACE_GLOBAL && (i->kind == INST_LOAD || i->kind == INST_STORE) &&
            mix(seed ^ k) % 3 == 0)
            i->space = INST_SPACE_LOCAL;
    }
}

/* ---- A policy that bypasses, holds and lets fill late, by hashes of what it sees ---- */

typedef struct chaos {
    gpu_t *g;
    uint64_t decided, late, evicted, replies;
    uint64_t digest; /* of everything told, in order */
    uint64_t held_until[64];
    uint64_t dispatch; /* cycle of the next one that is told */
} chaos_t;

static void tell(chaos_t *x, uint64_t what)
{
    x->digest = mix(x->digest ^ what);
}

static gpu_l1_decision_t chaos_access(void *ctx, const gpu_l1_access_t *a)
{
    chaos_t *x = ctx;
    uint64_t k = mix(a->req->line * 31 + a->req->warp);
    a->req->hash = (uint16_t)k;
    if ((k & 63) == 1) { /* held for a few cycles: the decision changes by itself */
        uint64_t *until = &x->held_until[a->req->sm];
        if (*until == 0) {
            *until = a->cycle + 1 + (k >> 8) % 20;
            gpu_sm_wake_at(x->g, a->req->sm, *until);
        }
        if (a->cycle < *until)
            return GPU_L1_HOLD;
    }
    if ((k & 7) == 2)
        return GPU_L1_BYPASS_IF_NO_WAY;
    return (k & 3) == 0 ? GPU_L1_PREDICTED_BYPASS : (k & 31) == 5 ? GPU_L1_BYPASS : GPU_L1_NORMAL;
}

static void chaos_result(void *ctx, const gpu_l1_result_t *r)
{
    chaos_t *x = ctx;
    assert_int_equal(r->req->hash, (uint16_t)mix(r->req->line * 31 + r->req->warp));
    x->held_until[r->req->sm] = 0;
    uint64_t k = mix(r->req->line + r->cycle);
    if ((k & 7) == 0) { /* mostly near and into its own SM */
        uint64_t line = r->req->line + ((k >> 3) & 3);
        uint32_t n = gpu_config(x->g)->n_sms, sm = (k & 56) ? r->req->sm : (uint32_t)(k >> 9) % n;
        tell(x, gpu_l1_prefetch(x->g, sm, line, r->req->pc, r->req->warp));
    }
    tell(x, r->cycle ^ r->req->line << 8 ^ r->way ^ (uint64_t)r->outcome << 60 ^ r->victim_line);
    x->decided++;
}

static bool chaos_prefetch(void *ctx, const gpu_l1_access_t *a)
{
    tell(ctx, a->cycle ^ a->req->line << 8 ^ a->set);
    a->req->hash = (uint16_t)mix(a->req->line * 31 + a->req->warp);
    return mix(a->req->line) % 16 == 3;
}

static void chaos_prefetched(void *ctx, const gpu_prefetch_result_t *r)
{
    tell(ctx, r->cycle ^ r->req->line << 8 ^ r->way ^ (uint64_t)r->outcome << 60 ^ r->victim_line);
}

static void chaos_late(void *ctx, const gpu_late_fill_t *f)
{
    chaos_t *x = ctx;
    assert_int_equal(f->req->hash, (uint16_t)mix(f->req->line * 31 + f->req->warp));
    tell(x, f->cycle ^ f->req->line << 8 ^ f->way ^ f->victim_valid);
    x->late++;
}

static void chaos_evict(void *ctx, const gpu_l1_evict_t *e)
{
    chaos_t *x = ctx;
    tell(x, e->cycle ^ e->line << 8 ^ e->hits ^ e->unread ^ (uint64_t)e->cause << 60);
    x->evicted++;
}

static bool chaos_l2(void *ctx, const gpu_l2_request_t *r)
{
    chaos_t *x = ctx;
    tell(x, r->cycle ^ r->req->line << 8 ^ r->set ^ r->way ^ r->hit ^ r->write);
    if (mix(r->req->line ^ r->cycle) % 64 == 9)
        tell(x, gpu_l1_prefetch(x->g, r->req->sm, r->req->line + 1, r->req->pc, r->req->warp));
    return r->bypass && (mix(r->req->line) & 1);
}

static void chaos_reply(void *ctx, const gpu_req_t *r, uint64_t cycle)
{
    chaos_t *x = ctx;
    tell(x, cycle ^ r->line << 8 ^ r->flags);
    x->replies++;
}

/* Hears of dispatches a random number of cycles apart; a launch's first cycle asks for nothing new.
 */
static void chaos_dispatch(void *ctx, uint64_t cycle)
{
    chaos_t *x = ctx;
    if (cycle >= x->dispatch) {
        tell(x, cycle);
        x->dispatch = cycle + 1 + mix(cycle) % 300;
    }
    gpu_dispatch_wake_at(x->g, x->dispatch);
}

static const gpu_hooks_t chaos_hooks = {.policy = "chaos",
                                        .on_dispatch = chaos_dispatch,
                                        .on_l1_access = chaos_access,
                                        .on_l1_result = chaos_result,
                                        .on_prefetch = chaos_prefetch,
                                        .on_prefetch_result = chaos_prefetched,
                                        .on_late_fill = chaos_late,
                                        .on_l1_evict = chaos_evict,
                                        .on_l2_request = chaos_l2,
                                        .on_l2_reply = chaos_reply};

/* ---- Runs ---- */

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

static gpu_t *make_gpu(const gpu_cfg_t *cfg, bool never_sleep, chaos_t *chaos, bool attach)
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
static gpu_t *move(gpu_t *old, synth_t *s, const gpu_cfg_t *cfg, chaos_t *chaos, bool attach)
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

static void run(const gpu_cfg_t *cfg, uint64_t seed, run_mode_t mode, bool chaos, result_t *out)
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

static void compare_counters(const result_t *a, const result_t *b, uint64_t seed)
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
static void starve(gpu_cfg_t *c)
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

/* Of the ways in which instructions take their units, one by the seed. */
static void vary_units(gpu_cfg_t *c, uint64_t seed)
{
    uint64_t k = mix(seed + 100);
    c->op_latencies = k & 1 ? GPU_LATENCIES_OPCODES : GPU_LATENCIES_UNITS;
    c->operand_delay = (uint32_t)(k >> 1 & 3);
    c->ldst_delay = (uint32_t)(k >> 3 & 3);
    c->imul_unit = k >> 5 & 1;
    c->fmul_unit = k >> 6 & 1;
    c->dp_unit = k >> 7 & 1;
    c->smem_passes = k >> 8 & 1;
    c->fence = k >> 9 & 1;
    c->wb_loads = k >> 10 & 1;
}

/* Of the ways in which a DRAM channel can work, one by the seed. */
static void vary_dram(gpu_cfg_t *c, const gpu_cfg_t *as_is, uint64_t seed)
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
static void vary_slices(gpu_cfg_t *c, const gpu_cfg_t *as_is, uint64_t seed)
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
static void vary_constants(gpu_cfg_t *c, const gpu_cfg_t *as_is, uint64_t seed)
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

static void check_preset(const char *preset, bool starved, unsigned seeds)
{
    gpu_cfg_t cfg = synth_preset(preset), as_is;
    if (starved)
        starve(&cfg);
    as_is = cfg;
    result_t *a = malloc(sizeof *a), *b = malloc(sizeof *b);
    uint64_t issued = 0, slept = 0, late = 0, refreshes = 0, waits = 0, moves = 0, kept = 0,
             back = 0;
    uint64_t constants = 0, refused = 0, textures = 0;
    gpu_stats_l1d_t sum = {0};
    for (uint64_t seed = 1; seed <= seeds; seed++) {
        bool chaos = seed & 1;
        vary_dram(&cfg, &as_is, seed);
        vary_slices(&cfg, &as_is, seed);
        vary_constants(&cfg, &as_is, seed);
        vary_units(&cfg, seed);
        cfg.l1_local_store = seed % 2 ? as_is.l1_local_store : GPU_LOCAL_BACK;
        cfg.local_map = seed % 5 < 2 ? GPU_LOCAL_SLOTS : as_is.local_map;
        cfg.t_refi = seed % 3 == 0 ? 400 + 100 * (uint32_t)seed : 0;
        cfg.t_rfc = 60;
        cfg.wb_ports = (uint32_t)(seed % 4);
        cfg.l1_prefetch_queue = (uint32_t)(seed % 5);
        cfg.l1_bypass_merge = seed % 4 == 1;
        cfg.l1_bypass_size = seed / 2 % 2 ? GPU_BYPASS_ASKED : GPU_BYPASS_LINE;
        cfg.l1_read_spare = seed / 2 % 3 == 1 ? 1 : 0;
        cfg.l1_bypass_path = seed % 8 > 3 ? GPU_BYPASS_BESIDE : GPU_BYPASS_QUEUE;
        cfg.send_ports = seed % 4 > 1 ? GPU_SEND_EACH : GPU_SEND_ONE;
        cfg.l1_flush = seed / 3 % 2;
        cfg.reply_queue = (uint32_t)(seed % 3) * 2;
        cfg.writeback = seed / 2 % 2 ? GPU_WRITEBACK_TURN : GPU_WRITEBACK_FREE;
        cfg.l1_hit_latency = seed % 3 || as_is.l1_lookup_delay ? as_is.l1_hit_latency : 1;
        cfg.l1_store_hit = seed % 3 == 1 ? GPU_STORE_KEEP : GPU_STORE_EVICT;
        if (cfg.l2_sector_bytes == 128)
            cfg.coalescer = seed % 5 == 3 ? GPU_COALESCE_HALVES : GPU_COALESCE_LINES;
        cfg.coalesce_lanes = seed % 5 == 1 ? 16 : 64;
        cfg.icnt_gap = seed % 4 == 0 ? 1 + (uint32_t)(seed / 4) : 0;
        if (seed % 4 == 2)
            cfg.sched_policy = (uint32_t)(seed / 4 % 4);
        cfg.sched_active = 1 + (uint32_t)(seed % 3);
        if (seed % 4 == 3)
            cfg.sched_policy = GPU_SCHED_TWO_LEVEL;
        run(&cfg, seed, MODE_SLEEP, chaos, a);
        run(&cfg, seed, MODE_MOVES, chaos, b);
        compare_counters(a, b, seed);
        assert_memory_equal(&a->sleep, &b->sleep, sizeof a->sleep);
        moves += b->moves;
        run(&cfg, seed, MODE_NEVER_SLEEP, chaos, b);
        compare_counters(a, b, seed);
        assert_int_equal(b->sleep.sm_slept, 0);
        issued += a->stats.run.warp_instructions;
        slept += a->sleep.sm_slept;
        late += a->stats.l1d.late_fills;
        refreshes += a->stats.dram.refreshes;
        waits += a->stats.sm.writeback_waits;
        kept += a->stats.l1d.writes_kept;
        back += a->stats.l1d.writebacks;
        textures += a->stats.sm.tex_fail_fragments + a->stats.sm.tex_fail_requests;
        constants += a->stats.sm.const_misses;
        refused += a->stats.sm.const_fail_mshr_full + a->stats.sm.const_fail_merge_full;
        sum.prefetches_useful += a->stats.l1d.prefetches_useful;
        sum.prefetches_late += a->stats.l1d.prefetches_late;
        sum.prefetches_early_evicted += a->stats.l1d.prefetches_early_evicted;
        sum.prefetches_useless += a->stats.l1d.prefetches_useless;
        assert_int_equal(a->stats.run.warp_instructions, a->steps);
    }
    assert_true(issued > 0);
    assert_true(slept > 0);
    assert_true(moves > seeds);
    assert_true(late > 0);
    assert_true(refreshes > 0 && waits > 0 && kept > 0 && back > 0);
    assert_true(sum.prefetches_useful && sum.prefetches_late && sum.prefetches_early_evicted);
    assert_true(sum.prefetches_useless > 0);
    assert_true(constants > 0 && refused > 0 && textures > 0);
    free(a);
    free(b);
}

static void gpu_sleep_010_apres_is_identical(void **state)
{
    (void)state;
    check_preset("apres", false, 12);
}

static void gpu_sleep_011_mrpb_s_is_identical(void **state)
{
    (void)state;
    check_preset("mrpb-s", false, 8);
}

static void gpu_sleep_012_abyp_gcn_with_l3_is_identical(void **state)
{
    (void)state;
    check_preset("abyp-gcn", false, 12);
}

static void gpu_sleep_013_kepler_dual_issue_is_identical(void **state)
{
    (void)state;
    check_preset("apcm-kepler", false, 8);
}

static void gpu_sleep_014_gtx480_is_identical(void **state)
{
    (void)state;
    check_preset("sm2-gtx480", false, 8);
}

static void gpu_sleep_023_starved_gtx480_is_identical(void **state)
{
    (void)state;
    check_preset("sm2-gtx480", true, 8);
}

static void gpu_sleep_020_starved_apres_is_identical(void **state)
{
    (void)state;
    check_preset("apres", true, 10);
}

static void gpu_sleep_021_starved_abyp_gcn_is_identical(void **state)
{
    (void)state;
    check_preset("abyp-gcn", true, 10);
}

/* A shared credit for each channel, so that slices and channels wait for each other's. */
static void gpu_sleep_024_channels_without_credits_are_identical(void **state)
{
    (void)state;
    gpu_cfg_t cfg = synth_preset("sm2-gtx480");
    starve(&cfg);
    cfg.l2_slices = 4;
    cfg.l2_miss_queue = 6;
    cfg.l2_mshrs = 16;
    cfg.dram_channels = 2;
    cfg.dram_queue = 3;
    cfg.dram_return_queue = 1; /* 3 + 1 - (4 - 1) */
    result_t *a = malloc(sizeof *a), *b = malloc(sizeof *b);
    for (uint64_t seed = 200; seed < 208; seed++) {
        run(&cfg, seed, MODE_SLEEP, seed & 1, a);
        run(&cfg, seed, MODE_MOVES, seed & 1, b);
        compare_counters(a, b, seed);
        run(&cfg, seed, MODE_NEVER_SLEEP, seed & 1, b);
        compare_counters(a, b, seed);
    }
    free(a);
    free(b);
}

static void gpu_sleep_022_starved_sectored_lazy_is_identical(void **state)
{
    (void)state;
    gpu_cfg_t cfg = synth_preset("las");
    starve(&cfg);
    cfg.l2_sector_bytes = 32;
    cfg.l2_write_miss = GPU_WRITE_LAZY;
    cfg.flit_bytes = 40;
    cfg.rop_latency = 120;
    cfg.icnt_mhz = 700;
    cfg.core_mhz = 700;
    result_t *a = malloc(sizeof *a), *b = malloc(sizeof *b);
    for (uint64_t seed = 100; seed < 110; seed++) {
        cfg.l1_bypass_size = seed / 2 % 2 ? GPU_BYPASS_ASKED : GPU_BYPASS_LINE;
        run(&cfg, seed, MODE_SLEEP, seed & 1, a);
        run(&cfg, seed, MODE_NEVER_SLEEP, seed & 1, b);
        compare_counters(a, b, seed);
    }
    free(a);
    free(b);
}

/* The keys of the way out of the L1 together, each value with the others, on machines with small
 * queues and input buffers of a packet or two. */
static void gpu_sleep_024_the_way_out_of_the_l1_is_identical(void **state)
{
    (void)state;
    static const char *const preset[] = {"mrpb-s", "las", "sm2-gtx480", "abyp-gcn"};
    result_t *a = malloc(sizeof *a), *b = malloc(sizeof *b);
    uint64_t net = 0, queue = 0, moves = 0;
    for (uint32_t i = 0; i < 32; i++) {
        gpu_cfg_t cfg = synth_preset(preset[i / 8]);
        uint64_t seed = 500 + i;
        bool chaos = i % 4 != 3;
        starve(&cfg);
        cfg.l1_miss_queue = 2 + i % 3;
        cfg.l1_read_spare = i & 1;
        cfg.l1_inject_queue = i & 2 ? 0 : 1;
        cfg.l1_bypass_path = i & 4 ? GPU_BYPASS_QUEUE : GPU_BYPASS_BESIDE;
        cfg.l1_bypass_size = i / 3 % 2;
        cfg.l1_bypass_merge = i % 5 == 1;
        cfg.send_ports = i % 3 ? GPU_SEND_EACH : GPU_SEND_ONE;
        cfg.l1i_sets = 1;
        cfg.l1i_ways = 1;
        cfg.icnt_in_flits = 1 + i % 2;
        cfg.icnt_gap = i % 4;
        cfg.tick_order = i / 5 % 2;
        cfg.l1_prefetch_queue = i % 3;
        run(&cfg, seed, MODE_SLEEP, chaos, a);
        run(&cfg, seed, MODE_MOVES, chaos, b);
        compare_counters(a, b, seed);
        assert_memory_equal(&a->sleep, &b->sleep, sizeof a->sleep);
        moves += b->moves;
        run(&cfg, seed, MODE_NEVER_SLEEP, chaos, b);
        compare_counters(a, b, seed);
        if (i & 4)
            assert_int_equal(a->stats.l1d.fail_net, 0);
        net += a->stats.l1d.fail_net;
        queue += a->stats.l1d.fail_miss_queue;
    }
    assert_true(net > 1000 && queue > 1000 && moves > 32);
    free(a);
    free(b);
}

/* The slices' queues, each value with the others, on machines with small ones. */
static void gpu_sleep_025_the_queues_of_the_slices_are_identical(void **state)
{
    (void)state;
    static const char *const preset[] = {"mrpb-s", "las", "sm2-gtx480", "apcm-kepler"};
    result_t *a = malloc(sizeof *a), *b = malloc(sizeof *b);
    uint64_t miss = 0, below = 0, reply = 0, moves = 0, through = 0, port = 0;
    for (uint32_t i = 0; i < 16; i++) {
        gpu_cfg_t cfg = synth_preset(preset[i / 4]), as_is;
        uint64_t seed = 600 + i;
        if (i & 1)
            starve(&cfg);
        cfg.l2_miss_queue = 1 + i % 4;
        cfg.l2_slices = i & 2 ? 2 : cfg.l2_slices;
        cfg.dram_return_queue = 2 + i % 3;
        cfg.l2_mhz = i % 5 ? cfg.l2_mhz : cfg.l2_mhz / 2 + i;
        as_is = cfg;
        vary_dram(&cfg, &as_is, seed);
        vary_slices(&cfg, &as_is, 4 * seed);
        run(&cfg, seed, MODE_SLEEP, i % 4 != 3, a);
        run(&cfg, seed, MODE_MOVES, i % 4 != 3, b);
        compare_counters(a, b, seed);
        assert_memory_equal(&a->sleep, &b->sleep, sizeof a->sleep);
        moves += b->moves;
        run(&cfg, seed, MODE_NEVER_SLEEP, i % 4 != 3, b);
        compare_counters(a, b, seed);
        miss += a->stats.l2.fail_miss_queue;
        below += a->stats.l2.fail_dram_queue;
        reply += a->stats.l2.fail_reply_queue;
        through += a->stats.l2.stores_through;
        port += a->stats.l2.fail_port;
    }
    assert_true(port > 1000);
    assert_true(miss > 1000 && below > 1000 && reply > 1000 && moves > 16 && through > 1000);
    free(a);
    free(b);
}

/* Replies that queue and results that take turns, with the other keys on which replies depend, on
 * machines with short pipelines and little room. */
static void gpu_sleep_026_the_way_to_the_registers_is_identical(void **state)
{
    (void)state;
    static const char *const preset[] = {"mrpb-s", "las", "sm2-gtx480", "abyp-gcn"};
    result_t *a = malloc(sizeof *a), *b = malloc(sizeof *b);
    uint64_t waits = 0, moves = 0;
    for (uint32_t i = 0; i < 32; i++) {
        gpu_cfg_t cfg = synth_preset(preset[i / 8]);
        uint64_t seed = 700 + i;
        bool chaos = i % 4 != 3;
        if (i & 1)
            starve(&cfg);
        cfg.writeback = i % 5 ? GPU_WRITEBACK_TURN : GPU_WRITEBACK_FREE;
        cfg.reply_queue = i % 4;
        cfg.smem_latency = 3 + i % 3;
        cfg.l1_fill_delay = 1 + i % 3;
        if (!cfg.l1_lookup_delay)
            cfg.l1_hit_latency = 1 + i % 2;
        cfg.l1_bypass_merge = i % 2;
        cfg.l1_prefetch_queue = i % 3;
        cfg.wb_ports = i % 7 == 2;
        cfg.l1i_sets = i & 2 ? 2 : 0;
        const gpu_cfg_t as_is = cfg;
        vary_constants(&cfg, &as_is, i);
        run(&cfg, seed, MODE_SLEEP, chaos, a);
        run(&cfg, seed, MODE_MOVES, chaos, b);
        compare_counters(a, b, seed);
        assert_memory_equal(&a->sleep, &b->sleep, sizeof a->sleep);
        moves += b->moves;
        run(&cfg, seed, MODE_NEVER_SLEEP, chaos, b);
        compare_counters(a, b, seed);
        waits += cfg.wb_ports ? 0 : a->stats.sm.writeback_waits;
    }
    assert_true(waits > 100 && moves > 32);
    free(a);
    free(b);
}

/* The L2 in step with none of the others, faster or slower, and once in step with the core alone.
 */
static void gpu_sleep_030_an_l2_clock_of_its_own_is_identical(void **state)
{
    (void)state;
    static const struct {
        const char *preset;
        uint32_t l2_mhz;
    } machine[] = {{PLAIN, 1400},   {PLAIN, 350},      {PLAIN, 701},        {"mrpb-s", 391},
                   {"mrpb-s", 857}, {"abyp-gcn", 500}, {"abyp-gcn", 1503},  {"sm2-gtx480", 350},
                   {"las", 1201},   {"las", 100},      {"apcm-kepler", 875}};
    result_t *a = malloc(sizeof *a), *b = malloc(sizeof *b);
    uint64_t moves = 0, slept = 0, blocked = 0;
    for (unsigned i = 0; i < 2 * sizeof machine / sizeof machine[0]; i++) {
        gpu_cfg_t cfg = synth_preset(machine[i / 2].preset);
        uint64_t seed = 300 + i;
        bool chaos = i >> 1 & 1;
        if (i & 1)
            starve(&cfg);
        cfg.l2_mhz = machine[i / 2].l2_mhz;
        cfg.icnt_gap = i % 3;
        cfg.t_refi = i % 3 == 0 ? 900 : 0;
        cfg.t_rfc = 60;
        run(&cfg, seed, MODE_SLEEP, chaos, a);
        run(&cfg, seed, MODE_MOVES, chaos, b);
        compare_counters(a, b, seed);
        assert_memory_equal(&a->sleep, &b->sleep, sizeof a->sleep);
        moves += b->moves;
        run(&cfg, seed, MODE_NEVER_SLEEP, chaos, b);
        compare_counters(a, b, seed);
        assert_int_equal(b->sleep.l2_slept, 0);
        slept += a->sleep.l2_slept;
        blocked += a->stats.icnt_req.blocked_output + a->stats.icnt_reply.blocked_output;
    }
    assert_true(moves > 0 && slept > 0 && blocked > 0);
    free(a);
    free(b);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(gpu_sleep_010_apres_is_identical),
        cmocka_unit_test(gpu_sleep_011_mrpb_s_is_identical),
        cmocka_unit_test(gpu_sleep_012_abyp_gcn_with_l3_is_identical),
        cmocka_unit_test(gpu_sleep_013_kepler_dual_issue_is_identical),
        cmocka_unit_test(gpu_sleep_014_gtx480_is_identical),
        cmocka_unit_test(gpu_sleep_023_starved_gtx480_is_identical),
        cmocka_unit_test(gpu_sleep_024_channels_without_credits_are_identical),
        cmocka_unit_test(gpu_sleep_020_starved_apres_is_identical),
        cmocka_unit_test(gpu_sleep_021_starved_abyp_gcn_is_identical),
        cmocka_unit_test(gpu_sleep_022_starved_sectored_lazy_is_identical),
        cmocka_unit_test(gpu_sleep_024_the_way_out_of_the_l1_is_identical),
        cmocka_unit_test(gpu_sleep_025_the_queues_of_the_slices_are_identical),
        cmocka_unit_test(gpu_sleep_026_the_way_to_the_registers_is_identical),
        cmocka_unit_test(gpu_sleep_030_an_l2_clock_of_its_own_is_identical),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
