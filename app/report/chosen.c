#include "report/chosen.h"

#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "input/yaml.h"

/* A recorded number; -1 without a row of the workload and configuration, or without a number. */
static double number(const csv_t *c, const char *workload, const char *configuration,
                     const char *column)
{
    int w = csv_find(c, "workload"), k = csv_find(c, "configuration"), at = csv_find(c, column);
    size_t n = strcspn(workload, "/");
    double v;
    if (w < 0 || k < 0 || at < 0)
        return -1;
    for (unsigned i = 0; i < c->n_rows; i++) {
        const char *name = csv_cell(c, i, w);
        if (strlen(name) == n && !strncmp(name, workload, n) &&
            !strcmp(csv_cell(c, i, k), configuration))
            return text_f64(csv_cell(c, i, at), &v) ? -1 : v;
    }
    return -1;
}

/* What all programs choose, but the one left out (n: none). */
static unsigned choose(const chosen_t *x, unsigned left_out)
{
    double gain[CHOSEN_VALUES], energy[CHOSEN_VALUES], best = -INFINITY;
    unsigned value = 0;
    for (unsigned v = 1; v <= x->values; v++) {
        double logs = 0, sum = 0;
        unsigned n = 0;
        for (unsigned i = 0; i < x->n; i++) {
            if (i == left_out)
                continue;
            logs += log(x->speedup[i][v]);
            sum += x->energy[i][v];
            n++;
        }
        gain[v] = 100 * (exp(logs / n) - 1);
        energy[v] = sum / n;
        best = fmax(best, gain[v]);
    }
    for (unsigned v = 1; v <= x->values; v++)
        if (best - gain[v] < CHOSEN_CLOSE && (!value || energy[v] < energy[value]))
            value = v;
    return value;
}

static int read_program(chosen_t *x, const csv_t *c, const char *series, unsigned i, diag_t *d)
{
    double cycles = number(c, x->workload[i], "baseline", "cycles");
    double nj = number(c, x->workload[i], "baseline", "l1_nj");
    unsigned v = 0;
    if (cycles > 0 && nj > 0)
        for (v = 1; v < CHOSEN_VALUES; v++) {
            char configuration[64];
            snprintf(configuration, sizeof configuration, "%s-%u", series, v);
            double of = number(c, x->workload[i], configuration, "cycles");
            x->speedup[i][v] = cycles / of;
            x->energy[i][v] = number(c, x->workload[i], configuration, "l1_nj") / nj;
            if (of <= 0 || x->energy[i][v] <= 0)
                break;
        }
    unsigned values = v ? v - 1 : 0;
    x->values = i ? x->values : values;
    if (!values || values != x->values)
        return diag_at(d, c->name, 0, 0, "%s has %u values of %s; expected %s", x->workload[i],
                       values, series, i ? "as many as the programs before" : "some");
    return 0;
}

int chosen_read(chosen_t *x, const catalog_text_t *text, const char *series, const scope_t *scope,
                diag_t *d)
{
    csv_t c;
    double logs = 0, crossed = 0;
    *x = (chosen_t){.n = scope->n};
    if (scope->n < 2 || scope->n > CHOSEN_PROGRAMS)
        return diag_at(d, text->name, 0, 0, "%u programs; expected 2 to %d", scope->n,
                       CHOSEN_PROGRAMS);
    int rc = csv_read(text->name, text->text, (size_t)(text->end - text->text), &c, d);
    for (unsigned i = 0; !rc && i < x->n; i++) {
        x->workload[i] = scope->workload[i];
        rc = read_program(x, &c, series, i, d);
    }
    csv_free(&c);
    if (rc)
        return rc;
    x->value = choose(x, x->n);
    for (unsigned i = 0; i < x->n; i++) {
        x->without[i] = choose(x, i);
        logs += log(x->speedup[i][x->value]);
        crossed += log(x->speedup[i][x->without[i]]);
    }
    x->gain = 100 * (exp(logs / x->n) - 1);
    x->cross = 100 * (exp(crossed / x->n) - 1);
    return 0;
}
