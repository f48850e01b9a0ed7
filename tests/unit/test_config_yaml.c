/* The YAML reader: places in messages, refusals, typed scalars. */
#include <errno.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "input/yaml.h"

static yaml_node_t *read_ok(const char *text)
{
    diag_t d = {{0}};
    yaml_node_t *root = NULL;
    int rc = yaml_read_text("t.yaml", text, strlen(text), &root, &d);
    assert_string_equal(d.text, "");
    assert_int_equal(rc, 0);
    return root;
}

/* The text must be refused with a message that starts with place and holds part. */
static void refused(const char *text, const char *place, const char *part)
{
    diag_t d = {{0}};
    yaml_node_t *root = NULL;
    int rc = yaml_read_text("t.yaml", text, strlen(text), &root, &d);
    if (rc == 0 || strncmp(d.text, place, strlen(place)) || !strstr(d.text, part))
        fail_msg("for <%s>: rc %d, message <%s>; expected <%s...%s>", text, rc, d.text, place,
                 part);
    assert_null(root);
    assert_null(strchr(d.text, '\n'));
}

static void yaml_001_nodes_know_their_place(void **state)
{
    (void)state;
    yaml_node_t *root = read_ok("# comment\na: 1\nlist:\n  - x\n  - {k: v}\n");
    assert_int_equal(root->kind, YAML_MAP);
    assert_int_equal(root->n, 2);
    const yaml_node_t *list = yaml_get(root, "list");
    assert_non_null(list);
    assert_int_equal(list->kind, YAML_SEQ);
    assert_int_equal(list->n, 2);
    assert_int_equal(root->item[1].key_line, 3);
    assert_int_equal(root->item[1].key_col, 1);
    const yaml_node_t *k = yaml_get(list->item[1].node, "k");
    assert_non_null(k);
    assert_string_equal(k->text, "v");
    assert_int_equal(k->line, 5);
    assert_int_equal(k->col, 1 + (int)strlen("  - {k: "));
    assert_null(yaml_get(root, "b"));
    yaml_free(root);
}

static void yaml_002_refuses_what_would_be_silently_altered(void **state)
{
    (void)state;
    refused("a: 1\nb: 2\na: 3\n", "t.yaml:3:1: ", "duplicate key 'a', first on line 1");
    refused("a: &x 1\nb: *x\n", "t.yaml:2:", "alias");
    refused("a: !!int 1\n", "t.yaml:1:", "tag");
    refused("a: 1\n---\nb: 2\n", "t.yaml:2:1: ", "second document");
    refused("[a, b]: 1\n", "t.yaml:1:", "key");
    refused("", "t.yaml:1:1: ", "empty");
    refused("# only a comment\n", "t.yaml:1:1: ", "empty");
}

static void yaml_003_malformed_text_is_one_line_with_its_place(void **state)
{
    (void)state;
    refused("a: 1\nb: [1, 2\nc: 3\n", "t.yaml:", "malformed YAML");
    refused("a: \"open\n", "t.yaml:", "malformed YAML");
    refused("a: 1\n\tb: 2\n", "t.yaml:", "malformed YAML");
    refused("a: 'x\\", "t.yaml:", "malformed YAML");
    refused("a: \xff\xfe\n", "t.yaml:", "malformed YAML");
}

static void yaml_004_deep_nesting_is_refused_not_overflowed(void **state)
{
    (void)state;
    enum { DEPTH = 100000 };
    char *text = malloc(DEPTH + 1);
    assert_non_null(text);
    memset(text, '[', DEPTH);
    text[DEPTH] = 0;
    refused(text, "t.yaml:1:", "");
    free(text);
}

static void yaml_005_missing_file_names_it(void **state)
{
    (void)state;
    diag_t d = {{0}};
    yaml_node_t *root = NULL;
    assert_int_equal(yaml_read_file("no/such/file.yaml", &root, &d), -ENOENT);
    assert_non_null(strstr(d.text, "no/such/file.yaml: cannot open"));
    diag_t dir = {{0}};
    assert_int_not_equal(yaml_read_file("/", &root, &dir), 0);
    assert_non_null(strstr(dir.text, "not a regular file"));
}

static void yaml_006_numbers_are_exact_or_refused(void **state)
{
    (void)state;
    uint64_t u = 0;
    int64_t i = 0;
    double f = 0;
    bool b = false;
    assert_int_equal(text_u64("18446744073709551615", &u), 0);
    assert_true(u == UINT64_MAX);
    assert_int_equal(text_u64("18446744073709551616", &u), -ERANGE);
    assert_int_equal(text_u64("0x1F", &u), 0);
    assert_true(u == 31);
    assert_int_equal(text_i64("-9223372036854775808", &i), 0);
    assert_true(i == INT64_MIN);
    assert_int_equal(text_i64("9223372036854775808", &i), -ERANGE);
    assert_int_equal(text_i64("-9223372036854775809", &i), -ERANGE);
    static const char *const not_whole[] = {"", "-", "-1", "+1", "1.5", "1 ", " 1", "0x", "1k"};
    for (unsigned k = 0; k < sizeof not_whole / sizeof not_whole[0]; k++)
        assert_int_equal(text_u64(not_whole[k], &u), -EINVAL);
    assert_int_equal(text_f64("1.5e2", &f), 0);
    assert_true(f == 150.0);
    assert_int_equal(text_f64("1e999", &f), -ERANGE);
    static const char *const not_real[] = {"", "inf", "nan", "0x1p3", "1.5x", "e", "--1"};
    for (unsigned k = 0; k < sizeof not_real / sizeof not_real[0]; k++)
        assert_int_equal(text_f64(not_real[k], &f), -EINVAL);
    assert_int_equal(text_bool("true", &b), 0);
    assert_true(b);
    assert_int_equal(text_bool("yes", &b), -EINVAL);
}

