/* Formulas and comma-separated values: what they mean, and what is refused. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "report/csv.h"
#include "report/expr.h"
#include "text/out.h"

/* a.x is 6, b.x is 4, [b@other].x is 3, [s{k.v=2}].y is 5, $ as given; a.zero is 0; gone.x is not
 * there, a.[null] has no value. */
static expr_status_t look_up(void *ctx, const expr_ref_t *ref, double *v)
{
    unsigned *n = ctx;
    static const struct {
        const char *series, *setting, *value, *workload, *stat;
        double v;
    } known[] = {
        {"a", "", "", "", "x", 6},      {"b", "", "", "", "x", 4},
        {"b", "", "", "other", "x", 3}, {"s", "k.v", "2", "", "y", 5},
        {"a", "", "", "", "zero", 0},   {"base-32k", "", "", "spmv/csr", "l1d.misses", 8},
    };
    ++*n;
    for (size_t i = 0; i < sizeof known / sizeof known[0]; i++)
        if (strcmp(ref->series, known[i].series) == 0 &&
            strcmp(ref->setting, known[i].setting) == 0 &&
            strcmp(ref->value, known[i].value) == 0 &&
            strcmp(ref->workload, known[i].workload) == 0 &&
            strcmp(ref->stat, known[i].stat) == 0) {
            *v = known[i].v;
            return EXPR_VALUE;
        }
    return strcmp(ref->stat, "null") == 0 ? EXPR_UNDEFINED : EXPR_MISSING;
}

static void gives(const char *text, const char *dollar, double want)
{
    double v = 0;
    unsigned n = 0;
    diag_t d = {{0}};
    if (expr_check(text, NULL, &d))
        fail_msg("%s", d.text);
    if (expr_eval(text, dollar, look_up, &n, &v) != EXPR_VALUE || fabs(v - want) > 1e-12)
        fail_msg("\"%s\" gives %g; expected %g", text, v, want);
}

static void answers(const char *text, expr_status_t want)
{
    double v;
    unsigned n = 0;
    diag_t d = {{0}};
    assert_int_equal(expr_check(text, NULL, &d), 0);
    expr_status_t got = expr_eval(text, NULL, look_up, &n, &v);
    if (got != want)
        fail_msg("\"%s\" is %d; expected %d", text, (int)got, (int)want);
}

static void report_100_arithmetic(void **state)
{
    (void)state;
    gives("1 + 2 * 3", NULL, 7);
    gives("(1 + 2) * 3", NULL, 9);
    gives("8 - 2 - 1", NULL, 5);  /* from the left */
    gives("16 / 4 / 2", NULL, 2); /* from the left */
    gives("-2 * -3", NULL, 6);
    gives("2*(3-(4-5))", NULL, 8);
    gives(" 1.5e1 ", NULL, 15);
    gives("1 / 4", NULL, 0.25); /* all numbers are real */
    gives("sqrt(exp(ln(pow(2, 4)))) + abs(-1)", NULL, 5);
}

static void report_101_references(void **state)
{
    (void)state;
    gives("a.x / b.x", NULL, 1.5);
    gives("a.x-b.x", NULL, 2);
    gives("\"a\".[x] - [a].\"x\"", NULL, 0);
    gives("[b@other].x", NULL, 3);
    gives("[s{k.v=2}].y", NULL, 5);
    gives("[$].x", "a", 6);
    gives("[$].x - a.x", "b", -2);
    gives("[base-32k@spmv/csr].[l1d.misses]", NULL, 8);
}

/* A look-up that has several runs: the series' name says which pick it expects. */
static expr_status_t look_up_pick(void *ctx, const expr_ref_t *ref, double *v)
{
    (void)ctx;
    static const char *const of[] = {"one", "low", "high"};
    *v = (int)ref->pick + 1.0;
    return strcmp(ref->series, of[ref->pick]) == 0 ? EXPR_VALUE : EXPR_MISSING;
}

static void report_105_the_best_of_several(void **state)
{
    (void)state;
    double v;
    const char *text =
        "one.x * 100 + [least x of low].x * 10 + [greatest x of high{k.v=2}@w/csr].x";
    diag_t d = {{0}};
    assert_int_equal(expr_check(text, NULL, &d), 0);
    assert_int_equal(expr_eval(text, NULL, look_up_pick, NULL, &v), EXPR_VALUE);
    assert_true(v == 123);
}

static expr_status_t look_up_by(void *ctx, const expr_ref_t *ref, double *v)
{
    (void)ctx;
    *v = (double)strlen(ref->stat);
    return strcmp(ref->by, "cycles") == 0 && strcmp(ref->series, "low") == 0 ? EXPR_VALUE
                                                                             : EXPR_MISSING;
}

static void report_107_another_statistic_of_the_best(void **state)
{
    (void)state;
    double v;
    const char *text =
        "[least cycles of low].\"l1d.miss[2].rate\" + [greatest cycles of low{k=2}@w].ab";
    diag_t d = {{0}};
    assert_int_equal(expr_check(text, NULL, &d), 0);
    assert_int_equal(expr_eval(text, NULL, look_up_by, NULL, &v), EXPR_VALUE);
    assert_true(v == 16 + 2);
    assert_int_equal(expr_eval("low.cycles", NULL, look_up_by, NULL, &v), EXPR_MISSING);
}

