/*
 * liblockwarp's GPU simulator (lockwarp/gpu.h): its results are those of `lockwarp run`, also of
 * several side by side; names, numbers, what kernels print, and runs without memory.
 *
 *   test_library_gpu PROGRAM      PROGRAM: lockwarp
 */
#include "gpu_calls.h"

#include <pthread.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

/* ---- Names ---- */

static void sorted(const char *(*name)(size_t), size_t least)
{
    size_t n = 0;
    for (; name(n); n++)
        if (n)
            assert_true(strcmp(name(n - 1), name(n)) < 0);
    assert_true(n >= least);
}

static void gpu_100_names(void **state)
{
    (void)state;
    sorted(lw_config_name, 4);
    sorted(lw_workload_name, 20);
    sorted(lw_policy_name, 10);
    assert_true(lw_workload_about("bfs")[0]);
    assert_true(lw_policy_about("abyp")[0]);
    assert_null(lw_workload_about("nosuch"));
    assert_null(lw_policy_about(NULL));
    for (size_t i = 0; lw_config_name(i); i++)
        lw_gpu_free(made(lw_config_name(i)));
}

/* ---- The same results ---- */

static void gpu_330_options(void **state)
{
    (void)state;
    lw_gpu_t *g = made("mrpb-s");
    good(g, lw_gpu_workload(g, "bfs", "tiny"));
    good(g, lw_gpu_option(g, "launches", "2-5"));
    good(g, lw_gpu_option(g, "interval", "500"));
    good(g, lw_gpu_option(g, "analyze", "true"));
    good(g, lw_gpu_option(g, "max-cycles", "2000"));
    good(g, lw_gpu_run(g));
    same_as_program(g, "-w bfs --scale tiny -c mrpb-s --launches 2-5 --interval 500 --analyze "
                       "--max-cycles 2000");
    lw_gpu_free(g);
    g = made("mrpb-s");
    good(g, lw_gpu_workload(g, "bfs", "tiny"));
    good(g, lw_gpu_option(g, "functional", "true"));
    good(g, lw_gpu_run(g));
    same_as_program(g, "-w bfs --scale tiny -c mrpb-s --functional");
    lw_gpu_free(g);
}

/* What a kernel prints goes to the caller; what it dumps goes into files alone. */
static const char say_ptx[] =
    ".version 3.2\n.target sm_20\n.address_size 64\n"
    ".extern .func (.param .b32 r) vprintf(.param .b64 f, .param .b64 a);\n"
    ".global .b8 format[6] = {104, 105, 37, 100, 10, 0};\n"
    ".visible .entry k(.param .u64 out) {\n"
    ".local .b32 a; .reg .b32 %r<2>; .reg .b64 %d<2>;\n"
    ".param .b64 f; .param .b64 g; .param .b32 y;\n"
    "mov.u32 %r1, %tid.x; st.local.b32 [a], %r1; mov.u64 %d1, format; st.param.b64 [f], %d1;\n"
    "mov.u64 %d1, a; cvta.local.u64 %d1, %d1; st.param.b64 [g], %d1; call (y), vprintf, (f, g);\n"
    "ret; }\n";
static const char say_yaml[] = "buffers:\n  out: {type: u32, size: 4}\nlaunches:\n"
                               "  - {kernel: k, grid: 1, block: 3, args: [out]}\n";

static void put_file(const char *path, const char *text, const char *more)
{
    FILE *f = fopen(path, "w");
    fprintf(f, "%s%s", text, more);
    fclose(f);
}

static void on_print(void *ctx, const char *text, size_t bytes)
{
    strncat(ctx, text, bytes);
}

static void gpu_335_kernels_print(void **state)
{
    (void)state;
    char folder[] = "/tmp/lw_gpu_XXXXXX", ptx[64], yaml[64], printed[64] = "";
    assert_non_null(mkdtemp(folder));
    snprintf(ptx, sizeof ptx, "%s/say.ptx", folder);
    snprintf(yaml, sizeof yaml, "%s/say.yaml", folder);
    put_file(ptx, say_ptx, "");
    put_file(yaml, say_yaml, "");
    const char *const files[] = {ptx};
    for (int listens = 0; listens < 2; listens++) {
        lw_gpu_t *g = made("apres");
        good(g, lw_gpu_ptx(g, files, 1, yaml));
        if (listens)
            good(g, lw_gpu_print(g, on_print, printed));
        good(g, lw_gpu_run(g));
        assert_string_equal(printed, listens ? "hi0\nhi1\nhi2\n" : "");
        lw_gpu_free(g);
    }
    put_file(yaml, say_yaml, "dump:\n  - {buffer: out, file: \"-\"}\n");
    char *here = getcwd(NULL, 0);
    assert_int_equal(chdir(folder), 0); /* elsewhere it is a file of that name */
    lw_gpu_t *g = made("apres");
    good(g, lw_gpu_ptx(g, files, 1, "say.yaml"));
    refused_run(g, "is standard output; expected a file for what is dumped");
    assert_int_equal(chdir(here), 0);
    free(here);
    unlink(ptx);
    unlink(yaml);
    rmdir(folder);
}

