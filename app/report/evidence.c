#include "report/evidence.h"

#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "common/file.h"
#include "common/unit.h"
#include "db/turn.h"
#include "hash/source_hash.h"

#define FILE_MAX ((size_t)64 << 20)

const evidence_form_t evidence_forms[EVIDENCE_KINDS] = {
    [EVIDENCE_SYNTH] = {"synth", 23, 5, {"unit",        "geometry", "library",    "memories",
                                         "params",      "rtl",      "flow",       "node_nm",
                                         "period_ns",   "toggle",   "bits",       "contract_bits",
                                         "cells",       "macros",   "area_um2",   "macro_area_um2",
                                         "critical_ns", "fmax_mhz", "dynamic_mw", "leakage_mw",
                                         "l1d_percent", "result",   "command"}},
    [EVIDENCE_COSIM] = {"cosim",
                        18,
                        5,
                        {"unit", "geometry", "stimulus", "seed", "cycles", "rtl", "model",
                         "compared", "resets", "idle", "fields", "bits_a_cycle", "events",
                         "events_seen", "rarest_event", "rarest_count", "result", "command"}},
    [EVIDENCE_MUTATION] = {"mutation",
                           11,
                           3,
                           {"unit", "geometry", "seed", "rtl", "model", "faults", "killed",
                            "equivalent", "survived", "result", "command"}},
    [EVIDENCE_COVERAGE] = {"coverage",
                           7,
                           2,
                           {"unit", "geometry", "rtl", "model", "points", "covered", "command"}},
    [EVIDENCE_EXHAUSTIVE] = {"exhaustive",
                             12,
                             4,
                             {"unit", "geometry", "params", "held", "rtl", "model", "input_bits",
                              "states", "transitions", "depth", "result", "command"}},
    [EVIDENCE_ONE_STEP] = {"one_step",
                           15,
                           4,
                           {"unit", "geometry", "seed", "steps", "rtl", "model", "resets", "idle",
                            "drawn", "state_bits", "bits_a_step", "events", "events_seen", "result",
                            "command"}},
    [EVIDENCE_PROVE] = {"prove",
                        13,
                        3,
                        {"unit", "geometry", "params", "rtl", "model", "state_bits", "input_bits",
                         "checks", "by_structure", "by_solver", "gates", "result", "command"}},
};

static const char *const hash_columns[] = {"rtl", "model", "flow"};

void evidence_sources(const char *unit, const char *column, char hash[EVIDENCE_HASH])
{
    char group[128], model[128];
    snprintf(group, sizeof group, "unit:%s:%s", unit, column);
    snprintf(model, sizeof model, "unit:%s:model", unit);
    const char *now = source_hash(strcmp(column, "flow") ? group : "synth");
    if (!source_hash(model))
        now = ""; /* no such unit, so that its rows are stale */
    snprintf(hash, EVIDENCE_HASH, "%s", now ? now : "unknown");
}

static int column_of(const evidence_form_t *f, const char *name)
{
    for (unsigned i = 0; i < f->n_columns; i++)
        if (strcmp(f->column[i], name) == 0)
            return (int)i;
    return -1;
}

bool evidence_has_number(evidence_kind_t kind, const char *column)
{
    static const char *const words[] = {"unit",     "geometry",     "library", "memories", "params",
                                        "stimulus", "rtl",          "model",   "flow",     "result",
                                        "command",  "rarest_event", "held"};
    for (unsigned k = 0; k < sizeof words / sizeof words[0]; k++)
        if (strcmp(column, words[k]) == 0)
            return false;
    return column_of(&evidence_forms[kind], column) >= 0;
}

const char *evidence_library(const char *name)
{
    static const char *const words[][2] = {
        {"osu018", "OSU 0.18 \u00b5m"},
        {"nangate45", "Nangate 45 nm"},
        {"nangate45_slow", "Nangate 45 nm, slow"},
        {"nangate45_fast", "Nangate 45 nm, fast"},
    };
    for (unsigned i = 0; i < sizeof words / sizeof words[0]; i++)
        if (strcmp(words[i][0], name) == 0)
            return words[i][1];
    return NULL;
}

const char *evidence_cell(const evidence_row_t *r, const char *column)
{
    int at = column_of(&evidence_forms[r->kind], column);
    return at < 0 ? "" : r->cell[at];
}

double evidence_number(const evidence_row_t *r, const char *column)
{
    return strtod(evidence_cell(r, column), NULL);
}

/* Counts a row's hashes that differ from those of the sources, and those that are not known. */
static void compare_hashes(const evidence_row_t *r, unsigned *differ, unsigned *unknown)
{
    char now[EVIDENCE_HASH];
    *differ = *unknown = 0;
    for (unsigned i = 0; i < sizeof hash_columns / sizeof hash_columns[0]; i++) {
        if (column_of(&evidence_forms[r->kind], hash_columns[i]) < 0)
            continue;
        evidence_sources(r->cell[0], hash_columns[i], now);
        if (strcmp(now, "unknown") == 0)
            ++*unknown;
        else
            *differ += strcmp(evidence_cell(r, hash_columns[i]), now) != 0;
    }
}

