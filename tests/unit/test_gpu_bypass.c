/*
 * The L1D under hooks: bypassed reads, late fills, sizes of replies and their way out, the victim,
 * several deciders.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "gpu_l1d_case.h"

static uint32_t bypass_size = GPU_BYPASS_LINE;

static gpu_cfg_t machine(void)
{
    gpu_cfg_t c = one_clock();
    c.l1_bypass_size = bypass_size;
    return c;
}

static uint64_t first_lanes(const synth_t *s, const synth_at_t *at)
{
    const uint32_t *p = s->user;
    (void)at;
    return bits_mask(p[0]);
}

/* ---- Hooks ---- */

typedef struct spy {
    unsigned accesses, results, evicts, late, replies, returned, l2;
    gpu_l1_decision_t decision;
    bool advise;
    gpu_l1_result_t last;
    gpu_late_fill_t last_late;
} spy_t;

static gpu_l1_decision_t spy_access(void *ctx, const gpu_l1_access_t *a)
{
    spy_t *x = ctx;
    x->accesses++;
    a->req->hash = 0x5a5a;
    return x->decision;
}

static void spy_result(void *ctx, const gpu_l1_result_t *r)
{
    spy_t *x = ctx;
    x->results++;
    x->last = *r;
}

static void spy_late(void *ctx, const gpu_late_fill_t *f)
{
    spy_t *x = ctx;
    x->late++;
    x->last_late = *f;
    assert_int_equal(f->req->hash, 0x5a5a);
}

static bool spy_l2(void *ctx, const gpu_l2_request_t *r)
{
    spy_t *x = ctx;
    x->l2++;
    assert_int_equal(r->bypass, x->decision == GPU_L1_PREDICTED_BYPASS);
    return x->advise;
}

static void spy_reply(void *ctx, const gpu_req_t *r, uint64_t cycle)
{
    spy_t *x = ctx;
    (void)cycle;
    bool returned = (r->flags & GPU_REQ_RETURNED) != 0; /* with the last of a line's sectors */
    assert_true(x->advise || !returned);
    x->returned += returned;
    x->replies++;
}

static const gpu_hooks_t spy_hooks = {.policy = "spy",
                                      .on_l1_access = spy_access,
                                      .on_l1_result = spy_result,
                                      .on_late_fill = spy_late,
                                      .on_l2_request = spy_l2,
                                      .on_l2_reply = spy_reply};

/* A load, then (after its data) the same load again. */
static void run_spy(spy_t *x, gpu_stats_t *st)
{
    gpu_cfg_t c = machine();
    synth_t s;
    synth_init(&s, 1, 1, 32);
    synth_load(&s, 1, 0);
    synth_alu(&s, 1, 1);
    synth_load(&s, 2, 1);
    s.addr = addr_same;
    gpu_t *g = gpu_new(&c);
    assert_int_equal(gpu_attach(g, &spy_hooks, x, NULL), 0);
    assert_int_equal(gpu_run(g, &s.front), GPU_OK);
    gpu_stats(g, st);
    gpu_free(g);
    synth_free(&s);
    assert_int_equal(x->results, 2);
}

static void gpu_bypass_050_bypass_fills_nothing(void **state)
{
    (void)state;
    spy_t x = {.decision = GPU_L1_PREDICTED_BYPASS};
    gpu_stats_t st;
    run_spy(&x, &st);
    assert_int_equal(st.l1d.bypasses, 2);
    assert_int_equal(st.l1d.misses + st.l1d.hits + st.l1d.fills, 0);
    assert_int_equal(st.l2.bypass_requests, 2);
    assert_int_equal(x.replies, 2);
    assert_int_equal(x.late, 0);
    assert_int_equal(x.last.outcome, GPU_L1_BYPASSED);
    assert_int_equal(st.l1d.reload_misses, 1);
}

