/*
 * A request buffer before the L1 (gpu/request_buffer.h): what it costs, the order of its calls,
 * what it is answered, and that a policy must bring the whole of it. The buffers are this test's
 * own.
 */
#include <errno.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "gpu_synth.h"

#define BASE UINT64_C(0x10000000)

/* A FIFO of `depth` requests; each is offered `delay` cycles after its push, not counting the cycle
 * that every buffer adds. It checks the order of the calls in each SM-cycle (one SM). */
typedef struct fifo {
    gpu_t *g;
    uint32_t depth, delay;
    bool through;
    gpu_req_t q[64];
    uint64_t ready[64];
    uint32_t head, count, most;
    uint32_t answers[GPU_L1_HELD + 1];
    uint64_t asked_at, peeked_at; /* cycle of the last can_accept and peek */
    bool accepts;                 /* what can_accept said */
    gpu_req_t asked;
    uint32_t refusals;
} fifo_t;

static bool can_accept(void *ctx, const gpu_req_t *r, uint64_t cycle)
{
    fifo_t *f = ctx;
    assert_true(cycle > f->asked_at); /* once in a cycle at most */
    f->asked_at = cycle;
    f->asked = *r;
    f->accepts = f->count < f->depth;
    f->refusals += !f->accepts;
    return f->accepts;
}

static void push(void *ctx, const gpu_req_t *r, uint64_t cycle)
{
    fifo_t *f = ctx;
    assert_true(f->accepts && f->asked_at == cycle);
    assert_memory_equal(r, &f->asked, sizeof *r);
    f->accepts = false;
    uint32_t at = (f->head + f->count++) % 64;
    f->q[at] = *r;
    f->ready[at] = cycle + !f->through + f->delay;
    if (f->count > f->most)
        f->most = f->count;
    if (f->delay)
        gpu_sm_wake_at(f->g, r->sm, f->ready[f->head]);
}

static bool peek(void *ctx, uint32_t sm, uint64_t cycle, gpu_req_t *r)
{
    fifo_t *f = ctx;
    assert_int_equal(sm, 0);
    assert_true(f->count);
    assert_true(cycle > f->peeked_at);
    f->peeked_at = cycle;
    /* A register offers before it takes, the other form after it. */
    assert_true(f->through || f->asked_at < cycle);
    if (f->ready[f->head] > cycle)
        return false;
    *r = f->q[f->head];
    return true;
}

static void answer(void *ctx, const gpu_req_t *r, gpu_l1_answer_t a, uint64_t cycle)
{
    fifo_t *f = ctx;
    assert_int_equal(cycle, f->peeked_at);
    assert_int_equal(r->owner, f->q[f->head].owner);
    assert_int_equal(r->idx, f->q[f->head].idx);
    f->answers[a]++;
    if (a != GPU_L1_ACCEPTED)
        return;
    f->head = (f->head + 1) % 64;
    f->count--;
    if (f->count && f->delay)
        gpu_sm_wake_at(f->g, r->sm, f->ready[f->head] > cycle ? f->ready[f->head] : cycle + 1);
}

static const gpu_request_buffer_t fifo = {
    .can_accept = can_accept, .push = push, .peek = peek, .answer = answer};
static const gpu_hooks_t hooks = {.policy = "fifo", .request_buffer = &fifo};

/* The same, but a request may pass an empty one within a cycle. */
static const gpu_request_buffer_t fifo_through = {
    .through = true, .can_accept = can_accept, .push = push, .peek = peek, .answer = answer};
static const gpu_hooks_t through = {.policy = "through", .request_buffer = &fifo_through};

static gpu_cfg_t one_sm(void)
{
    gpu_cfg_t c = synth_preset(PLAIN);
    c.core_mhz = c.icnt_mhz = c.l2_mhz = c.dram_mhz = 1000;
    c.n_sms = 1;
    c.fetch_insts = 8;
    return c;
}

