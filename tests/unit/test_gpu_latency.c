/*
 * Latencies and rates of an unloaded GPU, derived here from the configuration and the order of
 * the phases that gpu/sm.h, gpu/slice.h and gpu/clock.h state.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "gpu/clock.h"
#include "gpu_synth.h"

#define BASE UINT64_C(0x10000000)

/* One clock for all, so that no rounding enters the derivations. */
static gpu_cfg_t one_clock(void)
{
    gpu_cfg_t c = synth_preset(PLAIN);
    c.core_mhz = c.icnt_mhz = c.l2_mhz = c.dram_mhz = 1000;
    return c;
}

static uint64_t addr_one_line(const synth_t *s, const synth_at_t *at, uint32_t lane)
{
    (void)s, (void)at;
    return BASE + 4 * (lane & 15);
}

/* Issue to data of one load by one warp, with the line in the L2 or not. */
static uint64_t load_latency(const gpu_cfg_t *cfg, bool in_l2)
{
    synth_t s;
    gpu_stats_t st;
    synth_init(&s, 1, 1, cfg->warp_size);
    synth_load(&s, 1, 0);
    s.addr = addr_one_line;
    gpu_t *g = gpu_new(cfg);
    if (in_l2)
        gpu_l2_preload(g, BASE, cfg->line_bytes);
    assert_int_equal(gpu_run(g, &s.front), GPU_OK);
    gpu_stats(g, &st);
    assert_int_equal(st.l2.read_hits, in_l2 ? 1 : 0);
    assert_int_equal(st.dram.reads, in_l2 ? 0 : 1);
    gpu_free(g);
    synth_free(&s);
    return st.sm.load_latency_sum;
}

static uint64_t ceil_div(uint64_t a, uint64_t b)
{
    return (a + b - 1) / b;
}

/*
 * Issue at t. Memory stage and, after l1_miss_delay, the packet into the crossbar at t + 1. The
 * crossbar ticks before the SMs in an instant, so it moves it at t + 2; one flit, visible
 * icnt_latency later at the slice, which takes it in and looks it up rop_latency + 1 later. The
 * reply enters the crossbar l2_latency after and is moved in that cycle; its last flit is flits - 1
 * later, visible icnt_latency after that, and l1_fill_delay to use.
 */
static uint64_t l2_latency_expected(const gpu_cfg_t *c)
{
    uint64_t flits = ceil_div(c->header_bytes + c->line_bytes, c->flit_bytes);
    return 1 + c->l1_miss_delay + 1 + c->icnt_latency + 1 + c->rop_latency + c->l2_latency +
           (flits - 1) + c->icnt_latency + c->l1_fill_delay;
}

static void gpu_latency_010_dependent_alu_chain(void **state)
{
    (void)state;
    gpu_cfg_t c = one_clock();
    enum { N = 20 };
    synth_t s;
    gpu_stats_t st;
    synth_init(&s, 1, 1, 32);
    for (int i = 0; i < N; i++)
        synth_alu(&s, 1, 1);
    c.n_sms = 1;
    synth_run(&c, &s, &st);
    /* First issue fetch_latency after the CTA's arrival in cycle 0, one each sp_latency, and the
     * warp retires with the last result, in the cycle that ends the run. */
    uint64_t cycles = c.fetch_latency + (uint64_t)N * c.sp_latency + 1;
    assert_int_equal(st.run.cycles, cycles);
    assert_int_equal(st.run.warp_instructions, N);
    assert_int_equal(st.run.thread_instructions, N * 32);
    assert_int_equal(st.sm.issued, N);
    /* After each issue that empties the buffer, there is no instruction to wait with for
     * fetch_latency - 1 of the sp_latency - 1 cycles between issues. */
    uint64_t no_inst = (uint64_t)((N - 1) / c.fetch_insts) * (c.fetch_latency - 1);
    assert_int_equal(st.sm.stall_raw_data, (N - 1) * (c.sp_latency - 1) - no_inst);
    assert_int_equal(st.sm.stall_idle, c.fetch_latency + no_inst + c.sp_latency);
    assert_int_equal(st.sm.stall_structural, 0);
    assert_int_equal(st.sm.stall_raw_memory, 0);
    assert_int_equal(st.sm.scheduler_cycles, cycles);
    synth_free(&s);
}

