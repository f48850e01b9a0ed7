/*
 * Accel-Sim traces: kernels written here by hand, in every version, address mode and container, and
 * what the front end must give out for them.
 */
#include "trace_rig.h"

#include "common/file.h"
#include "trace/accelsim_int.h"

#define HEAD_OF(version, lineinfo, grid, block)                                                    \
    "-kernel name = k\n-kernel id = 1\n-grid dim = " grid "\n-block dim = " block                  \
    "\n-shmem = 64\n-nregs = 20\n-binary version = 61\n-cuda stream id = 0\n"                      \
    "-shmem base_addr = 0x00007f0000000000\n-local mem base_addr = 0x00007f0002000000\n"           \
    "-nvbit version = 1.5.5\n-accelsim tracer version = " version "\n-enable lineinfo = " lineinfo \
    "\n\n#traces format = PC\n\n"
#define HEAD                HEAD_OF("4", "0", "(1,1,1)", "(32,1,1)")
#define BLOCK(coord)        "\n\n#BEGIN_TB\n\nthread block = " coord "\n\n"
#define WARP(number, insts) "warp = " number "\ninsts = " insts "\n"
#define END                 "\n#END_TB\n"
/* One block of one warp. */
#define ONE(insts, lines) HEAD BLOCK("0,0,0") WARP("0", insts) lines END

/* ---- What a trace gives out ---- */

typedef struct opened {
    trace_t *t;
    front_t *f;
    front_cta_t *cta;
    front_warp_t *w;
    const inst_t *next;
    warp_step_t s;
} opened_t;

static void must(int rc, const diag_t *d)
{
    if (rc)
        fail_msg("%s", d->text);
}

/* Opens a path, passes over copies, loads the next launch. */
static void open_path(opened_t *o, const char *path)
{
    diag_t d = {{0}};
    trace_step_t step;
    memset(o, 0, sizeof *o);
    must(trace_open(path, &o->t, &d), &d);
    do
        must(trace_next(o->t, &step, &d), &d);
    while (step.kind == TRACE_COPY);
    assert_int_equal(step.kind, TRACE_LAUNCH);
    o->f = step.front;
    must(trace_load(o->t, &d), &d);
}

static void open_text(opened_t *o, const char *kernel)
{
    rig_write("kernelslist.g", "kernel-1.traceg\n");
    rig_write("kernel-1.traceg", kernel);
    open_path(o, rig_dir);
}

static void begin(opened_t *o, uint32_t cta, unsigned warp)
{
    o->cta = o->f->ops->cta_begin(o->f->ctx, cta);
    o->w = o->f->ops->cta_warp(o->f->ctx, o->cta, warp);
    o->next = o->f->ops->first(o->f->ctx, o->w);
}

/* Steps over the next instruction, which must be at pc, with these lanes active. */
static const inst_t *at(opened_t *o, uint32_t pc, uint64_t active)
{
    const inst_t *inst = o->next;
    assert_non_null(inst);
    assert_int_equal(inst->pc, pc);
    o->f->ops->step(o->f->ctx, o->w, &o->s);
    assert_int_equal(o->s.active, active);
    o->next = o->s.next;
    return inst;
}

static void end_warp(opened_t *o)
{
    assert_null(o->next);
}

static void close_trace(opened_t *o)
{
    if (o->cta)
        o->f->ops->cta_end(o->f->ctx, o->cta);
    trace_close(o->t);
}

static void assert_regs(const inst_regset_t *set, uint64_t low)
{
    assert_int_equal(set->w[0], low);
    assert_int_equal(set->w[1] | set->w[2] | set->w[3], 0);
}

/* ---- Addresses ---- */

static void trace_010_mode_0_lists_an_address_for_every_active_lane(void **state)
{
    (void)state;
    opened_t o;
    open_text(&o, ONE("1", "0280 00108100 0 STG.E.U8 2 R6 R16 1 0 0x00007fc84152116d "
                           "0x00007fc841521498 0x00007fc8415216a7\n"));
    begin(&o, 0, 0);
    const inst_t *i = at(&o, 0x280, 0x00108100);
    assert_int_equal(i->unit, INST_UNIT_LDST);
    assert_int_equal(i->kind, INST_STORE);
    assert_int_equal(i->width, 1);
    assert_int_equal(o.s.space, INST_SPACE_GLOBAL);
    assert_int_equal(o.s.addr[8], 0x7fc84152116d); /* the mask's bits are 8, 15, 20 */
    assert_int_equal(o.s.addr[15], 0x7fc841521498);
    assert_int_equal(o.s.addr[20], 0x7fc8415216a7);
    end_warp(&o);
    close_trace(&o);
}

static void trace_011_mode_1_is_a_base_and_a_stride(void **state)
{
    (void)state;
    opened_t o;
    open_text(&o, ONE("3", "0090 ffffffff 1 R0 LDG.E.U8 1 R4 1 1 0x7fc841520000 1\n"
                           "0098 000003c0 1 R0 LDG.E 1 R4 4 1 0x7fc841520000 -128\n"
                           "00a0 ffffffff 1 R2 LDG.E 1 R4 4 1 0x100000000 4294967296\n"));
    begin(&o, 0, 0);
    at(&o, 0x90, UINT32_MAX);
    for (unsigned k = 0; k < 32; k++)
        assert_int_equal(o.s.addr[k], 0x7fc841520000 + k);
    at(&o, 0x98, 0x3c0); /* lanes 6 to 9 */
    for (unsigned k = 0; k < 4; k++)
        assert_int_equal(o.s.addr[6 + k], 0x7fc841520000 - 128 * k);
    at(&o, 0xa0, UINT32_MAX); /* a stride of more than 32 bits */
    for (uint64_t k = 0; k < 32; k++)
        assert_int_equal(o.s.addr[k], 0x100000000 * (k + 1));
    end_warp(&o);
    close_trace(&o);
}