/* Thirty-two lines a load, stores and atomics in between, in eight warps: saturates the L1. */
static uint64_t addr_many(const synth_t *s, const synth_at_t *at, uint32_t lane)
{
    (void)s;
    uint32_t x = at->warp * 37 + at->iter * 11 + at->inst * 5 + lane * 3;
    return BASE + (x * 2654435761u >> 8) % 1024 * 128 + lane * 4;
}

static void many_program(synth_t *s)
{
    synth_init(s, 2, 4, 32);
    synth_load(s, 1, -1);
    synth_load(s, 2, -1);
    synth_store(s, 1);
    synth_load(s, 3, 2);
    synth_add(s, INST_UNIT_LDST, INST_ATOMIC, INST_SPACE_GLOBAL, 4, -1);
    synth_alu(s, 5, 3);
    s->repeat = 4;
    s->addr = addr_many;
}

static void run(const gpu_cfg_t *c, synth_t *s, fifo_t *f, bool never_sleep, gpu_stats_t *st)
{
    gpu_t *g = gpu_new(c);
    gpu_set_never_sleep(g, never_sleep);
    gpu_set_dump(g, stderr);
    if (f) {
        f->g = g;
        assert_int_equal(gpu_attach(g, f->through ? &through : &hooks, f, NULL), 0);
    }
    assert_int_equal(gpu_run(g, &s->front), GPU_OK);
    gpu_stats(g, st);
    gpu_free(g);
    synth_free(s);
}

static void gpu_buffer_010_costs_a_cycle_or_none_where_nothing_is_rejected(void **state)
{
    (void)state;
    for (unsigned k = 0; k < 4; k++) {
        gpu_cfg_t c = one_sm();
        gpu_stats_t with, without;
        synth_t s;
        fifo_t f = {.depth = 1, .through = k & 1};
        c.l1_lookup_delay = k & 2 ? 4 : 0;
        c.l1_ways = 32; /* room for every line, and for all of them on their way */
        c.l1_mshrs = 1024;
        c.l1_mshr_merge = 64;
        c.l1_miss_queue = c.l1_inject_queue = 256;
        many_program(&s);
        run(&c, &s, &f, false, &with);
        /* A register: pushed in one cycle, offered and accepted in the next, as with one stage more
         * before the tags. The other form: all in one cycle, as without a buffer. (Where requests
         * are rejected, the buffer is one slot more behind the memory stage.) */
        c.l1_lookup_delay += !f.through;
        c.l1_hit_latency += !f.through;
        many_program(&s);
        run(&c, &s, NULL, false, &without);
        /* A hit's latency by level counts from its acceptance. */
        with.latency.l1_cycles += f.through ? 0 : with.l1d.hits;
        assert_memory_equal(&with, &without, sizeof with);
        assert_int_equal(f.count, 0);
        assert_int_equal(f.answers[GPU_L1_ACCEPTED],
                         with.sm.load_requests + with.sm.store_requests + with.sm.atomic_requests);
        for (unsigned a = GPU_L1_ACCEPTED + 1; a <= GPU_L1_HELD; a++)
            assert_int_equal(f.answers[a], 0);
    }
}

static void gpu_buffer_020_frees_the_memory_stage(void **state)
{
    (void)state;
    gpu_cfg_t c = one_sm();
    gpu_stats_t st;
    synth_t s;
    fifo_t f = {.depth = 64};
    many_program(&s);
    run(&c, &s, &f, false, &st);
    assert_true(f.most > 32);
    assert_true(f.answers[GPU_L1_NO_MSHR] > 0);
    assert_true(f.answers[GPU_L1_NO_QUEUE] > 0);
    assert_int_equal(f.count, 0);
}

static uint64_t addr_line(const synth_t *s, const synth_at_t *at, uint32_t lane)
{
    (void)s, (void)at;
    return BASE + lane * 4;
}

/* Of memory instructions, warp 1's have no lane. */
static uint64_t mask_warp_0_accesses(const synth_t *s, const synth_at_t *at)
{
    return inst_is_memory(&s->inst[at->inst]) && at->warp ? 0 : bits_mask(32);
}

