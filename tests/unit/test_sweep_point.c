/* What makes another point: every part of the key, and files that change under a run. The hashes of
 * the sources are this program's own, so that it can change them. */
#include <fcntl.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cmocka.h>

#include "common/file.h"
#include "hash/source_hash.h"
#include "sweep/point.h"
#include "sweep/point_memory.h"

static char core[] = "0", rtl[] = "0", trace[] = "0", bfs[] = "0", nn[] = "0", abyp[] = "0",
            ccws[] = "0";

/* In the place of the build's table. */
const source_hash_t source_hashes[] = {
    {"core", core},      {"rtl", rtl},          {"trace", trace},      {"workload:bfs", bfs},
    {"workload:nn", nn}, {"policy:abyp", abyp}, {"policy:ccws", ccws}, {NULL, NULL}};

static char folder[] = "/tmp/lockwarp_point_XXXXXX";
static char input[64], config[64], other[64];

static const char graph[] = "2\n0 1\n1 0\n\n0\n\n1\n1 1\n";

static void write_file(const char *path, const char *text)
{
    diag_t d = {{0}};
    if (file_write(path, text, strlen(text), &d))
        fail_msg("%s", d.text);
}

static int make_folder(void **state)
{
    (void)state;
    if (!mkdtemp(folder))
        return -1;
    snprintf(input, sizeof input, "%s/graph.txt", folder);
    snprintf(config, sizeof config, "%s/gpu.yaml", folder);
    snprintf(other, sizeof other, "%s/gpu2.yaml", folder);
    return 0;
}

static int remove_folder(void **state)
{
    (void)state;
    unlink(input);
    unlink(config);
    unlink(other);
    return rmdir(folder);
}

static point_spec_t spec(void)
{
    write_file(input, graph);
    write_file(config, "base: abyp-gcn\n");
    return (point_spec_t){.workload = "bfs",
                          .config = "abyp-gcn",
                          .policies = "abyp",
                          .engine = "c",
                          .scale = SCALE_TINY,
                          .seed = 1};
}

static void hash_of(const point_spec_t *s, char hash[65])
{
    point_t p;
    diag_t d = {{0}};
    if (point_resolve(s, &p, &d))
        fail_msg("%s", d.text);
    memcpy(hash, p.hash, 65);
    point_free(&p);
}

/* Is the point of `b` another than that of `a`? */
static bool another(const point_spec_t *a, const point_spec_t *b)
{
    char x[65], y[65];
    hash_of(a, x);
    hash_of(b, y);
    return strcmp(x, y) != 0;
}

/* Does another version of the part make another point? */
static bool counts(const point_spec_t *s, char *part)
{
    char x[65], y[65];
    hash_of(s, x);
    part[0] = '1';
    hash_of(s, y);
    part[0] = '0';
    return strcmp(x, y) != 0;
}

static void sweep_point_100_sources_that_the_run_uses(void **state)
{
    (void)state;
    point_spec_t s = spec();
    assert_true(counts(&s, core));
    assert_true(counts(&s, bfs));
    assert_true(counts(&s, abyp));
    assert_false(counts(&s, rtl));
    assert_false(counts(&s, nn));
    assert_false(counts(&s, ccws));
    assert_false(counts(&s, trace));
    s.policies = "";
    assert_false(counts(&s, abyp));
    s.engine = "lockstep";
    assert_true(counts(&s, rtl));
    assert_true(counts(&s, core));
    s.workload = "nn";
    assert_true(counts(&s, nn));
    assert_false(counts(&s, bfs));
}