bool evidence_stale(const evidence_row_t *r)
{
    unsigned differ, unknown;
    compare_hashes(r, &differ, &unknown);
    return differ > 0;
}

bool evidence_unknown(const evidence_row_t *r)
{
    unsigned differ, unknown;
    compare_hashes(r, &differ, &unknown);
    return !differ && unknown;
}

bool evidence_passed(const evidence_row_t *r)
{
    return column_of(&evidence_forms[r->kind], "result") < 0 ||
           strcmp(evidence_cell(r, "result"), "passed") == 0;
}

const evidence_row_t *evidence_next(const evidence_t *e, evidence_kind_t kind, const char *unit,
                                    const evidence_row_t *from)
{
    for (unsigned i = from ? (unsigned)(from - e->row) + 1 : 0; i < e->n; i++)
        if (e->row[i].kind == kind && strcmp(e->row[i].cell[0], unit) == 0)
            return &e->row[i];
    return NULL;
}

/* ---- Reading ---- */

bool evidence_is(const char *text)
{
    return strncmp(text, "unit,geometry,", 14) == 0;
}

static unsigned place_of(const char *unit)
{
    unsigned i = 0;
    while (i < unit_registry_count && strcmp(unit_registry[i]->name, unit))
        i++;
    return i;
}

/* A cell of a key: units and geometries in their order, numbers by size. */
static int compare_cells(unsigned column, const char *a, const char *b)
{
    unsigned x = column == 0 ? place_of(a) : 0, y = column == 0 ? place_of(b) : 0;
    if (column == 1) {
        x = (unsigned)unit_geometry_find(a);
        y = (unsigned)unit_geometry_find(b);
    }
    if (x != y)
        return x < y ? -1 : 1;
    bool numbers = *a && *b && !a[strspn(a, "0123456789")] && !b[strspn(b, "0123456789")];
    if (numbers && strlen(a) != strlen(b))
        return strlen(a) < strlen(b) ? -1 : 1;
    return strcmp(a, b);
}

static int by_key(const void *a, const void *b)
{
    const evidence_row_t *x = a, *y = b;
    int order = (int)x->kind - (int)y->kind;
    for (unsigned i = 0; !order && i < evidence_forms[x->kind].n_keys; i++)
        order = compare_cells(i, x->cell[i], y->cell[i]);
    return order;
}

static evidence_row_t *same_key(evidence_t *e, const evidence_row_t *r)
{
    for (unsigned i = 0; i < e->n; i++)
        if (by_key(&e->row[i], r) == 0)
            return &e->row[i];
    return NULL;
}

static int add_row(evidence_t *e, const evidence_row_t *r, diag_t *d)
{
    evidence_row_t *old = same_key(e, r);
    if (old) {
        *old = *r;
        return 0;
    }
    evidence_row_t *rows = realloc(e->row, (e->n + 1) * sizeof *rows);
    if (!rows)
        return diag_at(d, "evidence", 0, 0, "out of memory"), -ENOMEM;
    e->row = rows;
    e->row[e->n++] = *r;
    return 0;
}

/* Which kind the head is of, or -1. */
static int kind_of(const csv_t *c)
{
    for (int k = 0; k < EVIDENCE_KINDS; k++) {
        const evidence_form_t *f = &evidence_forms[k];
        bool same = c->n_cols == f->n_columns;
        for (unsigned i = 0; same && i < f->n_columns; i++)
            same = strcmp(csv_head(c, i), f->column[i]) == 0;
        if (same)
            return k;
    }
    return -1;
}

/* Numbers are numbers, results are results. */
static int check_row(const csv_t *c, unsigned row, const evidence_row_t *r, diag_t *d)
{
    const evidence_form_t *f = &evidence_forms[r->kind];
    const char *result = evidence_cell(r, "result");
    if (unit_geometry_find(r->cell[1]) < 0)
        return csv_error(c, row, d, "geometry is \"%s\"; expected paper, small or large",
                         r->cell[1]);
    if (!evidence_passed(r) && strcmp(result, "failed"))
        return csv_error(c, row, d, "result is \"%s\"; expected passed or failed", result);
    for (unsigned i = 0; i < f->n_columns; i++) {
        char *end;
        if (!evidence_has_number(r->kind, f->column[i]))
            continue;
        strtod(r->cell[i], &end);
        if (*end)
            return csv_error(c, row, d, "%s is \"%s\"; expected a number", f->column[i],
                             r->cell[i]);
    }
    return 0;
}

