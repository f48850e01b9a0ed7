/*
 * Writes what the RTL build needs to know of one unit at one geometry, from its field list:
 *
 *   fieldgen UNIT GEOMETRY args FILE   Verilator's -G arguments
 *   fieldgen UNIT GEOMETRY check FILE  a module that connects every port of PREFIX_tb to a net
 *                                      of exactly the list's direction, width and count, so
 *                                      that lint refuses a missing, extra or different port
 *
 * A file that would not change is not written, so that nothing is rebuilt after it.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "common/unit.h"

static void args(FILE *out, const unit_desc_t *d, unit_geometry_t g)
{
    for (unsigned i = 0; i < d->n_params; i++)
        fprintf(out, "-G%s=%u\n", d->params[i].rtl_name, d->params[i].value[g]);
}

static const char *port_name(const unit_field_t *f, char *buf, size_t n)
{
    snprintf(buf, n, "%s%s%s", f->dir == UNIT_STATE ? "st_" : "", f->name,
             f->dir == UNIT_IN ? "_i" : "_o");
    return buf;
}

static void check(FILE *out, const unit_desc_t *d, unit_geometry_t g)
{
    char name[128];
    void *cfg = calloc(1, d->cfg_bytes);
    if (!cfg)
        abort();
    unit_cfg_geometry(d, g, cfg);
    fprintf(out,
            "// made by the build from %s_fields.h: the ports that %s_tb must have, no fewer and "
            "no more\nmodule portcheck (\n    input logic clk_i,\n    input logic rst_ni",
            d->prefix, d->prefix);
    for (unsigned i = 0; i < d->n_fields; i++) {
        const unit_field_t *f = &d->fields[i];
        fprintf(out, ",\n    %s logic [%u:0] %s", f->dir == UNIT_IN ? "input" : "output",
                f->width(cfg) - 1, port_name(f, name, sizeof name));
        if (f->capacity > 1)
            fprintf(out, " [0:%u]", f->count(cfg) - 1);
    }
    fprintf(out, "\n);\n    %s_tb #(\n", d->prefix);
    for (unsigned i = 0; i < d->n_params; i++)
        fprintf(out, "        .%s(%u)%s\n", d->params[i].rtl_name, d->params[i].value[g],
                i + 1 < d->n_params ? "," : "");
    fprintf(out, "    ) i_tb (\n        .clk_i(clk_i),\n        .rst_ni(rst_ni)");
    for (unsigned i = 0; i < d->n_fields; i++) {
        port_name(&d->fields[i], name, sizeof name);
        fprintf(out, ",\n        .%s(%s)", name, name);
    }
    fprintf(out, "\n    );\nendmodule\n");
    free(cfg);
}

/* True when the file already holds exactly this text. */
static bool same(const char *path, const char *text, size_t n)
{
    FILE *f = fopen(path, "rb");
    if (!f)
        return false;
    char *old = malloc(n + 1);
    size_t got = old ? fread(old, 1, n + 1, f) : 0;
    bool equal = old && got == n && memcmp(old, text, n) == 0;
    free(old);
    fclose(f);
    return equal;
}

int main(int argc, char **argv)
{
    int g = argc == 5 ? unit_geometry_find(argv[2]) : -1;
    const unit_desc_t *d = argc == 5 ? unit_find(argv[1]) : NULL;
    if (!d || g < 0) {
        fprintf(stderr, "usage: fieldgen UNIT GEOMETRY args|check FILE\n");
        return 2;
    }
    char *text = NULL;
    size_t n = 0;
    FILE *mem = open_memstream(&text, &n);
    if (!mem)
        abort();
    if (strcmp(argv[3], "args") == 0)
        args(mem, d, (unit_geometry_t)g);
    else
        check(mem, d, (unit_geometry_t)g);
    fclose(mem);
    int status = 0;
    if (!same(argv[4], text, n)) {
        FILE *f = fopen(argv[4], "wb");
        if (!f || fwrite(text, 1, n, f) != n || fclose(f)) {
            fprintf(stderr, "fieldgen: %s: cannot write\n", argv[4]);
            status = 2;
        }
    }
    free(text);
    return status;
}
