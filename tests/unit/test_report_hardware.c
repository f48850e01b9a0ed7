/* What formulas name that is of no run: bits, recorded synthesis, memories; what is refused, and
 * what a row that is missing, stale or failed says. */
#include <math.h>

#include "common/unit.h"
#include "formula_rig.h"
#include "report/figure.h"
#include "report/hardware.h"
#include "report/words.h"

/* Names of rows are free: their workload says what they are. */
static const char rows[] = ROWS_HEAD "bits,bits,,,\n"
                                     "mrpb,synth,mrpb/paper/nangate45/sram,,\n"
                                     "fixed,synth,mrpb/paper/nangate45/sram/policy=1+flush=0,,\n"
                                     "policy,synth,mrpb/paper/nangate45/sram/policy=1,,\n"
                                     "stale,synth,mrpb/small/nangate45/flops,,\n"
                                     "failed,synth,mrpb/large/nangate45/flops,,\n"
                                     "osu,synth,mrpb/paper/osu018/flops,,\n"
                                     "gone,synth,mrpb/paper/nangate45/flops,,\n"
                                     "small,synth,mrpb/small/nangate45/sram,,\n"
                                     "sram@384x64/1rw,sram,384x64/1rw,,\n"
                                     "sram@384x64/1r1w,sram,384x64/1r1w,,\n"
                                     "sram@448x64/1rw,sram,448x64/1rw,,\n";
static const char statistics[] = "statistic\ncycles\n";
static formula_rig_t rig;

static const char head[] =
    "unit,geometry,library,memories,params,rtl,flow,node_nm,period_ns,toggle,bits,contract_bits,"
    "cells,macros,area_um2,macro_area_um2,critical_ns,fmax_mhz,dynamic_mw,leakage_mw,l1d_percent,"
    "result,command\n";

/* A row of mrpb with these sources' hashes, or with another flow. */
static void add_row(evidence_t *e, const char *key, double area, const char *l1d, bool stale,
                    const char *result)
{
    char rtl[EVIDENCE_HASH], flow[EVIDENCE_HASH];
    char text[1024];
    diag_t d = {{0}};
    evidence_sources("mrpb", "rtl", rtl);
    evidence_sources("mrpb", "flow", flow);
    snprintf(text, sizeof text,
             "%smrpb,%s,%s,%s,45,1,0.1,10,10,5,0,%g,0.0,0.5,2000,1,1,%s,%s,make %.*s\n", head, key,
             rtl, stale ? "0123456789abcdef" : flow, area, l1d, result, (int)strcspn(key, ","),
             key);
    if (evidence_add(e, "made.csv", text, strlen(text), &d))
        fail_msg("%s", d.text);
}

static evidence_t made(void)
{
    evidence_t e = {0};
    add_row(&e, "paper,nangate45,sram,", 300, "3.5", false, "passed");
    add_row(&e, "paper,nangate45,sram,policy=1+flush=0", 200, "2.5", false, "passed");
    add_row(&e, "small,nangate45,flops,", 100, "1.5", true, "passed");
    add_row(&e, "large,nangate45,flops,", 400, "4.5", false, "failed");
    add_row(&e, "paper,osu018,flops,", 900, "", false, "passed");
    return e;
}

/* A formula over that evidence, of no sweep. */
static value_t value(const evidence_t *e, const char *text)
{
    results_t r = {.evidence = e};
    rule_t rule = {.sweep = "", .formula = rig_formula(&rig, text)};
    value_t v;
    value_over(&r, &rule, NULL, &v);
    return v;
}

static void gives(const evidence_t *e, const char *text, double want, const char *command)
{
    value_t v = value(e, text);
    if (v.state != VALUE_THERE || fabs(v.v - want) > 1e-9 * (1 + fabs(want)))
        fail_msg("\"%s\" is %g (%d); expected %g", text, v.v, (int)v.state, want);
    assert_int_equal(v.n_commands, 1);
    assert_string_equal(v.command[0], command);
}

static void lacks(const evidence_t *e, const char *text, value_state_t state, const char *missing,
                  const char *command)
{
    value_t v = value(e, text);
    if (v.state != state || strcmp(v.missing, missing))
        fail_msg("\"%s\" is %d, \"%s\"; expected %d, \"%s\"", text, (int)v.state, v.missing,
                 (int)state, missing);
    assert_true(v.v == 0); /* no old number */
    assert_string_equal(v.command[0], command);
}

