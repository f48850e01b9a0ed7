/* Figures of results made by hand: every mean and form, grades, words, and what is not run. */
#include "report_rig.h"

static void report_200_means_and_forms(void **state)
{
    (void)state;
    is("geo", 300, "equal");                /* (2 x 4 x 8)^(1/3) = 4 */
    is("arith", 1400.0 / 3, "within half"); /* (2 + 4 + 8) / 3 */
    is("least", 2, "equal");
    is("greatest", 8, "equal");
    is("one", 8, "equal");
    is("bits", 224, "equal"); /* 256 lines of 7 bits */
}

static void report_201_when_a_cause_is_asked_for(void **state)
{
    (void)state;
    is("half", 300, "within half"); /* off by 100, half of 200 */
    is("beyond", 300, "differs");   /* off by 101, more than half of 199 */
    is("sign", -50, "other sign");
    is("zero", 0, "other sign"); /* 0 is no gain */
}

/* A ratio is graded on its gain over 1, a percentage on itself. */
static void report_207_ratios_by_their_gain(void **state)
{
    (void)state;
    is("thirteen", 1.13, "differs");     /* 0.13 for 0.27: off by 0.14, more than half */
    is("fourteen", 1.14, "within half"); /* off by 0.13 */
    is("percent", 13, "within half");    /* off by 13 points, half of 26 */
    is("slower", 0.9, "other sign");     /* a loss for a gain, though 0.9 is near 1.15 */
    is("even", 1, "other sign");         /* 1 is no gain */
}

/* A lower bound is met by whatever is above it. */
static void report_208_at_least(void **state)
{
    (void)state;
    char text[64];
    is("never", 0.879, "other sign"); /* never below 1 */
    is("met", 2, "meets the bound");  /* at least 1.2 */
    is("short", 1.24, "within half"); /* 0.24 for 0.3 */
    comparison_t c = compare(&results, "never");
    assert_int_equal(figure_grade(c.figure, 1), GRADE_CLOSE);
    assert_int_equal(figure_grade(c.figure, 17.2), GRADE_CLOSE);
    c = compare(&results, "short");
    assert_int_equal(figure_grade(c.figure, 1.14), GRADE_DIFFERS); /* 0.14 for 0.3 */
    words_difference(text, sizeof text, &c);
    assert_string_equal(text, "-0.06 x");
    c = compare(&results, "met");
    words_paper(text, sizeof text, c.figure);
    assert_string_equal(text, "at least 1.2 x");
    words_difference(text, sizeof text, &c);
    assert_string_equal(text, "none");
    c.ours.v = 1.2;
    assert_string_equal(words_grade(&c), "equal");
}

/* Words that stand for a range: in it or not, without a tolerance. */
static void report_214_ranges(void **state)
{
    (void)state;
    char text[64];
    is("inside", 2, "within the range");
    is("outside", 2, "differs");       /* of 3 to 9; 1 for 2 would be within half of a value */
    is("wrong", 0.9, "other sign");    /* a loss for 1.1 to 2, though outside by 0.2 alone */
    is("edge", 0, "within the range"); /* 0 to 33.3 */
    is("blocks", 100, "differs");
    is("blocks/all", 4000, "within the range");
    is("blocksmost", 800, "differs");
    comparison_t c = compare(&results, "blocks");
    words_paper(text, sizeof text, c.figure);
    assert_string_equal(text, "1000 to 9999 blocks");
    words_difference(text, sizeof text, &c);
    assert_string_equal(text, "-900 blocks"); /* to the nearer end */
    c = compare(&results, "blocksmost");
    words_difference(text, sizeof text, &c);
    assert_string_equal(text, "+100 blocks");
    c = compare(&results, "inside");
    words_difference(text, sizeof text, &c);
    assert_string_equal(text, "none");
    words_alternative(text, sizeof text, &c);
    assert_string_equal(text, "5 x, differs");
    static const struct {
        double v;
        grade_t grade;
    } edges[] = {{1.5, GRADE_CLOSE},    {2.5, GRADE_CLOSE},    {1.49, GRADE_DIFFERS},
                 {2.51, GRADE_DIFFERS}, {1, GRADE_OTHER_SIGN}, {-3, GRADE_OTHER_SIGN}};
    for (unsigned i = 0; i < sizeof edges / sizeof *edges; i++)
        assert_int_equal(figure_grade(c.figure, edges[i].v), edges[i].grade);
    assert_true(figure_nearest(c.figure, 7) == 2.5 && figure_nearest(c.figure, 0) == 1.5);
}

/* Where the paper has a picture alone, ours stands alone: no grade, and counted by itself. */
static void report_215_no_number(void **state)
{
    (void)state;
    char text[64];
    tally_t with, without;
    is("picture", 100, "no number");
    comparison_t c = compare(&results, "picture");
    words_paper(text, sizeof text, c.figure);
    assert_string_equal(text, "no number");
    words_difference(text, sizeof text, &c);
    assert_string_equal(text, "");
    words_cause(text, sizeof text, &c);
    assert_string_equal(text, "");
    words_alternative(text, sizeof text, &c);
    assert_string_equal(text, "+400.0 %, no number");
    c = compare(&results, "picturegone");
    assert_string_equal(words_grade(&c), "not run");
    page_tally(&results, &catalog, "p", &with);
    assert_int_equal(with.unnumbered, 1);
    assert_int_equal(with.in_range, 3); /* inside, edge, blocks/all: no part of those within half */
    figure_t *f = NULL;
    for (unsigned i = 0; i < catalog.n_figures; i++)
        if (!strcmp(catalog.figure[i].id, "picture"))
            f = &catalog.figure[i];
    assert_non_null(f);
    f->bound = BOUND_VALUE;
    f->value = 100;
    page_tally(&results, &catalog, "p", &without);
    assert_int_equal(without.close, with.close + 1);
    assert_int_equal(without.unnumbered, 0);
    f->bound = BOUND_NONE;
    f->value = 0;
}

