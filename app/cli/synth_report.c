#include "cli/synth_report.h"

#include <cjson/cJSON.h>
#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "common/file.h"
#include "report/evidence.h"

int synth_report_add(synth_report_t *r, const synth_row_t *row, unit_geometry_t geometry)
{
    synth_row_t *rows = realloc(r->rows, (r->n + 1) * sizeof *rows);
    if (rows)
        r->rows = rows;
    unit_geometry_t *geometries = realloc(r->geometries, (r->n + 1) * sizeof *geometries);
    if (geometries)
        r->geometries = geometries;
    if (!rows || !geometries)
        return -ENOMEM;
    r->rows[r->n] = *row;
    r->geometries[r->n++] = geometry;
    return 0;
}

void synth_report_free(synth_report_t *r)
{
    free(r->rows);
    free(r->geometries);
    *r = (synth_report_t){0};
}

void synth_report_print(const synth_report_t *r, FILE *out)
{
    fprintf(out, "library %s, period %g ns, memories %s, activity %s", r->job->liberty->name,
            r->job->period_ns, r->job->sram ? "sram" : "flops",
            r->job->activity ? r->job->activity : "assumed: ");
    if (!r->job->activity)
        fprintf(out, "%g toggles a cycle", r->job->toggle);
    for (unsigned i = 0; i < r->n_params; i++)
        fprintf(out, ", %s", r->params[i]);
    fprintf(out, "\n%-22s %-6s %7s %7s %11s %8s %8s %9s %9s %7s %6s  %s\n", "unit", "geom", "bits",
            "cells", "area um2", "path ns", "MHz", "dyn mW", "leak mW", "L1D %", "fanout",
            "bits by structure");
    for (unsigned i = 0; i < r->n; i++) {
        const synth_row_t *row = &r->rows[i];
        char share[16] = "-";
        if (row->l1d_share >= 0)
            snprintf(share, sizeof share, "%.2f", 100 * row->l1d_share);
        fprintf(out, "%-22s %-6s %7" PRIu64 " %7u %11.1f %8.3f %8.1f %9.4f %9.4f %7s %6u ",
                row->unit->name, unit_geometry_name(r->geometries[i]), row->netlist_bits,
                row->cells, row->area_um2, row->critical_ns, row->fmax_mhz, 1e3 * row->dynamic_w,
                1e3 * row->leakage_w, share, row->worst_fanout);
        for (unsigned b = 0; b < row->n_bits; b++) {
            fprintf(out, " %s %" PRIu64 "%s", row->bits[b].name,
                    row->bits[b].netlist + row->bits[b].macro, row->bits[b].macro ? " (sram)" : "");
            if (row->bits[b].constant)
                fprintf(out, " (+ %" PRIu64 " constant)", row->bits[b].constant);
            if (row->bits[b].unused)
                fprintf(out, " (+ %" PRIu64 " unused)", row->bits[b].unused);
        }
        fprintf(out, "%s\n", row->failure[0] ? "  FAILED" : "");
    }
}

static cJSON *row_json(const synth_row_t *row, unit_geometry_t geometry)
{
    cJSON *o = cJSON_CreateObject();
    cJSON_AddStringToObject(o, "unit", row->unit->name);
    cJSON_AddStringToObject(o, "geometry", unit_geometry_name(geometry));
    cJSON *bits = cJSON_AddArrayToObject(o, "storage");
    for (unsigned i = 0; i < row->n_bits; i++) {
        const synth_bits_t *b = &row->bits[i];
        cJSON *s = cJSON_CreateObject();
        cJSON_AddStringToObject(s, "structure", b->name);
        cJSON_AddNumberToObject(s, "contract_bits", (double)b->contract);
        cJSON_AddNumberToObject(s, "rtl_flops", (double)b->rtl);
        cJSON_AddNumberToObject(s, "netlist_flops", (double)b->netlist);
        cJSON_AddNumberToObject(s, "sram_bits", (double)b->macro);
        cJSON_AddNumberToObject(s, "constant_bits", (double)b->constant);
        cJSON_AddNumberToObject(s, "unused_bits", (double)b->unused);
        cJSON_AddItemToArray(bits, s);
    }
    cJSON_AddNumberToObject(o, "storage_bits", (double)row->netlist_bits);
    cJSON_AddNumberToObject(o, "contract_bits", (double)row->contract_bits);
    cJSON_AddNumberToObject(o, "constant_bits", (double)row->constant_bits);
    cJSON_AddNumberToObject(o, "wrapper_flops", (double)row->wrapper_flops);
    cJSON_AddNumberToObject(o, "cells", row->cells);
    cJSON_AddNumberToObject(o, "macros", row->macros);
    cJSON_AddNumberToObject(o, "area_um2", row->area_um2);
    cJSON_AddNumberToObject(o, "macro_area_um2", row->macro_um2);
    cJSON_AddNumberToObject(o, "critical_ns", row->critical_ns);
    cJSON_AddNumberToObject(o, "fmax_mhz", row->fmax_mhz);
    cJSON_AddNumberToObject(o, "dynamic_w", row->dynamic_w);
    cJSON_AddNumberToObject(o, "leakage_w", row->leakage_w);
    if (row->l1d_share >= 0)
        cJSON_AddNumberToObject(o, "l1d_share", row->l1d_share);
    else
        cJSON_AddNullToObject(o, "l1d_share");
    cJSON_AddNumberToObject(o, "worst_fanout", row->worst_fanout);
    cJSON_AddStringToObject(o, "worst_fanout_net", row->worst_net);
    cJSON_AddNumberToObject(o, "sized_cells", row->sized);
    if (row->failure[0])
        cJSON_AddStringToObject(o, "failure", row->failure);
    return o;
}

