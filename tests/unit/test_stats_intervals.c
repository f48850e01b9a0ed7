/* The time series: rows at exact cycles, sums, and independence of how components sleep. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "gpu_synth.h"
#include "stats/intervals.h"

#define BASE UINT64_C(0x10000000)

static uint64_t addr_walk(const synth_t *s, const synth_at_t *at, uint32_t lane)
{
    (void)s;
    return BASE + (at->cta * 7 + at->warp * 3 + at->iter) % 61 * 4096 + lane * (at->inst ? 4 : 128);
}

/* Two launches of loads, stores and arithmetic on every SM; the GPU is the caller's to free. */
static gpu_t *run_two(const gpu_cfg_t *c, uint64_t every, bool never_sleep, intervals_t **rows)
{
    gpu_t *g = gpu_new(c);
    gpu_set_never_sleep(g, never_sleep);
    *rows = intervals_new(g, every);
    for (unsigned launch = 0; launch < 2; launch++) {
        synth_t s;
        synth_init(&s, 20, 4, c->warp_size);
        synth_load(&s, 1, 0);
        synth_alu(&s, 2, 1);
        synth_store(&s, 2);
        synth_load(&s, 3, 2);
        s.repeat = 6;
        s.addr = addr_walk;
        assert_int_equal(gpu_run(g, &s.front), GPU_OK);
        synth_free(&s);
    }
    assert_int_equal(intervals_finish(*rows), 0);
    return g;
}

/* Every column sums to its counter; rows end at the multiples and at the end. */
static void check_rows(const gpu_t *g, const intervals_t *v, uint64_t every)
{
    gpu_stats_t st;
    size_t n = 0;
    const interval_row_t *row = intervals_rows(v, &n);
    uint64_t sum[INTERVAL_N] = {0}, total[INTERVAL_N];
    unsigned i = 0;
    gpu_stats(g, &st);
#define TOTAL(group, counter) total[i++] = st.group.counter;
    INTERVAL_COUNTERS(TOTAL)
#undef TOTAL
    assert_int_equal(n, (st.run.cycles + every - 1) / every);
    for (size_t k = 0; k < n; k++) {
        assert_int_equal(row[k].cycle, k + 1 < n ? (k + 1) * every : st.run.cycles);
        assert_true(row[k].launch == 1 || (row[k].launch == 2 && k));
        assert_true(k == 0 || row[k].launch >= row[k - 1].launch);
        const uint64_t *d = row[k].delta; /* stall causes sum to the cycles within every row */
        assert_int_equal(d[3] + d[4] + d[5] + d[6] + d[7],
                         d[0] * gpu_config(g)->n_sms * gpu_config(g)->schedulers);
        for (unsigned c = 0; c < INTERVAL_N; c++)
            sum[c] += d[c];
    }
    for (unsigned c = 0; c < INTERVAL_N; c++)
        assert_int_equal(sum[c], total[c]);
    assert_int_equal(row[n - 1].launch, 2);
}

static void stats_intervals_010_rows_sum_to_the_totals(void **state)
{
    (void)state;
    gpu_cfg_t c = synth_preset(PLAIN);
    const uint64_t every[] = {1, 7, 100, 1024, 5000};
    for (unsigned i = 0; i < sizeof every / sizeof every[0]; i++) {
        intervals_t *v;
        gpu_t *g = run_two(&c, every[i], false, &v);
        check_rows(g, v, every[i]);
        intervals_free(v);
        gpu_free(g);
    }
}

static void stats_intervals_011_sleep_changes_no_row(void **state)
{
    (void)state;
    const char *const presets[] = {"apres", "abyp-gcn", "apcm-kepler"};
    for (unsigned i = 0; i < 3; i++) {
        gpu_cfg_t c = synth_preset(presets[i]);
        intervals_t *a, *b;
        gpu_t *g = run_two(&c, 97, false, &a), *h = run_two(&c, 97, true, &b);
        size_t n = 0, m = 0;
        const interval_row_t *x = intervals_rows(a, &n), *y = intervals_rows(b, &m);
        assert_int_equal(n, m);
        assert_true(n > 10);
        assert_memory_equal(x, y, n * sizeof *x);
        intervals_free(a);
        intervals_free(b);
        gpu_free(g);
        gpu_free(h);
    }
}

static void stats_intervals_012_looking_changes_nothing(void **state)
{
    (void)state;
    gpu_cfg_t c = synth_preset(PLAIN);
    intervals_t *v, *w;
    gpu_stats_t a, b;
    gpu_t *g = run_two(&c, 3, false, &v), *h = run_two(&c, 1u << 30, false, &w);
    size_t n = 0;
    gpu_stats(g, &a);
    gpu_stats(h, &b);
    assert_memory_equal(&a, &b, sizeof a);
    intervals_rows(w, &n);
    assert_int_equal(n, 1); /* the rest alone */
    intervals_free(v);
    intervals_free(w);
    gpu_free(g);
    gpu_free(h);
}

/* A run whose last cycle is a multiple has no empty row behind it. */
static void stats_intervals_013_a_run_that_ends_on_a_multiple(void **state)
{
    (void)state;
    gpu_cfg_t c = synth_preset(PLAIN);
    intervals_t *v;
    gpu_stats_t st;
    size_t n = 0;
    gpu_t *g = run_two(&c, 1u << 30, false, &v);
    gpu_stats(g, &st);
    intervals_free(v);
    gpu_free(g);
    g = run_two(&c, st.run.cycles, false, &v);
    const interval_row_t *row = intervals_rows(v, &n);
    assert_int_equal(n, 1);
    assert_int_equal(row[0].cycle, st.run.cycles);
    assert_int_equal(row[0].launch, 2);
    cJSON *o = intervals_json(v);
    const cJSON *columns = cJSON_GetObjectItem(o, "columns");
    assert_int_equal(cJSON_GetArraySize(columns), INTERVAL_N + 3);
    assert_string_equal(cJSON_GetArrayItem(columns, 2)->valuestring, "cycles");
    assert_string_equal(cJSON_GetArrayItem(columns, 5)->valuestring, "sm.issued");
    cJSON *rows = cJSON_Parse(cJSON_GetObjectItem(o, "rows")->valuestring); /* raw text */
    assert_int_equal(cJSON_GetArraySize(rows), 1);
    const cJSON *only = cJSON_GetArrayItem(rows, 0);
    assert_int_equal(cJSON_GetArraySize(only), INTERVAL_N + 3);
    assert_true(cJSON_GetArrayItem(only, 0)->valuedouble == (double)st.run.cycles);
    double ipc = (double)st.run.warp_instructions / (double)st.run.cycles;
    double last = cJSON_GetArrayItem(only, INTERVAL_N + 2)->valuedouble;
    assert_true(last > ipc * (1 - 1e-8) && last < ipc * (1 + 1e-8));
    cJSON_Delete(rows);
    cJSON_Delete(o);
    intervals_free(v);
    gpu_free(g);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(stats_intervals_010_rows_sum_to_the_totals),
        cmocka_unit_test(stats_intervals_011_sleep_changes_no_row),
        cmocka_unit_test(stats_intervals_012_looking_changes_nothing),
        cmocka_unit_test(stats_intervals_013_a_run_that_ends_on_a_multiple),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