static void report_202_settings_choose(void **state)
{
    (void)state;
    is("chosen", 5, "equal");
    is("best", 5, "equal");
    is("worst", 4, "equal");
    is("shorter", 4, "equal");
    is("loss", 75, "equal");
    comparison_t c = compare(&results, "several");
    assert_int_equal(c.ours.state, VALUE_NOT_RUN);
    assert_string_equal(c.ours.missing, "several k of w1");
}

static void report_203_not_run(void **state)
{
    (void)state;
    static const struct {
        const char *id, *missing;
    } gone[] = {{"missing", "no d of w1"},
                {"part", "no c of w2"},
                {"otherend", "no a of -_x"},
                {"unrecorded", "no never recorded in any of the runs"},
                {"none", ""}};
    for (unsigned i = 0; i < sizeof gone / sizeof *gone; i++) {
        comparison_t c = compare(&results, gone[i].id);
        assert_int_equal(c.ours.state, VALUE_NOT_RUN);
        assert_string_equal(words_grade(&c), "not run");
        assert_string_equal(c.ours.missing, gone[i].missing);
    }
}

/* The Markdown's table of how figures are computed says what is missing and what is left out. */
static void report_216_how_in_markdown(void **state)
{
    (void)state;
    static const char *const rows[] = {
        "| `missing` | w1 | `a.cycles / d.cycles`, less one, in percent; there is no d of w1 | |\n",
        "; 2 of 3 workloads have a value | |\n",
        " | `bits.[abyp.taghash] / 8` | |\n",
        "What is outside differs\n  or has another sign.",
        "\n- Not run: also what is stale",
    };
    const evidence_t none = {0};
    out_t o = {0};
    assert_int_equal(page_markdown(&results, &catalog, &none, "p", &o), 0);
    for (unsigned i = 0; i < sizeof rows / sizeof *rows; i++)
        if (!strstr(o.text, rows[i]))
            fail_msg("no \"%s\" in\n%s", rows[i], o.text);
    out_free(&o);
}

static void report_204_no_value(void **state)
{
    (void)state;
    comparison_t c = compare(&results, "undefined"); /* over 0 */
    assert_string_equal(words_grade(&c), "no value");
    c = compare(&results, "negative"); /* a geometric mean of -1, 1 and 5 */
    assert_string_equal(words_grade(&c), "no value");
    /* w1 has none; 12 / 6 + 1 and 12 / 8 + 1 have the mean 2.75 */
    c = compare(&results, "some");
    assert_true(c.ours.state == VALUE_THERE && fabs(c.ours.v - 2.75) < 1e-12);
    assert_int_equal(c.ours.have, 2);
    assert_int_equal(c.ours.want, 3);
}

static void report_206_runs_of_a_figure(void **state)
{
    (void)state;
    comparison_t c = compare(&results, "geo");
    assert_int_equal(c.ours.n_runs, 6);
    for (unsigned i = 0; i < 6; i++)
        assert_true(strcmp(c.ours.run[i]->series, "a") == 0 ||
                    strcmp(c.ours.run[i]->series, "b") == 0);
    c = compare(&results, "some"); /* a of w1 is asked for by each */
    assert_int_equal(c.ours.n_runs, 6);
}

static void report_210_words(void **state)
{
    (void)state;
    char text[64];
    comparison_t c = compare(&results, "sign");
    words_ours(text, sizeof text, c.figure, c.ours.v);
    assert_string_equal(text, "-50.0 %");
    words_paper(text, sizeof text, c.figure);
    assert_string_equal(text, "+5 %");
    words_difference(text, sizeof text, &c);
    assert_string_equal(text, "-55.0 points");
    c = compare(&results, "bits");
    words_difference(text, sizeof text, &c);
    assert_string_equal(text, "none");
    c = compare(&results, "chosen");
    words_ours(text, sizeof text, c.figure, 3.14159);
    assert_string_equal(text, "3.14 x");
    figure_t bare = *c.figure;
    comparison_t of_bare = c;
    bare.unit = ""; /* and no blank in its place */
    of_bare.figure = &bare;
    words_ours(text, sizeof text, &bare, 3.14159);
    assert_string_equal(text, "3.14");
    words_difference(text, sizeof text, &of_bare);
    assert_int_not_equal(text[strlen(text) - 1], ' ');
    words_value(text, sizeof text, FORM_GAIN, -0.04);
    assert_string_equal(text, "0.0 %");
    words_value(text, sizeof text, FORM_RATIO, 0.999);
    assert_string_equal(text, "1.00");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(report_200_means_and_forms),
        cmocka_unit_test(report_201_when_a_cause_is_asked_for),
        cmocka_unit_test(report_207_ratios_by_their_gain),
        cmocka_unit_test(report_208_at_least),
        cmocka_unit_test(report_214_ranges),
        cmocka_unit_test(report_215_no_number),
        cmocka_unit_test(report_202_settings_choose),
        cmocka_unit_test(report_203_not_run),
        cmocka_unit_test(report_216_how_in_markdown),
        cmocka_unit_test(report_204_no_value),
        cmocka_unit_test(report_206_runs_of_a_figure),
        cmocka_unit_test(report_210_words),
    };
    return cmocka_run_group_tests(tests, report_setup, report_teardown);
}