static void report_300_values(void **state)
{
    (void)state;
    evidence_t e = made();
    gives(&e, "mrpb.area_um2", 300, "make paper");
    gives(&e, "fixed.area_um2 / 100", 2, "make paper");
    gives(&e, "mrpb.l1d_percent", 3.5, "make paper");
    /* 48 queues of 8 entries: a row of the table, in either kind of port */
    gives(&e, "[sram@384x64/1rw].area_mm2", 0.011695, "lockwarp synth --memory 384x64/1rw");
    gives(&e, "1 / [sram@384x64/1r1w].access_ns", 1 / 0.262056,
          "lockwarp synth --memory 384x64/1r1w");
    /* of the L1D's 0.0945 mm2 */
    gives(&e, "[sram@384x64/1rw].l1d_percent", 100 * 0.011695 / 0.0945,
          "lockwarp synth --memory 384x64/1rw");
    /* half way between 3072 and 4096 bytes */
    gives(&e, "[sram@448x64/1rw].area_mm2", (0.011695 + 0.015032) / 2,
          "lockwarp synth --memory 448x64/1rw");
    gives(NULL, "bits.[mrpb.slot] * 2 + bits.[mrpb.slot]", 3 * 66, "lockwarp list units");
    evidence_free(&e);
}

static void report_301_each_command_once(void **state)
{
    (void)state;
    evidence_t e = made();
    value_t v = value(&e, "[sram@384x64/1rw].area_mm2 / [sram@384x64/1rw].access_ns + bits.mrpb - "
                          "mrpb.cells");
    assert_int_equal(v.state, VALUE_THERE);
    assert_int_equal(v.n_commands, 3);
    assert_int_equal(v.n_runs, 0);
    evidence_free(&e);
}

static void report_302_no_row_no_number(void **state)
{
    (void)state;
    evidence_t e = made();
    lacks(&e, "stale.area_um2", VALUE_STALE,
          "synthesis of mrpb/small/nangate45/flops, but of other sources than these", "make small");
    lacks(&e, "failed.area_um2", VALUE_UNDEFINED,
          "synthesis of mrpb/large/nangate45/flops, but a check failed", "make large");
    lacks(&e, "osu.l1d_percent", VALUE_UNDEFINED,
          "synthesis of mrpb/paper/osu018/flops, but not that column", "make paper");
    lacks(&e, "gone.area_um2", VALUE_NOT_RUN, "no synthesis of mrpb/paper/nangate45/flops",
          "./dev evidence -u mrpb synth");
    lacks(&e, "policy.area_um2", VALUE_NOT_RUN,
          "no synthesis of mrpb/paper/nangate45/sram/policy=1", "./dev evidence -u mrpb synth");
    lacks(NULL, "mrpb.area_um2", VALUE_NOT_RUN, "no synthesis of mrpb/paper/nangate45/sram",
          "./dev evidence -u mrpb synth");
    /* A missing row is the stronger of the two. */
    value_t v = value(&e, "stale.cells + "
                          "small.cells");
    assert_int_equal(v.state, VALUE_NOT_RUN);
    evidence_free(&e);
}

static void report_303_grades(void **state)
{
    (void)state;
    evidence_t e = made();
    results_t r = {.evidence = &e};
    figure_t f = {.id = "f",
                  .value = 250,
                  .unit = "um2",
                  .has_rule = true,
                  .input = "",
                  .rule = {.sweep = ""}};
    comparison_t c;
    static const char *const of[][2] = {{"mrpb.area_um2", "within half"},
                                        {"stale.area_um2", "stale"},
                                        {"failed.area_um2", "no value"},
                                        {"gone.area_um2", "not run"}};
    for (size_t i = 0; i < sizeof of / sizeof *of; i++) {
        f.rule.formula = rig_formula(&rig, of[i][0]);
        figure_compare(&r, &f, &c);
        assert_string_equal(words_grade(&c), of[i][1]);
    }
    /* A difference of points keeps the digits of a value that is written as it is. */
    char words[64];
    f.unit = "%";
    f.value = 0.04;
    f.rule.formula = rig_formula(&rig, "[sram@384x64/1rw].l1d_percent / 400"); /* 0.030939 */
    figure_compare(&r, &f, &c);
    words_difference(words, sizeof words, &c);
    assert_string_equal(words, "-0.00906 points");
    evidence_free(&e);
}

