/* apcm: a number that names nothing has no effect, whatever number it is. */
#include "numbers_rig.h"

static const handed_on_t kept[] = {
    {"apcm", "acc_warp", "is stored as the owner of a line"},
    {"apcm", "acc_id", "is stored as a load of an MTA entry"},
    {NULL, NULL, NULL},
};

static void apcm_numbers_010_beyond_the_last(void **state)
{
    (void)state;
    numbers_of_family("apcm", 20, kept);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(apcm_numbers_010_beyond_the_last),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
