/*
 * Constants, beside the memory stage (const_path: beside), through it, and through a constant
 * cache. One warp, no parameters.
 */
/* clang-format off */
/*
 *   chains   lanes on one word, on words side by side, 64 B apart. Issue to use: const_latency, and
 *            the operand read; in the stage, blocks - 1 more
 *   halves   a block that is nowhere comes from DRAM as a load's line does; one of which the L2 has
 *            the line, from there. Packets leave a cycle after the lookup, and a reply has a block
 *   rounds   four blocks in turn, four times: in a set of at least as many ways a miss each, else
 *            LRU evicts every block before its turn
 *   pairs    two loads in a row: with one MSHR, or no merging, the second is refused until the
 *            first's block is here, or the MSHR is free, which with writeback: turn is a cycle later
 */
/* clang-format on */
#include <stdio.h>

#include "micro/derive.h"
#include "micro/micro.h"

enum { HOPS = 16 };

/* The machine; `below`: the same as a block's way to the L2 and back has it. */
typedef struct machine {
    gpu_cfg_t c, below;
    uint32_t
        block; /* bytes of a line of the constant cache, or of what the stage takes in a cycle */
    uint64_t move, convert, add; /* issue to use */
} machine_t;

static machine_t machine(const micro_t *m, uint32_t path, bool cache)
{
    machine_t k = {.c = m->cfg, .block = m->cfg.l1c_line_bytes};
    k.c.const_path = path;
    k.c.l1c_sets = 0;
    if (cache) {
        k.block = k.block < k.c.line_bytes / 2 ? k.block : k.c.line_bytes / 2;
        k.c.l1c_sets = 64;
        k.c.l1c_line_bytes = k.block;
    }
    k.below = k.c;
    k.below.l1_miss_delay = 1;
    k.move = derive_alu(&k.c, INST_OP_LOGIC, 0);
    k.convert = derive_alu(&k.c, INST_OP_LOGIC, 1);
    k.add = derive_alu(&k.c, INST_OP_INT_ADD, 2);
    return k;
}

static derive_t below(const machine_t *k)
{
    derive_t d = derive_from(&k->below);
    d.data_flits = derive_flits(&k->c, k->block);
    return d;
}

/* The address is in the register from the cycle returned on. */
static uint64_t begin(const machine_t *k, derive_issue_t *w)
{
    *w = derive_warp(&k->c);
    uint64_t tid = derive_next(w, false, 0) + k->move;
    uint64_t shifted = derive_next(w, false, tid) + k->convert;
    uint64_t offset = derive_next(w, false, shifted) + k->convert;
    uint64_t table = derive_next(w, false, 0) + k->move;
    return derive_next(w, false, max_of(offset, table)) + k->add;
}

/* The word that was loaded becomes the next address. */
static uint64_t hop(const machine_t *k, derive_issue_t *w, uint64_t loaded)
{
    uint64_t word = derive_next(w, false, loaded) + k->convert;
    return derive_next(w, false, word) + k->add;
}

/* Issue to use of so many blocks that hit. */
static uint64_t hit(const machine_t *k, uint64_t issue, uint32_t blocks)
{
    derive_t d = below(k);
    if (k->c.const_path == GPU_CONST_BESIDE)
        return issue + k->c.const_latency + k->c.ldst_delay + k->c.operand_delay;
    return derive_memory_stage(&d, issue) + blocks - 1 + k->c.const_latency - 1;
}

static micro_result_t launch(micro_t *m, const machine_t *k, const char *kernel)
{
    micro_launch_t l = {.module = "const",
                        .kernel = kernel,
                        .grid = 1,
                        .block = k->c.warp_size,
                        .bytes = k->c.line_bytes,
                        .cfg = &k->c};
    return micro_launch(m, &l);
}

/* Lanes `stride` bytes apart. */
static void chain(micro_t *m, uint32_t path, uint32_t stride)
{
    machine_t k = machine(m, path, false);
    uint32_t bytes = (k.c.warp_size - 1) * stride + 4, each = k.block > stride ? k.block : stride;
    uint32_t blocks = (uint32_t)ceil_div(bytes, each);
    derive_issue_t w;
    uint64_t t = begin(&k, &w);
    for (int i = 0; i < HOPS; i++)
        t = hop(&k, &w, hit(&k, derive_next(&w, true, t), blocks));
    bool stage = path == GPU_CONST_STAGE;
    unsigned time =
        micro_expect(m, MICRO_EXACT, "core cycles", (double)derive_end(&w, t),
                     "chain of %d, %s, lanes %u B apart", HOPS, stage ? "stage" : "beside", stride);
    unsigned looked = micro_expect(m, MICRO_EXACT, "blocks", stage ? HOPS * blocks : 0, "  blocks");
    char kernel[24];
    snprintf(kernel, sizeof kernel, "const_chain_%u", stride);
    micro_result_t r = launch(m, &k, kernel);
    micro_got(m, time, (double)r.s.run.cycles);
    micro_got(m, looked, (double)r.s.sm.const_blocks);
}