static void report_106_of_two(void **state)
{
    (void)state;
    gives("max(a.x, b.x) * 10 + min(a.x, b.x)", NULL, 64);
    gives("max(1, max(3, 2 + 2)) - min(1, -1)", NULL, 5);
    answers("max(a.x, gone.x)", EXPR_MISSING);
    answers("min(a.[null], b.x)", EXPR_UNDEFINED);
}

static void report_102_no_value(void **state)
{
    (void)state;
    answers("a.x / a.zero", EXPR_UNDEFINED);
    answers("a.zero / a.zero", EXPR_UNDEFINED);
    answers("a.[null] + 1", EXPR_UNDEFINED);
    answers("gone.x", EXPR_MISSING);
    answers("[s{k.v=3}].y", EXPR_MISSING);
    answers("[b@another].x", EXPR_MISSING);
    answers("a.[null] / gone.x", EXPR_MISSING); /* missing is the stronger */
    answers("gone.x / a.zero", EXPR_MISSING);
}

static void report_103_every_reference_is_looked_up(void **state)
{
    (void)state;
    double v;
    unsigned n = 0;
    expr_eval("gone.x + a.x * (b.x / a.zero) - a.x", NULL, look_up, &n, &v);
    assert_int_equal(n, 4);
}

static void report_104_refused(void **state)
{
    (void)state;
    static const struct {
        const char *text, *says;
    } bad[] = {
        {"", "syntax error"},
        {"1 +", "syntax error"},
        {"(1", "character 3: expected )"},
        {"1)", "character 2: a bracket that nothing opens"},
        {"1) + (1", "character 2: a bracket that nothing opens"},
        {"1 2", "syntax error"},
        {"a", "character 2: expected ."},
        {"a.", "character 3: expected a statistic"},
        {"a.[x", "character 3: expected a statistic"},
        {"[a.x", "character 1: a name that does not end"},
        {"[a].[x-y]", "character 7: expected the end of the statistic's name"},
        {"[a b].x", "character 3: expected the end of the row's name"},
        {"[a{x}].y", "character 5: expected ="},
        {"[a{x=1].y", "character 7: expected }"},
        {"[a@].x", "character 4: expected a workload"},
        {"[least x].y", "character 9: expected \" of \""},
        {"[least  of a].x", "character 8: expected a statistic"},
        {"a.x, a.x", "row value misused"},
        {"max(1", "character 6: expected )"},
        {"max(a.x, b.x) + upper(a.x)", "not authorized"},
        {"random()", "not authorized"},
        {"select(1)", "not authorized"},
        {"a.x + (select(a.x))", "not authorized"},
        {"a.x & b.x", "character 5: expected arithmetic"},
        {"'x'", "character 1: expected arithmetic"},
        {"1 -- x", "character 3: expected arithmetic"},
        {"1 /* x", "character 3: expected arithmetic"},
        {"1; 2", "character 2: expected arithmetic"},
    };
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
        diag_t d = {{0}};
        assert_int_not_equal(expr_check(bad[i].text, NULL, &d), 0);
        if (!strstr(d.text, bad[i].says))
            fail_msg("\"%s\": %s; expected \"%s\"", bad[i].text, d.text, bad[i].says);
    }
}

/* Refuses the second letter of what is named: series zs, workload zw, statistic zt. */
static bool refuse(const expr_ref_t *ref, char why[EXPR_WHY], size_t *at)
{
    const struct {
        const char *text, *bad;
        size_t at;
    } parts[] = {{ref->series, "zs", ref->series_at},
                 {ref->workload, "zw", ref->workload_at},
                 {ref->stat, "zt", ref->stat_at}};
    for (size_t i = 0; i < 3; i++)
        if (strcmp(parts[i].text, parts[i].bad) == 0) {
            *at = parts[i].at;
            snprintf(why, EXPR_WHY, "not %s", parts[i].bad);
            return true;
        }
    return false;
}

/* What cannot be meant is told at its place; the first counts. */
static void report_107_refused_by_what_is_named(void **state)
{
    (void)state;
    static const struct {
        const char *text, *says;
    } bad[] = {
        {"zs.x", "character 1: not zs"},          {"1 + a.x * [zs@w].x", "character 12: not zs"},
        {"[a{k=v}@zw].x", "character 9: not zw"}, {"[least y of a@w].zt", "character 18: not zt"},
        {"a.zt + zs.x", "character 3: not zt"},   {"a.x + zs", "character 9: expected ."}};
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
        diag_t d = {{0}};
        assert_int_not_equal(expr_check(bad[i].text, refuse, &d), 0);
        if (!strstr(d.text, bad[i].says))
            fail_msg("\"%s\": %s; expected \"%s\"", bad[i].text, d.text, bad[i].says);
    }
    diag_t d = {{0}};
    assert_int_equal(expr_check("a.x / [b@w].zs", refuse, &d), 0);
}

