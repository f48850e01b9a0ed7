/*
 * What a lookup in an L2 slice waits for. All clocks are the same and everything
 * above the slice is wide, so that the requests of a warp come to be looked up one a cycle.
 */
/* clang-format off */
/*
 *   data port   a warp writes as many lines as it has lanes, which are all that the slice holds, and
 *               reads as many others. Each read evicts a dirty line, which holds the port
 *               line_bytes / l2_port_bytes cycles: every lookup but the first waits for the one
 *               before. Then four reads a lane that all hit: the port is held as long by each line
 *   room for    reads of which every fourth one hits, the last three do not. A hit's reply stays
 *   a reply     in l2_reply_queue (and l2_latency places more) until the crossbar's input buffer,
 *               of one reply, has room, which it has in every so many cycles as a reply has flits.
 *               A hit waits for a place; what misses waits for one, too (l2_lookup_room), or is
 *               looked up. The DRAM is far, so that no line comes meanwhile; followed cycle by
 *               cycle
 */
/* clang-format on */
#include "micro/derive.h"
#include "micro/gather.h"
#include "micro/micro.h"

static gpu_cfg_t machine(const micro_t *m)
{
    gpu_cfg_t c = gather_machine(&m->cfg);
    c.n_sms = 1;
    c.l3_enabled = false;
    c.l2_sector_bytes = c.line_bytes;
    c.core_mhz = c.icnt_mhz = c.l2_mhz = c.dram_mhz;
    c.ldst_queue = 8;
    c.l1_sets = 4096;
    c.l1_ways = 4;
    c.l1_mshrs = c.l2_mshrs = 1024;
    c.l1_miss_queue = c.l2_miss_queue = c.l2_queue = c.l2_reply_queue = c.l2_dram_queue = 256;
    c.l1_inject_queue = c.l1_inject_queue ? 256 : 0;
    c.flit_bytes = 512;
    c.icnt_gap = 0;
    c.icnt_in_flits = c.icnt_out_flits = 4096;
    return c;
}

/* ---- The data port ---- */

static void evictions(micro_t *m, uint32_t port)
{
    gpu_cfg_t c = machine(m);
    c.l2_port_bytes = port;
    c.l2_replacement = GPU_REPL_LRU;
    c.l2_sets = 8;
    c.l2_ways = c.warp_size / 8;
    if (c.l2_write_miss == GPU_WRITE_THROUGH) /* a store would leave no dirty line */
        c.l2_write_miss = GPU_WRITE_FETCH;
    uint32_t n = c.warp_size;
    double wait = (double)((n - 1) * (derive_data_time(&c, c.line_bytes) - 1));
    unsigned row = micro_expect(m, MICRO_EXACT, "cycles", wait,
                                "%u dirty lines evicted, a port of %u B: fail_port", n, port);
    unsigned back = micro_expect(m, MICRO_EXACT, "lines", n, "  write-backs");
    micro_result_t r = micro_launch(
        m, &(micro_launch_t){.module = "turnaround",
                             .kernel = "dirty_then_read",
                             .grid = 1,
                             .block = n,
                             .arg = {dev_arg_ptr(derive_base(&c)), dev_arg_u32(c.line_bytes / 4)},
                             .n_args = 2,
                             .bytes = 2 * (uint64_t)n * c.line_bytes,
                             .cfg = &c});
    micro_got(m, row, (double)r.s.l2.fail_port);
    micro_got(m, back, (double)r.s.l2.writebacks);
}

static void hits(micro_t *m, uint32_t port)
{
    gpu_cfg_t c = machine(m);
    c.l2_port_bytes = port;
    uint32_t n = 4 * c.warp_size;
    double wait = (double)((n - 1) * (derive_data_time(&c, c.line_bytes) - 1));
    unsigned row = micro_expect(m, MICRO_EXACT, "cycles", wait,
                                "%u lines hit, a port of %u B: fail_port", n, port);
    micro_result_t r = gather_run(m, &c, c.line_bytes);
    micro_got(m, row, (double)r.s.l2.fail_port);
}

