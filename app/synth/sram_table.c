/* Figures of SRAM macros, interpolated from the table. */
#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "common/file.h"
#include "synth/sram.h"

enum { MAX_TABLE = 1 << 20 };

int sram_table_parse(const char *path, const char *text, size_t bytes, sram_table_t *table,
                     diag_t *d)
{
    char *copy = strndup(text, bytes), *rest, *line;
    int number = 0, rc = 0;
    *table = (sram_table_t){0};
    if (!copy)
        return diag_at(d, path, 0, 0, "out of memory"), -ENOMEM;
    for (rest = copy; !rc && (line = strsep(&rest, "\n"));) {
        number++;
        if (line[0] == 0 || line[0] == '#' || strncmp(line, "bytes,", 6) == 0)
            continue;
        sram_row_t r;
        char more;
        if (table->n_rows == SRAM_MAX_ROWS)
            rc = diag_at(d, path, number, 0, "more than %d rows", SRAM_MAX_ROWS);
        else if (sscanf(line, "%u,%u,%u,%u,%u,%lf,%lf,%lf,%lf,%lf %c", &r.bytes, &r.block_bytes,
                        &r.rw_ports, &r.r_ports, &r.w_ports, &r.access_ns, &r.read_nj, &r.write_nj,
                        &r.leak_mw, &r.area_mm2, &more) != 10)
            rc = diag_at(d, path, number, 0, "expected ten numbers");
        else
            table->rows[table->n_rows++] = r;
    }
    free(copy);
    if (!rc && !table->n_rows)
        rc = diag_at(d, path, number, 0, "no rows");
    return rc;
}

int sram_table_read(const char *path, sram_table_t *table, diag_t *d)
{
    char *text;
    size_t bytes;
    int rc = file_read(path, MAX_TABLE, &text, &bytes, d);
    if (rc)
        return rc;
    rc = sram_table_parse(path, text, bytes, table, d);
    free(text);
    return rc;
}

static double between(double a, double b, double t)
{
    return a + (b - a) * t;
}

/* Rows of one block width and kind of port around a size: 0, or -ERANGE when none spans it. */
static int interpolate(const sram_table_t *table, unsigned block, bool two_ports, double bytes,
                       sram_row_t *out)
{
    const sram_row_t *low = NULL, *high = NULL;
    for (unsigned i = 0; i < table->n_rows; i++) {
        const sram_row_t *r = &table->rows[i];
        if (r->block_bytes != block || (r->r_ports == 1 && r->w_ports == 1) != two_ports)
            continue;
        if (r->bytes <= bytes && (!low || r->bytes > low->bytes))
            low = r;
        if (r->bytes >= bytes && (!high || r->bytes < high->bytes))
            high = r;
    }
    if (!low || !high)
        return -ERANGE;
    double span = (double)high->bytes - (double)low->bytes;
    double t = span > 0 ? (bytes - low->bytes) / span : 0;
    *out = *low;
    out->bytes = (unsigned)lrint(bytes);
    out->access_ns = between(low->access_ns, high->access_ns, t);
    out->read_nj = between(low->read_nj, high->read_nj, t);
    out->write_nj = between(low->write_nj, high->write_nj, t);
    out->leak_mw = between(low->leak_mw, high->leak_mw, t);
    out->area_mm2 = between(low->area_mm2, high->area_mm2, t);
    return 0;
}

/* The narrowest block of the table that is at least as wide and has rows around the size. */
static int of_size(const sram_table_t *table, unsigned width, bool two_ports, double bytes,
                   sram_row_t *out)
{
    unsigned best = 0;
    for (unsigned i = 0; i < table->n_rows; i++) {
        unsigned block = table->rows[i].block_bytes;
        sram_row_t r;
        if (8 * block >= width && (!best || block < best) &&
            interpolate(table, block, two_ports, bytes, &r) == 0)
            best = block;
    }
    return best ? interpolate(table, best, two_ports, bytes, out) : -ERANGE;
}

int sram_figure(const sram_table_t *table, unsigned words, unsigned width, unsigned reads,
                unsigned writes, sram_row_t *out)
{
    double bytes = (double)words * width / 8;
    unsigned largest = 0;
    for (unsigned i = 0; i < table->n_rows; i++)
        if (8 * table->rows[i].block_bytes >= width && table->rows[i].bytes > largest)
            largest = table->rows[i].bytes;
    if (!largest)
        return -ERANGE;
    double banks = ceil(bytes / largest);
    sram_row_t one, two;
    if (of_size(table, width, false, bytes / banks, &one) ||
        of_size(table, width, true, bytes / banks, &two))
        return -ERANGE;
    *out = reads + writes > 1 ? two : one;
    for (unsigned extra = 2; extra < reads + writes; extra++) {
        out->access_ns *= two.access_ns / one.access_ns;
        out->read_nj *= two.read_nj / one.read_nj;
        out->write_nj *= two.write_nj / one.write_nj;
        out->leak_mw *= two.leak_mw / one.leak_mw;
        out->area_mm2 *= two.area_mm2 / one.area_mm2;
    }
    out->bytes = (unsigned)lrint(bytes);
    out->r_ports = reads;
    out->w_ports = writes;
    out->leak_mw *= banks; /* one bank is accessed at a time */
    out->area_mm2 *= banks;
    return 0;
}

double sram_area(const sram_plan_t *plan, const char *cell)
{
    for (unsigned i = 0; i < plan->n_macros; i++)
        if (strcmp(plan->macros[i].cell, cell) == 0)
            return plan->macros[i].figure.area_mm2 * 1e6;
    return 0;
}
