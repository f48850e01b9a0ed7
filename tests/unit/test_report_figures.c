/* Figures from results made by hand, in a database and in the compact form: every mean and form,
 * what is not run, and when a cause is one. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

#include "input/file.h"
#include "report/page.h"
#include "report/plot.h"
#include "report/words.h"

/* Cycles: series a over b is 2, 4 and 8; over c 1/2 of w1 alone; k is twice w1, by its setting.
 * zero is 0 in w1 of a. d has one workload of three. In sweep t a over b is 5 for w1, and so
 * it is in s-alt. */
typedef struct made {
    const char *series, *workload, *variant, *setting;
    int cycles, zero;
    const char *sweep;
} made_t;
static const made_t made[] = {
    {"a", "w1", "default", NULL, 100, 0, "s"},    {"a", "w2", "default", NULL, 200, 6, "s"},
    {"a", "w3", "csr", NULL, 800, 8, "s"},        {"b", "w1", "default", NULL, 50, 1, "s"},
    {"b", "w2", "default", NULL, 50, 2, "s"},     {"b", "w3", "csr", NULL, 100, 2, "s"},
    {"c", "w1", "default", NULL, 200, 1, "s"},    {"k", "w1", "default", "1", 25, 1, "s"},
    {"k", "w1", "default", "2", 20, 1, "s"},      {"e", "w1_u", "default", NULL, 400, 1, "s"},
    {"a", "w1", "default", NULL, 500, 0, "t"},    {"b", "w1", "default", NULL, 100, 0, "t"},
    {"a", "w2", "default", NULL, 500, 0, "t"},    {"a", "w1", "default", NULL, 100, 0, "s-alt"},
    {"b", "w1", "default", NULL, 20, 0, "s-alt"},
};
enum { MADE = sizeof made / sizeof made[0] };

static const char papers[] = "paper,goal_mhz,title,source\np,1000,A title,A source\n";
static const char scopes[] =
    "scope,label,workloads\nall,the three,w1 w2 w3/csr\ntwo,two of them,w1 w2\n";
static const char theirs[] = "id,paper,scope,metric,value,unit,baseline,place\n"
                             "geo,p,all,gain,300,%,a,\n"
                             "arith,p,all,share,466,%,,\n"
                             "least,p,all,least,2,x,,\n"
                             "greatest,p,all,greatest,8,x,,\n"
                             "one,p,w3,one,8,x,,\n"
                             "half,p,all,gain at the edge,200,%,,\n"
                             "beyond,p,all,gain beyond it,199,%,,\n"
                             "sign,p,w1,gain,5,%,,\n"
                             "zero,p,w1,nothing,5,%,,\n"
                             "caused,p,w1,gain,10,%,,\n"
                             "worse,p,w1,gain,150,%,,\n"
                             "norun,p,w1,gain,10,%,,\n"
                             "missing,p,w1,gain,10,%,,\n"
                             "part,p,all,gain,10,%,,\n"
                             "several,p,w1,gain,10,%,,\n"
                             "chosen,p,w1,ratio,5,x,,\n"
                             "best,p,w1,ratio,5,x,,\n"
                             "worst,p,w1,ratio,4,x,,\n"
                             "otherend,p,w1_u,ratio,4,x,,\n"
                             "shorter,p,w1_u,ratio,4,x,,\n"
                             "loss,p,w2,loss,75,%,,\n"
                             "undefined,p,w1,ratio,5,x,,\n"
                             "some,p,all,ratio,3.5,x,,\n"
                             "negative,p,all,ratio,5,x,,\n"
                             "bits,p,one L1,storage,224,B,,\n"
                             "put,p,w1,ratio,50,x,,\n"
                             "never,p,w1,never below,1,x,,\n"
                             "met,p,w1,at least,1.2,x,,\n"
                             "short,p,w1,at least,1.3,x,,\n"
                             "thirteen,p,w1,ratio,1.27,x,,\n"
                             "fourteen,p,w1,ratio,1.27,x,,\n"
                             "slower,p,w1,ratio,1.15,x,,\n"
                             "even,p,w1,ratio,1.15,x,,\n"
                             "percent,p,w1,share,26,%,,\n"
                             "same,p,w1,ratio,5,x,,\n"
                             "moved,p,w1,ratio,1.5,x,,\n"
                             "there,p,w1,ratio,2.2,x,,\n"
                             "below,p,w1,ratio,3.5,x,,\n"
                             "fallen,p,w2,ratio,3,x,,\n"
                             "nowhere,p,w1,ratio,3,x,,\n"
                             "split,p,all,ratio,5,x,,\n"
                             "inside,p,w1,between,1.5..2.5,x,,\n"
                             "outside,p,w1,between,3..9,x,,\n"
                             "wrong,p,w1,between,1.1..2,x,,\n"
                             "edge,p,w1,between,0..33.3,%,,\n"
                             "blocks,p,all,between,1000..9999,blocks,,\n"
                             "blocksmost,p,all,between,10..700,blocks,,\n"
                             "picture,p,w1,a picture,,%,,\n"
                             "picturegone,p,w1,a picture,,%,,\n"
                             "unrecorded,p,all,nobody asked,5,x,,\n"
                             "none,p,all,no rule,1,x,,\n";