static void trace_012_mode_2_is_a_base_and_differences(void **state)
{
    (void)state;
    static const unsigned delta[] = {5, 2, 5, 2, 5, 3, 1, 5, 1};
    opened_t o;
    open_text(&o, ONE("2", "00d0 6190a142 0 STG.E.U8 2 R4 R255 1 2 0x7fc841520001 5 2 5 2 5 3 1 5 "
                           "1\n"
                           "00e0 00000010 1 R6 LDG.E 1 R4 4 2 0x7fc841520040\n"));
    begin(&o, 0, 0);
    at(&o, 0xd0, 0x6190a142);
    uint64_t want = 0x7fc841520001;
    unsigned k = 0;
    for (uint64_t m = 0x6190a142; m; m &= m - 1, k++) {
        assert_int_equal(o.s.addr[bits_lowest(m)], want);
        want += k < 9 ? delta[k] : 0;
    }
    assert_int_equal(k, 10);
    at(&o, 0xe0, 0x10); /* one active lane has no differences */
    assert_int_equal(o.s.addr[4], 0x7fc841520040);
    end_warp(&o);
    close_trace(&o);
}

/* Differences of every size that a record has: 1, 2, 4 and 8 bytes, at both ends of each. */
static void trace_013_differences_of_every_size(void **state)
{
    (void)state;
    static const int64_t delta[] = {1,
                                    127,
                                    -128,
                                    128,
                                    -129,
                                    32767,
                                    -32768,
                                    32768,
                                    -32769,
                                    INT32_MAX,
                                    INT32_MIN,
                                    INT64_C(1) << 31,
                                    -(INT64_C(1) << 31) - 1};
    for (unsigned i = 1; i < sizeof delta / sizeof delta[0]; i++) {
        char text[2048];
        opened_t o;
        uint64_t base = 0x400000000000;
        snprintf(text, sizeof text,
                 ONE("1", "0010 00000015 1 R0 LDG.E 1 R4 4 2 0x%llx %lld %lld\n"),
                 (unsigned long long)base, (long long)delta[i], (long long)delta[i - 1]);
        open_text(&o, text);
        begin(&o, 0, 0);
        at(&o, 0x10, 0x15);
        assert_int_equal(o.s.addr[0], base);
        assert_int_equal(o.s.addr[2], base + (uint64_t)delta[i]);
        assert_int_equal(o.s.addr[4], base + (uint64_t)delta[i] + (uint64_t)delta[i - 1]);
        close_trace(&o);
    }
}

static void trace_014_an_access_without_lanes_has_no_address(void **state)
{
    (void)state;
    opened_t o;
    open_text(&o, ONE("3", "0010 00000000 1 R0 LDG.E 1 R4 4 1 0x0 0\n"
                           "0018 00000000 1 R0 LDG.E 1 R4 4 1 0x0000000000000000 0\n"
                           "0010 00000001 1 R0 LDG.E 1 R4 4 1 0x7f0 0\n"));
    begin(&o, 0, 0);
    at(&o, 0x10, 0);
    at(&o, 0x18, 0);
    at(&o, 0x10, 1);
    assert_int_equal(o.s.addr[0], 0x7f0);
    end_warp(&o);
    assert_int_equal(o.f->arena_base, 0x7f0); /* the zeros were no accesses */
    assert_int_equal(o.f->arena_bytes, 4);
    close_trace(&o);
}

/* ---- Versions ---- */

#define V4_LINES                                                                                   \
    "0000 ffffffff 1 R1 MOV 0 0 \n0010 0000ffff 1 R4 LDG.E 1 R2 4 1 0x7f00 4 \n"                   \
    "0020 ffffffff 0 EXIT 0 0 \n"

static void assert_same_three(const char *text)
{
    opened_t o;
    open_text(&o, text);
    assert_int_equal(o.f->n_inst, 3);
    begin(&o, 0, 0);
    at(&o, 0, UINT32_MAX);
    at(&o, 0x10, 0xffff);
    assert_int_equal(o.s.addr[15], 0x7f00 + 60);
    at(&o, 0x20, UINT32_MAX);
    end_warp(&o);
    close_trace(&o);
}

static void trace_020_versions_before_3_lead_with_block_and_warp(void **state)
{
    (void)state;
    assert_same_three(HEAD_OF("2", "0", "(1,1,1)", "(32,1,1)") BLOCK("0,0,0")
                          WARP("0", "3") "0 0 0 0 0000 ffffffff 1 R1 MOV 0 0 \n"
                                         "0 0 0 0 0010 0000ffff 1 R4 LDG.E 1 R2 4 1 0x7f00 4 \n"
                                         "0 0 0 0 0020 ffffffff 0 EXIT 0 0 \n" END);
}

/* 1.2 is version 1, 3.0 is version 3: what follows a dot is read and does nothing. */
static void trace_024_versions_may_have_dots(void **state)
{
    (void)state;
    static const char *const old[] = {"1.2", "2.99", "0.1.7"}, *const new[] = {"4.1", "4.0.12"};
    for (unsigned i = 0; i < 3; i++) {
        char text[2048];
        snprintf(text, sizeof text,
                 HEAD_OF("%s", "0", "(1,1,1)", "(32,1,1)") BLOCK("0,0,0")
                     WARP("0", "3") "0 0 0 0 0000 ffffffff 1 R1 MOV 0 0 \n"
                                    "0 0 0 0 0010 0000ffff 1 R4 LDG.E 1 R2 4 1 0x7f00 4 \n"
                                    "0 0 0 0 0020 ffffffff 0 EXIT 0 0 \n" END,
                 old[i]);
        assert_same_three(text);
    }
    for (unsigned i = 0; i < 2; i++) {
        char text[2048];
        snprintf(text, sizeof text,
                 HEAD_OF("%s", "0", "(1,1,1)", "(32,1,1)") BLOCK("0,0,0") WARP("0", "3")
                     V4_LINES END,
                 new[i]);
        assert_same_three(text);
    }
}

