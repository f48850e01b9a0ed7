/*
 * Every workload's kernels as clang 14 compiles them for other targets and at other levels than
 * those that are committed: the reader takes the text, and the tiny run's result is right. Each
 * workload is compiled for each target, at -O1 and -O3 (loops unrolled) by turns; LW_ALL_TARGETS=1
 * compiles both for each. Texts that differ only in the header are run once.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "workload_device.h"
#include "workload_source.h"

static const char *const targets[] = {"sm_20", "sm_35", "sm_50", "sm_60", "sm_70"};
static const char *const levels[] = {"-O1", "-O3"};
enum { TARGETS = 5, LEVELS = 2, MOST = 1 << 20 };

/* Text of a source for a target; its length. */
static size_t compile(const char *name, const char *source, const char *target, const char *level,
                      char *text)
{
    char command[600];
    snprintf(
        command, sizeof command,
        "clang-14 -x cuda --cuda-device-only --cuda-path=/nonexistent --cuda-gpu-arch=%s "
        "-nocudainc -nocudalib -include sim/workload/shim.cuh -S %s sim/workload/%s/%s.cu -o -",
        target, level, name, source);
    FILE *in = popen(command, "r");
    assert_non_null(in);
    size_t n = fread(text, 1, MOST - 1, in);
    if (pclose(in) || !n || n == MOST - 1)
        fail_msg("%s: does not compile", command);
    text[n] = 0;
    return n;
}

/* What the kernels are: the text from its first line behind the header. */
static const char *kernels(const char *text)
{
    const char *at = strstr(text, ".address_size 64\n");
    assert_non_null(at);
    return at;
}

static uint64_t fingerprint(const char *text)
{
    uint64_t h = UINT64_C(0xcbf29ce484222325);
    for (; *text; text++)
        h = (h ^ (unsigned char)*text) * UINT64_C(0x100000001b3);
    return h;
}

/* Runs the variants of a source. */
static unsigned run_variants(const workload_t *w, const char *source, const char *text, size_t n,
                             const char *what)
{
    char list[200], of[100], *save = NULL;
    unsigned runs = 0;
    snprintf(list, sizeof list, "default %s", w->variants ? w->variants : "");
    for (char *v = strtok_r(list, " ", &save); v; v = strtok_r(NULL, " ", &save)) {
        workload_source(w->name, v, of, sizeof of);
        if (!strcmp(v, "unrolled") || strcmp(of, source))
            continue;
        workload_opts_t o = {
            .scale = SCALE_TINY, .seed = 1, .variant = v, .ptx = text, .ptx_bytes = n};
        workload_result_t r = workload_run_alone(w, &o);
        if (r.rc)
            fail_msg("%s %s %s: %s", w->name, v, what, r.diag.text);
        runs++;
    }
    return runs;
}

typedef struct totals {
    unsigned sources, compiled, runs;
} totals_t;

/* Compiles a source for each target, at one level or (all) at both; turn: which level is first. */
static void run_source(const workload_t *w, const char *source, unsigned turn, bool all,
                       totals_t *sum)
{
    static char text[MOST];
    uint64_t seen[TARGETS * LEVELS];
    unsigned n_seen = 0;
    sum->sources++;
    for (unsigned t = 0; t < TARGETS; t++)
        for (unsigned k = 0; k < LEVELS; k++) {
            char what[40];
            if (!all && (turn + t) % LEVELS != k)
                continue;
            size_t n = compile(w->name, source, targets[t], levels[k], text);
            sum->compiled++;
            uint64_t h = fingerprint(kernels(text));
            bool known = false;
            for (unsigned s = 0; s < n_seen; s++)
                known |= seen[s] == h;
            if (known)
                continue;
            seen[n_seen++] = h;
            snprintf(what, sizeof what, "for %s at %s", targets[t], levels[k]);
            sum->runs += run_variants(w, source, text, n, what);
        }
}

static void workload_800_kernels_for_other_targets_run_right(void **state)
{
    (void)state;
    bool all = getenv("LW_ALL_TARGETS") != NULL;
    totals_t sum = {0};
    if (system("clang-14 --version >/dev/null 2>&1"))
        skip();
    for (unsigned i = 0; i < workload_registry_count; i++) {
        const workload_t *w = workload_registry[i];
        char list[200], source[100], *save = NULL;
        if (workload_has_source(w->name, w->name)) /* a few share another's text */
            run_source(w, w->name, i, all, &sum);
        snprintf(list, sizeof list, "%s", w->variants ? w->variants : "");
        for (char *v = strtok_r(list, " ", &save); v; v = strtok_r(NULL, " ", &save)) {
            workload_source(w->name, v, source, sizeof source);
            if (strcmp(source, w->name))
                run_source(w, source, i, all, &sum);
        }
    }
    print_message("%u sources, %u texts, %u runs\n", sum.sources, sum.compiled, sum.runs);
    assert_int_equal(sum.compiled, sum.sources * TARGETS * (all ? LEVELS : 1));
    assert_true(2 * sum.sources > workload_registry_count);
    assert_true(sum.runs >= 2 * sum.sources);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(workload_800_kernels_for_other_targets_run_right),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
