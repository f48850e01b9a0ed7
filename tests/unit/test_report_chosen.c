/* A parameter chosen by a sweep over programs, and cross-validated (data/views/abyp_chosen.sql):
 * from records made by hand, and the recorded one. */
#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "report/tables.h"

/* One run: at a threshold, or 0, the baseline. */
typedef struct case_run {
    const char *workload;
    unsigned threshold;
    double cycles, nj;
} case_run_t;

/* The rows of a query over the record of these runs, "a|b c|d". */
static void ask(const catalog_text_t *record, const char *query, char *answer, size_t size)
{
    diag_t d = {{0}};
    db_t *db = NULL;
    size_t n = 0;
    if (tables_open(&db, &d) || tables_add_text(db, record, &d) != 1)
        fail_msg("%s", d.text);
    sqlite3_stmt *s = db_prepare(db, query, &d);
    assert_non_null(s);
    answer[0] = 0;
    while (db_step(db, s, &d) == 1)
        for (int i = 0; i < sqlite3_column_count(s); i++)
            n += (size_t)snprintf(answer + n, size - n, "%s%s",
                                  i   ? "|"
                                  : n ? " "
                                      : "",
                                  (const char *)sqlite3_column_text(s, i));
    assert_string_equal(d.text, "");
    sqlite3_finalize(s);
    db_close(db);
}

static void expect(const case_run_t *run, unsigned n_runs, const char *query, const char *wanted)
{
    char text[8192], answer[512];
    size_t n =
        (size_t)snprintf(text, sizeof text, "%s\n",
                         "workload,scale,configuration,cycles,warp_instructions,accesses,hits,"
                         "pending_hits,misses,bypasses,late_fills,evictions,zero_reuse_evictions,"
                         "l1_nj,l1_dynamic_mw,l1_static_mw,predictions,bypass_predictions,"
                         "wrong_bypasses,wrong_replaced,dead_accesses");
    for (unsigned i = 0; i < n_runs; i++) {
        char configuration[32] = "baseline";
        if (run[i].threshold)
            snprintf(configuration, sizeof configuration, "abyp-%u", run[i].threshold);
        n += (size_t)snprintf(text + n, sizeof text - n, "%s,default,%s,%g,,,,,,,,,,%g,,,,,,,\n",
                              run[i].workload, configuration, run[i].cycles, run[i].nj);
    }
    const catalog_text_t record = {"made", text, text + n};
    ask(&record, query, answer, sizeof answer);
    assert_string_equal(answer, wanted);
}

static const char choice[] =
    "SELECT threshold, programs, speedup, \"cross-validated\" FROM \"abyp-choice\"";

/* a gains 4 at 1 and 1 at 2, b 1 at 1 and 2 at 2: both together choose 1 (2 against 1.41), a alone
 * 1, b alone 2. Each at the other's value: a at 2, b at 1, no gain. nw_u is none of the programs.
 */
static void report_400_each_at_what_the_others_choose(void **state)
{
    (void)state;
    static const case_run_t run[] = {{"a", 0, 400, 10}, {"a", 1, 100, 5}, {"a", 2, 400, 5},
                                     {"b", 0, 400, 10}, {"b", 1, 400, 5}, {"b", 2, 200, 5},
                                     {"nw_u", 0, 1, 1}, {"nw_u", 1, 9, 9}};
    const unsigned n = sizeof run / sizeof *run;
    expect(run, n, choice, "1|2|+100.0 %|+0.0 %");
    expect(run, n, "SELECT * FROM \"abyp-chosen\"", "a|2|+0.0 %|+300.0 % b|1|+0.0 %|+0.0 %");
}

/* Within 0.25 points of the best the least energy decides, on a tie the least value. */
static void report_401_close_gains_by_energy(void **state)
{
    (void)state;
    static const case_run_t close[] = {
        {"a", 0, 100000, 10}, {"a", 1, 50000, 9}, {"a", 2, 50050, 8}, {"a", 3, 50050, 8},
        {"b", 0, 100000, 10}, {"b", 1, 50000, 9}, {"b", 2, 50050, 8}, {"b", 3, 50050, 8}};
    static const case_run_t far[] = {{"a", 0, 100000, 10}, {"a", 1, 50000, 9}, {"a", 2, 50070, 8},
                                     {"b", 0, 100000, 10}, {"b", 1, 50000, 9}, {"b", 2, 50070, 8}};
    static const char value[] = "SELECT value FROM abyp_chosen WHERE left_out IS NULL";
    expect(close, 8, value, "2"); /* +100 and +99.80 % */
    expect(far, 6, value, "1");   /* +100 and +99.72 % */
}

/* Where a program lacks a value, nothing is chosen. */
static void report_402_a_record_with_gaps_chooses_nothing(void **state)
{
    (void)state;
    static const case_run_t run[] = {{"a", 0, 2, 1}, {"a", 1, 1, 1}, {"a", 2, 1, 1},
                                     {"b", 0, 2, 1}, {"b", 1, 1, 1}, {"b", 2, 1, 1}};
    expect(run, 6, choice, "1|2|+100.0 %|+100.0 %");
    expect(run, 5, choice, "");
    expect(run, 4, choice, "");
    expect(run, 0, choice, "");
}

/* The recorded sweep has every program of the paper at every threshold. */
static void report_403_recorded(void **state)
{
    (void)state;
    char answer[512];
    ask(&tables_abyp,
        "SELECT count(*), count(DISTINCT workload) FROM abyp WHERE of_13 AND configuration LIKE "
        "'abyp-%'",
        answer, sizeof answer);
    assert_string_equal(answer, "195|13"); /* a counter has 4 bits */
    ask(&tables_abyp, "SELECT threshold, programs FROM \"abyp-choice\"", answer, sizeof answer);
    assert_string_equal(answer, "1|13");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(report_400_each_at_what_the_others_choose),
        cmocka_unit_test(report_401_close_gains_by_energy),
        cmocka_unit_test(report_402_a_record_with_gaps_chooses_nothing),
        cmocka_unit_test(report_403_recorded),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