static void gpu_340_numbers(void **state)
{
    (void)state;
    uint64_t v = 0;
    double d = 0, e = 0;
    lw_gpu_t *g = abyp_laws("spmv", "c");
    good(g, lw_gpu_run(g));
    good(g, lw_gpu_count(g, "per_load.0.accesses", &v));
    assert_true(v);
    good(g, lw_gpu_count(g, "config.l1_ways", &v));
    assert_int_equal(v, 4);
    good(g, lw_gpu_number(g, "totals.l1d.hit_rate", &d));
    assert_true(d > 0 && d < 1);
    good(g, lw_gpu_number(g, "totals.cycles", &d));
    good(g, lw_gpu_count(g, "totals.cycles", &v));
    assert_true((double)v == d);
    good(g, lw_gpu_number(g, "totals.warp_instructions", &e));
    good(g, lw_gpu_number(g, "totals.ipc_warp", &d));
    assert_true(d > e / (double)v - 1e-6 && d < e / (double)v + 1e-6);
    says(g, lw_gpu_count(g, "totals.ipc_warp", &v), LW_INVALID, "expected a whole number");
    static const char *const none[] = {
        "totals",        "totals.nosuch", "per_load.x",      "",  "per_load.-1", "per_load.9999999",
        "workload.name", "totals.",       "totals.cycles.x", NULL};
    for (size_t i = 0; i < sizeof none / sizeof *none; i++) {
        says(g, lw_gpu_count(g, none[i], &v), LW_INVALID, "no such number");
        says(g, lw_gpu_number(g, none[i], &d), LW_INVALID, "no such number");
    }
    says(g, lw_gpu_set(g, "l1_ways", "8"), LW_INVALID, "has been run");
    says(g, lw_gpu_observe(g, NULL, NULL), LW_INVALID, "has been run");
    lw_gpu_free(g);
}

/* ---- Side by side, without memory ---- */

static void *run_one(void *ctx)
{
    return (void *)(intptr_t)lw_gpu_run(ctx);
}

static void gpu_410_side_by_side(void **state)
{
    (void)state;
    enum { N = 3 };
    static const char *const workload[N] = {"bfs", "spmv", "bfs"};
    lw_gpu_t *g[N];
    pthread_t thread[N];
    char arguments[256];
    void *status;
    for (int i = 0; i < N; i++) {
        g[i] = abyp_laws(workload[i], "c");
        assert_int_equal(pthread_create(&thread[i], NULL, run_one, g[i]), 0);
    }
    for (int i = 0; i < N; i++) {
        assert_int_equal(pthread_join(thread[i], &status), 0);
        good(g[i], (int)(intptr_t)status);
        snprintf(arguments, sizeof arguments, "-w %s -e c" ABYP_LAWS, workload[i]);
        same_as_program(g[i], arguments);
        lw_gpu_free(g[i]);
    }
}

/* In a process of its own, with so much more memory than it has: the status of a run, or 100 where
 * it cannot begin. */
static int with_memory(size_t more)
{
    fflush(NULL);
    const pid_t child = fork();
    if (!child) {
        unsigned long pages = 0;
        FILE *f = fopen("/proc/self/statm", "r");
        if (!f || fscanf(f, "%lu", &pages) != 1)
            _exit(99);
        fclose(f);
        const rlim_t room = pages * (rlim_t)sysconf(_SC_PAGESIZE) + more;
        setrlimit(RLIMIT_AS, &(struct rlimit){room, room});
        lw_gpu_t *g = lw_gpu_new("apres", NULL);
        if (!g || lw_gpu_set(g, "memory_mb", "1") || lw_gpu_workload(g, "bfs", "tiny"))
            _exit(100);
        const int status = lw_gpu_run(g);
        lw_gpu_free(g);
        _exit(-status);
    }
    int how;
    assert_int_equal(waitpid(child, &how, 0), child);
    if (!WIFEXITED(how))
        fail_msg("ended by signal %d with %zu bytes", WTERMSIG(how), more);
    return WEXITSTATUS(how);
}

static void gpu_420_without_memory(void **state)
{
    (void)state;
#ifdef __SANITIZE_ADDRESS__
    skip();
#endif
    unsigned refused = 0;
    int status = -1;
    for (size_t kb = 64; kb < 64 << 10 && status; kb += kb / 16 + 1) {
        status = with_memory(kb << 10);
        assert_true(status == 100 || status == -LW_NO_MEMORY || status == -LW_INVALID || !status);
        refused += status == -LW_NO_MEMORY;
    }
    assert_int_equal(status, 0);
    assert_true(refused > 3);
}

int main(int argc, char **argv)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(gpu_100_names),         cmocka_unit_test(gpu_330_options),
        cmocka_unit_test(gpu_335_kernels_print), cmocka_unit_test(gpu_340_numbers),
        cmocka_unit_test(gpu_410_side_by_side),  cmocka_unit_test(gpu_420_without_memory),
    };
    if (argc < 2)
        return 2;
    program = argv[1];
    return cmocka_run_group_tests(tests, NULL, NULL);
}