static void sweep_point_110_each_setting(void **state)
{
    (void)state;
    const point_spec_t a = spec();
    point_spec_t b = a;
    assert_false(another(&a, &b));
#define CHANGED(field, value)                                                                      \
    b = a;                                                                                         \
    b.field = (value);                                                                             \
    assert_true(another(&a, &b))
    CHANGED(workload, "nn");
    CHANGED(config, "apres");
    CHANGED(policies, "");
    CHANGED(policies, "ccws");
    CHANGED(engine, "rtl");
    CHANGED(kernel, "bfs_kernel1");
    CHANGED(launches, "1-2");
    CHANGED(scale, SCALE_DEFAULT);
    CHANGED(seed, 2);
    CHANGED(max_cycles, 1000);
    CHANGED(interval, 1000);
    CHANGED(analyze, true);
    CHANGED(input, input);
    b = a;
    b.n_sets = 1;
    b.set[0] = "abyp.threshold=2";
    assert_true(another(&a, &b));
    b.set[0] = "l1_mshrs=9";
    assert_true(another(&a, &b));
}

/* The resolved values count, not how they were said. */
static void sweep_point_120_the_same_in_other_words(void **state)
{
    (void)state;
    const point_spec_t a = spec();
    point_spec_t b = a;
    b.variant = "default";
    assert_false(another(&a, &b));
    b.n_sets = 1;
    b.set[0] = "abyp.threshold=1"; /* the default */
    assert_false(another(&a, &b));
}

static void sweep_point_130_files_by_content(void **state)
{
    (void)state;
    point_spec_t a = spec(), b = a;
    a.config = config;
    b.config = other;
    write_file(other, "base: abyp-gcn\nl1_mshrs: 9\n");
    assert_true(another(&a, &b));
    b.n_sets = 1;
    b.set[0] = "l1_mshrs=32";
    write_file(other, "base: abyp-gcn\nl1_mshrs: 32\n");
    a.input = b.input = input;
    char x[65], y[65];
    hash_of(&a, x);
    write_file(input, "2\n0 1\n1 1\n\n0\n\n2\n1 1\n0 1\n");
    hash_of(&a, y);
    assert_string_not_equal(x, y);
}

static void check_unchanged(const point_t *p, uint64_t begun, const char *message)
{
    diag_t d = {{0}};
    int rc = point_unchanged(p, begun, &d);
    if (!message && rc)
        fail_msg("%s", d.text);
    if (message && (!rc || !strstr(d.text, message)))
        fail_msg("%d, \"%s\"; expected \"%s\"", rc, d.text, message);
}

/* A file is replaced as editors do: written anew. Each has a time of its own, which two writes
 * within one tick of the file system's clock need not have. */
static void rewrite(const char *path, const char *text)
{
    static time_t second = 1000000000;
    const struct timespec times[2] = {{.tv_nsec = UTIME_OMIT}, {.tv_sec = second++}};
    write_file(path, text);
    assert_int_equal(utimensat(AT_FDCWD, path, times, 0), 0);
}

static void changes_under_a_run(point_spec_t *s, const char *path, const char *now,
                                const char *later)
{
    point_t p;
    diag_t d = {{0}};
    if (point_resolve(s, &p, &d))
        fail_msg("%s", d.text);
    uint64_t begun = point_stamp(&p.spec);
    check_unchanged(&p, begun, NULL);
    rewrite(path, later);
    check_unchanged(&p, begun, "is not what it was");
    rewrite(path, now); /* as it was; but who knows when the run has read it */
    check_unchanged(&p, begun, "was written while it ran");
    begun = point_stamp(&p.spec);
    check_unchanged(&p, begun, NULL);
    point_free(&p);
}

static void sweep_point_140_files_that_change(void **state)
{
    (void)state;
    point_spec_t s = spec();
    s.input = input;
    s.config = config;
    changes_under_a_run(&s, input, graph, "2\n0 1\n1 1\n\n0\n\n2\n1 1\n0 1\n");
    changes_under_a_run(&s, config, "base: abyp-gcn\n", "base: abyp-gcn\nl1_mshrs: 9\n");
}

static void sweep_point_141_file_that_is_gone(void **state)
{
    (void)state;
    point_spec_t s = spec();
    s.config = config;
    point_t p;
    diag_t d = {{0}};
    assert_int_equal(point_resolve(&s, &p, &d), 0);
    uint64_t begun = point_stamp(&p.spec);
    unlink(config);
    check_unchanged(&p, begun, "gpu.yaml");
    point_free(&p);
}

