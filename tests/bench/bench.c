/*
 * dev bench: rates of the simulator as a whole process on one core, against floors.
 *
 * Each row is run once and then five times more, the median counts. Time is that of the processor
 * (user and system): the program has one thread, and other processes of the machine are
 * kept out. A reference loop, timed before and after each row, tells how fast the machine is at
 * the moment: the stored baseline holds instructions per reference loop, and a row that misses
 * its floor on a machine slower than the baseline's is judged as if it had run at that one's
 * speed, but no machine as more than twice as slow. A row far below its stored ratio fails, too.
 */
#include <argp.h>
#include <glob.h>
#include <math.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "common/scratch.h"
#include "proc.h"
#include "rows.h"
#include "workload/workload.h"

#define MAX_RUNS 5
#define MAX_ARGV 32

typedef struct bench {
    const char *program, *out, *baseline_file, *data;
    const char *const *names; /* only rows whose name contains one of them; NULL-terminated */
    unsigned runs, warm;
    bool save;
    scratch_t scratch; /* for traces and results: */
    const char *work;
    char json[PATH_MAX + 16];
    cJSON *baseline;    /* or NULL */
    cJSON *rows;        /* results */
    double log_sum;     /* of the workloads' rates */
    double cpu_sum;     /* of their medians */
    unsigned workloads; /* so many */
    unsigned missed;    /* floors */
} bench_t;

/* One command line, measured. */
typedef struct measured {
    sample_t median;
    double fastest, slowest; /* cpu */
    double insts, cycles, slept;
    double ref; /* reference loop around it */
} measured_t;

static int by_cpu(const void *a, const void *b)
{
    double x = ((const sample_t *)a)->cpu, y = ((const sample_t *)b)->cpu;
    return (x > y) - (x < y);
}

/* Share of SM-cycles slept through, or -1. */
static double slept_share(const cJSON *doc)
{
    const cJSON *sleep = cJSON_GetObjectItem(cJSON_GetObjectItem(doc, "host"), "sleep");
    const cJSON *t = cJSON_GetObjectItem(sleep, "sm_ticked");
    const cJSON *s = cJSON_GetObjectItem(sleep, "sm_slept");
    if (!cJSON_IsNumber(t) || !cJSON_IsNumber(s) || t->valuedouble + s->valuedouble <= 0)
        return -1;
    return s->valuedouble / (t->valuedouble + s->valuedouble);
}

/* A `lockwarp run` with args and, if not NULL, --trace, that is measured. */
typedef struct subject {
    const char *argv[MAX_ARGV];
    sample_t sample[MAX_RUNS];
    double insts, cycles, slept;
} subject_t;

static void subject_of(subject_t *u, const bench_t *b, const char *const *args, const char *trace)
{
    *u = (subject_t){.argv = {b->program, "run", "--json", b->json}};
    unsigned n = 4;
    if (trace) {
        u->argv[n++] = "--trace";
        u->argv[n++] = trace;
    }
    for (unsigned i = 0; args[i]; i++)
        u->argv[n++] = args[i];
}

static int run_once(const bench_t *b, subject_t *u, unsigned i)
{
    int rc = proc_run(u->argv, &u->sample[i]);
    if (rc || i)
        return rc;
    cJSON *doc = proc_json(b->json);
    u->insts = proc_number(doc, "totals", "warp_instructions");
    u->cycles = proc_number(doc, "totals", "cycles");
    u->slept = slept_share(doc);
    cJSON_Delete(doc);
    return u->insts > 0 ? 0 : 128;
}

static measured_t summary(const bench_t *b, subject_t *u, double reference)
{
    qsort(u->sample, b->runs, sizeof u->sample[0], by_cpu);
    return (measured_t){.median = u->sample[b->runs / 2],
                        .fastest = u->sample[0].cpu,
                        .slowest = u->sample[b->runs - 1].cpu,
                        .insts = u->insts,
                        .cycles = u->cycles,
                        .slept = u->slept,
                        .ref = reference};
}

/* Measures some runs of each subject in turns, so that whatever else the machine does meets all. 0
 * or the failing run's status. */
