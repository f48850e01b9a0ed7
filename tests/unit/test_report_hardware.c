/* What formulas name that is of no run: bits, recorded synthesis, memories; what is refused, and
 * what a row that is missing, stale or failed says. */
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

#include "common/unit.h"
#include "report/figure.h"
#include "report/hardware.h"
#include "report/words.h"

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
    rule_t rule = {.sweep = "", .expression = text};
    diag_t d = {{0}};
    value_t v;
    if (expr_check(text, hardware_refused, &d))
        fail_msg("%s", d.text);
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
    gives(&e, "[synth@mrpb/paper/nangate45/sram].area_um2", 300, "make paper");
    gives(&e, "[synth@mrpb/paper/nangate45/sram/policy=1+flush=0].area_um2 / 100", 2, "make paper");
    gives(&e, "[synth@mrpb/paper/nangate45/sram].l1d_percent", 3.5, "make paper");
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
                          "[synth@mrpb/paper/nangate45/sram].cells");
    assert_int_equal(v.state, VALUE_THERE);
    assert_int_equal(v.n_commands, 3);
    assert_int_equal(v.n_runs, 0);
    evidence_free(&e);
}

static void report_302_no_row_no_number(void **state)
{
    (void)state;
    evidence_t e = made();
    lacks(&e, "[synth@mrpb/small/nangate45/flops].area_um2", VALUE_STALE,
          "synthesis of mrpb/small/nangate45/flops, but of other sources than these", "make small");
    lacks(&e, "[synth@mrpb/large/nangate45/flops].area_um2", VALUE_UNDEFINED,
          "synthesis of mrpb/large/nangate45/flops, but a check failed", "make large");
    lacks(&e, "[synth@mrpb/paper/osu018/flops].l1d_percent", VALUE_UNDEFINED,
          "synthesis of mrpb/paper/osu018/flops, but not that column", "make paper");
    lacks(&e, "[synth@mrpb/paper/nangate45/flops].area_um2", VALUE_NOT_RUN,
          "no synthesis of mrpb/paper/nangate45/flops", "./dev evidence -u mrpb synth");
    lacks(&e, "[synth@mrpb/paper/nangate45/sram/policy=1].area_um2", VALUE_NOT_RUN,
          "no synthesis of mrpb/paper/nangate45/sram/policy=1", "./dev evidence -u mrpb synth");
    lacks(NULL, "[synth@mrpb/paper/nangate45/sram].area_um2", VALUE_NOT_RUN,
          "no synthesis of mrpb/paper/nangate45/sram", "./dev evidence -u mrpb synth");
    /* A missing row is the stronger of the two. */
    value_t v = value(&e, "[synth@mrpb/small/nangate45/flops].cells + "
                          "[synth@mrpb/small/nangate45/sram].cells");
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
    static const char *const of[][2] = {{"paper/nangate45/sram", "within half"},
                                        {"small/nangate45/flops", "stale"},
                                        {"large/nangate45/flops", "no value"},
                                        {"large/nangate45/sram", "not run"}};
    for (size_t i = 0; i < sizeof of / sizeof *of; i++) {
        char text[128];
        snprintf(text, sizeof text, "[synth@mrpb/%s].area_um2", of[i][0]);
        f.rule.expression = text;
        figure_compare(&r, &f, &c);
        assert_string_equal(words_grade(&c), of[i][1]);
    }
    /* A difference of points keeps the digits of a value that is written as it is. */
    char words[64];
    f.unit = "%";
    f.value = 0.04;
    f.rule.expression = "[sram@384x64/1rw].l1d_percent / 400"; /* 0.030939 */
    figure_compare(&r, &f, &c);
    words_difference(words, sizeof words, &c);
    assert_string_equal(words, "-0.00906 points");
    evidence_free(&e);
}

