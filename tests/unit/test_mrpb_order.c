/* mrpb under random requests, more than a million each through the C model and the RTL.
 *
 * The header of a request is its name: its number among the requests of its queue, and the queue.
 * What leaves is known by the name that the unit shows: of each queue number 0, then 1, and so on,
 * none lost, doubled, replaced or passed by a later one. Where an entry has no room for both
 * (entry_w 3 of the small geometry's RTL) the name is the number modulo 4.
 *
 * Beside that a bookkeeper says for every cycle what is offered, taken in and bypassed by the
 * contract. It keeps lists of requests with the cycle of their entry, and neither counters of what
 * is visible nor a pipe.
 *
 * With the argument "long": more of it. */
#include "unit_bench.h"

#include "lockstep/engines.h"
#include "lockstep/ports.h"
#include "mrpb/mrpb.h"

enum { QUEUES = 64, DEPTH = 12, FIXED = 0, LONGEST, ROUND, GREEDY, POLICIES = 6 };

/* Cycles of a run, and requests that all runs together serve at least. */
typedef struct amount {
    unsigned cycles;
    uint64_t requests;
} amount_t;

static const amount_t usual[] = {{45000, 1000000}, {1200000, 1000000}},
                      more[] = {{900000, 20000000}, {6000000, 5000000}};
static const amount_t *amount = usual;

typedef struct request {
    uint64_t entered;
    uint64_t data;
    bool write;
} request_t;

/* The bookkeeper. */
typedef struct book {
    mrpb_cfg_t cfg;
    uint64_t now;
    request_t stored[QUEUES][DEPTH]; /* oldest first */
    unsigned n[QUEUES];
    unsigned greedy, rr;
    bool held, bypass; /* the outbound register: */
    request_t offered;
    unsigned offered_queue;
    /* the ledger, by queue: */
    uint64_t accepted[QUEUES], taken[QUEUES];
    uint64_t flushes, writes_beside, bypasses, policy_drains;
} book_t;

static unsigned visible(const book_t *b, unsigned q)
{
    unsigned n = 0;
    while (n < b->n[q] && b->stored[q][n].entered + b->cfg.latency <= b->now)
        n++;
    return n;
}

/* The policy's queue, or -1. */
static int choose(const book_t *b)
{
    const unsigned queues = b->cfg.queues, policy = b->cfg.policy;
    unsigned most = 0;
    int longest = -1;

    if (policy >= GREEDY && visible(b, b->greedy))
        return (int)b->greedy;
    for (unsigned q = 0; q < queues; q++)
        if (visible(b, q) > most) {
            most = visible(b, q);
            longest = (int)q;
        }
    if (most == 0 || policy % GREEDY == LONGEST)
        return longest;
    unsigned q = policy % GREEDY == ROUND ? b->rr : 0;
    while (!visible(b, q))
        q = (q + 1) % queues;
    return (int)q;
}

static void offer(book_t *b, const request_t *r, unsigned queue)
{
    b->held = true;
    b->bypass = false;
    b->offered = *r;
    b->offered_queue = queue;
}

static void drain(book_t *b, unsigned q)
{
    offer(b, &b->stored[q][0], q);
    b->n[q]--;
    memmove(&b->stored[q][0], &b->stored[q][1], b->n[q] * sizeof b->stored[q][0]);
}

/* A name has room for its queue, too. */
static bool names_queue(const mrpb_cfg_t *cfg)
{
    return cfg->entry_w > 6 + 32;
}

static uint64_t name_of(const mrpb_cfg_t *cfg, uint64_t number, unsigned queue)
{
    return (names_queue(cfg) ? number << 6 | queue : number) & bits_mask(cfg->entry_w - 1);
}

/* The unit gives away what it shows: the next of its queue. */
static void leave(book_t *b, const mrpb_out_t *out)
{
    const unsigned q = names_queue(&b->cfg) ? out->out_data & 63 : b->offered_queue;
    const uint64_t due = name_of(&b->cfg, b->taken[q], q);
    if (out->out_data != due)
        fail_msg("cycle %lu: %lx leaves queue %u, in which it is the turn of %lx",
                 (unsigned long)b->now, (unsigned long)out->out_data, q, (unsigned long)due);
    b->taken[q]++;
    b->bypasses += out->out_bypass;
    b->held = false;
}

