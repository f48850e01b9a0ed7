/* What a row has beside its figure, on results made by hand: a cause, another sweep or scope,
 * readings, the alternative configuration; and how rows are counted. */
#include "report_rig.h"

/* Only a change of the machine counts as a cause shown. */
static void report_209_kinds_of_cause(void **state)
{
    (void)state;
    static const struct {
        cause_kind_t kind;
        const char *words;
    } alone[] = {{CAUSE_INPUT, "With another input, for this row alone. "},
                 {CAUSE_PROGRAM, "With another program, for this row alone. "},
                 {CAUSE_DEFINITION, "By another definition, for this row alone. "},
                 {CAUSE_ROW, "With another machine, for this row alone. "}};
    char text[256];
    tally_t t;
    figure_t *f = NULL;
    page_tally(&results, &catalog, "p", &t);
    assert_int_equal(t.caused, 2); /* caused, moved */
    assert_int_equal(t.alone, 1);  /* sign */
    for (unsigned i = 0; i < catalog.n_figures; i++)
        if (!strcmp(catalog.figure[i].id, "caused"))
            f = &catalog.figure[i];
    assert_non_null(f);
    for (unsigned i = 0; i < sizeof alone / sizeof *alone; i++) {
        f->kind = alone[i].kind;
        page_tally(&results, &catalog, "p", &t);
        assert_int_equal(t.caused, 1);
        assert_int_equal(t.alone, 2);
        comparison_t c = compare(&results, "caused");
        words_cause(text, sizeof text, &c);
        assert_ptr_equal(strstr(text, alone[i].words), text);
    }
    f->kind = CAUSE_MACHINE;
}

/* What is put in is no result: neither a grade nor a cause, and counted by itself. */
static void report_217_inputs_are_no_results(void **state)
{
    (void)state;
    char text[64];
    tally_t t, without;
    is("put", -50, "input, by construction");
    comparison_t c = compare(&results, "put");
    words_cause(text, sizeof text, &c);
    assert_string_equal(text, "The paper's own.");
    page_tally(&results, &catalog, "p", &t);
    assert_int_equal(t.input, 1);
    assert_int_equal(t.figures, t.close + t.in_range + t.differs + t.other_sign + t.not_run +
                                    t.input + t.unnumbered);
    for (unsigned i = 0; i < catalog.n_figures; i++)
        if (!strcmp(catalog.figure[i].id, "put"))
            catalog.figure[i].input = "";
    page_tally(&results, &catalog, "p", &without);
    assert_int_equal(without.other_sign, t.other_sign + 1);
    assert_int_equal(without.input, 0);
    for (unsigned i = 0; i < catalog.n_figures; i++)
        if (!strcmp(catalog.figure[i].id, "put"))
            catalog.figure[i].input = "The paper's own.";
}

/* The rule's sweep is the headline; the other stands beside it, or in its place. */
static void report_211_another_sweep_beside(void **state)
{
    (void)state;
    char text[256];
    is("moved", 5, "differs"); /* of t: 4 for 0.5 */
    comparison_t c = compare(&results, "moved");
    words_beside(text, sizeof text, &c);
    assert_string_equal(text, "; elsewhere 2 x");
    assert_null(c.instead);
    words_cause(text, sizeof text, &c); /* e has not run in t: in s it is 1.5 for 2 */
    assert_string_equal(text, "In s. Without it, elsewhere: 1.5 x, with it 2 x.");
    is("there", 5, "differs"); /* 4 for 1.2; in s 1 for 1.2, which is within half */
    c = compare(&results, "there");
    words_cause(text, sizeof text, &c);
    assert_false(c.caused);
    assert_string_equal(text, "Unknown: elsewhere, where it was looked for, ours is 2 x.");
    is("below", 5, "differs"); /* 4 for 2.5; in s 1 for 2.5, to the other side */
    c = compare(&results, "below");
    words_cause(text, sizeof text, &c);
    assert_false(c.caused);
    assert_string_equal(text, "Unknown: elsewhere, where it was looked for, ours is 2 x. Perhaps.");
    is("fallen", 4, "within half"); /* b of w2 is not in t; of s: 3 for 2 */
    c = compare(&results, "fallen");
    words_beside(text, sizeof text, &c);
    assert_string_equal(text, " elsewhere; not recorded with its inputs");
    c = compare(&results, "nowhere");
    assert_string_equal(words_grade(&c), "not run");
    assert_true(page_uses_sweep(&catalog, "p", "t") && page_uses_sweep(&catalog, "p", "s"));
}

/* A figure that can be read in several ways has a row for each; a mean stands beside that over
 * fewer workloads, which has no grade. */
