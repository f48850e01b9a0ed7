/*
 * Prefetches of a synthetic policy: what each costs, what becomes of it, who is told, counted as
 * derived from gpu/sm.h (order of a cycle), gpu/prefetch.h (what counts as what) and gpu/hooks.h.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "gpu_synth.h"

#define BASE      UINT64_C(0x10000000)
#define BASE_LINE (BASE / 128)

/* One clock; packets of one flit, so that replies of the L2 come one a cycle in the order asked. */
static gpu_cfg_t one_clock(void)
{
    gpu_cfg_t c = synth_preset(PLAIN);
    c.core_mhz = c.icnt_mhz = c.l2_mhz = c.dram_mhz = 1000;
    c.n_sms = 1;
    c.flit_bytes = 160;
    c.fetch_insts = 8;
    c.l1_prefetch_queue = 4;
    return c;
}

/* The policy: at the issue of instruction i it asks for the lines plan[i][0 ... n[i] - 1]; what it
 * is told it keeps. A line number is relative to BASE. */
typedef struct planner {
    gpu_t *g;
    uint32_t plan[SYNTH_MAX][8], n[SYNTH_MAX], queued;
    bool refuse;
    int victim; /* of pick_victim, if it is attached */
    gpu_prefetch_result_t told[16];
    gpu_req_t req[16];
    uint32_t n_told;
    gpu_l1_evict_t evict[16];
    uint32_t n_evict;
    gpu_l1_outcome_t outcome[32];
    uint32_t n_outcome;
} planner_t;

static void on_issue(void *ctx, const gpu_load_issue_t *e)
{
    planner_t *p = ctx;
    uint32_t i = e->inst->pc / 8;
    for (uint32_t k = 0; k < p->n[i]; k++)
        p->queued += gpu_l1_prefetch(p->g, e->sm, BASE_LINE + p->plan[i][k], e->inst->pc, e->warp);
}

static bool on_prefetch(void *ctx, const gpu_l1_access_t *a)
{
    planner_t *p = ctx;
    assert_int_equal(a->tag, GPU_TAG_ABSENT);
    assert_true(a->req->flags & GPU_REQ_PREFETCH);
    a->req->hash = 0x1234;
    return p->refuse;
}

static void on_told(void *ctx, const gpu_prefetch_result_t *r)
{
    planner_t *p = ctx;
    p->req[p->n_told] = *r->req;
    p->told[p->n_told++] = *r;
}

static void on_evict(void *ctx, const gpu_l1_evict_t *e)
{
    planner_t *p = ctx;
    p->evict[p->n_evict++] = *e;
}

static void on_result(void *ctx, const gpu_l1_result_t *r)
{
    planner_t *p = ctx;
    p->outcome[p->n_outcome++] = r->outcome;
}

static int on_victim(void *ctx, const gpu_l1_victim_t *v)
{
    const planner_t *p = ctx;
    return v->req->flags & GPU_REQ_PREFETCH ? p->victim : (int)v->lru_way;
}

static const gpu_hooks_t planner_hooks = {.policy = "planner",
                                          .on_load_issue = on_issue,
                                          .on_prefetch = on_prefetch,
                                          .on_prefetch_result = on_told,
                                          .on_l1_evict = on_evict,
                                          .on_l1_result = on_result};
static const gpu_hooks_t protector_hooks = {.policy = "protector", .pick_victim = on_victim};

/* Instruction i of the one warp accesses line s->user[i]; of a load of two lines, the next one,
 * too. */
static uint64_t addr_line(const synth_t *s, const synth_at_t *at, uint32_t lane)
{
    const uint32_t *line = s->user;
    bool two = s->inst[at->inst].width == 8;
    return BASE + line[at->inst] * 128u + (two ? lane * 8 : lane * 4);
}

static void ask(planner_t *p, uint32_t inst, uint32_t line)
{
    p->plan[inst][p->n[inst]++] = line;
}

static void run(const gpu_cfg_t *c, synth_t *s, const uint32_t *line, planner_t *p, bool protect,
                gpu_stats_t *st)
{
    s->addr = addr_line;
    s->user = line;
    gpu_t *g = gpu_new(c);
    gpu_set_dump(g, stderr);
    p->g = g;
    gpu_attach(g, &planner_hooks, p, NULL);
    if (protect)
        gpu_attach(g, &protector_hooks, p, NULL);
    gpu_l2_preload(g, BASE, 65536);
    assert_int_equal(gpu_run(g, &s->front), GPU_OK);
    gpu_stats(g, st);
    gpu_free(g);
    synth_free(s);
}