/* The point keeps what the spec says after the spec's strings are gone. */
static void sweep_point_150_strings_are_its_own(void **state)
{
    (void)state;
    char workload[] = "bfs", set[] = "abyp.threshold=2", file[64];
    point_spec_t s = spec();
    strcpy(file, config);
    s.workload = workload;
    s.config = file;
    s.set[0] = set;
    s.n_sets = 1;
    point_t p;
    diag_t d = {{0}};
    assert_int_equal(point_resolve(&s, &p, &d), 0);
    memset(workload, 'x', 3);
    memset(set, 'x', 4);
    memset(file, 'x', 4);
    char again[65];
    hash_of(&p.spec, again);
    assert_string_equal(again, p.hash);
    point_free(&p);
}

/* What other points have read makes no other point, also where a file has changed since. */
static void sweep_point_160_a_memory_changes_nothing(void **state)
{
    (void)state;
    static const char *const configs[] = {"abyp-gcn", config, "apcm-fermi", other};
    static const char *const texts[] = {"base: abyp-gcn\n", "base: abyp-gcn\nl1_mshrs: 9\n"};
    point_memory_t memory = {0};
    point_spec_t s = spec();
    write_file(other, "base: apres\n");
    s.input = input;
    for (unsigned i = 0; i < 16; i++) {
        char alone[65], with[65];
        s.config = configs[i % 4];
        s.seed = i;
        if (i % 4 == 1)
            rewrite(config, texts[i / 4 % 2]);
        if (i % 4 == 2)
            rewrite(input, i / 4 % 2 ? graph : "2\n0 1\n1 1\n\n0\n\n2\n1 1\n0 1\n");
        s.memory = NULL;
        hash_of(&s, alone);
        s.memory = &memory;
        hash_of(&s, with);
        assert_string_equal(alone, with);
    }
    memory_free(&memory);
}

static void sweep_point_161_a_file_is_read_once(void **state)
{
    (void)state;
    point_memory_t memory = {0};
    point_spec_t s = spec();
    s.input = input;
    s.memory = &memory;
    for (unsigned i = 0; i < 100; i++) {
        char hash[65];
        s.seed = i;
        s.config = i % 2 ? config : "abyp-gcn";
        hash_of(&s, hash);
    }
    assert_int_equal(memory.n, 3); /* two configurations and the input */
    memory_free(&memory);
}

/* A configuration that is refused is refused again, and a name that is a configuration and an
 * input is both. */
static void sweep_point_162_refused_and_both(void **state)
{
    (void)state;
    point_memory_t memory = {0};
    point_spec_t s = spec();
    s.memory = &memory;
    s.config = config;
    s.input = config;
    char hash[65], alone[65];
    hash_of(&s, hash);
    s.memory = NULL;
    hash_of(&s, alone);
    assert_string_equal(hash, alone);
    rewrite(config, "base: abyp-gcn\nl1_mshr: 9\n");
    s.memory = &memory;
    for (unsigned i = 0; i < 2; i++) {
        point_t p;
        diag_t d = {{0}};
        assert_true(point_resolve(&s, &p, &d) < 0);
        assert_non_null(strstr(d.text, "gpu.yaml:2:1"));
    }
    memory_free(&memory);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(sweep_point_100_sources_that_the_run_uses),
        cmocka_unit_test(sweep_point_110_each_setting),
        cmocka_unit_test(sweep_point_120_the_same_in_other_words),
        cmocka_unit_test(sweep_point_130_files_by_content),
        cmocka_unit_test(sweep_point_140_files_that_change),
        cmocka_unit_test(sweep_point_141_file_that_is_gone),
        cmocka_unit_test(sweep_point_150_strings_are_its_own),
        cmocka_unit_test(sweep_point_160_a_memory_changes_nothing),
        cmocka_unit_test(sweep_point_161_a_file_is_read_once),
        cmocka_unit_test(sweep_point_162_refused_and_both),
    };
    return cmocka_run_group_tests_name("sweep_point", tests, make_folder, remove_folder);
}
