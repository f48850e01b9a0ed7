#include "report/hardware.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "common/unit.h"
#include "synth/synth.h"

const char hardware_l1d_column[] = "l1d_percent";

typedef enum series { OF_RUNS, BITS, SYNTH, SRAM } series_t;

static series_t series_of(const expr_ref_t *ref)
{
    static const char *const names[] = {[BITS] = "bits", [SYNTH] = "synth", [SRAM] = "sram"};
    for (series_t s = BITS; s <= SRAM; s++)
        if (strcmp(ref->series, names[s]) == 0)
            return s;
    return OF_RUNS;
}

bool hardware_is(const expr_ref_t *ref)
{
    return series_of(ref) != OF_RUNS;
}

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

enum { UNIT, GEOMETRY, LIBRARY, MEMORIES, PARAMS, PARTS };

/* The parts of UNIT/GEOMETRY/..., as many as there are up to PARTS; the last has all the rest. */
typedef struct row_name {
    unsigned n;
    char part[PARTS][EXPR_NAME];
    size_t at[PARTS]; /* where they begin */
} row_name_t;

static void split(const char *text, row_name_t *r)
{
    const char *p = text;
    *r = (row_name_t){.n = 0};
    while (r->n < PARTS) {
        size_t length = r->n + 1 < PARTS ? strcspn(p, "/") : strlen(p);
        r->at[r->n] = (size_t)(p - text);
        memcpy(r->part[r->n], p, length); /* a name is shorter than EXPR_NAME */
        r->n++;
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

static const char *check_params(const row_name_t *r, const unit_desc_t *u, unit_geometry_t g,
                                size_t *at)
{
    const char *text = r->part[PARAMS];
    unsigned next = 0;
    for (size_t i = 0;;) {
        size_t n = strcspn(text + i, "+");
        const char *wrong = check_param(u, g, text + i, n, &next);
        *at = r->at[PARAMS] + i;
        if (wrong || !text[i + n])
            return wrong;
        i += n + 1;
    }
}

/* NULL, or what is wrong with a row's name, and where. */
static const char *check_row(const row_name_t *r, size_t *at)
{
    const unit_desc_t *u = unit_find(r->part[UNIT]);
    int g = unit_geometry_find(r->part[GEOMETRY]);
    *at = r->at[UNIT];
    if (!u)
        return "no unit of that name (lockwarp list units)";
    *at = r->at[r->n - 1] + strlen(r->part[r->n - 1]);
    if (r->n <= MEMORIES)
        return "expected UNIT/GEOMETRY/LIBRARY/MEMORIES";
    *at = r->at[GEOMETRY];
    if (g < 0)
        return "expected paper, small or large";
    *at = r->at[LIBRARY];
    if (!evidence_library(r->part[LIBRARY]))
        return "expected osu018, nangate45, nangate45_slow or nangate45_fast";
    *at = r->at[MEMORIES];
    if (strcmp(r->part[MEMORIES], "flops") && strcmp(r->part[MEMORIES], "sram"))
        return "expected flops or sram";
    return r->n > PARAMS ? check_params(r, u, (unit_geometry_t)g, at) : NULL;
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

static expr_status_t synth_value(const evidence_t *e, const expr_ref_t *ref, hardware_t *h)
{
    row_name_t name;
    split(ref->workload, &name);
    const evidence_row_t *row = find_row(e, &name);
    if (!row) {
        snprintf(h->missing, sizeof h->missing, "no synthesis of %s", ref->workload);
        snprintf(h->command, sizeof h->command, "./dev evidence -u %s synth", name.part[UNIT]);
        return EXPR_MISSING;
    }
    snprintf(h->command, sizeof h->command, "%s", evidence_cell(row, "command"));
    if (evidence_stale(row)) {
        snprintf(h->missing, sizeof h->missing, "synthesis of %s, but of other sources than these",
                 ref->workload);
        return EXPR_STALE;
    }
    if (!evidence_passed(row) || !*evidence_cell(row, ref->stat)) {
        snprintf(h->missing, sizeof h->missing, "synthesis of %s, but %s", ref->workload,
                 evidence_passed(row) ? "not that column" : "a check failed");
        return EXPR_UNDEFINED;
    }
    h->v = evidence_number(row, ref->stat);
    return EXPR_VALUE;
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

/* NULL, or what is wrong with a memory's name, and where. */
static const char *check_memory(const char *name, size_t *at)
{
    double v[HARDWARE_MEMORY_COLUMNS], bytes;
    sram_memory_t m;
    diag_t d = {{0}};
    const char *wrong = sram_memory_parse(name, strlen(name), &m, at);
    if (wrong || !hardware_memory(name, v, &bytes, &d))
        return wrong;
    *at = 0;
    return "no figure: less than 256 B, or words wider than 128 bits";
}

static expr_status_t sram_value(const expr_ref_t *ref, hardware_t *h)
{
    double v[HARDWARE_MEMORY_COLUMNS], bytes;
    diag_t d = {{0}};
    int column = memory_column(ref->stat);
    snprintf(h->command, sizeof h->command, "lockwarp synth --memory %s", ref->workload);
    if (column < 0 || hardware_memory(ref->workload, v, &bytes, &d)) {
        snprintf(h->missing, sizeof h->missing, "no figure of memory %s", ref->workload);
        return EXPR_UNDEFINED;
    }
    h->v = v[column];
    return EXPR_VALUE;
}

/* ---- All ---- */

/* What is wrong with the words before the colon. */
static const char *check_before(series_t s, const expr_ref_t *ref, size_t *at)
{
    row_name_t name;
    const char *wrong;
    *at = ref->series_at;
    if (*ref->setting || ref->pick != EXPR_ONLY)
        return "of no run: it has no settings, and there is one alone";
    *at = ref->workload_at;
    if (s == BITS)
        return *ref->workload ? "bits are of the paper's geometry; expected bits.[UNIT]" : NULL;
    if (!*ref->workload)
        return s == SYNTH ? "expected @UNIT/GEOMETRY/LIBRARY/MEMORIES"
                          : "expected @ and a memory, as in sram@384x64/1rw";
    split(ref->workload, &name);
    wrong = s == SYNTH ? check_row(&name, at) : check_memory(ref->workload, at);
    *at += ref->workload_at;
    return wrong;
}

bool hardware_refused(const expr_ref_t *ref, char why[EXPR_WHY], size_t *at)
{
    series_t s = series_of(ref);
    const char *wrong = s == OF_RUNS ? NULL : check_before(s, ref, at);
    if (!wrong && s != OF_RUNS) {
        *at = ref->stat_at;
        if (s == BITS && !unit_find(ref->stat))
            wrong = "no unit of that name (lockwarp list units)";
        if (s == SYNTH && !evidence_has_number(EVIDENCE_SYNTH, ref->stat))
            wrong = "no column of numbers of docs/results/evidence/synth.csv";
        if (s == SRAM && memory_column(ref->stat) < 0)
            wrong = "expected access_ns, read_nj, write_nj, leak_mw, area_mm2 or l1d_percent";
    }
    snprintf(why, EXPR_WHY, "%s", wrong ? wrong : "");
    return wrong;
}

expr_status_t hardware_value(const evidence_t *e, const expr_ref_t *ref, hardware_t *h)
{
    const unit_desc_t *u;
    *h = (hardware_t){.v = 0};
    switch (series_of(ref)) {
    case SYNTH:
        return synth_value(e, ref, h);
    case SRAM:
        return sram_value(ref, h);
    default:
        u = unit_find(ref->stat);
        snprintf(h->command, sizeof h->command, "lockwarp list units");
        h->v = u ? (double)state_bits(u) : 0;
        return u ? EXPR_VALUE : EXPR_MISSING;
    }
}
