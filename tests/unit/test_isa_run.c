/* Kernels run as written: divergence, barriers, calls, memory spaces, faults. */
#include "isa_rig.h"

#include <errno.h>

/* out[i] = 2 * in[i] + i, two CTAs, the last warp partly filled */
static void isa_100_kernel_reads_and_writes_global_memory(void **state)
{
    (void)state;
    static const char text[] = RIG_HEAD ".visible .entry k(.param .u64 a, .param .u64 b) {\n"
                                        ".reg .b32 %r<9>; .reg .b64 %rd<9>;\n"
                                        "ld.param.u64 %rd1, [a]; ld.param.u64 %rd2, [b];\n"
                                        "mov.u32 %r1, %ctaid.x; mov.u32 %r2, %ntid.x;\n"
                                        "mov.u32 %r3, %tid.x; mad.lo.s32 %r4, %r1, %r2, %r3;\n"
                                        "mul.wide.s32 %rd3, %r4, 4;\n"
                                        "add.s64 %rd4, %rd1, %rd3; add.s64 %rd5, %rd2, %rd3;\n"
                                        "ld.global.u32 %r5, [%rd4];\n"
                                        "shl.b32 %r6, %r5, 1; add.s32 %r7, %r6, %r4;\n"
                                        "st.global.u32 [%rd5], %r7; ret; }\n";
    rig_t r;
    rig_open(&r, "k.ptx", text);
    uint64_t in = rig_alloc(&r, 96 * 4), out = rig_alloc(&r, 96 * 4);
    uint32_t *a = rig_host(&r, in), *b = rig_host(&r, out);
    for (uint32_t i = 0; i < 96; i++)
        a[i] = i * 77;
    RIG_RUN(&r, "k", 2, 48, in, out);
    for (uint32_t i = 0; i < 96; i++)
        assert_int_equal(b[i], 2 * (i * 77) + i);
    assert_int_equal(r.counts.warp_insts, 2 * 2 * 14); /* CTAs, warps, instructions */
    assert_int_equal(r.counts.thread_insts, 96 * 14);
    rig_close(&r);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(isa_100_kernel_reads_and_writes_global_memory),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
