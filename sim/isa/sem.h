/*
 * What PTX instructions compute, one lane at a time. The approximate functions are polynomials
 * in double precision rounded once to single: the error is below 0.51 ulp of the exact result
 * where the argument reduction is exact (|x| < 2^30 for sin and cos), and the same on every
 * machine. Coefficients are Taylor's.
 */
#ifndef LW_ISA_SEM_H
#define LW_ISA_SEM_H

#include <math.h>
#include <stdbool.h>
#include <stdint.h>
#include <string.h>

#include "isa/rows.h"

#define SEM_NAN32 0x7fffffffu
#define SEM_NAN64 UINT64_C(0xfff8000000000000)
#define SEM_NAN16 0x7fffu

static inline uint32_t sem_f32_raw(float x)
{
    union {
        float f;
        uint32_t u;
    } v = {x};
    return v.u;
}

static inline float sem_raw_f32(uint32_t x)
{
    union {
        uint32_t u;
        float f;
    } v = {x};
    return v.f;
}

static inline uint64_t sem_f64_raw(double x)
{
    union {
        double f;
        uint64_t u;
    } v = {x};
    return v.u;
}

static inline double sem_raw_f64(uint64_t x)
{
    union {
        uint64_t u;
        double f;
    } v = {x};
    return v.f;
}

/* Register bits of a result; every NaN is the same one. */
static inline uint32_t sem_f32_bits(float x)
{
    return x == x ? sem_f32_raw(x) : SEM_NAN32;
}

static inline uint64_t sem_f64_bits(double x)
{
    return x == x ? sem_f64_raw(x) : SEM_NAN64;
}

static inline uint16_t sem_mulhi_u16(uint16_t a, uint16_t b)
{
    return (uint16_t)((uint32_t)a * b >> 16);
}

static inline int16_t sem_mulhi_s16(int16_t a, int16_t b)
{
    return (int16_t)((int32_t)a * b >> 16);
}

static inline uint32_t sem_mulhi_u32(uint32_t a, uint32_t b)
{
    return (uint32_t)((uint64_t)a * b >> 32);
}

static inline int32_t sem_mulhi_s32(int32_t a, int32_t b)
{
    return (int32_t)((int64_t)a * b >> 32);
}

static inline uint64_t sem_mulhi_u64(uint64_t a, uint64_t b)
{
    return (uint64_t)((unsigned __int128)a * b >> 64);
}

static inline int64_t sem_mulhi_s64(int64_t a, int64_t b)
{
    return (int64_t)((__int128)a * b >> 64);
}

/* 48-bit products of the low 24 bits. */
static inline uint64_t sem_mul24_u32(uint32_t a, uint32_t b)
{
    return (uint64_t)(a & 0xffffff) * (b & 0xffffff);
}

static inline uint64_t sem_mul24_s32(int32_t a, int32_t b)
{
    int64_t x = (int32_t)((uint32_t)a << 8) >> 8, y = (int32_t)((uint32_t)b << 8) >> 8;
    return (uint64_t)(x * y);
}

#define SEM_DIV_U(t, T)                                                                            \
    static inline T sem_div_##t(T a, T b)                                                          \
    {                                                                                              \
        return (T)(b ? a / b : (T) ~(T)0);                                                         \
    }                                                                                              \
    static inline T sem_rem_##t(T a, T b)                                                          \
    {                                                                                              \
        return (T)(b ? a % b : a);                                                                 \
    }
/* The quotient of the least number by -1 is itself. */
#define SEM_DIV_S(t, T, U)                                                                         \
    static inline T sem_div_##t(T a, T b)                                                          \
    {                                                                                              \
        return (T)(b == 0 ? (T)-1 : b == -1 ? (T)(U)((U)0 - (U)a) : (T)(a / b));                   \
    }                                                                                              \
    static inline T sem_rem_##t(T a, T b)                                                          \
    {                                                                                              \
        return (T)(b == 0 ? a : b == -1 ? (T)0 : (T)(a % b));                                      \
    }
