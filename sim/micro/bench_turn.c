/*
 * The way of replies and of results of shared memory to the registers. One warp reads two words of
 * shared memory, then a line, then six other lines past the L1, and again the first line, five
 * times, which merge in its MSHR; all are in the L2, in one slice. smem_latency is chosen so that
 * the first word of shared memory is ready with the line.
 */
/* clang-format off */
/*
 *   writeback free   the line's requests one a cycle, from the cycle of its reply on, everything
 *                    else at once
 *   turn             one of them a cycle, round-robin over shared memory, bypassed data, requests of
 *                    the line (textures and constants have none); a reply that comes in cycle c has
 *                    its turn from c + 1 on. The data of one bypassed read can wait: the next reply
 *                    of that kind, and what is behind it, is taken when they have had their turn
 *   reply_queue      a reply is taken a cycle after it came from the crossbar, and none comes while
 *                    so many wait
 *
 * Rows: cycles in which somebody who is ready waits for his turn; the sum of the loads' latencies;
 * crossbar cycles of the replies from the slice on, which are more when the queue is full; and the
 * whole kernel; by following the replies cycle by cycle.
 */
/* clang-format on */
#include "micro/derive.h"
#include "micro/gather.h"
#include "micro/lanes.h"
#include "micro/micro.h"

/* Loads in their order: one of the line, those past the L1, the others of the line. */
enum { WORDS = 2, OF_LINE = 6, ALONE = 6, LOADS = OF_LINE + ALONE, REPLIES = 1 + ALONE };

static uint64_t line_of_requests; /* of the launch that runs */

static gpu_l1_decision_t past_the_l1(const gpu_l1_access_t *a)
{
    return a->req->line == line_of_requests ? GPU_L1_NORMAL : GPU_L1_BYPASS;
}

static gpu_cfg_t machine(const micro_t *m, uint32_t writeback, uint32_t queue)
{
    gpu_cfg_t c = gather_machine(&m->cfg);
    c.writeback = writeback;
    c.reply_queue = queue;
    c.l1_fill_delay = c.l1_fill_delay ? c.l1_fill_delay : 1;
    c.l1_sets = 4096; /* no two lines in a set */
    c.l1_ways = 1;
    c.l1_mshr_merge = OF_LINE;
    c.l1_miss_queue = 64;
    c.l1_inject_queue = c.l1_inject_queue ? 64 : 0;
    c.l1_miss_delay = 0; /* the miss leaves before the first bypassed read */
    c.l1_bypass_merge = false;
    c.ldst_queue = 32;
    c.fetch_insts = 8; /* the first loads issue one a cycle */
    c.icnt_in_flits = c.icnt_out_flits = 4096;
    c.flit_bytes = 512; /* replies come as fast as they can */
    c.l2_queue = c.l2_reply_queue = 256;
    return c;
}

/* Core cycles. */
typedef struct path {
    uint64_t issue[LOADS], word[WORDS]; /* word: last cycle of the access */
    uint64_t comes[REPLIES];            /* out of the crossbar */
    uint64_t pushed[REPLIES];           /* by the slice; crossbar cycles */
    derive_issue_t w;
} path_t;

static void way_to_the_sm(const gpu_cfg_t *c, path_t *p)
{
    derive_t d = derive_from(c);
    derive_packet_t packet = {.any = false};
    const lanes_request_t word = {.first = 0, .last = 3, .pieces = 1};
    bool beside = c->l1_bypass_path == GPU_BYPASS_BESIDE;
    uint64_t cycles = c->smem_passes == GPU_SMEM_WARP ? 1 : ceil_div(c->warp_size, c->smem_banks);
    p->w = derive_warp(c);
    uint64_t param = derive_next(&p->w, true, 0) + derive_param(c), stage = 0, sent = 0;
    for (int i = 0; i < WORDS; i++) {
        stage = max_of(stage + 1, derive_next(&p->w, true, 0) + derive_stage_delay(c, 0));
        p->word[i] = stage = stage + cycles - 1;
    }
    for (int i = 0; i < LOADS; i++) {
        p->issue[i] = derive_next(&p->w, true, param);
        stage = max_of(stage + 1, p->issue[i] + derive_stage_delay(c, 1));
        if (i > ALONE)
            continue;
        uint64_t may = derive_sent(c, stage);
        uint64_t bytes = i ? lanes_bypass_bytes(c, c->line_bytes, &word) : c->line_bytes;
        sent = i ? beside ? stage : max_of(may, sent + 1) : may;
        derive_packet(&d, &packet, sent, bytes);
        uint64_t flits = derive_flits(c, bytes);
        p->pushed[i] = derive_icnt_from_l2(&d, packet.left);
        p->comes[i] = derive_core_from_icnt(&d, packet.gone + flits - 1 + c->icnt_latency);
    }
}

/* What is on the way between crossbar and registers. */
typedef struct port {
    const gpu_cfg_t *c;
    const path_t *p;
    uint64_t entered[REPLIES];         /* into the queue of replies */
    uint32_t come, taken;              /* replies */
    uint32_t words, bypassed, of_line; /* that have had their turn */
    bool line, held;                   /* the line is here; bypassed data wait */
    uint32_t last;                     /* client served last: 0 words, 1 bypassed, 2 line */
    uint64_t done[LOADS], word[WORDS]; /* in the registers */
    uint64_t waits;
} port_t;

static void line_served(port_t *t, uint64_t at)
{
    t->done[t->of_line ? ALONE + t->of_line : 0] = at;
    t->of_line++;
}

static void serve(port_t *t, uint32_t client, uint64_t now)
{
    uint64_t at = now - 1 + t->c->l1_fill_delay;
    t->last = client;
    if (client == 0) {
        t->word[t->words++] = now + 1;
    } else if (client == 1) {
        t->done[++t->bypassed] = at;
        t->held = false;
    } else {
        line_served(t, at);
    }
}

