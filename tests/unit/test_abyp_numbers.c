/* abyp: a number that names nothing has no effect, whatever number it is. */
#include "numbers_rig.h"

static void abyp_numbers_010_beyond_the_last(void **state)
{
    (void)state;
    numbers_of_family("abyp", 13, NULL);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(abyp_numbers_010_beyond_the_last),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
