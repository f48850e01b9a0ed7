/* Differences of two runs: hand-made results whose rankings are worked out here. */
#include <errno.h>
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

#include "common/file.h"
#include "stats/diff.h"

static char dir[] = "/tmp/lw_diff_XXXXXX";
static char path[64];

static int setup(void **state)
{
    (void)state;
    if (!mkdtemp(dir))
        return -1;
    snprintf(path, sizeof path, "%s/r.json", dir);
    return 0;
}

static int teardown(void **state)
{
    (void)state;
    unlink(path);
    return rmdir(dir);
}

static cJSON *read_text(const char *text, size_t bytes, diag_t *d)
{
    d->text[0] = 0;
    assert_int_equal(file_write(path, text, bytes, d), 0);
    return diff_read(path, d);
}

static cJSON *doc_of(const char *text)
{
    diag_t d;
    cJSON *doc = read_text(text, strlen(text), &d);
    if (!doc)
        fail_msg("%s", d.text);
    return doc;
}

/* Two runs of one kernel on a machine of two schedulers. */
#define WORKLOAD(seed)                                                                             \
    "\"workload\": {\"name\": \"w\", \"scale\": \"tiny\", \"seed\": " seed                         \
    ", \"kernel_hash\": \"00ff\", \"result\": \"correct\"}"
#define STALLS(all, issued, memory, idle)                                                          \
    "\"stalls\": {\"scheduler_cycles\": " all ", \"issued\": " issued ", \"structural\": 0, "      \
    "\"raw_memory\": " memory ", \"raw_data\": 0, \"idle\": " idle "}"
#define RUN_A                                                                                      \
    "{\"schema\": \"lockwarp.run/1\", \"engine\": \"c\", \"config\": {\"name\": \"m\", "           \
    "\"core_mhz\": 1000}, " WORKLOAD(                                                              \
        "7") ", \"policies\": [], \"totals\": {\"stopped\": false, \"cycles\": 100, "              \
             "\"warp_instructions\": 40, \"thread_instructions\": 1280, "                          \
             "\"sm\": {\"scheduler_cycles\": 200, \"issued\": 40, \"stall_raw_memory\": 120, "     \
             "\"stall_idle\": 40}, \"l1d\": {\"accesses\": 1000, \"hits\": 500, \"misses\": 500, " \
             "\"fills\": 500, \"fail_mshr_full\": 100, \"fail_merge_full\": 60, "                  \
             "\"hit_rate\": 0.5}, \"ipc_thread\": 12.8, " STALLS(                                  \
                 "200", "40", "120",                                                               \
                 "40") "}, \"units\": {}, \"per_load\": ["                                         \
                       "{\"kernel\": \"k\", \"pc\": 8, \"misses\": 300, \"bypasses\": 0, "         \
                       "\"latency_sum\": 6000}, "                                                  \
                       "{\"kernel\": \"k\", \"pc\": 16, \"misses\": 200, \"bypasses\": 0, "        \
                       "\"latency_sum\": 4000}], \"host\": {\"wall_s\": 1}}"
#define RUN_B                                                                                      \
    "{\"schema\": \"lockwarp.run/1\", \"engine\": \"lockstep\", \"config\": {\"name\": \"m\", "    \
    "\"core_mhz\": 1000}, " WORKLOAD(                                                              \
        "7") ", \"policies\": [], \"totals\": {\"stopped\": false, \"cycles\": 80, "               \
             "\"warp_instructions\": 40, \"thread_instructions\": 1280, "                          \
             "\"sm\": {\"scheduler_cycles\": 160, \"issued\": 40, \"stall_raw_memory\": 70, "      \
             "\"stall_idle\": 50}, \"l1d\": {\"accesses\": 1000, \"hits\": 600, \"misses\": 400, " \
             "\"fills\": 400, \"fail_mshr_full\": 10, \"fail_merge_full\": 90, "                   \
             "\"hit_rate\": 0.6}, \"ipc_thread\": 16, " STALLS(                                    \
                 "160", "40", "70",                                                                \
                 "50") "}, \"units\": {}, \"per_load\": ["                                         \
                       "{\"kernel\": \"k\", \"pc\": 8, \"misses\": 290, \"bypasses\": 10, "        \
                       "\"latency_sum\": 5000}, "                                                  \
                       "{\"kernel\": \"k\", \"pc\": 24, \"misses\": 100, \"bypasses\": 0, "        \
                       "\"latency_sum\": 500}], \"host\": {\"wall_s\": 2}}"

