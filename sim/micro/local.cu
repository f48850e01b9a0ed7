/*
 * Local memory as spills use it: n times, eight words of a thread written one by one and read in the
 * same order, each waited for.
 */
KERNEL spill(unsigned n)
{
    __asm__ volatile("{\n\t.local .align 4 .b8 slot[32];\n\t.reg .pred p;\n\t.reg .u32 i, x, y;\n\t"
                     "mov.u32 i, %0;\n\tmov.u32 y, 0;\n"
                     "again:\n\t"
                     "st.local.u32 [slot], i;\n\tst.local.u32 [slot+4], i;\n\t"
                     "st.local.u32 [slot+8], i;\n\tst.local.u32 [slot+12], i;\n\t"
                     "st.local.u32 [slot+16], i;\n\tst.local.u32 [slot+20], i;\n\t"
                     "st.local.u32 [slot+24], i;\n\tst.local.u32 [slot+28], i;\n\t"
                     "ld.local.u32 x, [slot];\n\tadd.u32 y, y, x;\n\t"
                     "ld.local.u32 x, [slot+4];\n\tadd.u32 y, y, x;\n\t"
                     "ld.local.u32 x, [slot+8];\n\tadd.u32 y, y, x;\n\t"
                     "ld.local.u32 x, [slot+12];\n\tadd.u32 y, y, x;\n\t"
                     "ld.local.u32 x, [slot+16];\n\tadd.u32 y, y, x;\n\t"
                     "ld.local.u32 x, [slot+20];\n\tadd.u32 y, y, x;\n\t"
                     "ld.local.u32 x, [slot+24];\n\tadd.u32 y, y, x;\n\t"
                     "ld.local.u32 x, [slot+28];\n\tadd.u32 y, y, x;\n\t"
                     "sub.u32 i, i, 1;\n\tsetp.ne.u32 p, i, 0;\n\t@p bra again;\n\t}"
                     :
                     : "r"(n));
}
