/*
 * The instruction cache: straight code and loops longer than it, whose lines the L2 has. The
 * geometry is the machine's, or where it has no such cache 4 sets of 4 ways with 2 MSHRs.
 */
/* clang-format off */
/*
 *   a fetch        looks at the line of its first instruction, in the cycle in which the buffer
 *                  became empty; a hit issues fetch_latency later. A jump empties the buffer, or
 *                  with fetch_past_jumps does not
 *   misses         the lines of straight code; in a loop also those that LRU has evicted since
 *   a miss         its packet leaves a cycle later; the line is here as that of a load from the L2
 *                  (l2_sector_bytes: with its last sector), and the fetch is repeated in that cycle
 *   eight warps    of a cache that holds all, the lines are asked for once: whoever comes to a line
 *                  on its way waits for it
 *   two loops      two warps, each in a loop of its own that misses line by line, far from the L2:
 *                  a miss stops its warp alone, so that both take the time of one;
 *                  one MSHR: the sum of all misses
 */
/* clang-format on */
#include <stdio.h>

#include "front/inst.h"
#include "micro/derive.h"
#include "micro/micro.h"

/* Instructions by number; fetch.ptx. */
enum {
    INST_BYTES = 8,
    STRAIGHT_END = 296,
    TURNS_TOP = 9,
    TURNS_END = 301, /* behind the jump */
    TURNS = 4,
    FIRST_TOP = 16,
    FIRST_END = 148,
    SECOND_TOP = 174,
    SECOND_END = 305,
    MOST_LINES = 128,
};

/* One warp and what it fetches. */
typedef struct walk {
    const gpu_cfg_t *c;
    derive_t below; /* as a line's way to the L2 and back has it */
    derive_issue_t w;
    uint64_t touched[MOST_LINES], touches; /* when last, 0: not in the cache */
    uint64_t ready[8];
    uint32_t pc, misses;
} walk_t;

static void begin(walk_t *f, const gpu_cfg_t *below)
{
    const gpu_cfg_t *c = f->c;
    *f = (walk_t){.c = c, .below = derive_from(below), .w = derive_warp(c)};
}

/* The line is in the cache, from now on. */
static bool look_up(walk_t *f, uint32_t line)
{
    const gpu_cfg_t *c = f->c;
    uint32_t held = 0, oldest = MOST_LINES;
    bool hit = f->touched[line] != 0;
    for (uint32_t i = line & (c->l1i_sets - 1); i < MOST_LINES; i += c->l1i_sets)
        if (f->touched[i]) {
            held++;
            if (oldest == MOST_LINES || f->touched[i] < f->touched[oldest])
                oldest = i;
        }
    if (!hit && held == c->l1i_ways)
        f->touched[oldest] = 0;
    f->touched[line] = ++f->touches;
    return hit;
}

/* A line that is asked for in core cycle t: when it is here. */
static uint64_t line_here(const walk_t *f, uint64_t t)
{
    uint64_t issue = t - derive_stage_delay(f->c, 1); /* of a load that is looked up then */
    return derive_l2_hit(&f->below, issue) - f->c->l1_fill_delay;
}

/* Before the next instruction issues. */
static void fetch(walk_t *f)
{
    const gpu_cfg_t *c = f->c;
    uint32_t line = f->pc++ * INST_BYTES / c->line_bytes;
    if (f->w.left < c->fetch_insts || look_up(f, line))
        return;
    f->misses++;
    f->w.from = line_here(f, f->w.from - c->fetch_latency) + c->fetch_latency;
}

static uint64_t next(walk_t *f, uint64_t ready)
{
    fetch(f);
    return derive_next(&f->w, false, ready);
}

static void movs(walk_t *f)
{
    for (uint32_t i = 1; i < 8; i++)
        f->ready[i] = next(f, f->ready[0]) + derive_alu(f->c, INST_OP_LOGIC, 1);
}

static void adds(walk_t *f, uint32_t n)
{
    for (uint32_t i = 0; i < n; i++)
        f->ready[i % 8] = next(f, f->ready[i % 8]) + derive_alu(f->c, INST_OP_INT_ADD, 2);
}

