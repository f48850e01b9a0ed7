/*
 * Stores in the L1. The kernels are in stores.cu.
 */
/* clang-format off */
/*
 *   one queue    reads, stores, second reads of the first lines, stores, reads of one warp, a line
 *                a lane, through a crossbar at half the core's clock. A packet is in the queue from
 *                its acceptance to the cycle after it has entered the crossbar, which takes one a
 *                core cycle, in order, while its input buffer has room. With l1_inject_queue 0 all
 *                of them share l1_miss_queue: a store is rejected while every place is taken, a
 *                read while no more than l1_read_spare are free. With l1_inject_queue above 0
 *                stores have as many places, and reads their own. A second read needs room only
 *                with l1_read_spare, and only until its line is here: then it hits
 *   a line that  a word read, stored to, read again, each when the one before is here: the store
 *   is here      drops the line (l1_store_hit: evict), and the second read misses, or leaves it,
 *                and it hits. An atomic drops it always. A line that is stored to while it is on
 *                its way comes, and the second read hits
 */
/* clang-format on */
#include "micro/derive.h"
#include "micro/gather.h"
#include "micro/lanes.h"
#include "micro/micro.h"

/* ---- One queue ---- */

typedef enum kind { READ, STORE, AGAIN } kind_t;

enum { INSTS = 5, PACKETS = 4 * LANES_MAX, TIMES = 8 };

static const kind_t inst[INSTS] = {READ, STORE, AGAIN, STORE, READ};

typedef struct train {
    const gpu_cfg_t *c;
    derive_t d;
    derive_packet_t last;
    uint32_t n; /* packets so far */
    bool store[PACKETS];
    uint64_t flits[PACKETS];
    uint64_t sent[PACKETS], back[PACKETS]; /* core cycles: into the crossbar, its reply is here */
    uint64_t moved[PACKETS];               /* crossbar cycles: out of its input buffer */
    uint64_t fail_read, fail_store;        /* rejected cycles */
    uint32_t merged, hits;
} train_t;

/* Whether the L1 has a place for a read, or a store, in core cycle now. */
static bool place(const train_t *t, bool store, uint64_t now)
{
    const gpu_cfg_t *c = t->c;
    bool shared = c->l1_inject_queue == 0;
    uint32_t taken = 0;
    for (uint32_t i = 0; i < t->n; i++)
        taken += (shared || t->store[i] == store) && derive_place_free(c, t->sent[i]) > now;
    if (!store)
        return taken + c->l1_read_spare < c->l1_miss_queue;
    return taken < (shared ? c->l1_miss_queue : c->l1_inject_queue);
}

/* Whether the crossbar's input buffer takes a packet in core cycle now: always if it is empty. */
static bool buffer(const train_t *t, uint64_t flits, uint64_t now)
{
    uint64_t held = 0;
    for (uint32_t i = 0; i < t->n; i++)
        if (derive_core_from_icnt(&t->d, t->moved[i]) > now)
            held += t->flits[i];
    return held == 0 || held + flits <= t->c->icnt_in_flits;
}

/* Accepted in core cycle now. */
static void send(train_t *t, bool store, uint64_t now)
{
    const lanes_request_t word = {.first = 0, .last = 3, .pieces = 1};
    uint64_t bytes = lanes_store_bytes(t->c, &word), at = derive_sent(t->c, now);
    uint32_t i = t->n;
    t->store[i] = store;
    t->flits[i] = store ? derive_flits(t->c, bytes) : t->d.read_flits;
    if (i)
        at = max_of(at, t->sent[i - 1] + 1);
    while (!buffer(t, t->flits[i], at))
        at++;
    if (store)
        derive_store_packet(&t->d, &t->last, at, bytes);
    else
        derive_packet(&t->d, &t->last, at, t->c->line_bytes);
    t->sent[i] = at;
    t->moved[i] = t->last.moved;
    t->back[i] = t->last.back;
    t->n++;
}

/* A request that is in the memory stage from core cycle now on: the cycle in which it is accepted.
 * line: the packet that brought its line, of a second read. */
static uint64_t request(train_t *t, kind_t kind, uint32_t line, uint64_t now)
{
    uint64_t at = now;
    if (kind == AGAIN) {
        while (t->c->l1_read_spare && at < t->back[line] && !place(t, false, at))
            at++;
        *(at < t->back[line] ? &t->merged : &t->hits) += 1;
    } else {
        while (!place(t, kind == STORE, at))
            at++;
        send(t, kind == STORE, at);
    }
    *(kind == STORE ? &t->fail_store : &t->fail_read) += at - now;
    return at;
}

