#include "stats/report_md.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "input/file.h"
#include "stats/json.h"
#include "stats/report.h"

int report_check_schema(const cJSON *doc, const char *file, diag_t *d)
{
    const char *schema = cJSON_GetStringValue(cJSON_GetObjectItemCaseSensitive(doc, "schema"));
    if (schema && strcmp(schema, REPORT_SCHEMA) == 0)
        return 0;
    return diag_at(d, file, 0, 0, "has schema '%.40s'; expected '%s'", schema ? schema : "none",
                   REPORT_SCHEMA);
}

cJSON *report_read(const char *file, diag_t *d)
{
    char *text = NULL;
    size_t bytes = 0;
    if (file_read(file, 256 << 20, &text, &bytes, d))
        return NULL;
    cJSON *doc = json_parse(file, text, bytes, d);
    free(text);
    if (doc && report_check_schema(doc, file, d)) {
        cJSON_Delete(doc);
        return NULL;
    }
    return doc;
}

/* The number at a path of up to three keys; NaN if it is not there. */
static double number(const cJSON *doc, const char *a, const char *b, const char *c)
{
    const char *const key[] = {a, b, c};
    for (unsigned i = 0; i < 3 && key[i]; i++)
        doc = cJSON_GetObjectItem(doc, key[i]);
    return cJSON_IsNumber(doc) ? doc->valuedouble : NAN;
}

static const char *string(const cJSON *doc, const char *a, const char *b)
{
    const char *s = cJSON_GetStringValue(cJSON_GetObjectItem(cJSON_GetObjectItem(doc, a), b));
    return s ? s : "-";
}

/* A table row: the run's value, the baseline's and the change, as the unit asks for. */
typedef struct line {
    const char *label;
    const char *path[3]; /* under totals */
    enum { COUNT, RATIO, SHARE } form;
} line_t;

static const line_t lines[] = {
    {"core cycles", {"cycles"}, COUNT},
    {"warp instructions", {"warp_instructions"}, COUNT},
    {"IPC (threads)", {"ipc_thread"}, RATIO},
    {"L1D reads", {"l1d", "accesses"}, COUNT},
    {"L1D hit rate", {"l1d", "hit_rate"}, SHARE},
    {"L1D miss rate (bypasses are misses)", {"l1d", "miss_rate"}, SHARE},
    {"L1D lines filled", {"l1d", "fills"}, COUNT},
    {"L1D reads bypassed", {"l1d", "bypasses"}, COUNT},
    {"lines evicted unused", {"l1d", "zero_reuse_rate"}, SHARE},
    {"mean load latency, cycles", {"sm", "load_latency"}, RATIO},
    {"latency of requests from the L2, cycles", {"latency", "l2_mean"}, RATIO},
    {"latency of requests from DRAM, cycles", {"latency", "dram_mean"}, RATIO},
    {"L2 read miss rate", {"l2", "read_miss_rate"}, SHARE},
    {"bytes L2 to L1", {"traffic", "icnt_reply_bytes"}, COUNT},
    {"bytes of DRAM", {"traffic", "dram_bytes"}, COUNT},
    {"energy, nJ", {"energy", "total_nj"}, RATIO},
    {"L1 energy, nJ", {"energy", "l1_nj"}, RATIO},
    {"issue slots used", {"stalls", "issued_share"}, SHARE},
    {"stalled: memory RAW", {"stalls", "raw_memory_share"}, SHARE},
    {"stalled: data RAW", {"stalls", "raw_data_share"}, SHARE},
    {"stalled: structural", {"stalls", "structural_share"}, SHARE},
    {"stalled: idle or control", {"stalls", "idle_share"}, SHARE},
};

static void print_value(const line_t *l, double v, FILE *out)
{
    if (isnan(v))
        fputs("-", out);
    else if (l->form == COUNT)
        fprintf(out, "%.0f", v);
    else if (l->form == SHARE)
        fprintf(out, "%.2f %%", 100 * v);
    else
        fprintf(out, "%.4g", v);
}

static void print_change(const line_t *l, double v, double base, FILE *out)
{
    if (isnan(v) || isnan(base))
        fputs("-", out);
    else if (l->form == SHARE)
        fprintf(out, "%+.2f points", 100 * (v - base));
    else if (base == 0)
        fputs(v == 0 ? "0" : "-", out);
    else
        fprintf(out, "%+.2f %%", 100 * (v / base - 1));
}

static void totals_table(const cJSON *run, const cJSON *base, FILE *out)
{
    const cJSON *t = cJSON_GetObjectItem(run, "totals"), *b = cJSON_GetObjectItem(base, "totals");
    fputs(base ? "| | this run | baseline | change |\n| --- | ---: | ---: | ---: |\n"
               : "| | this run |\n| --- | ---: |\n",
          out);
    for (unsigned i = 0; i < sizeof lines / sizeof lines[0]; i++) {
        const line_t *l = &lines[i];
        double v = number(t, l->path[0], l->path[1], l->path[2]);
        double w = number(b, l->path[0], l->path[1], l->path[2]);
        fprintf(out, "| %s | ", l->label);
        print_value(l, v, out);
        if (base) {
            fputs(" | ", out);
            print_value(l, w, out);
            fputs(" | ", out);
            print_change(l, v, w, out);
        }
        fputs(" |\n", out);
    }
}

