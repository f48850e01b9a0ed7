/*
 * Set conflicts: 64 hops of a chase round k lines of one L1 set.
 *
 *   k <= ways        k misses, the rest hits
 *   k > ways, LRU    64 misses: a line is pushed out just before it is wanted
 *   k > ways, PLRU   the tree's sequence: below each node, the half not touched last; invalid ways
 *                    first, from way 0
 *   Fermi's index    address bits 7 to 11 XOR 13, 14, 15, 17, 19 (64 sets: bit 12 on top): lines
 *                    that share a set under the linear index are spread
 *
 * Two kernels, one after the other, on lines that the L1 holds: both miss on all of them
 * (l1_flush), or the first alone.
 *
 * Associativity failures: lanes that miss on more lines of a set than it has ways. The first `ways`
 * are accepted one a cycle; each other is rejected until a line of the set has come, every cycle.
 */
#include "micro/chase.h"
#include "micro/derive.h"
#include "micro/gather.h"
#include "micro/micro.h"

enum { TREE_WAYS = 64 };

/* ---- A set under the binary tree ---- */

typedef struct tree {
    uint32_t ways;
    uint32_t line[TREE_WAYS]; /* number + 1; 0: invalid */
    bool right[TREE_WAYS]; /* at inner node [lo, hi): the victim is in the upper half; by middle */
} tree_t;

/* Turns every node above the way to the half that the way is not in. */
static void touch(tree_t *t, uint32_t way)
{
    uint32_t lo = 0, hi = t->ways;
    while (hi - lo > 1) {
        uint32_t mid = (lo + hi) / 2;
        t->right[mid] = way < mid;
        *(way < mid ? &hi : &lo) = mid;
    }
}

static uint32_t victim(const tree_t *t)
{
    for (uint32_t w = 0; w < t->ways; w++)
        if (!t->line[w])
            return w;
    uint32_t lo = 0, hi = t->ways;
    while (hi - lo > 1) {
        uint32_t mid = (lo + hi) / 2;
        *(t->right[mid] ? &lo : &hi) = mid;
    }
    return lo;
}

static uint32_t tree_misses(uint32_t ways, uint32_t k)
{
    tree_t t = {.ways = ways};
    uint32_t misses = 0;
    for (uint32_t hop = 0; hop < CHASE_HOPS; hop++) {
        uint32_t name = hop % k + 1, w = 0;
        while (w < ways && t.line[w] != name)
            w++;
        if (w == ways) {
            w = victim(&t);
            t.line[w] = name;
            misses++;
        }
        touch(&t, w);
    }
    return misses;
}

/* ---- Chases ---- */

static void conflict(micro_t *m, uint32_t replacement, uint32_t k)
{
    gpu_cfg_t c = m->cfg;
    c.l1_replacement = replacement;
    c.l1_index = GPU_INDEX_LINEAR;
    bool lru = replacement == GPU_REPL_LRU;
    uint32_t misses = k <= c.l1_ways ? k : lru ? CHASE_HOPS : tree_misses(c.l1_ways, k);
    uint32_t evictions = misses > c.l1_ways ? misses - c.l1_ways : 0;
    unsigned miss = micro_expect(m, MICRO_EXACT, "misses", misses, "%u lines of a set of %u, %s", k,
                                 c.l1_ways, lru ? "LRU" : "PLRU");
    unsigned hit =
        micro_expect(m, MICRO_EXACT, "hits", CHASE_HOPS - misses, "  of %d hops", CHASE_HOPS);
    unsigned out = micro_expect(m, MICRO_EXACT, "lines", evictions, "  evictions");
    micro_result_t r = chase_run(m, &c, k, (uint64_t)c.l1_sets * c.line_bytes, false);
    micro_got(m, miss, (double)r.s.l1d.misses);
    micro_got(m, hit, (double)r.s.l1d.hits);
    micro_got(m, out, (double)r.s.l1d.evictions);
}

static uint32_t bit(uint64_t x, unsigned i)
{
    return (uint32_t)(x >> i & 1);
}

/* Lines that the linear index puts into one set, under Fermi's: misses by counting each set's
 * lines, whose round is LRU's worst case. */
