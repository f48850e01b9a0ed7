/*
 * dev bench: whole-process rates of the simulator, one core. Each row runs `lockwarp run` five
 * times (after one run that is not counted) and quotes the median; a reference loop timed in
 * between makes machines comparable: quote "per ref", not seconds, across machines.
 *
 *     bench LOCKWARP OUT.json [NAME...]    NAME: only rows whose name contains it
 */
#include <errno.h>
#include <fcntl.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include <cjson/cJSON.h>

#define RUNS     5
#define MAX_ARGS 24

typedef struct row {
    const char *name;
    const char *args[MAX_ARGS]; /* of `lockwarp run`, NULL-terminated */
} row_t;

static const row_t rows[] = {
    {"bfs", {"-w", "bfs", "-c", "apres", NULL}},
    {"spmv", {"-w", "spmv", "-c", "apres", NULL}},
    {"hotspot", {"-w", "hotspot", "-c", "apres", NULL}},
    {"atax", {"-w", "atax", "-c", "apres", NULL}},
    {"gesummv", {"-w", "gesummv", "-c", "apres", NULL}},
    {"kmeans", {"-w", "kmeans", "-c", "apres", NULL}},
    {"functional-hotspot", {"-w", "hotspot", "-c", "apres", "--functional", NULL}},
    {"functional-atax", {"-w", "atax", "-c", "apres", "--functional", NULL}},
    {"gcn-bfs", {"-w", "bfs", "-c", "abyp-gcn", NULL}},
    {"gcn-bfs-abyp", {"-w", "bfs", "-c", "abyp-gcn", "-p", "abyp", NULL}},
    {"gcn-bfs-tiny", {"-w", "bfs", "-c", "abyp-gcn", "--scale", "tiny", "-p", "abyp", NULL}},
    {"gcn-bfs-tiny-lockstep",
     {"-w", "bfs", "-c", "abyp-gcn", "--scale", "tiny", "-p", "abyp", "-e", "lockstep", NULL}},
};

typedef struct sample {
    double wall, cpu;
    long peak_kb;
} sample_t;

static double now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}

/* A fixed amount of dependent integer work with a table that stays in the first-level cache. */
static double reference_seconds(void)
{
    static uint32_t table[1024];
    double start = now();
    uint32_t x = 1;
    for (uint32_t i = 0; i < 100000000; i++) {
        x = x * 1664525u + 1013904223u;
        table[x >> 22] += x;
    }
    volatile uint32_t sink = table[x >> 22];
    (void)sink;
    return now() - start;
}

/* Runs one process on one core, its output thrown away. 0 or its status. */
static int run_once(const char *program, const row_t *r, const char *json, sample_t *s)
{
    const char *argv[MAX_ARGS + 6] = {program, "run", "--json", json};
    unsigned n = 4;
    for (unsigned i = 0; r->args[i]; i++)
        argv[n++] = r->args[i];
    double start = now();
    pid_t pid = fork();
    if (pid < 0)
        return errno;
    if (pid == 0) {
        int null = open("/dev/null", O_WRONLY);
        dup2(null, 1);
        dup2(null, 2);
        execv(program, (char *const *)(uintptr_t)argv);
        _exit(127);
    }
    int status;
    struct rusage u;
    if (wait4(pid, &status, 0, &u) < 0)
        return errno;
    *s = (sample_t){.wall = now() - start,
                    .cpu = (double)u.ru_utime.tv_sec + (double)u.ru_utime.tv_usec * 1e-6 +
                           (double)u.ru_stime.tv_sec + (double)u.ru_stime.tv_usec * 1e-6,
                    .peak_kb = u.ru_maxrss};
    return WIFEXITED(status) ? WEXITSTATUS(status) : 128;
}

static int by_wall(const void *a, const void *b)
{
    double x = ((const sample_t *)a)->wall, y = ((const sample_t *)b)->wall;
    return (x > y) - (x < y);
}

/* A number of totals in the JSON that the run wrote, or -1. */
static double total(const char *file, const char *key)
{
    FILE *f = fopen(file, "rb");
    if (!f)
        return -1;
    fseek(f, 0, SEEK_END);
    long size = ftell(f);
    rewind(f);
    char *text = calloc((size_t)size + 1, 1);
    size_t got = text ? fread(text, 1, (size_t)size, f) : 0;
    fclose(f);
    cJSON *doc = got ? cJSON_Parse(text) : NULL;
    const cJSON *v = cJSON_GetObjectItem(cJSON_GetObjectItem(doc, "totals"), key);
    double value = cJSON_IsNumber(v) ? v->valuedouble : -1;
    cJSON_Delete(doc);
    free(text);
    return value;
}