static void halves(micro_t *m)
{
    machine_t k = machine(m, GPU_CONST_STAGE, true);
    derive_t d = below(&k);
    derive_issue_t w;
    uint64_t t = begin(&k, &w);
    t = hop(&k, &w, derive_dram(&d, derive_next(&w, true, t), 0, 0));
    t = hop(&k, &w, hit(&k, derive_next(&w, true, t), 1));
    t = hop(&k, &w, derive_l2_hit(&d, derive_next(&w, true, t)));
    t = hop(&k, &w, hit(&k, derive_next(&w, true, t), 1));
    t = hop(&k, &w, hit(&k, derive_next(&w, true, t), 1));
    unsigned time = micro_expect(m, MICRO_EXACT, "core cycles", (double)derive_end(&w, t),
                                 "blocks of %u B from DRAM and the L2, hits", k.block);
    unsigned misses = micro_expect(m, MICRO_EXACT, "blocks", 2, "  misses");
    unsigned hits = micro_expect(m, MICRO_EXACT, "blocks", 3, "  hits");
    unsigned bytes = micro_expect(m, MICRO_EXACT, "B", 2 * k.block, "  payload of replies");
    char kernel[24];
    snprintf(kernel, sizeof kernel, "const_halves_%u", k.block);
    micro_result_t r = launch(m, &k, kernel);
    micro_got(m, time, (double)r.s.run.cycles);
    micro_got(m, misses, (double)r.s.sm.const_misses);
    micro_got(m, hits, (double)r.s.sm.const_hits);
    micro_got(m, bytes, (double)r.s.icnt_reply.payload_bytes);
}

/* A second load that is refused until the first's block is here; with room it is not. */
static void pair(micro_t *m, bool same, uint32_t room)
{
    machine_t k = machine(m, GPU_CONST_STAGE, true);
    if (same)
        k.c.l1c_merge = room;
    else
        k.c.l1c_mshrs = room;
    derive_t d = below(&k);
    derive_issue_t w;
    uint64_t t = begin(&k, &w);
    uint64_t first = derive_next(&w, true, t), second = derive_next(&w, true, t);
    uint64_t here = derive_dram(&d, first, 0, 0) - k.c.l1_fill_delay;
    if (!same)
        here = derive_mshr_free(&k.c, here);
    uint64_t looked = max_of(derive_memory_stage(&d, second), derive_memory_stage(&d, first) + 1);
    uint64_t refused = room == 1 && here > looked ? here - looked : 0;
    unsigned mshr = micro_expect(m, MICRO_EXACT, "cycles", same ? 0 : (double)refused,
                                 "refused by MSHRs, %s block, %u %s", same ? "same" : "other", room,
                                 same ? "merges" : "MSHRs");
    unsigned merge =
        micro_expect(m, MICRO_EXACT, "cycles", same ? (double)refused : 0, "  refused by merges");
    unsigned misses = micro_expect(m, MICRO_EXACT, "blocks", same ? 1 : 2, "  misses");
    micro_result_t r = launch(m, &k, same ? "const_pair_same" : "const_pair_other");
    micro_got(m, mshr, (double)r.s.sm.const_fail_mshr_full);
    micro_got(m, merge, (double)r.s.sm.const_fail_merge_full);
    micro_got(m, misses, (double)r.s.sm.const_misses);
}

/* Four blocks 128 B apart, four times: those of a set stay, or LRU evicts each before its turn. */
static void round_trips(micro_t *m, uint32_t sets, uint32_t ways)
{
    enum { BLOCKS = 4, ROUNDS = 4 };
    machine_t k = machine(m, GPU_CONST_STAGE, true);
    k.c.l1c_sets = sets;
    k.c.l1c_ways = ways;
    uint32_t in_set[BLOCKS] = {0}, misses = 0;
    for (uint32_t i = 0; i < BLOCKS; i++)
        for (uint32_t j = 0; j < BLOCKS; j++)
            in_set[i] += (i * 128 / k.block - j * 128 / k.block) % sets == 0;
    for (uint32_t i = 0; i < BLOCKS; i++)
        misses += in_set[i] <= ways ? 1 : ROUNDS;
    unsigned miss = micro_expect(m, MICRO_EXACT, "blocks", misses,
                                 "4 blocks, 4 rounds, %u x %u blocks: misses", sets, ways);
    unsigned hit = micro_expect(m, MICRO_EXACT, "blocks", BLOCKS * ROUNDS - misses, "  hits");
    micro_result_t r = launch(m, &k, "const_round");
    micro_got(m, miss, (double)r.s.sm.const_misses);
    micro_got(m, hit, (double)r.s.sm.const_hits);
}

static void run(micro_t *m)
{
    const gpu_cfg_t *c = &m->cfg;
    micro_with(m, "const_path");
    micro_with(m, "l1c_sets");
    for (uint32_t path = GPU_CONST_BESIDE; path <= GPU_CONST_STAGE; path++) {
        chain(m, path, 0);
        chain(m, path, 4);
        chain(m, path, 64);
    }
    uint32_t block = c->l1c_line_bytes < c->line_bytes / 2 ? c->l1c_line_bytes : c->line_bytes / 2;
    if (c->l2_sector_bytes != c->line_bytes || c->ldst_queue < 2 || (block != 32 && block != 64)) {
        micro_skip(m, "constant cache: sectors, a short LDST queue or lines of %u B", block);
        return;
    }
    halves(m);
    uint32_t apart = 128 / block; /* blocks between two of a round */
    for (uint32_t sets = 1; sets <= 4 * apart; sets *= 2)
        round_trips(m, sets, c->l1c_ways);
    round_trips(m, 2 * apart, 1);
    round_trips(m, 1, 4);
    for (uint32_t room = 1; room <= 2; room++) {
        pair(m, false, room);
        pair(m, true, room);
    }
}

const micro_bench_t micro_const = {
    "const", "constants: beside the memory stage, in it, through a cache", run};