static const char ours[] =
    "figure,sweep,scope,mean,form,expression,input,bound,reading\n"
    "geo,s,all,geometric,gain,a:cycles / b:cycles,,,\n"
    "arith,s,all,arithmetic,percent,a:cycles / b:cycles,,,\n"
    "least,s,all,least,plain,a:cycles / b:cycles,,,\n"
    "greatest,s,all,greatest,plain,a:cycles / b:cycles,,,\n"
    "one,s,w3/csr,one,plain,a:cycles / b:cycles,,,\n"
    "half,s,all,geometric,gain,a:cycles / b:cycles,,,\n"
    "beyond,s,all,geometric,gain,a:cycles / b:cycles,,,\n"
    "sign,s,w1,one,gain,a:cycles / c:cycles,,,\n"
    "zero,s,w1,one,percent,a:zero,,,\n"
    "caused,s,w1,one,gain,a:cycles / b:cycles,,,\n"
    "worse,s,w1,one,gain,a:cycles / c:cycles,,,\n"
    "norun,s,w1,one,gain,a:cycles / b:cycles,,,\n"
    "missing,s,w1,one,gain,a:cycles / d:cycles,,,\n"
    "part,s,all,geometric,gain,a:cycles / c:cycles,,,\n"
    "several,s,w1,one,gain,a:cycles / k:cycles,,,\n"
    "chosen,s,w1,one,plain,a:cycles / k{opt.k=2}:cycles,,,\n"
    "best,s,w1,one,plain,a:cycles / least(k:cycles),,,\n"
    "worst,s,w1,one,plain,a:cycles / greatest( k:cycles),,,\n"
    "shorter,s,w1_u,one,plain,e:cycles / a@-_u:cycles,,,\n"
    "otherend,s,w1_u,one,plain,e:cycles / a@-_x:cycles,,,\n"
    "loss,s,w2,one,loss,b:cycles / a:cycles,,,\n"
    "undefined,s,w1,one,plain,b:zero / a:zero,,,\n"
    "some,s,all,arithmetic,plain,12 / a:zero + a@w1:cycles / 100 + 0 * b:zero,,,\n"
    "negative,s,all,geometric,plain,a:cycles / b:cycles - 3,,,\n"
    "bits,,,one,plain,bits:abyp.taghash / 8,,,\n"
    "put,s,w1,one,gain,a:cycles / c:cycles,The paper's own.,,\n"
    "never,s,w1,one,plain,1 - a:cycles / 100 * 121 / 1000,,least,\n"
    "met,s,w1,one,plain,a:cycles / b:cycles,,least,\n"
    "short,s,w1,one,plain,1 + a:cycles / 100 * 24 / 100,,least,\n"
    "thirteen,s,w1,one,plain,1 + a:cycles / 100 * 13 / 100,,,\n"
    "fourteen,s,w1,one,plain,1 + a:cycles / 100 * 14 / 100,,,\n"
    "slower,s,w1,one,plain,c:cycles / c:cycles - a:cycles / 1000,,,\n"
    "even,s,w1,one,plain,a:cycles / a:cycles,,,\n"
    "moved,t,w1,one,plain,a:cycles / b:cycles,,,\n"
    "there,t,w1,one,plain,a:cycles / b:cycles,,,\n"
    "below,t,w1,one,plain,a:cycles / b:cycles,,,\n"
    "fallen,t,w2,one,plain,a:cycles / b:cycles,,,\n"
    "nowhere,t,w1,one,plain,a:cycles / d:cycles,,,\n"
    "split,s,all,arithmetic,plain,a:cycles / b:cycles,,,one way\n"
    "split/other,s,w2,one,plain,b:cycles / a:cycles,,,other way\n"
    "split/third,s,w2,one,plain,a:cycles / b:cycles,,,third way\n"
    "inside,s,w1,one,plain,a:cycles / b:cycles,,,\n"
    "outside,s,w1,one,plain,a:cycles / b:cycles,,,\n"
    "wrong,s,w1,one,plain,c:cycles / c:cycles - a:cycles / 1000,,,\n"
    "edge,s,w1,one,percent,a:zero,,,\n"
    "blocks,s,all,least,plain,a:cycles,,,mean\n"
    "blocks/all,s,all,greatest,plain,a:cycles * 5,,,most\n"
    "blocksmost,s,all,greatest,plain,a:cycles,,,\n"
    "picture,s,w1,one,gain,a:cycles / b:cycles,,,\n"
    "picturegone,s,w1,one,gain,a:cycles / d:cycles,,,\n"
    "unrecorded,s,all,arithmetic,plain,a:cycles / b:never,,,\n"
    "same,s,w1,one,plain,a:cycles / b:cycles,,,\n"
    "percent,s,w1,one,percent,a:cycles / 100 * 13 / 100,,,\n";