static int measure(const bench_t *b, subject_t *u, measured_t *m, unsigned n)
{
    sample_t warm;
    int rc = 0;
    double before = proc_reference();
    for (unsigned i = 0; i < b->warm * n && !rc; i++)
        rc = proc_run(u[i % n].argv, &warm);
    for (unsigned i = 0; i < b->runs * n && !rc; i++)
        rc = run_once(b, &u[i % n], i / n);
    if (rc)
        return rc;
    const double reference = (before + proc_reference()) / 2;
    for (unsigned i = 0; i < n; i++)
        m[i] = summary(b, &u[i], reference);
    return 0;
}

/* ---- Traces ---- */

/* Unpacks the row's trace: its list in path. False, with a message, if it cannot be had. */
static bool unpack_trace(const bench_t *b, const row_t *r, char *path, size_t n)
{
    char tar[512], dir[PATH_MAX + 80];
    snprintf(tar, sizeof tar, "%s/bench-traces/%s.tar.zst", b->data, r->trace);
    snprintf(dir, sizeof dir, "%s/%s", b->work, r->trace);
    if (access(tar, R_OK)) {
        printf("%-22s skipped: %s is not there\n", r->name, tar);
        return false;
    }
    sample_t s;
    const char *const make[] = {"mkdir", "-p", dir, NULL};
    const char *const unpack[] = {"tar", "--zstd", "-xf", tar, "-C", dir, NULL};
    char pattern[sizeof dir + 32];
    glob_t found = {0};
    snprintf(pattern, sizeof pattern, "%s/*/kernelslist.g", dir);
    bool ok = !proc_run(make, &s) && !proc_run(unpack, &s) && !glob(pattern, 0, NULL, &found) &&
              found.gl_pathc == 1;
    if (ok)
        snprintf(path, n, "%s", found.gl_pathv[0]);
    else
        printf("%-22s skipped: %s cannot be unpacked (tar and zstd are needed)\n", r->name, tar);
    globfree(&found);
    return ok;
}

/* Records the row's workload as the program runs it, and writes it as an Accel-Sim trace: its
 * list in path. 0 or the failing command's status. */
static int record_trace(const bench_t *b, const row_t *r, char *path, size_t n)
{
    char file[PATH_MAX + 80], dir[PATH_MAX + 80];
    snprintf(file, sizeof file, "%s/%s.lwt", b->work, r->trace);
    snprintf(dir, sizeof dir, "%s/recorded-%s", b->work, r->trace);
    snprintf(path, n, "%s/kernelslist.g", dir);
    const char *const record[] = {b->program,     "trace", "record", "-w", r->trace,
                                  "--functional", "-o",    file,     NULL};
    const char *const export[] = {b->program, "trace", "export", file, "--accelsim", dir, NULL};
    sample_t s;
    int rc = proc_run(record, &s);
    return rc ? rc : proc_run(export, &s);
}

/* ---- One row ---- */

static double baseline_of(const bench_t *b, const char *name)
{
    const cJSON *v = cJSON_GetObjectItem(cJSON_GetObjectItem(b->baseline, "rows"), name);
    return cJSON_IsNumber(v) ? v->valuedouble : 0;
}

static void number_or_dash(double v, const char *format, unsigned width)
{
    char text[40] = "-";
    if (v > 0)
        snprintf(text, sizeof text, format, v);
    printf(" %*s", (int)width, text);
}

