/*
 * Texture reads of a row of 32-bit words. The words are zeros, so that what was read may be added to
 * the coordinate without changing it.
 */
#include "repeat.cuh"

#define TEX(to, at)                                                                                \
    "tex.1d.v4.u32.s32 {" to ", _, _, _}, [%0, {" at "}];\n\t"
#define BEGIN(shift) "{\n\t.reg .s32 t, x, y, z;\n\tmov.u32 t, %%tid.x;\n\tshl.b32 t, t, " #shift ";\n\t"

/* Each read waits for the one before; lane i on word i << shift (32: all on the first). */
#define CHAIN(name, shift)                                                                         \
    KERNEL name(unsigned long long object)                                                         \
    {                                                                                              \
        __asm__ volatile(BEGIN(shift) X16(TEX("x", "t") "add.s32 t, t, x;\n\t") "}"                 \
                         :                                                                         \
                         : "l"(object));                                                           \
    }
CHAIN(texture_chain_0, 32)
CHAIN(texture_chain_4, 2)
CHAIN(texture_chain_32, 5)

/* Three reads that do not wait for each other: a line, the next one, the first again. */
KERNEL texture_order(unsigned long long object)
{
    __asm__ volatile(BEGIN(32) ".reg .s32 u;\n\tadd.s32 u, t, 64;\n\t" TEX("x", "t") TEX("y", "u")
                         TEX("z", "t") "add.s32 x, x, z;\n\t}"
                     :
                     : "l"(object));
}
