/* Element types of launch files: limits, storage, generators. */
#include <errno.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "driver/elem.h"

/* The limits as text, from the C types. */
static void driver_001_limits_are_accepted_and_one_beyond_refused(void **state)
{
    (void)state;
    static const struct {
        elem_type_t t;
        const char *least, *most, *below, *above;
    } cases[] = {
        {ELEM_U8, "0", "255", "-1", "256"},
        {ELEM_S8, "-128", "127", "-129", "128"},
        {ELEM_U16, "0", "65535", "-1", "65536"},
        {ELEM_S16, "-32768", "32767", "-32769", "32768"},
        {ELEM_U32, "0", "4294967295", "-1", "4294967296"},
        {ELEM_S32, "-2147483648", "2147483647", "-2147483649", "2147483648"},
        {ELEM_U64, "0", "18446744073709551615", "-1", "18446744073709551616"},
        {ELEM_S64, "-9223372036854775808", "9223372036854775807", "-9223372036854775809",
         "9223372036854775808"},
        {ELEM_F32, "-3.40282347e+38", "3.40282346e+38", "-3.5e38", "3.5e38"},
        {ELEM_F64, "-1.7976931348623157e308", "1.7976931348623157e308", "-1.8e308", "1.8e308"},
    };
    for (unsigned i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        elem_value_t v;
        assert_int_equal(elem_parse(cases[i].t, cases[i].most, &v), 0);
        assert_int_equal(elem_parse(cases[i].t, cases[i].below, &v), -EINVAL);
        assert_int_equal(elem_parse(cases[i].t, cases[i].above, &v), -EINVAL);
        if (cases[i].t != ELEM_F32)
            assert_int_equal(elem_parse(cases[i].t, cases[i].least, &v), 0);
    }
}

static void driver_002_values_survive_memory_and_text(void **state)
{
    (void)state;
    rng_t rng;
    rng_seed(&rng, 7);
    for (unsigned t = 0; t < ELEM_TYPES; t++) {
        elem_type_t type = (elem_type_t)t;
        for (unsigned k = 0; k < 1000; k++) {
            uint8_t mem[9], again[9];
            char text[40];
            memset(mem, 0xa5, sizeof mem);
            memset(again, 0xa5, sizeof again);
            elem_value_t v = elem_random(type, elem_least(type), elem_most(type), &rng),
                         parsed = {0};
            elem_store(type, mem, v);
            assert_int_equal(mem[elem_bytes(type)], 0xa5); /* no byte beyond */
            elem_print(type, elem_load(type, mem), text, sizeof text);
            assert_int_equal(elem_parse(type, text, &parsed), 0);
            elem_store(type, again, parsed);
            assert_memory_equal(mem, again, sizeof mem);
        }
    }
}

static void driver_003_random_stays_in_its_bounds_and_reaches_them(void **state)
{
    (void)state;
    rng_t rng;
    rng_seed(&rng, 3);
    bool low = false, high = false;
    for (unsigned k = 0; k < 2000; k++) {
        elem_value_t v =
            elem_random(ELEM_S16, (elem_value_t){.s = -2}, (elem_value_t){.s = 3}, &rng);
        assert_true(v.s >= -2 && v.s <= 3);
        low |= v.s == -2;
        high |= v.s == 3;
        double f = elem_random(ELEM_F32, (elem_value_t){.f = -1.5}, (elem_value_t){.f = 2}, &rng).f;
        assert_true(f >= -1.5 && f < 2);
    }
    assert_true(low && high);
}

static void driver_004_iota_wraps_in_small_types(void **state)
{
    (void)state;
    assert_int_equal(elem_iota(ELEM_U8, 257).u, 1);
    assert_int_equal(elem_iota(ELEM_S8, 128).s, -128);
    assert_true(elem_iota(ELEM_F32, 3).f == 3.0);
    assert_int_equal(elem_iota(ELEM_U64, 1000000).u, 1000000);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(driver_001_limits_are_accepted_and_one_beyond_refused),
        cmocka_unit_test(driver_002_values_survive_memory_and_text),
        cmocka_unit_test(driver_003_random_stays_in_its_bounds_and_reaches_them),
        cmocka_unit_test(driver_004_iota_wraps_in_small_types),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