static void report_304_refused(void **state)
{
    (void)state;
    static const struct {
        const char *text, *says;
    } bad[] = {
        {"bits.abip", "character 6: no unit"},
        {"[bits@small].abyp", "character 7: bits are of the paper's geometry"},
        {"[least x of bits].abyp", "character 13: of no run"},
        {"[bits{a.b=1}].abyp", "character 2: of no run"},
        {"synth.cells", "character 6: expected @UNIT"},
        {"[synth@abip/paper/osu018/flops].cells", "character 8: no unit"},
        {"[synth@abyp/paper/osu018].cells", "character 25: expected UNIT/GEOMETRY"},
        {"[synth@abyp/tiny/osu018/flops].cells", "character 13: expected paper, small or large"},
        {"[synth@abyp/paper/osu/flops].cells", "character 19: expected osu018, nangate45"},
        {"[synth@abyp/paper/osu018/regs].cells", "character 26: expected flops or sram"},
        {"[synth@abyp/paper/osu018/flops].cell", "character 33: no column of numbers"},
        {"[synth@abyp/paper/osu018/flops].command", "character 33: no column of numbers"},
        {"[synth@abyp/paper/osu018/flops/].cells", "character 32: no parameter of the unit"},
        {"[synth@mrpb/paper/osu018/flops/flash=1].cells", "character 32: no parameter"},
        {"[synth@mrpb/paper/osu018/flops/flush].cells", "character 32: no value"},
        {"[synth@mrpb/paper/osu018/flops/flush=].cells", "character 32: no value"},
        {"[synth@mrpb/paper/osu018/flops/flush=3].cells", "character 32: no value"},
        {"[synth@mrpb/paper/osu018/flops/flush=1x].cells", "character 32: no value"},
        {"[synth@mrpb/paper/osu018/flops/flush=1].cells", "character 32: the geometry's own value"},
        {"[synth@mrpb/paper/osu018/flops/flush=0+policy=1].cells",
         "character 40: parameters stand"},
        {"[synth@mrpb/paper/osu018/flops/flush=0+flush=0].cells", "character 40: parameters stand"},
        {"[synth@mrpb/paper/osu018/flops/policy=1+].cells", "character 41: no parameter"},
        {"[base@mrpb/policy=0].cycles", "character 18: expected the end"}, /* of runs: as ever */
        {"sram.area_mm2", "character 5: expected @ and a memory"},
        {"[sram@384/1rw].area_mm2", "character 10: expected x"},
        {"[sram@384x64/1rw/2].area_mm2", "character 17: expected the end"},
        {"[sram@31x64/1rw].area_mm2", "character 7: no figure: less than 256 B"},
        {"[sram@64x129/1rw].area_mm2", "character 7: no figure"},
        {"[sram@384x64/1rw].area", "character 19: expected access_ns"},
    };
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
        diag_t d = {{0}};
        assert_int_not_equal(expr_check(bad[i].text, hardware_refused, &d), 0);
        if (!strstr(d.text, bad[i].says))
            fail_msg("\"%s\": %s; expected \"%s\"", bad[i].text, d.text, bad[i].says);
    }
    diag_t d = {{0}};
    assert_int_equal(expr_check("[base@w].bits + synthetic.sram", hardware_refused, &d), 0);
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
        snprintf(text, sizeof text, "[synth@abyp/paper/osu018/flops].%s", f->column[i]);
        numbers += !expr_check(text, hardware_refused, &d);
    }
    assert_int_equal(numbers, f->n_columns - 9); /* five keys, two hashes, result, command */
    for (unsigned u = 0; u < unit_registry_count; u++)
        for (unsigned i = 0; i < unit_registry[u]->n_params; i++) {
            const unit_param_t *p = &unit_registry[u]->params[i];
            diag_t d = {{0}};
            uint32_t v = p->value[UNIT_SMALL] == p->min ? p->max : p->min;
            snprintf(text, sizeof text, "[synth@%s/small/osu018/flops/%s=%u].bits",
                     unit_registry[u]->name, p->name, v);
            if (p->min != p->max && expr_check(text, hardware_refused, &d))
                fail_msg("%s", d.text);
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
    return cmocka_run_group_tests(tests, NULL, NULL);
}
