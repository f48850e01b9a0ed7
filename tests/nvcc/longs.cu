// 64 and 128 bits: products, quotients, carries, shifts, comparisons.
typedef unsigned long long u64;

struct results {
    u64 product, high, quotient, rest, shifted[3], sum128[2], product128[2], mask;
    long long signed_high, signed_quotient, signed_rest, shifted_signed, least;
    int order, leading, ones, first;
};

extern "C" __global__ void longs(const u64 *in, results *out, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    u64 x = in[i], y = in[(i + 1) % n] | 1;
    long long s = (long long)x, v = (long long)y;
    results r;
    r.product = x * y + i;
    r.high = __umul64hi(x, y);
    r.quotient = x / y;
    r.rest = x % (y >> 40 | 1);
    r.shifted[0] = x << (i & 63);
    r.shifted[1] = x >> (i & 63);
    r.shifted[2] = (x << 11) | (x >> 53);
    unsigned __int128 wide = (unsigned __int128)x + y;
    wide = wide + ((unsigned __int128)y << 64 | x);
    r.sum128[0] = (u64)wide;
    r.sum128[1] = (u64)(wide >> 64);
    wide = (unsigned __int128)x * y - wide;
    r.product128[0] = (u64)wide;
    r.product128[1] = (u64)(wide >> 64);
    r.mask = (x & ~y) ^ (x | 0xff00ff00ff00ff00ull);
    r.signed_high = __mul64hi(s, v);
    r.signed_quotient = s / v;
    r.signed_rest = s % 1000003;
    r.shifted_signed = s >> 7;
    r.least = min(s, v);
    r.order = (x < y) | (s < v) << 1 | (x == y) << 2 | (s >= 0) << 3;
    r.leading = __clzll((long long)x);
    r.ones = __popcll(x);
    r.first = __ffsll((long long)(x & 0xfffff000));
    out[i] = r;
}