/* One client has its turn. */
static void turn(port_t *t, uint64_t now)
{
    bool ready[3] = {t->words < WORDS && t->p->word[t->words] + t->c->smem_latency - 2 <= now,
                     t->held, t->line && t->of_line < OF_LINE};
    uint32_t all = (uint32_t)ready[0] + ready[1] + ready[2];
    t->waits += all ? all - 1 : 0;
    for (uint32_t k = 1; k <= 3; k++)
        if (ready[(t->last + k) % 3]) {
            serve(t, (t->last + k) % 3, now);
            return;
        }
}

/* The next reply is used in cycle `now`. */
static void take(port_t *t, uint64_t now)
{
    bool turns = t->c->writeback == GPU_WRITEBACK_TURN, line = t->taken == 0;
    if (!line && turns && t->held)
        return;
    t->taken++;
    t->line |= line;
    if (!line && turns)
        t->held = true;
    else if (!line)
        t->done[++t->bypassed] = now + t->c->l1_fill_delay;
}

static void follow(port_t *t)
{
    const gpu_cfg_t *c = t->c;
    bool turns = c->writeback == GPU_WRITEBACK_TURN;
    for (uint32_t i = 0; !turns && i < WORDS; i++, t->words++)
        t->word[i] = t->p->word[i] + c->smem_latency - 1;
    for (uint64_t now = 0; t->words < WORDS || t->of_line < OF_LINE || t->bypassed < ALONE; now++) {
        bool comes = t->come < REPLIES && t->p->comes[t->come] <= now;
        if (comes && c->reply_queue && t->come - t->taken < c->reply_queue)
            t->entered[t->come++] = now;
        if (turns)
            turn(t, now);
        if (!c->reply_queue && comes) {
            t->entered[t->come] = now;
            take(t, now);
            t->come = t->taken;
        } else if (t->taken < t->come && t->entered[t->taken] < now) {
            take(t, now);
        }
        if (!turns && t->line && t->of_line < OF_LINE)
            line_served(t, now + c->l1_fill_delay);
    }
}

/* The sum of all: cycles of the kernel. */
static uint64_t end(const port_t *t, derive_issue_t *w)
{
    uint64_t add = derive_alu(t->c, INST_OP_INT_ADD, 2);
    uint64_t sum = derive_next(w, false, max_of(t->word[0], t->word[1])) + add;
    for (int i = 0; i < LOADS; i++)
        sum = derive_next(w, false, max_of(sum, t->done[i])) + add;
    return max_of(sum, derive_free(w, 0)) + 1;
}

static void together(micro_t *m, uint32_t writeback, uint32_t queue)
{
    gpu_cfg_t c = machine(m, writeback, queue);
    path_t p;
    way_to_the_sm(&c, &p);
    uint64_t ready = p.comes[0] + (queue ? 1 : 0) + 1; /* the line's first request has its turn */
    if (ready < p.word[0] || ready - p.word[0] + 2 > 255) {
        micro_skip(m, "no latency of shared memory is as long as that of the L2");
        return;
    }
    c.smem_latency = (uint32_t)(ready - p.word[0] + 2);
    port_t t = {.c = &c, .p = &p, .last = 2};
    follow(&t);
    uint64_t sum = 0;
    for (int i = 0; i < LOADS; i++)
        sum += t.done[i] - p.issue[i];
    unsigned waits = micro_expect(m, MICRO_EXACT, "results", (double)t.waits,
                                  "%s, reply_queue %u: results that wait",
                                  writeback == GPU_WRITEBACK_TURN ? "turn" : "free", queue);
    unsigned latency = micro_expect(m, MICRO_EXACT, "core cycles", (double)sum, "  loads");
    derive_t d = derive_from(&c);
    uint64_t crossed = 0;
    for (int i = 0; i < REPLIES; i++)
        crossed += derive_icnt_after_core(&d, t.entered[i]) - p.pushed[i];
    unsigned cross =
        micro_expect(m, MICRO_EXACT, "icnt cycles", (double)crossed, "  replies in the crossbar");
    unsigned time =
        micro_expect(m, MICRO_EXACT, "core cycles", (double)end(&t, &p.w), "  whole kernel");
    uint64_t base = derive_base(&c), bytes = 4096;
    line_of_requests = base / c.line_bytes;
    micro_launch_t l = {.module = "turn",
                        .kernel = "turn",
                        .grid = 1,
                        .block = c.warp_size,
                        .shared = 4,
                        .arg = {dev_arg_ptr(base)},
                        .n_args = 1,
                        .bytes = bytes,
                        .preload = bytes,
                        .decide = past_the_l1,
                        .cfg = &c};
    micro_result_t r = micro_launch(m, &l);
    micro_got(m, waits, (double)r.s.sm.writeback_waits);
    micro_got(m, latency, (double)r.s.sm.load_latency_sum);
    micro_got(m, cross, (double)r.s.icnt_reply.read_cycles);
    micro_got(m, time, (double)r.s.run.cycles);
}

static void run(micro_t *m)
{
    const gpu_cfg_t *c = &m->cfg;
    if (c->l2_sector_bytes != c->line_bytes || c->shared_bytes < 4) {
        micro_skip(m, "sectors or no shared memory");
        return;
    }
    together(m, c->writeback, c->reply_queue);
    for (uint32_t writeback = GPU_WRITEBACK_FREE; writeback <= GPU_WRITEBACK_TURN; writeback++)
        for (uint32_t queue = 0; queue <= 2; queue++)
            together(m, writeback, queue);
}

const micro_bench_t micro_turn = {
    "turn", "replies and shared memory's results on their way to the registers", run};
