/*
 * Three clock domains with exact rational ratios. Time is counted in units of which every
 * period is a whole number: edge k of a domain is at k * period. At one instant the DRAM ticks
 * first, then the interconnect with the L2 and L3, then the cores: what one domain hands over
 * at an instant is visible to a later one in the same instant, to an earlier one at its next
 * edge.
 */
#ifndef LW_GPU_CLOCK_H
#define LW_GPU_CLOCK_H

#include <stdint.h>

#define CLOCK_NEVER UINT64_MAX

typedef struct gpu_clock {
    uint64_t period; /* time units */
    uint64_t next;   /* number of the next edge; edges below it are done */
    uint64_t next_t; /* its time: next * period */
    /* x / period is the high half of x * inverse while x < exact. */
    uint64_t inverse, exact;
} gpu_clock_t;

/* Sets the three periods from frequencies in MHz: lcm / f. */
static inline void clock_init(gpu_clock_t *core, gpu_clock_t *icnt, gpu_clock_t *dram,
                              uint64_t f_core, uint64_t f_icnt, uint64_t f_dram)
{
    uint64_t f[3] = {f_core, f_icnt, f_dram}, lcm = 1;
    gpu_clock_t *c[3] = {core, icnt, dram};
    for (unsigned i = 0; i < 3; i++) {
        uint64_t a = lcm, b = f[i];
        while (b) {
            uint64_t r = a % b;
            a = b;
            b = r;
        }
        lcm = lcm / a * f[i];
    }
    for (unsigned i = 0; i < 3; i++) {
        uint64_t p = lcm / f[i];
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

/* First cycle of `to` at or after edge `cycle` of `from`; `to` ticks after `from` at an instant. */
static inline uint64_t clock_convert(const gpu_clock_t *from, const gpu_clock_t *to, uint64_t cycle)
{
    if (from->period == to->period)
        return cycle;
    uint64_t x = cycle * from->period + to->period - 1;
    if (__builtin_expect(x < to->exact, 1))
        return (uint64_t)(((unsigned __int128)x * to->inverse) >> 64);
    return x / to->period;
}

#endif
