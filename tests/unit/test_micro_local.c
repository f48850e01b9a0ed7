/*
 * Local memory: what stays in the L1, what is written back, where words lie.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "micro_rig.h"

static void micro_local_010_presets(void **state)
{
    (void)state;
    micro_on_presets("local", 10);
    micro_all_hold("local", "sm2-gtx480", NULL, 0, 10);
}

static void micro_local_011_follows_the_keys(void **state)
{
    (void)state;
    static const char *const store[] = {"through", "back"}, *const map[] = {"region", "slots"},
                             *const hit[] = {"evict", "keep"};
    static const char *const presets[] = {"apres", "abyp-gcn", "sm2-gtx480"};
    for (unsigned k = 0; k < 24; k++) {
        const micro_set_t set[] = {{"l1_local_store", store[k & 1]},
                                   {"local_map", map[k >> 1 & 1]},
                                   {"l1_store_hit", hit[k >> 2 & 1]}};
        micro_all_hold("local", presets[k / 8], set, 3, 10);
    }
}

static void micro_local_012_notices_another_machine(void **state)
{
    (void)state;
    static const micro_set_t plain[] = {
        {"l1_local_store", "back"}, {"local_map", "slots"}, {"l1_store_hit", "keep"}};
    static const micro_set_t gtx480[] = {{"l1_local_store", "through"}, {"local_map", "region"}};
    micro_notices("local", PLAIN, plain, MICRO_COUNT(plain));
    micro_notices("local", "sm2-gtx480", gtx480, MICRO_COUNT(gtx480));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(micro_local_010_presets),
        cmocka_unit_test(micro_local_011_follows_the_keys),
        cmocka_unit_test(micro_local_012_notices_another_machine),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
