/* Suggestions for unknown names; whole-file writes. */
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
#include "input/suggest.h"

static void config_001_suggestions(void **state)
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

static void config_002_files_are_written_whole_or_not_at_all(void **state)
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
        cmocka_unit_test(config_001_suggestions),
        cmocka_unit_test(config_002_files_are_written_whole_or_not_at_all),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
