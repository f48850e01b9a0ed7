/*
 * Shared memory: lane i on the 32-bit word i x stride, or on two words. A pass takes as many words
 * as there are banks; of its words, those of a bank one after another. Stride 0 is one word: a
 * broadcast. Else gcd(stride, banks) lanes of a pass meet in each bank in use, on distinct words.
 * With smem_passes warp all words are one pass: of a regular stride as long as the passes together,
 * of a broadcast a cycle.
 */
/* clang-format off */
/*
 *   conflict cycles   accesses x passes x (degree - 1)
 *   chain             smem_latency + cycles of the access - 1, and the add that waits for it
 *   stream            accesses a cycle = 1 / (passes x degree), or what issue and fetch allow, or
 *                     ldst_queue / (1 + ldst_delay + operand_delay): a place is held from issue to
 *                     the memory stage
 *   atomics           lanes that meet in a bank go one after another, on one word too
 */
/* clang-format on */
#include "micro/derive.h"
#include "micro/micro.h"

enum { ACCESSES = 64, WARPS = 16 };

static uint32_t gcd(uint32_t a, uint32_t b)
{
    while (b) {
        uint32_t r = a % b;
        a = b;
        b = r;
    }
    return a;
}

static micro_launch_t on_shared(const gpu_cfg_t *c, const char *kernel, uint32_t threads,
                                uint32_t stride)
{
    return (micro_launch_t){.module = "shared",
                            .kernel = kernel,
                            .grid = 1,
                            .block = threads,
                            .shared = 64 * 4 * (stride ? stride : 1),
                            .arg = {dev_arg_u32(stride)},
                            .n_args = 1,
                            .cfg = c};
}

/* Cycles of a load of `wide` words a lane, lane i from the word i x stride x wide on, and passes of
 * as many words as there are banks; conflicts of a pass are of the lanes in it, and first words and
 * second words do not meet. */
static uint32_t cycles_of(const gpu_cfg_t *c, uint32_t stride, uint32_t wide, uint32_t *passes)
{
    *passes = (uint32_t)ceil_div(c->warp_size * wide, c->smem_banks);
    if (stride)
        return *passes * (gcd(stride * wide, c->smem_banks) / gcd(wide, c->smem_banks));
    if (c->smem_passes == GPU_SMEM_WARP)
        *passes = 1; /* of all lanes the same words */
    return *passes;
}

static void chain(micro_t *m, uint32_t stride, uint32_t wide)
{
    const gpu_cfg_t *c = &m->cfg;
    uint32_t passes, cycles = cycles_of(c, stride, wide, &passes);
    /* ld.param, mov tid; mul waits for both, shl for mul, the first load for shl. */
    derive_issue_t w = derive_warp(c);
    uint64_t t = derive_next(&w, true, 0) + derive_param(c);
    t = max_of(t, derive_next(&w, false, 0) + derive_alu(c, INST_OP_LOGIC, 0));
    t = derive_mul(&w, t) + derive_alu(c, INST_OP_INT_MUL, 2);
    t = derive_next(&w, false, t) + derive_alu(c, INST_OP_LOGIC, 1);
    for (int i = 0; i < ACCESSES; i++) {
        t = derive_next(&w, true, t) + derive_stage_delay(c, 1) - 1;
        t += c->smem_latency + cycles - 1;
        t = derive_next(&w, false, t) + derive_alu(c, INST_OP_INT_ADD, 2);
    }
    unsigned time = micro_expect(m, MICRO_EXACT, "core cycles", (double)derive_end(&w, t),
                                 "chain of %d at stride %u, %s, whole kernel", ACCESSES, stride,
                                 wide == 2 ? "two words" : "a word");
    unsigned lost =
        micro_expect(m, MICRO_EXACT, "cycles", ACCESSES * (cycles - passes), "  conflict cycles");
    micro_launch_t l =
        on_shared(c, wide == 2 ? "shared_chain_64" : "shared_chain", c->warp_size, stride);
    l.shared *= wide;
    micro_result_t r = micro_launch(m, &l);
    micro_got(m, time, (double)r.s.run.cycles);
    micro_got(m, lost, (double)r.s.sm.shared_conflict_cycles);
}

static void stream(micro_t *m, uint32_t stride)
{
    gpu_cfg_t own = m->cfg, *c = &own;
    own.sched_policy = GPU_SCHED_LRR; /* so that no warp is left alone at the end */
    uint32_t warps = WARPS, threads = warps * c->warp_size;
    uint32_t passes;
    double cycles = cycles_of(c, stride, 1, &passes);
    double issue = c->schedulers * c->issue_per_sched, fetch = c->fetch_warps * c->fetch_insts;
    double rate = 1 / cycles;
    double places = c->ldst_queue / (double)derive_stage_delay(c, 1);
    rate = places < rate ? places : rate;
    rate = issue < rate ? issue : rate;
    rate = fetch < rate ? fetch : rate;
    unsigned row = micro_expect(m, MICRO_BOUND, "B/cycle", rate * 4 * c->warp_size,
                                "loads at stride %u", stride);
    micro_launch_t a = on_shared(c, "shared_stream", threads, stride);
    micro_launch_t b = on_shared(c, "shared_stream_2", threads, stride);
    micro_got(m, row, 64.0 * warps * 4 * c->warp_size / (double)micro_cycles_between(m, &a, &b));
}

static void atomics(micro_t *m, uint32_t stride)
{
    const gpu_cfg_t *c = &m->cfg;
    uint32_t lanes = c->warp_size < c->smem_banks ? c->warp_size : c->smem_banks;
    uint32_t passes = (uint32_t)ceil_div(c->warp_size, c->smem_banks);
    uint32_t degree = stride ? gcd(stride, c->smem_banks) : lanes;
    unsigned lost = micro_expect(m, MICRO_EXACT, "cycles", ACCESSES * passes * (degree - 1),
                                 "conflict cycles of atomics at stride %u", stride);
    micro_launch_t l = on_shared(c, "shared_atomics", c->warp_size, stride);
    micro_result_t r = micro_launch(m, &l);
    micro_got(m, lost, (double)r.s.sm.shared_conflict_cycles);
}

static void run(micro_t *m)
{
    if (m->cfg.shared_bytes < 64 * 4 * m->cfg.smem_banks || m->cfg.warps_per_sm < WARPS) {
        micro_skip(m, "%u B of shared memory, %u warps", m->cfg.shared_bytes, m->cfg.warps_per_sm);
        return;
    }
    if (m->cfg.smem_bank_bytes != 4 || m->cfg.warp_size % m->cfg.smem_banks) {
        micro_skip(m, "banks of %u B, %u of them", m->cfg.smem_bank_bytes, m->cfg.smem_banks);
        return;
    }
    for (uint32_t stride = 1; stride <= m->cfg.smem_banks; stride *= 2)
        chain(m, stride, 1);
    chain(m, 0, 1);
    chain(m, 3, 1);
    chain(m, 0, 2);
    chain(m, 1, 2);
    chain(m, 4, 2);
    for (uint32_t stride = 1; stride <= m->cfg.smem_banks; stride *= 2)
        stream(m, stride);
    stream(m, 0);
    atomics(m, 0);
    atomics(m, 1);
    atomics(m, 4);
}

const micro_bench_t micro_shared = {
    "shared", "shared memory: bank conflicts, latency, bandwidth, atomics on one word", run};