/* A chain of loads, each issued with the data of the one before. */
static void run_chain(const gpu_cfg_t *c, const uint32_t *line, uint32_t n, planner_t *p,
                      gpu_stats_t *st)
{
    synth_t s;
    synth_init(&s, 1, 1, 32);
    for (uint32_t i = 0; i < n; i++)
        synth_load(&s, 1, 1);
    run(c, &s, line, p, false, st);
}

/* Issue to data of a load that the L2 serves. */
static uint64_t l2_load(const gpu_cfg_t *c)
{
    const uint32_t line[] = {0};
    gpu_stats_t st;
    planner_t p = {.n_told = 0};
    run_chain(c, line, 1, &p, &st);
    return st.sm.load_latency_sum;
}

static uint64_t dropped(const gpu_stats_l1d_t *d)
{
    return d->prefetches_asked - d->prefetches_issued;
}

/* ---- What becomes of them ---- */

static void gpu_prefetch_010_useful(void **state)
{
    (void)state;
    gpu_cfg_t c = one_clock();
    gpu_stats_t st;
    planner_t p = {.n_told = 0};
    const uint32_t line[] = {0, 1, 1};
    ask(&p, 0, 1);
    /* The prefetch follows the miss by a cycle, its data, too; the second load's request comes a
     * cycle after the first's data: with l1_fill_delay 2 the line is there. */
    assert_int_equal(c.l1_fill_delay, 2);
    run_chain(&c, line, 3, &p, &st);
    assert_int_equal(st.l1d.prefetches_asked, 1);
    assert_int_equal(st.l1d.prefetches_issued, 1);
    assert_int_equal(st.l1d.prefetches_useful, 1);
    assert_int_equal(st.l1d.misses, 1);
    assert_int_equal(st.l1d.hits, 2);
    assert_int_equal(st.l1d.fills, 2);
    assert_int_equal(st.l2.reads, 2);
    assert_int_equal(st.l1d.cold_misses, 1);
    assert_int_equal(st.sm.load_latency_sum, l2_load(&c) + 2 * c.l1_hit_latency);
    /* Told once: at the second cycle after the issue, since the demand request goes first. */
    assert_int_equal(p.n_told, 1);
    assert_int_equal(p.told[0].outcome, GPU_PREFETCH_ISSUED);
    assert_int_equal(p.told[0].cycle, c.fetch_latency + 2);
    assert_int_equal(p.told[0].set, (BASE_LINE + 1) % c.l1_sets);
    assert_false(p.told[0].victim_valid);
    assert_int_equal(p.req[0].line, BASE_LINE + 1);
    assert_int_equal(p.req[0].hash, 0x1234);
    assert_int_equal(p.req[0].pc, 0);
    assert_int_equal(p.n_outcome, 3);
    assert_int_equal(p.outcome[1], GPU_L1_HIT);
}

static void gpu_prefetch_011_late_merges(void **state)
{
    (void)state;
    gpu_cfg_t c = one_clock();
    gpu_stats_t st;
    planner_t p = {.n_told = 0};
    const uint32_t line[] = {0, 0, 0, 1};
    synth_t s;
    synth_init(&s, 1, 1, 32);
    synth_load(&s, 1, -1);
    synth_alu(&s, 2, -1);
    synth_alu(&s, 3, -1);
    synth_load(&s, 4, -1);
    ask(&p, 0, 1);
    run(&c, &s, line, &p, false, &st);
    assert_int_equal(st.l1d.prefetches_late, 1);
    assert_int_equal(st.l1d.prefetches_issued, 1);
    assert_int_equal(st.l1d.misses, 1);
    assert_int_equal(st.l1d.pending_hits, 1);
    assert_int_equal(st.latency.pending_requests, 1);
    /* Issued at f + 3, while the prefetch went at f + 2, as a load issued at f + 1 would have. */
    assert_int_equal(st.sm.load_latency_sum, l2_load(&c) + l2_load(&c) - 2);
    assert_int_equal(p.outcome[1], GPU_L1_PENDING_HIT);
}

