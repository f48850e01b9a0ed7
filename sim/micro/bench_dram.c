/*
 * DRAM behind one channel, whose L2 slice misses on everything.
 *
 * Lines of consecutive rows, in order, read by one SM; crossbar, MSHRs and queues are made wide and
 * fast, so that the DRAM's timing is the limit:
 *
 *   counts       a row is opened once: rows misses, lines - rows hits, rows - banks precharges
 *   one bank     (and so no bank groups) a row of C columns takes t_rcd, C - 1 column gaps, t_rtp
 *                or t_rtpl (at least the cycle after), t_rp; no less than t_rc, nor t_ras + t_rp
 *   many banks   activates and precharges hide behind the columns of another bank: a column each
 *                max(t_ccd, dram_burst), where the chunks go round two banks or no groups are
 *
 * A line from each row of one bank: every request misses; the bank takes the same time with the
 * columns of one line.
 *
 * Two rows of one bank asked for in turn by the lanes of one load, as many as the queue holds:
 * taken in order each would miss; the oldest row hit first, two do, if the requests come faster
 * than a row can be read off.
 *
 * Write to read: a line is stored, evicting nothing; the next line's read evicts it from an L2 of
 * one line, so that the channel gets a write and a read of the same row. The read's first column
 * waits t_wl + dram_burst + t_cdlr after the write's last. With l2_fetch_first the write follows.
 *
 * Writes and reads in turn: an L2 full of dirty lines, then read past: every read pushes a line out
 * before it. One row, in order: a pair takes two times (columns - 1) gaps of t_ccdl, t_wl +
 * dram_burst + t_cdlr from write to read, and t_cl + dram_burst + 2 - t_wl from read to write.
 *
 * Write-backs alone, of full-line stores to one row: columns x the gap each.
 *
 * With l2_write_miss through a store's line is not dirty unless the L2 has it: for writes and reads
 * in turn it has; stores to one row that miss are a write and a read in turn each; and the read
 * after a store, which the DRAM has acknowledged, is one of an open row.
 */
#include "micro/derive.h"
#include "micro/micro.h"

enum { WARPS = 4, SHORT = 4, LONG = 12 };

static uint64_t line_columns(const gpu_cfg_t *c)
{
    return ceil_div(c->line_bytes, c->dram_atom_bytes);
}

/* One channel and one SM; nothing but the DRAM's timing is narrow or slow. */
static gpu_cfg_t narrow(const gpu_cfg_t *base, uint32_t slices, uint32_t banks)
{
    gpu_cfg_t c = *base;
    c.n_sms = 1;
    c.dram_channels = 1;
    c.l2_slices = slices;
    c.dram_banks = banks;
    if (c.dram_bank_groups > banks)
        c.dram_bank_groups = banks;
    c.l3_enabled = false;
    c.l1_sets = c.l2_sets = 4096;
    c.l1_ways = 4;
    c.l1_mshrs = c.l2_mshrs = 1024;
    c.l1_miss_queue = c.l2_miss_queue = c.l2_queue = c.l2_reply_queue = c.dram_queue = 64;
    c.flit_bytes = 512;
    c.core_mhz = c.core_mhz < 2 * c.dram_mhz ? 2 * c.dram_mhz : c.core_mhz;
    c.icnt_mhz = c.l2_mhz = c.core_mhz;
    c.icnt_latency = c.l2_latency = c.dram_latency = 1;
    c.icnt_gap = c.rop_latency = c.l2_port_bytes = 0;
    return c;
}

/* WARPS warps whose lanes are `lane` bytes apart, n times. */
static micro_launch_t stream(const gpu_cfg_t *c, uint64_t lane, uint32_t n)
{
    uint64_t step = lane * c->warp_size * WARPS;
    return (micro_launch_t){.module = "stream",
                            .kernel = "load_stream",
                            .grid = 1,
                            .block = c->warp_size * WARPS,
                            .arg = {dev_arg_ptr(derive_base(c)), dev_arg_u32((uint32_t)lane),
                                    dev_arg_u32((uint32_t)step), dev_arg_u32(n)},
                            .n_args = 4,
                            .bytes = step * n,
                            .cfg = c};
}