static void gpu_bypass_051_returned_bit_fills_late(void **state)
{
    (void)state;
    spy_t x = {.decision = GPU_L1_PREDICTED_BYPASS, .advise = true};
    gpu_stats_t st;
    run_spy(&x, &st);
    /* The first comes back with advice and is filled; the second hits although predicted. */
    assert_int_equal(st.l1d.bypasses, 1);
    assert_int_equal(st.l1d.late_fills, 1);
    assert_int_equal(st.l1d.hits, 1);
    assert_int_equal(x.late, 1);
    assert_int_equal(x.returned, 1);
    assert_false(x.last_late.victim_valid);
    assert_int_equal(x.last.outcome, GPU_L1_HIT);
    assert_int_equal(x.last.way, x.last_late.way);
    assert_int_equal(x.last.set, x.last_late.set);
    assert_int_equal(st.l2.bypass_bits_returned, 1);
}

/* A bypass that is no prediction leaves with the bit clear, and what the L2 returns for it is
 * ignored. */
static void gpu_bypass_052_round_keeps_the_bit_clear(void **state)
{
    (void)state;
    for (unsigned advise = 0; advise < 2; advise++) {
        spy_t x = {.decision = GPU_L1_BYPASS, .advise = advise};
        gpu_stats_t st;
        run_spy(&x, &st);
        assert_int_equal(st.l1d.bypasses, 2);
        assert_int_equal(st.l2.bypass_requests, 0);
        assert_int_equal(x.replies, 0);
        assert_int_equal(x.l2, 2);
        assert_int_equal(x.late, 0);
        assert_int_equal(st.l2.bypass_bits_returned, 2 * advise);
    }
}

static void gpu_bypass_053_late_fill_refused_when_line_is_there(void **state)
{
    (void)state;
    gpu_cfg_t c = machine();
    spy_t x = {.decision = GPU_L1_PREDICTED_BYPASS, .advise = true};
    gpu_stats_t st;
    synth_t s;
    synth_init(&s, 1, 2, 32); /* both warps bypass before the first reply */
    synth_load(&s, 1, 0);
    s.addr = addr_same;
    gpu_t *g = gpu_new(&c);
    gpu_attach(g, &spy_hooks, &x, NULL);
    assert_int_equal(gpu_run(g, &s.front), GPU_OK);
    gpu_stats(g, &st);
    assert_int_equal(st.l1d.bypasses, 2);
    assert_int_equal(st.l1d.late_fills, 1);
    assert_int_equal(st.l1d.late_fills_refused, 1);
    gpu_free(g);
    synth_free(&s);
}

/* Every warp of a CTA of 6 reads the same line at once, which a policy bypasses. */
static void run_bypassed(const gpu_cfg_t *c, spy_t *x, uint8_t cache_op, gpu_stats_t *st)
{
    synth_t s;
    synth_init(&s, 1, 6, 32);
    synth_load(&s, 1, 0)->cache_op = cache_op;
    s.addr = addr_same;
    gpu_t *g = gpu_new(c);
    gpu_attach(g, &spy_hooks, x, NULL);
    assert_int_equal(gpu_run(g, &s.front), GPU_OK);
    gpu_stats(g, st);
    gpu_free(g);
    synth_free(&s);
}

static void gpu_bypass_055_round_reads_may_merge(void **state)
{
    (void)state;
    gpu_cfg_t c = machine();
    gpu_stats_t st;
    spy_t x = {.decision = GPU_L1_PREDICTED_BYPASS};
    run_bypassed(&c, &x, 0, &st);
    assert_int_equal(st.l1d.bypasses, 6);
    assert_int_equal(st.l2.reads, 6);
    c.l1_bypass_merge = true;
    x = (spy_t){.decision = GPU_L1_PREDICTED_BYPASS};
    run_bypassed(&c, &x, 0, &st);
    assert_int_equal(st.l1d.bypasses, 1);
    assert_int_equal(st.l1d.pending_hits, 5);
    assert_int_equal(st.l2.reads, 1);
    assert_int_equal(x.replies, 1);
    /* The policy has decided about each of them. */
    assert_int_equal(x.accesses, 6);
    assert_int_equal(x.results, 6);
    assert_int_equal(x.last.outcome, GPU_L1_BYPASSED);
    /* One a cycle is served, as of an MSHR (gpu_bypass_020). */
    assert_int_equal(st.sm.load_latency_sum, 6 * (first_reply(&c) + c.l1_fill_delay));
    assert_int_equal(st.latency.pending_requests, 5);
}

