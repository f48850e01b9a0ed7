/*
 * The access character of the kernels, as the timing model's coalescer sees it: 128-byte lines that
 * a warp's load touches. Expected numbers follow from the addresses that the algorithm makes; they
 * stand, with the argument, in tests/workload/NAME.facts.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "config/run_config.h"
#include "gpu/gpu.h"
#include "workload_device.h"
#include "workload_facts.h"

enum { MOST_ROWS = 128 };

typedef struct loads {
    struct {
        char kernel[64]; /* the GPU's own name lives as long as the module */
        gpu_stats_load_t s;
    } row[MOST_ROWS];
    unsigned rows;
} loads_t;

/* A tiny run through the timing model with 128-byte lines; its per-load
 * table. */
static void run_timed(const char *name, const char *variant, loads_t *out)
{
    diag_t diag = {0};
    run_config_t c;
    if (run_config_load(&c, PLAIN, &diag) || run_config_check(&c, &diag))
        fail_msg("%s", diag.text);
    gpu_t *g = gpu_new(&c.gpu);
    assert_non_null(g);
    dev_cfg_t cfg = {.gpu_cfg = &c.gpu, .gpu = g, .memory_bytes = UINT64_C(1) << 30};
    device_t *d = dev_open(&cfg, &diag);
    assert_non_null(d);
    workload_opts_t o = {.scale = SCALE_TINY, .seed = 1, .variant = variant};
    const workload_t *w = workload_find(name);
    if (w->run(d, w, &o, &diag))
        fail_msg("%s: %s", name, diag.text);
    out->rows = gpu_load_rows(g);
    assert_in_range(out->rows, 1, MOST_ROWS);
    for (unsigned i = 0; i < out->rows; i++) {
        gpu_load_row_t row;
        gpu_load_row(g, i, &row);
        snprintf(out->row[i].kernel, sizeof out->row[i].kernel, "%s", row.kernel);
        out->row[i].s = row.s;
    }
    dev_close(d);
    gpu_free(g);
}

/* The load in place n of a kernel's executed ones, in the order of their PCs; NULL: fewer. */
static const gpu_stats_load_t *nth_load(const loads_t *l, const char *kernel, unsigned n)
{
    for (unsigned i = 0; i < l->rows; i++)
        if (!strcmp(l->row[i].kernel, kernel) && l->row[i].s.accesses && n-- == 0)
            return &l->row[i].s;
    return NULL;
}

/* The number that is the text from `from` to `to`. */
static bool number(const char *from, const char *to, double *v)
{
    char word[32], *end;
    size_t n = (size_t)(to - from);
    if (!n || n >= sizeof word)
        return false;
    memcpy(word, from, n);
    word[n] = '\0';
    *v = strtod(word, &end);
    return !*end;
}

/* N, A/B or LO..HI. */
static bool bounds(const char *word, double *lo, double *hi)
{
    const char *end = word + strlen(word), *dots = strstr(word, ".."), *slash = strchr(word, '/');
    if (dots)
        return number(word, dots, lo) && number(dots + 2, end, hi);
    double below = 1;
    if (slash && !number(slash + 1, end, &below))
        return false;
    bool good = number(word, slash ? slash : end, lo) && below > 0;
    *hi = *lo /= below;
    return good;
}

static void check_word(const facts_t *f, const fact_t *x, const char *word,
                       const gpu_stats_load_t *s, unsigned n)
{
    double lo = 0, hi = 0;
    if (!strcmp(word, "-"))
        return;
    if (!bounds(word, &lo, &hi))
        fail_msg("%s:%d: \"%s\"; expected -, N, A/B or LO..HI", f->file, x->line, word);
    double got = (double)s->requests, loads = (double)s->accesses;
    if (got < lo * loads - 0.5 || got > hi * loads + 0.5)
        fail_msg("%s:%d: load %u of %s: %g lines in %g loads, %.3f; expected %s", f->file, x->line,
                 n, x->kernel, got, loads, got / loads, word);
}

static void check_lines(const facts_t *f, const fact_t *x, const loads_t *l)
{
    char rest[sizeof x->rest];
    strcpy(rest, x->rest);
    char *save;
    unsigned n = 0;
    strtok_r(rest, " ", &save); /* the variant */
    for (const char *word; (word = strtok_r(NULL, " ", &save)); n++) {
        const gpu_stats_load_t *s = nth_load(l, x->kernel, n);
        if (!s)
            fail_msg("%s:%d: %s executed %u loads only", f->file, x->line, x->kernel, n);
        check_word(f, x, word, s, n);
    }
    if (nth_load(l, x->kernel, n))
        fail_msg("%s:%d: %s executed more than %u loads", f->file, x->line, x->kernel, n);
}

static void workload_400_lines_a_load_follow_from_the_addresses(void **state)
{
    (void)state;
    static loads_t l;
    for (unsigned i = 0; i < workload_registry_count; i++) {
        const char *name = workload_registry[i]->name;
        char ran[32] = "", variant[32];
        facts_t f;
        facts_read(&f, name);
        unsigned at = 0;
        for (const fact_t *x; (x = facts_next(&f, "lines", NULL, &at));) {
            if (sscanf(x->rest, "%31s", variant) != 1)
                fail_msg("%s:%d: expected lines KERNEL VARIANT N...", f.file, x->line);
            if (strcmp(ran, variant))
                run_timed(name, strcpy(ran, variant), &l);
            check_lines(&f, x, &l);
        }
    }
}

/* Every kernel that loads at the tiny scale has its lines derived, or says "-". */
static void workload_401_no_kernel_is_left_out(void **state)
{
    (void)state;
    static loads_t l;
    for (unsigned i = 0; i < workload_registry_count; i++) {
        facts_t f;
        facts_read(&f, workload_registry[i]->name);
        run_timed(workload_registry[i]->name, NULL, &l);
        for (unsigned k = 0; k < l.rows; k++)
            if (l.row[k].s.accesses && !facts_have(&f, "lines", l.row[k].kernel))
                fail_msg("%s: no lines of %s", f.file, l.row[k].kernel);
    }
}

/* The forms of a sparse product: rows of 45 entries in the mean are 180 bytes, so that neighbouring
 * lanes share a line seldom. */
static void workload_402_rows_are_not_coalesced(void **state)
{
    (void)state;
    static loads_t csr;
    run_timed("spmv", "csr", &csr);
    for (unsigned n = 2; n < 4; n++) {
        const gpu_stats_load_t *s = nth_load(&csr, "spmv_csr", n);
        assert_non_null(s);
        assert_true(s->requests > 3 * s->lanes / 5);
    }
}

/* Irregular loads: between one line and one a lane, and more than one in the mean. */
static void workload_403_bfs_gathers_edges_and_flags(void **state)
{
    (void)state;
    static loads_t l;
    run_timed("bfs", NULL, &l);
    uint64_t requests = 0, accesses = 0, lanes = 0;
    for (unsigned n = 3; n < 8; n++) {
        const gpu_stats_load_t *s = nth_load(&l, "bfs_kernel1", n);
        assert_non_null(s);
        requests += s->requests;
        accesses += s->accesses;
        lanes += s->lanes;
    }
    assert_true(requests > accesses && requests < lanes);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(workload_400_lines_a_load_follow_from_the_addresses),
        cmocka_unit_test(workload_401_no_kernel_is_left_out),
        cmocka_unit_test(workload_402_rows_are_not_coalesced),
        cmocka_unit_test(workload_403_bfs_gathers_edges_and_flags),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