static void trace_021_version_3_has_no_line_numbers(void **state)
{
    (void)state;
    assert_same_three("-kernel name = k\n-grid dim = (1,1,1)\n-block dim = (32,1,1)\n-shmem = 0\n"
                      "-nregs = 8\n-accelsim tracer version = 3\n#traces\n" BLOCK("0,0,0")
                          WARP("0", "3") V4_LINES END);
}

static void trace_022_version_4_may_have_line_numbers(void **state)
{
    (void)state;
    assert_same_three(HEAD BLOCK("0,0,0") WARP("0", "3") V4_LINES END);
    assert_same_three(HEAD_OF("4", "1", "(1,1,1)", "(32,1,1)") BLOCK("0,0,0")
                          WARP("0", "3") "17 0000 ffffffff 1 R1 MOV 0 0 \n"
                                         "18 0010 0000ffff 1 R4 LDG.E 1 R2 4 1 0x7f00 4 \n"
                                         "0 0020 ffffffff 0 EXIT 0 0 \n" END);
}

static void trace_023_version_5_ends_lines_with_an_immediate(void **state)
{
    (void)state;
    assert_same_three(HEAD_OF("5", "0", "(1,1,1)", "(32,1,1)") BLOCK("0,0,0")
                          WARP("0", "3") "0000 ffffffff 1 R1 MOV 0 0 0 \n"
                                         "0010 0000ffff 1 R4 LDG.E 1 R2 4 1 0x7f00 4 -16 \n"
                                         "0020 ffffffff 0 EXIT 0 0 0x7f\n" END);
}

static void trace_024_blank_lines_and_line_ends_do_not_matter(void **state)
{
    (void)state;
    assert_same_three("\n\n" HEAD BLOCK("0,0,0") "\n" WARP(
        "0", "3") "\n0000 ffffffff 1 R1 MOV 0 0 \r\n"
                  "0010 0000ffff 1 R4 LDG.E 1 R2 4 1 0x7f00 4\n\n"
                  "0020 ffffffff 0 EXIT 0 0"
                  "\n\n\n#END_TB");
}

/* ---- Registers and the static program ---- */

static void trace_030_registers_are_the_traces(void **state)
{
    (void)state;
    opened_t o;
    open_text(&o, ONE("4", "0000 ffffffff 1 R5 FFMA 3 R1 R255 R63 0\n"
                           "0010 ffffffff 1 R255 IADD 2 R64 R254 0\n"
                           "0020 ffffffff 1 R8 LDG.E.128 1 R2 16 1 0x0 16\n"
                           "0030 ffffffff 0 ISETP.NE.AND 1 R8 0\n"));
    const inst_t *i = o.f->inst;
    assert_int_equal(o.f->n_inst, 4);
    assert_regs(&i[0].dst, UINT64_C(1) << 5);
    assert_regs(&i[0].use, UINT64_C(1) << 5 | UINT64_C(1) << 1 | UINT64_C(1) << 63);
    assert_true(inst_regset_empty(&i[1].dst)); /* R255 is no register */
    assert_int_equal(i[1].use.w[1], 1);
    assert_int_equal(i[1].use.w[3], UINT64_C(1) << 62);
    assert_regs(&i[2].dst, UINT64_C(0xf) << 8); /* 16 bytes: R8 to R11 */
    assert_regs(&i[2].use, UINT64_C(0xf) << 8 | 1 << 2);
    assert_regs(&i[3].use, 1 << 8);
    assert_int_equal(o.f->regs_per_thread, 20);
    assert_int_equal(o.f->shared_bytes, 64);
    close_trace(&o);
}

static void trace_031_the_program_is_in_order_of_pc(void **state)
{
    (void)state;
    opened_t o;
    open_text(&o, ONE("4", "0010 ffffffff 0 BRA 0 0\n0100 ffffffff 1 R1 MOV 0 0\n"
                           "0050 ffffffff 1 R2 MUFU.RCP 1 R1 0\n0008 ffffffff 1 R3 DADD 1 R1 0\n"));
    static const uint32_t pc[] = {0x8, 0x10, 0x50, 0x100};
    static const uint8_t unit[] = {INST_UNIT_DP, INST_UNIT_CTRL, INST_UNIT_SFU, INST_UNIT_SP};
    assert_int_equal(o.f->n_inst, 4);
    for (unsigned k = 0; k < 4; k++) {
        assert_int_equal(o.f->inst[k].pc, pc[k]);
        assert_int_equal(o.f->inst[k].unit, unit[k]);
    }
    begin(&o, 0, 0);
    assert_ptr_equal(at(&o, 0x10, UINT32_MAX), &o.f->inst[1]);
    assert_ptr_equal(at(&o, 0x100, UINT32_MAX), &o.f->inst[3]);
    close_trace(&o);
}

/* An outer loop 10-60 around an inner one 20-30; 40 to 20 is another side of a branch: its lanes
 * were not those of the jump. */
static void trace_032_jumps_back_make_loops(void **state)
{
    (void)state;
    opened_t o;
    open_text(&o, ONE("13", "0000 ffffffff 1 R1 MOV 0 0\n0010 ffffffff 1 R1 MOV 0 0\n"
                            "0020 ffffffff 1 R1 MOV 0 0\n0030 0000ffff 0 BRA 0 0\n"
                            "0020 0000ffff 1 R1 MOV 0 0\n0030 00000000 0 BRA 0 0\n"
                            "0060 ffffffff 0 BRA 0 0\n0010 ffffffff 1 R1 MOV 0 0\n"
                            "0040 0000ff00 0 BRA 0 0\n0000 00ff0000 1 R1 MOV 0 0\n"
                            "0050 ffffffff 0 SYNC 0 0\n0010 ffffffff 1 R1 MOV 0 0\n"
                            "0070 ffffffff 0 EXIT 0 0\n"));
    /* index: 00 10 20 30 40 50 60 70 */
    static const uint16_t loop[] = {0, 1, 2, 2, 1, 1, 1, 0};
    assert_int_equal(o.f->n_inst, 8);
    for (unsigned k = 0; k < 8; k++) {
        assert_int_equal(o.f->inst[k].loop, loop[k]);
        assert_int_equal(o.f->inst[k].loop_up, loop[k] == 2 ? 1 : 0);
    }
    close_trace(&o);
}

