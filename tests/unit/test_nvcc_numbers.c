/*
 * Programs that nvcc compiled (tests/nvcc): numbers of every type against the same computation in
 * C. What IEEE 754 defines is compared exactly, functions of the library, which nvcc compiles into
 * the program, and the fast ones within their errors.
 */
#include <fenv.h>
#include <math.h>

#include "nvcc_errors.h"
#include "nvcc_rig.h"

#include "isa_values.h"

typedef unsigned __int128 wide_t;

/* Both are not a number, or differ by no more than so many parts of the result. */
static bool near(double have, double want, double parts)
{
    return (isnan(have) && isnan(want)) || have == want || fabs(have - want) <= parts * fabs(want);
}

#define NEAR(i, have, want, parts)                                                                 \
    do {                                                                                           \
        if (!near(have, want, parts))                                                              \
            fail_msg("thread %d, %s is %.17g, expected %.17g", (int)(i), #have, (double)(have),    \
                     (double)(want));                                                              \
    } while (0)

/* The last operation of what follows rounds so. */
#define ROUNDED(T, name)                                                                           \
    static T name(int mode, char op, T a, T b, T c)                                                \
    {                                                                                              \
        volatile T x = a, y = b, z = c, out;                                                       \
        fesetround(mode);                                                                          \
        out = op == '+'   ? x + y                                                                  \
              : op == '*' ? x * y                                                                  \
              : op == '/' ? x / y                                                                  \
              : op == 's' ? (T)sqrt(x)                                                             \
                          : (T)fma(x, y, z);                                                       \
        fesetround(FE_TONEAREST);                                                                  \
        return out;                                                                                \
    }
ROUNDED(double, exact64)

/* In single precision, from double precision rounded so: x + y, x y and x y + z of 24 bits each may
 * need more than 53 bits, which long double has. */
static float exact32(int mode, char op, float a, float b, float c)
{
    volatile long double x = a, y = b, z = c, wide;
    volatile float out;
    wide = op == '+' ? x + y : op == '*' ? x * y : x * y + z;
    fesetround(mode);
    out = (float)wide;
    if (op == '/' || op == 's') {
        volatile float u = a, v = b;
        out = op == '/' ? u / v : __builtin_sqrtf(u);
    }
    fesetround(FE_TONEAREST);
    return out;
}

