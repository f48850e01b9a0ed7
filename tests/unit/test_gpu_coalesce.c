/*
 * Coalescing and bank conflicts, each against a straightforward second implementation on random
 * input, and worked examples of segments.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "common/bits.h"
#include "common/rng.h"
#include "gpu/coalesce.h"

enum { ROUNDS = 3000 };

/* Addresses of the patterns kernels have, aligned to width or (seldom) not. */
static void random_addresses(rng_t *r, uint64_t addr[64], uint32_t width)
{
    uint64_t base = rng_below(r, 1u << 20), stride = 1u << rng_below(r, 12);
    unsigned kind = rng_below(r, 4);
    bool unaligned = rng_percent(r, 10);
    for (unsigned i = 0; i < 64; i++) {
        uint64_t a = kind == 0   ? base + (uint64_t)i * width
                     : kind == 1 ? base + i * stride
                     : kind == 2 ? rng_below(r, 4096)
                                 : base + (63 - i) * stride;
        addr[i] = unaligned ? a : a / width * width;
    }
}

/* Every byte of every lane, in lane order: lines in order of first touch, and bytes covered. */
typedef struct naive {
    uint32_t n;
    uint64_t line[COALESCE_MAX];
    uint8_t covered[COALESCE_MAX][256];
} naive_t;

static void naive_requests(naive_t *o, const uint64_t *addr, uint64_t active, uint32_t width,
                           uint32_t line_shift)
{
    memset(o, 0, sizeof *o);
    for (unsigned lane = 0; lane < 64; lane++) {
        if (!(active >> lane & 1))
            continue;
        for (uint32_t b = 0; b < width; b++) {
            uint64_t a = addr[lane] + b, line = a >> line_shift;
            uint32_t i = 0;
            while (i < o->n && o->line[i] != line)
                i++;
            if (i == o->n)
                o->line[o->n++] = line;
            o->covered[i][a & bits_mask(line_shift)] = 1;
        }
    }
}

static void gpu_coalesce_010_requests_match_byte_by_byte(void **state)
{
    (void)state;
    rng_t r;
    rng_seed(&r, 10);
    for (unsigned round = 0; round < ROUNDS; round++) {
        uint64_t addr[64], active = rng_percent(&r, 50) ? bits_mask(32) : rng_u64(&r);
        uint32_t width = 1u << rng_below(&r, 6), shift = 5 + rng_below(&r, 4);
        static naive_t want;
        static coalesced_t load, store, plain;
        random_addresses(&r, addr, width);
        naive_requests(&want, addr, active, width, shift);
        coalesce_load(&load, addr, active, width, shift, true);
        coalesce_load(&plain, addr, active, width, shift, false);
        assert_int_equal(plain.n, want.n);
        coalesce_store(&store, addr, active, width, shift);
        assert_int_equal(load.n, want.n);
        assert_int_equal(store.n, want.n);
        for (uint32_t i = 0; i < want.n; i++) {
            uint8_t touched = 0, full = 0;
            for (uint32_t p = 0; p < (1u << shift) / 32; p++) {
                unsigned bytes = 0;
                for (uint32_t b = 0; b < 32; b++)
                    bytes += want.covered[i][p * 32 + b];
                touched |= (uint8_t)((bytes > 0) << p);
                full |= (uint8_t)((bytes == 32) << p);
            }
            assert_int_equal(load.line[i], want.line[i]);
            assert_int_equal(plain.line[i], want.line[i]);
            assert_int_equal(store.line[i], want.line[i]);
            assert_int_equal(load.touched[i], touched);
            assert_int_equal(load.full[i], 0);
            assert_int_equal(store.touched[i], touched);
            assert_int_equal(store.full[i], full);
        }
    }
}

static void gpu_coalesce_013_blocks_are_the_smallest(void **state)
{
    (void)state;
    for (uint32_t pieces = 1; pieces < 256; pieces++) {
        uint32_t best = 255;
        for (uint32_t size = 1; size <= 4; size *= 2)
            for (uint32_t at = 0; at < 8; at += size) {
                uint32_t block = ((1u << size) - 1) << at;
                if (!(pieces & ~block) && bits_popcount(block) < bits_popcount(best))
                    best = block;
            }
        assert_int_equal(coalesce_block((uint8_t)pieces), best);
    }
}

typedef struct lanes {
    const uint64_t *addr;
    uint32_t width, shift;
} lanes_t;

static void store_group(void *ctx, coalesced_t *out, uint64_t active)
{
    const lanes_t *l = ctx;
    coalesce_store(out, l->addr, active, l->width, l->shift);
}

