/*
 * Compares what a repeated launch has left with what lockwarp left: all of the memory bit for bit,
 * but for the fields that the program's test declares.
 */
#ifndef LW_TESTS_NVCC_REPLAY_COMPARE_H
#define LW_TESTS_NVCC_REPLAY_COMPARE_H

#include <math.h>

#include "replay.h"

/* The value of a field, and the bytes of it marked as compared. */
static inline uint64_t replay_value(const uint8_t *memory, const replay_field_t *f, uint64_t i,
                                    bool *compared)
{
    uint64_t v = 0, at = f->offset + i * f->stride;
    memcpy(&v, memory + at, f->bytes);
    memset(compared + at, true, f->bytes);
    return v;
}

static inline int replay_by_value(const void *a, const void *b)
{
    uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;
    return (x > y) - (x < y);
}

/* Values that stand in any order: the same ones, as often? */
static inline uint64_t replay_order(replay_t *r, const replay_field_t *f, bool *compared)
{
    uint64_t *got = calloc(2 * f->count, sizeof *got), *want = got + f->count, wrong = 0;
    for (uint64_t i = 0; i < f->count; i++) {
        got[i] = replay_value(r->got, f, i, compared);
        want[i] = replay_value(r->after, f, i, compared);
    }
    qsort(got, f->count, sizeof *got, replay_by_value);
    qsort(want, f->count, sizeof *want, replay_by_value);
    for (uint64_t i = 0; i < f->count; i++) {
        if (got[i] != want[i] && !wrong++ && !*r->message)
            snprintf(r->message, sizeof r->message,
                     "sorted value %llu of those from byte %llu is 0x%llx; lockwarp has 0x%llx",
                     (unsigned long long)i, (unsigned long long)f->offset,
                     (unsigned long long)got[i], (unsigned long long)want[i]);
    }
    free(got);
    return wrong;
}

/* The number that 2, 4 or 8 bytes hold. */
static inline double replay_number(uint64_t bits, uint64_t bytes)
{
    double d;
    float f;
    uint32_t low = (uint32_t)bits, e = low >> 10 & 31, m = low & 1023;
    memcpy(&d, &bits, sizeof d);
    memcpy(&f, &low, sizeof f);
    if (bytes == 2) {
        d = e == 31 ? (m ? NAN : INFINITY) : ldexp(e ? m + 1024 : m, (int)(e ? e : 1) - 25);
        return low & 0x8000 ? -d : d;
    }
    return bytes == 4 ? (double)f : d;
}

/* A unit of the last place of a number of so many bytes. */
static inline double replay_ulp(double v, uint64_t bytes)
{
    int digits = bytes == 2 ? 11 : bytes == 4 ? 24 : 53;
    int least = bytes == 2 ? -13 : bytes == 4 ? -125 : -1021, e;
    frexp(v, &e); /* 2^(e - 1) <= |v| < 2^e */
    return ldexp(1, (v != 0 && e > least ? e : least) - digits);
}

/* Equal bits; both not a number; or each within the documented error of one number. */
static inline bool replay_near(const replay_field_t *f, uint64_t got, uint64_t want)
{
    double x = replay_number(got, f->bytes), y = replay_number(want, f->bytes);
    if (got == want || isnan(x) || isnan(y))
        return got == want || (isnan(x) && isnan(y));
    double size = fmax(fabs(x), fabs(y)), error = f->ulps * replay_ulp(size, f->bytes);
    if (size <= 1 && error < f->absolute)
        error = f->absolute;
    return error > 0 && fabs(x - y) <= 2 * error;
}

static inline uint64_t replay_numbers(replay_t *r, const replay_field_t *f, bool *compared)
{
    uint64_t wrong = 0;
    for (uint64_t i = 0; i < f->count; i++) {
        uint64_t got = replay_value(r->got, f, i, compared);
        uint64_t want = replay_value(r->after, f, i, compared);
        if (!replay_near(f, got, want) && !wrong++ && !*r->message)
            snprintf(r->message, sizeof r->message,
                     "byte %llu is %.17g; lockwarp has %.17g, each with an error of %g ulp or %g",
                     (unsigned long long)(f->offset + i * f->stride), replay_number(got, f->bytes),
                     replay_number(want, f->bytes), f->ulps, f->absolute);
    }
    return wrong;
}

/* Four bytes of memory; those that a field has compared are 0. */
static inline uint32_t replay_word(const replay_t *r, const uint8_t *memory, uint64_t at,
                                   const bool *compared)
{
    uint8_t byte[4] = {0};
    uint32_t word;
    for (uint64_t k = 0; k < 4 && at + k < r->bytes; k++)
        byte[k] = compared[at + k] ? 0 : memory[at + k];
    memcpy(&word, byte, sizeof word);
    return word;
}

/* Values that differ: of the fields, and words of the memory; the first is in r->message. */
static inline uint64_t replay_compare(replay_t *r)
{
    uint64_t wrong = 0;
    bool *compared = calloc(r->bytes + 1, sizeof *compared);
    *r->message = 0;
    for (unsigned i = 0; i < r->n_fields; i++)
        wrong += r->field[i].number ? replay_numbers(r, &r->field[i], compared)
                                    : replay_order(r, &r->field[i], compared);
    for (uint64_t at = 0; at < r->bytes; at += 4) {
        uint32_t got = replay_word(r, r->got, at, compared);
        uint32_t want = replay_word(r, r->after, at, compared);
        if (got == want)
            continue;
        wrong++;
        if (!*r->message)
            snprintf(r->message, sizeof r->message, "byte %llu is 0x%08x; lockwarp has 0x%08x",
                     (unsigned long long)at, got, want);
    }
    free(compared);
    return wrong;
}

#endif