static void gpu_latency_011_exec_delay_adds_to_alu(void **state)
{
    (void)state;
    gpu_cfg_t c = one_clock();
    gpu_stats_t st;
    c.exec_delay = 3;
    synth_t s;
    synth_init(&s, 1, 1, 32);
    for (int i = 0; i < 5; i++)
        synth_alu(&s, 1, 1);
    synth_run(&c, &s, &st);
    assert_int_equal(st.run.cycles, c.fetch_latency + 5 * (c.sp_latency + 3) + 1);
    synth_free(&s);
}

static void gpu_latency_012_sfu_initiation_is_structural(void **state)
{
    (void)state;
    gpu_cfg_t c = one_clock();
    gpu_stats_t st;
    enum { N = 10 };
    c.n_sms = 1;
    synth_t s;
    synth_init(&s, 1, 1, 32);
    for (int i = 0; i < N; i++) /* independent: each its own register */
        synth_add(&s, INST_UNIT_SFU, INST_ALU, INST_SPACE_NONE, 1 + i, -1);
    synth_run(&c, &s, &st);
    /* One every sfu_initiation (4; the refetch takes 2 and hides). After an issue that empties
     * the buffer (every fetch_insts-th but the last) fetch_latency - 1 of the waiting cycles
     * have no instruction; all others are structural. */
    assert_true(c.sfu_initiation > c.fetch_latency);
    uint64_t gaps = (N - 1) * (c.sfu_initiation - 1);
    uint64_t no_inst = (uint64_t)((N - 1) / c.fetch_insts) * (c.fetch_latency - 1);
    assert_int_equal(st.run.cycles,
                     c.fetch_latency + (N - 1) * c.sfu_initiation + c.sfu_latency + 1);
    assert_int_equal(st.sm.stall_structural, gaps - no_inst);
    assert_int_equal(st.sm.stall_idle, c.fetch_latency + no_inst + c.sfu_latency);
    synth_free(&s);
}

static void gpu_latency_013_inst_initiation_multiplies(void **state)
{
    (void)state;
    gpu_cfg_t c = one_clock();
    gpu_stats_t st;
    synth_t s;
    synth_init(&s, 1, 1, 32);
    synth_add(&s, INST_UNIT_SFU, INST_ALU, INST_SPACE_NONE, 1, -1)->initiation = 5;
    synth_add(&s, INST_UNIT_SFU, INST_ALU, INST_SPACE_NONE, 2, -1);
    synth_run(&c, &s, &st);
    assert_int_equal(st.run.cycles, c.fetch_latency + 5 * c.sfu_initiation + c.sfu_latency + 1);
    synth_free(&s);
}

static void gpu_latency_014_narrow_simt_occupies_longer(void **state)
{
    (void)state;
    gpu_cfg_t c = one_clock();
    gpu_stats_t st;
    c.simt_width = 8; /* a warp takes four cycles of the one SP unit */
    synth_t s;
    synth_init(&s, 1, 1, 32);
    for (int i = 0; i < 6; i++)
        synth_alu(&s, 1 + i, -1);
    synth_run(&c, &s, &st);
    assert_int_equal(c.sp_units, 1);
    assert_int_equal(st.run.cycles, c.fetch_latency + 5 * 4 * c.sp_initiation + c.sp_latency + 1);
    synth_free(&s);
}

/* Latencies by opcode, as GPGPU-Sim 3.2 has them. */
static gpu_cfg_t by_opcode(void)
{
    gpu_cfg_t c = one_clock();
    c.n_sms = 1;
    c.op_latencies = GPU_LATENCIES_OPCODES;
    c.exec_delay = 5;
    c.ldst_delay = 2;
    c.operand_delay = 1;
    return c;
}

static inst_t *add_op(synth_t *s, inst_unit_t unit, inst_op_t op, unsigned sources, int dst)
{
    inst_t *i = synth_add(s, unit, INST_ALU, INST_SPACE_NONE, dst, -1);
    i->op = (uint8_t)op;
    i->sources = (uint8_t)sources;
    return i;
}