typedef struct pair {
    cJSON *a, *b;
    diff_t d;
} pair_t;

static pair_t compare(const char *a, const char *b)
{
    pair_t p = {.a = doc_of(a), .b = doc_of(b)};
    assert_int_equal(diff_make(&p.d, p.a, p.b), 0);
    return p;
}

static void release(pair_t *p)
{
    diff_free(&p->d);
    cJSON_Delete(p->a);
    cJSON_Delete(p->b);
}

/* A copy of the text in which the only `from` is `to`. */
static char *with(const char *text, const char *from, const char *to)
{
    const char *at = strstr(text, from);
    assert_non_null(at);
    assert_null(strstr(at + 1, from));
    size_t bytes = strlen(text) + strlen(to) + 1;
    char *out = malloc(bytes);
    assert_non_null(out);
    snprintf(out, bytes, "%.*s%s%s", (int)(at - text), text, to, at + strlen(from));
    return out;
}

static void stats_301_host_and_engine_make_no_difference(void **state)
{
    (void)state;
    char *other = with(RUN_A, "\"engine\": \"c\"", "\"engine\": \"rtl\"");
    char *later = with(other, "\"wall_s\": 1", "\"wall_s\": 99, \"more\": [1, 2]");
    pair_t p = compare(RUN_A, later);
    assert_true(p.d.equal);
    assert_int_equal(p.d.n_setup + p.d.n_counters + p.d.n_other + p.d.n_loads, 0);
    release(&p);
    /* nor does the order of keys */
    p = compare("{\"schema\": \"lockwarp.run/1\", \"totals\": {\"a\": 1, \"b\": 2}}",
                "{\"totals\": {\"b\": 2, \"a\": 1}, \"schema\": \"lockwarp.run/1\"}");
    assert_true(p.d.equal);
    release(&p);
    free(other);
    free(later);
}

static void stats_302_any_other_key_does(void **state)
{
    (void)state;
    static const char *const change[][2] = {
        {"\"name\": \"m\"", "\"name\": \"n\""},
        {"\"seed\": 7", "\"seed\": 8"},
        {"\"correct\"", "\"wrong\""},
        {"\"policies\": []", "\"policies\": [{\"name\": \"p\", \"options\": {}}]"},
        {"\"stopped\": false", "\"stopped\": true"},
        {"\"hit_rate\": 0.5", "\"hit_rate\": null"},
        {"\"hit_rate\": 0.5", "\"hit_rate\": 0.500000001"},
        {"\"units\": {}", "\"units\": {\"p\": {\"n\": 0}}"},
        {"\"latency_sum\": 4000", "\"latency_sum\": 4001"},
        {"\"misses\": 300, ", ""},
    };
    for (unsigned i = 0; i < sizeof change / sizeof change[0]; i++) {
        char *other = with(RUN_A, change[i][0], change[i][1]);
        pair_t p = compare(RUN_A, other);
        assert_false(p.d.equal);
        release(&p);
        p = compare(other, RUN_A);
        assert_false(p.d.equal);
        release(&p);
        free(other);
    }
}

/* Weights: fail_mshr_full |10 - 100| of the cycles' largest 100 = 0.9, fail_merge_full 30 / 100;
 * hits, misses and fills 100 of the events' largest 1000 = 0.1; fills have the values of misses.
 * Scheduler-cycles and clocks are said elsewhere; the hit rate is no counter. */
static void stats_310_counters_by_relative_change_times_share(void **state)
{
    (void)state;
    pair_t p = compare(RUN_A, RUN_B);
    static const struct {
        const char *path;
        double weight;
        unsigned stands_for;
    } want[] = {
        {"totals.l1d.fail_mshr_full", 0.9, 1}, {"totals.l1d.fail_merge_full", 0.3, 1},
        {"totals.l1d.hits", 0.1, 1},           {"totals.l1d.misses", 0.1, 2},
        {"totals.l1d.fills", 0.1, 0},
    };
    enum { N = sizeof want / sizeof want[0] };
    assert_int_equal(p.d.n_ranked, N);
    for (unsigned i = 0; i < N; i++) {
        assert_string_equal(p.d.counter[i]->path, want[i].path);
        assert_true(fabs(p.d.counter[i]->weight - want[i].weight) < 1e-12);
        assert_int_equal(p.d.counter[i]->stands_for, want[i].stands_for);
    }
    assert_true(p.d.n_counters > N);
    for (unsigned i = N; i < p.d.n_counters; i++)
        assert_false(p.d.counter[i]->ranked);
    release(&p);
}