static const char alternatives[] = "paper,override,source\np,k=1,A page.\np,l=2,Another.\n";
static const char beside[] = "kind,of,of_label,other,label\n"
                             "sweep,t,with its inputs,s,elsewhere\n"
                             "scope,all,,two,without w3\n";
static const char causes[] = "figure,kind,cause,expression,note\n"
                             "caused,machine,The cause.,2 * c:cycles / c:cycles - 1 / 4,\n"
                             "worse,machine,Not it.,a:cycles / c:cycles - 1,\n"
                             "sign,program,Another.,a:cycles / a:cycles - 1 / 10,\n"
                             "norun,machine,Who knows.,a:cycles / d:cycles,Perhaps.\n"
                             "moved,machine,In s.,1 + 2 * a:cycles / e@w1_u:cycles,\n"
                             "there,machine,In s.,2 + a:cycles * 4 / 5 / e@w1_u:cycles,\n"
                             "below,machine,In s.,12 * a:cycles / e@w1_u:cycles,Perhaps.\n"
                             "beyond,,,,Perhaps.\n";
static const char plots[] =
    "plot,paper,sweep,title,kind,scopes,mean,form,series,parts,marks,note\n"
    "bars,p,s,Bars,bars,all,geometric,gain,,\"over b=a:cycles / b:cycles; over c=a:cycles / "
    "c:cycles\",geo one,A note.\n"
    "stack,p,s,Stack,stack,all,arithmetic,percent,a=first; b=second,\"cycles=$:cycles / 1000; "
    "zero=$:zero / 10\",,\n"
    "means,p,s,Means,means,all,geometric,ratio,,\"over b=a:cycles / b:cycles; over c=a:cycles / "
    "c:cycles\",,A <note>.\n";

#define TEXT(name, text)                                                                           \
    {                                                                                              \
        name, text, text + sizeof text - 1                                                         \
    }
static const catalog_text_t texts[CATALOG_FILES] = {
    TEXT("papers", papers), TEXT("theirs", theirs),
    TEXT("scopes", scopes), TEXT("ours", ours),
    TEXT("beside", beside), TEXT("causes", causes),
    TEXT("plots", plots),   TEXT("alternatives", alternatives),
};