static void gpu_coalesce_012_groups_are_as_if_alone(void **state)
{
    (void)state;
    rng_t r;
    rng_seed(&r, 12);
    for (unsigned round = 0; round < ROUNDS; round++) {
        uint64_t addr[64], active = rng_u64(&r) & rng_u64(&r);
        uint32_t width = 1u << rng_below(&r, 6), shift = 5 + rng_below(&r, 4);
        uint32_t lanes = 4u << rng_below(&r, 5), n = 0;
        static naive_t want;
        static coalesced_t got;
        random_addresses(&r, addr, width);
        coalesce_groups(&got, active, lanes, store_group, &(lanes_t){addr, width, shift});
        for (uint32_t first = 0; first < 64; first += lanes) {
            naive_requests(&want, addr, active & bits_mask(lanes) << first, width, shift);
            for (uint32_t i = 0; i < want.n; i++, n++) {
                assert_int_equal(got.line[n], want.line[i]);
                for (uint32_t p = 0; p < (1u << shift) / 32; p++)
                    assert_int_equal(got.touched[n] >> p & 1,
                                     memchr(&want.covered[i][p * 32], 1, 32) != NULL);
            }
        }
        assert_int_equal(got.n, n);
    }
    /* A line that all lanes read: one request a group. */
    const uint64_t same[64] = {0};
    coalesced_t c;
    coalesce_groups(&c, UINT64_MAX, 16, store_group, &(lanes_t){same, 4, 6});
    assert_int_equal(c.n, 4);
}

static void gpu_coalesce_011_full_warp_is_one_request(void **state)
{
    (void)state;
    coalesced_t c;
    uint64_t addr[64];
    for (unsigned i = 0; i < 64; i++)
        addr[i] = 0x1000 + 4 * i;
    coalesce_store(&c, addr, bits_mask(32), 4, 7);
    assert_int_equal(c.n, 1);
    assert_int_equal(c.line[0], 0x1000 >> 7);
    assert_int_equal(c.full[0], 0xf);
    coalesce_load(&c, addr, bits_mask(64), 4, 6, false);
    assert_int_equal(c.n, 4);
    coalesce_load(&c, addr, 0, 4, 7, false);
    assert_int_equal(c.n, 0);
}

static void gpu_coalesce_020_atomics_serialize_on_words(void **state)
{
    (void)state;
    coalesced_t c;
    uint64_t addr[64];
    for (unsigned i = 0; i < 64; i++)
        addr[i] = 0x2000;
    coalesce_atomic(&c, addr, bits_mask(32), 4, 7);
    assert_int_equal(c.n, 32); /* all on one word */
    for (unsigned i = 0; i < 64; i++)
        addr[i] = 0x2000 + 4 * i;
    coalesce_atomic(&c, addr, bits_mask(32), 4, 7);
    assert_int_equal(c.n, 4); /* eight words of a piece together */
    for (unsigned i = 0; i < 4; i++) {
        assert_int_equal(c.line[i], 0x2000 >> 7);
        assert_int_equal(c.touched[i], 1u << i);
    }
    addr[5] = addr[4]; /* one collision: one request more */
    coalesce_atomic(&c, addr, bits_mask(32), 4, 7);
    assert_int_equal(c.n, 5);
}

/* Distinct words on the busiest bank of each pass of so many words, by counting. */
static uint32_t naive_shared(const uint64_t *addr, uint64_t active, uint32_t width, uint32_t banks,
                             uint32_t bank_bytes, bool atomic, uint32_t in_pass, uint32_t *passes)
{
    uint64_t word[64 * 16];
    uint32_t n = 0, cycles = 0, per = width <= bank_bytes ? 1 : width / bank_bytes;
    for (unsigned lane = 0; lane < 64; lane++)
        if (active >> lane & 1)
            for (uint32_t k = 0; k < per; k++)
                word[n++] = addr[lane] / bank_bytes + k;
    *passes = 0;
    for (uint32_t first = 0; first < n; first += in_pass) {
        uint32_t end = first + in_pass < n ? first + in_pass : n, most = 1;
        for (uint32_t b = 0; b < banks; b++) {
            uint32_t count = 0;
            for (uint32_t i = first; i < end; i++) {
                bool again = false;
                for (uint32_t j = first; j < i && !atomic; j++)
                    again |= word[j] == word[i];
                count += word[i] % banks == b && !again;
            }
            most = count > most ? count : most;
        }
        cycles += most;
        ++*passes;
    }
    return cycles;
}

