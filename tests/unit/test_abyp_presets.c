/* The caches of every preset have a geometry of abyp. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "abyp/abyp.h"
#include "abyp/abyp_l2bit.h"
#include "config/preset.h"
#include "config/run_config.h"

/* The caches of every preset, but for L1s above 128 KB, which no SM has. */
static void abyp_140_every_preset_fits(void **state)
{
    (void)state;
    unsigned fits = 0;
    for (unsigned i = 0; i < preset_registry_count; i++) {
        run_config_t c;
        diag_t d = {{0}};
        if (run_config_load(&c, preset_registry[i].name, &d))
            fail_msg("%s: %s", preset_registry[i].name, d.text);
        abyp_t u = {0};
        abyp_l2bit_t l2 = {0};
        abyp_cfg_t cfg;
        unit_cfg_geometry(&abyp_unit, UNIT_PAPER, &cfg);
        cfg.sets = c.gpu.l1_sets;
        cfg.ways = c.gpu.l1_ways;
        const abyp_l2bit_cfg_t l2_cfg = {.sets = c.gpu.l2_sets, .ways = c.gpu.l2_ways};
        const uint64_t l1_bytes = (uint64_t)cfg.sets * cfg.ways * c.gpu.line_bytes;
        assert_int_equal(abyp_l2bit_init(&l2, &l2_cfg), 0);
        if (l1_bytes > 128 << 10)
            continue;
        assert_int_equal(abyp_init(&u, &cfg), 0);
        fits++;
    }
    assert_true(fits > 10);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(abyp_140_every_preset_fits),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
