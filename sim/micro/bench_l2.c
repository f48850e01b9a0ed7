/*
 * L2 bandwidth: lines that the L2 holds, each read or written once. What limits is the narrowest of
 * the first four. MSHRs and queues are made wide, so that latency does not limit.
 */
/* clang-format off */
/*
 *   reply into an SM       flits of a sector's reply and icnt_gap, crossbar cycles a sector; and no
 *                          more than one in a core cycle
 *   reply out of a slice   the same
 *   lookup                 a sector an L2 cycle and slice (where all packets are one flit), or in
 *                          so many L2 cycles as its data take of a port of l2_port_bytes
 *   request out of an SM   flits of a store and icnt_gap, crossbar cycles a line
 *
 *   write-backs            full-line stores to k times what the L2 holds: every line but the last
 *                          that it holds leaves it, dirty, once: lines - capacity. With
 *                          l2_write_miss through none is dirty, all are written to the DRAM, and
 *                          read
 *   merging                SMs that read one line from a far DRAM: an MSHR holds l2_mshr_merge of
 *                          the requests; the others wait, and then hit
 */
/* clang-format on */
#include <stdio.h>

#include "micro/derive.h"
#include "micro/micro.h"

enum { WARPS = 16, SHORT = 2, LONG = 6 };

static gpu_cfg_t wide(const gpu_cfg_t *base, uint32_t sms, bool one_slice)
{
    gpu_cfg_t c = *base;
    c.n_sms = sms;
    if (one_slice)
        c.dram_channels = c.l2_slices = 1;
    else
        c.l2_port_bytes = 0; /* what an SM can take or send shall limit */
    c.l1_sets = c.l2_sets = 4096;
    c.l1_ways = 4;
    c.l1_index = GPU_INDEX_LINEAR;
    c.l1_mshrs = 1024;
    c.l1_miss_queue = c.l1_inject_queue = c.l2_queue = c.l2_reply_queue = 64;
    c.icnt_in_flits = c.icnt_out_flits = 1024;
    c.sched_policy = GPU_SCHED_LRR;
    return c;
}

static micro_launch_t stream(const gpu_cfg_t *c, const char *kernel, uint64_t lane, uint32_t n)
{
    uint64_t threads = (uint64_t)c->n_sms * WARPS * c->warp_size, step = lane * threads;
    return (micro_launch_t){.module = "stream",
                            .kernel = kernel,
                            .grid = c->n_sms,
                            .block = WARPS * c->warp_size,
                            .arg = {dev_arg_ptr(derive_base(c)), dev_arg_u32((uint32_t)lane),
                                    dev_arg_u32((uint32_t)step), dev_arg_u32(n)},
                            .n_args = 4,
                            .bytes = step * n,
                            .preload = step * n,
                            .cfg = c};
}

/* Crossbar cycles for a line in so many packets of so many flits through one slice: those at its
 * port, or its lookups. */
static double slice_time(const derive_t *d, uint64_t packets, uint64_t flits)
{
    uint64_t port = packets * derive_port_time(d->c, flits);
    uint64_t data = derive_data_time(d->c, d->c->l2_sector_bytes);
    double lookups = (double)(d->sectors * data * d->l2) / (double)d->icnt;
    return lookups > (double)port ? lookups : (double)port;
}

/* Crossbar cycles a line. */
static void rate(micro_t *m, const gpu_cfg_t *c, const char *kernel, uint64_t lane, double derived,
                 const char *what)
{
    unsigned row = micro_expect(m, MICRO_BOUND, "icnt cycles", derived, "%s, a line", what);
    micro_launch_t a = stream(c, kernel, lane, SHORT), b = stream(c, kernel, lane, LONG);
    uint64_t lines = (b.bytes - a.bytes) / c->line_bytes;
    micro_result_t ra = micro_launch(m, &a), rb = micro_launch(m, &b);
    micro_got(m, row, (double)(rb.s.run.icnt_cycles - ra.s.run.icnt_cycles) / (double)lines);
}