/* Two schedulers: raw_memory 120 / 2 -> 70 / 2 is -25 cycles, idle 20 -> 25 is +5, issued stays 20;
 * together the -20 cycles of the run. */
static void stats_311_stalls_by_their_effect_on_cycles(void **state)
{
    (void)state;
    pair_t p = compare(RUN_A, RUN_B);
    double sum = 0;
    assert_int_equal(p.d.n_stalls, DIFF_STALLS);
    for (unsigned i = 0; i < DIFF_STALLS; i++)
        sum += p.d.stall[i].effect;
    assert_true(fabs(sum - (80 - 100)) < 1e-9);
    assert_string_equal(p.d.stall[0].name, "raw_memory");
    assert_true(fabs(p.d.stall[0].effect + 25) < 1e-9);
    assert_true(fabs(p.d.stall[0].share[0] - 0.6) < 1e-12);
    assert_true(fabs(p.d.stall[0].share[1] - 70.0 / 160) < 1e-12);
    assert_string_equal(p.d.stall[1].name, "idle");
    assert_true(fabs(p.d.stall[1].effect - 5) < 1e-9);
    release(&p);
}

/* Sums: latency 10000 in A and 5500 in B, misses 500 and 400. k:16 is in A alone: 4000 / 10000 +
 * 200 / 500 = 0.8; k:24 in B alone: 500 / 10000 + 100 / 500 = 0.25; k:8: 1000 / 10000 + 0, since
 * its bypasses are misses too. */
static void stats_312_loads_by_latency_and_misses(void **state)
{
    (void)state;
    pair_t p = compare(RUN_A, RUN_B);
    static const struct {
        const char *name;
        double weight;
    } want[] = {{"k:16", 0.8}, {"k:24", 0.25}, {"k:8", 0.1}};
    assert_true(p.d.loads_match);
    assert_int_equal(p.d.n_loads, 3);
    for (unsigned i = 0; i < 3; i++) {
        assert_string_equal(p.d.load[i].name, want[i].name);
        assert_true(fabs(p.d.load[i].weight - want[i].weight) < 1e-12);
    }
    release(&p);
    char *other = with(RUN_B, "00ff", "00fe"); /* another kernel */
    p = compare(RUN_A, other);
    assert_false(p.d.loads_match);
    assert_int_equal(p.d.n_loads, 0);
    release(&p);
    free(other);
}

static double speedup(const char *from, const char *to)
{
    char *other = with(RUN_B, from, to);
    pair_t p = compare(RUN_A, other);
    double s = p.d.speedup;
    release(&p);
    free(other);
    return s;
}

static void stats_313_speedup_is_in_time_and_of_the_same_work(void **state)
{
    (void)state;
    pair_t p = compare(RUN_A, RUN_B);
    assert_true(fabs(p.d.speedup - 100.0 / 80) < 1e-12);
    release(&p);
    assert_true(fabs(speedup("\"core_mhz\": 1000", "\"core_mhz\": 500") -
                     (100.0 / 1000) / (80.0 / 500)) < 1e-12);
    assert_true(speedup("\"seed\": 7", "\"seed\": 8") == 0);
    assert_true(speedup("\"stopped\": false", "\"stopped\": true") == 0);
    assert_true(speedup("\"cycles\": 80", "\"cycles\": 0") == 0);
    assert_true(speedup("\"cycles\": 80, ", "") == 0);
    assert_true(speedup("\"lockstep\"", "\"functional\"") == 0);
}

static void stats_314_energies_are_of_one_table(void **state)
{
    (void)state;
#define ENERGY(table, nj)                                                                          \
    "{\"schema\": \"lockwarp.run/1\", \"totals\": {\"cycles\": 9, \"energy\": {\"table\": "        \
    "\"" table "\", \"total_nj\": " nj "}}}"
    const diff_headline_t *energy;
    pair_t p = compare(ENERGY("x", "1.5"), ENERGY("x", "2"));
    energy = &p.d.headline[DIFF_HEADLINES - 1];
    assert_true(energy->present[0] && energy->present[1] && energy->x[1] > 1.9);
    release(&p);
    p = compare(ENERGY("x", "1.5"), ENERGY("y", "2"));
    energy = &p.d.headline[DIFF_HEADLINES - 1];
    assert_false(energy->present[0] && energy->present[1]);
    assert_true(p.d.headline[0].present[0] && p.d.headline[0].present[1]);
    release(&p);
}