static void gpu_latency_015_latencies_by_opcode(void **state)
{
    (void)state;
    static const struct {
        inst_unit_t unit;
        inst_op_t op;
        unsigned sources;
        uint64_t latency;
    } want[] = {
        {INST_UNIT_SP, INST_OP_LOGIC, 0, 6},      {INST_UNIT_SP, INST_OP_LOGIC, 2, 8},
        {INST_UNIT_SP, INST_OP_INT_ADD, 2, 11},   {INST_UNIT_SP, INST_OP_INT_MAX, 2, 20},
        {INST_UNIT_SP, INST_OP_INT_MUL, 2, 11},   {INST_UNIT_SP, INST_OP_INT_MAD, 3, 13},
        {INST_UNIT_SFU, INST_OP_INT_DIV, 2, 152}, {INST_UNIT_SP, INST_OP_FP_MAD, 3, 13},
        {INST_UNIT_SFU, INST_OP_FP_DIV, 2, 46},   {INST_UNIT_DP, INST_OP_DP_ADD, 2, 15},
        {INST_UNIT_DP, INST_OP_DP_MAD, 3, 16},    {INST_UNIT_DP, INST_OP_DP_DIV, 2, 337},
        {INST_UNIT_SFU, INST_OP_SPECIAL, 1, 14},  {INST_UNIT_DP, INST_OP_SPECIAL, 1, 14},
    };
    gpu_cfg_t c = by_opcode();
    for (unsigned k = 0; k < sizeof want / sizeof want[0]; k++) {
        gpu_stats_t st;
        synth_t s;
        synth_init(&s, 1, 1, 32);
        for (int i = 0; i < 3; i++) /* on the same register; no interval is that long */
            add_op(&s, want[k].unit, want[k].op, want[k].sources, 1)->initiation = 9;
        synth_run(&c, &s, &st);
        assert_int_equal(st.run.cycles, c.fetch_latency + 3 * want[k].latency + 1);
        synth_free(&s);
    }
}

/* So many independent instructions of an operation by one warp, from first issue to last. */
static uint64_t issue_time(const gpu_cfg_t *c, inst_unit_t unit, inst_op_t op, int n)
{
    gpu_stats_t st;
    synth_t s;
    synth_init(&s, 1, 1, 32);
    for (int i = 0; i < n; i++)
        add_op(&s, unit, op, 0, 1 + i);
    gpu_cfg_t own = *c;
    own.fetch_insts = 8; /* the whole program */
    own.issue_per_sched = 2;
    own.op_latencies = GPU_LATENCIES_OPCODES;
    own.int_add_latency = own.int_mul_latency = own.fp_mul_latency = own.dp_mul_latency = 9;
    own.dp_add_latency = own.dp_div_latency = own.logic_latency = 9;
    synth_run(&own, &s, &st);
    synth_free(&s);
    return st.run.cycles - own.fetch_latency - 9 - own.exec_delay - 1;
}

static void gpu_latency_016_units_of_multiplications_and_doubles(void **state)
{
    (void)state;
    gpu_cfg_t c = by_opcode();
    c.exec_delay = 0;
    c.sp_units = 2;
    c.sfu_units = c.dp_units = 1;
    c.int_mul_initiation = 2;
    c.dp_add_initiation = c.dp_mul_initiation = 8;
    c.fp_mul_initiation = 1;
    enum { N = 6 };
    /* Two a cycle on two SP units; on the SFU one every two cycles. */
    assert_int_equal(issue_time(&c, INST_UNIT_SP, INST_OP_INT_ADD, N), N / 2 - 1);
    assert_int_equal(issue_time(&c, INST_UNIT_SP, INST_OP_INT_MUL, N), (N / 2 - 1) * 2);
    c.imul_unit = GPU_IMUL_SFU;
    assert_int_equal(issue_time(&c, INST_UNIT_SP, INST_OP_INT_ADD, N), N / 2 - 1);
    assert_int_equal(issue_time(&c, INST_UNIT_SP, INST_OP_INT_MUL, N), (N - 1) * 2);
    /* A remainder leaves the SFU. */
    assert_int_equal(issue_time(&c, INST_UNIT_SFU, INST_OP_LOGIC, N), N / 2 - 1);
    c.imul_unit = GPU_IMUL_SP;
    assert_int_equal(issue_time(&c, INST_UNIT_SFU, INST_OP_LOGIC, N), N - 1);
    /* One SP unit and the SFU: two a cycle, on the SP unit first. */
    c.sp_units = 1;
    assert_int_equal(issue_time(&c, INST_UNIT_SP, INST_OP_FP_MUL, N), N - 1);
    c.fmul_unit = GPU_FMUL_EITHER;
    assert_int_equal(issue_time(&c, INST_UNIT_SP, INST_OP_FP_MUL, N), N / 2 - 1);
    /* Doubles on a DP unit; on two SP units; multiplications on these and the SFU; divisions not.
     */
    assert_int_equal(issue_time(&c, INST_UNIT_DP, INST_OP_DP_MUL, 3), 2 * 8);
    c.dp_unit = GPU_DP_SP;
    c.sp_units = 2;
    assert_int_equal(issue_time(&c, INST_UNIT_DP, INST_OP_DP_ADD, 4), 8);
    /* two in cycle 0, one in cycle 1, and again when the units are free */
    assert_int_equal(issue_time(&c, INST_UNIT_DP, INST_OP_DP_MUL, 6), 8 + 1);
    assert_int_equal(issue_time(&c, INST_UNIT_DP, INST_OP_DP_DIV, 2), c.dp_div_initiation);
    c.fmul_unit = GPU_FMUL_SP;
    assert_int_equal(issue_time(&c, INST_UNIT_DP, INST_OP_DP_MUL, 4), 8);
}

