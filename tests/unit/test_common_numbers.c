/* common: a number that names nothing has no effect, whatever number it is. */
#include "numbers_rig.h"

static void common_numbers_010_beyond_the_last(void **state)
{
    (void)state;
    numbers_of_family("common", 6, NULL);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(common_numbers_010_beyond_the_last),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
