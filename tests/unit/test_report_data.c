/* The compact form of results, and data of the report that is bad. */
#include "report_rig.h"

/* What comes back from the compact form is the same, to the byte and to the value. */
static void report_220_compact_form(void **state)
{
    (void)state;
    diag_t d = {{0}};
    results_t back;
    char *text = export(&results);
    assert_null(strstr(text, "never")); /* a column that nothing would stand in */
    if (file_write(compact, text, strlen(text), &d))
        fail_msg("%s", d.text);
    add(&back, compact);
    assert_int_equal(back.n_runs, MADE); /* the point that has not been run stays behind */
    char *again = export(&back);
    assert_string_equal(text, again);
    for (unsigned i = 0; i < catalog.n_figures; i++) {
        comparison_t x, y;
        figure_compare(&results, &catalog.figure[i], &x);
        figure_compare(&back, &catalog.figure[i], &y);
        assert_int_equal(x.ours.state, y.ours.state);
        assert_true(x.ours.state != VALUE_THERE || x.ours.v == y.ours.v);
        assert_int_equal(x.caused, y.caused);
    }
    free(text);
    free(again);
    results_free(&back);
}

static void report_221_two_files_with_one_sweep(void **state)
{
    (void)state;
    diag_t d = {{0}};
    results_t r = {0};
    assert_int_equal(results_add(&r, database, &d), 0);
    assert_int_not_equal(results_add(&r, compact, &d), 0);
    assert_non_null(strstr(d.text, "has the sweep \"s\""));
    results_free(&r);
}

/* One file in place of that of the same number. */
static void bad(unsigned file, const char *text, const char *says)
{
    catalog_text_t all[CATALOG_FILES];
    catalog_t c;
    diag_t d = {{0}};
    memcpy(all, texts, sizeof all);
    all[file].text = text;
    all[file].end = text + strlen(text);
    int rc = catalog_read(&c, all, &d);
    if (!rc || !strstr(d.text, says))
        fail_msg("\"%s\"; expected \"%s\"", d.text, says);
    catalog_free(&c);
}