static int bench_row(const char *program, const row_t *r, const char *json, double ref, cJSON *out)
{
    sample_t s[RUNS], warm;
    int rc = run_once(program, r, json, &warm);
    for (unsigned i = 0; i < RUNS && !rc; i++)
        rc = run_once(program, r, json, &s[i]);
    if (rc) {
        printf("%-24s failed with status %d\n", r->name, rc);
        return 1;
    }
    qsort(s, RUNS, sizeof s[0], by_wall);
    const sample_t *m = &s[RUNS / 2];
    double insts = total(json, "warp_instructions"), cycles = total(json, "cycles");
    printf("%-24s %10.0f %12.0f %12.0f %8.3f %8.3f-%-8.3f %8.1f %12.0f\n", r->name, insts,
           insts / m->wall, cycles / m->wall, m->wall, s[0].wall, s[RUNS - 1].wall,
           (double)m->peak_kb / 1024, insts / m->wall * ref);
    fflush(stdout);
    cJSON *o = cJSON_CreateObject();
    cJSON_AddItemToArray(out, o);
    cJSON_AddStringToObject(o, "name", r->name);
    cJSON_AddNumberToObject(o, "warp_instructions", insts);
    cJSON_AddNumberToObject(o, "warp_instructions_per_second", insts / m->wall);
    cJSON_AddNumberToObject(o, "cycles_per_second", cycles / m->wall);
    cJSON_AddNumberToObject(o, "wall_seconds_median", m->wall);
    cJSON_AddNumberToObject(o, "wall_seconds_min", s[0].wall);
    cJSON_AddNumberToObject(o, "wall_seconds_max", s[RUNS - 1].wall);
    cJSON_AddNumberToObject(o, "peak_mb", (double)m->peak_kb / 1024);
    cJSON_AddNumberToObject(o, "warp_instructions_per_reference_loop", insts / m->wall * ref);
    return 0;
}

static int selected(const char *name, int n, char **want)
{
    for (int i = 0; i < n; i++)
        if (strstr(name, want[i]))
            return 1;
    return n == 0;
}

int main(int argc, char **argv)
{
    if (argc < 3) {
        fprintf(stderr, "usage: bench LOCKWARP OUT.json [NAME...]\n");
        return 2;
    }
    double ref[RUNS];
    for (unsigned i = 0; i < RUNS; i++)
        ref[i] = reference_seconds();
    for (unsigned i = 1; i < RUNS; i++) /* the median of five by insertion */
        for (unsigned k = i; k > 0 && ref[k] < ref[k - 1]; k--) {
            double t = ref[k];
            ref[k] = ref[k - 1];
            ref[k - 1] = t;
        }
    double loop = ref[RUNS / 2];
    printf("reference loop %.3f s; medians of %d runs, whole process\n", loop, RUNS);
    printf("%-24s %10s %12s %12s %8s %17s %8s %12s\n", "row", "warp inst", "wi/s", "cycles/s",
           "wall s", "min-max s", "peak MB", "wi per ref");
    char json[] = "/tmp/lw_bench_XXXXXX";
    int fd = mkstemp(json);
    if (fd < 0)
        return 1;
    close(fd);
    cJSON *doc = cJSON_CreateObject();
    cJSON_AddNumberToObject(doc, "reference_loop_seconds", loop);
    cJSON *out = cJSON_AddArrayToObject(doc, "rows");
    int failed = 0;
    for (unsigned i = 0; i < sizeof rows / sizeof rows[0]; i++)
        if (selected(rows[i].name, argc - 3, argv + 3))
            failed |= bench_row(argv[1], &rows[i], json, loop, out);
    unlink(json);
    char *text = cJSON_Print(doc);
    FILE *f = fopen(argv[2], "w");
    if (!f || !text || fprintf(f, "%s\n", text) < 0 || fclose(f)) {
        perror(argv[2]);
        failed = 1;
    }
    cJSON_free(text);
    cJSON_Delete(doc);
    return failed;
}
