/* mrpb: a number that names nothing has no effect, whatever number it is. */
#include "numbers_rig.h"

static const handed_on_t kept[] = {
    {"mrpb.latency", "in_queue", "waits with its entry"},
    {"mrpb", "in_queue", "waits in mrpb.latency"},
    {NULL, NULL, NULL},
};

static void mrpb_numbers_010_beyond_the_last(void **state)
{
    (void)state;
    numbers_of_family("mrpb", 5, kept);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(mrpb_numbers_010_beyond_the_last),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