static char *print(const diff_t *d, bool all)
{
    static const char *const name[2] = {"a.json",
                                        "some/folder/of/a/long/name/that/does/not/fit/b.json"};
    char *text = NULL;
    size_t bytes = 0;
    FILE *f = open_memstream(&text, &bytes);
    assert_non_null(f);
    diff_print(d, name, all, f);
    assert_int_equal(fclose(f), 0);
    return text;
}

static void stats_320_text_says_what_was_compared_first(void **state)
{
    (void)state;
    char *other = with(RUN_B, "\"policies\": []",
                       "\"policies\": [{\"name\": \"p\", \"options\": {\"n\": 3}}]");
    pair_t p = compare(RUN_A, other);
    char *text = print(&p.d, false);
    assert_non_null(strstr(text, "A a.json: w tiny on m, no policy, engine c, correct\nB ..."));
    assert_non_null(strstr(text, "\ndiffer in policies: no policy -> p\n"));
    assert_null(strstr(text, "options"));
    assert_non_null(strstr(text, "cycles (speedup 1.2500)"));
    assert_non_null(strstr(text, "  l1d.misses (=2) "));
    assert_null(strstr(text, "l1d.fills"));
    assert_null(strstr(text, "l1d.hit_rate"));
    free(text);
    text = print(&p.d, true);
    assert_non_null(strstr(text, "  l1d.fills "));
    assert_non_null(strstr(text, "  l1d.hit_rate "));
    assert_non_null(strstr(text, "also per_load.k:16.latency_sum 4000 -> -\n"));
    free(text);
    release(&p);
    free(other);
}

/* More of everything than a screen holds. */
static char *large_run(unsigned salt)
{
    char *text = NULL;
    size_t bytes = 0;
    FILE *f = open_memstream(&text, &bytes);
    assert_non_null(f);
    fprintf(f, "{\"schema\": \"lockwarp.run/1\", \"config\": {\"core_mhz\": 1000");
    for (unsigned i = 0; i < 60; i++)
        fprintf(f, ", \"key_%u\": %u", i, i * salt);
    fprintf(f, ", \"%0200u\": %u}, " WORKLOAD("7") ", \"totals\": {\"cycles\": %u0, ", 1, salt,
            salt);
    fprintf(f, STALLS("1000", "500", "%u", "%u") ", \"warp_instructions\": 1%020u", 500 - salt,
            salt, salt);
    fprintf(f, "}, \"units\": {\"p\": {\"n\": 0");
    for (unsigned i = 0; i < 100; i++)
        fprintf(f, ", \"a_counter_with_a_name_longer_than_its_column_%u\": %u123456789012", i,
                salt * (i + 1));
    fprintf(f, "}}, \"per_load\": [");
    for (unsigned i = 0; i < 50; i++)
        fprintf(f,
                "%s{\"kernel\": \"a_kernel_with_a_name_longer_than_its_column\", \"pc\": %u, "
                "\"latency_sum\": 12345678901234%u, \"misses\": %u}",
                i ? "," : "", i, salt, i * salt);
    fprintf(f, "]}");
    assert_int_equal(fclose(f), 0);
    return text;
}

static void stats_321_at_most_one_screen(void **state)
{
    (void)state;
    char *a = large_run(1), *b = large_run(9);
    pair_t p = compare(a, b);
    char *text = print(&p.d, false);
    unsigned lines = 0;
    for (char *line = text; *line; line += strcspn(line, "\n") + 1) {
        lines++;
        assert_true(strcspn(line, "\n") <= DIFF_COLUMNS);
    }
    assert_int_equal(lines, DIFF_LINES);
    assert_non_null(strstr(text, " more\n"));
    assert_non_null(strstr(text, "loads, 3 of 50 "));
    free(text);
    text = print(&p.d, true);
    assert_non_null(strstr(text, "differ in key_59 59 -> 531\n"));
    assert_non_null(strstr(text, "its_column_99 "));
    assert_non_null(strstr(text, "  a_kernel_with_a_name_longer_than_its_column:49 "));
    free(text);
    release(&p);
    free(a);
    free(b);
}

