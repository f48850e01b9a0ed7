/* Half precision to and from double precision; part of sem.h. */
#ifndef LW_ISA_SEM_HALF_H
#define LW_ISA_SEM_HALF_H

typedef enum sem_round {
    SEM_RN,
    SEM_RZ,
    SEM_RM,
    SEM_RP,
} sem_round_t;

static inline sem_round_t sem_round_of(uint64_t mods)
{
    return mods & ISA_M(RZ)   ? SEM_RZ
           : mods & ISA_M(RM) ? SEM_RM
           : mods & ISA_M(RP) ? SEM_RP
                              : SEM_RN;
}

/* 2^e, e in the range of normal doubles. */
static inline double sem_pow2(int e)
{
    return sem_raw_f64((uint64_t)(e + 1023) << 52);
}

static inline double sem_f16_value(uint16_t h)
{
    uint32_t e = h >> 10 & 31, m = h & 1023;
    double sign = h & 0x8000 ? -1.0 : 1.0;
    if (e == 31)
        return m ? sem_raw_f64(SEM_NAN64) : sign * sem_raw_f64(UINT64_C(0x7ff0000000000000));
    if (!e)
        return sign * (double)m * 0x1p-24;
    return sign * (double)(m + 1024) * sem_pow2((int)e - 25);
}

/* x rounded once to half precision. */
static inline uint16_t sem_f16_bits(double x, sem_round_t mode)
{
    uint64_t raw = sem_f64_raw(x);
    uint16_t sign = (uint16_t)(raw >> 48 & 0x8000);
    if (x != x)
        return SEM_NAN16;
    double a = sign ? -x : x;
    bool up = mode == SEM_RP ? !sign : mode == SEM_RM ? sign != 0 : false; /* away from zero */
    if (a >= 65536.0 && a - a != 0.0)                                      /* infinite */
        return (uint16_t)(sign | 0x7c00);
    if (a >= 65536.0) /* beyond every half number */
        return (uint16_t)(sign | (mode == SEM_RN || up ? 0x7c00 : 0x7bff));
    int e = (int)(raw >> 52 & 2047) - 1023;
    e = e < -14 ? -14 : e;
    double units = a * sem_pow2(10 - e); /* of the last place: exact */
    uint32_t m = (uint32_t)units;
    double rest = units - (double)m;
    if (mode == SEM_RN ? rest > 0.5 || (rest == 0.5 && (m & 1)) : up && rest > 0.0)
        m++;
    /* A carry out of the fraction raises the exponent, as far as infinity. */
    return (uint16_t)(sign | (((uint32_t)(e + 14) << 10) + m));
}

/* a + b, inexact sums rounded to the neighbour with an odd last bit, so that one more rounding
 * to half precision is right. */
static inline double sem_add_odd(double a, double b)
{
    double s = a + b;
    double bb = s - a, err = (a - (s - bb)) + (b - bb); /* exact (Knuth) */
    uint64_t raw = sem_f64_raw(s);
    if (!(s - s == 0.0) || err == 0.0 || (raw & 1))
        return s;
    bool away = (err > 0.0) == (s > 0.0);
    return sem_raw_f64(away ? raw + 1 : raw - 1);
}

#endif
