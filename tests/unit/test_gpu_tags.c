/*
 * What stands behind the tags of a cache: the order of replacement, and the infinite tags, each
 * against a straightforward second implementation on random input.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "common/rng.h"
#include "gpu/lineset.h"
#include "gpu/repl.h"

enum { ROUNDS = 3000 };

/* ---- Replacement ---- */

static void gpu_coalesce_040_lru_is_a_recency_list(void **state)
{
    (void)state;
    rng_t r;
    rng_seed(&r, 40);
    repl_t p;
    enum { WAYS = 6 };
    assert_true(repl_init(&p, 2, WAYS, false));
    uint8_t way_state[WAYS];
    unsigned list[WAYS] = {0, 1, 2, 3, 4, 5}; /* most recent last */
    for (unsigned w = 0; w < WAYS; w++)
        repl_touch(&p, 1, w);
    for (unsigned round = 0; round < ROUNDS; round++) {
        unsigned w = rng_below(&r, WAYS), k = 0;
        repl_touch(&p, 1, w);
        while (list[k] != w)
            k++;
        memmove(&list[k], &list[k + 1], (WAYS - 1 - k) * sizeof list[0]);
        list[WAYS - 1] = w;
        int want = -1;
        for (unsigned i = 0; i < WAYS; i++)
            way_state[i] = rng_percent(&r, 30) ? WAY_BLOCKED : WAY_VALID;
        for (unsigned i = 0; i < WAYS && want < 0; i++)
            if (way_state[list[i]] == WAY_VALID)
                want = (int)list[i];
        assert_int_equal(repl_victim(&p, 1, way_state), want);
    }
    way_state[2] = WAY_INVALID; /* an empty way goes first */
    way_state[4] = WAY_INVALID;
    assert_int_equal(repl_victim(&p, 1, way_state), 2);
    repl_free(&p);
}

static void gpu_coalesce_041_plru_worked_example(void **state)
{
    (void)state;
    repl_t p;
    uint8_t all[4] = {WAY_VALID, WAY_VALID, WAY_VALID, WAY_VALID};
    assert_true(repl_init(&p, 1, 4, true));
    /* Four ways, root over pairs {0,1} and {2,3}; each touch turns its path away from it. */
    for (unsigned w = 0; w < 4; w++)
        repl_touch(&p, 0, w);
    assert_int_equal(repl_victim(&p, 0, all), 0); /* root -> left, left pair -> 0 */
    repl_touch(&p, 0, 0);
    assert_int_equal(repl_victim(&p, 0, all), 2); /* root -> right, right pair -> 2 */
    all[2] = WAY_BLOCKED;
    assert_int_equal(repl_victim(&p, 0, all), 3); /* its sibling */
    all[3] = WAY_BLOCKED;
    assert_int_equal(repl_victim(&p, 0, all), 1); /* the other pair: 0 was touched last */
    all[0] = all[1] = WAY_BLOCKED;
    assert_int_equal(repl_victim(&p, 0, all), -1);
    repl_free(&p);
}

static void gpu_coalesce_042_plru_never_takes_the_last_touched(void **state)
{
    (void)state;
    rng_t r;
    rng_seed(&r, 42);
    repl_t p;
    uint8_t all[64];
    memset(all, WAY_VALID, sizeof all);
    assert_true(repl_init(&p, 1, 64, true));
    for (unsigned round = 0; round < ROUNDS; round++) {
        uint32_t w = rng_below(&r, 64);
        repl_touch(&p, 0, w);
        int v = repl_victim(&p, 0, all);
        assert_true(v >= 0 && v < 64 && (uint32_t)v != w);
        /* The root points into the other half. */
        assert_int_not_equal((uint32_t)v / 32, w / 32);
    }
    repl_free(&p);
}

/* ---- Infinite tags ---- */

static void gpu_coalesce_050_lineset_is_exact(void **state)
{
    (void)state;
    rng_t r;
    rng_seed(&r, 50);
    enum { N = 20000, DENSE = 60001 };
    /* Both dense, none, each alone, overlapping, both again, one too large. */
    static const lineset_range_t turn[][2] = {
        {{500, DENSE}, {DENSE + 1000, 50003}},
        {{500, 0}, {700, 0}},
        {{500, 100}, {0, 0}},
        {{0, 0}, {99, 77777}},
        {{10, DENSE}, {DENSE - 5000, 20000}},
        {{500, DENSE}, {DENSE + 1000, 50003}},
        {{500, LINESET_DENSE_MAX + 1}, {99, 77777}},
    };
    static uint8_t seen[2 * DENSE];
    lineset_t s = {0};
    for (unsigned t = 0; t < sizeof turn / sizeof turn[0]; t++) {
        const lineset_range_t *m = &turn[t][0], *l = &turn[t][1];
        uint32_t sparse = 0;
        memset(seen, 0, sizeof seen);
        lineset_reset(&s, *m, *l);
        for (unsigned k = 0; k < N; k++) {
            uint64_t line = rng_below(&r, 2 * DENSE);
            bool in_main = line - m->base < m->n && m->n <= LINESET_DENSE_MAX;
            sparse += !seen[line] && !in_main && line - l->base >= l->n;
            assert_int_equal(lineset_add(&s, line), !seen[line]);
            seen[line] = 1;
        }
        assert_int_equal(s.used, sparse);
        for (unsigned k = 0; k < 3 * N; k++) { /* in and out */
            uint64_t line = rng_below(&r, 2 * DENSE);
            bool add = rng_below(&r, 4) == 0;
            assert_int_equal(add ? !lineset_add(&s, line) : lineset_take(&s, line), seen[line]);
            seen[line] = add;
        }
    }
    lineset_free(&s);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(gpu_coalesce_040_lru_is_a_recency_list),
        cmocka_unit_test(gpu_coalesce_041_plru_worked_example),
        cmocka_unit_test(gpu_coalesce_042_plru_never_takes_the_last_touched),
        cmocka_unit_test(gpu_coalesce_050_lineset_is_exact),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