static void gpu_prefetch_012_demand_goes_first(void **state)
{
    (void)state;
    gpu_cfg_t c = one_clock();
    gpu_stats_t st;
    planner_t p = {.n_told = 0};
    const uint32_t line[] = {0, 1};
    synth_t s;
    synth_init(&s, 1, 1, 32);
    synth_load(&s, 1, -1);
    synth_load(&s, 2, -1);
    ask(&p, 0, 1);
    ask(&p, 1, 2);
    run(&c, &s, line, &p, false, &st);
    /* The loads are before the L1 at f + 1 and f + 2; line 1 is then on its way. Line 2 nobody
     * reads. */
    assert_int_equal(st.l1d.misses, 2);
    assert_int_equal(st.l1d.prefetches_dropped_pending, 1);
    assert_int_equal(st.l1d.prefetches_useless, 1);
    assert_int_equal(p.told[0].outcome, GPU_PREFETCH_PENDING);
    assert_int_equal(p.told[0].cycle, c.fetch_latency + 3);
    assert_int_equal(p.told[1].outcome, GPU_PREFETCH_ISSUED);
    assert_int_equal(p.told[1].cycle, c.fetch_latency + 4);
}

/* Two ways in one set. */
static gpu_cfg_t tiny_cache(void)
{
    gpu_cfg_t c = one_clock();
    c.l1_sets = 1;
    c.l1_ways = 2;
    return c;
}

static void gpu_prefetch_013_early_evicted(void **state)
{
    (void)state;
    gpu_cfg_t c = tiny_cache();
    gpu_stats_t st;
    planner_t p = {.n_told = 0};
    /* 0 is loaded and 9 prefetched; 1 takes 0's way, 2 takes 9's, and 9, when asked for, 1's. */
    const uint32_t line[] = {0, 1, 2, 9};
    ask(&p, 0, 9);
    run_chain(&c, line, 4, &p, &st);
    assert_int_equal(st.l1d.prefetches_early_evicted, 1);
    assert_int_equal(st.l1d.prefetches_useless, 0);
    assert_int_equal(st.l1d.misses, 4);
    assert_int_equal(st.l1d.cold_misses, 4); /* a prefetch is no read */
    assert_int_equal(st.l1d.evictions, 3);
    assert_int_equal(st.l1d.contention_intra_warp, 3);
    assert_int_equal(st.l1d.zero_reuse_evictions, 2); /* without 9's */
    assert_int_equal(p.n_evict, 3);
    const uint32_t evicted[] = {0, 9, 1};
    for (unsigned i = 0; i < 3; i++) {
        assert_int_equal(p.evict[i].line, BASE_LINE + evicted[i]);
        assert_int_equal(p.evict[i].unread, i == 1);
        assert_int_equal(p.evict[i].hits, 0);
        assert_int_equal(p.evict[i].cause, GPU_EVICT_MISS);
    }
}

static void gpu_prefetch_014_useless(void **state)
{
    (void)state;
    gpu_cfg_t c = tiny_cache();
    gpu_stats_t st;
    planner_t p = {.n_told = 0};
    /* 9 is evicted and not asked for again; 8 is there to the end. */
    const uint32_t line[] = {0, 1, 2};
    ask(&p, 0, 9);
    ask(&p, 2, 8);
    run_chain(&c, line, 3, &p, &st);
    assert_int_equal(st.l1d.prefetches_issued, 2);
    assert_int_equal(st.l1d.prefetches_useless, 2);
    assert_int_equal(st.l1d.prefetches_early_evicted, 0);
    /* 8 took the way of 1, which 2 had left. */
    assert_int_equal(p.told[1].victim_valid, true);
    assert_int_equal(p.told[1].victim_line, BASE_LINE + 1);
    assert_int_equal(p.evict[2].cause, GPU_EVICT_PREFETCH);
    assert_false(p.evict[2].unread);
}

static void gpu_prefetch_015_prefetched_anew(void **state)
{
    (void)state;
    gpu_cfg_t c = tiny_cache();
    gpu_stats_t st;
    planner_t p = {.n_told = 0};
    /* 9 is evicted by 2, prefetched again after it, read, evicted by 3 and 4, and missed: the
     * second prefetch was useful, the first is none that a demand read had to make good for. */
    const uint32_t line[] = {0, 1, 2, 9, 3, 4, 9};
    ask(&p, 0, 9);
    ask(&p, 2, 9);
    run_chain(&c, line, 7, &p, &st);
    assert_int_equal(st.l1d.prefetches_issued, 2);
    assert_int_equal(st.l1d.prefetches_useful, 1);
    assert_int_equal(st.l1d.prefetches_useless, 1);
    assert_int_equal(st.l1d.prefetches_early_evicted, 0);
    /* The last read of 9 is a miss of a line read before. */
    assert_int_equal(st.l1d.misses, 6);
    assert_int_equal(st.l1d.cold_misses, 5);
    assert_int_equal(st.l1d.reload_misses, 1);
}