static uint64_t row_time(const gpu_cfg_t *c, uint64_t columns)
{
    derive_t d = derive_from(c);
    uint64_t last = c->t_rcd + (columns - 1) * d.column_gap; /* after the activate */
    uint64_t precharge = max_of(c->t_ras, last + max_of(max_of(c->t_rtp, c->t_rtpl), 1));
    return max_of(c->t_rc, precharge + c->t_rp);
}

/* Requests to one bank, in rows of `lines` lines. */
static void one_bank(micro_t *m, uint64_t lane, uint64_t lines, const char *what)
{
    gpu_cfg_t c = narrow(&m->cfg, 1, 1);
    uint64_t warp_lines = (uint64_t)c.warp_size * WARPS;
    uint64_t all = warp_lines * LONG, rows = all / lines;
    double time = (double)row_time(&c, lines * line_columns(&c));
    unsigned hits = micro_expect(m, MICRO_EXACT, "requests", (double)(all - rows),
                                 "%s, one bank: row hits", what);
    unsigned misses = micro_expect(m, MICRO_EXACT, "requests", (double)rows, "  row misses");
    unsigned shut = micro_expect(m, MICRO_EXACT, "commands", (double)rows - 1, "  precharges");
    unsigned cycles = micro_expect(m, MICRO_BOUND, "DRAM cycles", time, "  a row");
    double used = (double)(lines * line_columns(&c) * c.dram_burst) / time;
    unsigned bus = micro_expect(m, MICRO_BOUND, "of the time", used, "  data bus in use");
    micro_launch_t a = stream(&c, lane, SHORT), b = stream(&c, lane, LONG);
    micro_result_t ra = micro_launch(m, &a), rb = micro_launch(m, &b);
    uint64_t more = warp_lines * (LONG - SHORT) / lines;
    double between = (double)(rb.s.run.dram_cycles - ra.s.run.dram_cycles);
    micro_got(m, hits, (double)rb.s.dram.row_hits);
    micro_got(m, misses, (double)rb.s.dram.row_misses);
    micro_got(m, shut, (double)rb.s.dram.precharges);
    micro_got(m, cycles, between / (double)more);
    micro_got(m, bus, (double)(rb.s.dram.bus_busy_cycles - ra.s.dram.bus_busy_cycles) / between);
}

static void many_banks(micro_t *m, uint32_t slices, uint32_t groups, const char *what)
{
    gpu_cfg_t c = narrow(&m->cfg, slices, 16);
    c.dram_bank_groups = groups;
    uint64_t lines = (uint64_t)c.warp_size * WARPS * LONG;
    uint64_t rows = lines * c.line_bytes / c.dram_row_bytes;
    uint64_t used = rows < c.dram_banks ? rows : c.dram_banks;
    double gap = (double)max_of(c.t_ccd, c.dram_burst);
    if (groups > 1 && c.t_ccdl > 2 * gap) {
        micro_skip(m, "sequential, %s: two banks in turn do not hide t_ccdl", what);
        return;
    }
    if (c.t_rtpl >= gap) {
        micro_skip(m, "sequential, %s: reads of the group hold precharges up", what);
        return;
    }
    if ((double)(line_columns(&c) * (c.dram_row_bytes / c.line_bytes)) * gap < c.t_rc + c.t_rrd) {
        micro_skip(m, "sequential, %s: a row is too short to hide an activate", what);
        return;
    }
    unsigned hits = micro_expect(m, MICRO_EXACT, "requests", (double)(lines - rows),
                                 "sequential, %s: row hits", what);
    unsigned misses = micro_expect(m, MICRO_EXACT, "requests", (double)rows, "  row misses");
    unsigned shut = micro_expect(m, MICRO_EXACT, "commands", (double)(rows - used), "  precharges");
    unsigned bus =
        micro_expect(m, MICRO_BOUND, "of the time", c.dram_burst / gap, "  data bus in use");
    micro_launch_t a = stream(&c, c.line_bytes, SHORT), b = stream(&c, c.line_bytes, LONG);
    micro_result_t ra = micro_launch(m, &a), rb = micro_launch(m, &b);
    micro_got(m, hits, (double)rb.s.dram.row_hits);
    micro_got(m, misses, (double)rb.s.dram.row_misses);
    micro_got(m, shut, (double)rb.s.dram.precharges);
    micro_got(m, bus,
              (double)(rb.s.dram.bus_busy_cycles - ra.s.dram.bus_busy_cycles) /
                  (double)(rb.s.run.dram_cycles - ra.s.run.dram_cycles));
}