int synth_report_json(const synth_report_t *r, const char *path, diag_t *d)
{
    cJSON *root = cJSON_CreateObject();
    cJSON_AddStringToObject(root, "schema", "lockwarp-synth-2");
    cJSON_AddStringToObject(root, "library", r->job->liberty->name);
    if (r->job->node_nm)
        cJSON_AddNumberToObject(root, "node_nm", r->job->node_nm);
    else
        cJSON_AddNullToObject(root, "node_nm");
    cJSON_AddNumberToObject(root, "period_ns", r->job->period_ns);
    cJSON_AddStringToObject(root, "memories", r->job->sram ? "sram" : "flops");
    cJSON *activity = cJSON_AddObjectToObject(root, "activity");
    cJSON_AddStringToObject(activity, "source", r->job->activity ? "file" : "assumed");
    cJSON_AddNumberToObject(activity, "toggle", r->job->toggle);
    cJSON_AddNumberToObject(root, "l1d_um2", SYNTH_L1D_UM2);
    cJSON *params = cJSON_AddArrayToObject(root, "params");
    for (unsigned i = 0; i < r->n_params; i++)
        cJSON_AddItemToArray(params, cJSON_CreateString(r->params[i]));
    cJSON *rows = cJSON_AddArrayToObject(root, "rows");
    for (unsigned i = 0; i < r->n; i++)
        cJSON_AddItemToArray(rows, row_json(&r->rows[i], r->geometries[i]));
    cJSON *host = cJSON_AddObjectToObject(root, "host");
    cJSON_AddStringToObject(host, "liberty", r->job->liberty_path);
    if (r->job->activity)
        cJSON_AddStringToObject(host, "activity", r->job->activity);
    char *text = cJSON_Print(root);
    cJSON_Delete(root);
    if (!text)
        return -ENOMEM;
    size_t n = strlen(text);
    text[n] = '\n'; /* in place of the NUL: the length goes along */
    int rc = file_write(path, text, n + 1, d);
    free(text);
    return rc;
}

/* "policy=0+flush=1" as options: " --param policy=0 --param flush=1". */
static void param_options(const char *params, char *text, size_t size)
{
    size_t n = 0;
    text[0] = 0;
    for (const char *p = params; *p && n < size; p += *p == '+') {
        int length = (int)strcspn(p, "+");
        n += (size_t)snprintf(text + n, size - n, " --param %.*s", length, p);
        p += length;
    }
}

int synth_report_evidence(const synth_job_t *job, const char *library, const char *params,
                          const synth_row_t *row, unit_geometry_t geometry, const char *path,
                          diag_t *d)
{
    const char *unit = row->unit->name, *g = unit_geometry_name(geometry);
    const char *memories = job->sram ? "sram" : "flops";
    char fixed[EVIDENCE_CELL];
    param_options(params, fixed, sizeof fixed);
    evidence_draft_t e;
    evidence_begin(&e, EVIDENCE_SYNTH, unit, g);
    evidence_set(&e, "library", "%s", library);
    evidence_set(&e, "memories", "%s", memories);
    evidence_set(&e, "params", "%s", params);
    if (job->node_nm)
        evidence_set(&e, "node_nm", "%u", job->node_nm);
    evidence_set(&e, "period_ns", "%g", job->period_ns);
    evidence_set(&e, "toggle", "%g", job->toggle);
    evidence_set(&e, "bits", "%" PRIu64, row->netlist_bits);
    evidence_set(&e, "contract_bits", "%" PRIu64, row->contract_bits);
    evidence_set(&e, "cells", "%u", row->cells);
    evidence_set(&e, "macros", "%u", row->macros);
    evidence_set(&e, "area_um2", "%.1f", row->area_um2);
    evidence_set(&e, "macro_area_um2", "%.1f", row->macro_um2);
    evidence_set(&e, "critical_ns", "%.3f", row->critical_ns);
    evidence_set(&e, "fmax_mhz", "%.1f", row->fmax_mhz);
    evidence_set(&e, "dynamic_mw", "%.4g", 1e3 * row->dynamic_w);
    evidence_set(&e, "leakage_mw", "%.4g", 1e3 * row->leakage_w);
    if (row->l1d_share >= 0)
        evidence_set(&e, "l1d_percent", "%.2f", 100 * row->l1d_share);
    evidence_set(&e, "result", "%s", row->failure[0] ? "failed" : "passed");
    evidence_set(
        &e, "command",
        "lockwarp synth -u %s --exact --geometry %s%s --liberty %s --memories %s --period-ns "
        "%g --toggle %g --trials %u",
        unit, g, fixed, library, memories, job->period_ns, job->toggle, job->trials);
    return evidence_save(path, &e, 1, d);
}

int synth_report_failed(const synth_report_t *r, FILE *out)
{
    int failed = 0;
    for (unsigned i = 0; i < r->n; i++) {
        if (!r->rows[i].failure[0])
            continue;
        fprintf(out, "lockwarp: %s, %s: %s\n", r->rows[i].unit->name,
                unit_geometry_name(r->geometries[i]), r->rows[i].failure);
        failed = 1;
    }
    return failed;
}
