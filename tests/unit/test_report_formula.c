/* Formulas and comma-separated values: what they mean, and what is refused. */
#include <math.h>

#include "formula_rig.h"
#include "text/out.h"

/* a.x is 6, b.x is 4, [b@other].x is 3, [s{k.v=2}].y is 5, $ as given; a.zero is 0; gone.x is not
 * there, a.[null] has no value. */
static const char rows[] = ROWS_HEAD "a,a,,,\n"
                                     "b,b,,,\n"
                                     "b@other,b,other,,\n"
                                     "b@another,b,another,,\n"
                                     "s{k.v=2},s,,k.v=2,\n"
                                     "s{k.v=3},s,,k.v=3,\n"
                                     "base-32k@spmv/csr,base-32k,spmv/csr,,\n"
                                     "gone,gone,,,\n"
                                     "least x of low,low,,,least x\n"
                                     "greatest x of high,high,w/csr,k.v=2,greatest x\n"
                                     "bits,bits,,,\n";
static const char statistics[] = "statistic\nx\ny\nzero\nnull\nl1d.misses\nload[2].rate\n";
static formula_rig_t rig;

static formula_status_t look_up(void *ctx, const formula_ref_t *ref, double *v)
{
    unsigned *n = ctx;
    const source_row_t *row = ref->row;
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
            strcmp(row->setting, known[i].setting) == 0 &&
            strcmp(row->value, known[i].value) == 0 &&
            strcmp(row->workload, known[i].workload) == 0 &&
            strcmp(ref->column, known[i].stat) == 0) {
            *v = known[i].v;
            return FORMULA_VALUE;
        }
    return strcmp(ref->column, "null") == 0 ? FORMULA_UNDEFINED : FORMULA_MISSING;
}

static void gives(const char *text, const char *bar, double want)
{
    double v = 0;
    unsigned n = 0;
    const formula_at_t at = {"sweep", "workload", bar};
    if (formula_value(rig_formula(&rig, text), &at, look_up, &n, &v) != FORMULA_VALUE ||
        fabs(v - want) > 1e-12)
        fail_msg("\"%s\" gives %g; expected %g", text, v, want);
}

static void answers(const char *text, formula_status_t want)
{
    double v;
    unsigned n = 0;
    const formula_at_t at = {"sweep", "workload", NULL};
    formula_status_t got = formula_value(rig_formula(&rig, text), &at, look_up, &n, &v);
    if (got != want)
        fail_msg("\"%s\" is %d; expected %d", text, (int)got, (int)want);
}

/* As SQL has it, with its division of whole numbers. */
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
    gives("1.0 / 4", NULL, 0.25);
    gives("a.x / 4", NULL, 1.5); /* statistics are real */
    gives("sqrt(exp(ln(pow(2, 4)))) + abs(-1)", NULL, 5);
}

static void report_101_rows(void **state)
{
    (void)state;
    gives("a.x / b.x", NULL, 1.5);
    gives("a.x-b.x", NULL, 2);
    gives("\"a\".[x] - [a].\"x\"", NULL, 0);
    gives("[b@other].x", NULL, 3);
    gives("b.x - [b@other].x", NULL, 1);
    gives("[s{k.v=2}].y", NULL, 5);
    gives("[$].x", "a", 6);
    gives("[$].x - a.x", "b", -2);
    gives("[base-32k@spmv/csr].[l1d.misses]", NULL, 8);
}

/* Each is of its own sweep, workload and bar, in any order. */
static void report_108_again_and_again(void **state)
{
    (void)state;
    formula_t *f = rig_formula(&rig, "[$].x * 10 + b.x");
    static const char *const bars[] = {"a", "b", "a"};
    for (unsigned i = 0; i < 3; i++) {
        double v;
        unsigned n = 0;
        const formula_at_t at = {i == 1 ? "t" : "s", "w", bars[i]};
        assert_int_equal(formula_value(f, &at, look_up, &n, &v), FORMULA_VALUE);
        assert_true(v == (i == 1 ? 44 : 64));
    }
}

/* A look-up that has several runs: the row says which is picked, and by what. */
static formula_status_t look_up_pick(void *ctx, const formula_ref_t *ref, double *v)
{
    (void)ctx;
    const source_row_t *row = ref->row;
    if (strcmp(ref->series, "low") == 0 && row->pick == ROW_LEAST && !strcmp(row->by, "x"))
        *v = 2;
    else if (strcmp(ref->series, "high") == 0 && row->pick == ROW_GREATEST &&
             !strcmp(row->setting, "k.v") && !strcmp(row->value, "2") &&
             !strcmp(row->workload, "w/csr"))
        *v = 3;
    else
        *v = row->pick == ROW_ONLY ? 1 : NAN;
    return FORMULA_VALUE;
}

