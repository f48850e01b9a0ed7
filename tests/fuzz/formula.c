/* Formulas over rows: what is taken has a value or none, and nothing but rows is read. */
#include "fuzz.h"

#include <stdio.h>
#include <stdlib.h>

#include "report/catalog.h"
#include "report/hardware.h"

static formula_status_t lookup(void *ctx, const formula_ref_t *ref, double *v)
{
    hardware_t h;
    (void)ctx;
    if (ref->row->kind != ROW_RUN)
        return hardware_value(NULL, ref, &h);
    *v = 2;
    return FORMULA_VALUE;
}

/* Rows and statistics that the program has, read once: the input is a formula over them. */
static const rows_t *rows_there(void)
{
    static csv_t csv[2];
    static rows_t rows;
    diag_t d = {{0}};
    for (unsigned i = 0; i < 2 && !rows.n; i++) {
        const catalog_text_t *t = &catalog_texts[i ? CATALOG_STATISTICS : CATALOG_ROWS];
        if (csv_read(t->name, t->text, (size_t)(t->end - t->text), &csv[i], &d))
            abort();
    }
    if (!rows.n && rows_read(&csv[0], &csv[1], &rows, &d))
        abort();
    return &rows;
}

void fuzz_one(const uint8_t *data, size_t size)
{
    static formulas_t *all;
    static unsigned used;
    const formula_at_t at = {"sweep", "workload", "base"};
    char *text = fuzz_string((fuzz_part_t){(const char *)data, size});
    char view[32];
    diag_t d = {{0}};
    formula_t *f;
    double v;
    /* A database for many: its tables cost more than a formula. */
    if (used++ % 1000 == 0) {
        formulas_free(all);
        if (formulas_open(rows_there(), &all, &d))
            abort();
    }
    snprintf(view, sizeof view, "figure %u", used);
    int rc = formulas_add(all, view, text, true, &f, &d);
    fuzz_answer(rc, &d);
    if (!rc)
        formula_value(f, &at, lookup, NULL, &v);
    if (used % 1000 == 0) {
        formulas_free(all);
        all = NULL;
    }
    free(text);
}