static void gpu_prefetch_016_store_evicts_unread(void **state)
{
    (void)state;
    gpu_cfg_t c = one_clock();
    gpu_stats_t st;
    planner_t p = {.n_told = 0};
    const uint32_t line[] = {0, 1, 1, 1};
    synth_t s;
    synth_init(&s, 1, 1, 32);
    synth_load(&s, 1, -1);
    synth_store(&s, 1);
    synth_load(&s, 1, 1);
    synth_load(&s, 1, 1);
    ask(&p, 0, 1);
    run(&c, &s, line, &p, false, &st);
    assert_int_equal(st.l1d.write_evictions, 1);
    assert_int_equal(st.l1d.prefetches_early_evicted, 1);
    assert_int_equal(st.l1d.misses, 2);
    assert_int_equal(st.l1d.hits, 1);
    assert_true(p.evict[0].unread);
}

static void gpu_prefetch_017_launches_end_apart(void **state)
{
    (void)state;
    gpu_cfg_t c = one_clock();
    gpu_stats_t st;
    planner_t p = {.n_told = 0};
    const uint32_t first[] = {0}, second[] = {5};
    gpu_t *g = gpu_new(&c);
    p.g = g;
    gpu_attach(g, &planner_hooks, &p, NULL);
    for (unsigned k = 0; k < 2; k++) {
        synth_t s;
        synth_init(&s, 1, 1, 32);
        synth_load(&s, 1, 1);
        s.addr = addr_line;
        s.user = k ? second : first;
        if (k == 0)
            ask(&p, 0, 5);
        else
            p.n[0] = 0;
        assert_int_equal(gpu_run(g, &s.front), GPU_OK);
        gpu_stats(g, &st);
        /* The next launch invalidates the L1 and asks for line 5 itself: too late to count. */
        assert_int_equal(st.l1d.prefetches_useless, 1);
        assert_int_equal(st.l1d.prefetches_early_evicted, 0);
        synth_free(&s);
    }
    assert_int_equal(st.l1d.kernel_evictions, 2);
    assert_int_equal(st.l1d.misses, 2);
    gpu_free(g);
}

/* The first read merges with the prefetch; the second, with its data, hits: the prefetch has ended
 * with the first, and the second is a read like any other. */
static void gpu_prefetch_018_late_once(void **state)
{
    (void)state;
    gpu_cfg_t c = one_clock();
    gpu_stats_t st;
    planner_t p = {.n_told = 0};
    const uint32_t line[] = {0, 0, 0, 1, 1};
    synth_t s;
    synth_init(&s, 1, 1, 32);
    synth_load(&s, 1, -1);
    synth_alu(&s, 2, -1);
    synth_alu(&s, 3, -1);
    synth_load(&s, 4, -1);
    synth_load(&s, 5, 4);
    ask(&p, 0, 1);
    run(&c, &s, line, &p, false, &st);
    assert_int_equal(st.l1d.pending_hits, 1);
    assert_int_equal(st.l1d.hits, 1);
    assert_int_equal(st.l1d.prefetches_issued, 1);
    assert_int_equal(st.l1d.prefetches_late, 1);
    assert_int_equal(st.l1d.prefetches_useful, 0);
    assert_int_equal(st.l1d.prefetches_useless, 0);
}

/* ---- Dropped ---- */

static void drop_one(const gpu_cfg_t *c, bool protect, bool refuse, gpu_prefetch_outcome_t want,
                     gpu_stats_t *st)
{
    const uint32_t line[] = {0};
    planner_t p = {.refuse = refuse, .victim = GPU_VICTIM_PROTECTED};
    synth_t s;
    synth_init(&s, 1, 1, 32);
    synth_load(&s, 1, 1);
    ask(&p, 0, 64); /* of the same set, whatever it is */
    run(c, &s, line, &p, protect, st);
    assert_int_equal(p.n_told, 1);
    assert_int_equal(p.told[0].outcome, want);
    assert_int_equal(p.told[0].cycle, c->fetch_latency + 2);
    assert_int_equal(st->l1d.prefetches_asked, 1);
    assert_int_equal(st->l1d.prefetches_issued, 0);
    assert_int_equal(dropped(&st->l1d), 1);
    assert_int_equal(st->l1d.misses, 1);
    assert_int_equal(st->l2.reads, 1);
}