static void reorder(micro_t *m)
{
    gpu_cfg_t c = m->cfg;
    c.dram_channels = c.l2_slices = 1;
    c.l1_miss_delay = 0;
    c.l1_miss_queue = 64;
    c.l1_sets = 1024;
    c.l1_ways = 2;
    c.l1_index = GPU_INDEX_LINEAR;
    derive_t d = derive_from(&c);
    uint32_t n = c.dram_queue < c.warp_size ? c.dram_queue & ~1u : c.warp_size;
    /* A row's next request comes two packets' time after its last (or two L2 or core cycles). */
    uint64_t packet = derive_port_time(&c, d.read_flits) * d.icnt;
    double come = 2.0 * (double)max_of(max_of(packet, d.l2), d.core) / (double)d.dram;
    double served = (double)d.columns * d.column_gap;
    if (come > served || c.icnt_in_flits < 4 || c.l2_queue < 4 ||
        n / 2 * c.line_bytes > c.dram_row_bytes || n < 4 || d.sectors != 1 || c.l2_mshrs < n ||
        c.l1_mshrs < n || (c.l3_enabled && c.l3_mshrs < n)) {
        micro_skip(m, "FR-FCFS: requests come too slowly or a row is too short");
        return;
    }
    unsigned misses =
        micro_expect(m, MICRO_EXACT, "requests", 2, "two rows in turn, %u requests: row misses", n);
    unsigned hits = micro_expect(m, MICRO_EXACT, "requests", n - 2, "  row hits (in order: 0)");
    uint64_t apart = derive_row_stride(&c);
    micro_launch_t l = {.module = "stream",
                        .kernel = "zigzag",
                        .grid = 1,
                        .block = n,
                        .arg = {dev_arg_ptr(derive_base(&c)), dev_arg_u32((uint32_t)apart),
                                dev_arg_u32(c.line_bytes)},
                        .n_args = 3,
                        .bytes = 2 * apart,
                        .cfg = &c};
    micro_result_t r = micro_launch(m, &l);
    micro_got(m, misses, (double)r.s.dram.row_misses);
    micro_got(m, hits, (double)r.s.dram.row_hits);
}