static void gpu_coalesce_030_bank_conflicts_match_counting(void **state)
{
    (void)state;
    rng_t r;
    rng_seed(&r, 30);
    for (unsigned round = 0; round < ROUNDS; round++) {
        uint64_t addr[64], active = rng_percent(&r, 50) ? bits_mask(32) : rng_u64(&r);
        uint32_t width = 1u << rng_below(&r, 5), banks = 16u << rng_below(&r, 3);
        uint32_t bank_bytes = 4u << rng_below(&r, 2), passes, want_passes;
        bool atomic = rng_percent(&r, 25);
        random_addresses(&r, addr, width);
        uint32_t want =
            naive_shared(addr, active, width, banks, bank_bytes, atomic, banks, &want_passes);
        assert_int_equal(coalesce_shared(addr, active, width, banks, bank_bytes, atomic, &passes),
                         want);
        assert_int_equal(passes, want_passes);
        want = naive_shared(addr, active, width, banks, bank_bytes, atomic, 1024, &want_passes);
        assert_int_equal(
            coalesce_shared_whole(addr, active, width, banks, bank_bytes, atomic, &passes), want);
        uint32_t words = bits_popcount(active) * (width <= bank_bytes ? 1 : width / bank_bytes);
        uint32_t least = (words + banks - 1) / banks;
        if (active)
            assert_int_equal(passes, least < want ? least : want);
    }
}

/* Four lanes of one byte in two segments of 32 B of one line and one of the next: three
 * requests, highest first. */
static void gpu_coalesce_070_byte_loads_are_segments_of_32(void **state)
{
    (void)state;
    uint64_t addr[64] = {0x1000, 0x1001, 0x1020, 0x1080};
    coalesced_t c;
    coalesce_load_segments(&c, addr, 0xf, 1, false);
    assert_int_equal(c.n, 3);
    assert_int_equal(c.line[0], 0x1080 >> 7);
    assert_int_equal(c.line[1], 0x1000 >> 7);
    assert_int_equal(c.line[2], 0x1000 >> 7);
    assert_int_equal(c.touched[0], 1);
    assert_int_equal(c.touched[1], 2);
    assert_int_equal(c.touched[2], 1);
}

static void gpu_coalesce_071_halfword_loads_are_segments_of_64(void **state)
{
    (void)state;
    uint64_t addr[64] = {0x1000, 0x103e, 0x1040};
    coalesced_t c;
    coalesce_load_segments(&c, addr, 7, 2, false);
    assert_int_equal(c.n, 2);
    assert_int_equal(c.touched[0], 12);
    assert_int_equal(c.touched[1], 3);
}

/* GPGPU-Sim's CACHE_GLOBAL: 32 B each, whatever the width; 16 bytes at 0x1038 are in two. */
static void gpu_coalesce_074_uncached_loads_are_segments_of_32(void **state)
{
    (void)state;
    uint64_t addr[64] = {0x1000, 0x1004, 0x1040, 0x1080};
    coalesced_t c;
    coalesce_load_segments(&c, addr, 0xf, 4, true);
    assert_int_equal(c.n, 3);
    assert_int_equal(c.line[0], 0x1080 >> 7);
    assert_int_equal(c.touched[0], 1);
    assert_int_equal(c.touched[1], 4);
    assert_int_equal(c.touched[2], 1);
    addr[0] = 0x1038;
    coalesce_load_segments(&c, addr, 1, 16, true);
    assert_int_equal(c.n, 2);
    assert_int_equal(c.touched[0], 4);
    assert_int_equal(c.touched[1], 2);
}

/* Against the segments taken one by one, from the highest down: the pieces that any lane touches,
 * and of them the half, and its half, as long as the other is not touched. */
