/*
 * Four clock domains with exact rational ratios. Time is counted in units of which every
 * period is a whole number: edge k of a domain is at k * period. At one instant the DRAM ticks
 * first, then the L3 and L2, then the crossbars, then the cores: what one domain hands over
 * at an instant is visible to a later one in the same instant, to an earlier one at its next
 * edge.
 *
 * Frequencies without common factors make long periods: a time wraps around, and two times are
 * compared by their difference, which is less than the longest period.
 */
#ifndef LW_GPU_CLOCK_H
#define LW_GPU_CLOCK_H

#include <stdbool.h>
#include <stdint.h>

#define CLOCK_NEVER UINT64_MAX

typedef struct gpu_clock {
    uint64_t period; /* time units */
    uint64_t next;   /* number of the next edge; edges below it are done */
    uint64_t next_t; /* its time: next * period, modulo 2^64 */
    /* x / period is the high half of x * inverse while x < exact. */
    uint64_t inverse, exact;
} gpu_clock_t;

/* Sets the periods of n clocks from their frequencies in MHz: lcm / f. */
static inline void clock_init(gpu_clock_t *const c[], const uint64_t f[], unsigned n)
{
    unsigned __int128 lcm = 1; /* of four frequencies below 2^17 */
    for (unsigned i = 0; i < n; i++) {
        uint64_t a = f[i], b = (uint64_t)(lcm % f[i]);
        while (b) {
            uint64_t r = a % b;
            a = b;
            b = r;
        }
        lcm *= f[i] / a;
    }
    for (unsigned i = 0; i < n; i++) {
        uint64_t p = (uint64_t)(lcm / f[i]);
        *c[i] = (gpu_clock_t){.period = p};
        if (p > 1) {
            c[i]->exact = UINT64_MAX / p;
            c[i]->inverse = c[i]->exact + 1;
        }
    }
}

static inline void clock_advance(gpu_clock_t *c)
{
    c->next++;
    c->next_t += c->period;
}

/* The earlier of two times of next edges. */
static inline uint64_t clock_first(uint64_t a, uint64_t b)
{
    return (int64_t)(a - b) < 0 ? a : b;
}

/* First cycle of `to` at or after edge `cycle` of `from`. What is handed over in `cycle` itself
 * needs a `to` that ticks after `from` at an instant; to a later cycle that order does not matter.
 */
static inline uint64_t clock_convert(const gpu_clock_t *from, const gpu_clock_t *to, uint64_t cycle)
{
    if (from->period == to->period)
        return cycle;
    unsigned __int128 x = (unsigned __int128)cycle * from->period + to->period - 1;
    if (__builtin_expect(x < to->exact, 1))
        return (uint64_t)((x * to->inverse) >> 64);
    return (uint64_t)(x / to->period);
}

/* A delay of n cycles of `of`, counted from edge `cycle` of c: the first edge of c behind n edges
 * of `of`, of which those at the instant of an edge of c come after it. */
static inline uint64_t clock_delay(const gpu_clock_t *c, const gpu_clock_t *of, uint64_t cycle,
                                   uint32_t n)
{
    if (n == 0)
        return cycle;
    unsigned __int128 last = (unsigned __int128)clock_convert(c, of, cycle) + n - 1;
    return (uint64_t)(last * of->period / c->period) + 1;
}

/* The most cycles of c, of a clock of so many MHz, that such a delay takes. */
static inline uint32_t clock_delay_most(uint32_t n, uint32_t mhz, uint32_t of_mhz)
{
    return (uint32_t)(((uint64_t)n * mhz + of_mhz - 1) / of_mhz);
}

#endif