static gpu_cfg_t queue_machine(const micro_t *m)
{
    gpu_cfg_t c = gather_machine(&m->cfg);
    c.l1_sets = 4096; /* no two lines in a set */
    c.l1_ways = 1;
    c.l1_mshrs = 1024;
    c.l1_mshr_merge = 2;
    c.icnt_mhz = c.l2_mhz = (c.core_mhz + 1) / 2;
    c.icnt_out_flits = 4096;
    c.l2_queue = c.l2_reply_queue = 256;
    return c;
}

static micro_result_t launch(micro_t *m, const gpu_cfg_t *c, const char *kernel, uint32_t threads)
{
    uint64_t bytes = (uint64_t)PACKETS * c->line_bytes;
    return micro_launch(
        m, &(micro_launch_t){.module = "stores",
                             .kernel = kernel,
                             .grid = 1,
                             .block = threads,
                             .arg = {dev_arg_ptr(derive_base(c)), dev_arg_u32(c->line_bytes)},
                             .n_args = 2,
                             .bytes = bytes,
                             .preload = bytes,
                             .cfg = c});
}

static void queue(micro_t *m, uint32_t inject, uint32_t places, uint32_t spare)
{
    gpu_cfg_t c = queue_machine(m);
    c.l1_inject_queue = inject;
    c.l1_miss_queue = places;
    c.l1_read_spare = spare;
    static train_t t;
    t = (train_t){.c = &c, .d = derive_from(&c)};
    uint64_t now = gather_first(&c); /* the kernel begins as gather does */
    for (uint32_t i = 0; i < INSTS * c.warp_size; i++)
        now = request(&t, inst[i / c.warp_size], i % c.warp_size, now) + 1;
    unsigned read =
        micro_expect(m, MICRO_EXACT, "cycles", (double)t.fail_read,
                     "%u places, %u spare, %u for stores: fail_miss_queue", places, spare, inject);
    unsigned store =
        micro_expect(m, MICRO_EXACT, "cycles", (double)t.fail_store, "  fail_inject_queue");
    unsigned merged = micro_expect(m, MICRO_EXACT, "requests", t.merged, "  pending hits");
    unsigned hits = micro_expect(m, MICRO_EXACT, "requests", t.hits, "  hits");
    unsigned time = micro_expect(m, MICRO_EXACT, "core cycles",
                                 (double)gather_end(&c, t.back[t.n - 1]), "  whole kernel");
    micro_result_t r = launch(m, &c, "stores", c.warp_size);
    micro_got(m, read, (double)r.s.l1d.fail_miss_queue);
    micro_got(m, store, (double)r.s.l1d.fail_inject_queue);
    micro_got(m, merged, (double)r.s.l1d.pending_hits);
    micro_got(m, hits, (double)r.s.l1d.hits);
    micro_got(m, time, (double)r.s.run.cycles);
}

/* ---- A line that is here, or on its way ---- */

/* TIMES lines; of the two reads of a line the second misses, or hits. */
static void found(micro_t *m, const char *kernel, bool dropped, const char *what)
{
    gpu_cfg_t c = gather_machine(&m->cfg);
    c.l1_sets = 4096;
    c.l1_ways = 1;
    c.l2_latency = 500; /* a line is on its way for long */
    uint32_t again = dropped ? TIMES : 0;
    unsigned misses = micro_expect(m, MICRO_EXACT, "requests", TIMES + again, "%s: misses", what);
    unsigned hits = micro_expect(m, MICRO_EXACT, "requests", TIMES - again, "  hits");
    unsigned lines = micro_expect(m, MICRO_EXACT, "lines", again, "  lines dropped");
    micro_result_t r = launch(m, &c, kernel, 1);
    micro_got(m, misses, (double)r.s.l1d.misses);
    micro_got(m, hits, (double)r.s.l1d.hits);
    micro_got(m, lines, (double)r.s.l1d.write_evictions);
}

static void run(micro_t *m)
{
    const gpu_cfg_t *c = &m->cfg;
    found(m, "store_here", c->l1_store_hit == GPU_STORE_EVICT, "a store to a line that is here");
    found(m, "atomic_here", true, "an atomic on a line that is here");
    found(m, "store_on_its_way", false, "a store to a line on its way");
    if (!gather_applies(m))
        return;
    queue(m, c->l1_inject_queue, c->l1_miss_queue, c->l1_read_spare);
    queue(m, 0, 4, 1);
    queue(m, 0, c->warp_size * 3 / 4, 1); /* two instructions' packets meet */
    queue(m, 0, 8, 0);
    queue(m, 0, 5, 3);
    queue(m, 0, 1, 0);
    queue(m, 3, 6, 1);
}

const micro_bench_t micro_stores = {
    "stores", "stores in the L1: the queue they share with reads, and the lines they find", run};
