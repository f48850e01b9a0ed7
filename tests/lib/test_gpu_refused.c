/*
 * liblockwarp's GPU simulator (lockwarp/gpu.h): what cannot be set or run is refused with a
 * sentence.
 *
 *   test_library_gpu_refused PROGRAM      PROGRAM: lockwarp
 */
#include "gpu_calls.h"

#include <unistd.h>

static void refused_new(const char *config, const char *words)
{
    lw_error_t error;
    assert_null(lw_gpu_new(config, &error));
    assert_int_equal(error.status, LW_INVALID);
    if (!strstr(error.text, words))
        fail_msg("'%s' has no '%s'", error.text, words);
    assert_null(lw_gpu_new(config, NULL));
}

static void gpu_200_configurations(void **state)
{
    (void)state;
    char path[] = "/tmp/lw_gpu_XXXXXX.yaml";
    const int f = mkstemps(path, 5);
    static const char text[] = "base: apres\nl1_ways: 8\nl1_wayz: 9\n";
    assert_int_equal(write(f, text, sizeof text - 1), sizeof text - 1);
    close(f);
    refused_new("apras", "unknown preset 'apras'; did you mean 'apres'");
    refused_new(NULL, "unknown preset ''");
    refused_new("/nosuch/file.yaml", "/nosuch/file.yaml");
    refused_new(path, ".yaml:3:1: ");
    unlink(path);
}

static void gpu_210_settings(void **state)
{
    (void)state;
    static const char *const none[] = {NULL};
    lw_gpu_t *g = made("apres");
    says(g, lw_gpu_set(g, "l1_wayz", "8"), LW_INVALID, "unknown key 'l1_wayz'");
    says(g, lw_gpu_set(g, "l1_ways", "many"), LW_INVALID, "l1_ways");
    says(g, lw_gpu_set(g, "abyp.entries", "64"), LW_INVALID, "policy 'abyp' is not in the run");
    says(g, lw_gpu_set(g, NULL, "8"), LW_INVALID, "expected a key and its value");
    says(g, lw_gpu_set(g, "l1_ways=8", ""), LW_INVALID, "expected a key and its value");
    says(g, lw_gpu_policies(g, "abyb"), LW_INVALID, "unknown policy 'abyb'");
    says(g, lw_gpu_policies(g, "abyp+abyp"), LW_INVALID, "abyp");
    good(g, lw_gpu_policies(g, "abyp"));
    good(g, lw_gpu_set(g, "abyp.entries", "64"));
    says(g, lw_gpu_set(g, "abyp.entries", "64000"), LW_INVALID, "entries");
    says(g, lw_gpu_policies(g, "mrpb"), LW_INVALID, "policy 'abyp' is not in the run");
    says(g, lw_gpu_engine(g, "rtx"), LW_INVALID, "no engine 'rtx'; expected c, rtl or lockstep");
    says(g, lw_gpu_engine(g, NULL), LW_INVALID, "no engine ''");
    says(g, lw_gpu_workload(g, "bfz", "tiny"), LW_INVALID, "unknown workload 'bfz'");
    says(g, lw_gpu_workload(g, "bfs", "huge"), LW_INVALID, "no scale 'huge'; expected tiny");
    says(g, lw_gpu_workload(g, "bfs", NULL), LW_INVALID, "no scale ''");
    says(g, lw_gpu_workload(g, "nn", "mrpb"), LW_INVALID, "scale");
    says(g, lw_gpu_ptx(g, none, 0, "x.yaml"), LW_INVALID, "expected 1 to 16 and a launch file");
    says(g, lw_gpu_ptx(g, none, 1, NULL), LW_INVALID, "without a launch file");
    says(g, lw_gpu_trace(g, ""), LW_INVALID, "no path of a trace");
    says(g, lw_gpu_option(g, "sead", "1"), LW_INVALID, "no option 'sead'; did you mean 'seed'?");
    says(g, lw_gpu_option(g, "seed", NULL), LW_INVALID, "seed has no value");
    says(g, lw_gpu_option(g, NULL, "1"), LW_INVALID, "no option ''; expected one of seed, ");
    says(g, lw_gpu_option(g, "seed", "-1"), LW_INVALID, "seed is '-1'; expected a whole number");
    says(g, lw_gpu_option(g, "launches", "3-2"), LW_INVALID, "expected A-B with 1 <= A <= B");
    says(g, lw_gpu_option(g, "analyze", "yes"), LW_INVALID, "expected true or false");
    says(g, lw_gpu_run(g), LW_INVALID, "nothing to run; expected a workload");
    lw_gpu_free(g);
    lw_gpu_free(NULL);
}