/* What each policy's structures did, in their own names. */
static void units_tables(const cJSON *run, FILE *out)
{
    const cJSON *policy, *row;
    cJSON_ArrayForEach(policy, cJSON_GetObjectItem(run, "units"))
    {
        fprintf(out, "\n## %s\n\n| | |\n| --- | ---: |\n",
                policy->string ? policy->string : "units");
        cJSON_ArrayForEach(row, policy)
        {
            if (cJSON_IsNumber(row))
                fprintf(out, "| %s | %.9g |\n", row->string, row->valuedouble);
        }
    }
}

static void loads_table(const cJSON *run, FILE *out)
{
    const cJSON *row;
    fputs(
        "\n## Static loads\n\n"
        "| kernel | PC | warp loads | requests | hits | merged | misses | bypassed | miss rate |\n"
        "| --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: |\n",
        out);
    cJSON_ArrayForEach(row, cJSON_GetObjectItem(run, "per_load"))
    {
        const char *kernel = cJSON_GetStringValue(cJSON_GetObjectItem(row, "kernel"));
        static const char *const keys[] = {"pc",           "accesses", "requests", "hits",
                                           "pending_hits", "misses",   "bypasses"};
        fprintf(out, "| %s ", kernel ? kernel : "-");
        for (unsigned i = 0; i < sizeof keys / sizeof keys[0]; i++)
            fprintf(out, "| %.0f ", number(row, keys[i], NULL, NULL));
        double miss = number(row, "miss_rate", NULL, NULL);
        if (isnan(miss))
            fputs("| - |\n", out);
        else
            fprintf(out, "| %.2f %% |\n", 100 * miss);
    }
}

static void print_command(const char *what, const cJSON *doc, FILE *out)
{
    const cJSON *arg;
    fprintf(out, "- %s: `", what);
    const char *space = "";
    cJSON_ArrayForEach(arg, cJSON_GetObjectItem(cJSON_GetObjectItem(doc, "host"), "command"))
    {
        fprintf(out, "%s%s", space, cJSON_GetStringValue(arg) ? cJSON_GetStringValue(arg) : "");
        space = " ";
    }
    fputs("`\n", out);
}

static void report_markdown(const cJSON *run, const cJSON *base, FILE *out)
{
    const cJSON *policy;
    fprintf(out, "# %s on %s\n\n", string(run, "workload", "name"), string(run, "config", "name"));
    fprintf(out, "- workload: %s, suite %s, scale %s; result against the C reference: **%s**\n",
            string(run, "workload", "name"), string(run, "workload", "suite"),
            string(run, "workload", "scale"), string(run, "workload", "result"));
    fputs("- policies:", out);
    bool any = false;
    cJSON_ArrayForEach(policy, cJSON_GetObjectItem(run, "policies"))
    {
        const char *name = cJSON_GetStringValue(cJSON_GetObjectItem(policy, "name"));
        fprintf(out, " %s", name ? name : "-");
        any = true;
    }
    fputs(any ? "\n" : " none\n", out);
    fprintf(out, "- engine: %s\n", cJSON_GetStringValue(cJSON_GetObjectItem(run, "engine")));
    double evals = number(run, "host", "rtl_evals", NULL);
    if (evals > 0)
        fprintf(out,
                "- RTL: %.0f evaluations and %.0f clock edges; %.0f bits of outputs and state "
                "compared with the C model, no difference\n",
                evals, number(run, "host", "rtl_ticks", NULL),
                number(run, "host", "compared_bits", NULL));
    fputs("\n## Totals\n\n", out);
    totals_table(run, base, out);
    units_tables(run, out);
    loads_table(run, out);
    fputs("\n## Reproduce\n\n", out);
    print_command("this run", run, out);
    if (base)
        print_command("baseline", base, out);
}

int report_markdown_write(const cJSON *run, const cJSON *base, const char *file, diag_t *d)
{
    char *json = cJSON_PrintUnformatted(run); /* counters stand in run as raw text: parse them */
    cJSON *doc = json ? cJSON_Parse(json) : NULL;
    char *text = NULL;
    size_t bytes = 0;
    FILE *out = doc ? open_memstream(&text, &bytes) : NULL;
    int rc = -ENOMEM;
    if (out) {
        report_markdown(doc, base, out);
        rc = fclose(out) ? -ENOMEM : file_write(file, text, bytes, d);
    } else {
        diag_at(d, file, 0, 0, "out of memory");
    }
    free(text);
    cJSON_Delete(doc);
    cJSON_free(json);
    return rc;
}