static void run_doubles(rig_t *r)
{
    enum { N = 80 };
    struct {
        double sum, quotient, root, rsqrt_, fused, rounded[5], least, most, sign, down, up;
        double mod, exp_, log_, sin_, pow_, cbrt_;
        float narrow[2];
        int i, hi, lo, order;
        unsigned u;
        int64_t ll;
        uint64_t ull, bits;
    } * out;
    uint64_t in_at, out_at;
    double *in = nvcc_place(r, &in_at, N * 8);
    out = nvcc_place(r, &out_at, N * sizeof *out);
    for (int i = 0; i < N; i++)
        in[i] = i % 9 == 4 ? (i - 40.5) : (i % 2 ? -1.0 : 1.0) * (i + 1) * 0.37;
    in[20] = NAN;
    const nvcc_error_t exact = nvcc_exact; /* of sums and the like, and of exp and sin */
    NVCC_FLOATS(r, out, N, sum, 3, exact);
    NVCC_FLOATS(r, out, N, rsqrt_, 1, nvcc_rsqrt);
    NVCC_FLOATS(r, out, N, fused, 1, exact);
    NVCC_FLOATS(r, out, N, rounded[0], 5, exact);
    NVCC_FLOATS(r, out, N, least, 5, exact);
    NVCC_FLOATS(r, out, N, mod, 2, exact);
    NVCC_FLOATS(r, out, N, log_, 1, nvcc_log);
    NVCC_FLOATS(r, out, N, sin_, 1, exact);
    NVCC_FLOATS(r, out, N, pow_, 1, nvcc_pow);
    NVCC_FLOATS(r, out, N, cbrt_, 1, nvcc_cbrt);
    NVCC_FLOATS(r, out, N, narrow[0], 2, exact);
    NVCC_RUN(r, "doubles", 3, 32, in_at, out_at, N);
    for (int i = 0; i < N; i++) {
        double x = in[i], y = in[(i + 1) % N];
        uint64_t bits, ybits;
        memcpy(&bits, &x, 8);
        memcpy(&ybits, &y, 8);
        NVCC_EQ(i, out[i].bits, ybits);
        NVCC_EQ(i, out[i].order,
                (x < y) | (x <= y) << 1 | (x == y) << 2 | (x != y) << 3 | (isnan(x) != 0) << 4 |
                    (signbit(y) != 0) << 5 | (!isnan(x)) << 6);
        NVCC_EQ(i, out[i].hi, (int)(bits >> 32));
        NVCC_EQ(i, out[i].lo, (int)bits);
        NEAR(i, out[i].least, fmin(x, y), 0);
        NEAR(i, out[i].most, fmax(x, y), 0);
        if (isnan(x) || isnan(y))
            continue;
        if (out[i].sum != x + y * 3) /* as -G compiles it */
            NEAR(i, out[i].sum, fma(y, 3, x), 0);
        NEAR(i, out[i].quotient, x / y, 0);
        NEAR(i, out[i].root, sqrt(fabs(x)), 0);
        NEAR(i, out[i].rsqrt_, 1 / sqrt(fabs(x)), 0x1p-52);
        NEAR(i, out[i].fused, fma(x, y, -x), 0);
        NEAR(i, out[i].rounded[0], floor(x), 0);
        NEAR(i, out[i].rounded[1], ceil(x), 0);
        NEAR(i, out[i].rounded[2], trunc(x), 0);
        NEAR(i, out[i].rounded[3], rint(x), 0);
        NEAR(i, out[i].rounded[4], round(x), 0);
        NEAR(i, out[i].sign, copysign(x, y), 0);
        NEAR(i, out[i].down,
             exact64(FE_DOWNWARD, '+', exact64(FE_TOWARDZERO, '*', x, y, 0), 0.1, 0), 0);
        NEAR(i, out[i].up,
             exact64(FE_UPWARD, '/', x, y, 0) - exact64(FE_DOWNWARD, 's', fabs(y), 0, 0), 0);
        NEAR(i, out[i].mod, fmod(x, y), 0);
        NEAR(i, out[i].exp_, exp(x / 16), 0x1p-51);
        NEAR(i, out[i].log_, log(fabs(x)), 0x1p-50);
        NEAR(i, out[i].sin_, sin(x), 0x1p-51);
        NEAR(i, out[i].pow_, pow(fabs(x), 0.3), 0x1p-51);
        NEAR(i, out[i].cbrt_, cbrt(x), 0x1p-51);
        NVCC_EQ(i, out[i].narrow[0], (float)x);
        volatile double narrow = y;
        fesetround(FE_DOWNWARD);
        volatile float down = (float)narrow;
        fesetround(FE_TONEAREST);
        NVCC_EQ(i, out[i].narrow[1], down);
        NVCC_EQ(i, out[i].i, (int)x);
        NVCC_EQ(i, out[i].u, (unsigned)fabs(x));
        NVCC_EQ(i, out[i].ll, llrint(x * 1e12));
        NVCC_EQ(i, out[i].ull, (uint64_t)fabs(y * 1e15));
    }
}