SEM_DIV_U(u16, uint16_t)
SEM_DIV_U(u32, uint32_t)
SEM_DIV_U(u64, uint64_t)
SEM_DIV_S(s16, int16_t, uint16_t)
SEM_DIV_S(s32, int32_t, uint32_t)
SEM_DIV_S(s64, int64_t, uint64_t)

static inline int32_t sem_sat_s32(int64_t x)
{
    return x > INT32_MAX ? INT32_MAX : x < INT32_MIN ? INT32_MIN : (int32_t)x;
}

static inline uint64_t sem_clamp_u64(uint64_t x, uint64_t hi)
{
    return x > hi ? hi : x;
}

static inline uint64_t sem_clamp_s64(int64_t x, int64_t lo, uint64_t hi)
{
    return x < lo ? (uint64_t)lo : x > 0 && (uint64_t)x > hi ? hi : (uint64_t)x;
}

static inline uint32_t sem_clz32(uint32_t a)
{
    return a ? (uint32_t)__builtin_clz(a) : 32;
}

static inline uint32_t sem_clz64(uint64_t a)
{
    return a ? (uint32_t)__builtin_clzll(a) : 64;
}

/* Place of the highest bit that differs from the sign; all ones: none. */
static inline uint32_t sem_bfind_u32(uint32_t a)
{
    return 31 - sem_clz32(a);
}

static inline uint32_t sem_bfind_u64(uint64_t a)
{
    return 63 - sem_clz64(a);
}

static inline uint32_t sem_bfind_s32(int32_t a)
{
    return sem_bfind_u32((uint32_t)(a < 0 ? ~a : a));
}

static inline uint32_t sem_bfind_s64(int64_t a)
{
    return sem_bfind_u64((uint64_t)(a < 0 ? ~a : a));
}

#define SEM_BFIND_SHIFT(t, T, top)                                                                 \
    static inline uint32_t sem_bfind_shift_##t(T a)                                                \
    {                                                                                              \
        uint32_t at = sem_bfind_##t(a);                                                            \
        return at == UINT32_MAX ? at : (uint32_t)(top)-at;                                         \
    }
SEM_BFIND_SHIFT(u32, uint32_t, 31)
SEM_BFIND_SHIFT(s32, int32_t, 31)
SEM_BFIND_SHIFT(u64, uint64_t, 63)
SEM_BFIND_SHIFT(s64, int64_t, 63)

static inline uint32_t sem_brev32(uint32_t a)
{
    a = (a >> 1 & 0x55555555u) | (a & 0x55555555u) << 1;
    a = (a >> 2 & 0x33333333u) | (a & 0x33333333u) << 2;
    a = (a >> 4 & 0x0f0f0f0fu) | (a & 0x0f0f0f0fu) << 4;
    return __builtin_bswap32(a);
}

static inline uint64_t sem_brev64(uint64_t a)
{
    return (uint64_t)sem_brev32((uint32_t)a) << 32 | sem_brev32((uint32_t)(a >> 32));
}

/* Ones from bit pos on, len of them or up to the top. */
static inline uint32_t sem_bmsk(uint32_t pos, uint32_t len)
{
    uint32_t ones = len > 31 ? UINT32_MAX : (UINT32_C(1) << len) - 1;
    return pos > 31 ? 0 : ones << pos;
}

static inline uint64_t sem_bfe_u64(uint64_t a, uint32_t pos, uint32_t len)
{
    if (pos > 63 || !len)
        return 0;
    return a >> pos & (len > 63 ? UINT64_MAX : (UINT64_C(1) << len) - 1);
}

static inline uint32_t sem_bfe_u32(uint32_t a, uint32_t pos, uint32_t len)
{
    return (uint32_t)sem_bfe_u64(a, pos, len);
}

/* Bits beyond the field or the register are copies of the field's top bit, or of the
 * register's when the field passes it. */