static void report_110_csv(void **state)
{
    (void)state;
    static const char text[] = "a,b\n1,\"x, \"\"y\"\"\nz\"\r\n,last";
    csv_t c;
    diag_t d = {{0}};
    if (csv_read("t.csv", text, sizeof text - 1, &c, &d))
        fail_msg("%s", d.text);
    assert_int_equal(c.n_rows, 2);
    assert_int_equal(c.n_cols, 2);
    assert_int_equal(csv_find(&c, "b"), 1);
    assert_int_equal(csv_find(&c, "c"), -1);
    assert_string_equal(csv_cell(&c, 0, 0), "1");
    assert_string_equal(csv_cell(&c, 0, 1), "x, \"y\"\nz");
    assert_string_equal(csv_cell(&c, 1, 0), "");
    assert_string_equal(csv_cell(&c, 1, 1), "last");
    csv_error(&c, 1, &d, "here");
    assert_string_equal(d.text, "t.csv:4: here"); /* the second row begins on line 4 */
    csv_free(&c);
}

static void report_111_csv_refused(void **state)
{
    (void)state;
    static const struct {
        const char *text, *says;
    } bad[] = {
        {"", "t.csv:1:1: an empty file"},
        {"a,b\n1\n", "t.csv:2: 1 cells; expected 2"},
        {"a\n1,2\n", "t.csv:2: 2 cells; expected 1"},
        {"a\n\"x\n", "t.csv:2: a quote that is not closed"},
        {"a\n\"x\"y\n", "t.csv:2: text after a closing quote"},
        {"a\nx\"y\n", "t.csv:2: a quote or NUL within a cell"},
        {"a\rb\n", "t.csv:1: a lone carriage return"},
    };
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
        csv_t c;
        diag_t d = {{0}};
        assert_int_not_equal(csv_read("t.csv", bad[i].text, strlen(bad[i].text), &c, &d), 0);
        if (!strstr(d.text, bad[i].says))
            fail_msg("%s; expected \"%s\"", d.text, bad[i].says);
        csv_free(&c);
    }
}

/* A cell would end at a NUL; columns are looked for one by one. */
static void report_114_csv_refused_as_a_whole(void **state)
{
    (void)state;
    enum { COLUMNS = 5000 };
    static const char nul[] = "a\n\"x\0y\"\n";
    char wide[COLUMNS + 1];
    csv_t c;
    diag_t d = {{0}};
    assert_int_not_equal(csv_read("t.csv", nul, sizeof nul - 1, &c, &d), 0);
    assert_string_equal(d.text, "t.csv:2: a NUL within a cell; expected text");
    csv_free(&c);
    d = (diag_t){{0}};
    memset(wide, ',', COLUMNS);
    assert_int_not_equal(csv_read("t.csv", wide, COLUMNS, &c, &d), 0);
    assert_string_equal(d.text, "t.csv:1: 5001 columns; expected at most 4096");
    csv_free(&c);
}

/* What is written as a cell is read as it was. */
static void report_112_csv_round_trip(void **state)
{
    (void)state;
    static const char *const cells[] = {"plain", "a,b", "say \"x\"", "two\nlines", "", "\""};
    out_t o = {.form = OUT_CSV};
    csv_t c;
    diag_t d = {{0}};
    out_f(&o, "h");
    for (size_t i = 0; i < 6; i++) {
        out_f(&o, "\n");
        out_text(&o, cells[i]);
    }
    out_f(&o, "\n");
    assert_int_equal(csv_read("t", o.text, o.n, &c, &d), 0);
    assert_int_equal(c.n_rows, 6);
    for (unsigned i = 0; i < 6; i++)
        assert_string_equal(csv_cell(&c, i, 0), cells[i]);
    csv_free(&c);
    out_free(&o);
}

static void report_113_html_is_escaped(void **state)
{
    (void)state;
    out_t o = {0};
    out_text(&o, "a<b> & \"c\" 'd'");
    assert_string_equal(o.text, "a&lt;b&gt; &amp; &quot;c&quot; &#39;d&#39;");
    o.n = 0;
    out_words(&o, "-1 (-2) a-3 -x <");
    assert_string_equal(o.text, "\u22121 (\u22122) a-3 -x &lt;");
    out_free(&o);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(report_100_arithmetic),
        cmocka_unit_test(report_101_references),
        cmocka_unit_test(report_102_no_value),
        cmocka_unit_test(report_103_every_reference_is_looked_up),
        cmocka_unit_test(report_104_refused),
        cmocka_unit_test(report_105_the_best_of_several),
        cmocka_unit_test(report_106_of_two),
        cmocka_unit_test(report_107_another_statistic_of_the_best),
        cmocka_unit_test(report_107_refused_by_what_is_named),
        cmocka_unit_test(report_110_csv),
        cmocka_unit_test(report_111_csv_refused),
        cmocka_unit_test(report_114_csv_refused_as_a_whole),
        cmocka_unit_test(report_112_csv_round_trip),
        cmocka_unit_test(report_113_html_is_escaped),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
