/* Key tables: reading, overriding, printing; suggestions; whole-file writes. */
#include <errno.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

#include "config/file.h"
#include "config/schema.h"
#include "config/suggest.h"

typedef struct demo_cfg {
    uint32_t ways;
    uint64_t bytes;
    double mhz;
    bool fancy;
    uint32_t order;
} demo_cfg_t;

static const char *const orders[] = {"lrr", "gto", NULL};
static const cfg_key_t keys[] = {
    {"ways", CFG_U32, offsetof(demo_cfg_t, ways), 1, 64, NULL, "ways of a set"},
    {"bytes", CFG_U64, offsetof(demo_cfg_t, bytes), 0, 0x1p40, NULL, "capacity"},
    {"mhz", CFG_F64, offsetof(demo_cfg_t, mhz), 1, 10000, NULL, "clock"},
    {"fancy", CFG_BOOL, offsetof(demo_cfg_t, fancy), 0, 0, NULL, "a switch"},
    {"order", CFG_ENUM, offsetof(demo_cfg_t, order), 0, 0, orders, "warp order"},
};
enum { KEYS = sizeof keys / sizeof keys[0] };

static int read_map(const char *text, bool partial, demo_cfg_t *cfg, diag_t *d)
{
    yaml_node_t *root = NULL;
    d->text[0] = 0;
    int rc = yaml_read_text("c.yaml", text, strlen(text), &root, d);
    if (!rc)
        rc = cfg_read_map(root, "the configuration", keys, KEYS, partial, cfg, d);
    yaml_free(root);
    return rc;
}

static void config_001_reads_every_type(void **state)
{
    (void)state;
    demo_cfg_t c = {0};
    diag_t d;
    const char *text = "ways: 8\nbytes: 0x100\nmhz: 924.5\nfancy: true\norder: gto\n";
    assert_int_equal(read_map(text, false, &c, &d), 0);
    assert_int_equal(c.ways, 8);
    assert_int_equal(c.bytes, 256);
    assert_true(c.mhz == 924.5);
    assert_true(c.fancy);
    assert_int_equal(c.order, 1);
}

static void config_002_bad_keys_and_values_are_errors_at_their_place(void **state)
{
    (void)state;
    static const struct {
        const char *text, *message;
    } cases[] = {
        {"ways: 8\nwasy: 9\n", "c.yaml:2:1: unknown key 'wasy' in the configuration; did you mean "
                               "'ways'?"},
        {"ways: 65\n", "c.yaml:1:7: ways is '65'; expected a whole number from 1 to 64"},
        {"ways: -1\n", "c.yaml:1:7: ways is '-1'; expected a whole number from 1 to 64"},
        {"mhz: fast\n", "c.yaml:1:6: mhz is 'fast'; expected a number from 1 to 10000"},
        {"fancy: 1\n", "c.yaml:1:8: fancy is '1'; expected true or false"},
        {"order: lru\n", "c.yaml:1:8: order is 'lru'; expected one of lrr, gto"},
        {"order: [lrr]\n", "c.yaml:1:8: order is a list; expected a single value"},
        {"- 1\n", "c.yaml:1:1: the configuration is a list; expected a mapping"},
    };
    for (unsigned i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        demo_cfg_t c = {0};
        diag_t d;
        assert_int_equal(read_map(cases[i].text, true, &c, &d), -EINVAL);
        assert_string_equal(d.text, cases[i].message);
    }
}

static void config_003_a_missing_key_is_an_error_unless_partial(void **state)
{
    (void)state;
    demo_cfg_t c = {.order = 1};
    diag_t d;
    const char *text = "ways: 8\nbytes: 1\nmhz: 2\nfancy: false\n";
    assert_int_equal(read_map(text, false, &c, &d), -EINVAL);
    assert_non_null(strstr(d.text, "has no 'order'"));
    assert_int_equal(read_map(text, true, &c, &d), 0);
    assert_int_equal(c.order, 1);
}