static void gpu_prefetch_020_every_cause_of_dropping(void **state)
{
    (void)state;
    gpu_cfg_t c = one_clock();
    gpu_stats_t st;
    c.l1_ways = 1;
    drop_one(&c, false, false, GPU_PREFETCH_NO_WAY, &st);
    assert_int_equal(st.l1d.prefetches_dropped_associativity, 1);
    c = one_clock();
    c.l1_mshrs = 1;
    drop_one(&c, false, false, GPU_PREFETCH_NO_MSHR, &st);
    assert_int_equal(st.l1d.prefetches_dropped_mshr, 1);
    c = one_clock();
    c.l1_miss_queue = 1;
    c.l1_miss_delay = 5;
    drop_one(&c, false, false, GPU_PREFETCH_NO_QUEUE, &st);
    assert_int_equal(st.l1d.prefetches_dropped_miss_queue, 1);
    c = one_clock();
    drop_one(&c, false, true, GPU_PREFETCH_POLICY, &st);
    assert_int_equal(st.l1d.prefetches_dropped_policy, 1);
    drop_one(&c, true, false, GPU_PREFETCH_POLICY, &st);
    assert_int_equal(st.l1d.prefetches_dropped_policy, 1);
    assert_int_equal(st.l1d.bypasses, 0);
}

static void gpu_prefetch_021_present_lines_and_a_full_queue(void **state)
{
    (void)state;
    gpu_cfg_t c = one_clock();
    gpu_stats_t st;
    planner_t p = {.n_told = 0};
    const uint32_t line[] = {0, 1};
    /* With the second load's issue six are asked for, of which four find room: 0 is present, 1 on
     * its way (its load goes first), 2 and 3 are issued. */
    for (uint32_t k = 0; k < 6; k++)
        ask(&p, 1, k);
    run_chain(&c, line, 2, &p, &st);
    assert_int_equal(p.queued, 4);
    assert_int_equal(st.l1d.prefetches_asked, 6);
    assert_int_equal(st.l1d.prefetches_dropped_queue, 2);
    assert_int_equal(st.l1d.prefetches_dropped_present, 1);
    assert_int_equal(st.l1d.prefetches_dropped_pending, 1);
    assert_int_equal(st.l1d.prefetches_issued, 2);
    assert_int_equal(st.l1d.prefetches_useless, 2);
    uint64_t issue = c.fetch_latency + l2_load(&c);
    for (uint32_t k = 0; k < 4; k++)
        assert_int_equal(p.told[k].cycle, issue + 2 + k); /* one a cycle */
}

static void gpu_prefetch_022_no_queue_no_prefetches(void **state)
{
    (void)state;
    gpu_cfg_t c = one_clock();
    gpu_stats_t st;
    planner_t p = {.n_told = 0};
    const uint32_t line[] = {0, 1};
    c.l1_prefetch_queue = 0;
    ask(&p, 0, 1);
    run_chain(&c, line, 2, &p, &st);
    assert_int_equal(p.queued + p.n_told, 0);
    assert_int_equal(st.l1d.prefetches_asked, 1);
    assert_int_equal(st.l1d.prefetches_dropped_queue, 1);
    assert_int_equal(st.l1d.misses, 2);
}

static bool accept_it(void *ctx, const gpu_l1_access_t *a)
{
    (void)a;
    ++*(uint32_t *)ctx;
    return false;
}

/* One policy refuses and another does not, whichever is asked first: both are asked, and it is
 * dropped. */