/* Prints and stores a row. value is a rate, or times dearer for a cost row. */
static void report(bench_t *b, const row_t *r, const measured_t *m, double value)
{
    bool cost = r->kind == ROW_COST;
    double stored = cost ? value : m->insts / m->median.cpu * m->ref;
    double was = baseline_of(b, r->name), ratio = was > 0 ? stored / was : 0;
    double loop = proc_number(b->baseline, "reference", "loop_seconds");
    double slower = loop > 0 && m->ref > loop ? m->ref / loop : 1;
    slower = slower < BENCH_SLOWEST ? slower : BENCH_SLOWEST;
    bool met = r->floor <= 0 || (cost ? value <= r->floor : value * slower >= r->floor);
    bool as_is = r->floor <= 0 || (cost ? met : value >= r->floor);
    bool fell = !cost && ratio > 0 && ratio < BENCH_FELL;
    bool heavy = m->median.peak_mb > BENCH_PEAK_MB;
    bool awake = strcmp(r->name, "atax") == 0 && m->slept < BENCH_ATAX_SLEPT;
    const char *format = cost ? "%.2fx" : "%.0f";
    printf("%-22s", r->name);
    number_or_dash(value, format, 11);
    number_or_dash(r->floor, format, 10);
    number_or_dash(r->wanted, format, 10);
    number_or_dash(ratio, "%.2f", 7);
    number_or_dash(m->insts, "%.0f", 9);
    number_or_dash(m->cycles / m->median.cpu, "%.0f", 10);
    printf(" %8.3f %8.3f-%-8.3f", m->median.cpu, m->fastest, m->slowest);
    number_or_dash(m->median.peak_mb, "%.1f", 7);
    number_or_dash(m->slept * 100, "%.1f", 6);
    printf("%s%s%s%s\n",
           met ? as_is ? "" : "  met at the baseline machine's speed" : "  BELOW ITS FLOOR",
           fell ? "  FAR BELOW THE BASELINE" : "", heavy ? "  TOO MUCH MEMORY" : "",
           awake ? "  SLEEPS TOO LITTLE" : "");
    fflush(stdout);
    b->missed += (unsigned)!met + fell + heavy + awake;
    if (r->kind == ROW_WORKLOAD) {
        b->log_sum += log(value * slower);
        b->cpu_sum += m->median.cpu / slower;
        b->workloads++;
    }
    cJSON *o = cJSON_CreateObject();
    cJSON_AddItemToObject(b->rows, r->name, o);
    cJSON_AddNumberToObject(o, cost ? "times" : "warp_instructions_per_second", value);
    if (r->floor > 0)
        cJSON_AddNumberToObject(o, "floor", r->floor);
    if (r->wanted > 0)
        cJSON_AddNumberToObject(o, "wanted", r->wanted);
    cJSON_AddBoolToObject(o, "met", met);
    if (ratio > 0)
        cJSON_AddNumberToObject(o, "to_baseline", ratio);
    cJSON_AddNumberToObject(o, cost ? "times_dearer" : "warp_instructions_per_reference_loop",
                            stored);
    cJSON_AddNumberToObject(o, "warp_instructions", m->insts);
    cJSON_AddNumberToObject(o, "cycles", m->cycles);
    cJSON_AddNumberToObject(o, "cpu_seconds_median", m->median.cpu);
    cJSON_AddNumberToObject(o, "cpu_seconds_min", m->fastest);
    cJSON_AddNumberToObject(o, "cpu_seconds_max", m->slowest);
    cJSON_AddNumberToObject(o, "wall_seconds", m->median.wall);
    cJSON_AddNumberToObject(o, "reference_loop_seconds", m->ref);
    cJSON_AddNumberToObject(o, "peak_mb", m->median.peak_mb);
    if (m->slept >= 0)
        cJSON_AddNumberToObject(o, "sm_cycles_slept", m->slept);
}

static void run_row(bench_t *b, const row_t *r)
{
    subject_t subjects[2]; /* the row; of a cost, then what it is a cost over */
    measured_t m[2];
    char list[PATH_MAX + 112];
    const char *trace = NULL;
    if (r->needs_rtl && !LW_BENCH_RTL) {
        printf("%-22s skipped: built without RTL engines\n", r->name);
        return;
    }
    if (r->kind == ROW_TRACE) {
        if (!unpack_trace(b, r, list, sizeof list))
            return;
        trace = list;
    }
    int rc = 0;
    if (r->kind == ROW_RECORDED) {
        rc = record_trace(b, r, list, sizeof list);
        trace = list;
    }
    const bool cost = r->kind == ROW_COST;
    subject_of(&subjects[0], b, r->args, trace);
    if (cost)
        subject_of(&subjects[1], b, r->base, NULL);
    rc = rc ? rc : measure(b, subjects, m, 1 + cost);
    if (rc) {
        printf("%-22s FAILED with status %d\n", r->name, rc);
        b->missed++;
        return;
    }
    double value = m[0].insts / m[0].median.cpu;
    if (cost)
        value = m[0].median.cpu / m[0].insts / (m[1].median.cpu / m[1].insts);
    report(b, r, &m[0], value);
}

