/*
 * The project's one random generator: splitmix64-seeded xoshiro256**, passed in by whoever
 * needs it. The same seed gives the same numbers on every machine and compiler.
 * Source: Blackman and Vigna, "Scrambled linear pseudorandom number generators" (2018).
 */
#ifndef LW_COMMON_RNG_H
#define LW_COMMON_RNG_H

#include <stdbool.h>
#include <stdint.h>

typedef struct rng {
    uint64_t s[4];
} rng_t;

static inline void rng_seed(rng_t *r, uint64_t seed)
{
    for (unsigned i = 0; i < 4; i++) {
        seed += UINT64_C(0x9e3779b97f4a7c15);
        uint64_t z = seed;
        z = (z ^ (z >> 30)) * UINT64_C(0xbf58476d1ce4e5b9);
        z = (z ^ (z >> 27)) * UINT64_C(0x94d049bb133111eb);
        r->s[i] = z ^ (z >> 31);
    }
}

/* 64 uniform bits. */
static inline uint64_t rng_u64(rng_t *r)
{
    uint64_t *s = r->s;
    uint64_t x = s[1] * 5;
    uint64_t out = ((x << 7) | (x >> 57)) * 9;
    uint64_t t = s[1] << 17;
    s[2] ^= s[0];
    s[3] ^= s[1];
    s[1] ^= s[2];
    s[0] ^= s[3];
    s[2] ^= t;
    s[3] = (s[3] << 45) | (s[3] >> 19);
    return out;
}

/* Uniform in [0, n), n >= 1; multiply-shift, bias below 2^-32 for n < 2^32. */
static inline uint32_t rng_below(rng_t *r, uint32_t n)
{
    return (uint32_t)(((rng_u64(r) >> 32) * n) >> 32);
}

/* True with probability percent/100. */
static inline bool rng_percent(rng_t *r, unsigned percent)
{
    return rng_below(r, 100) < percent;
}

/* Uniform float in [0, 1) with 24 random bits. */
static inline float rng_float(rng_t *r)
{
    return (float)(rng_u64(r) >> 40) * 0x1p-24f;
}

#endif
