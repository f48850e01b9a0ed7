/*
 * Writes what the RTL build needs to know of one unit at one geometry, from its field list:
 *
 *   fieldgen UNIT GEOMETRY args FILE   Verilator's -G arguments
 *   fieldgen UNIT GEOMETRY check FILE  a module that connects every port of PREFIX_tb to a net
 *                                      of exactly the list's direction, width and count, so
 *                                      that lint refuses a missing, extra or different port
 *
 *   fieldgen UNIT GEOMETRY held FILE   module held: PREFIX_tb behind registers that take the inputs
 *                                      over when hold_i changes, its state in variables instead
 *                                      of ports
 *
 *   fieldgen UNIT GEOMETRY netlist FILE WRAPPER
 *                                      module netlist_tb: PREFIX_tb's ports and a fault selector
 *                                      around the unit's flattened netlist, its state found by
 *                                      the names that WRAPPER uses
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

/* A module header with exactly the list's ports. */
static void ports(FILE *out, const unit_desc_t *d, const void *cfg, const char *module,
                  const char *more)
{
    char name[128];
    fprintf(out,
            "// made by the build from %s_fields.h\nmodule %s (\n    input logic clk_i,\n"
            "    input logic rst_ni",
            d->prefix, module);
    if (more)
        fprintf(out, ",\n    %s", more);
    for (unsigned i = 0; i < d->n_fields; i++) {
        const unit_field_t *f = &d->fields[i];
        fprintf(out, ",\n    %s logic [%u:0] %s", f->dir == UNIT_IN ? "input" : "output",
                f->width(cfg) - 1, port_name(f, name, sizeof name));
        if (f->capacity > 1)
            fprintf(out, " [0:%u]", f->count(cfg) - 1);
    }
    fprintf(out, "\n);\n");
}

/* PREFIX_tb with each port connected to what has its name; of inputs, with this ending. */
static void wrapper_instance(FILE *out, const unit_desc_t *d, unit_geometry_t g, const char *ending)
{
    char name[128];
    fprintf(out, "    %s_tb #(\n", d->prefix);
    for (unsigned i = 0; i < d->n_params; i++)
        fprintf(out, "        .%s(%u)%s\n", d->params[i].rtl_name, d->params[i].value[g],
                i + 1 < d->n_params ? "," : "");
    fprintf(out, "    ) i_tb (\n        .clk_i(clk_i),\n        .rst_ni(rst_ni%s)", ending);
    for (unsigned i = 0; i < d->n_fields; i++) {
        port_name(&d->fields[i], name, sizeof name);
        fprintf(out, ",\n        .%s(%s%s)", name, name, d->fields[i].dir == UNIT_IN ? ending : "");
    }
    fprintf(out, "\n    );\nendmodule\n");
}

static void check(FILE *out, const unit_desc_t *d, unit_geometry_t g, const void *cfg)
{
    ports(out, d, cfg, "portcheck", NULL);
    wrapper_instance(out, d, g, "");
}

/* A variable "logic [W-1:0] NAME ENDING [0:N-1]" of the field's width and count. */
static void variable(FILE *out, const unit_field_t *f, const void *cfg, const char *ending)
{
    char name[128];
    fprintf(out, "logic [%u:0] %s%s", f->width(cfg) - 1, port_name(f, name, sizeof name), ending);
    if (f->capacity > 1)
        fprintf(out, " [0:%u]", f->count(cfg) - 1);
}

static void held(FILE *out, const unit_desc_t *d, unit_geometry_t g, const void *cfg)
{
    char name[128];
    fprintf(out,
            "// made by the build from %s_fields.h\nmodule held (\n    input logic clk_i,\n"
            "    input logic hold_i,\n    input logic rst_ni",
            d->prefix);
    for (unsigned i = 0; i < d->n_fields; i++) {
        const unit_field_t *f = &d->fields[i];
        if (f->dir == UNIT_STATE)
            continue;
        fprintf(out, ",\n    %s ", f->dir == UNIT_IN ? "input" : "output");
        variable(out, f, cfg, "");
    }
    fprintf(out, "\n);\n    logic rst_ni_held;\n");
    for (unsigned i = 0; i < d->n_fields; i++) {
        const unit_field_t *f = &d->fields[i];
        if (f->dir == UNIT_OUT)
            continue;
        fprintf(out, "    ");
        variable(out, f, cfg, f->dir == UNIT_IN ? "_held" : "");
        fprintf(out, "%s;\n", f->dir == UNIT_STATE ? " /*verilator public_flat_rd*/" : "");
    }
    fprintf(out, "    always_ff @(posedge hold_i or negedge hold_i) begin\n"
                 "        rst_ni_held <= rst_ni;\n");
    for (unsigned i = 0; i < d->n_fields; i++)
        if (d->fields[i].dir == UNIT_IN) {
            port_name(&d->fields[i], name, sizeof name);
            fprintf(out, "        %s_held <= %s;\n", name, name);
        }
    fprintf(out, "    end\n");
    wrapper_instance(out, d, g, "_held");
}

/* The wire that a wrapper shows as a state field: its line "assign st_NAME_o = i_dut.PATH;",
 * or "assign st_NAME_o[g] = i_dut.PATH[g];" for a field that is a vector in the RTL. */
