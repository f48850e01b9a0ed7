/* The .approx functions; part of sem.h. */
#ifndef LW_ISA_SEM_APPROX_H
#define LW_ISA_SEM_APPROX_H

/* 2^f for f in [-0.5, 0.5]: sum of (f ln 2)^k / k!, error below 2^-42. */
static inline double sem_ex2_core(double f)
{
    double x = f * 0.6931471805599453;
    double p = 1.0 / 3628800.0;
    p = p * x + 1.0 / 362880.0;
    p = p * x + 1.0 / 40320.0;
    p = p * x + 1.0 / 5040.0;
    p = p * x + 1.0 / 720.0;
    p = p * x + 1.0 / 120.0;
    p = p * x + 1.0 / 24.0;
    p = p * x + 1.0 / 6.0;
    p = p * x + 0.5;
    p = p * x + 1.0;
    return p * x + 1.0;
}

/* Adding and taking away 1.5 * 2^52 rounds to the nearest integer, to be found in the low bits
 * of the sum. */
#define SEM_ROUNDER 0x1.8p52

static inline double sem_ex2_f64(double x)
{
    double c = x < -300.0 ? -300.0 : x > 300.0 ? 300.0 : x; /* NaN: 300, replaced below */
    double t = c + SEM_ROUNDER;
    double f = c - (t - SEM_ROUNDER);
    int32_t k = (int32_t)(uint32_t)sem_f64_raw(t);
    return sem_ex2_core(f) * sem_raw_f64((uint64_t)((int64_t)k + 1023) << 52);
}

static inline float sem_ex2(float a)
{
    float r = (float)sem_ex2_f64((double)a);
    return a != a ? a : r;
}

/* log2 of 2^k * m, m in [sqrt(1/2), sqrt 2): k + 2/ln 2 * atanh((m - 1) / (m + 1)). */
static inline float sem_lg2(float a)
{
    uint64_t raw = sem_f64_raw((double)a);
    uint64_t adj = raw - UINT64_C(0x3fe6a09e667f3bcd); /* sqrt(1/2) */
    int32_t k = (int32_t)((int64_t)adj >> 52);
    double m = sem_raw_f64(raw - ((uint64_t)(int64_t)k << 52));
    double s = (m - 1.0) / (m + 1.0), z = s * s;
    double p = 1.0 / 17.0;
    p = p * z + 1.0 / 15.0;
    p = p * z + 1.0 / 13.0;
    p = p * z + 1.0 / 11.0;
    p = p * z + 1.0 / 9.0;
    p = p * z + 1.0 / 7.0;
    p = p * z + 1.0 / 5.0;
    p = p * z + 1.0 / 3.0;
    p = p * z + 1.0;
    float r = (float)((double)k + 2.8853900817779268 * s * p);
    float inf = sem_raw_f32(0x7f800000u);
    r = a == inf ? inf : r;
    r = a == 0.0f ? -inf : r;
    return a < 0.0f || a != a ? sem_raw_f32(SEM_NAN32) : r;
}

/* sin and cos of r in [-pi/4, pi/4], error below 2^-45 */
static inline double sem_sin_core(double r)
{
    double z = r * r;
    double p = 1.0 / 6227020800.0;
    p = p * z - 1.0 / 39916800.0;
    p = p * z + 1.0 / 362880.0;
    p = p * z - 1.0 / 5040.0;
    p = p * z + 1.0 / 120.0;
    p = p * z - 1.0 / 6.0;
    return r + r * z * p;
}

static inline double sem_cos_core(double r)
{
    double z = r * r;
    double p = 1.0 / 479001600.0;
    p = p * z - 1.0 / 3628800.0;
    p = p * z + 1.0 / 40320.0;
    p = p * z - 1.0 / 720.0;
    p = p * z + 1.0 / 24.0;
    p = p * z - 0.5;
    return 1.0 + z * p;
}

/* sin(x + quarter * pi/2). Beyond 2^30 the argument is first reduced by the double next to
 * 2 pi, so that the result is a sine, though not of x's exact angle. */
static inline float sem_sincos(float a, uint32_t quarter)
{
    double x = (double)a;
    if (x > 0x1p30 || x < -0x1p30) /* also infinite: not a number */
        x = fmod(x, 6.283185307179586);
    double t = x * 0.6366197723675814 + SEM_ROUNDER;
    double n = t - SEM_ROUNDER;
    double r = __builtin_fma(-n, 0x1.921fb54442d18p0, x); /* pi/2 in two parts */
    r = __builtin_fma(-n, 0x1.1a62633145c07p-54, r);
    uint32_t q = (uint32_t)sem_f64_raw(t) + quarter;
    double v = q & 1 ? sem_cos_core(r) : sem_sin_core(r);
    float f = (float)(q & 2 ? -v : v);
    return a == 0.0f && !quarter ? a : f; /* keeps the sign of zero */
}

static inline float sem_sin(float a)
{
    return sem_sincos(a, 0);
}

static inline float sem_cos(float a)
{
    return sem_sincos(a, 1);
}

/* Near zero the series, else 1 - 2 / (e^2x + 1). */
static inline float sem_tanh(float a)
{
    double x = (double)a, z = x * x;
    double p = 62.0 / 2835.0;
    p = p * z - 17.0 / 315.0;
    p = p * z + 2.0 / 15.0;
    p = p * z - 1.0 / 3.0;
    double small = x * (1.0 + z * p);
    double big = 1.0 - 2.0 / (sem_ex2_f64(x * 2.8853900817779268) + 1.0);
    float r = (float)(x > -0.125 && x < 0.125 ? small : big);
    return a != a ? a : r;
}

#endif