/* A row that could have no value. */
static void report_304_refused(void **state)
{
    (void)state;
    static const struct {
        const char *row, *says;
    } bad[] = {
        {"r,bits,small,,", "bits are of all units; expected no workload"},
        {"r,bits,,,least cycles", "of no run: it has no settings"},
        {"r,bits,,a.b=1,", "of no run: it has no settings"},
        {"r,synth,,,", "no unit of that name"},
        {"r,synth,abip/paper/osu018/flops,,", "no unit of that name"},
        {"r,synth,abyp,,", "expected UNIT/GEOMETRY/LIBRARY/MEMORIES"},
        {"r,synth,abyp/paper/osu018,,", "expected UNIT/GEOMETRY/LIBRARY/MEMORIES"},
        {"r,synth,abyp/tiny/osu018/flops,,", "expected the geometry paper, small or large"},
        {"r,synth,abyp/paper/osu/flops,,", "expected the library osu018, nangate45"},
        {"r,synth,abyp/paper/osu018/regs,,", "expected the memories flops or sram"},
        {"r,synth,abyp/paper/osu018/flops/,,", "no parameter of the unit"},
        {"r,synth,mrpb/paper/osu018/flops/flash=1,,", "no parameter of the unit"},
        {"r,synth,mrpb/paper/osu018/flops/flush,,", "no value that the parameter may have"},
        {"r,synth,mrpb/paper/osu018/flops/flush=,,", "no value that the parameter may have"},
        {"r,synth,mrpb/paper/osu018/flops/flush=3,,", "no value that the parameter may have"},
        {"r,synth,mrpb/paper/osu018/flops/flush=1x,,", "no value that the parameter may have"},
        {"r,synth,mrpb/paper/osu018/flops/flush=1,,", "the geometry's own value"},
        {"r,synth,mrpb/paper/osu018/flops/flush=0+policy=1,,", "parameters stand"},
        {"r,synth,mrpb/paper/osu018/flops/flush=0+flush=0,,", "parameters stand"},
        {"r,synth,mrpb/paper/osu018/flops/policy=1+,,", "no parameter of the unit"},
        {"r,sram,,,", "character 1: expected"},
        {"r,sram,384/1rw,,", "character 4: expected x"},
        {"r,sram,384x64/1rw/2,,", "character 11: expected the end"},
        {"r,sram,31x64/1rw,,", "no figure: less than 256 B"},
        {"r,sram,64x129/1rw,,", "no figure: less than 256 B, or words wider than 128 bits"},
    };
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
        formula_rig_t g;
        diag_t d = {{0}};
        char text[200];
        snprintf(text, sizeof text, ROWS_HEAD "%s\n", bad[i].row);
        if (!rig_read(&g, text, statistics, &d) || !strstr(d.text, "rows.csv:2: \"r\": ") ||
            !strstr(d.text, bad[i].says))
            fail_msg("\"%s\": %s; expected \"%s\"", bad[i].row, d.text, bad[i].says);
        rig_close(&g);
    }
}

/* Every column of numbers may be named; every parameter of every unit, too. */
static void report_305_what_may_be_named(void **state)
{
    (void)state;
    const evidence_form_t *f = &evidence_forms[EVIDENCE_SYNTH];
    unsigned numbers = 0;
    char text[200];
    for (unsigned i = 0; i < f->n_columns; i++) {
        diag_t d = {{0}};
        formula_t *x;
        snprintf(text, sizeof text, "mrpb.%s", f->column[i]);
        numbers += !rig_add(&rig, text, false, &x, &d);
    }
    assert_int_equal(numbers, f->n_columns - 9); /* five keys, two hashes, result, command */
    for (unsigned u = 0; u < unit_registry_count; u++)
        for (unsigned i = 0; i < unit_registry[u]->n_params; i++) {
            const unit_param_t *p = &unit_registry[u]->params[i];
            formula_rig_t g;
            diag_t d = {{0}};
            uint32_t v = p->value[UNIT_SMALL] == p->min ? p->max : p->min;
            snprintf(text, sizeof text, ROWS_HEAD "r,synth,%s/small/osu018/flops/%s=%u,,\n",
                     unit_registry[u]->name, p->name, v);
            if (rig_read(&g, text, statistics, &d) && p->min != p->max)
                fail_msg("%s", d.text);
            rig_close(&g);
        }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(report_300_values),
        cmocka_unit_test(report_301_each_command_once),
        cmocka_unit_test(report_302_no_row_no_number),
        cmocka_unit_test(report_303_grades),
        cmocka_unit_test(report_304_refused),
        cmocka_unit_test(report_305_what_may_be_named),
    };
    rig = (formula_rig_t){.rows_text = rows, .statistics_text = statistics};
    rig_of_all = &rig;
    return cmocka_run_group_tests(tests, rig_setup, rig_teardown);
}