/* What the unit shows before the edge. */
static void check(const book_t *b, const mrpb_in_t *in, const mrpb_out_t *out)
{
    const unsigned q = in->in_queue;
    const bool named = in->in_valid && q < b->cfg.queues;
    const bool beside = in->in_write && b->cfg.flush;
    const bool room =
        named && (beside ? b->n[q] == 0 && (!b->held || in->out_taken) : b->n[q] < b->cfg.depth);
    const bool shown = out->out_valid == b->held &&
                       out->out_write == (b->held && b->offered.write) &&
                       out->out_bypass == (b->held && b->bypass) &&
                       out->out_data == (b->held ? b->offered.data : 0);

    const bool waits = in->in_valid && !room;
    if (out->entered != (room && !beside) || out->direct != (room && beside) ||
        out->wait_full != (waits && !beside) || out->wait_write != (waits && beside))
        fail_msg("cycle %lu: entered %u, direct %u, wait_full %u, wait_write %u",
                 (unsigned long)b->now, out->entered, out->direct, out->wait_full, out->wait_write);
    if (out->in_ready != room)
        fail_msg("cycle %lu: queue %u holds %u, in_ready %u", (unsigned long)b->now, q,
                 named ? b->n[q] : 0, out->in_ready);
    if (!shown)
        fail_msg("cycle %lu: offered %u, data %lx; expected %u, data %lx of queue %u",
                 (unsigned long)b->now, out->out_valid, (unsigned long)out->out_data, b->held,
                 (unsigned long)b->offered.data, b->offered_queue);
}

/* The edge. */
static void step(book_t *b, const mrpb_in_t *in, const mrpb_out_t *out)
{
    const unsigned q = in->in_queue;
    const bool named = in->in_valid && q < b->cfg.queues;
    const bool flush = named && b->cfg.flush;
    const bool wants_flush =
        flush && (in->in_write ? b->n[q] != 0 : b->n[q] == b->cfg.depth) && visible(b, q);
    const int policy = choose(b);
    const request_t r = {b->now, in->in_data, in->in_write};
    const bool enters = in->in_valid && out->in_ready;

    if (out->out_valid && in->out_taken) {
        leave(b, out);
    } else if (b->held && in->out_reject && !b->offered.write) {
        b->bypass |= b->cfg.bypass == 1 || (b->cfg.bypass == 2 && in->out_assoc);
    }
    if (enters)
        b->accepted[q]++;
    unsigned drained = 0;
    if (enters && in->in_write && b->cfg.flush) { /* nothing of its queue is before it */
        assert_false(b->held);
        assert_int_equal(b->n[q], 0);
        offer(b, &r, q);
        b->writes_beside++;
    } else if (!b->held && wants_flush) {
        drain(b, q);
        drained = in->in_write ? 3 : 2;
        b->flushes++;
    } else if (!b->held && policy >= 0) {
        drain(b, (unsigned)policy);
        b->greedy = (unsigned)policy;
        b->rr = ((unsigned)policy + 1) % b->cfg.queues;
        drained = 1;
        b->policy_drains++;
    }
    if (out->drained != drained)
        fail_msg("cycle %lu: drained %u, expected %u", (unsigned long)b->now, out->drained,
                 drained);
    if (enters && !(in->in_write && b->cfg.flush))
        b->stored[q][b->n[q]++] = r;
    b->now++;
}

/* How a stretch of requests is. Percentages. */
typedef struct traffic {
    unsigned valid, write, taken, reject, other_queue, hot;
    bool fickle; /* a request that waits may be replaced by another */
} traffic_t;

static traffic_t traffic_draw(rng_t *r, bool fickle)
{
    static const unsigned often[] = {0, 10, 50, 90, 100};
    return (traffic_t){.valid = often[1 + rng_below(r, 4)],
                       .write = often[rng_below(r, 4)],
                       .taken = often[rng_below(r, 5)],
                       .reject = often[rng_below(r, 5)],
                       .other_queue = often[rng_below(r, 5)],
                       .hot = 1 + rng_below(r, QUEUES),
                       .fickle = fickle};
}

typedef struct bench_run {
    const unit_engine_t *engine;
    mrpb_cfg_t cfg;
    unsigned cycles;
} run_t;

static void request_draw(rng_t *r, const traffic_t *t, const book_t *b, mrpb_in_t *in)
{
    in->in_valid = rng_percent(r, t->valid);
    in->in_write = rng_percent(r, t->write);
    if (rng_percent(r, t->other_queue))
        in->in_queue = (uint8_t)(rng_below(r, t->hot) & bits_mask(bits_index_w(b->cfg.queues)));
    in->in_data = name_of(&b->cfg, b->accepted[in->in_queue], in->in_queue);
}