static void jump(walk_t *f, uint64_t ready, uint32_t to)
{
    fetch(f);
    derive_free(&f->w, ready);
    if (!f->c->fetch_past_jumps)
        derive_jump(&f->w);
    f->pc = to;
}

/* A turn's end: the counter, its test and, unless it is the last turn, the jump. */
static uint64_t turn(walk_t *f, uint64_t count, bool again, uint32_t to)
{
    count = next(f, count) + derive_alu(f->c, INST_OP_INT_ADD, 1);
    uint64_t test = next(f, count) + derive_alu(f->c, INST_OP_LOGIC, 1);
    if (!again) {
        jump(f, test, to);
        return count;
    }
    fetch(f);
    derive_free(&f->w, test);
    jump(f, 0, to);
    return count;
}

/* The return, and the last result: cycles of the kernel. */
static uint64_t end(walk_t *f)
{
    fetch(f);
    uint64_t last = derive_free(&f->w, 0);
    for (uint32_t i = 0; i < 8; i++)
        last = max_of(last, f->ready[i]);
    return last + 1;
}

static uint64_t walk_straight(walk_t *f, const gpu_cfg_t *below)
{
    begin(f, below);
    f->ready[0] = next(f, 0) + derive_alu(f->c, INST_OP_LOGIC, 0);
    movs(f);
    adds(f, STRAIGHT_END - 8);
    return end(f);
}

static uint64_t walk_turns(walk_t *f, const gpu_cfg_t *below)
{
    begin(f, below);
    f->ready[0] = next(f, 0) + derive_alu(f->c, INST_OP_LOGIC, 0);
    uint64_t count = next(f, 0) + derive_alu(f->c, INST_OP_LOGIC, 0);
    movs(f);
    for (uint32_t i = 0; i < 4; i++) { /* the additions begin with the register set last */
        uint64_t other = f->ready[i];
        f->ready[i] = f->ready[7 - i];
        f->ready[7 - i] = other;
    }
    for (uint32_t i = 1; i <= TURNS; i++) {
        adds(f, TURNS_END - TURNS_TOP - 4);
        count = turn(f, count, i < TURNS, i < TURNS ? TURNS_TOP : TURNS_END);
    }
    return end(f);
}

static gpu_cfg_t machine(const micro_t *m)
{
    gpu_cfg_t c = m->cfg;
    if (!c.l1i_sets) {
        c.l1i_sets = c.l1i_ways = 4;
        c.l1i_mshrs = 2;
    }
    return c;
}

static micro_result_t launch(micro_t *m, const gpu_cfg_t *c, const char *kernel, uint32_t warps,
                             uint32_t turns)
{
    micro_launch_t l = {.module = "fetch",
                        .kernel = kernel,
                        .grid = 1,
                        .block = warps * c->warp_size,
                        .arg = {dev_arg_u32(turns)},
                        .n_args = turns ? 1 : 0,
                        .bytes = c->line_bytes,
                        .code = MOST_LINES * c->line_bytes,
                        .cfg = c};
    return micro_launch(m, &l);
}

static gpu_cfg_t way_of_lines(const gpu_cfg_t *c)
{
    gpu_cfg_t below = *c;
    below.l1_miss_delay = 1;
    return below;
}

static void one_warp(micro_t *m, gpu_cfg_t c, const char *kernel, const char *what,
                     uint64_t (*walk)(walk_t *f, const gpu_cfg_t *below))
{
    gpu_cfg_t below = way_of_lines(&c);
    walk_t f = {.c = &c};
    uint64_t cycles = walk(&f, &below);
    unsigned misses = micro_expect(m, MICRO_EXACT, "lines", f.misses, "%s, %u x %u lines: misses",
                                   what, c.l1i_sets, c.l1i_ways);
    unsigned time = micro_expect(m, MICRO_EXACT, "core cycles", (double)cycles, "  whole kernel");
    micro_result_t r = launch(m, &c, kernel, 1, 0);
    micro_got(m, misses, (double)r.s.sm.fetch_misses);
    micro_got(m, time, (double)r.s.run.cycles);
}