static void run_floats(rig_t *r)
{
    enum { N = 80 };
    struct {
        float quotient, root, fused, rounded[5], directed[6], least, most, sign, saturated;
        float mod, exp_, log_, sin_, cos_, pow_, tanh_, atan_, erf_, fast[5];
        int i[4], order, exponent;
        unsigned u;
        int64_t ll;
    } * out;
    uint64_t in_at, out_at;
    float *in = nvcc_place(r, &in_at, N * 4);
    out = nvcc_place(r, &out_at, N * sizeof *out);
    for (int i = 0; i < N; i++)
        in[i] = i % 9 == 4 ? (float)i - 40.5f : (i % 2 ? -1.0f : 1.0f) * (float)(i + 1) * 0.37f;
    NVCC_FLOATS(r, out, N, exp_, 1, nvcc_expf);
    NVCC_FLOATS(r, out, N, pow_, 1, nvcc_powf);
    NVCC_FLOATS(r, out, N, tanh_, 1, nvcc_tanhf);
    NVCC_FLOATS(r, out, N, erf_, 1, nvcc_erff);
    NVCC_FLOATS(r, out, N, fast[0], 1, nvcc_fast_expf);
    NVCC_FLOATS(r, out, N, fast[1], 1, nvcc_fast_logf);
    NVCC_FLOATS(r, out, N, fast[2], 1, nvcc_fast_sinf);
    NVCC_FLOATS(r, out, N, fast[3], 1, nvcc_fast_dividef);
    NVCC_FLOATS(r, out, N, fast[4], 1, nvcc_rsqrtf);
    NVCC_RUN(r, "floats", 3, 32, in_at, out_at, N);
    for (int i = 0; i < N; i++) {
        float x = in[i], y = in[(i + 1) % N];
        int exponent, bits;
        memcpy(&bits, &x, 4);
        float fraction = frexpf(y, &exponent);
        NVCC_EQ(i, out[i].quotient, x / y);
        NVCC_EQ(i, out[i].root, sqrtf(fabsf(x)));
        NVCC_EQ(i, out[i].fused, fmaf(x, y, -x));
        NVCC_EQ(i, out[i].rounded[0], floorf(x));
        NVCC_EQ(i, out[i].rounded[1], ceilf(x));
        NVCC_EQ(i, out[i].rounded[2], truncf(x));
        NVCC_EQ(i, out[i].rounded[3], rintf(x));
        NVCC_EQ(i, out[i].rounded[4], roundf(x));
        NVCC_EQ(i, out[i].directed[0], exact32(FE_DOWNWARD, '+', x, y, 0));
        NVCC_EQ(i, out[i].directed[1], exact32(FE_UPWARD, '*', x, y, 0));
        NVCC_EQ(i, out[i].directed[2], exact32(FE_TOWARDZERO, '/', x, y, 0));
        NVCC_EQ(i, out[i].directed[3], exact32(FE_DOWNWARD, 'f', x, y, 0.1f));
        NVCC_EQ(i, out[i].directed[4], exact32(FE_UPWARD, 's', fabsf(x), 0, 0));
        NVCC_EQ(i, out[i].directed[5], 1.0f / x);
        NVCC_EQ(i, out[i].least, fminf(x, y));
        NVCC_EQ(i, out[i].most, fmaxf(x, y));
        NVCC_EQ(i, out[i].sign, copysignf(x, y) + fraction);
        NVCC_EQ(i, out[i].exponent, exponent);
        NVCC_EQ(i, out[i].saturated, fminf(fmaxf(x * 0.25f, 0.0f), 1.0f));
        NVCC_EQ(i, out[i].mod, fmodf(x, y));
        NEAR(i, out[i].exp_, exp((double)x), 0x1p-22);
        NEAR(i, out[i].log_, log(fabs((double)x)), 0x1p-21);
        NEAR(i, out[i].sin_, sin((double)x), 0x1p-22);
        NEAR(i, out[i].cos_, cos((double)(x * 100000.0f)), 0x1p-21);
        NEAR(i, out[i].pow_, pow(fabs((double)x), (double)1.7f), 0x1p-20);
        NEAR(i, out[i].tanh_, tanh((double)x), 0x1p-22);
        NEAR(i, out[i].atan_, atan2((double)y, (double)x), 0x1p-22);
        NEAR(i, out[i].erf_, erf((double)x), 0x1p-22);
        NEAR(i, out[i].fast[0], exp((double)x / 8), 0x1p-20);
        NEAR(i, out[i].fast[1] + 8, log(fabs((double)x)) + 8, 0x1p-21);
        NEAR(i, out[i].fast[2] + 8, sin((double)x / 16) + 8, 0x1p-20);
        NEAR(i, out[i].fast[3], (double)x / (double)y, 0x1p-22);
        NEAR(i, out[i].fast[4], 1 / sqrt(fabs((double)y)), 0x1p-22);
        NVCC_EQ(i, out[i].i[0], (int)x);
        NVCC_EQ(i, out[i].i[1], (int)rintf(x));
        NVCC_EQ(i, out[i].i[2], (int)ceilf(x));
        NVCC_EQ(i, out[i].i[3], bits);
        NVCC_EQ(i, out[i].u, (unsigned)fabsf(y));
        NVCC_EQ(i, out[i].ll, (int64_t)floorf(x * 1e9f));
        NVCC_EQ(i, out[i].order,
                (x < y) | (x >= y) << 1 | (x == y) << 2 | 1 << 4 | (signbit(y) != 0) << 5);
    }
}

