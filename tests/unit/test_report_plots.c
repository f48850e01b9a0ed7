/* Plots of results made by hand: their numbers, and how they are drawn. */
#include "report_rig.h"

static void report_230_plots(void **state)
{
    (void)state;
    plot_data_t *p = malloc(sizeof *p);
    assert_non_null(p);
    assert_int_equal(plot_compute(&results, &catalog, &catalog.plot[0], p), 0);
    assert_int_equal(p->n, 4); /* three workloads and their mean */
    static const double over_b[] = {100, 300, 700, 300};
    for (unsigned i = 0; i < 4; i++) {
        assert_true(p->row[i].there[0] && fabs(p->row[i].v[0] - over_b[i]) < 1e-9);
        assert_int_equal(p->row[i].there[1], i == 0); /* c has w1 alone, hence no mean */
    }
    assert_true(p->row[3].mean && !p->row[2].mean);
    assert_string_equal(p->row[2].mark->id, "one"); /* the paper's figures stand at their rows */
    assert_string_equal(p->row[3].mark->id, "geo");
    assert_null(p->row[0].mark);

    assert_int_equal(plot_compute(&results, &catalog, &catalog.plot[1], p), 0);
    assert_int_equal(p->n, 8); /* two bars each */
    assert_string_equal(p->row[0].series, "first");
    assert_string_equal(p->row[1].series, "second");
    assert_true(fabs(p->row[1].v[0] - 5) < 1e-9 && fabs(p->row[1].v[1] - 10) < 1e-9);
    assert_true(fabs(p->row[6].v[0] - 1100.0 / 30) < 1e-9); /* the mean of 10, 20, 80 % */
    free(p);
}

static unsigned count(const char *text, const char *what)
{
    unsigned n = 0;
    for (; (text = strstr(text, what)); text += strlen(what))
        n++;
    return n;
}

static void report_231_drawing(void **state)
{
    (void)state;
    plot_data_t *p = malloc(sizeof *p);
    out_t svg = {0}, table = {0};
    assert_non_null(p);
    assert_int_equal(plot_compute(&results, &catalog, &catalog.plot[0], p), 0);
    plot_svg(p, &svg);
    plot_table(p, &table);
    assert_int_equal(count(svg.text, "<rect "), 5); /* a bar for every value that is there */
    assert_int_equal(count(svg.text, "not run"), 3);
    assert_int_equal(count(svg.text, "class=\"paper\""), 2);
    assert_int_equal(count(table.text, "<data "), 5);
    assert_int_equal(count(table.text, "<td>no value</td>"), 3);
    assert_non_null(strstr(table.text, "<data value=\"700\">+700.0 %</data>"));
    out_free(&svg);
    out_free(&table);
    free(p);
}

/* A scope's mean alone, against 1; as a file: its style has no variables, its words are escaped. */
static void report_232_means_in_a_file(void **state)
{
    (void)state;
    plot_data_t *p = malloc(sizeof *p);
    out_t svg = {0};
    assert_non_null(p);
    assert_int_equal(plot_compute(&results, &catalog, &catalog.plot[2], p), 0);
    assert_int_equal(p->n, 1);
    assert_int_equal(p->values, 1); /* c has not run for all */
    assert_string_equal(p->row[0].label, "the three");
    assert_true(p->row[0].there[0] && fabs(p->row[0].v[0] - 4) < 1e-9); /* (2 x 4 x 8)^(1/3) */
    plot_file(p, true, &svg);
    assert_int_equal(count(svg.text, ">4.00</text>"), 1);
    assert_int_equal(count(svg.text, "over c: not run"), 1);
    assert_int_equal(count(svg.text, "class=\"one\""), 1);
    assert_int_equal(count(svg.text, "Quick form"), 1);
    assert_int_equal(count(svg.text, "A &lt;note&gt;."), 2); /* told and drawn */
    assert_int_equal(count(svg.text, "var("), 0);
    assert_int_equal(count(svg.text, ".c0 { fill: #2b6cb0; }"), 1);
    out_free(&svg);
    plot_file(p, false, &svg);
    assert_int_equal(count(svg.text, "Quick form"), 0);
    out_free(&svg);
    free(p);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(report_230_plots),
        cmocka_unit_test(report_231_drawing),
        cmocka_unit_test(report_232_means_in_a_file),
    };
    return cmocka_run_group_tests(tests, report_setup, report_teardown);
}
