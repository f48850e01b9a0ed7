/* apres: a number that names nothing has no effect, whatever number it is. */
#include "numbers_rig.h"

static void apres_numbers_010_beyond_the_last(void **state)
{
    (void)state;
    numbers_of_family("apres", 8, NULL);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(apres_numbers_010_beyond_the_last),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
