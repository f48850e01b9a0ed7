/*
 * Caches of very many ways: the hash of lines against a scan of the tags, the list of recency
 * against stamps (repl.h), on random sequences.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "common/rng.h"
#include "gpu/linemap.h"
#include "gpu/recency.h"
#include "gpu/repl.h"

static uint32_t scan(const uint64_t *tag, uint32_t n, uint64_t line)
{
    for (uint32_t i = 0; i < n; i++)
        if (tag[i] == line)
            return i;
    return LINEMAP_NONE;
}

/* Lines from a small range, so that most meet in chains of the hash; the map is never emptied, and
 * is full at times. */
static void run_map(uint32_t n, uint32_t range, uint64_t seed)
{
    linemap_t m;
    rng_t r;
    uint64_t *tag = malloc(n * sizeof *tag);
    uint32_t held = 0, full = 0;
    assert_non_null(tag);
    memset(tag, 0xff, n * sizeof *tag);
    assert_true(linemap_init(&m, n));
    rng_seed(&r, seed);
    for (uint32_t k = 0; k < 20000; k++) {
        uint64_t line = rng_below(&r, range);
        uint32_t at = scan(tag, n, line);
        assert_int_equal(linemap_find(&m, tag, line), at);
        uint32_t place = rng_below(&r, n);
        if (at != LINEMAP_NONE && rng_below(&r, 4) == 0) {
            linemap_remove(&m, tag, at);
            tag[at] = UINT64_MAX;
            held--;
        } else if (at == LINEMAP_NONE) {
            if (tag[place] != UINT64_MAX) {
                linemap_remove(&m, tag, place);
                held--;
            }
            tag[place] = line;
            linemap_add(&m, tag, place);
            held++;
        }
        full += held == n;
    }
    assert_true(full > 0);
    linemap_free(&m);
    free(tag);
}

static void gpu_wide_010_the_map_finds_what_a_scan_finds(void **state)
{
    (void)state;
    for (uint64_t seed = 1; seed <= 3; seed++) {
        run_map(1, 4, seed);
        run_map(33, 200, seed);
        run_map(64, 300, seed);
    }
}

/* Allocations, hits, fills, drops as a cache makes them, in one of some sets. */
static void run_lru(uint32_t sets, uint32_t ways, uint64_t seed)
{
    recency_t list;
    repl_t stamps;
    rng_t r;
    uint8_t *state = calloc((size_t)sets * ways, 1);
    uint32_t victims = 0, empties = 0, refused = 0;
    assert_non_null(state);
    assert_true(recency_init(&list, sets, ways));
    assert_true(repl_init(&stamps, sets, ways, false));
    rng_seed(&r, seed);
    for (uint32_t k = 0; k < 60 * ways * sets; k++) {
        uint32_t set = rng_below(&r, sets), way = rng_below(&r, ways), what = rng_below(&r, 16);
        uint8_t *of_set = state + (size_t)set * ways;
        int a = recency_victim(&list, set, of_set, WAY_BLOCKED);
        assert_int_equal(a, repl_victim(&stamps, set, of_set));
        refused += a < 0;
        if (what < 8 && a >= 0) {
            empties += of_set[a] == WAY_INVALID;
            victims += of_set[a] == WAY_VALID;
            of_set[a] = WAY_BLOCKED;
            recency_touch(&list, set, (uint32_t)a);
            repl_touch(&stamps, set, (uint32_t)a);
        } else if (what < 11 && of_set[way] != WAY_INVALID) {
            recency_touch(&list, set, way);
            repl_touch(&stamps, set, way);
        } else if (what < 15 && of_set[way] == WAY_BLOCKED) {
            of_set[way] = WAY_VALID;
        } else if (of_set[way] == WAY_VALID) {
            of_set[way] = WAY_INVALID;
            recency_drop(&list, set, way);
        }
    }
    assert_true(victims && empties && refused);
    recency_free(&list);
    repl_free(&stamps);
    free(state);
}

static void gpu_wide_020_the_list_takes_the_victim_that_stamps_take(void **state)
{
    (void)state;
    run_lru(1, 1, 1);
    run_lru(2, 33, 2);
    run_lru(3, 64, 3);
    run_lru(1, 130, 4);
}

/* 4096 ways are a word of the summary: a set of three and a bit. */
static void gpu_wide_021_empty_ways_are_found_across_the_summary(void **state)
{
    (void)state;
    enum { WAYS = 3 * 4096 + 65 };
    static uint8_t ways[WAYS];
    static const uint32_t some[] = {0, 63, 64, 4095, 4096, 8192 + 70, WAYS - 66, WAYS - 1};
    recency_t list;
    assert_true(recency_init(&list, 1, WAYS));
    for (uint32_t w = 0; w < WAYS; w++) {
        assert_int_equal(recency_victim(&list, 0, ways, WAY_BLOCKED), w);
        recency_touch(&list, 0, w);
        ways[w] = WAY_VALID;
    }
    assert_int_equal(recency_victim(&list, 0, ways, WAY_BLOCKED), 0); /* the oldest */
    unsigned n = sizeof some / sizeof some[0];
    for (unsigned i = n; i--;) {
        recency_drop(&list, 0, some[i]);
        assert_int_equal(recency_victim(&list, 0, ways, WAY_BLOCKED), some[i]);
    }
    for (unsigned i = 0; i < n; i++) {
        assert_int_equal(recency_victim(&list, 0, ways, WAY_BLOCKED), some[i]);
        recency_touch(&list, 0, some[i]);
    }
    assert_int_equal(recency_victim(&list, 0, ways, WAY_BLOCKED), 1);
    recency_free(&list);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(gpu_wide_010_the_map_finds_what_a_scan_finds),
        cmocka_unit_test(gpu_wide_020_the_list_takes_the_victim_that_stamps_take),
        cmocka_unit_test(gpu_wide_021_empty_ways_are_found_across_the_summary),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
