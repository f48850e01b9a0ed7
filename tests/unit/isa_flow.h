/* Kernels by hand for the tests of divergence. */
#ifndef LW_TESTS_ISA_FLOW_H
#define LW_TESTS_ISA_FLOW_H

#include "isa_rig.h"

/* Threads of the grid store their %r9 into out[global thread]. PROLOGUE is 6 instructions and
 * leaves tid.x in %r1 and the address in %rd3, EPILOGUE is 2. */
#define DECLARE                                                                                    \
    RIG_HEAD ".visible .entry k(.param .u64 out) {\n"                                              \
             ".reg .pred %p<9>; .reg .b32 %r<20>; .reg .b64 %rd<9>;\n"                             \
             ".shared .align 4 .b8 sm[1024];\n"
#define PROLOGUE                                                                                   \
    "ld.param.u64 %rd1, [out]; mov.u32 %r1, %tid.x; mov.u32 %r2, %ctaid.x;\n"                      \
    "mad.lo.u32 %r3, %r2, 64, %r1; mul.wide.u32 %rd2, %r3, 4; add.s64 %rd3, %rd1, %rd2;\n"
#define EPILOGUE "st.global.u32 [%rd3], %r9; ret;\n"
#define END      "}\n"

static inline uint32_t *run(rig_t *r, const char *text, uint32_t grid, uint32_t block)
{
    rig_open(r, "flow.ptx", text);
    uint64_t out = rig_alloc(r, 4096);
    RIG_RUN(r, "k", grid, block, out);
    return rig_host(r, out);
}

#endif