static inline int64_t sem_bfe_s64(int64_t a, uint32_t pos, uint32_t len)
{
    if (!len)
        return 0;
    uint32_t top = pos + len - 1 > 63 ? 63 : pos + len - 1;
    if (pos > 63)
        return a >> 63;
    return (int64_t)((uint64_t)a << (63 - top)) >> (63 - top + pos);
}

static inline int32_t sem_bfe_s32(int32_t a, uint32_t pos, uint32_t len)
{
    if (!len)
        return 0;
    uint32_t top = pos + len - 1 > 31 ? 31 : pos + len - 1;
    if (pos > 31)
        return a >> 31;
    return (int32_t)((uint32_t)a << (31 - top)) >> (31 - top + pos);
}

static inline uint64_t sem_bfi64(uint64_t a, uint64_t b, uint32_t pos, uint32_t len)
{
    if (pos > 63 || !len)
        return b;
    uint64_t field = (len > 63 ? UINT64_MAX : (UINT64_C(1) << len) - 1) << pos;
    return (b & ~field) | (a << pos & field);
}

static inline uint32_t sem_bfi32(uint32_t a, uint32_t b, uint32_t pos, uint32_t len)
{
    return (uint32_t)sem_bfi64(a, b, pos, len);
}

/* c at most 32 */
static inline uint32_t sem_funnel_l(uint32_t a, uint32_t b, uint32_t c)
{
    return (uint32_t)(((uint64_t)b << 32 | a) << c >> 32);
}

static inline uint32_t sem_funnel_r(uint32_t a, uint32_t b, uint32_t c)
{
    return (uint32_t)(((uint64_t)b << 32 | a) >> c);
}

/* Four selector nibbles: byte of b:a, top bit set: its sign eight times. */
static inline uint32_t sem_prmt(uint32_t a, uint32_t b, uint32_t sel)
{
    uint64_t bytes = (uint64_t)b << 32 | a;
    uint32_t d = 0;
    for (unsigned k = 0; k < 4; k++) {
        uint32_t s = sel >> (4 * k) & 15;
        uint32_t byte = (uint32_t)(bytes >> (8 * (s & 7))) & 255;
        if (s & 8)
            byte = byte & 128 ? 255 : 0;
        d |= byte << (8 * k);
    }
    return d;
}

/* Selectors of the named modes; c in 0 to 3. */
static inline uint32_t sem_prmt_b4e(uint32_t c)
{
    return c == 0 ? 0x5670u : c == 1 ? 0x6701u : c == 2 ? 0x7012u : 0x0123u;
}

static inline uint32_t sem_prmt_ecl(uint32_t c)
{
    return c == 0 ? 0x3210u : c == 1 ? 0x3211u : c == 2 ? 0x3222u : 0x3333u;
}

static inline uint32_t sem_prmt_ecr(uint32_t c)
{
    return c == 0 ? 0x0000u : c == 1 ? 0x1110u : c == 2 ? 0x2210u : 0x3210u;
}

static inline uint32_t sem_lop3(uint32_t a, uint32_t b, uint32_t c, uint32_t lut)
{
    uint32_t d = 0;
    for (unsigned k = 0; k < 8; k++)
        if (lut >> k & 1)
            d |= (k & 4 ? a : ~a) & (k & 2 ? b : ~b) & (k & 1 ? c : ~c);
    return d;
}

/* c plus the four products of bytes, each side signed or not. */
static inline uint32_t sem_dp4a(uint32_t a, uint32_t b, uint32_t c, bool a_signed, bool b_signed)
{
    for (unsigned k = 0; k < 32; k += 8) {
        int32_t x = a_signed ? (int8_t)(a >> k) : (int32_t)(a >> k & 255);
        int32_t y = b_signed ? (int8_t)(b >> k) : (int32_t)(b >> k & 255);
        c += (uint32_t)(x * y);
    }
    return c;
}