static void stats_322_a_functional_run_beside_a_timed_one(void **state)
{
    (void)state;
    pair_t p = compare(RUN_A, "{\"schema\": \"lockwarp.run/1\", \"engine\": \"functional\", "
                              "\"totals\": {\"warp_instructions\": 41}}");
    assert_true(p.d.timed[0] && !p.d.timed[1] && !p.d.equal);
    assert_int_equal(p.d.n_stalls, 0);
    char *text = print(&p.d, false);
    assert_non_null(strstr(text, "\nB is functional: no timing to compare\n"));
    assert_non_null(strstr(text, "  warp_instructions "));
    free(text);
    release(&p);
}

/* 2^53 and 2^53 + 1 are one double; a seed has up to 20 digits. Strings and fractions stay. */
static void stats_330_long_numbers_are_exact(void **state)
{
    (void)state;
#define LONG(n, s)                                                                                 \
    "{\"schema\": \"lockwarp.run/1\", \"totals\": {\"l1d\": {\"hits\": " n                         \
    "}}, \"workload\": {\"name\": \"" s "\"}, \"f\": 0.12345678901234567890, \"g\": "              \
    "1234567890123456789e2}"
    pair_t p = compare(LONG("9007199254740992", "1234567890123456789"),
                       LONG("9007199254740993", "1234567890123456789"));
    char a[64], b[64];
    assert_int_equal(p.d.n_ranked, 1);
    assert_int_equal(p.d.n_setup + p.d.n_other, 0);
    assert_string_equal(diff_text(p.d.counter[0]->v[0], a, sizeof a), "9007199254740992");
    assert_string_equal(diff_text(p.d.counter[0]->v[1], b, sizeof b), "9007199254740993");
    static const char *const name[2] = {"a", "b"};
    cJSON *root = diff_json(&p.d, name);
    char *text = cJSON_PrintUnformatted(root);
    assert_non_null(strstr(text, "\"b\":9007199254740993,"));
    cJSON_free(text);
    cJSON_Delete(root);
    release(&p);
    p = compare(LONG("18446744073709551615", "1234567890123456789"),
                LONG("18446744073709551615", "1234567890123456788"));
    assert_int_equal(p.d.n_counters, 0);
    assert_int_equal(p.d.n_setup, 1);
    assert_string_equal(diff_text(p.d.setup[0]->v[1], b, sizeof b), "1234567890123456788");
    release(&p);
    p = compare(LONG("1", "\\\\\\\"1234567890123456789"), LONG("1", "\\\\\\\"1234567890123456789"));
    assert_true(p.d.equal);
    assert_string_equal(
        cJSON_GetStringValue(cJSON_GetObjectItem(cJSON_GetObjectItem(p.a, "workload"), "name")),
        "\\\"1234567890123456789");
    release(&p);
}

static void stats_331_bad_files_are_named_with_their_place(void **state)
{
    (void)state;
    static const struct {
        const char *text, *where, *what;
    } bad[] = {
        {"", ":1:1: ", "is no JSON; expected what `lockwarp run --json` writes"},
        {"{\"schema\": ", ":1:12: ", "is no JSON"},
        {"{\n  \"a\": 1,\n  \"b\": x\n}", ":3:8: ", "is no JSON"},
        {"{\"schema\": \"lockwarp.run/1\"} more", ":1:30: ", "is no JSON"},
        {"{\"schema\": \"lockwarp.run/2\"}", ": ",
         "has schema 'lockwarp.run/2'; expected 'lockwarp.run/1'"},
        {"{\"schema\": 1}", ": ", "has schema 'none'; expected"},
        {"[]", ": ", "has schema 'none'; expected"},
        {"7", ": ", "has schema 'none'; expected"},
    };
    for (unsigned i = 0; i < sizeof bad / sizeof bad[0]; i++) {
        diag_t d;
        char want[200];
        assert_null(read_text(bad[i].text, strlen(bad[i].text), &d));
        snprintf(want, sizeof want, "%s%s%s", path, bad[i].where, bad[i].what);
        if (strncmp(d.text, want, strlen(want)))
            fail_msg("'%s' gives '%s'; expected '%s'", bad[i].text, d.text, want);
    }
    diag_t d;
    static const char nul[] = "{\n\"a\": 1\0}";
    assert_null(read_text(nul, sizeof nul - 1, &d));
    assert_non_null(strstr(d.text, "r.json:2:7: is no JSON"));
    d.text[0] = 0;
    assert_null(diff_read("/tmp/no/such/file", &d));
    assert_non_null(strstr(d.text, "/tmp/no/such/file: cannot open"));
}