static void drive(rng_t *r, const traffic_t *t, mrpb_in_t *in)
{
    in->out_taken = rng_percent(r, t->taken);
    in->out_reject = rng_percent(r, t->reject);
    in->out_assoc = rng_percent(r, 50);
}

static void cycle(unit_inst_t *u, book_t *b, const mrpb_in_t *in, mrpb_out_t *out)
{
    assert_int_equal(unit_inst_eval(u, in, out), 0);
    check(b, in, out);
    assert_int_equal(unit_inst_tick(u, in), 0);
    step(b, in, out);
}

/* Nothing enters any more and everything is taken: nothing may be left. */
static void drain_all(unit_inst_t *u, book_t *b, mrpb_in_t in)
{
    mrpb_out_t out;
    in.in_valid = 0;
    in.out_taken = 1;
    for (unsigned k = 0; k < b->cfg.queues * b->cfg.depth + b->cfg.latency + 2; k++)
        cycle(u, b, &in, &out);
    assert_int_equal(out.out_valid, 0);
    assert_true(u->engine != &unit_engine_c || mrpb_idle(u->model));
    assert_memory_equal(b->taken, b->accepted, sizeof b->taken);
}

/* Returns the number of requests served. */
static uint64_t run_one(const run_t *run)
{
    book_t b = {.cfg = run->cfg};
    diag_t diag = {0};
    unit_inst_t *u = unit_inst_new(&mrpb_unit, &b.cfg, run->engine, "order", &diag);
    if (u == NULL)
        fail_msg("%s", diag.text);
    rng_t r;
    rng_seed(&r, 1 + b.cfg.policy + 16 * b.cfg.flush + 32 * b.cfg.bypass + 128 * b.cfg.queues);
    mrpb_in_t in = {0};
    mrpb_out_t out = {0};
    traffic_t t = {0};
    bool waits = false;
    for (unsigned k = 0; k < run->cycles; k++) {
        if (k % 128 == 0)
            t = traffic_draw(&r, rng_percent(&r, 25));
        if (!waits || (t.fickle && rng_percent(&r, 20)))
            request_draw(&r, &t, &b, &in);
        drive(&r, &t, &in);
        cycle(u, &b, &in, &out);
        waits = in.in_valid && !out.in_ready && in.in_queue < b.cfg.queues;
    }
    drain_all(u, &b, in);
    uint64_t served = 0;
    for (unsigned q = 0; q < QUEUES; q++)
        served += b.taken[q];
    assert_true(served > run->cycles / 20 && b.policy_drains > run->cycles / 100);
    if (b.cfg.flush)
        assert_true(b.flushes > 0 && b.writes_beside > 0);
    if (b.cfg.bypass)
        assert_true(b.bypasses > 0);
    unit_inst_free(u);
    return served;
}

static void check_served(uint64_t served, const unit_engine_t *e)
{
    print_message("%lu requests\n", (unsigned long)served);
    assert_true(served >= amount[e == &unit_engine_rtl].requests);
}

/* All policies, flush off and on, all bypass options. */
static void order_010_of_the_c_model(void **state)
{
    (void)state;
    uint64_t served = 0;
    for (unit_geometry_t g = UNIT_PAPER; g < UNIT_GEOMETRIES; g++)
        for (unsigned k = 0; k < POLICIES * 2 * 3; k++) {
            run_t run = {.engine = &unit_engine_c, .cycles = amount[0].cycles};
            unit_cfg_geometry(&mrpb_unit, g, &run.cfg);
            run.cfg.entry_w = 64; /* wide enough for names, also at the small geometry */
            run.cfg.policy = k % POLICIES;
            run.cfg.flush = k / POLICIES & 1;
            run.cfg.bypass = k / POLICIES / 2;
            served += run_one(&run);
        }
    check_served(served, &unit_engine_c);
}

/* The options of each geometry. */
static void order_020_of_the_rtl(void **state)
{
    (void)state;
    uint64_t served = 0;
    if (!rtl_available())
        skip();
    for (unit_geometry_t g = UNIT_PAPER; g < UNIT_GEOMETRIES; g++) {
        run_t run = {.engine = &unit_engine_rtl, .cycles = amount[1].cycles};
        unit_cfg_geometry(&mrpb_unit, g, &run.cfg);
        served += run_one(&run);
    }
    check_served(served, &unit_engine_rtl);
}

int main(int argc, char **argv)
{
    if (argc > 1 && strcmp(argv[1], "long") == 0)
        amount = more;
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(order_010_of_the_c_model),
        cmocka_unit_test(order_020_of_the_rtl),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
