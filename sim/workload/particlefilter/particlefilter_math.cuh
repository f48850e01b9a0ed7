/*
 * Double-precision functions of the float program's likelihood kernel: polynomials, within about
 * 1e-15 of the exact value (relative; of the cosine absolute), and the normal random numbers made of
 * them (Box and Muller, from a linear congruential generator of 31 bits).
 */
#ifndef LW_WORKLOAD_PARTICLEFILTER_MATH_CUH
#define LW_WORKLOAD_PARTICLEFILTER_MATH_CUH

/* e^x for |x| < 700: 2^k e^r with |r| at most ln(2) / 2, e^r by its series. */
static inline __device__ double exponential(double x)
{
    int k = (int)(x * 1.4426950408889634 + (x < 0 ? -0.5 : 0.5));
    double r = x - k * 6.93147180369123816490e-01 - k * 1.90821492927058770002e-10; /* ln(2) */
    double p = 1.0 / 6227020800; /* 1 / 13! */
    p = p * r + 1.0 / 479001600;
    p = p * r + 1.0 / 39916800;
    p = p * r + 1.0 / 3628800;
    p = p * r + 1.0 / 362880;
    p = p * r + 1.0 / 40320;
    p = p * r + 1.0 / 5040;
    p = p * r + 1.0 / 720;
    p = p * r + 1.0 / 120;
    p = p * r + 1.0 / 24;
    p = p * r + 1.0 / 6;
    p = p * r + 0.5;
    p = p * r + 1.0;
    p = p * r + 1.0;
    return p * __builtin_bit_cast(double, (long long)(k + 1023) << 52);
}

/* ln(x) of a normal x: x = 2^k m with m from 1/sqrt(2) to sqrt(2), ln(m) = 2 artanh((m-1)/(m+1)). */
static inline __device__ double logarithm(double x)
{
    long long bits = __builtin_bit_cast(long long, x);
    int k = (int)(bits >> 52) - 1023;
    double m = __builtin_bit_cast(double, (bits & 0xfffffffffffffLL) | 0x3ff0000000000000LL);
    if (m > 1.4142135623730951) {
        m *= 0.5;
        k++;
    }
    double s = (m - 1.0) / (m + 1.0), t = s * s;
    double p = 1.0 / 23;
    p = p * t + 1.0 / 21;
    p = p * t + 1.0 / 19;
    p = p * t + 1.0 / 17;
    p = p * t + 1.0 / 15;
    p = p * t + 1.0 / 13;
    p = p * t + 1.0 / 11;
    p = p * t + 1.0 / 9;
    p = p * t + 1.0 / 7;
    p = p * t + 1.0 / 5;
    p = p * t + 1.0 / 3;
    p = p * t + 1.0;
    return k * 0.6931471805599453 + 2.0 * s * p;
}

/* cos(2 pi v) for v from 0 to 1: of the quarter turn it mirrors to, by the series. */
static inline __device__ double cosine_of_turns(double v)
{
    double a = v > 0.5 ? 1.0 - v : v;
    bool mirrored = a > 0.25;
    double angle = 6.283185307179586 * (mirrored ? 0.5 - a : a);
    double t = -(angle * angle);
    double p = 1.0 / 1124000727777607680000.0; /* 1 / 22! */
    p = p * t + 1.0 / 2432902008176640000.0;
    p = p * t + 1.0 / 6402373705728000.0;
    p = p * t + 1.0 / 20922789888000.0;
    p = p * t + 1.0 / 87178291200.0;
    p = p * t + 1.0 / 479001600;
    p = p * t + 1.0 / 3628800;
    p = p * t + 1.0 / 40320;
    p = p * t + 1.0 / 720;
    p = p * t + 1.0 / 24;
    p = p * t + 0.5;
    p = p * t + 1.0;
    return mirrored ? -p : p;
}

/* Uniform in (0, 1]; the seed moves on. */
static inline __device__ double draw_uniform(int *seed)
{
    int next = (int)(1103515245u * (unsigned)*seed + 12345u) % 2147483647;
    *seed = next;
    return ((next < 0 ? -next : next) + 1) / 2147483647.0;
}

static inline __device__ double draw_normal(int *seed)
{
    double u = draw_uniform(seed);
    double v = draw_uniform(seed);
    return sqrt(-2.0 * logarithm(u)) * cosine_of_turns(v);
}

#endif
