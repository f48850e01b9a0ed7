/* las: a number that names nothing has no effect, whatever number it is. */
#include "numbers_rig.h"

static const handed_on_t kept[] = {
    {"las.match", "one", "waits for the degree"},
    {"las.match", "other", "waits for the degree"},
    {"las.match", "drop_warp", "is compared with the numbers that wait"},
    {NULL, NULL, NULL},
};

static void las_numbers_010_beyond_the_last(void **state)
{
    (void)state;
    numbers_of_family("las", 26, kept);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(las_numbers_010_beyond_the_last),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