static char folder[] = "/tmp/lw_report_XXXXXX";
static char database[64], compact[64];
static catalog_t catalog;
static results_t results;

static void insert(db_t *db, unsigned i)
{
    char text[1024];
    diag_t d = {{0}};
    const made_t *m = &made[i];
    snprintf(text, sizeof text,
             "INSERT INTO runs (id, hash, workload, suite, scale, variant, seed, config, policies,"
             " overrides, engine, result, cycles, warp_instructions, thread_instructions, command,"
             " schema) VALUES (%u, printf('%%064d', %u), '%s', 'Suite', 'tiny', '%s', 1, 'cfg', '',"
             " '', 'c', 'correct', %d, 1000, 1, 'lockwarp run -w %s', 'x');"
             "INSERT INTO points VALUES ('%s', %u, printf('%%064d', %u), '%s');"
             "INSERT INTO stats VALUES (%u, 'cycles', %d), (%u, 'warp_instructions', 1000),"
             " (%u, 'zero', %d);",
             i + 1, i, m->workload, m->variant, m->cycles, m->workload, m->sweep, i, i, m->series,
             i + 1, m->cycles, i + 1, i + 1, m->zero);
    if (db_exec(db, text, &d))
        fail_msg("%s", d.text);
    if (m->setting) {
        snprintf(text, sizeof text, "INSERT INTO settings VALUES (%u, 'opt.k', %s)", i + 1,
                 m->setting);
        assert_int_equal(db_exec(db, text, &d), 0);
    }
}

static void add(results_t *r, const char *path)
{
    diag_t d = {{0}};
    *r = (results_t){0};
    if (results_add(r, path, &d))
        fail_msg("%s", d.text);
}

static char *export(const results_t *r)
{
    results_names_t stats = {0}, settings = {0};
    out_t o = {0};
    assert_int_equal(page_names(r, &catalog, &stats, &settings), 0);
    assert_int_equal(results_export(r, &stats, &settings, &o), 0);
    page_names_free(&stats);
    page_names_free(&settings);
    return o.text;
}

static int setup(void **state)
{
    (void)state;
    diag_t d = {{0}};
    db_t *db;
    assert_non_null(mkdtemp(folder));
    snprintf(database, sizeof database, "%s/r.db", folder);
    snprintf(compact, sizeof compact, "%s/r.csv", folder);
    if (catalog_read(&catalog, texts, &d))
        fail_msg("%s", d.text);
    assert_int_equal(db_open(database, DB_WRITE, &db, &d), 0);
    assert_int_equal(
        db_exec(
            db,
            "INSERT INTO sweeps VALUES ('s', 'doc', 's.yaml', 0, NULL, NULL),"
            " ('t', 'doc', 't.yaml', 0, NULL, NULL), ('s-alt', 'doc', 's-alt.yaml', 0, NULL, NULL)",
            &d),
        0);
    /* A point that has not been run. */
    assert_int_equal(
        db_exec(db, "INSERT INTO points VALUES ('s', 99, printf('%064d', 99), 'd')", &d), 0);
    for (unsigned i = 0; i < MADE; i++)
        insert(db, i);
    db_close(db);
    add(&results, database);
    return 0;
}

static int teardown(void **state)
{
    (void)state;
    results_free(&results);
    catalog_free(&catalog);
    static const char *const names[] = {"r.db", "r.db-wal", "r.db-shm", "r.csv"};
    for (unsigned i = 0; i < 4; i++) {
        char path[80];
        snprintf(path, sizeof path, "%s/%s", folder, names[i]);
        unlink(path);
    }
    return rmdir(folder);
}

static comparison_t compare(const results_t *r, const char *id)
{
    comparison_t c;
    const figure_t *f = catalog_figure(&catalog, id);
    if (!f)
        fail_msg("no figure %s", id);
    figure_compare(r, f, &c);
    return c;
}