/* A multiplication that either unit takes leaves the SFU free while an SP unit is. */
static void gpu_latency_017_either_prefers_sp(void **state)
{
    (void)state;
    gpu_cfg_t c = one_clock();
    gpu_stats_t st;
    synth_t s;
    c.n_sms = 1;
    c.fmul_unit = GPU_FMUL_EITHER;
    c.issue_per_sched = 2;
    synth_init(&s, 1, 1, 32);
    add_op(&s, INST_UNIT_SP, INST_OP_FP_MUL, 0, 1);
    add_op(&s, INST_UNIT_SFU, INST_OP_SPECIAL, 0, 2);
    synth_run(&c, &s, &st);
    assert_int_equal(st.run.cycles, c.fetch_latency + c.sfu_latency + 1);
    synth_free(&s);
}

/* A memory instruction reaches the memory stage later by ldst_delay and its operands, and not by
 * exec_delay; a constant's result is as much later. */
static void gpu_latency_018_operands_of_memory_instructions(void **state)
{
    (void)state;
    for (unsigned sources = 0; sources < 4; sources++) {
        gpu_cfg_t plain = one_clock(), c = by_opcode();
        gpu_stats_t a, b;
        uint64_t latency[2];
        for (int k = 0; k < 2; k++) {
            synth_t s;
            synth_init(&s, 1, 1, 32);
            synth_load(&s, 1, 0)->sources = (uint8_t)sources;
            s.addr = addr_one_line;
            synth_run(k ? &c : &plain, &s, k ? &b : &a);
            synth_free(&s);
            latency[k] = (k ? b : a).sm.load_latency_sum;
        }
        assert_int_equal(latency[1], latency[0] + 2 + sources);
        synth_t s;
        synth_init(&s, 1, 1, 32);
        synth_add(&s, INST_UNIT_LDST, INST_LOAD, INST_SPACE_PARAM, 1, -1)->sources =
            (uint8_t)sources;
        synth_run(&c, &s, &b);
        assert_int_equal(b.run.cycles, c.fetch_latency + c.const_latency + 2 + sources + 1);
        synth_free(&s);
    }
}

static void gpu_latency_020_l1_hit(void **state)
{
    (void)state;
    gpu_cfg_t c = one_clock();
    gpu_stats_t st;
    synth_t s;
    synth_init(&s, 1, 1, 32);
    synth_load(&s, 1, 0);
    synth_alu(&s, 1, 1); /* waits for the miss, so that the second load hits */
    synth_load(&s, 2, 1);
    s.addr = addr_one_line;
    synth_run(&c, &s, &st);
    assert_int_equal(st.l1d.misses, 1);
    assert_int_equal(st.l1d.hits, 1);
    assert_int_equal(st.sm.load_latency_sum - load_latency(&c, false), c.l1_hit_latency);
    synth_free(&s);
}