/* |a - b| of each byte. */
static inline uint32_t sem_vabsdiff4(uint32_t a, uint32_t b, bool is_signed)
{
    uint32_t out = 0;
    for (unsigned k = 0; k < 32; k += 8) {
        int32_t x = is_signed ? (int8_t)(a >> k) : (int32_t)(a >> k & 255);
        int32_t y = is_signed ? (int8_t)(b >> k) : (int32_t)(b >> k & 255);
        out |= (uint32_t)(x > y ? x - y : y - x) << k;
    }
    return out;
}

/* The sum of the bytes. */
static inline uint32_t sem_bytes(uint32_t x)
{
    return (x & 255) + (x >> 8 & 255) + (x >> 16 & 255) + (x >> 24);
}

/* The two halves of a by the two low bytes of b. */
static inline uint32_t sem_dp2a(uint32_t a, uint32_t b, uint32_t c, bool a_signed, bool b_signed)
{
    for (unsigned k = 0; k < 2; k++) {
        int32_t x = a_signed ? (int16_t)(a >> 16 * k) : (int32_t)(a >> 16 * k & 0xffff);
        int32_t y = b_signed ? (int8_t)(b >> 8 * k) : (int32_t)(b >> 8 * k & 255);
        c += (uint32_t)(x * y);
    }
    return c;
}

/* One operand not a number: the other; -0 is less than +0. */
#define SEM_MINMAX(bits, T, sign)                                                                  \
    static inline T sem_min_f##bits(T a, T b)                                                      \
    {                                                                                              \
        T r = a < b ? a : b;                                                                       \
        T z = sem_raw_f##bits(sem_f##bits##_raw(a) | (sem_f##bits##_raw(b) & (sign)));             \
        r = a == b ? z : r;                                                                        \
        r = a != a ? b : r;                                                                        \
        return b != b ? a : r;                                                                     \
    }                                                                                              \
    static inline T sem_max_f##bits(T a, T b)                                                      \
    {                                                                                              \
        T r = a > b ? a : b;                                                                       \
        T z = sem_raw_f##bits(sem_f##bits##_raw(a) & (sem_f##bits##_raw(b) | ~(sign)));            \
        r = a == b ? z : r;                                                                        \
        r = a != a ? b : r;                                                                        \
        return b != b ? a : r;                                                                     \
    }
SEM_MINMAX(32, float, 0x80000000u)
SEM_MINMAX(64, double, UINT64_C(1) << 63)

/* Divisors above 2^126: 0, or not a number for an infinite dividend, as the manual has it. */
static inline float sem_div_approx(float a, float b)
{
    float q = a / b;
    uint32_t mb = sem_f32_raw(b) & 0x7fffffffu, ma = sem_f32_raw(a) & 0x7fffffffu;
    uint32_t sign = (sem_f32_raw(a) ^ sem_f32_raw(b)) & 0x80000000u;
    if (mb > 0x7e800000u && mb < 0x7f800000u && ma <= 0x7f800000u)
        q = sem_raw_f32(ma == 0x7f800000u ? SEM_NAN32 : sign);
    return q;
}

/* 1/a or 1/sqrt(a) from the high word of a, the low word of the result cleared; subnormals are
 * zeros. */
static inline double sem_gross_ftz(double a, bool root)
{
    const uint64_t sign = sem_f64_raw(a) & UINT64_C(1) << 63;
    const uint64_t mag = sem_f64_raw(a) & ~(UINT64_C(1) << 63);
    const uint64_t high = sem_f64_raw(a) & ~UINT64_C(0xffffffff);
    double x = sem_raw_f64(mag < UINT64_C(0x0010000000000000) ? sign : high);
    uint64_t r = sem_f64_raw(1.0 / (root ? __builtin_sqrt(x) : x)) & ~UINT64_C(0xffffffff);
    if ((r & ~(UINT64_C(1) << 63)) < UINT64_C(0x0010000000000000))
        r = sign;
    return mag > UINT64_C(0x7ff0000000000000) ? a : sem_raw_f64(r);
}

#include "isa/sem_approx.h"
#include "isa/sem_half.h"

#endif