static void assert_op(const char *opcode, unsigned memw, inst_unit_t unit, inst_kind_t kind,
                      inst_space_t space, unsigned width, unsigned cache_op)
{
    char text[2048];
    opened_t o;
    snprintf(text, sizeof text, ONE("1", "0010 ffffffff 1 R4 %s 1 R2 %u%s\n"), opcode, memw,
             memw ? " 1 0x100 16" : "");
    open_text(&o, text);
    const inst_t *i = o.f->inst;
    if (i->unit != unit || i->kind != kind || i->space != space || i->width != width ||
        i->cache_op != cache_op)
        fail_msg("%s: unit %u kind %u space %u width %u cache %u", opcode, i->unit, i->kind,
                 i->space, i->width, i->cache_op);
    close_trace(&o);
}

static void assert_arithmetic(const char *inst, inst_op_t op, unsigned sources)
{
    char text[2048];
    opened_t o;
    snprintf(text, sizeof text, ONE("1", "0010 ffffffff 1 R4 %s 0\n"), inst);
    open_text(&o, text);
    if (o.f->inst->op != op || o.f->inst->sources != sources)
        fail_msg("%s: kind %u, %u sources", inst, o.f->inst->op, o.f->inst->sources);
    close_trace(&o);
}

static void trace_036_opcodes_have_a_kind_of_arithmetic(void **state)
{
    (void)state;
    assert_arithmetic("IADD3.X 3 R1 R2 R255", INST_OP_INT_ADD, 2);
    assert_arithmetic("IMNMX 2 R4 R4", INST_OP_INT_MAX, 2);
    assert_arithmetic("IMUL 1 R4", INST_OP_INT_MUL, 1);
    assert_arithmetic("IMAD.WIDE 3 R1 R2 R3", INST_OP_INT_MAD, 3);
    assert_arithmetic("FADD.FTZ 2 R1 R2", INST_OP_FP_ADD, 2);
    assert_arithmetic("FMNMX 2 R1 R2", INST_OP_FP_MAX, 2);
    assert_arithmetic("HMUL2 2 R1 R2", INST_OP_FP_MUL, 2);
    assert_arithmetic("FFMA 3 R1 R2 R4", INST_OP_FP_MAD, 3);
    assert_arithmetic("MUFU.RSQ 1 R2", INST_OP_SPECIAL, 1);
    assert_arithmetic("DADD 2 R2 R4", INST_OP_DP_ADD, 2);
    assert_arithmetic("DMNMX 2 R2 R4", INST_OP_DP_MAX, 2);
    assert_arithmetic("DMUL 2 R2 R4", INST_OP_DP_MUL, 2);
    assert_arithmetic("DFMA 3 R2 R4 R6", INST_OP_DP_MAD, 3);
    assert_arithmetic("LOP3.LUT 3 R1 R2 R255", INST_OP_LOGIC, 2);
    assert_arithmetic("HMMA.16816.F32 3 R1 R2 R4", INST_OP_LOGIC, 3);
}

