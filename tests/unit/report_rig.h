/*
 * Results made by hand, in a database, and papers' figures, rules, causes and plots over them, for
 * the tests of the report.
 */
#ifndef LW_TESTS_REPORT_RIG_H
#define LW_TESTS_REPORT_RIG_H

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

#include "common/file.h"
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
    "geo,s,all,geometric,gain,a.cycles / b.cycles,,,\n"
    "arith,s,all,arithmetic,percent,a.cycles / b.cycles,,,\n"
    "least,s,all,least,plain,a.cycles / b.cycles,,,\n"
    "greatest,s,all,greatest,plain,a.cycles / b.cycles,,,\n"
    "one,s,w3/csr,one,plain,a.cycles / b.cycles,,,\n"
    "half,s,all,geometric,gain,a.cycles / b.cycles,,,\n"
    "beyond,s,all,geometric,gain,a.cycles / b.cycles,,,\n"
    "sign,s,w1,one,gain,a.cycles / c.cycles,,,\n"
    "zero,s,w1,one,percent,a.zero,,,\n"
    "caused,s,w1,one,gain,a.cycles / b.cycles,,,\n"
    "worse,s,w1,one,gain,a.cycles / c.cycles,,,\n"
    "norun,s,w1,one,gain,a.cycles / b.cycles,,,\n"
    "missing,s,w1,one,gain,a.cycles / d.cycles,,,\n"
    "part,s,all,geometric,gain,a.cycles / c.cycles,,,\n"
    "several,s,w1,one,gain,a.cycles / k.cycles,,,\n"
    "chosen,s,w1,one,plain,a.cycles / [k{opt.k=2}].cycles,,,\n"
    "best,s,w1,one,plain,a.cycles / [least cycles of k].cycles,,,\n"
    "worst,s,w1,one,plain,a.cycles / [greatest cycles of k].cycles,,,\n"
    "shorter,s,w1_u,one,plain,e.cycles / [a@-_u].cycles,,,\n"
    "otherend,s,w1_u,one,plain,e.cycles / [a@-_x].cycles,,,\n"
    "loss,s,w2,one,loss,b.cycles / a.cycles,,,\n"
    "undefined,s,w1,one,plain,b.zero / a.zero,,,\n"
    "some,s,all,arithmetic,plain,12 / a.zero + [a@w1].cycles / 100 + 0 * b.zero,,,\n"
    "negative,s,all,geometric,plain,a.cycles / b.cycles - 3,,,\n"
    "bits,,,one,plain,bits.[abyp.taghash] / 8,,,\n"
    "put,s,w1,one,gain,a.cycles / c.cycles,The paper's own.,,\n"
    "never,s,w1,one,plain,1 - a.cycles / 100 * 121 / 1000,,least,\n"
    "met,s,w1,one,plain,a.cycles / b.cycles,,least,\n"
    "short,s,w1,one,plain,1 + a.cycles / 100 * 24 / 100,,least,\n"
    "thirteen,s,w1,one,plain,1 + a.cycles / 100 * 13 / 100,,,\n"
    "fourteen,s,w1,one,plain,1 + a.cycles / 100 * 14 / 100,,,\n"
    "slower,s,w1,one,plain,c.cycles / c.cycles - a.cycles / 1000,,,\n"
    "even,s,w1,one,plain,a.cycles / a.cycles,,,\n"
    "moved,t,w1,one,plain,a.cycles / b.cycles,,,\n"
    "there,t,w1,one,plain,a.cycles / b.cycles,,,\n"
    "below,t,w1,one,plain,a.cycles / b.cycles,,,\n"
    "fallen,t,w2,one,plain,a.cycles / b.cycles,,,\n"
    "nowhere,t,w1,one,plain,a.cycles / d.cycles,,,\n"
    "split,s,all,arithmetic,plain,a.cycles / b.cycles,,,one way\n"
    "split/other,s,w2,one,plain,b.cycles / a.cycles,,,other way\n"
    "split/third,s,w2,one,plain,a.cycles / b.cycles,,,third way\n"
    "inside,s,w1,one,plain,a.cycles / b.cycles,,,\n"
    "outside,s,w1,one,plain,a.cycles / b.cycles,,,\n"
    "wrong,s,w1,one,plain,c.cycles / c.cycles - a.cycles / 1000,,,\n"
    "edge,s,w1,one,percent,a.zero,,,\n"
    "blocks,s,all,least,plain,a.cycles,,,mean\n"
    "blocks/all,s,all,greatest,plain,a.cycles * 5,,,most\n"
    "blocksmost,s,all,greatest,plain,a.cycles,,,\n"
    "picture,s,w1,one,gain,a.cycles / b.cycles,,,\n"
    "picturegone,s,w1,one,gain,a.cycles / d.cycles,,,\n"
    "unrecorded,s,all,arithmetic,plain,a.cycles / b.never,,,\n"
    "same,s,w1,one,plain,a.cycles / b.cycles,,,\n"
    "percent,s,w1,one,percent,a.cycles / 100 * 13 / 100,,,\n";