/* a op b, or a b + c, rounded once. */
static uint16_t half(__float128 x)
{
    return (uint16_t)ref_to_half(x, signbit((double)x), FE_TONEAREST);
}

static void run_halves(rig_t *r)
{
    enum { N = 100 };
    struct {
        uint16_t sum, difference, product, quotient, fused, negated, least, most, from_int, down;
        uint16_t sum2[2], product2[2], fused2[2], swapped[2], most2[2];
        float wide, wide2;
        int whole, order, order2;
        uint16_t bits;
    } * out;
    uint64_t in_at, out_at;
    uint16_t *in = nvcc_place(r, &in_at, N * 2);
    out = nvcc_place(r, &out_at, N * sizeof *out);
    for (int i = 0; i < N; i++)
        in[i] = half((i % 3 ? 1 : -1) * (i * 11 % 37 + 1) * 0.3125 + (i % 5 == 0 ? 1000 : 0));
    in[50] = in[51];
    NVCC_FLOATS(r, out, N, quotient, 1, nvcc_half_divide);
    NVCC_RUN(r, "halves", 4, 32, in_at, out_at, N);
    for (int i = 0; i < N; i++) {
        uint16_t xb = in[i], yb = in[(i + 1) % N];
        double x = ref_half(xb), y = ref_half(yb), a[2] = {x, y}, b[2] = {1.5, -0.25};
        NVCC_EQ(i, out[i].sum, half(x + y));
        NVCC_EQ(i, out[i].difference, half(x - y));
        NVCC_EQ(i, out[i].product, half(x * y));
        NEAR(i, ref_half(out[i].quotient), ref_half(half((__float128)x / y)), 0x1p-10);
        NVCC_EQ(i, out[i].fused, half((__float128)x * y + x));
        NVCC_EQ(i, out[i].negated, (xb ^ 0x8000));
        NVCC_EQ(i, out[i].least, (x < y ? xb : yb));
        NVCC_EQ(i, out[i].most, (x > y ? xb : yb));
        NVCC_EQ(i, out[i].from_int, half(i * 37 - 1000));
        NVCC_EQ(i, out[i].down, ref_to_half((double)((float)x * 0.3f), false, FE_DOWNWARD));
        for (int k = 0; k < 2; k++) {
            NVCC_EQ(i, out[i].sum2[k], half(a[k] + b[k]));
            NVCC_EQ(i, out[i].product2[k], half(a[k] * b[k]));
            NVCC_EQ(i, out[i].fused2[k], half((__float128)a[k] * b[k] + a[k]));
            NVCC_EQ(i, out[i].swapped[k], (k ? xb : yb));
            NVCC_EQ(i, out[i].most2[k], half(a[k] > b[k] ? a[k] : b[k]));
        }
        NVCC_EQ(i, out[i].wide, (float)x + 1.0f);
        NVCC_EQ(i, out[i].wide2, (float)y);
        NVCC_EQ(i, out[i].whole, (int)x);
        NVCC_EQ(i, out[i].order,
                (x < y) | (x <= y) << 1 | (x == y) << 2 | (x != y) << 3 | (x > y) << 5 |
                    (x >= y) << 6);
        NVCC_EQ(i, out[i].order2, 1 | (x < 1.5 && y < -0.25) << 1 | (x > 1.5) << 2);
        NVCC_EQ(i, out[i].bits, yb);
    }
}

