/* common.cam: allocation order, clear and what meets it in one cycle. */
#include "unit_bench.h"

#include "common/cam.h"

static cam_t make(uint32_t entries, uint32_t key_w)
{
    cam_t u;
    assert_int_equal(cam_init(&u, &(cam_cfg_t){.entries = entries, .key_w = key_w}), 0);
    return u;
}

/* This cycle's outputs, and then the edge. */
static cam_out_t cycle(cam_t *u, cam_in_t in)
{
    cam_out_t out;
    cam_eval(u, &in, &out);
    cam_tick(u, &in);
    return out;
}

static cam_in_t alloc(uint64_t key)
{
    return (cam_in_t){.lookup_en = 1, .alloc = 1, .key = key};
}

static cam_in_t lookup(uint64_t key)
{
    return (cam_in_t){.lookup_en = 1, .key = key};
}

/* Entries 0..n-1 hold keys 100, 101, ... */
static cam_t filled(uint32_t entries, unsigned n)
{
    cam_t u = make(entries, 32);
    for (unsigned i = 0; i < n; i++) {
        const cam_out_t out = cycle(&u, alloc(100 + i));
        assert_true(!out.hit && !out.full);
        assert_int_equal(out.idx, i);
    }
    return u;
}

static void cam_010_fills_from_the_lowest_and_finds_every_key(void **state)
{
    (void)state;
    for (uint32_t entries = 1; entries <= 64; entries++) {
        cam_t u = filled(entries, entries);
        for (unsigned i = 0; i < entries; i++) {
            const cam_out_t out = cycle(&u, lookup(100 + i));
            assert_true(out.hit && out.full);
            assert_int_equal(out.idx, i);
        }
    }
}

static void cam_020_miss_when_full_writes_nothing(void **state)
{
    (void)state;
    cam_t u = filled(4, 4);
    const cam_t before = u;
    const cam_out_t out = cycle(&u, alloc(7));
    assert_true(!out.hit && out.full);
    assert_int_equal(out.idx, 0);
    assert_memory_equal(&u, &before, sizeof u);
}

static void cam_030_miss_without_alloc_writes_nothing(void **state)
{
    (void)state;
    cam_t u = filled(4, 2);
    const cam_t before = u;
    const cam_out_t out = cycle(&u, lookup(7));
    assert_true(!out.hit && !out.full);
    assert_int_equal(out.idx, 2); /* still names the lowest free entry */
    assert_memory_equal(&u, &before, sizeof u);
}

static void cam_040_hit_never_allocates_twice(void **state)
{
    (void)state;
    cam_t u = filled(4, 2);
    const cam_t before = u;
    const cam_out_t out = cycle(&u, alloc(101));
    assert_true(out.hit);
    assert_int_equal(out.idx, 1);
    assert_memory_equal(&u, &before, sizeof u);
}

static void cam_050_without_lookup_no_hit_and_the_lowest_free_entry(void **state)
{
    (void)state;
    cam_t u = filled(4, 3);
    const cam_t before = u;
    cam_out_t out = cycle(&u, (cam_in_t){.alloc = 1, .key = 101});
    assert_true(!out.hit && !out.full);
    assert_int_equal(out.idx, 3);
    assert_memory_equal(&u, &before, sizeof u);

    u = filled(4, 4);
    out = cycle(&u, (cam_in_t){.key = 101});
    assert_true(!out.hit && out.full);
    assert_int_equal(out.idx, 0);
}

static void cam_060_clear_forgets_every_key(void **state)
{
    (void)state;
    cam_t u = filled(4, 4);
    cycle(&u, (cam_in_t){.clear_en = 1});
    for (unsigned i = 0; i < 4; i++) {
        const cam_out_t out = cycle(&u, lookup(100 + i));
        assert_true(!out.hit && !out.full);
        assert_int_equal(out.idx, 0);
    }
}

static void cam_070_clear_and_allocating_miss_leave_the_new_key_alone(void **state)
{
    (void)state;
    cam_t u = filled(4, 2);
    cam_in_t in = alloc(7);
    in.clear_en = 1;
    assert_int_equal(cycle(&u, in).idx, 2);
    for (unsigned i = 0; i < 4; i++) /* in the place that idx named, not in entry 0 */
        assert_int_equal(u.valid[0] >> i & 1, i == 2);
    assert_int_equal(cycle(&u, lookup(7)).idx, 2);
}

static void cam_080_clear_and_miss_when_full_leave_nothing(void **state)
{
    (void)state;
    cam_t u = filled(4, 4);
    cam_in_t in = alloc(7);
    in.clear_en = 1;
    assert_true(cycle(&u, in).full);
    for (unsigned i = 0; i < 4; i++)
        assert_int_equal(u.valid[0] >> i & 1, 0);
}