int evidence_add(evidence_t *e, const char *path, const char *text, size_t bytes, diag_t *d)
{
    csv_t *files = realloc(e->file, (e->n_files + 1) * sizeof *files);
    if (!files)
        return diag_at(d, path, 0, 0, "out of memory"), -ENOMEM;
    e->file = files;
    csv_t *c = &e->file[e->n_files];
    int rc = csv_read(path, text, bytes, c, d);
    e->n_files++;
    int kind = rc ? -1 : kind_of(c);
    if (!rc && kind < 0)
        rc = diag_at(d, path, 1, 0, "the columns are of no kind of evidence that this program has");
    for (unsigned i = 0; !rc && i < c->n_rows; i++) {
        evidence_row_t r = {.kind = (evidence_kind_t)kind};
        for (unsigned k = 0; k < c->n_cols; k++)
            r.cell[k] = csv_cell(c, i, (int)k);
        rc = check_row(c, i, &r, d);
        rc = rc ? rc : add_row(e, &r, d);
    }
    if (!rc && e->n)
        qsort(e->row, e->n, sizeof *e->row, by_key);
    return rc;
}

int evidence_add_builtin(evidence_t *e, diag_t *d)
{
    int rc = 0;
    for (unsigned i = 0; !rc && i < EVIDENCE_KINDS; i++) {
        const catalog_text_t *t = &evidence_texts[i];
        rc = evidence_add(e, t->name, t->text, (size_t)(t->end - t->text), d);
    }
    return rc;
}

void evidence_free(evidence_t *e)
{
    for (unsigned i = 0; i < e->n_files; i++)
        csv_free(&e->file[i]);
    free(e->file);
    free(e->row);
    *e = (evidence_t){0};
}

/* ---- Writing ---- */

void evidence_set(evidence_draft_t *r, const char *column, const char *fmt, ...)
{
    int at = column_of(&evidence_forms[r->kind], column);
    va_list ap;
    va_start(ap, fmt);
    if (at >= 0)
        vsnprintf(r->cell[at], EVIDENCE_CELL, fmt, ap);
    va_end(ap);
}

void evidence_begin(evidence_draft_t *r, evidence_kind_t kind, const char *unit,
                    const char *geometry)
{
    char hash[EVIDENCE_HASH];
    memset(r, 0, sizeof *r);
    r->kind = kind;
    evidence_set(r, "unit", "%s", unit);
    evidence_set(r, "geometry", "%s", geometry);
    for (unsigned i = 0; i < sizeof hash_columns / sizeof hash_columns[0]; i++) {
        evidence_sources(unit, hash_columns[i], hash);
        evidence_set(r, hash_columns[i], "%s", hash);
    }
}

static void put_rows(const evidence_t *e, evidence_kind_t kind, out_t *o)
{
    const evidence_form_t *f = &evidence_forms[kind];
    for (unsigned i = 0; i < f->n_columns; i++)
        out_f(o, i ? ",%s" : "%s", f->column[i]);
    for (unsigned i = 0; i < e->n; i++)
        for (unsigned k = 0; k < f->n_columns; k++)
            out_f(o, k ? ",%s" : "\n%s", e->row[i].cell[k]);
    out_f(o, "\n");
}

/* The file as it is; a missing one is empty. */
static int read_old(evidence_t *e, const char *path, evidence_kind_t kind, diag_t *d)
{
    char *text = NULL;
    size_t bytes = 0;
    if (access(path, F_OK))
        return 0;
    int rc = file_read(path, FILE_MAX, &text, &bytes, d);
    rc = rc ? rc : evidence_add(e, path, text, bytes, d);
    if (!rc && kind_of(&e->file[0]) != (int)kind)
        rc = diag_at(d, path, 1, 0, "is of another kind than %s", evidence_forms[kind].name);
    free(text);
    return rc;
}

int evidence_check(const char *path, evidence_kind_t kind, diag_t *d)
{
    evidence_t e = {0};
    int rc = read_old(&e, path, kind, d);
    rc = rc ? rc : file_check_writable(path, d);
    evidence_free(&e);
    return rc;
}

/* Two programs that put rows into one file take turns, or the rows of one would be lost. */
int evidence_save(const char *path, const evidence_draft_t *r, unsigned n, diag_t *d)
{
    enum { TURN_MS = 60000 };
    evidence_t e = {0};
    out_t o = {.form = OUT_CSV};
    int turn = db_turn_take(path, TURN_MS);
    int rc = n ? read_old(&e, path, r->kind, d) : 0;
    for (unsigned i = 0; !rc && i < n; i++) {
        evidence_row_t row = {.kind = r[i].kind};
        for (unsigned k = 0; k < EVIDENCE_COLUMNS; k++)
            row.cell[k] = r[i].cell[k];
        rc = add_row(&e, &row, d);
    }
    if (!rc && n) {
        qsort(e.row, e.n, sizeof *e.row, by_key);
        put_rows(&e, r->kind, &o);
        rc = o.failed ? (diag_at(d, path, 0, 0, "out of memory"), -ENOMEM)
                      : file_write(path, o.text, o.n, d);
    }
    db_turn_pass(turn);
    out_free(&o);
    evidence_free(&e);
    return rc;
}