static bool selected(const bench_t *b, const char *name)
{
    for (const char *const *n = b->names; *n; n++)
        if (strstr(name, *n))
            return true;
    return !*b->names;
}

/* The first name that no row has, or NULL. */
static const char *no_row(const bench_t *b)
{
    for (const char *const *n = b->names; *n; n++) {
        bool known = false;
        for (unsigned i = 0; i < bench_row_count; i++)
            known |= strstr(bench_rows[i].name, *n) != NULL;
        for (unsigned i = 0; i < workload_registry_count; i++)
            known |= strstr(workload_registry[i]->name, *n) != NULL;
        if (!known)
            return *n;
    }
    return NULL;
}

static void run_rows(bench_t *b)
{
    printf("%-22s %11s %10s %10s %7s %9s %10s %8s %17s %7s %6s\n", "row", "value", "floor",
           "wanted", "stored", "warp inst", "cycles/s", "cpu s", "min-max", "peak MB", "slept%");
    for (unsigned i = 0; i < bench_row_count; i++)
        if (selected(b, bench_rows[i].name))
            run_row(b, &bench_rows[i]);
    for (unsigned i = 0; i < workload_registry_count; i++) {
        row_t r = {.name = workload_registry[i]->name,
                   .kind = ROW_WORKLOAD,
                   .floor = BENCH_WORKLOAD_FLOOR,
                   .args = {"-w", workload_registry[i]->name, "-c", "apres"}};
        if (selected(b, r.name))
            run_row(b, &r);
    }
    if (b->workloads) {
        double mean = exp(b->log_sum / b->workloads);
        bool met = mean >= BENCH_MEAN_FLOOR || *b->names;
        printf("geometric mean of %u workloads %.0f, floor %.0f%s\n", b->workloads, mean,
               BENCH_MEAN_FLOOR, met ? "" : "  BELOW ITS FLOOR");
        b->missed += !met;
        met = b->cpu_sum <= BENCH_SET_SECONDS;
        printf("one run of each: %.0f s of processor time, at most %.0f%s\n", b->cpu_sum,
               BENCH_SET_SECONDS, met ? "" : "  TOO LONG");
        b->missed += !met;
    }
}

/* ---- Files ---- */

static bool write_json(const char *file, const cJSON *doc)
{
    char *text = cJSON_Print(doc);
    FILE *f = fopen(file, "w");
    bool ok = f && text && fprintf(f, "%s\n", text) >= 0;
    ok = f && fclose(f) == 0 && ok;
    if (!ok)
        perror(file);
    cJSON_free(text);
    return ok;
}

/* What the rows of this run say, over what the baseline said of others. */
static bool save_baseline(const bench_t *b, double loop)
{
    cJSON *doc = cJSON_CreateObject();
    cJSON_AddNumberToObject(cJSON_AddObjectToObject(doc, "reference"), "loop_seconds", loop);
    cJSON *old = cJSON_Duplicate(cJSON_GetObjectItem(b->baseline, "rows"), true);
    cJSON *rows = old ? old : cJSON_CreateObject();
    cJSON_AddItemToObject(doc, "rows", rows);
    const cJSON *r;
    cJSON_ArrayForEach(r, b->rows)
    {
        const cJSON *v = cJSON_GetObjectItem(r, "warp_instructions_per_reference_loop");
        v = v ? v : cJSON_GetObjectItem(r, "times_dearer");
        cJSON_DeleteItemFromObject(rows, r->string);
        cJSON_AddNumberToObject(rows, r->string, v->valuedouble);
    }
    bool ok = write_json(b->baseline_file, doc);
    cJSON_Delete(doc);
    return ok;
}

/* Mean of the rows' reference loops. */
static double mean_loop(const bench_t *b)
{
    double sum = 0;
    const cJSON *r;
    cJSON_ArrayForEach(r, b->rows) sum +=
        cJSON_GetObjectItem(r, "reference_loop_seconds")->valuedouble;
    int n = cJSON_GetArraySize(b->rows);
    return n ? sum / n : 0;
}

