/* The JSON of a run: every counter, exact numbers, fixed bytes; ratios against their definitions.
 */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "stats/json.h"
#include "stats/report.h"

static run_config_t config;
static report_t report;

/* A report in which every counter has a value of its own. */
static int setup(void **state)
{
    (void)state;
    memset(&config, 0, sizeof config);
    memset(&report, 0, sizeof report);
    snprintf(config.name, sizeof config.name, "test");
    for (unsigned i = 0; i < gpu_cfg_key_count; i++)
        gpu_cfg_set(&config.gpu, &gpu_cfg_keys[i], gpu_cfg_keys[i].lo);
    config.gpu.l3_enabled = 1;
    report.engine = "c";
    report.timing = true;
    report.config = &config;
    report.workload.name = "w";
    report.workload.result = "correct";
    uint64_t *counter = (uint64_t *)(void *)&report.stats;
    for (size_t i = 0; i < sizeof report.stats / sizeof *counter; i++)
        counter[i] = 1000 + i;
    return 0;
}

static const cJSON *at(const cJSON *o, const char *group, const char *key)
{
    if (*group)
        o = cJSON_GetObjectItemCaseSensitive(o, group);
    const cJSON *v = cJSON_GetObjectItemCaseSensitive(o, key);
    if (!v)
        fail_msg("no %s.%s", group, key);
    return v;
}

/* The document as a reader sees it. */
static cJSON *reread(char **text)
{
    cJSON *root = report_json(&report);
    assert_non_null(root);
    *text = cJSON_Print(root);
    cJSON_Delete(root);
    cJSON *back = cJSON_Parse(*text);
    assert_non_null(back);
    return back;
}

static void stats_301_every_counter_is_there_with_its_value(void **state)
{
    (void)state;
    char *text;
    cJSON *root = reread(&text);
    const cJSON *totals = at(root, "", "totals");
    for (unsigned i = 0; i < gpu_stat_group_count; i++) {
        const gpu_stat_group_t *g = &gpu_stat_groups[i];
        const char *base = (const char *)&report.stats + g->offset;
        for (unsigned k = 0; k < g->n_stats; k++) {
            const cJSON *v = at(totals, strcmp(g->name, "run") ? g->name : "", g->stats[k].name);
            assert_true(v->valuedouble == (double)gpu_stat_get(base, &g->stats[k]));
        }
    }
    static const char *const keys[] = {"schema", "engine", "config",   "workload", "policies",
                                       "totals", "units",  "per_load", "host"};
    int n = 0;
    for (const cJSON *v = root->child; v; v = v->next, n++)
        assert_string_equal(v->string, keys[n]);
    assert_int_equal(n, 9);
    cJSON_Delete(root);
    cJSON_free(text);
}

static void stats_302_counters_are_exact_beyond_doubles(void **state)
{
    (void)state;
    char *text;
    report.stats.l1d.hits = UINT64_C(18446744073709551615);
    report.stats.sm.issued = (UINT64_C(1) << 53) + 1;
    cJSON_Delete(reread(&text));
    assert_non_null(strstr(text, "\"hits\":\t18446744073709551615"));
    assert_non_null(strstr(text, "\"issued\":\t9007199254740993"));
    cJSON_free(text);
}

static void stats_303_ratios_follow_their_definitions(void **state)
{
    (void)state;
    gpu_stats_t *s = &report.stats;
    s->run.cycles = 2000;
    s->run.warp_instructions = 500;
    s->run.thread_instructions = 12000;
    s->l1d.accesses = 100;
    s->l1d.hits = 50;
    s->l1d.pending_hits = 10;
    s->l1d.misses = 30;
    s->l1d.bypasses = 10;
    s->l3.reads = s->l3.atomics = 0;
    char *text;
    cJSON *root = reread(&text);
    const cJSON *totals = at(root, "", "totals");
    assert_true(at(totals, "", "ipc_warp")->valuedouble == 0.25);
    assert_true(at(totals, "", "ipc_thread")->valuedouble == 6.0);
    assert_true(at(totals, "l1d", "miss_rate")->valuedouble == 0.4);
    assert_true(at(totals, "l1d", "pending_hit_rate")->valuedouble == 0.1);
    assert_true(cJSON_IsNull(at(totals, "l3", "read_miss_rate"))); /* of nothing */
    double energy = 0;
    const cJSON *e = at(totals, "", "energy"), *item;
    cJSON_ArrayForEach(item, at(e, "", "items")) energy += at(item, "", "nj")->valuedouble;
    double total = at(e, "", "total_nj")->valuedouble;
    assert_true(total > 0 && fabs(total - energy) < 1e-7 * total);
    cJSON_Delete(root);
    cJSON_free(text);
}