static void gpu_coalesce_076_segments_are_halved(void **state)
{
    (void)state;
    rng_t r;
    rng_seed(&r, 76);
    for (int round = 0; round < ROUNDS; round++) {
        uint64_t addr[64], active = rng_percent(&r, 50) ? UINT32_MAX : rng_u64(&r) & UINT32_MAX;
        uint32_t width = 1u << rng_below(&r, 5);
        uint32_t shift = width == 1 ? 5 : width == 2 ? 6 : 7;
        static naive_t want;
        static coalesced_t got, plain, store;
        random_addresses(&r, addr, width);
        naive_requests(&want, addr, active, width, shift);
        coalesce_load_halves(&got, addr, active, width, true);
        coalesce_load_halves(&plain, addr, active, width, false);
        coalesce_store_segments(&store, addr, active, width);
        assert_int_equal(got.n, want.n);
        assert_int_equal(plain.n, want.n);
        uint64_t before = UINT64_MAX;
        for (uint32_t i = 0; i < got.n; i++) {
            uint32_t best = 0; /* the highest segment below the last one */
            while (want.line[best] >= before)
                best++;
            for (uint32_t k = 0; k < want.n; k++)
                if (want.line[k] < before && want.line[k] > want.line[best])
                    best = k;
            before = want.line[best];
            uint32_t from = 0, size = 1u << shift;
            while (size > 32) {
                bool low = false, high = false;
                for (uint32_t b = 0; b < size / 2; b++) {
                    low |= want.covered[best][from + b];
                    high |= want.covered[best][from + size / 2 + b];
                }
                if (low && high)
                    break;
                size /= 2;
                from += high ? size : 0;
            }
            uint64_t at = (before << shift) + from;
            assert_int_equal(got.line[i], at >> 7);
            assert_int_equal(plain.line[i], at >> 7);
            assert_int_equal(got.touched[i], bits_mask(size / 32) << (at >> 5 & 3));
            /* Stores have always been so. */
            assert_int_equal(store.line[i], got.line[i]);
            assert_int_equal(store.touched[i], got.touched[i]);
        }
    }
}

/* As many requests of a line as lanes of the half-warp meet on one of its words; the first has all
 * words of the line. The upper half-warp first, in it the higher line. */
static void gpu_coalesce_077_atomics_by_half_warp(void **state)
{
    (void)state;
    rng_t r;
    rng_seed(&r, 77);
    for (int round = 0; round < ROUNDS; round++) {
        uint64_t addr[64], active = rng_u64(&r) & UINT32_MAX, left = 0;
        static coalesced_t c;
        uint32_t words = 1u << rng_below(&r, 8), i = 0;
        for (unsigned lane = 0; lane < 64; lane++)
            addr[lane] = 0x4000 + 4 * rng_below(&r, words);
        coalesce_atomic_halves(&c, addr, active, 4, 16);
        for (int half = 1; half >= 0; half--)
            for (uint64_t line = (0x4000 >> 7) + 3; line >= 0x4000 >> 7; line--) {
                uint32_t lanes[32] = {0}, most = 0;
                uint8_t touched = 0;
                for (int lane = half * 16; lane < half * 16 + 16; lane++)
                    if (active >> lane & 1 && addr[lane] >> 7 == line) {
                        uint32_t n = ++lanes[addr[lane] / 4 % 32];
                        most = n > most ? n : most;
                        touched |= (uint8_t)(1u << (addr[lane] >> 5 & 3));
                    }
                for (uint32_t k = 0; k < most; k++, i++) {
                    assert_true(i < c.n);
                    assert_int_equal(c.line[i], line);
                    assert_int_equal(c.touched[i] & ~coalesce_block(touched), 0);
                    if (k == 0)
                        assert_int_equal(c.touched[i], coalesce_block(touched));
                    assert_int_equal(c.touched[i], coalesce_block(c.touched[i]));
                }
                left += most;
            }
        assert_int_equal(c.n, left);
    }
}

typedef struct row_ctx {
    uint64_t active;
    uint32_t shift, rows;
    bool store;
} row_ctx_t;

static void coalesce_row(void *ctx, coalesced_t *out, const uint64_t *addr)
{
    row_ctx_t *r = ctx;
    r->rows++;
    if (r->store)
        coalesce_store(out, addr, r->active, 4, r->shift);
    else
        coalesce_load(out, addr, r->active, 4, r->shift, true);
}

/* 16 bytes a lane of local memory are four rows of a word a lane, each written in full: of 32 lanes
 * one line of 128 B, of 64 lanes four of 64 B. */
static void gpu_coalesce_075_wide_local_accesses_are_rows(void **state)
{
    (void)state;
    uint64_t addr[64];
    coalesced_t c;
    for (unsigned lane = 0; lane < 64; lane++)
        addr[lane] = 0x4000 + 4 * lane;
    row_ctx_t r = {.active = UINT32_MAX, .shift = 7, .store = true};
    coalesce_local(&c, addr, r.active, 16, 32 * 4, false, coalesce_row, &r);
    assert_int_equal(r.rows, 4);
    assert_int_equal(c.n, 4);
    for (unsigned i = 0; i < 4; i++) {
        assert_int_equal(c.line[i], (0x4000 >> 7) + i);
        assert_int_equal(c.full[i], 15);
    }
    r = (row_ctx_t){.active = UINT64_MAX, .shift = 6};
    coalesce_local(&c, addr, r.active, 16, 64 * 4, false, coalesce_row, &r);
    assert_int_equal(c.n, 16);
    for (unsigned i = 0; i < 16; i++)
        assert_int_equal(c.line[i], (0x4000 >> 6) + i);
    /* The last word first, rows 4 KB apart. */
    r = (row_ctx_t){.active = UINT32_MAX, .shift = 7};
    coalesce_local(&c, addr, r.active, 8, 4096, true, coalesce_row, &r);
    assert_int_equal(c.n, 2);
    assert_int_equal(c.line[0], 0x5000 >> 7);
    assert_int_equal(c.line[1], 0x4000 >> 7);
    r = (row_ctx_t){.active = UINT64_MAX, .shift = 6};
    /* Each lane at a place of its own: the most requests there can be. */
    for (unsigned lane = 0; lane < 64; lane++)
        addr[lane] = 0x100000 + 0x1000 * lane + 4 * lane;
    coalesce_local(&c, addr, r.active, 16, 64 * 4, false, coalesce_row, &r);
    assert_int_equal(c.n, COALESCE_MAX);
}