static void gpu_bypass_056_merged_round_reads_fill_late_once(void **state)
{
    (void)state;
    gpu_cfg_t c = machine();
    gpu_stats_t st;
    spy_t x = {.decision = GPU_L1_PREDICTED_BYPASS, .advise = true};
    c.l1_bypass_merge = true;
    run_bypassed(&c, &x, 0, &st);
    assert_int_equal(x.late, 1);
    assert_int_equal(st.l1d.late_fills, 1);
    assert_int_equal(st.l1d.late_fills_refused, 0);
}

static void gpu_bypass_057_volatile_reads_never_merge(void **state)
{
    (void)state;
    gpu_cfg_t c = machine();
    gpu_stats_t st;
    spy_t x = {.decision = GPU_L1_NORMAL};
    c.l1_bypass_merge = true;
    run_bypassed(&c, &x, 1, &st);
    assert_int_equal(st.l1d.uncached_reads, 6);
    assert_int_equal(st.l2.reads, 6);
    assert_int_equal(st.l1d.pending_hits, 0);
}

/* ---- Sizes of bypassed reads ---- */

/* The words [first, first + n) of a line, by the lanes in turn. */
typedef struct words {
    uint32_t first, n;
    uint32_t bytes; /* the smallest aligned block that holds them */
} words_t;

static uint64_t addr_words(const synth_t *s, const synth_at_t *at, uint32_t lane)
{
    const words_t *w = s->user;
    (void)at;
    return BASE + (w->first + lane % w->n) * 4;
}

static void run_words(const gpu_cfg_t *c, const words_t *w, spy_t *x, uint8_t cache_op,
                      gpu_stats_t *st)
{
    synth_t s;
    synth_init(&s, 1, 1, 32);
    synth_load(&s, 1, 0)->cache_op = cache_op;
    s.addr = addr_words;
    s.user = w;
    gpu_t *g = gpu_new(c);
    gpu_attach(g, &spy_hooks, x, NULL);
    assert_int_equal(gpu_run(g, &s.front), GPU_OK);
    gpu_stats(g, st);
    gpu_free(g);
    synth_free(&s);
}

static const words_t some_words[] = {{0, 1, 32},   {31, 1, 32},  {8, 8, 32},   {7, 2, 64},
                                     {16, 16, 64}, {15, 2, 128}, {8, 16, 128}, {0, 32, 128}};
enum { SOME_WORDS = sizeof some_words / sizeof some_words[0] };

/* Replies of so many bytes in all, none of more than a sector. */
static void assert_replies(const gpu_cfg_t *c, const gpu_stats_t *st, uint32_t bytes)
{
    uint32_t sector = c->l2_sector_bytes, each = bytes < sector ? bytes : sector;
    uint32_t flits = (c->header_bytes + each + c->flit_bytes - 1) / c->flit_bytes;
    assert_int_equal(st->icnt_reply.payload_bytes, bytes);
    assert_int_equal(st->icnt_reply.packets_out, bytes / each);
    assert_int_equal(st->icnt_reply.flits, bytes / each * flits);
    assert_int_equal(st->l2.reads, bytes / each);
}