static void stats_304_the_engine_stands_in_one_place(void **state)
{
    (void)state;
    char *c, *lockstep;
    report.n_policies = 1;
    report.policy[0].name = "abyp";
    cJSON_Delete(reread(&c));
    report.engine = "lockstep";
    cJSON_Delete(reread(&lockstep));
    char *in_c = strstr(c, "\"c\""), *in_l = strstr(lockstep, "\"lockstep\"");
    assert_non_null(in_c);
    assert_non_null(in_l);
    assert_int_equal(in_c - c, in_l - lockstep);
    assert_memory_equal(c, lockstep, (size_t)(in_c - c));
    assert_string_equal(in_c + strlen("\"c\""), in_l + strlen("\"lockstep\""));
    cJSON_free(c);
    cJSON_free(lockstep);
}

static void stats_305_abyp_pays_for_its_table(void **state)
{
    (void)state;
    report_policy_t *p = &report.policy[0];
    report.n_policies = 1;
    p->name = "abyp";
    p->n_rows = 4;
    p->row[0] = (report_row_t){"lookups", false, 100, 0};
    p->row[1] = (report_row_t){"increments", false, 20, 0};
    p->row[2] = (report_row_t){"decrements", false, 3, 0};
    p->row[3] = (report_row_t){"coverage", true, 0, 0.5};
    const energy_policies_t e = report_energy_policies(&report);
    assert_true(e.predictor.present);
    assert_int_equal(e.predictor.table_accesses, 123);
    assert_int_equal(e.n_units, 0);
    p->name = "other";
    assert_false(report_energy_policies(&report).predictor.present);
}

static void stats_320_a_unit_that_was_measured_has_its_events(void **state)
{
    (void)state;
    report_policy_t *p = &report.policy[0];
    report.n_policies = 1;
    p->name = "apcm";
    p->n_rows = 3;
    p->row[0] = (report_row_t){"bypass_requests", false, 7, 0};
    p->row[1] = (report_row_t){"requests", false, 50, 0};
    p->row[2] = (report_row_t){"streams", false, 3, 0};
    const energy_policies_t e = report_energy_policies(&report);
    assert_false(e.predictor.present);
    assert_int_equal(e.n_units, 1);
    assert_ptr_equal(e.unit[0].unit, energy_unit_of("apcm"));
    assert_int_equal(e.unit[0].events, 50);
}

static void stats_321_the_loads_with_most_requests(void **state)
{
    (void)state;
    static const uint64_t requests[] = {5, 40, 7, 40, 1, 0};
    static const unsigned order[] = {1, 3, 2, 0};
    gpu_load_row_t rows[6];
    memset(rows, 0, sizeof rows);
    for (unsigned i = 0; i < 6; i++) {
        rows[i].kernel = "k";
        rows[i].pc = 8 * i;
        rows[i].s.requests = requests[i];
    }
    rows[1].s.hits = 10;
    rows[1].s.pending_hits = 10;
    rows[1].s.misses = 15;
    rows[1].s.bypasses = 5;
    report.loads = rows;
    char *text;
    for (report.n_loads = 0; report.n_loads <= 6; report.n_loads += 3) {
        cJSON *root = reread(&text);
        const cJSON *top = at(root, "totals", "top_loads");
        assert_int_equal(cJSON_GetArraySize(top), report.n_loads > 4 ? 4 : report.n_loads);
        for (int i = 0; report.n_loads == 6 && i < 4; i++) {
            const cJSON *l = cJSON_GetArrayItem(top, i);
            assert_true(at(l, "", "pc")->valuedouble == 8.0 * order[i]);
            assert_true(at(l, "", "requests")->valuedouble == (double)requests[order[i]]);
            if (i == 0)
                assert_true(at(l, "", "miss_rate")->valuedouble == 0.5);
            else
                assert_true(cJSON_IsNull(at(l, "", "miss_rate")));
        }
        cJSON_Delete(root);
        cJSON_free(text);
    }
}

static double num(const cJSON *o, const char *group, const char *key)
{
    return at(o, group, key)->valuedouble;
}