static void report_105_the_best_of_several(void **state)
{
    (void)state;
    double v;
    const formula_at_t at = {"sweep", "workload", NULL};
    formula_t *f = rig_formula(
        &rig, "a.x * 100 + [least x of low].\"load[2].rate\" * 10 + [greatest x of high].y");
    assert_int_equal(formula_value(f, &at, look_up_pick, NULL, &v), FORMULA_VALUE);
    assert_true(v == 123);
}

static void report_106_of_two(void **state)
{
    (void)state;
    gives("max(a.x, b.x) * 10 + min(a.x, b.x)", NULL, 64);
    gives("max(1, max(3, 2 + 2)) - min(1, -1)", NULL, 5);
    answers("max(a.x, gone.x)", FORMULA_MISSING);
    answers("min(a.[null], b.x)", FORMULA_UNDEFINED);
}

static void report_102_no_value(void **state)
{
    (void)state;
    answers("a.x / a.zero", FORMULA_UNDEFINED);
    answers("a.zero / a.zero", FORMULA_UNDEFINED);
    answers("1e308 * 10 * a.x", FORMULA_UNDEFINED);
    answers("a.sweep", FORMULA_UNDEFINED); /* a text */
    answers("a.[null] + 1", FORMULA_UNDEFINED);
    answers("gone.x", FORMULA_MISSING);
    answers("[s{k.v=3}].y", FORMULA_MISSING);
    answers("[b@another].x", FORMULA_MISSING);
    answers("a.[null] / gone.x", FORMULA_MISSING); /* missing is the stronger */
    answers("gone.x / a.zero", FORMULA_MISSING);
}

static void report_103_everything_is_looked_up_once(void **state)
{
    (void)state;
    double v;
    unsigned n = 0;
    const formula_at_t at = {"sweep", "workload", NULL};
    formula_value(rig_formula(&rig, "gone.x + a.x * (b.x / a.zero) - a.x"), &at, look_up, &n, &v);
    assert_int_equal(n, 4);
}

static void refused(const char *text, bool of_runs, const char *says)
{
    diag_t d = {{0}};
    formula_t *f;
    if (!rig_add(&rig, text, of_runs, &f, &d) || !strstr(d.text, says))
        fail_msg("\"%s\": %s; expected \"%s\"", text, d.text, says);
}

static void report_104_refused(void **state)
{
    (void)state;
    static const struct {
        const char *text, *says;
    } bad[] = {
        {"", "syntax error"},
        {"max(a.x)", "character 1: misuse of aggregate function max()"},
        {"1 + min(a.x) * 2", "misuse of aggregate function min()"},
        {"1 +", "character 4: near \")\": syntax error"},
        {"(1", "character 3: expected )"},
        {"1)", "character 2: a bracket that nothing opens"},
        {"1) + (1", "character 2: a bracket that nothing opens"},
        {"1 2", "character 3: near \"2\": syntax error"},
        {"a", "character 1: no such column: a"},
        {"a.", "syntax error"},
        {"a.[x", "character 3: unrecognized token"},
        {"[a.x", "character 1: unrecognized token"},
        {"b.x / \"a.x", "character 7: a name that does not end"},
        {"b.x / a.never", "character 7: no such column: a.never"},
        {"b.x / [c].x", "character 7: no such column: c.x"},
        {"[a b].x", "no such column: a b.x"},
        {"a.x, a.x", "row value misused"},
        {"max(1", "character 6: expected )"},
        {"max(a.x, b.x) + upper(a.x)", "not authorized"},
        {"random()", "not authorized"},
        {"a.x + (select max(x) from [row a])", "not authorized"},
        {"(select sweep from point)", "not authorized"},
        {"(select name from sqlite_schema)", "prohibited"},
        {"a.x = 'x'", "character 7: expected arithmetic"},
        {"a.x + ?1", "character 7: expected arithmetic"},
        {"a.x + :x", "expected arithmetic"},
        {"1 -- x", "character 3: expected arithmetic"},
        {"1 /* x", "character 3: expected arithmetic"},
        {"1; 2", "character 2: expected arithmetic"},
        {"bits.abip", "character 1: no such column: bits.abip"},
    };
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++)
        refused(bad[i].text, true, bad[i].says);
}

/* Without a sweep only what is of no run may be named. */
static void report_107_of_no_sweep(void **state)
{
    (void)state;
    diag_t d = {{0}};
    formula_t *f;
    refused("bits.abyp / a.x", false, "of runs, but no sweep is named");
    assert_int_equal(rig_add(&rig, "bits.abyp / 8", false, &f, &d), 0);
    assert_int_equal(rig_add(&rig, "bits.abyp / a.x", true, &f, &d), 0);
}