static void gpu_bypass_080_bypassed_reads_may_keep_their_size(void **state)
{
    (void)state;
    for (uint32_t sector = 128; sector >= 32; sector /= 2)
        for (unsigned i = 0; i < SOME_WORDS; i++) {
            const words_t *w = &some_words[i];
            gpu_cfg_t c = machine();
            gpu_stats_t st;
            c.l2_sector_bytes = sector;
            for (unsigned size = GPU_BYPASS_LINE; size <= GPU_BYPASS_ASKED; size++) {
                bool asked = size == GPU_BYPASS_ASKED;
                c.l1_bypass_size = size;
                spy_t x = {.decision = GPU_L1_BYPASS};
                run_words(&c, w, &x, 0, &st);
                assert_int_equal(st.l1d.bypasses, 1);
                assert_replies(&c, &st, asked ? w->bytes : 128);
                /* A miss fills the line whatever its lanes touch. */
                x = (spy_t){.decision = GPU_L1_NORMAL};
                run_words(&c, w, &x, 0, &st);
                assert_int_equal(st.l1d.fills, 1);
                assert_replies(&c, &st, 128);
                /* A volatile read has always asked for no more sectors than it touches. */
                uint32_t sectors = w->first / (sector / 4);
                sectors = (w->first + w->n - 1) / (sector / 4) - sectors + 1;
                x = (spy_t){.decision = GPU_L1_NORMAL};
                run_words(&c, w, &x, 1, &st);
                assert_int_equal(st.l1d.uncached_reads, 1);
                assert_replies(&c, &st, asked ? w->bytes : sectors * sector);
            }
        }
}

/* A line that may be filled late is sent whole: by the reply that brings the bit back, or, where no
 * single reply can, always. */
static void gpu_bypass_081_a_late_fill_has_the_whole_line(void **state)
{
    (void)state;
    for (uint32_t sector = 128; sector >= 32; sector /= 2)
        for (unsigned i = 0; i < 2 * SOME_WORDS; i++) {
            const words_t *w = &some_words[i / 2];
            gpu_cfg_t c = machine();
            gpu_stats_t st;
            spy_t x = {.decision = GPU_L1_PREDICTED_BYPASS, .advise = i & 1};
            c.l2_sector_bytes = sector;
            c.l1_bypass_size = GPU_BYPASS_ASKED;
            run_words(&c, w, &x, 0, &st);
            assert_int_equal(st.l1d.late_fills, x.advise);
            assert_replies(&c, &st, x.advise || sector < 128 ? 128 : w->bytes);
        }
}

/* Warp 1, which is the first, reads so many words of the line, the others one of each other piece.
 */
static uint64_t addr_parts(const synth_t *s, const synth_at_t *at, uint32_t lane)
{
    const uint32_t *n = s->user;
    return BASE + (at->warp != 1 ? (at->warp + 3) % 4 * 8 : lane % *n) * 4;
}

static void gpu_bypass_082_a_read_waits_for_a_reply_that_has_its_data(void **state)
{
    (void)state;
    static const struct {
        uint32_t words, reads;
    } want[] = {{1, 4}, {9, 3}, {17, 1}, {32, 1}};
    for (unsigned i = 0; i < 2 * sizeof want / sizeof want[0]; i++) {
        gpu_cfg_t c = machine();
        gpu_stats_t st;
        synth_t s;
        spy_t x = {.decision = GPU_L1_BYPASS};
        c.l1_bypass_merge = true;
        c.l1_bypass_size = i & 1;
        synth_init(&s, 1, 4, 32);
        synth_load(&s, 1, 0);
        s.addr = addr_parts;
        s.user = &want[i / 2].words;
        gpu_t *g = gpu_new(&c);
        gpu_attach(g, &spy_hooks, &x, NULL);
        assert_int_equal(gpu_run(g, &s.front), GPU_OK);
        gpu_stats(g, &st);
        assert_int_equal(st.l1d.bypasses, i & 1 ? want[i / 2].reads : 1);
        assert_int_equal(st.l1d.bypasses + st.l1d.pending_hits, 4);
        gpu_free(g);
        synth_free(&s);
    }
}

