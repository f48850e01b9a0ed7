/* common.lru: which way is the oldest. */
#include "unit_bench.h"

#include "common/lru.h"

static lru_t make(uint32_t sets, uint32_t ways)
{
    lru_t u = {0};
    assert_int_equal(lru_init(&u, &(lru_cfg_t){.sets = sets, .ways = ways}), 0);
    return u;
}

static unsigned oldest(const lru_t *u, unsigned set)
{
    lru_out_t out;
    lru_eval(u, &(lru_in_t){.set = (uint8_t)set}, &out);
    return out.oldest;
}

static void use(lru_t *u, unsigned set, unsigned way)
{
    lru_tick(u, &(lru_in_t){.set = (uint8_t)set, .use_en = 1, .way = (uint8_t)way});
}

/* The worked example of the page. */
static void lru_010_the_way_used_longest_ago(void **state)
{
    (void)state;
    lru_t u = make(1, 3);
    assert_int_equal(oldest(&u, 0), 0);
    use(&u, 0, 0);
    assert_int_equal(oldest(&u, 0), 1);
    use(&u, 0, 2);
    assert_int_equal(oldest(&u, 0), 1);
    use(&u, 0, 1);
    assert_int_equal(oldest(&u, 0), 0);
}

/* Against a list of the ways, the oldest first, in each set. */
static void lru_020_random_uses_match_a_list(void **state)
{
    (void)state;
    rng_t r;
    rng_seed(&r, 20);
    for (unsigned ways = 1; ways <= 128; ways += 1 + ways / 4) {
        const unsigned sets = 128 / ways;
        lru_t u = make(sets, ways);
        uint8_t list[128];
        for (unsigned i = 0; i < sets * ways; i++)
            list[i] = (uint8_t)(i % ways);
        for (unsigned k = 0; k < 3000; k++) {
            const unsigned set = rng_below(&r, sets), way = rng_below(&r, ways);
            uint8_t *of_set = &list[set * ways];
            assert_int_equal(oldest(&u, set), of_set[0]);
            use(&u, set, way);
            unsigned at = 0;
            while (of_set[at] != way)
                at++;
            memmove(of_set + at, of_set + at + 1, ways - 1 - at);
            of_set[ways - 1] = (uint8_t)way;
        }
    }
}

static void lru_030_clear_comes_before_the_use_of_its_cycle(void **state)
{
    (void)state;
    lru_t u = make(2, 3);
    use(&u, 0, 0);
    use(&u, 1, 1);
    lru_tick(&u, &(lru_in_t){.set = 1, .use_en = 1, .way = 0, .clear_en = 1});
    assert_int_equal(oldest(&u, 0), 0);
    assert_int_equal(oldest(&u, 1), 1);
    use(&u, 1, 1); /* then 2, then 0 */
    assert_int_equal(oldest(&u, 1), 2);
    use(&u, 1, 2);
    assert_int_equal(oldest(&u, 1), 0);
}

static void lru_040_a_set_or_way_out_of_range_is_not_used(void **state)
{
    (void)state;
    lru_t u = make(3, 3);
    use(&u, 2, 0);
    const lru_t before = u;
    use(&u, 3, 1);
    use(&u, 2, 3);
    assert_memory_equal(&u, &before, sizeof u);
    assert_int_equal(oldest(&u, 2), 1);
    assert_int_equal(oldest(&u, 3), 0);
    /* way 3 of set 1 is not a way of set 2 */
    use(&u, 1, 3);
    assert_memory_equal(&u, &before, sizeof u);
}

/* Ways 0, 1 and 2, each used after the next one, name no order: no use leads there. */
static void lru_050_codes_of_no_order_name_way_0(void **state)
{
    (void)state;
    lru_t u = make(1, 3);
    u.lower[0] = 1; /* (0, 1): 0 after 1 */
    u.lower[2] = 1; /* (1, 2): 1 after 2 */
    assert_int_equal(u.lower[1], 0);
    assert_int_equal(oldest(&u, 0), 0);
    u.lower[0] = u.lower[2] = 0;
    u.lower[1] = 1;
    assert_int_equal(oldest(&u, 0), 0);
}

static void lru_060_one_way_has_no_state(void **state)
{
    (void)state;
    const lru_cfg_t one = {.sets = 32, .ways = 1}, paper = {.sets = 8, .ways = 4};
    assert_int_equal(unit_state_bits(&lru_unit, &one), 0);
    assert_int_equal(unit_state_bits(&lru_unit, &paper), 8 * 6);
    lru_t u = make(32, 1);
    use(&u, 31, 0);
    assert_int_equal(oldest(&u, 31), 0);
}

static void lru_070_at_most_128_lines(void **state)
{
    (void)state;
    lru_t u = {0};
    static const struct {
        uint32_t sets, ways;
        int want;
    } rows[] = {{128, 1, 0},       {1, 128, 0},    {64, 2, 0},       {65, 2, -EINVAL},
                {43, 3, -EINVAL},  {42, 3, 0},     {2, 65, -EINVAL}, {128, 128, -EINVAL},
                {129, 1, -EINVAL}, {0, 1, -EINVAL}};
    for (unsigned i = 0; i < sizeof rows / sizeof *rows; i++)
        assert_int_equal(lru_init(&u, &(lru_cfg_t){.sets = rows[i].sets, .ways = rows[i].ways}),
                         rows[i].want);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(lru_010_the_way_used_longest_ago),
        cmocka_unit_test(lru_020_random_uses_match_a_list),
        cmocka_unit_test(lru_030_clear_comes_before_the_use_of_its_cycle),
        cmocka_unit_test(lru_040_a_set_or_way_out_of_range_is_not_used),
        cmocka_unit_test(lru_050_codes_of_no_order_name_way_0),
        cmocka_unit_test(lru_060_one_way_has_no_state),
        cmocka_unit_test(lru_070_at_most_128_lines),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
