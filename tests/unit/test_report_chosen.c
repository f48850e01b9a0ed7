/* A parameter chosen by a sweep over programs, and cross-validated: from tables made by hand, and
 * the recorded one. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "report/chosen.h"

static const scope_t two = {.label = "two", .n = 2, .workload = {"a", "b/csr"}};

static int read(chosen_t *x, const char *rows, const scope_t *scope, diag_t *d)
{
    char text[1024];
    snprintf(text, sizeof text, "workload,configuration,cycles,l1_nj\n%s", rows);
    const catalog_text_t t = {"made", text, text + strlen(text)};
    return chosen_read(x, &t, "s", scope, d);
}

/* a gains 4 at 1 and 1 at 2, b 1 at 1 and 2 at 2: both together choose 1 (2 against 1.41), a alone
 * 1, b alone 2. Each at the other's value: a at 2, b at 1, no gain. */
static void report_400_each_at_what_the_others_choose(void **state)
{
    (void)state;
    chosen_t x;
    diag_t d = {{0}};
    static const char rows[] = "a,baseline,400,10\na,s-1,100,5\na,s-2,400,5\n"
                               "b,baseline,400,10\nb,s-1,400,5\nb,s-2,200,5\n"
                               "c,baseline,1,1\nc,s-1,9,9\n";
    assert_int_equal(read(&x, rows, &two, &d), 0);
    assert_int_equal(x.values, 2);
    assert_int_equal(x.value, 1);
    assert_int_equal(x.without[0], 2);
    assert_int_equal(x.without[1], 1);
    assert_true(fabs(x.gain - 100) < 1e-9);
    assert_true(fabs(x.cross) < 1e-9);
}

/* Within 0.25 points of the best the least energy decides, on a tie the least value. */
static void report_401_close_gains_by_energy(void **state)
{
    (void)state;
    chosen_t x;
    diag_t d = {{0}};
    static const char close[] =
        "a,baseline,100000,10\na,s-1,50000,9\na,s-2,50050,8\na,s-3,50050,8\n"
        "b,baseline,100000,10\nb,s-1,50000,9\nb,s-2,50050,8\nb,s-3,50050,8\n";
    static const char far[] = "a,baseline,100000,10\na,s-1,50000,9\na,s-2,50070,8\n"
                              "b,baseline,100000,10\nb,s-1,50000,9\nb,s-2,50070,8\n";
    assert_int_equal(read(&x, close, &two, &d), 0); /* +100 and +99.80 % */
    assert_int_equal(x.value, 2);
    assert_int_equal(read(&x, far, &two, &d), 0); /* +100 and +99.72 % */
    assert_int_equal(x.value, 1);
}

static void report_402_what_is_missing_is_said(void **state)
{
    (void)state;
    static const scope_t one = {.label = "one", .n = 1, .workload = {"a"}};
    static const struct {
        const char *rows, *says;
    } bad[] = {
        {"a,baseline,1,1\na,s-1,1,1\n", "b/csr has 0 values of s; expected as many"},
        {"a,baseline,1,1\na,s-1,1,1\nb,baseline,1,1\n", "b/csr has 0 values of s"},
        {"a,baseline,1,1\na,s-1,1,1\na,s-2,1,1\nb,baseline,1,1\nb,s-1,1,1\n", "b/csr has 1 values"},
        {"a,baseline,1,1\na,s-1,x,1\n", "a has 0 values of s; expected some"},
        {"a,s-1,1,1\n", "a has 0 values of s; expected some"},
    };
    chosen_t x;
    diag_t d = {{0}};
    for (unsigned i = 0; i < sizeof bad / sizeof *bad; i++) {
        d = (diag_t){{0}};
        assert_int_not_equal(read(&x, bad[i].rows, &two, &d), 0);
        if (!strstr(d.text, bad[i].says))
            fail_msg("\"%s\"; expected \"%s\"", d.text, bad[i].says);
    }
    assert_int_not_equal(read(&x, "a,baseline,1,1\na,s-1,1,1\n", &one, &d), 0);
}

/* The recorded sweep has every program of the scope at every threshold. */
static void report_403_recorded(void **state)
{
    (void)state;
    chosen_t x;
    catalog_t c;
    diag_t d = {{0}};
    assert_int_equal(catalog_read(&c, catalog_texts, &d), 0);
    const scope_t *s = catalog_scope(&c, CHOSEN_SCOPE);
    assert_non_null(s);
    if (chosen_read(&x, &chosen_text, CHOSEN_PAPER, s, &d))
        fail_msg("%s", d.text);
    assert_int_equal(x.values, 15); /* a counter has 4 bits */
    catalog_free(&c);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(report_400_each_at_what_the_others_choose),
        cmocka_unit_test(report_401_close_gains_by_energy),
        cmocka_unit_test(report_402_what_is_missing_is_said),
        cmocka_unit_test(report_403_recorded),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