static void is(const char *id, double want, const char *grade)
{
    comparison_t c = compare(&results, id);
    if (c.ours.state != VALUE_THERE || fabs(c.ours.v - want) > 1e-9 * (1 + fabs(want)))
        fail_msg("%s is %.12g; expected %.12g", id, c.ours.v, want);
    assert_string_equal(words_grade(&c), grade);
}

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
static void report_206_inputs_are_no_results(void **state)
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
        "| `missing` | w1 | `a:cycles / d:cycles`, less one, in percent; there is no d of w1 | |\n",
        "; 2 of 3 workloads have a value | |\n",
        " | `bits:abyp.taghash / 8` | |\n",
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
    words_value(text, sizeof text, FORM_GAIN, -0.04);
    assert_string_equal(text, "0.0 %");
    words_value(text, sizeof text, FORM_RATIO, 0.999);
    assert_string_equal(text, "1.00");
}

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
    BAD(CATALOG_FIGURES, rule, "foo,s,all,one,gain,a:x,,,\n", "ours:2: no figure \"foo\"");
    BAD(CATALOG_FIGURES, rule, "geo,s,all,median,gain,a:x,,,\n", "ours:2: unknown mean \"median\"");
    BAD(CATALOG_FIGURES, rule, "geo,s,all,least,log,a:x,,,\n", "ours:2: unknown form \"log\"");
    BAD(CATALOG_FIGURES, rule, "geo,s,all,least,gain,a:x +,,,\n", "ours:2: ");
    BAD(CATALOG_FIGURES, rule, "geo,s,all,one,gain,a:x,,,\n", "mean \"one\" over 3 workloads");
    BAD(CATALOG_FIGURES, rule, "geo,s,w1,least,gain,a:x,,,\n", "mean \"least\" over 1 workloads");
    BAD(CATALOG_FIGURES, rule, "geo,s,all,least,gain,a:x,,,\ngeo,s,all,least,gain,a:x,,,\n",
        "ours:3: \"geo\" is there twice");
    BAD(CATALOG_FIGURES, rule, "geo,s,all,least,gain,a:x,,most,\n", "ours:2: bound is \"most\"");
    BAD(CATALOG_FIGURES, rule, "geo,,,one,plain,2 * bits:abyp.tables,,,\n",
        "ours:2: formula: \"2 * bits:abyp.tables\", character 10: no unit of that name");
    BAD(CATALOG_FIGURES, rule, "geo,,,one,plain,bits:abyp / a:cycles,,,\n",
        "ours:2: formula: \"bits:abyp / a:cycles\", character 13: of runs, but no sweep is named");
    BAD(CATALOG_CAUSES, "figure,kind,cause,expression,note\n", "bits,machine,Because.,a:cycles,\n",
        "causes:2: formula: \"a:cycles\", character 1: of runs, but no sweep is named");
    BAD(CATALOG_CAUSES, "figure,kind,cause,expression,note\n",
        "geo,row,Because.,sram@384x64/rw:area_mm2,\n",
        "causes:2: formula: \"sram@384x64/rw:area_mm2\", character 13: expected the ports");
    BAD(CATALOG_PLOTS, plot, "x,p,s,T,bars,all,one,gain,,l=synth@abyp/paper:cells,,\n",
        "plots:2: formula: \"synth@abyp/paper:cells\", character 17: expected UNIT/GEOMETRY/");
    BAD(CATALOG_FIGURES, "figure,sweep,scope,mean,form\n", "", "no column \"expression\"");
    BAD(CATALOG_CAUSES, "figure,kind,cause,expression,note\n", "geo,machine,Because.,,\n",
        "causes:2: a cause needs the formula");
    BAD(CATALOG_CAUSES, "figure,kind,cause,expression,note\n", "none,,,,Note.\n",
        "is not in data/figures.csv");
    BAD(CATALOG_FIGURES, rule, "geo/more,s,all,least,gain,a:x,,,\n",
        "ours:2: \"geo/more\": no row \"geo\" stands before");
    BAD(CATALOG_FIGURES, rule,
        "geo,s,all,least,gain,a:x,,,\ngeo/a,s,all,least,gain,a:x,,,\ngeo/"
        "a,s,all,least,gain,a:x,,,\n",
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
    BAD(CATALOG_CAUSES, "figure,kind,cause,expression,note\n", "geo,luck,Because.,a:x,\n",
        "causes:2: kind is \"luck\"; expected machine, input, program, definition or row");
    BAD(CATALOG_CAUSES, "figure,kind,cause,expression,note\n", "geo,,Because.,a:x,\n",
        "causes:2: a cause has a kind, a note has none");
    BAD(CATALOG_CAUSES, "figure,kind,cause,expression,note\n", "geo,row,,,Note.\n",
        "causes:2: a cause has a kind, a note has none");
    BAD(CATALOG_PLOTS, plot, "x,p,s,T,pie,all,one,gain,,l=a:x,,\n", "unknown kind \"pie\"");
    BAD(CATALOG_PLOTS, plot, "x,p,s,T,means,all,one,ratio,,l=a:x,,\n", "means of what?");
    BAD(CATALOG_PLOTS, plot, "x,p,s,T,bars,some,one,gain,,l=a:x,,\n", "no scope \"some\"");
    BAD(CATALOG_PLOTS, plot, "x,p,s,T,bars,all,one,gain,a=b,l=$:x,,\n", "series for a stack alone");
    BAD(CATALOG_PLOTS, plot, "x,p,s,T,bars,all,one,gain,,l,,\n", "expected label=formula");
    BAD(CATALOG_PLOTS, plot, "x,q,s,T,bars,all,one,gain,,l=a:x,,\n", "no paper \"q\"");
    BAD(CATALOG_PLOTS, plot, "x,p,s,T,bars,all,one,gain,,l=a:x,foo,\n", "no figure \"foo\"");
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
    BAD(CATALOG_FIGURES, rule, "inside,s,w1,one,plain,a:x,,least,\n",
        "ours:2: the paper gives \"inside\" no single value to be a bound");
    BAD(CATALOG_FIGURES, rule, "picture,s,w1,one,plain,a:x,,least,\n",
        "ours:2: the paper gives \"picture\" no single value to be a bound");
    BAD(CATALOG_CAUSES, "figure,kind,cause,expression,note\n", "picture,,,,Note.\n",
        "causes:2: \"picture\" has no number, hence no difference");
    BAD(CATALOG_PLOTS, plot, "x,p,s,T,bars,all,one,gain,,l=a:x,inside,\n",
        "plots:2: \"inside\" is no single value to be drawn");
    BAD(CATALOG_PLOTS, plot, "x,p,s,T,bars,all,one,gain,,l=a:x,picture,\n",
        "plots:2: \"picture\" is no single value to be drawn");
    BAD(CATALOG_PAPER_FIGURES, "id,paper,scope,metric,value,unit,baseline,place\n",
        "a,p,s,m,1,x,,\na,p,s,m,1,x,,\n", "theirs:3: \"a\" is there twice");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(report_200_means_and_forms),
        cmocka_unit_test(report_201_when_a_cause_is_asked_for),
        cmocka_unit_test(report_206_inputs_are_no_results),
        cmocka_unit_test(report_207_ratios_by_their_gain),
        cmocka_unit_test(report_208_at_least),
        cmocka_unit_test(report_214_ranges),
        cmocka_unit_test(report_215_no_number),
        cmocka_unit_test(report_209_kinds_of_cause),
        cmocka_unit_test(report_211_another_sweep_beside),
        cmocka_unit_test(report_212_readings_and_scopes),
        cmocka_unit_test(report_213_alternative),
        cmocka_unit_test(report_202_settings_choose),
        cmocka_unit_test(report_203_not_run),
        cmocka_unit_test(report_204_no_value),
        cmocka_unit_test(report_216_how_in_markdown),
        cmocka_unit_test(report_205_a_cause_must_come_nearer),
        cmocka_unit_test(report_206_runs_of_a_figure),
        cmocka_unit_test(report_210_words),
        cmocka_unit_test(report_220_compact_form),
        cmocka_unit_test(report_221_two_files_with_one_sweep),
        cmocka_unit_test(report_230_plots),
        cmocka_unit_test(report_231_drawing),
        cmocka_unit_test(report_232_means_in_a_file),
        cmocka_unit_test(report_240_bad_data),
    };
    return cmocka_run_group_tests(tests, setup, teardown);
}