static void gpu_buffer_030_delays_by_what_it_says(void **state)
{
    (void)state;
    gpu_cfg_t c = one_sm();
    uint64_t latency[2];
    /* One load, a miss, then a hit: each goes to the tags seven cycles later. */
    for (unsigned k = 0; k < 2; k++) {
        gpu_stats_t st;
        synth_t s;
        fifo_t f = {.depth = 4, .delay = k ? 7 : 0};
        synth_init(&s, 1, 1, 32);
        synth_load(&s, 1, -1);
        synth_load(&s, 2, 1);
        s.addr = addr_line;
        run(&c, &s, &f, false, &st);
        latency[k] = st.sm.load_latency_sum;
        assert_int_equal(st.l1d.hits, 1);
    }
    assert_int_equal(latency[1], latency[0] + 2 * 7);
}

static void gpu_buffer_040_sleeps_exactly(void **state)
{
    (void)state;
    static const uint32_t depth[] = {1, 2, 5, 32, 64}, delay[] = {0, 0, 3, 0, 9};
    uint64_t refusals = 0;
    for (unsigned k = 0; k < 20; k++) {
        gpu_cfg_t c = one_sm();
        gpu_stats_t slept, awake;
        synth_t s;
        fifo_t f = {.depth = depth[k % 5], .delay = delay[k % 5], .through = k >= 10}, g = f;
        c.l1_lookup_delay = k % 10 < 5 ? 0 : 6;
        c.l1_mshrs = k % 2 ? 64 : 6;
        many_program(&s);
        run(&c, &s, &f, false, &slept);
        many_program(&s);
        run(&c, &s, &g, true, &awake);
        assert_memory_equal(&slept, &awake, sizeof slept);
        assert_int_equal(f.most, g.most);
        /* Awake, every refusal is asked for again in every cycle; asleep, after a change alone. */
        assert_true(f.refusals <= g.refusals);
        refusals += f.refusals;
    }
    assert_true(refusals > 0);
}

/* The same where atomics and volatile reads go beside the miss queue, into a crossbar that is slow
 * to take them: the rejection that ends with an event from outside the SM. */
static void gpu_buffer_041_sleeps_exactly_beside_the_queue(void **state)
{
    (void)state;
    uint64_t net = 0;
    for (unsigned k = 0; k < 24; k++) {
        gpu_cfg_t c = one_sm();
        gpu_stats_t slept, awake;
        synth_t s;
        fifo_t f = {.depth = k % 3 ? 1 : 32, .delay = k % 4 == 3 ? 5 : 0, .through = k & 1}, g = f;
        c.l1_bypass_path = GPU_BYPASS_BESIDE;
        c.l1_bypass_size = k / 2 % 2;
        c.l1_read_spare = k / 3 % 3;
        c.l1_inject_queue = k / 4 % 2 ? 0 : 2;
        c.l1_lookup_delay = k % 5 ? 0 : 6;
        c.icnt_in_flits = 1 + k % 4;
        c.icnt_mhz = k % 7 ? 300 : 2000;
        many_program(&s);
        s.inst[k % 2].cache_op = 1;
        run(&c, &s, &f, false, &slept);
        many_program(&s);
        s.inst[k % 2].cache_op = 1;
        run(&c, &s, &g, true, &awake);
        assert_memory_equal(&slept, &awake, sizeof slept);
        assert_int_equal(f.most, g.most);
        assert_true(f.answers[GPU_L1_NO_NET] <= g.answers[GPU_L1_NO_NET]);
        assert_int_equal(g.answers[GPU_L1_NO_NET], slept.l1d.fail_net);
        net += f.answers[GPU_L1_NO_NET];
    }
    assert_true(net > 0);
}

static void gpu_buffer_050_is_whole_and_alone(void **state)
{
    (void)state;
    gpu_request_buffer_t part[4] = {fifo, fifo, fifo, fifo};
    part[0].can_accept = NULL;
    part[1].push = NULL;
    part[2].peek = NULL;
    part[3].answer = NULL;
    gpu_cfg_t c = one_sm();
    fifo_t f = {.depth = 1};
    const char *other = NULL;
    gpu_t *g = gpu_new(&c);
    for (unsigned k = 0; k < 4; k++) {
        const gpu_hooks_t half = {.policy = "half", .request_buffer = &part[k]};
        assert_int_equal(gpu_attach(g, &half, &f, &other), -EINVAL);
    }
    assert_int_equal(gpu_attach(g, &hooks, &f, &other), 0);
    assert_int_equal(gpu_attach(g, &hooks, &f, &other), -EEXIST);
    assert_string_equal(other, "fifo");
    gpu_free(g);
}