static void run_longs(rig_t *r)
{
    enum { N = 90 };
    struct {
        uint64_t product, high, quotient, rest, shifted[3], sum128[2], product128[2], mask;
        int64_t signed_high, signed_quotient, signed_rest, shifted_signed, least;
        int order, leading, ones, first;
    } * out;
    uint64_t in_at, out_at;
    uint64_t *in = nvcc_place(r, &in_at, N * 8);
    out = nvcc_place(r, &out_at, N * sizeof *out);
    for (unsigned i = 0; i < N; i++)
        in[i] = (i + 1) * UINT64_C(0x9e3779b97f4a7c15) >> (i % 4 * 13);
    NVCC_RUN(r, "longs", 3, 32, in_at, out_at, N);
    for (unsigned i = 0; i < N; i++) {
        uint64_t x = in[i], y = in[(i + 1) % N] | 1;
        int64_t s = (int64_t)x, v = (int64_t)y;
        wide_t sum = (wide_t)x + y + ((wide_t)y << 64 | x), product = (wide_t)x * y - sum;
        NVCC_EQ(i, out[i].product, x * y + i);
        NVCC_EQ(i, out[i].high, (uint64_t)((wide_t)x * y >> 64));
        NVCC_EQ(i, out[i].quotient, x / y);
        NVCC_EQ(i, out[i].rest, x % (y >> 40 | 1));
        NVCC_EQ(i, out[i].shifted[0], x << (i & 63));
        NVCC_EQ(i, out[i].shifted[1], x >> (i & 63));
        NVCC_EQ(i, out[i].shifted[2], (x << 11 | x >> 53));
        NVCC_EQ(i, out[i].sum128[0], (uint64_t)sum);
        NVCC_EQ(i, out[i].sum128[1], (uint64_t)(sum >> 64));
        NVCC_EQ(i, out[i].product128[0], (uint64_t)product);
        NVCC_EQ(i, out[i].product128[1], (uint64_t)(product >> 64));
        NVCC_EQ(i, out[i].mask, ((x & ~y) ^ (x | UINT64_C(0xff00ff00ff00ff00))));
        NVCC_EQ(i, out[i].signed_high, (int64_t)((__int128)s * v >> 64));
        NVCC_EQ(i, out[i].signed_quotient, s / v);
        NVCC_EQ(i, out[i].signed_rest, s % 1000003);
        NVCC_EQ(i, out[i].shifted_signed, s >> 7);
        NVCC_EQ(i, out[i].least, (s < v ? s : v));
        NVCC_EQ(i, out[i].order, (x < y) | (s < v) << 1 | (x == y) << 2 | (s >= 0) << 3);
        NVCC_EQ(i, out[i].leading, __builtin_clzll(x));
        NVCC_EQ(i, out[i].ones, __builtin_popcountll(x));
        NVCC_EQ(i, out[i].first, __builtin_ffsll((long long)(x & 0xfffff000)));
    }
}

static uint32_t reversed(uint32_t x)
{
    uint32_t out = 0;
    for (int k = 0; k < 32; k++)
        out |= (x >> k & 1) << (31 - k);
    return out;
}

static uint32_t permuted(uint32_t x, uint32_t y, uint32_t by)
{
    uint32_t out = 0;
    for (int k = 0; k < 4; k++) {
        uint32_t from = by >> (4 * k) & 7;
        out |= (uint32_t)(((uint64_t)y << 32 | x) >> (8 * from) & 255) << (8 * k);
    }
    return out;
}