static void report_109_rows_refused(void **state)
{
    (void)state;
    static const char some[] = "statistic\nx\n";
    static const struct {
        const char *rows, *statistics, *says;
    } bad[] = {
        {"row,series,workload,setting\na,a,,\n", some, "rows.csv:1: no column \"pick\""},
        {"row,series,workload,setting,pick,more\n", some, "rows.csv:1: 6 columns; expected 5"},
        {ROWS_HEAD "a,a,,,\na,b,,,\n", some, "rows.csv:3: \"a\" is there twice"},
        {ROWS_HEAD "a,a,,,\nA,b,,,\n", some, "rows.csv:3: \"A\" is there twice"},
        {ROWS_HEAD "Point,a,,,\n", some, "rows.csv:2: \"Point\" is no name of a row"},
        {ROWS_HEAD, "statistic\nx\nX\n", "statistics.csv:3: \"X\" is no statistic's name"},
        {ROWS_HEAD ",a,,,\n", some, "rows.csv:2: \"\" is no name of a row"},
        {ROWS_HEAD "a[b],a,,,\n", some, "rows.csv:2: \"a[b]\" is no name of a row"},
        {ROWS_HEAD "$,a,,,\n", some, "rows.csv:2: \"$\" is no name of a row"},
        {ROWS_HEAD "a,,,,\n", some, "rows.csv:2: \"a\" has no series"},
        {ROWS_HEAD "a,a,,k,\n", some, "rows.csv:2: setting is \"k\"; expected KEY=VALUE"},
        {ROWS_HEAD "a,a,,=1,\n", some, "rows.csv:2: setting is \"=1\""},
        {ROWS_HEAD "a,a,,k=,\n", some, "rows.csv:2: setting is \"k=\""},
        {ROWS_HEAD "a,a,,,most x\n", some, "rows.csv:2: pick is \"most x\"; expected least"},
        {ROWS_HEAD "a,a,,,least y\n", some, "rows.csv:2: pick is \"least y\""},
        {ROWS_HEAD "a,a,,,least\n", some, "rows.csv:2: pick is \"least\""},
        {ROWS_HEAD, "statistic\nx\nx\n", "statistics.csv:3: \"x\" is no statistic's name"},
        {ROWS_HEAD, "statistic\n\"\"\n", "statistics.csv:2: \"\" is no statistic's name"},
        {ROWS_HEAD, "name\nx\n", "statistics.csv:1: no column \"statistic\""},
    };
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
        formula_rig_t g;
        diag_t d = {{0}};
        if (!rig_read(&g, bad[i].rows, bad[i].statistics, &d) || !strstr(d.text, bad[i].says))
            fail_msg("%s; expected \"%s\"", d.text, bad[i].says);
        rig_close(&g);
    }
}

/* Another database has the rows and the figures, and no other views. */
static void report_115_copy(void **state)
{
    (void)state;
    static const char *const words[] = {"figure ", NULL};
    diag_t d = {{0}};
    formula_t *f;
    db_t *to;
    double v;
    unsigned n = 0;
    formula_rig_t g;
    rig_open(&g, rows, statistics);
    assert_int_equal(formulas_add(g.all, "figure one", "a.x / b.x", true, &f, &d), 0);
    for (unsigned i = 0; i < 2; i++) {
        const formula_at_t at = {"s", i ? "w2" : "w1", NULL};
        formula_value(f, &at, look_up, &n, &v);
    }
    assert_int_equal(formulas_add(g.all, "other", "a.x", true, &f, &d), 0);
    assert_int_equal(db_open_bare("copy", &to, &d), 0);
    assert_int_equal(formulas_copy(g.all, words, to, &d), 0);
    sqlite3_stmt *s = db_prepare(to,
                                 "SELECT sum(value), count(*), (SELECT count(*) FROM sqlite_schema"
                                 " WHERE type = 'view') FROM \"figure one\"",
                                 &d);
    assert_non_null(s);
    assert_int_equal(db_step(to, s, &d), 1);
    assert_true(sqlite3_column_double(s, 0) == 3);
    assert_int_equal(sqlite3_column_int(s, 1), 2);
    assert_int_equal(sqlite3_column_int(s, 2), 1);
    sqlite3_finalize(s);
    db_close(to);
    rig_close(&g);
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
        cmocka_unit_test(report_101_rows),
        cmocka_unit_test(report_102_no_value),
        cmocka_unit_test(report_103_everything_is_looked_up_once),
        cmocka_unit_test(report_104_refused),
        cmocka_unit_test(report_105_the_best_of_several),
        cmocka_unit_test(report_106_of_two),
        cmocka_unit_test(report_107_of_no_sweep),
        cmocka_unit_test(report_108_again_and_again),
        cmocka_unit_test(report_109_rows_refused),
        cmocka_unit_test(report_115_copy),
        cmocka_unit_test(report_110_csv),
        cmocka_unit_test(report_111_csv_refused),
        cmocka_unit_test(report_114_csv_refused_as_a_whole),
        cmocka_unit_test(report_112_csv_round_trip),
        cmocka_unit_test(report_113_html_is_escaped),
    };
    rig = (formula_rig_t){.rows_text = rows, .statistics_text = statistics};
    rig_of_all = &rig;
    return cmocka_run_group_tests(tests, rig_setup, rig_teardown);
}