static void stats_306_traffic_and_latency_by_their_definitions(void **state)
{
    (void)state;
    gpu_cfg_t *g = &config.gpu;
    gpu_stats_t *s = &report.stats;
    g->header_bytes = 8;
    g->flit_bytes = 32;
    g->core_mhz = 1400;
    g->icnt_mhz = 700;
    g->l2_mhz = 280;
    g->dram_mhz = 350;
    s->icnt_req = (gpu_stats_icnt_t){.packets_in = 10,
                                     .read_packets = 5,
                                     .write_packets = 5,
                                     .atomic_packets = 2,
                                     .flits = 20,
                                     .payload_bytes = 448,
                                     .atomic_payload_bytes = 64,
                                     .read_cycles = 50};
    s->icnt_reply = (gpu_stats_icnt_t){.packets_in = 10,
                                       .read_packets = 7,
                                       .write_packets = 3,
                                       .atomic_packets = 2,
                                       .flits = 30,
                                       .payload_bytes = 704,
                                       .atomic_payload_bytes = 64,
                                       .read_cycles = 100};
    s->l2.read_cycles = 36;
    s->l2.reads = 4;
    s->l3.read_cycles = 14;
    s->l3.reads = 2;
    s->dram.read_latency_sum = 30;
    s->dram.reads = 3;
    s->latency = (gpu_stats_latency_t){.l1_requests = 3,
                                       .l1_cycles = 60,
                                       .pending_requests = 0,
                                       .pending_cycles = 0,
                                       .l2_requests = 1,
                                       .l2_cycles = 200};
    char *text;
    cJSON *root = reread(&text);
    const cJSON *totals = at(root, "", "totals"), *traffic = at(totals, "", "traffic");
    const cJSON *req = at(traffic, "", "icnt_request"), *reply = at(traffic, "", "icnt_reply");
    assert_true(num(req, "read", "packets") == 5 && num(req, "read", "header_bytes") == 40);
    assert_true(num(req, "read", "payload_bytes") == 0);
    assert_true(num(req, "write", "packets") == 3 && num(req, "write", "payload_bytes") == 384);
    assert_true(num(req, "atomic", "packets") == 2 && num(req, "atomic", "payload_bytes") == 64);
    assert_true(num(req, "", "bytes") == 640);
    assert_true(num(req, "", "padding_bytes") == 640 - 448 - 80);
    assert_true(num(reply, "data", "packets") == 5 && num(reply, "data", "payload_bytes") == 640);
    assert_true(num(reply, "acknowledgement", "packets") == 3);
    assert_true(num(reply, "acknowledgement", "payload_bytes") == 0);
    assert_true(num(reply, "atomic", "payload_bytes") == 64);
    assert_true(num(reply, "", "padding_bytes") == 960 - 704 - 80);
    const cJSON *latency = at(totals, "", "latency");
    assert_true(num(latency, "", "l1_mean") == 20);
    assert_true(cJSON_IsNull(at(latency, "", "pending_mean")));
    assert_true(num(latency, "", "mean") == 65);
    /* In core cycles: two to one of the crossbars, five to one of the L2, four to one of the DRAM.
     */
    assert_true(num(latency, "segments", "request_crossbar") == 20);
    assert_true(num(latency, "segments", "reply_crossbar") == 40);
    assert_true(num(latency, "segments", "l2") == 45);
    assert_true(num(latency, "segments", "l3") == 35);
    assert_true(num(latency, "segments", "dram") == 40);
    cJSON_Delete(root);
    cJSON_free(text);
}

static void stats_307_components_sum_to_the_energy(void **state)
{
    (void)state;
    char *text;
    cJSON *root = reread(&text);
    const cJSON *e = at(at(root, "", "totals"), "", "energy"), *part, *item;
    double all = 0;
    cJSON_ArrayForEach(part, at(e, "", "components"))
    {
        double nj = 0;
        cJSON_ArrayForEach(item,
                           at(e, "", "items")) if (!strcmp(at(item, "", "component")->valuestring,
                                                           part->string)) nj += num(item, "", "nj");
        assert_true(nj > 0 && fabs(nj - num(part, "", "nj")) < 1e-7 * nj);
        all += num(part, "", "nj");
    }
    assert_true(fabs(all - num(e, "", "total_nj")) < 1e-7 * all);
    cJSON_Delete(root);
    cJSON_free(text);
}

/* The summary's lines, checked for their number and width. */
static unsigned lines_of_summary(char **text)
{
    size_t bytes = 0;
    FILE *f = open_memstream(text, &bytes);
    report_print(&report, f);
    fclose(f);
    unsigned n = 0;
    for (const char *at = *text, *end; (end = strchr(at, '\n')); at = end + 1, n++)
        assert_true(end - at <= REPORT_COLUMNS);
    assert_true(n <= REPORT_LINES);
    return n;
}