static void trace_033_opcodes_have_unit_kind_space_and_width(void **state)
{
    (void)state;
    assert_op("XMAD.PSL.CBCC", 0, INST_UNIT_SP, INST_ALU, INST_SPACE_NONE, 0, 0);
    assert_op("IADD3.X", 0, INST_UNIT_SP, INST_ALU, INST_SPACE_NONE, 0, 0);
    assert_op("F2F.F64.F32", 0, INST_UNIT_SP, INST_ALU, INST_SPACE_NONE, 0, 0);
    assert_op("MUFU.RSQ", 0, INST_UNIT_SFU, INST_ALU, INST_SPACE_NONE, 0, 0);
    assert_op("DFMA", 0, INST_UNIT_DP, INST_ALU, INST_SPACE_NONE, 0, 0);
    assert_op("HMMA.16816.F32", 0, INST_UNIT_SP, INST_ALU, INST_SPACE_NONE, 0, 0);
    assert_op("NOP", 0, INST_UNIT_CTRL, INST_ALU, INST_SPACE_NONE, 0, 0);
    assert_op("SSY", 0, INST_UNIT_CTRL, INST_ALU, INST_SPACE_NONE, 0, 0);
    assert_op("BSYNC", 0, INST_UNIT_CTRL, INST_BRANCH, INST_SPACE_NONE, 0, 0);
    assert_op("BRA", 0, INST_UNIT_CTRL, INST_BRANCH, INST_SPACE_NONE, 0, 0);
    assert_op("EXIT", 0, INST_UNIT_CTRL, INST_EXIT, INST_SPACE_NONE, 0, 0);
    assert_op("BAR.SYNC", 0, INST_UNIT_CTRL, INST_BARRIER, INST_SPACE_NONE, 0, 0);
    assert_op("BAR.RED.POPC", 0, INST_UNIT_CTRL, INST_BARRIER, INST_SPACE_NONE, 0, 0);
    assert_op("BAR.ARV", 0, INST_UNIT_CTRL, INST_ALU, INST_SPACE_NONE, 0, 0);
    assert_op("MEMBAR.SC.GPU", 0, INST_UNIT_CTRL, INST_FENCE, INST_SPACE_NONE, 0, 0);
    assert_op("DEPBAR.LE", 0, INST_UNIT_CTRL, INST_ALU, INST_SPACE_NONE, 0, 0);
    assert_op("LDG.E", 4, INST_UNIT_LDST, INST_LOAD, INST_SPACE_GLOBAL, 4, 0);
    assert_op("LDG.E.CG", 4, INST_UNIT_LDST, INST_LOAD, INST_SPACE_GLOBAL, 4, 0);
    assert_op("LDG.E.64.CONSTANT.SYS", 8, INST_UNIT_LDST, INST_LOAD, INST_SPACE_GLOBAL, 8, 0);
    assert_op("LDG.E.S16.SYS", 2, INST_UNIT_LDST, INST_LOAD, INST_SPACE_GLOBAL, 2, 0);
    assert_op("LDG.E.LTC128B.128", 16, INST_UNIT_LDST, INST_LOAD, INST_SPACE_GLOBAL, 16, 0);
    assert_op("LDG.E.STRONG.GPU", 4, INST_UNIT_LDST, INST_LOAD, INST_SPACE_GLOBAL, 4, 1);
    assert_op("LDG.E.64.STRONG.SYS", 8, INST_UNIT_LDST, INST_LOAD, INST_SPACE_GLOBAL, 8, 2);
    assert_op("LDG.E.STRONG.CTA", 4, INST_UNIT_LDST, INST_LOAD, INST_SPACE_GLOBAL, 4, 0);
    assert_op("LD.E.CV", 4, INST_UNIT_LDST, INST_LOAD, INST_SPACE_GENERIC, 4, 2);
    assert_op("LDS.U.128", 16, INST_UNIT_LDST, INST_LOAD, INST_SPACE_SHARED, 16, 0);
    assert_op("LDSM.16.M88.4", 16, INST_UNIT_LDST, INST_LOAD, INST_SPACE_SHARED, 16, 0);
    assert_op("LDC.U8", 0, INST_UNIT_LDST, INST_LOAD, INST_SPACE_CONST, 1, 0);
    assert_op("LDL.LU", 4, INST_UNIT_LDST, INST_LOAD, INST_SPACE_LOCAL, 4, 0);
    assert_op("STL.64", 8, INST_UNIT_LDST, INST_STORE, INST_SPACE_LOCAL, 8, 0);
    assert_op("STS.U8", 1, INST_UNIT_LDST, INST_STORE, INST_SPACE_SHARED, 1, 0);
    assert_op("ST.E", 4, INST_UNIT_LDST, INST_STORE, INST_SPACE_GENERIC, 4, 0);
    assert_op("ATOM.E.ADD", 4, INST_UNIT_LDST, INST_ATOMIC, INST_SPACE_GENERIC, 4, 0);
    assert_op("ATOMG.E.CAS.64.STRONG.GPU", 8, INST_UNIT_LDST, INST_ATOMIC, INST_SPACE_GLOBAL, 8, 0);
    assert_op("ATOMS.ADD", 4, INST_UNIT_LDST, INST_ATOMIC, INST_SPACE_SHARED, 4, 0);
    assert_op("RED.E.ADD.F64.RN", 8, INST_UNIT_LDST, INST_REDUCE, INST_SPACE_GLOBAL, 8, 0);
    assert_op("RED.E.ADD.F16x2.RN", 4, INST_UNIT_LDST, INST_REDUCE, INST_SPACE_GLOBAL, 4, 0);
}

/* Asynchronous copies go through no register: only then does DEPBAR wait for memory. */
static void trace_034_depbar_waits_for_asynchronous_copies(void **state)
{
    (void)state;
    opened_t o;
    open_text(&o, ONE("2", "0010 ffffffff 0 LDGSTS.E.BYPASS.128 2 R2 R4 16 1 0x100 16\n"
                           "0020 ffffffff 0 DEPBAR.LE 0 0\n"));
    assert_int_equal(o.f->inst[0].space, INST_SPACE_GLOBAL);
    assert_int_equal(o.f->inst[1].kind, INST_FENCE);
    close_trace(&o);
}

static unsigned times_listed(const char *names, const char *word, size_t len)
{
    unsigned found = 0;
    for (const char *at = names; *at;) {
        size_t n = strcspn(at, " ");
        found += n == len && !memcmp(at, word, n);
        at += n + (at[n] == ' ');
    }
    return found;
}

/* docs/traces.md lists, in the same order, what the reader knows. */
static void trace_035_the_page_lists_every_opcode(void **state)
{
    (void)state;
    diag_t d = {{0}};
    char *page;
    size_t bytes;
    must(file_read("docs/traces.md", 1 << 20, &page, &bytes, &d), &d);
    for (unsigned i = 0; acc_sass_names(i); i++) {
        if (!strstr(page, acc_sass_names(i)))
            fail_msg("docs/traces.md has no list '%.40s...'", acc_sass_names(i));
        for (const char *at = acc_sass_names(i); *at;) { /* none is in two groups */
            size_t n = strcspn(at, " ");
            unsigned found = 0;
            for (unsigned k = 0; acc_sass_names(k); k++)
                found += times_listed(acc_sass_names(k), at, n);
            if (found != 1)
                fail_msg("%.*s is listed %u times", (int)n, at, found);
            at += n + (at[n] == ' ');
        }
    }
    free(page);
}

/* ---- Generic and local addresses ---- */

static void trace_040_generic_accesses_go_to_their_window(void **state)
{
    (void)state;
    opened_t o;
    open_text(&o, ONE("3", "0010 ffffffff 1 R1 LD.E 1 R2 4 1 0x7f0000000040 4\n"
                           "0010 ffffffff 1 R1 LD.E 1 R2 4 1 0x7e0000000040 4\n"
                           "0010 ffffffff 1 R1 LD.E 1 R2 4 1 0x7f0002000040 0\n"));
    begin(&o, 0, 0);
    at(&o, 0x10, UINT32_MAX);
    assert_int_equal(o.s.space, INST_SPACE_SHARED);
    assert_int_equal(o.s.addr[0], 0x40);
    assert_int_equal(o.s.addr[31], 0x40 + 31 * 4);
    at(&o, 0x10, UINT32_MAX);
    assert_int_equal(o.s.space, INST_SPACE_GLOBAL);
    assert_int_equal(o.s.addr[1], 0x7e0000000044);
    at(&o, 0x10, UINT32_MAX);
    assert_int_equal(o.s.space, INST_SPACE_LOCAL);
    close_trace(&o);
}

