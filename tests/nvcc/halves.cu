// Half precision as cuda_fp16.h has it.
#include <cuda_fp16.h>

struct results {
    __half sum, difference, product, quotient, fused, negated, least, most, from_int, down;
    __half2 sum2, product2, fused2, swapped, most2;
    float wide, wide2;
    int whole, order, order2;
    unsigned short bits;
};

extern "C" __global__ void halves(const __half *in, results *out, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    __half x = in[i], y = in[(i + 1) % n];
    __half2 a = __halves2half2(x, y), b = __floats2half2_rn(1.5f, -0.25f);
    results r;
    r.sum = x + y;
    r.difference = __hsub(x, y);
    r.product = x * y;
    r.quotient = x / y;
    r.fused = __hfma(x, y, x);
    r.negated = -x;
    r.least = __hmin(x, y);
    r.most = __hmax(x, y);
    r.from_int = __int2half_rn(i * 37 - 1000);
    r.down = __float2half_rd(__half2float(x) * 0.3f);
    r.sum2 = a + b;
    r.product2 = __hmul2(a, b);
    r.fused2 = __hfma2(a, b, a);
    r.swapped = __lowhigh2highlow(a);
    r.most2 = __hmax2(a, b);
    r.wide = __half2float(x) + 1.0f;
    r.wide2 = __high2float(a);
    r.whole = __half2int_rz(x);
    r.order = (x < y) | (x <= y) << 1 | (x == y) << 2 | __hne(x, y) << 3 | __hisnan(x) << 4 |
              (x > y) << 5 | __hgeu(x, y) << 6;
    r.order2 = __hbeq2(a, a) | __hblt2(a, b) << 1 |
               (int)(__half2float(__low2half(__hgt2(a, b))) == 1.0f) << 2;
    r.bits = __half_as_ushort(y);
    out[i] = r;
}
