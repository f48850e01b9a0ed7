/*
 * Barrier storms: counts and cycles as derived.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "micro_rig.h"

static void micro_barriers_010_presets(void **state)
{
    (void)state;
    micro_on_presets("barrier", 8);
}

static void micro_barriers_011_follows_the_keys(void **state)
{
    (void)state;
    static const micro_set_t changed[] = {{"issue_per_sched", "1"}, {"issue_per_sched", "2"}};
    micro_follows("barrier", PLAIN, changed, MICRO_COUNT(changed), 8);
    static const micro_set_t fetch[] = {{"fetch_latency", "5"}, {"fetch_latency", "11"}};
    micro_follows("barrier", PLAIN, fetch, MICRO_COUNT(fetch), 6);
}

static void micro_barriers_012_another_machine_is_noticed(void **state)
{
    (void)state;
    static const micro_set_t changed[] = {
        {"schedulers", "3"}, {"fetch_latency", "4"}, {"fetch_insts", "1"}};
    micro_notices("barrier", PLAIN, changed, MICRO_COUNT(changed));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(micro_barriers_010_presets),
        cmocka_unit_test(micro_barriers_011_follows_the_keys),
        cmocka_unit_test(micro_barriers_012_another_machine_is_noticed),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