/* Two CTAs of two warps, offsets 0x40 to 0x47: two words a thread. */
static void trace_041_local_words_lie_side_by_side(void **state)
{
    (void)state;
    opened_t o;
#define LOCAL_WARP(n) WARP(n, "1") "0010 ffffffff 1 R1 LDL 1 R2 4 1 0x44 0\n"
#define LOCAL_BLOCK(c)                                                                             \
    BLOCK(c)                                                                                       \
    WARP("0", "2")                                                                                 \
    "0008 ffffffff 0 STL 2 R2 R1 4 1 0x40 0\n"                                                     \
    "0010 00000008 1 R1 LDL 1 R2 4 1 0x44 0\n" LOCAL_WARP("1") END
    open_text(&o,
              HEAD_OF("4", "0", "(2,1,1)", "(64,1,1)") LOCAL_BLOCK("0,0,0") LOCAL_BLOCK("1,0,0"));
    uint64_t base = o.f->local_base, cta = o.f->local_cta_bytes;
    assert_int_equal(cta, 2 * 2 * 32 * 4); /* warps, words, lanes, bytes */
    assert_int_equal(o.f->arena_bytes, 0);
    assert_true(base >= UINT64_C(1) << 49);                /* beyond every address of a trace */
    front_cta_t *first = o.f->ops->cta_begin(o.f->ctx, 0); /* place 0 */
    begin(&o, 1, 0);                                       /* place 1 */
    at(&o, 0x8, UINT32_MAX);
    for (unsigned k = 0; k < 32; k++)
        assert_int_equal(o.s.addr[k], base + cta + 4 * k);
    at(&o, 0x10, 8);
    assert_int_equal(o.s.addr[3], base + cta + (32 + 3) * 4);
    end_warp(&o);
    o.w = o.f->ops->cta_warp(o.f->ctx, o.cta, 1);
    o.next = o.f->ops->first(o.f->ctx, o.w);
    at(&o, 0x10, UINT32_MAX);
    assert_int_equal(o.s.addr[5], base + cta + (2 * 32 + 32 + 5) * 4);
    o.f->ops->cta_end(o.f->ctx, first);
    close_trace(&o);
}

static void trace_042_addresses_far_apart_get_no_dense_range(void **state)
{
    (void)state;
    opened_t o;
    open_text(&o, ONE("2", "0010 00000001 1 R1 LDG.E 1 R2 4 1 0x1000 0\n"
                           "0010 00000001 1 R1 LDG.E 1 R2 4 1 0x40000ffc 0\n"));
    assert_int_equal(o.f->arena_base, 0x1000); /* exactly 1 GB */
    assert_int_equal(o.f->arena_bytes, 1 << 30);
    close_trace(&o);
    open_text(&o, ONE("2", "0010 00000001 1 R1 LDG.E 1 R2 4 1 0x1000 0\n"
                           "0010 00000001 1 R1 LDG.E 1 R2 4 1 0x40001000 0\n"));
    assert_int_equal(o.f->arena_bytes, 0);
    close_trace(&o);
}

/* Device memory is what is copied, to the byte, and the pages of 4 KB that any kernel touches, also
 * one that comes later: here a load across two pages, one lane far away, a store of the second
 * kernel. Shared and local accesses touch none. */
static void trace_043_memory_that_the_trace_tells_of(void **state)
{
    (void)state;
    static const struct {
        uint64_t addr;
        bool has;
    } want[] = {{0x4fffff, false},   {0x500000, true},   {0x500063, true},    {0x500064, false},
                {0xfff, false},      {0x1000, true},     {0x2fff, true},      {0x3000, false},
                {0x7fffffff, false}, {0x80000000, true}, {0x80000fff, true},  {0x80001000, false},
                {0x8fff, false},     {0x9000, true},     {0x9fff, true},      {0xa000, false},
                {0x40, false},       {0x10000, false},   {UINT64_MAX, false}, {0, false}};
    opened_t o;
    rig_write("kernelslist.g", "kernel-1.traceg\nMemcpyHtoD,0x500000,100\nkernel-2.traceg\n");
    rig_write("kernel-1.traceg", ONE("3", "0008 00000001 0 STS 1 R2 4 1 0x40 0\n"
                                          "0010 00000003 1 R1 LDG.E 1 R2 4 1 0x1ffe 0\n"
                                          "0018 00000003 1 R1 LDG.E 1 R2 4 2 0x1100 2147479296\n"));
    rig_write("kernel-2.traceg", ONE("1", "0010 00000001 0 STG.E 2 R2 R1 4 1 0x9800 0\n"));
    open_path(&o, rig_dir);
    for (unsigned i = 0; i < sizeof want / sizeof *want; i++)
        if (o.f->ops->allocated(o.f->ctx, want[i].addr) != want[i].has)
            fail_msg("0x%" PRIx64 ": expected to be %sallocated", want[i].addr,
                     want[i].has ? "" : "not ");
    close_trace(&o);
}

/* ---- Blocks and warps ---- */

static void trace_050_blocks_come_in_any_order(void **state)
{
    (void)state;
    opened_t o;
#define PLACED(c, pc) BLOCK(c) WARP("1", "1") pc " ffffffff 1 R1 MOV 0 0\n" WARP("0", "0") END
    open_text(&o, HEAD_OF("4", "0", "(2,2,1)", "(64,1,1)") PLACED("1,1,0", "0030")
                      PLACED("0,1,0", "0020") PLACED("0,0,0", "0000") PLACED("1,0,0", "0010"));
    assert_int_equal(o.f->warps_per_cta, 2);
    static const uint32_t file[] = {3, 2, 0, 1}; /* CTA number: x fastest */
    assert_memory_equal(o.f->cta_order, file, sizeof file);
    static const uint32_t order[] = {2, 0, 3, 1};
    for (unsigned k = 0; k < 4; k++) {
        begin(&o, order[k], 0);
        end_warp(&o); /* a warp of no instructions has nothing to do */
        o.w = o.f->ops->cta_warp(o.f->ctx, o.cta, 1);
        o.next = o.f->ops->first(o.f->ctx, o.w);
        at(&o, 0x10 * order[k], UINT32_MAX);
        end_warp(&o);
        o.f->ops->cta_end(o.f->ctx, o.cta);
    }
    o.cta = NULL;
    close_trace(&o);
}

