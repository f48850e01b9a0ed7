/*
 * Fences: behind a store of a line, and behind a result of the SFU; then instructions that wait for
 * neither. The last one keeps the result's register from being used again before.
 */
KERNEL fence_store(unsigned *p)
{
    unsigned x, *q = p + threadIdx.x;
    __asm__ volatile("mov.u32 %0, 0;\n\tst.global.u32 [%1], %0;\n\tmembar.gl;\n\tadd.u32 %0, %0, %0;"
                     : "=&r"(x)
                     : "l"(q)
                     : "memory");
}

KERNEL fence_result(void)
{
    float x, y;
    unsigned z;
    __asm__ volatile("mov.f32 %0, 0f3F800000;\n\tex2.approx.f32 %1, %0;\n\tmembar.gl;\n\t"
                     "mov.u32 %2, 0;\n\tadd.u32 %2, %2, %2;\n\tadd.f32 %1, %1, %1;"
                     : "=&f"(x), "=&f"(y), "=&r"(z)
                     :
                     : "memory");
}