static void gpu_prefetch_023_one_that_refuses_is_enough(void **state)
{
    (void)state;
    static const gpu_hooks_t accepter = {.policy = "accepter", .on_prefetch = accept_it};
    static const uint32_t line[] = {0};
    for (unsigned first = 0; first < 2; first++) {
        gpu_cfg_t c = one_clock();
        gpu_stats_t st;
        planner_t p = {.refuse = true};
        uint32_t asked = 0;
        synth_t s;
        synth_init(&s, 1, 1, 32);
        synth_load(&s, 1, 1);
        s.addr = addr_line;
        s.user = line;
        ask(&p, 0, 64);
        gpu_t *g = gpu_new(&c);
        p.g = g;
        if (first)
            gpu_attach(g, &accepter, &asked, NULL);
        gpu_attach(g, &planner_hooks, &p, NULL);
        if (!first)
            gpu_attach(g, &accepter, &asked, NULL);
        gpu_l2_preload(g, BASE, 65536);
        assert_int_equal(gpu_run(g, &s.front), GPU_OK);
        gpu_stats(g, &st);
        gpu_free(g);
        synth_free(&s);
        assert_int_equal(asked, 1);
        assert_int_equal(p.n_told, 1);
        assert_int_equal(p.told[0].outcome, GPU_PREFETCH_POLICY);
        assert_int_equal(st.l1d.prefetches_issued, 0);
        assert_int_equal(st.l1d.prefetches_dropped_policy, 1);
    }
}

/* ---- The port ---- */

static void gpu_prefetch_030_rejected_requests_keep_the_port(void **state)
{
    (void)state;
    gpu_cfg_t c = one_clock();
    gpu_stats_t st;
    const uint32_t line[] = {0, 0};
    for (unsigned shared = 0; shared < 2; shared++) {
        planner_t p = {.n_told = 0};
        synth_t s;
        c.l1_mshrs = shared ? 64 : 1;
        synth_init(&s, 1, 1, 32);
        synth_load(&s, 1, -1)->width = 8; /* two lines */
        if (shared)
            synth_add(&s, INST_UNIT_LDST, INST_LOAD, INST_SPACE_SHARED, 2, -1);
        ask(&p, 0, 7);
        uint64_t base = l2_load(&c) - c.l1_fill_delay; /* issue to the reply */
        run(&c, &s, line, &p, false, &st);
        assert_int_equal(p.n_told, 1);
        if (shared) {
            /* Requests at f + 1 and f + 2; at f + 3 the shared-memory access does not need the L1.
             */
            assert_int_equal(p.told[0].outcome, GPU_PREFETCH_ISSUED);
            assert_int_equal(p.told[0].cycle, c.fetch_latency + 3);
        } else {
            /* The second waits for the only MSHR until the first's reply, and then has it. */
            assert_int_equal(st.l1d.fail_mshr_full, base - 2);
            assert_int_equal(p.told[0].outcome, GPU_PREFETCH_NO_MSHR);
            assert_int_equal(p.told[0].cycle, c.fetch_latency + base + 1);
        }
    }
}

static void gpu_prefetch_031_the_run_waits_for_its_prefetches(void **state)
{
    (void)state;
    gpu_cfg_t c = one_clock();
    gpu_stats_t with, without;
    const uint32_t line[] = {0};
    planner_t p = {.n_told = 0}, q = {.n_told = 0};
    run_chain(&c, line, 1, &q, &without);
    for (uint32_t k = 1; k <= 4; k++)
        ask(&p, 0, k);
    run_chain(&c, line, 1, &p, &with);
    /* Their replies follow the load's, one a cycle; the load's data are ready l1_fill_delay after
     * its reply, the run's last cycle. */
    assert_int_equal(with.run.cycles, without.run.cycles + 4 - c.l1_fill_delay);
    assert_int_equal(with.l1d.sectors_received, 5);
    assert_int_equal(with.l1d.prefetches_useless, 4);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(gpu_prefetch_010_useful),
        cmocka_unit_test(gpu_prefetch_011_late_merges),
        cmocka_unit_test(gpu_prefetch_012_demand_goes_first),
        cmocka_unit_test(gpu_prefetch_013_early_evicted),
        cmocka_unit_test(gpu_prefetch_014_useless),
        cmocka_unit_test(gpu_prefetch_015_prefetched_anew),
        cmocka_unit_test(gpu_prefetch_016_store_evicts_unread),
        cmocka_unit_test(gpu_prefetch_017_launches_end_apart),
        cmocka_unit_test(gpu_prefetch_018_late_once),
        cmocka_unit_test(gpu_prefetch_020_every_cause_of_dropping),
        cmocka_unit_test(gpu_prefetch_021_present_lines_and_a_full_queue),
        cmocka_unit_test(gpu_prefetch_022_no_queue_no_prefetches),
        cmocka_unit_test(gpu_prefetch_023_one_that_refuses_is_enough),
        cmocka_unit_test(gpu_prefetch_030_rejected_requests_keep_the_port),
        cmocka_unit_test(gpu_prefetch_031_the_run_waits_for_its_prefetches),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
