/* common.ring: the places of a list. */
#include "unit_bench.h"

#include "common/ring.h"

static ring_t make(uint32_t depth)
{
    ring_t u;
    assert_int_equal(ring_init(&u, &(ring_cfg_t){.depth = depth}), 0);
    return u;
}

static ring_out_t cycle(ring_t *u, ring_in_t in)
{
    ring_out_t out;
    ring_eval(u, &in, &out);
    ring_tick(u, &in);
    return out;
}

static void assert_shows(const ring_t *u, bool valid, bool full, unsigned first, unsigned next)
{
    ring_out_t out;
    ring_eval(u, &(ring_in_t){0}, &out);
    assert_int_equal(out.valid, valid);
    assert_int_equal(out.full, full);
    assert_int_equal(out.first, first);
    assert_int_equal(out.next, next);
}

/* The worked example of the page. */
static void ring_010_the_list_turns_in_its_places(void **state)
{
    (void)state;
    ring_t u = make(3);
    assert_shows(&u, false, false, 0, 0);
    assert_true(cycle(&u, (ring_in_t){.push_en = 1}).pushes);
    assert_shows(&u, true, false, 0, 1);
    cycle(&u, (ring_in_t){.push_en = 1});
    cycle(&u, (ring_in_t){.push_en = 1});
    assert_shows(&u, true, true, 0, 0);
    const ring_out_t both = cycle(&u, (ring_in_t){.push_en = 1, .pop_en = 1});
    assert_true(both.pops && !both.pushes);
    assert_shows(&u, true, false, 1, 0);
    cycle(&u, (ring_in_t){.push_en = 1});
    assert_shows(&u, true, true, 1, 1);
    cycle(&u, (ring_in_t){.clear_en = 1});
    assert_shows(&u, false, false, 0, 0);
}

static void ring_020_a_pop_does_not_see_the_push_of_its_cycle(void **state)
{
    (void)state;
    ring_t u = make(2);
    const ring_out_t out = cycle(&u, (ring_in_t){.push_en = 1, .pop_en = 1});
    assert_true(out.pushes && !out.pops);
    assert_shows(&u, true, false, 0, 1);
}

static void ring_030_a_clear_comes_before_both(void **state)
{
    (void)state;
    ring_t u = make(3);
    cycle(&u, (ring_in_t){.push_en = 1});
    cycle(&u, (ring_in_t){.push_en = 1, .pop_en = 1});
    const ring_out_t out = cycle(&u, (ring_in_t){.push_en = 1, .pop_en = 1, .clear_en = 1});
    assert_true(!out.pushes && !out.pops);
    assert_shows(&u, false, false, 0, 0);
}

static void ring_040_one_place_is_always_the_first(void **state)
{
    (void)state;
    ring_t u = make(1);
    for (unsigned k = 0; k < 3; k++) {
        cycle(&u, (ring_in_t){.push_en = 1});
        assert_shows(&u, true, true, 0, 0);
        assert_true(cycle(&u, (ring_in_t){.pop_en = 1}).pops);
        assert_shows(&u, false, false, 0, 0);
    }
}

/* Against two numbers that only grow: entries pushed and entries popped so far. */
static void ring_050_places_follow_at_every_depth(void **state)
{
    (void)state;
    rng_t r;
    rng_seed(&r, 50);
    for (uint32_t depth = 1; depth <= 64; depth++) {
        ring_t u = make(depth);
        uint64_t pushed = 0, popped = 0;
        for (unsigned k = 0; k < 20 * depth + 200; k++) {
            const unsigned bias = 10 + 40 * (k / (2 * depth) % 3);
            const bool push = rng_percent(&r, bias), pop = rng_percent(&r, 100 - bias);
            const bool full = pushed - popped == depth, valid = pushed != popped;
            assert_shows(&u, valid, full, (unsigned)(popped % depth), (unsigned)(pushed % depth));
            cycle(&u, (ring_in_t){.push_en = push, .pop_en = pop});
            pushed += push && !full;
            popped += pop && valid;
        }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(ring_010_the_list_turns_in_its_places),
        cmocka_unit_test(ring_020_a_pop_does_not_see_the_push_of_its_cycle),
        cmocka_unit_test(ring_030_a_clear_comes_before_both),
        cmocka_unit_test(ring_040_one_place_is_always_the_first),
        cmocka_unit_test(ring_050_places_follow_at_every_depth),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