static void stats_308_the_summary_fits_a_screen_whatever_the_numbers(void **state)
{
    (void)state;
    static gpu_load_row_t loads[5];
    uint64_t *counter = (uint64_t *)(void *)&report.stats;
    for (size_t i = 0; i < sizeof report.stats / sizeof *counter; i++)
        counter[i] = UINT64_C(1000000000000) + i;
    for (unsigned i = 0; i < 5; i++)
        loads[i] = (gpu_load_row_t){.kernel = "a_kernel_whose_name_goes_on_and_on_and_on",
                                    .pc = 0xfffff0 + i,
                                    .s = {.misses = UINT64_C(1) << 60, .requests = UINT64_MAX}};
    report.workload.name = "a_workload_whose_name_goes_on_and_on_and_on_and_on_and_on_and_on.ptx";
    report.workload.scale = "default";
    report.stopped = true;
    report.loads = loads;
    report.n_loads = 5;
    report.host.rtl_evals = report.host.rtl_ticks = UINT64_MAX;
    for (unsigned policies = 0; policies <= REPORT_MAX_POLICIES; policies++) {
        report.n_policies = policies;
        for (unsigned p = 0; p < policies; p++) {
            report.policy[p].name = "policy";
            report.policy[p].n_rows = REPORT_MAX_ROWS;
            for (unsigned i = 0; i < REPORT_MAX_ROWS; i++)
                report.policy[p].row[i] =
                    (report_row_t){"what_it_did_with_a_long_name", i & 1, 1u << i % 30, 0.5};
        }
        char *text = NULL;
        lines_of_summary(&text);
        unsigned named = 0;
        for (const char *at = text; (at = strstr(at, "\n  policy ")); at++)
            named++;
        assert_int_equal(named, policies); /* none is left out */
        free(text);
    }
}

static void stats_309_the_summary_names_the_loads_that_miss_most(void **state)
{
    (void)state;
    static gpu_load_row_t loads[5];
    static const uint64_t misses[5] = {7, 0, 30, 7, 30};
    for (unsigned i = 0; i < 5; i++)
        loads[i] = (gpu_load_row_t){
            "k", 0x10 + i, {.misses = misses[i] / 2, .bypasses = misses[i] - misses[i] / 2}};
    report.loads = loads;
    report.n_loads = 5;
    char *text = NULL;
    lines_of_summary(&text);
    /* By misses, of equals the first; three. */
    const char *a = strstr(text, " 0x12 "), *b = strstr(text, " 0x14 "),
               *c = strstr(text, " 0x10 ");
    assert_non_null(a);
    assert_true(b > a && c > b);
    assert_null(strstr(text, " 0x13 "));
    assert_null(strstr(text, " 0x11 "));
    free(text);
    report.n_loads = 2; /* one that misses, one that does not */
    lines_of_summary(&text);
    assert_non_null(strstr(text, " 0x10 "));
    assert_null(strstr(text, " 0x11 "));
    free(text);
}

static void stats_310_the_summary_says_what_it_is_of(void **state)
{
    (void)state;
    gpu_stats_t *s = &report.stats;
    s->run.cycles = 2000;
    s->run.thread_instructions = 12000;
    s->run.warp_instructions = 500;
    s->latency = (gpu_stats_latency_t){.l1_requests = 3,
                                       .l1_cycles = 60,
                                       .l2_requests = 1,
                                       .l2_cycles = 200,
                                       .dram_requests = 2,
                                       .dram_cycles = 1000};
    s->dram.read_bytes = 4096;
    s->dram.write_bytes = 0;
    char *text = NULL;
    lines_of_summary(&text);
    assert_non_null(strstr(text, "w on test, engine c: result correct\n"));
    assert_non_null(strstr(text, "  cycles   2000   IPC 6.000 (threads), 0.2500 (warps)\n"));
    assert_non_null(strstr(text, "  latency  L1 20, L2 200, DRAM 500, mean 210 core cycles\n"));
    assert_non_null(strstr(text, "from DRAM 4 KB, to DRAM 0 B\n"));
    free(text);
}

int main(void)
{
#define CASE(f) cmocka_unit_test_setup(f, setup)
    const struct CMUnitTest tests[] = {
        CASE(stats_301_every_counter_is_there_with_its_value),
        CASE(stats_302_counters_are_exact_beyond_doubles),
        CASE(stats_303_ratios_follow_their_definitions),
        CASE(stats_304_the_engine_stands_in_one_place),
        CASE(stats_305_abyp_pays_for_its_table),
        CASE(stats_320_a_unit_that_was_measured_has_its_events),
        CASE(stats_321_the_loads_with_most_requests),
        CASE(stats_306_traffic_and_latency_by_their_definitions),
        CASE(stats_307_components_sum_to_the_energy),
        CASE(stats_308_the_summary_fits_a_screen_whatever_the_numbers),
        CASE(stats_309_the_summary_names_the_loads_that_miss_most),
        CASE(stats_310_the_summary_says_what_it_is_of),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
