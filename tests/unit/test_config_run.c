/* The resolved configuration: files, bases, overrides, checks. */
#include <errno.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

#include "common/file.h"
#include "config/preset.h"
#include "config/run_config.h"

static char dir[] = "/tmp/lw_run_config_XXXXXX";
static char path[64];

static int setup(void **state)
{
    (void)state;
    if (!mkdtemp(dir))
        return -1;
    snprintf(path, sizeof path, "%s/c.yaml", dir);
    return 0;
}

static int teardown(void **state)
{
    (void)state;
    unlink(path);
    return rmdir(dir);
}

static int load_text(const char *text, run_config_t *c, diag_t *d)
{
    d->text[0] = 0;
    assert_int_equal(file_write(path, text, strlen(text), d), 0);
    return run_config_load(c, path, d);
}

/* Every key of the GPU at its lower bound, but for one that is left out and one that is added. */
static char *full_text(const char *without, const char *extra)
{
    char *text = NULL, value[64];
    size_t bytes = 0;
    FILE *f = open_memstream(&text, &bytes);
    assert_non_null(f);
    for (unsigned i = 0; i < gpu_cfg_key_count; i++) {
        const gpu_cfg_key_t *k = &gpu_cfg_keys[i];
        if (without && strcmp(k->name, without) == 0)
            continue;
        gpu_cfg_format(k, k->lo, value, sizeof value);
        fprintf(f, "%s: %s\n", k->name, value);
    }
    fputs(extra, f);
    assert_int_equal(fclose(f), 0);
    return text;
}

static void config_201_a_file_gives_every_key(void **state)
{
    (void)state;
    run_config_t c;
    diag_t d;
    char *text = full_text(NULL, "memory_mb: 7\nenergy: abyp-table3\ndoc: a test\n");
    assert_int_equal(load_text(text, &c, &d), 0);
    assert_string_equal(c.name, "c");
    assert_string_equal(c.doc, "a test");
    assert_int_equal(c.memory_mb, 7);
    assert_int_equal(c.energy, ENERGY_ABYP_TABLE3);
    for (unsigned i = 0; i < gpu_cfg_key_count; i++)
        assert_int_equal(gpu_cfg_get(&c.gpu, &gpu_cfg_keys[i]), gpu_cfg_keys[i].lo);
    free(text);
}

static void config_202_each_missing_key_is_named(void **state)
{
    (void)state;
    for (unsigned i = 0; i < gpu_cfg_key_count; i++) {
        run_config_t c;
        diag_t d;
        char want[96];
        char *text = full_text(gpu_cfg_keys[i].name, "");
        assert_int_equal(load_text(text, &c, &d), -EINVAL);
        snprintf(want, sizeof want, "has no '%s'", gpu_cfg_keys[i].name);
        assert_non_null(strstr(d.text, want));
        free(text);
    }
}

static void config_203_values_out_of_range_are_refused_at_both_ends(void **state)
{
    (void)state;
    char *text = full_text(NULL, "");
    run_config_t c;
    diag_t d;
    assert_int_equal(load_text(text, &c, &d), 0);
    free(text);
    for (unsigned i = 0; i < gpu_cfg_key_count; i++) {
        const gpu_cfg_key_t *k = &gpu_cfg_keys[i];
        if (k->kind != GPU_CFG_U32)
            continue;
        char v[32];
        snprintf(v, sizeof v, "%llu", (unsigned long long)k->hi + 1);
        d.text[0] = 0;
        assert_int_equal(run_config_set(&c, k->name, v, &d), -EINVAL);
        assert_non_null(strstr(d.text, k->name));
        assert_int_equal(gpu_cfg_get(&c.gpu, k), k->lo);
        d.text[0] = 0;
        snprintf(v, sizeof v, "%u", k->hi);
        assert_int_equal(run_config_set(&c, k->name, v, &d), 0);
        assert_int_equal(gpu_cfg_get(&c.gpu, k), k->hi);
        assert_int_equal(run_config_set(&c, k->name, "-1", &d), -EINVAL);
        d.text[0] = 0;
        assert_int_equal(run_config_set(&c, k->name, "", &d), -EINVAL);
    }
    d.text[0] = 0;
    assert_int_equal(run_config_set(&c, "no_such_key", "1", &d), -ENOENT);
    assert_string_equal(d.text, "");
}

static void config_204_echoed_values_read_back_the_same(void **state)
{
    (void)state;
    run_config_t c, back;
    diag_t d;
    char *text = full_text(NULL, "memory_mb: 99\n");
    assert_int_equal(load_text(text, &c, &d), 0);
    free(text);
    char *echo = NULL, value[80];
    size_t bytes = 0;
    const char *name = NULL;
    FILE *f = open_memstream(&echo, &bytes);
    assert_non_null(f);
    for (unsigned i = 0; run_config_key(&c, i, &name, value, sizeof value); i++)
        fprintf(f, "%s: %s\n", name, value);
    assert_int_equal(fclose(f), 0);
    assert_int_equal(load_text(echo, &back, &d), 0);
    assert_memory_equal(&c.gpu, &back.gpu, sizeof c.gpu);
    assert_int_equal(back.memory_mb, 99);
    assert_int_equal(back.energy, c.energy);
    free(echo);
}

static void config_205_every_preset_loads_and_passes_the_checks(void **state)
{
    (void)state;
    for (unsigned i = 0; i < preset_registry_count; i++) {
        run_config_t c, sub;
        diag_t d = {{0}};
        char text[128];
        int rc = run_config_load(&c, preset_registry[i].name, &d);
        assert_string_equal(d.text, "");
        assert_int_equal(rc, 0);
        assert_int_equal(run_config_check(&c, &d), 0);
        assert_string_equal(c.name, preset_registry[i].name);
        snprintf(text, sizeof text, "base: %s\nn_sms: 3\n", c.name);
        assert_int_equal(load_text(text, &sub, &d), 0);
        assert_int_equal(sub.gpu.n_sms, 3);
        sub.gpu.n_sms = c.gpu.n_sms; /* all else is the base's */
        assert_memory_equal(&sub.gpu, &c.gpu, sizeof c.gpu);
        assert_int_equal(sub.energy, c.energy);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(config_201_a_file_gives_every_key),
        cmocka_unit_test(config_202_each_missing_key_is_named),
        cmocka_unit_test(config_203_values_out_of_range_are_refused_at_both_ends),
        cmocka_unit_test(config_204_echoed_values_read_back_the_same),
        cmocka_unit_test(config_205_every_preset_loads_and_passes_the_checks),
    };
    return cmocka_run_group_tests(tests, setup, teardown);
}