static void report_240_bad_data(void **state)
{
    (void)state;
    static const char rule[] = "figure,sweep,scope,mean,form,expression,input,bound,reading\n";
    static const char plot[] =
        "plot,paper,sweep,title,kind,scopes,mean,form,series,parts,marks,note\n";
    char text[512];
#define BAD(file, head, row, says)                                                                 \
    (snprintf(text, sizeof text, "%s%s", head, row), bad(file, text, says))
    BAD(CATALOG_FIGURES, rule, "foo,s,all,one,gain,a.x,,,\n", "ours:2: no figure \"foo\"");
    BAD(CATALOG_FIGURES, rule, "geo,s,all,median,gain,a.x,,,\n", "ours:2: unknown mean \"median\"");
    BAD(CATALOG_FIGURES, rule, "geo,s,all,least,log,a.x,,,\n", "ours:2: unknown form \"log\"");
    BAD(CATALOG_FIGURES, rule, "geo,s,all,least,gain,a.x +,,,\n", "ours:2: ");
    BAD(CATALOG_FIGURES, rule, "geo,s,all,one,gain,a.x,,,\n", "mean \"one\" over 3 workloads");
    BAD(CATALOG_FIGURES, rule, "geo,s,w1,least,gain,a.x,,,\n", "mean \"least\" over 1 workloads");
    BAD(CATALOG_FIGURES, rule, "geo,s,all,least,gain,a.x,,,\ngeo,s,all,least,gain,a.x,,,\n",
        "ours:3: \"geo\" is there twice");
    BAD(CATALOG_FIGURES, rule, "geo,s,all,least,gain,a.x,,most,\n", "ours:2: bound is \"most\"");
    BAD(CATALOG_FIGURES, rule, "geo,,,one,plain,2 * bits.[abyp.tables],,,\n",
        "ours:2: formula: \"2 * bits.[abyp.tables]\", character 5: no such column: "
        "bits.abyp.tables");
    BAD(CATALOG_FIGURES, rule, "geo,,,one,plain,bits.abyp / a.cycles,,,\n",
        "ours:2: formula: \"bits.abyp / a.cycles\": of runs, but no sweep is named");
    BAD(CATALOG_CAUSES, "figure,kind,cause,expression,note\n", "bits,machine,Because.,a.cycles,\n",
        "causes:2: formula: \"a.cycles\": of runs, but no sweep is named");
    BAD(CATALOG_PLOTS, plot, "x,p,s,T,bars,all,one,gain,,l=[f].cells,,\n",
        "plots:2: formula: \"[f].cells\", character 1: no such column: f.cells");
    BAD(CATALOG_PLOTS, plot, "x,p,s,T,bars,all,one,gain,,l=a.x; l=b.x,,\n",
        "plots:2: the label \"l\" is there twice");
    BAD(CATALOG_PLOTS, plot,
        "x,p,s,T,bars,all,one,gain,,l=a.x,,\nx,p,s,T,bars,all,one,gain,,l=a.x,,\n",
        "plots:3: \"x\" is there twice");
    BAD(CATALOG_ROWS, "row,series,workload,setting,pick\n", "a,sram,384x64/rw,,\n",
        "rows:2: \"a\": 384x64/rw: character 8: expected the ports");
    BAD(CATALOG_STATISTICS, "statistic\n", "x\nx\n", "statistics:3: \"x\" is no statistic's name");
    BAD(CATALOG_FIGURES, "figure,sweep,scope,mean,form\n", "", "no column \"expression\"");
    BAD(CATALOG_CAUSES, "figure,kind,cause,expression,note\n", "geo,machine,Because.,,\n",
        "causes:2: a cause needs the formula");
    BAD(CATALOG_CAUSES, "figure,kind,cause,expression,note\n", "none,,,,Note.\n",
        "is not in data/figures.csv");
    BAD(CATALOG_FIGURES, rule, "geo/more,s,all,least,gain,a.x,,,\n",
        "ours:2: \"geo/more\": no row \"geo\" stands before");
    BAD(CATALOG_FIGURES, rule,
        "geo,s,all,least,gain,a.x,,,\ngeo/a,s,all,least,gain,a.x,,,\ngeo/"
        "a,s,all,least,gain,a.x,,,\n",
        "ours:4: \"geo/a\" is there twice");
    BAD(CATALOG_BESIDE, "kind,of,of_label,other,label\n", "place,s,,t,there\n",
        "beside:2: unknown kind \"place\"");
    BAD(CATALOG_BESIDE, "kind,of,of_label,other,label\n", "sweep,x,,t,there\n",
        "beside:2: no figure is of sweep \"x\"");
    BAD(CATALOG_BESIDE, "kind,of,of_label,other,label\n", "scope,two,,all,there\n",
        "beside:2: no figure is a mean over \"two\"");
    BAD(CATALOG_BESIDE, "kind,of,of_label,other,label\n", "scope,all,,some,there\n",
        "beside:2: no scope \"some\"");
    BAD(CATALOG_ALTERNATIVES, "paper,override,source\n", "q,k=1,S.\n",
        "alternatives:2: no paper \"q\"");
    BAD(CATALOG_ALTERNATIVES, "paper,override,source\n", "p,k,S.\n",
        "alternatives:2: \"k\"; expected KEY=VALUE");
    BAD(CATALOG_ALTERNATIVES, "paper,override,source\n", "p,k=1,\n",
        "alternatives:2: a choice needs its source");
    BAD(CATALOG_ALTERNATIVES, "paper,override,source\n",
        "p,a=1,S.\np,b=1,S.\np,c=1,S.\np,d=1,S.\np,e=1,S.\np,f=1,S.\n",
        "alternatives:7: more than 5 choices for p");
    BAD(CATALOG_CAUSES, "figure,kind,cause,expression,note\n", "geo,luck,Because.,a.x,\n",
        "causes:2: kind is \"luck\"; expected machine, input, program, definition or row");
    BAD(CATALOG_CAUSES, "figure,kind,cause,expression,note\n", "geo,,Because.,a.x,\n",
        "causes:2: a cause has a kind, a note has none");
    BAD(CATALOG_CAUSES, "figure,kind,cause,expression,note\n", "geo,row,,,Note.\n",
        "causes:2: a cause has a kind, a note has none");
    BAD(CATALOG_PLOTS, plot, "x,p,s,T,pie,all,one,gain,,l=a.x,,\n", "unknown kind \"pie\"");
    BAD(CATALOG_PLOTS, plot, "x,p,s,T,means,all,one,ratio,,l=a.x,,\n", "means of what?");
    BAD(CATALOG_PLOTS, plot, "x,p,s,T,bars,some,one,gain,,l=a.x,,\n", "no scope \"some\"");
    BAD(CATALOG_PLOTS, plot, "x,p,s,T,bars,all,one,gain,a=b,l=[$].x,,\n",
        "series for a stack alone");
    BAD(CATALOG_PLOTS, plot, "x,p,s,T,bars,all,one,gain,,l,,\n", "expected label=formula");
    BAD(CATALOG_PLOTS, plot, "x,q,s,T,bars,all,one,gain,,l=a.x,,\n", "no paper \"q\"");
    BAD(CATALOG_PLOTS, plot, "x,p,s,T,bars,all,one,gain,,l=a.x,foo,\n", "no figure \"foo\"");
    BAD(CATALOG_PAPER_FIGURES, "id,paper,scope,metric,value,unit,baseline,place\n",
        "a,q,s,m,1,x,,\n", "theirs:2: no paper \"q\"");
    BAD(CATALOG_PAPER_FIGURES, "id,paper,scope,metric,value,unit,baseline,place\n",
        "a,p,s,m,one,x,,\n", "\"one\" is no number");
    static const char *const values[] = {"1..", "..2", "1..2..3", "1-2", "..", "nan..2", " "};
    for (unsigned i = 0; i < sizeof values / sizeof *values; i++) {
        char row[64];
        snprintf(row, sizeof row, "a,p,s,m,%s,x,,\n", values[i]);
        BAD(CATALOG_PAPER_FIGURES, "id,paper,scope,metric,value,unit,baseline,place\n", row,
            "is no number and no range LOW..HIGH");
    }
    BAD(CATALOG_PAPER_FIGURES, "id,paper,scope,metric,value,unit,baseline,place\n",
        "a,p,s,m,2..2,x,,\n", "theirs:2: the range \"2..2\" is empty");
    BAD(CATALOG_FIGURES, rule, "inside,s,w1,one,plain,a.x,,least,\n",
        "ours:2: the paper gives \"inside\" no single value to be a bound");
    BAD(CATALOG_FIGURES, rule, "picture,s,w1,one,plain,a.x,,least,\n",
        "ours:2: the paper gives \"picture\" no single value to be a bound");
    BAD(CATALOG_CAUSES, "figure,kind,cause,expression,note\n", "picture,,,,Note.\n",
        "causes:2: \"picture\" has no number, hence no difference");
    BAD(CATALOG_PLOTS, plot, "x,p,s,T,bars,all,one,gain,,l=a.x,inside,\n",
        "plots:2: \"inside\" is no single value to be drawn");
    BAD(CATALOG_PLOTS, plot, "x,p,s,T,bars,all,one,gain,,l=a.x,picture,\n",
        "plots:2: \"picture\" is no single value to be drawn");
    BAD(CATALOG_PAPER_FIGURES, "id,paper,scope,metric,value,unit,baseline,place\n",
        "a,p,s,m,1,x,,\na,p,s,m,1,x,,\n", "theirs:3: \"a\" is there twice");
}

