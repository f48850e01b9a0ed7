/*
 * For the tests of the microbenchmarks: a microbenchmark on presets, on variations of them, and on
 * a machine that is not the one it was derived from.
 */
#ifndef LW_TESTS_MICRO_RIG_H
#define LW_TESTS_MICRO_RIG_H

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "config/run_config.h"
#include "micro/micro.h"
#include "plain.h"

#define MICRO_ALL "apres", "las", "mrpb-s", "mrpb-l", "apcm-fermi", "apcm-kepler", "abyp-gcn"

/* One override: a key and its value, as --set has them. */
typedef struct micro_set {
    const char *key, *value;
} micro_set_t;

static micro_t micro_rig; /* large */

static inline gpu_cfg_t micro_preset(const char *preset, const micro_set_t *set, unsigned n)
{
    run_config_t c;
    diag_t d = {{0}};
    assert_int_equal(run_config_load(&c, preset, &d), 0);
    for (unsigned i = 0; i < n; i++)
        if (run_config_set(&c, set[i].key, set[i].value, &d))
            fail_msg("%s=%s: %s", set[i].key, set[i].value, d.text);
    if (run_config_check(&c, &d))
        fail_msg("%s", d.text);
    return c.gpu;
}

static inline const micro_bench_t *micro_known(const char *bench)
{
    const micro_bench_t *b = micro_find(bench);
    if (!b)
        fail_msg("no microbenchmark '%s'", bench);
    return b;
}

/* Runs it; the number of rows that do not hold, each printed when loud. */
static inline unsigned micro_bad_rows(const char *bench, const gpu_cfg_t *cfg,
                                      void (*damage)(gpu_cfg_t *), bool loud)
{
    micro_t *m = &micro_rig;
    unsigned bad = 0;
    memset(m, 0, sizeof *m);
    m->cfg = *cfg;
    m->damage = damage;
    if (micro_run(m, micro_known(bench)))
        fail_msg("%s: %s", bench, m->diag.text);
    for (unsigned i = 0; i < m->n; i++)
        if (!micro_holds(&m->row[i])) {
            bad++;
            if (loud)
                print_error("%s: %s: derived %.9g, measured %.9g %s\n", bench, m->row[i].what,
                            m->row[i].derived, m->row[i].got, m->row[i].unit);
        }
    return bad;
}

/* Every row holds, and there are at least so many. */
static inline void micro_all_hold(const char *bench, const char *preset, const micro_set_t *set,
                                  unsigned n, unsigned rows)
{
    gpu_cfg_t c = micro_preset(preset, set, n);
    if (micro_bad_rows(bench, &c, NULL, true))
        fail_msg("%s on %s", bench, preset);
    if (micro_rig.n < rows)
        fail_msg("%s on %s: %u rows, expected %u", bench, preset, micro_rig.n, rows);
}

/* On each of the presets. */
static inline void micro_on_presets(const char *bench, unsigned rows)
{
    static const char *const presets[] = {MICRO_ALL};
    for (unsigned i = 0; i < sizeof presets / sizeof presets[0]; i++)
        micro_all_hold(bench, presets[i], NULL, 0, rows);
}

static micro_set_t micro_damage_set;

static inline void micro_damage(gpu_cfg_t *c)
{
    const gpu_cfg_key_t *k = gpu_cfg_key(micro_damage_set.key);
    uint32_t v = 0; /* fail_msg returns in the eyes of some compilers */
    char why[160];
    if (!k || gpu_cfg_parse(k, micro_damage_set.value, &v, why, sizeof why))
        fail_msg("%s=%s", micro_damage_set.key, micro_damage_set.value);
    gpu_cfg_set(c, k, v);
}

/* A machine that differs from what the rows are derived from in this one key is noticed. */
static inline void micro_notices(const char *bench, const char *preset, const micro_set_t *set,
                                 unsigned n)
{
    gpu_cfg_t c = micro_preset(preset, NULL, 0);
    for (unsigned i = 0; i < n; i++) {
        micro_damage_set = set[i];
        if (!micro_bad_rows(bench, &c, micro_damage, false))
            fail_msg("%s on %s does not notice %s=%s", bench, preset, set[i].key, set[i].value);
    }
}

/* The machine derived for is the one built: formulas hold when a key changes. */
static inline void micro_follows(const char *bench, const char *preset, const micro_set_t *set,
                                 unsigned n, unsigned rows)
{
    for (unsigned i = 0; i < n; i++)
        micro_all_hold(bench, preset, &set[i], 1, rows);
}

#define MICRO_COUNT(a) (sizeof(a) / sizeof(a)[0])

#endif