static void run_bits(rig_t *r)
{
    enum { N = 100 };
    struct {
        uint32_t ones, leading, reversed, first, bytes, bytes_by[2], funnel[4], sum_abs, high;
        uint32_t high_s, mul24, average, rounded, field, inserted, logic, rotated, dot_s, dot_u;
        uint32_t dot2, add4, max4, compared4, abs_diff4, add2;
        uint64_t reversed64;
    } * out;
    uint64_t in_at, out_at;
    uint32_t *in = nvcc_place(r, &in_at, N * 4);
    out = nvcc_place(r, &out_at, N * sizeof *out);
    for (unsigned i = 0; i < N; i++)
        in[i] = (i + 1) * 2654435761u >> (i % 3 * 7);
    NVCC_RUN(r, "bits", 4, 32, in_at, out_at, N);
    for (unsigned i = 0; i < N; i++) {
        uint32_t x = in[i], y = in[(i + 1) % N], z = in[(i + 2) % N];
        int32_t s = (int32_t)x, v = (int32_t)y;
        int64_t s24 = (int32_t)(x << 8) >> 8, v24 = (int32_t)(y << 8) >> 8;
        uint64_t both = (uint64_t)y << 32 | x;
        uint32_t clamp = (z & 63) < 32 ? z & 63 : 32, u, dots = z, dotu = z, add4 = 0, max4 = 0;
        uint32_t compared = 0, diff = 0, add2 = 0, lo = z, hi = z;
        for (int k = 0; k < 32; k += 8) {
            uint32_t p = x >> k & 255, q = y >> k & 255;
            dots += (uint32_t)((int8_t)p * (int8_t)q);
            dotu += p * q;
            add4 |= ((p + q) & 255) << k;
            max4 |= (p > q ? p : q) << k;
            compared |= ((int8_t)p > (int8_t)q ? 255u : 0) << k;
            diff |= (p > q ? p - q : q - p) << k;
        }
        for (int k = 0; k < 2; k++) {
            int p = (int16_t)(x >> 16 * k), q = (int16_t)(y >> 16 * k), both2 = p + q;
            both2 = both2 > 32767 ? 32767 : both2 < -32768 ? -32768 : both2;
            add2 |= ((uint32_t)both2 & 0xffff) << 16 * k;
            lo += (uint32_t)(p * (int8_t)(y >> 8 * k));
            hi += (x >> 16 * k & 0xffff) * (y >> (16 + 8 * k) & 255);
        }
        NVCC_EQ(i, out[i].ones, (uint32_t)__builtin_popcount(x));
        NVCC_EQ(i, out[i].leading, (uint32_t)__builtin_clz(x));
        NVCC_EQ(i, out[i].reversed, reversed(x));
        NVCC_EQ(i, out[i].first, (uint32_t)__builtin_ffs(s));
        NVCC_EQ(i, out[i].bytes, __builtin_bswap32(x));
        NVCC_EQ(i, out[i].bytes_by[0], permuted(x, y, z));
        NVCC_EQ(i, out[i].bytes_by[1], permuted(x, y, 0x7a3c));
        NVCC_EQ(i, out[i].funnel[0], (uint32_t)(both << (z & 31) >> 32));
        NVCC_EQ(i, out[i].funnel[1], (uint32_t)(both >> (z & 31)));
        NVCC_EQ(i, out[i].funnel[2], (uint32_t)(both << clamp >> 32));
        NVCC_EQ(i, out[i].funnel[3], (uint32_t)(both >> clamp));
        u = (s > v ? x - y : y - x) + z;
        NVCC_EQ(i, out[i].sum_abs, u + (x > y ? x - y : y - x) + z);
        NVCC_EQ(i, out[i].high, (uint32_t)((uint64_t)x * y >> 32));
        NVCC_EQ(i, out[i].high_s, (uint32_t)((int64_t)s * v >> 32));
        NVCC_EQ(i, out[i].mul24,
                ((uint32_t)(s24 * v24) ^
                 (uint32_t)((uint64_t)(x & 0xffffff) * (uint64_t)(z & 0xffffff))));
        NVCC_EQ(i, out[i].average, (uint32_t)(((int64_t)s + v) >> 1));
        NVCC_EQ(i, out[i].rounded, (uint32_t)(((uint64_t)x + y + 1) >> 1));
        NVCC_EQ(i, out[i].field, (x >> 5 & 0x7ff) + (uint32_t)((int32_t)(x << 9) >> 22));
        NVCC_EQ(i, out[i].inserted, ((x & ~0x00fff000u) | (y << 12 & 0x00fff000u)));
        NVCC_EQ(i, out[i].logic, ((x & y) ^ (~z | (x ^ y))));
        NVCC_EQ(i, out[i].rotated, (uint32_t)(((uint64_t)x << 32 | x) << (y & 31) >> 32));
        NVCC_EQ(i, out[i].dot_s, dots);
        NVCC_EQ(i, out[i].dot_u, dotu);
        NVCC_EQ(i, out[i].dot2, (lo ^ hi));
        NVCC_EQ(i, out[i].add4, add4);
        NVCC_EQ(i, out[i].max4, max4);
        NVCC_EQ(i, out[i].compared4, compared);
        NVCC_EQ(i, out[i].abs_diff4, diff);
        NVCC_EQ(i, out[i].add2, add2);
        NVCC_EQ(i, out[i].reversed64, ((uint64_t)reversed(y) << 32 | reversed(x)));
    }
}