static const char alternatives[] = "paper,override,source\np,k=1,A page.\np,l=2,Another.\n";
static const char beside[] = "kind,of,of_label,other,label\n"
                             "sweep,t,with its inputs,s,elsewhere\n"
                             "scope,all,,two,without w3\n";
static const char causes[] = "figure,kind,cause,expression,note\n"
                             "caused,machine,The cause.,2 * c.cycles / c.cycles - 1.0 / 4,\n"
                             "worse,machine,Not it.,a.cycles / c.cycles - 1,\n"
                             "sign,program,Another.,a.cycles / a.cycles - 1.0 / 10,\n"
                             "norun,machine,Who knows.,a.cycles / d.cycles,Perhaps.\n"
                             "moved,machine,In s.,1 + 2 * a.cycles / [e@w1_u].cycles,\n"
                             "there,machine,In s.,2 + a.cycles * 4 / 5 / [e@w1_u].cycles,\n"
                             "below,machine,In s.,12 * a.cycles / [e@w1_u].cycles,Perhaps.\n"
                             "beyond,,,,Perhaps.\n";
static const char plots[] =
    "plot,paper,sweep,title,kind,scopes,mean,form,series,parts,marks,note\n"
    "bars,p,s,Bars,bars,all,geometric,gain,,\"over b=a.cycles / b.cycles; over c=a.cycles / "
    "c.cycles\",geo one,A note.\n"
    "stack,p,s,Stack,stack,all,arithmetic,percent,a=first; b=second,\"cycles=[$].cycles / 1000; "
    "zero=[$].zero / 10\",,\n"
    "means,p,s,Means,means,all,geometric,ratio,,\"over b=a.cycles / b.cycles; over c=a.cycles / "
    "c.cycles\",,A <note>.\n";

static const char source_rows[] = "row,series,workload,setting,pick\n"
                                  "a,a,,,\n"
                                  "b,b,,,\n"
                                  "c,c,,,\n"
                                  "d,d,,,\n"
                                  "e,e,,,\n"
                                  "k,k,,,\n"
                                  "a@w1,a,w1,,\n"
                                  "e@w1_u,e,w1_u,,\n"
                                  "k{opt.k=2},k,,opt.k=2,\n"
                                  "least cycles of k,k,,,least cycles\n"
                                  "greatest cycles of k,k,,,greatest cycles\n"
                                  "a@-_u,a,-_u,,\n"
                                  "a@-_x,a,-_x,,\n"
                                  "bits,bits,,,\n";
static const char statistics[] = "statistic\ncycles\nzero\nnever\nx\n";

#define TEXT(name, text)                                                                           \
    {                                                                                              \
        name, text, text + sizeof text - 1                                                         \
    }
static const catalog_text_t texts[CATALOG_FILES] = {
    TEXT("papers", papers),    TEXT("theirs", theirs),
    TEXT("scopes", scopes),    TEXT("ours", ours),
    TEXT("beside", beside),    TEXT("causes", causes),
    TEXT("plots", plots),      TEXT("alternatives", alternatives),
    TEXT("rows", source_rows), TEXT("statistics", statistics),
};

static char folder[] = "/tmp/lw_report_XXXXXX";
static char database[64], compact[64];
static catalog_t catalog;
static results_t results;

static inline void insert(db_t *db, unsigned i)
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

static inline void add(results_t *r, const char *path)
{
    diag_t d = {{0}};
    *r = (results_t){0};
    if (results_add(r, path, &d))
        fail_msg("%s", d.text);
}

static inline char *export(const results_t *r)
{
    results_names_t stats = {0}, settings = {0};
    out_t o = {0};
    assert_int_equal(page_names(r, &catalog, &stats, &settings), 0);
    assert_int_equal(results_export(r, &stats, &settings, &o), 0);
    page_names_free(&stats);
    page_names_free(&settings);
    return o.text;
}

static inline int report_setup(void **state)
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

static inline int report_teardown(void **state)
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

static inline comparison_t compare(const results_t *r, const char *id)
{
    comparison_t c;
    const figure_t *f = catalog_figure(&catalog, id);
    if (!f)
        fail_msg("no figure %s", id);
    figure_compare(r, f, &c);
    return c;
}

static inline void is(const char *id, double want, const char *grade)
{
    comparison_t c = compare(&results, id);
    if (c.ours.state != VALUE_THERE || fabs(c.ours.v - want) > 1e-9 * (1 + fabs(want)))
        fail_msg("%s is %.12g; expected %.12g", id, c.ours.v, want);
    assert_string_equal(words_grade(&c), grade);
}

#endif
