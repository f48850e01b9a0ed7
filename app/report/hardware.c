#include "report/hardware.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "common/unit.h"
#include "synth/synth.h"

const char hardware_l1d_column[] = "l1d_percent";

/* ---- Bits ---- */

static uint64_t state_bits(const unit_desc_t *u)
{
    void *cfg = calloc(1, u->cfg_bytes);
    uint64_t bits = 0;
    if (cfg) {
        unit_cfg_geometry(u, UNIT_PAPER, cfg);
        bits = unit_state_bits(u, cfg);
    }
    free(cfg);
    return bits;
}

/* ---- Synthesis ---- */

enum { UNIT, GEOMETRY, LIBRARY, MEMORIES, PARAMS, PARTS, PART = 96 };

/* The parts of UNIT/GEOMETRY/..., as many as there are up to PARTS; the last has all the rest. */
typedef struct row_name {
    unsigned n;
    char part[PARTS][PART];
} row_name_t;

static void split(const char *text, row_name_t *r)
{
    const char *p = text;
    *r = (row_name_t){.n = 0};
    while (r->n < PARTS) {
        size_t length = r->n + 1 < PARTS ? strcspn(p, "/") : strlen(p);
        snprintf(r->part[r->n++], PART, "%.*s", (int)length, p);
        if (!p[length])
            break;
        p += length + 1;
    }
}

/* One parameter, "flush=1", that differs from the geometry and stands behind the ones before: NULL
 * and the next in the unit's order, or what is wrong. */
static const char *check_param(const unit_desc_t *u, unit_geometry_t g, const char *text, size_t n,
                               unsigned *next)
{
    size_t name = strcspn(text, "=+");
    for (unsigned i = 0; i < u->n_params; i++) {
        const unit_param_t *p = &u->params[i];
        char *end;
        if (strlen(p->name) != name || strncmp(p->name, text, name))
            continue;
        if (i < *next)
            return "parameters stand in the unit's order, each once";
        const char *digits = name < n ? text + name + 1 : "";
        unsigned long v = strtoul(digits, &end, 10);
        if (end == digits || end != text + n || v < p->min || v > p->max)
            return "no value that the parameter may have";
        if (v == p->value[g])
            return "the geometry's own value: no parameter of a row";
        *next = i + 1;
        return NULL;
    }
    return "no parameter of the unit";
}

static const char *check_params(const char *text, const unit_desc_t *u, unit_geometry_t g)
{
    unsigned next = 0;
    for (;; text++) {
        size_t n = strcspn(text, "+");
        const char *wrong = check_param(u, g, text, n, &next);
        if (wrong || !text[n])
            return wrong;
        text += n;
    }
}

/* NULL, or what is wrong with a row of synthesis. */
static const char *check_row(const char *workload)
{
    row_name_t r;
    split(workload, &r);
    const unit_desc_t *u = unit_find(r.part[UNIT]);
    int g = unit_geometry_find(r.part[GEOMETRY]);
    if (!u)
        return "no unit of that name (lockwarp list units)";
    if (r.n <= MEMORIES)
        return "expected UNIT/GEOMETRY/LIBRARY/MEMORIES as its workload";
    if (g < 0)
        return "expected the geometry paper, small or large";
    if (!evidence_library(r.part[LIBRARY]))
        return "expected the library osu018, nangate45, nangate45_slow or nangate45_fast";
    if (strcmp(r.part[MEMORIES], "flops") && strcmp(r.part[MEMORIES], "sram"))
        return "expected the memories flops or sram";
    return r.n > PARAMS ? check_params(r.part[PARAMS], u, (unit_geometry_t)g) : NULL;
}

static const evidence_row_t *find_row(const evidence_t *e, const row_name_t *r)
{
    const evidence_row_t *row = NULL;
    while (e && (row = evidence_next(e, EVIDENCE_SYNTH, r->part[UNIT], row))) {
        bool same = true;
        for (unsigned i = GEOMETRY; i < PARTS; i++)
            same &= strcmp(row->cell[i], r->part[i]) == 0; /* the form has them in this order */
        if (same)
            return row;
    }
    return NULL;
}

static formula_status_t synth_value(const evidence_t *e, const formula_ref_t *ref, hardware_t *h)
{
    row_name_t name;
    split(ref->row->workload, &name);
    const evidence_row_t *row = find_row(e, &name);
    if (!row) {
        snprintf(h->missing, sizeof h->missing, "no synthesis of %s", ref->row->workload);
        snprintf(h->command, sizeof h->command, "./dev evidence -u %s synth", name.part[UNIT]);
        return FORMULA_MISSING;
    }
    snprintf(h->command, sizeof h->command, "%s", evidence_cell(row, "command"));
    if (evidence_stale(row)) {
        snprintf(h->missing, sizeof h->missing, "synthesis of %s, but of other sources than these",
                 ref->row->workload);
        return FORMULA_STALE;
    }
    if (!evidence_passed(row) || !*evidence_cell(row, ref->column)) {
        snprintf(h->missing, sizeof h->missing, "synthesis of %s, but %s", ref->row->workload,
                 evidence_passed(row) ? "not that column" : "a check failed");
        return FORMULA_UNDEFINED;
    }
    h->v = evidence_number(row, ref->column);
    return FORMULA_VALUE;
}