static void reads(micro_t *m)
{
    gpu_cfg_t c = wide(&m->cfg, 1, false);
    derive_t d = derive_from(&c);
    double line = (double)(d.sectors * derive_port_time(&c, d.data_flits));
    rate(m, &c, "load_stream", c.line_bytes, line, "read by one SM");
    c.icnt_gap++;
    line = (double)(d.sectors * derive_port_time(&c, d.data_flits));
    rate(m, &c, "load_stream", c.line_bytes, line, "the same, icnt_gap greater by one");
    for (uint32_t n = 2; n <= 3; n++) { /* flits of a reply; an SM takes one reply a core cycle */
        char what[48];
        c = wide(&m->cfg, 1, false);
        c.flit_bytes = (uint32_t)ceil_div(c.header_bytes + c.l2_sector_bytes, n);
        d = derive_from(&c);
        double port = (double)derive_port_time(&c, d.data_flits);
        double core = (double)c.icnt_mhz / c.core_mhz;
        snprintf(what, sizeof what, "read by one SM, %u flits", n);
        if (d.data_flits == n)
            rate(m, &c, "load_stream", c.line_bytes, d.sectors * (port > core ? port : core), what);
    }
    d = derive_from(&m->cfg);
    uint32_t sms = m->cfg.n_sms < 8 ? m->cfg.n_sms : 8;
    c = wide(&m->cfg, sms, true);
    rate(m, &c, "load_stream", c.line_bytes, slice_time(&d, d.sectors, d.data_flits),
         "read from one slice");
    c.flit_bytes = 512;
    rate(m, &c, "load_stream", c.line_bytes, slice_time(&d, d.sectors, 1),
         "read from one slice, wide flits");
    c.l2_port_bytes = 16;
    d = derive_from(&c);
    rate(m, &c, "load_stream", c.line_bytes, slice_time(&d, d.sectors, 1),
         "the same, a data port of 16 B");
    c.l2_port_bytes = m->cfg.l2_port_bytes;
    c.l2_mhz = (c.icnt_mhz + 1) / 2;
    d = derive_from(&c);
    rate(m, &c, "load_stream", c.line_bytes, slice_time(&d, d.sectors, 1),
         "the same, L2 at half the crossbars' clock");
}

static void stores(micro_t *m)
{
    gpu_cfg_t c = wide(&m->cfg, 1, false);
    derive_t d = derive_from(&c);
    /* A store costs the loop's eight instructions of a warp, too. */
    double lines = c.warp_size * 4.0 / c.line_bytes, issue = c.schedulers;
    double port = (double)derive_port_time(&c, d.store_flits);
    derive_op_t add = derive_op(&c, INST_UNIT_SP, INST_OP_INT_ADD);
    double units = (double)c.sp_units / (add.initiation * (c.warp_size / c.simt_width));
    issue = units < issue ? units : issue;
    issue = 1.5 * c.fetch_warps < issue ? 1.5 * c.fetch_warps : issue; /* a jump wastes some */
    double loop = 8 / issue * c.icnt_mhz / c.core_mhz / lines;
    double chain =
        (3.0 * (double)derive_alu(&c, INST_OP_INT_ADD, 2) + 10) * c.icnt_mhz / c.core_mhz;
    if (loop < 0.85 * port && 1.3 * chain < WARPS * lines * port)
        rate(m, &c, "store_stream", 4, port, "full-line stores of one SM");
    else
        micro_skip(m, "stores: a loop of eight instructions takes %.1f icnt cycles", loop);
    uint32_t sms = m->cfg.n_sms < 8 ? m->cfg.n_sms : 8;
    c = wide(&m->cfg, sms, true);
    rate(m, &c, "store_stream", 4, slice_time(&d, 1, d.store_flits),
         "full-line stores into one slice");
}