static bool state_path(const char *wrapper, const char *port, char *path, size_t n, bool *vector)
{
    FILE *f = fopen(wrapper, "r");
    if (!f)
        return false;
    char line[512], name[128], wire[256];
    bool found = false;
    while (!found && fgets(line, sizeof line, f)) {
        *vector = sscanf(line, " assign %127[a-z_0-9][%*[a-z]] = i_dut.%255[A-Za-z_0-9.]", name,
                         wire) == 2;
        if ((*vector ||
             sscanf(line, " assign %127[a-z_0-9] = i_dut.%255[A-Za-z_0-9.] ;", name, wire) == 2) &&
            strcmp(name, port) == 0)
            found = snprintf(path, n, "%s", wire) < (int)n;
    }
    fclose(f);
    return found;
}

/* Does the wrapper connect that port of the unit? One without state has no clock. */
static bool connects(const char *wrapper, const char *port)
{
    FILE *f = fopen(wrapper, "r");
    char line[512];
    bool found = false;
    while (f && !found && fgets(line, sizeof line, f)) {
        const char *at = strstr(line, port);
        found = at && at > line && at[-1] == '.';
    }
    if (f)
        fclose(f);
    return found;
}

/* Of a port that is an array in the list a vector in the RTL: flat_NAME, connected element by
 * element. */
static void flat(FILE *out, const unit_field_t *f, const void *cfg)
{
    char name[128];
    unsigned w = f->width(cfg), n = f->count(cfg);
    port_name(f, name, sizeof name);
    fprintf(out, "    logic [%u:0] flat_%s;\n", w * n - 1, name);
    for (unsigned k = 0; k < n; k++)
        if (f->dir == UNIT_IN)
            fprintf(out, "    assign flat_%s[%u:%u] = %s[%u];\n", name, k * w + w - 1, k * w, name,
                    k);
        else
            fprintf(out, "    assign %s[%u] = flat_%s[%u:%u];\n", name, k, name, k * w + w - 1,
                    k * w);
}

/* The list's ports around a flattened netlist whose wires kept their names. */
static int netlist(FILE *out, const unit_desc_t *d, unit_geometry_t g, const char *wrapper)
{
    char name[128], path[256];
    void *cfg = calloc(1, d->cfg_bytes);
    if (!cfg)
        abort();
    unit_cfg_geometry(d, g, cfg);
    ports(out, d, cfg, "netlist_tb", "input logic [15:0] mut_i");
    for (unsigned i = 0; i < d->n_fields; i++)
        if (d->fields[i].dir != UNIT_STATE && d->fields[i].capacity > 1)
            flat(out, &d->fields[i], cfg);
    fprintf(out, "    %s i_dut (\n        .mut_sel(mut_i)", d->prefix);
    if (connects(wrapper, "clk_i"))
        fprintf(out, ",\n        .clk_i(clk_i),\n        .rst_ni(rst_ni)");
    for (unsigned i = 0; i < d->n_fields; i++)
        if (d->fields[i].dir != UNIT_STATE)
            fprintf(out, ",\n        .%s(%s%s)", port_name(&d->fields[i], name, sizeof name),
                    d->fields[i].capacity > 1 ? "flat_" : "", name);
    fprintf(out, "\n    );\n");
    int missing = 0;
    for (unsigned i = 0; i < d->n_fields; i++) {
        const unit_field_t *f = &d->fields[i];
        if (f->dir != UNIT_STATE)
            continue;
        port_name(f, name, sizeof name);
        bool vector;
        if (!state_path(wrapper, name, path, sizeof path, &vector)) {
            fprintf(stderr, "fieldgen: %s: no 'assign %s = i_dut....;'\n", wrapper, name);
            missing = 2;
        } else if (f->capacity == 1) {
            fprintf(out, "    assign %s = i_dut.\\%s ;\n", name, path);
        } else {
            for (unsigned k = 0; k < f->count(cfg); k++)
                fprintf(out, "    assign %s[%u] = i_dut.\\%s%s[%u] ;\n", name, k, path,
                        vector ? " " : "", k);
        }
    }
    fprintf(out, "endmodule\n");
    free(cfg);
    return missing;
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
    int g = argc >= 5 ? unit_geometry_find(argv[2]) : -1;
    const unit_desc_t *d = argc >= 5 ? unit_find(argv[1]) : NULL;
    const char *what = argc >= 5 ? argv[3] : "";
    bool wants_wrapper = strcmp(what, "netlist") == 0;
    if (!d || g < 0 || argc != 5 + wants_wrapper) {
        fprintf(stderr, "usage: fieldgen UNIT GEOMETRY args|check|held|netlist FILE [WRAPPER]\n");
        return 2;
    }
    char *text = NULL;
    size_t n = 0;
    FILE *mem = open_memstream(&text, &n);
    void *cfg = calloc(1, d->cfg_bytes);
    if (!mem || !cfg)
        abort();
    unit_cfg_geometry(d, (unit_geometry_t)g, cfg);
    int status = 0;
    if (strcmp(what, "args") == 0)
        args(mem, d, (unit_geometry_t)g);
    else if (wants_wrapper)
        status = netlist(mem, d, (unit_geometry_t)g, argv[5]);
    else if (strcmp(what, "held") == 0)
        held(mem, d, (unit_geometry_t)g, cfg);
    else
        check(mem, d, (unit_geometry_t)g, cfg);
    fclose(mem);
    free(cfg);
    if (!status && !same(argv[4], text, n)) {
        FILE *f = fopen(argv[4], "wb");
        if (!f || fwrite(text, 1, n, f) != n || fclose(f)) {
            fprintf(stderr, "fieldgen: %s: cannot write\n", argv[4]);
            status = 2;
        }
    }
    free(text);
    return status;
}