static void run_small(rig_t *r)
{
    enum { N = 100 };
    struct fields {
        unsigned a : 5;
        int b : 7;
        unsigned c : 20;
    };
    struct {
        int8_t sc;
        uint8_t uc;
        int16_t ss;
        uint16_t us;
        bool flag;
        uint8_t col;
        char swapped[4];
        struct fields f;
        int mixed;
        float scaled;
    } * out;
    uint64_t in_at, out_at;
    int *in = nvcc_place(r, &in_at, N * 4);
    out = nvcc_place(r, &out_at, N * sizeof *out);
    for (int i = 0; i < N; i++)
        in[i] = i * 7919 % 4001 - 2000;
    NVCC_RUN(r, "small_types", 4, 32, in_at, out_at, N);
    for (int i = 0; i < N; i++) {
        int x = in[i], sc = (int8_t)(x * 3), uc = (uint8_t)(sc >> 1), ss = (int16_t)(uc * sc);
        int us = (uint16_t)(ss - x), col, b = (int)((uint32_t)(x >> 3) << 25) >> 25;
        bool flag = (us & 4) && sc < 0;
        uint32_t whole = (uint32_t)x * 0x01030507u, c = (uint32_t)us * 5 & 0xfffff;
        col = flag ? 100 : x & 1 ? 200 : 0;
        NVCC_EQ(i, out[i].sc, sc);
        NVCC_EQ(i, out[i].uc, uc);
        NVCC_EQ(i, out[i].ss, ss);
        NVCC_EQ(i, out[i].us, us);
        NVCC_EQ(i, out[i].flag, flag);
        NVCC_EQ(i, out[i].col, col);
        for (int k = 0; k < 4; k++)
            NVCC_EQ(i, (uint8_t)out[i].swapped[k], (whole >> (8 * (3 - k)) & 255));
        NVCC_EQ(i, out[i].f.a, ((uint32_t)x & 31));
        NVCC_EQ(i, out[i].f.b, b);
        NVCC_EQ(i, out[i].f.c, c);
        NVCC_EQ(i, out[i].mixed, sc + uc + ss + us + col + b + (int8_t)c);
        NVCC_EQ(i, out[i].scaled, (float)sc * 0.5f + (float)uc + (float)(uint16_t)ss);
    }
}

NVCC_PROGRAM(300, doubles, 64)
NVCC_PROGRAM(301, floats, 64)
NVCC_PROGRAM(302, halves, 64)
NVCC_PROGRAM(303, longs, 64)
NVCC_PROGRAM(304, bits, 64)
NVCC_PROGRAM(305, small, 64)

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(nvcc_300_doubles), cmocka_unit_test(nvcc_301_floats),
        cmocka_unit_test(nvcc_302_halves),  cmocka_unit_test(nvcc_303_longs),
        cmocka_unit_test(nvcc_304_bits),    cmocka_unit_test(nvcc_305_small),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