/* How often formulas read a row, or a column of runs (row NULL). */
static unsigned reads(const formula_t *f, const source_row_t *row, const char *column)
{
    unsigned n = 0;
    for (unsigned i = 0; f && i < f->n_reads; i++) {
        const formula_read_t *r = &f->read[i];
        n += row ? r->row == row : r->row->kind == ROW_RUN && strcmp(r->column, column) == 0;
        n += !row && strcmp(r->row->by, column) == 0;
    }
    return n;
}

static unsigned reads_of_all(const catalog_t *c, const source_row_t *row, const char *column)
{
    unsigned n = 0;
    for (unsigned i = 0; i < c->n_figures; i++)
        n += reads(c->figure[i].rule.formula, row, column) +
             reads(c->figure[i].without_cause, row, column);
    for (unsigned i = 0; i < c->n_plots; i++)
        for (unsigned k = 0; k < c->plot[i].n_parts; k++)
            n += reads(c->plot[i].part[k].formula, row, column);
    return n;
}

/* What is listed for formulas is what the repository's formulas name. */
static void report_241_nothing_unused(void **state)
{
    (void)state;
    catalog_t c;
    diag_t d = {{0}};
    if (catalog_read(&c, catalog_texts, &d))
        fail_msg("%s", d.text);
    for (unsigned i = 0; i < c.rows.n; i++)
        if (!reads_of_all(&c, &c.rows.row[i], ""))
            fail_msg("no formula names %s of data/rows.csv", c.rows.row[i].name);
    for (unsigned i = 0; i < c.rows.n_statistics; i++)
        if (!reads_of_all(&c, NULL, c.rows.statistic[i]))
            fail_msg("no formula names %s of data/statistics.csv", c.rows.statistic[i]);
    catalog_free(&c);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(report_220_compact_form),
        cmocka_unit_test(report_221_two_files_with_one_sweep),
        cmocka_unit_test(report_240_bad_data),
        cmocka_unit_test(report_241_nothing_unused),
    };
    return cmocka_run_group_tests(tests, report_setup, report_teardown);
}