static void config_004_overrides_check_like_files(void **state)
{
    (void)state;
    demo_cfg_t c = {.ways = 4};
    diag_t d = {{0}};
    const cfg_key_t *k = cfg_key_find(keys, KEYS, "ways");
    assert_non_null(k);
    assert_int_equal(cfg_set_text("--set ways=16", k, "16", &c, &d), 0);
    assert_int_equal(c.ways, 16);
    assert_int_equal(cfg_set_text("--set ways=0", k, "0", &c, &d), -EINVAL);
    assert_string_equal(d.text, "--set ways=0: ways is '0'; expected a whole number from 1 to 64");
    assert_int_equal(c.ways, 16);
    assert_null(cfg_key_find(keys, KEYS, "nothing"));
}

static void config_005_printed_values_read_back_the_same(void **state)
{
    (void)state;
    demo_cfg_t c = {3, UINT64_C(1) << 39, 1215.25, true, 1}, back = {0};
    char text[512] = "";
    for (unsigned i = 0; i < KEYS; i++) {
        char v[64];
        size_t at = strlen(text);
        snprintf(text + at, sizeof text - at, "%s: %s\n", keys[i].name,
                 cfg_print(&keys[i], &c, v, sizeof v));
    }
    diag_t d;
    assert_int_equal(read_map(text, false, &back, &d), 0);
    assert_int_equal(back.ways, c.ways);
    assert_true(back.bytes == c.bytes && back.mhz == c.mhz);
    assert_true(back.fancy && back.order == 1);
}

static void config_006_suggestions(void **state)
{
    (void)state;
    static const char *const known[] = {"bfs", "atax", "hotspot"};
    char hint[64];
    assert_string_equal(suggest_among("hotpsot", known, 3, hint, sizeof hint),
                        "did you mean 'hotspot'?");
    assert_string_equal(suggest_among("zzz", known, 3, hint, sizeof hint),
                        "expected one of bfs, atax, hotspot");
    assert_string_equal(suggest_among("zzz", known, 3, hint, 28), "expected one of bfs ...");
    assert_string_equal(suggest_among("x", known, 0, hint, sizeof hint), "none is known");
}

static void config_007_files_are_written_whole_or_not_at_all(void **state)
{
    (void)state;
    char dir[] = "/tmp/lw_config_XXXXXX";
    assert_non_null(mkdtemp(dir));
    char path[64];
    snprintf(path, sizeof path, "%s/a.json", dir);
    diag_t d = {{0}};
    assert_int_equal(file_write(path, "one", 3, &d), 0);
    assert_int_equal(file_write(path, "second", 6, &d), 0);
    char *text = NULL;
    size_t bytes = 0;
    assert_int_equal(file_read(path, 6, &text, &bytes, &d), 0);
    assert_int_equal(bytes, 6);
    assert_string_equal(text, "second");
    free(text);
    assert_int_not_equal(file_read(path, 5, &text, &bytes, &d), 0);
    diag_t bad = {{0}};
    assert_int_equal(file_write("/nonexistent/dir/a.json", "x", 1, &bad), -ENOENT);
    assert_non_null(strstr(bad.text, "/nonexistent/dir/a.json: cannot create"));
    assert_int_equal(unlink(path), 0);
    assert_int_equal(rmdir(dir), 0); /* and no temporary is left behind */
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(config_001_reads_every_type),
        cmocka_unit_test(config_002_bad_keys_and_values_are_errors_at_their_place),
        cmocka_unit_test(config_003_a_missing_key_is_an_error_unless_partial),
        cmocka_unit_test(config_004_overrides_check_like_files),
        cmocka_unit_test(config_005_printed_values_read_back_the_same),
        cmocka_unit_test(config_006_suggestions),
        cmocka_unit_test(config_007_files_are_written_whole_or_not_at_all),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