/* ---- The way out of bypassed reads ---- */

/* A load of n lines, which misses; then one of one other line, volatile. */
static uint64_t addr_then_one(const synth_t *s, const synth_at_t *at, uint32_t lane)
{
    const uint32_t *n = s->user;
    return BASE + (at->inst ? 64 : lane % *n) * 128;
}

static uint64_t latency_behind(const gpu_cfg_t *c, uint32_t n, gpu_stats_t *st)
{
    synth_t s;
    synth_init(&s, 1, 1, 32);
    synth_load(&s, 1, 0);
    synth_load(&s, 2, 0)->cache_op = 1;
    s.addr = addr_then_one;
    s.user = &n;
    gpu_t *g = gpu_new(c);
    gpu_load_row_t row;
    gpu_l2_preload(g, BASE, 65 * 128);
    assert_int_equal(gpu_run(g, &s.front), GPU_OK);
    gpu_stats(g, st);
    gpu_load_row(g, 1, &row);
    gpu_free(g);
    synth_free(&s);
    return row.s.latency_sum;
}

/* Issued a cycle after the other, the load is behind it in the memory stage; in the queue it is
 * behind it, too: it waits l1_miss_delay, and its
 * reply for those of the misses, which come one a cycle and take five of the port each. */
static void gpu_bypass_084_beside_the_queue_a_read_passes_misses(void **state)
{
    (void)state;
    for (uint32_t n = 1; n <= 8; n++) {
        gpu_cfg_t c = machine();
        gpu_stats_t st;
        c.dram_channels = c.l2_slices = 1; /* one order of the replies */
        c.l1_miss_delay = 100;
        c.l1_bypass_path = GPU_BYPASS_BESIDE;
        uint64_t beside = latency_behind(&c, n, &st);
        c.l1_bypass_path = GPU_BYPASS_QUEUE;
        assert_int_equal(latency_behind(&c, n, &st), beside + 100 + 4 * n);
    }
}

/* An input buffer of a flit: a read's packet is taken by the crossbar in the cycle after it came,
 * before the SM's turn, so the next enters then; an atomic's two flits occupy its port for a cycle
 * more, in which the next waits. Stores stay in the queue. */
static void gpu_bypass_085_the_crossbar_rejects(void **state)
{
    (void)state;
    static const struct {
        inst_kind_t kind;
        uint64_t net, inject;
    } want[] = {{INST_LOAD, 0, 0}, {INST_ATOMIC, 4 - 1, 0}, {INST_REDUCE, 4 - 1, 0}};
    const uint32_t lines[2] = {5, 1};
    for (unsigned i = 0; i < sizeof want / sizeof want[0]; i++) {
        gpu_cfg_t c = machine();
        gpu_stats_t st;
        synth_t s;
        c.icnt_in_flits = 1;
        c.l1_inject_queue = 1;
        c.l1_miss_delay = 20;
        c.l1_bypass_path = GPU_BYPASS_BESIDE;
        synth_init(&s, 1, 1, 32);
        synth_add(&s, INST_UNIT_LDST, want[i].kind, INST_SPACE_GLOBAL, 1, 0)->cache_op = 1;
        s.mask = first_lanes;
        s.addr = addr_lines;
        s.user = lines;
        synth_run(&c, &s, &st);
        assert_int_equal(st.l1d.fail_net, want[i].net);
        assert_int_equal(st.l1d.fail_inject_queue, want[i].inject);
        assert_int_equal(st.icnt_req.packets_in, 5);
        synth_free(&s);
    }
}

/* A word a lane: of the fewest pieces four requests of 32 B, by half-warp two of 64 B; both ways. A
 * volatile load of a quarter of a line is 32 B of it. */