/* ---- Room for a reply ---- */

enum { ONE_OF = 4 }; /* reads hits */

/* L2 cycles, the first lookup being in cycle 0. Request i may be looked up from cycle i on. */
typedef struct replies {
    uint64_t ready[256]; /* to leave the slice */
    uint64_t gone[256];  /* out of the crossbar's input buffer */
    uint32_t n, left;    /* replies so far; of them those that have left the slice */
} replies_t;

/* The oldest reply leaves if the buffer has room; before the lookup of the cycle. */
static void leave(replies_t *q, const derive_t *d, uint64_t now)
{
    uint32_t i = q->left, held = 0;
    if (i == q->n || q->ready[i] > now)
        return;
    for (uint32_t k = 0; k < i; k++)
        held += q->gone[k] >= now; /* the crossbar's turn comes after the slice's */
    if (held && (held + 1) * d->data_flits > d->c->icnt_in_flits)
        return;
    q->gone[i] = now;
    if (i)
        q->gone[i] = max_of(now, q->gone[i - 1] + derive_port_time(d->c, d->data_flits));
    q->left++;
}

/* Cycles in which the head of the slice's queue waits for room. */
static uint64_t waits(const derive_t *d, uint32_t n)
{
    const gpu_cfg_t *c = d->c;
    replies_t q = {.n = 0};
    uint64_t fails = 0;
    for (uint64_t now = 0, i = 0; i < n; now++) {
        bool hit = i % ONE_OF == 0;
        leave(&q, d, now);
        if (i > now)
            continue;
        bool full = q.n - q.left == c->l2_reply_queue + c->l2_latency;
        if (full && (hit || c->l2_lookup_room)) {
            fails++;
            continue;
        }
        if (hit)
            q.ready[q.n++] = now + c->l2_latency;
        i++;
    }
    return fails;
}

static void reply_room(micro_t *m, uint32_t places, bool both_sides)
{
    gpu_cfg_t c = machine(m);
    c.l2_lookup_room = both_sides;
    c.l2_reply_queue = places;
    c.l2_latency = 2;
    c.l2_port_bytes = 0;
    c.latency_clock = GPU_LATENCY_OWN;
    c.dram_latency = 1023;
    c.flit_bytes = c.header_bytes = 8; /* a request is one flit */
    derive_t d = derive_from(&c);
    c.icnt_in_flits = (uint32_t)d.data_flits;
    uint32_t n = 4 * c.warp_size;
    unsigned row = micro_expect(m, MICRO_EXACT, "cycles", (double)waits(&d, n),
                                "one of %d reads hits, %u places, room for %s: fail_reply_queue",
                                ONE_OF, places, both_sides ? "any" : "hits");
    unsigned hit = micro_expect(m, MICRO_EXACT, "requests", n / ONE_OF, "  hits");
    micro_launch_t l = gather_launch(&c, c.line_bytes);
    l.preload_step = ONE_OF * c.line_bytes;
    if (c.coalescer !=
        GPU_COALESCE_LINES) /* the highest line first: the last lane of ONE_OF hits */
        l.arg[0] = dev_arg_ptr(derive_base(&c) + c.line_bytes);
    micro_result_t r = micro_launch(m, &l);
    micro_got(m, row, (double)r.s.l2.fail_reply_queue);
    micro_got(m, hit, (double)r.s.l2.read_hits);
}

static void run(micro_t *m)
{
    uint32_t own = m->cfg.l2_port_bytes, places = m->cfg.l2_reply_queue;
    for (uint32_t port = 8; port <= 32; port *= 4) {
        evictions(m, port);
        hits(m, port);
    }
    evictions(m, own);
    hits(m, own);
    places = places < 8 ? places : 8; /* so that it is full */
    for (int both_sides = 0; both_sides <= 1; both_sides++) {
        reply_room(m, 1, both_sides);
        reply_room(m, places, both_sides);
    }
}

const micro_bench_t micro_slice = {
    "slice", "what a lookup in the L2 waits for: its data port, room for a reply", run};