static void turnaround(micro_t *m)
{
    enum { TIMES = 8 };
    gpu_cfg_t c = m->cfg;
    c.l3_enabled = false;
    c.fence = GPU_FENCE_ACKS;
    c.l2_replacement = GPU_REPL_LRU;
    c.dram_channels = c.l2_slices = c.l2_sets = c.l2_ways = 1;
    c.l1_sets = 1024;
    c.l1_ways = 1;
    uint32_t threads = c.line_bytes / 4; /* a store of a whole line */
    if (threads > c.warp_size || c.dram_row_bytes < 2 * TIMES * c.line_bytes) {
        micro_skip(m, "write to read: a warp stores less than a line, or a row is short");
        return;
    }
    derive_t d = derive_from(&c);
    bool through = c.l2_write_miss == GPU_WRITE_THROUGH;
    derive_issue_t w = derive_warp(&c);
    uint64_t add = derive_alu(&c, INST_OP_INT_ADD, 2), cvt = derive_alu(&c, INST_OP_LOGIC, 1);
    uint64_t mov = derive_alu(&c, INST_OP_LOGIC, 0), param = derive_param(&c);
    /* turnaround.ptx, instruction by instruction */
    uint64_t base = derive_next(&w, true, 0) + param, step = derive_next(&w, true, 0) + param;
    uint64_t lane = derive_next(&w, false, 0) + mov;
    lane = derive_next(&w, false, lane) + cvt; /* times four: a shift */
    lane = derive_next(&w, false, lane) + cvt; /* in 64 bits */
    uint64_t p = derive_next(&w, false, max_of(base, lane)) + add;
    uint64_t half = derive_next(&w, false, step) + cvt;
    half = derive_next(&w, false, half) + cvt;
    uint64_t q = derive_next(&w, false, max_of(half, p)) + add, sum = 0;
    uint64_t next = derive_next(&w, false, step) + cvt, x = derive_next(&w, false, 0) + mov;
    for (int i = 0; i < TIMES; i++) {
        uint64_t store = derive_next(&w, true, max_of(p, x));
        uint64_t fence = through ? derive_store_through(&d, store, 0, 0) : derive_store(&d, store);
        derive_next(&w, false, 0);
        uint64_t load = derive_next(&w, true, max_of(q, fence));
        x = through ? derive_dram(&d, load, 0, 0) : derive_dram_after_write(&d, load, 0, 0);
        sum += x - load;
        p = derive_next(&w, false, next) + add;
        q = derive_next(&w, false, next) + add;
    }
    unsigned row = micro_expect(m, MICRO_EXACT, "core cycles", (double)sum / TIMES,
                                "write to read of a row, the read");
    unsigned writes = micro_expect(m, MICRO_EXACT, "requests", TIMES, "  writes");
    unsigned time = 0; /* acknowledgements of the DRAM, too */
    if (through)
        time = micro_expect(m, MICRO_EXACT, "core cycles", (double)(x + 1), "  whole kernel");
    micro_launch_t l = {.module = "turnaround",
                        .kernel = "turnaround",
                        .grid = 1,
                        .block = threads,
                        .arg = {dev_arg_ptr(derive_base(&c)), dev_arg_u32(2 * c.line_bytes)},
                        .n_args = 2,
                        .bytes = (uint64_t)(2 * TIMES + 2) * c.line_bytes,
                        .cfg = &c};
    micro_result_t r = micro_launch(m, &l);
    micro_got(m, row, (double)r.s.sm.load_latency_sum / TIMES);
    if (through)
        micro_got(m, time, (double)r.s.run.cycles);
    micro_got(m, writes, (double)r.s.dram.writes);
}

/* One bank of several that never leaves its row, behind an L2 of so many lines. */
static gpu_cfg_t one_row(const gpu_cfg_t *base, uint32_t l2_lines)
{
    gpu_cfg_t c = narrow(base, 1, 16);
    c.dram_row_bytes = 65536;
    c.l2_replacement = GPU_REPL_LRU;
    c.l2_ways = 2;
    c.l2_sets = l2_lines / 2;
    return c;
}

/* DRAM cycles of a write and a read. */
static double pair_time(const gpu_cfg_t *c)
{
    derive_t d = derive_from(c);
    uint64_t gap = d.column_gap, columns = 2 * (uint64_t)(d.columns - 1) * gap;
    uint64_t to_read = max_of(gap, c->t_wl + c->dram_burst + c->t_cdlr);
    uint64_t end = c->t_cl + c->dram_burst + 2; /* of the read's data, and two cycles */
    uint64_t to_write = max_of(gap, end > c->t_wl ? end - c->t_wl : 0);
    return (double)(columns + to_read + to_write);
}