static void gpu_bypass_086_halves_of_segments(void **state)
{
    (void)state;
    static const words_t line = {0, 32, 128}, quarter = {8, 8, 32};
    for (unsigned how = GPU_COALESCE_LINES; how <= GPU_COALESCE_HALVES; how++) {
        if (how == GPU_COALESCE_SEGMENTS)
            continue;
        gpu_cfg_t c = machine();
        gpu_stats_t st;
        synth_t s;
        uint32_t n = how == GPU_COALESCE_HALVES ? 2 : 4;
        c.coalescer = how;
        c.l1_bypass_size = GPU_BYPASS_ASKED;
        synth_init(&s, 1, 1, 32);
        synth_add(&s, INST_UNIT_LDST, INST_ATOMIC, INST_SPACE_GLOBAL, 1, 0);
        s.addr = addr_words;
        s.user = &line;
        synth_run(&c, &s, &st);
        assert_int_equal(st.icnt_req.packets_in, n);
        assert_int_equal(st.icnt_req.payload_bytes, 128);
        assert_int_equal(st.icnt_reply.payload_bytes, 128);
        assert_int_equal(st.icnt_req.flits, n * ((8 + 128 / n + 31) / 32));
        synth_free(&s);
        spy_t x = {.decision = GPU_L1_NORMAL};
        run_words(&c, &quarter, &x, 1, &st);
        assert_replies(&c, &st, 32);
    }
}

typedef struct chooser {
    unsigned calls;
    int way;
} chooser_t;

static int spy_victim(void *ctx, const gpu_l1_victim_t *v)
{
    chooser_t *x = ctx;
    x->calls++;
    assert_int_equal(v->free & v->reserved, 0);
    return x->way;
}

static void gpu_bypass_054_pick_victim_decides(void **state)
{
    (void)state;
    const gpu_hooks_t hooks = {.policy = "victim", .pick_victim = spy_victim};
    gpu_cfg_t c = machine();
    for (int k = 0; k < 2; k++) {
        gpu_stats_t st;
        chooser_t x = {.way = k ? GPU_VICTIM_PROTECTED : 3};
        synth_t s;
        synth_init(&s, 1, 1, 32);
        synth_load(&s, 1, 0);
        s.addr = addr_same;
        gpu_t *g = gpu_new(&c);
        gpu_attach(g, &hooks, &x, NULL);
        assert_int_equal(gpu_run(g, &s.front), GPU_OK);
        gpu_stats(g, &st);
        assert_int_equal(x.calls, 1);
        assert_int_equal(st.l1d.misses, k ? 0 : 1);
        assert_int_equal(st.l1d.bypasses, k ? 1 : 0);
        assert_int_equal(st.l2.bypass_requests, 0);
        gpu_free(g);
        synth_free(&s);
    }
}

/* ---- Two deciders ---- */

typedef struct decider {
    gpu_l1_decision_t decision;
    unsigned asked, with_bit; /* with_bit: of the results */
} decider_t;

static gpu_l1_decision_t decide(void *ctx, const gpu_l1_access_t *a)
{
    decider_t *x = ctx;
    (void)a;
    x->asked++;
    return x->decision;
}

static void decided(void *ctx, const gpu_l1_result_t *r)
{
    decider_t *x = ctx;
    x->with_bit += (r->req->flags & GPU_REQ_PREDICTED) != 0;
}

/* Two loads of one line, the second after the first one's data, with a attached before b. */
static void run_deciders(decider_t *a, decider_t *b, gpu_stats_t *st)
{
    static const gpu_hooks_t hooks = {
        .policy = "decider", .on_l1_access = decide, .on_l1_result = decided};
    gpu_cfg_t c = machine();
    synth_t s;
    synth_init(&s, 1, 1, 32);
    synth_load(&s, 1, 1);
    synth_load(&s, 1, 1);
    s.addr = addr_same;
    gpu_t *g = gpu_new(&c);
    assert_int_equal(gpu_attach(g, &hooks, a, NULL), 0);
    assert_int_equal(gpu_attach(g, &hooks, b, NULL), 0);
    assert_int_equal(gpu_run(g, &s.front), GPU_OK);
    gpu_stats(g, st);
    gpu_free(g);
    synth_free(&s);
}

