/*
 * Accel-Sim traces: lines in every version, and the registers, instructions and loops of the static
 * program that they make. The kernels are written here by hand.
 */
#include "accelsim_rig.h"

#include "common/file.h"
#include "trace/accelsim_int.h"

static void assert_regs(const inst_regset_t *set, uint64_t low)
{
    assert_int_equal(set->w[0], low);
    assert_int_equal(set->w[1] | set->w[2] | set->w[3], 0);
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

static void trace_025_blank_lines_and_line_ends_do_not_matter(void **state)
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

int main(void)
{
    const struct CMUnitTest tests[] = {
        CASE(trace_020_versions_before_3_lead_with_block_and_warp),
        CASE(trace_021_version_3_has_no_line_numbers),
        CASE(trace_022_version_4_may_have_line_numbers),
        CASE(trace_024_versions_may_have_dots),
        CASE(trace_023_version_5_ends_lines_with_an_immediate),
        CASE(trace_025_blank_lines_and_line_ends_do_not_matter),
        CASE(trace_030_registers_are_the_traces),
        CASE(trace_031_the_program_is_in_order_of_pc),
        CASE(trace_032_jumps_back_make_loops),
        CASE(trace_033_opcodes_have_unit_kind_space_and_width),
        CASE(trace_034_depbar_waits_for_asynchronous_copies),
        CASE(trace_035_the_page_lists_every_opcode),
        CASE(trace_036_opcodes_have_a_kind_of_arithmetic),
    };
    return cmocka_run_group_tests_name("trace_accelsim", tests, NULL, NULL);
}