/* ---- Memories ---- */

int hardware_memory(const char *name, double v[HARDWARE_MEMORY_COLUMNS], double *bytes, diag_t *d)
{
    const catalog_text_t *t = &hardware_sram;
    sram_table_t table;
    sram_memory_t m;
    sram_row_t figure;
    size_t at;
    const char *wrong = sram_memory_parse(name, strlen(name), &m, &at);
    if (wrong)
        return diag_at(d, name, 0, 0, "character %d: %s", (int)at + 1, wrong);
    int rc = sram_table_parse(t->name, t->text, (size_t)(t->end - t->text), &table, d);
    if (!rc && sram_figure(&table, m.words, m.width, m.reads, m.writes, &figure))
        rc = diag_at(d, name, 0, 0, "no figure: less than %d B, or words wider than 128 bits",
                     SRAM_MIN_BITS / 8);
    for (unsigned i = 0; !rc && i < SRAM_COLUMNS; i++)
        v[i] = sram_column(&figure, i);
    if (!rc)
        v[SRAM_COLUMNS] = 100 * figure.area_mm2 * 1e6 / SYNTH_L1D_UM2;
    *bytes = (double)m.words * m.width / 8;
    return rc;
}

/* The number of a memory's column, or -1. */
static int memory_column(const char *name)
{
    for (int i = 0; i < SRAM_COLUMNS; i++)
        if (strcmp(name, sram_columns[i]) == 0)
            return i;
    return strcmp(name, hardware_l1d_column) ? -1 : SRAM_COLUMNS;
}

static formula_status_t sram_value(const formula_ref_t *ref, hardware_t *h)
{
    double v[HARDWARE_MEMORY_COLUMNS], bytes;
    diag_t d = {{0}};
    int column = memory_column(ref->column);
    snprintf(h->command, sizeof h->command, "lockwarp synth --memory %s", ref->row->workload);
    if (column < 0 || hardware_memory(ref->row->workload, v, &bytes, &d)) {
        snprintf(h->missing, sizeof h->missing, "no figure of memory %s", ref->row->workload);
        return FORMULA_UNDEFINED;
    }
    h->v = v[column];
    return FORMULA_VALUE;
}

/* ---- All ---- */

/* What is wrong with a memory's name, with the character. */
static bool memory_refused(const char *name, char why[HARDWARE_WHY])
{
    double v[HARDWARE_MEMORY_COLUMNS], bytes;
    diag_t d = {{0}};
    if (!hardware_memory(name, v, &bytes, &d))
        return false;
    snprintf(why, HARDWARE_WHY, "%.200s", d.text);
    return true;
}

bool hardware_refused(const source_row_t *row, char why[HARDWARE_WHY])
{
    const char *wrong = NULL;
    if (*row->setting || row->pick != ROW_ONLY)
        wrong = "of no run: it has no settings, and there is one alone";
    else if (row->kind == ROW_BITS)
        wrong = *row->workload ? "bits are of all units; expected no workload" : NULL;
    else if (row->kind == ROW_SYNTH)
        wrong = check_row(row->workload);
    else
        return memory_refused(row->workload, why);
    snprintf(why, HARDWARE_WHY, "%s", wrong ? wrong : "");
    return wrong;
}

static const char *synth_column(unsigned i)
{
    const evidence_form_t *f = &evidence_forms[EVIDENCE_SYNTH];
    for (unsigned k = 0; k < f->n_columns; k++)
        if (evidence_has_number(EVIDENCE_SYNTH, f->column[k]) && !i--)
            return f->column[k];
    return NULL;
}

const char *hardware_column(row_kind_t kind, unsigned i)
{
    if (kind == ROW_BITS)
        return i < unit_registry_count ? unit_registry[i]->name : NULL;
    if (kind == ROW_SYNTH)
        return synth_column(i);
    if (i < SRAM_COLUMNS)
        return sram_columns[i];
    return i == SRAM_COLUMNS ? hardware_l1d_column : NULL;
}

formula_status_t hardware_value(const evidence_t *e, const formula_ref_t *ref, hardware_t *h)
{
    const unit_desc_t *u;
    *h = (hardware_t){.v = 0};
    switch (ref->row->kind) {
    case ROW_SYNTH:
        return synth_value(e, ref, h);
    case ROW_SRAM:
        return sram_value(ref, h);
    default:
        u = unit_find(ref->column);
        snprintf(h->command, sizeof h->command, "lockwarp list units");
        h->v = u ? (double)state_bits(u) : 0;
        return u ? FORMULA_VALUE : FORMULA_MISSING;
    }
}