static void gpu_bypass_060_decisions_combine_in_any_order(void **state)
{
    (void)state;
    static const struct {
        gpu_l1_decision_t v[2];
        unsigned bypasses, with_bit, hits;
    } c[] = {
        {{GPU_L1_NORMAL, GPU_L1_NORMAL}, 0, 0, 1},
        {{GPU_L1_NORMAL, GPU_L1_PREDICTED_BYPASS}, 2, 2, 0},
        {{GPU_L1_NORMAL, GPU_L1_BYPASS}, 2, 0, 0},
        {{GPU_L1_NORMAL, GPU_L1_BYPASS_IF_NO_WAY}, 0, 0, 1},
        {{GPU_L1_BYPASS_IF_NO_WAY, GPU_L1_PREDICTED_BYPASS}, 2, 2, 0},
        {{GPU_L1_BYPASS_IF_NO_WAY, GPU_L1_BYPASS}, 2, 0, 0},
        {{GPU_L1_PREDICTED_BYPASS, GPU_L1_PREDICTED_BYPASS}, 2, 2, 0},
        {{GPU_L1_NORMAL, GPU_L1_KEEP}, 0, 0, 1},
        {{GPU_L1_PREDICTED_BYPASS, GPU_L1_KEEP}, 0, 0, 1}, /* whatever is predicted */
        {{GPU_L1_KEEP, GPU_L1_BYPASS}, 2, 0, 0},
        {{GPU_L1_PREDICTED_BYPASS, GPU_L1_BYPASS},
         2,
         0,
         0}, /* another's bypass: the bit is clear */
    };
    for (unsigned i = 0; i < sizeof c / sizeof c[0]; i++)
        for (unsigned first = 0; first < 2; first++) {
            decider_t a = {.decision = c[i].v[first]}, b = {.decision = c[i].v[!first]};
            gpu_stats_t st;
            run_deciders(&a, &b, &st);
            assert_int_equal(a.asked, 2);
            assert_int_equal(b.asked, 2);
            assert_int_equal(st.l1d.bypasses, c[i].bypasses);
            assert_int_equal(st.l1d.hits, c[i].hits);
            assert_int_equal(st.l2.bypass_requests, c[i].with_bit);
            assert_int_equal(a.with_bit, c[i].with_bit);
            assert_int_equal(b.with_bit, c[i].with_bit);
        }
}

static gpu_l1_decision_t if_no_way(void *ctx, const gpu_l1_access_t *a)
{
    (void)ctx, (void)a;
    return GPU_L1_BYPASS_IF_NO_WAY;
}

static gpu_l1_decision_t keep(void *ctx, const gpu_l1_access_t *a)
{
    (void)ctx, (void)a;
    return GPU_L1_KEEP;
}

static const gpu_hooks_t keep_hooks = {.policy = "keep", .on_l1_access = keep};
static const gpu_hooks_t if_no_way_hooks = {.policy = "if", .on_l1_access = if_no_way};

/* Four lines for one way: the first takes it, the others bypass, one a cycle, or as the queue has
 * room; another cause of rejection is no reason to bypass. A policy that keeps reads from predicted
 * bypasses changes nothing of it. */