static void gpu_latency_021_l2_hit(void **state)
{
    (void)state;
    gpu_cfg_t c = one_clock();
    assert_int_equal(load_latency(&c, true), l2_latency_expected(&c));
    c.l1_miss_delay = 7;
    c.rop_latency = 0;
    c.l2_latency = 33;
    c.icnt_latency = 3;
    c.l1_fill_delay = 0;
    c.flit_bytes = 40;
    assert_int_equal(load_latency(&c, true), l2_latency_expected(&c));
}

/* The L2 at half the others' clock: its cycle k is at their cycle 2k. */
static void gpu_latency_025_slow_l2(void **state)
{
    (void)state;
    gpu_cfg_t c = one_clock();
    c.l2_mhz = 500;
    /* As above up to the slice; the next even cycle; there two cycles for one. The reply enters the
     * crossbar in its L2 cycle's instant. */
    for (uint32_t icnt = 3; icnt <= 4; icnt++) {
        c.icnt_latency = icnt;
        uint64_t issue = c.fetch_latency, arrived = issue + 2 + c.l1_miss_delay + c.icnt_latency;
        uint64_t lookup = ceil_div(arrived, 2) + 1 + c.rop_latency;
        uint64_t reply = 2 * (lookup + c.l2_latency);
        uint64_t flits = ceil_div(c.header_bytes + c.line_bytes, c.flit_bytes);
        uint64_t back = reply + flits - 1 + c.icnt_latency + c.l1_fill_delay;
        assert_int_equal(load_latency(&c, true), back - issue);
        /* A DRAM edge later at the channel, as the DRAM comes first in an instant; back at the next
         * even cycle. */
        uint64_t columns = ceil_div(c.line_bytes, c.dram_atom_bytes);
        uint64_t data = 2 * lookup + 1 + c.dram_latency + c.t_rcd + (columns - 1) * c.t_ccdl +
                        c.t_cl + c.dram_burst;
        reply = 2 * (ceil_div(data, 2) + c.l2_latency);
        back = reply + flits - 1 + c.icnt_latency + c.l1_fill_delay;
        assert_int_equal(load_latency(&c, false), back - issue);
    }
}

static void gpu_latency_022_dram(void **state)
{
    (void)state;
    gpu_cfg_t c = one_clock();
    /* The fetch reaches the channel in the lookup's cycle; the DRAM ticks first in an instant, so
     * it sees it one later; dram_latency; activate, column commands of one bank group t_ccdl
     * apart, the last one's data. */
    uint64_t columns = ceil_div(c.line_bytes, c.dram_atom_bytes);
    uint64_t dram = 1 + c.dram_latency + c.t_rcd + (columns - 1) * c.t_ccdl + c.t_cl + c.dram_burst;
    assert_true(columns == 2 && c.t_ccdl > c.t_ccd && c.t_ccdl > c.dram_burst);
    assert_int_equal(load_latency(&c, false), l2_latency_expected(&c) + dram);
}

static void gpu_latency_023_l3_miss(void **state)
{
    (void)state;
    gpu_cfg_t c = synth_preset("abyp-gcn");
    assert_int_equal(c.core_mhz, c.icnt_mhz);
    assert_int_equal(c.core_mhz, c.dram_mhz);
    uint64_t l2 = l2_latency_expected(&c);
    assert_int_equal(load_latency(&c, true), l2);
    /* To the L3: one cycle over, its tag and (on a miss) DRAM as above (one atom a line), its
     * data, one cycle back, the L2's data. */
    uint64_t dram = 1 + c.dram_latency + c.t_rcd + c.t_cl + c.dram_burst;
    uint64_t l3 = 1 + c.l3_tag_latency + c.l3_latency + 1;
    assert_int_equal(c.line_bytes, c.dram_atom_bytes);
    assert_int_equal(load_latency(&c, false), l2 + l3 + dram);
}

static uint64_t addr_by_inst(const synth_t *s, const synth_at_t *at, uint32_t lane)
{
    (void)s;
    return BASE + (at->inst == 1 ? 65536 : 0) + 4 * (lane & 15);
}