static void eight_warps(micro_t *m)
{
    gpu_cfg_t c = machine(m), below = way_of_lines(&c);
    enum { WARPS = 8 };
    c.l1i_sets = MOST_LINES / 4;
    c.l1i_ways = 4;
    walk_t f = {.c = &c};
    walk_straight(&f, &below);
    uint32_t sectors = c.line_bytes / c.l2_sector_bytes;
    unsigned misses = micro_expect(m, MICRO_EXACT, "lines", f.misses,
                                   "straight code that fits, %u warps: misses", WARPS);
    unsigned reads =
        micro_expect(m, MICRO_EXACT, "sectors", f.misses * sectors, "  read from the L2");
    micro_result_t r = launch(m, &c, "straight", WARPS, 0);
    micro_got(m, misses, (double)r.s.sm.fetch_misses);
    micro_got(m, reads, (double)r.s.l2.reads);
}

/* Cycles of `turns` turns of a loop of one warp, alone; *misses: in all of them. */
static uint64_t alone(const gpu_cfg_t *c, uint32_t top, uint32_t behind, uint32_t turns,
                      uint32_t *misses)
{
    gpu_cfg_t below = way_of_lines(c);
    walk_t f = {.c = c};
    uint64_t count = 0, from = 0;
    uint32_t before = 0;
    begin(&f, &below);
    f.pc = top;
    for (uint32_t i = 0; i <= turns; i++) {   /* the first does not count */
        bool jump_over = behind == FIRST_END; /* a conditional jump, not taken, then another */
        adds(&f, behind - top - (jump_over ? 4 : 3));
        count = turn(&f, count, jump_over, top);
        if (i == 0) {
            from = f.w.at;
            before = f.misses;
        }
    }
    *misses = f.misses - before;
    return f.w.at - from;
}

static void two_loops(micro_t *m, uint32_t mshrs)
{
    enum { SHORT = 2, LONG = 10 };
    gpu_cfg_t c = machine(m);
    c.l1i_sets = 1;
    c.l1i_ways = 2;
    c.l1i_mshrs = mshrs;
    c.latency_clock = GPU_LATENCY_OWN;
    c.rop_latency = 1000;
    gpu_cfg_t below = way_of_lines(&c);
    walk_t f = {.c = &c};
    begin(&f, &below);
    uint32_t n_first, n_second;
    uint64_t first = alone(&c, FIRST_TOP, FIRST_END, LONG - SHORT, &n_first);
    uint64_t second = alone(&c, SECOND_TOP, SECOND_END, LONG - SHORT, &n_second);
    uint64_t all = (n_first + n_second) * line_here(&f, 0);
    unsigned row = micro_expect(m, MICRO_BOUND, "core cycles",
                                (double)(mshrs > 1 ? max_of(first, second) : all),
                                "two warps, code of their own, %u MSHR%s: %u turns", mshrs,
                                mshrs > 1 ? "s" : "", LONG - SHORT);
    uint64_t a = launch(m, &c, "two", 2, SHORT).s.run.cycles;
    uint64_t b = launch(m, &c, "two", 2, LONG).s.run.cycles;
    micro_got(m, row, (double)(b - a));
}

static void run(micro_t *m)
{
    micro_with(m, "l1i_sets");
    micro_with(m, "fetch_past_jumps");
    gpu_cfg_t c = machine(m);
    if (c.fetch_insts > c.line_bytes / INST_BYTES) {
        micro_skip(m, "a fetch that is longer than a line");
        return;
    }
    one_warp(m, c, "straight", "straight code", walk_straight);
    one_warp(m, c, "turns", "four turns", walk_turns);
    c.l1i_ways++;
    one_warp(m, c, "turns", "four turns", walk_turns);
    c.l1i_ways = 1;
    one_warp(m, c, "turns", "four turns", walk_turns);
    eight_warps(m);
    two_loops(m, c.l1i_mshrs);
    if (c.l1i_mshrs > 1)
        two_loops(m, 1);
}

const micro_bench_t micro_fetch = {
    "fetch", "the instruction cache: misses, their time, and who waits for them", run};