static void gpu_bypass_061_a_read_without_a_way_bypasses_at_once(void **state)
{
    (void)state;
    static const struct {
        uint32_t ways, mshrs, inject, delay;
        uint64_t bypasses, inject_fails;
    } cases[] = {
        {1, 8, 8, 1, 3, 0}, {2, 8, 8, 1, 2, 0}, {1, 8, 1, 10, 3, 2 * 10}, {4, 1, 8, 1, 0, 0}};
    enum { CASES = sizeof cases / sizeof cases[0] };
    for (unsigned turn = 0; turn < 2 * CASES; turn++) {
        const unsigned i = turn / 2;
        const uint32_t lines[2] = {4, 1};
        gpu_cfg_t c = machine();
        gpu_stats_t st;
        synth_t s;
        c.l1_sets = 1;
        c.l1_ways = cases[i].ways;
        c.l1_mshrs = cases[i].mshrs;
        c.l1_inject_queue = cases[i].inject;
        c.l1_miss_delay = cases[i].delay;
        synth_init(&s, 1, 1, 32);
        synth_load(&s, 1, 0);
        s.addr = addr_lines;
        s.user = lines;
        gpu_t *g = gpu_new(&c);
        assert_int_equal(gpu_attach(g, &if_no_way_hooks, NULL, NULL), 0);
        if (turn & 1)
            assert_int_equal(gpu_attach(g, &keep_hooks, NULL, NULL), 0);
        assert_int_equal(gpu_run(g, &s.front), GPU_OK);
        gpu_stats(g, &st);
        gpu_free(g);
        synth_free(&s);
        assert_int_equal(st.l1d.bypasses, cases[i].bypasses);
        assert_int_equal(st.l1d.misses, 4 - cases[i].bypasses);
        assert_int_equal(st.l1d.fail_inject_queue, cases[i].inject_fails);
        assert_int_equal(st.l1d.fail_associativity, 0);
        assert_int_equal(st.l1d.fail_mshr_full > 0, cases[i].mshrs == 1);
        assert_int_equal(st.l2.bypass_requests, 0);
    }
}

static void gpu_bypass_083_decisions_do_not_depend_on_the_size(void **state)
{
    bypass_size = GPU_BYPASS_ASKED;
    gpu_bypass_050_bypass_fills_nothing(state);
    gpu_bypass_051_returned_bit_fills_late(state);
    gpu_bypass_052_round_keeps_the_bit_clear(state);
    gpu_bypass_053_late_fill_refused_when_line_is_there(state);
    gpu_bypass_054_pick_victim_decides(state);
    gpu_bypass_055_round_reads_may_merge(state);
    gpu_bypass_056_merged_round_reads_fill_late_once(state);
    gpu_bypass_057_volatile_reads_never_merge(state);
    gpu_bypass_060_decisions_combine_in_any_order(state);
    bypass_size = GPU_BYPASS_LINE;
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(gpu_bypass_050_bypass_fills_nothing),
        cmocka_unit_test(gpu_bypass_051_returned_bit_fills_late),
        cmocka_unit_test(gpu_bypass_052_round_keeps_the_bit_clear),
        cmocka_unit_test(gpu_bypass_053_late_fill_refused_when_line_is_there),
        cmocka_unit_test(gpu_bypass_054_pick_victim_decides),
        cmocka_unit_test(gpu_bypass_055_round_reads_may_merge),
        cmocka_unit_test(gpu_bypass_056_merged_round_reads_fill_late_once),
        cmocka_unit_test(gpu_bypass_057_volatile_reads_never_merge),
        cmocka_unit_test(gpu_bypass_060_decisions_combine_in_any_order),
        cmocka_unit_test(gpu_bypass_061_a_read_without_a_way_bypasses_at_once),
        cmocka_unit_test(gpu_bypass_080_bypassed_reads_may_keep_their_size),
        cmocka_unit_test(gpu_bypass_081_a_late_fill_has_the_whole_line),
        cmocka_unit_test(gpu_bypass_082_a_read_waits_for_a_reply_that_has_its_data),
        cmocka_unit_test(gpu_bypass_084_beside_the_queue_a_read_passes_misses),
        cmocka_unit_test(gpu_bypass_085_the_crossbar_rejects),
        cmocka_unit_test(gpu_bypass_086_halves_of_segments),
        cmocka_unit_test(gpu_bypass_083_decisions_do_not_depend_on_the_size),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