static void gpu_211_too_many_settings(void **state)
{
    (void)state;
    lw_gpu_t *g = made("apres");
    for (unsigned i = 0; i < 256; i++)
        good(g, lw_gpu_set(g, "l1_ways", "8"));
    says(g, lw_gpu_set(g, "l1_ways", "8"), LW_INVALID, "setting number 257; expected at most 256");
    lw_gpu_free(g);
}

static lw_gpu_t *traced(const char *path)
{
    lw_gpu_t *g = made("apres");
    good(g, lw_gpu_trace(g, path));
    return g;
}

static void gpu_220_inputs(void **state)
{
    (void)state;
    const char *const ptx[] = {"/nosuch/k.ptx"};
    char path[] = "/tmp/lw_gpu_XXXXXX";
    const int f = mkstemp(path);
    assert_int_equal(write(f, "no trace\n", 9), 9);
    close(f);
    refused_run(traced("/nosuch/trace"), "/nosuch/trace");
    refused_run(traced(path), path);
    unlink(path);
    lw_gpu_t *g = made("apres");
    good(g, lw_gpu_ptx(g, ptx, 1, "/nosuch/l.yaml"));
    refused_run(g, "/nosuch/k.ptx");
    g = made("apres");
    good(g, lw_gpu_workload(g, "nn", "tiny"));
    good(g, lw_gpu_option(g, "kernel", "nosuch"));
    refused_run(g, "nosuch chooses none of the");
    g = made("apres");
    good(g, lw_gpu_set(g, "l1_sets", "3"));
    good(g, lw_gpu_workload(g, "nn", "tiny"));
    refused_run(g, "l1_sets");
}

static void gpu_221_options_that_do_not_go_together(void **state)
{
    (void)state;
    lw_gpu_t *g = made("apres");
    good(g, lw_gpu_workload(g, "nn", "tiny"));
    good(g, lw_gpu_option(g, "functional", "true"));
    good(g, lw_gpu_option(g, "interval", "100"));
    says(g, lw_gpu_run(g), LW_INVALID, "interval needs a timed run");
    good(g, lw_gpu_option(g, "interval", "0"));
    good(g, lw_gpu_run(g));
    lw_gpu_free(g);
    g = traced("x");
    good(g, lw_gpu_option(g, "input", "x"));
    says(g, lw_gpu_run(g), LW_INVALID, "input is an option of workloads");
    lw_gpu_free(g);
}

/* A trace of which a part is missing. */
static void gpu_230_broken_trace(void **state)
{
    (void)state;
    char path[] = "/tmp/lw_gpu_XXXXXX", command[512];
    close(mkstemp(path));
    snprintf(command, sizeof command,
             "%s trace record -w nn --scale tiny --functional -o %s >/dev/null 2>&1", program,
             path);
    assert_int_equal(system(command), 0);
    FILE *f = fopen(path, "r");
    fseek(f, 0, SEEK_END);
    const long bytes = ftell(f);
    fclose(f);
    assert_true(bytes > 200);
    lw_gpu_t *g = traced(path);
    good(g, lw_gpu_run(g));
    snprintf(command, sizeof command, "--trace %s", path);
    same_as_program(g, command);
    lw_gpu_free(g);
    assert_int_equal(truncate(path, bytes - 100), 0);
    refused_run(traced(path), path);
    unlink(path);
}

/* The folder of models is none, and the compiler cannot be run. */
static void gpu_240_no_model(void **state)
{
    (void)state;
    setenv("LW_MODELS", "/nosuch/models", 1);
    lw_gpu_t *g = made("abyp-gcn");
    good(g, lw_gpu_policies(g, "abyp"));
    good(g, lw_gpu_engine(g, "rtl"));
    good(g, lw_gpu_workload(g, "nn", "tiny"));
    const int status = lw_gpu_run(g);
    unsetenv("LW_MODELS");
    assert_int_equal(status, LW_NO_MODEL);
    assert_true(lw_gpu_message(g)[0]);
    assert_null(lw_gpu_json(g));
    lw_gpu_free(g);
}

int main(int argc, char **argv)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(gpu_200_configurations),
        cmocka_unit_test(gpu_210_settings),
        cmocka_unit_test(gpu_211_too_many_settings),
        cmocka_unit_test(gpu_220_inputs),
        cmocka_unit_test(gpu_221_options_that_do_not_go_together),
        cmocka_unit_test(gpu_230_broken_trace),
        cmocka_unit_test(gpu_240_no_model),
    };
    if (argc < 2)
        return 2;
    program = argv[1];
    return cmocka_run_group_tests(tests, NULL, NULL);
}
