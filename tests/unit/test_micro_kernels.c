/*
 * The microbenchmarks' registry and kernel texts.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>

#include "micro/kernels.h"
#include "micro/micro.h"

static void micro_kernels_010_the_registry_is_sorted(void **state)
{
    (void)state;
    assert_true(micro_registry_count >= 4);
    for (unsigned i = 0; i < micro_registry_count; i++) {
        const micro_bench_t *b = micro_registry[i];
        assert_ptr_equal(micro_find(b->name), b);
        assert_true(strlen(b->doc) > 10);
        if (i)
            assert_true(strcmp(micro_registry[i - 1]->name, b->name) < 0);
    }
    assert_null(micro_find("no such"));
}

static bool same(const char *path, const micro_text_t *t)
{
    FILE *f = fopen(path, "rb");
    if (!f)
        return false;
    size_t want = (size_t)(t->end - t->text);
    char *p = malloc(want + 1);
    assert_non_null(p);
    size_t got = fread(p, 1, want + 1, f);
    fclose(f);
    bool equal = got == want && memcmp(p, t->text, want) == 0;
    free(p);
    return equal;
}

static void micro_kernels_011_sources_still_make_these_texts(void **state)
{
    (void)state;
    char dir[] = "/tmp/lw_micro_XXXXXX", command[160], path[160];
    assert_non_null(mkdtemp(dir));
    snprintf(command, sizeof command, "cmake/kernels.sh %s micro 2>%s/log", dir, dir);
    int status = system(command);
    assert_true(status >= 0 && WIFEXITED(status));
    unsigned embedded = 0;
    const char *differs = NULL;
    for (const micro_text_t *t = micro_texts; t->name && !WEXITSTATUS(status); t++) {
        snprintf(path, sizeof path, "%s/micro/%s.ptx", dir, t->name);
        embedded++;
        if (!same(path, t))
            differs = t->name;
    }
    snprintf(command, sizeof command, "exit $(ls %s/micro 2>/dev/null | grep -c ptx)", dir);
    unsigned made = (unsigned)WEXITSTATUS(system(command));
    snprintf(command, sizeof command, "rm -r %s", dir);
    assert_int_equal(system(command), 0);
    if (WEXITSTATUS(status) == 2)
        skip(); /* no clang 14 */
    assert_int_equal(WEXITSTATUS(status), 0);
    if (differs)
        fail_msg("%s: clang makes another text; run ./dev kernels", differs);
    assert_int_equal(made, embedded);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(micro_kernels_010_the_registry_is_sorted),
        cmocka_unit_test(micro_kernels_011_sources_still_make_these_texts),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
