/* common.fifo: handshakes at both ends, order through many wraps. */
#include "unit_bench.h"

#include "common/fifo.h"

static fifo_t make(uint32_t depth, uint32_t width)
{
    fifo_t u;
    assert_int_equal(fifo_init(&u, &(fifo_cfg_t){.depth = depth, .width = width}), 0);
    return u;
}

static fifo_out_t look(const fifo_t *u, fifo_in_t in)
{
    fifo_out_t out;
    fifo_eval(u, &in, &out);
    return out;
}

static void push(fifo_t *u, uint64_t v)
{
    fifo_tick(u, &(fifo_in_t){.push_valid = 1, .push_data = v});
}

static void fifo_010_empty_after_reset(void **state)
{
    (void)state;
    const fifo_t u = make(8, 64);
    const fifo_out_t out = look(&u, (fifo_in_t){0});
    assert_true(out.push_ready && !out.pop_valid);
    assert_int_equal(out.count, 0);
    assert_int_equal(out.pop_data, 0);
}

static void fifo_020_push_is_not_seen_in_its_own_cycle(void **state)
{
    (void)state;
    fifo_t u = make(8, 64);
    const fifo_in_t both = {.push_valid = 1, .push_data = 42, .pop_ready = 1};
    assert_false(look(&u, both).pop_valid);
    fifo_tick(&u, &both); /* the pop finds nothing */
    assert_int_equal(look(&u, both).count, 1);
    assert_int_equal(look(&u, both).pop_data, 42);
}

static void fifo_030_pop_makes_no_room_in_its_own_cycle(void **state)
{
    (void)state;
    fifo_t u = make(3, 64);
    for (uint64_t v = 1; v <= 3; v++)
        push(&u, v);
    const fifo_in_t both = {.push_valid = 1, .push_data = 99, .pop_ready = 1};
    assert_false(look(&u, both).push_ready);
    fifo_tick(&u, &both);
    for (uint64_t v = 2; v <= 3; v++) { /* 1 left, 99 was refused */
        assert_int_equal(look(&u, both).pop_data, v);
        fifo_tick(&u, &(fifo_in_t){.pop_ready = 1});
    }
    assert_false(look(&u, both).pop_valid);
}

static void fifo_040_push_to_full_changes_nothing(void **state)
{
    (void)state;
    fifo_t u = make(2, 64);
    push(&u, 1);
    push(&u, 2);
    const fifo_t before = u;
    push(&u, 3);
    assert_memory_equal(&u, &before, sizeof u);
}

static void fifo_050_pop_data_is_0_when_drained(void **state)
{
    (void)state;
    fifo_t u = make(2, 64);
    push(&u, 7);
    push(&u, 7);
    for (unsigned k = 0; k < 2; k++)
        fifo_tick(&u, &(fifo_in_t){.pop_ready = 1});
    assert_int_equal(look(&u, (fifo_in_t){.pop_ready = 1}).pop_data, 0);
}

static void fifo_060_push_and_pop_keep_the_count(void **state)
{
    (void)state;
    fifo_t u = make(5, 64);
    push(&u, 0);
    for (uint64_t v = 1; v < 20; v++) {
        assert_int_equal(look(&u, (fifo_in_t){0}).pop_data, v - 1);
        fifo_tick(&u, &(fifo_in_t){.push_valid = 1, .push_data = v, .pop_ready = 1});
        assert_int_equal(look(&u, (fifo_in_t){0}).count, 1);
    }
}

/* Against a list that shifts down when its first element leaves. */
static void fifo_070_order_holds_at_every_depth(void **state)
{
    (void)state;
    rng_t r;
    rng_seed(&r, 70);
    for (uint32_t depth = 1; depth <= 64; depth++) {
        fifo_t u = make(depth, 64);
        uint64_t list[64];
        unsigned held = 0, bias = 50;
        for (unsigned k = 0; k < 20 * depth + 200; k++) {
            if (k % (2 * depth) == 0)
                bias = 10 + 40 * rng_below(&r, 3); /* mostly drains, even, mostly fills */
            const fifo_in_t in = {.push_valid = rng_percent(&r, bias),
                                  .push_data = rng_u64(&r),
                                  .pop_ready = rng_percent(&r, 100 - bias)};
            const fifo_out_t out = look(&u, in);
            const bool in_ok = in.push_valid && held < depth, out_ok = in.pop_ready && held > 0;
            assert_int_equal(out.count, held);
            assert_int_equal(out.push_ready, held < depth);
            assert_int_equal(out.pop_valid, held > 0);
            assert_int_equal(out.pop_data, held > 0 ? list[0] : 0);
            fifo_tick(&u, &in);
            if (out_ok)
                memmove(list, list + 1, --held * sizeof list[0]);
            if (in_ok)
                list[held++] = in.push_data;
        }
    }
}

static void fifo_080_occupied_places_are_the_compared_ones(void **state)
{
    (void)state;
    /* depth 5, oldest in place 3, three entries: places 3, 4 and 0 */
    fifo_t u = make(5, 8);
    u.rd = 3;
    u.wr = 1;
    u.cnt = 3;
    const bool want[5] = {true, false, false, true, true};
    for (unsigned f = 0; f < fifo_unit.n_fields; f++)
        if (strcmp(fifo_unit.fields[f].name, "mem") == 0)
            for (unsigned i = 0; i < 5; i++)
                assert_int_equal(fifo_unit.fields[f].gate(&u.cfg, &u, &(fifo_in_t){0}, i), want[i]);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(fifo_010_empty_after_reset),
        cmocka_unit_test(fifo_020_push_is_not_seen_in_its_own_cycle),
        cmocka_unit_test(fifo_030_pop_makes_no_room_in_its_own_cycle),
        cmocka_unit_test(fifo_040_push_to_full_changes_nothing),
        cmocka_unit_test(fifo_050_pop_data_is_0_when_drained),
        cmocka_unit_test(fifo_060_push_and_pop_keep_the_count),
        cmocka_unit_test(fifo_070_order_holds_at_every_depth),
        cmocka_unit_test(fifo_080_occupied_places_are_the_compared_ones),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