/* Every prefix of a result is refused, and none of its bytes replaced crashes. */
static void stats_332_damaged_files(void **state)
{
    (void)state;
    size_t n = strlen(RUN_A);
    char *text = strdup(RUN_A);
    assert_non_null(text);
    for (size_t i = 0; i < n; i++) {
        diag_t d;
        assert_null(read_text(text, i, &d));
        assert_non_null(strstr(d.text, "is no JSON"));
    }
    static const char bytes[] = "{}[],:\"\\0-x";
    for (size_t i = 0; i < n; i++) {
        diag_t d;
        char was = text[i];
        text[i] = bytes[i % (sizeof bytes - 1)];
        cJSON *doc = read_text(text, n, &d), *good = doc ? doc_of(RUN_A) : NULL;
        if (doc) {
            diff_t diff;
            assert_int_equal(diff_make(&diff, good, doc), 0);
            free(print(&diff, false));
            free(print(&diff, true));
            diff_free(&diff);
        } else {
            assert_true(d.text[0] != 0);
        }
        cJSON_Delete(doc);
        cJSON_Delete(good);
        text[i] = was;
    }
    free(text);
}

static void stats_340_the_machine_readable_form(void **state)
{
    (void)state;
    pair_t p = compare(RUN_A, RUN_B);
    static const char *const name[2] = {"a.json", "b.json"};
    cJSON *made = diff_json(&p.d, name);
    char *text = cJSON_Print(made);
    cJSON *root = cJSON_Parse(text);
    assert_non_null(root);
    assert_string_equal(cJSON_GetStringValue(cJSON_GetObjectItem(root, "schema")), DIFF_SCHEMA);
    assert_true(cJSON_IsFalse(cJSON_GetObjectItem(root, "equal")));
    assert_true(fabs(cJSON_GetNumberValue(cJSON_GetObjectItem(root, "speedup")) - 1.25) < 1e-9);
    const cJSON *first = cJSON_GetObjectItem(root, "counters")->child;
    assert_string_equal(cJSON_GetStringValue(cJSON_GetObjectItem(first, "key")),
                        "totals.l1d.fail_mshr_full");
    assert_true(fabs(cJSON_GetNumberValue(cJSON_GetObjectItem(first, "relative")) + 0.9) < 1e-9);
    const cJSON *load = cJSON_GetObjectItem(root, "loads")->child;
    assert_string_equal(cJSON_GetStringValue(cJSON_GetObjectItem(load, "load")), "k:16");
    const cJSON *other = cJSON_GetObjectItem(root, "other");
    unsigned lacking = 0;
    for (const cJSON *e = other->child; e; e = e->next)
        lacking += !cJSON_GetObjectItem(e, "a") || !cJSON_GetObjectItem(e, "b");
    assert_int_equal(lacking, 2 * 5); /* kernel, pc and three counters of k:16 and of k:24 */
    cJSON_Delete(root);
    cJSON_Delete(made);
    cJSON_free(text);
    release(&p);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(stats_301_host_and_engine_make_no_difference),
        cmocka_unit_test(stats_302_any_other_key_does),
        cmocka_unit_test(stats_310_counters_by_relative_change_times_share),
        cmocka_unit_test(stats_311_stalls_by_their_effect_on_cycles),
        cmocka_unit_test(stats_312_loads_by_latency_and_misses),
        cmocka_unit_test(stats_313_speedup_is_in_time_and_of_the_same_work),
        cmocka_unit_test(stats_314_energies_are_of_one_table),
        cmocka_unit_test(stats_320_text_says_what_was_compared_first),
        cmocka_unit_test(stats_321_at_most_one_screen),
        cmocka_unit_test(stats_322_a_functional_run_beside_a_timed_one),
        cmocka_unit_test(stats_330_long_numbers_are_exact),
        cmocka_unit_test(stats_331_bad_files_are_named_with_their_place),
        cmocka_unit_test(stats_332_damaged_files),
        cmocka_unit_test(stats_340_the_machine_readable_form),
    };
    return cmocka_run_group_tests(tests, setup, teardown);
}
