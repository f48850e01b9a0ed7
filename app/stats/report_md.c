#include "stats/report_md.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "common/file.h"
#include "stats/json.h"
#include "stats/report.h"
#include "text/out.h"

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

static void print_value(const line_t *l, double v, out_t *out)
{
    if (isnan(v))
        out_f(out, "-");
    else if (l->form == COUNT)
        out_f(out, "%.0f", v);
    else if (l->form == SHARE)
        out_f(out, "%.2f %%", 100 * v);
    else
        out_f(out, "%.4g", v);
}

static void print_change(const line_t *l, double v, double base, out_t *out)
{
    if (isnan(v) || isnan(base))
        out_f(out, "-");
    else if (l->form == SHARE)
        out_f(out, "%+.2f points", 100 * (v - base));
    else if (base == 0)
        out_f(out, v == 0 ? "0" : "-");
    else
        out_f(out, "%+.2f %%", 100 * (v / base - 1));
}

static void totals_table(const cJSON *run, const cJSON *base, out_t *out)
{
    const cJSON *t = cJSON_GetObjectItem(run, "totals"), *b = cJSON_GetObjectItem(base, "totals");
    out_f(out, base ? "| | this run | baseline | change |\n| --- | ---: | ---: | ---: |\n"
                    : "| | this run |\n| --- | ---: |\n");
    for (unsigned i = 0; i < sizeof lines / sizeof lines[0]; i++) {
        const line_t *l = &lines[i];
        double v = number(t, l->path[0], l->path[1], l->path[2]);
        double w = number(b, l->path[0], l->path[1], l->path[2]);
        out_f(out, "| %s | ", l->label);
        print_value(l, v, out);
        if (base) {
            out_f(out, " | ");
            print_value(l, w, out);
            out_f(out, " | ");
            print_change(l, v, w, out);
        }
        out_f(out, " |\n");
    }
}

/* What each policy's structures did, in their own names. */
static void units_tables(const cJSON *run, out_t *out)
{
    const cJSON *policy, *row;
    cJSON_ArrayForEach(policy, cJSON_GetObjectItem(run, "units"))
    {
        out_f(out, "\n## %s\n\n| | |\n| --- | ---: |\n", policy->string ? policy->string : "units");
        cJSON_ArrayForEach(row, policy)
        {
            if (cJSON_IsNumber(row))
                out_f(out, "| %s | %.9g |\n", row->string, row->valuedouble);
        }
    }
}

static void loads_table(const cJSON *run, out_t *out)
{
    const cJSON *row;
    out_f(
        out,
        "\n## Static loads\n\n"
        "| kernel | PC | warp loads | requests | hits | merged | misses | bypassed | miss rate |\n"
        "| --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: |\n");
    cJSON_ArrayForEach(row, cJSON_GetObjectItem(run, "per_load"))
    {
        const char *kernel = cJSON_GetStringValue(cJSON_GetObjectItem(row, "kernel"));
        static const char *const keys[] = {"pc",           "accesses", "requests", "hits",
                                           "pending_hits", "misses",   "bypasses"};
        out_f(out, "| %s ", kernel ? kernel : "-");
        for (unsigned i = 0; i < sizeof keys / sizeof keys[0]; i++)
            out_f(out, "| %.0f ", number(row, keys[i], NULL, NULL));
        double miss = number(row, "miss_rate", NULL, NULL);
        if (isnan(miss))
            out_f(out, "| - |\n");
        else
            out_f(out, "| %.2f %% |\n", 100 * miss);
    }
}

static void print_command(const char *what, const cJSON *doc, out_t *out)
{
    const cJSON *arg;
    out_t command = {.form = OUT_PLAIN};
    cJSON_ArrayForEach(arg, cJSON_GetObjectItem(cJSON_GetObjectItem(doc, "host"), "command"))
    {
        const char *word = cJSON_GetStringValue(arg);
        out_f(&command, command.n ? " %s" : "%s", word ? word : "");
    }
    out->failed |= command.failed;
    out_f(out, "- %s: ", what);
    out_code(out, command.n ? command.text : "-");
    out_f(out, "\n");
    out_free(&command);
}

static void report_markdown(const cJSON *run, const cJSON *base, out_t *out)
{
    const cJSON *policy;
    out_f(out, "# %s on %s\n\n", string(run, "workload", "name"), string(run, "config", "name"));
    out_f(out, "- workload: %s, suite %s, scale %s; result against the C reference: **%s**\n",
          string(run, "workload", "name"), string(run, "workload", "suite"),
          string(run, "workload", "scale"), string(run, "workload", "result"));
    out_f(out, "- policies:");
    bool any = false;
    cJSON_ArrayForEach(policy, cJSON_GetObjectItem(run, "policies"))
    {
        const char *name = cJSON_GetStringValue(cJSON_GetObjectItem(policy, "name"));
        out_f(out, " %s", name ? name : "-");
        any = true;
    }
    out_f(out, any ? "\n" : " none\n");
    out_f(out, "- engine: %s\n", cJSON_GetStringValue(cJSON_GetObjectItem(run, "engine")));
    double evals = number(run, "host", "rtl_evals", NULL);
    if (evals > 0)
        out_f(out,
              "- RTL: %.0f evaluations and %.0f clock edges; %.0f bits of outputs and state "
              "compared with the C model, no difference\n",
              evals, number(run, "host", "rtl_ticks", NULL),
              number(run, "host", "compared_bits", NULL));
    out_f(out, "\n## Totals\n\n");
    totals_table(run, base, out);
    units_tables(run, out);
    loads_table(run, out);
    out_f(out, "\n## Reproduce\n\n");
    print_command("this run", run, out);
    if (base)
        print_command("baseline", base, out);
}

int report_markdown_write(const cJSON *run, const cJSON *base, const char *file, diag_t *d)
{
    char *json = cJSON_PrintUnformatted(run); /* counters stand in run as raw text: parse them */
    cJSON *doc = json ? cJSON_Parse(json) : NULL;
    out_t out = {.form = OUT_MARKDOWN};
    int rc = -ENOMEM;
    if (doc)
        report_markdown(doc, base, &out);
    if (doc && !out.failed)
        rc = file_write(file, out.text, out.n, d);
    else
        diag_at(d, file, 0, 0, "out of memory");
    out_free(&out);
    cJSON_Delete(doc);
    cJSON_free(json);
    return rc;
}