static void trace_051_an_absent_warp_has_nothing_to_do(void **state)
{
    (void)state;
    opened_t o;
    open_text(&o, HEAD_OF("4", "0", "(1,1,1)", "(96,1,1)") BLOCK("0,0,0")
                      WARP("1", "1") "0010 ffffffff 0 EXIT 0 0\n" END);
    begin(&o, 0, 0);
    end_warp(&o);
    o.w = o.f->ops->cta_warp(o.f->ctx, o.cta, 2);
    assert_null(o.f->ops->first(o.f->ctx, o.w));
    close_trace(&o);
}

static void trace_052_a_block_may_be_empty(void **state)
{
    (void)state;
    opened_t o;
    open_text(&o, HEAD BLOCK("0,0,0") END);
    assert_int_equal(o.f->n_inst, 0);
    begin(&o, 0, 0);
    end_warp(&o);
    close_trace(&o);
}

/* ---- Lists and containers ---- */

static void trace_060_the_list_gives_copies_and_launches_in_order(void **state)
{
    (void)state;
    diag_t d = {{0}};
    trace_t *t;
    trace_step_t s;
    rig_write("kernelslist.g", "MemcpyHtoD,0x00007f0000000100,4096\n\nMemcpyDtoH,0x1,2\n"
                               "kernel-1.traceg\r\nncclCommInitAll\nMemcpyHtoD,0x200,0\n"
                               "kernel-2.traceg");
    rig_write("kernel-1.traceg", ONE("1", "0010 ffffffff 0 EXIT 0 0\n"));
    rig_write("kernel-2.traceg", HEAD_OF("4", "0", "(7,1,1)", "(32,1,1)"));
    must(trace_open(rig_path("kernelslist.g"), &t, &d), &d);
    must(trace_next(t, &s, &d), &d);
    assert_int_equal(s.kind, TRACE_COPY);
    assert_int_equal(s.addr, 0x7f0000000100);
    assert_int_equal(s.bytes, 4096);
    must(trace_next(t, &s, &d), &d);
    assert_int_equal(s.kind, TRACE_LAUNCH);
    assert_string_equal(s.front->kernel, "k");
    must(trace_next(t, &s, &d), &d); /* passed over without loading */
    assert_int_equal(s.kind, TRACE_COPY);
    assert_int_equal(s.bytes, 0);
    must(trace_next(t, &s, &d), &d);
    assert_int_equal(s.kind, TRACE_LAUNCH);
    assert_int_equal(s.front->grid[0], 7); /* known before it is loaded */
    assert_true(trace_load(t, &d) < 0);    /* its blocks are missing */
    d.text[0] = 0;
    must(trace_next(t, &s, &d), &d);
    assert_int_equal(s.kind, TRACE_END);
    must(trace_next(t, &s, &d), &d);
    assert_int_equal(s.kind, TRACE_END);
    trace_close(t);
}

/* Counts a trace's instructions and sums its addresses. */
static uint64_t count_all(const char *path, uint64_t *sum)
{
    diag_t d = {{0}};
    trace_t *t;
    trace_step_t s;
    warp_step_t w;
    uint64_t n = 0;
    *sum = 0;
    must(trace_open(path, &t, &d), &d);
    for (;;) {
        must(trace_next(t, &s, &d), &d);
        if (s.kind == TRACE_END)
            break;
        if (s.kind == TRACE_COPY)
            continue;
        front_t *f = s.front;
        must(trace_load(t, &d), &d);
        for (uint32_t c = 0; c < f->grid[0] * f->grid[1] * f->grid[2]; c++) {
            front_cta_t *cta = f->ops->cta_begin(f->ctx, c);
            for (uint32_t k = 0; k < f->warps_per_cta; k++) {
                front_warp_t *warp = f->ops->cta_warp(f->ctx, cta, k);
                w.next = f->ops->first(f->ctx, warp);
                while (w.next) {
                    const inst_t *i = w.next;
                    f->ops->step(f->ctx, warp, &w);
                    n++;
                    for (uint64_t m = i->unit == INST_UNIT_LDST ? w.active : 0; m; m &= m - 1)
                        *sum += w.addr[bits_lowest(m)];
                }
            }
            f->ops->cta_end(f->ctx, cta);
        }
    }
    trace_close(t);
    return n;
}

static void trace_061_every_container_gives_the_same(void **state)
{
    (void)state;
    static const char *const suffix[] = {"", ".xz", ".zst", ".gz"};
    static const int filter[] = {ARCHIVE_FILTER_NONE, ARCHIVE_FILTER_XZ, ARCHIVE_FILTER_ZSTD,
                                 ARCHIVE_FILTER_GZIP};
    static const char kernel[] = ONE("2", "0010 00000003 1 R1 LDG.E 1 R2 4 1 0x1000 4\n"
                                          "0020 ffffffff 0 EXIT 0 0\n");
    /* the list in the middle, kernels in another order than its own, something else too */
    const rig_entry_t entry[] = {{"./t/kernel-2.traceg", kernel},
                                 {"./t/notes", "none"},
                                 {"./t/kernelslist.g", "kernel-1.traceg\nkernel-2.traceg\n"},
                                 {"./t/kernel-1.traceg", kernel}};
    const uint64_t want = 2 * (0x1000 + 0x1004);
    uint64_t sum;
    for (unsigned k = 0; k < 4; k++) {
        char name[64], list[128];
        snprintf(name, sizeof name, "kernel-1.traceg%s", suffix[k]);
        rig_pack(name, filter[k], false, &entry[0], 1);
        /* the name as it is; a name without the suffix of the only file there */
        snprintf(list, sizeof list, "kernel-1.traceg\n%s\n", name);
        rig_write("kernelslist.g", list);
        assert_int_equal(count_all(rig_dir, &sum), 4);
        assert_int_equal(sum, want);
        unlink(rig_path(name));
        rig_pack("all.tar", filter[k], true, entry, 4);
        assert_int_equal(count_all(rig_path("all.tar"), &sum), 4);
        assert_int_equal(sum, want);
    }
}