static void in_turn(micro_t *m)
{
    enum { FEW = 64, MANY = 192 };
    gpu_cfg_t few = one_row(&m->cfg, FEW), many = one_row(&m->cfg, MANY);
    many.l2_ways = 6; /* sets are a power of two */
    many.l2_sets = MANY / 6;
    unsigned pair =
        micro_expect(m, MICRO_BOUND, "DRAM cycles", pair_time(&few), "a write and a read in turn");
    unsigned writes = micro_expect(m, MICRO_EXACT, "requests", MANY, "  writes");
    unsigned hits = micro_expect(m, MICRO_EXACT, "requests", 2 * MANY - 1, "  row hits");
    micro_launch_t a = {.module = "turnaround",
                        .kernel = "dirty_then_read",
                        .grid = 1,
                        .block = FEW,
                        .arg = {dev_arg_ptr(derive_base(&few)), dev_arg_u32(few.line_bytes / 4)},
                        .n_args = 2,
                        .bytes = (uint64_t)2 * MANY * few.line_bytes,
                        .cfg = &few};
    micro_launch_t b = a;
    b.block = MANY;
    b.cfg = &many;
    if (few.l2_write_miss == GPU_WRITE_THROUGH) { /* the stores shall hit */
        a.preload = (uint64_t)FEW * few.line_bytes;
        b.preload = (uint64_t)MANY * few.line_bytes;
    }
    micro_result_t ra = micro_launch(m, &a), rb = micro_launch(m, &b);
    micro_got(m, pair, (double)(rb.s.dram.active_cycles - ra.s.dram.active_cycles) / (MANY - FEW));
    micro_got(m, writes, (double)rb.s.dram.writes);
    micro_got(m, hits, (double)rb.s.dram.row_hits);
}

static void write_backs(micro_t *m)
{
    gpu_cfg_t c = one_row(&m->cfg, 4);
    c.schedulers = c.fetch_warps = 4; /* the loop's instructions shall not limit */
    c.sp_units = 8;
    derive_t d = derive_from(&c);
    uint64_t all = c.dram_row_bytes / c.line_bytes, fewer = all / 4;
    uint32_t per_round = c.warp_size * WARPS * 4 / c.line_bytes;
    bool through = c.l2_write_miss == GPU_WRITE_THROUGH;
    double time = through ? pair_time(&c) : (double)(d.columns * d.column_gap);
    unsigned each = micro_expect(m, MICRO_BOUND, "DRAM cycles", time, "%s, each",
                                 through ? "stores that miss" : "write-backs alone");
    unsigned writes =
        micro_expect(m, MICRO_EXACT, "requests", (double)(through ? all : all - 4), "  writes");
    micro_launch_t a = stream(&c, 4, (uint32_t)fewer / per_round);
    micro_launch_t b = stream(&c, 4, (uint32_t)all / per_round);
    a.kernel = b.kernel = "store_stream";
    micro_result_t ra = micro_launch(m, &a), rb = micro_launch(m, &b);
    micro_got(m, each,
              (double)(rb.s.dram.active_cycles - ra.s.dram.active_cycles) / (double)(all - fewer));
    micro_got(m, writes, (double)rb.s.dram.writes);
}

static void run(micro_t *m)
{
    const gpu_cfg_t *c = &m->cfg;
    if (c->l2_sector_bytes != c->line_bytes) {
        micro_skip(m, "several sectors a line");
        return;
    }
    uint64_t row_lines = c->dram_row_bytes / c->line_bytes;
    if (row_lines <= c->warp_size && c->interleave_bytes <= c->dram_row_bytes)
        one_bank(m, c->line_bytes, row_lines, "sequential");
    one_bank(m, c->dram_row_bytes, 1, "a line a row");
    many_banks(m, 2, 4, "two slices");
    many_banks(m, 1, 1, "no bank groups");
    reorder(m);
    turnaround(m);
    if (c->line_bytes <= 128) {
        in_turn(m);
        write_backs(m);
    } else {
        micro_skip(m, "writes and reads in turn: the lines of a row are too few");
    }
}

const micro_bench_t micro_dram = {
    "dram", "row hits and misses, row cycle, data bus, reordering, turnaround", run};