/* Words: lines, as coalesce_load, in descending order whatever the lanes' order is. */
static void gpu_coalesce_072_words_are_lines_in_descending_order(void **state)
{
    (void)state;
    rng_t r;
    rng_seed(&r, 72);
    for (int round = 0; round < ROUNDS; round++) {
        uint64_t addr[64], active = rng_u64(&r) & UINT32_MAX;
        uint32_t width = 4u << rng_below(&r, 3);
        coalesced_t a, b;
        random_addresses(&r, addr, width);
        coalesce_load(&a, addr, active, width, 7, false);
        coalesce_load_segments(&b, addr, active, width, false);
        assert_int_equal(a.n, b.n);
        for (uint32_t i = 0; i < b.n; i++) {
            uint32_t k = 0;
            while (k < a.n && a.line[k] != b.line[i])
                k++;
            assert_true(k < a.n);
            if (i)
                assert_true(b.line[i - 1] > b.line[i]);
        }
    }
}

/* A store is widened to 32 B if it touches one piece, to the half line if it stays in it (whose
 * untouched piece is not written), else to the line. */
static void gpu_coalesce_073_stores_are_widened(void **state)
{
    (void)state;
    static const struct {
        uint64_t addr[2];
        uint8_t touched;
    } expected[] = {
        {{0x1000, 0x1004}, 1}, {{0x1000, 0x1020}, 3},  {{0x1040, 0x1060}, 12},
        {{0x1060, 0x1064}, 8}, {{0x1020, 0x1040}, 15}, {{0x1000, 0x1060}, 15},
    };
    for (unsigned i = 0; i < sizeof expected / sizeof expected[0]; i++) {
        uint64_t addr[64] = {expected[i].addr[0], expected[i].addr[1]};
        coalesced_t c;
        coalesce_store_segments(&c, addr, 3, 4);
        assert_int_equal(c.n, 1);
        assert_int_equal(c.touched[0], expected[i].touched);
        assert_int_equal(c.full[0], 0);
    }
    uint64_t addr[64];
    coalesced_t c;
    for (unsigned i = 0; i < 32; i++)
        addr[i] = 0x2000 + i;
    coalesce_store_segments(&c, addr, UINT32_MAX, 1); /* 32 bytes: one full piece */
    assert_int_equal(c.n, 1);
    assert_int_equal(c.full[0], 1);
    assert_int_equal(c.touched[0], 1);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(gpu_coalesce_010_requests_match_byte_by_byte),
        cmocka_unit_test(gpu_coalesce_011_full_warp_is_one_request),
        cmocka_unit_test(gpu_coalesce_012_groups_are_as_if_alone),
        cmocka_unit_test(gpu_coalesce_013_blocks_are_the_smallest),
        cmocka_unit_test(gpu_coalesce_020_atomics_serialize_on_words),
        cmocka_unit_test(gpu_coalesce_030_bank_conflicts_match_counting),
        cmocka_unit_test(gpu_coalesce_070_byte_loads_are_segments_of_32),
        cmocka_unit_test(gpu_coalesce_071_halfword_loads_are_segments_of_64),
        cmocka_unit_test(gpu_coalesce_072_words_are_lines_in_descending_order),
        cmocka_unit_test(gpu_coalesce_073_stores_are_widened),
        cmocka_unit_test(gpu_coalesce_074_uncached_loads_are_segments_of_32),
        cmocka_unit_test(gpu_coalesce_075_wide_local_accesses_are_rows),
        cmocka_unit_test(gpu_coalesce_076_segments_are_halved),
        cmocka_unit_test(gpu_coalesce_077_atomics_by_half_warp),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