/* A memory instruction of warp 0 alone, a barrier, an ALU: cycle of each step by warp. */
static void run_barrier(fifo_t *f, inst_kind_t kind, uint64_t at[2][3])
{
    gpu_cfg_t c = one_sm();
    gpu_stats_t st;
    synth_clock_t clock = {.n = 0};
    synth_t s;
    c.sched_policy = GPU_SCHED_GTO;
    synth_init(&s, 1, 2, 32);
    synth_add(&s, INST_UNIT_LDST, kind, INST_SPACE_GLOBAL, kind == INST_STORE ? -1 : 1, -1);
    synth_add(&s, INST_UNIT_CTRL, INST_BARRIER, INST_SPACE_NONE, -1, -1);
    synth_alu(&s, 3, -1);
    s.addr = addr_line;
    s.mask = mask_warp_0_accesses;
    synth_log_on(&s, 8);
    clock.s = &s;
    gpu_t *g = gpu_new(&c);
    assert_int_equal(gpu_attach(g, &synth_clock_hooks, &clock, NULL), 0);
    if (f) {
        f->g = g;
        assert_int_equal(gpu_attach(g, &hooks, f, NULL), 0);
    }
    assert_int_equal(gpu_run(g, &s.front), GPU_OK);
    gpu_stats(g, &st);
    gpu_free(g);
    assert_int_equal(s.log_n, 6);
    for (uint32_t k = 0; k < 6; k++)
        at[s.log[k].warp][s.log[k].inst] = clock.cycle[k];
    /* What waits for the buffer waits for memory; issue and stalls are all there is. */
    assert_int_equal(st.sm.stall_raw_memory > 0, f != NULL);
    synth_free(&s);
}

static void gpu_buffer_060_no_barrier_before_the_requests_have_left(void **state)
{
    (void)state;
    static const inst_kind_t kinds[] = {INST_LOAD, INST_STORE, INST_ATOMIC, INST_REDUCE};
    uint64_t at[2][3];
    for (unsigned k = 0; k < 4; k++) {
        fifo_t f = {.depth = 4, .delay = 20};
        uint64_t issued, passed;
        /* Without a buffer the barrier follows at once, wherever the request is. */
        run_barrier(NULL, kinds[k], at);
        assert_int_equal(at[0][1], at[0][0] + 1);
        /* In the memory stage a cycle after issue, offered 21 cycles later and accepted: in that
         * cycle the barrier is issued. An atomic's lanes are a request for each 32 bytes, one a
         * cycle. Warp 1 has no request, and waits at the barrier. */
        uint64_t more = kinds[k] == INST_ATOMIC || kinds[k] == INST_REDUCE ? 32 * 4 / 32 - 1 : 0;
        run_barrier(&f, kinds[k], at);
        issued = at[0][0];
        passed = at[0][1];
        assert_int_equal(passed, issued + 1 + one_sm().exec_delay + 1 + 20 + more);
        assert_true(at[1][1] < passed);
        assert_true(at[0][2] > passed && at[1][2] > passed);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(gpu_buffer_010_costs_a_cycle_or_none_where_nothing_is_rejected),
        cmocka_unit_test(gpu_buffer_020_frees_the_memory_stage),
        cmocka_unit_test(gpu_buffer_030_delays_by_what_it_says),
        cmocka_unit_test(gpu_buffer_040_sleeps_exactly),
        cmocka_unit_test(gpu_buffer_041_sleeps_exactly_beside_the_queue),
        cmocka_unit_test(gpu_buffer_050_is_whole_and_alone),
        cmocka_unit_test(gpu_buffer_060_no_barrier_before_the_requests_have_left),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