static void cam_090_clear_and_hit_report_the_hit_and_leave_nothing(void **state)
{
    (void)state;
    cam_t u = filled(4, 3);
    cam_in_t in = alloc(101);
    in.clear_en = 1;
    const cam_out_t out = cycle(&u, in);
    assert_true(out.hit);
    assert_int_equal(out.idx, 1);
    for (unsigned i = 0; i < 4; i++)
        assert_int_equal(u.valid[0] >> i & 1, 0);
}

static void cam_100_fills_the_hole_below_a_survivor(void **state)
{
    (void)state;
    cam_t u = filled(4, 2);
    cam_in_t in = alloc(7);
    in.clear_en = 1;
    cycle(&u, in); /* only entry 2 is left */
    const unsigned want[] = {0, 1, 3};
    for (unsigned k = 0; k < 3; k++)
        assert_int_equal(cycle(&u, alloc(200 + k)).idx, want[k]);
    assert_true(cycle(&u, lookup(7)).full);
}

static uint64_t read_key(const cam_t *u, unsigned idx)
{
    cam_out_t out;
    cam_eval(u, &(cam_in_t){.rd_idx = (uint8_t)idx}, &out);
    return out.rd_key;
}

static void cam_105_reads_the_key_of_a_valid_entry(void **state)
{
    (void)state;
    cam_t u = filled(5, 3);
    assert_int_equal(read_key(&u, 0), 100);
    assert_int_equal(read_key(&u, 2), 102);
    assert_int_equal(read_key(&u, 3), 0); /* free */
    assert_int_equal(read_key(&u, 5), 0); /* no such entry */
    assert_int_equal(read_key(&u, 7), 0);
    cam_in_t in = alloc(7);
    in.rd_idx = 3;
    assert_int_equal(cycle(&u, in).rd_key, 0); /* before the edge */
    assert_int_equal(read_key(&u, 3), 7);
    in = (cam_in_t){.clear_en = 1, .rd_idx = 1};
    assert_int_equal(cycle(&u, in).rd_key, 101);
    assert_int_equal(read_key(&u, 1), 0); /* its key is still there, but not valid */
}

/* Against a list of keys by place; -1 is free. */
static void cam_110_random_traffic_matches_a_list(void **state)
{
    (void)state;
    rng_t r;
    rng_seed(&r, 110);
    for (uint32_t entries = 1; entries <= 64; entries += 1 + entries / 2) {
        cam_t u = make(entries, 12);
        int64_t list[64];
        for (unsigned i = 0; i < 64; i++)
            list[i] = -1;
        for (unsigned k = 0; k < 20000; k++) {
            const cam_in_t in = {.lookup_en = rng_percent(&r, 80),
                                 .alloc = rng_percent(&r, 60),
                                 .key = rng_below(&r, 2 * entries),
                                 .clear_en = rng_percent(&r, 1),
                                 .rd_idx = (uint8_t)rng_below(&r, 64)};
            const bool reads = in.rd_idx < entries && list[in.rd_idx] >= 0;
            const uint64_t want_key = reads ? (uint64_t)list[in.rd_idx] : 0;
            int found = -1, hole = -1;
            for (int i = (int)entries - 1; i >= 0; i--) {
                if (in.lookup_en && list[i] == (int64_t)in.key)
                    found = i;
                if (list[i] < 0)
                    hole = i;
            }
            const cam_out_t out = cycle(&u, in);
            assert_int_equal(out.hit, found >= 0);
            assert_int_equal(out.full, hole < 0);
            assert_int_equal(out.rd_key, want_key);
            assert_int_equal(out.idx, found >= 0 ? found : hole >= 0 ? hole : 0);
            for (unsigned i = 0; in.clear_en && i < entries; i++)
                list[i] = -1;
            if (in.lookup_en && in.alloc && found < 0 && hole >= 0)
                list[hole] = (int64_t)in.key;
        }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(cam_010_fills_from_the_lowest_and_finds_every_key),
        cmocka_unit_test(cam_020_miss_when_full_writes_nothing),
        cmocka_unit_test(cam_030_miss_without_alloc_writes_nothing),
        cmocka_unit_test(cam_040_hit_never_allocates_twice),
        cmocka_unit_test(cam_050_without_lookup_no_hit_and_the_lowest_free_entry),
        cmocka_unit_test(cam_060_clear_forgets_every_key),
        cmocka_unit_test(cam_070_clear_and_allocating_miss_leave_the_new_key_alone),
        cmocka_unit_test(cam_080_clear_and_miss_when_full_leave_nothing),
        cmocka_unit_test(cam_090_clear_and_hit_report_the_hit_and_leave_nothing),
        cmocka_unit_test(cam_100_fills_the_hole_below_a_survivor),
        cmocka_unit_test(cam_105_reads_the_key_of_a_valid_entry),
        cmocka_unit_test(cam_110_random_traffic_matches_a_list),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