static void gpu_latency_024_l3_hit_after_l2_eviction(void **state)
{
    (void)state;
    gpu_cfg_t c = synth_preset("abyp-gcn");
    gpu_stats_t a, b;
    c.l2_ways = c.l2_sets = c.l1_sets = c.l1_ways = 1;
    c.dram_channels = 1;
    synth_t s;
    synth_init(&s, 1, 1, 64);
    s.addr = addr_by_inst;
    synth_load(&s, 1, 1); /* line A from DRAM */
    synth_load(&s, 1, 1); /* line B evicts it from L1 and L2 */
    synth_run(&c, &s, &a);
    synth_load(&s, 1, 1); /* A again: L3 */
    synth_run(&c, &s, &b);
    assert_int_equal(b.l3.read_hits, 1);
    assert_int_equal(b.dram.reads, 2);
    assert_int_equal(b.sm.load_latency_sum - a.sm.load_latency_sum,
                     l2_latency_expected(&c) + 1 + c.l3_tag_latency + c.l3_latency + 1);
    synth_free(&s);
}

/* Of a load alone, whose instructions are in their cache. */
static uint64_t preset_latency(const char *name, bool in_l2)
{
    gpu_cfg_t c = synth_preset(name);
    c.l1i_sets = 0;
    return load_latency(&c, in_l2);
}

static void gpu_latency_030_presets_meet_their_minimum_latencies(void **state)
{
    (void)state;
    assert_int_equal(preset_latency("apres-200-440", true), 200);
    assert_int_equal(preset_latency("apres-200-440", false), 440);
    /* The release's path: about 149 and 280 by counting its stages. */
    assert_in_range(preset_latency("gpgpusim-322-gtx480", true), 142, 152);
    assert_in_range(preset_latency("gpgpusim-322-gtx480", false), 268, 288);
}

static uint64_t addr_shared(const synth_t *s, const synth_at_t *at, uint32_t lane)
{
    (void)at;
    return lane * *(const uint32_t *)s->user;
}

static void gpu_latency_040_shared_memory_conflicts(void **state)
{
    (void)state;
    /* Stride in bytes -> words on the busiest bank, 32 banks of 4 B. */
    const uint32_t cases[][2] = {{0, 1}, {4, 1}, {8, 2}, {16, 4}, {128, 32}, {132, 1}, {2, 1}};
    for (unsigned i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        gpu_cfg_t c = one_clock();
        gpu_stats_t st;
        synth_t s;
        synth_init(&s, 1, 1, 32);
        synth_add(&s, INST_UNIT_LDST, INST_LOAD, INST_SPACE_SHARED, 1, -1);
        synth_alu(&s, 2, 1);
        s.addr = addr_shared;
        s.user = &cases[i][0];
        synth_run(&c, &s, &st);
        uint64_t degree = cases[i][1];
        assert_int_equal(st.sm.shared_conflict_cycles, degree - 1);
        assert_int_equal(st.run.cycles,
                         c.fetch_latency + c.smem_latency + degree - 1 + c.sp_latency + 1);
        synth_free(&s);
    }
}

static void gpu_latency_041_constant_load(void **state)
{
    (void)state;
    gpu_cfg_t c = one_clock();
    gpu_stats_t st;
    synth_t s;
    synth_init(&s, 1, 1, 32);
    synth_add(&s, INST_UNIT_LDST, INST_LOAD, INST_SPACE_PARAM, 1, -1);
    synth_alu(&s, 2, 1);
    synth_run(&c, &s, &st);
    assert_int_equal(st.run.cycles, c.fetch_latency + c.const_latency + c.sp_latency + 1);
    assert_int_equal(st.sm.const_accesses, 1);
    assert_int_equal(st.icnt_req.packets_in, 0);
    synth_free(&s);
}

static void gpu_latency_050_clock_ratio(void **state)
{
    (void)state;
    gpu_cfg_t c = one_clock();
    gpu_stats_t st;
    synth_t s;
    c.core_mhz = 1400;
    c.icnt_mhz = 700;
    c.l2_mhz = 575;
    c.dram_mhz = 924;
    synth_init(&s, 4, 4, 32);
    synth_load(&s, 1, 0);
    synth_alu(&s, 0, 1);
    s.repeat = 50;
    s.addr = addr_one_line;
    synth_run(&c, &s, &st);
    /* Edge k of a clock of f MHz is at k/f us; all clocks have seen the same time but for less
     * than one of their own periods. */
    double us = (double)st.run.cycles / 1400;
    assert_true((double)st.run.icnt_cycles / 700 >= us - 1.0 / 700);
    assert_true((double)st.run.icnt_cycles / 700 <= us + 1.0 / 700);
    assert_true((double)st.run.l2_cycles / 575 >= us - 1.0 / 575);
    assert_true((double)st.run.l2_cycles / 575 <= us + 1.0 / 575);
    assert_true((double)st.run.dram_cycles / 924 >= us - 1.0 / 924);
    assert_true((double)st.run.dram_cycles / 924 <= us + 1.0 / 924);
    synth_free(&s);
}