static void yaml_007_typed_readers_name_value_and_range(void **state)
{
    (void)state;
    yaml_node_t *root = read_ok("n: 12\nneg: -3\nquoted: \"12\"\nmap: {}\n");
    diag_t d = {{0}};
    uint64_t u = 7;
    assert_int_equal(yaml_u64(yaml_get(root, "n"), "n", 1, 12, &u, &d), 0);
    assert_true(u == 12);
    assert_int_not_equal(yaml_u64(yaml_get(root, "n"), "n", 1, 11, &u, &d), 0);
    assert_string_equal(d.text, "t.yaml:1:4: n is '12'; expected a whole number from 1 to 11");
    d.text[0] = 0;
    assert_int_not_equal(yaml_u64(yaml_get(root, "neg"), "size", 1, 11, &u, &d), 0);
    assert_string_equal(d.text, "t.yaml:2:6: size is '-3'; expected a whole number from 1 to 11");
    d.text[0] = 0;
    assert_int_not_equal(yaml_u64(yaml_get(root, "quoted"), "q", 1, 99, &u, &d), 0);
    d.text[0] = 0;
    assert_int_not_equal(yaml_u64(yaml_get(root, "map"), "m", 1, 99, &u, &d), 0);
    assert_non_null(strstr(d.text, "m is a mapping; expected a single value"));
    assert_true(u == 12); /* untouched by failures */
    yaml_free(root);
}

/* An empty value is where its key is, or its list: libfyaml gives it no place. */
static void yaml_008_empty_values_have_a_place(void **state)
{
    (void)state;
    uint64_t v = 0;
    diag_t d = {{0}};
    yaml_node_t *root = read_ok("a: 1\nb:\n  c: \n  d: [1, ~]\n  e:\n    -\n    - 2\n: 3\n");
    const yaml_node_t *b = yaml_get(root, "b");
    assert_int_equal(yaml_u64(yaml_get(b, "c"), "c", 0, 9, &v, &d), -EINVAL);
    assert_string_equal(d.text, "t.yaml:3:3: c is ''; expected a whole number from 0 to 9");
    d.text[0] = 0;
    assert_int_equal(yaml_check_kind(yaml_get(b, "c"), "c", YAML_MAP, &d), -EINVAL);
    assert_string_equal(d.text, "t.yaml:3:3: c is empty; expected a mapping");
    d.text[0] = 0;
    yaml_error(yaml_get(b, "e")->item[0].node, &d, "x");
    assert_string_equal(d.text, "t.yaml:6:5: x");
    static const char *const keys[] = {"a", "b"};
    d.text[0] = 0;
    assert_int_equal(yaml_check_map(root, "a file", keys, 2, 0, &d), -EINVAL);
    assert_true(!strncmp(d.text, "t.yaml:1:1: unknown key ''", 26));
    yaml_free(root);
    root = read_ok("---\n");
    d.text[0] = 0;
    yaml_check_kind(root, "a file", YAML_MAP, &d);
    assert_string_equal(d.text, "t.yaml:1:1: a file is empty; expected a mapping");
    yaml_free(root);
}

/* Every key is compared with all before it, in time that does not grow with their square. */
static void yaml_009_a_million_keys_are_read(void **state)
{
    (void)state;
    enum { KEYS = 1000000, ROOM = 14 * KEYS };
    char *text = malloc(ROOM);
    size_t n = 0;
    assert_non_null(text);
    for (unsigned i = 0; i < KEYS; i++)
        n += (size_t)snprintf(text + n, ROOM - n, "k%u:\n", i);
    snprintf(text + n, ROOM - n, "k7:\n");
    refused(text, "t.yaml:1000001:1: ", "duplicate key 'k7', first on line 8");
    free(text);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(yaml_001_nodes_know_their_place),
        cmocka_unit_test(yaml_002_refuses_what_would_be_silently_altered),
        cmocka_unit_test(yaml_003_malformed_text_is_one_line_with_its_place),
        cmocka_unit_test(yaml_004_deep_nesting_is_refused_not_overflowed),
        cmocka_unit_test(yaml_005_missing_file_names_it),
        cmocka_unit_test(yaml_006_numbers_are_exact_or_refused),
        cmocka_unit_test(yaml_007_typed_readers_name_value_and_range),
        cmocka_unit_test(yaml_008_empty_values_have_a_place),
        cmocka_unit_test(yaml_009_a_million_keys_are_read),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