static void write_back(micro_t *m)
{
    gpu_cfg_t c = wide(&m->cfg, 1, false);
    c.l2_sets = 8;
    c.l2_replacement = GPU_REPL_LRU;
    uint64_t held = (uint64_t)c.dram_channels * c.l2_slices * c.l2_sets * c.l2_ways;
    micro_launch_t l = stream(&c, "store_stream", 4, 1);
    uint64_t once = l.bytes / c.line_bytes; /* lines a round */
    uint64_t rounds = ceil_div(4 * held, once);
    l = stream(&c, "store_stream", 4, (uint32_t)rounds);
    l.preload = 0;
    bool through = c.l2_write_miss == GPU_WRITE_THROUGH;
    double all = (double)(rounds * once), back = all - (double)held;
    double down = through ? all : back, up = through ? all : 0;
    unsigned row = micro_expect(m, MICRO_EXACT, "lines", through ? 0 : back,
                                "write-backs, %u lines stored, %u held", (unsigned)(rounds * once),
                                (unsigned)held);
    unsigned fetched = micro_expect(m, MICRO_EXACT, "sectors", up, "  sectors fetched for them");
    unsigned below = micro_expect(m, MICRO_EXACT, "requests", down, "  writes to the next level");
    unsigned bus = 0;
    bool dram = !c.l3_enabled;
    if (dram)
        bus = micro_expect(m, MICRO_EXACT, "DRAM cycles",
                           (down + up) * (double)ceil_div(c.line_bytes, c.dram_atom_bytes) *
                               c.dram_burst,
                           "  data bus in use");
    micro_result_t r = micro_launch(m, &l);
    micro_got(m, row, (double)r.s.l2.writebacks);
    micro_got(m, fetched, (double)r.s.l2.fetches);
    micro_got(m, below, (double)(dram ? r.s.dram.writes : r.s.l3.writes));
    if (dram)
        micro_got(m, bus, (double)r.s.dram.bus_busy_cycles);
}

/* SMs that read one line from a far DRAM: an MSHR holds `merge` of the requests, the others wait
 * and then find the line. */
static void merging(micro_t *m, uint32_t merge)
{
    enum { SMS = 8 };
    gpu_cfg_t c = wide(&m->cfg, SMS, true);
    c.l2_mshr_merge = merge;
    c.cta_issue = SMS;
    c.latency_clock = GPU_LATENCY_OWN;
    c.dram_latency = 1000;
    uint32_t sectors = c.line_bytes / c.l2_sector_bytes, merged = merge < SMS ? merge : SMS;
    unsigned miss = micro_expect(m, MICRO_EXACT, "sectors", sectors,
                                 "%d SMs, one line, %u an MSHR: misses", SMS, merge);
    unsigned pending = micro_expect(m, MICRO_EXACT, "sectors", (merged - 1) * sectors, "  merged");
    unsigned hit = micro_expect(m, MICRO_EXACT, "sectors", (SMS - merged) * sectors, "  hits");
    micro_launch_t l = {.module = "widths",
                        .kernel = "load_4",
                        .grid = SMS,
                        .block = c.warp_size,
                        .arg = {dev_arg_ptr(derive_base(&c)), dev_arg_u32(0)},
                        .n_args = 2,
                        .bytes = c.line_bytes,
                        .cfg = &c};
    micro_result_t r = micro_launch(m, &l);
    micro_got(m, miss, (double)r.s.l2.read_misses);
    micro_got(m, pending, (double)r.s.l2.read_pending_hits);
    micro_got(m, hit, (double)r.s.l2.read_hits);
}

static void run(micro_t *m)
{
    if (m->cfg.warps_per_sm < WARPS) {
        micro_skip(m, "an SM holds fewer than %d warps", WARPS);
        return;
    }
    reads(m);
    stores(m);
    if (m->cfg.l2_sector_bytes == m->cfg.line_bytes)
        write_back(m);
    else
        micro_skip(m, "write-backs: several sectors a line");
    merging(m, 2);
    merging(m, m->cfg.l2_mshr_merge);
}

const micro_bench_t micro_l2 = {"l2", "L2 and crossbar bandwidth: reads, stores, write-backs", run};
