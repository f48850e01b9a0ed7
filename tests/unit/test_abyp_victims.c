/* abyp: when the line that a miss takes away trains, and what trains_up says (docs/units/abyp.md).
 */
#include "unit_bench.h"

#include "abyp/abyp.h"

/* 4 counters and one set of 2 ways. The line in way 0 was last touched by a load of hash 2. Hashes
 * have 2 bits, so that of PC 1 is 1. */
static abyp_t touched_by_2(void)
{
    abyp_t u = {0};
    const abyp_cfg_t cfg = {.entries = 4, .ctr_w = 4, .threshold = 8, .sets = 1, .ways = 2};
    assert_int_equal(abyp_init(&u, &cfg), 0);
    for (unsigned i = 0; i < 4; i++)
        u.table.ctrs.ctr[i] = 5;
    u.tags.hash[0] = 2;
    return u;
}

/* An accepted miss of PC 1 that takes this way: does it say that the victim trains? */
static bool miss_trains(abyp_t *u, uint16_t way, bool victim)
{
    const abyp_in_t in = {
        .acc_valid = 1, .acc_pc = 1, .acc_accept = 1, .acc_way = way, .vic_valid = victim};
    abyp_out_t out;
    abyp_clock(u, &in, &out);
    assert_false(out.predict || out.trains_down);
    return out.trains_up;
}

static void assert_counters(const abyp_t *u, unsigned of_2)
{
    for (unsigned i = 0; i < 4; i++)
        assert_int_equal(u->table.ctrs.ctr[i], i == 2 ? of_2 : 5);
}

static void abyp_150_a_valid_victim_counts_up_the_load_that_touched_it_last(void **state)
{
    (void)state;
    abyp_t u = touched_by_2();
    assert_true(miss_trains(&u, 0, true));
    assert_counters(&u, 6);
    assert_int_equal(u.tags.hash[0], 1);
}

/* An invalidated line leaves its hash behind, which trains nothing. The miss is kept all the same.
 */
static void abyp_160_an_empty_place_trains_nothing(void **state)
{
    (void)state;
    abyp_t u = touched_by_2();
    assert_false(miss_trains(&u, 0, false));
    assert_counters(&u, 5);
    assert_int_equal(u.tags.hash[0], 1);
}

/* Way 2 names no line, although its block is said to be valid. */
static void abyp_170_a_place_that_is_none_trains_nothing(void **state)
{
    (void)state;
    abyp_t u = touched_by_2();
    assert_false(miss_trains(&u, 2, true));
    assert_counters(&u, 5);
    assert_true(u.tags.hash[0] == 2 && u.tags.hash[1] == 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(abyp_150_a_valid_victim_counts_up_the_load_that_touched_it_last),
        cmocka_unit_test(abyp_160_an_empty_place_trains_nothing),
        cmocka_unit_test(abyp_170_a_place_that_is_none_trains_nothing),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