static void trace_062_the_hash_is_of_the_bytes(void **state)
{
    (void)state;
    diag_t d = {{0}};
    uint64_t hash[4];
    static const char *const imm[] = {"0", "0", "1", "0"};
    for (unsigned k = 0; k < 4; k++) {
        char text[2048];
        trace_t *t;
        snprintf(text, sizeof text,
                 HEAD_OF("5", "0", "(1,1,1)", "(32,1,1)") BLOCK("0,0,0")
                     WARP("0", "1") "0010 ffffffff 0 EXIT 0 0 %s\n" END,
                 imm[k]);
        rig_write("kernel-1.traceg", text);
        rig_write("kernelslist.g", k == 3 ? "kernel-1.traceg\n\n" : "kernel-1.traceg\n");
        must(trace_open(rig_dir, &t, &d), &d);
        must(trace_hash(t, &hash[k], &d), &d);
        trace_close(t);
    }
    assert_int_equal(hash[0], hash[1]);
    assert_int_not_equal(hash[0], hash[2]);
    assert_int_not_equal(hash[0], hash[3]);
}

/* ---- Larger traces ---- */

/* Lines beyond the reader's buffer, every one another address. */
static void trace_070_a_long_trace_is_read_through_its_window(void **state)
{
    (void)state;
    enum { N = 60000 };
    FILE *f = fopen(rig_path("kernel-1.traceg"), "w");
    assert_non_null(f);
    fprintf(f, HEAD BLOCK("0,0,0") WARP("0", "%d"), N);
    uint64_t want = 0, sum;
    for (uint64_t k = 0; k < N; k++) {
        fprintf(f, "%04x %08x 1 R%u LDG.E 1 R2 4 2 0x%012llx %d\n", (unsigned)(k % 7) * 8,
                3u << k % 31, (unsigned)(k % 7), (unsigned long long)(0x7f0000000000 + 64 * k),
                (int)(k % 5) * 1000);
        want += 2 * (0x7f0000000000 + 64 * k) + k % 5 * 1000;
    }
    fprintf(f, END);
    assert_true(ftell(f) > 3 << 20);
    assert_int_equal(fclose(f), 0);
    rig_write("kernelslist.g", "kernel-1.traceg\n");
    assert_int_equal(count_all(rig_dir, &sum), N);
    assert_int_equal(sum, want);
}

static void trace_071_the_real_traces_have_their_instructions(void **state)
{
    (void)state;
    static const struct {
        const char *name;
        uint64_t insts;
    } real[] = {{"bench-traces/vecadd-256k.tar.zst", 98304},
                {"bench-traces/atax-512.tar.zst", 131264},
                {"bench-traces/atax-1024.tar.zst", 524672},
                {"bench-traces/reuse.tar.zst", 492960},
                {"accelsim-matrixmul-32", 4416},
                {"accelsim-vectoradd-100", 344}};
    unsigned found = 0;
    for (unsigned i = 0; i < sizeof real / sizeof real[0]; i++) {
        const char *path = rig_data(real[i].name);
        uint64_t sum;
        if (!path)
            continue;
        assert_int_equal(count_all(path, &sum), real[i].insts);
        found++;
    }
    if (!found) {
        print_message("no traces beside the project (LW_SHARED_DATA)\n");
        skip();
    }
}

#define CASE(f) cmocka_unit_test_setup_teardown(f, rig_setup, rig_teardown)

int main(void)
{
    const struct CMUnitTest tests[] = {
        CASE(trace_010_mode_0_lists_an_address_for_every_active_lane),
        CASE(trace_011_mode_1_is_a_base_and_a_stride),
        CASE(trace_012_mode_2_is_a_base_and_differences),
        CASE(trace_013_differences_of_every_size),
        CASE(trace_014_an_access_without_lanes_has_no_address),
        CASE(trace_020_versions_before_3_lead_with_block_and_warp),
        CASE(trace_021_version_3_has_no_line_numbers),
        CASE(trace_022_version_4_may_have_line_numbers),
        CASE(trace_024_versions_may_have_dots),
        CASE(trace_023_version_5_ends_lines_with_an_immediate),
        CASE(trace_024_blank_lines_and_line_ends_do_not_matter),
        CASE(trace_030_registers_are_the_traces),
        CASE(trace_031_the_program_is_in_order_of_pc),
        CASE(trace_032_jumps_back_make_loops),
        CASE(trace_033_opcodes_have_unit_kind_space_and_width),
        CASE(trace_034_depbar_waits_for_asynchronous_copies),
        CASE(trace_035_the_page_lists_every_opcode),
        CASE(trace_036_opcodes_have_a_kind_of_arithmetic),
        CASE(trace_040_generic_accesses_go_to_their_window),
        CASE(trace_041_local_words_lie_side_by_side),
        CASE(trace_042_addresses_far_apart_get_no_dense_range),
        CASE(trace_043_memory_that_the_trace_tells_of),
        CASE(trace_050_blocks_come_in_any_order),
        CASE(trace_051_an_absent_warp_has_nothing_to_do),
        CASE(trace_052_a_block_may_be_empty),
        CASE(trace_060_the_list_gives_copies_and_launches_in_order),
        CASE(trace_061_every_container_gives_the_same),
        CASE(trace_062_the_hash_is_of_the_bytes),
        CASE(trace_070_a_long_trace_is_read_through_its_window),
        CASE(trace_071_the_real_traces_have_their_instructions),
    };
    return cmocka_run_group_tests_name("trace_accelsim", tests, NULL, NULL);
}
