/*
 * Every workload's kernels as nvcc 13 compiles them for compute_75 (tests/nvcc/workload, made by
 * tests/nvcc/make.sh): the reader takes the text, and the tiny run's result is right. The
 * microbenchmarks' texts (tests/nvcc/micro), whose measured loops are inline assembly, are read.
 * A text that no longer fits its workload's host is made again or, without an nvcc, removed.
 * LW_NVCC_DIR names another directory of such texts, made with other flags or for other targets.
 */
#include <dirent.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "isa/isa.h"
#include "workload_device.h"
#include "workload_source.h"

enum { MOST = 8 << 20 };

static const char *texts_dir(void)
{
    const char *dir = getenv("LW_NVCC_DIR");
    return dir ? dir : "tests/nvcc";
}

/* The text's length, 0: no such file. */
static size_t read_text(const char *kind, const char *name, char *text)
{
    char path[300];
    snprintf(path, sizeof path, "%s/%s/%s.ptx", texts_dir(), kind, name);
    FILE *in = fopen(path, "rb");
    if (!in)
        return 0;
    size_t n = fread(text, 1, MOST - 1, in);
    fclose(in);
    assert_in_range(n, 1, MOST - 2);
    text[n] = 0;
    return n;
}

typedef struct outcome {
    unsigned runs, failed, missing;
} outcome_t;

static void run_variant(const workload_t *w, const char *variant, const char *text, size_t n,
                        outcome_t *out)
{
    workload_opts_t o = {
        .scale = SCALE_TINY, .seed = 1, .variant = variant, .ptx = text, .ptx_bytes = n};
    workload_result_t r = workload_run_alone(w, &o);
    if (r.rc)
        print_error("%s %s: %s\n", w->name, variant, r.diag.text);
    out->failed += r.rc != 0;
    out->runs++;
}

/* The default variant and the others, each from the text of its source. */
static void run_variants(const workload_t *w, outcome_t *out)
{
    static char text[MOST];
    char list[200], source[100], *save = NULL;
    snprintf(list, sizeof list, "default %s", w->variants ? w->variants : "");
    for (char *v = strtok_r(list, " ", &save); v; v = strtok_r(NULL, " ", &save)) {
        workload_source(w->name, v, source, sizeof source);
        if (!strcmp(v, "unrolled") || !workload_has_source(w->name, source))
            continue; /* others share a text */
        size_t n = read_text("workload", source, text);
        if (n) {
            run_variant(w, v, text, n, out);
        } else {
            print_error("%s: no text in %s\n", source, texts_dir());
            out->missing++;
        }
    }
}

static void nvcc_100_workloads_run_right(void **state)
{
    (void)state;
    outcome_t out = {0};
    for (unsigned i = 0; i < workload_registry_count; i++)
        run_variants(workload_registry[i], &out);
    print_message("%u runs\n", out.runs);
    assert_int_equal(out.failed, 0);
    assert_true(out.missing < 8);
    assert_true(out.runs > workload_registry_count / 2);
}

static void nvcc_101_microbenchmarks_are_read(void **state)
{
    (void)state;
    static char text[MOST];
    unsigned read = 0, failed = 0;
    DIR *dir = opendir("sim/micro");
    assert_non_null(dir);
    for (struct dirent *e; (e = readdir(dir)) != NULL;) {
        char name[256];
        const char *end = strstr(e->d_name, ".cu");
        if (!end || end[3])
            continue;
        snprintf(name, sizeof name, "%.*s", (int)(end - e->d_name), e->d_name);
        size_t n = read_text("micro", name, text);
        if (!n)
            fail_msg("%s: no text in %s", name, texts_dir());
        diag_t d = {.text = ""};
        isa_module_t *m = isa_module_parse(name, text, n, &d);
        if (!m)
            print_error("%s\n", d.text);
        failed += m == NULL;
        isa_module_free(m);
        read++;
    }
    closedir(dir);
    assert_int_equal(failed, 0);
    assert_true(read > 4);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(nvcc_100_workloads_run_right),
        cmocka_unit_test(nvcc_101_microbenchmarks_are_read),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