static void hashed(micro_t *m)
{
    gpu_cfg_t c = m->cfg;
    enum { LINES = 16 };
    c.l1_index = GPU_INDEX_FERMI;
    c.l1_replacement = GPU_REPL_LRU;
    uint64_t stride = (uint64_t)c.l1_sets * c.line_bytes, base = derive_base(&c);
    uint32_t in_set[64] = {0}, misses = 0;
    for (uint32_t i = 0; i < LINES; i++) {
        uint64_t a = base + i * stride;
        uint32_t upper =
            bit(a, 13) | bit(a, 14) << 1 | bit(a, 15) << 2 | bit(a, 17) << 3 | bit(a, 19) << 4;
        uint32_t set = ((uint32_t)(a >> 7) & 31) ^ upper;
        in_set[c.l1_sets == 64 ? set | bit(a, 12) << 5 : set]++;
    }
    for (uint32_t s = 0; s < 64; s++)
        misses += in_set[s] <= c.l1_ways ? in_set[s] : in_set[s] * (CHASE_HOPS / LINES);
    unsigned row = micro_expect(m, MICRO_EXACT, "misses", misses,
                                "%d lines of a linear set, Fermi's index", LINES);
    micro_result_t r = chase_run(m, &c, LINES, stride, false);
    micro_got(m, row, (double)r.s.l1d.misses);
}

/* ---- From kernel to kernel ---- */

static void two_kernels(micro_t *m)
{
    gpu_cfg_t c = m->cfg;
    uint32_t n = c.warp_size, lines = c.l1_sets * c.l1_ways;
    if (lines < n) {
        micro_skip(m, "two kernels: an L1 of %u lines", lines);
        return;
    }
    c.l1_index = GPU_INDEX_LINEAR;
    c.n_sms = 1;
    unsigned row = micro_expect(m, MICRO_EXACT, "misses", c.l1_flush ? 2 * n : n,
                                "a line a lane, by two kernels");
    unsigned hit = micro_expect(m, MICRO_EXACT, "hits", c.l1_flush ? 0 : n, "  hits");
    micro_launch_t l = {.module = "widths",
                        .kernel = "load_4",
                        .grid = 1,
                        .block = n,
                        .arg = {dev_arg_ptr(derive_base(&c)), dev_arg_u32(c.line_bytes)},
                        .n_args = 2,
                        .bytes = (uint64_t)n * c.line_bytes,
                        .again = 1,
                        .cfg = &c};
    micro_result_t r = micro_launch(m, &l);
    micro_got(m, row, (double)r.s.l1d.misses);
    micro_got(m, hit, (double)r.s.l1d.hits);
}

/* ---- Associativity failures ---- */

static void reserved(micro_t *m)
{
    gpu_cfg_t c = gather_machine(&m->cfg);
    c.l1_sets = 32; /* so that the L2 holds lines this far apart */
    static derive_misses_t want;
    uint32_t n = 4 * c.warp_size, set[DERIVE_MISSES] = {0};
    uint64_t first = gather_first(&c);
    derive_t d = derive_from(&c);
    derive_misses(&d, &want, n, set, first);
    unsigned fail = micro_expect(m, MICRO_EXACT, "cycles", (double)want.fail_assoc,
                                 "fail_associativity, %u lines of a set of %u", n, c.l1_ways);
    unsigned time = micro_expect(m, MICRO_EXACT, "core cycles",
                                 (double)gather_end(&c, want.back[n - 1]), "  whole kernel");
    micro_result_t r = gather_run(m, &c, (uint64_t)c.l1_sets * c.line_bytes);
    micro_got(m, fail, (double)r.s.l1d.fail_associativity);
    micro_got(m, time, (double)r.s.run.cycles);
}

static void run(micro_t *m)
{
    const gpu_cfg_t *c = &m->cfg;
    uint32_t w = c->l1_ways, k[] = {1, w / 2, w, w + 1, 2 * w};
    bool tree = (w & (w - 1)) == 0 && w <= TREE_WAYS;
    for (unsigned i = 0; i < sizeof k / sizeof k[0]; i++) {
        if (k[i] < 1 || k[i] > CHASE_HOPS || (i && k[i] == k[i - 1]))
            continue;
        conflict(m, GPU_REPL_LRU, k[i]);
        if (tree)
            conflict(m, GPU_REPL_PLRU, k[i]);
    }
    if (c->line_bytes == 128 && (c->l1_sets == 32 || c->l1_sets == 64))
        hashed(m);
    two_kernels(m);
    if (c->l1_ways > 1024)
        micro_skip(m, "every way reserved: %u ways", c->l1_ways);
    else if (gather_applies(m))
        reserved(m);
}

const micro_bench_t micro_sets = {
    "sets", "set conflicts in the L1: LRU, tree, hashed index, every way reserved", run};
