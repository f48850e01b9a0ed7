#include "report/rows.h"

#include <errno.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "report/hardware.h"

enum { MAX_NAME = 96 };

const source_row_t row_of_bar = {
    .name = "$", .series = "$", .workload = "", .setting = "", .value = "", .by = ""};

enum { NAME, SERIES, WORKLOAD, SETTING, PICK, COLUMNS };

/* A row of the file as it is read. */
typedef struct reading {
    const csv_t *csv;
    unsigned n;
    diag_t *d;
    const char *cell[COLUMNS];
} reading_t;

static int find_columns(const csv_t *c, const char *const *name, unsigned n, int *at, diag_t *d)
{
    for (unsigned i = 0; i < n; i++)
        if ((at[i] = csv_need(c, name[i], d)) < 0)
            return -EINVAL;
    return c->n_cols == n ? 0 : diag_at(d, c->name, 1, 0, "%u columns; expected %u", c->n_cols, n);
}

static row_kind_t kind_of(const char *series)
{
    static const char *const words[] = {
        [ROW_BITS] = "bits", [ROW_SYNTH] = "synth", [ROW_SRAM] = "sram"};
    for (row_kind_t k = ROW_BITS; k <= ROW_SRAM; k++)
        if (strcmp(series, words[k]) == 0)
            return k;
    return ROW_RUN;
}

/* A name stands in brackets or double quotes in formulas, and within the names of tables. */
static int check_name(const rows_t *r, const reading_t *x)
{
    const char *name = x->cell[NAME];
    if (!*name || strlen(name) >= MAX_NAME || strpbrk(name, "[]\"'();") || *name == '$' ||
        strcasecmp(name, "point") == 0)
        return csv_error(x->csv, x->n, x->d,
                         "\"%s\" is no name of a row: expected less than %d characters, without "
                         "brackets, quotes and ;, no $ at the beginning, and not \"point\"",
                         name, MAX_NAME);
    for (unsigned i = 0; i < r->n; i++)
        if (strcasecmp(r->row[i].name, name) == 0)
            return csv_error(x->csv, x->n, x->d, "\"%s\" is there twice", name);
    return *x->cell[SERIES] ? 0 : csv_error(x->csv, x->n, x->d, "\"%s\" has no series", name);
}

/* KEY=VALUE, cut in two. */
static int read_setting(const reading_t *x, char *kept, source_row_t *row)
{
    char *equals = strchr(kept, '=');
    row->setting = row->value = "";
    if (!*kept)
        return 0;
    if (!equals || equals == kept || !equals[1])
        return csv_error(x->csv, x->n, x->d, "setting is \"%s\"; expected KEY=VALUE or nothing",
                         kept);
    *equals = 0;
    row->setting = kept;
    row->value = equals + 1;
    return 0;
}

static bool is_statistic(const rows_t *r, const char *name)
{
    for (unsigned i = 0; i < r->n_statistics; i++)
        if (strcasecmp(r->statistic[i], name) == 0) /* as SQLite compares names */
            return true;
    return false;
}

static int read_pick(const rows_t *r, const reading_t *x, source_row_t *row)
{
    static const char *const words[] = {[ROW_LEAST] = "least ", [ROW_GREATEST] = "greatest "};
    row->by = "";
    if (!*x->cell[PICK])
        return 0;
    for (row_pick_t p = ROW_LEAST; p <= ROW_GREATEST; p++)
        if (strncmp(x->cell[PICK], words[p], strlen(words[p])) == 0) {
            row->pick = p;
            row->by = x->cell[PICK] + strlen(words[p]);
        }
    if (is_statistic(r, row->by))
        return 0;
    return csv_error(x->csv, x->n, x->d,
                     "pick is \"%s\"; expected least or greatest and one of the statistics, or "
                     "nothing",
                     x->cell[PICK]);
}

static int read_row(rows_t *r, const reading_t *x)
{
    source_row_t *row = &r->row[r->n];
    char *kept = strdup(x->cell[SETTING]);
    if (!kept) {
        csv_error(x->csv, x->n, x->d, "out of memory");
        return -ENOMEM;
    }
    r->kept[r->n] = kept; /* there is room */
    *row = (source_row_t){.name = x->cell[NAME],
                          .kind = kind_of(x->cell[SERIES]),
                          .series = x->cell[SERIES],
                          .workload = x->cell[WORKLOAD]};
    int rc = check_name(r, x);
    rc = rc ? rc : read_setting(x, kept, row);
    rc = rc ? rc : read_pick(r, x, row);
    char why[HARDWARE_WHY];
    if (!rc && row->kind != ROW_RUN && hardware_refused(row, why))
        rc = csv_error(x->csv, x->n, x->d, "\"%s\": %s", row->name, why);
    r->n++;
    return rc;
}

int rows_read(const csv_t *rows, const csv_t *statistics, rows_t *r, diag_t *d)
{
    static const char *const names[] = {"row", "series", "workload", "setting", "pick"};
    static const char *const statistic[] = {"statistic"};
    int at[COLUMNS], of_statistic;
    *r = (rows_t){0};
    int rc = find_columns(rows, names, COLUMNS, at, d);
    rc = rc ? rc : find_columns(statistics, statistic, 1, &of_statistic, d);
    if (rc)
        return rc;
    r->row = calloc(rows->n_rows + 1, sizeof *r->row);
    r->kept = calloc(rows->n_rows + 1, sizeof *r->kept);
    r->statistic = calloc(statistics->n_rows + 1, sizeof *r->statistic);
    if (!r->row || !r->kept || !r->statistic)
        return diag_at(d, rows->name, 0, 0, "out of memory"), -ENOMEM;
    for (unsigned i = 0; i < statistics->n_rows; i++) {
        const char *name = csv_cell(statistics, i, 0);
        if (!*name || strlen(name) >= ROW_COLUMN || strpbrk(name, "\"") || is_statistic(r, name))
            return csv_error(
                statistics, i, d,
                "\"%s\" is no statistic's name (1 to %d characters, without quotes), or "
                "is there twice",
                name, ROW_COLUMN - 1);
        r->statistic[r->n_statistics++] = name;
    }
    for (unsigned i = 0; !rc && i < rows->n_rows; i++) {
        reading_t x = {.csv = rows, .n = i, .d = d};
        for (unsigned k = 0; k < COLUMNS; k++)
            x.cell[k] = csv_cell(rows, i, at[k]);
        rc = read_row(r, &x);
    }
    return rc;
}

void rows_free(rows_t *r)
{
    for (unsigned i = 0; r->kept && i < r->n; i++)
        free(r->kept[i]);
    free(r->kept);
    free(r->row);
    free(r->statistic);
    *r = (rows_t){0};
}