/* ---- Command line ---- */

enum { KEY_QUICK = 0x500, KEY_SAVE, KEY_BASELINE, KEY_DATA };

static const struct argp_option options[] = {
    {"quick", KEY_QUICK, NULL, 0, "one run a row, without a warm one", 0},
    {"save", KEY_SAVE, NULL, 0, "store the rows measured as the baseline", 0},
    {"baseline", KEY_BASELINE, "FILE", 0, "where it is (default tests/bench/baseline.json)", 0},
    {"data", KEY_DATA, "DIR", 0, "folder of bench-traces (default LW_SHARED_DATA, ../shared/data)",
     0},
    {0},
};

static error_t parse(int key, char *arg, struct argp_state *state)
{
    bench_t *b = state->input;
    switch (key) {
    case KEY_QUICK:
        b->runs = 1;
        b->warm = 0;
        return 0;
    case KEY_SAVE:
        b->save = true;
        return 0;
    case KEY_BASELINE:
        b->baseline_file = arg;
        return 0;
    case KEY_DATA:
        b->data = arg;
        return 0;
    case ARGP_KEY_ARGS:
        if (state->argc - state->next < 2)
            argp_usage(state);
        b->program = state->argv[state->next];
        b->out = state->argv[state->next + 1];
        b->names = (const char *const *)state->argv + state->next + 2;
        return 0;
    case ARGP_KEY_NO_ARGS:
        argp_usage(state);
        return EINVAL;
    default:
        return ARGP_ERR_UNKNOWN;
    }
}

int main(int argc, char **argv)
{
    static const struct argp argp = {options,
                                     parse,
                                     "LOCKWARP OUT.json [NAME...]",
                                     "Rates of the simulator against their floors. NAME: only rows "
                                     "whose name contains it. Exit status 1: a floor was missed.",
                                     NULL,
                                     NULL,
                                     NULL};
    const char *data = getenv("LW_SHARED_DATA");
    bench_t b = {.runs = MAX_RUNS,
                 .warm = 1,
                 .baseline_file = "tests/bench/baseline.json",
                 .data = data ? data : "../shared/data"};
    argp_err_exit_status = 2;
    if (argp_parse(&argp, argc, argv, 0, NULL, &b))
        return 2;
    diag_t diag = {{0}};
    if (no_row(&b))
        diag_at(&diag, "bench", 0, 0, "no row's name contains '%s'", no_row(&b));
    if (diag.text[0] || scratch_open(&b.scratch, NULL, "lockwarp-bench-", &diag)) {
        fprintf(stderr, "%s\n", diag.text);
        return 2;
    }
    b.work = b.scratch.dir;
    snprintf(b.json, sizeof b.json, "%s/run.json", b.work);
    b.baseline = proc_json(b.baseline_file);
    cJSON *doc = cJSON_CreateObject();
    b.rows = cJSON_AddObjectToObject(doc, "rows");
    run_rows(&b);
    double loop = mean_loop(&b);
    cJSON_AddNumberToObject(doc, "reference_loop_seconds", loop);
    cJSON_AddNumberToObject(doc, "runs", b.runs);
    if (b.workloads) {
        cJSON_AddNumberToObject(doc, "geometric_mean", exp(b.log_sum / b.workloads));
        cJSON_AddNumberToObject(doc, "one_run_of_each_seconds", b.cpu_sum);
    }
    cJSON_AddNumberToObject(doc, "floors_missed", b.missed);
    double stored = proc_number(b.baseline, "reference", "loop_seconds");
    printf("reference loop %.3f s", loop);
    if (stored > 0)
        printf(", the baseline's %.3f s", stored);
    putchar('\n');
    bool ok = write_json(b.out, doc) && (!b.save || save_baseline(&b, loop));
    scratch_close(&b.scratch);
    cJSON_Delete(doc);
    cJSON_Delete(b.baseline);
    if (b.missed)
        printf("%u floors missed\n", b.missed);
    return !ok ? 2 : b.missed ? 1 : 0;
}
