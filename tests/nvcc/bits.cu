// Intrinsics on 32 bits: counts, fields, permutations, funnel shifts, products, bytes as vectors.
struct results {
    unsigned ones, leading, reversed, first, bytes, bytes_by[2], funnel[4], sum_abs, high, high_s;
    unsigned mul24, average, rounded, field, inserted, logic, rotated, dot_s, dot_u, dot2;
    unsigned add4, max4, compared4, abs_diff4, add2;
    unsigned long long reversed64;
};

extern "C" __global__ void bits(const unsigned *in, results *out, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    unsigned x = in[i], y = in[(i + 1) % n], z = in[(i + 2) % n];
    results r;
    r.ones = __popc(x);
    r.leading = __clz((int)x);
    r.reversed = __brev(x);
    r.first = __ffs((int)x);
    r.bytes = __byte_perm(x, 0, 0x0123);
    r.bytes_by[0] = __byte_perm(x, y, z);
    r.bytes_by[1] = __byte_perm(x, y, 0x7a3c);
    r.funnel[0] = __funnelshift_l(x, y, z);
    r.funnel[1] = __funnelshift_r(x, y, z);
    r.funnel[2] = __funnelshift_lc(x, y, z & 63);
    r.funnel[3] = __funnelshift_rc(x, y, z & 63);
    r.sum_abs = __sad((int)x, (int)y, z) + __usad(x, y, z);
    r.high = __umulhi(x, y);
    r.high_s = (unsigned)__mulhi((int)x, (int)y);
    r.mul24 = (unsigned)__mul24((int)x, (int)y) ^ __umul24(x, z);
    r.average = (unsigned)__hadd((int)x, (int)y);
    r.rounded = __urhadd(x, y);
    r.field = (x >> 5 & 0x7ff) + (unsigned)((int)(x << 9) >> 22);
    r.inserted = (x & ~0x00fff000u) | (y << 12 & 0x00fff000u);
    r.logic = (x & y) ^ (~z | (x ^ y));
    r.rotated = x << (y & 31) | x >> (-y & 31);
    r.dot_s = (unsigned)__dp4a((int)x, (int)y, (int)z);
    r.dot_u = __dp4a(x, y, z);
    r.dot2 = (unsigned)__dp2a_lo((int)x, (int)y, (int)z) ^ __dp2a_hi(x, y, z);
    r.add4 = __vadd4(x, y);
    r.max4 = __vmaxu4(x, y);
    r.compared4 = __vcmpgts4(x, y);
    r.abs_diff4 = __vabsdiffu4(x, y);
    r.add2 = __vaddss2(x, y);
    r.reversed64 = __brevll((unsigned long long)x << 32 | y);
    out[i] = r;
}