static void report_212_readings_and_scopes(void **state)
{
    (void)state;
    char text[256];
    is("split", 14.0 / 3, "within half");
    is("split/other", 0.25, "other sign");
    is("split/third", 4, "within half");
    comparison_t c = compare(&results, "split");
    words_beside(text, sizeof text, &c);
    assert_string_equal(text, "; without w3 3 x");
    words_subject(text, sizeof text, c.figure);
    assert_string_equal(text, "all: ratio, one way");
    assert_string_equal(c.figure[1].id, "split/other");
    assert_string_equal(c.figure[2].id, "split/third");
    assert_string_equal(c.figure[3].id, "inside");
    c = compare(&results, "split/other"); /* no mean */
    assert_int_equal(c.n_beside, 0);
    c = compare(&results, "least"); /* nor one that leaves out changes */
    assert_int_equal(c.n_beside, 0);
}

/* Every row is computed again from the sweeps of the same names with -alt behind. */
static void report_213_alternative(void **state)
{
    (void)state;
    static const struct {
        const char *id, *words;
    } of[] = {{"moved", "5 x elsewhere, differs"}, /* t-alt has not run, s-alt has */
              {"caused", "+400.0 %, differs"},     /* its cause plays no part */
              {"same", "5 x, equal"},
              {"geo", "not measured"},   /* w2 has not run */
              {"bits", "as ours"},       /* of no run */
              {"put", "not measured"},   /* c has not run */
              {"none", "not measured"}}; /* no rule */
    char text[64];
    tally_t t;
    out_t which = {0};
    for (unsigned i = 0; i < sizeof of / sizeof *of; i++) {
        comparison_t c = compare(&results, of[i].id);
        assert_int_equal(c.alternative_in != NULL, i == 0);
        words_alternative(text, sizeof text, &c);
        assert_string_equal(text, of[i].words);
    }
    assert_int_equal(catalog.paper[0].n_choices, 2);
    assert_string_equal(catalog.paper[0].choice[1].override, "l=2");
    assert_string_equal(catalog.paper[0].choice[1].source, "Another.");
    page_tally_alternative(&results, &catalog, "p", &t);
    assert_int_equal(t.figures, catalog.n_figures);
    assert_int_equal(t.figures, t.close + t.in_range + t.differs + t.other_sign + t.not_run +
                                    t.input + t.unnumbered);
    assert_true(t.differs >= 2 && t.close >= 1 && t.not_run >= 3);
    page_alternative_elsewhere(&results, &catalog, "p", &which);
    assert_string_equal(which.text,
                        " Not recorded with its inputs, but elsewhere: moved, there, below.");
    out_free(&which);
    bool ruled[64];
    assert_in_range(catalog.n_figures, 1, 64);
    for (unsigned i = 0; i < catalog.n_figures; i++) { /* moved alone */
        ruled[i] = catalog.figure[i].has_rule;
        catalog.figure[i].has_rule = !strcmp(catalog.figure[i].id, "moved");
    }
    page_alternative_elsewhere(&results, &catalog, "p", &which);
    assert_string_equal(
        which.text, " All rows that have runs are elsewhere; none is recorded with its inputs.");
    out_free(&which);
    for (unsigned i = 0; i < catalog.n_figures; i++)
        catalog.figure[i].has_rule = ruled[i];
    page_alternative_elsewhere(&results, &catalog, "q", &which); /* no row */
    assert_null(which.text);
    assert_true(page_uses_sweep(&catalog, "p", "s-alt") && page_uses_sweep(&catalog, "p", "t-alt"));
    assert_false(page_uses_sweep(&catalog, "p", "u-alt"));
}

static void report_205_a_cause_must_come_nearer(void **state)
{
    (void)state;
    char text[256];
    comparison_t c = compare(&results, "caused"); /* ours +100, without +75, the paper's +10 */
    words_cause(text, sizeof text, &c);
    assert_true(c.caused);
    assert_string_equal(text, "The cause. Without it: +75.0 %.");
    c = compare(&results, "sign"); /* ours -50, another program -10, the paper's +5 */
    words_cause(text, sizeof text, &c);
    assert_true(c.caused);
    assert_string_equal(text,
                        "With another program, for this row alone. Another. Without it: -10.0 %.");
    c = compare(&results, "worse"); /* ours -50, without -150, the paper's +150 */
    words_cause(text, sizeof text, &c);
    assert_string_equal(text, "Unknown.");
    c = compare(&results, "norun"); /* the run without it is not there */
    words_cause(text, sizeof text, &c);
    assert_string_equal(text, "Unknown here: the runs that would show it have not been made.");
    c = compare(&results, "beyond");
    words_cause(text, sizeof text, &c);
    assert_string_equal(text, "Unknown. Perhaps.");
    c = compare(&results, "geo"); /* not apart */
    words_cause(text, sizeof text, &c);
    assert_string_equal(text, "");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(report_209_kinds_of_cause),
        cmocka_unit_test(report_217_inputs_are_no_results),
        cmocka_unit_test(report_211_another_sweep_beside),
        cmocka_unit_test(report_212_readings_and_scopes),
        cmocka_unit_test(report_213_alternative),
        cmocka_unit_test(report_205_a_cause_must_come_nearer),
    };
    return cmocka_run_group_tests(tests, report_setup, report_teardown);
}