/* Edge k of a clock of f MHz is at k / f: two edges compare as k1 * f2 and k2 * f1 do. The common
 * period of these frequencies, primes, is 10^20 units, and times wrap around after 18,000 edges. */
static void gpu_latency_051_long_common_period(void **state)
{
    (void)state;
    static const uint64_t f[] = {99991, 99989, 99971, 99961};
    gpu_clock_t clock[4], *const c[] = {&clock[0], &clock[1], &clock[2], &clock[3]};
    clock_init(c, f, 4);
    for (unsigned ticks = 0; ticks < 200000; ticks++) {
        uint64_t t = clock_first(clock_first(c[0]->next_t, c[1]->next_t),
                                 clock_first(c[2]->next_t, c[3]->next_t));
        unsigned first = 0;
        for (unsigned i = 1; i < 4; i++)
            if (c[i]->next * f[first] < c[first]->next * f[i])
                first = i;
        for (unsigned i = 0; i < 4; i++) {
            bool together = c[i]->next * f[first] == c[first]->next * f[i];
            assert_int_equal(c[i]->next_t == t, together);
            assert_int_equal(clock_convert(c[first], c[i], c[first]->next),
                             ceil_div(c[first]->next * f[i], f[first]));
        }
        for (unsigned i = 0; i < 4; i++)
            if (c[i]->next_t == t)
                clock_advance(c[i]);
    }
    assert_true(c[0]->next > 49000);
    /* And a GPU of such clocks takes the time of one whose clocks are nearly these. */
    gpu_cfg_t even = one_clock(), odd = even;
    odd.core_mhz = 99991;
    odd.icnt_mhz = 99989;
    odd.l2_mhz = 99971;
    odd.dram_mhz = 99961;
    gpu_stats_t a, b;
    synth_t s;
    synth_init(&s, 4, 4, 32);
    synth_load(&s, 1, 0);
    synth_alu(&s, 0, 1);
    s.repeat = 2000;
    s.addr = addr_one_line;
    synth_run(&even, &s, &a);
    synth_run(&odd, &s, &b);
    assert_true(a.run.cycles > 40000);
    assert_in_range(b.run.cycles, a.run.cycles - 100, a.run.cycles + 100);
    synth_free(&s);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(gpu_latency_010_dependent_alu_chain),
        cmocka_unit_test(gpu_latency_011_exec_delay_adds_to_alu),
        cmocka_unit_test(gpu_latency_012_sfu_initiation_is_structural),
        cmocka_unit_test(gpu_latency_013_inst_initiation_multiplies),
        cmocka_unit_test(gpu_latency_014_narrow_simt_occupies_longer),
        cmocka_unit_test(gpu_latency_015_latencies_by_opcode),
        cmocka_unit_test(gpu_latency_016_units_of_multiplications_and_doubles),
        cmocka_unit_test(gpu_latency_017_either_prefers_sp),
        cmocka_unit_test(gpu_latency_018_operands_of_memory_instructions),
        cmocka_unit_test(gpu_latency_020_l1_hit),
        cmocka_unit_test(gpu_latency_021_l2_hit),
        cmocka_unit_test(gpu_latency_022_dram),
        cmocka_unit_test(gpu_latency_023_l3_miss),
        cmocka_unit_test(gpu_latency_025_slow_l2),
        cmocka_unit_test(gpu_latency_024_l3_hit_after_l2_eviction),
        cmocka_unit_test(gpu_latency_030_presets_meet_their_minimum_latencies),
        cmocka_unit_test(gpu_latency_040_shared_memory_conflicts),
        cmocka_unit_test(gpu_latency_041_constant_load),
        cmocka_unit_test(gpu_latency_050_clock_ratio),
        cmocka_unit_test(gpu_latency_051_long_common_period),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
