/*
 * Local memory: one warp writes eight words of a thread, reads them back, and again, ROUNDS times.
 * A word is `lines` lines of the warp, lanes side by side.
 */
/* clang-format off */
/*
 *   fits      the L1 holds all of them. Nothing is allocated by a store, so the first round's
 *             stores go through and its reads miss. From then on a store hits: through, and its
 *             line is evicted (or kept), so that the read misses (or hits); or back, and it stays
 *   by slots  8 SMs of one CTA, an L1 of 8 sets of 4 ways. By regions a thread's words are
 *             neighbours and fit. By slots they are 8 x lines apart, all eight on the same sets:
 *             four are here at a time, the last read. A round then evicts the four that it finds
 *             when it reads, unless its own stores have done so, dirty ones with a write-back, and
 *             four of its own
 */
/* clang-format on */
#include "micro/derive.h"
#include "micro/micro.h"

enum { ROUNDS = 5, WORDS = 8, WAYS = 4 };

static void spill(micro_t *m, const gpu_cfg_t *c, bool thrash, const char *what)
{
    uint32_t lines = c->warp_size * 4 / c->line_bytes, all = WORDS * lines, half = WAYS * lines;
    bool back = c->l1_local_store == GPU_LOCAL_BACK;
    bool stays = back || c->l1_store_hit == GPU_STORE_KEEP;
    uint32_t again = ROUNDS - 1; /* rounds that find something */
    uint32_t misses = thrash || !stays ? ROUNDS * all : all;
    uint32_t kept = back ? again * (thrash ? half : all) : 0;
    uint32_t evicted = thrash ? ROUNDS * half + (stays ? again * half : 0) : 0;
    unsigned row_misses = micro_expect(m, MICRO_EXACT, "requests", misses, "%s: L1 misses", what);
    unsigned row_kept = micro_expect(m, MICRO_EXACT, "requests", kept, "  stores kept");
    unsigned row_evicted = micro_expect(m, MICRO_EXACT, "lines", evicted, "  lines evicted");
    unsigned row_back =
        micro_expect(m, MICRO_EXACT, "lines", back && thrash ? kept : 0, "  lines written back");
    /* A store of a line is as many accesses of the L2 as the line has sectors, a write-back too. */
    uint32_t sectors = c->line_bytes / c->l2_sector_bytes;
    uint32_t written = ROUNDS * all - kept + (back && thrash ? kept : 0);
    unsigned row_l2 =
        micro_expect(m, MICRO_EXACT, "sectors", written * sectors, "  written into the L2");
    micro_launch_t l = {.module = "local",
                        .kernel = "spill",
                        .grid = 1,
                        .block = c->warp_size,
                        .arg = {dev_arg_u32(ROUNDS)},
                        .n_args = 1,
                        .bytes = 4096,
                        .cfg = c};
    micro_result_t r = micro_launch(m, &l);
    micro_got(m, row_misses, (double)r.s.l1d.misses);
    micro_got(m, row_kept, (double)r.s.l1d.writes_kept);
    micro_got(m, row_evicted, (double)r.s.l1d.evictions);
    micro_got(m, row_back, (double)r.s.l1d.writebacks);
    micro_got(m, row_l2, (double)r.s.l2.writes);
}

static void run(micro_t *m)
{
    gpu_cfg_t c = m->cfg;
    if (c.line_bytes > c.warp_size * 4) {
        micro_skip(m, "a warp's word is less than a line");
        return;
    }
    c.ctas_per_sm = 1;
    c.l1_index = GPU_INDEX_LINEAR;
    c.l1_replacement = GPU_REPL_LRU;
    c.l1_sets = 64;
    c.l1_ways = WAYS;
    c.n_sms = 1;
    spill(m, &c, false, "all fits");
    c.l1_sets = 8;
    c.n_sms = 8;
    spill(m, &c, c.local_map == GPU_LOCAL_SLOTS, "eight SMs, eight sets");
}

const micro_bench_t micro_local = {
    "local", "local memory: stores kept, write-backs, and where a thread's words lie", run};
